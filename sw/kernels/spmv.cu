// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// spmv: y = A * x for a sparse matrix in compressed rows (CSR), in two ways.
//
//   scalar   a thread per row: lanes loop differently often, loads scatter
//   vector   a warp per row: lanes stride through the row, then add up by shuffles
//
// Exercises: divergence in trip counts, gather loads, warp shuffles in a loop whose trip count is
// uniform over the warp, early exit of whole warps, empty rows.
// Check: entries are small integers, sums are exact in float whatever their order.
//
// usage: spmv [n]     rows, 1..262144
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                             \
	do {                                                                                    \
		cudaError_t e_ = (call);                                                        \
		if (e_ != cudaSuccess) {                                                        \
			printf("spmv: FAILED, line %d: %s\n", __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

constexpr int BLOCK = 128, WARPS = BLOCK / 32;

__global__ void spmv_scalar(int rows, const int *first, const int *column, const float *value,
			    const float *x, float *y)
{
	const int row = blockIdx.x * BLOCK + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0.0f;
	for (int i = first[row]; i < first[row + 1]; i++)
		sum += value[i] * x[column[i]];
	y[row] = sum;
}

__global__ void spmv_vector(int rows, const int *first, const int *column, const float *value,
			    const float *x, float *y)
{
	const int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (row >= rows)
		return;		// the same for all lanes of a warp
	float sum = 0.0f;
	for (int i = first[row] + lane; i < first[row + 1]; i += 32)
		sum += value[i] * x[column[i]];
	for (int distance = 16; distance > 0; distance /= 2)
		sum += __shfl_xor_sync(0xffffffffu, sum, distance);
	if (lane == 0)
		y[row] = sum;
}

static unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 12;
}

template <typename T> static T *to_device(const std::vector<T> &v)
{
	T *p;
	CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
	CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
	return p;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 600;
	if (n < 1 || n > 1 << 18) {
		fprintf(stderr, "usage: spmv [n], n from 1 to 262144\n");
		return 1;
	}
	std::vector<int> first(1, 0), column;
	std::vector<float> value, x(n), want(n);
	unsigned random = 5;
	for (int i = 0; i < n; i++)
		x[i] = (float)(next_random(&random) % 21) - 10.0f;
	for (int row = 0; row < n; row++) {
		// Most rows are short, one in sixteen is long; some are empty.
		const unsigned length = next_random(&random) % (row % 16 == 3 ? 120 : 9);
		float sum = 0.0f;
		for (unsigned i = 0; i < length; i++) {
			column.push_back((int)(next_random(&random) % (unsigned)n));
			value.push_back((float)(next_random(&random) % 19) - 9.0f);
			sum += value.back() * x[column.back()];
		}
		first.push_back((int)column.size());
		want[row] = sum;
	}
	const size_t entries = column.size();
	column.push_back(0);	// a matrix without entries still has arrays
	value.push_back(0.0f);

	int *dev_first = to_device(first), *dev_column = to_device(column);
	float *dev_value = to_device(value), *dev_x = to_device(x), *dev_y;
	CHECK(cudaMalloc(&dev_y, n * sizeof(float)));
	std::vector<float> y(n);
	for (int way = 0; way < 2; way++) {
		CHECK(cudaMemset(dev_y, 0xff, n * sizeof(float)));	// not a number
		if (way == 0)
			spmv_scalar<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, dev_first, dev_column,
									dev_value, dev_x, dev_y);
		else
			spmv_vector<<<(n + WARPS - 1) / WARPS, BLOCK>>>(n, dev_first, dev_column,
									dev_value, dev_x, dev_y);
		CHECK(cudaGetLastError());
		CHECK(cudaMemcpy(y.data(), dev_y, n * sizeof(float), cudaMemcpyDeviceToHost));
		for (int row = 0; row < n; row++) {
			if (y[row] != want[row]) {
				printf("spmv: FAILED at index %d: got %g want %g (%s)\n", row, y[row],
				       want[row], way == 0 ? "scalar" : "vector");
				return 1;
			}
		}
	}
	CHECK(cudaFree(dev_first));
	CHECK(cudaFree(dev_column));
	CHECK(cudaFree(dev_value));
	CHECK(cudaFree(dev_x));
	CHECK(cudaFree(dev_y));
	printf("spmv: ok, %d rows, %zu entries\n", n, entries);
	return 0;
}
