/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cusolverDn: refused by name.
 */
#error "cusolverDn.h: cuSOLVER: not supported by photofinish (see docs/cuda.md)"
