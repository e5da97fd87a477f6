// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A square of cloth, N x N particles of equal mass, thrown: what cl and clopt share. The including file defines
// INTERLEAVED.
//
//   springs   to the right from even columns, from odd ones; down from even rows, from odd ones: the springs of one of
//             these quarters have no particle in common
//   step      move    every particle on by its velocity (Verlet) and gravity
//             relax   every spring: lock both particles; move both by half of what the spring is too long or short
//
//   whose work is spring (or particle) i, of threads that have SHARE each?
//
//     cl       thread i / SHARE        0 0 0 0 1 1 1 1 2 2 2 2 ...     a warp's access touches 32 * SHARE neighbours
//     clopt    thread i % threads      0 1 2 3 4 5 6 7 8 9 ...         a warp's access touches 32 neighbours: coalesced
//
// What a spring finds depends on the springs that went before it at its particles: so does the result, in all digits.
// Check: every particle was visited by each of its springs once, counted under its lock; momentum: the sum of all
// positions is as without springs, within the rounding errors of all additions.
#ifndef CLOTH_CUH
#define CLOTH_CUH

#include "locks.cuh"
#include "gpudet.cuh"
#include <cmath>

constexpr unsigned SHARE = 4, THREADS = 64, STEPS = 2;
constexpr float FALL = 0.01f;	// by which gravity changes the velocity of a step

/* Particles and springs on the device. */
struct cloth {
	unsigned particles, springs;
	volatile float *at[3];	// where a particle is: x, y, z
	float *was[3];		// ... and was a step before
	volatile unsigned *visits;
	int *lock;
	const unsigned *one, *other;	// a spring's ends
	const float *rest;		// length at rest
	float *stretch;			// how much longer it was, last time
};

/* The i-th item of this thread. */
__device__ inline unsigned item(unsigned i)
{
	const unsigned thread = blockIdx.x * THREADS + threadIdx.x;
	return INTERLEAVED ? i * gridDim.x * THREADS + thread : thread * SHARE + i;
}

__global__ void move(cloth c)
{
	for (unsigned i = 0; i < SHARE; i++) {
		const unsigned p = item(i);
		if (p >= c.particles)
			continue;
		for (int axis = 0; axis < 3; axis++) {
			const float now = c.at[axis][p], before = c.was[axis][p];
			c.was[axis][p] = now;
			c.at[axis][p] = now + (now - before) - (axis == 1 ? FALL : 0.0f);
		}
	}
}

/* Both ends are locked. */
__device__ void contract(const cloth &c, unsigned s, unsigned a, unsigned b)
{
	float d[3], length = 0.0f;

#pragma unroll
	for (int axis = 0; axis < 3; axis++) {
		d[axis] = c.at[axis][b] - c.at[axis][a];
		length += d[axis] * d[axis];
	}
	length = sqrtf(length);
	const float stretch = length - c.rest[s], half = 0.5f * stretch / length;
#pragma unroll
	for (int axis = 0; axis < 3; axis++) {
		const float by = __fmul_rn(half, d[axis]);	// the same for both
		c.at[axis][a] = c.at[axis][a] + by;
		c.at[axis][b] = c.at[axis][b] - by;
	}
	c.stretch[s] = stretch;
	c.visits[a] = c.visits[a] + 1;
	c.visits[b] = c.visits[b] + 1;
}

__global__ void relax(cloth c)
{
	for (unsigned i = 0; i < SHARE; i++) {
		const unsigned s = item(i);
		if (s >= c.springs)
			continue;
		const unsigned a = c.one[s], b = c.other[s];
		under_locks(c.lock, a, b, [&] { contract(c, s, a, b); });
	}
}

struct spring_list {
	std::vector<unsigned> one, other;
	std::vector<float> rest;

	void add(unsigned a, unsigned b, float length)
	{
		one.push_back(a);
		other.push_back(b);
		rest.push_back(length);
	}
};

static spring_list make_springs(unsigned n, numbers &random)
{
	spring_list list;

	for (unsigned odd = 0; odd < 2; odd++)
		for (unsigned y = 0; y < n; y++)
			for (unsigned x = odd; x + 1 < n; x += 2)
				list.add(y * n + x, y * n + x + 1, 0.875f + 0.25f * fraction(random));
	for (unsigned odd = 0; odd < 2; odd++)
		for (unsigned y = odd; y + 1 < n; y += 2)
			for (unsigned x = 0; x < n; x++)
				list.add(y * n + x, (y + 1) * n + x, 0.875f + 0.25f * fraction(random));
	return list;
}

