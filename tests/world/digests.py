"""Prints the digest of a scene of every kind; run in fresh processes by a test."""

from outrider.scenario.worlds import (
    Airfield,
    Campus,
    Cells,
    City,
    Course,
    Desert,
    Factory,
    Farm,
    Flat,
    Forest,
    Glacier,
    Hills,
    Meadow,
    Slope,
    Valley,
    Volcanic,
    Wall,
    Warehouse,
)
from outrider.world import generate

KINDS = (
    Flat(objects=(Wall(position_m=(9, 2), length_m=4.0, name="w"),)),
    Slope(),
    Hills(density=0.3, size_m=90.0),
    Course(base="hills", difficulty=0.8),
    Valley(relief_m=12.0, width_m=80.0, length_m=300.0),
    Forest(size_m=120.0),
    Desert(size_m=120.0),
    Meadow(size_m=120.0),
    Volcanic(size_m=120.0),
    Glacier(size_m=120.0),
    Cells(base="meadow"),
    City(size_m=200.0),
    Farm(size_m=200.0),
    Airfield(size_m=400.0),
    Factory(size_m=200.0),
    Campus(storeys=1),
    Warehouse(length_m=40.0, width_m=30.0, height_m=7.0),
)


def digests(seed: int) -> list[str]:
    return [generate.make(spec, seed=seed).digest for spec in KINDS]


if __name__ == "__main__":
    print(*digests(11))
