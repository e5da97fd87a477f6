// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Tiles of a transpose, several for each block: the next tile is loaded while the last one is still read.
__global__ void transpose(const float *in, float *out, int n)
{
	__shared__ float tile[16][17];
	const int x = threadIdx.x, y = threadIdx.y;

	for (int k = 0; k < n; k += 16) {
		tile[y][x] = in[(blockIdx.x * 16 + y) * n + k + x];
		__syncthreads();
		out[(k + y) * n + blockIdx.x * 16 + x] = tile[x][y];
#ifdef MENDED
		__syncthreads();
#endif
	}
}

int main()
{
	const int n = 64;
	float *in, *out;

	cudaMalloc(&in, n * n * sizeof(float));
	cudaMalloc(&out, n * n * sizeof(float));
	cudaMemset(in, 0, n * n * sizeof(float));
	transpose<<<n / 16, dim3(16, 16)>>>(in, out, n);
	return cudaDeviceSynchronize();
}
