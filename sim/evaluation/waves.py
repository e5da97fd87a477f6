# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""Which signals of a trace, and which cycles of it, show best what a module does; tb/rtl/wave.sh draws them.

    VCD of a module's ports ─> value of each at each rising edge ─> signals ─> the first window in which most happens

A module without a clock is looked at before each change. Signals are chosen by rule: valid and ready of each channel,
then narrow data, a channel after the other, then other narrow ports that change. In a window the rule counts what is
seen of each channel (a transfer, a wait) and the values of the other signals.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.inputs import BadInput
from evaluation.modules import Module, read_module
from evaluation.states import charts_of

COLUMNS = 100
MOST_SIGNALS = 16
MOST_CYCLES = 20
NARROW = 12  # bits of a vector that is shown
WIDE = 64  # of one without a clock
MOST_DATA = 3  # of a channel
MARGIN = 2  # cycles
CHANNEL = re.compile(r"(\w+)_valid_([io])")
UNSEEN = ("clk_i", "rst_ni")


@dataclass
class Trace:
    """Ports of a module by cycle."""

    width: dict[str, int] = field(default_factory=dict)
    cycles: list[dict[str, str]] = field(default_factory=list)

    @property
    def clocked(self) -> bool:
        """Has it a clock?"""
        return "clk_i" in self.width

    def is_shown(self, name: str) -> bool:
        """Is it narrow enough?"""
        return name not in UNSEEN and self.width.get(name, WIDE + 1) <= (NARROW if self.clocked else WIDE)

    def value(self, cycle: int, name: str) -> str:
        """Bits of a port in a cycle."""
        return self.cycles[cycle].get(name, "x")

    def part(self, first: int, count: int) -> "Trace":
        """Some cycles of it."""
        return Trace(self.width, self.cycles[first : first + count])


def read_trace(path: Path, scope: str) -> Trace:
    """The signals of one scope, just before each rising edge of its clk_i; without one, before each change."""
    trace = Trace()
    names: dict[str, list[str]] = {}
    scopes: list[str] = []
    now: dict[str, str] = {}
    changes: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var" and ".".join(scopes) == scope:
            names.setdefault(words[3], []).append(words[4])
            trace.width[words[4]] = int(words[2])
        elif line[0] == "#":
            rises = changes.get("clk_i") == "1" and now.get("clk_i") != "1"
            if rises or (changes and not trace.clocked):
                trace.cycles.append(dict(now))
            now.update(changes)
            changes = {}
        elif line[0] in "01xzb":
            code, bits = (words[1], words[0][1:]) if line[0] == "b" else (line[1:], line[0])
            changes.update({name: bits for name in names.get(code, [])})
    if not trace.cycles:
        raise BadInput(path, f"no cycle of {scope}")
    return trace


@dataclass
class Channel:
    """Ports with a common beginning."""

    valid: str
    ready: str  # or nothing
    data: list[str]

    def shown(self, count: int) -> list[str]:
        """Valid, ready, and so much data."""
        return [name for name in (self.valid, self.ready) if name] + self.data[:count]


def channels_of(module: Module, trace: Trace) -> list[Channel]:
    """The channels among the ports."""
    names = [port["name"] for port in module.ports if port["name"] in trace.width]
    found = []
    for name in names:
        match = CHANNEL.fullmatch(name)
        if match:
            begin = match[1] + "_"
            ready = [begin + f"ready_{way}" for way in "io" if begin + f"ready_{way}" in names]
            data = [
                other
                for other in names
                if other.startswith(begin) and other not in (name, *ready) and trace.is_shown(other)
            ]
            found.append(Channel(name, ready[0] if ready else "", data))
    return found


def changing(trace: Trace, names: list[str]) -> list[str]:
    """Those that do not keep one value."""
    return [name for name in names if len({cycle.get(name) for cycle in trace.cycles}) > 1]


