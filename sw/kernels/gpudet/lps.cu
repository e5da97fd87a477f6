// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// lps: Laplace's equation in a box of N x N x DEPTH points, by Jacobi's method: every inner point becomes the mean of
// its six neighbours.
//
//   a block has a column of 32 x 4 points and walks up through the planes:
//
//     above    own register, one plane ahead            barrier -> plane and its rim to shared memory -> barrier
//     centre   shared memory, a point of rim around     -> mean -> global memory
//     below    own register, one plane behind
//
// Exercises: two barriers a plane in a long kernel, halos, launches that swap two buffers.
// Check: bit for bit.
//
// usage: lps [ci|paper|N] [SEED]
#include "exact.cuh"
#include "gpudet.cuh"
#include <utility>

constexpr int TX = 32, TY = 4, DEPTH = 16, STEPS = 4;

__host__ __device__ inline float mean(float west, float east, float north, float south, float below,
				      float above)
{
	return times(1.0f / 6.0f, (west + east) + (north + south) + (below + above));
}

/* The plane's points that this block needs: its own, and the rim. Its barriers keep planes apart. */
__device__ void share_plane(float plane[TY + 2][TX + 2], const float *own, float centre, int x, int y,
			    int n)
{
	const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;

	__syncthreads();
	if (x < n && y < n) {
		plane[ty][tx] = centre;
		if (tx == 1 && x > 0)
			plane[ty][0] = own[-1];
		if (tx == TX && x + 1 < n)
			plane[ty][TX + 1] = own[1];
		if (ty == 1 && y > 0)
			plane[0][tx] = own[-n];
		if (ty == TY && y + 1 < n)
			plane[TY + 1][tx] = own[n];
	}
	__syncthreads();
}

__global__ void relax(const float *from, float *to, int n)
{
	__shared__ float plane[TY + 2][TX + 2];
	const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
	const int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
	const bool inner = x > 0 && x < n - 1 && y > 0 && y < n - 1;
	const int at = inner ? y * n + x : 0;	// points of the faces keep their values
	float below, centre = from[at], above = from[n * n + at];

	for (int z = 1; z < DEPTH - 1; z++) {
		const float *own = from + (size_t)z * n * n + y * n + x;

		below = centre;
		centre = above;
		above = from[(size_t)(z + 1) * n * n + at];
		share_plane(plane, own, x < n && y < n ? *own : 0.0f, x, y, n);
		if (inner)
			to[(size_t)z * n * n + at] =
				mean(plane[ty][tx - 1], plane[ty][tx + 1], plane[ty - 1][tx],
				     plane[ty + 1][tx], below, above);
	}
}

static void reference(const std::vector<float> &from, std::vector<float> &to, int n)
{
	const ptrdiff_t area = (ptrdiff_t)n * n;

	for (int z = 1; z < DEPTH - 1; z++)
		for (int y = 1; y < n - 1; y++)
			for (int x = 1; x < n - 1; x++) {
				const float *own = &from[z * area + y * n + x];
				to[z * area + y * n + x] =
					mean(own[-1], own[1], own[-n], own[n], own[-area], own[area]);
			}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = size_argument(argc, argv, "points along x and y", 96, 384, 2048, &seed);
	std::vector<float> box((size_t)n * n * DEPTH), got(box.size());
	numbers random(seed);
	fnv1a hash;

	for (float &p : box)
		p = fraction(random);
	std::vector<float> want = box;
	float *from = to_device(box), *to = to_device(box);
	for (int step = 0; step < STEPS; step++) {
		relax<<<dim3((n + TX - 1) / TX, (n + TY - 1) / TY), dim3(TX, TY)>>>(from, to, n);
		CHECK(cudaGetLastError());
		std::swap(from, to);
		reference(want, box, n);
		std::swap(want, box);
	}
	from_device(got, from);
	CHECK(cudaFree(from));
	CHECK(cudaFree(to));

	const size_t bad = first_difference(got, want);
	if (bad < got.size()) {
		printf("lps: FAILED at index %zu: got %.9g want %.9g\n", bad, got[bad], want[bad]);
		return 1;
	}
	hash.add(got);
	printf("lps: ok, %d x %d x %d points, %d steps, hash=%016llx\n", n, n, DEPTH, STEPS, hash.state);
	return 0;
}
