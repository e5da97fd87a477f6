/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cublas_v2: refused by name.
 */
#error "cublas_v2.h: cuBLAS: not supported by photofinish (see docs/cuda.md)"
