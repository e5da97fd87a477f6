/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * copy: asynchronous copies, right as they stand; with a name defined one step is missing, which is
 * a race.
 *
 *   OWN_COPY        a thread reads its own copy before it waits
 *   NO_WAIT         nobody waits
 *   NO_BARRIER      a thread reads another's copy, which only that one has waited for
 *   SOURCE_CHANGES  the source is written while it is copied
 *   GROUP_TOO_FEW   the wait leaves the group that is read under way
 *   NOT_READ_YET    a copy overwrites what another thread may still be reading
 */
#include <cstdio>
#include <cuda_pipeline.h>

enum { N = 64, BLOCKS = 3 };

__device__ void wait_all()
{
#ifndef NO_WAIT
	__pipeline_wait_prior(0);
#endif
}

__device__ void meet()
{
#ifndef NO_BARRIER
	__syncthreads();
#endif
}

__global__ void one(int *in, int *out)
{
	__shared__ int s[N];
	const int i = threadIdx.x;

	in += blockIdx.x * N;
	out += blockIdx.x * N;
	__pipeline_memcpy_async(&s[i], &in[i], sizeof(int));
	__pipeline_commit();
#ifdef SOURCE_CHANGES
	in[i] = in[i] + 0;
#endif
#ifdef OWN_COPY
	out[i] = s[i];
#endif
	wait_all();
	meet();
	out[i] = s[N - 1 - i];
}

/* Two groups in turn. */
__global__ void stages(int4 *in, int4 *out, int rounds)
{
	__shared__ int4 s[2][N];
	const int i = threadIdx.x;

	__pipeline_memcpy_async(&s[0][i], &in[i], 16);
	__pipeline_commit();
	for (int r = 0; r < rounds; r++) {
		if (r + 1 < rounds)
			__pipeline_memcpy_async(&s[(r + 1) % 2][i], &in[(r + 1) * N + i], 16);
		__pipeline_commit();
#ifdef GROUP_TOO_FEW
		__pipeline_wait_prior(2);
#else
		__pipeline_wait_prior(1);
#endif
		__syncthreads();
		out[r * N + i] = s[r % 2][N - 1 - i];
#ifndef NOT_READ_YET
		__syncthreads();
#endif
	}
}

/* Fewer bytes than are written: the rest is 0. */
__global__ void parts(const unsigned char *in, unsigned char *out)
{
	__shared__ __attribute__((aligned(16))) unsigned char s[32][16];
	const int i = threadIdx.x;

	for (int k = 0; k < 16; k++)
		s[i][k] = 0xee;
	__syncthreads();
	if (i < 17)
		__pipeline_memcpy_async(s[i], in + 16 * i, 16, i);
	else if (i < 26)
		__pipeline_memcpy_async(s[i], in + 16 * i, 8, i - 17);
	else if (i < 31)
		__pipeline_memcpy_async(s[i], in + 16 * i, 4, i - 26);
	else
		asm volatile("{ .reg .pred p; setp.eq.s32 p, %2, 31; cp.async.ca.shared::cta.global.L2::128B"
			     " [%0], [%1], 4, p; }" ::"r"((unsigned)__cvta_generic_to_shared(s[i])),
			     "l"(in + 16 * i), "r"(i)
			     : "memory");
	asm volatile("cp.async.wait_all;" ::: "memory");
	for (int k = 0; k < 16; k++)
		out[16 * i + k] = s[i][k];
}

static int wrong_parts(const unsigned char *in, const unsigned char *out)
{
	int wrong = 0;

	for (int i = 0; i < 32; i++) {
		const int size = i < 17 ? 16 : i < 26 ? 8 : 4;
		const int n = i < 17 ? 16 - i : i < 26 ? 25 - i : i < 31 ? 30 - i : 0;

		for (int k = 0; k < 16; k++)
			wrong += out[16 * i + k] != (k < n ? in[16 * i + k] : k < size ? 0 : 0xee);
	}
	return wrong;
}

int main()
{
	const int rounds = 5;
	int *in, *out, wrong = 0;

	cudaMallocManaged(&in, sizeof(int) * 4 * N * rounds);
	cudaMallocManaged(&out, sizeof(int) * 4 * N * rounds);
	for (int i = 0; i < 4 * N * rounds; i++)
		in[i] = i;
	one<<<BLOCKS, N>>>(in, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < BLOCKS * N; i++)
		wrong += out[i] != i / N * N + N - 1 - i % N;
	stages<<<1, N>>>((int4 *)in, (int4 *)out, rounds);
	cudaDeviceSynchronize();
	for (int i = 0; i < 4 * N * rounds; i++)
		wrong += out[i] != i / (4 * N) * 4 * N + (N - 1 - i / 4 % N) * 4 + i % 4;
	for (int i = 0; i < 512; i++)
		((unsigned char *)in)[i] = (unsigned char)(i * 7 + 1);
	parts<<<1, 32>>>((unsigned char *)in, (unsigned char *)out);
	cudaDeviceSynchronize();
	wrong += wrong_parts((unsigned char *)in, (unsigned char *)out);
	printf("copy: %d wrong\n", wrong);
	return wrong != 0;
}
