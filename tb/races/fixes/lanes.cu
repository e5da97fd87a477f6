// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lanes of one warp store different values to one place, by one instruction.
// expect: let one lane of the warp store on line 11, or give each lane a place of its own
__global__ void last(int *out)
{
#ifdef FIX
	if (threadIdx.x == 0)
#endif
		out[0] = threadIdx.x;
}

int main()
{
	int *out;

	cudaMalloc(&out, sizeof(*out));
	last<<<1, 32>>>(out);
	return cudaDeviceSynchronize();
}
