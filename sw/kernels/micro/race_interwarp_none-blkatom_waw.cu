// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// race_interwarp_none-blkatom_waw: one warp exchanges a word with block scope, another of its
// block writes it.
//
// Wrong: the write is not atomic, and nothing orders it. Fixed by an atomicExch_block on both
// sides.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		atomicExch_block(data, 1);
	} else if (IN_WARP(1)) {
		write(data, 2);
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
