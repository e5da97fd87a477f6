// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A maximum kept in one word by plain loads and stores: every thread goes through its own part of the numbers, and
// the parts differ in length. One line reads and writes the word again and again, so that what tells of an access is
// soon replaced by an equal one; reports wipe the word's metadata in between.
//
// usage: guarded_max BLOCKS THREADS SEED PARTS LONGEST
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void guarded_max(int *most, const int *numbers, const int *first, int parts)
{
	const int part = blockIdx.x * blockDim.x + threadIdx.x;
	if (part >= parts)
		return;
	for (int i = first[part]; i < first[part + 1]; i++) {
		const int n = numbers[i];
		if (n % 2 && *most < n)
			*most = max(*most, n);
	}
}

int main(int argc, char **argv)
{
	if (argc != 6)
		return 2;
	const int blocks = atoi(argv[1]), threads = atoi(argv[2]), parts = atoi(argv[4]), longest = atoi(argv[5]);
	unsigned state = atoi(argv[3]);
	const auto below = [&state](int n) {
		state = state * 1664525u + 1013904223u;
		return (int)((unsigned long long)state * n >> 32);
	};
	std::vector<int> first(1, 0), numbers;
	for (int i = 0; i < parts; i++)
		first.push_back(first.back() + (below(2) ? below(longest) : below(4) ? below(longest / 4 + 1) : 0));
	for (int i = 0; i <= first.back(); i++)
		numbers.push_back(below(1000));
	int *most, *dev_numbers, *dev_first;
	cudaMalloc(&most, 4);
	cudaMalloc(&dev_numbers, numbers.size() * 4);
	cudaMalloc(&dev_first, first.size() * 4);
	cudaMemset(most, 0, 4);
	cudaMemcpy(dev_numbers, numbers.data(), numbers.size() * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dev_first, first.data(), first.size() * 4, cudaMemcpyHostToDevice);
	guarded_max<<<blocks, threads>>>(most, dev_numbers, dev_first, parts);
	return cudaDeviceSynchronize() != cudaSuccess;
}
