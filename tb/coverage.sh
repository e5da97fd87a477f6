#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# coverage: how many lines of sw/oracle and sw/reference the tests reach.
#
#   usage: coverage.sh BUILD test...     BUILD: the build folder made with --coverage; tests: its C tests
#   ALSO: shell commands to run as well, one a line
#
# Prints a table, then every line not reached. Ends with 1 when a test fails or a folder is below 95 %.
set -u
build=$1
shift
least=95
out=$build/coverage
rm -rf "$out"
mkdir -p "$out"
find "$build" -name '*.gcda' -delete
bad=0
for t in "$@"; do
	CMOCKA_MESSAGE_OUTPUT=TAP timeout 1800 "$t" >"$out/$(basename "$t").tap" 2>&1 </dev/null || {
		echo "FAIL  $t (see $out/$(basename "$t").tap)"
		bad=1
	}
done
while read -r command; do
	[ -z "$command" ] || bash -c "$command" >"$out/also.log" 2>&1 </dev/null || {
		echo "FAIL  $command (see $out/also.log)"
		bad=1
	}
done <<<"${ALSO:-}"

: >"$out/missed"
printf '%-34s %7s %7s %8s\n' file lines reached percent
for dir in sw/oracle sw/reference; do
	lines=0 reached=0
	for src in "$dir"/*.c; do
		obj=$build/obj/${src%.c}.o
		gcov -t -o "$(dirname "$obj")" "$obj" 2>/dev/null | grep -F -A 100000 -m 1 "Source:$src" >"$out/gcov" || continue
		read -r all hit < <(awk -F: -v file="$src" -v missed="$out/missed" '
			/0:Source:/ { on = $0 ~ "Source:" file "$" }
			!on || $2 + 0 == 0 { next }
			{ gsub(/ /, "", $1) }
			$1 == "-" { next }
			{ all++ }
			$1 ~ /^[#=]+$/ { text = $0; sub(/^[^:]*:[^:]*:/, "", text); printf "%s:%d:%s\n", file, $2, text >> missed; next }
			{ hit++ }
			END { print all + 0, hit + 0 }' "$out/gcov")
		[ "$all" = 0 ] && continue
		printf '%-34s %7d %7d %7.1f%%\n' "$src" "$all" "$hit" "$(awk "BEGIN{print 100 * $hit / $all}")"
		lines=$((lines + all)) reached=$((reached + hit))
	done
	[ "$lines" = 0 ] && { echo "$dir: no coverage data"; exit 1; }
	printf '%-34s %7d %7d %7.1f%%\n\n' "$dir" "$lines" "$reached" "$(awk "BEGIN{print 100 * $reached / $lines}")"
	[ $((100 * reached)) -ge $((least * lines)) ] || { echo "$dir: below $least %"; bad=1; }
done
echo "not reached:"
cat "$out/missed"
exit $bad
