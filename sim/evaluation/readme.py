# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""README.md and the guide's pages: what commands print, and the tables of sw/results and sim/results.

tb/readme.sh runs the commands, one file of their output for each block.
"""

from math import exp, log
from pathlib import Path
from typing import Optional

from evaluation.inputs import BadInput, comments, read_csv
from evaluation.pages import Row, Template, fill
from evaluation.units import aims, units

DOCUMENTS = [
    "README.md",
    "docs/guide.md",
    "docs/metadata-engine.md",
    "docs/performance.md",
    "docs/reference-models.md",
    "docs/simulator.md",
]

# Blocks that are nothing but what commands print.
SHOWN = ["program", "report", "demo", "races", "litmus", "finish", "model"]

BENCH = ["kernel", "mode", "warp_insns", "memory_insns", "m_warp_insns_per_s"]
RACES = (
    "mode,threads,words_per_thread,checker,m_accesses_per_s,slowdown,oracle_bytes_peak,touched_bytes".split(
        ","
    )
)
BASE = ["what", "base_seconds", "this_seconds", "ratio", "aim"]
LINES = (
    "program,words_checked,races,line_accesses,class_checks,expanded_lines,expanded_at_once,bytes_full,bytes_lines,"
    "class_checks_2,expanded_lines_2,expanded_at_once_2,bytes_lines_2".split(",")
)
PACKETS = (
    "program,step,ideal,cycles,cycles_off,races,read_flits,write_flits,atom_flits,hit_flits,messages,copies,note_bytes,"
    "notes,hits,hit_merged,hit_repeats,wait_out,wait_hits,fence_cycles".split(",")
)
RUN = "program,expected,found,missed,predicted,false,cycles_off,cycles_on,slowdown,metadata_bytes".split(",")
MODEL = ["kernel", "detector", "threads", "k_cycles_per_s", "k_warp_insns_per_s", "peak_mb"]
OUTCOMES = ["found", "missed", "false"]
PROPERTIES = ["policy", "metadata", "outcome", "row", "accesses"]


def fill_readme(root: Path, documents: list[Path], shown: Path) -> None:
    """Fills the blocks of all documents; shown: the folder with the commands' output."""
    template = Template("readme.md.j2")
    results, model = root / "sw/results", root / "sim/results"

    def block(name: str) -> Optional[str]:
        if name in SHOWN:
            return (shown / f"{name}.md").read_text(encoding="utf-8")
        if name == "bench":
            return template.render(
                "bench",
                remarks=comments(results / "bench.csv"),
                rows=bench_rows(results / "bench.csv"),
                race_rows=race_rows(results / "races.csv"),
            )
        if name == "base":
            path = results / "base.csv"
            return template.render("base", remarks=comments(path), rows=base_rows(path))
        if name == "lines":
            path = results / "lines.csv"
            return template.render("lines", remarks=comments(path), rows=lines_rows(path))
        if name == "units":
            return template.render("units", **units(model / "units.csv"))
        if name == "aims":
            return template.render("aims", rows=aims(root))
        if name == "packets":
            path = model / "packets.csv"
            return template.render("packets", remarks=comments(path), **packets(path))
        if name == "properties":
            return template.render("properties", **properties(results / "properties.csv"))
        if name == "programs":
            return template.render("programs", **programs(model / "run.csv"))
        if name == "speed":
            return template.render(
                "speed", remarks=comments(model / "model.csv"), rows=model_rows(model / "model.csv")
            )
        return None

    for document in documents:
        fill(document, block)


def bench_rows(path: Path) -> list[Row]:
    """Warp instructions a second, by kernel and divergence model."""
    table = read_csv(path, BENCH, BENCH[2:])
    return [
        {
            "kernel": row.kernel,
            "mode": row.mode,
            "mega_insns": f"{values.warp_insns / 1e6:.1f}",
            "memory_percent": f"{100 * values.memory_insns / values.warp_insns:.0f}",
            "rate": f"{values.m_warp_insns_per_s:.1f}",
        }
        for row, values in zip(table.text.itertuples(), table.values.itertuples())
    ]


def base_rows(path: Path) -> list[Row]:
    """Seconds of an older build and of this one."""
    table = read_csv(path, BASE, BASE[1:4])
    return [
        {
            "what": row.what,
            "before": f"{values.base_seconds:.2f}",
            "now": f"{values.this_seconds:.2f}",
            "ratio": f"{values.ratio:.2f}",
            "aim": row.aim,
        }
        for row, values in zip(table.text.itertuples(), table.values.itertuples())
    ]


def lines_rows(path: Path) -> list[Row]:
    """Checks of words and of classes of lines, by program."""
    table = read_csv(path, LINES, LINES[1:])
    return [
        {
            "program": row.program,
            "words": row.words_checked,
            "accesses": row.line_accesses,
            "checks": row.class_checks,
            "saved": f"{values.words_checked / values.class_checks:.1f}",
            "per_access": f"{values.class_checks / values.line_accesses:.2f}",
            "expanded": row.expanded_at_once,
            "bytes": f"{100 * values.bytes_lines / values.bytes_full:.0f} %",
            "expanded_2": row.expanded_at_once_2,
            "bytes_2": f"{100 * values.bytes_lines_2 / values.bytes_full:.0f} %",
        }
        for row, values in zip(table.text.itertuples(), table.values.itertuples())
    ]


