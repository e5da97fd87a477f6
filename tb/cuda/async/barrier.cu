/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * barrier: mbarriers, right as they stand; with a name defined one step is missing, which is a race.
 *
 *   NO_WAIT   what others wrote before they arrived is read without waiting
 *   RELAXED   they arrive without releasing it
 *   NO_COPY_ARRIVAL   the barrier does not wait for the copies
 */
#include <cstdio>
#include <cuda_pipeline_primitives.h>

enum { N = 64, ROUNDS = 3 };

#ifdef RELAXED
__device__ __mbarrier_token_t arrive(__mbarrier_t *b)
{
	__mbarrier_token_t t;

	asm volatile("mbarrier.arrive.relaxed.cta.shared.b64 %0, [%1];"
		     : "=l"(t)
		     : "r"((unsigned)__cvta_generic_to_shared(b))
		     : "memory");
	return t;
}
#else
__device__ __mbarrier_token_t arrive(__mbarrier_t *b)
{
	return __mbarrier_arrive(b);
}
#endif

__device__ void wait(__mbarrier_t *b, __mbarrier_token_t t)
{
#ifndef NO_WAIT
	while (!__mbarrier_test_wait(b, t))
		;
#endif
}

/* Each round everybody reads what another one wrote before the barrier. */
__global__ void one(int *out)
{
	__shared__ __mbarrier_t bar;
	__shared__ int s[ROUNDS][N];
	const int i = threadIdx.x;

	if (!i)
		__mbarrier_init(&bar, N);
	__syncthreads();
	for (int r = 0; r < ROUNDS; r++) {
		s[r][i] = r * N + i;
		wait(&bar, arrive(&bar));
		out[r * N + i] = s[r][N - 1 - i];
	}
	__syncthreads();
	if (!i)
		__mbarrier_inval(&bar);
}

/* The first warp's copies; the second one waits by parity. */
__global__ void copies(const int *in, int *out)
{
	__shared__ __mbarrier_t bar;
	__shared__ int s[32];
	const int i = threadIdx.x;

	if (!i)
		__mbarrier_init(&bar, 32);
	__syncthreads();
	if (i < 32) {
		__pipeline_memcpy_async(&s[i], &in[i], 4);
#ifndef NO_COPY_ARRIVAL
		__pipeline_arrive_on(&bar);
#endif
		__mbarrier_arrive(&bar);
	} else {
		while (!__mbarrier_try_wait_parity(&bar, false))
			;
		out[i - 32] = s[i - 32];
	}
}

/* Those who drop out, bytes that are expected, the count in a token: one thread. */
__global__ void states(int *out)
{
	__shared__ __mbarrier_t bar;
	const unsigned at = (unsigned)__cvta_generic_to_shared(&bar);
	__mbarrier_token_t t;
	int bad = 0;

	__mbarrier_init(&bar, 3);
	t = __mbarrier_arrive(&bar);
	bad += __mbarrier_token_pending_count(t) != 3;
	t = __mbarrier_arrive_and_drop(&bar);
	bad += __mbarrier_token_pending_count(t) != 2 || __mbarrier_test_wait(&bar, t);
	__mbarrier_arrive(&bar);
	bad += !__mbarrier_test_wait(&bar, t) || !__mbarrier_test_wait_parity(&bar, false) ||
	       __mbarrier_test_wait_parity(&bar, true);
	t = __mbarrier_arrive(&bar); /* two are left */
	bad += __mbarrier_token_pending_count(t) != 2;
	asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 48;" ::"r"(at) : "memory");
	bad += __mbarrier_test_wait(&bar, t);
	asm volatile("mbarrier.complete_tx.shared.b64 [%0], 16;" ::"r"(at) : "memory");
	bad += __mbarrier_try_wait(&bar, t);
	asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 32;" ::"r"(at)
		     : "memory");
	bad += !__mbarrier_test_wait(&bar, t);
	asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;"
		     : "=l"(t)
		     : "r"(at)
		     : "memory");
	bad += __mbarrier_token_pending_count(__mbarrier_arrive(&bar)) != 1;
	bad += !__mbarrier_test_wait(&bar, t) || __mbarrier_maximum_count() != (1 << 20) - 1;
	*out = bad;
}

int main()
{
	int *in, *out, wrong = 0;

	cudaMallocManaged(&in, sizeof(int) * 32);
	cudaMallocManaged(&out, sizeof(int) * N * ROUNDS);
	for (int i = 0; i < 32; i++)
		in[i] = 3 * i;
	one<<<1, N>>>(out);
	cudaDeviceSynchronize();
#ifndef NO_WAIT
	for (int i = 0; i < N * ROUNDS; i++)
		wrong += out[i] != i / N * N + N - 1 - i % N;
#endif
	copies<<<1, 64>>>(in, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < 32; i++)
		wrong += out[i] != 3 * i;
	states<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	wrong += *out;
	printf("barrier: %d wrong\n", wrong);
	return wrong != 0;
}
