/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Variables in every space, calls with structs, switch, loops, inline assembly.
 */
__device__ int counters[4] = {1, 2, 3, -4};
__device__ float ft[] = {1.5f, -0.25f};
__device__ double dt = 3.25;
__device__ unsigned char bytes[3] = {1, 2, 3};
__constant__ int ctab[8] = {1, 2, 3};
extern __shared__ char dyn[];
static __device__ const char *msg = "hello";

__device__ __noinline__ int foo(int a, double b)
{
	return a * 3 + (int)b;
}

__device__ __noinline__ big bar(big b, int i)
{
	b.a[i] += 3;
	return b;
}

extern "C" __device__ int vprintf(const char *, void *);
extern "C" __device__ void nor() __attribute__((noreturn));

__global__ void __launch_bounds__(256, 2)
k(int *p, float *q, double *d, int n, big bb, short sh)
{
	__shared__ int sm[32];
	int t = TID + CTAID * NTID;
	sm[t & 31] = p[t];
	__syncthreads();
	int arr[16];
	for (int i = 0; i < 16; i++)
		arr[i] = p[i];
	if (t < n) {
		q[t] = q[t + 1] * 3.3f + (float)t;
		arr[t & 15] = 3;
	}
	d[t] = d[t] / 3.7 + (double)foo(t, 2.0) + sh;
	int r;
	asm volatile("{ .reg .pred p1; .reg .b32 t; setp.ne.u32 p1, %1, 0; @p1 add.s32 %0, %1, 5;"
		     " @!p1 mov.u32 %0, 0x10; vote.sync.ballot.b32 t, p1, 0xffffffff; }"
		     : "=r"(r) : "r"(t));
	asm volatile("atom.add.gpu.u32 %0, [%1], %2;" : "=r"(r) : "l"(p), "r"(r) : "memory");
	switch (t % 7) {
	case 0: p[3] = 3; break;
	case 1: p[1] = 4; break;
	case 2: p[2] = 9; break;
	case 3: p[t] = 88; break;
	case 4: q[1] = 3; break;
	case 5: q[2] = 99; break;
	}
	big x = bar(bb, t & 7);
	p[t] = arr[t & 15] + sm[(t + 1) & 31] + ctab[n & 7] + x.a[2] + r + dyn[t] + foo(3, 1.0) +
	       counters[t & 3] + bytes[1];
	int va[2] = {n, 3};
	vprintf(msg, va);
	long long l = p[3];
	p[4] = (int)(l * l / n);
	p[5] = n > 3 ? 5 : 3;
	q[0] = ft[0] + (float)dt;
	if (n == 77)
		nor();
}
