"""The one door to tyro: a function's signature is its command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

from outrider.cli.argument import Argument, Command
from outrider.core.errors import UnknownNameError


def call(noun: str, verbs: Mapping[str, Command], rest: list[str]) -> int:
    """Carry out the verb that ``rest`` begins with; returns the exit code."""
    if "" in verbs:
        return _call(f"outrider {noun}", verbs[""], rest)
    verb = rest[0] if rest else "--help"
    if verb in ("-h", "--help"):
        print(_verbs_page(noun, verbs))
        return 0 if rest else 2
    if verb not in verbs:
        raise UnknownNameError("verb", verb, verbs, where=f"outrider {noun}")
    return _call(f"outrider {noun} {verb}", verbs[verb], rest[1:])


def _call(prog: str, command: Command, rest: list[str]) -> int:
    if _is_plain(command.function, rest):
        return command.function(*rest)
    # 0.15 s to import and use: a line without options does not pay it.
    import tyro

    return tyro.cli(
        readable(command),
        prog=prog,
        args=rest,
        config=(tyro.conf.FlagCreatePairsOff, tyro.conf.HelptextFromCommentsOff),
        use_underscores=False,
    )


def _is_plain(function: Callable[..., int], rest: list[str]) -> bool:
    """Whether ``rest`` is just the positional texts that the function takes."""
    wanted = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.POSITIONAL_ONLY
    ]
    required = sum(parameter.default is parameter.empty for parameter in wanted)
    return (
        required <= len(rest) <= len(wanted)
        and all(parameter.annotation in ("str", str) for parameter in wanted)
        and not any(word.startswith("-") for word in rest)
    )


def readable(command: Command) -> Callable[..., int]:
    """The command's function with its help where tyro looks for it."""
    function = command.function
    hints = get_type_hints(function)
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(
            annotation=_annotated(hints[name], command.arguments[name], parameter.kind)
        )
        for name, parameter in signature.parameters.items()
    ]

    def called(*values: Any, **named: Any) -> int:
        return function(*values, **named)

    called.__doc__, called.__name__ = function.__doc__, function.__name__
    called.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": int}
    called.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return called


def _annotated(hint: Any, argument: Argument, kind: object) -> Any:
    import tyro

    default = "" if hint is bool and argument.default is None else argument.default
    marks: list[Any] = [
        tyro.conf.arg(
            help=argument.help,
            metavar=argument.metavar or None,
            name=argument.name or None,
            help_behavior_hint=default,
        )
    ]
    if kind is inspect.Parameter.POSITIONAL_ONLY:
        marks.append(tyro.conf.Positional)
    elif hint == tuple[str, ...]:
        marks.append(tyro.conf.UseAppendAction)
    return Annotated[(hint, *marks)]


def _verbs_page(noun: str, verbs: Mapping[str, Command]) -> str:
    lines = [f"Usage: outrider {noun} VERB [ARGUMENTS]", ""]
    for verb, command in verbs.items():
        summary = (command.function.__doc__ or "").strip().splitlines()[0]
        lines.append(f"  {noun} {verb:<8}{summary}")
    return "\n".join(lines)
