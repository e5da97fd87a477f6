// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// scan: inclusive prefix sum over many blocks in one pass, with decoupled look-back.
//
//   each block takes the next tile -> scans it in shared memory -> publishes the tile's sum
//   -> walks back over its predecessors until one knows its whole prefix -> publishes its own
//
// Exercises: blocks that wait for each other. A tile is taken with an atomic ticket, not by
// blockIdx, so that every predecessor already runs and the wait ends on any schedule. Publication
// is: value, __threadfence(), flag; observation is: flag, __threadfence(), value. The flag is
// atomic, as nothing orders its accesses; the values are volatile. Within the block: shared memory, barriers, broadcast of one thread's result.
//
// usage: scan [n]     1..4194304
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("scan: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int TILE = 128;	// threads per block, one number each

enum { NOTHING, TILE_SUM, PREFIX };	// what a tile has published so far

struct tile_state {
	unsigned flag;
	unsigned tile_sum;	// of this tile alone
	unsigned prefix;	// of this tile and all before it
};

__device__ void publish(volatile unsigned *value, unsigned v, unsigned *flag, unsigned f)
{
	*value = v;
	__threadfence();
	atomicExch(flag, f);
}

// Sum of all tiles before this one.
__device__ unsigned look_back(tile_state *state, int tile)
{
	unsigned sum = 0;
	for (int before = tile - 1; before >= 0; before--) {
		volatile tile_state *s = &state[before];
		unsigned flag;
		do {
			flag = atomicAdd(&state[before].flag, 0u);
		} while (flag == NOTHING);
		__threadfence();
		if (flag == PREFIX)
			return sum + s->prefix;
		sum += s->tile_sum;
	}
	return sum;
}

__global__ void scan(const unsigned *in, unsigned *out, int n, unsigned *tickets,
		     tile_state *state)
{
	__shared__ unsigned sums[TILE];
	__shared__ unsigned before;
	__shared__ int tile;
	const int t = threadIdx.x;

	if (t == 0)
		tile = (int)atomicAdd(tickets, 1u);
	__syncthreads();

	const int i = tile * TILE + t;
	sums[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int distance = 1; distance < TILE; distance *= 2) {
		const unsigned left = t >= distance ? sums[t - distance] : 0;
		__syncthreads();	// everybody has read before anybody writes
		sums[t] += left;
		__syncthreads();
	}

	if (t == TILE - 1) {
		tile_state *own = &state[tile];
		if (tile > 0)
			publish(&own->tile_sum, sums[t], &own->flag, TILE_SUM);
		before = look_back(state, tile);
		publish(&own->prefix, before + sums[t], &own->flag, PREFIX);
	}
	__syncthreads();
	if (i < n)
		out[i] = before + sums[t];
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 12345;
	if (n < 1 || n > 1 << 22) {
		fprintf(stderr, "usage: scan [n], n from 1 to 4194304\n");
		return 1;
	}
	const int tiles = (n + TILE - 1) / TILE;
	const size_t bytes = n * sizeof(unsigned);
	std::vector<unsigned> in(n), out(n);
	unsigned random = 7;
	for (int i = 0; i < n; i++) {
		random = random * 1664525u + 1013904223u;
		in[i] = random >> 8;	// the sum wraps, as unsigned arithmetic may
	}

	unsigned *dev_in, *dev_out, *dev_tickets;
	tile_state *dev_state;
	CHECK(cudaMalloc(&dev_in, bytes));
	CHECK(cudaMalloc(&dev_out, bytes));
	CHECK(cudaMalloc(&dev_tickets, sizeof(unsigned)));
	CHECK(cudaMalloc(&dev_state, tiles * sizeof(tile_state)));
	CHECK(cudaMemcpy(dev_in, in.data(), bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dev_tickets, 0, sizeof(unsigned)));
	CHECK(cudaMemset(dev_state, 0, tiles * sizeof(tile_state)));	// all flags NOTHING
	scan<<<tiles, TILE>>>(dev_in, dev_out, n, dev_tickets, dev_state);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(out.data(), dev_out, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaFree(dev_in));
	CHECK(cudaFree(dev_out));
	CHECK(cudaFree(dev_tickets));
	CHECK(cudaFree(dev_state));

	unsigned want = 0;
	for (int i = 0; i < n; i++) {
		want += in[i];
		if (out[i] != want) {
			printf("scan: FAILED at index %d: got %u want %u\n", i, out[i], want);
			return 1;
		}
	}
	printf("scan: ok, %d numbers in %d tiles\n", n, tiles);
	return 0;
}
