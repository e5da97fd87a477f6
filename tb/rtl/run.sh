#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run: builds and runs the bench of one module; exit 0 only when its verdict is PASS.
#
#   tb/rtl/M_tb.v + rtl/*/*.v --(iverilog | verilator | yosys synth, then iverilog)--> build/rtl/M/...
#   tb/rtl/M_vec.c ----------> vectors of this seed --> +vec=FILE
set -u
usage() {
	cat <<-'EOT'
		usage: tb/rtl/run.sh MODULE [option...]
		  --tool icarus|verilator|gates|priced   simulator; gates = Yosys netlist in Icarus; priced = the netlist that
		                                  synth/block.sh prices, of cells of LIB (default OSU018), in Icarus (default icarus)
		  --geometry ref|tiny|modern        named configuration (default ref)
		  --seed N | A-B                  one seed, or each from A to B (default 1)
		  --count N                       +count=N and the vectors' COUNT (default 2000 vectors, bench's own count)
		  --stall NAME                    +stall=NAME
		  --plus NAME=VALUE               any other plusarg
		  --vec NAME=VALUE                an option of the vector program
		  -P Name=value                   a parameter of the bench; with gates also of the module
		  -D NAME[=value]                 a Verilog define (-DNAME works too)
		  --keep                          keep the vectors
		  --build-only                    build, do not run
		environment: B build folder (build), PF_LIB C library ($B/lib/libphotofinish.a),
		  PF_TIMEOUT seconds a run may take (300), PF_IVERILOG PF_VERILATOR extra flags
	EOT
}
die() { echo "run.sh: $*" >&2; exit 2; }

cd "$(dirname "$0")/../.." || exit 2
module= tool=icarus geometry=ref seeds=1 count= keep= only=
defs=() pars=() plus=() vecs=()
while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	--tool | --geometry | --seed | --count | --stall | --plus | --vec | -P | -D)
		[ $# -ge 2 ] || die "$1 needs a value (--help)"
		case $1 in
		--tool) tool=$2 ;;
		--geometry) geometry=$2 ;;
		--seed) seeds=$2 ;;
		--count) count=$2 ;;
		--stall) plus+=("+stall=$2") ;;
		--plus) plus+=("+$2") ;;
		--vec) vecs+=("$2") ;;
		-P) pars+=("$2") ;;
		-D) defs+=("-D$2") ;;
		esac
		shift ;;
	-D?*) defs+=("$1") ;;
	-P?*) pars+=("${1#-P}") ;;
	--keep) keep=1 ;;
	--build-only) only=1 ;;
	-*) die "unknown option $1 (--help)" ;;
	*) [ -z "$module" ] || die "one module at a time: $module, $1"; module=$1 ;;
	esac
	shift
done
[ -n "$module" ] || { usage >&2; exit 2; }
. tb/rtl/build.sh

case $tool in icarus | verilator | gates | priced) ;; *) die "no tool '$tool'" ;; esac
case $seeds in
*[!0-9-]* | '') die "--seed wants N or A-B" ;;
*-*) first=${seeds%-*} last=${seeds#*-} ;;
*) first=$seeds last=$seeds ;;
esac

pf_setup
(
	flock 9
	build_"$tool" && pf_build_vectors
) 9>"$dir/lock" || exit 2
[ -z "$only" ] || exit 0

rc=0
for ((seed = first; seed <= last; seed++)); do
	pf_vectors "$seed" "$dir/$tool.$seed.$$.vec" || exit 2
	log=$dir/$tool.$seed.$$.log
	case $tool in
	verilator) cmd=("$dir/verilator/sim" "+verilator+rand+reset+2" "+verilator+seed+$((seed + 1))") ;;
	*) cmd=(vvp -N "$dir/$tool.vvp") ;;
	esac
	status=$( # a shell of its own: it must not tell of an abort
		timeout "${PF_TIMEOUT:-300}" "${cmd[@]}" "+seed=$seed" ${count:+"+count=$count"} ${vec:+"+vec=$vec"} \
			${plus[@]+"${plus[@]}"} >"$log" 2>&1 </dev/null
		echo $?
	) 2>/dev/null
	if pf_verdict "$log" $status; then
		grep -E '^PASS ' "$log" | tail -n 1
		rm -f "$log"
		[ -n "$keep" ] || [ -z "$vec" ] || rm -f "$vec"
	else
		[ $status != 124 ] || echo "FAIL $module seed=$seed: no end after ${PF_TIMEOUT:-300} s"
		grep -E '^(FAIL|ASSERT|MISMATCH)' "$log" | head -n 12 || true
		grep -qE '^(FAIL|ASSERT|MISMATCH)' "$log" || { tail -n 5 "$log"; echo "FAIL $module seed=$seed: no verdict (exit $status)"; }
		echo "  log $log${vec:+, vectors $vec}"
		rc=1
	fi
done
exit $rc
