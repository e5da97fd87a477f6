/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand_kernel: random numbers within kernels: three generators and their distributions.
 *
 *   photofinish/curand_xorwow.h   Marsaglia's xorwow
 *   photofinish/curand_philox.h   Philox4x32-10 of Salmon, Moraes, Dror and Shaw
 *   photofinish/curand_mrg.h      L'Ecuyer's MRG32k3a
 *   photofinish/curand_draw.h     uniform, normal, log-normal, Poisson, of any of them
 *
 * A state is read and written where the program has it, once a call, in the caller's line.
 */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include <math.h>

#define PF_RAND static __inline__ __attribute__((always_inline, nodebug)) __device__
#define PF_RAND_CALL static __attribute__((noinline, nodebug)) __device__

/* The other half of the last pair of normal numbers. */
struct pf_curand_pair {
	int has, has_double;
	float other;
	double other_double;
};

#include "photofinish/curand_xorwow.h"
#include "photofinish/curand_philox.h"
#include "photofinish/curand_mrg.h"
#include "photofinish/curand_draw.h"

typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandState_t;

#undef PF_RAND
#undef PF_RAND_CALL

#endif
