/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda: what a CUDA compiler includes before the program. `photofinish cc` does so with
 * -include for host and device compilation alike.
 *
 * Order matters: device overloads of C library functions have to be declared before the
 * library's own headers (math_forward.h says why).
 */
#ifndef PHOTOFINISH_CC_H
#define PHOTOFINISH_CC_H
#pragma clang system_header

#if !defined(__CUDA__) || !defined(__clang__)
#error "compile CUDA programs with `photofinish cc`"
#endif
#if __cplusplus < 201103L
#error "CUDA programs need -std=c++11 or later"
#endif
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif

/* libcu++: atomics by inline PTX in device code, no long double, as with nvcc */
#define _LIBCUDACXX_COMPILER_NVCC

#include "../host_defines.h"
#include "define.h"
#include "math_list.h"
#include "math_forward.h"
#include "system.h"

#include <assert.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#define __noinline__ __attribute__((noinline))

#include "../cuda_runtime_api.h"
#include "builtin_vars.h"
#include "atomics.h"
#include "integer.h"
#include "simd.h"
#include "convert.h"
#include "memory.h"
#include "warp.h"
#include "cluster.h"
#include "math_device.h"
#include "math_integer.h"
#include "math_both.h"
#undef PF_ASM1
#undef PF_ASM2
#undef PF_ASM3
#include "runtime_templates.h"
#ifdef PF_DEVICE_LAUNCHES
#include "device_runtime.h"
#endif

#define __CUDA_RUNTIME_H__ /* nvcc includes cuda_runtime.h; programs ask for its guard */
#include "../vector_functions.h"
#include "texture.h"

#undef PF_MATH_STD1
#undef PF_MATH_STD2
#undef PF_MATH_CUDA1
#undef PF_MATH_TO_INT
#undef PF_MATH_BESSEL
#undef PF_MATH_CLASS1
#undef PF_MATH_CLASS2
#undef PF_INLINE
#undef PF_DEVICE
#undef PF_HD
#undef PF_HOST

#endif
