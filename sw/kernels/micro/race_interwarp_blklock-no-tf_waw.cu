// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_blklock-no-tf_waw: two warps of a block write under a lock.
//
// Wrong: neither has a fence before giving the lock back. Fixed by __threadfence_block() before
// each unlock.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_block();
		__threadfence_block();
		write(data, 1);
		unlock_block();
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
