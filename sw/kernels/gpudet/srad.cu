// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// srad: speckle reducing anisotropic diffusion of an N x N image (Yu and Acton, 2002). An iteration:
//
//   sums      each block: sum of its pixels and of their squares, by a tree in shared memory
//   spread    one block: the same tree over the blocks' sums -> q0 = variance / mean^2 of the image
//   coefficient   each pixel: differences to its four neighbours, local q against q0 -> coefficient 0 .. 1
//   diffuse   each pixel: += RATE / 4 * divergence of (coefficient * difference)
//
//   neighbours come from shared memory inside a tile, from global memory at its rim; the image's rim repeats
//
// Exercises: four kernels an iteration, a barrier for each step of a tree, tiles.
// Check: bit for bit, the host adds in the trees' order.
//
// usage: srad [ci|paper|N] [SEED]
#include "exact.cuh"
#include "gpudet.cuh"

constexpr int TILE = 16, THREADS = TILE * TILE, STEPS = 3;
constexpr float RATE = 0.5f;

struct sum_pair {
	float one, square;
};

/* What a pixel has from `coefficient` for `diffuse`. */
struct slopes {
	float north, south, west, east;
};

__host__ __device__ inline sum_pair add(sum_pair a, sum_pair b)
{
	return sum_pair{a.one + b.one, a.square + b.square};
}

__host__ __device__ inline float spread_of(sum_pair s, float count)
{
	const float mean = s.one / count, variance = s.square / count - times(mean, mean);
	return variance / times(mean, mean);
}

__host__ __device__ inline float coefficient_of(float centre, slopes d, float q0)
{
	const float squares = times(d.north, d.north) + times(d.south, d.south) + times(d.west, d.west) +
			      times(d.east, d.east);
	const float gradient = squares / times(centre, centre);
	const float laplacian = (d.north + d.south + d.west + d.east) / centre;
	const float numerator = times(0.5f, gradient) - times(0.0625f, times(laplacian, laplacian));
	const float denominator = 1.0f + times(0.25f, laplacian);
	const float q = numerator / times(denominator, denominator);
	const float c = 1.0f / (1.0f + (q - q0) / times(q0, 1.0f + q0));

	return c < 0.0f ? 0.0f : c > 1.0f ? 1.0f : c;
}

__host__ __device__ inline float diffused(float centre, float c, float south, float east, slopes d)
{
	const float divergence =
		times(c, d.north) + times(south, d.south) + times(c, d.west) + times(east, d.east);
	return centre + times(0.25f * RATE, divergence);
}

/* The sum over the block's `own`, for all its threads. */
__device__ sum_pair sum_of_block(sum_pair own)
{
	__shared__ sum_pair part[THREADS];
	const int t = threadIdx.x;

	part[t] = own;
	for (int half = THREADS / 2; half > 0; half /= 2) {
		__syncthreads();
		if (t < half)
			part[t] = add(part[t], part[t + half]);
	}
	__syncthreads();
	return part[0];
}

__global__ void sums(const float *image, sum_pair *total, int pixels)
{
	const int i = blockIdx.x * THREADS + threadIdx.x;
	const float p = i < pixels ? image[i] : 0.0f;
	const sum_pair sum = sum_of_block(sum_pair{p, times(p, p)});

	if (threadIdx.x == 0)
		total[blockIdx.x] = sum;
}

__global__ void spread(const sum_pair *total, float *q0, int totals, int pixels)
{
	sum_pair own = {0.0f, 0.0f};

	for (int i = threadIdx.x; i < totals; i += THREADS)
		own = add(own, total[i]);
	own = sum_of_block(own);
	if (threadIdx.x == 0)
		*q0 = spread_of(own, (float)pixels);
}

__global__ void coefficient(const float *image, const float *q0, float *c, slopes *slope, int n)
{
	__shared__ float tile[TILE][TILE];
	const int tx = threadIdx.x, ty = threadIdx.y;
	const int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
	const bool inside = x < n && y < n;
	const int at = inside ? y * n + x : 0;
	const float centre = image[at];

	tile[ty][tx] = centre;
	__syncthreads();
	if (!inside)
		return;
	slopes d;
	d.north = (y == 0 ? centre : ty > 0 ? tile[ty - 1][tx] : image[at - n]) - centre;
	d.south = (y == n - 1 ? centre : ty < TILE - 1 ? tile[ty + 1][tx] : image[at + n]) - centre;
	d.west = (x == 0 ? centre : tx > 0 ? tile[ty][tx - 1] : image[at - 1]) - centre;
	d.east = (x == n - 1 ? centre : tx < TILE - 1 ? tile[ty][tx + 1] : image[at + 1]) - centre;
	c[at] = coefficient_of(centre, d, *q0);
	slope[at] = d;
}

