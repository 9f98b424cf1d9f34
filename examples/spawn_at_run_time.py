"""Robots, a crate and a wall come into a running world, and go again."""

import outrider
from outrider.scenario import Scenario
from outrider.scenario.schema import BoxProp, Robot
from outrider.scenario.sensors import StateSensor
from outrider.world.edits import AddObject, RemoveObject


def main() -> None:
    """A ground robot drives until a wall stands in its way."""
    sim = outrider.load(
        Scenario(name="guests", robots=(Robot(name="ugv0", model="husky", position_m=(0, 0)),))
    )
    sim.robot("ugv0").drive(1)
    sim.step(2)
    sim.spawn(Robot(name="uav0", model="x500", position_m=(0, 4), sensors=(StateSensor(),)))
    sim.spawn(BoxProp(name="crate0", position_m=(3, 4), size_m=(0.5, 0.5, 0.5), mass_kg=5))
    sim.robot("uav0").take_off(2)
    wall = AddObject(shape="box", position_m=(5, 0, 0.5), half_m=(0.1, 2, 0.5), name="wall")
    sim.edit_scene([wall])
    sim.step(4)
    print("stopped by", {c.body_b for c in sim.contacts("ugv0")}, "at", sim.robot("ugv0").position)
    print("in the air:", sim.latest("uav0/state"))
    sim.edit_scene([RemoveObject(which="wall")])
    sim.remove("uav0")
    sim.step(2)
    print(list(sim.robots), "and on it drives:", sim.robot("ugv0").position)
    print("inputs so far:", [(entry.tick, type(entry.action).__name__) for entry in sim.log])


if __name__ == "__main__":
    main()
