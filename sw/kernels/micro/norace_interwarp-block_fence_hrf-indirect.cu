// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp-block_fence_hrf-indirect: a word is written, changed twice and read by four
// threads in turn, with the narrowest fence that each step needs.
//
// b0 w0 --block fence--> b0 w1 --device fence--> b1 w0 --block fence--> b1 w1
//
// Right: as in norace_interwarp-block_fence-atom_hrd-indirect, a release passes on what its
// thread had learnt. Each access of another block is reached over b0 w1's device fence.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_BOTH(0, 0)) {
		write(data, 1);
		__threadfence_block();
		atomicExch(&flag, 1);
	} else if (IN_BOTH(0, 1)) {
		await_flag(1);
		write(data, read(data) + 2);
		__threadfence();
		atomicExch(&flag, 2);
	} else if (IN_BOTH(1, 0)) {
		await_flag(2);
		write(data, read(data) + 2);
		__threadfence_block();
		atomicExch(&flag, 3);
	} else if (IN_BOTH(1, 1)) {
		await_flag(3);
		dummy = read(data);
	}
}

int main()
{
	return micro_run(micro, 2, 33);
}
