/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_awbarrier_primitives: barriers in shared memory that a thread arrives at and waits for apart.
 */
#ifndef _CUDA_AWBARRIER_PRIMITIVES_H_
#define _CUDA_AWBARRIER_PRIMITIVES_H_

#include "cuda_runtime.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define PF_MB static inline __attribute__((always_inline, nodebug)) __device__

PF_MB unsigned __pf_mb(__mbarrier_t *b) { return (unsigned)__cvta_generic_to_shared(b); }
PF_MB unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }

PF_MB void __mbarrier_init(__mbarrier_t *b, unsigned count)
{
	asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__pf_mb(b)), "r"(count) : "memory");
}
PF_MB void __mbarrier_inval(__mbarrier_t *b)
{
	asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__pf_mb(b)) : "memory");
}
PF_MB __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b)
{
	__mbarrier_token_t t;

	asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(t) : "r"(__pf_mb(b)) : "memory");
	return t;
}
PF_MB __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b)
{
	__mbarrier_token_t t;

	asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];"
		     : "=l"(t)
		     : "r"(__pf_mb(b))
		     : "memory");
	return t;
}
#define PF_MB_WAIT(name, mode, T, constraint) \
	PF_MB bool name(__mbarrier_t *b, T t) \
	{ \
		unsigned r; \
		asm volatile("{ .reg .pred p; mbarrier." mode ".shared.b64 p, [%1], %2;" \
			     " selp.u32 %0, 1, 0, p; }" \
			     : "=r"(r) : "r"(__pf_mb(b)), constraint(t) : "memory"); \
		return r; \
	}
PF_MB_WAIT(__mbarrier_test_wait, "test_wait", __mbarrier_token_t, "l")
PF_MB_WAIT(__pf_mb_test_parity, "test_wait.parity", unsigned, "r")
PF_MB_WAIT(__pf_mb_try, "try_wait", __mbarrier_token_t, "l")
PF_MB_WAIT(__pf_mb_try_parity, "try_wait.parity", unsigned, "r")
#undef PF_MB_WAIT
PF_MB bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity)
{
	return __pf_mb_test_parity(b, parity);
}
/* Time stands still here: it is tried once. */
PF_MB bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t t, unsigned = 0)
{
	return __pf_mb_try(b, t);
}
PF_MB bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool parity, unsigned = 0)
{
	return __pf_mb_try_parity(b, parity);
}
PF_MB unsigned __mbarrier_token_pending_count(__mbarrier_token_t t)
{
	unsigned n;

	asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(t));
	return n;
}
#undef PF_MB
#endif
#endif
