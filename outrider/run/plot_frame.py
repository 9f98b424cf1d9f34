"""What stands round the map: title, axes, scale bar, north arrow, legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image, ImageDraw

from outrider.run import plot_cloud, plot_map
from outrider.run.ink import PAPER, QUIET, RULE, TEXT, metres, nice_step, number, ticks, write
from outrider.run.tracks import Cloud, Track, View

SMALL = 15
LEGEND_ROW = 46
BAR_PX = 190
MOST_WITH_DETAILS = 14


def draw_frame(picture: Image.Image, view: View, *, title: str, subtitle: str) -> None:
    """Title, axes, scale bar and north arrow."""
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = view.box
    write(pen, (left, 26), title, size=31, bold=True)
    write(pen, (left, 62), subtitle, size=17, colour=QUIET)
    pen.rectangle((left - 1, top - 1, right, bottom), outline=TEXT, width=1)
    _draw_axes(pen, view)
    _draw_scale(pen, view)
    _draw_north(picture, view)


def _draw_axes(pen: ImageDraw.ImageDraw, view: View) -> None:
    left, top, right, bottom = view.box
    step = nice_step(view.east - view.west, at_most=9)
    for value in ticks(view.west, view.east, step):
        x = left + (value - view.west) * view.metre
        pen.line((x, bottom, x, bottom + 6), TEXT, 1)
        write(pen, (x, bottom + 10), number(value, step), size=SMALL, anchor="ma")
    for value in ticks(view.south, view.north, step):
        y = top + (view.north - value) * view.metre
        pen.line((left - 7, y, left - 1, y), TEXT, 1)
        write(pen, (left - 11, y), number(value, step), size=SMALL, anchor="rm")
    write(pen, (right, bottom + 30), "east (m)", size=SMALL, colour=QUIET, anchor="ra")
    write(pen, (left - 11, top - 14), "north (m)", size=SMALL, colour=QUIET, anchor="rm")


def _draw_scale(pen: ImageDraw.ImageDraw, view: View) -> None:
    """Four cells, black and white by turns, with the length at the end."""
    length = nice_step(BAR_PX / view.metre * 1.6, at_most=2)
    if length * view.metre > BAR_PX * 1.4:
        length = nice_step(length * 0.45, at_most=1)
    width = length * view.metre
    x, y = view.box[0] + 22, view.box[3] - 26
    pen.rectangle((x - 2, y - 2, x + width + 2, y + 10), PAPER)
    for cell in range(4):
        fill = TEXT if cell % 2 == 0 else PAPER
        pen.rectangle((x + width * cell / 4, y, x + width * (cell + 1) / 4, y + 8), fill)
    pen.rectangle((x, y, x + width, y + 8), outline=TEXT, width=1)
    write(pen, (x, y - 6), "0", size=SMALL, anchor="ms", halo=PAPER)
    write(pen, (x + width, y - 6), metres(length), size=SMALL, anchor="ms", halo=PAPER)


def _draw_north(picture: Image.Image, view: View) -> None:
    x, y = view.box[2] - 34, view.box[1] + 62
    # Drawn larger and shrunk, as the tracks are: slanted edges without steps.
    fine, half, tall = plot_map.FINE, 20, 54
    arrow = Image.new("RGBA", (2 * half * fine, tall * fine), (255, 255, 255, 0))
    ink = ImageDraw.Draw(arrow)
    tip, tail, notch = (half, 3), tall - 5, tall - 16

    def scaled(*corners: tuple[float, float]) -> list[tuple[float, float]]:
        return [(a * fine, b * fine) for a, b in corners]

    outline = scaled(tip, (half + 13, tail), (half, notch), (half - 13, tail))
    ink.line([*outline, outline[0], outline[1]], PAPER, 6 * fine, joint="curve")
    ink.polygon(outline, PAPER)
    ink.polygon(scaled(tip, (half, notch), (half - 13, tail)), TEXT)
    ink.line([*outline, outline[0]], TEXT, fine, joint="curve")
    small = arrow.resize((2 * half, tall), Image.Resampling.LANCZOS)
    picture.paste(small, (round(x - half), round(y - 30)), small)
    write(ImageDraw.Draw(picture), (x, y - 38), "N", size=19, anchor="ms", bold=True, halo=PAPER)


def draw_legend(
    picture: Image.Image,
    tracks: Sequence[Track],
    cloud: Cloud | None,
    *,
    left: float,
    top: float,
    named: bool,
) -> None:
    """A row for each robot, or for each model when there are many; then what the marks mean."""
    pen = ImageDraw.Draw(picture)
    y = top + 4
    if named:
        row = LEGEND_ROW if len(tracks) <= MOST_WITH_DETAILS else 30
        for track in tracks:
            _draw_row(picture, track, left, y, details=row == LEGEND_ROW)
            y += row
    else:
        y = _draw_models(pen, tracks, left, y)
    if cloud is not None:
        y = plot_cloud.draw_row(picture, cloud, left, y)
    if tracks:
        _draw_key(pen, tracks, left, y + 14, named=named)


def _draw_row(picture: Image.Image, track: Track, left: float, y: float, *, details: bool) -> None:
    pen = ImageDraw.Draw(picture)
    plot_map.draw_sample(picture, track, (left, y + 11))
    write(pen, (left + 60, y), track.name, size=19, bold=True)
    facts = f"{track.model} · {track.length_m:,.1f} m"
    if details:
        write(pen, (left + 60, y + 23), facts, size=SMALL, colour=QUIET)


def _draw_models(pen: ImageDraw.ImageDraw, tracks: Sequence[Track], left: float, y: float) -> float:
    counts = Counter(track.model for track in tracks)
    for model, count in sorted(counts.items()):
        write(pen, (left, y), f"{count:,} x {model}", size=19, bold=True)
        y += LEGEND_ROW * 0.7
    return y


def _draw_key(
    pen: ImageDraw.ImageDraw, tracks: Sequence[Track], left: float, y: float, *, named: bool
) -> None:
    pen.line((left, y, left + 240, y), RULE, 1)
    lines = ["a line for each robot"]
    if named:
        spacing = plot_map.dot_spacing_s(max(track.duration_s for track in tracks))
        lines = ["ring: start · solid mark: end", f"dots: every {spacing} s"]
        if any(track.crashed for track in tracks):
            lines.append("cross: crashed")
    for index, line in enumerate(lines):
        write(pen, (left, y + 14 + 23 * index), line, size=SMALL, colour=QUIET)
