"""URDF in and out, and files that must not get in."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest

from outrider.core.errors import UserError
from outrider.sim.physics.plan import BodyPlan, Link
from outrider.sim.robots import catalogue
from outrider.sim.robots.ground import AxleModel, LinkageModel
from outrider.sim.robots.inertia import rotation
from outrider.sim.robots.urdf import from_urdf, read_urdf
from outrider.sim.robots.urdf_export import to_urdf

BOX = '<inertial><mass value="{m}"/><inertia ixx="1" iyy="1" izz="1"/></inertial>'


def wheel(name: str, x: float, y: float, *, axis: str = "0 1 0", kind: str = "continuous") -> str:
    return f"""
    <link name="{name}">
      <inertial><mass value="2.5"/><inertia ixx="0.02" iyy="0.04" izz="0.02"/></inertial>
      <collision><origin rpy="1.570796326794897 0 0"/>
        <geometry><cylinder radius="0.2" length="0.1"/></geometry></collision>
    </link>
    <joint name="{name}_joint" type="{kind}">
      <parent link="chassis"/><child link="{name}"/>
      <origin xyz="{x} {y} -0.05"/><axis xyz="{axis}"/>
      <limit effort="30" velocity="10"/>
    </joint>"""


def robot(*, extra: str = "", axis: str = "0 1 0") -> str:
    wheels = "".join(
        wheel(f"{f}_{s}", x, y, axis=axis)
        for f, x in (("front", 0.3), ("rear", -0.3))
        for s, y in (("left", 0.25), ("right", -0.25))
    )
    return f"""<?xml version="1.0"?>
    <robot name="cart">
      <link name="base_footprint"/>
      <joint name="up" type="fixed"><parent link="base_footprint"/><child link="chassis"/>
        <origin xyz="0 0 0.25"/></joint>
      <link name="chassis">
        <inertial><origin xyz="0.1 0 0.1"/><mass value="20"/>
          <inertia ixx="0.5" ixy="0.01" iyy="0.9" izz="1.1"/></inertial>
        <collision><geometry><box size="0.8 0.4 0.2"/></geometry></collision>
        <visual><geometry><mesh filename="package://cart/body.dae"/></geometry></visual>
      </link>
      <link name="mast"><inertial><mass value="4"/>
        <inertia ixx="0.1" iyy="0.1" izz="0.01"/></inertial>
        <visual><geometry><cylinder radius="0.02" length="0.5"/></geometry></visual></link>
      <joint name="mast_foot" type="fixed"><parent link="chassis"/><child link="mast"/>
        <origin xyz="-0.2 0 0.4" rpy="0 0.3 0"/></joint>
      {wheels}{extra}
    </robot>"""


def test_links_masses_shapes_and_wheels_appear() -> None:
    model = from_urdf(robot())
    plan = model.body
    assert model.name == "cart"
    assert plan.links[0].name == "base_footprint"
    assert len(plan.links) == 5
    assert plan.links[0].mass_kg == pytest.approx(24.0)
    assert plan.links[0].com_m == pytest.approx(
        [(20 * 0.1 - 4 * 0.2) / 24, 0.0, 0.25 + (20 * 0.1 + 4 * 0.4) / 24]
    )
    kinds = [(s.kind, s.collides) for s in plan.links[0].shapes]
    assert kinds == [("box", True), ("cylinder", False)]
    assert [w.side for w in plan.wheels] == ["left", "right", "left", "right"]
    assert all(w.radius_m == 0.2 and w.motor_torque_nm == 30.0 for w in plan.wheels)
    assert model.drive.layout == "skid"
    assert model.drive.speed_max_mps == pytest.approx(2.0)
    assert plan.ground_clearance_m == pytest.approx(0.0, abs=1e-12)
    assert model.notes == ("meshes of chassis are left out",)


def test_a_wheel_that_turns_about_minus_y_is_turned_round() -> None:
    for link in from_urdf(robot(axis="0 -1 0")).body.links[1:]:
        assert link.joint is not None
        assert link.joint.axis == pytest.approx([0.0, 1.0, 0.0])


def test_only_wheels_with_a_transmission_are_driven() -> None:
    extra = '<transmission name="t"><joint name="rear_left_joint"/></transmission>'
    driven = [w.link for w in from_urdf(robot(extra=extra)).body.wheels if w.motor_torque_nm > 0]
    assert driven == ["rear_left"]
    told = from_urdf(robot(extra=extra), driven=["front_left_joint"]).body.wheels
    assert [w.link for w in told if w.motor_torque_nm > 0] == ["front_left"]


def test_a_vertical_hinge_above_a_wheel_steers_it() -> None:
    model = from_urdf(to_urdf(catalogue.load("suv")))  # type: ignore[arg-type]
    assert model.drive.layout == "steered"
    steered = [w.link for w in model.body.wheels if w.steer_link]
    assert steered == ["front_left_wheel", "front_right_wheel"]
    assert from_urdf(to_urdf(catalogue.load("suv")), layout="skid").drive.layout == "skid"  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["husky", "rover4", "six_wheel", "tracked", "carrier", "suv"])
def test_import_export_import_gives_the_same_robot(name: str) -> None:
    original = catalogue.load(name)
    assert isinstance(original, AxleModel)
    first = from_urdf(to_urdf(original))
    second = from_urdf(to_urdf(first))
    same_plan(first.body, second.body)
    same_plan(original.body_plan(), first.body)
    assert first.drive == second.drive


def test_round_trip_of_a_hand_written_robot() -> None:
    first = from_urdf(robot())
    same_plan(first.body, from_urdf(to_urdf(first)).body)


def inertia(link: Link) -> np.ndarray:
    """The matrix in the link's own axes."""
    r = np.array(rotation(link.inertia_quaternion))
    matrix: np.ndarray = r @ np.diag(link.inertia_kgm2) @ r.T
    return matrix


