// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// racey: nothing but data races, between all threads of all blocks; its signature tells two orders of them apart.
//
//   thread   value -> two places in a small array; reads both; mixes them into its value and into the array
//   N times  the next places come from what was read, so one access in another order changes all that follow
//
//   round % 4  writes           so that meet
//       0      a word           words of one line, and the same word
//       1      two words        a swap that anyone may tear
//       2      a byte           bytes of a word that others write as a whole
//       3      16 bits          halves, the same
//
// No atomics, no fences, no barriers: plain loads and stores. -DATOMICS=1 adds, every eighth round, an atomicAdd, an
// atomicCAS or an atomicExch whose result is mixed in, and a fence after it.
// -DBLOCKS=n -DTHREADS=n -DITERS=n: grid, block and the rounds of `ci`; -DWORDS=n: size of the array.
//
// The idea is that of M. Hill's and M. Xu's Racey (2009), and of GPU-Racey in GPUDet's paper; the program is ours.
// There is no right signature. What is checked: that every thread did all its rounds.
// SEED is of the array's first contents; the schedule's is `photofinish run --config ref --set seed=N`.
//
// usage: racey [ci|paper|N] [SEED]   N: rounds of a thread
#include "gpudet.cuh"

#ifndef ATOMICS
#define ATOMICS 0
#endif
#ifndef BLOCKS
#define BLOCKS 60
#endif
#ifndef THREADS
#define THREADS 64
#endif
#ifndef ITERS
#define ITERS 100
#endif
#ifndef WORDS
#define WORDS 512
#endif

static_assert(BLOCKS >= 1 && THREADS >= 1 && THREADS <= 1024 && ITERS >= 1 && WORDS >= 2, "racey's sizes");

/* What a thread leaves behind. */
struct outcome {
	unsigned value, rounds;
};

/* Spreads the bits of both over the result. */
__device__ inline unsigned mix(unsigned a, unsigned b)
{
	unsigned x = a * 0x9e3779b1u + b;
	x = (x ^ x >> 15) * 0x85ebca6bu;
	return x ^ x >> 13;
}

__device__ inline unsigned synchronised(unsigned *array, unsigned round, unsigned at, unsigned value)
{
	unsigned old;
	if (round % 24 == 7)
		old = atomicAdd(&array[at], value);
	else if (round % 24 == 15)
		old = atomicCAS(&array[at], array[at], value);		// array[at]: a guess
	else
		old = atomicExch(&array[at], value);
	__threadfence();
	return mix(value, old);
}

__global__ void race(unsigned *array, outcome *outcomes, unsigned rounds)
{
	const unsigned own = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned value = mix(own, 1), round;

	for (round = 0; round < rounds; round++) {
		const unsigned i = value % WORDS, a = array[i];
		const unsigned j = mix(a, value) % WORDS, b = array[j];
		value = mix(value, mix(a, b));
		switch (round % 4) {
		case 0:
			array[i] = value;
			break;
		case 1:
			array[i] = b ^ own;
			array[j] = a + round;
			break;
		case 2:
			((unsigned char *)array)[4 * i + value % 4] = (unsigned char)(value >> 24);
			break;
		default:
			((unsigned short *)array)[2 * j + value % 2] = (unsigned short)(value >> 16);
			break;
		}
		if (ATOMICS && round % 8 == 7)
			value = synchronised(array, round, j, value);
	}
	outcomes[own].value = value;
	outcomes[own].rounds = round;
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const unsigned rounds = (unsigned)size_argument(argc, argv, "rounds of a thread", ITERS, 20 * ITERS, 10000000,
							&seed);
	numbers random(seed);
	std::vector<unsigned> array(WORDS);
	for (unsigned &word : array)
		word = (unsigned)random.next();
	std::vector<outcome> outcomes(BLOCKS * THREADS, outcome{0, 0});

	unsigned *dev_array = to_device(array);
	outcome *dev_outcomes = to_device(outcomes);
	race<<<BLOCKS, THREADS>>>(dev_array, dev_outcomes, rounds);
	CHECK(cudaGetLastError());
	from_device(array, dev_array);
	from_device(outcomes, dev_outcomes);

	for (size_t i = 0; i < outcomes.size(); i++) {
		if (outcomes[i].rounds != rounds) {
			printf("racey: FAILED, thread %zu did %u of %u rounds\n", i, outcomes[i].rounds, rounds);
			return 1;
		}
	}
	fnv1a hash;
	hash.add(array);
	hash.add(outcomes);
	printf("racey: ok, %d threads, %u rounds, hash=%016llx\n", BLOCKS * THREADS, rounds, hash.state);
	return 0;
}
