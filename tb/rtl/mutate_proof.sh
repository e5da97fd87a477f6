#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# mutate_proof: plants in a module, as gates with its proof in it, the faults that its bench missed, and
# asks whether the proof notices them.
#
#   faults (lines of mutate.sh, "survives K: ...") --> the gates with the same mode, port, wire and source
#       --> one SMT model each --> noticed when the bounded proof or the induction fails
#
# Gates have other numbers in this netlist. A fault may fit several: it is noticed when each of them is.
set -u
[ $# -eq 3 ] || { echo "usage: tb/rtl/mutate_proof.sh MODULE PROOF FAULTS   (PROOF: a line of tb/formal/proofs.tab; FAULTS: a file)" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build} module=$1 proof=$2 faults=$3
read -r _ top sources params mode depth <<<"$(awk -v n="$proof" '$1 == n' tb/formal/proofs.tab)"
[ "$top" = "$module" ] && [ "$mode" = induction ] || { echo "mutate_proof.sh: $proof is no induction over $module" >&2; exit 2; }
d=$B/formal/mutants.$proof
mkdir -p "$d"
src= par= def=
for s in ${sources//,/ }; do src="$src $(ls rtl/*/"$s.v")"; done
for p in ${params//,/ }; do
	case $p in -D*) def="$def $p" ;; flops) ;; *) par="$par -chparam ${p%%=*} ${p#*=}" ;; esac
done

yosys -q -p "read_verilog -formal -DFORMAL $def -I$B/gen -Irtl -Itb/formal $src; hierarchy -check -top $top $par; rename -top $top
	proc; flatten; opt -full; wreduce; memory_collect; opt -full; techmap; opt -full; opt_clean
	write_rtlil $d/top.il; mutate -list 100000 -o $d/all" >"$d/log" 2>&1 || { tail -n 5 "$d/log"; exit 2; }

key() { # lines of faults -> what is the same in both netlists
	sed -E 's/^(mutate|survives [0-9]+:) //; s/-(module|cell) [^ ]* ?//g; s/ -src [^ ]*techmap.v:[^ ]*//g; s/-src ([^ ]*)$/-src \1 /'
}
solve() { timeout 300 yosys-smtbmc -s z3 --unroll --noprogress "$@" "$d/one.smt2" >"$d/smt.log" 2>&1 </dev/null; }
holds() { # FAULT, or nothing: does the proof go through?
	yosys -q -p "read_rtlil $d/top.il; ${1:-}; async2sync; dffunmap; write_smt2 -wires $d/one.smt2" >"$d/one.log" 2>&1 || { cat "$d/one.log" >&2; exit 2; }
	solve -t "$depth" && solve -i -t "$depth"
}
holds || { echo "mutate_proof.sh: $proof does not hold without a fault" >&2; cat "$d/smt.log"; exit 1; }

paste -d '|' <(key <"$d/all") "$d/all" >"$d/keyed"
total=0 noticed=0
while read -r line; do
	total=$((total + 1))
	want=$(echo "$line" | key)
	awk -F'|' -v k="$want" '$1 == k { print $2 }' "$d/keyed" >"$d/fit"
	said=noticed n=0
	while read -r fault; do
		n=$((n + 1))
		! holds "$fault" || said=survives
	done <"$d/fit"
	[ $n -gt 0 ] || said="no such gate"
	[ "$said" != noticed ] || noticed=$((noticed + 1))
	echo "$said ($n gates): $want"
done <"$faults"
echo "mutants $module by $proof: $noticed of $total"
