#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every kernel of sw/kernels: compiled for sm_60 (run in lockstep) and sm_70 (run with independent
# thread scheduling), each under three schedulers, SEEDS seeds from 1 (10 by default). One TAP line for
# each kernel x mode x scheduler; a failure names its seeds. A kernel checks itself: right is exit
# status 0, a last line "NAME: ok ...", and nothing on standard error. Seed 1 runs under oracle and
# detector, neither of which may see a race.
set -u
: "${PF:?}" "${TMP:?}"
SEEDS=${SEEDS:-10}
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root/sw/kernels" || exit 2

compile() {	# name arch
	"$PF" cc --arch "$2" "$1.cu" -o "$TMP/$1.$2" >"$TMP/$1.$2.cc" 2>&1
	echo $? >"$TMP/$1.$2.rc"
}

# One TAP line without its number; failures add "# ..." lines.
runs() {	# name arch mode scheduler
	local exe=$TMP/$1.$2 what="$1, $3, $4" out=$TMP/$1.$2.$4.out err=$TMP/$1.$2.$4.err bad="" why="" seed rc watch
	if [ "$(cat "$TMP/$1.$2.rc")" != 0 ]; then
		printf 'not ok - %s: does not compile for %s\n%s\n' "$what" "$2" "$(sed 's/^/# /' "$TMP/$1.$2.cc" | head -n 5)"
		return
	fi
	for ((seed = 1; seed <= SEEDS; seed++)); do
		watch=()
		[ $seed != 1 ] || watch=(--oracle --detector scord)
		timeout 120 "$PF" run -q --mode "$3" --scheduler "$4" --seed $seed "${watch[@]}" "$exe" >"$out" 2>"$err"
		rc=$?
		if [ $rc != 0 ] || ! tail -n 1 "$out" | grep -q "^$1: ok" || [ -s "$err" ]; then
			bad="$bad $seed"
			[ -n "$why" ] || why=$(printf 'seed %s: exit status %s\n' $seed $rc; tail -n 2 "$out"; head -n 8 "$err")
		fi
	done
	if [ -z "$bad" ]; then
		echo "ok - $what, $SEEDS seeds"
	else
		printf 'not ok - %s: seeds%s\n%s\n' "$what" "$bad" "$(echo "$why" | sed 's/^/# /')"
	fi
}
export -f compile runs
export PF TMP SEEDS

names=$(basename -s .cu -a ./*.cu)
for name in $names; do
	printf '%s sm_60\n%s sm_70\n' "$name" "$name"
done | xargs -P 2 -L 1 bash -c 'compile "$@"' _

for name in $names; do
	for scheduler in rr gto random; do
		printf '%s sm_60 lockstep %s\n%s sm_70 its %s\n' "$name" $scheduler "$name" $scheduler
	done
done >"$TMP/units"
# Each unit writes a file, so that lines of two jobs never mix.
xargs -P 2 -L 1 bash -c 'runs "$@" >"$TMP/$1.$2.$4.tap"' _ <"$TMP/units"

n=0 rc=0
echo "1..$(wc -l <"$TMP/units")"
while read -r name arch _ scheduler; do
	n=$((n + 1))
	tap=$TMP/$name.$arch.$scheduler.tap
	grep -q '^ok ' "$tap" || rc=1
	sed -e "s/^ok - /ok $n - /" -e "s/^not ok - /not ok $n - /" "$tap"
done <"$TMP/units"
exit $rc
