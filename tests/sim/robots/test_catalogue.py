"""Robot models as data: they load, add up, and change by parameters."""

from __future__ import annotations

import math

import msgspec
import pytest

from outrider.core.errors import UnknownNameError, UserError
from outrider.sim.robots import catalogue, shelf
from outrider.sim.robots.drive import drive_row
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import AxleModel, GroundModel
from outrider.sim.robots.overrides import known_parameters
from outrider.sim.robots.person import PersonModel

GROUND = ["carrier", "husky", "rover4", "six_wheel", "suv", "tracked"]


def axles(name: str, **parameters: float) -> AxleModel:
    model = catalogue.load(name, parameters=parameters)
    assert isinstance(model, AxleModel)
    return model


@pytest.mark.parametrize("name", shelf.shipped())
def test_every_model_loads_with_its_sources(name: str) -> None:
    model = catalogue.load(name)
    assert model.name == name
    assert len(model.source) > 40
    assert model.description
    facts = catalogue.describe(model)
    assert facts["kind"] in ("multirotor", "wheeled", "person")
    plan = model.body_plan()
    names = [link.name for link in plan.links]
    assert len(set(names)) == len(names)
    for k, link in enumerate(plan.links):
        assert (link.parent in names[:k]) == (k > 0)
        low, middle, high = sorted(link.inertia_kgm2)
        assert low > 0.0
        assert low + middle >= high * (1 - 1e-9)


@pytest.mark.parametrize("name", GROUND)
def test_mass_is_what_the_data_says(name: str) -> None:
    model = axles(name)
    total = sum(link.mass_kg for link in model.body_plan().links)
    deck = model.deck.mass_kg if model.deck else 0.0
    assert total == pytest.approx(model.mass_kg + deck, rel=1e-12)


@pytest.mark.parametrize("name", GROUND)
def test_wheels_stand_on_the_ground_and_lie_in_pairs(name: str) -> None:
    model = axles(name)
    table = drive_wheels(model)
    assert min(z for _, _, z in table) == pytest.approx(-model.ground_clearance_m, abs=1e-12)
    assert sum(y for _, y, _ in table) == pytest.approx(0.0, abs=1e-12)
    if model.engine:
        shares = sum(wheel.drive_share for wheel in model.body_plan().wheels)
        assert shares == pytest.approx(1.0)


def drive_wheels(model: GroundModel) -> list[tuple[float, float, float]]:
    """Lowest points of the wheels."""
    plan = model.body_plan()
    links = {link.name: link for link in plan.links}
    found = []
    for wheel in plan.wheels:
        x = y = z = 0.0
        name = wheel.link
        while links[name].parent:
            dx, dy, dz = links[name].position_m
            x, y, z, name = x + dx, y + dy, z + dz, links[name].parent
        found.append((x, y, z - wheel.radius_m))
    return found


@pytest.mark.parametrize("name", ["suv", "six_wheel", "carrier"])
def test_springs_carry_the_weight_at_rest(name: str) -> None:
    model = axles(name)
    plan = model.body_plan()
    force = moment = 0.0
    body = plan.links[0]
    for link in plan.links:
        if link.joint and link.joint.kind == "slide":
            push = -link.joint.stiffness * link.joint.rest
            force += push
            moment += push * (link.position_m[0] - body.com_m[0])
    assert force == pytest.approx(body.mass_kg * 9.81, rel=1e-9)
    assert moment == pytest.approx(0.0, abs=1e-6 * force)


def test_shapes_of_one_robot_never_collide_with_each_other() -> None:
    plan = axles("tracked").body_plan()
    solid = [link.name for link in plan.links if link.shapes]
    parents = {(link.parent, link.name) for link in plan.links}
    pairs = {(a, b) for a in solid for b in solid if a < b}
    left = {p for p in pairs if p not in parents and p[::-1] not in parents}
    assert {tuple(sorted(p)) for p in plan.exclude} == left


