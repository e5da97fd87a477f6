/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * reduce: the values of a tile's or a coalesced group's threads made one, which each of them gets.
 * Values meet in a tree, in the order of ranks: op is associative, or the result depends on the
 * tree.
 */
#ifndef _CG_REDUCE_H
#define _CG_REDUCE_H

#include "../cooperative_groups.h"
#include "details/functional.h"

namespace cooperative_groups {

namespace details {
template <class Group, class T, class Op> PF_CG T reduce_lanes(const Group &g, T v, Op op)
{
	const unsigned n = g.size(), rank = g.thread_rank();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = g.shfl_down(v, step);

		if (!(rank & (2 * step - 1)) && rank + step < n)
			v = op(v, other);
	}
	return g.shfl(v, 0);
}

template <bool Wide> struct reduction {
	template <class Group, class T, class Op> static PF_CG T of(const Group &g, T v, Op op)
	{
		return reduce_lanes(g, v, op);
	}
};
template <> struct reduction<true> {
	template <class Group, class T, class Op> static PF_CG T of(const Group &g, T v, Op op)
	{
		return g.__pf_reduce(reduce_lanes(access::lanes(warp_mask(), 0, 1), v, op), op);
	}
};
} // namespace details

template <class Group, class T, class Op> PF_CG T reduce(const Group &g, T v, Op op)
{
	return details::reduction<__is_base_of(details::wide_tag, Group)>::of(g, v, op);
}

/* The result goes to an atomic (cuda::atomic), by itself or together with what is there. */
template <class Group, class T, class Atomic, class Op>
PF_CG void reduce_store_async(const Group &g, Atomic &to, T v, Op op)
{
	v = reduce(g, v, op);
	if (!g.thread_rank())
		details::store(to, v);
}
template <class Group, class T, class Atomic, class Op>
PF_CG void reduce_update_async(const Group &g, Atomic &to, T v, Op op)
{
	v = reduce(g, v, op);
	if (!g.thread_rank())
		details::update(to, v, op);
}

} // namespace cooperative_groups

#endif
