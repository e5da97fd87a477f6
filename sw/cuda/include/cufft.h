/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cufft: refused by name.
 */
#error "cufft.h: cuFFT: not supported by photofinish (see docs/cuda.md)"
