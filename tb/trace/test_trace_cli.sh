#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# photofinish trace: on a trace of a program compiled here, whose operations are known, and on
# damaged ones.
set -u
: "${PF:?}" "${TMP:?}"
cd "$TMP" || exit 2
n=0 rc=0

check() {
	local what=$1
	shift
	n=$((n + 1))
	if "$@" >out 2>&1 </dev/null; then
		echo "ok $n - $what"
	else
		rc=1
		echo "not ok $n - $what"
		head -n 20 out | sed 's/^/# /'
	fi
}

# fails PATTERN WHAT COMMAND...: exit code 2 and one line on standard error
fails() {
	local pattern=$1 what=$2 got
	shift 2
	n=$((n + 1))
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qE -- "$pattern" err; then
		echo "ok $n - $what"
	else
		rc=1
		echo "not ok $n - $what: exit code $got"
		head -n 5 err | sed 's/^/# /'
	fi
}

cat >add.cu <<'CU'
__global__ void add(int *p, float *f)
{
	p[threadIdx.x] += 5;
	if (threadIdx.x < 8)
		f[threadIdx.x] = threadIdx.x * 0.5f;
	__syncthreads();
	atomicAdd(p, 2);
}
__global__ void other(int *p) { p[0] = 1; }
int main(int argc, char **)
{
	int *p;
	float *f;
	cudaMalloc(&p, 64 * sizeof(*p));
	cudaMalloc(&f, 64 * sizeof(*f));
	cudaMemset(p, 0, 64 * sizeof(*p));
	add<<<2, 64>>>(p, f);
	for (int i = 0; i < (argc > 1 ? 3000 : 1); i++)
		other<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	return 0;
}
CU
check "compile" "$PF" cc add.cu -o add
check "run with --trace" "$PF" run --seed 3 --trace t ./add
"$PF" trace t >text 2>err
check "prints without an error" test ! -s err
check "header names seed and command" grep -q '^# photofinish .* seed 3,.*\./add' text
check "launch" grep -qE '^ +1 +- +- - +launch.begin +_Z3addPiPf grid=2x1x1 block=64x1x1' text
check "both blocks begin" test "$(grep -c 'block.begin' text)" = 3
check "load of a whole warp" grep -qE ' ffffffff ld +[bsu]32 +global - +0x[0-9a-f]+\+4\*l [0-9+*l,-]+ .*add.cu:3:' text
check "store of eight lanes" grep -qE ' 000000ff st +f32 +global - +0x[0-9a-f]+\+4\*l 0,0.5,1,1.5,2,2.5,3,3.5 .*add.cu:5:' text
check "barrier" grep -qE ' ffffffff bar.sync .* id=0,count=' text
check "atomics of four warps" test "$(grep -cE '(atom|red).add.relaxed' text)" = 4
check "atomic's values" grep -qE '(atom|red).add.relaxed +[su]32 +global gpu +0x[0-9a-f]+ .*->' text
check "release by the barrier" test "$(grep -c 'bar.release' text)" = 4
check "warps exit" test "$(grep -cE ' exit +sm=' text)" = 5
check "same seed, same trace" sh -c '"$1" run --seed 3 --trace t2 ./add && "$1" trace t2 | tail -n +2 >text2 && tail -n +2 text | cmp - text2' _ "$PF"

check "summary" sh -c '"$1" trace --summary t >s && grep -q "^_Z3addPiPf: 1 launch, 2 blocks, 4 warps" s && grep -qE "^  st +global +[68] " s' _ "$PF"
check "--limit" sh -c 'test "$("$1" trace --limit 3 t | grep -vc "^#")" = 3' _ "$PF"
check "--limit 0" sh -c 'test "$("$1" trace --limit 0 t | grep -vc "^#")" = 0' _ "$PF"
check "--limit in hexadecimal" sh -c 'test "$("$1" trace --limit 0x3 t | grep -vc "^#")" = 3' _ "$PF"
check "--kernel by its name in the source" sh -c '"$1" trace --kernel other t >k && grep -q "launch.begin *_Z5otherPi" k && ! grep -q add.cu:3: k' _ "$PF"
check "--kernel by its name in PTX" sh -c '"$1" trace --kernel _Z5otherPi t >k2 && cmp k k2' _ "$PF"
fails "t: no launch of a kernel 'oth'" "unknown kernel" "$PF" trace --kernel oth t
check "from standard input" sh -c '"$1" trace - <t | cmp - text' _ "$PF"

