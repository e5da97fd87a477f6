/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * idioms: common code that some version of clang, or some level of it, compiles to something else.
 *
 *   flags, hand_over   shared variables on both sides of a barrier: a load must not cross it
 *   signs              sign tests, shifts, masks, bit fields and rotations in 32 and 64 bits
 *   leader, early      a variable that one branch sets, passed to a warp function: the lanes that
 *                      did not set it take the other lane's value, so the branch must stay
 *   inner              an address inside an array of arrays as an initialiser
 */
#include "../device/check.h"

__global__ void flags(int *out)
{
	__shared__ bool first;

	if (threadIdx.x == 0)
		first = out[0] == 0;
	__syncthreads();
	if (first)
		atomicAdd(out + 1, 1);
}

/* One warp produces, the other consumes; the barriers lie in two loops. */
__global__ void hand_over(int *out, int n)
{
	__shared__ int box;
	int sum = 0;

	if (threadIdx.x < 32) {
		for (int i = 1; i <= n; i++) {
			box = i;
			__syncthreads();
			__syncthreads();
		}
		return;
	}
	for (int i = 1; i <= n; i++) {
		__syncthreads();
		sum += box;
		__syncthreads();
	}
	out[threadIdx.x - 32] = sum;
}

struct fields {
	int low : 5;
	unsigned middle : 9;
	long long high : 40;
};

#define N_SIGNS 12

/* The same function on both sides; the host's results are what the device must get. */
__host__ __device__ void sign_idioms(unsigned long long *o, unsigned long long r, unsigned w, int n)
{
	fields f;

	o[0] = (long long)r < 0 ? 7 : 0;
	o[1] = r << 1 ^ ((long long)r < 0 ? 7 : 0);
	o[2] = (int)w < 0 ? 7 : 0;
	o[3] = (unsigned long long)((long long)r >> 63);
	o[4] = w << 1 ^ ((int)w < 0 ? 7u : 0u);
	o[5] = (unsigned long long)((long long)r >> 40) & 0xfff0;
	o[6] = r >> (n & 63) & 0x3c;
	o[7] = r << (n & 63) | r >> (-n & 63);
	o[8] = w << (n & 31) | w >> (-n & 31);
	f.low = (int)w;
	f.middle = w >> 3;
	f.high = (long long)(r >> 7);
	o[9] = (unsigned long long)((long long)f.low * 3 + f.middle);
	o[10] = (unsigned long long)(f.high >> 4);
	o[11] = f.high < 0 ? (unsigned)f.low >> 3 & 0x1f : 1;
}

__global__ void signs(unsigned long long *o, unsigned long long r, unsigned w, int n)
{
	sign_idioms(o, r, w, n);
}

__device__ int next, votes;

__global__ void leader(int *out)
{
	int mine;

	if (threadIdx.x % 32 == 0)
		mine = atomicAdd(&next, 1);
	mine = __shfl_sync(0xffffffff, mine, 0);
	out[threadIdx.x] = mine;
}

__global__ void early(int *out, int n)
{
	unsigned lanes;
	int v;

	if (threadIdx.x >= n)
		return;
	lanes = __activemask();
	if (threadIdx.x == n - 1) {
		v = n * 3;
		atomicAdd(&votes, 1);
	}
	out[threadIdx.x] = __shfl_sync(lanes, v, n - 1);
}

__device__ int table[3][5];
__device__ int *inner = &table[1][2];

__global__ void through()
{
	*inner = 8;
}

static void check_initialiser()
{
	int got[3][5];

	through<<<1, 1>>>();
	sync("through");
	cudaMemcpyFromSymbol(got, table, sizeof(got));
	check(got[1][2] == 8, "address inside an array of arrays", got[1][2]);
}

static void check_shared()
{
	int *out = shared_array<int>(64);

	flags<<<1, 256>>>(out);
	sync("flags");
	check(out[1] == 256, "flag set before a barrier", out[1]);
	hand_over<<<1, 64>>>(out, 10);
	sync("hand_over");
	for (int i = 0; i < 32; i++)
		check(out[i] == 55, "value handed over a barrier in a loop", out[i]);
}

static void check_signs()
{
	static const unsigned long long values[] = {0, 1, 0x8000000000000001, 0x7fffffffffffffff,
						    ~0ull, 0x0123456789abcdef, 0xfedcba9876543210};
	unsigned long long *out = shared_array<unsigned long long>(N_SIGNS), want[N_SIGNS];

	for (unsigned long long v : values)
		for (int n = 0; n < 64; n += 9) {
			unsigned w = (unsigned)(v >> n) ^ (unsigned)v;

			signs<<<1, 1>>>(out, v, w, n);
			sync("signs");
			sign_idioms(want, v, w, n);
			for (int i = 0; i < N_SIGNS; i++)
				check(out[i] == want[i], "sign, shift or mask", i);
		}
}

static void check_warps()
{
	int *out = shared_array<int>(32), got = 0;

	leader<<<1, 32>>>(out);
	leader<<<1, 32>>>(out);
	sync("leader");
	cudaMemcpyFromSymbol(&got, next, sizeof(got));
	check(got == 2, "only the leader adds", got);
	for (int i = 0; i < 32; i++)
		check(out[i] == 1, "all have the leader's value", i);
	early<<<1, 32>>>(out, 7);
	sync("early");
	cudaMemcpyFromSymbol(&got, votes, sizeof(got));
	check(got == 1, "only the last lane votes", got);
	for (int i = 0; i < 32; i++)
		check(out[i] == (i < 7 ? 21 : 1), "lanes that left early", i);
}

int main()
{
	check_shared();
	check_signs();
	check_warps();
	check_initialiser();
	return finish("idioms");
}
