"""Cell fields: where their cells are, what lies between them, and how edits change them."""

from __future__ import annotations

import numpy as np
import pytest

from outrider.core.errors import EditError, UnknownNameError, UserError
from outrider.scenario.fields import CellFields as FieldSpec
from outrider.scenario.fields import Disc, Paint, Rectangle
from outrider.world.cell_fields import QUANTITIES, CellFields, Grid, fields_of


def fields(*names: str) -> CellFields:
    return CellFields(Grid((-10.0, -4.0), 2.0, (4, 10)), names)


def test_the_grid_covers_the_extent_with_whole_cells() -> None:
    spec = FieldSpec(names=("water",), step_m=3.0)
    made = fields_of(spec, extent=(-50.0, -50.0, 50.0, 40.0))
    assert made.grid.shape == (30, 34)
    assert made["water"].shape == (30, 34)
    assert made["water"].dtype == np.float32
    own = FieldSpec(names=("water",), step_m=0.1, extent_m=(0.0, 0.0, 1.0, 0.3))
    assert fields_of(own, extent=(-50.0, -50.0, 50.0, 40.0)).grid.shape == (3, 10)


def test_fields_rest_at_their_values_and_beyond_the_grid_too() -> None:
    made = fields("temperature", "smoke")
    for name in made.names:
        assert (made[name] == np.float32(QUANTITIES[name].at_rest)).all()
        assert made.sample(name, [(1e6, 0.0)])[0] == QUANTITIES[name].at_rest


def test_between_the_middles_of_cells_a_linear_field_is_met_exactly() -> None:
    made = fields("water")
    x, y = made.grid.centers()
    made["water"][:] = 20.0 + x[None, :] + 0.5 * y[:, None]
    points = np.array([(-8.3, -2.9), (0.0, 0.0), (7.77, 2.99), (3.0, -1.0)])
    exact = 20.0 + points[:, 0] + 0.5 * points[:, 1]
    assert made.sample("water", points) == pytest.approx(exact, abs=1e-5)
    # Within half a cell of the border the last cells hold.
    assert made.sample("water", [(-9.9, 0.0)])[0] == pytest.approx(20.0 - 9.0, abs=1e-5)


def test_the_nearest_cell_is_the_one_that_holds_the_point() -> None:
    made = fields("water")
    made["water"][:] = np.arange(40).reshape(4, 10)
    points = [(-10.0, -4.0), (-8.01, -4.0), (-7.99, -4.0), (-10.0, -1.99), (10.0, 4.0)]
    assert made.sample("water", points, method="nearest").tolist() == [0, 0, 1, 10, 39]


def test_discs_and_rectangles_paint_the_cells_whose_middle_they_hold() -> None:
    made = fields("water")
    made.paint(Paint(name="water", value=0.5, where=Disc(position_m=(1.0, 1.0), radius_m=2.1)))
    assert made["water"].sum() == pytest.approx(5 * 0.5)
    turned = Rectangle(position_m=(-5.0, -1.0), half_m=(3.5, 0.5), heading_rad=0.0)
    made.paint(Paint(name="water", value=2.0, where=turned))
    assert made["water"][1].tolist() == [0.0, 2.0, 2.0, 2.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]
    upright = Rectangle(position_m=(7.0, 0.0), half_m=(9.0, 0.5), heading_rad=np.pi / 2)
    made.paint(Paint(name="water", value=3.0, where=upright))
    assert (made["water"][:, 8] == 3.0).all()


def test_adding_stops_at_the_limits_and_setting_beyond_them_is_refused() -> None:
    made = fields("burn")
    made.paint(Paint(name="burn", value=0.7, add=True))
    made.paint(Paint(name="burn", value=0.7, add=True))
    assert (made["burn"] == 1.0).all()
    with pytest.raises(EditError, match=r"burn of 1\.2; 0 to 1"):
        made.paint(Paint(name="burn", value=1.2))
    with pytest.raises(UnknownNameError, match="burn"):
        made.paint(Paint(name="water", value=1.0))


def test_a_copy_is_its_own() -> None:
    made = fields("water")
    other = made.copy()
    other["water"][:] = 9.0
    assert not made["water"].any()


def test_too_many_cells_are_refused() -> None:
    spec = FieldSpec(names=("water",), step_m=0.01)
    with pytest.raises(UserError, match="choose a larger step_m"):
        fields_of(spec, extent=(-50.0, -50.0, 50.0, 50.0))
