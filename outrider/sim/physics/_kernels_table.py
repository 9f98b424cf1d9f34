"""Which arrays a tick works on: their places in the table that kernels read them through."""

from typing import Final

FIELDS: Final = (
    "qpos", "qvel", "ctrl", "xfrc", "qfrc", "cvel", "subtree_com", "xipos", "frictionloss",
    "root", "before", "push", "press", "load", "bristle", "patch", "tyre", "log", "target",
    "torque", "brake", "angle", "position", "velocity", "quaternion", "rates", "rotor",
    "rotor_cmd", "params", "allocation", "wind", "hull", "client_body", "client_qpos",
    "client_dof", "geom_client", "geom_wheel", "geom_body", "body_root", "wheel_body",
    "wheel_dof", "servo", "engine", "steer", "touching", "frozen", "parked", "crashed",
    "uav_client", "rotor_count", "integrator", "logged", "terrain",
    "geom_window", "lattice", "body_ease", "grip", "geom_party", "geom_ground", "geom_slot",
    "slot_object", "first_listener", "heard", "heard_rows", "touched", "touches_so_far",
    "client_mass", "geom_type", "geom_size", "geom_xpos", "geom_xmat",
    "body_ground", "soil", "class_grip",
)  # fmt: skip
"""The arrays of a body table, in its order: MuJoCo's, then ours.

``root`` and ``before`` (C, 13) are the clients' rows now and one tick ago; ``push`` (C, 6) is a
force and torque in the world that acts on a root for one tick; ``press`` (C,) the sum of the normal
forces on a client; ``grip`` (W, 3) the tyres' forces on their wheels in this tick; the rest is
named as in ``physics.Physics`` and ``contact_world.ContactWorld``.
"""
(
    QPOS, QVEL, CTRL, XFRC, QFRC, CVEL, SUBTREE_COM, XIPOS, FRICTIONLOSS, ROOT, BEFORE, PUSH,
    PRESS, LOAD, BRISTLE, PATCH, TYRE, LOG, TARGET, TORQUE, BRAKE, ANGLE, UAV_POSITION,
    UAV_VELOCITY, UAV_QUATERNION, UAV_RATES, ROTOR, ROTOR_CMD, PARAMS, ALLOCATION, WIND, HULL,
    CLIENT_BODY, CLIENT_QPOS, CLIENT_DOF, GEOM_CLIENT, GEOM_WHEEL, GEOM_BODY, BODY_ROOT,
    WHEEL_BODY, WHEEL_DOF, SERVO, ENGINE, STEER, TOUCHING, FROZEN, PARKED, CRASHED, UAV_CLIENT,
    ROTOR_COUNT, INTEGRATOR, LOGGED, TERRAIN, GEOM_WINDOW, LATTICE,
    BODY_EASE, GRIP, GEOM_PARTY, GEOM_GROUND, GEOM_SLOT, SLOT_OBJECT, FIRST_LISTENER, HEARD,
    HEARD_ROWS, TOUCHED, TOUCHES_SO_FAR, CLIENT_MASS,
    GEOM_TYPE, GEOM_SIZE, GEOM_XPOS, GEOM_XMAT,
    BODY_GROUND, SOIL, CLASS_GRIP,
) = range(len(FIELDS))  # fmt: skip
