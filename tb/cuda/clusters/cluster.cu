/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: blocks that read, write and count in each other's shared memory, right as they stand;
 * with a name defined one barrier is missing, which is a race, or a block leaves too early.
 *
 *   NO_SYNC     partial sums are read before the other blocks have written them
 *   NO_ZERO     a block counts in another's bins before they are zero
 *   RELAXED     the barrier passes nothing on
 *   CTA_FENCE   a flag in another block's memory, with a fence of the block only
 *   EARLY_EXIT  a block ends while others still read its shared memory
 */
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { THREADS = 64, BLOCKS = 8, BINS = 32, N = 4096 };

/* A block's sum, then the cluster's, by each block's first thread. */
__global__ void __cluster_dims__(4, 1, 1) reduce(const int *in, int *out)
{
	__shared__ int sum;
	cg::cluster_group cluster = cg::this_cluster();
	int all = 0;

	if (!threadIdx.x)
		sum = 0;
	__syncthreads();
	atomicAdd_block(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
#if defined(RELAXED)
	__cluster_barrier_arrive_relaxed();
	__cluster_barrier_wait();
#elif !defined(NO_SYNC)
	cluster.sync();
#else
	__syncthreads();
#endif
	if (!threadIdx.x) {
		for (unsigned r = 0; r < cluster.num_blocks(); r++)
			all += *cluster.map_shared_rank(&sum, r);
		out[blockIdx.x] = all;
	}
#ifndef EARLY_EXIT
	cluster.sync();
#else
	if (cluster.block_rank()) /* the first block is the last to read */
		return;
	for (int i = 0; i < 100; i++)
		all += *cluster.map_shared_rank(&sum, cluster.num_blocks() - 1);
	out[blockIdx.x] = all;
#endif
}

/* Bins spread over the blocks of a cluster: NVIDIA's example in the programming guide, by another hand. */
__global__ void histogram(const int *in, int n, int *bins, int per_block)
{
	extern __shared__ int own[];
	cg::cluster_group cluster = cg::this_cluster();
	const unsigned rank = cluster.thread_rank(), all = cluster.num_threads();
	const int cluster_of = blockIdx.x / cluster.num_blocks();

	for (int i = threadIdx.x; i < per_block; i += blockDim.x)
		own[i] = 0;
#ifndef NO_ZERO
	cluster.sync();
#endif
	for (int i = cluster_of * all + rank; i < n; i += all * (gridDim.x / cluster.num_blocks())) {
		const int bin = in[i] % BINS;

		atomicAdd(cluster.map_shared_rank(own + bin % per_block, bin / per_block), 1);
	}
	cluster.sync();
	for (int i = threadIdx.x; i < per_block; i += blockDim.x)
		atomicAdd(&bins[cluster.block_rank() * per_block + i], own[i]);
}

/* A flag and data in the next block's shared memory. */
__global__ void __cluster_dims__(2, 1, 1) pass(int *out)
{
	__shared__ int data, flag;
	cg::cluster_group cluster = cg::this_cluster();
	int v;

	data = flag = 0;
	cluster.sync();
	if (!cluster.block_rank()) {
		*cluster.map_shared_rank(&data, 1) = 42;
#ifdef CTA_FENCE
		__threadfence_block();
#else
		asm volatile("fence.acq_rel.cluster;" ::: "memory");
#endif
		asm volatile("st.relaxed.cluster.u32 [%0], 1;" ::"l"(cluster.map_shared_rank(&flag, 1)) : "memory");
	} else {
		do
			asm volatile("ld.acquire.cluster.u32 %0, [%1];" : "=r"(v) : "l"(&flag) : "memory");
		while (!v);
		out[blockIdx.x / 2] = data;
	}
	cluster.sync();
}

/* What a thread is told of its cluster. */
__global__ void __cluster_dims__(2, 2, 1) where(unsigned *out)
{
	__shared__ int own;
	cg::cluster_group cluster = cg::this_cluster();
	const dim3 at = cluster.block_index(), id = __clusterIdx();
	unsigned *o = out + 8 * (blockIdx.y * gridDim.x + blockIdx.x);

	if (threadIdx.x)
		return;
	o[0] = cluster.block_rank();
	o[1] = at.x + 10 * at.y + 100 * at.z;
	o[2] = id.x + 10 * id.y + 100 * id.z;
	o[3] = cluster.num_blocks();
	o[4] = cluster.query_shared_rank(cluster.map_shared_rank(&own, 3));
	o[5] = cluster.query_shared_rank(&own);
	o[6] = __clusterDimIsSpecified();
	o[7] = __isClusterShared(cluster.map_shared_rank(&own, 3)) + 2 * __isShared(cluster.map_shared_rank(&own, 3)) +
	       4 * __isShared(&own);
}

static int wrong;
static void expect(const char *what, long is, long want)
{
	if (is != want && wrong++ < 10)
		printf("%s: %ld, not %ld\n", what, is, want);
}

static void shapes()
{
	unsigned *out;

	cudaMallocManaged(&out, 16 * 8 * sizeof(*out));
	where<<<dim3(4, 4), 32>>>(out);
	expect("where", cudaDeviceSynchronize(), cudaSuccess);
	for (unsigned y = 0; y < 4; y++)
		for (unsigned x = 0; x < 4; x++) {
			const unsigned *o = out + 8 * (4 * y + x);

			expect("rank", o[0], x % 2 + 2 * (y % 2));
			expect("block index", o[1], x % 2 + 10 * (y % 2));
			expect("cluster index", o[2], x / 2 + 10 * (y / 2));
			expect("blocks", o[3], 4);
			expect("rank of an address", o[4], 3);
			expect("own rank", o[5], x % 2 + 2 * (y % 2));
			expect("explicit", o[6], 1);
			expect("spaces", o[7], o[0] == 3 ? 7 : 5);
		}
	cudaFree(out);
}

static void histograms(const int *in)
{
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a[1];
	int *bins, n, most;

	cudaMallocManaged(&bins, BINS * sizeof(*bins));
	for (int blocks = 1; blocks <= 8; blocks *= 2) {
		for (int i = 0; i < BINS; i++)
			bins[i] = 0;
		c.gridDim = 8;
		c.blockDim = THREADS;
		c.dynamicSmemBytes = BINS / blocks * sizeof(int);
		c.attrs = a;
		c.numAttrs = 1;
		a[0].id = cudaLaunchAttributeClusterDimension;
		a[0].val.clusterDim.x = blocks;
		a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
		expect("launch", cudaLaunchKernelEx(&c, histogram, in, (int)N, bins, BINS / blocks), cudaSuccess);
		expect("histogram", cudaDeviceSynchronize(), cudaSuccess);
		for (int i = 0; i < BINS; i++)
			expect("bin", bins[i], N / BINS);
	}
	expect("attribute", cudaDeviceGetAttribute(&n, cudaDevAttrClusterLaunch, 0) || n != 1, 0);
	expect("most clusters", cudaOccupancyMaxActiveClusters(&n, histogram, &c) || n < 1, 0);
	expect("most blocks", cudaOccupancyMaxPotentialClusterSize(&most, histogram, &c) || most != 8, 0);
	c.gridDim = 12;
	expect("no multiple", cudaLaunchKernelEx(&c, histogram, in, (int)N, bins, 4), cudaErrorInvalidClusterSize);
	c.gridDim = 16;
	a[0].val.clusterDim.x = 16;
	expect("too many", cudaLaunchKernelEx(&c, histogram, in, (int)N, bins, 2), cudaErrorInvalidClusterSize);
	cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
	expect("not portable", cudaLaunchKernelEx(&c, histogram, in, (int)N, bins, 2), cudaSuccess);
	a[0].val.clusterDim.x = 2;
	expect("another than the kernel's", cudaLaunchKernelEx(&c, reduce, in, bins), cudaErrorInvalidClusterSize);
	cudaDeviceSynchronize();
	cudaFree(bins);
}

int main()
{
	int *in, *out;

	cudaMallocManaged(&in, N * sizeof(*in));
	cudaMallocManaged(&out, BLOCKS * sizeof(*out));
	for (int i = 0; i < N; i++)
		in[i] = i;
	reduce<<<BLOCKS, THREADS>>>(in, out);
	expect("reduce", cudaDeviceSynchronize(), cudaSuccess);
#ifndef EARLY_EXIT
	for (int b = 0; b < BLOCKS; b++) {
		const int n = 4 * THREADS, first = b / 4 * n;

		expect("sum", out[b], n * first + n * (n - 1) / 2);
	}
#endif
	pass<<<BLOCKS, 1>>>(out);
	expect("pass", cudaDeviceSynchronize(), cudaSuccess);
	for (int b = 0; b < BLOCKS / 2; b++)
		expect("passed", out[b], 42);
	histograms(in);
	shapes();
	printf("cluster: %d wrong\n", wrong);
	return wrong != 0;
}
