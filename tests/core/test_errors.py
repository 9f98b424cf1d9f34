import pytest

from outrider.core import errors


def kinds(root: type[errors.OutriderError]) -> set[type[errors.OutriderError]]:
    return {root}.union(*(kinds(child) for child in root.__subclasses__()))


def test_tree_in_the_docstring_is_the_tree() -> None:
    text = errors.__doc__ or ""
    ours = {kind.__name__ for kind in kinds(errors.OutriderError) if "errors" in kind.__module__}
    drawn = {word for word in text.replace("─", " ").split() if word.endswith("Error")}
    assert ours == drawn


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (errors.ScenarioError, 2),
        (errors.CommandError, 2),
        (errors.EditError, 2),
        (errors.FrameError, 2),
        (errors.MissingExtraError, 2),
        (errors.UnsafeFileError, 2),
        (errors.DivergenceError, 1),
        (errors.CapacityError, 1),
        (errors.InternalError, 70),
    ],
)
def test_exit_codes(kind: type[errors.OutriderError], code: int) -> None:
    assert kind.exit_code == code


def test_scenario_error_reads_as_an_editor_expects() -> None:
    error = errors.ScenarioError("seed: wrong", file="a.yaml", line=3, column=7, excerpt="seed: x")
    assert str(error) == "a.yaml:3:7: seed: wrong\nseed: x"
    assert (error.file, error.line, error.column, error.reason) == ("a.yaml", 3, 7, "seed: wrong")
    assert str(errors.ScenarioError("too large", file="a.yaml")) == "a.yaml: too large"
    assert str(errors.ScenarioError("empty")) == "empty"


def test_unknown_name_suggests_the_nearest() -> None:
    error = errors.UnknownNameError("robot", "uav9", ["ugv0", "uav0"], where="plan")
    assert str(error) == "plan: no robot named 'uav9'; did you mean 'uav0'?"


def test_unknown_name_far_from_all_lists_them_but_not_without_end() -> None:
    assert str(errors.UnknownNameError("world", "x", ["hills", "flat"])).endswith(
        "; known: flat, hills"
    )
    many = str(errors.UnknownNameError("world", "x", [f"name{i:03}" for i in range(500)]))
    assert many.endswith("name011, …")
    assert str(errors.UnknownNameError("world", "x", [])).endswith("; there are none")
