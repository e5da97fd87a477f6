#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# mutate: plants faults in a module, one at a time, and counts those its bench notices.
#
#   RTL --proc, flatten--> yosys mutate, each fault behind mutsel == k --> one netlist, compiled once
#       --> the bench on Icarus (or Verilator) with +mutsel=k, k = 1..N: noticed unless every seed passes
#
# A unit (pf_slice_unit, pf_sm_unit) can also stand beside its reference model (--tool cosim): the program is
# tb/cosim's, with the netlist in the RTL's place; MUTSEL=k chooses there, as these know no plusargs.
#
# The memories (pf_ram) are kept whole; their pins can be at fault. Clock pins are left alone. A run
# without end is noticed.
set -u
usage() {
	cat <<-'EOT'
		usage: tb/rtl/mutate.sh MODULE N [option...]
		  --geometry ref|tiny|modern   named configuration (default ref)
		  --tool icarus|verilator    simulator (default icarus); Verilator builds for long and runs fast
		  --tool cosim               tb/cosim of this unit, each seed with a twin without clock when idle
		  --seeds 1_2                seeds each fault is run with (default 1_2)
		  --count N                  +count=N and the vectors' COUNT; with cosim --checks=N (default 500)
		  --plus NAME=VALUE          any other plusarg of the bench
		  --vec NAME=VALUE           an option of the vector program
		  --rng N                    seed of the choice of faults (default 1)
		  --src REGEX                only faults in gates that come from source lines like this (extended)
		  --own                      ... and from no other: not those in what these lines hold
		  -P Name=value  -D NAME     as run.sh
		  --only K                   run fault K alone, show what the bench says
		last line: mutants MODULE caught X of N, T by time; exit 1 only when the bench fails without a fault
		environment: B, PF_LIB as run.sh; JOBS at once (2); PF_MUTANT_TIMEOUT CPU seconds a run (5 times one without a fault)
	EOT
}
cd "$(dirname "$0")/../.." || exit 2
. tb/rtl/build.sh
module= n= geometry=ref seeds="1 2" count=500 rng=1 only= src= own= tool=icarus
defs=() pars=() plus=() vecs=()
while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	--geometry | --tool | --seeds | --count | --plus | --vec | --rng | --src | --only | -P | -D)
		[ $# -ge 2 ] || die "$1 needs a value (--help)"
		case $1 in
		--geometry) geometry=$2 ;;
		--tool) tool=$2 ;;
		--seeds) seeds=$2 ;;
		--count) count=$2 ;;
		--plus) plus+=("+$2") ;;
		--vec) vecs+=("$2") ;;
		--rng) rng=$2 ;;
		--src) src=$2 ;;
		--only) only=$2 ;;
		-P) pars+=("$2") ;;
		-D) defs+=("-D$2") ;;
		esac
		shift ;;
	--own) own=1 ;;
	-D?*) defs+=("$1") ;;
	-P?*) pars+=("${1#-P}") ;;
	-*) die "unknown option $1 (--help)" ;;
	*) if [ -z "$module" ]; then module=$1; elif [ -z "$n" ]; then n=$1; else die "what is '$1'? (--help)"; fi ;;
	esac
	shift
done
case $tool in icarus | verilator) ;; cosim) unit=${module#pf_} unit=${unit%_unit} ;; *) die "no tool '$tool'" ;; esac
case $n in '' | *[!0-9]*) usage >&2; exit 2 ;; esac

