// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_fence_rtraw: one block reads, tells the other, and reads again; the other
// writes when told.
//
// Wrong: the second read comes after the flag was raised, so nothing orders it with the write.
// Fixed by leaving it out, or by reading before the fence.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		dummy = read(data);
		__threadfence();
		atomicExch(&flag, 1);
		dummy = read(data);
	} else if (IN_BLOCK(1)) {
		await_flag();
		write(data, 1);
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
