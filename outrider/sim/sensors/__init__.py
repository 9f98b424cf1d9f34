"""Sensors: what is captured of the state at an instant, and the message made of it."""

from outrider.sim.sensors.build import build, hears_contacts, kinds
from outrider.sim.sensors.sensor import Sensor, View

__all__ = ["Sensor", "View", "build", "hears_contacts", "kinds"]
