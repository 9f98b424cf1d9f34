"""State carried from one built team to another, member by member, after the team has changed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from outrider.sim.engine.team import NOBODY, Team
from outrider.sim.physics import _kernels_touch as touch
from outrider.sim.physics.contact_world import ContactWorld
from outrider.sim.physics.mujoco_door import FREE_JOINT

_CLIENT_BLOCKS = ("root", "before", "push", "press", "touching", "parked", "crashed")
_WHEEL_BLOCKS = ("load", "bristle", "patch", "target", "torque", "brake", "angle")
_FLIGHT_BLOCKS = ("position", "velocity", "quaternion", "rates", "rotor", "rotor_cmd", "wind")
_ROW_BLOCKS = ("mode", "status", "ended")


def carry_over(old: Team, new: Team) -> None:
    """Whoever is in both teams goes on from where it was."""
    _carry_bodies(old, new)
    for member in new.by_row:
        if member.name in old.row_of:
            _carry_member(old, new, member.name)
    _carry_touches(old, new)
    new.paths_changed()
    for name in new.blocks.names():
        if name.startswith("wind."):
            new.blocks[name][...] = old.blocks[name]
    for name in old.blocks.names():
        if name.startswith("stage."):
            block = old.blocks[name]
            new.blocks.add(name, block.shape, block.dtype)[...] = block
    new.physics.refresh()


def _carry_bodies(old: Team, new: Team) -> None:
    before, after = old.physics, new.physics
    for client, name in enumerate(after.world.names):
        if name not in before.world.names:
            continue
        source = before.world.names.index(name)
        for block in _CLIENT_BLOCKS:
            getattr(after, block)[client] = getattr(before, block)[source]
        first, last = after.world.client_wheels[client : client + 2]
        start, end = before.world.client_wheels[source : source + 2]
        for block in _WHEEL_BLOCKS:
            getattr(after, block)[first:last] = getattr(before, block)[start:end]
        _carry_joints(before.world, source, after.world, client)
    after.world.data.time = before.world.data.time


def _carry_touches(old: Team, new: Team) -> None:
    """What contact sensors have heard since they were last read, and who touched whom when."""
    number = _shapes(old, new)
    for address, listener in new.listener.items():
        source = old.listener.get(address)
        if source is None:
            continue
        for line in old.physics.heard[source, : old.physics.heard_rows[source]]:
            own, met = (number(int(line[k])) for k in (touch.H_OWN, touch.H_OTHER))
            if own is not None and met is not None:
                row = int(new.physics.heard_rows[listener])
                new.physics.heard[listener, row] = line
                new.physics.heard[listener, row, : touch.H_OTHER + 1] = own, met
                new.physics.heard_rows[listener] = row + 1
    party = {k: new.parties.index(n) for k, n in enumerate(old.parties) if n in new.parties}
    for source, target in party.items():
        new.physics.touches_so_far[target] = old.physics.touches_so_far[source]
        for k, (other, tick) in enumerate(old.physics.touched[source].tolist()):
            met = number(int(other) - len(old.parties))
            key = party.get(int(other), touch.NOBODY if met is None else len(new.parties) + met)
            new.physics.touched[target, k] = key, tick


def _shapes(old: Team, new: Team) -> Callable[[int], int | None]:
    """Tells the number that a shape of the old team has in the new one, if it is in both."""
    places = {name: geom for geom, name in enumerate(_geom_names(new))}
    names = _geom_names(old)
    objects, rows = len(names), len(old.scene.objects)

    def number(shape: int) -> int | None:
        if shape == touch.GROUND:
            return shape
        if objects <= shape < objects + rows:
            return len(places) + shape - objects
        return places.get(names[shape]) if 0 <= shape < objects else None

    return number


def _geom_names(team: Team) -> list[str]:
    """A name of its own for every geom; those of people do not depend on who else is there."""
    world, first = team.physics.world, len(team.by_row) - team.people
    names = [f"{world.geom_name(geom)} {geom}" for geom in range(world.model.ngeom)]
    for geom, party in enumerate(world.geom_party.tolist()):
        if party != touch.NOBODY:
            names[geom] = world.geom_name(geom)
        if party >= len(world.names):
            part = world.geom_name(geom).split("/")[2:]
            names[geom] = "/".join([team.by_row[first + party - len(world.names)].name, *part])
    return names


def _carry_joints(old: ContactWorld, source: int, new: ContactWorld, client: int) -> None:
    """Positions, velocities and the solver's warm start of all joints of a body."""
    pairs = zip(_joints(old, source), _joints(new, client), strict=True)
    for a, b in pairs:
        qa, qb = int(old.model.jnt_qposadr[a]), int(new.model.jnt_qposadr[b])
        va, vb = int(old.model.jnt_dofadr[a]), int(new.model.jnt_dofadr[b])
        free = int(old.model.jnt_type[a]) == FREE_JOINT
        q, v = (7, 6) if free else (1, 1)
        new.data.qpos[qb : qb + q] = old.data.qpos[qa : qa + q]
        for name in ("qvel", "qacc_warmstart"):
            getattr(new.data, name)[vb : vb + v] = getattr(old.data, name)[va : va + v]


def _joints(world: ContactWorld, client: int) -> list[int]:
    bodies = set(world.client_bodies[client].tolist())
    return [j for j in range(world.model.njnt) if int(world.model.jnt_bodyid[j]) in bodies]


def _carry_member(old: Team, new: Team, name: str) -> None:
    a, b = old.row(name), new.row(name)
    for block in _ROW_BLOCKS:
        getattr(new, block)[b] = getattr(old, block)[a]
    width = min(old.setpoint.shape[1], new.setpoint.shape[1])
    new.setpoint[b, :width] = old.setpoint[a, :width]
    new.navigator.adopt(b, old.navigator, a)
    host = int(old.pad_host[a])
    hosts = new.physics.world.names
    host_name = old.physics.world.names[host] if host != NOBODY else ""
    new.pad_host[b] = hosts.index(host_name) if host_name in hosts else NOBODY
    new.pad_place[b] = old.pad_place[a]
    kind = new.by_row[b].kind
    if kind == "multirotor":
        for block in _FLIGHT_BLOCKS:
            source, target = getattr(old.physics, block), getattr(new.physics, block)
            columns = min(source.shape[1], target.shape[1])
            target[b, :columns] = source[a, :columns]
    elif kind == "wheeled":
        new.drive_state[b - new.flying] = old.drive_state[a - old.flying]
    else:
        _carry_person(old, a, new, b)


def _carry_person(old: Team, a: int, new: Team, b: int) -> None:
    i, k = a - (len(old.by_row) - old.people), b - (len(new.by_row) - new.people)
    for block in ("person", "person_now", "person_before", "person_shape"):
        getattr(new, block)[k] = getattr(old, block)[i]
    for array in ("mocap_pos", "mocap_quat"):
        target, source = (
            getattr(new.physics.world.data, array),
            getattr(old.physics.world.data, array),
        )
        target[new.person_mocap[k]] = np.array(source[old.person_mocap[i]])
