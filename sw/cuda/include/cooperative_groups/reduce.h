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

template <class Group, class T, class Op> PF_CG T reduce(const Group &g, T v, Op op)
{
	const unsigned n = g.size(), rank = g.thread_rank();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = g.shfl_down(v, step);

		if (!(rank & (2 * step - 1)) && rank + step < n)
			v = op(v, other);
	}
	return g.shfl(v, 0);
}

} // namespace cooperative_groups

#endif
