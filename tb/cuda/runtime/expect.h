/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * expect: checks for the programs of this folder. main() returns expect_result().
 */
#ifndef EXPECT_H
#define EXPECT_H

#include <cstdio>

static int expect_failures, expect_checks;

#define EXPECT(x) \
	do { \
		expect_checks++; \
		if (!(x)) { \
			expect_failures++; \
			printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #x); \
		} \
	} while (0)

/* The call returns error e, and so does cudaGetLastError() once. */
#define GIVES(call, e) \
	do { \
		cudaError_t got_ = (call); \
		expect_checks++; \
		if (got_ != (e) || cudaPeekAtLastError() != (e) || cudaGetLastError() != (e) || \
		    cudaGetLastError() != cudaSuccess) { \
			expect_failures++; \
			printf("%s:%d: %s gives %s, not %s (or a wrong last error)\n", __FILE__, \
			       __LINE__, #call, cudaGetErrorName(got_), cudaGetErrorName(e)); \
		} \
	} while (0)

#define OK(call) GIVES(call, cudaSuccess)

static int expect_result()
{
	if (!expect_failures)
		printf("%d checks\n", expect_checks);
	return expect_failures || !expect_checks ? 1 : 0;
}

#endif
