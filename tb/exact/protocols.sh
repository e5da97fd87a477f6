#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# protocols: the lines of protocols.tab as TAP, each a search through all runs.
#
#   environment: B build folder (build), WHEN=test|check: only those; CSV=file: results, too, if all is as expected
set -u
cd "$(dirname "$0")/../.." || exit 2
B=${B:-build}
tool=$B/tb/exact/protocols
[ -x "$tool" ] || { echo "protocols.sh: no $tool: make $tool" >&2; exit 2; }
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
n=0 rc=0
echo "records,sms,words,kinds,fault,verdict,states,steps,word,run" >"$rows"
while read -r when records sms words kinds fault expect states; do
	case $when,${WHEN:-} in '',* | '#'* | +,check | -,test) continue ;; esac
	options=(--csv --records "$records" --sms "$sms" --words "$words" --fault "$fault")
	[[ $kinds != *s* ]] || options+=(--strong)
	[[ $kinds != *n* ]] || options+=(--narrow)
	row=$("$tool" "${options[@]}" ${states:+--states "$states"} | tee -a "$rows")
	verdict=$(cut -d, -f6 <<<"$row")
	case $expect,$verdict in
	'exact,exact' | 'so-far,exact so far' | 'wrong,missed' | 'wrong,false alarm') ok=ok ;;
	*) ok='not ok' rc=1 ;;
	esac
	echo "$ok $((n += 1)) - $records, warps on SMs $sms, words $words, kinds $kinds, fault $fault: $(cut -d, -f6-8 <<<"$row")"
	[ "$ok" = ok ] || echo "# $row"
done <tb/exact/protocols.tab
echo "1..$n"
[ $rc != 0 ] || [ -z "${CSV:-}" ] || cp "$rows" "$CSV"
exit $rc