def choose(module: Module, trace: Trace) -> tuple[list[str], list[Channel]]:
    """The signals to show, in the order of the ports, and the channels among them."""
    channels = [channel for channel in channels_of(module, trace) if changing(trace, [channel.valid])]
    for channel in channels:
        channel.data = changing(trace, channel.data)[:MOST_DATA]
    while sum(len(channel.shown(0)) for channel in channels) > MOST_SIGNALS:
        channels.pop()
    shown = [channel.shown(0) for channel in channels]
    for count in range(1, MOST_DATA + 1):
        for at, channel in enumerate(channels):
            more = channel.shown(count)
            if sum(map(len, shown)) - len(shown[at]) + len(more) <= MOST_SIGNALS:
                shown[at] = more
    names = [name for part in shown for name in part]
    begun = tuple(CHANNEL.sub(r"\1_", channel.valid) for channel in channels)
    others = [
        port["name"]
        for port in module.ports
        if trace.is_shown(port["name"]) and not (begun and port["name"].startswith(begun))
    ]
    return names + changing(trace, others)[: max(0, MOST_SIGNALS - len(names))], channels


def seen_in(trace: Trace, cycle: int, names: list[str], channels: list[Channel]) -> set[tuple[str, str]]:
    """What is seen in a cycle."""
    seen: set[tuple[str, str]] = set()
    if trace.value(cycle, "rst_ni") == "0":
        return seen
    for channel in channels:
        valid, ready = trace.value(cycle, channel.valid), trace.value(cycle, channel.ready) if channel.ready else "1"
        if "1" in valid:
            # It counts twice: more than a value of another port.
            seen |= {(channel.valid, f"{kind} {'1' in ready}") for kind in ("once", "twice")}
    ports = {name for channel in channels for name in channel.shown(MOST_DATA)}
    values = {(name, trace.value(cycle, name)[-2:]) for name in names if name not in ports}
    return seen | {(name, value) for name, value in values if "x" not in value}


def best(trace: Trace, names: list[str], channels: list[Channel], count: int) -> int:
    """The first cycle of the window; what is seen near its ends does not count."""
    sets = [seen_in(trace, cycle, names, channels) for cycle in range(len(trace.cycles))]
    score = [
        len(set().union(*sets[begin + MARGIN : begin + count - MARGIN])) for begin in range(len(sets) - count + 1)
    ]
    return score.index(max(score))


def window(module: Module, trace: Trace) -> tuple[int, int, list[str]]:
    """First cycle, how many, and the signals."""
    names, channels = choose(module, trace)
    if not names:
        raise BadInput(module.path, "no port of its trace changes, or all are wide")
    digits = max((trace.width[name] + 3) // 4 for name in names)
    label = max(len(name) for name in names)
    count = min(MOST_CYCLES, (COLUMNS - label - 2) // max(4, digits + 2), len(trace.cycles))
    first = best(trace, names, channels, count)
    # In these cycles the rest does not change.
    kept = {name for channel in channels for name in channel.shown(0)}
    kept |= set(changing(trace.part(first, count), names))
    gate = {name: channel.valid for channel in channels for name in channel.data}
    never = {
        channel.valid
        for channel in channels
        if all("1" not in trace.value(cycle, channel.valid) for cycle in range(first, first + count))
    }
    kept |= {name for name in names if name in gate}
    names = [name for name in names if name in kept and gate.get(name) not in never]
    gated = {name for name in gate if trace.width[gate[name]] == 1}
    return first, count, [f"{name}?{gate[name]}" if name in gated else name for name in names]


def check_states(module: Module, trace: Trace) -> None:
    """Refuses a trace in which a state follows another as the module's chart does not say."""
    for chart in charts_of(module.path):
        codes = [cycle.get(chart.register, "x") for cycle in trace.cycles if cycle.get("rst_ni") == "1"]
        known = [int(bits, 2) for bits in codes if "x" not in bits]
        for one, other in zip(known, known[1:]):
            if one != other and other not in chart.codes.get(one, set()):
                raise BadInput(module.path, f"{chart.register} went from {one} to {other}: its state chart is wrong")


def write_windows(root: Path, folder: Path) -> None:
    """For each NAME.scope of a folder, NAME.window.

    NAME.scope: the module, and the scope in NAME.vcd. NAME.window: first cycle, cycles, clock, signals.
    """
    for path in sorted(folder.glob("*.scope")):
        name, scope = path.read_text(encoding="utf-8").split()
        file = next(root.glob(f"rtl/*/{name}.v"), None)
        if file is None:
            raise BadInput(path, f"no module {name}")
        trace = read_trace(path.with_suffix(".vcd"), scope)
        module = read_module(file)
        check_states(module, trace)
        first, count, signals = window(module, trace)
        words = [str(first), str(count), "clk_i" if trace.clocked else "-", *signals]
        path.with_suffix(".window").write_text(" ".join(words) + "\n", encoding="utf-8")
