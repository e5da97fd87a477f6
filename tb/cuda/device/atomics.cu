/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * atomics: every atomic function x type x scope, on global and on shared memory. One thread
 * works through a list of operands, so that each old value is known; then 96 threads at once.
 */
#include "check.h"

#define N 12


template <class T, class Op>
__global__ void run_list(T *cell, const T *v, T *old, bool in_shared)
{
	__shared__ T s;
	T *p = in_shared ? &s : cell;

	s = *cell;
	for (int i = 0; i < N; i++)
		old[i] = Op::device(p, v[i]);
	if (in_shared)
		*cell = s;
}

template <class T, class Op> static void test(const char *what, const T *list)
{
	T *cell = shared_array<T>(1), *v = shared_array<T>(N), *old = shared_array<T>(N);

	for (int shared = 0; shared < 2; shared++) {
		T model = list[3];

		memcpy(v, list, N * sizeof(T));
		*cell = model;
		run_list<T, Op><<<1, 1>>>(cell, v, old, shared != 0);
		sync(what);
		for (int i = 0; i < N; i++) {
			check(same_bits(old[i], model), what, i);
			model = Op::host(model, list[i]);
		}
		check(same_bits(*cell, model), what, N);
	}
	cudaFree(cell);
	cudaFree(v);
	cudaFree(old);
}

static const int ints[N] = {1, -1, 5, 7, 0x7fffffff, (int)0x80000000, 0, 3, -9, 0x5555, 12, 2};
static const unsigned int uints[N] = {1, 0xffffffff, 5, 7, 0x7fffffff, 0x80000000,
				      0, 3, 9, 0x5555, 12, 2};
static const long long longs[N] = {1, -1, 5, 7, 0x7fffffffffffffff, (long long)(1ULL << 63),
				   0, 3, -9, 1LL << 40, 12, 2};
static const unsigned long long ulongs[N] = {1, ~0ULL, 5, 7, ~0ULL >> 1, 1ULL << 63,
					     0, 3, 9, 1ULL << 40, 12, 2};
static const float floats[N] = {1.5f, -2.25f, 1e30f, -1e30f, 0.1f, 3, -0.0f, 1e-40f, 7, 8, 9, 10};
static const double doubles[N] = {1.5, -2.25, 1e300, -1e300, 0.1, 3, -0.0, 1e-310, 7, 8, 9, 10};

