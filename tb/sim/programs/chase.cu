// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// chase: cycles from a load to the one that needs its result, by pointer chase of one thread.
//
//   node ─> node + stride ─> ... ─> node 0      chased `warm` times round first, then N and 2 N steps
//
// The difference of the two, by N, is what one step takes: all that is around the loads is in both.
//
// usage: chase weak|strong NODES STRIDE WARM STEPS     prints cycles a step, in hundredths
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

template <bool strong> __device__ unsigned long long next(unsigned long long p)
{
	unsigned long long v;

	if (strong)
		asm volatile("ld.volatile.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
	else
		asm volatile("ld.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
	return v;
}

template <bool strong> __device__ unsigned long long walk(unsigned long long p, int steps)
{
	for (int i = 0; i < steps; i += 4)
		p = next<strong>(next<strong>(next<strong>(next<strong>(p))));
	return p;
}

// Reads the clock when p is there.
__device__ unsigned long long when(unsigned long long *p)
{
	unsigned long long t;

	asm volatile("add.u64 %1, %1, 0;\n\tmov.u64 %0, %%clock64;" : "=l"(t), "+l"(*p));
	return t;
}

template <bool strong> __global__ void chase(unsigned long long p, int warm, int steps, unsigned long long *out)
{
	unsigned long long t0, t1, t2;

	p = walk<strong>(p, warm);
	t0 = when(&p);
	p = walk<strong>(p, steps);
	t1 = when(&p);
	p = walk<strong>(p, 2 * steps);
	t2 = when(&p);
	out[0] = t1 - t0;
	out[1] = t2 - t1;
	out[2] = p;
}

int main(int argc, char **argv)
{
	if (argc != 6)
		return 2;
	const bool strong = !strcmp(argv[1], "strong");
	const size_t nodes = strtoul(argv[2], nullptr, 10), stride = strtoul(argv[3], nullptr, 10);
	const int warm = atoi(argv[4]), steps = atoi(argv[5]);
	char *list;
	unsigned long long *out, host[3];

	if (cudaMalloc(&list, nodes * stride) != cudaSuccess || cudaMalloc(&out, sizeof(host)) != cudaSuccess)
		return 1;
	for (size_t i = 0; i < nodes; i++) {
		const unsigned long long to = (unsigned long long)(list + (i + 1) % nodes * stride);

		cudaMemcpy(list + i * stride, &to, sizeof(to), cudaMemcpyHostToDevice);
	}
	if (strong)
		chase<true><<<1, 1>>>((unsigned long long)list, warm, steps, out);
	else
		chase<false><<<1, 1>>>((unsigned long long)list, warm, steps, out);
	if (cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost) != cudaSuccess)
		return 1;
	printf("%lld\n", (long long)(host[1] - host[0]) * 100 / steps);
	return 0;
}
