/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_runtime: the runtime API with its C++ templates.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#ifdef __CUDA__
#include "photofinish/cuda.h"
#else
#include "cuda_runtime_api.h"
#include "vector_functions.h"
#ifdef __cplusplus
#include "photofinish/runtime_templates.h"
#endif
#endif

#endif
