"""Four-wheeled robots that steer by skidding: a yellow one with a deck, a small one with a mast."""

from __future__ import annotations

import math
from typing import Final

from outrider.sim.robots.decks import Deck
from outrider.sim.robots.ground import AxleModel
from outrider.sim.robots.looks import parts
from outrider.sim.robots.looks.look import NEAR, Build, Lods, Look, Part, both, on_links
from outrider.sim.robots.looks.wheels import Tread, wheel_lods
from outrider.world import forms
from outrider.world.mesh import Mesh, merge

_HUSKY_TREAD: Final = Tread(lug=0.075, lugs=15, fill=0.5, lean=0.3, bore=0.5, rim="plastic_black",
                            dish="metal_dark", hub="aluminium")  # fmt: skip
_ROVER_TREAD: Final = Tread(lug=0.07, lugs=20, fill=0.55, lean=0.2, bore=0.62, rim="paint_orange",
                            dish="plastic_black", hub="aluminium", spokes=6, nuts=5)  # fmt: skip


def wheels_of(model: AxleModel, tread: Tread) -> tuple[Part, ...]:
    """The wheels, each on its link."""
    plan = model.body_plan()
    left, right = wheel_lods(model.wheel.radius_m, model.wheel.width_m, tread)
    sides: dict[str, Lods] = {"left": left, "right": right}
    return on_links(plan, {wheel.link: sides[wheel.side] for wheel in plan.wheels})


def deck_of(build: Build, deck: Deck, *, mark: float, plate: str, rim: str) -> None:
    """The plate with its rim and the marked pads, at every level of detail."""
    build.add(
        parts.deck(deck.top_m, deck.size_m, deck.thickness_m, (deck.rim_height_m, deck.rim_width_m),
                   plate_material=plate, rim_material=rim), at=NEAR,
    )  # fmt: skip
    x, y, z = deck.top_m
    length, width = deck.size_m
    tall = deck.thickness_m + deck.rim_height_m
    build.add(
        forms.box((length, width, tall), material=rim,
                  center=(x, y, z - deck.thickness_m + 0.5 * tall)),
        parts.level_quad((length - 0.06 * width, 0.94 * width),
                         (x, y, z + deck.rim_height_m + 0.002),
                         material=plate), at=(2,),
    )  # fmt: skip
    for dx, dy in deck.pads:
        place = (x + dx, y + dy, z + 0.0005)
        build.add(parts.pad_mark(mark).moved(place))
        build.add(parts.pad_mark(mark, sides=10).moved(place), at=(1,))
        for side in (-0.45, 0.45):
            at = (x + dx, y + dy + side * mark, z + deck.rim_height_m + 0.004)
            build.add(
                parts.level_quad((1.1 * mark, 0.2 * mark), at, material="road_paint"), at=(2,)
            )


def room_for_pads(deck: Deck) -> float:
    """Radius of the circles about the pads that stay on the plate."""
    x, y = (0.5 * size - deck.rim_width_m for size in deck.size_m)
    return min((min(x - abs(px), y - abs(py)) for px, py in deck.pads), default=0.0)


def husky(model: AxleModel) -> Look:
    """A yellow body over a dark trough, bumpers fore and aft, a deck on posts with three pads."""
    build = Build()
    build.add(*_husky_body(), *_husky_bumpers(), both(_husky_sides()), *_husky_top())
    build.add(*_husky_coarse(), at=(1,))
    build.add(
        forms.box((0.84, 0.44, 0.2), material="paint_yellow", center=(0, 0, 0.145)),
        forms.box((0.9874, 0.5709, 0.12), material="plastic_black", center=(0, 0, 0.062)), at=(2,)
    )  # fmt: skip
    if model.deck is not None:
        deck_of(build, model.deck, mark=0.15, plate="metal_dark", rim="paint_yellow")
    return Look(name=model.name, body=build.lods(), parts=wheels_of(model, _HUSKY_TREAD),
                clearance_m=model.ground_clearance_m)  # fmt: skip


