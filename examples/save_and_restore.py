"""Save a run, go on twice, and find that both are the same to the last bit."""

import tempfile
from pathlib import Path

import outrider


def main() -> None:
    """The second run could as well be in another process, tomorrow."""
    sim = outrider.load("team_flightforge")
    sim.step(2.5)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "run.state"
        sim.save(file)
        print(f"saved {file.stat().st_size / 1024:.0f} KiB at {sim.now} s")
        other = outrider.restore(file)
    for session in (sim, other):
        session.step(1.5)
        print(session.digest(), session.state_digest())
    if sim.digest() != other.digest():
        raise SystemExit("these runs should be the same")


if __name__ == "__main__":
    main()
