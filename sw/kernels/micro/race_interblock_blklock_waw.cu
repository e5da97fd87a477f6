// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_blklock_waw: two blocks write under a lock of block scope.
//
// Wrong: lock and fences cover a block, and there are two. Fixed by device scope for all of
// them.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_block();
		__threadfence_block();
		write(data, 1);
		__threadfence_block();
		unlock_block();
	} else if (IN_BLOCK(1)) {
		lock_block();
		__threadfence_block();
		write(data, 2);
		__threadfence_block();
		unlock_block();
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
