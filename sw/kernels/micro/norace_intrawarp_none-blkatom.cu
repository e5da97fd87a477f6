// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// norace_intrawarp_none-blkatom: a thread exchanges a word, then writes it without an atomic.
//
// Right: one thread, program order.
#include "micro.cuh"

__global__ void micro(unsigned *data)
{
	atomicExch_block(data, 1);
	write(data, 2);
}

int main()
{
	return micro_run(micro, 1, 1);
}
