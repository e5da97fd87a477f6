#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run_tests: runs every test unit given, JOBS at a time and in this order, and adds up their TAP.
#
#   PF, PF_SAN  photofinish, plain and sanitized     OUT   folder for logs, scratch, and counts: total, "passed failed skipped"
#   usage: run_tests.sh unit...   (a C test, a shell test, or a fuzzer fuzz_*)
#
# A unit that exits non-zero, runs no test or dies counts as one failure more.
set -u
: "${OUT:?}"
JOBS=${JOBS:-2}
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$OUT"
mkdir -p "$OUT"
# shellcheck source=tb/unit.sh
. "$here/unit.sh"

run_unit() {
	local unit=$1 name log start rc pass fail skip user system TIMEFORMAT="%0U %0S"
	name=$(unit_name "$unit")
	log=$OUT/$name.tap
	export TMP=$OUT/$name.tmp
	mkdir -p "$TMP"
	start=$SECONDS
	{ time case $unit in
	*/fuzz_*) timeout 3600 bash "$here/fuzz/run.sh" "$unit" "${FUZZ_SECONDS:-20}" >"$log" 2>&1 ;;
	*.sh) timeout 3600 bash "$unit" >"$log" 2>&1 ;;
	*) CMOCKA_MESSAGE_OUTPUT=TAP timeout 3600 "$unit" >"$log" 2>&1 ;;
	esac </dev/null; } 2>"$OUT/$name.cpu"
	rc=$?
	read -r user system < <(tail -n 1 "$OUT/$name.cpu")
	skip=$(grep -c '^ok .*# SKIP' "$log")
	pass=$(($(grep -c '^ok ' "$log") - skip))
	fail=$(grep -c '^not ok ' "$log")
	if [ "$rc" != 0 ] && [ "$fail" = 0 ] || [ $((pass + fail + skip)) = 0 ]; then
		fail=$((fail + 1))
		echo "not ok - $name: exit status $rc, $pass passed before" >>"$log"
	fi
	echo "$pass $fail $skip" >"$OUT/$name.count"
	if [ "$fail" = 0 ]; then
		printf 'ok    %-36s %4d tests %4d s, %d s of processor\n' "$name" "$pass" $((SECONDS - start)) $((user + system))
		rm -rf "$TMP"
	else
		printf 'FAIL  %-36s %4d of %d failed, rc %d: %s\n' "$name" "$fail" $((pass + fail)) "$rc" "$log"
		grep -A6 '^not ok' "$log" | head -n 40 | sed 's/^/      | /'
		grep -m1 -A12 -E 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$log" | sed 's/^/      | /'
	fi
}
# Precompiled headers and compilations of these tests alone, and of this run alone.
export PHOTOFINISH_CACHE=$OUT/cache
export -f run_unit unit_name
export PF PF_SAN OUT here

printf '%s\0' "$@" | xargs -0 -P "$JOBS" -I{} bash -c 'run_unit "$1"' _ {}

shopt -s nullglob
pass=0 fail=0 skip=0
for c in "$OUT"/*.count; do
	read -r p f s <"$c" || continue
	pass=$((pass + p)) fail=$((fail + f)) skip=$((skip + s))
done
counts=("$OUT"/*.count)
if [ "${#counts[@]}" != $# ]; then
	echo "run_tests: ${#counts[@]} of $# units left a count" >&2
	fail=$((fail + 1))
fi
echo "$pass $fail $skip" >"$OUT/total"
if [ "$skip" = 0 ]; then
	echo "$pass passed, $fail failed"
else
	echo "$pass passed, $fail failed, $skip skipped"
fi
[ "$fail" = 0 ]
