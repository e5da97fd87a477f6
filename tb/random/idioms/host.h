/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * host: CUDA's words in plain C++, for the reference results. Each thread of a block is a coroutine
 * that runs until it has to wait for others: at a barrier or at an operation of its warp. Nothing
 * here is shared with the modelled GPU. A program must not depend on the order of its threads.
 */
#ifndef IDIOMS_HOST_H
#define IDIOMS_HOST_H

#include <functional>
#include <math.h> /* C++ overloads in the global namespace */
#include <ucontext.h>

#define HD
#define __global__
#define __device__
#define __host__
#define __shared__      static
#define __constant__    static const
#define __noinline__    __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define LAUNCH(kernel, blocks, threads, bytes, ...) \
	emulate(blocks, threads, [=] { kernel(__VA_ARGS__); })
#define DYNAMIC_SHARED(type, name) type *name = (type *)emulated.dynamic
#define SPIN()                     (emulated.moved = true, yield_to_all())

struct index3 {
	unsigned x, y, z;
};
static index3 threadIdx, blockIdx, blockDim, gridDim;

/* Where the lanes of one mask meet: what each brought, and, once all came, what all brought. */
struct meeting {
	u32 mask, here;
	u64 brought[32], all[32];
	unsigned times;
};

struct barrier {
	unsigned here, times, count, count_all;
};

struct thread {
	ucontext_t context;
	bool done;
	const unsigned *wait; /* goes on when *wait is not seen */
	unsigned seen;
};

enum { THREADS_MAX = 256, STACK = 128 << 10, MEETINGS = 64 };

static struct {
	ucontext_t scheduler;
	thread t[THREADS_MAX];
	barrier bar[16];
	meeting meet[THREADS_MAX / 32][MEETINGS];
	unsigned now, threads, living;
	bool moved; /* somebody ran: no deadlock yet */
	std::function<void()> body;
	alignas(16) char dynamic[48 << 10];
} emulated;

static inline void yield_to_all()
{
	swapcontext(&emulated.t[emulated.now].context, &emulated.scheduler);
}

static inline void wait_for(const unsigned *times)
{
	thread *t = &emulated.t[emulated.now];

	t->wait = times;
	t->seen = *times;
	yield_to_all();
	t->wait = nullptr;
}

static inline void barrier_release(barrier *b)
{
	b->here = 0;
	b->count_all = b->count;
	b->count = 0;
	b->times++;
}

/* Threads 0: all that live. The number of those that came with a predicate. */
static inline unsigned barrier_at(unsigned id, unsigned threads, bool predicate, bool stay)
{
	barrier *b = &emulated.bar[id];

	b->here++;
	b->count += predicate;
	if (b->here == (threads ? threads : emulated.living))
		barrier_release(b);
	else if (stay)
		wait_for(&b->times);
	return b->count_all;
}

static inline void __syncthreads()
{
	barrier_at(0, 0, false, true);
}
static inline int __syncthreads_count(int p)
{
	return (int)barrier_at(0, 0, p != 0, true);
}
static inline int __syncthreads_or(int p)
{
	return barrier_at(0, 0, p != 0, true) != 0;
}
static inline int __syncthreads_and(int p)
{
	return barrier_at(0, 0, p == 0, true) == 0;
}
static inline void bar_sync(int id, int threads)
{
	barrier_at((unsigned)id, (unsigned)threads, false, true);
}
static inline void bar_arrive(int id, int threads)
{
	barrier_at((unsigned)id, (unsigned)threads, false, false);
}

static inline meeting *meeting_of(u32 mask)
{
	meeting *m = emulated.meet[threadIdx.x / 32];
	unsigned k = 0;

	if (!(mask >> threadIdx.x % 32 & 1)) {
		fprintf(stderr, "host: lane %u is not in its mask %x\n", threadIdx.x % 32, mask);
		exit(2);
	}
	while (k < MEETINGS - 1 && m[k].mask && m[k].mask != mask)
		k++;
	if (m[k].mask && m[k].mask != mask) {
		fprintf(stderr, "host: too many masks\n");
		exit(2);
	}
	m[k].mask = mask;
	return &m[k];
}

