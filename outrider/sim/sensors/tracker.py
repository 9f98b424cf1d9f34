"""A motion-capture system: poses with white noise, some of them lost."""

from __future__ import annotations

import numpy as np

from outrider.core import rotation
from outrider.core._kernels import fill_normal, uniform_pair
from outrider.core.messages import PoseInFrame
from outrider.core.rng import Stream
from outrider.scenario.sensors import TrackerSensor
from outrider.sim.sensors.sensor import View


class Tracker:
    """``position_noise_m`` and ``attitude_noise_rad`` are standard deviations on each axis."""

    def __init__(self, spec: TrackerSensor, stream: Stream) -> None:
        self._spec, self._key = spec, stream.key

    def capture(self, view: View) -> View | None:
        lost = uniform_pair(self._key, view.sample, 0)[0] < self._spec.drop_out
        return None if lost else view

    def finish(self, ticket: View, seq: int) -> PoseInFrame:
        noise = np.empty(6)
        fill_normal(self._key, ticket.sample, noise)
        position = np.asarray(ticket.state.position) + self._spec.position_noise_m * noise[:3]
        turn = rotation.from_rotation_vector(self._spec.attitude_noise_rad * noise[3:])
        attitude = rotation.multiply(np.asarray(ticket.state.quaternion), turn)
        return PoseInFrame(
            **ticket.head(seq),
            position=tuple(position.tolist()),
            quaternion=tuple(rotation.normalise(attitude).tolist()),
        )