def _husky_body() -> list[Mesh]:
    """The trough between the wheels and the sloping yellow cover that spreads above them."""
    trough = parts.hull([(-0.44, 0.19, 0.03, 0.12), (-0.4, 0.215, 0.0, 0.125),
                         (0.4, 0.215, 0.0, 0.125),
                         (0.44, 0.19, 0.03, 0.12)], 0.02, material="plastic_black")  # fmt: skip
    cover = parts.hull([(-0.44, 0.2, 0.118, 0.14), (-0.385, 0.218, 0.115, 0.2475),
                        (0.385, 0.218, 0.115, 0.2475),
                        (0.44, 0.2, 0.118, 0.14)], 0.012, material="paint_yellow")  # fmt: skip
    shelf = parts.bevelled(
        (0.77, 0.5709, 0.036), 0.012, material="paint_yellow", corner=0.03, center=(0, 0, 0.2255)
    )
    panel = parts.bevelled(
        (0.46, 0.38, 0.012), 0.004, material="plastic_black", corner=0.02, center=(0, 0, 0.2475)
    )
    return [trough, cover, shelf, panel]


def _husky_bumpers() -> list[Mesh]:
    """At each end a black bumper with its shield, two lamps ahead, red ones behind, sockets."""
    made = []
    for s, glow in ((1.0, "lamp_white"), (-1.0, "lamp_red")):
        end = [
            parts.bevelled((0.046, 0.5709, 0.085), 0.012, material="plastic_black", corner=0.02,
                           center=(0.4707, 0, 0.062)),
            parts.bevelled((0.012, 0.34, 0.05), 0.003, material="metal_dark",
                           center=(0.4875, 0, 0.062)),
            both(forms.beam((0.4, 0.16, 0.06), (0.46, 0.16, 0.06), 0.05, 0.05,
                            material="plastic_black")),
            both(parts.lamp(0.02, glow=glow).moved((0.432, 0.13, 0.158))),
            parts.bevelled((0.02, 0.14, 0.04), 0.004, material="plastic_black",
                           center=(0.425, 0, 0.165)),
            both(merge([forms.box((0.01, 0.008, 0.022), material="aluminium",
                                  center=(0.4935 - 0.006, y, 0.062))
                        for y in (0.2, 0.245)])),
        ]  # fmt: skip
        made.append(merge(end).headed(0.0 if s > 0 else math.pi))
    return made


def _husky_sides() -> Mesh:
    """Axle tubes, the strip along the cover, bolts and a name plate on the left."""
    axles = [
        forms.rod((x, 0.2, 0.0328), (x, 0.236, 0.0328), 0.03, material="metal_grey", sides=12)
        for x in (-0.256, 0.256)
    ]
    strip = forms.box((0.66, 0.004, 0.03), material="plastic_black", center=(0, 0.219, 0.165))
    plate = forms.box((0.16, 0.003, 0.04), material="paint_black", center=(0, 0.2200, 0.085))
    feet = [
        parts.bevelled((0.05, 0.03, 0.03), 0.004, material="metal_dark", center=(x, 0.27, 0.2225))
        for x in (-0.3, 0.3)
    ]
    heads = parts.bolts([(x, 0.26, 0.2435) for x in (-0.35, -0.18, 0.0, 0.18, 0.35)], 0.007, 0.004)
    return merge([*axles, strip, plate, *feet, heads])


def _husky_top() -> list[Mesh]:
    """Rails and posts that carry the deck, the stop button behind, the status lamps."""
    rails = both(merge([
        forms.box((0.78, 0.04, 0.02), material="aluminium", center=(0, 0.18, 0.2575)),
        forms.box((0.78, 0.008, 0.004), material="metal_dark", center=(0, 0.18, 0.269)),
        *(forms.cylinder(0.014, 0.02, material="metal_grey", sides=10, center=(x, 0.18, 0.27))
          for x in (-0.33, 0.0, 0.33)),
    ]))  # fmt: skip
    stop = parts.stop_button(0.026).turned(parts.AHEAD).headed(math.pi).moved((-0.418, 0.09, 0.19))
    ports = both(
        merge(
            [
                forms.box((0.006, 0.016, 0.012), material="chrome", center=(-0.424, y, 0.2))
                for y in (-0.02, 0.04)
            ]
        )
    )
    return [rails, stop, ports]


def _husky_coarse() -> list[Mesh]:
    made = [
        forms.box((0.85, 0.43, 0.125), material="plastic_black", center=(0, 0, 0.0625)),
        parts.hull([(-0.44, 0.2, 0.118, 0.14), (-0.385, 0.218, 0.115, 0.2475),
                    (0.385, 0.218, 0.115, 0.2475),
                    (0.44, 0.2, 0.118, 0.14)], 0.012, material="paint_yellow"),
        forms.box((0.77, 0.5709, 0.036), material="paint_yellow", center=(0, 0, 0.2255)),
        both(forms.box((0.78, 0.04, 0.034), material="aluminium", center=(0, 0.18, 0.263))),
    ]  # fmt: skip
    bumper = forms.box((0.046, 0.5709, 0.085), material="plastic_black", center=(0.4707, 0, 0.062))
    return [*made, bumper, bumper.headed(math.pi)]


