/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_fp16: all of it is in cuda_fp16.h.
 */
#include "cuda_fp16.h"
