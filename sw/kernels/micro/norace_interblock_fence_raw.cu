// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interblock_fence_raw: one block writes, the other reads what it wrote.
//
// Right: the writer fences with device scope before it raises the flag, and the reader waits for
// the flag. The reader has no fence of its own: reading the flag is taken as enough (see
// docs/memory-model.md; --strict asks for one).
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		write(data, 1);
		__threadfence();
		atomicExch(&flag, 1);
	} else if (IN_BLOCK(1)) {
		await_flag();
		dummy = read(data);
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
