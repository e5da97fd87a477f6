/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_device_runtime_api: everything it declares is always there: see cuda_runtime.h.
 */
#ifndef PHOTOFINISH_CUDA_DEVICE_RUNTIME_API_H
#define PHOTOFINISH_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime.h"

#endif
