/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cooperative_groups: groups of threads that synchronise and exchange values, after the CUDA C++
 * programming guide, section "Cooperative Groups".
 *
 *   thread_group          any of those below, by value
 *   grid_group            this_grid(): all threads of a cooperative launch
 *   thread_block          this_thread_block()
 *   thread_block_tile<N>  tiled_partition<N>(group): 1 to 32 neighbours of one warp, or 64 to 512 of a block
 *   coalesced_group       coalesced_threads(), labeled_partition(), binary_partition()
 *
 *   cluster_group         this_cluster(): all threads of a cluster (details/cluster.h)
 */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if !defined(__CUDA__) || !defined(__cplusplus)
#error "cooperative_groups.h: compile with `photofinish cc`, as CUDA"
#endif

#include "cooperative_groups/details/warp.h"
#include "cooperative_groups/details/wide.h"
#include "cooperative_groups/details/cluster.h"

namespace cooperative_groups {

class thread_block;
class grid_group;
template <unsigned Size, class Parent> class thread_block_tile;

/* Any group: which threads, and for lanes of a warp their mask. */
class thread_group {
protected:
	enum kind { LANES, BLOCK, GRID, WIDE };

	kind kind_;
	unsigned mask_, meta_rank_, meta_size_; /* of a wide tile, mask_ is its size */
	details::wide_memory *memory_ = nullptr;

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
	friend struct details::access;
};

class thread_block : public thread_group {
	PF_CG thread_block(details::wide_memory *m = nullptr) : thread_group(BLOCK) { memory_ = m; }
	friend PF_CG thread_block this_thread_block();
	template <unsigned Max> friend PF_CG thread_block this_thread_block(block_tile_memory<Max> &);
	friend struct details::access;

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

/* Called by the whole block. */
template <unsigned Max> PF_CG thread_block this_thread_block(block_tile_memory<Max> &m)
{
	return thread_block(details::wide_begin(&m));
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
	static_assert(Size <= 32, "a tile has up to 512 threads");

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

/* Tiles of several warps: each function is called by all of a tile's threads. Lanes: the part of a warp. */
template <unsigned Size> class wide_tile : public thread_group, public details::wide_tag {
protected:
	PF_CG wide_tile(details::wide_memory *m, unsigned rank, unsigned size) : thread_group(WIDE, Size, rank, size)
	{
		memory_ = m;
	}
	friend struct details::access;

public:
	static constexpr PF_CG unsigned num_threads() { return Size; }
	static constexpr PF_CG unsigned size() { return Size; }
	static PF_CG unsigned thread_rank() { return details::rank_in_block() & (Size - 1); }
	PF_CG unsigned meta_group_rank() const { return meta_rank_; }
	PF_CG unsigned meta_group_size() const { return meta_size_; }
	PF_CG void sync() const { details::wide_sync(memory_, Size); }

	template <class T> PF_CG T shfl(T v, int rank) const
	{
		const unsigned from = (unsigned)rank & (Size - 1);

		if (thread_rank() == from)
			details::wide_put(memory_, v);
		sync();
		v = details::wide_get<T>(memory_, (details::rank_in_block() & ~(Size - 1)) + from);
		sync();
		return v;
	}
	PF_CG int any(int pred) const
	{
		return __pf_reduce(details::lanes_any(pred), [](int a, int b) { return a | b; });
	}
	PF_CG int all(int pred) const
	{
		return __pf_reduce(details::lanes_all(pred), [](int a, int b) { return a & b; });
	}

	/* The values of the warps made one; v is what this warp's lanes have made of theirs. */
	template <class T, class Op> PF_CG T __pf_reduce(T v, Op op) const
	{
		const unsigned first = details::rank_in_block() & ~(Size - 1);

		if (!details::lane())
			details::wide_put(memory_, v);
		sync();
		v = details::wide_get<T>(memory_, first);
		for (unsigned i = 32; i < Size; i += 32)
			if (first + i < details::block_size())
				v = op(v, details::wide_get<T>(memory_, first + i));
		sync();
		return v;
	}
	/* v, and before it what the warps before this one have made of theirs; total: of this warp, as its
	 * last lane has it; some: v is a value, else it is none yet. */
	template <class T, class Op> PF_CG T __pf_scan(T total, T v, bool some, Op op) const
	{
		const unsigned first = details::rank_in_block() & ~(Size - 1), end = thread_rank() & ~31U;
		T sum = total;

		if (!(details::warp_mask() >> details::lane() >> 1))
			details::wide_put(memory_, total);
		sync();
		for (unsigned i = 0; i < end; i += 32) {
			const T next = details::wide_get<T>(memory_, first + i);

			sum = i ? op(sum, next) : next;
		}
		if (end)
			v = some ? op(sum, v) : sum;
		sync();
		return v;
	}
};

#define PF_WIDE(n) \
	template <class Parent> class thread_block_tile<n, Parent> : public wide_tile<n> { \
		using wide_tile<n>::wide_tile; \
		friend struct details::access; \
\
	public: \
		template <class Other> \
		PF_CG thread_block_tile(const thread_block_tile<n, Other> &t) : wide_tile<n>(t) \
		{ \
		} \
	};
PF_WIDE(64)
PF_WIDE(128)
PF_WIDE(256)
PF_WIDE(512)
#undef PF_WIDE

/* All threads of a cooperative launch: cudaLaunchCooperativeKernel(). */
class grid_group : public thread_group {
	PF_CG grid_group() : thread_group(GRID) {}
	friend PF_CG grid_group this_grid();

public:
	static PF_CG bool is_valid() { return details::grid_is_cooperative(); }
	static PF_CG void sync() { details::grid_sync(); }

	/* A barrier in two steps, each of them called by every thread. */
	struct arrival_token {
		unsigned __pf_old;
	};
	static PF_CG arrival_token barrier_arrive()
	{
		return arrival_token{details::grid_arrive_each((unsigned)num_threads(), !thread_rank())};
	}
	static PF_CG void barrier_wait(arrival_token &&t) { details::grid_wait(t.__pf_old); }
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
	       : kind_ == WIDE  ? mask_
				: (unsigned)__popc((int)mask_);
}

PF_CG unsigned long long thread_group::thread_rank() const
{
	return kind_ == GRID    ? grid_group::thread_rank()
	       : kind_ == BLOCK ? thread_block::thread_rank()
	       : kind_ == WIDE  ? thread_block::thread_rank() & (mask_ - 1)
				: details::bits_below(mask_);
}

PF_CG void thread_group::sync() const
{
	if (kind_ == GRID)
		grid_group::sync();
	else if (kind_ == BLOCK)
		__syncthreads();
	else if (kind_ == WIDE)
		details::wide_sync(memory_, mask_);
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
	static PF_CG wide_memory *memory(const thread_group &g) { return g.memory_; }

	/* The tile that this thread is in, of so many. */
	template <bool Wide> struct make {
		template <class Tile> static PF_CG Tile in(const thread_group &, unsigned rank, unsigned n)
		{
			return Tile(rank, n);
		}
	};
};
template <> struct access::make<true> {
	template <class Tile> static PF_CG Tile in(const thread_group &g, unsigned rank, unsigned n)
	{
		wide_memory *m = memory(g);

		return Tile(m ? m : wide_begin(wide_reserved()), rank, n);
	}
};
} // namespace details

/* Wider than a warp, of a block without a block_tile_memory: called by the whole block. */
template <unsigned Size> PF_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &g)
{
	return details::access::make<(Size > 32)>::template in<thread_block_tile<Size, thread_block>>(
		g, thread_block::thread_rank() / Size, (thread_block::num_threads() + Size - 1) / Size);
}

template <unsigned Size, unsigned Of, class Parent>
PF_CG thread_block_tile<Size, thread_block_tile<Of, Parent>>
tiled_partition(const thread_block_tile<Of, Parent> &g)
{
	typedef thread_block_tile<Size, thread_block_tile<Of, Parent>> tile;

	static_assert(Size <= Of, "a tile is no larger than what it is a part of");
	return details::access::make<(Size > 32)>::template in<tile>(g, g.thread_rank() / Size, Of / Size);
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

/* One thread of the group calls f. */
template <class Group, class F, class... Args>
PF_CG void invoke_one(const Group &g, F &&f, Args &&...args)
{
	if (!g.thread_rank())
		static_cast<F &&>(f)(static_cast<Args &&>(args)...);
}

namespace details {
template <class Group, class T> struct broadcast {
	template <class F, class... Args> static PF_CG T of(const Group &g, F &f, Args &...args)
	{
		static_assert(__is_trivially_copyable(T), "a result that is copied byte by byte goes to the group");
		alignas(T) char room[sizeof(T)] = {};
		T result;

		if (!g.thread_rank()) {
			const T mine = f(args...);

			__builtin_memcpy(room, &mine, sizeof(T));
		}
		__builtin_memcpy(&result, room, sizeof(T));
		return g.shfl(result, 0);
	}
};
} // namespace details

/* The same; its result is every thread's. */
template <class Group, class F, class... Args>
PF_CG auto invoke_one_broadcast(const Group &g, F &&f, Args &&...args) -> decltype(f(args...))
{
	return details::broadcast<Group, decltype(f(args...))>::of(g, f, args...);
}

/* As in CUDA 11, where tiles wider than a warp began. */
namespace experimental {
using cooperative_groups::tiled_partition;

template <unsigned Communication = 8, unsigned Max = 1024>
struct block_tile_memory : cooperative_groups::block_tile_memory<Max> {
};
template <unsigned Communication, unsigned Max>
PF_CG thread_block this_thread_block(block_tile_memory<Communication, Max> &m)
{
	return cooperative_groups::this_thread_block(
		static_cast<cooperative_groups::block_tile_memory<Max> &>(m));
}
} // namespace experimental

} // namespace cooperative_groups

#endif
