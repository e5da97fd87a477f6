// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// stencil: heat flow on an n x n plate, five-point stencil, two buffers that swap roles.
//
//   block: 16 x 16 cells and a halo of one cell in shared memory -> barrier -> new values
//
// Exercises: shared memory with a halo that the edge threads load (divergence at the block's rim),
// 2-D grids, launches that depend on each other through global memory only, fixed border cells.
// Check: bit for bit. The weights are powers of two, their products are exact, so a fused
// multiply-add rounds exactly as a multiplication and an addition do.
//
// usage: stencil [n]     3..2048
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("stencil: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int TILE = 16, STEPS = 6;

__host__ __device__ inline float new_value(float centre, float up, float down, float left,
					   float right)
{
	return 0.5f * centre + 0.125f * ((up + down) + (left + right));
}

__global__ void heat_step(const float *from, float *to, int n)
{
	__shared__ float cell[TILE + 2][TILE + 2];
	const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	const bool inside = x < n && y < n;

	if (inside) {
		const float *own = &from[y * n + x];
		cell[ty][tx] = *own;
		if (tx == 1 && x > 0)
			cell[ty][0] = own[-1];
		if (tx == TILE && x + 1 < n)
			cell[ty][TILE + 1] = own[1];
		if (ty == 1 && y > 0)
			cell[0][tx] = own[-n];
		if (ty == TILE && y + 1 < n)
			cell[TILE + 1][tx] = own[n];
	}
	__syncthreads();
	if (!inside)
		return;
	const bool border = x == 0 || y == 0 || x == n - 1 || y == n - 1;
	to[y * n + x] = border ? cell[ty][tx]
			       : new_value(cell[ty][tx], cell[ty - 1][tx], cell[ty + 1][tx],
					   cell[ty][tx - 1], cell[ty][tx + 1]);
}

static void reference_step(const std::vector<float> &from, std::vector<float> &to, int n)
{
	to = from;
	for (int y = 1; y < n - 1; y++)
		for (int x = 1; x < n - 1; x++) {
			const float *own = &from[y * n + x];
			to[y * n + x] = new_value(own[0], own[-n], own[n], own[-1], own[1]);
		}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 90;
	if (n < 3 || n > 2048) {
		fprintf(stderr, "usage: stencil [n], n from 3 to 2048\n");
		return 1;
	}
	const size_t count = (size_t)n * n, bytes = count * sizeof(float);
	std::vector<float> plate(count), want, scratch;
	unsigned random = 23;
	for (float &p : plate) {
		random = random * 1664525u + 1013904223u;
		p = (float)(random >> 16) / 64.0f;
	}
	want = plate;

	float *from, *to;
	CHECK(cudaMalloc(&from, bytes));
	CHECK(cudaMalloc(&to, bytes));
	CHECK(cudaMemcpy(from, plate.data(), bytes, cudaMemcpyHostToDevice));
	const unsigned tiles = (n + TILE - 1) / TILE;
	for (int step = 0; step < STEPS; step++) {
		heat_step<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(from, to, n);
		CHECK(cudaGetLastError());
		std::swap(from, to);
		reference_step(want, scratch, n);
		std::swap(want, scratch);
	}
	CHECK(cudaMemcpy(plate.data(), from, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(from));
	CHECK(cudaFree(to));

	for (size_t i = 0; i < count; i++) {
		if (plate[i] != want[i]) {
			printf("stencil: FAILED at index %zu: got %.9g want %.9g\n", i, plate[i], want[i]);
			return 1;
		}
	}
	printf("stencil: ok, %d x %d, %d steps\n", n, n, STEPS);
	return 0;
}