static bool visits_right(const std::vector<unsigned> &visits, const spring_list &springs, const char *name)
{
	std::vector<unsigned> want(visits.size());

	for (unsigned a : springs.one)
		want[a] += STEPS;
	for (unsigned b : springs.other)
		want[b] += STEPS;
	const size_t bad = first_difference(visits, want);
	if (bad == visits.size())
		return true;
	printf("%s: FAILED, particle %zu: %u visits, not %u\n", name, bad, visits[bad], want[bad]);
	return false;
}

/* Is the sum of `at` what it is when a cloth of no springs falls from `start`, after a step before at `before`? */
static bool momentum_right(const std::vector<float> &at, const std::vector<float> &start,
			   const std::vector<float> &before, bool falls, size_t springs, const char *name)
{
	double sum = 0.0, want = 0.0, was = 0.0, largest = 0.0;

	for (size_t p = 0; p < at.size(); p++) {
		sum += at[p];
		want += start[p];
		was += before[p];
		largest = std::fmax(largest, std::fmax(std::fabs(at[p]), std::fabs(start[p])) + 1.0);
	}
	for (unsigned step = 0; step < STEPS; step++) {
		const double now = want;
		want += now - was - (falls ? (double)FALL * at.size() : 0.0);
		was = now;
	}
	// An addition rounds by 2^-24 of its result; a step's errors are in its velocity, and so in all later steps.
	const double additions = STEPS * (2.0 * springs + 3.0 * at.size());
	const double bound = STEPS * additions * largest / (1 << 24);
	if (std::fabs(sum - want) <= bound)
		return true;
	printf("%s: FAILED, sum of positions %.9g, not %.9g within %.3g\n", name, sum, want, bound);
	return false;
}

static int cloth_main(const char *name, int argc, char **argv)
{
	unsigned long long seed;
	const unsigned n = size_argument(argc, argv, "particles along a side", 80, 320, 1024, &seed);
	numbers random(seed);
	const spring_list springs = make_springs(n, random);
	std::vector<float> start[3], before[3], stretch(springs.rest.size()), at(n * n);
	std::vector<unsigned> visits(n * n);
	fnv1a hash;
	cloth c = {n * n, (unsigned)springs.rest.size(), {}, {}, to_device(visits), to_device(std::vector<int>(n * n)),
		   to_device(springs.one), to_device(springs.other), to_device(springs.rest), to_device(stretch)};

	for (int axis = 0; axis < 3; axis++) {
		for (unsigned p = 0; p < n * n; p++) {
			const float grid = axis == 0 ? p % n : axis == 1 ? 0.0f : p / n;
			start[axis].push_back(grid + 0.25f * fraction(random));
			before[axis].push_back(start[axis][p] - 0.125f * fraction(random));
		}
		c.at[axis] = to_device(start[axis]);
		c.was[axis] = to_device(before[axis]);
	}
	const unsigned per_block = SHARE * THREADS;
	for (unsigned step = 0; step < STEPS; step++) {
		move<<<(c.particles + per_block - 1) / per_block, THREADS>>>(c);
		relax<<<(c.springs + per_block - 1) / per_block, THREADS>>>(c);
		CHECK(cudaGetLastError());
	}
	from_device(visits, (unsigned *)c.visits);
	from_device(stretch, c.stretch);
	if (!visits_right(visits, springs, name))
		return 1;
	for (int axis = 0; axis < 3; axis++) {
		from_device(at, (float *)c.at[axis]);
		hash.add(at);
		if (!momentum_right(at, start[axis], before[axis], axis == 1, springs.rest.size(), name))
			return 1;
		CHECK(cudaFree((void *)c.at[axis]));
		CHECK(cudaFree(c.was[axis]));
	}
	hash.add(stretch);
	CHECK(cudaFree((void *)c.visits));
	CHECK(cudaFree(c.lock));
	CHECK(cudaFree((void *)c.one));
	CHECK(cudaFree((void *)c.other));
	CHECK(cudaFree((void *)c.rest));
	CHECK(cudaFree(c.stretch));
	printf("%s: ok, %u particles, %u springs, %u steps, hash=%016llx\n", name, c.particles, c.springs, STEPS,
	       hash.state);
	return 0;
}

#endif
