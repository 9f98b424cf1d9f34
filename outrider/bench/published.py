"""Figures that others have published, with where they stand.

HERCULES: arXiv 2606.22756. FlightForge: arXiv 2502.05038. MIDGARD: its paper, procedural scenes.
"""

from __future__ import annotations

from typing import Final

HERCULES_RTF: Final = 0.31
"""Real-time factor of 1 UAV and 1 UGV exploring in closed loop (HERCULES, table 8)."""
FLIGHTFORGE_HZ: Final = 30_000.0
"""Steps a second of one multirotor (FlightForge, section on performance)."""
FLIGHTFORGE_UAVS: Final = 400
"""UAVs in real time at 250 Hz (FlightForge)."""
FLIGHTFORGE_SWARM_HZ: Final = FLIGHTFORGE_UAVS * 250.0
MIDGARD_SCENE_S: Final = 1.0
"""About so long MIDGARD takes for a scene, on a machine of 16 cores."""
