// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// A counter that every thread changes by a plain load and a plain store.
// expect -DOP=0: use atomicAdd() on line 18: another thread comes between its load and its store
// expect -DOP=1: use atomicSub() on line 20
// expect -DOP=2: use atomicMin() on line 22
// expect -DOP=3: use atomicMax() on line 24
// expect -DOP=4: use atomicAnd() on line 26
// expect -DOP=5: use atomicOr() on line 28
// expect -DOP=6: use atomicXor() on line 30
#ifndef FIX
__global__ void change(int *p, int v)
{
	const int mine = v + (int)threadIdx.x;

#if OP == 0
	p[0] += 1;
#elif OP == 1
	p[0] -= mine;
#elif OP == 2
	p[0] = min(p[0], mine);
#elif OP == 3
	p[0] = max(p[0], mine);
#elif OP == 4
	p[0] &= ~mine;
#elif OP == 5
	p[0] |= mine;
#else
	p[0] ^= mine;
#endif
}
#else
__global__ void change(int *p, int v)
{
	const int mine = v + (int)threadIdx.x;

#if OP == 0
	atomicAdd(p, 1);
#elif OP == 1
	atomicSub(p, mine);
#elif OP == 2
	atomicMin(p, mine);
#elif OP == 3
	atomicMax(p, mine);
#elif OP == 4
	atomicAnd(p, ~mine);
#elif OP == 5
	atomicOr(p, mine);
#else
	atomicXor(p, mine);
#endif
}
#endif

int main()
{
	int *p;

	cudaMalloc(&p, sizeof(*p));
	cudaMemset(p, 0, sizeof(*p));
	change<<<4, 64>>>(p, 5);
	return cudaDeviceSynchronize();
}
