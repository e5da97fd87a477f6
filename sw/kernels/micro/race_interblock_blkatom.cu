// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interblock_blkatom: two blocks exchange the same word with block scope.
//
// Wrong: block scope does not cover the other block. On a GPU each may work on its own copy in
// its own cache. Fixed by atomicExch(data, ...).
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BLOCK(0)) {
		atomicExch_block(data, 1);
	} else if (IN_BLOCK(1)) {
		atomicExch_block(data, 2);
	}
}

int main()
{
	return micro_run(micro, 2, 1);
}
