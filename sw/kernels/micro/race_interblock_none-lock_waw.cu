// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_none-lock_waw: one block writes under a lock, the other without.
//
// Wrong: a lock protects only if everybody takes it.
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
		write(data, 2);
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
