"""``outrider demo``: a team at work, with figures and a picture at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from outrider.cli.argument import OUT, Argument, Command

if TYPE_CHECKING:
    from outrider.cli.launch import Result

SCENARIO = "valley"


def demo(*, out: Path = Path("runs"), seed: int | None = None) -> int:
    """Make a valley and let two UAVs, a ground robot and a person work in it for a minute."""
    from outrider import scenario
    from outrider.cli.launch import Wish, launch
    from outrider.cli.run import complain_of

    found = scenario.load(SCENARIO, seed=seed)
    print(f"{found.name}: {found.description}" if found.description else found.name)
    result = launch(found, Wish(root=out, early_picture=True))
    _tell(result)
    complain_of(result)
    return result.outcome.exit_code


def _tell(result: Result) -> None:
    """The picture, six figures, three next commands."""
    from outrider.cli import text
    from outrider.cli.show import show_results

    show_results(result.outcome.metrics, result.headline())
    folder = result.folder.path
    print(f"\n{text.paint('picture', text.BOLD)}   {folder}/paths.jpg")
    print(f"{text.paint('results', text.BOLD)}   {folder}\n")
    print("next:")
    next_commands = (
        (f"outrider drive {SCENARIO}", "steer the robots yourself"),
        (f"outrider run {SCENARIO} --set robots.0.model=rover4", "the same with another robot"),
        ("outrider robot list", "what else there is to drive and fly"),
    )
    rows = [(text.paint(command, text.CYAN), what) for command, what in next_commands]
    print("\n".join(text.columns(rows)))


ARGUMENTS = {"out": OUT, "seed": Argument("another valley", "N", default="(default: 7)")}
VERBS = {"": Command(demo, ARGUMENTS)}
