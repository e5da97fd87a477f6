/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_texture_types: refused by name.
 */
#error "cuda_texture_types.h: texture references: not supported by photofinish (see docs/cuda.md)"
