#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_nvtx: the range in which a kernel was launched, in the reports of races, faults and checks and in the JSON.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP" || exit 2
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >log 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 log | sed 's/^/# /'
	fi
}
# Of each racing kernel its number and its range, - for none.
told() {
	awk '/^  by .* of kernel/ { k = $0; sub(/.*racing</, "", k); sub(/>.*/, "", k); r[k] = "-"; last = k; o[++m] = k }
		/^  range / { r[last] = substr($0, 12) } END { for (i = 1; i <= m; i++) print o[i], r[o[i]] }' "$1"
}
wanted() {
	cat <<'END'
0 -
1 inner ?"quoted"
2 outer
3 grüße
4 solver: step
5 grüße
6 outer
7 scoped
8 solver: sweep
9 hello
10 function
11 -
END
}
races() { # OPTIONS...: exit code 1 and each kernel's range
	local rc=0
	"$PF" run "$@" --json run.json ./ranges >out 2>err || rc=$?
	cat out err
	[ $rc = 1 ] && grep -q "^ranges: 0 wrong" out && told err | sort -n >have && wanted | sort -n | diff - have
}
members() {
	python3 - <<'END'
import json
run = json.load(open("run.json", encoding="utf-8"))
launches = [l["range"] for l in run["launches"]]
assert launches[:5] == [None, 'inner \x01"quoted"', "outer", "gr\u00fc\u00dfe", "solver: step"], launches
races = {r["name"]: r["range"] for r in run["races"]["list"]}
assert len(races) == 12, races
for name, text in races.items():
    assert text == launches[[l["name"] for l in run["launches"]].index(name)], (name, text)
END
}
fault() {
	local rc=0
	"$PF" run --json run.json ./ranges fault >out 2>err || rc=$?
	cat out err
	grep -q "illegal .*, in range broken$" err && python3 -c '
import json
assert json.load(open("run.json"))["faults"][0]["range"] == "broken"'
}
checked() {
	printf '#include <nvToolsExt.h>\n__global__ void k(int *p) { __shared__ int s[2]; *p = s[0]; }
int main() { int *p; cudaMalloc(&p, 4); nvtxRangePush("first"); k<<<1, 1>>>(p); nvtxRangePop(); cudaFree(p); }\n' >read.cu
	"$PF" cc read.cu -o read && { "$PF" run --check init --json run.json ./read 2>err || true; } && cat err &&
		grep -q "^  range    first$" err && python3 -c '
import json
assert json.load(open("run.json"))["checks"]["list"][0]["range"] == "first"'
}
plain() {
	local home
	home=$("$PF" --cuda-home)
	gcc -I"$home/include" "$here/nvtx/plain.c" -o plain -L"$home/lib64" -lnvToolsExt -Wl,-rpath,"$home/lib64" && ./plain
}

check "builds" "$PF" cc "$here/nvtx/ranges.cu" -o ranges
check "the oracle's report" races --oracle
check "... and JSON" members
check "a detector's report, clock by clock" races --config tiny --backend model --detector scord
check "a fault" fault
check "a finding of a check" checked
check "a C program, with gcc and -lnvToolsExt" plain
echo "1..$n"
