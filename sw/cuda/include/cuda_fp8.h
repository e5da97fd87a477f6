/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_fp8: refused by name.
 */
#error "cuda_fp8.h: 8-bit floating point: not supported by photofinish (see docs/cuda.md)"
