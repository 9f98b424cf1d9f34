"""A quadrotor, a ground robot and a person at work together, on one clock."""

import outrider


def main() -> None:
    """Send everyone somewhere, and watch."""
    sim = outrider.load("valley", seed=7)
    tickets = [
        sim.robot("uav1").take_off(3),
        sim.robot("ugv0").go_to([4, 0], speed=1),  # metres; the same call for whatever moves
        sim.robot("human0").go_to([8, 4]),
    ]
    for step in sim.run(seconds=8):
        if "uav1/state" in step and step.stamp_ns % 2_000_000_000 == 0:
            heights = {name: f"{robot.position[2]:.2f} m" for name, robot in sim.robots.items()}
            print(f"{sim.now:4.1f} s", heights)
    for ticket in tickets:
        print(ticket)
    print(f"{sim.real_time_factor:.1f} times as fast as real time")


if __name__ == "__main__":
    main()
