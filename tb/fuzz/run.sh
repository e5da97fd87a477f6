#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# run FUZZER SECONDS: replays the kept corpus, then fuzzes for so long. TAP on standard output.
set -u
fuzzer=$1
seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
name=$(basename "$fuzzer")
corpus=$here/corpus/${name#fuzz_}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rc=0

count=$(find "$corpus" -type f | wc -l)
if [ "$count" -gt 0 ] && "$fuzzer" -timeout=20 -rss_limit_mb=4096 "$corpus"/* >"$scratch/log" 2>&1; then
	echo "ok 1 - $name: $count corpus files replayed"
else
	rc=1
	echo "not ok 1 - $name: corpus ($count files)"
	tail -n 30 "$scratch/log" | sed 's/^/# /'
fi
mkdir "$scratch/new"
if "$fuzzer" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=65536 \
	-artifact_prefix="$scratch/" -print_final_stats=1 "$scratch/new" "$corpus" >"$scratch/log" 2>&1; then
	echo "ok 2 - $name: $seconds s, $(sed -n 's/.*number_of_executed_units: *//p' "$scratch/log") runs"
else
	rc=1
	echo "not ok 2 - $name: new crash"
	tail -n 40 "$scratch/log" | sed 's/^/# /'
	for f in "$scratch"/crash-* "$scratch"/timeout-* "$scratch"/oom-*; do
		[ -f "$f" ] && echo "# $(basename "$f"): $(base64 -w0 "$f" | head -c 4000)"
	done
fi
exit $rc
