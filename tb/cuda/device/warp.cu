/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * warp: shuffles of every type and width, votes, matches, reductions, block barriers with a
 * result.
 */
#include "check.h"

#define FULL 0xffffffffU

template <class T> __device__ __host__ T value(int lane)
{
	return (T)(lane * 3 + 1) * (sizeof(T) == 8 ? (T)(1LL << 33) : (T)1);
}

template <class T> __global__ void shuffles(T *out, int width)
{
	int lane = threadIdx.x;
	T v = value<T>(lane);

	out[lane] = __shfl_sync(FULL, v, lane + 5, width);
	out[32 + lane] = __shfl_up_sync(FULL, v, 3, width);
	out[64 + lane] = __shfl_down_sync(FULL, v, 3, width);
	out[96 + lane] = __shfl_xor_sync(FULL, v, 5, width);
}

template <class T> static void test_shuffles(const char *what)
{
	T *out = shared_array<T>(128);

	for (int width = 1; width <= 32; width *= 2) {
		shuffles<T><<<1, 32>>>(out, width);
		sync(what);
		for (int lane = 0; lane < 32; lane++) {
			int base = lane & ~(width - 1), in = lane - base;
			int up = in >= 3 ? lane - 3 : lane;
			int down = in + 3 < width ? lane + 3 : lane;
			int cross = (lane ^ 5) < base + width ? lane ^ 5 : lane;

			check(out[lane] == value<T>(base + (lane + 5) % width), what, lane);
			check(out[32 + lane] == value<T>(up), what, 32 + lane);
			check(out[64 + lane] == value<T>(down), what, 64 + lane);
			check(out[96 + lane] == value<T>(cross), what, 96 + lane);
		}
	}
}

__global__ void votes(unsigned int *out)
{
	int lane = threadIdx.x;
	unsigned int *o = out + lane * 8;

	o[0] = __all_sync(FULL, lane < 32);
	o[1] = __all_sync(FULL, lane < 31);
	o[2] = __any_sync(FULL, lane == 7);
	o[3] = __any_sync(FULL, lane > 31);
	o[4] = __ballot_sync(FULL, lane % 3 == 0);
	o[5] = __uni_sync(FULL, lane < 16);
	o[6] = __activemask();
	o[7] = 0;
	if (lane % 2) {
		__syncwarp(0xaaaaaaaaU);
		o[7] = __ballot_sync(0xaaaaaaaaU, lane > 15);
	}
	__syncwarp();
}

static void test_votes()
{
	unsigned int *out = shared_array<unsigned int>(256), thirds = 0;

	for (int i = 0; i < 32; i += 3)
		thirds |= 1U << i;
	votes<<<1, 32>>>(out);
	sync("votes");
	for (int lane = 0; lane < 32; lane++) {
		const unsigned int *o = out + lane * 8;
		const unsigned int want[8] = {1, 0, 1, 0, thirds, 0, FULL,
					      lane % 2 ? 0xaaaa0000U : 0};

		for (int k = 0; k < 8; k++)
			check(o[k] == want[k], "votes", lane * 8 + k);
	}
}

__global__ void reductions(unsigned int *out)
{
	unsigned int lane = threadIdx.x;
	int v = (int)lane - 10;
	unsigned int *o = out + lane * 9;

	o[0] = __reduce_add_sync(FULL, lane);
	o[1] = (unsigned int)__reduce_add_sync(FULL, v);
	o[2] = __reduce_min_sync(FULL, lane + 3);
	o[3] = (unsigned int)__reduce_min_sync(FULL, v);
	o[4] = __reduce_max_sync(FULL, lane + 3);
	o[5] = (unsigned int)__reduce_max_sync(FULL, v);
	o[6] = __reduce_and_sync(FULL, lane | 0x100);
	o[7] = __reduce_or_sync(FULL, lane);
	o[8] = __reduce_xor_sync(FULL, 1U << (lane / 2) | (lane == 3) << 20);
}

