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

} // namespace cooperative_groups

#endif
