#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# wave: what signals do, as text or for GTKWave.
#
#   bench of MODULE, or a scene of tb/wave --(Icarus, $dumpvars)--> VCD --(wave.awk)--> picture
set -u
usage() {
	cat <<-'EOT'
		usage: tb/rtl/wave.sh MODULE [option...] [SIGNAL...]
		       tb/rtl/wave.sh MODULE --vcd FILE [option...]   the whole bench, for GTKWave; views lie in tb/wave
		       tb/rtl/wave.sh --readme [--check]              the pictures of rtl/README.md (tb/wave/pictures.tab)
		       tb/rtl/wave.sh --views [--check]               tb/wave/*.gtkw from tb/wave/*.sig
		       tb/rtl/wave.sh --pages [--check] [MODULE...]   rtl/doc/waves/*.txt (tb/wave/pages.tab)
		  SIGNAL            [LABEL=]PATH[[MSB:LSB]][?PATH], from the module down; ?PATH: shown only when that
		                    signal is 1. None: the module's valid and ready ports
		  --from N          first cycle (default 0, the first edge of the clock)
		  --at SIG=VAL,...  from the first cycle in which these hold (hex), and 2 before it
		  --nth N           the Nth such cycle
		  --before N        cycles before it (default 2)
		  --cycles N        how many (default 16)
		  --until N         --vcd: stop after N ns
		  --down PATH       --vcd: only the signals of an instance: .PATH from the module
		                    down, . for itself, or PATH from the bench down
		  --geometry --seed --count --stall --plus --vec -P -D   as run.sh
		environment: B, PF_LIB as run.sh
	EOT
}
cd "$(dirname "$0")/../.." || exit 2
. tb/rtl/build.sh
module= geometry=ref seed=1 count=2000 from=0 at= nth=1 before=2 cycles=16 vcd= until= down= mode= check=
defs=() pars=() plus=() vecs=() signals=()
while [ $# -gt 0 ]; do
	case $1 in
	-h | --help) usage; exit 0 ;;
	--readme | --views | --pages) mode=${1#--} ;;
	--check) check=1 ;;
	--from | --at | --nth | --before | --cycles | --vcd | --until | --down | --geometry | --seed | --count | --stall | --plus | --vec | -P | -D)
		[ $# -ge 2 ] || die "$1 needs a value (--help)"
		case $1 in
		--stall) plus+=("+stall=$2") ;;
		--plus) plus+=("+$2") ;;
		--vec) vecs+=("$2") ;;
		-P) pars+=("$2") ;;
		-D) defs+=("-D$2") ;;
		*) declare "${1#--}=$2" ;;
		esac
		shift ;;
	-*) die "unknown option $1 (--help)" ;;
	*) if [ -z "$module" ]; then module=$1; else signals+=("$1"); fi ;;
	esac
	shift
done

# A second top that dumps: $1 file, then what to dump.
dumper() {
	local out=$1
	shift
	{
		echo '`timescale 1ns / 1ps'
		echo 'module pf_wave;'
		echo '  reg [8*1024:1] file;'
		echo '  integer until;'
		echo '  initial begin'
		echo '    if (!$value$plusargs("wave=%s", file)) file = "wave.vcd";'
		echo '    $dumpfile(file);'
		printf '    $dumpvars(%s);\n' "$@"
		echo '    if ($value$plusargs("wave_until=%d", until)) begin #until; $finish; end'
		echo '  end'
		echo 'endmodule'
	} >"$out"
}

picture() { # VCD SCOPE CLOCK RELATIVE SIGNALS: from, at, nth, before, cycles are variables
	awk -v scope="$2" -v clock="$3" -v relative="$4" -v signals="$5" -v from="$from" -v at="$at" -v nth="$nth" \
		-v before="$before" -v cycles="$cycles" -f tb/rtl/wave.awk "$1"
}

# The Verilog of rtl/README.md: each block, "```verilog NAME", into FOLDER/NAME.vh.
readme_blocks() {
	mkdir -p "$1"
	rm -f "$1"/*.vh
	awk -v folder="$1" '
		/^```verilog [a-z_]+$/ { file = folder "/" $2 ".vh"; next }
		/^```/ { file = ""; next }
		file != "" { print >file }' rtl/README.md
}

# Puts what lies in FOLDER/NAME between the marks "begin:wave NAME" and "end:wave" of stdin.
fill_in() {
	awk -v folder="$1" '
		/^<!-- begin:wave [a-z-]+ -->$/ {
			print
			print "```"
			file = folder "/" $3
			while ((getline line <file) > 0) print line
			close(file)
			print "```"
			skip = 1
			next
		}
		/^<!-- end:wave -->$/ { skip = 0 }
		!skip'
}

same_or_write() { # NEW FILE
	if [ -n "$check" ]; then
		diff "$2" "$1" && return 0
		echo "wave.sh: $2 is old: run tb/rtl/wave.sh --$mode" >&2
		return 1
	fi
	cmp -s "$1" "$2" || cp "$1" "$2"
}

readme() {
	local dir=${B:-build}/wave scene name cond n shown list
	readme_blocks "$dir/blocks"
	mkdir -p "$dir/pictures"
	for scene in $(awk '!/^#/ && NF { print $2 }' tb/wave/pictures.tab | sort -u); do
		dumper "$dir/$scene.dump.v" "1, ${scene}_scene" "1, ${scene}_scene.u_$scene"
		iverilog -g2005 -Wall -I"${B:-build}/gen" -Irtl -Irtl/slice -I"$dir/blocks" -y rtl/cell -y rtl/sm -y rtl/slice -y tb/rtl \
			-s "${scene}_scene" -s pf_wave -o "$dir/$scene.vvp" "tb/wave/${scene}_scene.v" "$dir/$scene.dump.v" >"$dir/$scene.log" 2>&1 &&
			timeout 60 vvp -N "$dir/$scene.vvp" "+wave=$dir/$scene.vcd" >>"$dir/$scene.log" 2>&1 </dev/null &&
			grep -q '^PASS ' "$dir/$scene.log" || { tail -n 20 "$dir/$scene.log" >&2; return 1; }
	done
	while read -r name scene cond n shown list; do
		case $name in '' | '#'*) continue ;; esac
		at=$cond nth=$n before=${shown%,*} cycles=${shown#*,}
		picture "$dir/$scene.vcd" "${scene}_scene.u_$scene" clk_i 1 "$list" >"$dir/pictures/$name" || return 1
	done <tb/wave/pictures.tab
	fill_in "$dir/pictures" <rtl/README.md >"$dir/README.md"
	same_or_write "$dir/README.md" rtl/README.md
}

# tb/wave/MODULE.sig: "- Group" or the path of a signal, a line each. Ranges come from the dump's header.
views() {
	local sig rc=0 out=${B:-build}/wave
	for sig in tb/wave/*.sig; do
		module=$(basename "$sig" .sig)
		count=20 until=1 defs=()
		trace "$out/$module.vcd" "0, ${module}_tb" || return 1
		awk -v top="${module}_tb" -v view="$sig" '
			$1 == "$scope" { scope[++d] = $3 }
			$1 == "$upscope" { d-- }
			$1 == "$var" {
				s = ""
				for (i = 1; i <= d; i++) s = s scope[i] "."
				w[s $5] = $3
				range[s $5] = $6 == "$end" ? "" : $6
			}
			$1 == "$enddefinitions" {
				print "[*] made by tb/rtl/wave.sh --views from " view
				print "[timestart] 0"
				print "[signals_width] 260"
				print "[sst_expanded] 1"
				while ((getline line <view) > 0) {
					if (line ~ /^#/ || line == "") continue
					if (line ~ /^- /) {
						if (open) print "@1000200\n-" group
						group = substr(line, 3)
						open = 1
						print "@800200\n-" group
						continue
					}
					s = top "." line
					if (!(s in w)) { print "wave: no signal " s >"/dev/stderr"; bad = 1 }
					print (w[s] > 1 ? "@22" : "@28")
					print s range[s]
				}
				if (open) print "@1000200\n-" group
				exit bad
			}' "$out/$module.vcd" >"$out/$module.gtkw" || return 1
		same_or_write "$out/$module.gtkw" "tb/wave/$module.gtkw" || rc=1
	done
	return $rc
}

trace() { # VCD WHAT...: runs the bench
	local out=$1
	shift
	defs+=("-DWAVE")
	pf_setup
	mkdir -p "$(dirname "$out")"
	dumper "$dir/wave.v" "$@"
	(
		flock 9
		pf_iverilog "$dir/wave.vvp" "${libs[@]}" "$bench" "$dir/wave.v" -s pf_wave && pf_build_vectors
	) 9>"$dir/lock" || return 1
	pf_vectors "$seed" "$dir/wave.vec" || return 1
	timeout "${PF_TIMEOUT:-300}" vvp -N "$dir/wave.vvp" "+seed=$seed" "+count=$count" ${vec:+"+vec=$vec"} ${plus[@]+"${plus[@]}"} \
		"+wave=$out" ${until:+"+wave_until=$until"} >"$dir/wave.log" 2>&1 </dev/null
	grep -E '^(PASS|FAIL|ASSERT|MISMATCH)' "$dir/wave.log" | head -n 12
	# For GTKWave a bench that fails is what one wants to see; a page shows one that works (some want more than it runs).
	[ -s "$out" ] && { [ -z "$until" ] || ! grep -qE "^(ASSERT|MISMATCH)|Unable to open" "$dir/wave.log"; }
}

# As of --down, in the bench of a module.
scope_of() {
	case $2 in
	.*) local path=.u_dut${2%.} ;;
	*) local path=.$2 ;;
	esac
	echo "${1}_tb$path"
}

# Traces of tb/wave/pages.tab, the window of each that shows most, and its picture.
pages() {
	local out=${TMP:-${B:-build}/wave}/pages name b path clock options rc=0 only=" $* "
	rm -rf "$out"
	mkdir -p "$out"
	while read -r name b path options; do
		case $name in '' | '#'*) continue ;; esac
		[ "$only" = "  " ] || [[ $only == *" $name "* ]] || continue
		# shellcheck disable=SC2086 # options are words
		tb/rtl/wave.sh "$b" --vcd "$out/$name.vcd" --down "$path" --until 4000 $options >"$out/$name.log" ||
			die "no trace of $name: $out/$name.log"
		echo "$name $(scope_of "$b" "$path")" >"$out/$name.scope"
		echo "$b${options:+ $options}" >"$out/$name.bench"
	done <tb/wave/pages.tab
	for name in rtl/doc/waves/*.txt; do
		grep -q "^$(basename "$name" .txt) " tb/wave/pages.tab || { echo "wave.sh: $name is not in tb/wave/pages.tab" >&2; rc=1; }
	done
	sim/evaluate.py windows "$out" || return 1
	for name in "$out"/*.window; do
		name=${name%.window}
		read -r from cycles clock options <"$name.window"
		{
			cat "$name.bench"
			picture "$name.vcd" "$(cut -d" " -f2 "$name.scope")" "$clock" "" "$options"
		} >"$name.txt" || return 1
		same_or_write "$name.txt" "rtl/doc/waves/$(basename "$name").txt" || rc=1
	done
	return $rc
}

case $mode in
readme) readme; exit ;;
views) views; exit ;;
pages) pages ${module:+"$module"} ${signals[@]+"${signals[@]}"}; exit ;;
esac
[ -n "$module" ] || { usage >&2; exit 2; }
f=$(ls rtl/*/"$module.v" 2>/dev/null) || die "no module $module"
if [ -n "$vcd" ]; then
	what="0, ${module}_tb"
	[ -z "$down" ] || what="1, $(scope_of "$module" "$down")"
	trace "$vcd" "$what" || exit 1
	echo "$vcd"
	[ ! -f "tb/wave/$module.gtkw" ] || echo "gtkwave $vcd tb/wave/$module.gtkw"
	exit 0
fi
grep -q " clk_i" "$f" || die "$module has no clock: --vcd, or a module around it"
if [ ${#signals[@]} = 0 ]; then
	mapfile -t signals < <(sed -nE 's/^  (input|output) +wire +([a-z0-9_]*_(valid|ready)_[io]),?( .*)?$/\2/p' "$f")
	[ ${#signals[@]} -gt 0 ] || die "$module has no valid or ready: name signals"
fi
# Only what is shown is dumped.
conditions=
[ -z "$at" ] || conditions=$(tr "," "\n" <<<"$at" | sed "s|=.*||")
mapfile -t dumped < <(printf "%s\n" clk_i "${signals[@]}" | sed -E "s|^[A-Za-z0-9_]+=||; s|\?|\n|" |
	cat - <(echo "$conditions") | sed -E "s|\[.*||; /^$/d" | sort -u)
trace "${B:-build}/wave/$module.vcd" "${dumped[@]/#/0, ${module}_tb.u_dut.}" || exit 1
picture "${B:-build}/wave/$module.vcd" "${module}_tb.u_dut" clk_i "" "${signals[*]}"
