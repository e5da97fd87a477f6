#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# aliases: why cached16 loses r110's race 1. One run's trace, and from it, for every word that one block writes and
# another reads, who took its metadata entry in between (tb/scor/aliases.c). Of many words the first ones.
set -u
export LC_ALL=C
[ $# -ge 4 ] || { echo "usage: aliases.sh ALIASES EXE FILE OPTION...   ALIASES: the program tb/scor/aliases" >&2; exit 2; }
: "${PF:?}" "${OUT:?}" "${SIZE:?}"
aliases=$1 exe=$2 file=$3
shift 3
cd "$OUT" || exit 2
most=400
trace=$SIZE/r110/aliases.trace
mkdir -p "$SIZE/r110"
"$PF" run -q --error-exitcode 0 "$@" --seed 1 --trace "$trace" "$exe" "$SIZE" >"$SIZE/r110/aliases.log" 2>&1 </dev/null ||
	{ cat "$SIZE/r110/aliases.log" >&2; exit 1; }
"$aliases" "$trace" ref >"$file.all" || exit 1
# Words one a line; then a line for each pair of source lines.
awk -v most=$most '
	/^launch/ && ++n > most { next }
	/^line/ && n > most && !said++ { print "... " n - most " words more" }
	{ print }' "$file.all" >"$file.new" && mv "$file.new" "$file"
rm -f "$file.all" "$trace"
