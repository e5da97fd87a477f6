/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * calls: function pointers and virtual functions: tables, lanes that call different functions, recursion, several bases,
 * pointers that went by the host.
 */
#include "check.h"

enum { N = 96 };

typedef int (*unary)(int);

struct big {
	double a;
	int b[5];
	char c;
};

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int negative(int x) { return -x; }
__device__ __noinline__ int count_down(int x);
__device__ unary again = count_down;
__device__ __noinline__ int count_down(int x) { return x <= 0 ? 0 : 1 + again(x - 1); }
__device__ int bounded(int x) { return count_down(x % 16); }
__device__ big grow(big v, float by)
{
	v.a *= by;
	v.b[4] += v.c;
	return v;
}
__device__ void store(int *p) { *p = 17; }
template <class T> __device__ T plus_one(T x) { return x + 1; }

__constant__ unary table[4] = {twice, square, negative, bounded};
__device__ unary chosen = square;
__device__ big (*grower)(big, float) = grow;
__device__ void (*storer)(int *) = store;
__device__ float (*adder)(float) = plus_one<float>;

__global__ void by_table(int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = table[i % 4](i);
	out[N + i] = chosen(i) + (i % 3 ? table[i / 32] : chosen)(i);
}

__global__ void by_argument(unary f, int *out)
{
	out[threadIdx.x] = f(threadIdx.x);
}

__global__ void of_all_kinds(int *out, float *floats, double *doubles)
{
	big v = {1.5, {1, 2, 3, 4, 5}, 7}, w = grower(v, 2.0f);
	unary local = threadIdx.x & 1 ? twice : negative;

	storer(out + threadIdx.x);
	doubles[threadIdx.x] = w.a + w.b[4] + v.b[4];
	floats[threadIdx.x] = adder(threadIdx.x * 0.5f);
	out[N + threadIdx.x] = local(5);
}

struct shape {
	int id;
	__device__ shape(int n) : id(n) {}
	__device__ virtual ~shape() {}
	__device__ virtual int area() const = 0;
	__device__ virtual int twice_area() const { return 2 * area(); }
};
struct named {
	int name = 3;
	__device__ virtual int letters() const { return name; }
	__device__ virtual ~named() {}
};
struct box : shape, named {
	int side;
	__device__ box(int n) : shape(n), side(n) {}
	__device__ int area() const override { return side * side; }
	__device__ int letters() const override { return 10 * name + side; }
};
struct line : shape {
	using shape::shape;
	__device__ int area() const override { return 0; }
	__device__ int twice_area() const override { return -id; }
};

__device__ int destroyed;
struct counted : line {
	using line::line;
	__device__ ~counted() override { atomicAdd(&destroyed, 1); }
};

__global__ void make(shape **s, named **n)
{
	int i = threadIdx.x;
	box *b = new box(i);

	n[i] = b;
	s[i] = i % 3 == 0 ? (shape *)b : i % 3 == 1 ? new line(i) : new counted(i);
}

__global__ void ask(shape **s, named **n, int *out, bool end)
{
	int i = threadIdx.x, other = (i + 7) % N;

	out[i] = s[other]->area();
	out[N + i] = s[other]->twice_area();
	out[2 * N + i] = n[other]->letters();
	__syncthreads();
	if (end)
		delete s[i];
}

static int host_of(int f, int x)
{
	return f == 0 ? 2 * x : f == 1 ? x * x : f == 2 ? -x : x % 16;
}

int main()
{
	int *out = shared_array<int>(3 * N), gone = 0;
	float *floats = shared_array<float>(N);
	double *doubles = shared_array<double>(N);
	shape **s = shared_array<shape *>(N);
	named **n = shared_array<named *>(N);
	unary f;

	by_table<<<3, 32>>>(out);
	sync("by_table");
	for (int i = 0; i < N; i++) {
		check(out[i] == host_of(i % 4, i), "table", i);
		check(out[N + i] == i * i + host_of(i % 3 ? i / 32 : 1, i), "chosen", i);
	}
	check(cudaMemcpyFromSymbol(&f, chosen, sizeof(f)) == cudaSuccess && f, "pointer on the host");
	by_argument<<<1, N>>>(f, out);
	sync("by_argument");
	for (int i = 0; i < N; i++)
		check(out[i] == i * i, "argument", i);
	check(cudaMemcpyFromSymbol(&f, table, sizeof(f), 2 * sizeof(f)) == cudaSuccess, "pointer of a table");
	check(cudaMemcpyToSymbol(chosen, &f, sizeof(f)) == cudaSuccess, "pointer back");
	by_table<<<1, 32>>>(out);
	sync("by_table again");
	check(out[N + 3] == -3 - 3, "chosen by the host");
	of_all_kinds<<<1, N>>>(out, floats, doubles);
	sync("of_all_kinds");
	for (int i = 0; i < N; i++) {
		check(out[i] == 17 && out[N + i] == (i & 1 ? 10 : -5), "kinds", i);
		check(floats[i] == i * 0.5f + 1 && doubles[i] == 3 + 12 + 5, "structures", i);
	}
	make<<<1, N>>>(s, n);
	ask<<<1, N>>>(s, n, out, false);
	sync("ask");
	for (int i = 0; i < N; i++) {
		int other = (i + 7) % N, square = other % 3 ? 0 : other * other;

		check(out[i] == square, "virtual", i);
		check(out[N + i] == (other % 3 ? -other : 2 * square), "virtual through this", i);
		check(out[2 * N + i] == 30 + other, "second base", i);
	}
	ask<<<1, N>>>(s, n, out, true);
	sync("delete");
	check(cudaMemcpyFromSymbol(&gone, destroyed, sizeof(gone)) == cudaSuccess && gone == N / 3, "destructors");
	return finish("calls");
}
