// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// races: what an oracle and a detector have to keep up with, in one race-free program of many threads:
// coalesced loads of neighbours, a shared-memory tile between barriers, scattered loads, atomics, and a
// block that is the last to finish (fence and ticket). For make bench.
//
// usage: races [threads [words [passes]]]   threads 256..1048576, rounded up to whole blocks; words of data
//                                           for each thread, 1..64; passes 1..1000
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                            \
	do {                                                                                   \
		cudaError_t e_ = (call);                                                       \
		if (e_ != cudaSuccess) {                                                       \
			printf("races: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                               \
		}                                                                              \
	} while (0)

constexpr unsigned BLOCK = 256, BINS = 64;

__global__ void smooth(const unsigned *in, unsigned *out, unsigned n)
{
	__shared__ unsigned tile[BLOCK + 2];
	const unsigned threads = gridDim.x * BLOCK;

	for (unsigned base = 0; base < n; base += threads) {
		const unsigned i = base + blockIdx.x * BLOCK + threadIdx.x;
		tile[threadIdx.x + 1] = in[i];
		if (threadIdx.x == 0)
			tile[0] = i ? in[i - 1] : 0;
		if (threadIdx.x == BLOCK - 1)
			tile[BLOCK + 1] = i + 1 < n ? in[i + 1] : 0;
		__syncthreads();
		out[i] = tile[threadIdx.x] + 2 * tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
		__syncthreads();
	}
}

__global__ void count(const unsigned *in, unsigned n, unsigned stride, unsigned *bins, volatile unsigned *partial, unsigned *ticket,
		      unsigned *sum)
{
	__shared__ bool last;
	const unsigned threads = gridDim.x * BLOCK;
	unsigned mine = 0;

	for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += threads)
		mine += in[(unsigned long long)i * stride % n] >> 7;
	atomicAdd(&bins[mine % BINS], 1u);
	partial[blockIdx.x * BLOCK + threadIdx.x] = mine;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();	// passes on what the barrier told this thread
		last = atomicAdd(ticket, 1u) == gridDim.x - 1;
	}
	__syncthreads();
	if (!last)
		return;
	mine = 0;
	for (unsigned i = threadIdx.x; i < threads; i += BLOCK)
		mine += partial[i];
	atomicAdd(sum, mine);
}

static unsigned gcd(unsigned a, unsigned b)
{
	return b ? gcd(b, a % b) : a;
}

int main(int argc, char **argv)
{
	const long threads = argc > 1 ? atol(argv[1]) : 30000, words = argc > 2 ? atol(argv[2]) : 8,
		   passes = argc > 3 ? atol(argv[3]) : 4;
	if (threads < 256 || threads > 1048576 || words < 1 || words > 64 || passes < 1 || passes > 1000) {
		fprintf(stderr, "usage: races [threads 256..1048576 [words 1..64 [passes 1..1000]]]\n");
		return 1;
	}
	const unsigned blocks = (threads + BLOCK - 1) / BLOCK, n = blocks * BLOCK * words;
	const size_t bytes = n * sizeof(unsigned);
	unsigned stride = 33;	// prime to n: every element once
	while (gcd(stride, n) != 1)
		stride += 2;
	std::vector<unsigned> a(n), b(n);
	for (unsigned i = 0; i < n; i++)
		a[i] = i * 2654435761u;

	unsigned *in, *out, *bins, *partial, *ticket, *sum;
	CHECK(cudaMalloc(&in, bytes));
	CHECK(cudaMalloc(&out, bytes));
	CHECK(cudaMalloc(&bins, BINS * sizeof(unsigned)));
	CHECK(cudaMalloc(&partial, blocks * BLOCK * sizeof(unsigned)));
	CHECK(cudaMalloc(&ticket, sizeof(unsigned)));
	CHECK(cudaMalloc(&sum, sizeof(unsigned)));
	CHECK(cudaMemset(sum, 0, sizeof(unsigned)));
	CHECK(cudaMemcpy(in, a.data(), bytes, cudaMemcpyHostToDevice));
	unsigned want = 0;
	for (long pass = 0; pass < passes; pass++) {
		CHECK(cudaMemset(bins, 0, BINS * sizeof(unsigned)));
		CHECK(cudaMemset(ticket, 0, sizeof(unsigned)));
		smooth<<<blocks, BLOCK>>>(in, out, n);
		count<<<blocks, BLOCK>>>(out, n, stride, bins, partial, ticket, sum);
		CHECK(cudaGetLastError());
		for (unsigned i = 0; i < n; i++) {
			b[i] = (i ? a[i - 1] : 0) + 2 * a[i] + (i + 1 < n ? a[i + 1] : 0);
			want += b[i] >> 7;
		}
		a.swap(b);
		std::swap(in, out);
	}
	unsigned got;
	CHECK(cudaMemcpy(&got, sum, sizeof(got), cudaMemcpyDeviceToHost));
	if (got != want) {
		printf("races: FAILED: got %u want %u\n", got, want);
		return 1;
	}
	printf("races: ok, %u threads, %u words, %ld passes\n", blocks * BLOCK, n, passes);
	return 0;
}
