"""Looks of robots: they fit their physics, keep their budgets and turn the right way."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from outrider.core import rotation
from outrider.sim.physics.plan import BodyPlan, Shape
from outrider.sim.robots import catalogue
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import catalogue as looks
from outrider.sim.robots.looks.look import Look, Part, mirrored, rest_places
from outrider.sim.robots.looks.propellers import propeller
from outrider.sim.robots.looks.sheet import sheet
from outrider.sim.robots.looks.tracked import BELT_M
from outrider.sim.robots.looks.wheels import Tread, lugged_wheel
from outrider.sim.robots.person import PersonModel
from outrider.sim.robots.urdf import read_urdf
from outrider.world import forms
from outrider.world.materials import MATERIALS
from outrider.world.mesh import Mesh, merge

F64 = NDArray[np.float64]

NAMES = catalogue.names()
MULTIROTORS = tuple(looks.MULTIROTORS)
VEHICLES = tuple(looks.VEHICLES)
CLOSE = 0.05
"""Of the size: what the meshes' bounds may differ from those of the shapes."""
# The car's panes and badges are sheets that lie on its body, as the cars of the worlds have them.
SHEETS = {"suv"}


@cache
def look(name: str) -> Look:
    return looks.look_of(catalogue.load(name))


def multirotor(name: str) -> MultirotorModel:
    model = catalogue.load(name)
    assert isinstance(model, MultirotorModel)
    return model


def vehicle(name: str) -> AxleModel:
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    return model


def corners(shape: Shape) -> F64:
    """``(n, 3)`` points that span a shape in the frame it is placed in."""
    a, b, c = shape.size_m
    if shape.kind == "box":
        mesh = forms.box((a, b, c), material="concrete")
    elif shape.kind == "sphere":
        mesh = forms.ball(a, material="concrete", rings=16, sides=32)
    elif shape.kind == "cylinder":
        mesh = forms.cylinder(a, b, material="concrete", sides=64)
    else:
        mesh = forms.cylinder(a, b + 2 * a, material="concrete", sides=64)
    return rotation.rotate(shape.quaternion, np.asarray(mesh.points, float)) + shape.position_m


def shape_bounds(model: AxleModel | MultirotorModel) -> tuple[F64, F64]:
    """Of the root's shapes and of the wheels, which are as wide as the model says."""
    plan = model.body_plan()
    found = [corners(shape) for shape in plan.links[0].shapes]
    if isinstance(model, AxleModel):
        size = (2 * model.wheel.radius_m, model.wheel.width_m, 2 * model.wheel.radius_m)
        places = rest_places(plan)
        box = np.asarray(forms.box(size, material="concrete").points, float)
        found += [box + places[wheel.link][0] for wheel in plan.wheels]
    points = np.concatenate(found)
    return points.min(axis=0), points.max(axis=0)


def swept(part: Part) -> Mesh:
    """A rotor's disc."""
    radius = float(np.hypot(*part.lods[0].points[:, :2].T).max())
    return forms.cylinder(radius, 0.001, material="concrete", sides=64).moved(part.position_m)


def seen_bounds(name: str, level: int) -> tuple[F64, F64]:
    """Of body and parts, with the rotors turning."""
    here = look(name)
    parts = [swept(part) if part.follows == "rotor" else part.placed(level) for part in here.parts]
    low, high = merge([here.body[level], *parts]).bounds
    return np.asarray(low, float), np.asarray(high, float)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", VEHICLES)
def test_a_vehicle_fills_its_shapes(name: str, level: int) -> None:
    low, high = shape_bounds(vehicle(name))
    seen_low, seen_high = seen_bounds(name, level)
    slack = CLOSE * (high - low)
    proud = np.asarray(look(name).proud_m)
    above = np.array([0.0, 0.0, proud[2]])
    aside = proud - above
    assert (np.abs(seen_low - low) <= slack + aside).all(), (seen_low - low, slack)
    assert (seen_high >= high - slack).all(), (seen_high - high, slack)
    assert (seen_high <= high + slack + proud).all(), (seen_high - high, slack)


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("name", MULTIROTORS)
def test_a_multirotor_fills_its_shapes(name: str, level: int) -> None:
    """All about, as far as the disc of the rotors; from the feet to the rotors, or the mast."""
    model, here = multirotor(name), look(name)
    disc = next(shape for shape in model.collider if shape.name == "rotors")
    merged = merge([here.body[level], *(swept(part) for part in here.parts)])
    reach = float(np.hypot(*merged.points[:, :2].T).max())
    assert reach == pytest.approx(disc.size_m[0], rel=CLOSE)
    low, high = shape_bounds(model)
    slack = CLOSE * float(high[2] - low[2])
    assert float(merged.bounds[0][2]) == pytest.approx(low[2], abs=slack)
    top = float(merged.bounds[1][2])
    assert high[2] - max(slack, 0.5 * disc.size_m[1]) - 0.001 <= top
    assert top <= high[2] + slack + here.proud_m[2]


