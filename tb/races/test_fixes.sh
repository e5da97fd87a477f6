#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# A suggested fix fixes: each program of fixes/ races, and the report suggests what its head says; built with -DFIX, which
# does just that, it has no race at all. In both divergence models, under several seeds.
#
#   // expect [-DNAME=VALUE]: TEXT   suggested, when built so; several with one name: one of them
#   // kind: TEXT                    in the headline of the report's first race
#   // causes: N                     of all races together
#   // modes: its                    lockstep has no such race
#   // run: ...                      options instead of --oracle
#   FIX_SEEDS  how many seeds (default 3)
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
. "$here/../tap.sh"
seeds=${FIX_SEEDS:-3}
n_runs=0

field() { sed -n "s,^// $1: ,,p" "$2.cu"; }

# run NAME MODE SEED [FIXED]: its exit code; the report in err.
run() {
	local o
	o=$(field run "$1")
	n_runs=$((n_runs + 1))
	# shellcheck disable=SC2086
	timeout 120 "$PF" run ${o:---oracle} --mode "$2" --scheduler random --seed "$3" --json run.json "./$1${4-}" >out 2>err </dev/null
}

suggests() {	# NAME TEXT-FILE: one of these is the fix of a cause
	local t
	while read -r t; do
		grep "^  fix " err | grep -qF -- "$t" && return
	done <"$2"
	return 1
}

racy() {	# NAME
	local mode seed n k
	n=$(field causes "$1") k=$(field kind "$1")
	for mode in $modes; do
		for ((seed = 1; seed <= seeds; seed++)); do
			run "$1" $mode $seed
			[ $? = 1 ] || { echo "$mode, seed $seed: exit code not 1"; cat err; return 1; }
			suggests "$1" wanted || { echo "$mode, seed $seed: not suggested: $(cat wanted)"; cat err; return 1; }
			[ -z "$k" ] || grep -m 1 ": race: " err | grep -qF -- "$k" || { echo "$mode, seed $seed: not '$k'"; cat err; return 1; }
			[ -z "$n" ] || grep -qE "^photofinish: $n causes?, " err || { echo "$mode, seed $seed: not $n cause(s)"; cat err; return 1; }
		done
	done
}

fixed() {	# NAME
	local mode seed
	for mode in $modes; do
		for ((seed = 1; seed <= seeds; seed++)); do
			run "$1" $mode $seed .fixed
			[ $? = 0 ] && grep -q "^photofinish: no race found by " err && continue
			echo "$mode, seed $seed:"; cat err; return 1
		done
	done
}

cp "$here"/fixes/*.cu .
fixes=0
for f in *.cu; do
	name=${f%.cu}
	modes=$(field modes "$name")
	modes=${modes:-lockstep its}
	while read -r build; do
		sed -n "s,^// expect${build:+ $build}: ,,p" "$f" >wanted
		check "$name${build:+ $build}: compiles" eval '"$PF" cc $build "$f" -o "$name" && "$PF" cc -DFIX $build "$f" -o "$name.fixed"' </dev/null
		check "$name${build:+ $build}: the race is found, the fix is named" racy "$name"
		check "$name${build:+ $build}: with it no race is left" fixed "$name"
		fixes=$((fixes + 1))
	done < <(sed -n 's#^// expect\( [^:]*\)\{0,1\}: .*#\1#p' "$f" | sort -u)
done
echo "# $fixes fixes, $n_runs runs"
check "there were some" [ "$fixes" -ge 20 ]
exit $rc
