// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp-block_fence-atom_hrd-indirect: four threads exchange data in turn, each told
// by the one before, with the narrowest scope that each step needs.
//
// b0 w0 --block fence--> b0 w1 --device fence--> b1 w0 --block fence--> b1 w1
//
// Right: what a thread has learnt, it passes on with its own release. So b0 w0, which fenced for
// its block only, is ordered before b1 through b0 w1. The two exchanges of block scope need that
// order, since alone they do not cover the other block.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BOTH(0, 0)) {
		atomicExch_block(data, 1);
		__threadfence_block();
		atomicExch(&flag, 1);
	} else if (IN_BOTH(0, 1)) {
		await_flag(1);
		atomicExch(data, 2);
		__threadfence();
		atomicExch(&flag, 2);
	} else if (IN_BOTH(1, 0)) {
		await_flag(2);
		atomicExch_block(data, 3);
		__threadfence_block();
		atomicExch(&flag, 3);
	} else if (IN_BOTH(1, 1)) {
		await_flag(3);
		atomicExch(data, 3);
	}
}

int main()
{
	return micro_run(micro, 2, 33);
}
