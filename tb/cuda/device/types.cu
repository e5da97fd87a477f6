/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * types: vector types (size, alignment, makers on both sides), dim3, built-in variables.
 */
#include "check.h"

#define EACH_BASE(X) \
	X(char, signed char, 1, 2, 1, 4) X(uchar, unsigned char, 1, 2, 1, 4) \
	X(short, short, 2, 4, 2, 8) X(ushort, unsigned short, 2, 4, 2, 8) \
	X(int, int, 4, 8, 4, 16) X(uint, unsigned int, 4, 8, 4, 16) \
	X(long, long, 8, 16, 8, 16) X(ulong, unsigned long, 8, 16, 8, 16) \
	X(longlong, long long, 8, 16, 8, 16) X(ulonglong, unsigned long long, 8, 16, 8, 16) \
	X(float, float, 4, 8, 4, 16) X(double, double, 8, 16, 8, 16)

#define LAYOUT(name, E, a1, a2, a3, a4) \
	static_assert(sizeof(name##1) == sizeof(E) && alignof(name##1) == a1, #name "1"); \
	static_assert(sizeof(name##2) == 2 * sizeof(E) && alignof(name##2) == a2, #name "2"); \
	static_assert(sizeof(name##3) == 3 * sizeof(E) && alignof(name##3) == a3, #name "3"); \
	static_assert(sizeof(name##4) == 4 * sizeof(E) && alignof(name##4) == a4, #name "4");
EACH_BASE(LAYOUT)

template <class V1, class V2, class V3, class V4> struct all {
	V1 a;
	V2 b;
	V3 c;
	V4 d;
};

#define MAKE(name, E, a1, a2, a3, a4) \
	__global__ void make_##name(all<name##1, name##2, name##3, name##4> *r, E x) \
	{ \
		r->a = make_##name##1(x); \
		r->b = make_##name##2(x, (E)(x + 1)); \
		r->c = make_##name##3(x, (E)(x + 1), (E)(x + 2)); \
		r->d = make_##name##4(x, (E)(x + 1), (E)(x + 2), (E)(x + 3)); \
	} \
	static void test_##name() \
	{ \
		auto *r = shared_array<all<name##1, name##2, name##3, name##4>>(1); \
		E x = (E)100; \
		name##4 h = make_##name##4(x, (E)(x + 1), (E)(x + 2), (E)(x + 3)); \
		make_##name<<<1, 1>>>(r, x); \
		sync(#name); \
		check(r->a.x == h.x && r->b.x == h.x && r->b.y == h.y, #name); \
		check(r->c.x == h.x && r->c.y == h.y && r->c.z == h.z, #name "3"); \
		check(r->d.x == h.x && r->d.y == h.y && r->d.z == h.z && r->d.w == h.w, #name "4"); \
	}
EACH_BASE(MAKE)

__device__ unsigned int flat(uint3 t, dim3 n)
{
	return (t.z * n.y + t.y) * n.x + t.x;
}

__global__ void indices(unsigned int *out)
{
	dim3 block = blockDim;
	uint3 thread = threadIdx;
	unsigned int b = flat(blockIdx, gridDim), t = flat(threadIdx, blockDim);
	unsigned int n = blockDim.x * blockDim.y * blockDim.z;

	out[b * n + t] = thread.x + 100 * thread.y + 10000 * thread.z + 1000000 * block.y +
			 10000000 * blockIdx.z + (warpSize == 32);
}

static void test_indices()
{
	dim3 grid(2, 1, 3), block(5, 3, 2), one, two(2);
	unsigned int *out = shared_array<unsigned int>(6 * 30);

	check(one.x == 1 && one.y == 1 && one.z == 1 && two.x == 2 && two.z == 1, "dim3");
	indices<<<grid, block>>>(out);
	sync("indices");
	for (unsigned int i = 0; i < 6 * 30; i++) {
		unsigned int b = i / 30, t = i % 30;

		check(out[i] == t % 5 + 100 * (t / 5 % 3) + 10000 * (t / 15) + 3000000 +
					10000000 * (b / 2) + 1, "indices", (int)i);
	}
}

int main()
{
#define RUN(name, E, a1, a2, a3, a4) test_##name();
	EACH_BASE(RUN)
	test_indices();
	return finish("types");
}
