"""Maps of worlds: of a size that paper has, whatever stands how far off."""

from __future__ import annotations

from outrider.run.atlas import RIGHT, SLIMMEST, map_of
from outrider.scenario.worlds import Box, Flat
from outrider.world import generate


def test_something_very_far_off_makes_no_map_that_is_longer_than_paper() -> None:
    far = Box(position_m=(0.0, 1e6), size_m=(1.0, 1.0, 1.0))
    scene = generate.make(Flat(objects=(far,)), seed=0)
    assert scene.extent[3] > 9e5
    picture = map_of(scene, width=700)
    assert picture.width == 700
    assert picture.height < SLIMMEST * (700 - RIGHT) + 300
