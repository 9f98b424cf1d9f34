"""Commands: checked against the robot, then turned into tasks and set-points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from outrider.core.errors import CommandError
from outrider.scenario import plans
from outrider.scenario.plans import AnyCommand
from outrider.sim.actors import _kernels as walking
from outrider.sim.actors.person import LYING_S
from outrider.sim.engine.members import Member
from outrider.sim.engine.team import LIES_ON_S, NOBODY, Team
from outrider.sim.physics._kernels_tick import TOUCHES
from outrider.sim.robots import drive, flight
from outrider.sim.robots.flight import MultirotorModel
from outrider.sim.robots.ground import GroundModel
from outrider.sim.robots.navigate import Whereabouts
from outrider.sim.robots.person import WalkMode

ARRIVES: Final = (plans.GoTo, plans.Follow, plans.TakeOff, plans.Land, plans.Stop)
"""Commands that end when the robot has got there; the others when their time is over."""

RESTING: Final = (plans.Hover, plans.Stop, plans.Wait, plans.Message)
"""Commands for which nobody moves."""


def name_of(command: AnyCommand) -> str:
    """``go_to``, ``follow`` …: the command's key in a plan."""
    return str(command.__struct_config__.tag)


def duration_s(command: AnyCommand) -> float | None:
    """How long a command lasts; None for one that ends by arriving, or coming to rest."""
    if isinstance(command, ARRIVES):
        return None
    seconds = float(getattr(command, "seconds", 0.0))
    return None if isinstance(command, plans.Hover) and seconds == 0.0 else seconds


def check_plans(team: Team) -> None:
    """Raise CommandError for a plan with a command that its robot can never carry out."""
    for member in team.members:
        for command in member.spec.plan:
            if isinstance(command, plans.Control):
                _check_control(member, command)
            elif isinstance(command, plans.Drive):
                _check_drive(member, command)
            elif isinstance(command, plans.Walk | plans.Sit | plans.Stand):
                _need_person(member, _VERBS[type(command)])
            _need_free(member, command)


def give(team: Team, name: str, command: AnyCommand, *, tick: int) -> None:
    """Let a robot begin a command at this tick; raises CommandError if it cannot."""
    member = team.member(name)
    _need_free(member, command)
    _GIVERS[type(command)](team, member, command, _whereabouts(team, member, tick))
    _get_up(team, member, command)
    team.paths_changed()
    row = team.row(name)
    team.status[row] = team.navigator.status(row)
    team.ended[row] = 0


def _whereabouts(team: Team, member: Member, tick: int) -> Whereabouts:
    row = team.row(member.name)
    x, y, z = team.root_of(row)[:3].tolist()
    client = int(team.client_of[row])
    supported = client == NOBODY or int(team.physics.touching[client]) == TOUCHES
    return Whereabouts(tick, (x, y, z), supported)


def _go_to(team: Team, member: Member, command: plans.GoTo, at: Whereabouts) -> None:
    team.navigator.go_to(
        team.row(member.name), command.to, at, speed=command.speed_mps,
        tolerance=command.tolerance_m, heading=command.heading_rad, timeout_s=command.timeout_s,
    )  # fmt: skip


def _follow(team: Team, member: Member, command: plans.Follow, at: Whereabouts) -> None:
    team.navigator.follow(
        team.row(member.name), command.path, at, speed=command.speed_mps,
        tolerance=command.tolerance_m, timeout_s=command.timeout_s,
    )  # fmt: skip


def _take_off(team: Team, member: Member, command: plans.TakeOff, at: Whereabouts) -> None:
    team.navigator.take_off(
        team.row(member.name), at, height=command.height_m, speed=command.speed_mps,
        ground_z=float(team.scene.height([at.position[:2]])[0]), timeout_s=command.timeout_s,
    )  # fmt: skip


def _land(team: Team, member: Member, command: plans.Land, at: Whereabouts) -> None:
    row = team.row(member.name)
    team.pad_host[row] = NOBODY
    if command.on is not None:
        _choose_pad(team, member, command.on)
    team.navigator.land(
        row, at, on_pad=command.on is not None, speed=command.speed_mps,
        timeout_s=command.timeout_s,
    )  # fmt: skip


def _choose_pad(team: Team, member: Member, host_name: str) -> None:
    """The robot's own pad if it started there, else the first that nobody else lands on."""
    row, host = team.row(member.name), team.member(host_name)
    client = int(team.client_of[team.row(host_name)])
    if not host.plan.pads:
        raise CommandError(f"{member.name}: {host_name} has no deck to land on")
    if member.kind != "multirotor":
        raise CommandError(f"{member.name}: a {member.model.name} cannot land on {host_name}")
    place = member.spec.pad
    if member.spec.on != host_name:
        taken = {m.spec.pad for m in team.members if m.spec.on == host_name}
        free = [k for k in range(len(host.plan.pads)) if k not in taken]
        place = free[0] if free else 0
    pad = host.plan.pads[place]
    team.pad_host[row] = client
    team.pad_place[row] = [*pad.position_m, pad.heading_rad]


