"""Prints the digest of a scene of every kind; run in fresh processes by a test."""

from outrider.scenario.worlds import Course, Flat, Hills, Slope, Valley, Wall
from outrider.world import generate

KINDS = (
    Flat(objects=(Wall(position_m=(9, 2), length_m=4.0, name="w"),)),
    Slope(),
    Hills(density=0.3, size_m=90.0),
    Course(base="hills", difficulty=0.8),
    Valley(),
)


def digests(seed: int) -> list[str]:
    return [generate.make(spec, seed=seed).digest for spec in KINDS]


if __name__ == "__main__":
    print(*digests(11))