static inline const u64 *meet(u32 mask, u64 value)
{
	meeting *m = meeting_of(mask);
	u32 bit = 1u << threadIdx.x % 32;

	m->brought[threadIdx.x % 32] = value;
	m->here |= bit;
	if (m->here == mask) {
		memcpy(m->all, m->brought, sizeof(m->all));
		m->here = 0;
		m->times++;
	} else {
		wait_for(&m->times);
	}
	return m->all;
}

static inline void __syncwarp(u32 mask = ~0u)
{
	meet(mask, 0);
}
static inline u32 __ballot_sync(u32 mask, int p)
{
	const u64 *all = meet(mask, p != 0);
	u32 b = 0;

	for (unsigned l = 0; l < 32; l++)
		b |= (mask >> l & 1 && all[l]) ? 1u << l : 0;
	return b;
}
static inline int __any_sync(u32 mask, int p)
{
	return __ballot_sync(mask, p) != 0;
}
static inline int __all_sync(u32 mask, int p)
{
	return __ballot_sync(mask, p) == mask;
}

template <class T> T exchange(u32 mask, T v, unsigned from)
{
	u64 word = 0;

	memcpy(&word, &v, sizeof(T));
	word = meet(mask, word)[from];
	if (!(mask >> from & 1)) {
		fprintf(stderr, "host: lane %u is read but not in the mask %x\n", from, mask);
		exit(2);
	}
	memcpy(&v, &word, sizeof(T));
	return v;
}
template <class T> T __shfl_sync(u32 mask, T v, int lane, int width = 32)
{
	unsigned own = threadIdx.x % 32, w = (unsigned)width;
	return exchange(mask, v, (own & ~(w - 1)) | ((unsigned)lane & (w - 1)));
}
template <class T> T __shfl_up_sync(u32 mask, T v, unsigned by, int width = 32)
{
	unsigned own = threadIdx.x % 32, w = (unsigned)width;
	return exchange(mask, v, (own & (w - 1)) >= by ? own - by : own);
}
template <class T> T __shfl_down_sync(u32 mask, T v, unsigned by, int width = 32)
{
	unsigned own = threadIdx.x % 32, w = (unsigned)width;
	return exchange(mask, v, (own & (w - 1)) + by < w ? own + by : own);
}
template <class T> T __shfl_xor_sync(u32 mask, T v, int by, int width = 32)
{
	unsigned own = threadIdx.x % 32, w = (unsigned)width, from = own ^ (unsigned)by;
	return exchange(mask, v, (from & ~(w - 1)) > (own & ~(w - 1)) ? own : from);
}

#define REDUCE(name, op) \
	template <class T> T __reduce_##name##_sync(u32 mask, T v) \
	{ \
		const u64 *all = meet(mask, (u64)v); \
		bool first = true; \
		for (unsigned l = 0; l < 32; l++) \
			if (mask >> l & 1) { \
				T x = (T)all[l]; \
				v = first ? x : (T)(op); \
				first = false; \
			} \
		return v; \
	}
REDUCE(add, (u32)v + (u32)x)
REDUCE(min, v < x ? v : x)
REDUCE(max, v > x ? v : x)
REDUCE(and, v &x)
REDUCE(or, v | x)
REDUCE(xor, v ^ x)

/* Coroutines take turns only where they wait, so that an atomic is what it does to memory. */
template <class T> struct as_is {
	using t = T;
};
#define ATOMIC(name, after) \
	template <class T> T atomic##name(T *p, typename as_is<T>::t v) \
	{ \
		T old = *p; \
		*p = (T)(after); \
		return old; \
	} \
	template <class T> T atomic##name##_block(T *p, typename as_is<T>::t v) \
	{ \
		return atomic##name(p, v); \
	}
ATOMIC(Add, old + v)
ATOMIC(Sub, old - v)
ATOMIC(Min, old < v ? old : v)
ATOMIC(Max, old > v ? old : v)
ATOMIC(And, old &v)
ATOMIC(Or, old | v)
ATOMIC(Xor, old ^ v)
ATOMIC(Exch, v)
ATOMIC(Inc, old >= v ? 0 : old + 1)
ATOMIC(Dec, old == 0 || old > v ? v : old - 1)
template <class T> T atomicCAS(T *p, typename as_is<T>::t was, typename as_is<T>::t v)
{
	T old = *p;
	if (old == was)
		*p = v;
	return old;
}
static inline void __threadfence() {}
static inline void __threadfence_block() {}

