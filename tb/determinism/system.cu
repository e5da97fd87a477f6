// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// system: what the system does for a program: printf and malloc in device code, many blocks, launches, streams, copies,
// managed memory.
#include "directed.cuh"

// Some warps have atomics to many lines before they print, some none: who prints first must not be a matter of time.
__global__ void print(u32 *p)
{
	const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;

	if ((warp + blockIdx.x) % 3)
		atomicAdd(&p[(threadIdx.x * 32 + warp * 7) % 4096], warp);
	if (threadIdx.x % 32 == warp % 32)
		printf("block %u warp %u sees %u\n", blockIdx.x, warp, atomicAdd(&p[5000], 1));
	if (threadIdx.x % 32 < 2)
		printf("again %u\n", threadIdx.x);
}

static bool test_print(buffer &b)
{
	print<<<20, 96>>>(b.as<u32>());
	CHECK(cudaDeviceSynchronize());
	return true;
}

// Warps that print come behind warps with atomics that the network has to take first.
__global__ void print_behind(u32 *p)
{
	const u32 warp = threadIdx.x / 32;

	if (warp % 4 != 3)
		for (u32 i = 0; i <= (blockIdx.x * 5 + warp) % 3; i++)
			atomicAdd(&p[(threadIdx.x * 32 + i + blockIdx.x % 2 * 31) % 8192], warp);
	else if (threadIdx.x % 32 == 5)
		printf("block %u warp %u\n", blockIdx.x, warp);
}

static bool test_print_behind(buffer &b)
{
	print_behind<<<30, 512>>>(b.as<u32>());
	CHECK(cudaDeviceSynchronize());
	return true;
}

struct node {
	node *next;
	u32 value;
};

// A list of all threads' nodes, pushed without a lock; the addresses are results, too.
__global__ void heap(node **head, u64 *p)
{
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x;
	node *n = (node *)malloc(sizeof(*n) + t % 3 * 16);

	p[t] = (u64)n;
	if (!n)
		return;
	n->value = t;
	node *old = *(node *volatile *)head, *seen;
	do {
		seen = old;
		n->next = seen;
		__threadfence();
		old = (node *)atomicCAS((u64 *)head, (u64)seen, (u64)n);
	} while (old != seen);
	if (t % 4 == 1) {
		char *more = (char *)malloc(100);

		more[50] = 'x';
		p[2048 + t] = (u64)more + more[50];
		free(more);
	}
}

__global__ void walk(node *const *head, u32 *out)
{
	u32 count = 0, sum = 0;

	for (const node *n = *head; n; n = n->next)
		count++, sum += n->value;
	out[0] = count;
	out[1] = sum;
}

static bool test_heap(buffer &b)
{
	b.zero();
	node **head = (node **)(b.p + BUFFER - 8);

	heap<<<3, 32>>>(head, b.as<u64>());
	walk<<<1, 1>>>(head, (u32 *)(b.p + BUFFER - 16));
	b.read();
	return b.word(BUFFER / 4 - 4) == 96 && b.word(BUFFER / 4 - 3) == 96 * 95 / 2;
}

// More blocks than slots, of unlike length: which slot gets which block must not be a matter of time.
__global__ void many(volatile u32 *p)
{
	u32 x = blockIdx.x;

	for (u32 i = 0; i < blockIdx.x * 7 % 40; i++)
		x = x * 3 + p[(x + threadIdx.x) % 256];
	p[(x ^ threadIdx.x) % 256] = x;
	if (blockIdx.x % 16 == 3)
		atomicAdd((u32 *)&p[300], x);
	if (!threadIdx.x)
		p[512 + blockIdx.x] = x;
}

static bool test_many(buffer &b)
{
	many<<<260, 32>>>(b.as<u32>());
	many<<<40, 160>>>(b.as<u32>());
	many<<<2, 1024>>>(b.as<u32>());
	return true;
}

__global__ void nothing()
{
}

__global__ void one_lane(u32 *p)
{
	p[blockIdx.x] += blockIdx.x;
}

static bool test_nothing(buffer &b)
{
	nothing<<<1, 1>>>();
	nothing<<<700, 64>>>();
	CHECK(cudaDeviceSynchronize());
	one_lane<<<700, 1>>>(b.as<u32>());
	const u32 first = b.word(9);
	b.read();
	return b.word(9) == first + 9;
}

__global__ void race(volatile u32 *p, u32 salt)
{
	const u32 t = blockIdx.x * blockDim.x + threadIdx.x;

	for (u32 i = 0; i < 6; i++)
		p[(t * 7 + i) % 128] = p[(t + i * 11) % 128] * 3 + t + salt;
}

// Launches one after the other and in streams; copies and fills between them.
static bool test_streams(buffer &b)
{
	cudaStream_t s[3];
	u32 host[128];

	for (cudaStream_t &one : s)
		CHECK(cudaStreamCreate(&one));
	for (u32 i = 0; i < 6; i++) {
		race<<<20, 64, 0, s[i % 3]>>>(b.as<u32>() + i % 3 * 64, i);
		if (i == 2)
			CHECK(cudaDeviceSynchronize());
	}
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(host, b.p, sizeof(host), cudaMemcpyDeviceToHost));
	for (u32 &w : host)
		w ^= 0x5555;
	CHECK(cudaMemcpy(b.p + 256, host, sizeof(host), cudaMemcpyHostToDevice));
	race<<<33, 96>>>(b.as<u32>(), host[3]);
	CHECK(cudaMemset(b.p + 100, 7, 99));
	race<<<3, 32>>>(b.as<u32>(), 1);
	for (cudaStream_t one : s)
		CHECK(cudaStreamDestroy(one));
	return true;
}

static bool test_managed(buffer &b)
{
	volatile u32 *m;
	u32 mix = 0;

	CHECK(cudaMallocManaged((void **)&m, 8192));
	for (u32 i = 0; i < 2048; i++)
		m[i] = i;
	for (u32 round = 0; round < 3; round++) {
		race<<<16, 64>>>((u32 *)m, round);
		CHECK(cudaDeviceSynchronize());
		for (u32 i = 0; i < 128; i++) {
			mix = mix * 31 + m[i];
			m[(i * 3) % 128] = mix;
		}
	}
	race<<<1, 32>>>(b.as<u32>(), mix);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaFree((void *)m));
	return true;
}

static const test tests[] = {{"print", test_print}, {"print_behind", test_print_behind}, {"heap", test_heap},       {"many", test_many},
			     {"nothing", test_nothing}, {"streams", test_streams}, {"managed", test_managed}};

int main(int argc, char **argv)
{
	return run_tests(tests, argc, argv);
}