def _hover(team: Team, member: Member, _: plans.Hover, at: Whereabouts) -> None:
    team.navigator.hover(team.row(member.name), at)


def _stop(team: Team, member: Member, _: plans.Stop, at: Whereabouts) -> None:
    team.navigator.stop(team.row(member.name), at)


def _control(team: Team, member: Member, command: plans.Control, at: Whereabouts) -> None:
    _set(team, team.row(member.name), *_check_control(member, command), at)


def _check_control(member: Member, command: plans.Control) -> tuple[int, Sequence[float]]:
    """The control mode's number, and its values as they go to the controller."""
    model = member.model
    if isinstance(model, MultirotorModel):
        try:
            values = flight.check_setpoint(command.mode, command.values, rotors=len(model.rotors))
        except CommandError as fault:
            raise CommandError(f"{member.name}: {fault}") from fault
        return flight.mode_number(command.mode), values
    if isinstance(model, GroundModel):
        chosen, numbers = drive.check_command(
            command.mode, command.values, drive=model.drive, engine=model.engine,
            robot=member.name,
        )  # fmt: skip
        return int(chosen), numbers
    raise CommandError(
        f"{member.name}: a person has no control modes; use walk, sit, stand, go_to or follow"
    )


def _drive(team: Team, member: Member, command: plans.Drive, at: Whereabouts) -> None:
    _set(team, team.row(member.name), *_check_drive(member, command), at)


def _check_drive(member: Member, command: plans.Drive) -> tuple[int, Sequence[float]]:
    if not isinstance(member.model, GroundModel):
        raise CommandError(
            f"{member.name}: only ground robots drive, this is a {member.kind}; "
            "use go_to, or control for a multirotor"
        )
    values = (command.speed_mps, command.turn_rad_s)
    mode, numbers = drive.check_command(
        drive.DriveMode.VELOCITY, values, drive=member.model.drive, robot=member.name
    )
    return int(mode), numbers


def _walk(team: Team, member: Member, command: plans.Walk, at: Whereabouts) -> None:
    _need_person(member, _VERBS[plans.Walk])
    velocity = (
        command.speed_mps * math.cos(command.heading_rad),
        command.speed_mps * math.sin(command.heading_rad),
    )
    values = (*velocity, command.heading_rad)
    _set(team, team.row(member.name), WalkMode.VELOCITY, values, at)


def _sit(team: Team, member: Member, _: plans.Sit, at: Whereabouts) -> None:
    _need_person(member, _VERBS[plans.Sit])
    _set(team, team.row(member.name), WalkMode.SIT, _rest(team, member), at)


def _stand(team: Team, member: Member, _: plans.Stand, at: Whereabouts) -> None:
    _need_person(member, _VERBS[plans.Stand])
    _set(team, team.row(member.name), WalkMode.STAND, _rest(team, member), at)


def _rest(team: Team, member: Member) -> tuple[float, float, float]:
    heading = float(team.setpoint[team.row(member.name), 2])
    return 0.0, 0.0, heading


def _need_person(member: Member, verb: str) -> None:
    if member.kind != "person":
        raise CommandError(f"{member.name}: only a person {verb}, this is a {member.kind}")


def _need_free(member: Member, command: AnyCommand) -> None:
    if member.is_tied and not isinstance(command, RESTING):
        raise CommandError(
            f"{member.name}: is tied to a chair and cannot {name_of(command)}; "
            "only stop, hover, wait and message are for one who is tied"
        )


def _get_up(team: Team, member: Member, command: AnyCommand) -> None:
    """Whoever lies there from the start gets up for a command that asks for it."""
    if member.kind != "person" or isinstance(command, RESTING):
        return
    k = team.row(member.name) - (len(team.by_row) - team.people)
    if team.person_shape[k, walking.LYING] == LIES_ON_S:
        team.person_shape[k, walking.LYING] = LYING_S
        team.person[k, walking.SINCE] = max(team.person[k, walking.SINCE], LYING_S)


def _set(team: Team, row: int, mode: int, values: Sequence[float], at: Whereabouts) -> None:
    team.navigator.control(row, at)
    team.mode[row] = mode
    team.setpoint[row] = 0.0
    team.setpoint[row, : len(values)] = values


_VERBS: Final[dict[type, str]] = {
    plans.Walk: "walks", plans.Sit: "sits", plans.Stand: "stands up",
}  # fmt: skip


def _refuse(_team: Team, member: Member, command: AnyCommand, _at: Whereabouts) -> None:
    raise CommandError(f"{member.name}: {name_of(command)} belongs in a plan, it is no command")


_GIVERS: Final[dict[type, Callable[..., None]]] = {
    plans.GoTo: _go_to,
    plans.Follow: _follow,
    plans.TakeOff: _take_off,
    plans.Land: _land,
    plans.Hover: _hover,
    plans.Stop: _stop,
    plans.Control: _control,
    plans.Drive: _drive,
    plans.Walk: _walk,
    plans.Sit: _sit,
    plans.Stand: _stand,
    plans.Wait: _refuse,
    plans.Message: _refuse,
}
