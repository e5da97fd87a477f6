// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// shared: what main.cu uses of other.cu
#pragma once

constexpr int THREADS = 32;
typedef int (*function)(int);

extern __device__ int counter;
extern __constant__ int factor[4];
extern __device__ function table[2];
extern __device__ int twice(int x);
extern __device__ int reversed(int i);
__global__ void second(int *p);
void launch_third(int *p);

// In both files, once in the program
template <class T> __device__ T largest(T a, T b)
{
	return a > b ? a : b;
}
