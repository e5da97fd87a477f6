// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_lock-no-stf_waw: two blocks write under a lock.
//
// Wrong: the first block has no fence after taking the lock: its write may be performed before
// it has it. Fixed by __threadfence().
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_device();
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
