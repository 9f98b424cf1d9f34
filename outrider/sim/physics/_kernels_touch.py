"""What touches what, followed through every tick: sums for contact sensors, counts of touches.

A *party* is a body that can be named: a client of the contact world, or a person (after the
clients). A *shape* is a number for what a geom belongs to now: the geom itself, ``GROUND`` for all
terrain, or, for a slot, the number of geoms and the index of the object that is in it.
"""

from __future__ import annotations

from typing import Any

from outrider.core.jit import kernel
from outrider.sim.physics._kernels_memory import (
    cube,
    f64_row,
    grid,
    i32_row,
    ints,
    longs,
    pointer_at,
    row,
)
from outrider.sim.physics._kernels_table import (
    FIRST_LISTENER,
    GEOM_GROUND,
    GEOM_PARTY,
    GEOM_SLOT,
    GEOM_WHEEL,
    GRIP,
    HEARD,
    HEARD_ROWS,
    LOAD,
    LOG,
    LOGGED,
    SLOT_OBJECT,
    TOUCHED,
    TOUCHES_SO_FAR,
)
from outrider.sim.physics.mujoco_door import (
    CONTACT_BYTES,
    CONTACT_DIM,
    CONTACT_DIST,
    CONTACT_EFC,
    CONTACT_FRAME,
    CONTACT_GEOM,
    CONTACT_POS,
    DATA_CONTACT,
    DATA_EFC_FORCE,
    DATA_NCON,
)

GROUND = -2
NOBODY = -1

# Columns of a logged contact.
LOG_GEOM_A, LOG_GEOM_B, LOG_POINT, LOG_NORMAL, LOG_FORCE, LOG_DEPTH, LOG_RUB = 0, 1, 2, 5, 8, 9, 10
LOG_WIDTH = 13

# Columns of what a listener heard of a pair of shapes: first since it was last read; then of the
# last tick in which they touched, sums over their points, place and normal weighted by force.
H_OWN, H_OTHER, H_IMPULSE, H_TICK, H_FORCE = 0, 1, 2, 3, 4
H_POINT, H_NORMAL, H_DEPTH, H_FRICTION = 5, 8, 11, 12
HEARD_WIDTH = 15
MOST_HEARD = 32
"""Pairs a listener keeps; beyond it the one with the least impulse is dropped."""

# Columns of the last touches of a party: the other, and the tick.
P_OTHER, P_TICK = 0, 1
MOST_TOUCHED = 8
APART_S = 0.5
"""What stands on a moving deck leaves it for moments, which are no touches of their own."""


@kernel
def shape_of(t: Any, geom: int) -> int:
    """The shape that a geom stands for now."""
    if ints(t[GEOM_GROUND])[geom]:
        return GROUND
    slot = longs(t[GEOM_SLOT])[geom]
    if slot < 0:
        return geom
    return int(len(longs(t[GEOM_SLOT])) + longs(t[SLOT_OBJECT])[slot])


@kernel
def hear_contacts(data: int, t: Any, tick: int, dt: float) -> None:
    """After the loads of this tick are known: log every contact, and tell both of its parties.

    ``log (K, 13)``: the first K contacts with a force; ``logged``: how many there are.
    """
    geom_party, log = ints(t[GEOM_PARTY]), grid(t[LOG])
    written = 0
    count = i32_row(data + DATA_NCON, 1)[0]
    base = pointer_at(data + DATA_CONTACT)
    forces = pointer_at(data + DATA_EFC_FORCE)
    for k in range(count):
        contact = base + k * CONTACT_BYTES
        address = i32_row(contact + CONTACT_EFC, 1)[0]
        if address < 0:
            continue
        force = f64_row(forces + address * 8, 1)[0]
        if force <= 0.0:
            continue
        geoms = i32_row(contact + CONTACT_GEOM, 2)
        rub = friction_on_second(t, contact, forces + address * 8)
        if written < len(log):
            log_contact(log[written], contact, force, rub)
        written += 1
        first, second = geom_party[geoms[0]], geom_party[geoms[1]]
        if first == second:
            continue
        shape_a, shape_b = shape_of(t, geoms[0]), shape_of(t, geoms[1])
        for side in range(2):
            party, other = (first, second) if side == 0 else (second, first)
            own, met = (shape_a, shape_b) if side == 0 else (shape_b, shape_a)
            if party == NOBODY:
                continue
            if met != GROUND:
                count_touch(t, party, other, met, tick, dt)
            listeners = ints(t[FIRST_LISTENER])
            for listener in range(listeners[party], listeners[party + 1]):
                line = heard_line(t, listener, own, met, force * dt, tick)
                if line >= 0:
                    sign = 1.0 if side == 0 else -1.0
                    add_contact(cube(t[HEARD])[listener, line], contact, force, rub, sign, dt)
    ints(t[LOGGED])[0] = written


