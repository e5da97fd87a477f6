/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cooperative_groups: groups of threads that synchronise and exchange values, after the CUDA C++
 * programming guide, section "Cooperative Groups".
 *
 *   thread_group          any of those below, by value
 *   grid_group            this_grid(): all threads of a cooperative launch
 *   thread_block          this_thread_block()
 *   thread_block_tile<N>  tiled_partition<N>(group): 1 to 32 neighbours of one warp
 *   coalesced_group       coalesced_threads(), labeled_partition(), binary_partition()
 *
 *   cluster_group         this_cluster(): all threads of a cluster (details/cluster.h)
 *
 * A tile wider than a warp and split barriers (barrier_arrive, barrier_wait) but the cluster's are
 * refused when they are named.
 */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if !defined(__CUDA__) || !defined(__cplusplus)
#error "cooperative_groups.h: compile with `photofinish cc`, as CUDA"
#endif

#include "cooperative_groups/details/warp.h"
#include "cooperative_groups/details/cluster.h"

namespace cooperative_groups {

class thread_block;
class grid_group;
template <unsigned Size, class Parent> class thread_block_tile;

/* Any group: which threads, and for lanes of a warp their mask. */
class thread_group {
protected:
	enum kind { LANES, BLOCK, GRID };

	kind kind_;
	unsigned mask_, meta_rank_, meta_size_;

	PF_CG thread_group(kind k, unsigned mask = 0, unsigned rank = 0, unsigned size = 1)
		: kind_(k), mask_(mask), meta_rank_(rank), meta_size_(size)
	{
	}

public:
	PF_CG unsigned long long num_threads() const;
	PF_CG unsigned long long size() const { return num_threads(); }
	PF_CG unsigned long long thread_rank() const;
	PF_CG void sync() const;
	PF_CG bool is_valid() const;

	friend PF_CG thread_group tiled_partition(const thread_group &g, unsigned size);
};

class thread_block : public thread_group {
	PF_CG thread_block() : thread_group(BLOCK) {}
	friend PF_CG thread_block this_thread_block();

public:
	static PF_CG void sync() { __syncthreads(); }
	static PF_CG unsigned thread_rank() { return details::rank_in_block(); }
	static PF_CG unsigned num_threads() { return details::block_size(); }
	static PF_CG unsigned size() { return num_threads(); }
	static PF_CG dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	static PF_CG dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
	static PF_CG dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
	static PF_CG dim3 group_dim() { return dim_threads(); }
};

PF_CG thread_block this_thread_block()
{
	return thread_block();
}

/* Lanes of a warp by their mask; ranks count its bits from the lowest. */
class coalesced_group : public thread_group {
	PF_CG coalesced_group(unsigned mask, unsigned rank = 0, unsigned size = 1)
		: thread_group(LANES, mask, rank, size)
	{
	}
	friend PF_CG coalesced_group coalesced_threads();
	friend struct details::access;

	PF_CG unsigned lane_of(unsigned rank) const { return details::nth_bit(mask_, rank); }
	PF_CG unsigned by_rank(unsigned lanes) const { return details::pack(lanes, mask_); }

public:
	PF_CG unsigned num_threads() const { return (unsigned)__popc((int)mask_); }
	PF_CG unsigned size() const { return num_threads(); }
	PF_CG unsigned thread_rank() const { return details::bits_below(mask_); }
	PF_CG unsigned meta_group_rank() const { return meta_rank_; }
	PF_CG unsigned meta_group_size() const { return meta_size_; }
	PF_CG void sync() const { __syncwarp(mask_); }

