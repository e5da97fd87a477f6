/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * scan: each thread of a tile or coalesced group gets what the values up to its own (inclusive), or
 * before its own (exclusive), make together. The first one's exclusive result is T().
 */
#ifndef _CG_SCAN_H
#define _CG_SCAN_H

#include "../cooperative_groups.h"
#include "details/functional.h"

namespace cooperative_groups {

namespace details {
template <class Group, class T, class Op> PF_CG T scan_lanes(const Group &g, T v, Op op)
{
	const unsigned n = g.size(), rank = g.thread_rank();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = g.shfl_up(v, step);

		if (rank >= step)
			v = op(other, v);
	}
	return v;
}

template <bool Wide> struct scanning {
	template <class Group, class T, class Op> static PF_CG T inclusive(const Group &g, T v, Op op)
	{
		return scan_lanes(g, v, op);
	}
	template <class Group, class T, class Op> static PF_CG T before(const Group &g, T v, Op op)
	{
		return g.shfl_up(scan_lanes(g, v, op), 1);
	}
	template <class Group, class T> static PF_CG T last(const Group &g, T v)
	{
		return g.shfl(v, (int)(g.size() - 1));
	}
};
template <> struct scanning<true> {
	template <class Group, class T, class Op> static PF_CG T inclusive(const Group &g, T v, Op op)
	{
		const T mine = scan_lanes(access::lanes(warp_mask(), 0, 1), v, op);

		return g.__pf_scan(mine, mine, true, op);
	}
	template <class Group, class T, class Op> static PF_CG T before(const Group &g, T v, Op op)
	{
		const coalesced_group warp = access::lanes(warp_mask(), 0, 1);
		const T mine = scan_lanes(warp, v, op);

		return g.__pf_scan(mine, warp.shfl_up(mine, 1), lane() != 0, op);
	}
	/* A block's last tile may lack threads. */
	template <class Group, class T> static PF_CG T last(const Group &g, T v)
	{
		const unsigned first = rank_in_block() - g.thread_rank(), left = block_size() - first;

		return g.shfl(v, (int)((left < g.size() ? left : g.size()) - 1));
	}
};
} // namespace details

template <class Group, class T, class Op> PF_CG T inclusive_scan(const Group &g, T v, Op op)
{
	return details::scanning<__is_base_of(details::wide_tag, Group)>::inclusive(g, v, op);
}

template <class Group, class T> PF_CG T inclusive_scan(const Group &g, T v)
{
	return inclusive_scan(g, v, plus<T>());
}

template <class Group, class T, class Op> PF_CG T exclusive_scan(const Group &g, T v, Op op)
{
	const T before = details::scanning<__is_base_of(details::wide_tag, Group)>::before(g, v, op);

	return g.thread_rank() ? before : T();
}

template <class Group, class T> PF_CG T exclusive_scan(const Group &g, T v)
{
	return exclusive_scan(g, v, plus<T>());
}

/* The same behind the value of an atomic (cuda::atomic), to which the sum of all is added. */
template <class Group, class Atomic, class T, class Op>
PF_CG T inclusive_scan_update(const Group &g, Atomic &a, T v, Op op)
{
	typedef details::scanning<__is_base_of(details::wide_tag, Group)> scan;
	const T mine = scan::inclusive(g, v, op), total = scan::last(g, mine);
	T old = T();

	if (!g.thread_rank())
		old = details::update(a, total, op);
	return op(g.shfl(old, 0), mine);
}

template <class Group, class Atomic, class T> PF_CG T inclusive_scan_update(const Group &g, Atomic &a, T v)
{
	return inclusive_scan_update(g, a, v, plus<T>());
}

template <class Group, class Atomic, class T, class Op>
PF_CG T exclusive_scan_update(const Group &g, Atomic &a, T v, Op op)
{
	typedef details::scanning<__is_base_of(details::wide_tag, Group)> scan;
	const T mine = scan::inclusive(g, v, op), total = scan::last(g, mine);
	const T before = scan::before(g, v, op);
	T old = T();

	if (!g.thread_rank())
		old = details::update(a, total, op);
	old = g.shfl(old, 0);
	return g.thread_rank() ? op(old, before) : old;
}

template <class Group, class Atomic, class T> PF_CG T exclusive_scan_update(const Group &g, Atomic &a, T v)
{
	return exclusive_scan_update(g, a, v, plus<T>());
}

} // namespace cooperative_groups

#endif
