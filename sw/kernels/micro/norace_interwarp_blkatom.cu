// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_blkatom: two warps of a block exchange the same word.
//
// Right: both accesses are atomic, and block scope covers both threads.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		atomicExch_block(data, 1);
	} else if (IN_WARP(1)) {
		atomicExch_block(data, 2);
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
