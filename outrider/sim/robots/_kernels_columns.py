"""Columns of the navigator's arrays, and its codes."""

from __future__ import annotations

# Kinds of robots.
FLYING, DRIVING, WALKING = 0, 1, 2

# Tasks.
IDLE, GO_TO, FOLLOW, TAKE_OFF, LAND, HOVER, STOP, CONTROL = 0, 1, 2, 3, 4, 5, 6, 7

# Status.
RESTING, RUNNING, DONE, TIMED_OUT, FAILED, BROKEN = 0, 1, 2, 3, 4, 5

# The state of a robot (n, N_WIDTH), all f64.
N_TASK, N_STATUS, N_OFFSET, N_LENGTH, N_INDEX, N_PROGRESS = 0, 1, 2, 3, 4, 5
N_START, N_TIMEOUT = 6, 7  # ticks; a timeout below zero never comes
N_SPEED, N_TOLERANCE, N_UPDATES, N_PHASE = 8, 9, 10, 11
N_X, N_Y, N_Z, N_VX, N_VY, N_VZ = 12, 13, 14, 15, 16, 17  # the set-point that moves ahead
N_HEADING, N_GOAL_HEADING, N_HEADING_GIVEN = 18, 19, 20
N_TIMER, N_GOAL_Z, N_START_Z, N_HEIGHT, N_ON_PAD = 21, 22, 23, 24, 25
N_CAPACITY = 26  # rows of the pool that belong to the robot
N_WIDTH = 27

# The parameters of a robot (n, K_WIDTH).
K_KIND, K_SPEED_MAX, K_SPEED, K_ACCELERATION, K_DECELERATION, K_YAW_MAX = 0, 1, 2, 3, 4, 5
K_RATE, K_STEER, K_SPEED_GAIN = 6, 7, 8
K_LOOK_GAIN, K_LOOK_MIN, K_LOOK_MAX, K_DELTA_MAX, K_WHEELBASE, K_SPINS = 9, 10, 11, 12, 13, 14
K_TOLERANCE, K_CREEP, K_CORNER, K_SPACING = 15, 16, 17, 18
K_CLIMB, K_DESCEND, K_TOUCH, K_CLEARANCE = 19, 20, 21, 22
K_POSITION_GAIN, K_VELOCITY_GAIN, K_DRAG, K_DRAG_SQUARE = 23, 24, 25, 26
K_WIDTH = 27

# The pad to land on (n, 8): place of its surface, its velocity, its heading, 1 if there is one.
PAD_X, PAD_Y, PAD_Z, PAD_VX, PAD_VY, PAD_VZ, PAD_HEADING, PAD_THERE = 0, 1, 2, 3, 4, 5, 6, 7
PAD_WIDTH = 8
