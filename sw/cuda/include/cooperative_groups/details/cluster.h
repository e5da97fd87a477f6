/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: cluster_group, the threads of a thread block cluster. A launch without clusters has
 * clusters of one block.
 */
#ifndef PHOTOFINISH_COOPERATIVE_GROUPS_CLUSTER_H
#define PHOTOFINISH_COOPERATIVE_GROUPS_CLUSTER_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

#define _CG_HAS_CLUSTER_GROUP

namespace cooperative_groups {

class cluster_group {
	PF_CG cluster_group() {}
	friend PF_CG cluster_group this_cluster();

public:
	struct arrival_token {
	};

	static PF_CG void sync()
	{
		__cluster_barrier_arrive();
		__cluster_barrier_wait();
	}
	static PF_CG arrival_token barrier_arrive()
	{
		__cluster_barrier_arrive();
		return arrival_token();
	}
	static PF_CG void barrier_wait() { __cluster_barrier_wait(); }
	static PF_CG void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }

	static PF_CG dim3 block_index() { return __clusterRelativeBlockIdx(); }
	static PF_CG unsigned block_rank() { return __clusterRelativeBlockRank(); }
	static PF_CG dim3 dim_blocks() { return __clusterDim(); }
	static PF_CG unsigned num_blocks() { return __clusterSizeInBlocks(); }
	static PF_CG dim3 dim_threads()
	{
		const dim3 d = dim_blocks();

		return dim3(d.x * blockDim.x, d.y * blockDim.y, d.z * blockDim.z);
	}
	static PF_CG unsigned num_threads() { return num_blocks() * details::block_size(); }
	static PF_CG unsigned size() { return num_threads(); }
	static PF_CG dim3 thread_index()
	{
		const dim3 b = block_index();

		return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y,
			    b.z * blockDim.z + threadIdx.z);
	}
	static PF_CG unsigned thread_rank()
	{
		return block_rank() * details::block_size() + details::rank_in_block();
	}

	static PF_CG unsigned query_shared_rank(const void *p) { return __cluster_query_shared_rank(p); }
	template <class T> static PF_CG T *map_shared_rank(T *p, int rank)
	{
		return (T *)__cluster_map_shared_rank(p, (unsigned)rank);
	}
};

PF_CG cluster_group this_cluster()
{
	return cluster_group();
}

} // namespace cooperative_groups

#endif

#endif
