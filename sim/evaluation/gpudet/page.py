# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""docs/determinism.md: its blocks.

    variants      variants.tab               NAME       NAME.csv, numbers to two decimals
    campaign      how many runs of what      NAME:mean  rows mean and geomean only
    plot:NAME     docs/gpudet/NAME.svg, if plots.sh has drawn it
    SIZE/BLOCK    the same of another size's tables
"""

from dataclasses import dataclass, field
from pathlib import Path

from evaluation.inputs import BadInput, read_csv, read_tab
from evaluation.pages import Page, Template, UnknownBlock

MEANS = ["mean", "geomean"]


@dataclass
class GpudetPage(Page):
    """The document of one size."""

    NEEDS = ["fig7.csv"]
    template: Template = field(default_factory=lambda: Template("gpudet.md.j2"))

    def block(self, name: str) -> str:
        """The text of a block."""
        size, slash, what = name.partition("/")
        if slash:
            results = self.results.parent / size
        else:
            size, results, what = self.size, self.results, name
        if what == "campaign":
            return self.template.render("campaign", facts=lambda: facts(results, size))
        if what == "variants":
            return self.template.render("variants", variant_list=self.variant_list)
        if what.startswith("plot:"):
            return self.plot(what.removeprefix("plot:"))
        return self.table(results / f"{what.removesuffix(':mean')}.csv", name, what.endswith(":mean"))

    def variant_list(self) -> list[list[str]]:
        """Name, options and meaning of each variant."""
        rows = read_tab(self.root / "sim/figures_gpudet/variants.tab")
        return [row for row in rows if len(row) == 3]

    def plot(self, name: str) -> str:
        """A picture, if it has been drawn."""
        if not (self.root / "docs/gpudet" / f"{name}.svg").is_file():
            return ""
        return self.template.render("plot", picture=name)

    def table(self, path: Path, name: str, only_means: bool) -> str:
        """A table as it stands."""
        if not path.is_file():
            raise UnknownBlock(f"no table is called {name}")
        text = read_csv(path).text
        rows = text[text.iloc[:, 0].isin(MEANS)] if only_means else text
        return self.template.render("table", columns=list(text.columns), rows=rows.values.tolist())


def facts(results: Path, size: str) -> dict[str, object]:
    """Numbers of the whole campaign."""
    table = read_csv(results / "runs.csv", ["app", "cycles", "seconds"], ["cycles", "seconds"])
    return {
        "size": size,
        "runs": len(table.text),
        "apps": table.text.app.nunique(),
        "mega_cycles": table.values.cycles.sum() / 1e6,
        "minutes": table.values.seconds.sum() / 60,
    }
