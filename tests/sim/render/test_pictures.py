"""Pictures repeat to the byte, say the same in every layer, and are lit as the sky says."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys

import numpy as np
import pytest

from outrider.scenario.sky import Light
from outrider.scenario.worlds import Box, Flat
from outrider.sim.render.levels import LEVELS
from outrider.sim.render.painter import Painter
from outrider.sim.render.sky import LUMA, sky_light
from outrider.sim.render.targets import FIRST, Picture
from outrider.sim.render.view import looking
from outrider.world import generate
from outrider.world.daylight import daylight
from outrider.world.edits import SetLight
from outrider.world.semantics import number_of
from tests.sim.render.scenes import from_the_gate, in_the_wood, painter, wood, yard

CHILD = (
    "from tests.sim.render.test_pictures import fingerprint; "
    "from tests.sim.render.scenes import *; print(fingerprint(painter().draw(in_the_wood(4))))"
)


def fingerprint(picture: Picture) -> str:
    layers = (picture.colour, picture.depth, picture.ids, picture.folded)
    return hashlib.blake2b(b"".join(a.tobytes() for a in layers)).hexdigest()


def test_pictures_are_equal_whatever_was_drawn_before_and_in_a_new_process() -> None:
    first = [fingerprint(painter().draw(in_the_wood(k))) for k in (4, 9, 0)]
    again = [fingerprint(painter().draw(in_the_wood(k))) for k in (0, 4, 9)]
    assert first == again[1:] + again[:1]
    assert len(set(first)) == 3
    other = Painter(wood(), LEVELS["medium"])
    assert fingerprint(other.draw(in_the_wood(4, size=(32, 32)))) not in first
    assert fingerprint(other.draw(in_the_wood(4))) == first[0]
    child = subprocess.run(
        [sys.executable, "-c", CHILD], capture_output=True, text=True, check=True
    )
    assert child.stdout.strip() == first[0]


def test_each_pixel_is_one_thing_in_every_layer() -> None:
    scene, picture = wood(), painter().draw(in_the_wood())
    things = scene.things
    row = {int(ident): k for k, ident in enumerate(things.ident)}
    parts = {
        k: {number_of(c) for c in (a.semantic, *a.part_classes.values())}
        for k, a in enumerate(things.archetypes)
    }
    numbers = np.unique(picture.instance[picture.instance >= FIRST])
    assert len(numbers) > 20
    for number in numbers.tolist():
        own = row[int(painter().idents[number])]
        classes = set(picture.semantic[picture.instance == number].tolist())
        assert classes <= parts[int(things.kind[own])]
    nothing = picture.ids == 0
    assert (np.isinf(picture.depth) == nothing).all()


def test_what_is_nearer_hides_what_is_behind() -> None:
    wall = Box(position_m=(4.0, 0.0), size_m=(0.2, 20.0, 8.0))
    behind = Box(position_m=(8.0, 0.0), size_m=(1.0, 1.0, 1.0))
    scene = generate.make(Flat(objects=(wall, behind)), seed=1)
    drawn = Painter(scene, LEVELS["high"])
    picture = drawn.draw(from_the_gate())
    seen = set(drawn.idents[np.unique(picture.instance)].tolist())
    first, second = scene.objects.ident.tolist()
    assert first in seen
    assert second not in seen


def test_shadows_lie_away_from_the_sun() -> None:
    """From straight above, the shadow of a mast points away from the sun, as long as it says."""
    mast = Box(position_m=(0.0, 0.0), size_m=(0.3, 0.3, 3.0))
    azimuth, height = math.radians(30.0), math.radians(40.0)
    scene = generate.make(Flat(objects=(mast,)), seed=1)
    light = Light(sun_azimuth_rad=azimuth, sun_height_rad=height)
    scene = scene.with_edits([SetLight(light=light)])
    view = looking((0.0, 0.0, 20.0), (0.001, 0.0, 0.0), size=(400, 400), fov_rad=0.8)
    picture = Painter(scene, LEVELS["high"]).draw(view)
    ground = picture.instance == 1
    grey = picture.colour.mean(axis=-1)
    dark = ground & (grey < 0.3 * np.median(grey[ground]))
    row, column = np.nonzero(dark)
    assert len(row) > 100
    metre = view.focal[0] / 20.0
    right, down = view.optical_from_world[:2, :2]
    place = ((column + 0.5 - 200.0)[:, None] * right + (row + 0.5 - 200.0)[:, None] * down) / metre
    away = -np.array([math.cos(azimuth), math.sin(azimuth)])
    along, across = place @ away, place @ np.array([-away[1], away[0]])
    assert np.abs(across).max() < 0.4
    assert along.max() == pytest.approx(3.0 / math.tan(height) + 0.15, abs=0.35)


@pytest.mark.parametrize("height_deg", [60.0, 25.0, 3.0, -4.0])
def test_the_sky_gives_as_much_light_as_was_measured(height_deg: float) -> None:
    light = Light(sun_azimuth_rad=0.7, sun_height_rad=math.radians(height_deg))
    sky, now = sky_light(light), daylight(light)
    assert sky.up @ LUMA == pytest.approx(now.sky_lx / 1000.0, rel=1e-3)
    assert sky.beam @ LUMA == pytest.approx(now.beam_lx / 1000.0, rel=1e-6, abs=1e-12)
    assert (sky.picture >= 0.0).all()
    if height_deg > 20.0:
        zenith = sky.picture[-1].mean(axis=0)
        assert zenith[2] > 1.5 * zenith[0], "a clear sky is blue above"
    if height_deg == 3.0:
        assert sky.beam[0] > 2.0 * sky.beam[2], "a low sun is red"


def test_presets_are_ever_darker() -> None:
    levels = [sky_light(Light(preset=p)).level for p in ("bright", "somber", "dusk", "night")]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > 20.0 * levels[2] > 20.0 * levels[3] > 0.0


def test_a_plain_yard_is_drawn_without_things() -> None:
    scene = generate.make(Flat(), seed=0)
    picture = Painter(scene, LEVELS["low"]).draw(from_the_gate())
    assert set(np.unique(picture.instance).tolist()) == {0, 1}
    assert yard().digest != scene.digest
