#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# mutate_equal: is the module with fault K equal to the one without, for all inputs and from all states?
#
#   netlist that mutate.sh left, fault behind mutsel --> registers and memories become ports
#       --> twice, mutsel 0 and 1 --> yosys miter, sat: no input makes them differ
#
# "equal" is a proof: every output, every register's next value and every pin of a memory agree. "not shown" is
# none: the fault may need a state that is never reached, or differ.
set -u
[ $# -ge 2 ] || { echo "usage: tb/rtl/mutate_equal.sh FOLDER K...   (FOLDER: build/rtl/MODULE/CONFIGURATION)" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
d=$1
shift
module=$(basename "$(dirname "$d")")
# The last campaign there, of whatever simulator and gates
m=
for il in "$d"/mutants.*.il; do
	[ -f "$il" ] || continue
	[ -z "$m" ] || [ "$il" -nt "$m.il" ] || continue
	m=${il%.il}
done
[ -n "$m" ] || { echo "mutate_equal.sh: no mutants in $d: run tb/rtl/mutate.sh" >&2; exit 2; }

# A flip-flop of one bit: its Q comes from a new input, its D goes to a new output.
cut() {
	awk '
		/^  cell \$_DFF_[PN]_ / { ff = 1; n++; next }
		ff && $1 == "connect" { sub(/^ *connect /, ""); pin = $1; sub(/^[^ ]* /, ""); at[pin] = $0; next }
		ff && $1 == "end" {
			ff = 0
			printf "  wire input %d \\ff_q%d\n  wire output %d \\ff_d%d\n", 2 * n + 100000, n, 2 * n + 100001, n
			printf "  connect %s \\ff_q%d\n  connect \\ff_d%d %s\n", at["\\Q"], n, n, at["\\D"]
			next
		}
		ff { next }
		{ print }'
}

for k; do
	fault=$(sed -n "${k}p" "$m.list" | sed -E 's/ -src [^ ]*//g; s/^mutate /mutate -ctrl mutsel 1 1 /')
	yosys -q -p "read_rtlil $m.il; $fault; rename $module gold; expose -evert t:*pf_ram*; async2sync; dffunmap; opt_clean
		write_rtlil $d/equal.il" >"$d/equal.log" 2>&1 && cut <"$d/equal.il" >"$d/equal.cut.il" &&
		yosys -q -p "read_rtlil $d/equal.cut.il; select -assert-none gold/t:\$*FF* gold/t:*pf_ram*; select -clear; copy gold gate
		cd gold; delete -input w:mutsel; connect -set mutsel 1'0; cd ..; cd gate; delete -input w:mutsel; connect -set mutsel 1'1; cd ..
		miter -equiv -flatten gold gate both; hierarchy -top both; opt; sat -verify -prove trigger 0 both" >>"$d/equal.log" 2>&1 &&
		said=equal || said="not shown"
	echo "$module $k: $said"
done
