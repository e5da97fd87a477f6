# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""README.md, docs/hardware.md, docs/shared.md, rtl/README.md: what the hardware costs, and what it was tested by.

    synth/results/{nangate45,osu018,sky130hd,fpga}.csv, throughput*.csv ─┐
    sim/results/{units,shared}.csv ──────────────────────────────────────┤
    tb/rtl/mutants.csv, tb/formal/proofs.tab, headers of rtl/*/*.v ──────┼─> blocks systems, hardware, verification, shared, synth
    figures of both campaigns: cycles ───────────────────────────────────┘
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import pandas as pd

from evaluation.clocks import SLACKS, with_tight_clock
from evaluation.inputs import BadInput, read_csv, read_words
from evaluation.pages import Outdated, Row, Template, fill
from evaluation.units import slowdowns

DOCUMENTS = ["README.md", "docs/hardware.md", "docs/shared.md", "rtl/README.md"]

# docs/hardware.md shows the units; rtl/README.md everything.
UNITS = [
    "pf_sm_multicast",
    "pf_line_unit",
    "pf_sm_unit",
    "pf_slice_unit",
    "pf_store_buffer",
    "pf_quantum",
    "pf_zcommit",
    "pf_shared_unit",
]
BLOCKS = [
    "pf_sm_unit",
    "pf_sm_multicast",
    "pf_lock_table",
    "pf_barrier_file",
    "pf_fence_targets",
    "pf_hit_merge",
    "pf_slice_unit",
    "pf_region",
    "pf_lines",
    "pf_check",
    "pf_fence_file",
    "pf_rules_scord",
    "pf_rules_scord_paper",
    "pf_report",
    "pf_sweep",
    "pf_line_unit",
    "pf_meta_cache",
    "pf_line_fresh",
    "pf_coalesce",
    "pf_line_check",
    "pf_block_check",
    "pf_read_shared",
    "pf_line_beats",
    "pf_fence_counts",
    "pf_regs",
    "pf_counters",
    "pf_read_port",
    "pf_store_buffer",
    "pf_bloom",
    "pf_quantum",
    "pf_partition",
    "pf_mode_barrier",
    "pf_zcommit",
    "pf_shared_unit",
    "pf_shared_bank",
    "pf_shared_order",
    "pf_shared_bytes",
    "pf_iguard_facts",
    "pf_iguard_rules",
    "pf_iguard_unit",
    "pf_iguard_engine",
    "pf_iguard_lines",
    "pf_iguard_check",
    "pf_iguard_clock",
    "pf_iguard_group",
    "pf_iguard_held",
    "pf_iguard_times",
    "pf_iguard_eras",
    "pf_iguard_sm_unit",
    "pf_iguard_targets",
    "pf_iguard_multicast",
    "pf_iguard_report",
    "pf_join_sectors",
]
CONFIGURED = ["pf_slice_unit", "pf_sm_unit", "pf_zcommit", "pf_store_buffer", "pf_shared_unit"]

LIBRARIES = ["nangate45", "osu018", "sky130hd"]
PRICED = ["library", "block", "config", "period_ps", "kge", "flops", "ram_bits", "ram_kge", "fmax_mhz", "critical_path"]
RATES = ["latency", "stream", "entries_per_cycle", "requests_per_cycle", "cycles"]
COMMIT_RATES = ["filter", "stream", "latency", "requests_per_cycle"]

# A proof of these is not one of what they borrow.
BORROWERS = [
    "pf_zcommit",
    "pf_iguard_eras",
    "pf_line_root",
    "pf_fence_targets",
    "pf_sm_multicast",
    "pf_line_unit",
    "pf_iguard_unit",
    "pf_iguard_targets",
    "pf_iguard_multicast",
]

# What each MODE of proofs.tab is called in the tables.
MODES = {"induction": "induction", "bmc": "bounded", "cover": "covers"}


@dataclass
class System:
    """One row of README.md's table of systems."""

    title: str
    finds: str
    per_sm: list[str]
    per_slice: list[str]
    # Cycles over those without: file, column, and what the cells of its row for the mean are.
    cycles: str
    column: str
    row: dict[str, str]
    programs: str


UNITS_CSV = "sim/results/units.csv"
SHARED_CSV = "sim/results/shared.csv"
GRACE_CSV = "sw/results/grace.csv"
GRACE_SECONDS = ["seconds_off", "seconds_addr", "seconds_stmt", "seconds_shared"]
PRUNED_SECONDS = ["seconds_addr_pruned", "seconds_stmt_pruned", "seconds_shared_pruned"]
SYSTEMS = [
    System(
        title="[Races, metadata by lines](docs/metadata-engine.md): `--detector scord`",
        finds="races on global memory, by fence, lock, barrier and scope: ScoRD's rules",
        per_sm=["pf_sm_multicast", "pf_hit_merge"],
        per_slice=["pf_line_unit"],
        cycles=UNITS_CSV,
        column="lines",
        row={},
        programs="ScoR's seven",
    ),
    System(
        title="[Races between threads](docs/iguard.md), after iGUARD: `--detector iguard`",
        finds="races on global memory between threads, lanes of one warp, too, byte by byte",
        per_sm=["pf_iguard_multicast", "pf_iguard_group"],
        per_slice=["pf_iguard_unit"],
        cycles="sw/results/iguard_cycles.csv",
        column="iguard_over_none",
        row={"arch": "sm_60"},
        programs="ScoR's seven",
    ),
    System(
        title="[ScoRD as published](docs/scord.md): `--detector scord-paper --metadata cached16`",
        finds="the same, but for what an entry for 16 words forgets",
        per_sm=["pf_sm_unit"],
        per_slice=["pf_slice_unit"],
        cycles="sim/results/scor/paper/fig8.csv",
        column="cached16_compare",
        row={},
        programs="ScoR's seven",
    ),
    System(
        title="[Races in shared memory](docs/shared.md), after GRace: `--detector shared`; with the first, `--detector on`",
        finds="races on shared memory between warps, by barrier, fence, release and acquire, byte by byte",
        per_sm=["pf_shared_unit"],
        per_slice=[],
        cycles=SHARED_CSV,
        column="slowdown",
        row={},
        programs="16 programs",
    ),
    System(
        title="[GPUDet](docs/determinism.md): `--deterministic`",
        finds="nothing: makes the result of a race the same in every run",
        per_sm=["pf_store_buffer", "pf_quantum"],
        per_slice=["pf_zcommit"],
        cycles="sim/results/gpudet/paper/fig7.csv",
        column="slowdown",
        row={"variant": "det"},
        programs="its paper's thirteen",
    ),
]
# Rows of a figure that are no program.
MEANS = ["mean", "mean_alone", "geomean"]


class Hardware:
    """All result files, read when they are asked for."""

    def __init__(self, root: Path):
        self.root = root
        self.results = root / "synth/results"
        self.prices = {name: self.read_prices(name) for name in LIBRARIES}
        self.throughput = read_csv(self.results / "throughput.csv", RATES).text
        self.mutants = read_csv(
            root / "tb/rtl/mutants.csv", ["module", "faults", "noticed"], ["faults", "noticed"]
        )
        self.proofs = [
            (words[2].split(","), words[4]) for words in read_words(root / "tb/formal/proofs.tab", 5)
        ]

    def read_prices(self, library: str) -> Optional[pd.DataFrame]:
        """Rows of one library by block and configuration, if it was priced."""
        path = self.results / f"{library}.csv"
        if not path.exists():
            return None
        rows = with_tight_clock(path, read_csv(path, PRICED + SLACKS).text)
        return rows.drop_duplicates(["block", "config"], keep="last").set_index(["block", "config"])

    def price(self, library: str, block: str, config: str, column: str) -> str:
        """One cell; a dash where the block was not priced."""
        prices = self.prices[library]
        if prices is None or (block, config) not in prices.index:
            return "-"
        return prices.loc[(block, config), column] or "-"

    def rate(self, stream: str, latency: int, column: str) -> str:
        """A sustained rate of the slice unit at a latency of the memory."""
        rows = self.throughput
        row = rows[(rows.stream == stream) & (rows.latency == str(latency))]
        if row.empty:
            return ""
        cell = row[column].iloc[0]
        return cell if column == "cycles" else f"{float(cell):.2f}"

    def source(self, module: str) -> Path:
        """The file of a module."""
        found = sorted((self.root / "rtl").glob(f"*/{module}.v"))
        if not found:
            raise BadInput(self.root / "rtl", f"no module {module}")
        return found[0]

    def header(self, module: str, keyword: str) -> str:
        """The first sentence behind a keyword of a module's header comment."""
        words: list[str] = []
        for line in self.source(module).read_text(encoding="utf-8").splitlines():
            if line.startswith(f"// {keyword}"):
                words = [line.removeprefix(f"// {keyword}").strip(" ")]
            elif words and re.match("//   +[^ ]", line):
                words.append(line.removeprefix("//").lstrip(" "))
            elif words:
                break
        return re.sub("[;.] .*", "", " ".join(words)).removesuffix(".")

    def parts(self, module: str) -> list[str]:
        """A module; of a unit, all modules that it alone consists of."""
        patterns = {
            "pf_sm_unit": [
                "sm/pf_sm_unit.v",
                "sm/pf_lock_*.v",
                "sm/pf_barrier_file.v",
                "sm/pf_through_ram.v",
            ],
            "pf_sm_multicast": [
                "sm/pf_sm_*.v",
                "sm/pf_lock_*.v",
                "sm/pf_barrier_file.v",
                "sm/pf_through_ram.v",
                "sm/pf_fence_targets.v",
                "sm/pf_fence_copies.v",
            ],
            "pf_iguard_multicast": [
                "sm/pf_iguard_*.v",
                "sm/pf_lock_*.v",
                "sm/pf_through_ram.v",
                "sm/pf_fence_copies.v",
            ],
            "pf_slice_unit": ["slice/pf_[!z]*.v"],
            "pf_line_unit": ["slice/pf_[!z]*.v", "cell/pf_cache_*.v"],
            "pf_iguard_unit": ["slice/pf_[!z]*.v", "cell/pf_cache_*.v"],
            "pf_zcommit": ["slice/pf_z*.v", "cell/pf_cache_*.v"],
            "pf_shared_unit": ["sm/pf_shared_*.v"],
            "pf_store_buffer": ["sm/pf_store_buffer.v", "sm/pf_log_*.v", "sm/pf_bloom.v"],
        }
        files = [path for pattern in patterns.get(module, []) for path in (self.root / "rtl").glob(pattern)]
        inside = self.inside(module)
        return [path.stem for path in files if path.stem in inside] or [module]

    def inside(self, module: str) -> set[str]:
        """A module, and all of rtl that it and these instantiate."""
        there = {path.stem: path for path in (self.root / "rtl").glob("*/pf_*.v")}
        found: set[str] = set()
        left = [module]
        while left:
            name = left.pop()
            if name in there and name not in found:
                found.add(name)
                text = there[name].read_text(encoding="utf-8")
                left += re.findall(r"^ +(pf_\w+) +(?:#\(|u_)", text, re.MULTILINE)
        return found

    def counts(self, module: str) -> Row:
        """What a module was tested by: proofs of it or its parts by kind, mutation scores of both apart."""
        parts = self.parts(module)
        return {
            "module": module,
            **self.proof_counts(parts),
            "own_score": self.score([module]),
            "parts_score": self.score([part for part in parts if part != module]),
        }

    def proof_counts(self, parts: list[str]) -> Row:
        """Proofs of these modules, by kind."""
        modes = [
            mode
            for sources, mode in self.proofs
            if any(part in sources for part in parts)
            and all(user in parts for user in BORROWERS if user in sources[:-1])
        ]
        return {name: str(modes.count(mode)) for mode, name in MODES.items()}

    def score(self, modules: list[str]) -> str:
        """Faults that the benches of these modules noticed, of those injected."""
        counts = self.mutants.values[self.mutants.text.module.isin(modules)].sum()
        return f"{counts.noticed:.0f} of {counts.faults:.0f}" if counts.faults else "-"

    def performance(self, module: str) -> tuple[str, str]:
        """Throughput and latency: the slice unit's are measured."""
        if module != "pf_slice_unit":
            return self.header(module, "Throughput"), self.header(module, "Latency")
        entries = {
            (stream, latency): self.rate(stream, latency, "entries_per_cycle")
            for stream in ("full_sectors", "scattered_words", "hot_word")
            for latency in (30, 200)
        }
        fences = self.rate("fences", 30, "requests_per_cycle")
        throughput = (
            f"entries a cycle, memory latency 30 / 200: whole sectors {entries['full_sectors', 30]} / "
            f"{entries['full_sectors', 200]}, single words {entries['scattered_words', 30]} / "
            f"{entries['scattered_words', 200]}, one hot word {entries['hot_word', 30]}; fences {fences} a cycle"
        )
        alone = f"{self.rate('alone', 30, 'cycles')} / {self.rate('alone', 200, 'cycles')}"
        return throughput, f"a word alone, until written back and the unit idle: {alone} cycles"

    def block_row(self, module: str) -> Row:
        """One row of the table of blocks."""
        throughput, latency = self.performance(module)
        return {
            "module": module,
            "flops": self.price("nangate45", module, "ref", "flops"),
            "ram_bits": self.price("nangate45", module, "ref", "ram_bits"),
            "kge": self.price("nangate45", module, "ref", "kge"),
            "ram_kge": self.price("nangate45", module, "ref", "ram_kge"),
            **{library: self.price(library, module, "ref", "fmax_mhz") for library in LIBRARIES},
            "tight": self.price("nangate45", module, "ref", "tight_mhz"),
            "throughput": throughput,
            "latency": latency,
        }

    def area(self, modules: list[str], column: str) -> str:
        """Thousand gate equivalents of modules together, Nangate45, `ref`."""
        return f"{sum(float(self.price('nangate45', module, 'ref', column)) for module in modules):.1f}"

    def areas(self, modules: list[str]) -> str:
        """Logic and memories of them; a dash where there is none."""
        return " + ".join(self.area(modules, column) for column in ("kge", "ram_kge")) if modules else "-"

    def shared_rows(self) -> list[Row]:
        """What the unit for shared memory costs in cycles, by program."""
        path = self.root / SHARED_CSV
        return read_csv(path, ["app", "waits_for_others", "slowdown", "slowdown_queue", "slowdown_shadow", "waits"]).text.to_dict("records")

    def grace_rows(self) -> list[Row]:
        """GRace's schemes and the detector for shared memory, by program: time and memory."""
        cycles = {row["app"]: row["slowdown"] for row in self.shared_rows()}
        columns = ["app", *GRACE_SECONDS, "bytes_addr", "bytes_stmt"]
        return [
            {
                "app": row["app"],
                "addr": over_plain(row, "seconds_addr"),
                "stmt": over_plain(row, "seconds_stmt"),
                "shared": over_plain(row, "seconds_shared"),
                "bytes_addr": in_bytes(row["bytes_addr"]),
                "bytes_stmt": in_bytes(row["bytes_stmt"]),
                "cycles": cycles.get(row["app"], "-"),
            }
            for row in read_csv(self.root / GRACE_CSV, columns).text.to_dict("records")
        ]

    def static_rows(self) -> list[Row]:
        """What GRace's static half leaves to the dynamic one, by program."""
        columns = ["app", "seconds_off", *PRUNED_SECONDS, "accesses", "accesses_pruned", "launches", "launches_pruned", "seconds_static"]
        return [
            {
                "app": row["app"],
                "accesses": row["accesses"],
                "left": row["accesses_pruned"],
                "addr": over_plain(row, "seconds_addr_pruned"),
                "stmt": over_plain(row, "seconds_stmt_pruned"),
                "shared": over_plain(row, "seconds_shared_pruned"),
                "launches": f"{row['launches_pruned']} of {row['launches']}",
                "proof": f"{1000 * float(row['seconds_static']):.0f} ms",
            }
            for row in read_csv(self.root / GRACE_CSV, columns).text.to_dict("records")
        ]

    def slowest(self, modules: list[str], column: str) -> str:
        """The lowest of the modules' clocks, Nangate45, `ref`."""
        return min((self.price("nangate45", module, "ref", column) for module in modules), key=float)

    def system_row(self, system: System) -> Row:
        """One row of the table of systems: areas of all units, the clocks of the slowest."""
        mean, programs = self.overheads(system)
        units = system.per_sm + system.per_slice
        return {
            "title": system.title,
            "finds": system.finds,
            "cycles": f"{mean:.2f} ({programs.min():.2f} to {programs.max():.2f}), {system.programs}",
            "sm": self.areas(system.per_sm),
            "slice": self.areas(system.per_slice),
            "mhz": self.slowest(units, "fmax_mhz"),
            "tight": self.slowest(units, "tight_mhz"),
            **self.proof_counts([part for unit in units for part in self.parts(unit)]),
        }

    def overheads(self, system: System) -> tuple[float, pd.Series]:
        """Cycles over those without, mean and by program."""
        path = self.root / system.cycles
        if system.cycles == UNITS_CSV:
            programs = slowdowns(path)[system.column]
            return float(programs.mean()), programs
        figure = read_csv(path, ["app", system.column, *system.row], [system.column])
        rows = figure.text[["app", *system.row]].assign(cycles=figure.values[system.column])
        for column, cell in system.row.items():
            rows = rows[rows[column] == cell]
        mean, programs = rows[rows.app == "mean"].cycles, rows[~rows.app.isin(MEANS)].cycles
        if mean.empty or programs.empty:
            raise BadInput(path, f"no row mean, or no program, of {system.column}")
        return float(mean.iloc[0]), programs

    def config_rows(self, module: str) -> list[Row]:
        """The configurations of one block that are priced."""
        rows = []
        for words in read_words(self.root / "synth/configs.tab", 2):
            block, config = [word for word in words if word != "*"][:2]
            if block == module:
                path = self.price("nangate45", block, config, "critical_path")
                row = {"config": config, "path": path.replace("->", "to").replace("u_", "")}
                for column in "kge", "fmax_mhz":
                    row |= {
                        f"{column}_{library}": self.price(library, block, config, column)
                        for library in LIBRARIES
                    }
                row |= {
                    column: self.price("nangate45", block, config, column)
                    for column in ("flops", "ram_bits", "ram_kge", "tight_mhz")
                }
                rows.append(row)
        return rows

    def rate_rows(self) -> list[Row]:
        """Sustained rates of the slice unit, by stream."""
        rows = []
        for stream in self.throughput.stream.unique():
            if stream != "alone":
                row = {"stream": stream.replace("_", " ")}
                for column in "entries", "requests":
                    for latency in 30, 200:
                        row[f"{column}_{latency}"] = self.rate(stream, latency, f"{column}_per_cycle")
                rows.append(row)
        return rows

    def commit_rows(self) -> list[Row]:
        """Sustained requests a cycle of the Z-commit unit, by stream."""
        table = read_csv(self.results / "throughput_zcommit.csv", COMMIT_RATES, ["requests_per_cycle"])
        rows: dict[str, Row] = {}
        for row, rate in zip(table.text.itertuples(), table.values.requests_per_cycle):
            cells = rows.setdefault(
                row.stream, {"stream": row.stream, "on_30": "", "on_200": "", "off_30": "", "off_200": ""}
            )
            cells[f"{row.filter}_{row.latency}"] = f"{rate:.2f}"
        return list(rows.values())

    def store_table(self) -> tuple[list[str], list[list[str]]]:
        """Titles and rows of the store buffer's cycles."""
        table = read_csv(self.results / "throughput_store_buffer.csv", ["latency"]).text
        titles = [name.replace("_", " ") for name in table.columns]
        return ["memory latency" if name == "latency" else name for name in titles], table.values.tolist()

    def fpga_rows(self) -> Optional[list[list[str]]]:
        """What nextpnr and Yosys say of FPGAs, if they were asked."""
        path = self.results / "fpga.csv"
        return read_csv(path, ["family", "block"]).text.values.tolist() if path.exists() else None


