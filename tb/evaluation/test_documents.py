# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""README.md, rtl/README.md and pages of docs: what stands in their tables."""

import json
import re
import shutil
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

from evaluation import readme
from evaluation.clocks import SLACKS
from evaluation.determinism import serial_rows
from evaluation.inputs import BadInput
from evaluation.pages import Outdated
from evaluation.readme import bench_rows, programs, properties, race_rows
from evaluation.synth import GRACE_CSV, SYSTEMS, Hardware, fill_synth
from evaluation.weaknesses import fill_weaknesses

ROOT = Path(__file__).resolve().parents[2]


class Folders(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, text):
        """A file with this text."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Readme(Folders):
    """README.md"""

    def test_bench(self):
        """Shares of instructions, rates, and what is nobody's."""
        text = "kernel,mode,warp_insns,memory_insns,m_warp_insns_per_s\nx,its,2000000,500000,7.25\n"
        row = {"kernel": "x", "mode": "its", "mega_insns": "2.0", "memory_percent": "25", "rate": "7.2"}
        self.assertEqual(bench_rows(self.file("bench.csv", text)), [row])
        text = "mode,threads,words_per_thread,checker,m_accesses_per_s,slowdown,oracle_bytes_peak,touched_bytes\n"
        text += "its,8,4,off,10,1.00,0,0\nits,8,4,oracle,5,2.00,300,200\n"
        rows = race_rows(self.file("races.csv", text))
        self.assertEqual(
            [list(row.values())[3:] for row in rows],
            [["none", "10.0", "", ""], ["oracle", "5.0", "2.0x", "1.5"]],
        )

    def test_programs(self):
        """Microbenchmarks count together."""
        text = "program,expected,found,missed,predicted,false,cycles_off,cycles_on,slowdown,metadata_bytes\n"
        text += "race_a,1,2,4,0,9,1,1,2.0,1\nrace_b,1,0,1,3,0,1,1,8.0,1\nnorace_c,0,0,0,0,1,1,1,4.0,1\nred,0,0,0,0,3,10,20,2.0000,64\n"
        found = programs(self.file("run.csv", text))
        self.assertEqual(
            found["micro"],
            {
                "count": 3,
                "racy": "2",
                "caught": 2,
                "found": "2",
                "missed": "5",
                "predicted": "3",
                "alarms": "10",
                "slowdown": "4.000",
            },
        )
        self.assertEqual([row["slowdown"] for row in found["kernels"]], ["2.000"])

    def test_properties(self):
        """Totals by detector; what no row explains is of all."""
        head = "# campaign\npolicy,metadata,outcome,row,accesses\n"
        rows = "s,full,found,total,5\ns,full,missed,total,3\ns,full,missed,unexplained,2\n"
        found = properties(self.file("properties.csv", head + rows + "s,full,false,total,1\n"))
        self.assertEqual(found["rows"], [{"detector": "s/full", "found": "5", "missed": "3", "false": "1"}])
        self.assertEqual((found["campaign"], found["unexplained"]), ("campaign", "2"))
        with self.assertRaisesRegex(BadInput, "no row total of s/full, false"):
            properties(self.file("properties.csv", head + rows))


class Blocks(unittest.TestCase):
    """README.md and the guide's pages"""

    def test_each_block_is_filled(self):
        """Every block of these pages is one that readme or synth makes, in one page only."""
        pages = [*readme.DOCUMENTS, "docs/hardware.md"]
        texts = [(ROOT / page).read_text(encoding="utf-8") for page in pages]
        names = [name for text in texts for name in re.findall("<!-- begin:(.*) -->", text)]
        made = [*readme.SHOWN, "bench", "base", "aims", "lines", "packets", "programs", "properties", "speed", "units"]
        self.assertEqual(sorted(names), sorted([*made, "systems", "hardware", "verification"]))


class Weaknesses(Folders):
    """docs/weaknesses.md"""

    def test_counts(self):
        """Of the row that a paragraph is of; --check says what would change."""
        text = "policy,metadata,outcome,row,accesses\nscord,full,missed,m-x,1\nscord,full,false,m-x,2\n"
        text += "scord,cached16,missed,m-x,4\n"
        self.file("sw/results/properties.csv", text)
        page = self.file("page.md", "### m-x\nCampaign: 0 / 0 / 0\n### m-y\nCampaign: 7 / 8 / 9.\n")
        with self.assertRaisesRegex(Outdated, "[+]Campaign: 3 / 0 / 4"):
            fill_weaknesses(self.folder, page, check=True)
        fill_weaknesses(self.folder, page, check=False)
        self.assertEqual(
            page.read_text(encoding="utf-8"), "### m-x\nCampaign: 3 / 0 / 4\n### m-y\nCampaign: 0 / 0 / 0.\n"
        )
        fill_weaknesses(self.folder, page, check=True)


class Determinism(Folders):
    """docs/determinism.md"""

    def test_serial(self):
        """A row a run; a run without the statistics is refused by name."""
        run = {"sim": {"gpu.cycles": 9, "gpudet.serial_cycles": 4}, "memory_hash": "ab"}
        for program in "red", "gcon":
            for mode in "slice", "cu", "warp":
                path = self.file(f"serial-{program}-{mode}.json", json.dumps(run))
        rows = serial_rows(self.folder)
        self.assertEqual(len(rows), 6)
        self.assertEqual(rows[1], {"program": "red", "mode": "cu", "cycles": 9, "serial": 4, "hash": "ab"})
        path.write_text("{}", encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "serial-gcon-warp.json: not the statistics"):
            serial_rows(self.folder)


