"""People in worlds: every attribute is taken, kept, told again and seen in the mesh."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider import scenario
from outrider.core import rotation
from outrider.core.errors import UnknownNameError, UserError
from outrider.scenario.people import Activity, Bystander, Dress, Gender, Person, Stature
from outrider.scenario.schema import Scenario
from outrider.scenario.worlds import Campus, Flat, RoomSetting, Slope
from outrider.world import generate, store
from outrider.world._kernels_objects import BOX
from outrider.world.archetype import Archetype
from outrider.world.assets.avatars import CLOTHS, avatar_name, person_of
from outrider.world.edits import MoveObject, RemoveObject
from outrider.world.furnishing import read_context
from outrider.world.library import archetype
from outrider.world.materials import material
from outrider.world.mesh import Mesh
from outrider.world.semantics import number_of
from outrider.world.solids import Solids
from tests.counts import count

LOOKS = [
    Person(activity=activity, colour=colour, gender=gender, height=height, tied_to_chair=tied)
    for activity, colour, gender, height, tied in itertools.product(
        get_args(Activity), get_args(Dress), get_args(Gender), get_args(Stature), (False, True)
    )
]
EVERYONE = [person for person in LOOKS if not person.contradiction]
SOME = EVERYONE[:: 7 // count(7)]
"""Of all kinds of people, some with each attribute."""
BODY_M = {"tall": 1.75, "medium": 1.65, "short": 1.55}


def made(person: Person) -> Archetype:
    return archetype(avatar_name(person))


def placed(person: Person, at: tuple[float, float], **more: object) -> Bystander:
    facts = {name: getattr(person, name) for name in Person.__struct_fields__}
    return Bystander(**facts, position_m=at, **more)  # type: ignore[arg-type]


def test_there_are_144_kinds_of_people() -> None:
    assert len(LOOKS) == 4 * 4 * 2 * 3 * 2
    assert len(EVERYONE) == 144
    for name in Person.__struct_fields__:
        values = {getattr(person, name) for person in EVERYONE}
        assert {getattr(person, name) for person in SOME} == values


def test_every_kind_of_person_stands_in_a_world_and_is_told_of(tmp_path: Path) -> None:
    people = tuple(
        placed(person, (3.0 * (k % 12), 9.0 + 3.0 * (k // 12)), name=f"p{k}", heading_rad=0.01 * k)
        for k, person in enumerate(SOME)
    )
    spec = scenario.load(Scenario(name="crowd", world=Flat(people=people)))
    scene = generate.world_of(spec)
    store.save(scene, tmp_path / "scene")
    for known in (scene, store.load(tmp_path / "scene")):
        found = known.people
        assert [found[f"p{k}"].person for k in range(len(SOME))] == SOME
        for entry in people:
            one = found[str(entry.name)]
            assert one.position_m == (*entry.position_m, 0.0)
            assert one.heading_rad == pytest.approx(entry.heading_rad)
            assert known.objects.row_of(str(entry.name)) >= 0


def test_attributes_are_read_from_names_and_nothing_else_is() -> None:
    for person in EVERYONE:
        assert person_of(avatar_name(person, variant=3)) == person
    assert person_of("oak_1") is None
    for name in ("avatar_idle_green_male_tall_0", "avatar_idle_red_male_tall_bound_0"):
        with pytest.raises(UserError, match="avatar"):
            archetype(name)
    with pytest.raises(UnknownNameError):
        archetype("avatar_idle_red_0")


def area_of(mesh: Mesh, name: str) -> float:
    """Share of the surface that is of a material."""
    a, b, c = (mesh.points[mesh.triangles[:, k]].astype(float) for k in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    chosen = np.array([entry == name for entry in mesh.materials])[mesh.patch]
    return float(area[chosen].sum() / area.sum())


@pytest.mark.parametrize("colour", get_args(Dress))
def test_the_clothes_are_of_the_colour_that_was_given(colour: Dress) -> None:
    for person in SOME:
        mesh = made(replace(person, colour=colour)).mesh
        assert area_of(mesh, CLOTHS[colour]) > 0.1
        assert not {CLOTHS[own] for own in get_args(Dress) if own != colour} & {*mesh.materials}
    red, green, blue = material(CLOTHS[colour]).colour
    assert {
        "yellow": min(red, green) > 2 * blue,
        "red": red > 2 * max(green, blue),
        "purple": min(red, blue) > 1.5 * green and blue > red,
        "blue": blue > 1.4 * max(red, green),
    }[colour]


@pytest.mark.parametrize("activity", [*get_args(Activity), "tied"])
def test_taller_people_are_larger_whatever_they_do(activity: str) -> None:
    tied = activity == "tied"
    axis = 0 if activity == "laying" else 2
    for gender in get_args(Gender):
        sizes = []
        for height in ("tall", "medium", "short"):
            person = Person(
                activity="sitting" if tied else activity, gender=gender, height=height,  # type: ignore[arg-type]
                tied_to_chair=tied,
            )  # fmt: skip
            sizes.append(float(made(person).mesh.size[axis]))
        tall, medium, short = sizes
        assert tall > medium + 0.03 > short + 0.06


def test_who_stands_is_as_tall_as_was_said() -> None:
    for height, metres in BODY_M.items():
        person = Person(height=height, gender="female")  # type: ignore[arg-type]
        assert made(person).height_m == pytest.approx(metres, abs=0.03)


def test_men_and_women_differ() -> None:
    for activity in get_args(Activity):
        man, woman = (
            made(Person(activity=activity, gender=gender, height="medium")).mesh
            for gender in ("male", "female")
        )
        assert len(man) != len(woman) or not np.allclose(man.points, woman.points)


def low_and_high(person: Person) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    low, high = made(person).mesh.bounds
    return np.asarray(low, float), np.asarray(high, float)


def test_activities_are_poses() -> None:
    height = 1.65
    for activity in get_args(Activity):
        low, high = low_and_high(Person(activity=activity))
        wide = high - low
        assert low[2] == pytest.approx(0.0, abs=0.01), activity
        if activity == "laying":
            assert wide[2] < 0.35
            assert wide[0] == pytest.approx(height, rel=0.15)
        elif activity == "sitting":
            assert 1.1 < high[2] < 1.4
        else:
            assert high[2] == pytest.approx(height, abs=0.06)
    stride = low_and_high(Person(activity="patrolling"))
    assert stride[1][0] - stride[0][0] > 0.7


@pytest.mark.parametrize("person", [Person(activity="sitting"), Person(tied_to_chair=True)])
def test_who_sits_has_a_chair_that_is_furniture(person: Person) -> None:
    one = made(person)
    seat = number_of("furniture")
    classes = one.classes(one.mesh)
    assert {*classes.tolist()} == {number_of("person"), seat}
    chair = one.mesh.points[one.mesh.triangles[classes == seat]].reshape(-1, 3)
    assert chair[:, 2].min() == pytest.approx(0.0, abs=0.01)
    assert chair[:, 2].max() > 0.8
    assert (one.proxies.semantic == seat).sum() >= 6
    if person.tied_to_chair:
        assert area_of(one.mesh, "rope") > 0.003


def outside_of(points: NDArray[np.float64], solids: Solids) -> NDArray[np.float64]:
    """``(n,)`` how far points are outside of all boxes and capsules."""
    gap = np.full(len(points), np.inf)
    for row in range(len(solids)):
        turn = rotation.to_matrix(solids.quaternion[row])
        local, half = (points - solids.center[row]) @ turn, solids.half_size[row]
        if solids.kind[row] == BOX:
            away = np.linalg.norm(np.maximum(np.abs(local) - half, 0.0), axis=1)
        else:
            along = np.clip(local[:, 2], -half[2], half[2])
            axis = np.stack([0.0 * along, 0.0 * along, along], axis=1)
            away = np.linalg.norm(local - axis, axis=1) - half[0]
        gap = np.minimum(gap, away)
    return gap


def test_the_solids_agree_with_what_is_seen() -> None:
    for person in SOME[::3]:
        one = made(person)
        gap = outside_of(one.mesh.points.astype(float), one.proxies)
        assert gap.max() < 0.17, avatar_name(person)


def test_a_thing_moves_with_its_chair_and_leaves_with_it() -> None:
    anna = placed(Person(tied_to_chair=True), (9.0, 9.0), name="anna")
    scene = generate.make(Slope(people=(anna,)), seed=1)
    before = scene.objects.solids.center[scene.objects.rows_of("anna")]
    ground = float(scene.height([(9.0, 9.0)])[0])
    assert scene.people["anna"].position_m[2] == ground
    moved = scene.with_edits([MoveObject(which="anna", position_m=(19.0, 9.0, ground))])
    after = moved.objects.solids.center[moved.objects.rows_of("anna")]
    np.testing.assert_allclose(after - before, np.tile((10.0, 0.0, 0.0), (len(before), 1)))
    assert moved.people["anna"].position_m[0] == 19.0
    assert not scene.with_edits([RemoveObject(which="anna")]).people


def test_the_way_of_who_patrols_is_told(tmp_path: Path) -> None:
    way = ((3.0, 3.0), (9.0, 3.0), (9.0, 9.0))
    guard = Bystander(activity="patrolling", position_m=(3.0, 3.0), name="guard", patrol=way)
    scene = generate.make(Flat(people=(guard,)), seed=1)
    store.save(scene, tmp_path / "scene")
    assert store.load(tmp_path / "scene").people["guard"].patrol == way
    other = generate.make(Flat(people=(replace(guard, patrol=()),)), seed=1)
    assert other.digest != scene.digest


def test_who_bears_no_name_is_found_by_id() -> None:
    scene = generate.make(Flat(people=(Bystander(position_m=(9.0, 9.0)),)), seed=1)
    (name,) = scene.people
    assert name.startswith("person_")
    assert scene.objects.name_of(scene.objects.row_of(name)) == name


def test_people_are_put_into_rooms() -> None:
    asked = (
        Person(activity="sitting", colour="red", gender="male"),
        Person(tied_to_chair=True, colour="yellow", height="short"),
        Person(activity="laying", colour="purple"),
    )
    rooms = (RoomSetting(name="b0_s1_r2", messiness=0.4, people=asked),)
    scene = generate.make(Campus(rooms=rooms, storeys=1), seed=4)
    found = list(scene.people.values())
    assert [one.person for one in found] == list(asked)
    room = next(r for b in scene.buildings for r in b.rooms if r.name == "b0_s1_r2")
    assert room.contains(np.array([one.position_m[:2] for one in found])).all()
    low, high = np.min(room.outline_m, axis=0), np.max(room.outline_m, axis=0)
    for one in found:
        place = scene.things.ident == one.ident
        points = archetype(scene.things.kinds[scene.things.kind[place][0]]).mesh.points
        turned = rotation.rotate(scene.things.quaternion[place][0], points.astype(float))
        where = (turned + one.position_m)[:, :2]
        assert (where > low).all()
        assert (where < high).all()


def test_who_finds_no_place_in_a_room_is_missed() -> None:
    crowd = tuple(Person(activity="laying") for _ in range(50))
    with pytest.raises(UserError, match=r"room b0_s1_r2: 50 people asked for, \d+ find a place"):
        generate.make(Campus(rooms=(RoomSetting(name="b0_s1_r2", people=crowd),)), seed=4)
    room = RoomSetting(name="b0_s1_corridor", people=(Person(),))
    with pytest.raises(UserError, match=r"b0_s1"):
        generate.make(Campus(rooms=(room,)), seed=4)


def test_a_context_that_contradicts_itself_is_refused() -> None:
    text = '{"furnishing": {"people": [{}, {"activity": "laying", "tied_to_chair": true}]}}'
    with pytest.raises(UserError, match=r"tied to a chair cannot be laying.*people\[1\]"):
        read_context(text)
