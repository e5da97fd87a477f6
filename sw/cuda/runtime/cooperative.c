/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cooperative: launches whose blocks may wait for each other, so all of them are resident at once.
 * The barrier is in the kernel's module, if that has one (cooperative_groups/details/warp.h); a
 * launch is over when its call returns, so no two of them meet there.
 */
#include "rt.h"

/* details::grid in C++, of each translation unit. */
static const char grid_variable[] = "_ZN18cooperative_groups7detailsL4gridE";

/* A shape of which not one block fits is wrong in any launch, which says why. */
static bool too_large(const struct rt *r, const struct rt_kernel *k, const uint32_t grid[3],
		      const uint32_t block[3], uint64_t shared)
{
	const uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
	const uint32_t fit =
		machine_occupancy(r->session.machine, k->k, block[0] * block[1] * block[2], shared);

	return fit && blocks > (uint64_t)fit * r->session.opt.machine.sms;
}

static void mark(const struct rt_kernel *k, bool cooperative)
{
	uint64_t size;
	const uint64_t addr = machine_variable(k->module->loaded, grid_variable, &size);
	uint32_t *grid = (uint32_t *)(uintptr_t)addr; /* device memory is the host's */

	if (!addr || size != 2 * sizeof(*grid))
		return;
	grid[0] = 0;
	grid[1] = cooperative;
}

cudaError_t rt_cooperative_launch(struct rt *r, const void *host, const uint32_t grid[3],
				  const uint32_t block[3], uint64_t shared, cudaStream_t stream,
				  void **args, const uint8_t *packed)
{
	const struct rt_kernel *k = rt_find_kernel(r, host);
	cudaError_t e;

	if (!k)
		return cudaErrorInvalidDeviceFunction;
	if (too_large(r, k, grid, block, shared))
		return cudaErrorCooperativeLaunchTooLarge;
	mark(k, true);
	e = rt_checked_launch(r, host, grid, block, shared, stream, args, packed);
	mark(k, false);
	return e;
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 grid, dim3 block, void **args,
					size_t shared, cudaStream_t stream)
{
	const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
	cudaError_t e = rt_enter(RT_ASYNC);
	struct rt *r = rt_state();
	struct rt_member *at = NULL;

	if (e)
		r->session.unlaunched++;
	else
		e = rt_capturing(r, stream, &at);
	if (!e && at)
		e = rt_capture_launch(r, at, func, g, b, shared, args, NULL, true);
	else if (!e)
		e = rt_cooperative_launch(r, func, g, b, shared, stream, args, NULL);
	return rt_leave(e);
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *list, unsigned n,
						   unsigned flags)
{
	const unsigned known = cudaCooperativeLaunchMultiDeviceNoPreSync |
			       cudaCooperativeLaunchMultiDeviceNoPostSync;

	/* One launch a device, and there is one. */
	if (!list || n != 1 || flags & ~known) {
		rt_enter(RT_PLAIN);
		return rt_leave(cudaErrorInvalidValue);
	}
	return cudaLaunchCooperativeKernel(list->func, list->gridDim, list->blockDim, list->args,
					   list->sharedMem, list->stream);
}
