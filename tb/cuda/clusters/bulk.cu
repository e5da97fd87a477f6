/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * bulk: copies in bulk, right as they stand; with a name defined one step is missing, which is a race, or an address or
 * size is wrong, which is a fault.
 *
 *   NO_WAIT        a stage is read without waiting for its copy
 *   WRONG_STAGE    another stage's barrier is waited for
 *   NO_PROXY       shared memory is written, and copied without a fence between the proxies
 *   NO_READ_WAIT   shared memory is written again before the copy has read it
 *   READ_WAIT_ONLY the copy has read, but nobody waits until it has written
 *   NO_REMOTE_WAIT what another block stored here is read without waiting
 *   MISALIGNED, ODD_SIZE
 */
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;
typedef unsigned long long u64;

enum { STAGE = 64, STAGES = 2, ROUNDS = 6, THREADS = 32, N = 64 };

__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(u64 *b, unsigned n)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(n) : "memory");
}
__device__ void expect_tx(u64 *b, unsigned bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)), "r"(bytes)
		     : "memory");
}
__device__ void wait(u64 *b, unsigned parity)
{
	unsigned done;

	do
		asm volatile("{ .reg .pred p;\n"
			     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2, 1000;\n"
			     "selp.u32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(shared(b)), "r"(parity)
			     : "memory");
	while (!done);
}
__device__ void load(void *to, const void *from, unsigned bytes, u64 *b)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
			     shared(to)),
		     "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(b))
		     : "memory");
}
__device__ void store(void *to, const void *from, unsigned bytes)
{
	asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(__cvta_generic_to_global(to)),
		     "r"(shared(from)), "r"(bytes)
		     : "memory");
}
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void wait_all() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ void wait_read() { asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); }
__device__ void proxy_fence()
{
#ifndef NO_PROXY
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/* Two stages: while one is worked on, the other comes. */
__global__ void pipeline(const int *in, int *out)
{
	__shared__ alignas(16) int s[STAGES][STAGE];
	__shared__ u64 full[STAGES];

	if (!threadIdx.x) {
		for (int i = 0; i < STAGES; i++)
			init(&full[i], 1);
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		for (int i = 0; i < STAGES; i++) {
			expect_tx(&full[i], sizeof(s[i]));
			load(s[i], in + i * STAGE, sizeof(s[i]), &full[i]);
		}
	}
	__syncthreads();
	for (int r = 0; r < ROUNDS; r++) {
		const int stage = r % STAGES;

#if defined(WRONG_STAGE)
		wait(&full[r ? stage : 1], r / STAGES % 2);
#elif !defined(NO_WAIT)
		wait(&full[stage], r / STAGES % 2);
#endif
		for (int i = threadIdx.x; i < STAGE; i += THREADS)
			out[r * STAGE + i] = s[stage][i] + 1;
		__syncthreads();
		if (!threadIdx.x && r + STAGES < ROUNDS) {
			expect_tx(&full[stage], sizeof(s[stage]));
			load(s[stage], in + (r + STAGES) * STAGE, sizeof(s[stage]), &full[stage]);
		}
	}
}

/* Shared to global memory, twice, and read by the thread that began it. */
__global__ void out_again(int *out, int *check)
{
	__shared__ alignas(16) int s[N];

	for (int i = threadIdx.x; i < N; i += THREADS)
		s[i] = i;
	proxy_fence();
	__syncthreads();
	if (!threadIdx.x) {
		store(out, s, sizeof(s));
		commit();
#ifndef NO_READ_WAIT
		wait_read();
#endif
	}
	__syncthreads();
	for (int i = threadIdx.x; i < N; i += THREADS)
		s[i] = 100 + i;
	proxy_fence();
	__syncthreads();
	if (!threadIdx.x) {
		store(out + N, s, sizeof(s));
		commit();
#ifdef READ_WAIT_ONLY
		wait_read();
#else
		wait_all();
#endif
		*check = out[N - 1] + out[2 * N - 1];
	}
}

/* Every block adds what it has. */
#define REDUCE(OP, TYPE, to, from, bytes) \
	asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." OP "." TYPE " [%0], [%1], %2;" ::"l"( \
			     __cvta_generic_to_global(to)), \
		     "r"(shared(from)), "r"(bytes) \
		     : "memory")
__global__ void reduce(unsigned *sum, unsigned *least, unsigned *bits, u64 *wide, float *f, unsigned *inc)
{
	__shared__ alignas(16) unsigned s[16];
	__shared__ alignas(16) u64 w[8];
	__shared__ alignas(16) float v[16];

	if (threadIdx.x < 16) {
		s[threadIdx.x] = (blockIdx.x + 1) * (threadIdx.x + 1);
		v[threadIdx.x] = .5F;
		if (threadIdx.x < 8)
			w[threadIdx.x] = 1ULL << 40;
	}
	proxy_fence();
	__syncthreads();
	if (threadIdx.x)
		return;
	REDUCE("add", "u32", sum, s, sizeof(s));
	REDUCE("min", "u32", least, s, sizeof(s));
	REDUCE("or", "b32", bits, s, sizeof(s));
	REDUCE("add", "u64", wide, w, sizeof(w));
	REDUCE("add", "f32", f, v, sizeof(v));
	REDUCE("inc", "u32", inc, s, sizeof(s));
	commit();
	wait_all();
}

/* A block's memory to the next one's: a copy, stores and sums; and one copy for all. */
__global__ void __cluster_dims__(4, 1, 1) across(const int *in, int *out)
{
	__shared__ alignas(16) int mine[N], got[N], all[N];
	__shared__ int stored[4], summed;
	__shared__ u64 bar;
	cg::cluster_group cluster = cg::this_cluster();
	const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
	const int i = threadIdx.x;

	mine[i] = 1000 * blockIdx.x + i;
	if (!i) {
		summed = 0;
		init(&bar, 1);
		expect_tx(&bar, sizeof(got) + sizeof(all) + sizeof(stored) + N * sizeof(summed));
	}
	proxy_fence();
	cluster.sync();
	unsigned bar_there, got_there, stored_there, summed_there;
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(bar_there) : "r"(shared(&bar)), "r"(next));
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(got_there) : "r"(shared(got)), "r"(next));
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(stored_there) : "r"(shared(stored)), "r"(next));
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(summed_there) : "r"(shared(&summed)), "r"(next));
	if (!i) {
		asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
				     "r"(got_there),
			     "r"(shared(mine)), "r"((unsigned)sizeof(mine)), "r"(bar_there)
			     : "memory");
		asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::
				     "r"(stored_there),
			     "r"(1), "r"(2), "r"(3), "r"((int)blockIdx.x), "r"(bar_there)
			     : "memory");
		if (!cluster.block_rank())
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
				     "[%0], [%1], %2, [%3], %4;" ::"r"(shared(all)),
				     "l"(__cvta_generic_to_global(in)), "r"((unsigned)sizeof(all)), "r"(shared(&bar)), "h"((short)15)
				     : "memory");
		asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(in)), "r"(64u));
	}
	asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(
			     summed_there),
		     "r"(i), "r"(bar_there)
		     : "memory");
