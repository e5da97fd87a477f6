# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154,SC2034
#
# build: what run.sh and mutate.sh share; sourced. Works in $dir = build/rtl/MODULE/CONFIGURATION.
#
#   pf_setup           checks the module, sets dir, bench, inc, geo
#   build_TOOL         icarus | verilator | gates | priced: builds when a source it used is newer
#   pf_build_vectors   the vector program, if the module has one;  pf_vectors SEED FILE runs it
#   pf_verdict LOG RC  true if the run passed

die() { echo "$(basename "$0"): $*" >&2; exit 2; }

pf_setup() {
	local tag p
	B=${B:-build}
	lib=${PF_LIB:-$B/lib/libphotofinish.a}
	bench=tb/rtl/${module}_tb.v
	[ -f "$bench" ] || die "no bench $bench"
	case $geometry in
	ref) geo= ;;
	tiny) geo=-DPF_GEOMETRY_TINY ;;
	modern) geo=-DPF_GEOMETRY_MODERN ;;
	*) die "no geometry '$geometry' (ref, tiny, modern)" ;;
	esac
	[ -f "$B/gen/pf_fields.vh" ] || die "no $B/gen/pf_fields.vh: make $B/gen/pf_fields.h"
	for p in ${pars[@]+"${pars[@]}"}; do
		[[ $p == [A-Za-z]*=* ]] || die "-P wants Name=value, not '$p'"
	done
	tag=$(printf '%s_' "$geometry" ${pars[@]+"${pars[@]}"} ${defs[@]+"${defs[@]}"} | tr -c 'A-Za-z0-9_=\n' '.')
	dir=$B/rtl/$module/${tag%_}
	mkdir -p "$dir"
	inc=("-I$B/gen" -Irtl -Itb/rtl)
	libs=(-y rtl/cell -y rtl/sm -y rtl/slice -y tb/rtl)
	vec=
}

# True if TARGET is there and no file named in the list DEPS (one a line) is newer or gone.
pf_fresh() {
	local f
	[ -f "$1" ] && [ -f "$2" ] && ! [ tb/rtl/build.sh -nt "$1" ] || return 1
	while read -r f; do
		[ -f "$f" ] && ! [ "$f" -nt "$1" ] || return 1
	done <"$2"
}

pf_quiet() { # runs a tool; on failure shows the end of what it said
	local log=$1
	shift
	"$@" >"$log" 2>&1 && return 0
	echo "$(basename "$0"): failed: $*" >&2
	tail -n 30 "$log" >&2
	return 1
}

# iverilog TARGET FILE... : bench and what it needs; TARGET.deps lists the files used.
pf_iverilog() {
	local target=$1 p args=()
	shift
	for p in ${pars[@]+"${pars[@]}"}; do args+=("-P${module}_tb.$p"); done
	pf_quiet "$target.log" iverilog -g2005 -Wall ${PF_IVERILOG:-} "${inc[@]}" $geo ${defs[@]+"${defs[@]}"} \
		${args[@]+"${args[@]}"} -Mall="$target.used" -s "${module}_tb" -o "$target.new" "$@" || return 1
	grep -E '^rtl/[^ ]*: *warning' "$target.log" && { echo "$(basename "$0"): rtl/ gives warnings" >&2; return 1; }
	sort -u "$target.used" >"$target.deps"
	mv "$target.new" "$target"
}

build_icarus() {
	pf_fresh "$dir/icarus.vvp" "$dir/icarus.vvp.deps" || pf_iverilog "$dir/icarus.vvp" "${libs[@]}" "$bench"
}

# verilator of the bench and what it needs. -fno-life: 5.006 takes a variable of an initial block for constant across its delays.
pf_verilator() { # FOLDER FILE... : FOLDER/sim
	local p args=() v=$1
	shift
	for p in ${pars[@]+"${pars[@]}"}; do args+=("-G$p"); done
	pf_quiet "$dir/verilator.log" verilator --binary --timing --assert --language 1364-2005 \
		-Wno-fatal -Wno-lint -Wno-style --x-assign unique --x-initial unique -fno-life -CFLAGS "-O1 -w" -j 1 ${PF_VERILATOR:-} \
		"${inc[@]}" $geo ${defs[@]+"${defs[@]}"} ${args[@]+"${args[@]}"} \
		--prefix Vsim --top-module "${module}_tb" --Mdir "$v" -o sim "$@"
}

build_verilator() {
	build_icarus || return 1
	pf_fresh "$dir/verilator/sim" "$dir/icarus.vvp.deps" || pf_verilator "$dir/verilator" "${libs[@]}" rtl/pf.vlt "$bench"
}

# The RTL files the bench used, in no order.
pf_rtl_used() { grep -E '^rtl/.*\.v$' "$dir/icarus.vvp.deps"; }

