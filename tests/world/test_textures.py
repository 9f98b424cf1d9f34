"""Textures: seamless, of their material's colour, the same everywhere and always."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider.core.rng import Stream
from outrider.world.materials import MATERIALS, Material, Pattern
from outrider.world.patterns.canvas import SIDE, Canvas, shifted, soft
from outrider.world.patterns.catalogue import PATTERNS
from outrider.world.patterns.strokes import Strokes, stalk
from outrider.world.textures import Texture, texture

CARDS = tuple(one for one in MATERIALS.values() if one.scale_m == 0)
TILES = tuple(one for one in MATERIALS.values() if one.scale_m > 0)
FOLIAGE = {"leaves", "broad_leaves", "needles", "fronds", "blades"}


@cache
def first_of(pattern: Pattern) -> Material:
    """A material with that pattern, and enough contrast to see it."""
    found = next((one for one in MATERIALS.values() if one.pattern == pattern), None)
    return found or Material(name=f"only_{pattern}", colour=(128, 120, 110), pattern=pattern)


def digest(tile: Texture) -> str:
    state = blake2b(digest_size=12)
    for array in (tile.albedo, tile.relief, tile.roughness):
        state.update(array.tobytes())
    return state.hexdigest()


def seam_over_inside(field: NDArray[np.generic], axis: int) -> float:
    """The step over the tile's edge by the largest between rows inside, each a mean of a row."""
    rows = np.moveaxis(np.asarray(field, float), axis, 0).reshape(SIDE, -1)
    steps = np.abs(np.roll(rows, -1, axis=0) - rows).mean(axis=1)
    return float(steps[-1] / max(steps[:-1].max(), 1e-9))


def test_every_pattern_is_served_and_used_by_name() -> None:
    assert set(PATTERNS) == set(get_args(Pattern))
    assert {one.pattern for one in MATERIALS.values()} <= set(PATTERNS)


def test_shapes_types_and_ranges() -> None:
    for one in MATERIALS.values():
        tile = texture(one)
        assert tile.albedo.shape == (SIDE, SIDE, 4)
        assert tile.relief.shape == tile.roughness.shape == (SIDE, SIDE)
        kinds = [array.dtype.str for array in (tile.albedo, tile.relief, tile.roughness)]
        assert kinds == ["|u1", "<f4", "|u1"]
        assert 0.0 <= tile.relief.min() <= tile.relief.max() <= 1.0, one.name


def test_the_mean_colour_is_the_material_s() -> None:
    for one in MATERIALS.values():
        albedo = texture(one).albedo
        mean = albedo[albedo[..., 3] > 127][:, :3].mean(axis=0)
        assert np.abs(mean - one.colour).max() <= 3.0, (one.name, mean)


def test_the_mean_roughness_stays_near_the_material_s() -> None:
    for one in MATERIALS.values():
        assert abs(texture(one).roughness.mean() / 255.0 - one.roughness) < 0.25, one.name


@pytest.mark.parametrize("axis", [0, 1])
def test_tiles_have_no_seam(axis: int) -> None:
    for one in TILES:
        tile = texture(one)
        for field in (tile.albedo, tile.relief, tile.roughness):
            assert seam_over_inside(field, axis) <= 1.25, one.name


def test_only_what_says_so_has_holes() -> None:
    for one in MATERIALS.values():
        coverage = texture(one).albedo[..., 3]
        if one.cutout:
            assert coverage.min() == 0, one.name
            assert coverage.max() == 255, one.name
        else:
            assert coverage.min() == 255, one.name


def test_cards_are_filled_about_half() -> None:
    for one in CARDS:
        share = float((texture(one).albedo[..., 3] > 127).mean())
        low, high = (0.33, 0.68) if one.pattern in FOLIAGE else (0.25, 0.6)
        assert low <= share <= high, (one.name, share)


def test_cards_stand_on_their_lowest_row_and_end_within_the_others() -> None:
    for one in CARDS:
        there = texture(one).albedo[..., 3] > 127
        assert there[0].any(), one.name
        middle = np.flatnonzero(there[0]).mean() / SIDE
        assert 0.35 < middle < 0.65, one.name
        for edge in (there[-1], there[:, 0], there[:, -1]):
            assert edge.mean() <= 0.05, one.name


def test_cards_have_a_fringed_outline() -> None:
    """Its border is several times as long as that of a square of the same area."""
    for one in CARDS:
        there = (texture(one).albedo[..., 3] > 127).astype(int)
        border = np.abs(np.diff(there, axis=0)).sum() + np.abs(np.diff(there, axis=1)).sum()
        assert border > 1.6 * 4.0 * np.sqrt(there.sum()), one.name


@pytest.mark.parametrize("pattern", get_args(Pattern))
def test_contrast_scales_the_variation(pattern: Pattern) -> None:
    one = first_of(pattern)
    grey = replace(one, colour=(120, 120, 120))
    spread = []
    for contrast in (0.0, 0.1, 0.2, 0.4):
        albedo = texture(replace(grey, contrast=contrast)).albedo
        spread.append(float(albedo[albedo[..., 3] > 127][:, :3].std()))
    assert spread[0] == 0.0
    assert all(low + 0.5 < high for low, high in pairwise(spread)), spread


def test_same_name_same_tile_other_name_other_tile() -> None:
    one = MATERIALS["rock_grey"]
    again = texture.__wrapped__(one)
    assert digest(again) == digest(texture(one))
    assert digest(texture(replace(one, name="rock_elsewhere"))) != digest(again)
    assert texture(one) is texture(replace(one))