def same_plan(a: BodyPlan, b: BodyPlan) -> None:
    """Everything that URDF can say is equal to rounding."""
    assert [w.link for w in a.wheels] == [w.link for w in b.wheels]
    assert a.ground_clearance_m == pytest.approx(b.ground_clearance_m, abs=1e-12)
    for left, right in zip(a.links, b.links, strict=True):
        assert (left.name, left.parent) == (right.name, right.parent)
        assert left.mass_kg == pytest.approx(right.mass_kg, rel=1e-14)
        np.testing.assert_allclose(left.position_m, right.position_m, atol=1e-14)
        np.testing.assert_allclose(left.com_m, right.com_m, atol=1e-14)
        np.testing.assert_allclose(inertia(left), inertia(right), atol=1e-12 * left.mass_kg)
        assert (left.joint is None) == (right.joint is None)
        if left.joint and right.joint:
            assert left.joint.kind == right.joint.kind
            np.testing.assert_allclose(left.joint.axis, right.joint.axis, atol=1e-12)
            assert left.joint.range_rad_or_m == right.joint.range_rad_or_m
        for one, other in zip(left.shapes, right.shapes, strict=True):
            assert (one.kind, one.collides) == (other.kind, other.collides)
            used = {"box": 3, "sphere": 1}.get(one.kind, 2)
            assert one.size_m[:used] == pytest.approx(other.size_m[:used])
            np.testing.assert_allclose(one.position_m, other.position_m, atol=1e-12)
            np.testing.assert_allclose(
                np.array(rotation(one.quaternion)), np.array(rotation(other.quaternion)), atol=1e-9
            )


