/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * prelude: what every generated program includes. Operations without undefined behaviour, the
 * memory of a thread, and the comparison of the kernel with its model on the host. The program
 * defines before it BLOCKS, THREADS and ROUNDS, and after it functions, the kernel and its model.
 */
#ifndef PRELUDE_H
#define PRELUDE_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

using i8 = int8_t;
using u8 = uint8_t;
using i16 = int16_t;
using u16 = uint16_t;
using i32 = int32_t;
using u32 = uint32_t;
using i64 = long long; /* as the 64-bit atomics spell it */
using u64 = unsigned long long;

#define HD     __host__ __device__
#define CALLED __host__ __device__ __attribute__((noinline))

/* COUNTERS for each of OPS atomics: mixed on one word their order would count. */
enum { LANES = BLOCKS * THREADS, SLOTS = 8, COUNTERS = 4, OPS = 6, FUEL = 60 };

/* One thread's own memory: [0] is in shared memory, [1] in global memory. */
struct ctx {
	u32 *w[2];
	u64 *q[2];
	u32 fuel; /* loops and calls it may still begin */
	u32 lane;
};

struct arrays {
	u64 *in, *out, *q;
	u32 *w, *acc32;
	i32 *accs;
	u64 *acc64;
	u32 rounds;
};

HD inline bool burn(ctx *c)
{
	if (c->fuel == 0)
		return false;
	c->fuel--;
	return true;
}

HD inline u64 mix(u64 h, u64 v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ (h >> 29);
}

/* Arithmetic of T modulo 2^bits: in an unsigned type that integer promotion leaves alone. */
template <class T> struct wide {
	using t = typename std::conditional<(sizeof(T) > 4), u64, u32>::type;
};
template <class T> using wide_t = typename wide<T>::t;
template <class T> HD constexpr int bits_of()
{
	return (int)sizeof(T) * 8;
}

template <class T> HD inline T add(T a, T b)
{
	return (T)((wide_t<T>)a + (wide_t<T>)b);
}
template <class T> HD inline T sub(T a, T b)
{
	return (T)((wide_t<T>)a - (wide_t<T>)b);
}
template <class T> HD inline T mul(T a, T b)
{
	return (T)((wide_t<T>)a * (wide_t<T>)b);
}
template <class T> HD inline T and_(T a, T b)
{
	return (T)(a & b);
}
template <class T> HD inline T or_(T a, T b)
{
	return (T)(a | b);
}
template <class T> HD inline T xor_(T a, T b)
{
	return (T)(a ^ b);
}
template <class T> HD inline T shl(T a, T b)
{
	return (T)((wide_t<T>)a << ((wide_t<T>)b & (bits_of<T>() - 1)));
}
template <class T> HD inline T shr(T a, T b)
{
	return (T)(a >> ((wide_t<T>)b & (bits_of<T>() - 1)));
}
/* 64 bits only by constants: clang 14 drops the mask of a variable amount, and PTX shifts clamp. */
template <class T> HD inline T rot(T a, T b)
{
	using U = typename std::make_unsigned<T>::type;
	if (sizeof(T) > 4)
		return b & 1 ? (T)((u64)(U)a << 13 | (u64)(U)a >> 51)
			     : (T)((u64)(U)a << 41 | (u64)(U)a >> 23);
	unsigned n = (unsigned)b & (bits_of<T>() - 1), m = (bits_of<T>() - n) & (bits_of<T>() - 1);
	return (T)(U)(((wide_t<T>)(U)a << n) | ((wide_t<T>)(U)a >> m));
}
template <class T> HD inline T div(T a, T b)
{
	if (b == 0)
		return a;
	if (std::is_signed<T>::value && b == (T)-1)
		return sub<T>(0, a);
	return (T)(a / b);
}
template <class T> HD inline T rem(T a, T b)
{
	if (b == 0 || (std::is_signed<T>::value && b == (T)-1))
		return b;
	return (T)(a % b);
}
template <class T> HD inline T least(T a, T b)
{
	return a < b ? a : b;
}
template <class T> HD inline T most(T a, T b)
{
	return a > b ? a : b;
}
template <class T> HD inline T sad(T a, T b)
{
	return a > b ? sub<T>(a, b) : sub<T>(b, a);
}
template <class T> HD inline T mean(T a, T b)
{
	return (T)((a & b) + ((a ^ b) >> 1));
}
template <class T> HD inline T carry(T a, T b)
{
	T sum;
	bool over = __builtin_add_overflow(a, b, &sum);
	return over ? (T)~sum : sum;
}
template <class T> HD inline T over(T a, T b)
{
	T product;
	bool over = __builtin_mul_overflow(a, b, &product);
	return over ? (T)(product >> 1) : product;
}
template <class T> HD inline T high(T a, T b)
{
	using U = typename std::conditional<std::is_signed<T>::value, __int128,
					    unsigned __int128>::type;
	return (T)(((U)a * (U)b) >> bits_of<T>());
}
template <class T> HD inline T neg(T a)
{
	return sub<T>(0, a);
}
template <class T> HD inline T not_(T a)
{
	return (T)~a;
}
template <class T> HD inline T ones(T a)
{
	return (T)__builtin_popcountll((u64)a);
}
template <class T> HD inline T lead(T a)
{
	return sizeof(T) > 4 ? (T)__builtin_clzll((u64)a | 1) : (T)__builtin_clz((u32)a | 1);
}
template <class T> HD inline T trail(T a)
{
	return (T)__builtin_ctzll((u64)a | 1ull << 63);
}
template <class T> HD inline T swap(T a)
{
	return sizeof(T) > 4 ? (T)__builtin_bswap64((u64)a) : (T)__builtin_bswap32((u32)a);
}
template <class T> HD inline T mirror(T a)
{
	return sizeof(T) > 4 ? (T)__builtin_bitreverse64((u64)a)
			     : (T)__builtin_bitreverse32((u32)a);
}
template <class T> HD inline T field(T a)
{
	return (T)(((wide_t<T>)a >> 3) & 0x1f);
}

