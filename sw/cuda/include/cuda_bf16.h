/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_bf16: refused by name.
 */
#error "cuda_bf16.h: bfloat16: not supported by photofinish (see docs/cuda.md)"
