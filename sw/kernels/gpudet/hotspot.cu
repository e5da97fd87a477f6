// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// hotspot: temperature of a chip of N x N cells from the power that each cell turns into heat.
//
//   launch -> tile of 16 x 16 cells in shared memory -> barrier -> step -> barrier -> step -> 12 x 12 cells out
//
// The tile shrinks by a cell on each side with each step, so tiles overlap: a launch makes STEPS steps.
// What GPUDet meets in it: barriers inside a block, little global traffic, several launches.
//
// Check: bit for bit. Each step is a chain of fused multiply-adds, the same ones on the host.
//
// usage: hotspot [ci|paper|N] [SEED]   N: side of the chip in cells
#include "gpudet.cuh"

#include <cmath>
#include <utility>

constexpr int TILE = 16, STEPS = 2, INNER = TILE - 2 * STEPS, LAUNCHES = 4;

/* A cell one step later. The factors stand for the chip's resistances; AMBIENT is the temperature around it. */
__host__ __device__ inline float next_temperature(float centre, float north, float south, float west, float east,
						  float power)
{
	constexpr float RATE_Y = 0.125f, RATE_X = 0.15f, RATE_Z = 0.01f, HEATING = 0.3f, AMBIENT = 80.0f;
	const float down = fmaf(-2.0f, centre, north + south), across = fmaf(-2.0f, centre, west + east);
	const float warmer = fmaf(HEATING, power, centre);
	return fmaf(RATE_Z, AMBIENT - centre, fmaf(RATE_X, across, fmaf(RATE_Y, down, warmer)));
}

__global__ void heat(const float *power, const float *from, float *to, int n)
{
	__shared__ float cell[2][TILE][TILE];
	const int tx = threadIdx.x, ty = threadIdx.y;
	const int x = blockIdx.x * INNER + tx - STEPS, y = blockIdx.y * INNER + ty - STEPS;
	const bool inside = x >= 0 && x < n && y >= 0 && y < n;
	const int west = tx - (x > 0), east = tx + (x < n - 1);		// the chip's rim is its own neighbour
	const int north = ty - (y > 0), south = ty + (y < n - 1);
	float own_power = 0;

	if (inside) {
		cell[0][ty][tx] = from[y * n + x];
		own_power = power[y * n + x];
	}
	__syncthreads();
	for (int step = 0; step < STEPS; step++) {
		const float (*old)[TILE] = cell[step % 2];
		const int least = step + 1, most = TILE - 2 - step;
		if (inside && tx >= least && tx <= most && ty >= least && ty <= most)
			cell[(step + 1) % 2][ty][tx] =
				next_temperature(old[ty][tx], old[north][tx], old[south][tx], old[ty][west],
						 old[ty][east], own_power);
		__syncthreads();
	}
	if (inside && tx >= STEPS && tx < TILE - STEPS && ty >= STEPS && ty < TILE - STEPS)
		to[y * n + x] = cell[STEPS % 2][ty][tx];
}

static void reference_step(const std::vector<float> &power, std::vector<float> &plate, int n)
{
	const std::vector<float> old = plate;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			const int at = y * n + x;
			plate[at] = next_temperature(old[at], old[y > 0 ? at - n : at], old[y < n - 1 ? at + n : at],
						     old[x > 0 ? at - 1 : at], old[x < n - 1 ? at + 1 : at],
						     power[at]);
		}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "side of the chip", 204, 1020, 8192, &seed);
	numbers random(seed);
	std::vector<float> power((size_t)n * n), plate(power.size());
	for (size_t i = 0; i < power.size(); i++) {
		power[i] = fraction(random);
		plate[i] = 320 + 20 * fraction(random);
	}
	std::vector<float> want = plate;

	float *dev_power = to_device(power), *from = to_device(plate), *to = device_array<float>(plate.size());
	const unsigned tiles = (n + INNER - 1) / INNER;
	for (int launch = 0; launch < LAUNCHES; launch++) {
		heat<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(dev_power, from, to, n);
		CHECK(cudaGetLastError());
		std::swap(from, to);
	}
	from_device(plate, from);

	for (int step = 0; step < LAUNCHES * STEPS; step++)
		reference_step(power, want, n);
	const size_t wrong = first_difference(plate, want);
	if (wrong < plate.size()) {
		printf("hotspot: FAILED, cell %zu: got %.9g want %.9g\n", wrong, plate[wrong], want[wrong]);
		return 1;
	}
	fnv1a hash;
	hash.add(plate);
	printf("hotspot: ok, %d x %d, %d steps, hash=%016llx\n", n, n, LAUNCHES * STEPS, hash.state);
	return 0;
}
