# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""modules.py: what a module's file says, and what is said of it."""

import tempfile
import unittest
from pathlib import Path

from evaluation.clocks import SLACKS
from evaluation.inputs import BadInput
from evaluation.modules import Modules, read_module, write_pages
from evaluation.pages import Outdated

PF_TOP = """\
// SPDX
// SPDX
//
// pf_top: two things | at once,
//         and a third. More.
//
//   a ─> b
//
// Throughput  one a cycle; more
//             later.
// Errs        never.
// After reset: nothing.

`resetall
module pf_top #(
  // a comment: input wire no_i
  parameter integer Width = `PF_W,  // any | number
  parameter integer Last = 2
) (
  input  wire             clk_i,
  output reg  [Width-1:0] data_o  // what | it is
);

  pf_part #(.W (1)) u_part (.a (b));
  pf_part u_again (.a (b));
  localparam [0:0] IDLE = 1'd0, BUSY = 1'd1;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= IDLE;
    else begin
      case (state_q)
        IDLE:    if (a) state_q <= BUSY;
        default: state_q <= IDLE;
      endcase
    end
  end
  PF_TOP_BAD_PARAMETER u_bad ();
endmodule
"""
PF_PART = "// SPDX\n// SPDX\n//\n// pf_part: a part.\n\n`resetall\nmodule pf_part (\n  input wire a\n);\nendmodule\n"


class Pages(unittest.TestCase):
    """Two modules in a folder of their own"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("rtl/sm/pf_top.v", PF_TOP)
        self.write("rtl/cell/pf_part.v", PF_PART)
        self.write("rtl/doc/pf_gone.md", "of no module")
        self.write("rtl/README.md", "<!-- begin:modules -->\n<!-- end:modules -->\n")
        self.write("rtl/doc/waves/pf_top.txt", "pf_top --seed 1\ncycle  0\na      _\n")
        self.write("tb/formal/proofs.tab", "pf_top_2 pf_top_proof pf_top_proof,pf_top,pf_part W=1,N=2 induction 4\n")
        self.write("tb/rtl/benches.tab", "+icarus,gates pf_top --seed 1\nicarus pf_top --geometry tiny\n")
        self.write(
            "tb/rtl/mutants.csv",
            "module,geometry,parameters,faults,noticed\npf_top,ref,,10,9\npf_top,tiny,,5,5\n",
        )
        self.write(
            "synth/results/nangate45.csv",
            "library,block,config,period_ps,kge,flops,ram_bits,ram_kge,fmax_mhz,critical_path," + ",".join(SLACKS) + "\n"
            "nangate45,pf_top,ref,2000,1.5,20,0,0.00,900,-,-,-,-,889,-,-,-,-,-\n",
        )

    def write(self, name, text):
        """A file below root."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_file(self):
        """Header, properties, parameters, ports, parts."""
        module = read_module(self.root / "rtl/sm/pf_top.v")
        self.assertEqual(module.what, "two things | at once, and a third")
        self.assertEqual(module.body, "  a ─> b\n\nAfter reset: nothing.")
        self.assertEqual(module.properties, {"Throughput": "one a cycle; more later.", "Errs": "never."})
        self.assertEqual([p["name"] for p in module.parameters], ["Width", "Last"])
        self.assertEqual(module.parameters[0]["meaning"], "any \\| number")
        self.assertEqual(
            [(p["direction"], p["width"], p["name"]) for p in module.ports],
            [("in", "", "clk_i"), ("out", "[Width-1:0]", "data_o")],
        )
        self.assertEqual(module.parts, ["pf_part"])

    def test_row(self):
        """The table of all modules."""
        top, part = Modules(self.root).rows()
        self.assertEqual(top["what"], "two things \\| at once, and a third")
        self.assertEqual((top["rate"], top["proved"], top["faults"]), ("one a cycle", "by induction", "14 of 15"))
        self.assertEqual(top["bench"], "Icarus, gates: ref, tiny")
        self.assertEqual((part["proved"], part["bench"], part["faults"]), ("in pf_top", "in pf_top", "-"))

    def test_pages(self):
        """Written, then up to date; what is no module's goes; a change is noticed."""
        with self.assertRaises(Outdated):
            write_pages(self.root, True)
        write_pages(self.root, False)
        write_pages(self.root, True)
        self.assertEqual(
            sorted(path.name for path in (self.root / "rtl/doc").glob("*.md")),
            ["README.md", "pf_part.md", "pf_top.md"],
        )
        page = (self.root / "rtl/doc/pf_top.md").read_text(encoding="utf-8")
        for text in (
            "# pf_top\n\nTwo things",
            "`` `PF_W ``",
            "pf_top --> pf_part",
            "| `pf_top_2` | by induction | 4 | W=1 N=2 |",
            "| 9 of 10 |",
            "| nangate45 | ref | 1.5 |",
            "  IDLE --> BUSY : a\n  BUSY --> IDLE\n",
            "Its bench with `--seed 1`, where most happens. A dot: not valid.\n\n```text\ncycle  0\na      _\n```\n",
        ):
            self.assertIn(text, page)
        self.assertIn("As part of what it is used in.", (self.root / "rtl/doc/pf_part.md").read_text(encoding="utf-8"))
        self.write("rtl/cell/pf_part.v", PF_PART.replace("input wire a", "input wire b"))
        with self.assertRaisesRegex(Outdated, "pf_part.md"):
            write_pages(self.root, True)
        self.write("rtl/doc/waves/pf_gone.txt", "pf_gone\n")
        with self.assertRaisesRegex(BadInput, "pf_gone.txt"):
            write_pages(self.root, True)

    def test_wrong(self):
        """A file without a module of its name; no module at all."""
        self.write("rtl/cell/pf_other.v", PF_PART)
        with self.assertRaisesRegex(BadInput, "pf_other.v"):
            Modules(self.root)
        with self.assertRaisesRegex(BadInput, "no modules"):
            Modules(self.root / "rtl")
