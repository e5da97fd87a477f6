// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_intrawarp_none-blklock-no-tf_waw: a thread writes under a lock that it gives back
// without a fence, then writes again without the lock.
//
// Right: one thread, program order. Neither lock nor fence is needed.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	lock_block();
	__threadfence_block();
	write(data, 1);
	unlock_block();
	write(data, 2);
}

int main()
{
	return micro_run(micro, 1, 1);
}
