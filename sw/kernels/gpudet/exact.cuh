// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Products that stay products: the device's compiler would round a * b + c once, the host's rounds it twice.
// A function whose every product is times() has the same bits on both: + - / and sqrtf() are rounded correctly.
#ifndef EXACT_CUH
#define EXACT_CUH

__host__ __device__ inline float times(float a, float b)
{
#ifdef __CUDA_ARCH__
	return __fmul_rn(a, b);
#else
	return a * b;
#endif
}

#endif
