// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// cp: Coulomb potential of N atoms on a plane of 512 x 240 points.
//
//   thread   8 points of a row, 16 apart (so that a warp's stores are in one piece)
//   block    16 x 8 threads: 128 x 8 points
//   launch   up to 256 atoms, in constant memory; adds to what the launch before has left
//
// What GPUDet meets in it: long stretches of arithmetic and next to no stores.
//
// Check: a double-precision sum. A term is right to 8 roundings (differences of coordinates are exact: they are
// multiples of 1/64 below 64), a sum of N terms to N more: (N + 8) * 2^-23 of the sum of the terms' sizes bounds it.
//
// usage: cp [ci|paper|N] [SEED]   N: atoms
#include "gpudet.cuh"

#include <cmath>

constexpr int WIDTH = 512, HEIGHT = 240, POINTS = 8, ROWS = 8, LANES = 16, ATOMS = 256;
constexpr float SPACING = 0.125f;

/* w: charge; z: square of the distance from the plane. */
__constant__ float4 atoms[ATOMS];

__global__ void potential(float *plane, int count)
{
	const int x = blockIdx.x * (LANES * POINTS) + threadIdx.x, y = blockIdx.y * ROWS + threadIdx.y;
	float *own = &plane[y * WIDTH + x];
	const float at_x = SPACING * (float)x, at_y = SPACING * (float)y;
	float sum[POINTS];

	for (int p = 0; p < POINTS; p++)
		sum[p] = own[p * LANES];
	for (int i = 0; i < count; i++) {
		const float4 atom = atoms[i];
		const float dy = at_y - atom.y, flat = dy * dy + atom.z;
#pragma unroll
		for (int p = 0; p < POINTS; p++) {
			const float dx = at_x + SPACING * (float)(p * LANES) - atom.x;
			sum[p] += atom.w * rsqrtf(dx * dx + flat);
		}
	}
	for (int p = 0; p < POINTS; p++)
		own[p * LANES] = sum[p];
}

/* Compares every STRIDE-th point with the sum in double precision. Returns the first that is wrong, or -1. */
static int first_wrong(const std::vector<float> &plane, const std::vector<float4> &all)
{
	constexpr int STRIDE = 37;	// odd: all columns and rows are met
	for (int at = 0; at < WIDTH * HEIGHT; at += STRIDE) {
		double want = 0, size = 0;
		for (const float4 &atom : all) {
			const double dx = (double)SPACING * (at % WIDTH) - atom.x;
			const double dy = (double)SPACING * (at / WIDTH) - atom.y;
			const double term = atom.w / sqrt(dx * dx + dy * dy + atom.z);
			want += term;
			size += fabs(term);
		}
		if (!(fabs(plane[at] - want) <= ((double)all.size() + 8) * ldexp(1.0, -23) * size))
			return at;
	}
	return -1;
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = (int)size_argument(argc, argv, "atoms", 64, 1000, 100000, &seed);
	numbers random(seed);
	std::vector<float4> all(n);
	for (float4 &atom : all) {
		const float height = (float)(1 + random.below(128)) / 64;
		atom = make_float4((float)random.below(4096) / 64, (float)random.below(1920) / 64, height * height,
				   (float)random.below(64) / 16 - 2);
	}
	std::vector<float> plane(WIDTH * HEIGHT, 0.0f);

	float *dev_plane = to_device(plane);
	for (int done = 0; done < n; done += ATOMS) {
		const int count = n - done < ATOMS ? n - done : ATOMS;
		CHECK(cudaMemcpyToSymbol(atoms, &all[done], count * sizeof(float4)));
		potential<<<dim3(WIDTH / (LANES * POINTS), HEIGHT / ROWS), dim3(LANES, ROWS)>>>(dev_plane, count);
		CHECK(cudaGetLastError());
	}
	from_device(plane, dev_plane);

	const int wrong = first_wrong(plane, all);
	if (wrong >= 0) {
		printf("cp: FAILED, point %d, %d: got %g\n", wrong % WIDTH, wrong / WIDTH, plane[wrong]);
		return 1;
	}
	fnv1a hash;
	hash.add(plane);
	printf("cp: ok, %d atoms on %d x %d points, hash=%016llx\n", n, WIDTH, HEIGHT, hash.state);
	return 0;
}
