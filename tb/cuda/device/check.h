/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check: what the device test programs share. A program prints one line per failure (at most
 * twenty) and ends with finish(): "NAME: N checks" and exit status 0, or 1.
 */
#ifndef DEVICE_CHECK_H
#define DEVICE_CHECK_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int checks, failures;

static void check(bool good, const char *what, int at = 0)
{
	checks++;
	if (!good && failures++ < 20)
		printf("wrong: %s, case %d\n", what, at);
}

static int finish(const char *name)
{
	cudaError_t e = cudaDeviceSynchronize();

	if (e != cudaSuccess) {
		printf("%s: %s\n", name, cudaGetErrorString(e));
		return 1;
	}
	printf("%s: %d checks, %d wrong\n", name, checks, failures);
	return failures || !checks;
}

/* Managed memory: written by the kernel, read by the host after sync(). */
template <class T> static T *shared_array(size_t n)
{
	T *p = nullptr;

	if (cudaMallocManaged(&p, n * sizeof(T)) != cudaSuccess)
		exit(1);
	memset((void *)p, 0, n * sizeof(T));
	return p;
}

static void sync(const char *what)
{
	cudaError_t e = cudaGetLastError();

	if (e == cudaSuccess)
		e = cudaDeviceSynchronize();
	if (e != cudaSuccess) {
		printf("%s: %s\n", what, cudaGetErrorString(e));
		exit(1);
	}
}

template <class T> static bool same_bits(T a, T b)
{
	return !memcmp(&a, &b, sizeof(T));
}

/* Within n units in the last place of T; NaN equals NaN. */
static bool close_to(double got, double want, int n, bool is_float)
{
	double ulp;

	if (want != want || got != got)
		return want != want && got != got;
	if (got == want)
		return true;
	if (is_float) {
		float w = fabsf((float)want);
		ulp = (double)(nextafterf(w, INFINITY) - w);
	} else {
		ulp = nextafter(fabs(want), INFINITY) - fabs(want);
	}
	return fabs(got - want) <= n * ulp;
}

#endif
