/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda: programs include it for its types; the driver API (cu...) is not supported.
 */
#ifndef PHOTOFINISH_CUDA_H
#define PHOTOFINISH_CUDA_H

#include "cuda_runtime_api.h"

#endif
