/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_bf16: all of it is in cuda_bf16.h.
 */
#include "cuda_bf16.h"
