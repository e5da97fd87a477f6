// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// clopt: cloth.cuh, the springs dealt out to the threads one by one: accesses are coalesced.
//
// Exercises: as cl, with fewer lines in a warp's stores.
//
// usage: clopt [ci|paper|N] [SEED]
#define INTERLEAVED 1
#include "cloth.cuh"

int main(int argc, char **argv)
{
	return cloth_main("clopt", argc, argv);
}
