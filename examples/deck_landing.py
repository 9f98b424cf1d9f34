"""A quadrotor takes off from a ground robot that drives on, and lands on it again."""

import outrider
from outrider.scenario import Scenario
from outrider.scenario.schema import Robot


def main() -> None:
    """Two robots, two commands, no code about decks."""
    sim = outrider.load(
        Scenario(
            name="deck",
            robots=(
                Robot(name="ugv0", model="husky", position_m=(0, 0)),
                Robot(name="uav0", model="x500", on="ugv0"),
            ),
        )
    )
    sim.robot("ugv0").drive(0.6)
    up = sim.robot("uav0").take_off(2)
    sim.step(4)
    print(up, sim.robot("uav0").position.round(2))
    down = sim.robot("uav0").land(on="ugv0")
    while down.pending:
        sim.step(0.5)
    print(down, "at", down.done_ns / 1e9, "s")
    sim.step(2)
    print(
        "stands on", sim.robot("uav0").state.standing_on, "at", sim.robot("uav0").position.round(2)
    )


if __name__ == "__main__":
    main()
