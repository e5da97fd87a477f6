// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the programs of this folder have in common: size and seed of the input, numbers, memory, the hash of the results.
//
//   APP [ci|paper|N] [SEED]      SEED is of the input, not of the schedule (photofinish run --set seed=N is that)
//   APP: ok, ..., hash=%016llx   exit 0; APP: FAILED ... exit 1
//
// The hash is FNV-1a over all result memory: two runs that print the same hash wrote the same bytes.
#ifndef GPUDET_CUH
#define GPUDET_CUH

#include "../scor/scor.cuh"

/* FNV-1a, 64 bits, one byte after the other. */
struct fnv1a {
	unsigned long long state = 0xcbf29ce484222325ull;

	void bytes(const void *at, size_t count)
	{
		const unsigned char *byte = (const unsigned char *)at;
		for (size_t i = 0; i < count; i++)
			state = (state ^ byte[i]) * 0x100000001b3ull;
	}
	template <typename T> void add(const std::vector<T> &v) { bytes(v.data(), v.size() * sizeof(T)); }
};

/* Device memory for `count` of T. */
template <typename T> T *device_array(size_t count)
{
	T *p;
	CHECK(cudaMalloc(&p, count * sizeof(T)));
	return p;
}

/* Device memory with a copy of v. */
template <typename T> T *to_device(const std::vector<T> &v)
{
	T *p = device_array<T>(v.size());
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

/* What is in device memory, as many as v has. */
template <typename T> void from_device(std::vector<T> &v, const T *p)
{
	CHECK(cudaMemcpy(v.data(), p, v.size() * sizeof(T), cudaMemcpyDeviceToHost));
}

/* A float in [0, 1): 24 random bits, exact. */
inline float fraction(numbers &random)
{
	return (float)random.below(1u << 24) / (float)(1u << 24);
}

/* Index of the first element in which got and want differ, or got.size(). */
template <typename T> size_t first_difference(const std::vector<T> &got, const std::vector<T> &want)
{
	size_t i = 0;
	while (i < got.size() && memcmp(&got[i], &want[i], sizeof(T)) == 0)
		i++;
	return i;
}

#endif
