#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# prove: runs the proofs of tb/formal/proofs.tab with Yosys, yosys-smtbmc and z3; one TAP line each.
#
#   proofs.tab line --> yosys (prove.tcl): top.smt2 --> yosys-smtbmc --> ok | not ok
set -u
usage() {
	cat <<-'EOT'
		usage: tb/formal/prove.sh [--list] [--but] [NAME...]
		  NAME   a proof's name, or its top module, or a name with * ; none: all
		  --but  all but those
		environment: B build folder (build), PF_PROVE_TIMEOUT seconds of processor for each solver run (1800)
		proofs.tab: NAME TOP SOURCES PARAMETERS MODE DEPTH
		  SOURCES     comma-separated modules (found in rtl/*/ and tb/formal/) or paths
		  PARAMETERS  comma-separated Name=value (of TOP), -DNAME[=value], flops (memories as
		              flops; those of one word need it), flat (TOP looks into its parts:
		              wires with hierconn and a path as their name), sat (bmc, flat: Yosys's own solver,
		              faster where all is bits); - for none
		  TOP         a module of rtl/: PF_ASSUME of its parts is to be proved, too
		  MODE        bmc (from reset, DEPTH steps), induction (bmc, then the step with DEPTH), cover (each reached)
	EOT
}
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
tab=${PF_PROOFS:-tb/formal/proofs.tab}
list= but=
while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	--list) list=1 ;;
	--but) but=1 ;;
	-*) echo "prove.sh: unknown option $1 (--help)" >&2; exit 2 ;;
	*) break ;;
	esac
	shift
done
[ -f "$B/gen/pf_fields.vh" ] || { echo "prove.sh: no $B/gen/pf_fields.vh: make $B/gen/pf_fields.h" >&2; exit 2; }

wanted() { # NAME TOP WANTED...
	local name=$1 top=$2 w
	shift 2
	[ $# -gt 0 ] || return 0
	# shellcheck disable=SC2254
	for w; do
		case $name in $w) [ -z "$but" ]; return ;; esac
		[ "$w" != "$top" ] || { [ -z "$but" ]; return; }
	done
	[ -n "$but" ]
}

find_sources() { # comma-separated list -> paths
	local s f
	for s in ${1//,/ }; do
		case $s in
		*/*) f=$s ;;
		*) f=$(ls rtl/*/"$s.v" tb/formal/"$s.v" 2>/dev/null) ;;
		esac
		[ -n "$f" ] && ls $f >/dev/null || { echo "prove.sh: no source $s" >&2; return 1; }
		echo "$f"
	done
}

# Seconds of processor, so that other load makes no proof fail; of the clock four times that.
limited() {
	local seconds=${PF_PROVE_TIMEOUT:-1800}
	(ulimit -t "$seconds" && exec timeout "$((4 * seconds))" "$@")
}

# Without --unroll z3 4.8.12 may never end, not even on ten flops.
solve() { limited yosys-smtbmc -s z3 --unroll --noprogress "$@" </dev/null; }

# From reset, as many steps as yosys-smtbmc; the log has the trace, too.
minisat() { # DEPTH LOG NETLIST
	limited yosys -q -l "$2" -p "read_rtlil $3
		sat -verify -tempinduct -tempinduct-baseonly -maxsteps $1 -prove-asserts -set-assumes -show-public -dump_vcd ${2%.log}.vcd" && return
	! grep -q 'model found for base case: FAIL' "$2" || echo "Assert failed, trace in ${2%.log}.vcd"
	return 1
}

prove() { # NAME TOP SOURCES PARAMETERS MODE DEPTH -> log; true if proven
	local name=$1 top=$2 par out=$B/formal/$1
	SRC=$(find_sources "$3") || return 1
	par=${4#-}
	case $4 in -D*) par=$4 ;; esac
	export SRC TOP=$top OUT=$out PARAMETERS=${par//,/ } GEN=$B/gen
	rm -rf "$out"
	mkdir -p "$out"
	yosys -q -c tb/formal/prove.tcl || return 1
	case ,$4, in
	*,sat,*)
		[ "$5" = bmc ] && grep -q 'cell \$assert ' "$out/$top.il" || { echo "sat: bmc only, with something to prove"; return 1; }
		minisat "$6" "$out/bmc.log" "$out/$top.il"
		return
		;;
	esac
	grep -qE '^; yosys-smt2-(assert|cover) ' "$out/$top.smt2" || { echo "nothing to prove in $top"; return 1; }
	case $5 in
	bmc) solve -t "$6" --dump-vcd "$out/bmc.vcd" "$out/$top.smt2" ;;
	induction)
		solve -t "$6" --dump-vcd "$out/bmc.vcd" "$out/$top.smt2" &&
			solve -i -t "$6" --dump-vcd "$out/step.vcd" "$out/$top.smt2" ;;
	cover) grep -q '^; yosys-smt2-cover ' "$out/$top.smt2" && solve -c -t "$6" "$out/$top.smt2" ;;
	*) echo "no mode $5 (bmc, induction, cover)"; return 1 ;;
	esac
}

n=0 bad=0
mkdir -p "$B/formal"
while read -r name top sources params mode depth rest; do
	case $name in '' | '#'*) continue ;; esac
	wanted "$name" "$top" "$@" || continue
	[ -z "$list" ] || { echo "$name $top $params $mode $depth"; continue; }
	n=$((n + 1))
	if [ -z "$depth" ] || [ -n "$rest" ]; then
		echo "not ok $n - $name: a line of proofs.tab has six columns"
		bad=$((bad + 1))
		continue
	fi
	start=$SECONDS
	if prove "$name" "$top" "$sources" "$params" "$mode" "$depth" >"$B/formal/$name.log" 2>&1; then
		echo "ok $n - $name: $mode $depth ($((SECONDS - start)) s)"
	else
		echo "not ok $n - $name: $mode $depth ($((SECONDS - start)) s)"
		tail -n 12 "$B/formal/$name.log" | sed 's/^/# /'
		bad=$((bad + 1))
	fi
done <"$tab"
[ -z "$list" ] || exit 0
[ $n -gt 0 ] || { echo "prove.sh: no such proof: $*" >&2; exit 2; }
echo "1..$n"
[ $bad = 0 ]