@pytest.mark.parametrize("name", MULTIROTORS)
def test_feet_stand_on_the_ground(name: str) -> None:
    model = multirotor(name)
    low = float(look(name).body[0].bounds[0][2])
    assert -low == pytest.approx(model.ground_clearance_m, rel=0.02)
    mesh = look(name).body[0].points
    for shape in model.collider:
        if shape.kind == "sphere":
            near = np.linalg.norm(mesh - np.array(shape.position_m, np.float32), axis=1).min()
            assert near < 1.3 * shape.size_m[0]


@pytest.mark.parametrize("name", MULTIROTORS)
def test_rotors_are_as_large_as_their_discs_and_where_they_turn(name: str) -> None:
    model = multirotor(name)
    parts = look(name).parts
    assert [part.index for part in parts] == list(range(len(model.rotors)))
    for part, rotor in zip(parts, model.rotors, strict=True):
        assert part.follows == "rotor"
        assert part.position_m == rotor.position_m
        for mesh in part.lods:
            reach = float(np.hypot(*mesh.points[:, :2].T).max())
            assert reach == pytest.approx(rotor.radius_m, rel=1e-5)
            assert float(np.abs(mesh.points[:, 2]).max()) < 0.2 * rotor.radius_m


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("spin", [-1, 1])
def test_a_propeller_drives_air_down(spin: int, level: int) -> None:
    """Below, its faces look the way that they move against: turning, they push down."""
    mesh = propeller(0.1, spin, level=level)
    triangle = mesh.corners()
    middle = triangle.mean(axis=1)
    out = np.hypot(middle[:, 0], middle[:, 1]) > 0.03
    facing = np.cross(triangle[:, 1] - triangle[:, 0], triangle[:, 2] - triangle[:, 0])[out]
    moving = spin * np.column_stack([-middle[:, 1], middle[:, 0]])[out]
    below = facing[:, 2] < 0.0
    # What faces down and ahead sweeps the air before it down.
    assert float((facing[below, :2] * moving[below]).sum()) > 0.0
    # The leading edge stands higher than the trailing one.
    points = mesh.points[np.hypot(*mesh.points[:, :2].T) > 0.03]
    blade = points[points[:, 0] > 0.0]
    ahead = spin * blade[:, 1]
    assert blade[ahead > 0.004, 2].mean() > blade[ahead < -0.004, 2].mean() + 0.0005


def test_propellers_of_both_hands_are_mirror_images() -> None:
    left, right = propeller(0.12, 1), mirrored(propeller(0.12, -1))
    order = [np.lexsort(np.round(mesh.points.T, 5)) for mesh in (left, right)]
    apart = np.abs(left.points[order[0]] - right.points[order[1]])
    assert float(np.median(apart)) < 1e-5
    np.testing.assert_allclose(left.bounds, right.bounds, atol=1e-6)


@pytest.mark.parametrize("name", VEHICLES)
def test_wheels_have_the_size_of_the_physics_and_hang_on_their_links(name: str) -> None:
    """Those of the tracked robot run inside belts, whose thickness the physics adds to them."""
    model = vehicle(name)
    plan = model.body_plan()
    index = {link.name: k for k, link in enumerate(plan.links)}
    parts = {part.name: part for part in look(name).parts}
    places = rest_places(plan)
    for wheel in plan.wheels:
        part = parts[wheel.link]
        assert part.follows == "link"
        assert part.index == index[wheel.link]
        assert part.position_m == places[wheel.link][0]
        radius = wheel.radius_m - (BELT_M if name == "tracked" else 0.0)
        fine = part.lods[0]
        seen = float(np.hypot(fine.points[:, 0], fine.points[:, 2]).max())
        assert seen == pytest.approx(radius, rel=0.03)
        if name != "tracked":
            assert float(fine.size[1]) == pytest.approx(model.wheel.width_m, rel=0.03)
        for mesh in part.lods:
            np.testing.assert_allclose(
                mesh.size, fine.size, rtol=0.2 if name == "tracked" else 0.03
            )


