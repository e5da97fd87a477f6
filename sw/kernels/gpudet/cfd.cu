// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// cfd: the Euler equations of a gas on an unstructured mesh of N x N four-sided cells: finite volumes, Rusanov's flux,
// three Runge-Kutta stages, a time step of its own for each cell. A step:
//
//   keep      copy of all variables
//   pace      each cell: how far its speed of sound lets it go
//   3 times   flow      each cell gathers its four neighbours' variables: what comes in through its sides
//             advance   variables = kept ones + pace / (3, 2, 1) * what comes in
//
//   sides: to another cell, to a wall (below), or to the far field
//
// Cells have bent sides and are numbered in disorder: a warp gathers from all over its neighbourhood.
// Exercises: many short kernels, gathers, no shared memory, no barriers.
// Check: bit for bit.
//
// usage: cfd [ci|paper|N] [SEED]
#include "exact.cuh"
#include "gpudet.cuh"
#include <utility>

constexpr int THREADS = 128, STEPS = 2, SIDES = 4, VARIABLES = 4, WALL = -1, FAR = -2;
constexpr unsigned DISORDER = 256;	// cells of so many numbers are shuffled
constexpr float GAMMA = 1.4f, PACE = 0.5f;

/* A cell's gas, per volume. */
struct gas {
	float density, x, y, energy;	// x, y: momentum
};

/* Arrays of one element a cell, four for a cell's sides: [side * cells + cell]. */
struct mesh {
	int cells;
	const int *neighbour;
	const float *nx, *ny;	// out of the side, as long as it is
	const float *size;
};

__host__ __device__ inline gas far_field()
{
	return gas{1.0f, 0.5f, 0.125f, 2.75f};
}

__host__ __device__ inline gas load(const float *variable, int cells, int cell)
{
	return gas{variable[cell], variable[cells + cell], variable[2 * cells + cell], variable[3 * cells + cell]};
}

__host__ __device__ inline void store(float *variable, int cells, int cell, gas g)
{
	variable[cell] = g.density;
	variable[cells + cell] = g.x;
	variable[2 * cells + cell] = g.y;
	variable[3 * cells + cell] = g.energy;
}

/* a + factor * b */
__host__ __device__ inline gas plus(gas a, float factor, gas b)
{
	return gas{a.density + times(factor, b.density), a.x + times(factor, b.x), a.y + times(factor, b.y),
		   a.energy + times(factor, b.energy)};
}

__host__ __device__ inline float pressure(gas g)
{
	const float moving = (times(g.x, g.x) + times(g.y, g.y)) / g.density;
	return times(GAMMA - 1.0f, g.energy - times(0.5f, moving));
}

__host__ __device__ inline float sound(gas g)
{
	return sqrtf(times(GAMMA, pressure(g)) / g.density);
}

/* What g carries through a side, and into *fastest how fast news of it goes there, times the side's length. */
__host__ __device__ inline gas through(gas g, float nx, float ny, float *fastest)
{
	const float p = pressure(g), speed = (times(g.x, nx) + times(g.y, ny)) / g.density;
	const float length = sqrtf(times(nx, nx) + times(ny, ny));

	*fastest = (speed < 0.0f ? -speed : speed) + times(length, sound(g));
	return gas{times(speed, g.density), times(speed, g.x) + times(p, nx), times(speed, g.y) + times(p, ny),
		   times(speed, g.energy + p)};
}

/* What comes into a cell through its sides. */
__host__ __device__ inline gas inflow(const mesh &m, const float *variable, int cell)
{
	const gas own = load(variable, m.cells, cell);
	gas sum = {0.0f, 0.0f, 0.0f, 0.0f};

	for (int side = 0; side < SIDES; side++) {
		const int at = side * m.cells + cell, other = m.neighbour[at];
		const float nx = m.nx[at], ny = m.ny[at];
		if (other == WALL) {
			sum = plus(sum, -pressure(own), gas{0.0f, nx, ny, 0.0f});
			continue;
		}
		const gas beyond = other == FAR ? far_field() : load(variable, m.cells, other);
		float fastest, their_fastest;
		const gas out = through(own, nx, ny, &fastest);
		const gas their_out = through(beyond, nx, ny, &their_fastest);
		if (their_fastest > fastest)
			fastest = their_fastest;
		sum = plus(sum, -0.5f, out);
		sum = plus(sum, -0.5f, their_out);
		sum = plus(sum, times(0.5f, fastest), plus(beyond, -1.0f, own));
	}
	return sum;
}

__host__ __device__ inline float pace_of(const mesh &m, const float *variable, int cell)
{
	const gas g = load(variable, m.cells, cell);
	const float speed = sqrtf(times(g.x, g.x) + times(g.y, g.y)) / g.density;

	return PACE / times(sqrtf(m.size[cell]), speed + sound(g));
}

/* Stage 0, 1 or 2 from what was kept. */
__host__ __device__ inline void stage_of(int cells, float *variable, const float *kept, const float *in, float pace,
					 int stage, int cell)
{
	store(variable, cells, cell,
	      plus(load(kept, cells, cell), pace / (float)(3 - stage), load(in, cells, cell)));
}

__global__ void keep(const float *variable, float *kept, int count)
{
	const int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < count)
		kept[i] = variable[i];
}

__global__ void pace(mesh m, const float *variable, float *factor)
{
	const int cell = blockIdx.x * THREADS + threadIdx.x;

	if (cell < m.cells)
		factor[cell] = pace_of(m, variable, cell);
}

