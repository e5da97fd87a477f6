// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// lower: what upper.cu uses of lower.cu
#pragma once

typedef int (*function)(int);

extern __constant__ int factors[4];
extern __device__ int offset;
extern __device__ function pointer;
__device__ int add(int x);
void set_factors();