def test_mass_changes_the_chassis_and_its_inertia() -> None:
    plain, heavy = axles("husky"), axles("husky", mass_kg=2 * 56.582)
    assert heavy.mass_kg == 2 * plain.mass_kg
    assert heavy.chassis_kg > 2 * plain.chassis_kg
    ratio = heavy.chassis.inertia_kgm2[2] / plain.chassis.inertia_kgm2[2]
    assert ratio == pytest.approx(heavy.chassis_kg / plain.chassis_kg)


def test_wheel_friction_and_torque_reach_every_wheel() -> None:
    changed = axles("husky", wheel_friction=0.4, motor_torque_nm=12.0).body_plan()
    assert all(wheel.tyre.friction == 0.4 for wheel in changed.wheels)
    assert all(wheel.motor_torque_nm == 12.0 for wheel in changed.wheels)


def test_thrust_drag_and_mass_of_a_multirotor() -> None:
    by = {"thrust_coefficient_ns2": 3e-5, "drag_linear_ns_m": 0.7, "mass_kg": 2.5}
    plain, changed = catalogue.load("x500"), catalogue.load("x500", parameters=by)
    assert isinstance(changed, MultirotorModel)
    assert isinstance(plain, MultirotorModel)
    assert changed.params().thrust_coefficient_ns2 == 3e-5
    assert changed.params().drag_linear_ns_m == 0.7
    assert changed.mass_kg == 2.5
    assert changed.inertia_kgm2[0] == pytest.approx(plain.inertia_kgm2[0] * 1.25)


def test_every_offered_parameter_is_taken() -> None:
    for name in shelf.shipped():
        data = shelf.read(shelf.FOLDER / f"{name}.yaml")
        for parameter in known_parameters(data):
            field = data.get(parameter)
            value = field if isinstance(field, int | float) else None
            if value is not None:
                catalogue.load(name, parameters={parameter: value})


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"mas_kg": 3.0}, "did you mean 'mass_kg'"),
        ({"tyre.frction": 1.0}, "did you mean 'tyre.friction'"),
        ({"mass_kg": math.nan}, "must be finite"),
        ({"mass_kg": "heavy"}, "must be a number"),
        ({"mass_kg": True}, "must be a number"),
        ({"mass_kg": 3.0}, "wheels and hubs alone are"),
        ({"mass_kg": -1.0}, "must be above 0"),
        ({"wheel_radius_m": -1.0}, "radius_m"),
        ({"wheel_friction": -0.1}, "friction"),
    ],
)
def test_wrong_parameters_get_one_clear_line(parameters: dict[str, object], text: str) -> None:
    with pytest.raises(UserError, match=text) as caught:
        catalogue.load("husky", parameters=parameters, where="ugv0")
    assert "\n" not in str(caught.value)


def test_unknown_model_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'husky'"):
        catalogue.load("huskie")


def test_unknown_field_of_a_model_file_is_named() -> None:
    data = shelf.read(shelf.FOLDER / "husky.yaml") | {"colour": "red"}
    with pytest.raises(UserError, match="colour"):
        catalogue.decode(data)


def test_models_survive_being_written_and_read_again() -> None:
    for name in shelf.shipped():
        model = catalogue.load(name)
        assert catalogue.decode(msgspec.to_builtins(model)) == model


def test_turning_circle_of_the_suv() -> None:
    model = axles("suv")
    row = drive_row(model.body_plan(), model.drive, model.engine)
    rear = row[15] / math.tan(model.drive.steer_max_rad)
    outer = math.hypot(rear + 0.81, 2.81)
    assert 2 * outer == pytest.approx(11.9, rel=0.02)


def test_person_is_a_capsule_on_its_feet() -> None:
    model = catalogue.load("person")
    assert isinstance(model, PersonModel)
    shape = model.body_plan().links[0].shapes[0]
    assert shape.position_m[2] - shape.size_m[1] / 2 - shape.size_m[0] == pytest.approx(0.0)
    assert shape.position_m[2] + shape.size_m[1] / 2 + shape.size_m[0] == pytest.approx(1.75)
