"""Which arrays of a team the compiled loop works on: their places in the team table.

Rows of robots are ordered by kind: multirotors, then ground robots, then people; so one array of
set-points serves the navigator and, as slices, each kind's own controller.
"""

from typing import Final

TEAM_FIELDS: Final = (
    "nav", "nav_params", "path", "pad", "pad_place", "position", "velocity", "quaternion",
    "setpoint", "gains", "mixer", "drive_state", "drive_params", "wheel", "wheel_target",
    "wheel_torque", "wheel_brake", "wheel_angle", "wheel_speed", "person", "person_shape",
    "person_now", "person_before",
    "wind_now", "wind_law", "ground", "mocap_pos", "mocap_quat", "mode", "status", "ended",
    "pad_host", "wheel_count", "ground_client", "first_wheel", "person_mocap", "geom_person",
    "client_of",
)  # fmt: skip
"""The arrays of a team table, in its order; from ``mode`` on they are int32.

``pad_place`` (n, 4): place and heading of the pad to land on, in its host's frame; ``wind_law``
(5,): mean wind, gust standard deviation, what is left of a gust after a tick; ``ended`` (n,): 1
where a task ended in this tick; ``client_of`` (n,): index in the contact world, -1 for people.
"""
(
    NAV, NAV_PARAMS, PATH, PAD, PAD_PLACE, POSITION, VELOCITY, QUATERNION,
    SETPOINT, GAINS, MIXER, DRIVE_STATE, DRIVE_PARAMS, WHEEL, WHEEL_TARGET,
    WHEEL_TORQUE, WHEEL_BRAKE, WHEEL_ANGLE, WHEEL_SPEED, PERSON, PERSON_SHAPE,
    PERSON_NOW, PERSON_BEFORE,
    WIND_NOW, WIND_LAW, GROUND, MOCAP_POS, MOCAP_QUAT, MODE, STATUS, ENDED,
    PAD_HOST, WHEEL_COUNT, GROUND_CLIENT, FIRST_WHEEL, PERSON_MOCAP, GEOM_PERSON,
    CLIENT_OF,
) = range(len(TEAM_FIELDS))  # fmt: skip
