// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_none-lock_waw: one warp writes under a lock of device scope, another of its
// block without.
//
// Wrong: a lock protects only if everybody takes it.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		lock_device();
		__threadfence();
		write(data, 1);
		__threadfence();
		unlock_device();
	} else if (IN_WARP(1)) {
		write(data, 2);
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
