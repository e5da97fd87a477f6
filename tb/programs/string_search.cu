// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Substring search on the device: char pointers, own strlen and strncmp, early break, match positions
// appended with an atomic, std::string on the host, zero matches too.
// expect: "the": 4 at 0 31 51 70
// expect: "zebra": 0 at
#include <algorithm>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

__device__ int length(const char *s)
{
	const char *p = s;
	while (*p)
		++p;
	return p - s;
}

__device__ bool begins(const char *s, const char *what)
{
	while (*what)
		if (*s++ != *what++)
			return false;
	return true;
}

__global__ void search(const char *text, const char *what, int *found, unsigned *count)
{
	const int last = length(text) - length(what);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= last; i += gridDim.x * blockDim.x)
		if (begins(text + i, what))
			found[atomicAdd(count, 1)] = i;
}

static char *upload(const std::string &s)
{
	char *d;
	cudaMalloc(&d, s.size() + 1);
	cudaMemcpy(d, s.c_str(), s.size() + 1, cudaMemcpyHostToDevice);
	return d;
}

int main()
{
	const std::string text = "the quick brown fox jumps over the lazy dog, while the cat sleeps and the rest";
	char *d_text = upload(text);
	int *d_found;
	unsigned *d_count;
	cudaMalloc(&d_found, text.size() * sizeof(int));
	cudaMalloc(&d_count, sizeof(unsigned));
	for (const std::string what : {"the", "zebra"}) {
		char *d_what = upload(what);
		cudaMemset(d_count, 0, sizeof(unsigned));
		search<<<2, 32>>>(d_text, d_what, d_found, d_count);
		unsigned n;
		cudaMemcpy(&n, d_count, sizeof n, cudaMemcpyDeviceToHost);
		std::vector<int> at(n);
		cudaMemcpy(at.data(), d_found, n * sizeof(int), cudaMemcpyDeviceToHost);
		std::sort(at.begin(), at.end());
		std::cout << '"' << what << "\": " << n << " at";
		for (int i : at)
			std::cout << ' ' << i;
		std::cout << std::endl;
		cudaFree(d_what);
	}
}
