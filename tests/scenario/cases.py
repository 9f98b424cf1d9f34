"""Bad scenarios and what is said of each; `python -m tests.scenario.cases` writes messages.txt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from outrider import scenario
from outrider.core.errors import UserError

MESSAGES = Path(__file__).with_name("messages.txt")

GOOD = """\
name: sample
seed: 7
duration_s: 20
world: {kind: hills, relief_m: 3}
robots:
  - name: ugv0
    model: husky
    position_m: [0, 0]
    heading_deg: 90
    sensors:
      - {kind: state, rate_hz: 50}
      - kind: tracker
        rate_hz: 100
        position_noise_m: 0.01
    plan:
      - go_to: {to: [20, 5], speed_mps: 1}
      - stop
  - name: uav0
    model: x500
    on: ugv0
    pad: 0
    plan:
      - take_off: {height_m: 5}
      - land: {on: ugv0}
props:
  - {name: crate0, shape: box, size_m: [1, 1, 1], position_m: [4, 4], mass_kg: 20}
"""


def changed(*pairs: tuple[str, str]) -> str:
    """The good scenario with pieces replaced, each of which must be there."""
    text = GOOD
    for old, new in pairs:
        if old not in text:
            raise ValueError(f"{old!r} is not in the good scenario")
        text = text.replace(old, new, 1)
    return text


WORLD = "{kind: hills, relief_m: 3}"


def own(classes: str) -> str:
    """A world with classes of its own."""
    return f"{{kind: flat, classes: [{classes}]}}"


def someone(like: str) -> str:
    """A world with somebody in it."""
    return f"{{kind: flat, people: [{{position_m: [3, 3], {like}}}]}}"


TEXTS: dict[str, str] = {
    "a field with a typing error": changed(
        ("rate_hz: 100", "rate_hzz: 100"),
    ),
    "a field nobody knows": changed(("seed: 7", "gravity: 9.81")),
    "a field of another struct": changed(("pad: 0", "rate_hz: 10")),
    "a field without its unit": changed(("heading_deg: 90", "heading: 90")),
    "a rate without its unit": changed(("rate_hz: 50", "rate: 50")),
    "a field with another unit": changed(("duration_s: 20", "duration_ms: 20000")),
    "a field by another word": changed(("heading_deg: 90", "yaw: 90")),
    "a missing field": changed(("    model: husky\n", "")),
    "a missing kind": changed(("{kind: hills, relief_m: 3}", "{relief_m: 3}")),
    "a kind called type": changed(("kind: hills", "type: hills")),
    "an unknown kind of world": changed(("kind: hills", "kind: hils")),
    "an unknown kind of sensor": changed(("kind: state", "kind: camera")),
    "a preset of light nobody knows": changed(("seed: 7", "light: {preset: dsk}")),
    "a light told twice": changed(("seed: 7", "light: {preset: dusk, sun_height_deg: 3}")),
    "a time without a place": changed(("seed: 7", "light: {time: 2026-06-21T10:30:00Z}")),
    "a time that is none": changed(("seed: 7", "light: {time: 2026-06-21}")),
    "a day that is none": changed(
        ("seed: 7", "light: {time: 2026-06-31T10:30:00Z, latitude_deg: 48, longitude_deg: 11}")
    ),
    "weather beyond its range": changed(("seed: 7", "weather: {wetness: 1.5}")),
    "a cell field named twice": changed(("seed: 7", "cell_fields: {names: [water, water]}")),
    "cells over nothing": changed(
        ("seed: 7", "cell_fields: {names: [water], extent_m: [0, 0, 0, 5]}")
    ),
    "a number out of range": changed(("rate_hz: 50", "rate_hz: 2000")),
    "a number below range": changed(("mass_kg: 20", "mass_kg: 0")),
    "a tick nobody offers": changed(("seed: 7", "tick_us: 1500")),
    "a number with its unit": changed(("relief_m: 3", "relief_m: 3 m")),
    "a number in quotes": changed(("relief_m: 3", 'relief_m: "3"')),
    "a decimal comma": changed(("relief_m: 3", 'relief_m: "2,5"')),
    "a text for a number": changed(("[0, 0]", "[0, zero]")),
    "a number for a text": changed(("model: husky", "model: 500")),
    "a number for a list": changed(("to: [20, 5]", "to: 20")),
    "a list of the wrong length": changed(("[0, 0]", "[0, 0, 0, 0]")),
    "a list for fields": changed(("{kind: hills, relief_m: 3}", "[hills]")),
    "fields for a list": changed(("robots:\n  - name: ugv0", "robots:\n    name: ugv0")),
    "nothing for a list": "name: a\nrobots:\n",
    "a name with a space": changed(("name: uav0", "name: uav 0")),
    "degrees in radians": changed(("heading_deg: 90", "heading_rad: 90")),
    "too many degrees": changed(("heading_deg: 90", "heading_deg: 900")),
    "an angle given twice": changed(("heading_deg: 90", "heading_deg: 90\n    heading_rad: 1.57")),
    "an integrator nobody offers": changed(("pad: 0", "integrator: rk5")),
    "a group of fields as a parameter": changed(("pad: 0", "parameters: {mass: {kg: 2}}")),
    "an unknown command": changed(("go_to:", "goto:")),
    "a command without its field": changed(("{to: [20, 5], speed_mps: 1}", "{speed_mps: 1}")),
    "a command that needs fields, alone": changed(("- stop", "- wait")),
    "two commands in one step": changed(("- stop", "- stop:\n        hover:")),
    "the field of a command not indented": changed(
        ("- go_to: {to: [20, 5], speed_mps: 1}", "- go_to:\n        to: [20, 5]")
    ),
    "a step that is a number": changed(("- stop", "- 5")),
    "two robots of one name": changed(("name: uav0", "name: ugv0")),
    "a prop with the name of a robot": changed(("name: crate0", "name: uav0")),
    "a reserved name": changed(("name: crate0", "name: terrain")),
    "a name that the swarm uses": changed(
        ("seed: 7", "swarm: {model: x500, count: 5, name: uav}"),
    ),
    "a robot on one that does not exist": changed(("on: ugv0\n", "on: ugv1\n")),
    "a robot on a later one": changed(("position_m: [0, 0]", "on: uav0")),
    "a robot on itself": changed(("on: ugv0\n", "on: uav0\n")),
    "a robot on one and at a place": changed(("pad: 0", "position_m: [1, 1]")),
    "a robot nowhere": changed(("    position_m: [0, 0]\n", "")),
    "a pad without a deck": changed(("heading_deg: 90", "pad: 1")),
    "a pad that is taken": changed(
        ("props:", "  - {name: uav1, model: x500, on: ugv0}\nprops:"),
    ),
    "two sensors of one name": changed(
        ("kind: tracker\n", "kind: state\n        name: state\n"),
        ("        position_noise_m: 0.01\n", ""),
    ),
    "a landing on one that does not exist": changed(("{on: ugv0}", "{on: ugv9}")),
    "a landing on itself": changed(("{on: ugv0}", "{on: uav0}")),
    "a message to nobody": changed(("- stop", "- message: {to: base, text: hello}")),
    "a capsule that is all ends": changed(
        ("shape: box, size_m: [1, 1, 1]", "shape: capsule, radius_m: 1, height_m: 1")
    ),
    "a shape nobody knows": changed(("shape: box", "shape: cube")),
    "a class with the name of a built-in one": changed((WORLD, own("{name: tank}"))),
    "two classes of one name": changed((WORLD, own("{name: a}, {name: b}, {name: a}"))),
    "a class without a name": changed((WORLD, own("{colour: [1, 2, 3]}"))),
    "a class with a name that is none": changed((WORLD, own("{name: my class}"))),
    "a colour that is none": changed((WORLD, own("{name: a, colour: [256, 0, 0]}"))),
    "a colour of two": changed((WORLD, own("{name: a, colour: [1, 2]}"))),
    "a colour in words": changed((WORLD, own("{name: a, colour: red}"))),
    "a colour that is taken": changed((WORLD, own("{name: a, colour: [70, 116, 148]}"))),
    "a class of an unknown kind": changed((WORLD, own("{name: a, parent: tanc}"))),
    "a class of a later kind": changed((WORLD, own("{name: a, parent: b}, {name: b}"))),
    "too many classes": changed((WORLD, own(", ".join(f"{{name: c{k}}}" for k in range(4097))))),
    "an object of no class": changed(
        (WORLD, "{kind: flat, objects: [{kind: post, position_m: [1, 1], semantic: barrel}]}")
    ),
    "a prop of no class": changed(("mass_kg: 20", "mass_kg: 20, semantic: boks")),
    "a person who does what nobody does": changed((WORLD, someone("activity: sleeping"))),
    "a person in a colour that is not offered": changed((WORLD, someone("colour: green"))),
    "a person who is tied and patrols": changed(
        (WORLD, someone("activity: patrolling, tied_to_chair: true"))
    ),
    "a way of one who stands": changed((WORLD, someone("patrol: [[1, 1]]"))),
    "a person nowhere": changed((WORLD, "{kind: flat, people: [{colour: red}]}")),
    "two people of one name": changed((WORLD, someone("name: uav0"))),
    "a robot that lies and is tied": changed(
        ("pad: 0", "person: {activity: laying, tied_to_chair: true}")
    ),
    "too many in a room": changed(
        (WORLD, f"{{kind: campus, rooms: [{{name: a, people: [{', '.join(['{}'] * 51)}]}}]}}")
    ),
    "a swept path that is wrong": GOOD + "sweep: {robots.0.modle: [husky, rover4]}\n",
    "a swept value that is wrong": GOOD + "sweep: {seed: [1, 2, -3]}\n",
    "a sweep of a robot that is not there": GOOD + "sweep: {robots.uav7.model: [x500, f450]}\n",
    "a sweep of nothing": GOOD + "sweep: {seed: []}\n",
    "a sweep without a list": GOOD + "sweep: {seed: 5}\n",
    "a sweep of too much": GOOD
    + f"sweep: {{seed: {list(range(101))}, duration_s: {list(range(1, 101))}}}\n",
    "a path swept twice": GOOD + "sweep: {robots.0.model: [husky], robots.ugv0.model: [rover4]}\n",
    # Hostile or broken files.
    "aliases": "name: a\nworld: &w {kind: flat}\nrobots: [*w, *w]\n",
    "an alias of nothing": "name: *a\n",
    "a tag": "name: !!python/object/apply:os.system [ls]\n",
    "a merge key": changed(("pad: 0", "<<: {pad: 0}")),
    "a directive": "%YAML 1.1\n---\nname: a\n",
    "two documents": "name: a\n---\nname: b\n",
    "a key given twice": GOOD + "seed: 8\n",
    "a key that is a list": "name: a\n? [1, 2]\n: 3\n",
    "not a number": changed(("relief_m: 3", "relief_m: .nan")),
    "infinity": changed(("relief_m: 3", "relief_m: -.inf")),
    "a number that overflows": changed(("relief_m: 3", "relief_m: 1e999")),
    "a whole number that overflows": changed(("seed: 7", "seed: 9223372036854775808")),
    "a number of 10,000 digits": changed(("seed: 7", "seed: " + "9" * 10_000)),
    "nan in words": changed(("relief_m: 3", "relief_m: nan")),
    "3,000 brackets": "name: a\nrobots: " + "[" * 3000 + "]" * 3000 + "\n",
    "3,000 indents": "name: a\nrobots:\n" + "".join(" " * i + "a:\n" for i in range(3000)),
    "3,000 dashes": "- " * 3000 + "a\n",
    "a tab": "name: a\nworld:\n\tkind: flat\n",
    "a bracket never closed": "name: a\nworld: {kind: flat\nseed: 3\n",
    "a quote never closed": "name: 'a\nseed: 3\n",
    "a colon too many": "name: a\ndescription: one: two\n",
    "a colon too few": "name a\nseed: 3\n",
    "an indent too little": "world:\n    kind: hills\n   relief_m: 3\n",
    "a sign that needs quotes": "name: @home\n",
    "a control character": "name: a\nseed: \x01\n",
    "an escape sequence in a key": 'name: a\n"\\e[31mred": 1\n',
    "an empty file": "",
    "a file of comments": "# nothing here\n",
    "nothing but null": "~\n",
    "a list at the top": "- name: a\n",
    "a text at the top": "valley\n",
    "a number at the top": "42\n",
    "a page of HTML": "<html><body>404: not found</body></html>\n",
    "a field without a name": "name: a\n: 3\n",
}

OVERRIDES: dict[str, str] = {
    "an override of an unknown field": "robots.0.modle=rover4",
    "an override of the wrong type": "robots.ugv0.position_m=[1, two]",
    "an override of a robot that is not there": "robots.ugv1.model=rover4",
    "an override of an entry that is not there": "robots.7.model=rover4",
    "an override without a value": "robots.0.model",
    "an override without a path": "=5",
    "an override of a path with a hole": "robots..model=rover4",
    "an override below a number": "seed.more=5",
    "an override that is not finite": "duration_s=.inf",
    "an override with an alias": "robots.0.model=*a",
    "an override that breaks a rule between fields": "robots.uav0.on=uav0",
    "an override with a unit": "robots.0.sensors.tracker.rate_hz=10 Hz",
    "an override in too many radians": "robots.0.heading_rad=90",
}


def said(action: Callable[[], object]) -> str:
    """The text of the error that an action ends with."""
    try:
        action()
    except UserError as error:
        return str(error)
    raise ValueError("the scenario was accepted")


def message(case: str) -> str:
    """What is said about one case."""
    if case in OVERRIDES:
        return said(lambda: scenario.parse(GOOD, file="bad.yaml", overrides=[OVERRIDES[case]]))
    return said(lambda: scenario.parse(TEXTS[case], file="bad.yaml"))


def all_messages() -> str:
    """The content of messages.txt."""
    return "\n".join(f"== {case}\n{message(case)}\n" for case in [*TEXTS, *OVERRIDES])


if __name__ == "__main__":
    MESSAGES.write_text(all_messages(), encoding="utf-8")