pf_setup
m=$dir/mutants.$tool${src:+.${src//[!A-Za-z0-9_]/.}}${own:+.own}
exec 9>"$dir/lock"
flock 9
build_icarus || exit 2
[ $tool = cosim ] || pf_build_vectors || exit 2

# cosim of the netlist: FOLDER/sim. Its flops start at random.
build_cosim() { # FOLDER FILE...
	local v=$1 sources
	shift
	sources=$(sed -n "s/^COSIM_${unit^^} *:= *//p" tb/cosim/cosim.mk)
	[ -n "$sources" ] || sources=tb/cosim/$unit.cpp
	mkdir -p "$v"
	pf_quiet "$v.log" gcc -std=gnu11 -O2 -D_GNU_SOURCE -Isw -I"$B/gen" -c tb/cosim/traffic.c -o "$v/traffic.o" || return 1
	# shellcheck disable=SC2046
	pf_quiet "$v.log" verilator --cc --exe --build -O3 -fno-gate -fno-dfg --x-assign unique --x-initial unique --language 1364-2005 \
		-Wno-fatal -Wno-lint -Wno-style -MAKEFLAGS OPT_FAST=-O1 -MAKEFLAGS OPT_GLOBAL=-O2 ${PF_VERILATOR:-} \
		"${inc[@]}" $geo -y tb/rtl --Mdir "$v" --prefix "V$module" --top-module "$module" "$@" $(realpath $sources) \
		"$(realpath "$v/traffic.o")" "$(realpath "$lib")" -LDFLAGS "-lzstd -ljansson -lm -lpthread" \
		-CFLAGS "-std=c++17 -O1 -w -D_GNU_SOURCE -DGEOMETRY=\\\"$geometry\\\" -I$PWD/sw -I$(realpath "$B/gen") -I$PWD/tb/cosim" -o sim
}

# Chooses the faults, puts them all behind mutsel, and compiles.
build_mutants() {
	pf_fresh "$m.sim" "$dir/icarus.vvp.deps" && ! [ "$0" -nt "$m.sim" ] && [ "$(cat "$m.what" 2>/dev/null)" = "$n $rng $src" ] && return 0
	{
		pf_read_design "$m.rams.v"
		# Single gates without constant pins: on whole operators many a fault changes nothing.
		echo "flatten; opt -full; memory_map; wreduce; opt -full; techmap; opt -full; opt_clean -purge; check -assert"
		echo "write_rtlil $m.il"
		echo "mutate -list $((n * (${#src} ? 40 : 1) + n / 4 + 20)) -seed $rng -o $m.all"
	} >"$m.ys"
	pf_quiet "$m.ys.log" yosys -q -s "$m.ys" || return 1
	# Not the clock: there is one, and it is not gated.
	grep -v -e '-port C ' "$m.all" | grep -E -e "${src:+-src [^ ]*$src}" |
		awk -v own="$own" -v src="$src" '{ for (i = 1; own && i < NF; i++) if ($i == "-src" && $(i + 1) !~ src && $(i + 1) !~ /techmap/) next; print }' |
		head -n "$n" >"$m.list"
	{
		echo "read_rtlil $m.il"
		awk '{ print $0 " -ctrl mutsel 16 " NR }' "$m.list" | sed -E 's/^mutate (.*)( -ctrl .*)$/mutate\2 \1/'
		echo "write_verilog -noattr $m.raw.v"
	} >"$m.ys2"
	pf_quiet "$m.ys2.log" yosys -q -s "$m.ys2" || return 1
	# mutsel is no port: the bench's instance stays as it is, a plusarg sets it.
	sed -E -e '/^module '"$module"'\(/,/;/s/, *mutsel|mutsel, *//' \
		-e 's/^  input \[15:0\] mutsel;/  reg [15:0] mutsel;\n  initial if (!$value$plusargs("mutsel=%d", mutsel)) mutsel = 0;/' \
		-e '/^  wire \[15:0\] mutsel;/d' "$m.raw.v" >"$m.v"
	grep -q 'plusargs("mutsel' "$m.v" || { echo "mutate.sh: no mutsel in the netlist" >&2; return 1; }
	if [ $tool = cosim ]; then
		# shellcheck disable=SC2016
		sed -i -E 's/if \(!\$value\$plusargs.*$/mutsel = $c16("(getenv(\\"MUTSEL\\") ? atoi(getenv(\\"MUTSEL\\")) : 0)");/' "$m.v"
		build_cosim "$m.obj" "$m.v" "$m.rams.v" && mv "$m.obj/sim" "$m.sim" || return 1
	elif [ $tool = icarus ]; then
		pf_iverilog "$m.sim" -DNETLIST -y tb/rtl "$m.v" "$m.rams.v" "$bench" || return 1
	else
		pf_verilator "$m.obj" -DNETLIST -y tb/rtl "$m.v" "$m.rams.v" "$bench" && mv "$m.obj/sim" "$m.sim" || return 1
	fi
	echo "$n $rng $src" >"$m.what"
}
build_mutants || exit 2

case $tool in
icarus) sim=(vvp -N "$m.sim") ;;
*) sim=("./$m.sim") ;;
esac
verdict() { # LOG RC
	if [ $tool = cosim ]; then [ "$2" = 0 ] && grep -q "^PASS $unit " "$1"; else pf_verdict "$@"; fi
}
too_long=$((128 + $(kill -l XCPU)))
run_one() { # FAULT SEED LIMIT -> log on stdout; true if the bench passed. The limit is in CPU seconds: a busy machine notices nothing.
	local log=$m.$1.$2.log status args
	if [ $tool = cosim ]; then
		args=(--quiet --twin "--seed=$2" "--checks=$count" ${plus[@]+"${plus[@]/#+/--}"})
	else
		args=("+mutsel=$1" "+seed=$2" "+count=$count" ${plus[@]+"${plus[@]}"})
		[ ! -f "$m.$2.vec" ] || args+=("+vec=$m.$2.vec")
	fi
	status=$(
		ulimit -S -c 0 -t "$3"
		MUTSEL=$1 "${sim[@]}" "${args[@]}" >"$log" 2>&1 </dev/null
		echo $?
	) 2>/dev/null
	[ "$status" != "$too_long" ] || echo "$1" >>"$m.late.$BASHPID"
	if verdict "$log" "$status"; then status=0; else status=1; fi
	[ -z "$only" ] || tail -n 5 "$log"
	rm -f "$log"
	return $status
}

