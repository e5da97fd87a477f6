// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_lock-blkfence_waw: two blocks write under a lock.
//
// Wrong: the first block's fence after taking the lock is of block scope, so it does not take in
// what the other block did under the lock. Fixed by __threadfence().
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_device();
		__threadfence_block();
		write(data, 1);
		__threadfence();
		unlock_device();
	} else if (IN_BLOCK(1)) {
		lock_device();
		__threadfence();
		write(data, 2);
		__threadfence();
		unlock_device();
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
