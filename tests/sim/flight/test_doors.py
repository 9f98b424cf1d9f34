"""What the controls refuse, and what no command can do to the state."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

from outrider.core.errors import CommandError, UnknownNameError
from outrider.sim.robots import _kernels_flight as kernels
from outrider.sim.robots.flight import MODES, Pilot, check_setpoint, mode_number, setpoint_width
from tests.counts import count
from tests.sim.flight.bodies import FLEET, model

WILD = np.array(
    [np.nan, np.inf, -np.inf, 1e308, -1e308, 1e150, -1e19, 1e9, 0.0, -0.0, 5e-324, 1.0, -3.0, 0.5]
)
HOVER = 520.0 / 937.35
ORDINARY = {
    "rotor_speeds": [480.0, 481.0, 482.0, 483.0],
    "throttles": [HOVER] * 4,
    "control_groups": [0.001, -0.001, 0.001, HOVER],
    "rates_throttle": [0.2, -0.1, 0.1, HOVER],
    "attitude_throttle": [0.05, 0.02, 0.1, 0.99, HOVER],
    "acceleration_heading": [0.5, 0.2, 0.1, 0.3],
    "acceleration_heading_rate": [-0.5, -0.2, 0.1, 0.3],
    "velocity_heading": [1.0, -1.0, 0.2, 0.3],
    "velocity_heading_rate": [-1.0, 1.0, -0.2, -0.3],
    "position_heading": [1.0, 2.0, 10.0, 0.7],
}


def is_sound(pilot: Pilot) -> bool:
    body = pilot.body
    blocks = (body.position, body.velocity, body.quaternion, body.rates, body.rotor)
    return all(bool(np.isfinite(block).all()) for block in blocks)


def test_modes_have_numbers_and_names() -> None:
    assert [mode_number(mode.name) for mode in MODES] == list(range(10))
    assert [mode_number(number) for number in range(10)] == list(range(10))
    with pytest.raises(UnknownNameError, match="did you mean 'velocity_heading'"):
        mode_number("velocity_headin")
    with pytest.raises(CommandError, match="modes are 0 to 9"):
        mode_number(10)


def test_setpoints_are_padded() -> None:
    assert check_setpoint("velocity_heading", [1, 2, 3, 4]) == (1, 2, 3, 4, 0, 0, 0, 0)
    assert check_setpoint("position_heading", [1, 2, 3, 4])[4:] == (0, 0, 0, 0)
    assert check_setpoint("position_heading", range(7))[6] == 6
    assert len(check_setpoint("throttles", [0.5] * 12, rotors=12)) == setpoint_width(12) == 12


@pytest.mark.parametrize("mode", [mode.name for mode in MODES])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_doors_refuse_what_is_not_finite(mode: str, bad: float) -> None:
    for at in range(len(ORDINARY[mode])):
        values = list(ORDINARY[mode])
        values[at] = bad
        with pytest.raises(CommandError, match=f"{mode}: .* every number must be finite"):
            check_setpoint(mode, values)


def test_doors_refuse_wrong_counts_and_kinds() -> None:
    with pytest.raises(CommandError, match="3 numbers given; it takes 4: vx_mps, vy_mps, vz_mps"):
        check_setpoint("velocity_heading", [1, 2, 3])
    with pytest.raises(CommandError, match="it takes 6: rotor 0"):
        check_setpoint("throttles", [0.5] * 4, rotors=6)
    with pytest.raises(CommandError, match="list of numbers"):
        check_setpoint("velocity_heading", ["fast", "up", "left", "round"])
    with pytest.raises(CommandError, match="must not be zero"):
        check_setpoint("attitude_throttle", [0, 0, 0, 0, 0.5])


def test_no_sequence_of_wild_commands_breaks_the_state() -> None:
    """NaN, infinite and huge set-points of every mode, straight into the kernel."""
    random = np.random.default_rng(11)
    models = [model(name) for name in FLEET]
    pilot = Pilot(models, dt_s=0.002)
    width = pilot._setpoint.shape[1]
    low = pilot.body.packed.params[:, 5:6]
    high = pilot.body.packed.params[:, 6:7]
    own = np.arange(pilot.body.rotor.shape[1]) < pilot.body.packed.rotor_count[:, None]
    sequences = count(10_000)
    for start in range(0, sequences, len(models)):
        # Five robots fly five sequences at a time; each sequence starts afresh.
        pilot.body.position[:] = [0.0, 0.0, 20.0]
        pilot.body.velocity[:] = 0.0
        pilot.body.quaternion[:] = [0.0, 0.0, 0.0, 1.0]
        pilot.body.rates[:] = 0.0
        for _ in range(10):
            pilot._mode[:] = random.integers(0, 10, len(models))
            tame = random.uniform(-2.0, 2.0, (len(models), width))
            wild = random.choice(WILD, (len(models), width))
            pilot._setpoint[:] = np.where(random.random((len(models), width)) < 0.5, wild, tame)
            pilot.step(int(random.integers(1, 40)))
            command = pilot.body.rotor_cmd
            assert (((command >= low * (1 - 1e-12)) & (command <= high)) | ~own).all()
        assert is_sound(pilot), f"sequence {start}"
        assert np.abs(pilot.body.velocity).max() < 200.0


def test_wild_commands_through_the_door_leave_the_last_one_standing() -> None:
    random = np.random.default_rng(5)
    pilot = Pilot([model("x500")], dt_s=0.002)
    pilot.command("position_heading", [1.0, 2.0, 3.0, 0.0])
    refused = 0
    for _ in range(count(2_000)):
        mode = MODES[int(random.integers(0, 10))]
        values = random.choice(WILD, len(ORDINARY[mode.name]))
        values[int(random.integers(0, len(values)))] = np.nan
        with pytest.raises(CommandError):
            pilot.command(mode.name, values)
        refused += 1
        pilot.step(5)
    pilot.step(5_000)
    assert refused == count(2_000)
    assert pilot.body.position[0] == pytest.approx([1.0, 2.0, 3.0], abs=1e-3)


def test_nan_in_the_kernel_holds_what_there_is() -> None:
    pilot = Pilot([model("x500")], dt_s=0.002)
    pilot.body.quaternion[:] = [0.0, 0.0, np.sin(0.3), np.cos(0.3)]
    pilot._mode[:] = kernels.POSITION_HEADING
    pilot._setpoint[:] = np.nan
    pilot.step(2000)
    assert pilot.body.position[0] == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    assert 2.0 * np.arctan2(*pilot.body.quaternion[0, 2:]) == pytest.approx(0.6, abs=1e-6)


def test_switching_modes_every_tick_keeps_the_state_finite_and_continuous() -> None:
    random = np.random.default_rng(3)
    robot = model("x500")
    params = robot.params()
    pilot = Pilot([robot], dt_s=0.002)
    pilot.body.position[:] = [0.0, 0.0, 10.0]
    body = pilot.body
    push = params.max_thrust_n / params.mass_kg + 9.81
    decay = 1.0 - np.exp(-0.002 / params.motor_tau_s)
    reach = np.abs(np.array(params.allocation)[1:]) @ np.full(4, params.max_thrust_n / 4.0)
    twist = reach / params.inertia_kgm2
    for tick in range(5_000):
        mode = MODES[tick % 10 if tick % 3 else int(random.integers(0, 10))].name
        pilot.command(mode, ORDINARY[mode])
        before = [body.position.copy(), body.velocity.copy(), body.rates.copy(), body.rotor.copy()]
        pilot.step()
        speed = float(np.linalg.norm(before[1])) + push * 0.002
        drag = params.drag_quadratic_ns2_m2 * speed**2 / params.mass_kg
        assert np.linalg.norm(body.position - before[0]) <= 0.002 * speed
        assert np.linalg.norm(body.velocity - before[1]) <= 0.002 * (push + drag)
        assert (np.abs(body.rates - before[2]) <= 0.002 * (twist + 10.0)).all()
        assert np.abs(body.rotor - before[3]).max() <= decay * params.rotor_max_rad_s
    assert is_sound(pilot)


@pytest.mark.parametrize("mode", [mode.name for mode in MODES])
def test_flight_allocates_nothing(mode: str) -> None:
    pilot = Pilot([model("x500")], dt_s=0.002)
    pilot.command(mode, ORDINARY[mode])
    pilot.step()
    _nrt_python.memsys_enable_stats()
    try:
        at_start = rtsys.get_allocation_stats()
        pilot.step(1)
        once = rtsys.get_allocation_stats()
        pilot.step(1_000)
        many = rtsys.get_allocation_stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert many.alloc - once.alloc == once.alloc - at_start.alloc


def test_physics_is_usable_alone() -> None:
    """Dynamics in a pure control loop, in a process that loads no engine, world or renderer."""
    program = """
import sys
from outrider.sim.physics.multirotor import Multirotor, MultirotorParams, geometric_allocation
params = MultirotorParams(
    mass_kg=1.0, inertia_kgm2=(0.01, 0.01, 0.02), thrust_coefficient_ns2=1e-5,
    rotor_max_rad_s=1000.0, allocation=geometric_allocation(
        [(0.1, -0.1, 0), (-0.1, 0.1, 0), (0.1, 0.1, 0), (-0.1, -0.1, 0)], [1, 1, -1, -1], 0.02))
drone = Multirotor([params])
for _ in range(250):
    lift = 9.81 + 4.0 * (2.0 - drone.position[0, 2]) - 4.0 * drone.velocity[0, 2]
    drone.step([(lift / 4e-5) ** 0.5] * 4, steps=4)
assert abs(drone.position[0, 2] - 2.0) < 0.01, drone.position
heavy = ("mujoco", "PIL", "outrider.sim.engine", "outrider.sim.robots", "outrider.world")
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