	template <class T> PF_CG T shfl(T v, unsigned rank) const
	{
		return details::shuffle(mask_, v, lane_of(rank % num_threads()));
	}
	/* A rank outside of the group: the thread's own value. */
	template <class T> PF_CG T shfl_down(T v, unsigned delta) const
	{
		const unsigned rank = thread_rank() + delta;

		return details::shuffle(mask_, v, lane_of(rank < num_threads() ? rank : thread_rank()));
	}
	template <class T> PF_CG T shfl_up(T v, unsigned delta) const
	{
		const unsigned rank = thread_rank();

		return details::shuffle(mask_, v, lane_of(rank >= delta ? rank - delta : rank));
	}
	PF_CG int any(int pred) const { return __any_sync(mask_, pred); }
	PF_CG int all(int pred) const { return __all_sync(mask_, pred); }
	PF_CG unsigned ballot(int pred) const { return by_rank(__ballot_sync(mask_, pred)); }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
	template <class T> PF_CG unsigned match_any(T v) const
	{
		return by_rank(__match_any_sync(mask_, v));
	}
	template <class T> PF_CG unsigned match_all(T v, int &pred) const
	{
		return by_rank(__match_all_sync(mask_, v, &pred));
	}
#endif
};

PF_CG coalesced_group coalesced_threads()
{
	return coalesced_group(__activemask());
}

/* Size neighbours in rank. Parent: the group that was divided; void: any. */
template <unsigned Size, class Parent = void> class thread_block_tile : public thread_group {
	static_assert(Size && !(Size & (Size - 1)), "a tile's size is a power of two");
	static_assert(Size <= 32, "tiles of more than 32 threads are not supported by photofinish");

	PF_CG thread_block_tile(unsigned rank, unsigned size)
		: thread_group(LANES, details::tile_mask(Size), rank, size)
	{
	}
	friend struct details::access;
	template <unsigned, class> friend class thread_block_tile;

public:
	template <class Other>
	PF_CG thread_block_tile(const thread_block_tile<Size, Other> &t)
		: thread_group(LANES, details::tile_mask(Size), t.meta_group_rank(), t.meta_group_size())
	{
	}
	static constexpr PF_CG unsigned num_threads() { return Size; }
	static constexpr PF_CG unsigned size() { return Size; }
	static PF_CG unsigned thread_rank() { return details::lane() & (Size - 1); }
	PF_CG unsigned meta_group_rank() const { return meta_rank_; }
	PF_CG unsigned meta_group_size() const { return meta_size_; }
	static PF_CG void sync() { __syncwarp(details::tile_mask(Size)); }

	template <class T> static PF_CG T shfl(T v, int rank)
	{
		return details::shuffle(details::tile_mask(Size), v,
					(details::lane() & ~(Size - 1)) + ((unsigned)rank & (Size - 1)));
	}
	template <class T> static PF_CG T shfl_down(T v, unsigned delta)
	{
		return details::shuffle(details::tile_mask(Size), v,
					details::lane() + (thread_rank() + delta < Size ? delta : 0));
	}
	template <class T> static PF_CG T shfl_up(T v, unsigned delta)
	{
		return details::shuffle(details::tile_mask(Size), v,
					details::lane() - (thread_rank() >= delta ? delta : 0));
	}
	template <class T> static PF_CG T shfl_xor(T v, unsigned mask)
	{
		return details::shuffle(details::tile_mask(Size), v, details::lane() ^ (mask & (Size - 1)));
	}
	static PF_CG int any(int pred) { return __any_sync(details::tile_mask(Size), pred); }
	static PF_CG int all(int pred) { return __all_sync(details::tile_mask(Size), pred); }
	static PF_CG unsigned ballot(int pred)
	{
		return __ballot_sync(details::tile_mask(Size), pred) >> (details::lane() & ~(Size - 1));
	}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
	template <class T> static PF_CG unsigned match_any(T v)
	{
		return __match_any_sync(details::tile_mask(Size), v) >>
		       (details::lane() & ~(Size - 1));
	}
	template <class T> static PF_CG unsigned match_all(T v, int &pred)
	{
		return __match_all_sync(details::tile_mask(Size), v, &pred) >>
		       (details::lane() & ~(Size - 1));
	}
#endif
};

/* All threads of a cooperative launch: cudaLaunchCooperativeKernel(). */
class grid_group : public thread_group {
	PF_CG grid_group() : thread_group(GRID) {}
	friend PF_CG grid_group this_grid();

public:
	static PF_CG bool is_valid() { return details::grid_is_cooperative(); }
	static PF_CG void sync() { details::grid_sync(); }
	static PF_CG unsigned long long num_blocks()
	{
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	static PF_CG unsigned long long group_size() { return num_blocks(); }
	static PF_CG unsigned long long block_rank()
	{
		return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
	}
	static PF_CG unsigned long long num_threads() { return num_blocks() * details::block_size(); }
	static PF_CG unsigned long long size() { return num_threads(); }
	static PF_CG unsigned long long thread_rank()
	{
		return block_rank() * details::block_size() + details::rank_in_block();
	}
	static PF_CG dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
	static PF_CG dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
	static PF_CG dim3 group_dim() { return dim_blocks(); }
};

PF_CG grid_group this_grid()
{
	return grid_group();
}

/* Grids of cudaLaunchCooperativeKernelMultiDevice(): here one, on the one device. */
class multi_grid_group {
	PF_CG multi_grid_group() {}
	friend PF_CG multi_grid_group this_multi_grid();

public:
	static PF_CG bool is_valid() { return grid_group::is_valid(); }
	static PF_CG void sync() { grid_group::sync(); }
	static PF_CG unsigned long long num_threads() { return grid_group::num_threads(); }
	static PF_CG unsigned long long size() { return num_threads(); }
	static PF_CG unsigned long long thread_rank() { return grid_group::thread_rank(); }
	static PF_CG unsigned grid_rank() { return 0; }
	static PF_CG unsigned num_grids() { return 1; }
};

PF_CG multi_grid_group this_multi_grid()
{
	return multi_grid_group();
}

/* thread_group */

PF_CG unsigned long long thread_group::num_threads() const
{
	return kind_ == GRID    ? grid_group::num_threads()
	       : kind_ == BLOCK ? thread_block::num_threads()
				: (unsigned)__popc((int)mask_);
}

PF_CG unsigned long long thread_group::thread_rank() const
{
	return kind_ == GRID    ? grid_group::thread_rank()
	       : kind_ == BLOCK ? thread_block::thread_rank()
				: details::bits_below(mask_);
}

PF_CG void thread_group::sync() const
{
	if (kind_ == GRID)
		grid_group::sync();
	else if (kind_ == BLOCK)
		__syncthreads();
	else
		__syncwarp(mask_);
}

PF_CG bool thread_group::is_valid() const
{
	return kind_ != GRID || grid_group::is_valid();
}

/* Partitions */

namespace details {
/* Who makes groups. */
struct access {
	template <unsigned Size, class Parent>
	static PF_CG thread_block_tile<Size, Parent> tile(unsigned rank, unsigned size)
	{
		return thread_block_tile<Size, Parent>(rank, size);
	}
	static PF_CG coalesced_group lanes(unsigned mask, unsigned rank, unsigned size)
	{
		return coalesced_group(mask, rank, size);
	}
	static PF_CG unsigned mask(const coalesced_group &g) { return g.mask_; }
	template <unsigned Size, class Parent>
	static PF_CG unsigned mask(const thread_block_tile<Size, Parent> &)
	{
		return tile_mask(Size);
	}
};
} // namespace details

template <unsigned Size> PF_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
	return details::access::tile<Size, thread_block>(
		thread_block::thread_rank() / Size, (thread_block::num_threads() + Size - 1) / Size);
}

template <unsigned Size, unsigned Of, class Parent>
PF_CG thread_block_tile<Size, thread_block_tile<Of, Parent>>
tiled_partition(const thread_block_tile<Of, Parent> &g)
{
	static_assert(Size <= Of, "a tile is no larger than what it is a part of");
	return details::access::tile<Size, thread_block_tile<Of, Parent>>(g.thread_rank() / Size,
									   Of / Size);
}

/* Neighbours in rank; the last one may be smaller. */
PF_CG coalesced_group tiled_partition(const coalesced_group &g, unsigned size)
{
	const unsigned from = g.thread_rank() / size * size, mask = details::access::mask(g);
	unsigned part = 0;

	for (unsigned r = from; r < from + size && r < g.num_threads(); r++)
		part |= 1U << details::nth_bit(mask, r);
	return details::access::lanes(part, from / size, (g.num_threads() + size - 1) / size);
}

template <unsigned Size> PF_CG coalesced_group tiled_partition(const coalesced_group &g)
{
	return tiled_partition(g, Size);
}

/* size: a power of two, at most 32; of a block or of lanes of a warp. */
PF_CG thread_group tiled_partition(const thread_group &g, unsigned size)
{
	if (g.kind_ == thread_group::BLOCK)
		return thread_group(thread_group::LANES,
				    details::tile_mask(size) & details::warp_mask(),
				    thread_block::thread_rank() / size,
				    (thread_block::num_threads() + size - 1) / size);
	return tiled_partition(details::access::lanes(g.mask_, 0, 1), size);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
/* Threads of the group with the same label. */
template <class Group, class Label>
PF_CG coalesced_group labeled_partition(const Group &g, Label label)
{
	const unsigned all = details::access::mask(g), mine = __match_any_sync(all, label);
	unsigned rank = 0, size = 0;

	/* parts in the order of their lowest lanes */
	for (unsigned left = all; left; size++) {
		const unsigned first = (unsigned)__ffs((int)left) - 1;
		const unsigned part = (unsigned)__shfl_sync(all, (int)mine, (int)first);

		rank = part == mine ? size : rank;
		left &= ~part;
	}
	return details::access::lanes(mine, rank, size);
}
#endif

/* Threads of the group whose pred is as this one's. */
template <class Group> PF_CG coalesced_group binary_partition(const Group &g, bool pred)
{
	const unsigned all = details::access::mask(g), yes = __ballot_sync(all, pred);

	return details::access::lanes(pred ? yes : all & ~yes, pred, 2);
}

/* Any group by the same names */
template <class Group> PF_CG void sync(const Group &g)
{
	g.sync();
}
template <class Group> PF_CG auto thread_rank(const Group &g) -> decltype(g.thread_rank())
{
	return g.thread_rank();
}
template <class Group> PF_CG auto group_size(const Group &g) -> decltype(g.size())
{
	return g.size();
}
template <class Group> PF_CG bool is_valid(const Group &g)
{
	return g.is_valid();
}

} // namespace cooperative_groups

#endif
