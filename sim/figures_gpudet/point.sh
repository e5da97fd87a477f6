#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# point: one run of the campaign.
#
#   EXE ──> photofinish run ──> OUT/SIZE/APP/VARIANT/SEED.json, .log ──> SEED.csv, one row of runs.csv (columns.tab)
#
# A hang, a fault, a difference between Verilog and reference models, or a program that says neither ok nor WRONG is an error
# and leaves no row. WRONG, exit 1, is what a race of the program did to its result: a row with ok = 0.
set -u
export LC_ALL=C
usage="usage: point.sh APP VARIANT SEED EXE OPTION...   environment: PF, OUT, SIZE; LIMIT (14400 s)"
[ $# -ge 5 ] || { echo "$usage" >&2; exit 2; }
: "${PF:?}" "${OUT:?}" "${SIZE:?}"
app=$1 variant=$2 seed=$3 exe=$4
shift 4
options=("$@" --seed "$seed")
base=$OUT/$SIZE/$app/$variant/$seed
columns=$(dirname "$0")/columns.tab
die() {
	rm -f "$base.csv.new"
	echo "point.sh: $app $variant seed $seed: $*" >&2
	[ ! -s "$base.log" ] || tail -n 5 "$base.log" | sed 's/^/    /' >&2
	echo "    $PF run ${options[*]} $OUT/$exe $SIZE" >&2
	exit 1
}

mkdir -p "$(dirname "$base")"
rm -f "$base.json" "$base.csv"
start=$(date +%s%N)
timeout "${LIMIT:-14400}" "$PF" run -q --color never "${options[@]}" --json "$base.json" "$OUT/$exe" "$SIZE" \
	>"$base.log" 2>&1 </dev/null
rc=$?
spent=$((($(date +%s%N) - start) / 1000000))
case $rc in
0 | 1) ;;
2) die "refused" ;;
3) die "hangs" ;;
4) die "ran into a limit" ;;
5) die "Verilog and reference models differ" ;;
6) die "fault" ;;
124) die "no end after ${LIMIT:-14400} s" ;;
*) die "exit status $rc" ;;
esac
[ -s "$base.json" ] || die "left no statistics"
[ "$(jq '.faults | length' "$base.json")" = 0 ] || die "fault"
ok=
if grep -q "^$app: ok" "$base.log"; then ok=1; elif grep -q "^$app: WRONG" "$base.log"; then ok=0; fi
[ -n "$ok" ] && [ $((rc + ok)) = 1 ] || die "exit status $rc, but says neither ok nor WRONG"
hash=$(sed -n "s/^$app: .*hash=\([0-9a-f]*\).*/\1/p" "$base.log")
[ -n "$hash" ] || die "no hash of its results"

jq -r --rawfile columns "$columns" --arg first "$SIZE,$app,$variant,$seed,$rc,$ok,$hash" '
	. as $r |
	def from(of; name):
		if of == "gpudet" and .sim["gpudet.quanta"] == null then ""
		elif name == "blocks" then [.launches[].grid | .[0] * .[1] * .[2]] | max
		elif of == "all" then .totals[name]
		elif of == "options" then .options[name]
		else .sim[name] end
		| if . == null then error("no " + name) else . end;
	[$columns | split("\n")[] | select(. != "" and (startswith("#") | not)) | split("\t") as $c | $r | from($c[1]; $c[2])]
	| $first + "," + (map(tostring) | join(","))' "$base.json" >"$base.csv.new" || die "unreadable statistics"
[[ $variant = nondet ]] || [ "$(jq '.sim["gpudet.quanta"]' "$base.json")" != null ] || die "was not deterministic"
mv "$base.csv.new" "$base.csv"
echo "$app $variant seed $seed: $(jq '.sim["gpu.cycles"]' "$base.json") cycles, $((spent / 1000)).$((spent / 100 % 10)) s"