def rover4(model: AxleModel) -> Look:
    """A graphite tub with a white lid and orange rims; a mast with a pair of eyes and a LiDAR."""
    build = Build()
    build.add(*_rover_tub(), *_rover_lid(), _mast(), *_rover_ends(), both(_rover_sides()))
    build.add(
        parts.hull(_ROVER_LINES, 0.014, material="paint_grey"),
        forms.box((0.3, 0.27, 0.012), material="plastic_white", center=(0, 0, 0.178)),
        parts.lidar(0.045, 0.06, sides=8).moved((0.06, 0, 0.184)),
        forms.box((0.3, 0.06, 0.004), material="paint_orange", center=(0, 0, 0.1845)),
        forms.rod((-0.1, 0, 0.18), (-0.1, 0, 0.42), 0.012, material="aluminium"),
        forms.box((0.062, 0.15, 0.05), material="plastic_white", center=(-0.092, 0, 0.446)),
        forms.box((0.012, 0.136, 0.036), material="screen_dark", center=(-0.064, 0, 0.445)),
        *_rover_plain_ends(), at=(1,)
    )  # fmt: skip
    build.add(
        forms.box((0.41, 0.31, 0.184), material="paint_grey", center=(0, 0, 0.092)),
        forms.box((0.3, 0.27, 0.012), material="plastic_white", center=(0, 0, 0.184)),
        forms.box((0.02, 0.02, 0.24), material="aluminium", center=(-0.1, 0, 0.3)),
        forms.box((0.062, 0.15, 0.05), material="plastic_white", center=(-0.092, 0, 0.446)),
        forms.box((0.08, 0.08, 0.06), material="metal_dark", center=(0.06, 0, 0.215)), at=(2,)
    )  # fmt: skip
    return Look(name=model.name, body=build.lods(), parts=wheels_of(model, _ROVER_TREAD),
                proud_m=(0.0, 0.0, 0.29), clearance_m=model.ground_clearance_m)  # fmt: skip


_ROVER_LINES: Final = [(-0.21, 0.125, 0.05, 0.14), (-0.185, 0.15, 0.015, 0.172),
                       (-0.13, 0.155, 0.0, 0.176),
                       (0.13, 0.155, 0.0, 0.176), (0.185, 0.15, 0.015, 0.172),
                       (0.21, 0.125, 0.05, 0.14)]  # fmt: skip


def _rover_tub() -> list[Mesh]:
    tub = parts.hull(_ROVER_LINES, 0.014, material="paint_grey")
    belt = parts.bevelled(
        (0.395, 0.3, 0.02), 0.004, material="plastic_black", corner=0.03, center=(0, 0, 0.145)
    )
    return [tub, belt]


def _rover_lid() -> list[Mesh]:
    """The lid with its stripe, seams and screws; the LiDAR ahead on a plinth."""
    lid = parts.bevelled(
        (0.33, 0.28, 0.014), 0.005, material="plastic_white", corner=0.03, center=(0, 0, 0.177)
    )
    stripe = parts.bevelled(
        (0.331, 0.06, 0.014), 0.005, material="paint_orange", corner=0.006, center=(0, 0.0, 0.1775)
    )
    screws = parts.bolts(
        [(x, y, 0.184) for x in (-0.145, 0.0, 0.145) for y in (-0.12, 0.12)], 0.006, 0.003
    )
    plinth = parts.bevelled(
        (0.11, 0.11, 0.016), 0.004, material="plastic_black", corner=0.03, center=(0.075, 0, 0.19)
    )
    spinner = parts.lidar(0.046, 0.066).moved((0.075, 0, 0.198))
    whip = parts.aerial(0.2, radius=0.0032).moved((-0.13, -0.1, 0.184))
    stop = parts.stop_button(0.019).moved((-0.135, 0.1, 0.184))
    hatch = parts.bevelled(
        (0.07, 0.09, 0.006), 0.002, material="plastic_grey", center=(-0.02, -0.085, 0.186)
    )
    return [lid, stripe, screws, plinth, spinner, whip, stop, hatch]


