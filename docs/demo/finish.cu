// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Thirty runners, a hundred laps: a lap's stride is in memory. Who crosses the line last stands on it.
__global__ void race(const volatile int *track, int *line, int *through, int *place)
{
	int at = 0;
	if (threadIdx.x != 0)
		return;
	for (int lap = 0; lap < 100; lap++)
		at = (at + track[at]) % 8192;
	*line = at < 0 ? -1 : blockIdx.x;	// not before the laps are over
	place[atomicAdd(through, 1)] = blockIdx.x;
}

int main()
{
	int stride[8192], *track, *memory, result[32] = {};
	for (int i = 0; i < 8192; i++)
		stride[i] = i * 97 % 1021;
	cudaMalloc(&track, sizeof(stride));
	cudaMemcpy(track, stride, sizeof(stride), cudaMemcpyHostToDevice);
	cudaMalloc(&memory, sizeof(result));
	cudaMemcpy(memory, result, sizeof(result), cudaMemcpyHostToDevice);
	race<<<30, 32>>>(track, memory, memory + 1, memory + 2);
	cudaMemcpy(result, memory, sizeof(result), cudaMemcpyDeviceToHost);
	printf("on the line: %d; first: %d, %d, %d\n", result[0], result[2], result[3], result[4]);
	return 0;
}
