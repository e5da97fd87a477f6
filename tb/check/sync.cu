// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// sync NAME [THREADS]: one kernel, right or wrong in its use of barriers and masks. Names that begin with
// ok_ are right.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__shared__ int s[256];

// Early returns: who has left does not count.
__global__ void ok_return(int *a, int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	s[i] = i;
	__syncthreads();
	a[i] = s[n - 1 - i];
}

// ... also when optimisers make one store of the two.
__global__ void ok_return_store(int *a, int n)
{
	int i = threadIdx.x;
	if (i >= n) {
		a[i] = -1;
		return;
	}
	s[i] = i;
	__syncthreads();
	a[i] = s[n - 1 - i];
}

__global__ void ok_return_mask(int *a, int n)
{
	int i = threadIdx.x, v = i;
	if (i >= n)
		return;
	v = __shfl_sync(0xffffffff, v, 0);
	__syncwarp();
	a[i] = v + __popc(__ballot_sync(0xffffffff, v));
}

// Warps that do different work, each with a barrier of its own.
__global__ void ok_warps(int *a, int n)
{
	int i = threadIdx.x;
	if (i < 32) {
		s[i] = i;
		__syncthreads();
		a[i] = s[i + 32];
	} else {
		s[i] = i;
		__syncthreads();
		a[i] = s[i - 32];
	}
}

__global__ void ok_named(int *a, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < 3; k++) {
		if (i >= 32) { // produces
			s[i - 32] = i + k;
			asm volatile("bar.arrive 1, 64;" ::: "memory");
			asm volatile("bar.sync 2, 64;" ::: "memory");
		} else { // consumes
			asm volatile("bar.sync 1, 64;" ::: "memory");
			a[i] = s[i];
			asm volatile("bar.arrive 2, 64;" ::: "memory");
		}
	}
}

// A tree, loops, a mask by ballot, lanes that were apart before.
__global__ void ok_tree(int *a, int n)
{
	int i = threadIdx.x, v = i;
	s[i] = i;
	for (int k = 0; k < (i & 3); k++)
		v += a[k];
	__syncthreads();
	for (int d = blockDim.x / 2; d > 0; d /= 2) {
		if (i < d)
			s[i] += s[i + d];
		__syncthreads();
	}
	unsigned m = __ballot_sync(0xffffffff, i & 1);
	if (i & 1)
		v = __shfl_sync(m, v, __ffs(m) - 1);
	if (i % 3 == 0)
		v += __popc(__activemask());
	for (int d = 16; d > 0; d /= 2)
		v += __shfl_down_sync(0xffffffff, v, d);
	a[i] = v + s[0];
}

__device__ __noinline__ void meet() { __syncthreads(); }

__global__ void ok_function(int *a, int n)
{
	s[threadIdx.x] = 1;
	if (n > 0)
		meet();
	else
		meet();
	a[threadIdx.x] = s[threadIdx.x ^ 1];
}

// Without .aligned lanes may meet at different instructions, from sm_70 on.
__global__ void unaligned(int *a, int n)
{
	int i = threadIdx.x;
	if (i & 1)
		asm volatile("barrier.sync 0; // odd" ::: "memory");
	else
		asm volatile("barrier.sync 0; // even" ::: "memory");
	a[i] = i;
}

__global__ void two_places(int *a, int n)
{
	int i = threadIdx.x;
	if (i & 1) {
		s[i] = i;
		__syncthreads();
	} else {
		__syncthreads();
		a[i] = s[i + 1];
	}
}

__global__ void skipped(int *a, int n)
{
	int i = threadIdx.x;
	s[i] = i;
	if (i < n) {
		s[i] += 1;
		__syncthreads();
	}
	a[i] = s[i ^ 1];
}

__global__ void trips(int *a, int n)
{
	int i = threadIdx.x;
	for (int k = 0; k < (i & 3); k++) {
		s[i] = k;
		__syncthreads();
	}
	a[i] = s[i ^ 1];
}

__global__ void called(int *a, int n)
{
	int i = threadIdx.x;
	s[i] = i;
	if (i < n)
		meet();
	a[i] = s[i ^ 1];
}

__global__ void counted(int *a, int n)
{
	int i = threadIdx.x;
	if (i & 1)
		asm volatile("bar.sync 3, 32;" ::: "memory");
	a[i] = i;
}

__global__ void caller(int *a, int n)
{
	int i = threadIdx.x;
	a[i] = __ballot_sync(0xffff, i > 3);
}

__global__ void absent(int *a, int n)
{
	int i = threadIdx.x, v = i;
	if (i % 32 < 8)
		v = __shfl_sync(0xffffffff, v, 0);
	a[i] = v;
}

__global__ void masks(int *a, int n)
{
	int i = threadIdx.x;
	unsigned m = i & 1 ? 0xffffffff : 0x7fffffff;
	if (i % 32 < 31)
		a[i] = __ballot_sync(m, i > 3);
}

// Half of a warp at a barrier, the other half at a shuffle with all: neither goes on.
__global__ void stuck(int *a, int n)
{
	int i = threadIdx.x, v = i;
	if (i & 1)
		__syncthreads();
	else
		v = __shfl_sync(0xffffffff, v, 0);
	a[i] = v;
}

int main(int argc, char **argv)
{
#define K(name) {#name, name}
	static const struct {
		const char *name;
		void (*run)(int *, int);
	} kernels[] = {K(ok_return), K(ok_return_store), K(ok_return_mask), K(ok_warps), K(ok_named), K(ok_tree),
		       K(ok_function), K(unaligned), K(two_places), K(skipped), K(trips), K(called), K(counted),
		       K(caller), K(absent), K(masks), K(stuck)};
	int threads = argc > 2 ? atoi(argv[2]) : 64, *a;

	cudaMalloc(&a, 1024);
	cudaMemset(a, 0, 1024);
	for (auto &k : kernels)
		if (argc > 1 && !strcmp(k.name, argv[1])) {
			k.run<<<2, threads>>>(a, threads - 20);
			printf("%s %d\n", k.name, (int)cudaDeviceSynchronize());
			cudaFree(a);
			return 0;
		}
	return 2;
}
