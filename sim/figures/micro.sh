#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# micro: ScoRD's 32 microbenchmarks with one detector -> rows detector,metadata,program,expected,found of micro.csv,
# where found is the number of distinct races reported, at whatever scopes. METADATA: lines is full, kept by lines. BIN holds
# the programs, by their names.
set -u
export LC_ALL=C
[ $# = 4 ] || { echo "usage: micro.sh DETECTOR METADATA BIN FILE   environment: PF, BACKEND" >&2; exit 2; }
: "${PF:?}" "${BACKEND:?}"
log=$4.log
case $2 in
lines) metadata=(--metadata full --set detector.unit=lines) ;;
*) metadata=(--metadata "$2" --set detector.unit=entries) ;;
esac
rm -f "$4.new"
for exe in "$3"/*race_*; do
	name=$(basename "$exe")
	"$PF" run -q --color never --config ref --seed 1 --backend "$BACKEND" --detector "$1" "${metadata[@]}" --error-exitcode 0 \
		--json "$4.json" "$exe" >"$log" 2>&1 </dev/null ||
		{ echo "micro.sh: $name fails (exit status $?) with $1/$2:" >&2; cat "$log" >&2; exit 1; }
	case $name in race_*) expected=1 ;; *) expected=0 ;; esac
	echo "$1,$2,$name,$expected,$(jq '[.races.list[] | [.kind, .space, .order, .second.file, .second.line, .second.column]] | unique | length' "$4.json")" >>"$4.new"
done
rm -f "$4.json" "$log"
mv "$4.new" "$4"
