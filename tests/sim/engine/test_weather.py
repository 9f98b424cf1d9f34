"""Light, weather and cell fields of a running world: logged, saved, restored, replayed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outrider.core.errors import EditError, UserError
from outrider.run.session import Session, restore
from outrider.scenario.fields import CellFields, Disc, Paint
from outrider.scenario.schema import Robot, Scenario
from outrider.scenario.sky import Light, Weather
from outrider.sim.engine.stage_view import StageView
from outrider.world.semantics import number_of

SCENARIO = Scenario(
    name="weather",
    weather=Weather(wetness=0.2),
    cell_fields=CellFields(names=("water", "smoke"), step_m=2.0),
    robots=(Robot(name="ugv0", model="rover4", position_m=(0.0, 0.0)),),
)
POND = Paint(name="water", value=0.4, where=Disc(position_m=(3.0, 2.0), radius_m=9.0))


def act(sim: Session) -> None:
    """Two edits a fifth of a second apart."""
    sim.robot("ugv0").drive(1.0)
    sim.step(0.2)
    sim.paint_cells(POND)
    sim.set_weather(Weather(wetness=1.0, snow_cover=0.3, visibility_m=150.0))
    sim.step(0.2)
    sim.set_light(Light(preset="dusk"))
    sim.paint_cells(Paint(name="smoke", value=0.1, add=True))


def digests(sim: Session) -> tuple[str, str, str]:
    return sim.state_digest(), sim.digest(), sim.scene.digest


def test_an_edit_of_the_weather_is_felt_counted_and_told() -> None:
    sim = Session(SCENARIO)
    grip = sim.engine.team.physics.class_grip
    before = float(grip[number_of("asphalt")])
    sim.set_weather(Weather(snow_cover=1.0))
    assert grip is sim.engine.team.physics.class_grip
    assert grip[number_of("asphalt")] < 0.5 * before
    sim.set_light(Light(preset="night"))
    assert sim.scene.version == 2
    assert sim.scene.weather == sim.scenario.weather == Weather(snow_cover=1.0)
    assert sim.scene.light == sim.scenario.light == Light(preset="night")
    assert sim.scene.base is not None
    assert sim.scene.base.weather == Weather(wetness=0.2)


def test_it_goes_on_bit_for_bit_from_a_saved_state(tmp_path: Path) -> None:
    sim = Session(SCENARIO)
    act(sim)
    sim.save(tmp_path / "half.state")
    sim.step(0.3)
    again = restore(tmp_path / "half.state")
    assert again.scene.weather.snow_cover == 0.3
    assert again.cells["water"].tobytes() == sim.cells["water"].tobytes()
    again.step(0.3)
    assert digests(again) == digests(sim)


def test_a_replay_of_the_log_is_the_same_run() -> None:
    sim, again = Session(SCENARIO), Session(SCENARIO)
    act(sim)
    again.replay(sim.log)
    for one in (sim, again):
        one.step((1_000_000_000 - one.now_ns) / 1e9)
    assert digests(again) == digests(sim)
    assert again.cells.sample("water", [(3.0, 2.0)])[0] == pytest.approx(0.4)


class Leak:
    """A stage that lets water rise where the robot is."""

    name, every_ticks = "leak", 10

    def apply(self, view: StageView) -> None:
        assert view.cells is not None
        here = view.position("ugv0")
        view.cells.paint(
            Paint(
                name="water", value=0.01, add=True,
                where=Disc(position_m=(float(here[0]), float(here[1])), radius_m=3.0),
            )
        )  # fmt: skip


def test_a_stage_changes_a_field_and_bodies_that_come_leave_it_alone() -> None:
    sim = Session(SCENARIO)
    sim.insert_stage(Leak(), before="phenomena")
    sim.step(0.2)
    assert sim.cells["water"].max() == pytest.approx(0.1, rel=1e-5)
    state = sim.cells["water"].copy()
    sim.spawn(Robot(name="ugv1", model="rover4", position_m=(8.0, 0.0)))
    assert np.array_equal(sim.cells["water"], state)
    sim.step(0.2)
    assert sim.cells["water"].max() == pytest.approx(0.2, rel=1e-5)
    assert "cells.water" in sim.engine.blocks


def test_what_is_handed_out_is_a_copy_and_without_fields_there_is_none() -> None:
    sim = Session(SCENARIO)
    sim.cells["water"][:] = 1.0
    assert not sim.cells["water"].any()
    bare = Session(Scenario(name="bare"))
    with pytest.raises(UserError, match="cell_fields"):
        _ = bare.cells
    with pytest.raises(EditError, match="cell_fields"):
        bare.paint_cells(POND)


def test_a_light_that_contradicts_itself_is_refused_and_nothing_changes() -> None:
    sim = Session(SCENARIO)
    with pytest.raises(EditError, match="latitude"):
        sim.set_light(Light(time="2026-06-21T10:00:00Z"))
    with pytest.raises(EditError, match="wetness"):
        sim.set_weather(Weather(wetness=2.0))
    assert sim.scene.version == 0
    assert not sim.log
