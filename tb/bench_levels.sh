#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_levels: what it costs that cc's default level keeps every access of the source: warp instructions
# of each program of sw/kernels, compiled so, over those of -O1, and the geometric mean.
#
#   PF photofinish   OUT folder for programs and results (levels.csv)   SRC programs (all of sw/kernels)
#
# Lock step, seed 1: a program that spins counts the turns that this order makes.
set -u
: "${PF:?}" "${OUT:?}"
cd "$(dirname "$0")/.." || exit 2
mkdir -p "$OUT"
bad=0

number() { grep -o "\"$2\": *[0-9]*" "$1" | tail -n 1 | sed 's/.*: *//'; }

# counts SOURCE FLAGS...: prints "warp-instructions accesses".
counts() {
	rm -f "$OUT/level.json"
	"$PF" cc --arch sm_60 "${@:2}" "$1" -o "$OUT/level" >"$OUT/level.err" 2>&1 || return 1
	# the status is the program's: one with races on purpose may say that its result is wrong
	timeout 300 "$PF" run -q --seed 1 --json "$OUT/level.json" "$OUT/level" >"$OUT/level.out" 2>>"$OUT/level.err"
	[ -s "$OUT/level.json" ] || return 1
	echo "$(number "$OUT/level.json" warp_insns)" \
		"$(($(number "$OUT/level.json" loads) + $(number "$OUT/level.json" stores) + $(number "$OUT/level.json" atomics)))"
}

{
	echo "# $("$PF" --version | head -n 1); \`make bench\`, lock step, seed 1; accesses: warp loads, stores and atomics"
	echo "program,default_warp_insns,o1_warp_insns,ratio,default_accesses,o1_accesses"
} >"$OUT/levels.csv"
printf '%-22s %14s %14s %7s\n' program default -O1 ratio
for src in ${SRC:-sw/kernels/*.cu sw/kernels/bench/*.cu sw/kernels/gpudet/*.cu sw/kernels/scor/*.cu}; do
	name=${src#sw/kernels/} name=${name%.cu}
	if ! default=$(counts "$src") || ! o1=$(counts "$src" -O1); then
		echo "$name: $(head -n 1 "$OUT/level.err")"
		bad=1
		continue
	fi
	read -r insns accesses <<<"$default"
	read -r insns_o1 accesses_o1 <<<"$o1"
	ratio=$(awk "BEGIN{printf \"%.3f\", $insns / $insns_o1}")
	printf '%-22s %14s %14s %7s\n' "$name" "$insns" "$insns_o1" "$ratio"
	echo "$name,$insns,$insns_o1,$ratio,$accesses,$accesses_o1" >>"$OUT/levels.csv"
done
awk -F, '!/^#/ && $4 + 0 > 0 {s += log($2 / $3); n++}
	END {if (!n) exit 1; printf "default level: %.3f times the warp instructions of -O1 in the geometric mean over %d programs (aim: 1.5 at most)\n", exp(s / n), n}' \
	"$OUT/levels.csv" || bad=1
exit $bad
