// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Prefix sums in one array instead of two: a step reads what its neighbour may have written in the same step.
__global__ void scan(int *data)
{
	__shared__ int sum[128];
	const int t = threadIdx.x;

	sum[t] = data[t];
	__syncthreads();
	for (int d = 1; d < 128; d *= 2) {
#ifdef MENDED
		const int left = t >= d ? sum[t - d] : 0;

		__syncthreads();
		sum[t] += left;
#else
		if (t >= d)
			sum[t] += sum[t - d];
#endif
		__syncthreads();
	}
	data[t] = sum[t];
}

int main()
{
	int *data;

	cudaMalloc(&data, 128 * sizeof(int));
	cudaMemset(data, 0, 128 * sizeof(int));
	scan<<<1, 128>>>(data);
	return cudaDeviceSynchronize();
}
