#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# tidy: clang-tidy with .clang-tidy, length and complexity of functions. Both depend on a file alone, so that one that
# passed is not looked at again: B/tidy holds a mark for its contents.
#
#   usage: tb/tidy.sh FILE...   environment: B build folder (build). Prints what is wrong; exit 1 if anything is.
set -u
cd "$(dirname "$0")/.." || exit 2
export B=${B:-build} TIDY LLVM
TIDY=$(sh tb/deps.sh tool clang-tidy) LLVM=$(sh tb/deps.sh tool clang)
rules=$(cat .clang-tidy tb/tidy.sh | sha256sum | cut -c 1-16)
mkdir -p "$B/tidy"

one() { # MARK FILE
	local log=$B/tidy/log.$$
	if "$TIDY" --quiet --config-file=.clang-tidy "$2" -- -std=gnu11 -D_GNU_SOURCE -Isw "-I$B/gen" \
		-isystem "/usr/lib/llvm-${LLVM#clang-}/include" >"$log" 2>&1; then
		touch "$B/tidy/$1"
	else
		grep -E 'error:|note:.*threshold' "$log" || cat "$log"
		rm -f "$log"
		return 1
	fi
	rm -f "$log"
}
export -f one

sha256sum -- "$@" | while read -r sum file; do
	[ -e "$B/tidy/$rules-$sum" ] || printf '%s\0%s\0' "$rules-$sum" "$file"
done | xargs -0 -r -P 2 -n 2 bash -c 'one "$@"' _
