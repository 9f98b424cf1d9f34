"""Recipe ``campus``: a building of three storeys and a low hall about a plaza.

The building has six segments of three rooms, each with its messiness, risk and sound.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from outrider.core.errors import UnknownNameError, UserError
from outrider.core.rng import Stream
from outrider.scenario.people import Person
from outrider.scenario.worlds import Campus
from outrider.world.draft import Draft
from outrider.world.furnishing import Furnishing
from outrider.world.interiors import Frame, building_of
from outrider.world.recipes.campus_grounds import Grounds
from outrider.world.recipes.campus_plans import CATALOGUES, Raised, hall, tower
from outrider.world.room_furniture import furniture_of
from outrider.world.scene import Cover, Region
from outrider.world.things import Things

TOWER_AT: Final = Frame((0.0, 27.0), 0.0)
HALL_AT: Final = Frame((43.0, -4.0), -1.5707963267948966)
SEARCHED: Final = ("office", "meeting", "laboratory", "lecture", "cafe")
"""Kinds of the rooms that a team may have to search."""
_TIDY: Final = 0.35
"""Messiness of rooms that nobody searches."""
_SOUNDS: Final = ("minimal", "moderate", "loud")


def make_campus(spec: Campus, *, seed: int) -> Draft:
    """Two furnished buildings on their grounds; the origin lies on the plaza between them."""
    grounds = Grounds(spec, seed)
    raised = (tower(TOWER_AT, spec.storeys), hall(HALL_AT))
    facts = _facts(spec, seed, raised)
    inside = {entry.name: entry.people for entry in spec.rooms}
    built = tuple(
        part
        for number, one in enumerate(raised)
        for part in _parts(one, f"b{number}", facts, inside, seed)
    )
    return Draft(
        terrain=grounds.terrain,
        things=(*built, grounds.avenue(), grounds.fixtures(), grounds.cars()),
        growth=grounds.growth(),
        skins={
            "grass": "lawn",
            "concrete": "paving",
            "soil": "soil_tilled",
            "gravel": "sand_beach",
        },
        regions=tuple(
            Region(name=f"entrance_{k}", kind="place", position_m=at, half_m=(2.0, 2.0))
            for k, at in enumerate(((0.0, 18.5), (30.5, -4.0)))
        ),
        buildings=tuple(
            building_of(
                f"b{k}", kind, one.frame, one.storeys, one.rect, height_m=one.height_m, facts=facts
            )
            for k, (one, kind) in enumerate(zip(raised, ("offices", "hall"), strict=True))
        ),
        roads=grounds.roads(),
        cover=Cover(flat="grass", steep="grass"),
        extent=grounds.extent,
    )


def _parts(
    one: Raised,
    name: str,
    facts: Mapping[str, dict[str, Any]],
    inside: Mapping[str, tuple[Person, ...]],
    seed: int,
) -> list[Things]:
    """A building's parts, what is fixed in it, and the furniture and people of its rooms."""
    out = [one.works.things(f"building/{name}"), one.fixed.things(f"fixed/{name}")]
    for storey in one.storeys:
        for space in storey.spaces:
            people = inside.get(space.name, ())
            if space.kind not in CATALOGUES:
                _need_empty(space.name, people)
                continue
            furnishing = Furnishing(
                messiness=facts[space.name]["messiness"], catalogue=CATALOGUES[space.kind],
                people=people,
                seed=int(Stream(seed, "rooms", space.name).integers(1, 1, low=0, high=2**31)[0]),
            )  # fmt: skip
            out.append(
                furniture_of(one.frame, storey, space, furnishing, one.taken.get(space.name, ()))
            )
    return [part for part in out if len(part)]


def _need_empty(room: str, people: tuple[Person, ...]) -> None:
    if people:
        raise UserError(
            f"world.rooms: nobody can be put into {room}, which is not furnished; "
            "choose an office, a laboratory or the like"
        )


def _facts(spec: Campus, seed: int, raised: tuple[Raised, ...]) -> dict[str, dict[str, Any]]:
    """Messiness, risk and sound of every room: as given, else by chance within their limits."""
    spaces = [space for one in raised for storey in one.storeys for space in storey.spaces]
    facts = {space.name: _chances(spec, seed, space.name, space.kind) for space in spaces}
    for entry in spec.rooms:
        if entry.name not in facts:
            raise UnknownNameError("room", entry.name, facts, where="world.rooms")
        given = {"messiness": entry.messiness, "risk": entry.risk, "sound": entry.sound}
        facts[entry.name] |= {key: value for key, value in given.items() if value is not None}
    return facts


def _chances(spec: Campus, seed: int, name: str, kind: str) -> dict[str, Any]:
    if kind not in SEARCHED:
        return {"messiness": _TIDY if kind in CATALOGUES else 0.0, "risk": 0.0, "sound": "minimal"}
    mess, risk, sound = Stream(seed, "rooms", name).uniform(0, 3).tolist()
    return {
        "messiness": round(_between(spec.messiness, mess), 3),
        "risk": round(_between(spec.risk, risk), 3),
        "sound": _SOUNDS[min(int(3.0 * sound), 2)],
    }


def _between(limits: tuple[float, float], share: float) -> float:
    low, high = limits
    return low + (max(high, low) - low) * share
