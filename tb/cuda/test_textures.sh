#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# test_textures: fetches are reads that the checkers see: a race with a store, none when a launch lies between, with and without a
# clock; memory behind a texture that was freed. (What fetches return: device/textures.cu, by test_shim.)
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
finds() { # OPTIONS...: a race at the fetch or the store, exit code 1
	local rc=0
	"$PF" run "$@" ./race >out 2>&1 || rc=$?
	cat out
	[ $rc = 1 ] && grep -q "race.cu:1[56]:.*race" out && grep -q "store_and_fetch" out
}
right() { "$PF" run "$@" ./race apart | tee out && grep -q "^race: 0 wrong" out && [ "${PIPESTATUS[0]}" = 0 ]; }

for flags in "--arch sm_60" "--arch sm_70" "--arch sm_70 -O2"; do
	# shellcheck disable=SC2086
	check "$flags: builds" "$PF" cc $flags "$here/textures/race.cu" -o race
	check "$flags: a race" finds --oracle
	check "$flags: a race in hardware" finds --config ref --backend model --detector scord
	check "$flags: no race, nothing undefined, nothing left" right --oracle --check all --error-exitcode 9
	check "$flags: clock by clock" right --config ref --backend model --detector scord --error-exitcode 9
done
"$PF" cc "$here/device/textures.cu" -o textures >log 2>&1
clean() { "$PF" run --oracle --check memory,sync,init ./textures >out 2>&1; cat out; ! grep -q "race:\|uninitialised" out && grep -q "^textures: .* 0 wrong" out; }
check "all fetches under the checkers" clean
for arch in sm_60 sm_70; do
	check "mipmapped arrays, $arch: builds" "$PF" cc --arch $arch "$here/textures/mipmaps.cu" -o mipmaps
	mipmaps() { "$PF" run --oracle --check memory,sync,init,leak --error-exitcode 9 ./mipmaps | tee out && grep -q "^mipmaps: 0 wrong" out; }
	check "mipmapped arrays, $arch: right" mipmaps
done
cat >freed.cu <<'END'
static texture<float> t;
__global__ void k(float *out) { *out = tex1Dfetch(t, 3); }
int main()
{
	float *p, *out;
	cudaMalloc(&p, 16);
	cudaMalloc(&out, 4);
	cudaBindTexture(NULL, t, p, 16);
	cudaFree(p);
	k<<<1, 1>>>(out);
	return cudaDeviceSynchronize() == cudaSuccess;
}
END
freed() { "$PF" cc freed.cu -o freed && ! "$PF" run ./freed >out 2>&1; cat out; grep -q "freed.cu:2:.*freed" out; }
check "memory that was freed behind a texture" freed
exit 0
