"""Avatars: people by their attributes, so that whoever knows the name of one knows what it is like.

``avatar_sitting_red_female_tall_2`` sits, wears red, is a woman and tall; the number chooses among
faces and hair. ``avatar_sitting_red_female_tall_tied_2`` is tied to the chair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.people import Dress, Gender, Person, Stature
from outrider.world.archetype import Archetype
from outrider.world.assets import people
from outrider.world.assets.chairs import wooden_chair
from outrider.world.assets.look import HEIGHTS_M, Hair, Look
from outrider.world.mesh import Mesh, merge
from outrider.world.solids import Solids
from outrider.world.solids import merge as merge_solids

FAMILY: Final = "avatar"
POSES: Final = {
    "sitting": ("sit", 0.0), "laying": ("lie_back", 0.0), "patrolling": ("walk", 0.14),
    "idle": ("stand", 0.0), "tied": ("tied_to_chair", 0.0),
}  # fmt: skip
"""Pose and phase by posture."""
TIED: Final = "tied"
SEATED: Final = ("sitting", TIED)
CLOTHS: Final[dict[Dress, str]] = {
    "yellow": "fabric_yellow", "red": "fabric_red", "purple": "fabric_purple",
    "blue": "fabric_blue",
}  # fmt: skip
"""Material of the clothes by colour."""
_STATURES: Final[tuple[Stature, ...]] = ("short", "medium", "tall")
_FACES: Final = (
    ("skin_light", "hair_brown"), ("skin_tan", "hair_black"), ("skin_brown", "hair_black"),
    ("skin_light", "hair_blond"), ("skin_dark", "hair_black"), ("skin_light", "hair_grey"),
)  # fmt: skip
_HAIR: Final[dict[Gender, tuple[Hair, ...]]] = {
    "female": ("long", "tail"), "male": ("short", "short", "bald"),
}  # fmt: skip
_FIELDS: Final = ("activity", "colour", "gender", "height")


@lru_cache(maxsize=1)
def chair() -> Archetype:
    """What everybody who sits has."""
    return wooden_chair(0)


def _chair_materials() -> set[str]:
    return {name for mesh in chair().lods for name in mesh.materials}


def height_of(person: Person) -> float:
    """Body height, m."""
    return HEIGHTS_M[person.gender][_STATURES.index(person.height)]


def clothes_of(person: Person, *, variant: int = 0) -> Look:
    """What a person looks like; all of the upper body is in the colour that was given."""
    skin, hair = _FACES[variant % len(_FACES)]
    styles = _HAIR[person.gender]
    female = person.gender == "female"
    return Look(
        sex=person.gender, height_m=height_of(person), skin=skin, hair=hair,
        hair_style=styles[variant % len(styles)], top="tshirt" if female else "shirt",
        top_material=CLOTHS[person.colour], bottom_material="fabric_black",
        shoes="fabric_white" if female else "leather_black",
    )  # fmt: skip


def avatar_name(person: Person, *, variant: int = 0) -> str:
    """The name of the archetype of a person."""
    words = [person.activity, person.colour, person.gender, person.height]
    tied = [TIED] if person.tied_to_chair else []
    return "_".join([FAMILY, *words, *tied, str(variant % len(_FACES))])


def person_of(name: str) -> Person | None:
    """The attributes that a name of an archetype tells; None if it is no avatar's."""
    family, *words = name.split("_")
    return _person(words[:-1]) if family == FAMILY else None


def _person(words: Sequence[str]) -> Person:
    facts: dict[str, object] = dict(zip(_FIELDS, words, strict=False))
    if words[len(_FIELDS) :] == [TIED]:
        facts["tied_to_chair"] = True
    elif len(words) != len(_FIELDS):
        raise UnknownNameError("avatar", "_".join(words), ["_".join(_FIELDS)])
    try:
        return msgspec.convert(facts, Person)
    except msgspec.ValidationError as fault:
        raise UserError(f"avatar {'_'.join(words)}: {fault}") from fault


def avatar(words: Sequence[str], variant: int) -> Archetype:
    """The archetype of attributes; who sits has a chair, which is furniture."""
    person = _person(words)
    look = clothes_of(person, variant=variant)
    seated = person.posture in SEATED
    return Archetype(
        name=avatar_name(person, variant=variant), semantic="person",
        lods=tuple(body_of(look, person.posture, lod=lod) for lod in range(people.LODS)),
        lod_m=people.LOD_M, proxies=solids_of(look, person.posture),
        part_classes=dict.fromkeys(_chair_materials(), "furniture") if seated else {},
    )  # fmt: skip


def body_of(look: Look, posture: str, *, lod: int = 0) -> Mesh:
    """The dressed body in the pose of a posture, with the chair of one who sits."""
    gait, phase = POSES[posture]
    body = people.posed(look, gait, phase, lod=lod)
    return merge([body, chair().lods[lod]]) if posture in SEATED else body


def solids_of(look: Look, posture: str) -> Solids:
    """The solids of the same."""
    gait, phase = POSES[posture]
    body = (people.limbs if gait == "walk" else people.proxies)(look, gait, phase)
    return merge_solids([body, chair().proxies]) if posture in SEATED else body


FAMILIES: Final[dict[str, Callable[[Sequence[str], int], Archetype]]] = {FAMILY: avatar}
