# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""rtl/doc: a page for each Verilog module; the table of all in rtl/README.md.

    rtl/*/pf_*.v: header, parameters, ports, instances, states ─┐
    tb/formal/proofs.tab, tb/rtl/benches.tab ───────────────────┼─> rtl/doc/MODULE.md, rtl/doc/README.md;
    tb/rtl/mutants.csv, synth/results/*.csv ────────────────────┤   block modules of rtl/README.md
    rtl/doc/waves/MODULE.txt (tb/rtl/wave.sh --pages) ──────────┘

A header is one paragraph of prose or picture after the other; a line that begins with one of KEYWORDS opens a property.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from evaluation.clocks import SLACKS, with_tight_clock
from evaluation.inputs import BadInput, read_csv, read_words
from evaluation.pages import Outdated, Row, Template, fill, write_lines
from evaluation.states import charts_of
from evaluation.synth import LIBRARIES, PRICED

FOLDER = "rtl/doc"
WAVES = "rtl/doc/waves"
TABLE = "rtl/README.md"
# These lead their folder.
UNITS = ["pf_sm_unit", "pf_slice_unit"]
TOOLS = {"icarus": "Icarus", "verilator": "Verilator", "gates": "gates"}
GEOMETRIES = ["ref", "tiny", "modern"]
FOLDERS = {
    "sm": "In each SM",
    "slice": "In each slice of the L2",
    "cell": "Cells that both use",
}
KEYWORDS = ["Throughput", "Latency", "Errs", "Handshake", "State bits", "Events", "Ready"]
MODES = {"induction": "by induction", "bmc": "bounded", "cover": "cover"}

PARAMETER = re.compile(r"\s*parameter\s+(?:integer\s+)?(?:\[[^]]*\]\s*)?(\w+)\s*=\s*(.*)")
PORT = re.compile(r"\s*(input|output)\s+(?:wire|reg)\s*(\[[^]]*\])?\s*(\w+)")
INSTANCE = re.compile(r"^\s*(pf_\w+)\s+(?:#\s*\(|u_)")


@dataclass
class Module:
    """What a module's file says."""

    path: Path
    text: list[str] = field(default_factory=list)  # prose and pictures, as they stand
    properties: dict[str, str] = field(default_factory=dict)
    parameters: list[Row] = field(default_factory=list)
    ports: list[Row] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """pf_fifo"""
        return self.path.stem

    @property
    def what(self) -> str:
        """The first sentence."""
        first = " ".join(line.strip() for line in paragraph(self.text))
        return first.removeprefix(f"{self.name}:").strip().split(". ")[0].removesuffix(".")

    @property
    def body(self) -> str:
        """The header behind its first paragraph."""
        return "\n".join(self.text[len(paragraph(self.text)) :]).strip("\n")


def paragraph(lines: list[str]) -> list[str]:
    """The lines before the first empty one."""
    return lines[: lines.index("")] if "" in lines else lines


def cell(text: str) -> str:
    """Text in a table."""
    return text.replace("|", "\\|").strip()


def brief(text: str) -> str:
    """The first clause of a property."""
    return cell(re.sub("[.;] .*|[.]$", "", text))


def read_header(module: Module, lines: list[str]) -> None:
    """Prose, pictures and properties."""
    keyword = ""
    for line in lines:
        text = line.removeprefix("//").removeprefix(" ").rstrip()
        begun = next((word for word in KEYWORDS if re.match(f"{word}(  +|$)", text)), "")
        if begun:
            keyword = begun
            module.properties[keyword] = text.removeprefix(keyword).strip()
        elif keyword and text.startswith("  "):
            module.properties[keyword] += " " + text.strip()
        else:
            keyword = ""
            module.text.append(text)


def read_parameter(module: Module, line: str) -> bool:
    """A line of the parameters."""
    match = PARAMETER.match(line)
    if match:
        value, _, meaning = match[2].partition("//")
        module.parameters.append(
            {"name": match[1], "value": value.strip().removesuffix(","), "meaning": cell(meaning)}
        )
    return bool(match)


def read_port(module: Module, line: str) -> bool:
    """A line of the ports."""
    match = PORT.match(line)
    if match:
        module.ports.append(
            {
                "direction": match[1].removesuffix("put"),
                "width": (match[2] or "").replace(" ", ""),
                "name": match[3],
                "meaning": cell(line.partition("//")[2]),
            }
        )
    return bool(match)


def read_module(path: Path) -> Module:
    """One file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    module = Module(path)
    try:
        end = next(i for i, line in enumerate(lines) if line.startswith("`resetall"))
        begin = next(i for i, line in enumerate(lines) if re.match(rf"module {path.stem}\b", line))
        close = next(i for i, line in enumerate(lines) if i >= begin and line.startswith(");"))
    except StopIteration:
        raise BadInput(path, "no `resetall, no module of the file's name, or no end of its ports") from None
    read_header(module, lines[3:end])
    for line in lines[begin:close]:
        if not line.strip().startswith("//"):
            read_parameter(module, line) or read_port(module, line)
    found = (INSTANCE.match(line) for line in lines[close:])
    module.parts = sorted({match[1] for match in found if match} - {path.stem})
    return module


def geometry_of(words: list[str]) -> str:
    """The geometry of a bench's run."""
    return words[words.index("--geometry") + 1] if "--geometry" in words else "ref"


def sum_of(rows: list[Row], column: str) -> str:
    """The sum of a column of whole numbers."""
    return str(sum(int(row[column]) for row in rows))


class Modules:
    """All modules, and what is known of them."""

    def __init__(self, root: Path):
        self.root = root
        self.all = {path.stem: read_module(path) for path in sorted(root.glob("rtl/*/pf_*.v"))}
        if not self.all:
            raise BadInput(root / "rtl", "no modules")
        self.proofs = read_words(root / "tb/formal/proofs.tab", 5)
        self.benches = read_words(root / "tb/rtl/benches.tab", 2)
        need = ["module", "geometry", "parameters", "faults", "noticed"]
        self.mutants = read_csv(root / "tb/rtl/mutants.csv", need, need[3:]).text.to_dict("records")
        self.template = Template("modules.md.j2")

    def users(self, name: str) -> list[str]:
        """Modules that have an instance of it."""
        return [module.name for module in self.all.values() if name in module.parts]

    def proofs_of(self, name: str) -> list[Row]:
        """Proofs whose top or last source but its parts it is."""
        rows = []
        for words in self.proofs:
            proof, top, sources, mode = words[0], words[1], words[2].split(","), words[-2]
            if name in (top, top.removesuffix("_proof")) or (proof.startswith(name) and name in sources):
                parameters = " ".join(words[3:-2]).replace(",", " ")
                rows.append({"name": proof, "mode": MODES.get(mode, mode), "depth": words[-1], "of": parameters})
        return rows

    def benches_of(self, name: str) -> list[Row]:
        """Runs of its own bench."""
        return [
            {"tools": words[0].replace("+", "").replace(",", ", "), "options": " ".join(words[2:])}
            for words in self.benches
            if words[1] == name
        ]

    def prices_of(self, name: str) -> list[Row]:
        """Rows of the libraries."""
        rows = []
        for library in LIBRARIES:
            path = self.root / f"synth/results/{library}.csv"
            if path.exists():
                table = with_tight_clock(path, read_csv(path, PRICED + SLACKS).text)
                rows += [row for row in table.to_dict("records") if row["block"] == name]
        return rows

    def wave_of(self, name: str) -> Optional[Row]:
        """Its timing: whose bench, with which options, and the picture."""
        path = self.root / WAVES / f"{name}.txt"
        if not path.is_file():
            return None
        command, _, picture = path.read_text(encoding="utf-8").partition("\n")
        bench, _, options = command.partition(" ")
        return {"bench": bench, "options": options, "picture": picture.rstrip("\n")}

    def proved(self) -> tuple[dict[str, set[str]], dict[str, str]]:
        """Kinds of proofs of each module; of others that are among a proof's sources, whose proof it is."""
        kinds: dict[str, set[str]] = {}
        within: dict[str, str] = {}
        for words in self.proofs:
            sources = [source for source in words[2].split(",") if source in self.all]
            if not sources:
                continue
            named = [s for s in sources if words[0] == s or words[0].startswith(f"{s}_")]
            module = max(named, key=len) if named else sources[0]
            kinds.setdefault(module, set()).add(words[4])
            for source in sources:
                if source != module:
                    within.setdefault(source, module)
        return kinds, within

    def bench_cell(self, name: str, order: list[str]) -> str:
        """Tools and geometries of its own bench, or what it is tested in."""
        rows = [words for words in self.benches if words[1] == name]
        if not rows:
            users = [user for user in order if name in self.all[user].parts]
            return f"in {users[0]}" if users else "-"
        tools = {tool.replace("+", "") for words in rows for tool in words[0].split(",")}
        used = {geometry_of(words) for words in rows}
        shown = ", ".join(text for tool, text in TOOLS.items() if tool in tools)
        return f"{shown}: {', '.join(geometry for geometry in GEOMETRIES if geometry in used)}"

    def rows(self) -> list[Row]:
        """The table of all modules."""
        order = [name for f in FOLDERS for name in self.in_folder(f)]
        kinds, within = self.proved()
        return [self.row(name, order, kinds.get(name, set()), within.get(name)) for name in order]

    def row(self, name: str, order: list[str], kinds: set[str], within: Optional[str]) -> Row:
        """One row of it."""
        module = self.all[name]
        rate = brief(module.properties.get("Throughput", ""))
        faults = [row for row in self.mutants if row["module"] == name]
        proved = f"in {within}" if within else "-"
        if "induction" in kinds:
            proved = "by induction, more bounded" if "bmc" in kinds else "by induction"
        elif "bmc" in kinds:
            proved = "for all inputs" if rate.startswith("combinational") else "bounded"
        return {
            "name": name,
            "path": f"{module.path.parent.name}/{module.path.name}",
            "what": cell(module.what),
            "rate": rate,
            "delay": brief(module.properties.get("Latency", "")),
            "proved": proved,
            "bench": self.bench_cell(name, order),
            "faults": sum_of(faults, "noticed") + " of " + sum_of(faults, "faults") if faults else "-",
        }

    def in_folder(self, folder: str) -> list[str]:
        """Modules of a folder, its unit first."""
        names = [module.name for module in self.all.values() if module.path.parent.name == folder]
        return sorted(names, key=lambda name: (name not in UNITS, name))

    def page(self, name: str) -> str:
        """The page of a module."""
        module = self.all[name]
        return self.template.render(
            "page",
            module=module,
            source=f"../{module.path.parent.name}/{module.path.name}",
            parts=[part for part in module.parts if part in self.all],
            users=self.users(name),
            proofs=self.proofs_of(name),
            benches=self.benches_of(name),
            mutants=[row for row in self.mutants if row["module"] == name],
            prices=self.prices_of(name),
            charts=charts_of(module.path),
            wave=self.wave_of(name),
        )

    def index(self) -> str:
        """The page of all of them."""
        groups = [
            {"title": title, "modules": [self.all[name] for name in self.in_folder(folder)]}
            for folder, title in FOLDERS.items()
        ]
        return self.template.render("index", groups=groups)


def write_page(path: Path, text: str, check: bool) -> None:
    """Writes a page; check: raises Outdated instead, if it is another one."""
    old = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.is_file() else []
    write_lines(path, old, text.splitlines(keepends=True), check)


def write_pages(root: Path, check: bool) -> None:
    """All pages, and none that is no module's."""
    modules = Modules(root)
    folder = root / FOLDER
    pages = {f"{name}.md": modules.page(name) for name in modules.all} | {"README.md": modules.index()}
    for path in sorted(folder.glob("*.md")):
        if path.name not in pages:
            if check:
                raise Outdated(f"{path}: of no module\n")
            path.unlink()
    for path in sorted((root / WAVES).glob("*")):
        if path.suffix != ".txt" or path.stem not in modules.all:
            raise BadInput(path, "of no module")
    for name, text in pages.items():
        write_page(folder / name, text, check)
    table = modules.template.render("table", rows=modules.rows())
    fill(root / TABLE, lambda name: table if name == "modules" else None, check=check)
