"""From rotor speeds to positions: modes of control of one quadrotor, changed in flight."""

import outrider
from outrider.scenario import Scenario
from outrider.scenario.schema import Robot

MODES: list[tuple[str, list[float]]] = [
    ("position_heading", [0, 0, 5, 0]),
    ("velocity_heading", [2, 0, 0, 0]),
    ("velocity_heading_rate", [1, 1, 0, 0.5]),
    ("acceleration_heading", [-0.5, 0, 0, 0]),
    ("attitude_throttle", [0, 0, 0, 1, 0.55]),
    ("rates_throttle", [0, 0, 0.5, 0.55]),
    ("position_heading", [0, 0, 5, 0]),
]


def main() -> None:
    """Hold each set-point for a while; it would hold until the next anyway."""
    sim = outrider.load(
        Scenario(name="modes", robots=(Robot(name="uav0", model="x500", position_m=(0, 0)),))
    )
    uav = sim.robot("uav0")
    uav.take_off(5)
    sim.step(5)
    for mode, values in MODES:
        uav.control(mode, values)
        sim.step(1)
        x, y, z = uav.position
        print(f"{mode:24} {values!s:28} -> at ({x:5.2f}, {y:5.2f}, {z:5.2f})")


if __name__ == "__main__":
    main()