# Yosys commands that read the module, with the bench's parameters, and keep each pf_ram as it is
# modelled for simulation: RAMS is where they are written.
pf_read_design() {
	local rams=$1 p set= model=-DPF_RAM_MODEL
	[ "$module" != pf_ram ] || model=
	for p in ${pars[@]+"${pars[@]}"}; do set="$set -chparam ${p%%=*} ${p#*=}"; done
	echo "read_verilog -DSYNTHESIS $model ${inc[*]} $geo ${defs[*]-} $(pf_rtl_used | tr '\n' ' ')"
	echo "hierarchy -check -top $module$set"
	echo "rename -top $module"
	echo "proc"
	if [ "$module" != pf_ram ] && pf_rtl_used | grep -q /pf_ram.v; then
		echo "opt_clean"
		echo "select *pf_ram*"
		echo "write_verilog -noattr -selected $rams"
		echo "select -clear"
		echo "blackbox *pf_ram*"
	else
		echo "tee -q -o $rams log"
	fi
}

build_gates() {
	local g=$dir/gates
	build_icarus || return 1
	pf_fresh "$g.vvp" "$dir/icarus.vvp.deps" && return 0
	{
		pf_read_design "$g.rams.v"
		echo "synth -flatten -top $module"
		echo "check -assert"
		echo "write_verilog -noattr $g.v"
	} >"$g.ys"
	pf_quiet "$g.ys.log" yosys -q -s "$g.ys" || return 1
	pf_iverilog "$g.vvp" -DNETLIST -y tb/rtl "$g.v" "$g.rams.v" "$bench"
}

# The netlist that synth/block.sh prices, after mapping and buffers, with the functions of the library's cells, in a module
# with the ports of the source, and its memories. Flops begin as anything, as on silicon; as x, mapped logic
# would not see that both ways of it agree. PF_PRICED_EDIT: a sed script over the netlist, to plant a fault.
build_priced() {
	local g=$dir/priced p args=() liberty lib=${LIB:-/usr/share/qflow/tech/osu018/osu018_stdcells.lib}
	build_icarus || return 1
	[ -z "${defs[*]-}" ] || die "--tool priced: no -D"
	for p in ${pars[@]+"${pars[@]}"}; do args+=(-P "$p"); done
	if ! { [ "$(cat "$g.lib" 2>/dev/null)" = "$lib" ] && pf_fresh "$g.whole.v" "$dir/icarus.vvp.deps" &&
		[ -z "$(find synth -maxdepth 1 -newer "$g.whole.v" -type f)" ]; }; then
		rm -f "$g.lib"
		liberty=$lib
		[ "${lib%.gz}" = "$lib" ] || { liberty=$g.liberty && gzip -dc "$lib" >"$liberty"; } || return 1
		LIB=$lib OUT=$g.out pf_quiet "$g.log" synth/block.sh "$module" "$geometry" $geo ${args[@]+"${args[@]}"} || return 1
		pf_quiet "$g.cells.log" yosys -q -p "read_liberty -ignore_miss_func $liberty; proc; write_verilog -noattr $g.read.v" || return 1
		sed 's/^  reg \(.*\);/&\n  initial \1 = $random;/' "$g.read.v" >"$g.cells.v"
		sed "s/^module $module(/module ${module}_priced(/" "$g.out/buffered.v" >"$g.whole.v"
		echo "$lib" >"$g.lib"
	fi
	sed "${PF_PRICED_EDIT:-}" "$g.whole.v" >"$g.netlist.v"
	[ -z "${PF_PRICED_EDIT:-}" ] || ! cmp -s "$g.whole.v" "$g.netlist.v" || die 'PF_PRICED_EDIT changes nothing'
	awk -v top="$module" -f tb/rtl/priced.awk "$g.out/ram.txt" "$g.netlist.v" >"$g.v" || return 1
	pf_iverilog "$g.vvp" -DNETLIST -y tb/rtl "$g.v" "$g.netlist.v" "$g.cells.v" rtl/cell/pf_ram.v "$bench"
}

pf_build_vectors() {
	local src=tb/rtl/${module}_vec.c exe=$B/tb/rtl/${module}_vec
	[ -f "$src" ] || return 0
	[ -f "$lib" ] || { echo "$(basename "$0"): no $lib: make" >&2; return 1; }
	mkdir -p "$(dirname "$exe")"
	[ -f "$exe" ] && [ -z "$(find tb/rtl/*_vec.[ch] "$lib" "$B/gen/pf_fields.h" -newer "$exe")" ] && return 0
	pf_quiet "$exe.log" gcc -std=gnu11 -g -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Wstrict-prototypes \
		-Wmissing-prototypes -Werror -D_GNU_SOURCE -Isw -Itb/rtl -I"$B/gen" "$src" "$lib" -lzstd -ljansson -lm -lpthread -o "$exe.$$" &&
		mv "$exe.$$" "$exe"
}

pf_vectors() { # SEED FILE
	[ -f "tb/rtl/${module}_vec.c" ] || return 0
	vec=$2
	"$B/tb/rtl/${module}_vec" "$1" "${count:-2000}" "$geometry" ${vecs[@]+"${vecs[@]}"} >"$vec" || die "${module}_vec failed (seed $1)"
}

# Verdict: PASS is the last word of the bench, nothing else was wrong, and the simulator ended well.
pf_verdict() {
	[ "$2" = 0 ] || return 1
	! grep -qE '^(FAIL|ASSERT|MISMATCH)' "$1" && grep -qE "^PASS ${module}(_tb)? " "$1"
}
