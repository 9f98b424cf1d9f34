"""Wet, snowed, leafy and dusty surfaces: monotone in their state, and what they are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from outrider.scenario.sky import Light, Sky, Weather
from outrider.scenario.worlds import Box, Flat
from outrider.world import forms, generate, store
from outrider.world.grip import friction
from outrider.world.materials import MATERIALS, material
from outrider.world.outdoors import grain, lit_by, open_sky, weathered_frame
from outrider.world.raster import (
    Shot,
    camera,
    develop,
    light,
    place,
    rasterise,
    sun_of,
)
from outrider.world.scene import Scene
from outrider.world.semantics import number_of
from outrider.world.sun import sun_of as sky_sun
from outrider.world.weathering import SNOW, cover, material_in, weathered

F64 = NDArray[np.float64]
AMOUNTS = np.linspace(0.0, 1.0, 21)
ASPHALT = 0.05


def one(
    state: str, amount: float, *, open_sky: float = 1.0, chance: float | None = None
) -> tuple[F64, float]:
    """Level asphalt in a state."""
    albedo, rough = weathered(
        [[ASPHALT] * 3], [0.95], normal_z=[1.0], weather=Weather(**{state: amount}),
        open_sky=open_sky, grain=chance,
    )  # fmt: skip
    return albedo[0], float(rough[0])


def test_plain_weather_changes_nothing() -> None:
    albedo, rough = one("wetness", 0.0)
    assert albedo.tolist() == [ASPHALT] * 3
    assert rough == 0.95
    assert all(material_in(entry, Weather()) is entry for entry in MATERIALS.values())


@pytest.mark.parametrize("chance", [None, 0.03, 0.4, 0.97])
def test_the_wetter_the_darker_and_smoother(chance: float | None) -> None:
    made = [one("wetness", amount, chance=chance) for amount in AMOUNTS.tolist()]
    light, rough = [a.mean() for a, _ in made], [r for _, r in made]
    assert (np.diff(light) < 0.0).all()
    assert (np.diff(rough) <= 0.0).all()
    assert rough[-1] < 0.7 * rough[0]
    # Soaked soil sends back half of what it did; glass and metal as much as before.
    assert light[-1] / light[0] == pytest.approx(0.5)
    glass, _ = weathered([[0.3] * 3], [0.1], normal_z=[0.0], weather=Weather(wetness=1.0))
    metal, _ = weathered(
        [[0.3] * 3], [0.9], normal_z=[0.0], weather=Weather(wetness=1.0), metallic=1.0
    )
    assert glass.tolist() == metal.tolist() == [[0.3] * 3]


@pytest.mark.parametrize("state", ["snow_cover", "leaf_cover", "dust_cover"])
@pytest.mark.parametrize("chance", [None, 0.03, 0.4, 0.97])
def test_the_more_lies_there_the_more_it_looks_so(state: str, chance: float | None) -> None:
    name = {"snow_cover": "snow", "leaf_cover": "leaf_litter", "dust_cover": "dust"}[state]
    wanted = (np.array(material(name).colour) / 255.0) ** 2.2
    away = [float(np.abs(one(state, a, chance=chance)[0] - wanted).max()) for a in AMOUNTS.tolist()]
    assert (np.diff(away) <= 1e-12).all()
    assert away[-1] < 0.2 * away[0]


def test_snow_lies_on_level_ground_first_and_never_on_walls() -> None:
    normal = np.linspace(-1.0, 1.0, 201)
    before = np.zeros(201)
    for amount in AMOUNTS.tolist():
        share = cover(normal, amount, SNOW)
        assert share[-1] == pytest.approx(amount)
        assert (np.diff(share) >= 0.0).all()
        assert (share >= before).all()
        assert (share[normal < 0.3] == 0.0).all()
        before = share
    # Deep snow lies on a slope that bears none of a thin fall.
    steep = np.cos(np.radians(44.0))
    assert cover([steep], 0.1, SNOW)[0] < 0.2 * 0.1
    assert cover([steep], 1.0, SNOW)[0] > 0.9


def test_in_patches_the_covered_share_is_the_cover() -> None:
    chance = (np.arange(10_000) + 0.5) / 10_000
    for amount in (0.1, 0.5, 0.9):
        albedo, _ = weathered(
            np.zeros((10_000, 3)), np.ones(10_000), normal_z=np.ones(10_000),
            weather=Weather(snow_cover=amount), grain=chance,
        )  # fmt: skip
        snow = (np.array(material("snow").colour) / 255.0) ** 2.2
        assert (albedo / snow).mean() == pytest.approx(amount, abs=0.01)


def test_the_grain_of_the_world_is_evenly_spread() -> None:
    x, y = np.meshgrid(np.arange(-900.0, 900.0, 5.3), np.arange(-900.0, 900.0, 5.3))
    found = np.sort(grain(np.column_stack((x.ravel(), y.ravel()))))
    even = (np.arange(len(found)) + 0.5) / len(found)
    assert np.abs(found - even).max() < 0.04


def test_nothing_falls_where_there_is_a_roof() -> None:
    dry, rough = one("wetness", 1.0, open_sky=0.0)
    assert dry.tolist() == [ASPHALT] * 3
    assert rough == 0.95
    roof = Box(position_m=(0.0, 0.0, 4.0), size_m=(10.0, 10.0, 0.2))
    scene = generate.make(Flat(objects=(roof,)), seed=1)
    places = np.array([(0.0, 0.0, 0.0), (20.0, 0.0, 0.0), (0.0, 0.0, 4.1)])
    assert open_sky(scene, places).tolist() == [0.0, 1.0, 1.0]


def test_a_lidar_sees_snow_brighter_and_wet_ground_darker() -> None:
    ground = material("soil_brown")
    wet, snowed = (
        material_in(ground, Weather(wetness=1.0)),
        material_in(ground, Weather(snow_cover=1)),
    )
    assert wet.reflectance_905 < ground.reflectance_905 < snowed.reflectance_905
    assert snowed.reflectance_905 == pytest.approx(material("snow").reflectance_905)
    assert wet.colour < ground.colour < snowed.colour


def test_friction_falls_with_water_and_snow_as_the_table_says() -> None:
    wetter = np.array([friction(Weather(wetness=a)) for a in AMOUNTS.tolist()])
    snowier = np.array([friction(Weather(snow_cover=a)) for a in AMOUNTS.tolist()])
    assert (np.diff(wetter, axis=0) <= 0.0).all()
    assert (np.diff(snowier, axis=0) <= 1e-15).all()
    asphalt, ice, snow = (number_of(name) for name in ("asphalt", "ice", "snow"))
    assert wetter[-1, asphalt] / wetter[0, asphalt] == pytest.approx(0.6 / 0.85)
    assert snowier[-1, asphalt] == pytest.approx(wetter[0, snow])
    assert snowier[-1, ice] == snowier[0, ice]


SHOT = Shot(eye=(0.0, -12.0, 5.0), target=(0.0, 0.0, 0.0), size=(60, 40), supersample=1)


def _picture(sky: Sky) -> F64:
    """A plate of ground, twenty metres wide, as the overview draws it."""
    scene, shot = _scene(sky), lit_by(_scene(sky), SHOT)
    plate = forms.box((20.0, 20.0, 0.2), material="soil_brown", center=(0.0, 0.0, -0.1))
    batches = [place(plate)]
    frame = rasterise(batches, camera(shot, shot.size), shot.size)
    frame = weathered_frame(scene, frame, sheets=1)
    return np.asarray(develop(light(frame, batches, shot), 1), np.float64)


def _scene(sky: Sky) -> Scene:
    return replace(generate.make(Flat(), seed=1), sky=sky)


def test_pictures_show_light_and_weather() -> None:
    plain = _picture(Sky())[25:].mean()
    assert _picture(Sky(weather=Weather(wetness=1.0)))[25:].mean() < 0.9 * plain
    assert _picture(Sky(weather=Weather(snow_cover=1.0)))[25:].mean() > 1.2 * plain
    order = [_picture(Sky(light=Light(preset=p)))[25:].mean()
             for p in ("bright", "somber", "dusk", "night")]  # fmt: skip
    assert order == sorted(order, reverse=True)
    near, far = (_picture(Sky(weather=Weather(visibility_m=v))) for v in (20.0, 2000.0))
    away = [abs(seen[25:].mean() - seen[0].mean()) for seen in (near, far)]
    assert away[0] < away[1]


def test_without_light_or_weather_pictures_are_as_they_were() -> None:
    scene = _scene(Sky())
    assert lit_by(scene, SHOT) is SHOT
    frame = rasterise([], camera(SHOT, SHOT.size), SHOT.size)
    assert weathered_frame(scene, frame, sheets=1) is frame


def test_the_shot_takes_the_scenes_sun() -> None:
    scene = _scene(Sky(light=Light(sun_azimuth_rad=1.0, sun_height_rad=0.5)))
    assert np.allclose(sun_of(lit_by(scene, SHOT)), sky_sun(scene.light).direction)


def test_light_and_weather_go_into_the_file_and_the_digest(tmp_path: object) -> None:
    scene = generate.make(Flat(), seed=1)
    wet = replace(scene, sky=Sky(weather=Weather(wetness=0.5), light=Light(preset="dusk")))
    assert wet.digest != scene.digest
    store.save(wet, f"{tmp_path}/wet.orw")
    again = store.load(f"{tmp_path}/wet.orw")
    assert again.digest == wet.digest
    assert (again.weather, again.light) == (wet.weather, wet.light)
