#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# Another detection policy, made as CONTRIBUTING.md says ("A policy") from a template that differs from scord in one rule:
# it is built, offered, run without a clock and in the modelled GPU, scored, and refused where there is no Verilog of it.
set -u
: "${PF:?}" "${TMP:?}"
PF=$(readlink -f "$PF")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$TMP" || exit 2
. "$root/tb/tap.sh"

mkdir tree && tar -C "$root" --exclude=./build --exclude=./.git -cf - . | tar -C tree -xf - || exit 2

# The recipe
cp "$root/tb/policy/pf_rules_lenient.c" tree/sw/reference/
sed -i '/^PF_POLICY(SCORD,/a PF_POLICY(LENIENT, lenient, "lenient")' tree/sw/reference/policies.def

touched() { # at most so many files of the sources
	diff -rq -x build -x .git "$root" tree >changed
	cat changed
	[ "$(wc -l <changed)" -gt 0 ] && [ "$(wc -l <changed)" -le "$1" ]
}
check "at most 10 files" touched 10
check "builds" make -C tree -j"${JOBS:-2}" build/photofinish
new=$TMP/tree/build/photofinish
[ -x "$new" ] || { echo "1..$n"; exit 1; }

cp "$root"/tb/access/{pairs.cu,every.cuh} . && check "compile" "$new" cc -O1 --arch sm_70 pairs.cu -o pairs || exit 1

# Races by kind, as JSON, in FILE
races() { # FILE OPTION...
	timeout 300 "$new" run --error-exitcode 0 --json "$1" "${@:2}" ./pairs 2 >out 2>err </dev/null || { cat err; return 1; }
}
refused() { # WHY OPTION...
	timeout 60 "$new" run "${@:2}" ./pairs 2 >out 2>err </dev/null
	[ $? = 2 ] && grep -qF -- "$1" err || { cat err; return 1; }
}
clocked="--config ref --set sm.count=2,detector.report_all=on"
check "scord" races scord.json --sms 2 --detector scord
check "lenient" races lenient.json --sms 2 --detector lenient
check "scord, as of the unchanged command" eval '"$PF" run --error-exitcode 0 --json same.json --sms 2 --detector scord ./pairs 2 >out 2>&1 &&
	diff <(jq -S .races same.json) <(jq -S .races scord.json)'
# Whatever is gone is an atomic's own scope; what only lenient has would be another difference.
key='[.races.list[] | {kernel, kind, second: .second.pc, order}] | sort'
check "one rule less" eval 'jq -n --slurpfile s scord.json --slurpfile l lenient.json "
	(\$s[0] | $key) as \$s | (\$l[0] | $key) as \$l |
	if (\$l - \$s) == [] and (\$s - \$l | length > 0) and (\$s - \$l | all(.kind == \"atomic-scope\")) then \"ok\" else error(\"not so\") end"'
check "in the modelled GPU" eval 'races clocked.json $clocked --detector lenient &&
	/usr/bin/python3 "$root/tb/access/same_report.py" lenient.json clocked.json --counts'
check "against the oracle" eval 'races scored.json $clocked --detector lenient --oracle --model scord &&
	jq -e ".races.distinct.missed > 0" scored.json'
check "offered" refused "expected off, scord-paper, scord, lenient, iguard-paper, iguard, exact, shared or on" --detector strict
check "no Verilog" refused "detector lenient: backend model only; its rules are not in the Verilog" --config ref --backend rtl --detector lenient
echo "1..$n"
exit $rc
