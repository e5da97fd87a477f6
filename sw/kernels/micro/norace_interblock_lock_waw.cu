// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interblock_lock_waw: two blocks write under a lock.
//
// Right: one lock, of device scope on both sides, with a device fence after taking it and before
// giving it back.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		lock_device();
		__threadfence();
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
