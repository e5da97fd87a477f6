// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// nbody: the gravitational acceleration of n bodies, all pairs.
//
//   a thread per body; the block walks over all bodies in tiles that it holds in shared memory
//
// Exercises: float4 loads and stores, single precision multiply-add and reciprocal square root,
// shared memory that all lanes read at one address (broadcast), barriers, a last partial tile.
// Check: against double precision. Bound, with e = 2^-24 the relative rounding error: a term is
// m * d * r^-3, r^2 has at most 5 e, its reciprocal root half of that plus 4 e of the function
// (2 units in the last place), the cube three times that and 2 e, the two products and d itself
// 3 e: below 32 e together. Adding n terms costs at most n e of the sum of magnitudes. Hence
// |error| <= (n + 32) e sum |term|.
//
// usage: nbody [n]     1..8192
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("nbody: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 64;
constexpr float SOFTENING = 0.015625f;	// added to r^2; a power of two, exact in both precisions

__global__ void accelerate(const float4 *body, float4 *acceleration, int n)
{
	__shared__ float4 tile[BLOCK];	// x, y, z, mass
	const int i = blockIdx.x * BLOCK + threadIdx.x;
	const float4 self = body[i < n ? i : 0];
	float ax = 0.0f, ay = 0.0f, az = 0.0f;

	for (int first = 0; first < n; first += BLOCK) {
		const int j = first + threadIdx.x;
		if (j < n)
			tile[threadIdx.x] = body[j];
		__syncthreads();
		const int here = min(BLOCK, n - first);
		for (int k = 0; k < here; k++) {
			const float4 other = tile[k];
			const float dx = other.x - self.x;
			const float dy = other.y - self.y;
			const float dz = other.z - self.z;
			const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
			const float pull = other.w * (inverse * inverse * inverse);
			ax += pull * dx;
			ay += pull * dy;
			az += pull * dz;
		}
		__syncthreads();
	}
	if (i < n)
		acceleration[i] = make_float4(ax, ay, az, 0.0f);
}

static float next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(*state >> 8) / (float)(1 << 24);	// [0, 1), exact
}

// Sets want and the sum of magnitudes of one coordinate (0, 1, 2) of body i.
static void reference(const std::vector<float4> &body, int i, int axis, double *want, double *size)
{
	*want = *size = 0.0;
	for (const float4 &other : body) {
		const double d[3] = {(double)other.x - body[i].x, (double)other.y - body[i].y,
				     (double)other.z - body[i].z};
		const double r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + SOFTENING;
		const double term = other.w * d[axis] / (r2 * std::sqrt(r2));
		*want += term;
		*size += std::fabs(term);
	}
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 300;
	if (n < 1 || n > 8192) {
		fprintf(stderr, "usage: nbody [n], n from 1 to 8192\n");
		return 1;
	}
	std::vector<float4> body(n), got(n);
	unsigned random = 11;
	for (float4 &b : body) {
		b.x = next_random(&random);
		b.y = next_random(&random);
		b.z = next_random(&random);
		b.w = next_random(&random) + 0.5f;
	}

	float4 *dev_body, *dev_acceleration;
	CHECK(cudaMalloc(&dev_body, n * sizeof(float4)));
	CHECK(cudaMalloc(&dev_acceleration, n * sizeof(float4)));
	CHECK(cudaMemcpy(dev_body, body.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
	accelerate<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dev_body, dev_acceleration, n);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(got.data(), dev_acceleration, n * sizeof(float4), cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_body));
	CHECK(cudaFree(dev_acceleration));

	double worst = 0.0;	// error over its bound
	for (int i = 0; i < n; i++) {
		const float a[3] = {got[i].x, got[i].y, got[i].z};
		for (int axis = 0; axis < 3; axis++) {
			double want, size;
			reference(body, i, axis, &want, &size);
			const double bound = (n + 32) * size / (1 << 24);
			const double error = std::fabs(a[axis] - want);
			if (!(error <= bound)) {	// also when it is not a number
				printf("nbody: FAILED at index %d: got %.9g want %.9g within %.3g\n",
				       3 * i + axis, a[axis], want, bound);
				return 1;
			}
			if (bound > 0.0 && error / bound > worst)
				worst = error / bound;
		}
	}
	printf("nbody: ok, %d bodies, worst error %.2f of its bound\n", n, worst);
	return 0;
}
