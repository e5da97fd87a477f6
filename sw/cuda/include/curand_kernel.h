/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand_kernel: refused by name.
 */
#error "curand_kernel.h: cuRAND: not supported by photofinish (see docs/cuda.md)"