__global__ void diffuse(float *image, const float *c, const slopes *slope, int n)
{
	__shared__ float tile[TILE][TILE];
	const int tx = threadIdx.x, ty = threadIdx.y;
	const int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
	const bool inside = x < n && y < n;
	const int at = inside ? y * n + x : 0;
	const float own = c[at];

	tile[ty][tx] = own;
	__syncthreads();
	if (!inside)
		return;
	const float south = y == n - 1 ? own : ty < TILE - 1 ? tile[ty + 1][tx] : c[at + n];
	const float east = x == n - 1 ? own : tx < TILE - 1 ? tile[ty][tx + 1] : c[at + 1];
	image[at] = diffused(image[at], own, south, east, slope[at]);
}

/* The sum of `part` as a block adds it up. part has THREADS elements. */
static sum_pair reference_sum(std::vector<sum_pair> part)
{
	for (int half = THREADS / 2; half > 0; half /= 2)
		for (int t = 0; t < half; t++)
			part[t] = add(part[t], part[t + half]);
	return part[0];
}

static float reference_spread(const std::vector<float> &image)
{
	const sum_pair none = {0.0f, 0.0f};
	std::vector<sum_pair> own(THREADS, none);

	for (size_t first = 0, block = 0; first < image.size(); first += THREADS, block++) {
		std::vector<sum_pair> part(THREADS, none);
		for (size_t t = 0; t < THREADS && first + t < image.size(); t++)
			part[t] = sum_pair{image[first + t], times(image[first + t], image[first + t])};
		own[block % THREADS] = add(own[block % THREADS], reference_sum(part));
	}
	return spread_of(reference_sum(own), (float)image.size());
}

static void reference(std::vector<float> &image, int n)
{
	const float q0 = reference_spread(image);
	std::vector<float> c(image.size());
	std::vector<slopes> slope(image.size());

	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			const int at = y * n + x;
			const float centre = image[at];
			slope[at].north = image[y > 0 ? at - n : at] - centre;
			slope[at].south = image[y < n - 1 ? at + n : at] - centre;
			slope[at].west = image[x > 0 ? at - 1 : at] - centre;
			slope[at].east = image[x < n - 1 ? at + 1 : at] - centre;
			c[at] = coefficient_of(centre, slope[at], q0);
		}
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			const int at = y * n + x;
			image[at] = diffused(image[at], c[at], c[y < n - 1 ? at + n : at],
					     c[x < n - 1 ? at + 1 : at], slope[at]);
		}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = size_argument(argc, argv, "pixels along x and y", 128, 512, 4096, &seed);
	const int pixels = n * n, blocks = (pixels + THREADS - 1) / THREADS;
	const dim3 tiles((n + TILE - 1) / TILE, (n + TILE - 1) / TILE), tile(TILE, TILE);
	std::vector<float> image(pixels), got(pixels);
	numbers random(seed);
	fnv1a hash;

	for (float &p : image)
		p = 1.0f + fraction(random);	// as after exp(): from 1 to e
	float *d_image = to_device(image), *d_c = device_array<float>(pixels), *d_q0 = device_array<float>(1);
	slopes *d_slope = device_array<slopes>(pixels);
	sum_pair *d_total = device_array<sum_pair>(blocks);
	for (int step = 0; step < STEPS; step++) {
		sums<<<blocks, THREADS>>>(d_image, d_total, pixels);
		spread<<<1, THREADS>>>(d_total, d_q0, blocks, pixels);
		coefficient<<<tiles, tile>>>(d_image, d_q0, d_c, d_slope, n);
		diffuse<<<tiles, tile>>>(d_image, d_c, d_slope, n);
		CHECK(cudaGetLastError());
		reference(image, n);
	}
	from_device(got, d_image);
	CHECK(cudaFree(d_image));
	CHECK(cudaFree(d_c));
	CHECK(cudaFree(d_q0));
	CHECK(cudaFree(d_slope));
	CHECK(cudaFree(d_total));

	const size_t bad = first_difference(got, image);
	if (bad < got.size()) {
		printf("srad: FAILED at index %zu: got %.9g want %.9g\n", bad, got[bad], image[bad]);
		return 1;
	}
	hash.add(got);
	printf("srad: ok, %d x %d pixels, %d steps, hash=%016llx\n", n, n, STEPS, hash.state);
	return 0;
}
