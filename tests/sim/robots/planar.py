"""A flat-ground twin of a skid-steer robot: rigid body, wheels, motors, Coulomb friction.

Independent of the package's physics: plain numpy, regularised Coulomb friction, small steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from outrider.sim.robots import catalogue
from outrider.sim.robots.drive import DriveArrays, pack_drives
from outrider.sim.robots.ground import AxleModel

Floats = NDArray[np.float64]

GRAVITY = 9.81
CREEP = 0.02
SUBSTEPS = 8


@dataclass
class Planar:
    """State and constants of the twin; ``x, y`` are the places of the wheels that touch."""

    mass: float
    inertia: float
    x: Floats
    y: Floats
    radius: float
    wheel_inertia: float
    gain: float
    torque: float
    friction: float
    v: Floats = field(default_factory=lambda: np.zeros(2))
    w: float = 0.0
    spin: Floats = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        self.spin = np.zeros(len(self.x))
        self.grip = self.friction * self.mass * GRAVITY / len(self.x)

    def step(self, target: Floats, brake: Floats, dt: float) -> None:
        """One control tick with fixed targets and brakes."""
        h = dt / SUBSTEPS
        vx, vy = self.v.tolist()
        for _ in range(SUBSTEPS):
            slide_x = vx - self.w * self.y - self.spin * self.radius
            slide_y = vy + self.w * self.x
            scale = -self.grip / np.sqrt(slide_x**2 + slide_y**2 + CREEP**2)
            fx, fy = scale * slide_x, scale * slide_y
            # The stiff servo is solved for the end of the step.
            coast = self.spin - h / self.wheel_inertia * fx * self.radius
            pull = self.gain / (1.0 + h * self.gain / self.wheel_inertia)
            motor = np.clip(pull * (target - coast), -self.torque, self.torque)
            spin = coast + h / self.wheel_inertia * motor
            held = h / self.wheel_inertia * brake
            self.spin = np.sign(spin) * np.maximum(np.abs(spin) - held, 0.0)
            turning = self.w
            self.w += h * float(self.x @ fy - self.y @ fx) / self.inertia
            vx, vy = (
                vx + h * (float(fx.sum()) / self.mass + turning * vy),
                vy + h * (float(fy.sum()) / self.mass - turning * vx),
            )
        self.v = np.array([vx, vy])


def skid_steer(name: str, *, friction: float | None = None) -> tuple[Planar, DriveArrays]:
    """The twin of a shipped robot and the arrays of its controller."""
    model = catalogue.load(name)
    assert isinstance(model, AxleModel)
    assert model.motor is not None
    plan = model.body_plan()
    arrays = pack_drives([(plan, model.drive, model.engine)])
    heights = [axle.height_m for axle in model.axles for _ in range(2)]
    touching = np.array(heights) < min(heights) + 1e-6
    x, y = arrays.wheel[0, touching, 0], arrays.wheel[0, touching, 1]
    disc = 0.5 * model.wheel.mass_kg * model.wheel.radius_m**2
    spin = model.wheel.inertia_kgm2[1] if model.wheel.inertia_kgm2 else disc
    mass = sum(link.mass_kg for link in plan.links)
    inertia = model.chassis.inertia_kgm2[2]
    inertia += sum(model.wheel.mass_kg * math.hypot(a, b) ** 2 for a, b in zip(x, y, strict=True))
    body = Planar(
        mass,
        inertia,
        x,
        y,
        model.wheel.radius_m,
        spin + model.motor.armature_kgm2,
        model.motor.gain,
        model.motor.torque_nm,
        model.tyre.friction if friction is None else friction,
    )
    return body, arrays
