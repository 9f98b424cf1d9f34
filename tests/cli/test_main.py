"""The top of the command line: help, errors, exit codes, and what is not imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from outrider import cli
from outrider.cli import main, trouble
from outrider.core.errors import InternalError, ScenarioError, SimulationError

HEAVY = ("numpy", "numba", "mujoco", "matplotlib", "PIL", "rich")


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_help_page_names_every_noun_and_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    for noun in cli.NOUNS:
        assert f"\n  {noun}" in page
    assert max(map(len, page.splitlines())) <= 100
    assert len(page.splitlines()) <= 40
    assert "\033" not in page


def test_nothing_at_all_gives_help_and_a_user_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage:" in capsys.readouterr().out


def test_colours_are_for_terminals() -> None:
    assert "\033[1m" in cli.help_page(colour=True)


@pytest.mark.parametrize("noun", cli.NOUNS)
def test_every_noun_has_a_help_page(noun: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([noun, "--help"]) == 0
    assert f"outrider {noun}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rnu"], "no command named 'rnu'; did you mean 'run'?"),
        (["robot", "shwo"], "outrider robot: no verb named 'shwo'; did you mean 'show'?"),
        (["check", "vally"], "'vally'; did you mean"),
        (["check", "no/such.yaml"], "no/such.yaml"),
        (["check", "valley", "--set", "robots.0.modle=x"], "did you mean model?"),
        (["check", "valley", "--set", "robots.0.model=huskey"], "did you mean 'husky'?"),
        (["check"], "no scenario was named"),
        (["run", "valley", "--seconds", "-1"], "--seconds -1: must be above 0"),
        (["--completion", "fisch"], "no shell named 'fisch'"),
    ],
)
def test_a_mistake_is_one_clear_message(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: ")
    assert message in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "arguments", [["check", "--sed", "3"], ["run"], ["run", "a", "--seed", "x"], ["robot", "show"]]
)
def test_a_mistake_in_the_options_is_a_user_error(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("outrider ")


def test_completion_knows_nouns_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert "doctor" in script
    assert "--no-plot" in script


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (ScenarioError("wrong", file="a.yaml", line=3, column=5), 2, "error: a.yaml:3:5: wrong"),
        (SimulationError("uav0: diverged"), 1, "error: uav0: diverged"),
        (KeyboardInterrupt(), 1, "interrupted: stopped"),
        (OSError(28, "No space left on device", "runs/a"), 1, "error: runs/a: No space left"),
    ],
)
def test_errors_have_their_exit_codes(
    error: BaseException, code: int, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert trouble.report(error, []) == code
    assert capsys.readouterr().err.startswith(text)


@pytest.mark.parametrize("error", [ZeroDivisionError("division by zero"), InternalError("odd")])
def test_a_bug_of_ours_says_so_and_keeps_the_details(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken(arguments: list[str]) -> int:
        raise error

    monkeypatch.setattr(cli, "dispatch", broken)
    assert main(["run", "valley"]) == 70
    told = capsys.readouterr().err
    assert "a bug of ours" in told
    assert "Traceback" not in told
    (details,) = tmp_path.glob("outrider-bug-*.txt")
    assert str(details) in told
    text = details.read_text()
    assert "command: outrider run valley" in text
    assert f"{type(error).__name__}: {error}" in text


def test_a_bug_is_shown_where_no_file_can_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    assert trouble.report(ZeroDivisionError("x"), []) == 70
    assert "ZeroDivisionError: x" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["check", "valley"], ["--version"]])
def test_light_commands_import_no_heavy_library(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom outrider.cli import main\n"
        f"code = main({arguments!r})\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.exit(f'{code} {heavy}' if code or heavy else 0)"
    )
    done = python(code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = f"{sys.executable} -m outrider.cli check valley --schema | head -c 10"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_output_without_utf8_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outrider.cli", "--help"],
        capture_output=True,
        timeout=60,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin"},
    )
    assert done.returncode == 0
    assert b"Exit codes" in done.stdout
