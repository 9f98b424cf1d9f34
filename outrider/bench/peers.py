"""The same teams in PyBullet: same bodies, terrain, trunks, tick and set-points.

What differs is told here: suspensions are position servos with the force of the loaded spring,
wheels are velocity motors whose grip is Bullet's own friction, and the controllers of the
multirotors are ours, compiled, so that the peer does not pay for Python where it need not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from outrider.bench.measure import insist, median, wall_s
from outrider.bench.record import NOT_AVAILABLE
from outrider.bench.scenes import Lap
from outrider.core.errors import InternalError, MissingExtraError
from outrider.core.registry import need
from outrider.run.session import Session
from outrider.sim.physics._kernels_flight import advance_motors, rotor_wrench
from outrider.sim.physics._kernels_tick import turn
from outrider.sim.physics.build import Placement
from outrider.sim.physics.plan import BodyPlan, Link, Shape
from outrider.sim.robots import catalogue
from outrider.sim.robots._kernels_flight import control_step
from outrider.sim.robots.flight import MultirotorModel, Pilot, mode_number

CELLS: Final = 256
STEP_M: Final = 0.5
"""The lattice of the contact world's terrain windows."""
SETTLE_TICKS: Final = 250
STEER_FORCE_NM: Final = 4_000.0


def pybullet_factor(
    session: Session, laps: Sequence[Lap], seconds: float, repeats: int
) -> float | str:
    """Real-time factor of PyBullet with the team of ``session``, or "n/a" without PyBullet."""
    try:
        bullet = need("pybullet", extra="bench")
    except MissingExtraError:
        return NOT_AVAILABLE
    client = bullet.connect(bullet.DIRECT)
    try:
        world = _World(bullet, session, laps)
        world.run(SETTLE_TICKS)
        ticks = max(round(seconds * 1e9 / session.tick_ns), 1)
        walls = [wall_s(lambda: world.run(ticks)) for _ in range(repeats)]
        world.check(ticks * repeats + SETTLE_TICKS)
    finally:
        bullet.disconnect(client)
    return ticks * session.tick_ns / 1e9 / median(walls)


class _World:
    """A PyBullet world with a team in it; ``run`` controls and steps it."""

    def __init__(self, bullet: Any, session: Session, laps: Sequence[Lap]) -> None:
        self.bullet, self.tick_s = bullet, session.tick_ns / 1e9
        bullet.setGravity(0.0, 0.0, -9.81)
        bullet.setTimeStep(self.tick_s)
        self._add_terrain(session)
        self._add_trunks(session)
        placements = {p.name: p for p in session.engine.team.physics.world.placements}
        self.flights: list[_Flight] = []
        self.drives: list[_Drive] = []
        for lap in laps:
            ground = session.ground_height(*lap.start)
            placement = placements[lap.name]
            if lap.flies:
                body = _add_body(bullet, placement, (*lap.start, lap.height_m))
                self.flights.append(_Flight(bullet, body, lap, self.tick_s))
            else:
                height = ground + placement.plan.ground_clearance_m + 0.15
                body = _add_body(bullet, placement, (*lap.start, height))
                self.drives.append(_Drive(bullet, body, lap, placement.plan))

    def _add_terrain(self, session: Session) -> None:
        bullet, half = self.bullet, 0.5 * CELLS * STEP_M
        heights = session.scene.terrain.window(
            (-half, -half), step_m=STEP_M, shape=(CELLS + 1, CELLS + 1)
        )
        shape = bullet.createCollisionShape(
            bullet.GEOM_HEIGHTFIELD, meshScale=[STEP_M, STEP_M, 1.0],
            heightfieldData=heights.astype(np.float32).ravel().tolist(),
            numHeightfieldRows=CELLS + 1, numHeightfieldColumns=CELLS + 1,
        )  # fmt: skip
        middle = 0.5 * float(heights.max() + heights.min())
        ground = bullet.createMultiBody(0.0, shape, basePosition=[0.0, 0.0, middle])
        bullet.changeDynamics(ground, -1, lateralFriction=1.0)
        for x, y in ((-11.0, 7.0), (5.5, 20.0)):
            hit = bullet.rayTest([x, y, 50.0], [x, y, -50.0])[0][3][2]
            wanted = session.ground_height(x, y)
            insist(abs(hit - wanted) < 0.02, f"PyBullet's ground is {hit - wanted:.2f} m off")

    def _add_trunks(self, session: Session) -> None:
        bullet, solids = self.bullet, session.scene.objects.solids
        for center, half in zip(solids.center.tolist(), solids.half_size.tolist(), strict=True):
            shape = bullet.createCollisionShape(
                bullet.GEOM_CYLINDER, radius=half[0], height=2.0 * half[2]
            )
            bullet.createMultiBody(0.0, shape, basePosition=center)

    def run(self, ticks: int) -> None:
        """Control and step that often."""
        for _ in range(ticks):
            for drive in self.drives:
                drive.act()
            for flight in self.flights:
                flight.act()
            self.bullet.stepSimulation()

    def check(self, ticks: int) -> None:
        """Everyone is under way on its circle."""
        team: list[_Drive | _Flight] = [*self.drives, *self.flights]
        for who in team:
            position, _ = self.bullet.getBasePositionAndOrientation(who.body)
            velocity, _ = self.bullet.getBaseVelocity(who.body)
            lap = who.lap
            off = math.dist(position[:2], lap.centre) - lap.radius_m
            insist(abs(off) < 3.0, f"PyBullet's {lap.name} is {off:.2f} m off its circle")
            if ticks > 4 * SETTLE_TICKS:
                speed = math.hypot(velocity[0], velocity[1])
                insist(
                    speed > 0.4 * lap.speed_mps, f"PyBullet's {lap.name} moves at {speed:.2f} m/s"
                )