def test_belts_lie_where_the_wheels_touch() -> None:
    model = vehicle("tracked")
    belts = [part for part in look("tracked").parts if part.name.startswith("belt")]
    assert len(belts) == 2
    lowest = min(axle.height_m for axle in model.axles) - model.wheel.radius_m
    for belt in belts:
        assert belt.index == 0
        for mesh in belt.lods:
            assert float(mesh.bounds[0][2]) == pytest.approx(lowest, abs=0.002)
            assert float(mesh.size[1]) == pytest.approx(model.wheel.width_m, rel=0.03)
    # No two wheels of a side run into each other where both are wide.
    at = np.array([(axle.x_m, axle.height_m) for axle in model.axles])
    apart = np.linalg.norm(np.diff(at[1:-1], axis=0), axis=1)
    assert (apart > 2.0 * (model.wheel.radius_m - BELT_M)).all()


@pytest.mark.parametrize("name", ["carrier", "husky"])
def test_pads_are_marked_where_drones_stand(name: str) -> None:
    model = vehicle(name)
    plan, mesh = model.body_plan(), look(name).body[0]
    paint = mesh.triangles[mesh.patch == mesh.materials.index("road_paint")]
    marks = mesh.points[np.unique(paint)]
    assert len(plan.pads) == 3
    for pad in plan.pads:
        off = marks - np.array(pad.position_m, np.float32)
        near = off[np.hypot(off[:, 0], off[:, 1]) < 0.36]
        near = near[np.abs(near[:, 0]) < 0.5 * 0.33 * (2.5 if name == "carrier" else 1.0)]
        np.testing.assert_allclose(near[:, 1].min(), -near[:, 1].max(), atol=0.002)
        assert 0.0 < near[:, 2].min() < near[:, 2].max() < 0.003
        assert near[:, 1].max() > 0.14


def test_struts_slide_in_their_sleeves() -> None:
    """Over the whole travel the rod of a hub ends within the upper half that the body holds."""
    for name, sleeve in (("carrier", (0.12, 0.385)), ("six_wheel", (0.075, 0.21))):
        model = vehicle(name)
        spring = model.axles[0].suspension
        assert spring is not None
        hub = next(part for part in look(name).parts if part.name == "front_left_hub")
        top = float(hub.placed(0).bounds[1][2])
        assert top - spring.travel_m > sleeve[0] - 0.04
        assert top + spring.travel_m < sleeve[1]


@pytest.mark.parametrize("name", NAMES)
def test_budgets(name: str) -> None:
    here = look(name)
    fine, near, far = (len(mesh) for mesh in here.body)
    assert 2000 <= fine <= 8000
    assert 300 <= near <= 900
    assert far <= 80
    for part in here.parts:
        sizes = [len(mesh) for mesh in part.lods]
        assert sizes[0] <= 2000
        assert sizes[1] <= 300
        assert sizes[2] <= 100
    assert len(here.whole(0)) <= 25_000
    assert here.nbytes < 1_200_000
    assert 0.0 < here.lod_m[0] < here.lod_m[1]


