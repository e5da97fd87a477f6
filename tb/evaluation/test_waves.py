# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""waves.py: which signals and cycles of a trace are shown."""

import tempfile
import unittest
from pathlib import Path

from evaluation.inputs import BadInput
from evaluation.modules import read_module
from evaluation.waves import check_states, choose, read_trace, window, write_windows

SOURCE = """\
// SPDX
// SPDX
//
// pf_m: a module.

`resetall
module pf_m (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire        in_valid_i,
  output wire        in_ready_o,
  input  wire [3:0]  in_kind_i,
  input  wire [31:0] in_data_i,
  input  wire        cfg_i,
  output wire        busy_o
);
  localparam [0:0] IDLE = 1'd0, BUSY = 1'd1;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= IDLE;
    else case (state_q)
      IDLE: if (in_valid_i) state_q <= BUSY;
      default: ;
    endcase
  end
endmodule
"""
NAMES = ["clk_i", "rst_ni", "in_valid_i", "in_ready_o", "in_kind_i", "busy_o", "state_q"]
CODES = dict(zip(NAMES, "!abcdes"))
# 100 cycles; a transfer in the 50th after a wait of three cycles.
QUIET = {"rst_ni": "1", "in_valid_i": "0", "in_ready_o": "0", "in_kind_i": "b0", "busy_o": "0", "state_q": "0"}


def vcd(cycles, clock="clk_i"):
    """A dump of these cycles of a module within a bench."""
    lines = ["$scope module t $end", "$scope module u_dut $end"]
    for name, code in CODES.items():
        lines.append(f"$var wire {4 if name == 'in_kind_i' else 1} {code} {clock if code == '!' else name} $end")
    lines += ["$upscope $end", "$upscope $end", "$enddefinitions $end"]
    for number, cycle in enumerate(cycles):
        lines += [f"#{10 * number}", "0!"]
        lines += [f"{value}{' ' if value[0] == 'b' else ''}{CODES[name]}" for name, value in cycle.items()]
        lines += [f"#{10 * number + 5}", "1!"]
    return "\n".join(lines + [f"#{10 * len(cycles)}"]) + "\n"


class Windows(unittest.TestCase):
    """One module with one channel"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "rtl/cell").mkdir(parents=True)
        (self.root / "rtl/cell/pf_m.v").write_text(SOURCE, encoding="utf-8")
        self.module = read_module(self.root / "rtl/cell/pf_m.v")
        self.cycles = [dict(QUIET) for _ in range(100)]
        self.cycles[0]["rst_ni"] = "0"
        for cycle in self.cycles[47:51]:
            cycle |= {"in_valid_i": "1", "in_kind_i": "b101"}
        self.cycles[50]["in_ready_o"] = "1"

    def trace(self, text=""):
        """What is read of a dump."""
        path = self.root / "m.vcd"
        path.write_text(text or vcd(self.cycles), encoding="utf-8")
        return read_trace(path, "t.u_dut")

    def test_trace(self):
        """A value is that before the edge; without a clock, that before each change."""
        trace = self.trace()
        self.assertEqual(len(trace.cycles), 100)
        self.assertEqual([trace.value(cycle, "in_valid_i") for cycle in (46, 47, 50, 51)], ["0", "1", "1", "0"])
        self.assertEqual(trace.width["in_kind_i"], 4)
        self.assertFalse(self.trace(vcd(self.cycles, "beat")).clocked)
        with self.assertRaisesRegex(BadInput, "no cycle of t.u_other"):
            read_trace(self.root / "m.vcd", "t.u_other")

    def test_choice(self):
        """Valid, ready, narrow data; nothing that does not change."""
        names, channels = choose(self.module, self.trace())
        self.assertEqual(names, ["in_valid_i", "in_ready_o", "in_kind_i"])
        self.assertEqual([(channel.valid, channel.ready) for channel in channels], [("in_valid_i", "in_ready_o")])

    def test_window(self):
        """The first one with wait and transfer inside; data only while it is valid."""
        first, count, signals = window(self.module, self.trace())
        self.assertEqual((first, count), (33, 20))
        self.assertEqual(signals, ["in_valid_i", "in_ready_o", "in_kind_i?in_valid_i"])

    def test_files(self):
        """A folder of traces."""
        self.trace()
        (self.root / "m.scope").write_text("pf_m t.u_dut\n", encoding="utf-8")
        write_windows(self.root, self.root)
        text = (self.root / "m.window").read_text(encoding="utf-8")
        self.assertEqual(text, "33 20 clk_i in_valid_i in_ready_o in_kind_i?in_valid_i\n")
        (self.root / "m.scope").write_text("pf_none t.u_dut\n", encoding="utf-8")
        with self.assertRaisesRegex(BadInput, "no module pf_none"):
            write_windows(self.root, self.root)

    def test_states(self):
        """A trace that the state chart does not allow is refused."""
        self.cycles[60]["state_q"] = "1"
        for cycle in self.cycles[61:]:
            cycle["state_q"] = "1"
        check_states(self.module, self.trace())
        self.cycles[70]["state_q"] = "0"
        with self.assertRaisesRegex(BadInput, "state_q went from 1 to 0"):
            check_states(self.module, self.trace())
