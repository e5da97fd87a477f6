// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Game of life on a torus: bool-like bytes, 2-D blocks, pointer swap, a glider that must come back.
// expect: generation 96: 5 cells, glider is home
// arch: sm_60
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

__global__ void generation(const bool *old, bool *now, int w, int h)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h) return;
	int alive = 0;
	for (int dy = -1; dy <= 1; ++dy)
		for (int dx = -1; dx <= 1; ++dx)
			if (dx || dy) alive += old[(y + dy + h) % h * w + (x + dx + w) % w];
	now[y * w + x] = alive == 3 || (alive == 2 && old[y * w + x]);
}

int main()
{
	const int w = 24, h = 24;
	const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
	std::vector<char> start(w * h, 0), end(w * h);
	for (auto &c : glider) start[c[1] * w + c[0]] = 1;
	bool *a, *b;
	cudaMalloc(&a, w * h);
	cudaMalloc(&b, w * h);
	cudaMemcpy(a, start.data(), w * h, cudaMemcpyHostToDevice);
	dim3 threads(8, 8), blocks(w / 8, h / 8);
	for (int i = 0; i < 4 * 24; ++i) {
		generation<<<blocks, threads>>>(a, b, w, h);
		std::swap(a, b);
	}
	cudaMemcpy(end.data(), a, w * h, cudaMemcpyDeviceToHost);
	printf("generation 96: %d cells, glider is %s\n", (int)std::count(end.begin(), end.end(), 1), start == end ? "home" : "lost");
	return start != end;
}
