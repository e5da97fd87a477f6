/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cluster: thread block clusters: where a block is in its cluster, the cluster's barrier, and shared
 * memory of its other blocks. Part of cuda.h.
 */
#ifndef PF_CLUSTER_H
#define PF_CLUSTER_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

#define PF_CLUSTER_SREG(name, sreg) \
	PF_DEVICE unsigned name() \
	{ \
		unsigned r; \
		asm("mov.u32 %0, %%" sreg ";" : "=r"(r)); \
		return r; \
	}
PF_CLUSTER_SREG(__pf_cluster_x, "clusterid.x")
PF_CLUSTER_SREG(__pf_cluster_y, "clusterid.y")
PF_CLUSTER_SREG(__pf_cluster_z, "clusterid.z")
PF_CLUSTER_SREG(__pf_clusters_x, "nclusterid.x")
PF_CLUSTER_SREG(__pf_clusters_y, "nclusterid.y")
PF_CLUSTER_SREG(__pf_clusters_z, "nclusterid.z")
PF_CLUSTER_SREG(__pf_cluster_block_x, "cluster_ctaid.x")
PF_CLUSTER_SREG(__pf_cluster_block_y, "cluster_ctaid.y")
PF_CLUSTER_SREG(__pf_cluster_block_z, "cluster_ctaid.z")
PF_CLUSTER_SREG(__pf_cluster_blocks_x, "cluster_nctaid.x")
PF_CLUSTER_SREG(__pf_cluster_blocks_y, "cluster_nctaid.y")
PF_CLUSTER_SREG(__pf_cluster_blocks_z, "cluster_nctaid.z")
PF_CLUSTER_SREG(__clusterRelativeBlockRank, "cluster_ctarank")
PF_CLUSTER_SREG(__clusterSizeInBlocks, "cluster_nctarank")
#undef PF_CLUSTER_SREG

PF_DEVICE dim3 __clusterIdx() { return dim3(__pf_cluster_x(), __pf_cluster_y(), __pf_cluster_z()); }
PF_DEVICE dim3 __clusterGridDimInClusters()
{
	return dim3(__pf_clusters_x(), __pf_clusters_y(), __pf_clusters_z());
}
PF_DEVICE dim3 __clusterRelativeBlockIdx()
{
	return dim3(__pf_cluster_block_x(), __pf_cluster_block_y(), __pf_cluster_block_z());
}
PF_DEVICE dim3 __clusterDim()
{
	return dim3(__pf_cluster_blocks_x(), __pf_cluster_blocks_y(), __pf_cluster_blocks_z());
}
PF_DEVICE unsigned __clusterDimIsSpecified()
{
	unsigned r;

	asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(r));
	return r;
}

PF_DEVICE void __cluster_barrier_arrive() { asm volatile("barrier.cluster.arrive;" ::: "memory"); }
PF_DEVICE void __cluster_barrier_arrive_relaxed()
{
	asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
}
PF_DEVICE void __cluster_barrier_wait() { asm volatile("barrier.cluster.wait;" ::: "memory"); }

/* The same variable in the shared memory of the cluster's block of that rank. */
PF_DEVICE void *__cluster_map_shared_rank(const void *p, unsigned rank)
{
	unsigned long long r;

	asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"((unsigned long long)p), "r"(rank));
	return (void *)r;
}
PF_DEVICE unsigned __cluster_query_shared_rank(const void *p)
{
	unsigned r;

	asm("getctarank.u64 %0, %1;" : "=r"(r) : "l"((unsigned long long)p));
	return r;
}
PF_DEVICE unsigned __isClusterShared(const void *p)
{
	unsigned r;

	asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }"
	    : "=r"(r)
	    : "l"((unsigned long long)p));
	return r;
}

#endif

#endif
