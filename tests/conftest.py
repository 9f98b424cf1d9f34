"""Tests draw the same examples on every run and keep nothing between runs."""

import os

from hypothesis import settings

# One thread for BLAS: its results depend on how many there are. Must precede numpy.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=500 if os.environ.get("OUTRIDER_FULL") == "1" else 60,
)
settings.load_profile("repeatable")