/* Every NaN is one NaN: its sign and payload are the machine's choice. */
HD inline u64 bits(float f)
{
	u32 u;
	memcpy(&u, &f, 4);
	return f != f ? 0x7fc00000u : u;
}
HD inline u64 bits(double f)
{
	u64 u;
	memcpy(&u, &f, 8);
	return f != f ? 0x7ff8000000000000ull : u;
}
HD inline float from_bits(float, u64 u)
{
	u32 v = (u32)u;
	float f;
	memcpy(&f, &v, 4);
	return f;
}
HD inline double from_bits(double, u64 u)
{
	double f;
	memcpy(&f, &u, 8);
	return f;
}
template <class T> HD inline u64 bits(T v)
{
	return (u64)v;
}
template <class T> HD inline T root(T a)
{
	return sqrt(a < 0 ? -a : a);
}

template <class T, bool to_float, bool from_float> struct convert {
	template <class S> HD static T of(S s)
	{
		return (T)s;
	}
};
template <class T> struct convert<T, false, true> {
	template <class S> HD static T of(S s)
	{
		const S top = (S)(1ull << (bits_of<T>() - 1)) * (std::is_signed<T>::value ? 1 : 2);
		if (!(s >= (std::is_signed<T>::value ? -top : (S)0)))
			return std::is_signed<T>::value ? (T)(1ull << (bits_of<T>() - 1)) : (T)0;
		return s >= top ? (T) ~(std::is_signed<T>::value ? 1ull << (bits_of<T>() - 1) : 0)
				: (T)s;
	}
};
template <> struct convert<float, true, true> {
	HD static float of(float s)
	{
		return s;
	}
	HD static float of(double s)
	{
		return s > 3e38 ? 3e38f : s < -3e38 ? -3e38f : (float)s;
	}
};
template <class T, class S> HD inline T to(S s)
{
	return convert<T, std::is_floating_point<T>::value, std::is_floating_point<S>::value>::of(
		s);
}

/* What an atomic leaves in memory. */
template <class T> HD inline T host_add(T a, T b)
{
	return add<T>(a, b);
}
template <class T> HD inline T host_and(T a, T b)
{
	return a & b;
}
template <class T> HD inline T host_or(T a, T b)
{
	return a | b;
}
template <class T> HD inline T host_xor(T a, T b)
{
	return a ^ b;
}
template <class T> HD inline T host_min(T a, T b)
{
	return a < b ? a : b;
}
template <class T> HD inline T host_max(T a, T b)
{
	return a > b ? a : b;
}
template <class T> HD inline T host_exch(T, T b)
{
	return b;
}
template <class T> HD inline T host_inc(T a, T b)
{
	return a >= b ? 0 : a + 1;
}
template <class T> HD inline T host_dec(T a, T b)
{
	return a == 0 || a > b ? b : a - 1;
}

/* Atomics on the thread's own words: the old value is the same in every order. */
#ifdef __CUDA_ARCH__
#define ATOMIC(name, op) \
	template <class T> __device__ inline T own_##name(T *p, T v) \
	{ \
		return atomic##op(p, v); \
	}
template <class T> __device__ inline T own_cas(T *p, T was, T v)
{
	return atomicCAS(p, was, v);
}
#else
#define ATOMIC(name, op) \
	template <class T> HD inline T own_##name(T *p, T v) \
	{ \
		T old = *p; \
		*p = host_##name(old, v); \
		return old; \
	}
