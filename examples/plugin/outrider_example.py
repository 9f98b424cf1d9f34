"""A robot, a sensor and a stage that other packages bring to Outrider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from outrider.core.messages import Range
from outrider.sim.engine.stage_view import StageView
from outrider.sim.robots import catalogue
from outrider.sim.robots.catalogue import RobotModel
from outrider.sim.sensors.sensor import Mount, View

# --- a robot: a model, made from another or from a YAML file of one's own -----------------------


def heavy_lifter() -> RobotModel:
    """An octorotor that carries 2 kg more."""
    octo = catalogue.load("octo")
    mass = sum(link.mass_kg for link in octo.body_plan().links)
    return catalogue.load("octo", parameters={"mass_kg": mass + 2.0})


# --- a sensor: what is captured in the step, and the message that is made of it -------------------


class Altitude(NamedTuple):
    """What the altimeter keeps of an instant."""

    view: View
    height_m: float


class Altimeter:
    """Height above z = 0 with white noise; ``noise_m`` is its standard deviation."""

    slow = False
    """True: finish() runs in a thread and overlaps the simulation until the message arrives."""

    def __init__(self, parameters: Mapping[str, object], mount: Mount) -> None:
        self._noise_m = float(str(parameters.get("noise_m", 0.05)))
        self._stream = mount.stream

    def capture(self, view: View) -> Altitude | None:
        """Take what is needed; None where nothing is measured."""
        height_m = view.state.position[2]
        return Altitude(view, height_m) if height_m < 40.0 else None

    def finish(self, ticket: Altitude, seq: int) -> Range:
        """Noise is drawn for the number of the sample, so that every run draws the same."""
        noise = self._noise_m * float(self._stream.normal(ticket.view.sample, 1)[0])
        return Range(
            **ticket.view.head(seq),
            range_m=ticket.height_m + noise,
            min_range_m=0.0,
            max_range_m=40.0,
        )


# --- a stage: called in the tick, with a view of the state ----------------------------------------


class Spring:
    """Ties a robot to the place where it is first seen."""

    name = "spring"
    every_ticks = 1

    def __init__(self, robot: str, stiffness_n_per_m: float = 40.0, damping: float = 20.0) -> None:
        self._robot, self._stiffness, self._damping = robot, stiffness_n_per_m, damping

    def apply(self, view: StageView) -> None:
        """Pull; ``anchor`` is a state block: saved, restored and reset with everything else."""
        anchor = view.block("anchor", (4,))
        position = view.position(self._robot)
        if not anchor[3]:
            anchor[:3], anchor[3] = position, 1.0
        pull = self._stiffness * (anchor[:3] - position)
        view.push(self._robot, (pull - self._damping * view.velocity(self._robot)).tolist())
