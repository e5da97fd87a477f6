#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# bench_compile: how long `photofinish cc FILE -o PROGRAM` takes: with an empty cache, again, and after an edit of the file; and
# with no cache. Beside it BASE, another build's photofinish, when it is given, and clang++-19 on the same text as C++.
#
#   PF photofinish   OUT folder for programs   BASE   RUNS each this often (5); the least counts
#
# "wall" is time, for two cores; "cpu" is that of all processes. "of base" and "of c++" are ratios of wall, of the same run.
set -u
: "${PF:?}" "${OUT:?}"
RUNS=${RUNS:-5}
mkdir -p "$OUT/compile"
cd "$OUT/compile" || exit 2
bad=0

cat >hello.cu <<'END'
#include <cstdio>
#ifdef __CUDACC__
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x * 1; }
#endif
int main()
{
	int h[32] = {0};
#ifdef __CUDACC__
	int *d;
	cudaMalloc(&d, sizeof(h));
	k<<<1, 32>>>(d);
	cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
#endif
	printf("%d\n", h[7]);
	return 0;
}
END
{
	printf '#include <algorithm>\n#include <iostream>\n#include <map>\n#include <string>\n#include <vector>\n'
	printf '#ifdef __CUDACC__\n#include <cooperative_groups.h>\n#endif\n'
	cat hello.cu
	printf 'std::map<std::string, std::vector<int>> m;\nint more() { std::cout << m["x"].size(); return m.size(); }\n'
} >groups.cu

# seconds COMMAND...: sets wall and cpu, each the least so far
seconds() {
	local TIMEFORMAT='%R %U %S' t
	{ time "$@" >out 2>err; } 2>time || { bad=1; head -n 3 err; return 1; }
	t=$(awk '{ print $1, $2 + $3 }' time)
	wall=$(printf '%s\n' "$wall" "${t% *}" | awk 'NF && (b == "" || $1 < b) { b = $1 } END { print b }')
	cpu=$(printf '%s\n' "$cpu" "${t#* }" | awk 'NF && (b == "" || $1 < b) { b = $1 } END { print b }')
}
edit() { # FILE N: the kernel multiplies by another number
	sed -i "s/threadIdx.x \* [0-9]*;/threadIdx.x * $2;/" "$1"
	sleep 0.05
}
# measure WHAT FILE N PHOTOFINISH: one run
measure() {
	case $1 in
	first) rm -rf cache ;;
	"after an edit") edit "$2" "$3" ;;
	esac
	if [ "$1" = "no cache" ]; then
		PHOTOFINISH_CACHE=off seconds "$4" cc "$2" -o program
	else
		PHOTOFINISH_CACHE=$PWD/cache seconds "$4" cc "$2" -o program
	fi
}
row() { # FILE WHAT
	local now_wall now_cpu base_wall="" cxx_wall n
	local -a walls=("" "" "") cpus=("" "" "")
	for ((n = 2; n < RUNS + 2; n++)); do
		wall=${walls[0]} cpu=${cpus[0]}
		measure "$2" "$1" "$n" "$PF" || return
		walls[0]=$wall cpus[0]=$cpu
		wall=${walls[1]} cpu=${cpus[1]}
		seconds clang++-19 -x c++ -std=gnu++14 -O1 "$1" -o program || return
		walls[1]=$wall cpus[1]=$cpu
		[ -n "$base" ] || continue
		wall=${walls[2]} cpu=${cpus[2]}
		PHOTOFINISH_CACHE=off seconds "$base" cc "$1" -o program || return
		walls[2]=$wall cpus[2]=$cpu
	done
	now_wall=${walls[0]} now_cpu=${cpus[0]} cxx_wall=${walls[1]} base_wall=${walls[2]}
	awk -v file="$1" -v what="$2" -v w="$now_wall" -v c="$now_cpu" -v b="$base_wall" -v x="$cxx_wall" 'BEGIN {
		printf "%-10s %-14s %7.3f %7.3f %8s %7.2f\n", file, what, w, c, b == "" ? "-" : sprintf("%.2f", w / b), w / x }'
}

printf '%-10s %-14s %7s %7s %8s %7s\n' file compilation "wall s" "cpu s" "of base" "of c++"
for file in hello.cu groups.cu; do
	base=${BASE:-}
	if [ -n "$base" ] && ! PHOTOFINISH_CACHE=off "$base" cc "$file" -o program >out 2>err; then
		echo "# $file: not by BASE: $(grep -m 1 error err)"
		base=
	fi
	for what in "no cache" first again "after an edit"; do
		row "$file" "$what"
	done
done
exit $bad
