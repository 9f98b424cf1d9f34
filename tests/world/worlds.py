"""Scenes and grounds that several tests look at."""

from __future__ import annotations

import numpy as np

from outrider.world.terrain import Feature, Terrain, Trough, octaves


def _feature(rng: np.random.Generator, k: int) -> Feature:
    return Feature(
        position_m=(float(rng.uniform(-30, 60)), float(rng.uniform(-30, 60))),
        heading_rad=float(rng.uniform(0, 6)),
        half_m=(float(rng.uniform(0, 4)), float(rng.uniform(0, 2))),
        flank_m=(0.8, float(rng.uniform(1, 3)), 1.5),
        value_m=float(rng.uniform(-0.6, 0.6)) if k % 3 else float(rng.uniform(-2, 2)),
        grade=0.1 if k % 3 == 0 else 0.0,
        levels=k % 3 == 0,
        corner=float(rng.uniform(0.1, 0.5)),
        surface=k % 4 - 1,
    )


def rich_ground(seed: int = 5, features: int = 24) -> Terrain:
    """Plane, noise, trough and features of both sorts, some of them over each other."""
    rng = np.random.default_rng(seed)
    return Terrain(
        level_m=1.5,
        grade=(0.02, -0.01),
        octaves=octaves(seed, relief_m=3.0, wavelength_m=40.0, roughness=0.45, count=5),
        trough=Trough(
            rim_m=9.0,
            floor_half_m=14.0,
            flank_m=40.0,
            floor_noise=0.2,
            meanders=((6.0, 0.03, 0.1), (2.0, 0.08, 0.3)),
            stream_depth_m=0.4,
            stream_half_m=3.0,
            middle_m=4.0,
        ),
        features=tuple(_feature(rng, k) for k in range(features)),
    )
