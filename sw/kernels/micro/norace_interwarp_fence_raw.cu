// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_fence_raw: one warp writes, another of its block reads what it wrote; the
// fence is wider than it need be.
//
// Right: a device fence orders the block, too.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		write(data, 1);
		__threadfence();
		atomicExch(&flag, 1);
	} else if (IN_WARP(1)) {
		await_flag();
		atomicExch(&flag, (int)read(data));
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
