// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interblock_atom: two blocks exchange the same word.
//
// Right: both accesses are atomic and of device scope, which covers both threads. No order is
// needed.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		atomicExch(data, 1);
	} else if (IN_BLOCK(1)) {
		atomicExch(data, 2);
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