__global__ void flow(mesh m, const float *variable, float *in)
{
	const int cell = blockIdx.x * THREADS + threadIdx.x;

	if (cell < m.cells)
		store(in, m.cells, cell, inflow(m, variable, cell));
}

__global__ void advance(int cells, float *variable, const float *kept, const float *in, const float *factor, int stage)
{
	const int cell = blockIdx.x * THREADS + threadIdx.x;

	if (cell < cells)
		stage_of(cells, variable, kept, in, factor[cell], stage, cell);
}

/* The host's mesh. */
struct mesh_arrays {
	std::vector<int> neighbour;
	std::vector<float> nx, ny, size;
};

/* Numbers of the cells in the order of the grid. */
static std::vector<int> disorder(unsigned cells, numbers &random)
{
	std::vector<int> number(cells);

	for (unsigned i = 0; i < cells; i++)
		number[i] = (int)i;
	for (unsigned first = 0; first < cells; first += DISORDER) {
		const unsigned here = cells - first < DISORDER ? cells - first : DISORDER;
		for (unsigned i = here; i > 1; i--)
			std::swap(number[first + i - 1], number[first + random.below(i)]);
	}
	return number;
}

static mesh_arrays make_mesh(int n, numbers &random)
{
	const int cells = n * n, corner[SIDES + 1][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
	const int step[SIDES][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
	const std::vector<int> number = disorder(cells, random);
	std::vector<float> px, py;	// corners
	mesh_arrays m;

	for (int i = 0; i < (n + 1) * (n + 1); i++) {
		px.push_back((float)(i % (n + 1)) + 0.25f * fraction(random));
		py.push_back((float)(i / (n + 1)) + 0.25f * fraction(random));
	}
	m.neighbour.resize(SIDES * cells);
	m.nx.resize(SIDES * cells);
	m.ny.resize(SIDES * cells);
	m.size.resize(cells);
	for (int i = 0; i < cells; i++) {
		const int x = i % n, y = i / n, cell = number[i];
		float twice = 0.0f;
		for (int side = 0; side < SIDES; side++) {
			const int a = (y + corner[side][1]) * (n + 1) + x + corner[side][0];
			const int b = (y + corner[side + 1][1]) * (n + 1) + x + corner[side + 1][0];
			const int u = x + step[side][0], v = y + step[side][1], at = side * cells + cell;
			m.neighbour[at] = v < 0 ? WALL : v >= n || u < 0 || u >= n ? FAR : number[v * n + u];
			m.nx[at] = py[b] - py[a];
			m.ny[at] = px[a] - px[b];
			twice += px[a] * py[b] - px[b] * py[a];
		}
		m.size[cell] = 0.5f * twice;
	}
	return m;
}

static void reference_step(const mesh &m, std::vector<float> &variable)
{
	const std::vector<float> kept = variable;
	std::vector<float> factor(m.cells), in(variable.size());

	for (int cell = 0; cell < m.cells; cell++)
		factor[cell] = pace_of(m, variable.data(), cell);
	for (int stage = 0; stage < 3; stage++) {
		for (int cell = 0; cell < m.cells; cell++)
			store(in.data(), m.cells, cell, inflow(m, variable.data(), cell));
		for (int cell = 0; cell < m.cells; cell++)
			stage_of(m.cells, variable.data(), kept.data(), in.data(), factor[cell], stage, cell);
	}
}

int main(int argc, char **argv)
{
	unsigned long long seed;
	const int n = size_argument(argc, argv, "cells along a side", 80, 320, 2048, &seed);
	const int cells = n * n, count = VARIABLES * cells, blocks = (cells + THREADS - 1) / THREADS;
	numbers random(seed);
	const mesh_arrays arrays = make_mesh(n, random);
	const mesh host = {cells, arrays.neighbour.data(), arrays.nx.data(), arrays.ny.data(), arrays.size.data()};
	const mesh device = {cells, to_device(arrays.neighbour), to_device(arrays.nx), to_device(arrays.ny),
			     to_device(arrays.size)};
	std::vector<float> variable(count), got(count);
	fnv1a hash;

	for (int cell = 0; cell < cells; cell++) {
		gas g = far_field();
		g.density += 0.25f * fraction(random);
		store(variable.data(), cells, cell, g);
	}
	float *d_variable = to_device(variable), *d_kept = device_array<float>(count);
	float *d_in = device_array<float>(count), *d_factor = device_array<float>(cells);
	for (int step = 0; step < STEPS; step++) {
		keep<<<(count + THREADS - 1) / THREADS, THREADS>>>(d_variable, d_kept, count);
		pace<<<blocks, THREADS>>>(device, d_variable, d_factor);
		for (int stage = 0; stage < 3; stage++) {
			flow<<<blocks, THREADS>>>(device, d_variable, d_in);
			advance<<<blocks, THREADS>>>(cells, d_variable, d_kept, d_in, d_factor, stage);
		}
		CHECK(cudaGetLastError());
		reference_step(host, variable);
	}
	from_device(got, d_variable);
	for (const void *p : {(const void *)device.neighbour, (const void *)device.nx, (const void *)device.ny,
			      (const void *)device.size, (const void *)d_variable, (const void *)d_kept,
			      (const void *)d_in, (const void *)d_factor})
		CHECK(cudaFree((void *)p));

	const size_t bad = first_difference(got, variable);
	if (bad < got.size() || !(got[0] > 0.0f)) {
		printf("cfd: FAILED at index %zu: got %.9g want %.9g\n", bad, got[bad % count], variable[bad % count]);
		return 1;
	}
	hash.add(got);
	printf("cfd: ok, %d cells, %d steps, hash=%016llx\n", cells, STEPS, hash.state);
	return 0;
}
