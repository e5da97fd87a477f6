/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: device printf, assert, malloc and free, declared before the C library does.
 *
 * clang turns printf() into vprintf(format, packed arguments); vprintf, __assertfail, malloc
 * and free are calls that the executor answers.
 */
extern "C" {
__device__ int printf(const char *, ...);
__device__ int vprintf(const char *, const char *);
__device__ void *malloc(__SIZE_TYPE__);
__device__ void free(void *);
__device__ void __assertfail(const char *message, const char *file, unsigned int line,
			     const char *function, __SIZE_TYPE__ char_size);
/* what <assert.h> calls; inline, so that the line of a failure is the user's */
PF_DEVICE void __assert_fail(const char *message, const char *file, unsigned int line,
			     const char *function)
{
	__assertfail(message, file, line, function, 1);
}
PF_DEVICE void *memcpy(void *to, const void *from, __SIZE_TYPE__ n)
{
	__builtin_memcpy(to, from, n);
	return to;
}
PF_DEVICE void *memmove(void *to, const void *from, __SIZE_TYPE__ n)
{
	__builtin_memmove(to, from, n);
	return to;
}
PF_DEVICE void *memset(void *to, int c, __SIZE_TYPE__ n)
{
	__builtin_memset(to, c, n);
	return to;
}
}
namespace std {
using ::printf;
using ::malloc;
using ::free;
using ::memcpy;
using ::memmove;
using ::memset;
}
