# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
"""states.py: the state charts of a source."""

import tempfile
import unittest
from pathlib import Path

from evaluation.inputs import BadInput
from evaluation.states import charts_of

HEAD = "// SPDX\n`resetall\nmodule pf_m (input wire clk_i);\n"
CODES = "  localparam [1:0] A = 2'd0, B = 2'd1, C = 2'd2;  // all\n"
REGISTER = """
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= B;
      other_q <= 1'b0;
    end else begin
      state_q <= state_d;
    end
  end
"""
NEXT = """
  reg [1:0] state_d;
  wire quiet = state_q == A || idle_i;
  always @* begin
    state_d = state_q;
    case (state_q)
      A: begin
        if (go_i)                 state_d = first_i ? B : C;
        else if (!(x_i || y_i))   state_d = C;
      end
      B: if (quiet)               state_d = A;
      default: ;
    endcase
    if (state_q != A && stop_i) state_d = A;
  end
"""
STEPS = """
  localparam [3:0] S_IDLE = 4'd0, S_FAR = 4'd8;
  always @* begin
    state_d = state_q + 4'd1;
    case (state_q)
      S_IDLE:       state_d = go_i ? S_FAR : S_IDLE;
      S_FAR + 4'd3: state_d = S_IDLE;
      default: ;
    endcase
  end
"""


class Charts(unittest.TestCase):
    """Small modules"""

    def charts(self, body):
        """The charts of a module with this body."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pf_m.v"
            path.write_text(HEAD + body + "endmodule\n", encoding="utf-8")
            return charts_of(path)

    def test_edges(self):
        """Defaults, else, ?:, wires, what is assigned last; what the state excludes is left out."""
        (chart,) = self.charts(CODES + NEXT + REGISTER)
        self.assertEqual(chart.register, "state_q")
        self.assertEqual(
            chart.lines(),
            [
                "[*] --> B",
                "B --> A : stop_i or quiet",
                "A --> B : go_i && first_i",
                "A --> C : go_i && !first_i or !go_i && !x_i && !y_i",
                "C --> A : stop_i",
            ],
        )
        self.assertEqual(chart.codes, {1: {0, 1}, 0: {0, 1, 2}, 2: {0, 2}})

    def test_steps(self):
        """Codes that only count on belong to the name before them."""
        (chart,) = self.charts(STEPS + REGISTER.replace("<= B", "<= S_IDLE"))
        self.assertEqual(
            chart.lines(), ["S_FAR : S_FAR, 4 cycles", "[*] --> S_IDLE", "S_IDLE --> S_FAR : go_i", "S_FAR --> S_IDLE"]
        )

    def test_clocked(self):
        """Assigned in the clocked block itself; what is not synthesized does not count."""
        body = REGISTER.replace(
            "state_q <= state_d;",
            "case (state_q)\n`ifdef FORMAL\n B: state_q <= C;\n`else\n"
            " B: if (go_i[3:0] == 4'd2) state_q <= A;\n`endif\n"
            " default: if (n_i == 1'b1) state_q <= A; else state_q <= B;\n endcase",
        )
        (chart,) = self.charts(CODES + body)
        self.assertEqual(chart.lines(), ["[*] --> B", "B --> A : go_i == 4'd2", "A --> B : n_i != 1'b1"])

    def test_macro(self):
        """A literal whose digits are a macro's is one operand."""
        body = CODES + "wire [2:0] n = x_i ? 3'd`PF_N : 3'd1;" + NEXT.replace("stop_i", "n_i == 3'd`PF_N") + REGISTER
        (chart,) = self.charts(body)
        self.assertIn("C --> A : n_i == 3'd`PF_N", chart.lines())

    def test_none(self):
        """No case over a register, or no reset to a constant: no chart."""
        self.assertEqual(self.charts(CODES + REGISTER), [])
        self.assertEqual(self.charts(CODES + NEXT + REGISTER.replace("<= B", "<= 2'd1")), [])

    def test_wrong(self):
        """What is not understood is said."""
        with self.assertRaisesRegex(BadInput, "the next state more_i is not understood"):
            self.charts(CODES + NEXT.replace("first_i ? B : C", "more_i") + REGISTER)


class Modules(unittest.TestCase):
    """The repository's"""

    def test_all(self):
        """Those with a state machine."""
        root = Path(__file__).resolve().parents[2]
        found = {path.stem for path in root.glob("rtl/*/pf_*.v") if charts_of(path)}
        names = ["check_epoch", "iguard_arrive", "line_arrive", "lines", "meta_cache", "mode_barrier", "partition", "regs", "shared_bytes", "store_buffer"]
        self.assertEqual(found, {f"pf_{name}" for name in names})
