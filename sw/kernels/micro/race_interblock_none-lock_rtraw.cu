// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_none-lock_rtraw: two blocks read under a lock; then one of them writes.
//
// Wrong: the write stands after the critical section. Fixed by writing before the unlock.
//
// Three outcomes, by who held the lock first and whether the write came before the other's read:
// docs/micro.md. In one of them, the critical section of block 1 comes first, the hand-over of
// the lock orders everything in that run, and only a lock-set rule sees the bug.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_device();
		__threadfence();
		dummy = read(data);
		__threadfence();
		unlock_device();
		write(data, 1);
	} else if (IN_BLOCK(1)) {
		lock_device();
		__threadfence();
		dummy = read(data);
		__threadfence();
		unlock_device();
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
