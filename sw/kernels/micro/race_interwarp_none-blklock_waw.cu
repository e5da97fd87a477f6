// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_none-blklock_waw: one warp writes under a lock of block scope, another of its
// block without. The fences are wider than they need be.
//
// Wrong: a lock protects only if everybody takes it.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_block();
		__threadfence();
		write(data, 1);
		__threadfence();
		unlock_block();
	} else if (IN_WARP(1)) {
		write(data, 2);
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
