// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_lock-no-tf_waw: two blocks write under a lock.
//
// Wrong: neither has a fence before giving the lock back: the write may be performed when the
// lock is free again. Fixed by __threadfence() before each unlock.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_device();
		__threadfence();
		write(data, 1);
		unlock_device();
	} else if (IN_BLOCK(1)) {
		lock_device();
		__threadfence();
		write(data, 2);
		unlock_device();
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
