// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_blkfence_raw: one warp writes, another of its block reads what it wrote.
//
// Right: a block fence is wide enough within a block. What was read goes to the flag, so that
// the read is not dropped.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		write(data, 1);
		__threadfence_block();
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
