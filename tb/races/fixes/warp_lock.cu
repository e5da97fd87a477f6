// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lane 0 holds a lock for its warp; the other lanes read what it changes.
// modes: its
// expect: __syncwarp() between line 16 and line 20
__device__ int lock, top, out[32];

__global__ void take()
{
	if (threadIdx.x % 32 == 0)
		while (atomicCAS(&lock, 0, 1))
			;
	__threadfence();
	__syncwarp();
	out[threadIdx.x % 32] = top;
#ifdef FIX
	__syncwarp();
#endif
	if (threadIdx.x % 32 == 0)
		top = top + 32;
	__syncwarp();
	if (threadIdx.x % 32 == 0) {
		__threadfence();
		atomicExch(&lock, 0);
	}
}

int main()
{
	take<<<1, 64>>>();
	return cudaDeviceSynchronize();
}
