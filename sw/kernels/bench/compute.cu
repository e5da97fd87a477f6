// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// compute: integer and float arithmetic in registers, one store per thread. For make bench: what the
// executor does when memory does not matter. About 32 million warp instructions by default.
//
// Check: a sample of the threads, bit for bit (the multiply-adds are explicit).
//
// usage: compute [n]     rounds per thread, 1..100000000
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("compute: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCKS = 60, BLOCK = 256;

__host__ __device__ inline unsigned run(unsigned seed, int rounds)
{
	unsigned a = seed, b = seed ^ 0x9e3779b9u, c = 1, d = ~seed;
	float x = 1.0f + (float)(seed & 255u), y = 0.5f, z = 0.25f;
	for (int i = 0; i < rounds; i++) {
		a = (a ^ a << 13) * 0x85ebca6bu + (unsigned)i;
		b = (b >> 7 | b << 25) + a;
		c = (c ^ b) + (d & a);
		d = d * 5u + (c >> 3);
		x = fmaf(x, 0.5f, y);
		y = fmaf(z, -0.125f, x * 0.25f);
		z = fmaf(x, 0.0625f, z * 0.5f) + (float)(a & 15u);	// stays below 40
		a += (unsigned)(int)y;
	}
	return a ^ b ^ c ^ d ^ (unsigned)(int)(x * 16.0f) ^ (unsigned)(int)(z * 16.0f);
}

__global__ void compute(unsigned *out, int rounds)
{
	const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
	out[i] = run(i * 2654435761u, rounds);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 2500;
	if (rounds < 1 || rounds > 100000000) {
		fprintf(stderr, "usage: compute [n], n from 1 to 100000000\n");
		return 1;
	}
	const unsigned n = BLOCKS * BLOCK;
	std::vector<unsigned> out(n);
	unsigned *dev;
	CHECK(cudaMalloc(&dev, n * sizeof(unsigned)));
	compute<<<BLOCKS, BLOCK>>>(dev, rounds);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dev, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev));

	for (unsigned i = 0; i < n; i += 61) {
		const unsigned want = run(i * 2654435761u, rounds);
		if (out[i] != want) {
			printf("compute: FAILED at index %u: got %u want %u\n", i, out[i], want);
			return 1;
		}
	}
	printf("compute: ok, %u threads, %d rounds\n", n, rounds);
	return 0;
}
