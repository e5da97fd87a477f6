// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// divergent: every lane follows a path of its own. For make bench: what splitting and rejoining warps
// costs. The lanes run small programs of eight operations, chosen by data, and loops whose trip count
// is the length of a Collatz sequence. 28 million warp instructions in lockstep.
//
// usage: divergent [n]     rounds per thread, 1..10000000
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("divergent: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCKS = 30, BLOCK = 128;

__host__ __device__ inline unsigned collatz(unsigned v)
{
	unsigned steps = 0;
	while (v > 1 && steps < 40) {
		if (v & 1)
			v = 3 * v + 1;
		else
			v /= 2;
		steps++;
	}
	return steps;
}

__host__ __device__ inline unsigned run(unsigned seed, int rounds)
{
	unsigned acc = seed, state = seed;
	for (int i = 0; i < rounds; i++) {
		state = state * 1664525u + 1013904223u;
		switch (state >> 29) {	// three random bits: the warp takes almost every way
		case 0: acc += state; break;
		case 1: acc ^= state >> 3; break;
		case 2: acc = acc * 33u + 7u; break;
		case 3: acc -= state << 2; break;
		case 4: acc = acc << 5 | acc >> 27; break;
		case 5:
			if (acc & 1)
				acc ^= 0xedb88320u;
			acc >>= 1;
			break;
		case 6: acc += collatz(state >> 16 & 63); break;
		default:
			for (unsigned k = 0; k < (state >> 20 & 7); k++)
				acc = acc * 3u + k;
			break;
		}
	}
	return acc;
}

__global__ void divergent(unsigned *out, int rounds)
{
	const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
	out[i] = run(i * 2654435761u, rounds);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : 600;
	if (rounds < 1 || rounds > 10000000) {
		fprintf(stderr, "usage: divergent [n], n from 1 to 10000000\n");
		return 1;
	}
	const unsigned n = BLOCKS * BLOCK;
	std::vector<unsigned> out(n);
	unsigned *dev;
	CHECK(cudaMalloc(&dev, n * sizeof(unsigned)));
	divergent<<<BLOCKS, BLOCK>>>(dev, rounds);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dev, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev));

	for (unsigned i = 0; i < n; i++) {
		const unsigned want = run(i * 2654435761u, rounds);
		if (out[i] != want) {
			printf("divergent: FAILED at index %u: got %u want %u\n", i, out[i], want);
			return 1;
		}
	}
	printf("divergent: ok, %u threads, %d rounds\n", n, rounds);
	return 0;
}
