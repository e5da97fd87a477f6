// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_intrawarp_none-blklock_waw: a thread writes under a lock, then writes again without it.
//
// Right: one thread, program order. The lock is not needed.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	lock_block();
	__threadfence_block();
	write(data, 1);
	__threadfence_block();
	unlock_block();
	write(data, 2);
}

int main()
{
	return micro_run(micro, 1, 1);
}
