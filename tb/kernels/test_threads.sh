#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Every kernel of sw/kernels in the seed's order (--threads 1) and in any order on two threads:
# output, statistics and the hash of memory after every launch are the same.
set -u
: "${PF:?}" "${TMP:?}"
cd "$(dirname "$0")/../../sw/kernels" || exit 2

one() { # NAME
	"$PF" cc --arch sm_70 "$1.cu" -o "$TMP/$1" >"$TMP/$1.cc" 2>&1 || { cat "$TMP/$1.cc"; return 1; }
	for n in 1 2; do
		timeout 120 "$PF" run --threads $n --seed 5 --stats --memory-hash "$TMP/$1" 2>&1 | grep -v second >"$TMP/$1.$n"
	done
	grep -q 'warp instructions' "$TMP/$1.1" && diff "$TMP/$1.1" "$TMP/$1.2"
}

n=0 rc=0
for f in *.cu bench/memory.cu bench/tiles.cu; do
	name=${f%.cu}
	mkdir -p "$TMP/$(dirname "$f")"
	n=$((n + 1))
	if why=$(one "$name"); then
		echo "ok $n - $name"
	else
		rc=1
		printf 'not ok %d - %s\n%s\n' $n "$name" "$(head -n 8 <<<"$why" | sed 's/^/# /')"
	fi
done
echo "1..$n"
exit $rc
