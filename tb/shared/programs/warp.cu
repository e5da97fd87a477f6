// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lanes of a warp exchange words: a race where lanes are threads (sm_70), none before.
__global__ void rotate(int *data)
{
	__shared__ int word[4][32];
	const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int value = data[threadIdx.x];

	for (int i = 0; i < 4; i++) {
		word[warp][lane] = value;
#ifdef MENDED
		__syncwarp();
#endif
		value = word[warp][(lane + 1) % 32];
#ifdef MENDED
		__syncwarp();
#endif
	}
	data[threadIdx.x] = value;
}

int main()
{
	int *data;

	cudaMalloc(&data, 128 * sizeof(int));
	cudaMemset(data, 0, 128 * sizeof(int));
	rotate<<<1, 128>>>(data);
	return cudaDeviceSynchronize();
}
