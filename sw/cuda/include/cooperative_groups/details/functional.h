/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * functional: operations of reductions and scans.
 */
#ifndef PHOTOFINISH_COOPERATIVE_GROUPS_FUNCTIONAL_H
#define PHOTOFINISH_COOPERATIVE_GROUPS_FUNCTIONAL_H

namespace cooperative_groups {

template <class T> struct plus {
	PF_CG T operator()(T a, T b) const { return a + b; }
};
/* The lesser, the greater of two. */
template <class T> struct less {
	PF_CG T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
	PF_CG T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
	PF_CG T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
	PF_CG T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
	PF_CG T operator()(T a, T b) const { return a ^ b; }
};

namespace details {
/* memory_order_relaxed of any library: the 0 of its enumeration. */
struct relaxed {
	template <class Order> PF_CG operator Order() const { return (Order)0; }
};

/* An atomic of cuda::atomic's kind becomes v. */
template <class Atomic, class T> PF_CG void store(Atomic &a, T v)
{
	a.store(v, relaxed());
}

/* It becomes op(a, v); what it was. */
template <class Atomic, class T, class Op> PF_CG T update(Atomic &a, T v, Op op)
{
	T old = a.load(relaxed());

	while (!a.compare_exchange_weak(old, op(old, v), relaxed(), relaxed()))
		;
	return old;
}
} // namespace details

} // namespace cooperative_groups

#endif
