// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_dev-blklock_waw: two warps of a block write under one lock, taken with device
// scope by one and with block scope by the other.
//
// Right: scopes may differ as long as each covers the other thread. A detector that gives the
// lock another name in each scope raises a false alarm here.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_device();
		__threadfence();
		write(data, 1);
		__threadfence();
		unlock_device();
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
