// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_interwarp_dev-blkatom: two warps of a block exchange the same word, one with device
// scope, one with block scope.
//
// Right: scopes may differ as long as each covers the other thread.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	if (IN_WARP(0)) {
		atomicExch(data, 1);
	} else if (IN_WARP(1)) {
		atomicExch_block(data, 2);
	}
}

int main()
{
	return micro_run(micro, 1, 33);
}