def test_tiles_are_the_same_in_a_fresh_process_with_other_hashes() -> None:
    names = [first_of(pattern).name for pattern in get_args(Pattern)]
    names = [name for name in names if name in MATERIALS][::6]
    code = (
        "from tests.world.test_textures import MATERIALS, digest, texture;"
        f"print(*(digest(texture(MATERIALS[name])) for name in {names!r}))"
    )
    there = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.split() == [digest(texture(MATERIALS[name])) for name in names]


def test_tiles_depend_on_neither_order_nor_time() -> None:
    names = ("grass_ground", "brick_red", "leaves_oak", "water")
    forth = [digest(texture.__wrapped__(MATERIALS[name])) for name in names]
    back = [digest(texture.__wrapped__(MATERIALS[name])) for name in reversed(names)]
    assert forth == back[::-1]


def test_a_shared_tile_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="read-only"):
        texture(MATERIALS["brick_red"]).albedo[0, 0] = 0


def test_bricks_lie_in_running_bond() -> None:
    """Twelve courses of four; the joints of one lie amid the bricks of the next."""
    relief = texture(MATERIALS["brick_red"]).relief
    assert int(np.abs(np.fft.rfft(relief.mean(axis=1)))[1:].argmax()) + 1 == 12
    # The middles of courses lie at whole twelfths; a phase is where their joints are.
    middles = np.rint(np.arange(1, 12) * SIDE / 12.0 - 0.5).astype(int)
    waves = np.fft.rfft(relief[middles], axis=1)
    power = (np.abs(waves) ** 2).mean(axis=0)
    assert int(power[1:8].argmax()) + 1 == 4
    against = waves[1:, 4] * np.conj(waves[:-1, 4])
    assert against.real.sum() < -0.8 * np.abs(against).sum()


def test_furrows_of_bark_run_up_the_trunk() -> None:
    for name in ("bark_oak", "bark_dead", "hair_brown"):
        relief = texture(MATERIALS[name]).relief
        across = np.abs(np.diff(relief, axis=1)).mean()
        upwards = np.abs(np.diff(relief, axis=0)).mean()
        assert across > 1.5 * upwards, name


def test_corrugated_sheet_has_twelve_waves() -> None:
    waves = np.abs(np.fft.rfft(texture(MATERIALS["corrugated_grey"]).relief.mean(axis=0)))
    assert int(waves[1:].argmax()) + 1 == 12


def test_lava_is_brightest_in_its_low_cracks() -> None:
    tile = texture(MATERIALS["lava_glow"])
    green = tile.albedo[..., 1].astype(float)
    low = tile.relief < np.quantile(tile.relief, 0.2)
    assert green[low].mean() > 1.5 * green[~low].mean()


def test_noise_is_centred_of_unit_spread_and_seamless() -> None:
    noise = Canvas("any").noise("one", coarse=2, fine=20)
    assert abs(noise.mean()) < 1e-9
    assert noise.std() == pytest.approx(1.0)
    waves = np.abs(np.fft.fft2(noise))
    number = np.hypot(*np.meshgrid(*2 * [np.fft.fftfreq(SIDE, 1 / SIDE)]))
    assert waves[(number < 2) | (number > 20)].max() < 1e-9 * waves.max()


def test_cells_agree_with_a_search_over_all_seeds() -> None:
    """A plain twin: distances to every seed and its copies in the tiles about."""
    across, rows = 5, 7
    canvas = Canvas("any")
    cells = canvas.cells("c", across, rows, jitter=0.8)
    draws = Stream(0, "textures", "any", "c").uniform(0, 2 * across * rows)
    offsets = 0.5 + 0.8 * (draws.reshape(2, rows, across) - 0.5)
    for i, j in ((0, 0), (3, 127), (64, 70), (127, 5), (90, 31)):
        x, y = (j + 0.5) / SIDE * across, (i + 0.5) / SIDE * rows
        far = sorted(
            float(np.hypot(a + offsets[0, b % rows, a % across] - x,
                           b + offsets[1, b % rows, a % across] - y))
            for a in range(-across, 2 * across) for b in range(-rows, 2 * rows)
        )  # fmt: skip
        assert cells.near[i, j] == pytest.approx(far[0])
        assert cells.gap[i, j] == pytest.approx(far[1] - far[0], abs=0.15)


def test_a_shift_by_whole_pixels_is_a_roll() -> None:
    noise = Canvas("any").noise("one")
    moved = shifted(noise, 5 / SIDE, -3 / SIDE)
    assert np.abs(moved - np.roll(noise, (3, -5), (0, 1))).max() < 1e-9
    assert soft(noise).mean() == pytest.approx(noise.mean(), abs=1e-12)


def test_a_stroke_covers_its_area_and_the_later_one_wins() -> None:
    strokes = Strokes()
    strokes.add((0.25, 0.5), 0.0, 0.5, 0.1, outline=np.ones_like, colour=(255, 0, 0))
    look = strokes.look()
    assert look.cover is not None
    assert look.cover.mean() == pytest.approx(0.5 * 0.1, rel=0.06)
    strokes.add((0.5, 0.25), 0.5 * np.pi, 0.5, 0.1, outline=stalk, colour=(0, 0, 255))
    below, above = strokes.look().stains
    middle = slice(SIDE // 2 - 2, SIDE // 2 + 2)
    assert below.mask[middle, middle].max() == 0.0
    assert above.mask[middle, middle].min() == 1.0
