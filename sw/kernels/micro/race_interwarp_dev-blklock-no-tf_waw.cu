// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_dev-blklock-no-tf_waw: two warps of a block write under one lock, taken with
// device scope by one and with block scope by the other.
//
// Wrong: neither has a fence before giving the lock back. Fixed by __threadfence_block() or
// wider before each unlock. The scopes are right.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_device();
		__threadfence();
		write(data, 1);
		unlock_device();
	} else if (IN_WARP(1)) {
		lock_block();
		__threadfence_block();
		write(data, 2);
		unlock_block();
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