class _Drive:
    """A ground robot that steers for a point ahead on its circle."""

    def __init__(self, bullet: Any, body: int, lap: Lap, plan: BodyPlan) -> None:
        self.bullet, self.body, self.lap = bullet, body, lap
        joint = {link.name: k - 1 for k, link in enumerate(plan.links)}
        self.radius_m = plan.wheels[0].radius_m
        self.joints = [joint[wheel.link] for wheel in plan.wheels]
        self.sides = [1.0 if wheel.side == "left" else -1.0 for wheel in plan.wheels]
        places = _places(plan)
        spots = [places[wheel.link] for wheel in plan.wheels]
        self.track_m = max(y for _, y, _ in spots) - min(y for _, y, _ in spots)
        self.wheelbase_m = max(x for x, _, _ in spots) - min(x for x, _, _ in spots)
        self.steering = [joint[wheel.steer_link] for wheel in plan.wheels if wheel.steer_link]
        self.forces = [wheel.motor_torque_nm or 800.0 for wheel in plan.wheels]
        self.springs = [
            (joint[link.name], abs(link.joint.rest) * link.joint.stiffness)
            for link in plan.links
            if link.joint is not None and link.joint.kind == "slide"
        ]

    def act(self) -> None:
        bullet, lap = self.bullet, self.lap
        position, quaternion = bullet.getBasePositionAndOrientation(self.body)
        x, y, z, w = quaternion
        heading = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        dx, dy = position[0] - lap.centre[0], position[1] - lap.centre[1]
        ahead = math.atan2(dy, dx) + max(1.0, 0.8 * lap.speed_mps) / lap.radius_m
        gx = lap.centre[0] + lap.radius_m * math.cos(ahead) - position[0]
        gy = lap.centre[1] + lap.radius_m * math.sin(ahead) - position[1]
        error = math.remainder(math.atan2(gy, gx) - heading, 2.0 * math.pi)
        curvature = 2.0 * math.sin(error) / max(math.hypot(gx, gy), 0.5)
        speed = lap.speed_mps
        half = 0.0 if self.steering else 0.5 * self.track_m * curvature * speed
        bullet.setJointMotorControlArray(
            self.body, self.joints, bullet.VELOCITY_CONTROL,
            targetVelocities=[(speed - side * half) / self.radius_m for side in self.sides],
            forces=self.forces,
        )  # fmt: skip
        for joint in self.steering:
            bullet.setJointMotorControl2(
                self.body, joint, bullet.POSITION_CONTROL, force=STEER_FORCE_NM,
                targetPosition=max(-0.5, min(0.5, math.atan(self.wheelbase_m * curvature))),
            )  # fmt: skip
        for joint, load_n in self.springs:
            bullet.setJointMotorControl2(
                self.body, joint, bullet.POSITION_CONTROL, targetPosition=0.0, force=2.0 * load_n
            )


