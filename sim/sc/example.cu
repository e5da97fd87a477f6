// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// example: two kernels for example.cpp, both on n words.
//
//   smooth   tiles through shared memory, barriers, sharing between blocks by reads only: no race
//   tally    device-scope atomics, a spin lock, and a counter that blocks race for
//
// Compiled by `photofinish cc --ptx`; main() is not run.

enum { BLOCK = 64, ROUNDS = 4, BINS = 64 };

// The second half becomes the first one's mean of three.
extern "C" __global__ void smooth(unsigned *data, unsigned n)
{
	__shared__ unsigned tile[BLOCK + 2];
	const unsigned half = n / 2, i = blockIdx.x * BLOCK + threadIdx.x;

	if (i < half) {
		tile[threadIdx.x + 1] = data[i];
		if (threadIdx.x == 0)
			tile[0] = i ? data[i - 1] : 0;
		if (threadIdx.x == BLOCK - 1)
			tile[BLOCK + 1] = i + 1 < half ? data[i + 1] : 0;
	}
	__syncthreads();
	for (int r = 0; r < ROUNDS; r++) {
		const unsigned x = threadIdx.x;
		const unsigned mean = (tile[x] + tile[x + 1] + tile[x + 2]) / 3;
		__syncthreads();
		tile[x + 1] = mean;
		__syncthreads();
	}
	if (i < half)
		data[half + i] = tile[threadIdx.x + 1];
}

// data[0 .. BINS - 1]: how often; then: lock, sum under the lock, sum without.
extern "C" __global__ void tally(unsigned *data, unsigned n)
{
	unsigned *lock = data + BINS;
	volatile unsigned *sum = data + BINS + 1;
	unsigned own = 0;

	for (unsigned i = BINS + 3 + blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
		atomicAdd(&data[data[i] % BINS], 1u);
		own += data[i];
	}
	if (threadIdx.x == 0) {
		while (atomicCAS(lock, 0u, 1u) != 0)
			;
		__threadfence();
		sum[0] = sum[0] + own;
		__threadfence();
		atomicExch(lock, 0u);
		sum[1] = sum[1] + own;
	}
}

int main()
{
	return 0;
}