@kernel
def friction_on_second(t: Any, contact: int, solved: int) -> tuple[float, float, float]:
    """Tangential force on the contact's second body: the solver's, or a tyre's share by load."""
    force = f64_row(solved, 1)[0]
    frame, geoms = f64_row(contact + CONTACT_FRAME, 9), i32_row(contact + CONTACT_GEOM, 2)
    x, y, z = 0.0, 0.0, 0.0
    if i32_row(contact + CONTACT_DIM, 1)[0] >= 3:
        along = f64_row(solved, 3)
        x = along[1] * frame[3] + along[2] * frame[6]
        y = along[1] * frame[4] + along[2] * frame[7]
        z = along[1] * frame[5] + along[2] * frame[8]
    grip, load = grid(t[GRIP]), row(t[LOAD])
    for which in range(2):
        wheel = ints(t[GEOM_WHEEL])[geoms[which]]
        if wheel >= 0 and load[wheel] > 0.0:
            share = force / load[wheel] if which == 1 else -force / load[wheel]
            x += share * grip[wheel, 0]
            y += share * grip[wheel, 1]
            z += share * grip[wheel, 2]
    return x, y, z


@kernel
def log_contact(line: Any, contact: int, force: float, rub: tuple[float, float, float]) -> None:
    """One line of the log."""
    point, normal = f64_row(contact + CONTACT_POS, 3), f64_row(contact + CONTACT_FRAME, 3)
    geoms = i32_row(contact + CONTACT_GEOM, 2)
    line[LOG_GEOM_A], line[LOG_GEOM_B] = geoms[0], geoms[1]
    line[LOG_FORCE], line[LOG_DEPTH] = force, -f64_row(contact + CONTACT_DIST, 1)[0]
    for a in range(3):
        line[LOG_POINT + a], line[LOG_NORMAL + a] = point[a], normal[a]
        line[LOG_RUB + a] = rub[a]


@kernel
def count_touch(t: Any, party: int, other: int, met: int, tick: int, dt: float) -> None:
    """A touch counts if the two have been apart for a while; ``touched`` keeps the last few."""
    touched = cube(t[TOUCHED])
    key = float(other) if other != NOBODY else float(len(touched) + met)
    place, oldest = 0, 1e300
    for k in range(MOST_TOUCHED):
        if touched[party, k, P_OTHER] == key:
            if tick - touched[party, k, P_TICK] > APART_S / dt:
                ints(t[TOUCHES_SO_FAR])[party] += 1
            touched[party, k, P_TICK] = tick
            return
        if touched[party, k, P_TICK] < oldest:
            place, oldest = k, touched[party, k, P_TICK]
    touched[party, place, P_OTHER], touched[party, place, P_TICK] = key, tick
    ints(t[TOUCHES_SO_FAR])[party] += 1


@kernel
def heard_line(t: Any, listener: int, own: int, met: int, impulse: float, tick: int) -> int:
    """The line of a pair of shapes, begun anew for this tick; -1 if there is no room for it."""
    heard, used = cube(t[HEARD]), ints(t[HEARD_ROWS])
    line, least = -1, impulse
    for k in range(used[listener]):
        if heard[listener, k, H_OWN] == own and heard[listener, k, H_OTHER] == met:
            if heard[listener, k, H_TICK] != tick:
                heard[listener, k, H_TICK] = tick
                for a in range(H_FORCE, HEARD_WIDTH):
                    heard[listener, k, a] = 0.0
            return k
        if heard[listener, k, H_IMPULSE] < least:
            line, least = k, heard[listener, k, H_IMPULSE]
    if used[listener] < MOST_HEARD:
        line = used[listener]
        used[listener] += 1
    if line >= 0:
        for a in range(HEARD_WIDTH):
            heard[listener, line, a] = 0.0
        heard[listener, line, H_OWN], heard[listener, line, H_OTHER] = own, met
        heard[listener, line, H_TICK] = tick
    return line


@kernel
def add_contact(
    line: Any, contact: int, force: float, rub: tuple[float, float, float], sign: float, dt: float
) -> None:
    """One point of this tick; ``sign`` is -1 if the listener is the contact's second body."""
    frame, point = f64_row(contact + CONTACT_FRAME, 3), f64_row(contact + CONTACT_POS, 3)
    line[H_IMPULSE] += force * dt
    line[H_FORCE] += force
    line[H_DEPTH] = max(line[H_DEPTH], -f64_row(contact + CONTACT_DIST, 1)[0])
    for a in range(3):
        line[H_POINT + a] += force * point[a]
        line[H_NORMAL + a] += sign * force * frame[a]
        line[H_FRICTION + a] += sign * rub[a]
