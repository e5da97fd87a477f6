// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// One missing barrier, three reads behind it: one cause.
// expect: __syncthreads() between line 13 and line 17
// causes: 1
__global__ void sum(int *out)
{
	__shared__ int tile[128], more[128];
	const int t = threadIdx.x, n = blockDim.x;

	tile[t] = t;
	more[t] = t + 1;
#ifdef FIX
	__syncthreads();
#endif
	out[t] = tile[(t + 32) % n];
	out[t] += tile[(t + 64) % n];
	out[t] += more[(t + 96) % n];
}

int main()
{
	int *out;

	cudaMalloc(&out, 128 * sizeof(*out));
	sum<<<1, 128>>>(out);
	return cudaDeviceSynchronize();
}