template <class T> HD inline T own_cas(T *p, T was, T v)
{
	T old = *p;
	*p = old == was ? v : old;
	return old;
}
#endif
ATOMIC(add, Add)
ATOMIC(and, And)
ATOMIC(or, Or)
ATOMIC(xor, Xor)
ATOMIC(min, Min)
ATOMIC(max, Max)
ATOMIC(exch, Exch)
ATOMIC(inc, Inc)
ATOMIC(dec, Dec)

HD inline u64 input(u64 lane)
{
	return mix(mix(lane, 77), lane) >> (lane % 7 * 8);
}

/* The words of a thread begin with values of its own. */
HD inline void begin(ctx *c, u32 lane, u32 *sw, u64 *sq, u32 *gw, u64 *gq)
{
	c->w[0] = sw;
	c->w[1] = gw;
	c->q[0] = sq;
	c->q[1] = gq;
	c->fuel = FUEL;
	c->lane = lane;
	for (int k = 0; k < SLOTS; k++) {
		sw[k] = (u32)mix(lane, k);
		gw[k] = (u32)mix(lane, k + 8);
		sq[k] = mix(lane, k + 16) >> (k * 7);
		gq[k] = mix(lane, k + 24);
	}
}

HD inline u64 finish(const ctx *c, u64 r)
{
	for (int k = 0; k < SLOTS; k++)
		r = mix(mix(r, c->w[0][k]), c->q[0][k]);
	return mix(r, c->fuel);
}

HD inline u32 warp_mask(u32 t)
{
	u32 n = THREADS - (t & ~31u);
	return n >= 32 ? ~0u : (1u << n) - 1;
}

/* Where threads meet, in the kernel (t: thread of the block, r: its value) and in the model (arrays
 * r and x over all lanes i; x keeps the values of before the step). */
#define CHOICE(r, k) ((((r) >> (3 * (k))) & 3) != 0)

#define KERNEL_BEGIN \
	__shared__ u32 sw[THREADS * SLOTS]; \
	__shared__ u64 sq[THREADS * SLOTS], x[THREADS]; \
	u32 t = threadIdx.x, i = blockIdx.x * THREADS + t; \
	ctx c; \
	u64 r = a.in[i]; \
	begin(&c, i, sw + t * SLOTS, sq + t * SLOTS, a.w + i * SLOTS, a.q + i * SLOTS);
#define KERNEL_END \
	a.out[i] = finish(&c, r); \
	(void)x;
#define MEET_EXCHANGE(n, k) \
	__syncthreads(); \
	x[t] = r; \
	__syncthreads(); \
	r = mix(r, x[(t * (n) + (k)) % THREADS]);
#define MEET_SHUFFLE0(mask, k) r = mix(r, __shfl_xor_sync(mask, r, k));
#define MEET_SHUFFLE1(mask, k) r = mix(r, __shfl_up_sync(mask, (u32)r, k));
#define MEET_SHUFFLE2(mask, k) r = mix(r, (u64)__shfl_down_sync(mask, (i32)r, k));
#define MEET_SHUFFLE3(mask, k) \
	r = mix(r, __shfl_sync(mask, r, (int)((t * 5 * (k != 0) + (k)) & 31)));
#define MEET_BALLOT(k) r = mix(r, __ballot_sync(warp_mask(t), CHOICE(r, k)));
#define MEET_ANY(k)    r = mix(r, __any_sync(warp_mask(t), CHOICE(r, k) && t % 32 == k) != 0);
#define MEET_ALL(k)    r = mix(r, __all_sync(warp_mask(t), CHOICE(r, k) || t % 32 != k) != 0);
#define MEET_COUNT(k)  r = mix(r, (u64)__syncthreads_count(CHOICE(r, k)));
#define MEET_HALF(k) \
	if (t & 1) \
		r = mix(r, __shfl_xor_sync(0xaaaaaaaau, r, 2 * (k)));

#define EACH(...) \
	for (u32 i = 0; i < LANES; i++) { \
		__VA_ARGS__; \
	}
#define BLOCK(i)    ((i) / THREADS * THREADS)
#define WARP(i)     (BLOCK(i) + (i) % THREADS / 32 * 32)
#define LANE(i)     ((i) % THREADS % 32)
#define STEP(value) EACH(x[i] = r[i]) EACH(r[i] = mix(r[i], value))
#define OF_WARP(i, start, combine) \
	[&](u32 l) { \
		u32 v = start; \
		for (u32 j = WARP(l); j < BLOCK(l) + THREADS && j < WARP(l) + 32; j++) \
			combine; \
		return v; \
	}(i)
#define MODEL_BEGIN \
	static u32 sw[LANES * SLOTS]; \
	static u64 sq[LANES * SLOTS], x[LANES], r[LANES]; \
	static ctx c[LANES]; \
	EACH(r[i] = a.in[i]; \
	     begin(&c[i], i, sw + i * SLOTS, sq + i * SLOTS, a.w + i * SLOTS, a.q + i * SLOTS))