@pytest.mark.parametrize("name", NAMES)
def test_bodies_and_parts_are_closed_and_of_known_materials(name: str) -> None:
    here = look(name)
    solid = [part.lods[0] for part in here.parts]
    solid += [] if name in SHEETS else list(here.body[:2])
    if name not in SHEETS:
        assert all(mesh.is_closed() for mesh in solid)
        assert all(mesh.volume() > 0.0 for mesh in solid)
    for mesh in (*here.body, *solid):
        assert set(mesh.materials) <= set(MATERIALS)
        length = np.linalg.norm(mesh.normals, axis=1)
        np.testing.assert_allclose(length, 1.0, atol=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_assembled_it_stands_on_the_ground(name: str) -> None:
    model = catalogue.load(name)
    for level in range(3):
        mesh = looks.assembled(model, level=level)
        size = float(np.linalg.norm(mesh.size))
        assert float(mesh.bounds[0][2]) == pytest.approx(0.0, abs=0.02 * size)


@pytest.mark.parametrize("name", NAMES)
def test_left_and_right_agree(name: str) -> None:
    low, high = (
        np.asarray(corner, float) for corner in looks.assembled(catalogue.load(name)).bounds
    )
    assert abs(low[1] + high[1]) <= 0.02 * (high[1] - low[1])


def test_the_same_model_looks_the_same() -> None:
    one, other = looks.look_of.__wrapped__, looks.look_of.__wrapped__
    first, second = one(catalogue.load("husky")), other(catalogue.load("husky"))
    np.testing.assert_array_equal(first.whole().points, second.whole().points)
    assert looks.look_of(catalogue.load("husky")) is looks.look_of(catalogue.load("husky"))


def test_heavier_looks_the_same_and_larger_looks_plain() -> None:
    heavy = catalogue.load("husky", parameters={"mass_kg": 70})
    np.testing.assert_array_equal(looks.look_of(heavy).body[0].points, look("husky").body[0].points)
    large = catalogue.load("husky", parameters={"wheel_radius_m": 0.2})
    plain = looks.look_of(large)
    assert "paint_silver" in plain.body[0].materials
    wheel = next(part for part in plain.parts if part.name.endswith("wheel"))
    assert float(wheel.lods[0].size[2]) == pytest.approx(0.4, rel=0.03)


def test_the_person_is_as_tall_as_the_model_and_walks() -> None:
    model = catalogue.load("person")
    assert isinstance(model, PersonModel)
    here = look("person")
    for mesh in here.body:
        assert float(mesh.bounds[1][2]) == pytest.approx(model.height_m, rel=0.02)
    reach = np.hypot(*here.body[0].points[:, :2].T).max()
    assert 0.5 * model.radius_m < reach < 1.3 * model.radius_m
    assert here.posed is not None
    strides = [here.posed("walk", phase, lod=1) for phase in (0.0, 0.25)]
    assert float(strides[0].size[0]) > float(strides[1].size[0]) + 0.1
    assert float(here.posed("sit", lod=1).size[2]) < 0.85 * model.height_m


def test_a_multirotor_of_ones_own_has_a_body() -> None:
    own = replace(multirotor("x500"), name="finch")
    here = looks.look_of(own)
    assert len(here.parts) == 4
    disc = next(shape for shape in own.collider if shape.name == "rotors")
    whole = merge([here.body[0], *(swept(part) for part in here.parts)])
    assert float(np.hypot(*whole.points[:, :2].T).max()) == pytest.approx(disc.size_m[0], rel=0.02)
    assert -float(whole.bounds[0][2]) == pytest.approx(own.ground_clearance_m, rel=0.02)
    assert here.body[0].is_closed()


@pytest.mark.parametrize("name", VEHICLES)
def test_a_vehicle_of_ones_own_fills_its_shapes(name: str) -> None:
    own = replace(vehicle(name), name="wagon")
    low, high = (np.asarray(corner) for corner in looks.look_of(own).whole().bounds)
    want_low, want_high = shape_bounds(own)
    np.testing.assert_allclose(low, want_low, atol=0.02)
    np.testing.assert_allclose(high, want_high, atol=0.02)


URDF = """<robot name="cart">
  <link name="base_link">
    <inertial><mass value="20"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.6 0.4 0.2"/></geometry></collision>
  </link>
  {wheels}
</robot>"""
WHEEL = """<link name="{side}_wheel">
    <inertial><mass value="1"/>
      <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin rpy="1.5707963 0 0"/>
      <geometry><cylinder radius="0.1" length="0.05"/></geometry></collision>
  </link>
  <joint name="{side}_joint" type="continuous">
    <parent link="base_link"/><child link="{side}_wheel"/>
    <origin xyz="0 {y} -0.1"/><axis xyz="0 1 0"/>
  </joint>"""


def test_an_imported_robot_has_the_body_of_its_shapes(tmp_path: Path) -> None:
    wheels = "".join(WHEEL.format(side=side, y=y) for side, y in (("left", 0.25), ("right", -0.25)))
    file = tmp_path / "cart.urdf"
    file.write_text(URDF.format(wheels=wheels), encoding="utf-8")
    model = read_urdf(file)
    here = looks.look_of(model)
    np.testing.assert_allclose(here.body[0].size, (0.6, 0.4, 0.2), atol=1e-3)
    parts = {part.name: part for part in here.parts}
    plan: BodyPlan = model.body_plan()
    assert set(parts) == {link.name for link in plan.links[1:] if link.shapes}
    for part in parts.values():
        np.testing.assert_allclose(part.lods[0].size, (0.2, 0.05, 0.2), rtol=0.03)
        assert abs(part.position_m[1]) == pytest.approx(0.25)
        assert "rubber" in part.lods[0].materials


def test_lugs_reach_the_radius_and_the_width() -> None:
    mesh = lugged_wheel(0.3, 0.2, Tread(lug=0.1))
    radius = np.hypot(mesh.points[:, 0], mesh.points[:, 2])
    assert float(radius.max()) == pytest.approx(0.3, rel=1e-5)
    assert float(mesh.size[1]) == pytest.approx(0.2, rel=1e-5)
    # Between the lugs one sees the carcass.
    tread = radius[(np.abs(mesh.points[:, 1]) < 0.05) & (radius > 0.2)]
    assert float(tread.min()) < 0.28


def test_the_sheet_shows_each_robot_twice() -> None:
    image = sheet(("cricket", "rover4"), tile=96)
    assert image.size == (4 * 96, 96 + 22)
    tiles = np.asarray(image)[:96].reshape(96, 4, 96, 3)
    assert all(float(tiles[:, k].std()) > 5.0 for k in range(4))