class _Flight:
    """A multirotor under our control law; its forces are applied to PyBullet's body."""

    def __init__(self, bullet: Any, body: int, lap: Lap, tick_s: float) -> None:
        self.bullet, self.body, self.lap, self.tick_s = bullet, body, lap, tick_s
        model = catalogue.load(lap.model)
        if not isinstance(model, MultirotorModel):
            raise InternalError(f"{lap.model} does not fly")
        self.pilot = Pilot([model], dt_s=tick_s)
        self.mixer, self.counts = self.pilot.body.packed.mixer, self.pilot.body.packed.rotor_count
        self.mode = mode_number("position_heading")
        self.setpoint = np.zeros((1, 8))
        self.phase = 0.0

    def act(self) -> None:
        """Read the state, control, and push."""
        bullet, own, lap = self.bullet, self.pilot.body, self.lap
        own.position[0], own.quaternion[0] = bullet.getBasePositionAndOrientation(self.body)
        own.velocity[0], spin = bullet.getBaseVelocity(self.body)
        q = own.quaternion[0]
        own.rates[0] = turn((-q[0], -q[1], -q[2], q[3]), *spin)
        self.phase += lap.speed_mps / lap.radius_m * self.tick_s
        c, s = math.cos(self.phase), math.sin(self.phase)
        cx, cy = lap.centre
        v, r = lap.speed_mps, lap.radius_m
        self.setpoint[0, :7] = cx + r * c, cy + r * s, lap.height_m, 0.0, -v * s, v * c, 0.0
        packed = own.packed
        control_step(
            0, self.mode, self.setpoint, own.position, own.velocity, own.quaternion, own.rates,
            packed.params, self.pilot.gains, self.mixer, self.counts, own.rotor_cmd,
        )  # fmt: skip
        advance_motors(0, own.rotor, own.rotor_cmd, packed.params, self.counts, self.tick_s)
        fx, fy, fz, tx, ty, tz = rotor_wrench(
            0, own.velocity, own.quaternion, own.rotor, packed.params, packed.allocation,
            self.counts, own.wind[0],
        )  # fmt: skip
        attitude = (q[0], q[1], q[2], q[3])
        push, torque = turn(attitude, fx, fy, fz), turn(attitude, tx, ty, tz)
        bullet.applyExternalForce(self.body, -1, push, own.position[0], bullet.WORLD_FRAME)
        bullet.applyExternalTorque(self.body, -1, torque, bullet.WORLD_FRAME)


def _places(plan: BodyPlan) -> dict[str, tuple[float, float, float]]:
    """Origins of all links in the root's frame, joints at rest; links are not turned."""
    places = {plan.links[0].name: (0.0, 0.0, 0.0)}
    for link in plan.links[1:]:
        px, py, pz = places[link.parent]
        x, y, z = link.position_m
        places[link.name] = (px + x, py + y, pz + z)
    return places


def _add_body(bullet: Any, placement: Placement, position: tuple[float, float, float]) -> int:
    """A body plan as a multi-body of PyBullet, with our masses, moments and shapes."""
    links = placement.plan.links
    root, rest = links[0], links[1:]
    index = {link.name: k for k, link in enumerate(links)}
    joints = [link.joint for link in rest]
    kinds = {"hinge": bullet.JOINT_REVOLUTE, "slide": bullet.JOINT_PRISMATIC}
    body = bullet.createMultiBody(
        root.mass_kg, _add_shapes(bullet, root.shapes), basePosition=position,
        baseOrientation=placement.quaternion, baseInertialFramePosition=root.com_m,
        baseInertialFrameOrientation=root.inertia_quaternion,
        linkMasses=[link.mass_kg for link in rest],
        linkCollisionShapeIndices=[_add_shapes(bullet, link.shapes) for link in rest],
        linkVisualShapeIndices=[-1] * len(rest),
        linkPositions=[link.position_m for link in rest],
        linkOrientations=[link.quaternion for link in rest],
        linkInertialFramePositions=[link.com_m for link in rest],
        linkInertialFrameOrientations=[link.inertia_quaternion for link in rest],
        linkParentIndices=[index[link.parent] for link in rest],
        linkJointTypes=[
            bullet.JOINT_FIXED if joint is None else kinds[joint.kind] for joint in joints
        ],
        linkJointAxis=[(0.0, 0.0, 1.0) if joint is None else joint.axis for joint in joints],
        flags=bullet.URDF_USE_SELF_COLLISION_EXCLUDE_ALL_PARENTS,
    )  # fmt: skip
    for k, link in enumerate(links):
        _set_dynamics(bullet, body, k - 1, link)
    return int(body)


def _set_dynamics(bullet: Any, body: int, index: int, link: Link) -> None:
    friction = link.shapes[0].friction if link.shapes else 0.5
    bullet.changeDynamics(
        body, index, localInertiaDiagonal=link.inertia_kgm2, lateralFriction=friction,
        linearDamping=0.0, angularDamping=0.0,
        jointDamping=link.joint.damping if link.joint and link.joint.kind == "hinge" else 0.0,
        activationState=bullet.ACTIVATION_STATE_DISABLE_SLEEPING,
    )  # fmt: skip


def _add_shapes(bullet: Any, shapes: Sequence[Shape]) -> int:
    """One collision shape of all solids of a link; -1 for none."""
    solid = [shape for shape in shapes if shape.collides]
    if not solid:
        return -1
    kinds = {
        "box": bullet.GEOM_BOX, "sphere": bullet.GEOM_SPHERE,
        "cylinder": bullet.GEOM_CYLINDER, "capsule": bullet.GEOM_CAPSULE,
    }  # fmt: skip
    shape: int = bullet.createCollisionShapeArray(
        shapeTypes=[kinds[one.kind] for one in solid],
        halfExtents=[[0.5 * edge for edge in one.size_m] for one in solid],
        radii=[one.size_m[0] for one in solid],
        lengths=[one.size_m[1] for one in solid],
        collisionFramePositions=[one.position_m for one in solid],
        collisionFrameOrientations=[one.quaternion for one in solid],
    )
    return shape