static void test_reductions()
{
	unsigned int *out = shared_array<unsigned int>(32 * 9);
	const unsigned int want[9] = {496, 176, 3, (unsigned int)-10, 34, 21, 0x100, 31, 1U << 20};

	reductions<<<1, 32>>>(out);
	sync("reductions");
	for (int i = 0; i < 32 * 9; i++)
		check(out[i] == want[i % 9], "reductions", i);
}

__global__ void barriers(int *out)
{
	int t = threadIdx.x;
	int *o = out + t * 5;

	o[0] = __syncthreads_count(t % 3 == 0);
	o[1] = __syncthreads_and(t < 70);
	o[2] = __syncthreads_and(t < 69);
	o[3] = __syncthreads_or(t == 69);
	o[4] = __syncthreads_or(t > 69);
	__syncthreads();
}

static void test_barriers()
{
	int *out = shared_array<int>(70 * 5);

	barriers<<<1, 70>>>(out);
	sync("barriers");
	for (int t = 0; t < 70; t++) {
		const int *o = out + t * 5;

		check(o[0] == 24 && o[1] && !o[2] && o[3] && !o[4], "barriers", t);
	}
}

#ifdef TEST_SM_70
template <class T> __global__ void matches(unsigned int *out)
{
	int lane = threadIdx.x, all, some;

	out[lane] = __match_any_sync(FULL, (T)(lane % 4));
	out[32 + lane] = __match_all_sync(FULL, (T)7, &all);
	out[64 + lane] = __match_all_sync(FULL, (T)(lane / 31), &some);
	out[96 + lane] = all * 2 + some;
}

template <class T> static void test_matches(const char *what)
{
	unsigned int *out = shared_array<unsigned int>(128);

	matches<T><<<1, 32>>>(out);
	sync(what);
	for (int lane = 0; lane < 32; lane++) {
		check(out[lane] == 0x11111111U << lane % 4, what, lane);
		check(out[32 + lane] == FULL && out[64 + lane] == 0, what, 32 + lane);
		check(out[96 + lane] == 2, what, 96 + lane);
	}
}
#else
/* Below sm_70 the forms without a mask exist. */
__global__ void old_forms(int *out)
{
	int lane = threadIdx.x;

	out[lane] = __shfl(lane, 7) + __shfl_up(lane, 1) + __shfl_down(lane, 1) +
		    __shfl_xor(lane, 1) + __all(lane < 32) + __any(lane == 3) +
		    (__ballot(lane < 4) == 15);
	out[32 + lane] = __shfl(2.5, lane ^ 1) == 2.5 && __shfl(1LL << 40, 3) == 1LL << 40 &&
			 __shfl(1.5f, 3) == 1.5f && __shfl(5U, 3) == 5U;
}

static void test_old_forms()
{
	int *out = shared_array<int>(64);

	old_forms<<<1, 32>>>(out);
	sync("old forms");
	for (int lane = 0; lane < 32; lane++) {
		int up = lane ? lane - 1 : 0, down = lane < 31 ? lane + 1 : 31;

		check(out[lane] == 7 + up + down + (lane ^ 1) + 3, "old forms", lane);
		check(out[32 + lane] == 1, "old forms, types", lane);
	}
}
#endif

int main()
{
	test_shuffles<int>("shuffle int");
	test_shuffles<unsigned int>("shuffle unsigned");
	test_shuffles<long>("shuffle long");
	test_shuffles<unsigned long>("shuffle unsigned long");
	test_shuffles<long long>("shuffle long long");
	test_shuffles<unsigned long long>("shuffle unsigned long long");
	test_shuffles<float>("shuffle float");
	test_shuffles<double>("shuffle double");
	test_votes();
	test_reductions();
	test_barriers();
#ifdef TEST_SM_70
	test_matches<int>("match int");
	test_matches<unsigned int>("match unsigned");
	test_matches<long>("match long");
	test_matches<unsigned long>("match unsigned long");
	test_matches<long long>("match long long");
	test_matches<unsigned long long>("match unsigned long long");
	test_matches<float>("match float");
	test_matches<double>("match double");
#else
	test_old_forms();
#endif
	return finish("warp");
}
