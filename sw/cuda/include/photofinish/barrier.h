/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * barrier: cuda::barrier of a block, an mbarrier in shared memory. From sm_70 on. A completion function
 * and barriers of other scopes are refused by name.
 */
#ifndef PHOTOFINISH_BARRIER_H
#define PHOTOFINISH_BARRIER_H

#include "async_copy.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
namespace cuda {

template <thread_scope Scope, class Completion = void> class barrier {
	static_assert(Scope == thread_scope_block && __is_same(Completion, void),
		      "cuda::barrier: only of thread_scope_block, without a completion function, is "
		      "supported by photofinish");
	__mbarrier_t state_;

public:
	typedef __mbarrier_token_t arrival_token;

	barrier() = default;
	barrier(const barrier &) = delete;
	barrier &operator=(const barrier &) = delete;
	static constexpr __host__ __device__ __PTRDIFF_TYPE__ max() { return (1 << 20) - 1; }

	friend PF_ASYNC void init(barrier *b, __PTRDIFF_TYPE__ expected)
	{
		__mbarrier_init(&b->state_, (unsigned)expected);
	}
	PF_ASYNC arrival_token arrive(__PTRDIFF_TYPE__ n = 1)
	{
		arrival_token t;

		asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;"
			     : "=l"(t)
			     : "r"(__pf_mb(&state_)), "r"((unsigned)n)
			     : "memory");
		return t;
	}
	PF_ASYNC bool try_wait(arrival_token t) { return __mbarrier_test_wait(&state_, t); }
	PF_ASYNC void wait(arrival_token t)
	{
		while (!__mbarrier_test_wait(&state_, t))
			;
	}
	PF_ASYNC void wait_parity(bool parity)
	{
		while (!__mbarrier_test_wait_parity(&state_, parity))
			;
	}
	PF_ASYNC void arrive_and_wait() { wait(arrive()); }
	PF_ASYNC void arrive_and_drop() { __mbarrier_arrive_and_drop(&state_); }
	PF_ASYNC __mbarrier_t *__pf_state() { return &state_; }
};

namespace device {
PF_ASYNC __mbarrier_t *barrier_native_handle(barrier<thread_scope_block> &b)
{
	return b.__pf_state();
}
} // namespace device

/* The barrier's phase does not end before the copy. */
template <class Size>
PF_ASYNC void memcpy_async(void *to, const void *from, Size n, barrier<thread_scope_block> &b)
{
	__pf::copy(to, from, (__SIZE_TYPE__)n);
	__pipeline_arrive_on(b.__pf_state());
}
template <class Group, class Size>
PF_ASYNC void memcpy_async(const Group &g, void *to, const void *from, Size n,
			   barrier<thread_scope_block> &b)
{
	__pf::share(g, to, from, (__SIZE_TYPE__)n);
	__pipeline_arrive_on(b.__pf_state());
}

} // namespace cuda
#endif
#endif
