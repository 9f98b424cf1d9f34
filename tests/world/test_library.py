"""Assets by name: their variants, and those that plugins offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.worlds import Asset, Flat
from outrider.world import generate, library
from outrider.world.archetype import Archetype
from tests.installed import assets

STONE = """
from outrider.world import forms
from outrider.world.archetype import Archetype

VARIANTS = {"cairn": 3}

def stone(variant, name="stone"):
    ball = forms.ball(0.2, material="rock_red")
    return Archetype(name=f"{name}_{variant}", semantic="rock", lods=(ball,))

def cairn(variant):
    return stone(variant, "cairn")

def oak(variant):
    return stone(variant, "oak")

def stick(variant):
    return None

def misnamed(variant):
    return stone(variant, "other")

number = 4
"""


@pytest.mark.parametrize("variant", ["²", "٣", "", "-1", "1.0", "x", "9" * 30])
def test_a_variant_is_a_plain_number(variant: str) -> None:
    with pytest.raises(UnknownNameError, match="no asset named"):
        library.archetype(f"oak_{variant}")


def test_every_variant_that_a_maker_has_can_be_placed_and_no_other() -> None:
    spots = [(name, count) for name in library.makers()
             for count in [library.variants_of(name)]]  # fmt: skip
    assert len(spots) > 200
    for name, count in spots:
        with pytest.raises(UserError, match=rf"^world\.objects\.0\.variant: .*'{name}'; it has"):
            placed(name, count)
    last = library.variants_of("oak") - 1
    assert placed("oak", last).name == f"oak_{last}"


def placed(asset: str, variant: int) -> Archetype:
    world = Flat(objects=(Asset(asset=asset, variant=variant, position_m=(5.0, 0.0)),))
    return generate.make(world, seed=1).things.archetypes[0]


def test_offered_assets_have_the_variants_of_their_module(tmp_path: Path) -> None:
    with assets(tmp_path, STONE, "stone", "cairn"):
        assert library.names_of("cairn") == ("cairn_0", "cairn_1", "cairn_2")
        assert library.names_of("stone") == ("stone_0",)
        assert library.archetype("cairn_2").name == "cairn_2"
        with pytest.raises(UserError, match=r"no 3 of 'cairn'; it has variants 0 to 2"):
            placed("cairn", 3)
        with pytest.raises(UserError, match=r"no 1 of 'stone'; it has variant 0 alone"):
            placed("stone", 1)
        with pytest.raises(UnknownNameError, match="did you mean 'cairn'"):
            placed("carn", 0)
    assert "cairn" not in library.makers()


@pytest.mark.parametrize(("name", "told"), [
    ("number", "is of type int, which cannot be called"),
    ("stick", "returned NoneType; it must return an outrider"),
    ("misnamed", "names itself 'other_0'; it must be named 'misnamed_0'"),
    ("missing", "plugin 'missing' of 'totem-poles' cannot be loaded"),
])  # fmt: skip
def test_what_is_no_asset_is_told_when_it_is_used(name: str, told: str, tmp_path: Path) -> None:
    with assets(tmp_path, STONE, name, "stone"):
        assert placed("stone", 0).name == "stone_0"
        with pytest.raises(UserError, match=told):
            placed(name, 0)


@pytest.mark.parametrize("count", ["{'stone': 0}", "{'stone': 'two'}", "{'stone': True}", "[2]"])
def test_numbers_of_variants_that_cannot_be_are_told(count: str, tmp_path: Path) -> None:
    code = STONE.replace('{"cairn": 3}', count)
    with assets(tmp_path, code, "stone"), pytest.raises(UserError, match="VARIANTS of its module"):
        library.names_of("stone")


@pytest.mark.parametrize("name", ["oak", "avatar", "zebra"])
def test_an_offered_asset_takes_no_built_in_name(name: str, tmp_path: Path) -> None:
    with assets(tmp_path, STONE, name), pytest.raises(UserError, match=f"named '{name}', as a"):
        library.makers()
