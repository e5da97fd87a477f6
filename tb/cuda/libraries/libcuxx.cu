/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * libcuxx: Debian's libcu++ on our PTX: atomics of all sizes, orders and scopes, latches, semaphores, and some of
 * cuda::std, against closed forms. With a name defined one thing is wrong, which is a race:
 *
 *   NARROW         the flag is of the block, its reader in another
 *   RELAXED        the flag is stored relaxed
 *   NARROW_FENCE   fences of the block, around a relaxed flag
 *   NO_LATCH       nobody waits for the latch
 *   NO_SEMAPHORE   nobody acquires the semaphore
 */
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/latch>
#include <cuda/std/limits>
#include <cuda/std/ratio>
#include <cuda/std/semaphore>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

enum { N = 64, BLOCKS = 3, ALL = N * BLOCKS };

static __device__ unsigned wrong;

#define EXPECT(x) \
	do \
		if (!(x)) { \
			printf("line %d: %s\n", __LINE__, #x); \
			atomicAdd(&wrong, 1); \
		} \
	while (0)

/* Every thread of the grid counts; the last check is another launch's. */
template <class T, cuda::thread_scope S> struct counters {
	cuda::atomic<T, S> sum, most, least, bits, once;
};

template <class T, cuda::thread_scope S> __global__ void begin(counters<T, S> *c)
{
	c->sum.store(1, cuda::memory_order_relaxed);
	c->most = 0;
	c->least = 100;
	c->bits = 0;
	c->once = 0;
}

template <class T, cuda::thread_scope S> __global__ void count(counters<T, S> *c)
{
	const T i = (T)(threadIdx.x % 8);
	T zero = 0, now;

	c->sum.fetch_add(2, cuda::memory_order_relaxed);
	c->sum.fetch_sub(1, cuda::memory_order_acq_rel);
	c->sum += 1;
	c->sum--;
	c->most.fetch_max(i, cuda::memory_order_release);
	c->least.fetch_min((T)(9 + i), cuda::memory_order_acquire);
	c->bits.fetch_or((T)(1 << i));
	c->bits.fetch_xor(0, cuda::memory_order_relaxed);
	c->bits.fetch_and((T)0x7f, cuda::memory_order_relaxed);
	if (c->once.compare_exchange_strong(zero, 5, cuda::memory_order_acq_rel, cuda::memory_order_acquire))
		EXPECT(zero == 0);
	else
		EXPECT(zero == 5);
	now = c->once.load(cuda::memory_order_seq_cst);
	while (!c->once.compare_exchange_weak(now, 5))
		;
	EXPECT(now == 5);
	EXPECT(c->once.exchange(5, cuda::memory_order_consume) == 5);
}

template <class T, cuda::thread_scope S> __global__ void look(counters<T, S> *c)
{
	EXPECT(c->sum.load(cuda::memory_order_relaxed) == (T)(ALL + 1));
	EXPECT(c->most.load(cuda::memory_order_acquire) == 7);
	EXPECT((T)c->least == 9);
	EXPECT((c->bits.load() & 0x7f) == 0x7f);
	EXPECT(c->once == 5);
}

template <class T, cuda::thread_scope S> void counts()
{
	counters<T, S> *c;

	cudaMalloc(&c, sizeof(*c));
	begin<<<1, 1>>>(c);
	if (S == cuda::thread_scope_block)
		count<<<1, ALL>>>(c);
	else
		count<<<BLOCKS, N>>>(c);
	look<<<1, 1>>>(c);
	cudaFree(c);
}

/* Plain variables, and an object of four and eight bytes that is no number. */
struct pair {
	short x, y;
};
static __device__ int word;
static __device__ long long longs;
static __device__ int *pointer, ints[ALL + 1];
static __device__ cuda::atomic<pair, cuda::thread_scope_device> both;
static __device__ cuda::std::atomic<int> plain;
static __device__ cuda::std::atomic_flag flag = ATOMIC_FLAG_INIT;

__global__ void refer()
{
	cuda::atomic_ref<int, cuda::thread_scope_device> w(word);
	cuda::atomic_ref<long long, cuda::thread_scope_system> l(longs);
	cuda::atomic_ref<int *, cuda::thread_scope_device> p(pointer);
	pair old = both.load(), next;

	w.fetch_add(1);
	l.fetch_max(blockIdx.x * (1LL << 40), cuda::memory_order_relaxed);
	p.fetch_add(1);
	do {
		next = old;
		next.x++;
		next.y--;
	} while (!both.compare_exchange_weak(old, next));
	plain.fetch_add(3, cuda::std::memory_order_relaxed);
	flag.test_and_set();
}

__global__ void referred()
{
	EXPECT(word == ALL && longs == (BLOCKS - 1) * (1LL << 40));
	EXPECT(pointer - (int *)0 == ALL);
	EXPECT(both.load().x == ALL && both.load().y == -ALL);
	EXPECT(plain == 3 * ALL && flag.test_and_set());
}

/* A value handed from block to block, through a flag of a scope and an order. */
#ifdef NARROW
#define SCOPE cuda::thread_scope_block
#else
#define SCOPE cuda::thread_scope_device
#endif
#ifdef RELAXED
#define RELEASE cuda::memory_order_relaxed
#else
#define RELEASE cuda::memory_order_release
#endif
#ifdef NARROW_FENCE
#define FENCE cuda::thread_scope_block
#else
#define FENCE cuda::thread_scope_device
#endif
static __device__ int data[3], copy[3];
static __device__ cuda::atomic<unsigned, SCOPE> ready;
static __device__ cuda::atomic<unsigned, cuda::thread_scope_device> fenced;
static __device__ cuda::atomic<unsigned> told;

__global__ void hand_over()
{
	if (blockIdx.x == 0) {
		data[0] = 42;
		ready.store(1, RELEASE);
		data[1] = 43;
		cuda::atomic_thread_fence(cuda::memory_order_acq_rel, FENCE);
		fenced.store(1, cuda::memory_order_relaxed);
		data[2] = 44;
		told.store(1);
		told.notify_all();
	} else {
		while (!ready.load(cuda::memory_order_acquire))
			;
		copy[0] = data[0];
		while (!fenced.load(cuda::memory_order_relaxed))
			;
		cuda::atomic_thread_fence(cuda::memory_order_seq_cst, FENCE);
		copy[1] = data[1];
		told.wait(0);
		copy[2] = data[2];
	}
}

__global__ void handed_over()
{
	EXPECT(copy[0] == 42 && copy[1] == 43 && copy[2] == 44);
}

template <class T> struct room {
	alignas(T) char bytes[sizeof(T)];
};

/* A latch, and a semaphore that lets one in at a time. */
__global__ void queue(int *out)
{
	__shared__ room<cuda::latch<cuda::thread_scope_block>> at_latch;
	__shared__ room<cuda::binary_semaphore<cuda::thread_scope_block>> at_door;
	__shared__ room<cuda::counting_semaphore<cuda::thread_scope_block>> at_seats;
	auto &latch = *reinterpret_cast<cuda::latch<cuda::thread_scope_block> *>(&at_latch);
	auto &door = *reinterpret_cast<cuda::binary_semaphore<cuda::thread_scope_block> *>(&at_door);
	auto &seats = *reinterpret_cast<cuda::counting_semaphore<cuda::thread_scope_block> *>(&at_seats);
	__shared__ int written[N], visits;
	const unsigned i = threadIdx.x;

	if (!i) {
		new (&latch) cuda::latch<cuda::thread_scope_block>(N);
		new (&door) cuda::binary_semaphore<cuda::thread_scope_block>(1);
		new (&seats) cuda::counting_semaphore<cuda::thread_scope_block>(N);
		visits = 0;
	}
	__syncthreads();
	written[i] = (int)i;
#ifdef NO_LATCH
	latch.count_down();
#else
	latch.arrive_and_wait();
#endif
	out[i] = written[N - 1 - i];
	seats.acquire();
#ifndef NO_SEMAPHORE
	door.acquire();
#endif
	visits++;
	door.release();
	seats.release(1);
	__syncthreads();
	EXPECT(visits == N && seats.try_acquire());
}

__host__ __device__ int standard()
{
	cuda::std::array<int, 4> a = {{1, 2, 3, 4}};
	cuda::std::tuple<int, float> t = cuda::std::make_tuple(3, 1.5f);
	cuda::std::pair<int, char> p = cuda::std::make_pair(7, 'x');
	cuda::std::complex<float> z(3, 4);
	const cuda::std::chrono::milliseconds ms = cuda::std::chrono::seconds(2);
	int sum = 0;

	for (int x : a)
		sum += x;
	sum += cuda::std::get<0>(t) + (int)(2 * cuda::std::get<1>(t));
	sum += p.first + (p.second == 'x');
	sum += (int)(z * cuda::std::conj(z)).real();
	sum += (int)ms.count() + cuda::std::numeric_limits<signed char>::max();
	sum += cuda::std::plus<int>()(1, 2) + cuda::std::is_same<int, cuda::std::int32_t>::value;
	sum += (int)cuda::std::ratio<4, 2>::num + (int)cuda::std::floor(2.5);
	return sum;
}

__global__ void compare(int host, int *p)
{
	cuda::annotated_ptr<int, cuda::access_property::persisting> kept(p);

	auto cut = cuda::proclaim_return_type<int>([](float x) { return x; });

	EXPECT(standard() == host && cut(2.5f) * 2 == 4);
	kept[0] = host;
	EXPECT(kept[0] == host && *p == host);
	cuda::discard_memory(p, 0);
}

int main()
{
	cuda::atomic<int> host(1);
	int *out, back[N];
	unsigned n = 0;

	counts<int, cuda::thread_scope_system>();
	counts<unsigned, cuda::thread_scope_device>();
	counts<long long, cuda::thread_scope_device>();
	counts<unsigned long long, cuda::thread_scope_block>();
	counts<unsigned char, cuda::thread_scope_device>();
	counts<short, cuda::thread_scope_block>();
	refer<<<BLOCKS, N>>>();
	referred<<<1, 1>>>();
	hand_over<<<2, 1>>>();
	handed_over<<<1, 1>>>();
	cudaMalloc(&out, sizeof(back));
	queue<<<1, N>>>(out);
	cudaMemcpy(back, out, sizeof(back), cudaMemcpyDeviceToHost);
#ifndef NO_LATCH
	for (int i = 0; i < N; i++)
		n += back[i] != N - 1 - i;
#endif
	compare<<<1, 1>>>(standard(), out);
	host.fetch_add(2, cuda::memory_order_relaxed);
	cuda::atomic_thread_fence(cuda::memory_order_seq_cst);
	n += host.load() != 3 || cudaDeviceSynchronize() != cudaSuccess;
	unsigned on_device = 0;
	cudaMemcpyFromSymbol(&on_device, wrong, sizeof(on_device));
	printf("libcuxx: %u wrong\n", n + on_device);
	return n + on_device != 0;
}
