// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Two locks, one inside the other, with the fences that they need, but given back by plain stores.
// expect: store with atomicExch() on line 24: the other side is atomic
// expect: store with atomicExch() on line 29: the other side is atomic
// expect: store with atomicExch() on line 34: the other side is atomic
__device__ int outer, inner, data;

__global__ void count()
{
	bool done = false;

	while (!done) {
		if (atomicCAS(&outer, 0, 1) == 0) {
			__threadfence();
			if (atomicCAS(&inner, 0, 1) == 0) {
				__threadfence();
				data += 1;
				__threadfence();
#ifdef FIX
				atomicExch(&inner, 0);
#else
				inner = 0;
#endif
#ifdef FIX
				atomicExch(&outer, 0);
#else
				outer = 0;
#endif
				done = true;
			} else {
#ifndef FIX
				outer = 0;
#else
				atomicExch(&outer, 0);
#endif
			}
		}
	}
}

int main()
{
	count<<<2, 32>>>();
	return cudaDeviceSynchronize();
}
