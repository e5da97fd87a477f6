/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * library: cuda::barrier and cuda::pipeline, right as they stand; with a name defined one step is
 * missing, which is a race.
 *
 *   NO_WAIT      nobody waits at the barrier
 *   NO_RELEASE   a stage is filled again while it is read
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

enum { N = 64, ROUNDS = 7, STAGES = 3 };

/* Copies that a barrier waits for: of each thread 4 bytes, then of the whole block. */
__global__ void one(const int *in, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	alignas(16) __shared__ int s[2][N];
	auto block = cg::this_thread_block();
	const int i = threadIdx.x;

	if (!i)
		init(&bar, N);
	block.sync();
	cuda::memcpy_async(&s[0][i], &in[i], sizeof(int), bar);
	cuda::memcpy_async(block, s[1], in + N, cuda::aligned_size_t<16>(N * sizeof(int)), bar);
#ifdef NO_WAIT
	bar.arrive();
#else
	bar.arrive_and_wait();
#endif
	out[i] = s[0][N - 1 - i] + s[1][N - 1 - i];
}

/* A thread's pipeline: two stages under way. */
__global__ void stages(const int *in, int *out)
{
	__shared__ int s[STAGES][N];
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
	const int i = threadIdx.x;

	for (int r = 0, next = 0; r < ROUNDS; r++) {
		for (; next < ROUNDS && next < r + STAGES - 1; next++) {
			pipe.producer_acquire();
			cuda::memcpy_async(&s[next % STAGES][i], &in[next * N + i],
					   cuda::aligned_size_t<4>(4), pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		__syncthreads();
		out[r * N + i] = s[r % STAGES][N - 1 - i];
		pipe.consumer_release();
		__syncthreads();
	}
}

/* A block's: the second half of the threads fills stages, the first half reads them. */
__global__ void roles(const int *in, int *out)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	__shared__ int s[STAGES][N];
	const int i = threadIdx.x % N;
	const bool reads = threadIdx.x < N;
	auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state,
					reads ? cuda::pipeline_role::consumer
					      : cuda::pipeline_role::producer);

	for (int r = 0; r < ROUNDS; r++) {
		if (reads) {
			pipe.consumer_wait();
			out[r * N + i] = s[r % STAGES][N - 1 - i];
			pipe.consumer_release();
		} else {
#ifndef NO_RELEASE
			pipe.producer_acquire();
#endif
			cuda::memcpy_async(&s[r % STAGES][i], &in[r * N + i], sizeof(int), pipe);
			pipe.producer_commit();
		}
	}
}

static int reversed(const int *out)
{
	int wrong = 0;

	for (int i = 0; i < N * ROUNDS; i++)
		wrong += out[i] != i / N * N + N - 1 - i % N;
	return wrong;
}

int main()
{
	int *in, *out, wrong = 0;

	cudaMallocManaged(&in, sizeof(int) * N * ROUNDS);
	cudaMallocManaged(&out, sizeof(int) * N * ROUNDS);
	for (int i = 0; i < N * ROUNDS; i++)
		in[i] = i;
	one<<<1, N>>>(in, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++)
		wrong += out[i] != N - 1 - i + 2 * N - 1 - i;
	stages<<<1, N>>>(in, out);
	cudaDeviceSynchronize();
	wrong += reversed(out);
	cudaMemset(out, 0, sizeof(int) * N * ROUNDS);
#ifdef NO_RELEASE
	roles<<<1, 2 * N>>>(in, out);
	cudaDeviceSynchronize();
#else
	roles<<<1, 2 * N>>>(in, out);
	cudaDeviceSynchronize();
	wrong += reversed(out);
#endif
	printf("library: %d wrong\n", wrong);
	return wrong != 0;
}
