/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * accesses: one thread, whose accesses to global and shared memory are written beside the lines that
 * make them: "//: " and then, in any order, NxOP for N times OP, where OP is ld or st, with .v for an
 * access that the source declares volatile, .2 or .4 for a vector, :BYTES when an element has not 4. What
 * memcpy() moves is bytes: it is not told an alignment.
 * A line without "//: " makes none.
 */
#include <cstdio>

struct three {
	int a, b, c;
};

struct narrow {
	char c;
	bool yes;
	short s;
	int low : 5, high : 9;
};

struct counter {
	int n;
	__device__ void add(int by)
	{
		n += by;	//: 2xld 2xst
	}
};

union both {
	int i;
	float f;
};

__device__ three threes[4];
__device__ float4 fours[4];
__device__ double2 twos[2];
__device__ narrow narrows[2];
__device__ counter counters[2];
__device__ both either;
__shared__ int in_block[8];

__device__ void swap(int &a, int &b)
{
	int t = a;		//: 1xld
	a = b;			//: 1xld 1xst
	b = t;			//: 1xst
}

/* Not inlined: what the references lead to is not known here. */
__device__ __noinline__ int sum_of(const int &a, const int &b)
{
	return a +		//: 1xld
	       b;		//: 1xld
}

__device__ __noinline__ int deep(const int *p, int n)
{
	if (n == 0)
		return 0;
	return p[n] + deep(p, n - 1);	//: 3xld
}

__global__ void straight(int *p, const int *q, volatile int *v, int n)
{
	int dead = q[0];	//: 1xld
	p[0] = 1;		//: 1xst
	p[0] = 1;		//: 1xst
	p[0] = 2;		//: 1xst
	p[1] = q[1] +		//: 1xld 1xst
	       q[1];		//: 1xld
	p[2] = p[2];		//: 1xld 1xst
	p[4] = 0;		//: 1xst
	p[5] = 0;		//: 1xst
	p[6] = 0;		//: 1xst
	p[7] = 0;		//: 1xst
	p[8] = q[4] +		//: 1xld 1xst
	       q[5] +		//: 1xld
	       q[6];		//: 1xld
	p[9]++;			//: 1xld 1xst
	in_block[0] = n;	//: 1xst
	in_block[1] = in_block[0];	//: 1xld 1xst
	*v = *v + 1;		//: 1xld.v 1xst.v
	*v;			//: 1xld.v
	if (n > 100)
		p[10] = q[7];
}

__global__ void branches(int *p, const int *q, int n)
{
	int x;

	if (n > 2)
		p[0] = 5;	//: 1xst
	else
		p[0] = 5;
	if (n > 2)
		x = p[1];	//: 1xld
	else
		x = q[1];
	p[2] = n > 5 ?		//: 1xst
		q[2] :
		q[3];		//: 1xld
	if (q[4] == 0 &&	//: 1xld
	    q[5] == 0)		//: 1xld
		p[3] = x;	//: 1xst
}

__global__ void loops(int *p, const int *q, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		sum += q[0];	//: 3xld
		p[1] = sum;	//: 3xst
	}
	for (int i = 0; i < 4; i++)
		p[4 + i] = 0;	//: 4xst
	for (int i = 0; i < 4; i++)
		p[8] += q[i];	//: 8xld 4xst
	while (p[12] < n)	//: 4xld
		p[12]++;	//: 3xld 3xst
}

__global__ void structs(int n)
{
	float4 f = fours[0];	//: 1xld.4
	double2 d = twos[0];	//: 1xld.2:8
	three t = threes[n];	//: 3xld
	counter mine = {n};
	const int small[4] = {n, 1, 2, 3};

	f.x += 1;
	d.y += 1;
	t.b = small[n];
	fours[1] = f;		//: 1xst.4
	twos[1] = d;		//: 1xst.2:8
	threes[1] = t;		//: 3xst
	threes[2] = threes[0];	//: 3xld 3xst
	fours[2] = fours[3];	//: 1xld.4 1xst.4
	fours[3].y = 1;		//: 1xst
	narrows[0].c = 1;	//: 1xst:1
	narrows[0].yes = true;	//: 1xst:1
	narrows[0].s = n;	//: 1xst:2
	narrows[0].high = n;	//: 1xld:2 1xst:2
	either.i = n;		//: 1xst
	either.f += 1;		//: 1xld 1xst
	mine.add(2);
	counters[0].add(mine.n);
	counters[1].add(small[3 & n]);
}

__global__ void references(int *p, int n)
{
	int a = n, b = 2;
	int *chosen = n > 100 ? &a : &p[3];

	swap(a, b);
	swap(p[0], p[1]);
	*chosen = b;		//: 1xst
	p[2] = a;		//: 1xst
	p[4] = sum_of(p[5], p[6]);	//: 1xst
	p[7] = deep(p, n);	//: 1xst
}

__global__ void blocks_of_bytes(char *to, const char *from, int *p)
{
	int here, there;

	memcpy(p, p + 4, 8);	//: 8xld:1 8xst:1
	memset(p + 8, 1, 8);	//: 8xst:1
	__builtin_memcpy(p, p + 4, 8);	//: 2xld 2xst
	__builtin_memmove(p + 1, p, 8);	//: 2xld 2xst
	__builtin_memset(p, 0, 16);	//: 4xst
	memcpy(&here, p, 4);	//: 4xld:1
	memcpy(&there, &here, 4);
	p[20] = there;		//: 1xst
	memcpy(to, from, 3);	//: 3xld:1 3xst:1
}

int main()
{
	int *p, *q;

	cudaMalloc(&p, 256);
	cudaMalloc(&q, 256);
	straight<<<1, 1>>>(p, q, p + 20, 3);
	cudaMemset(p, 0, 256);
	branches<<<1, 1>>>(p, q, 3);
	cudaMemset(p, 0, 256);
	loops<<<1, 1>>>(p, q, 3);
	structs<<<1, 1>>>(3);
	references<<<1, 1>>>(p, 3);
	blocks_of_bytes<<<1, 1>>>((char *)p + 65, (char *)p + 129, p);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