#define MODEL_END            EACH(a.out[i] = finish(&c[i], r[i]))
#define MODEL_EXCHANGE(n, k) STEP(x[BLOCK(i) + (i % THREADS * (n) + (k)) % THREADS])
#define MODEL_SHUFFLE0(k)    STEP(x[WARP(i) + (LANE(i) ^ (k))])
#define MODEL_SHUFFLE1(k)    STEP((u32)x[LANE(i) >= (k) ? i - (k) : i])
#define MODEL_SHUFFLE2(k)    STEP((u64)(i32)x[LANE(i) + (k) < 32 ? i + (k) : i])
#define MODEL_SHUFFLE3(k)    STEP(x[WARP(i) + ((LANE(i) * 5 * (k != 0) + (k)) & 31)])
#define MODEL_BALLOT(k)      STEP(OF_WARP(i, 0, v |= (u32)CHOICE(x[j], k) << LANE(j)))
#define MODEL_ANY(k)         STEP(OF_WARP(i, 0, v |= CHOICE(x[j], k) && LANE(j) == k))
#define MODEL_ALL(k)         STEP(OF_WARP(i, 1, v &= CHOICE(x[j], k) || LANE(j) != k))
#define MODEL_COUNT(k) \
	STEP([&](u32 l) { \
		u64 n = 0; \
		for (u32 j = BLOCK(l); j < BLOCK(l) + THREADS; j++) \
			n += CHOICE(x[j], k); \
		return n; \
	}(i))
#define MODEL_HALF(k) \
	EACH(x[i] = r[i]) \
	EACH(if (LANE(i) & 1) r[i] = mix(r[i], x[WARP(i) + (LANE(i) ^ (2 * (k)))]))
#define MODEL_ATOMIC(k, op, array, type) \
	EACH(if (CHOICE(r[i], k)) { \
		type *word = &a.array[COUNTERS * (k) + r[i] % COUNTERS]; \
		*word = host_##op<type>(*word, (type)(r[i] >> 9)); \
	})

__global__ void kernel(arrays a);
void model(arrays a);

template <class T> void host_array(T **p, int n)
{
	*p = (T *)calloc((size_t)n, sizeof(T));
}
template <class T> void device_array(T **p, const T *from, int n)
{
	cudaMalloc((void **)p, (size_t)n * sizeof(T));
	cudaMemcpy(*p, from, (size_t)n * sizeof(T), cudaMemcpyHostToDevice);
}

template <class T> bool same(const char *what, const T *want, const T *dev, int n)
{
	T *got = (T *)malloc((size_t)n * sizeof(T));
	cudaMemcpy(got, dev, (size_t)n * sizeof(T), cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		if (got[i] != want[i]) {
			printf("random: %s[%d] is %llx, the host says %llx\n", what, i, (u64)got[i],
			       (unsigned long long)want[i]);
			return false;
		}
	free(got);
	return true;
}

int main()
{
	arrays h, d;
	host_array(&h.in, LANES);
	host_array(&h.out, LANES);
	host_array(&h.w, LANES * SLOTS);
	host_array(&h.q, LANES * SLOTS);
	host_array(&h.acc32, COUNTERS * OPS);
	host_array(&h.accs, COUNTERS * OPS);
	host_array(&h.acc64, COUNTERS * OPS);
	for (int i = 0; i < LANES; i++)
		h.in[i] = input((u64)i);
	for (int i = 0; i < COUNTERS * OPS; i++)
		h.acc32[i] = (u32)(h.accs[i] = (i32)(h.acc64[i] = input((u64)i) | 1));
	h.rounds = d.rounds = ROUNDS;
	device_array(&d.in, h.in, LANES);
	device_array(&d.out, h.out, LANES);
	device_array(&d.w, h.w, LANES * SLOTS);
	device_array(&d.q, h.q, LANES * SLOTS);
	device_array(&d.acc32, h.acc32, COUNTERS * OPS);
	device_array(&d.accs, h.accs, COUNTERS * OPS);
	device_array(&d.acc64, h.acc64, COUNTERS * OPS);
	kernel<<<BLOCKS, THREADS>>>(d);
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess) {
		printf("random: %s\n", cudaGetErrorString(e));
		return 1;
	}
	model(h);
	if (!same("out", h.out, d.out, LANES) || !same("w", h.w, d.w, LANES * SLOTS) ||
	    !same("q", h.q, d.q, LANES * SLOTS) ||
	    !same("acc32", h.acc32, d.acc32, COUNTERS * OPS) ||
	    !same("accs", h.accs, d.accs, COUNTERS * OPS) ||
	    !same("acc64", h.acc64, d.acc64, COUNTERS * OPS))
		return 1;
	printf("random: ok\n");
	return 0;
}

#endif
