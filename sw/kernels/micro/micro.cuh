// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// micro: what the 32 microbenchmarks share. Each is one kernel of two to four working threads:
//
//   data   one unsigned int from cudaMalloc; whether there is a race on it is the question
//   flag, lock, dummy   __device__ variables: hand-over, mutual exclusion, somewhere to put a value
//
// Every access to data is volatile or atomic, so that none is "not strong" and only order and scope
// are in question. docs/micro.md lists the 32 with what each detector says.
#ifndef MICRO_CUH
#define MICRO_CUH

#include <cstdio>

static __device__ int flag, lock;
// Nobody reads dummy: without `used` the compiler would drop its stores.
static __device__ __attribute__((used)) int dummy;

// data: one access each, neither merged nor moved
__device__ __forceinline__ unsigned read(const volatile unsigned *data)
{
	return *data;
}

__device__ __forceinline__ void write(volatile unsigned *data, unsigned value)
{
	*data = value;
}

// A lock is 0 when free: taken by compare-and-swap, given back by exchange, in the same scope.
__device__ __forceinline__ void lock_device()
{
	while (atomicCAS(&lock, 0, 1) != 0)
		;
}

__device__ __forceinline__ void unlock_device()
{
	atomicExch(&lock, 0);
}

__device__ __forceinline__ void lock_block()
{
	while (atomicCAS_block(&lock, 0, 1) != 0)
		;
}

__device__ __forceinline__ void unlock_block()
{
	atomicExch_block(&lock, 0);
}

// Waits for a flag that is not zero, and takes it away.
__device__ __forceinline__ void await_flag()
{
	while (atomicExch(&flag, 0) == 0)
		;
}

// Waits for one value of the flag, and leaves it.
__device__ __forceinline__ void await_flag(int value)
{
	while (atomicAdd(&flag, 0) != value)
		;
}

static int micro_failed(const char *what, cudaError_t e)
{
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
	return 1;
}

static int micro_run(void (*kernel)(unsigned *), unsigned blocks, unsigned threads)
{
	unsigned *data;
	cudaError_t e = cudaMalloc(&data, sizeof(*data));

	if (e != cudaSuccess)
		return micro_failed("cudaMalloc", e);
	kernel<<<blocks, threads>>>(data);
	e = cudaGetLastError();
	if (e == cudaSuccess)
		e = cudaDeviceSynchronize();
	if (e != cudaSuccess)
		return micro_failed("kernel", e);
	e = cudaFree(data);
	return e == cudaSuccess ? 0 : micro_failed("cudaFree", e);
}

// The working threads; a block of 33 has one in each of its two warps, the others do nothing.
#define IN_BLOCK(b)   (blockIdx.x == (b))		      // <<<2, 1>>>
#define IN_WARP(w)    (threadIdx.x == 32 * (w))		      // <<<1, 33>>>
#define IN_BOTH(b, w) (blockIdx.x == (b) && threadIdx.x == 32 * (w)) // <<<2, 33>>>

#endif
