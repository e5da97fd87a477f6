/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * async_copy: what cuda/barrier and cuda/pipeline share.
 */
#ifndef PF_ASYNC_COPY_H
#define PF_ASYNC_COPY_H

#include "../cooperative_groups/memcpy_async.h"
#include "../cuda_pipeline_primitives.h"

/* Lines are the user's: nodebug. */
#define PF_ASYNC inline __attribute__((always_inline, nodebug)) __device__

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace __pf {
template <unsigned Piece> PF_ASYNC void pieces(char *to, const char *from, __SIZE_TYPE__ n)
{
	for (__SIZE_TYPE__ i = 0; i < n; i += Piece)
		__pipeline_memcpy_async(to + i, from + i, Piece);
}

/* By cp.async where it can be: from global to shared memory, by 4, 8 or 16 bytes; else at once. */
PF_ASYNC void copy(void *to, const void *from, __SIZE_TYPE__ n)
{
	char *out = (char *)to;
	const char *in = (const char *)from;
	const __SIZE_TYPE__ bits = (__SIZE_TYPE__)to | (__SIZE_TYPE__)from | n;

	if ((bits & 3) || !__isShared(to) || !__isGlobal(from)) {
		for (__SIZE_TYPE__ i = 0; i < n; i++)
			out[i] = in[i];
	} else if (!(bits & 15)) {
		pieces<16>(out, in, n);
	} else if (!(bits & 7)) {
		pieces<8>(out, in, n);
	} else {
		pieces<4>(out, in, n);
	}
}

/* A thread's share of what its group copies. */
template <class Group>
PF_ASYNC void share(const Group &g, void *to, const void *from, __SIZE_TYPE__ n)
{
	const __SIZE_TYPE__ bits = (__SIZE_TYPE__)to | (__SIZE_TYPE__)from | n;
	const __SIZE_TYPE__ piece = !(bits & 15) ? 16 : !(bits & 7) ? 8 : !(bits & 3) ? 4 : 1;

	for (__SIZE_TYPE__ i = g.thread_rank() * piece; i < n; i += g.size() * piece)
		copy((char *)to + i, (const char *)from + i, piece);
}
} // namespace __pf

} // namespace cuda
#endif
