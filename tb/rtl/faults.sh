#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# faults: plants each fault of faults.tab in a copy of rtl, and asks the proof or the bench that must notice it.
#
#   usage: tb/rtl/faults.sh [N...]     N: lines, from 1; none: all
#   environment: B build folder (build)
set -u
cd "$(dirname "$0")/../.." || exit 2
B=$(realpath "${B:-build}") || exit 2
t=$B/faults
n=0 failed=0
while IFS= read -r line; do
	case $line in '' | '#'*) continue ;; esac
	n=$((n + 1))
	[ $# -eq 0 ] || [[ " $* " == *" $n "* ]] || continue
	rm -rf "$t" && mkdir -p "$t/build" && cp -r rtl "$t/rtl" && ln -s "$PWD/tb" "$t/tb" && ln -s "$PWD/sw" "$t/sw" &&
		ln -s "$B/gen" "$B/lib" "$t/build" || exit 2
	what=$(python3 - "$t" "$line" <<-'EOT'
		import glob, re, sys
		by, name, text, instead, what = (x.replace("\\|", "|").replace("\\n", "\n").strip(" ") for x in re.split(r"(?<!\\)\|", sys.argv[2]))
		path, = glob.glob(f"{sys.argv[1]}/rtl/*/{name}.v")
		source = open(path).read()
		if source.count(text) != 1:
		    sys.exit(f"faults.sh: {source.count(text)} times in {name}: {text}")
		open(path, "w").write(source.replace(text, instead))
		print(f"{by}|{name}: {what}")
	EOT
	) || exit 2
	by=${what%%|*} what=${what#*|}
	case $by in
	bench*)
		# shellcheck disable=SC2086
		out=$(B=$t/build PF_LIB=$B/lib/libphotofinish.a bash "$t/tb/rtl/run.sh" pf_slice_unit --geometry tiny --seed 1-4 --count 1200 ${by#bench} 2>&1)
		rc=$?
		grep -qE '^(ASSERT|FAIL) ' <<<"$out" || [ $rc = 0 ] || { sed 's/^/# /' <<<"$out"; rc=0; }
		;;
	*)
		out=$(B=$t/build bash "$t/tb/formal/prove.sh" "$by" 2>&1)
		rc=$?
		grep -qE 'Assert failed|^ok' <<<"$out" || { sed 's/^/# /' <<<"$out"; rc=0; }
		;;
	esac
	if [ $rc = 0 ]; then
		failed=$((failed + 1))
		echo "not ok $n - $by does not notice $what"
	else
		echo "ok $n - $by: $what"
	fi
done <tb/rtl/faults.tab
rm -rf "$t"
echo "1..$n"
[ $failed = 0 ]
