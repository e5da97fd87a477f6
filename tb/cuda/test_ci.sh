#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_ci: docs/ci.md as it says: a project with a Makefile for nvcc, its steps Build and Test from docs/ci/photofinish.yml, its
# environment, a SARIF file of each test, a failing exit code for the test that races.
#
#   PF   photofinish          TMP   scratch folder
set -u
: "${PF:?}" "${TMP:?}"
root=$(cd "$(dirname "$0")/../.." && pwd)
yml=$root/docs/ci/photofinish.yml
n=0

check() { # WHAT COMMAND...: one TAP line
	n=$((n + 1))
	if "${@:2}" >"$TMP/log" 2>&1; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		tail -n 20 "$TMP/log" | sed 's/^/# /'
	fi
}
step() { # NAME: its command
	awk -v name="$1" '$0 ~ "- name: " name "$" { on = 1; next } on && /run: / { sub(/.*run: /, ""); print; exit }' "$yml"
}
variable() { sed -n "s/^ *$1: *\"\{0,1\}\([^\"#]*\)\"\{0,1\}.*/\1/p" "$yml" | sed 's/ *$//'; }

mkdir -p "$TMP/project" "$TMP/races" && cd "$TMP/project" || exit 1
cat >right.cu <<'END'
__device__ int sum;
__global__ void add() { atomicAdd(&sum, 1); }
int main() { add<<<4, 32>>>(); return cudaDeviceSynchronize(); }
END
sed 's/atomicAdd(&sum, 1)/sum = sum + 1/' right.cu >wrong.cu
cat >Makefile <<'END'
CUDA_PATH ?= /usr/local/cuda
all: right wrong
%: %.cu
	$(CUDA_PATH)/bin/nvcc -gencode arch=compute_70,code=sm_70 -o $@ $<
test: all
	./right
	! ./wrong
	./wrong
END
PATH=$(dirname "$(realpath "$PF")"):$PATH
export PATH PHOTOFINISH_ORACLE PHOTOFINISH_CHECK PHOTOFINISH_SARIF
PHOTOFINISH_ORACLE=$(variable PHOTOFINISH_ORACLE)
PHOTOFINISH_CHECK=$(variable PHOTOFINISH_CHECK)
PHOTOFINISH_SARIF=$(variable PHOTOFINISH_SARIF | sed "s,/tmp/races,$TMP/races,")
check "the environment is read" test "$PHOTOFINISH_ORACLE,$PHOTOFINISH_CHECK,${PHOTOFINISH_SARIF##*/}" = 1,memory,sync,%b-%p.sarif
check "Build" bash -ec "$(step Build)"
fails() { ! bash -ec "$(step Test)" && grep -q "race: " "$TMP/log" && grep -q "wrong.cu:2" "$TMP/log"; }
check "Test fails, and says where" fails
files() {
	[ "$(ls "$TMP"/races/right-*.sarif | wc -l)" = 1 ] && [ "$(ls "$TMP"/races/wrong-*.sarif | wc -l)" = 2 ] &&
		! grep -q '"ruleId"' "$TMP"/races/right-*.sarif && grep -l '"ruleId"' "$TMP"/races/wrong-*.sarif
}
check "a SARIF file of each run" files
sed -i '/\.\/wrong$/d' Makefile
check "Test without the test that races" bash -ec "$(step Test)"
check "the file is YAML" python3 -c 'import sys, yaml; d = yaml.safe_load(open(sys.argv[1])); assert len(d["jobs"]["races"]["steps"]) == 6' "$yml"
echo "1..$n"
