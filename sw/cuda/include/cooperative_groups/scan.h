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

template <class Group, class T, class Op> PF_CG T inclusive_scan(const Group &g, T v, Op op)
{
	const unsigned n = g.size(), rank = g.thread_rank();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = g.shfl_up(v, step);

		if (rank >= step)
			v = op(other, v);
	}
	return v;
}

template <class Group, class T> PF_CG T inclusive_scan(const Group &g, T v)
{
	return inclusive_scan(g, v, plus<T>());
}

template <class Group, class T, class Op> PF_CG T exclusive_scan(const Group &g, T v, Op op)
{
	const T before = g.shfl_up(inclusive_scan(g, v, op), 1);

	return g.thread_rank() ? before : T();
}

template <class Group, class T> PF_CG T exclusive_scan(const Group &g, T v)
{
	return exclusive_scan(g, v, plus<T>());
}

} // namespace cooperative_groups

#endif
