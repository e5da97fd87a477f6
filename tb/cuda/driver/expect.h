/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * expect: what the C programs of this folder share.
 */
#ifndef DRIVER_EXPECT_H
#define DRIVER_EXPECT_H

#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static inline void is(int line, const char *what, long long got, long long expected)
{
	if (got == expected)
		return;
	printf("line %d: %s: %lld, not %lld\n", line, what, got, expected);
	wrong++;
}
#define IS(call, expected) is(__LINE__, #call, (long long)(call), (long long)(expected))
#define OK(call)           IS(call, CUDA_SUCCESS)

static inline void near(int line, const char *what, double got, double expected)
{
	const double d = got - expected;

	if (d < 1e-5 && d > -1e-5)
		return;
	printf("line %d: %s: %g, not %g\n", line, what, got, expected);
	wrong++;
}
#define NEAR(call, expected) near(__LINE__, #call, (call), (expected))

#endif