# JSON, by a parser that is not ours
cat >lines.c <<'C'
#include <jansson.h>
#include <string.h>
int main(void)
{
	char line[1 << 16];
	int n = 0, ops = 0;

	while (fgets(line, sizeof(line), stdin)) {
		json_error_t e;
		json_t *j = json_loads(line, JSON_REJECT_DUPLICATES, &e);
		json_t *r = json_object_get(j, "record"), *a = json_object_get(j, "addr");

		if (!j || (!r && !json_object_get(j, "kernels"))) {
			printf("line %d: %s\n", n + 1, j ? "no record" : e.text);
			return 1;
		}
		if (a && json_array_size(a) !=
			(size_t)__builtin_popcount((unsigned)json_integer_value(json_object_get(j, "mask"))))
			return 1;
		n++, ops += r && !strcmp(json_string_value(r), "op");
		json_decref(j);
	}
	printf("%d %d\n", n, ops);
	return 0;
}
C
gcc lines.c -ljansson -o lines || exit 2
check "--json: every line is an object" sh -c '"$1" trace --json t | ./lines >count' _ "$PF"
check "--json: as many as in text" test "$(cut -d' ' -f1 count)" = $(($(grep -vc '^#' text) + 1))
check "--json --summary" sh -c '"$1" trace --json --summary t | ./lines | grep -qx "1 0"' _ "$PF"

fails 'no trace given' "no file" sh -c '"$1" trace 2>&1 | head -n 1 >&2; exit 2' _ "$PF"
fails "limit: 'x' is not a number" "bad limit" "$PF" trace --limit x t
fails 'missing: No such file or directory' "missing file" "$PF" trace missing
fails 'Is a directory' "folder" "$PF" trace .
fails 'add.cu: byte 0: not a photofinish trace' "another file" "$PF" trace add.cu
: >empty
fails 'empty: byte 0: not a photofinish trace' "empty file" "$PF" trace empty
head -c $(($(stat -c %s t) - 3)) t >cut
fails 'cut: byte [0-9]+: the trace is cut off' "cut off" "$PF" trace cut
cp t flipped && printf 'X' | dd of=flipped bs=1 seek=60 conv=notrunc status=none
fails 'flipped: byte 12: damaged frame' "damaged" "$PF" trace flipped
fails 'standard output: No space left' "full disk" sh -c '"$1" trace t >/dev/full' _ "$PF"
check "a longer one" "$PF" run --trace long ./add more
check "closed pipe is no error" bash -c '"$1" trace long 2>err | head -n 1; test ! -s err' _ "$PF"
check "closed pipe with SIGPIPE ignored" bash -c 'trap "" PIPE; "$1" trace long 2>err | head -n 1; test ! -s err' _ "$PF"
check "unpacked by any zstd" sh -c 'tail -c +13 t | zstd -dcq | grep -qa add.cu'

# What `run --trace` refuses
cp add.cu keep
check "another file is not overwritten" sh -c '! "$1" run --trace keep ./add && cmp keep add.cu' _ "$PF"
check "a full disk is reported" sh -c '! "$1" run --trace /dev/full ./add 2>e; grep -q "No space left" e' _ "$PF"
check "a folder that is not there" sh -c '! "$1" run --trace no/t ./add 2>e; grep -q "No such file" e' _ "$PF"
check "a trace may be overwritten" "$PF" run --trace t2 ./add
exit $rc