def test_an_imported_robot_can_be_kept_as_a_model(tmp_path: Path) -> None:
    path = tmp_path / "cart.urdf"
    path.write_text(robot())
    model = read_urdf(path)
    kept = catalogue.decode(msgspec.to_builtins(model))
    assert isinstance(kept, LinkageModel)
    assert kept == model
    assert kept.ground_clearance_m == model.body.ground_clearance_m


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<robot", "not well-formed"),
        ("<model/>", "outermost element must be <robot>"),
        ("<robot/>", "no <link>"),
        ('<!DOCTYPE robot [<!ENTITY a "b">]><robot/>', "DOCTYPE> is not allowed"),
        ("<!doctype robot><robot/>", "DOCTYPE> is not allowed"),
        ("<robot>" + "<a>" * 40 + "</a>" * 40 + "</robot>", "nested deeper than 32"),
        ("<robot>" + "".join(f'<link name="l{k}"/>' for k in range(501)) + "</robot>", "501 links"),
        ('<robot xmlns:xacro="x"><link name="a"/><xacro:macro/></robot>', "xacro"),
        ('<robot><link name="a"/><link name="a"/></robot>', "two links are named 'a'"),
        ('<robot><link name="a"/><link name="b"/></robot>', "2 links have no parent"),
        ('<robot><link name="a"><inertial><mass value="nan"/></inertial></link></robot>', "finite"),
        (
            '<robot><link name="a"><inertial><mass value="1e400"/></inertial></link></robot>',
            "finit",
        ),
        ('<robot><link name="a"><inertial><mass value="x"/></inertial></link></robot>', "number"),
        (
            '<robot><link name="a"><inertial><mass value="-1"/></inertial></link></robot>',
            "negative",
        ),
        (
            '<robot><link name="a"><inertial><mass value="1"/></inertial></link></robot>',
            "<inertia>",
        ),
        ('<robot><link name="a"/></robot>', "has no mass"),
        ("<robot>" + f'<link name="{"n" * 300}"/>' + "</robot>", "no usable name"),
        (" " * (8 * 2**20 + 1), "8,388,608 are allowed"),
    ],
)
def test_hostile_and_broken_files_get_one_clear_line(text: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        from_urdf(text)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('type="continuous"', 'type="ball"'), "type 'ball' is not supported"),
        (('<axis xyz="0 1 0"/>', '<axis xyz="0 0 0"/>'), "its axis is zero"),
        (('<axis xyz="0 1 0"/>', '<axis xyz="0 1"/>'), "must be three numbers"),
        (('<parent link="chassis"/><child link="front_left"/>',
          '<parent link="nobody"/><child link="front_left"/>'), "parent link 'nobody'"),
        (('radius="0.2"', 'radius="-0.2"'), "must be above 0"),
        (('iyy="0.04" izz="0.02"', 'iyy="0.5" izz="0.02"'), "belong to no body"),
        (('<mass value="2.5"/>', ""), "mass is missing|value is missing"),
        (("<cylinder", "<cone"), "not well-formed|not known"),
    ],
)  # fmt: skip
def test_faults_of_links_and_joints_are_named(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        from_urdf(robot().replace(*change))


def test_loops_are_refused() -> None:
    text = """<robot name="r"><link name="root"/><link name="a"/><link name="b"/>
      <joint name="1" type="fixed"><parent link="a"/><child link="b"/></joint>
      <joint name="2" type="fixed"><parent link="b"/><child link="a"/></joint></robot>"""
    with pytest.raises(UserError, match="2 links form a loop"):
        from_urdf(text)


def test_turned_frames_come_out_parallel_to_the_root() -> None:
    text = robot().replace(
        '<origin xyz="0.3 0.25 -0.05"/><axis xyz="0 1 0"/>',
        f'<origin xyz="0.3 0.25 -0.05" rpy="{-math.pi / 2} 0 0"/><axis xyz="0 0 1"/>',
    )
    link = next(x for x in from_urdf(text).body.links if x.name == "front_left")
    assert link.quaternion == (0.0, 0.0, 0.0, 1.0)
    assert link.joint is not None
    assert link.joint.axis == pytest.approx([0.0, 1.0, 0.0], abs=1e-12)
