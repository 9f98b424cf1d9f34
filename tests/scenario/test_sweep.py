"""A sweep makes one plain scenario for each choice of its values."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from outrider import scenario
from outrider.core.errors import ScenarioError
from tests.scenario.cases import GOOD

SWEPT = (
    GOOD + "sweep:\n  seed: [1, 2, 3]\n  robots.0.model: [husky, rover4]\n  wind.gust_mps: [0, 1]\n"
)


def expand(
    text: str, folder: Path, *overrides: str, seed: int | None = None
) -> list[scenario.Scenario]:
    path = folder / "swept.yaml"
    path.write_text(text, encoding="utf-8")
    return scenario.expand(path, overrides=overrides, seed=seed)


def test_every_choice_once_in_order(tmp_path: Path) -> None:
    runs = expand(SWEPT, tmp_path)
    found = [(run.seed, run.robots[0].model, run.wind.gust_mps) for run in runs]
    assert found == list(itertools.product([1, 2, 3], ["husky", "rover4"], [0.0, 1.0]))
    assert all(run.sweep == {} for run in runs)


def test_each_run_equals_the_scenario_with_those_overrides(tmp_path: Path) -> None:
    for run in expand(SWEPT, tmp_path):
        overrides = [
            f"robots.ugv0.model={run.robots[0].model}",
            f"wind.gust_mps={run.wind.gust_mps}",
        ]
        assert run == scenario.parse(GOOD, overrides=overrides, seed=run.seed)


def test_the_swept_scenario_itself_is_the_file_with_its_sweep() -> None:
    found = scenario.parse(SWEPT)
    assert found.seed == 7
    assert list(found.sweep) == ["seed", "robots.0.model", "wind.gust_mps"]


def test_without_a_sweep_there_is_one_run(tmp_path: Path) -> None:
    assert expand(GOOD, tmp_path) == [scenario.parse(GOOD)]


def test_variants_say_what_was_chosen() -> None:
    settings = [chosen for chosen, _ in scenario.variants(scenario.parse(SWEPT))]
    assert settings[1] == {"seed": 1, "robots.0.model": "husky", "wind.gust_mps": 1}
    assert len(settings) == 12


def test_an_override_ends_the_sweep_of_its_path(tmp_path: Path) -> None:
    runs = expand(SWEPT, tmp_path, "robots.ugv0.model=tracked", seed=5)
    assert [(run.seed, run.robots[0].model) for run in runs] == [(5, "tracked")] * 2


def test_a_sweep_may_come_from_an_override(tmp_path: Path) -> None:
    runs = expand(GOOD, tmp_path, "sweep.robots.uav0.model=[x500, f450]")
    assert [run.robots[1].model for run in runs] == ["x500", "f450"]


def test_whole_groups_and_commands_can_be_swept(tmp_path: Path) -> None:
    text = (
        GOOD
        + "sweep:\n  world: [{kind: flat}, {kind: slope, angle_deg: 10}]\n"
        + "  robots.0.plan.0.go_to.speed_mps: [1, 2]\n  robots.0.heading_deg: [0, 10]\n"
    )
    runs = expand(text, tmp_path)
    assert len(runs) == 8
    assert {type(run.world).__name__ for run in runs} == {"Flat", "Slope"}
    assert {run.robots[0].plan[0] for run in runs} == {
        scenario.parse(GOOD, overrides=[f"robots.0.plan.0.go_to.speed_mps={speed}"])
        .robots[0]
        .plan[0]
        for speed in (1, 2)
    }


def test_ten_thousand_runs_are_the_limit() -> None:
    text = "name: a\nsweep: {seed: [%s], duration_s: [%s]}\n"
    hundred = ", ".join(str(i) for i in range(1, 101))
    assert len(scenario.parse(text % (hundred, hundred)).sweep["seed"]) == 100
    with pytest.raises(ScenarioError, match="10,100 runs; at most 10,000"):
        scenario.parse(text % (hundred, hundred + ", 101"))


def test_a_fault_between_fields_shows_when_the_runs_are_made(tmp_path: Path) -> None:
    text = GOOD + "sweep: {robots.uav0.name: [uav1, ugv0]}\n"
    with pytest.raises(ScenarioError, match=r"27:34: robots\[1\].name: the name 'ugv0' is taken"):
        expand(text, tmp_path)


@pytest.mark.parametrize(
    "sweep",
    [
        "robots.0.parameters.mass_kg: [[a]]",
        "robots.0.position_m.1: [1, a]",
        "robots.0.sensors.1: [{kind: state}, {kind: sonr}]",
        "swarm.count: [1, 0]",
        "world.height_m: [1]",
        "world.kind.name: [1]",
        "robots.0.plan.1.wait.seconds: [1]",
        "seed.more: [1]",
        "robots.0.plan.0.go_to.to.1: [a]",
        "robots.0.plan.0.go_to.to.1.2: [1]",
    ],
)
def test_a_value_that_cannot_fit_shows_before_the_first_run(sweep: str) -> None:
    with pytest.raises(ScenarioError, match=r"^scenario:27:"):
        scenario.parse(f"{GOOD}sweep: {{{sweep}}}\n")


@pytest.mark.parametrize(
    "sweep",
    [
        "robots.0.parameters.mass_kg: [1, heavy, [1, 2]]",
        "robots.0.position_m.1: [1, 2.5]",
        "links.loss: [0, 1]",
        "robots.0.plan.0.go_to.to.1: [1, 2]",
        "world.seed: [1, null]",
        "robots.ugv0.plan.0.go_to.heading_deg: [0, 90]",
        "robots.ugv0.sensors.state.rate_hz: [10, 29.97]",
    ],
)
def test_a_value_that_fits_makes_runs(sweep: str) -> None:
    swept = scenario.parse(f"{GOOD}sweep: {{{sweep}}}\n")
    assert len({scenario.dump(run) for run in scenario.expand(swept)}) == len(*swept.sweep.values())
