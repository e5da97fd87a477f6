#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Random programs made of idioms (idioms/): with every supported clang, at every level, in both divergence
# models, all results equal the host's; the oracle finds no race in them. And the check of the check: with
# an analysis switched on that makes wrong code of one idiom, and with a compiler that makes wrong code of two
# others, programs differ.
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

# Clang 14, which cc refuses, under a false name: it moves loads of shared variables over barriers (13: producers and
# consumers, 55: a flag, from -O2 on), and cuts fields out of 64-bit signs (84). Programs of another generator: look
# for others with LEVELS="-O1 -O2", and see that the source has the idiom.
cat >"$TMP/clang14" <<'END'
#!/bin/bash
[ "$1" = --version ] && { echo "clang version 19.0.0"; exit; }
exec clang++-14 "${@/#-no-enable-noundef-analysis/-disable-noundef-analysis}"
END
chmod +x "$TMP/clang14"
for planted in "13 -O1 moved loads" "55 -O2 moved loads" "84 -O1 masks of signs"; do
	read -r seed level what <<<"$planted"
	if ! command -v clang++-14 >/dev/null; then
		n=$((n + 1))
		echo "ok $n - $what of clang 14 # SKIP no clang++-14"
		continue
	fi
	check "program $seed on the host" idiom_batch "$seed" 1 "$TMP/p$seed"
	check "$what of clang 14: compiled" compiles "$TMP/p$seed" "$TMP/clang14" sm_70 "$level"
	check "$what of clang 14: program $seed differs" differs "$TMP/p$seed" sm_70 "$level" its
done

echo "1..$n"
exit $rc