def packets(path: Path) -> dict[str, object]:
    """Cycles with the detector over those without, by step; flits of the first and of the last step."""
    table = read_csv(path, PACKETS, PACKETS[3:])
    runs = table.values.assign(**{name: table.text[name] for name in PACKETS[:3]})
    runs = runs[runs.step != "off"]
    steps = list(runs.step.unique())
    costs = []
    for ideal in ("off", "on"):
        ratios = (
            (runs.cycles / runs.cycles_off)[runs.ideal == ideal]
            .groupby([runs.program, runs.step], sort=False)
            .first()
            .unstack("step")[steps]
        )
        ratios = ratios.loc[runs.program.unique()]
        for program, row in [*ratios.iterrows(), ("mean", ratios.mean())]:
            costs.append(
                {
                    "program": program,
                    "ideal": "none" if ideal == "on" else "the model's",
                    "ratios": [f"{x:.2f}" for x in row],
                }
            )
    shown = runs[(runs.ideal == "off") & runs.step.isin([steps[0], steps[-1]])]
    return {
        "steps": steps,
        "costs": costs,
        "flits": [
            {
                "program": row.program,
                "step": row.step,
                "flits": [
                    f"{row[kind] / 1000:.0f}"
                    for kind in ("read_flits", "write_flits", "atom_flits", "hit_flits", "copies")
                ],
                "tag": f"{row.note_bytes / row.notes:.1f}",
                "merged": f"{100 * row.hit_merged / row.hits:.0f} %" if row.hits else "",
            }
            for _, row in shown.iterrows()
        ],
        "races": f"{runs.races.sum():.0f}",
    }


def race_rows(path: Path) -> list[Row]:
    """Accesses a second, by what checks them."""
    table = read_csv(path, RACES, [name for name in RACES if name not in ("mode", "checker")])
    rows = []
    for row, values in zip(table.text.itertuples(), table.values.itertuples()):
        alone = row.checker == "off"
        touched = values.touched_bytes
        rows.append(
            {
                "mode": row.mode,
                "threads": row.threads,
                "words": row.words_per_thread,
                "checker": "none" if alone else row.checker,
                "rate": f"{values.m_accesses_per_s:.1f}",
                "slowdown": "" if alone else f"{values.slowdown:.1f}x",
                "memory": f"{values.oracle_bytes_peak / touched:.1f}" if touched else "",
            }
        )
    return rows


def properties(path: Path) -> dict[str, object]:
    """Accesses of random programs, by detector: found, missed, false; and those that no known row explains."""
    table = read_csv(path, PROPERTIES, ["accesses"])
    rows = table.text.assign(
        accesses=table.values.accesses, detector=table.text.policy + "/" + table.text.metadata
    )
    total = rows[rows.row == "total"].set_index(["detector", "outcome"]).accesses
    found = []
    for detector in total.index.get_level_values("detector").unique():
        lacking = [outcome for outcome in OUTCOMES if (detector, outcome) not in total.index]
        if lacking:
            raise BadInput(path, f"no row total of {detector}, {lacking[0]}")
        found.append(
            {"detector": detector} | {outcome: f"{total[detector, outcome]:.0f}" for outcome in OUTCOMES}
        )
    return {
        "campaign": comments(path)[-1] if comments(path) else "",
        "unexplained": f"{rows.accesses[rows.row == 'unexplained'].sum():.0f}",
        "rows": found,
    }


def programs(path: Path) -> dict[str, object]:
    """The model with detector: each kernel, and the microbenchmarks together."""
    numbers = [name for name in RUN if name != "program"]
    table = read_csv(path, RUN, numbers)
    micro = table.values[table.text.program.str.contains("race_")]
    racy = micro.expected > 0
    kernels = table.text[~table.text.program.str.contains("race_")]
    return {
        "kernels": [
            row | {"slowdown": f"{float(row['slowdown']):.3f}"} for row in kernels.to_dict("records")
        ],
        "micro": {
            "count": len(micro),
            "racy": f"{micro.expected.sum():.0f}",
            "caught": (racy & (micro.found + micro.predicted > 0)).sum(),
            "found": f"{micro.found.sum():.0f}",
            "missed": f"{micro.missed.sum():.0f}",
            "predicted": f"{micro.predicted.sum():.0f}",
            "alarms": f"{micro['false'].sum():.0f}",
            "slowdown": f"{exp(sum(map(log, micro.slowdown)) / len(micro)):.3f}" if len(micro) else "",
        },
    }


def model_rows(path: Path) -> list[Row]:
    """How fast the model runs."""
    table = read_csv(path, MODEL, MODEL[2:])
    return [
        {
            "kernel": row.kernel,
            "detector": row.detector,
            "threads": row.threads,
            "cycles": f"{values.k_cycles_per_s:.1f}",
            "insns": str(int(values.k_warp_insns_per_s)),
            "memory": str(int(values.peak_mb)),
        }
        for row, values in zip(table.text.itertuples(), table.values.itertuples())
    ]
