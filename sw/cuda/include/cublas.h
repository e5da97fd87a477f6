/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cublas: refused by name.
 */
#error "cublas.h: cuBLAS: not supported by photofinish (see docs/cuda.md)"