class Synth(Folders):
    """README.md, docs/hardware.md, docs/shared.md and rtl/README.md, from a copy of what they are made of."""

    def setUp(self):
        super().setUp()
        for name in "rtl", "synth":
            shutil.copytree(ROOT / name, self.folder / name)
        files = ["README.md", "docs/hardware.md", "docs/shared.md", "tb/formal/proofs.tab", "tb/rtl/mutants.csv", GRACE_CSV]
        for name in files + [system.cycles for system in SYSTEMS]:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)

    def test_a_figure_that_moved(self):
        """Is noticed in the documents."""
        fill_synth(self.folder, check=False)
        fill_synth(self.folder, check=True)
        path = self.folder / "synth/results/nangate45.csv"
        rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            if row[1:3] == ["pf_sm_unit", "ref"]:
                row[5] = "1234.5"
        path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
        with self.assertRaises(Outdated) as raised:
            fill_synth(self.folder, check=True)
        self.assertRegex(str(raised.exception), "[+][|] .*ScoRD.*[|] 1234.5 [+] [0-9.]+ [|]")
        found = re.findall("\n[+][|] `pf_sm_unit` [|].*[|] 1234.5 [|]", str(raised.exception))
        self.assertEqual(len(found), 2)

    def test_header(self):
        """The first sentence, over two lines; not the next keyword's."""
        text = "// Throughput  one event\n//             a cycle; never stalls.\n// Latency     1 cycle.\n"
        self.file("rtl/sm/pf_x.v", text)
        hardware = Hardware(self.folder)
        self.assertEqual(hardware.performance("pf_x"), ("one event a cycle", "1 cycle"))
        with self.assertRaisesRegex(BadInput, "no module pf_y"):
            hardware.performance("pf_y")

    def test_counts(self):
        """Proofs by kind, of all parts that a unit holds; one of the Z-commit unit is not one of what it borrows. Scores apart."""
        self.file(
            "tb/formal/proofs.tab",
            "a x pf_bloom,pf_ram o cover 1\nb x pf_zcommit,pf_bloom o induction 1\nc x pf_log_x,pf_ram o bmc 1\n"
            "d x pf_log_y o bmc 1\n",
        )
        rows = "module,faults,noticed\npf_bloom,10,9\npf_store_buffer,5,5\npf_store_buffer,2,1\n"
        self.file("tb/rtl/mutants.csv", rows)
        self.file("rtl/sm/pf_log_x.v", "  pf_bloom #(\n")
        self.file("rtl/sm/pf_log_y.v", "")  # nobody's
        self.file("rtl/sm/pf_store_buffer.v", "  pf_log_x u_log (\n  pf_watched u_elsewhere (\n")
        hardware = Hardware(self.folder)

        def counts(module):
            return list(hardware.counts(module).values())

        self.assertEqual(counts("pf_bloom"), ["pf_bloom", "0", "0", "1", "9 of 10", "-"])
        self.assertEqual(counts("pf_regs"), ["pf_regs", "0", "0", "0", "-", "-"])
        self.assertEqual(counts("pf_zcommit"), ["pf_zcommit", "1", "0", "0", "-", "-"])
        self.assertEqual(counts("pf_store_buffer"), ["pf_store_buffer", "0", "1", "1", "6 of 7", "9 of 10"])

    def test_systems(self):
        """Areas of all units of a system, the slowest unit's clock, cycles by program; a figure without its mean."""
        self.file("figure.csv", "app,which,slow\nx,a,9\nmean,a,9\nx,b,2\ny,b,4\nmean,b,3.1\ngeomean,b,1\n")
        self.file(
            "synth/results/nangate45.csv",
            "library,block,config,period_ps,kge,flops,ram_bits,ram_kge,fmax_mhz,critical_path," + ",".join(SLACKS) + "\n"
            "n,pf_quantum,ref,2000,1.5,1,1,0.00,900,-,-,533,-,889,-,-,-,-,-\n"
            "n,pf_bloom,ref,2000,2.25,1,1,3.00,800,-,-,-,-,750,-,-,-,-,-\n",
        )
        system = replace(
            SYSTEMS[0], per_sm=["pf_quantum", "pf_bloom"], per_slice=["pf_quantum"], cycles="figure.csv"
        )
        system.column, system.row, system.programs = "slow", {"which": "b"}, "two"
        hardware = Hardware(self.folder)
        row = hardware.system_row(system)
        self.assertEqual(row["cycles"], "3.10 (2.00 to 4.00), two")
        self.assertEqual((row["sm"], row["slice"], row["mhz"]), ("3.8 + 3.0", "1.5 + 0.0", "800"))
        self.assertEqual(row["tight"], "299")  # of the one that has a path from port to port
        system.row = {"which": "c"}
        with self.assertRaisesRegex(BadInput, "figure.csv: no row mean"):
            hardware.system_row(system)

    def test_not_priced(self):
        """A library and a block that are not there."""
        (self.folder / "synth/results/sky130hd.csv").unlink()
        hardware = Hardware(self.folder)
        self.assertEqual(hardware.price("sky130hd", "pf_sm_unit", "ref", "kge"), "-")
        self.assertEqual(hardware.price("nangate45", "pf_nothing", "ref", "kge"), "-")