#ifndef NO_REMOTE_WAIT
	wait(&bar, 0);
#endif
	out[blockIdx.x * N + i] = got[i] + all[i] + stored[3] + summed;
	cluster.sync();
}

/* Every block arrives at the first one's barrier, which then reads what they have written there. */
__global__ void __cluster_dims__(4, 1, 1) arrive(int *out)
{
	__shared__ int s[4];
	__shared__ u64 bar;
	cg::cluster_group cluster = cg::this_cluster();

	if (!threadIdx.x)
		init(&bar, 4);
	cluster.sync();
	if (!threadIdx.x) {
		*cluster.map_shared_rank(&s[cluster.block_rank()], 0) = blockIdx.x + 1;
		asm volatile("{ .reg .b32 a;\n"
			     "mapa.shared::cluster.u32 a, %0, 0;\n"
			     "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [a]; }" ::"r"(shared(&bar))
			     : "memory");
		if (!cluster.block_rank()) {
			wait(&bar, 0);
			for (int i = 0; i < 4; i++)
				out[blockIdx.x / 4 * 4 + i] = s[i];
		}
	}
	cluster.sync();
}

__global__ void faulty(const int *in)
{
	__shared__ alignas(16) int s[N];
	__shared__ u64 bar;

	init(&bar, 1);
#if defined(MISALIGNED)
	load(s + 1, in, 16, &bar);
#elif defined(ODD_SIZE)
	load(s, in, 20, &bar);
#endif
}

static int wrong;
static void expect(const char *what, long is, long want)
{
	if (is != want && wrong++ < 10)
		printf("%s: %ld, not %ld\n", what, is, want);
}

template <class T> static T *make(int n)
{
	T *p;

	cudaMallocManaged(&p, n * sizeof(T));
	for (int i = 0; i < n; i++)
		p[i] = T();
	return p;
}

int main()
{
	int *in = make<int>(ROUNDS * STAGE), *out = make<int>(8 * N), *check = make<int>(1);
	unsigned *sum = make<unsigned>(16), *least = make<unsigned>(16), *bits = make<unsigned>(16),
		 *inc = make<unsigned>(16);
	u64 *wide = make<u64>(8);
	float *f = make<float>(16);

	for (int i = 0; i < ROUNDS * STAGE; i++)
		in[i] = 3 * i;
#if defined(MISALIGNED) || defined(ODD_SIZE)
	faulty<<<1, 1>>>(in);
	printf("bulk: error %d\n", cudaDeviceSynchronize());
	return 0;
#endif
	pipeline<<<1, THREADS>>>(in, out);
	expect("pipeline", cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < ROUNDS * STAGE; i++)
		expect("copied", out[i], 3 * i + 1);
	out_again<<<1, THREADS>>>(out, check);
	expect("out", cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 2 * N; i++)
		expect("stored", out[i], i < N ? i : 100 + i - N);
	expect("read again", *check, N - 1 + 100 + N - 1);
	for (int i = 0; i < 16; i++) {
		least[i] = ~0U;
		inc[i] = 0;
	}
	reduce<<<3, THREADS>>>(sum, least, bits, wide, f, inc);
	expect("reduce", cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 16; i++) {
		const unsigned one = i + 1;

		expect("sum", sum[i], 6 * one);
		expect("least", least[i], one);
		expect("bits", bits[i], one | 2 * one | 3 * one);
		expect("floats", (long)(2 * f[i]), 3);
		if (i < 8)
			expect("wide", (long)(wide[i] >> 40), 3);
	}
	expect("inc", inc[15], 3);
	across<<<8, N>>>(in, out);
	expect("across", cudaDeviceSynchronize(), cudaSuccess);
	for (int b = 0; b < 8; b++)
		for (int i = 0; i < N; i++) {
			const int from = b / 4 * 4 + (b + 3) % 4;

			expect("across", out[b * N + i], 1000 * from + i + 3 * i + from + N * (N - 1) / 2);
		}
	arrive<<<8, THREADS>>>(out);
	expect("arrive", cudaDeviceSynchronize(), cudaSuccess);
	for (int b = 0; b < 8; b++)
		expect("arrived", out[b], b + 1);
	printf("bulk: %d wrong\n", wrong);
	return wrong != 0;
}
