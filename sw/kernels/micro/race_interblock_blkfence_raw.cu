// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_blkfence_raw: one block writes, the other reads what it wrote.
//
// Wrong: the writer's fence orders its own block only. Fixed by __threadfence().
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		write(data, 1);
		__threadfence_block();
		atomicExch(&flag, 1);
	} else if (IN_BLOCK(1)) {
		await_flag();
		atomicExch(&flag, (int)read(data));
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