def _mast() -> Mesh:
    """A pole behind the middle with a head of two eyes, which looks a little down."""
    pole = forms.rod((0, 0, 0), (0, 0, 0.225), 0.011, material="aluminium", sides=12)
    foot = forms.lathe([(0, 0), (0.032, 0), (0.032, 0), (0.032, 0.006), (0.018, 0.012),
                        (0.013, 0.034), (0, 0.034)],
                       material="plastic_black", sides=14)  # fmt: skip
    stays = [
        forms.rod((x, y, 0.002), (0, 0, 0.12), 0.003, material="metal_grey")
        for x, y in ((-0.04, 0.05), (-0.04, -0.05))
    ]
    neck = forms.cylinder(0.02, 0.026, material="plastic_black", sides=14, center=(0, 0, 0.228))
    box = parts.bevelled(
        (0.062, 0.15, 0.05), 0.01, material="plastic_white", center=(0.008, 0, 0.262)
    )
    visor = parts.bevelled(
        (0.012, 0.136, 0.036), 0.004, material="screen_dark", center=(0.036, 0, 0.261)
    )
    eyes = [parts.lens(0.014, 0.012).moved((0.04, s * 0.045, 0.261)) for s in (-1, 1)]
    cable = parts.pipe([(-0.03, 0.0, 0.26), (-0.05, 0, 0.24), (-0.03, 0.0, 0.17), (-0.014, 0, 0.12),
                        (-0.014, 0, 0.01)],
                       0.003, material="rubber", sides=5)  # fmt: skip
    return merge([pole, foot, *stays, neck, box, visor, *eyes, cable]).moved((-0.1, 0, 0.184))


def _rover_ends() -> list[Mesh]:
    """Lamps ahead and behind, a handle at each end, a camera under the lamps."""
    front = [
        parts.bevelled((0.02, 0.2, 0.05), 0.006, material="plastic_black", center=(0.2045, 0, 0.1)),
        both(parts.lamp(0.017).moved((0.2095, 0.07, 0.1))),
        parts.lens(0.014, 0.006).moved((0.2135, 0, 0.1)),
        _handle().moved((0.213, 0, 0.062)),
    ]
    rear = [
        parts.bevelled(
            (0.02, 0.2, 0.05), 0.006, material="plastic_black", center=(-0.2045, 0, 0.1)
        ),
        both(forms.box((0.006, 0.03, 0.014), material="lamp_red", center=(-0.213, 0.075, 0.1))),
        _handle().headed(math.pi).moved((-0.213, 0, 0.062)),
        both(forms.box((0.004, 0.02, 0.016), material="chrome", center=(-0.2135, 0.018, 0.1))),
    ]
    return [*front, *rear]


def _rover_plain_ends() -> list[Mesh]:
    """The same from afar, with the stubs of the axles."""
    panels = [
        forms.box((0.02, 0.2, 0.05), material="plastic_black", center=(s * 0.2045, 0, 0.1))
        for s in (-1, 1)
    ]
    lamps = [both(forms.box((0.008, 0.03, 0.03), material=name, center=(s * 0.214, 0.07, 0.1)))
             for s, name in ((1, "lamp_white"), (-1, "lamp_red"))]  # fmt: skip
    stubs = [both(forms.rod((x, 0.14, 0.0345), (x, 0.172, 0.0345), 0.02, material="metal_dark",
                            sides=6))
             for x in (-0.131, 0.131)]  # fmt: skip
    return [*panels, *lamps, *stubs]


def _handle() -> Mesh:
    """A bent bar across the end."""
    path = parts.rounded_path(
        [(-0.02, -0.08, 0), (0.006, -0.08, 0), (0.006, 0.08, 0), (-0.02, 0.08, 0)], 0.012
    )
    return parts.pipe(path, 0.0045, material="metal_grey", sides=6)


def _rover_sides() -> Mesh:
    """Axle stubs with their flanges, a vent between the wheels."""
    stubs = []
    for x in (-0.131, 0.131):
        stubs.append(
            forms.rod((x, 0.14, 0.0345), (x, 0.172, 0.0345), 0.014, material="metal_grey", sides=10)
        )
        stubs.append(
            forms.rod(
                (x, 0.152, 0.0345), (x, 0.158, 0.0345), 0.028, material="metal_dark", sides=14
            )
        )
    fins = [
        forms.box((0.05, 0.004, 0.005), material="plastic_black", center=(0.0, 0.1555, z))
        for z in (0.06, 0.075, 0.09)
    ]
    return merge([*stubs, *fins])
