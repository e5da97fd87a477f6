/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * curand: refused by name.
 */
#error "curand.h: cuRAND: not supported by photofinish (see docs/cuda.md)"
