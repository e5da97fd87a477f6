/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_fp16: refused by name.
 */
#error "cuda_fp16.h: half precision: not supported by photofinish (see docs/cuda.md)"
