# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""README.md, rtl/README.md, docs/weaknesses.md, docs/determinism.md: what stands in their tables."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from evaluation.determinism import serial_rows
from evaluation.inputs import BadInput
from evaluation.pages import Outdated
from evaluation.readme import bench_rows, programs, properties, race_rows
from evaluation.synth import Hardware, fill_synth
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
            [["nobody", "10.0", "", ""], ["oracle", "5.0", "2.0x", "1.5"]],
        )

    def test_programs(self):
        """Microbenchmarks count together; a false alarm only without a race."""
        text = "program,expected,found,false,cycles_off,cycles_on,slowdown,metadata_bytes\n"
        text += "race_a,1,2,9,1,1,2.0,1\nrace_b,1,0,0,1,1,8.0,1\nnorace_c,0,0,1,1,1,4.0,1\nred,0,0,3,10,20,2.0000,64\n"
        found = programs(self.file("run.csv", text))
        self.assertEqual(
            found["micro"], {"count": 3, "racy": "2", "found": 1, "alarms": 1, "slowdown": "4.000"}
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
        run = {"sim": {"gpu.cycles": 9, "order.serial_cycles": 4}, "memory_hash": "ab"}
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
    """README.md and rtl/README.md, from a copy of what they are made of."""

    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / "README.md", self.folder)
        for name in "rtl", "synth":
            shutil.copytree(ROOT / name, self.folder / name)
        for name in "formal/proofs.tab", "rtl/mutants.csv":
            (self.folder / "tb" / name).parent.mkdir(parents=True)
            shutil.copy(ROOT / "tb" / name, self.folder / "tb" / name)

    def test_a_figure_that_moved(self):
        """Is noticed in both documents."""
        fill_synth(self.folder, check=False)
        fill_synth(self.folder, check=True)
        path = self.folder / "synth/results/nangate45.csv"
        rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            if row[1:3] == ["pf_sm_unit", "ref"]:
                row[5] = "1234.5"
        path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
        with self.assertRaisesRegex(Outdated, "[+][|] `pf_sm_unit` [|].*[|] 1234.5 [|]"):
            fill_synth(self.folder, check=True)

    def test_header(self):
        """The first sentence, over two lines; not the next keyword's."""
        text = "// Throughput  one event\n//             a cycle; never stalls.\n// Latency     1 cycle.\n"
        self.file("rtl/sm/pf_x.v", text)
        hardware = Hardware(self.folder)
        self.assertEqual(hardware.performance("pf_x"), ("one event a cycle", "1 cycle"))
        with self.assertRaisesRegex(BadInput, "no module pf_y"):
            hardware.performance("pf_y")

    def test_status(self):
        """Proofs and faults of all parts; a proof of the Z-commit unit is not one of what it borrows."""
        self.file(
            "tb/formal/proofs.tab",
            "a x pf_bloom,pf_ram o m\nb x pf_zcommit,pf_bloom o m\nc x pf_log_x,pf_ram o m\n",
        )
        self.file("tb/rtl/mutants.csv", "module,faults,noticed\npf_bloom,10,9\npf_other,5,5\n")
        hardware = Hardware(self.folder)
        faults = "; planted faults noticed: 9 of 10"
        self.assertEqual(
            hardware.status("pf_bloom"), "simulated on RTL and gates; 1 proof of it or its parts" + faults
        )
        self.assertEqual(hardware.status("pf_regs"), "simulated on RTL and gates")
        self.file("rtl/sm/pf_log_x.v", "")
        status = hardware.status("pf_store_buffer")
        self.assertEqual(status, "simulated on RTL and gates; 2 proofs of it or its parts" + faults)

    def test_not_priced(self):
        """A library and a block that are not there."""
        (self.folder / "synth/results/sky130hd.csv").unlink()
        hardware = Hardware(self.folder)
        self.assertEqual(hardware.price("sky130hd", "pf_sm_unit", "ref", "kge"), "-")
        self.assertEqual(hardware.price("nangate45", "pf_nothing", "ref", "kge"), "-")
