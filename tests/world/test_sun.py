"""The sun's place against closed forms and a published almanac, and the light of sky and air."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from outrider.scenario.sky import Light, Weather
from outrider.world.daylight import daylight, extinction, visibility
from outrider.world.sun import Sun, sun_at, sun_of

TILT = 23.44


def day(year: int, month: int, number: int, *, latitude: float, longitude: float) -> list[Sun]:
    """The sun's places on a day, minute by minute."""
    midnight = datetime(year, month, number, tzinfo=UTC)
    return [
        sun_at(
            midnight + timedelta(minutes=minute), latitude_rad=math.radians(latitude),
            longitude_rad=math.radians(longitude), refracted=False,
        )
        for minute in range(24 * 60)
    ]  # fmt: skip


def test_it_stands_where_the_solar_position_algorithm_puts_it() -> None:
    """Reda and Andreas (2004), example of appendix A.5: zenith 50.11162°, azimuth 194.34024°."""
    when = datetime(2003, 10, 17, 19, 30, 30, tzinfo=UTC)
    latitude, longitude = math.radians(39.742476), math.radians(-105.1786)
    sun = sun_at(when, latitude_rad=latitude, longitude_rad=longitude)
    assert 90.0 - math.degrees(sun.height_rad) == pytest.approx(50.11162, abs=0.02)
    assert (90.0 - math.degrees(sun.azimuth_rad)) % 360.0 == pytest.approx(194.34024, abs=0.02)


@pytest.mark.parametrize("latitude", [-34.0, 0.0, 48.2, 60.0])
@pytest.mark.parametrize("year", [1960, 2026, 2090])
def test_at_the_solstices_noon_is_as_high_as_the_tilt_says(latitude: float, year: int) -> None:
    for month, tilt in ((6, TILT), (12, -TILT)):
        suns = day(year, month, 21, latitude=latitude, longitude=16.4)
        top = max(suns, key=lambda sun: sun.height_rad)
        assert math.degrees(top.height_rad) == pytest.approx(90.0 - abs(latitude - tilt), abs=0.05)


def test_at_the_equinox_it_rises_due_east_and_sets_due_west() -> None:
    suns = day(2026, 3, 20, latitude=48.2, longitude=0.0)
    up = [sun.height_rad > 0.0 for sun in suns]
    rise, fall = up.index(True), len(up) - 1 - up[::-1].index(True)
    assert abs(math.degrees(suns[rise].azimuth_rad)) < 0.6
    assert abs(math.degrees(suns[fall].azimuth_rad)) == pytest.approx(180.0, abs=0.6)
    assert fall - rise == pytest.approx(720, abs=4)


def test_noon_comes_with_the_equation_of_time() -> None:
    """In early November the sun is 16.4 minutes ahead, in mid-February 14.2 behind (almanacs)."""
    for month, number, minutes in ((11, 3, 16.43), (2, 11, -14.24)):
        suns = day(2026, month, number, latitude=50.0, longitude=0.0)
        noon = max(range(len(suns)), key=lambda k: suns[k].height_rad)
        assert noon == pytest.approx(720.0 - minutes, abs=1.0)


def test_refraction_lifts_it_by_half_a_degree_at_the_horizon_and_by_nothing_overhead() -> None:
    when = datetime(2026, 3, 20, tzinfo=UTC)
    lifted = []
    for minute in range(24 * 60):
        at = when + timedelta(minutes=minute)
        seen = sun_at(at, latitude_rad=0.0, longitude_rad=0.0)
        true = sun_at(at, latitude_rad=0.0, longitude_rad=0.0, refracted=False)
        lifted.append((math.degrees(true.height_rad), math.degrees(seen.height_rad)))
    near = min(lifted, key=lambda pair: abs(pair[0]))
    high = max(lifted)
    assert near[1] - near[0] == pytest.approx(0.48, abs=0.06)
    assert high[1] - high[0] == pytest.approx(0.0, abs=0.001)


def test_a_light_says_the_sun_by_place_or_time_and_time_goes_on() -> None:
    told = Light(sun_azimuth_rad=0.3, sun_height_rad=0.7)
    assert sun_of(told) == Sun(0.3, 0.7)
    direction = sun_of(told).direction
    assert np.linalg.norm(direction) == pytest.approx(1.0)
    assert direction[2] == pytest.approx(math.sin(0.7))
    light = Light(time="2026-06-21T10:00:00Z", latitude_rad=0.84, longitude_rad=0.2)
    later = Light(time="2026-06-21T11:00:00Z", latitude_rad=0.84, longitude_rad=0.2)
    assert sun_of(light, after_s=3600.0) == sun_of(later)


def test_presets_darken_in_their_order() -> None:
    lux = [daylight(Light(preset=p)).level_lx for p in ("bright", "somber", "dusk", "night")]
    assert lux == sorted(lux, reverse=True)
    assert 60_000 < lux[0] < 120_000
    assert lux[3] < 0.01


def test_light_grows_with_the_sun_and_reddens_towards_the_horizon() -> None:
    heights = np.radians(np.arange(-18.0, 90.0, 1.0))
    suns = [daylight(Light(sun_azimuth_rad=0.0, sun_height_rad=float(h))) for h in heights]
    assert (np.diff([one.level_lx for one in suns]) > 0.0).all()
    red = [one.colour[0] / one.colour[2] for one in suns if one.height_rad > 0.0]
    assert (np.diff(red) < 0.0).all()
    civil = daylight(Light(sun_azimuth_rad=0.0, sun_height_rad=math.radians(-6.0)))
    assert civil.level_lx == pytest.approx(3.4)


def test_contrast_at_the_visibility_is_five_percent_and_all_in_the_air_adds_up() -> None:
    for metres in (50.0, 150.0, 4000.0):
        fog = Weather(visibility_m=metres)
        assert math.exp(-extinction(fog) * metres) == pytest.approx(0.05)
        assert visibility(fog) == pytest.approx(metres)
    assert extinction(Weather()) == 0.0
    assert visibility(Weather()) == math.inf
    rates = [extinction(Weather(rain_mm_h=r)) for r in (0.0, 2.0, 10.0, 50.0)]
    assert rates == sorted(rates)
    both = Weather(visibility_m=500.0, rain_mm_h=10.0)
    assert extinction(both) == pytest.approx(extinction(Weather(visibility_m=500.0)) + rates[2])
    # A haboob of 56 mg/m³ lets one see a kilometre.
    assert visibility(Weather(dust_mg_m3=56.0)) == pytest.approx(1000.0)
