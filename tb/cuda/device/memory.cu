/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * memory: loads and stores with cache hints of every type, address-space queries, fences, and
 * ordered accesses by inline assembly as programs write them.
 */
#include "check.h"

#define HINTS(X) X(__ldg, __stwb, 0) X(__ldca, __stcg, 1) X(__ldcg, __stcs, 2) \
	X(__ldcs, __stwt, 3) X(__ldlu, __stwb, 4) X(__ldcv, __stcg, 5)

template <class T> __global__ void copy(const T *from, T *to)
{
#define ONE(load, store, k) store(&to[k], load(&from[k]));
	HINTS(ONE)
#undef ONE
}

template <class T> static void test(const char *what)
{
	T *from = shared_array<T>(6), *to = shared_array<T>(6);
	unsigned char *bytes = (unsigned char *)from;

	for (size_t i = 0; i < 6 * sizeof(T); i++)
		bytes[i] = (unsigned char)(i * 29 + 200);
	copy<T><<<1, 1>>>(from, to);
	sync(what);
	check(!memcmp(from, to, 6 * sizeof(T)), what);
}

__constant__ int constant_value = 3;
__device__ int global_value = 4;

__global__ void spaces(int *out, int *in_global)
{
	__shared__ int s;
	volatile int l = threadIdx.x;
	int *lp = (int *)&l;

	s = 5;
	out[0] = __isGlobal(in_global) && __isGlobal(&global_value) && !__isGlobal(&s) &&
		 !__isGlobal(lp);
	out[1] = __isShared(&s) && !__isShared(in_global) && !__isShared(lp);
	out[2] = __isLocal(lp) && !__isLocal(&s) && !__isLocal(in_global);
	out[3] = *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&s)) == 5;
	out[4] = *(int *)__cvta_global_to_generic(__cvta_generic_to_global(&global_value)) == 4;
	out[5] = *(int *)__cvta_local_to_generic(__cvta_generic_to_local(lp)) == l;
	out[6] = constant_value == 3;
}

static void test_spaces()
{
	int *out = shared_array<int>(7), *g = nullptr;

	cudaMalloc(&g, 4);
	spaces<<<1, 1>>>(out, g);
	sync("spaces");
	for (int i = 0; i < 7; i++)
		check(out[i] == 1, "spaces", i);
}

__device__ int load_acquire(int *p)
{
	int v;

	asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
	return v;
}

__device__ void store_release(int *p, int v)
{
	asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}

/* Block 0 hands data to block 1, in each way that programs write. */
__global__ void handover(int *data, int *flag, int *out)
{
	int v;

	if (blockIdx.x == 0) {
		data[0] = 11;
		store_release(&flag[0], 1);
		data[1] = 22;
		asm volatile("fence.acq_rel.gpu;" : : : "memory");
		asm volatile("st.relaxed.gpu.s32 [%0], %1;" : : "l"(&flag[1]), "r"(1) : "memory");
		data[2] = 33;
		asm volatile("red.release.gpu.global.add.s32 [%0], %1;"
			     : : "l"(&flag[2]), "r"(1) : "memory");
		data[3] = 44;
		__threadfence_system();
		asm volatile("st.volatile.global.s32 [%0], %1;" : : "l"(&flag[3]), "r"(1) : "memory");
		return;
	}
	while (load_acquire(&flag[0]) == 0)
		;
	out[0] = data[0];
	do {
		asm volatile("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(v) : "l"(&flag[1]) : "memory");
	} while (v == 0);
	asm volatile("fence.sc.gpu;" : : : "memory");
	out[1] = data[1];
	do {
		asm volatile("atom.acq_rel.gpu.global.exch.b32 %0, [%1], %2;"
			     : "=r"(v) : "l"(&flag[2]), "r"(0) : "memory");
	} while (v == 0);
	out[2] = data[2];
	while (*(volatile int *)&flag[3] == 0)
		;
	__threadfence();
	__threadfence_block();
	out[3] = data[3];
	asm volatile("atom.acquire.cta.global.add.s32 %0, [%1], %2;"
		     : "=r"(v) : "l"(&flag[3]), "r"(1) : "memory");
	out[4] = v;
	asm volatile("fence.acq_rel.cta;" : : : "memory");
	asm volatile("fence.acq_rel.sys;" : : : "memory");
}

static void test_handover()
{
	int *data = shared_array<int>(4), *flag = shared_array<int>(4), *out = shared_array<int>(5);
	const int want[5] = {11, 22, 33, 44, 1};

	handover<<<2, 1>>>(data, flag, out);
	sync("handover");
	for (int i = 0; i < 5; i++)
		check(out[i] == want[i], "handover", i);
}

int main()
{
	test<char>("char");
	test<signed char>("signed char");
	test<unsigned char>("unsigned char");
	test<short>("short");
	test<unsigned short>("unsigned short");
	test<int>("int");
	test<unsigned int>("unsigned int");
	test<long>("long");
	test<unsigned long>("unsigned long");
	test<long long>("long long");
	test<unsigned long long>("unsigned long long");
	test<float>("float");
	test<double>("double");
	test<char2>("char2");
	test<char4>("char4");
	test<uchar2>("uchar2");
	test<uchar4>("uchar4");
	test<short2>("short2");
	test<short4>("short4");
	test<ushort2>("ushort2");
	test<ushort4>("ushort4");
	test<int2>("int2");
	test<int4>("int4");
	test<uint2>("uint2");
	test<uint4>("uint4");
	test<longlong2>("longlong2");
	test<ulonglong2>("ulonglong2");
	test<float2>("float2");
	test<float4>("float4");
	test<double2>("double2");
	test_spaces();
	test_handover();
	return finish("memory");
}
