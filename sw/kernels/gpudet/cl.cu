// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// cl: cloth.cuh, each thread with a run of neighbouring springs: accesses are not coalesced.
//
// Exercises: two locks for each item, fences, stores of a warp spread over many lines.
//
// usage: cl [ci|paper|N] [SEED]
#define INTERLEAVED 0
#include "cloth.cuh"

int main(int argc, char **argv)
{
	return cloth_main("cl", argc, argv);
}