seeds=${seeds//_/ } spent=0
for seed in $seeds; do
	[ $tool = cosim ] || pf_vectors "$seed" "$m.$seed.vec"
	TIMEFORMAT='%U %S'
	{ time only=show run_one 0 "$seed" 600 >"$m.base"; } 2>"$m.time" ||
		{ cat "$m.base"; echo "mutate.sh: $module fails without a fault (seed $seed)" >&2; exit 1; }
	spent=$(awk -v s="$spent" '{ t = $1 + $2 } END { print (t > s ? t : s) }' "$m.time")
done
limit=${PF_MUTANT_TIMEOUT:-$(awk -v s="$spent" 'BEGIN { print int(s * 5 + 5) }')}

survives() { # FAULT: every seed passes
	local seed
	for seed in $seeds; do run_one "$1" "$seed" "$limit" || return 1; done
}

if [ -n "$only" ]; then
	sed -n "${only}p" "$m.list"
	survives "$only" && echo "fault $only survives" || echo "fault $only noticed"
	exit 0
fi

# JOBS shares, each every JOBS-th fault.
rm -f "$m".late.*
total=$(wc -l <"$m.list")
jobs=${JOBS:-2}
for ((j = 1; j <= jobs; j++)); do
	for ((k = j; k <= total; k += jobs)); do survives $k && echo $k; done >"$m.missed.$j" &
done
wait
missed=$(cat "$m".missed.* | sort -n)
late=$(cat "$m".late.* 2>/dev/null | wc -l)
rm -f "$m".missed.* "$m".late.* "$m".*.vec
for k in $missed; do
	sed -n "${k}p" "$m.list" | sed -E "s/^mutate /survives $k: /; s/-module [^ ]* //"
done
echo "mutants $module caught $((total - $(echo "$missed" | wc -w))) of $total, $late by time"
