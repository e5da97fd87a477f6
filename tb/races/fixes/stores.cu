// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Several blocks store different values to one place.
// expect: let one thread of one block alone store on line 11, or give each block a place of its own: nothing orders the two blocks
__global__ void last(int *out)
{
#ifdef FIX
	if (blockIdx.x == 0)
#endif
		out[0] = blockIdx.x;
}

int main()
{
	int *out;

	cudaMalloc(&out, sizeof(*out));
	last<<<3, 1>>>(out);
	return cudaDeviceSynchronize();
}