#define TEST(Name, suffix, T, list, expr) \
	{ \
		struct op { \
			static __device__ T device(T *p, T v) { return atomic##Name##suffix(p, v); } \
			static T host(T o, T v) { return (T)(expr); } \
		}; \
		test<T, op>("atomic" #Name #suffix " " #T, list); \
	}
#define TEST_ALL_I(Name, expr) TEST(Name, , int, ints, expr) \
	TEST(Name, _block, int, ints, expr) TEST(Name, _system, int, ints, expr)
#define TEST_ALL_U(Name, expr) TEST(Name, , unsigned int, uints, expr) \
	TEST(Name, _block, unsigned int, uints, expr) TEST(Name, _system, unsigned int, uints, expr)
#define TEST_ALL_L(Name, expr) TEST(Name, , long long, longs, expr) \
	TEST(Name, _block, long long, longs, expr) TEST(Name, _system, long long, longs, expr)
#define TEST_ALL_UL(Name, expr) TEST(Name, , unsigned long long, ulongs, expr) \
	TEST(Name, _block, unsigned long long, ulongs, expr) \
	TEST(Name, _system, unsigned long long, ulongs, expr)
#define TEST_ALL_F(Name, expr) TEST(Name, , float, floats, expr) \
	TEST(Name, _block, float, floats, expr) TEST(Name, _system, float, floats, expr)
#define TEST_ALL_D(Name, expr) TEST(Name, , double, doubles, expr) \
	TEST(Name, _block, double, doubles, expr) TEST(Name, _system, double, doubles, expr)

static int wrap_add(int o, int v)
{
	return (int)((unsigned int)o + (unsigned int)v);
}

/* Compare-and-swap: every other comparison succeeds. */
template <class T, class Op> __global__ void run_cas(T *cell, T *old)
{
	for (int i = 0; i < N; i++)
		old[i] = Op::device(cell, (T)(i / 2), (T)(i / 2 + 1));
}

template <class T, class Op> static void test_cas(const char *what)
{
	T *cell = shared_array<T>(1), *old = shared_array<T>(N);

	run_cas<T, Op><<<1, 1>>>(cell, old);
	sync(what);
	for (int i = 0; i < N; i++)
		check(old[i] == (T)(i / 2 + i % 2), what, i);
	check(*cell == (T)(N / 2), what, N);
}

#define TEST_CAS(suffix, T) \
	{ \
		struct op { \
			static __device__ T device(T *p, T c, T v) \
			{ \
				return atomicCAS##suffix(p, c, v); \
			} \
		}; \
		test_cas<T, op>("atomicCAS" #suffix " " #T); \
	}
#define TEST_CAS_ALL(T) TEST_CAS(, T) TEST_CAS(_block, T) TEST_CAS(_system, T)

/* 96 threads of 3 blocks count together; a lock by CAS protects a plain counter. */
__device__ unsigned int lock;
__device__ volatile unsigned int plain;

__global__ void together(unsigned int *count, unsigned int *ticket)
{
	ticket[atomicAdd(count, 1U)]++;
	for (bool done = false; !done;) {
		if (atomicCAS(&lock, 0U, 1U) == 0) {
			__threadfence();
			plain = plain + 1;
			__threadfence();
			atomicExch(&lock, 0U);
			done = true;
		}
	}
}

static void test_together()
{
	unsigned int *count = shared_array<unsigned int>(1), *ticket = shared_array<unsigned int>(96);
	unsigned int n = 0;

	together<<<3, 32>>>(count, ticket);
	sync("together");
	check(*count == 96, "together: count");
	for (int i = 0; i < 96; i++)
		check(ticket[i] == 1, "together: ticket", i);
	cudaMemcpyFromSymbol(&n, *(const unsigned int *)&plain, sizeof(n));
	check(n == 96, "together: locked count", (int)n);
}

int main()
{
	TEST_ALL_I(Add, wrap_add(o, v))
	TEST_ALL_I(Sub, (unsigned int)o - (unsigned int)v)
	TEST_ALL_I(Exch, v) TEST_ALL_I(Min, v < o ? v : o) TEST_ALL_I(Max, v > o ? v : o)
	TEST_ALL_I(And, o & v) TEST_ALL_I(Or, o | v) TEST_ALL_I(Xor, o ^ v)
	TEST_ALL_U(Add, o + v) TEST_ALL_U(Sub, o - v) TEST_ALL_U(Exch, v)
	TEST_ALL_U(Min, v < o ? v : o) TEST_ALL_U(Max, v > o ? v : o)
	TEST_ALL_U(And, o & v) TEST_ALL_U(Or, o | v) TEST_ALL_U(Xor, o ^ v)
	TEST_ALL_U(Inc, o >= v ? 0 : o + 1) TEST_ALL_U(Dec, o == 0 || o > v ? v : o - 1)
	TEST_ALL_L(Min, v < o ? v : o) TEST_ALL_L(Max, v > o ? v : o)
	TEST_ALL_UL(Add, o + v) TEST_ALL_UL(Exch, v)
	TEST_ALL_UL(Min, v < o ? v : o) TEST_ALL_UL(Max, v > o ? v : o)
	TEST_ALL_UL(And, o & v) TEST_ALL_UL(Or, o | v) TEST_ALL_UL(Xor, o ^ v)
	TEST_ALL_F(Add, o + v) TEST_ALL_F(Exch, v)
	TEST_ALL_D(Add, o + v)
	TEST_CAS_ALL(int) TEST_CAS_ALL(unsigned int) TEST_CAS_ALL(unsigned long long)
#ifdef TEST_SM_70
	TEST_CAS_ALL(unsigned short)
#endif
	test_together();
	return finish("atomics");
}
