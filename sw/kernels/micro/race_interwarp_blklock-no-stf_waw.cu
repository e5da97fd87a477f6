// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_blklock-no-stf_waw: two warps of a block write under a lock.
//
// Wrong: the first warp has no fence after taking the lock: its write may be performed before it
// has it. Fixed by __threadfence_block().
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_block();
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
