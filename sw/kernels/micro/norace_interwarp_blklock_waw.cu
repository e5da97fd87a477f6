// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_blklock_waw: two warps of a block write under a lock.
//
// Right: lock and fences are of block scope, and block scope covers both.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_block();
		__threadfence_block();
		write(data, 1);
		__threadfence_block();
		unlock_block();
	} else if (IN_WARP(1)) {
		lock_block();
		__threadfence_block();
		write(data, 2);
		__threadfence_block();
		unlock_block();
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
