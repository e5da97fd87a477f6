#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Random programs made of idioms (idioms/): with every supported clang, at every level, in both divergence
# models, all results equal the host's; the oracle finds no race in them. And the check of the check: with
# an analysis switched on that makes wrong code of one idiom, the programs differ.
#
#   PF, TMP   photofinish; scratch folder
#   COUNT     programs (default 60)        SEED   of the first (default 1)
#
# A batch that fails stays in TMP, with what was said of it.
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../tap.sh"
. "$here/idioms.sh"
cd "$TMP" || exit 2
COUNT=${COUNT:-60} SEED=${SEED:-1} BATCH=30

compiles() { idiom_compile "$@"; }
equal() { # NAME ARCH LEVEL MODE OPTIONS...
	idiom_run "$@" >"$TMP/out" || {
		head -n 8 "$TMP/out"
		return 1
	}
	grep -q ' programs, 0 differ$' "$TMP/out"
}
raceless() { equal "$@" --oracle && ! grep -qi 'race' "$TMP/out"; }
differs() { ! equal "$@" && grep -q '^program [0-9]*: ' "$TMP/out"; }

clangs=$(idiom_clangs)
check "cc names the compilers that it supports" test -n "$clangs"
check "the generator compiles" idiom_generator
for ((first = SEED; first < SEED + COUNT; first += BATCH)); do
	n_of=$((SEED + COUNT - first < BATCH ? SEED + COUNT - first : BATCH))
	name=$TMP/i$first
	check "programs $first to $((first + n_of - 1)) on the host" idiom_batch "$first" "$n_of" "$name"
	for clang in $clangs; do
		for arch in sm_60 sm_70; do
			mode=its
			[ $arch = sm_70 ] || mode=lockstep
			for level in $IDIOM_LEVELS; do
				what="programs $first to $((first + n_of - 1)), $clang, $level, $mode"
				check "$what: compiled" compiles "$name" "$clang" "$arch" "$level"
				check "$what: equal the host's" equal "$name" "$arch" "$level" "$mode" --scheduler=rr
				[ "$level" != default ] && continue
				check "$what, random schedule, poison" equal "$name" "$arch" "$level" "$mode" \
					--scheduler=random --seed="$first" --poison
				check "$what: no race" raceless "$name" "$arch" "$level" "$mode"
			done
		done
	done
done

# The fault planted: clang takes an argument that is not set for a promise that it is.
for clang in $clangs; do
	check "with undefined arguments analysed, $clang" compiles "$TMP/i$SEED" "$clang" sm_70 -O2 \
		-Xclang -enable-noundef-analysis
	check "with undefined arguments analysed, $clang: programs differ" differs "$TMP/i$SEED" sm_70 -O2 its
done

echo "1..$n"
exit $rc