def over_plain(row: Row, column: str) -> str:
    """Seconds of a column over those without anybody who looks."""
    if row[column] == "-":
        return "longer than could be waited for"
    ratio = float(row[column]) / float(row["seconds_off"])
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def in_bytes(cell: str) -> str:
    """A size, for people."""
    if cell == "-":
        return cell
    size = float(cell)
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} KB"


def fill_synth(root: Path, check: bool) -> None:
    """Fills all of them."""
    hardware = Hardware(root)
    template = Template("synth.md.j2")

    def block(name: str) -> Optional[str]:
        if name == "systems":
            return template.render(name, rows=[hardware.system_row(system) for system in SYSTEMS])
        if name == "hardware":
            return template.render(name, rows=[hardware.block_row(module) for module in UNITS])
        if name == "shared":
            return template.render(name, rows=hardware.shared_rows())
        if name == "grace":
            return template.render(name, rows=hardware.grace_rows())
        if name == "static":
            return template.render(name, rows=hardware.static_rows())
        if name == "verification":
            return template.render(name, counts=[hardware.counts(module) for module in UNITS])
        if name != "synth":
            return None
        titles, store_rows = hardware.store_table()
        return template.render(
            name,
            rows=[hardware.block_row(module) for module in BLOCKS],
            counts=[hardware.counts(module) for module in BLOCKS],
            configs={module: hardware.config_rows(module) for module in CONFIGURED},
            rates=hardware.rate_rows(),
            commit_rates=hardware.commit_rows(),
            store_titles=titles,
            store_rows=store_rows,
            fpga=hardware.fpga_rows(),
        )

    differences = ""
    for document in DOCUMENTS:
        try:
            fill(root / document, block, check=check)
        except Outdated as error:
            differences += str(error)
    if differences:
        raise Outdated(differences)
