/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * threads: several host threads use the one GPU; each has its own last error.
 */
#include <atomic>
#include <thread>
#include <vector>

#include "expect.h"

enum { THREADS = 4, ROUNDS = 20, N = 256 };

__global__ void scale(int *p, int factor)
{
	p[threadIdx.x] *= factor;
}

static std::atomic<int> bad;

static void work(int id)
{
	std::vector<int> h(N, id + 1);
	cudaStream_t s;
	int *d;

	if (cudaStreamCreate(&s) || cudaMalloc(&d, N * sizeof(int)))
		bad++;
	for (int r = 0; r < ROUNDS; r++) {
		cudaMemcpyAsync(d, h.data(), N * sizeof(int), cudaMemcpyHostToDevice, s);
		scale<<<1, N, 0, s>>>(d, 2);
		cudaMemcpyAsync(h.data(), d, N * sizeof(int), cudaMemcpyDeviceToHost, s);
		if (cudaStreamSynchronize(s))
			bad++;
		for (int &v : h)
			v /= 2;
		/* An error of this thread is none of the others'. */
		if (id == 0 && cudaFree((void *)&d) != cudaErrorInvalidValue)
			bad++;
		if (cudaGetLastError() != (id == 0 ? cudaErrorInvalidValue : cudaSuccess))
			bad++;
	}
	for (int v : h)
		if (v != id + 1)
			bad++;
	if (cudaFree(d) || cudaStreamDestroy(s))
		bad++;
}

int main()
{
	std::vector<std::thread> threads;

	for (int i = 0; i < THREADS; i++)
		threads.emplace_back(work, i);
	for (std::thread &t : threads)
		t.join();
	EXPECT(bad == 0);
	return expect_result();
}