static inline int __popc(u32 x)
{
	return __builtin_popcount(x);
}
static inline int __popcll(u64 x)
{
	return __builtin_popcountll(x);
}
static inline int __clz(i32 x)
{
	return x ? __builtin_clz((u32)x) : 32;
}
static inline int __clzll(i64 x)
{
	return x ? __builtin_clzll((u64)x) : 64;
}
static inline int __ffs(i32 x)
{
	return __builtin_ffs(x);
}
static inline int __ffsll(i64 x)
{
	return __builtin_ffsll(x);
}
static inline u32 __umulhi(u32 a, u32 b)
{
	return (u32)((u64)a * b >> 32);
}
static inline i32 __mulhi(i32 a, i32 b)
{
	return (i32)((i64)a * b >> 32);
}
static inline u64 __umul64hi(u64 a, u64 b)
{
	return (u64)((unsigned __int128)a * b >> 64);
}
static inline u64 __brevll(u64 x)
{
	u64 y = 0;
	for (int k = 0; k < 64; k++)
		y |= (x >> k & 1) << (63 - k);
	return y;
}
static inline u32 __brev(u32 x)
{
	return (u32)(__brevll(x) >> 32);
}
static inline u32 __byte_perm(u32 a, u32 b, u32 s)
{
	u64 all = (u64)b << 32 | a;
	u32 y = 0;
	for (int k = 0; k < 4; k++)
		y |= (u32)(all >> (s >> 4 * k & 7) * 8 & 0xff) << 8 * k;
	return y;
}
static inline u32 __funnelshift_l(u32 lo, u32 hi, u32 n)
{
	return (u32)(((u64)hi << 32 | lo) << (n & 31) >> 32);
}
static inline u32 __funnelshift_r(u32 lo, u32 hi, u32 n)
{
	return (u32)(((u64)hi << 32 | lo) >> (n & 31));
}

struct alignas(8) uint2 {
	u32 x, y;
};
struct alignas(16) uint4 {
	u32 x, y, z, w;
};
struct alignas(16) ulonglong2 {
	u64 x, y;
};
static inline uint2 make_uint2(u32 x, u32 y)
{
	return {x, y};
}
static inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w)
{
	return {x, y, z, w};
}
static inline ulonglong2 make_ulonglong2(u64 x, u64 y)
{
	return {x, y};
}

static void thread_main()
{
	emulated.body();
	emulated.t[emulated.now].done = true;
	emulated.moved = true;
	emulated.living--;
	if (emulated.bar[0].here && emulated.bar[0].here == emulated.living)
		barrier_release(&emulated.bar[0]);
	yield_to_all();
}

static inline void run_block()
{
	unsigned long turns = 0;

	memset(emulated.bar, 0, sizeof(emulated.bar));
	memset(emulated.meet, 0, sizeof(emulated.meet));
	emulated.living = emulated.threads;
	for (bool moved = true; emulated.living && moved && turns < 100000; turns++) {
		moved = false;
		for (unsigned t = 0; t < emulated.threads; t++) {
			thread *x = &emulated.t[t];

			if (x->done || (x->wait && *x->wait == x->seen))
				continue;
			moved = true;
			emulated.now = t;
			threadIdx.x = t;
			swapcontext(&emulated.scheduler, &x->context);
		}
	}
	if (emulated.living) {
		fprintf(stderr, "host: %u threads wait for ever\n", emulated.living);
		exit(2);
	}
}

static inline void emulate(unsigned blocks, unsigned threads, std::function<void()> body)
{
	static char *stacks;

	if (!stacks)
		stacks = (char *)malloc((size_t)THREADS_MAX * STACK);
	emulated.body = body;
	emulated.threads = threads;
	blockDim.x = threads;
	gridDim.x = blocks;
	for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) {
		for (unsigned t = 0; t < threads; t++) {
			thread *x = &emulated.t[t];

			getcontext(&x->context);
			x->context.uc_stack.ss_sp = stacks + (size_t)t * STACK;
			x->context.uc_stack.ss_size = STACK;
			x->done = false;
			x->wait = nullptr;
			makecontext(&x->context, thread_main, 0);
		}
		run_block();
	}
}

#endif
