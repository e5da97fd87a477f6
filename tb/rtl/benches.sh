#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# benches: the lines of benches.tab whose module lies in rtl/FOLDER, as TAP. A line runs on each of its
# tools with the same seeds, and all tools must print the same verdict, number of checks included.
#
#   usage: tb/rtl/benches.sh FOLDER [TABLE]
#   environment: WHEN=test   only tools with a + before them
#                WHEN=check  only the others; where the first has one, it runs, too, for its verdict
#                LIST=1      the runs, without running them
set -u
cd "$(dirname "$0")/../.." || exit 2
folder=${1:?usage: benches.sh FOLDER [TABLE]} table=${2:-tb/rtl/benches.tab}
WHEN=${WHEN:-} LIST=${LIST:-}
[ -d "rtl/$folder" ] || { echo "benches.sh: no folder rtl/$folder" >&2; exit 2; }
n=0 rc=0
while read -r tools module options; do
	case $tools in '' | '#'*) continue ;; esac
	[ -e "rtl/$folder/$module.v" ] || continue
	first='' said=''
	case $WHEN,$tools in
	test,*+* | ,*) ;;
	test,*) continue ;;
	# no tool without a mark
	check,*) [[ ,$tools =~ ,[^+] ]] || continue ;;
	esac
	for tool in ${tools//,/ }; do
		case $WHEN,$tool in
		test,[!+]*) continue ;;
		check,+*)
			[ -z "$LIST" ] || continue
			# shellcheck disable=SC2086
			[ -n "$first" ] || { first=${tool#+} said=$(tb/rtl/run.sh "$module" --tool "$first" $options 2>&1); }
			continue ;;
		esac
		tool=${tool#+}
		n=$((n + 1))
		[ -z "$LIST" ] || { echo "$module $tool $options"; continue; }
		# shellcheck disable=SC2086
		if out=$(tb/rtl/run.sh "$module" --tool "$tool" $options 2>&1); then
			[ -n "$first" ] || first=$tool said=$out
			if [ "$out" = "$said" ]; then
				echo "ok $n - $module $tool $options"
				continue
			fi
			echo "not ok $n - $module $tool $options: not what $first says"
			diff <(echo "$said") <(echo "$out") | sed 's/^/# /' | head -n 10
		else
			echo "not ok $n - $module $tool $options"
			echo "$out" | tail -n 10 | sed 's/^/# /'
		fi
		rc=1
	done
done <"$table"
[ -n "$LIST" ] || echo "1..$n"
[ $n -gt 0 ] || { echo "benches.sh: $table has nothing for rtl/$folder" >&2; rc=1; }
exit $rc
