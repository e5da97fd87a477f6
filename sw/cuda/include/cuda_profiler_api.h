/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_profiler_api: cudaProfilerStart() and cudaProfilerStop().
 */
#ifndef PHOTOFINISH_CUDA_PROFILER_API_H
#define PHOTOFINISH_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
