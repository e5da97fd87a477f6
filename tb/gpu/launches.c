/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * launches: linked into a program by nvcc -Xlinker
 * --wrap=cudaLaunchKernel,--wrap=__cudaLaunchKernel, it waits after each launch, and appends
 * "LAUNCHES,SECONDS,FIRST" to the file that LAUNCH_TIMES names when the program ends: the time from
 * launch to end, without copies, set-up and the host's own work; FIRST of it is the first launch's,
 * which also loads the code.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct dim3 {
	unsigned x, y, z;
};

typedef int launch_fn(void *kernel, struct dim3 grid, struct dim3 block, void **args, size_t shared,
		      void *stream);
int cudaDeviceSynchronize(void);
/* Which of the two a launch calls depends on nvcc's version. */
launch_fn __wrap_cudaLaunchKernel, __wrap___cudaLaunchKernel;
extern launch_fn __real_cudaLaunchKernel __attribute__((weak)),
	__real___cudaLaunchKernel __attribute__((weak));

static unsigned long launches;
static double seconds, first;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int timed(launch_fn *launch, void *kernel, struct dim3 grid, struct dim3 block, void **args,
		 size_t shared, void *stream)
{
	const double from = now();
	const int error = launch(kernel, grid, block, args, shared, stream);
	double took;

	cudaDeviceSynchronize();
	took = now() - from;
	if (!launches++)
		first = took;
	seconds += took;
	return error;
}

int __wrap_cudaLaunchKernel(void *kernel, struct dim3 grid, struct dim3 block, void **args,
			    size_t shared, void *stream)
{
	return timed(__real_cudaLaunchKernel, kernel, grid, block, args, shared, stream);
}

int __wrap___cudaLaunchKernel(void *kernel, struct dim3 grid, struct dim3 block, void **args,
			      size_t shared, void *stream)
{
	return timed(__real___cudaLaunchKernel, kernel, grid, block, args, shared, stream);
}

__attribute__((destructor)) static void tell(void)
{
	const char *const name = getenv("LAUNCH_TIMES");
	FILE *const file = name && launches ? fopen(name, "a") : NULL;

	if (file) {
		fprintf(file, "%lu,%.6f,%.6f\n", launches, seconds, first);
		fclose(file);
	}
}
