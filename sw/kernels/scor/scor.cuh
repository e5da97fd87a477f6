// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What ScoR's applications have in common: which race to inject, which size to run, numbers for inputs.
//
//   -DRACE=k          injects race k of APP.races;   -DRACE=RACE_ALL   all of them;   default: none
//   if (racy(k)) ...  chooses at compile time: a build without races has no trace of them
//
// A line whose access the injected race k is reported at ends in the comment "race k" (several: "race 1, 4").
#ifndef SCOR_CUH
#define SCOR_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define RACE_ALL (-1)
#ifndef RACE
#define RACE 0
#endif

/* Is race k injected into this build? */
__host__ __device__ constexpr bool racy(int k)
{
	return RACE == k || RACE == RACE_ALL;
}

/* The same, but not by RACE_ALL: a race of lanes, which ScoRD knows nothing of. */
__host__ __device__ constexpr bool racy_alone(int k)
{
	return RACE == k;
}

/* Ends the program with the CUDA error of `call`, if it has one. */
#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("FAILED, %s line %d: %s\n", __FILE__, __LINE__,                  \
			       cudaGetErrorString(e_));                                         \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

/* splitmix64: the same numbers on every machine. */
struct numbers {
	unsigned long long state;

	explicit numbers(unsigned long long seed) : state(seed) {}
	unsigned long long next()
	{
		unsigned long long z = state += 0x9e3779b97f4a7c15ull;
		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
		z = (z ^ z >> 27) * 0x94d049bb133111ebull;
		return z ^ z >> 31;
	}
	unsigned below(unsigned n) { return (unsigned)((next() >> 32) * n >> 32); }
};

/* Size and seed of the input: `APP [ci|paper|N] [SEED]`. N is what `what` says, 1 to `most`.
 * Returns N (`ci` and `paper` stand for two of them); exits with 2 on anything else. */
inline unsigned long size_argument(int argc, char **argv, const char *what, unsigned long ci,
				   unsigned long paper, unsigned long most, unsigned long long *seed)
{
	unsigned long n = ci;
	bool good = argc <= 3;
	char *end;
	*seed = 1;
	if (argc > 1 && strcmp(argv[1], "paper") == 0) {
		n = paper;
	} else if (argc > 1 && strcmp(argv[1], "ci") != 0) {
		n = strtoul(argv[1], &end, 10);
		good = good && argv[1][0] >= '0' && argv[1][0] <= '9' && *end == 0 && n >= 1 && n <= most;
	}
	if (argc > 2) {
		*seed = strtoull(argv[2], &end, 10);
		good = good && argv[2][0] >= '0' && argv[2][0] <= '9' && *end == 0;
	}
	if (!good) {
		fprintf(stderr, "usage: %s [ci|paper|N] [SEED]   N: %s, 1 to %lu (ci %lu, paper %lu)\n",
			argv[0], what, most, ci, paper);
		exit(2);
	}
	return n;
}

#endif
