/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_pipeline_primitives: copies from global to shared memory that a thread waits for later. Before
 * sm_80, which has no such instruction, a copy is made at once, as CUDA does.
 */
#ifndef _CUDA_PIPELINE_PRIMITIVES_H_
#define _CUDA_PIPELINE_PRIMITIVES_H_

#include "cuda_awbarrier_primitives.h"

#define PF_PIPE static inline __attribute__((always_inline, nodebug)) __device__

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define PF_PIPE_COPY(name, how, bytes) \
	PF_PIPE void name(unsigned to, const void *from, unsigned n) \
	{ \
		if (n == bytes) \
			asm volatile("cp.async." how ".shared.global [%0], [%1], " #bytes ";" \
				     ::"r"(to), "l"(from) : "memory"); \
		else \
			asm volatile("cp.async." how ".shared.global [%0], [%1], " #bytes ", %2;" \
				     ::"r"(to), "l"(from), "r"(n) : "memory"); \
	}
PF_PIPE_COPY(__pf_pipe4, "ca", 4)
PF_PIPE_COPY(__pf_pipe8, "ca", 8)
PF_PIPE_COPY(__pf_pipe16, "cg", 16)
#undef PF_PIPE_COPY

/* size 4, 8 or 16; the last zfill bytes are 0 and not read. */
PF_PIPE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
				     __SIZE_TYPE__ size, __SIZE_TYPE__ zfill = 0)
{
	const unsigned at = (unsigned)__cvta_generic_to_shared(to), n = (unsigned)(size - zfill);

	if (size == 4)
		__pf_pipe4(at, from, n);
	else if (size == 8)
		__pf_pipe8(at, from, n);
	else if (size == 16)
		__pf_pipe16(at, from, n);
	else
		__trap();
}
PF_PIPE void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/* Waits for all groups but the last n; for more than are asked for where n is large. */
PF_PIPE void __pipeline_wait_prior(__SIZE_TYPE__ n)
{
#define PF_PIPE_WAIT(i) \
	case i: asm volatile("cp.async.wait_group " #i ";" ::: "memory"); break;
	switch (n) {
		PF_PIPE_WAIT(0)
		PF_PIPE_WAIT(1)
		PF_PIPE_WAIT(2)
		PF_PIPE_WAIT(3)
		PF_PIPE_WAIT(4)
		PF_PIPE_WAIT(5)
		PF_PIPE_WAIT(6)
		PF_PIPE_WAIT(7)
	default: asm volatile("cp.async.wait_group 8;" ::: "memory");
	}
#undef PF_PIPE_WAIT
}
PF_PIPE void __pipeline_arrive_on(__mbarrier_t *b)
{
	asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__pf_mb(b)) : "memory");
}
#else
PF_PIPE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
				     __SIZE_TYPE__ size, __SIZE_TYPE__ zfill = 0)
{
	const unsigned char *in = (const unsigned char *)from;
	unsigned char *out = (unsigned char *)to;
	const __SIZE_TYPE__ words = zfill ? 0 : size / 4;

	for (__SIZE_TYPE__ i = 0; i < words; i++)
		((unsigned *)to)[i] = ((const unsigned *)from)[i];
	for (__SIZE_TYPE__ i = words * 4; i < size; i++)
		out[i] = i < size - zfill ? in[i] : 0;
}
PF_PIPE void __pipeline_commit() {}
PF_PIPE void __pipeline_wait_prior(__SIZE_TYPE__) {}
#if __CUDA_ARCH__ >= 700
PF_PIPE void __pipeline_arrive_on(__mbarrier_t *) {} /* one more to come, and it has come */
#endif
#endif
#undef PF_PIPE
#endif
