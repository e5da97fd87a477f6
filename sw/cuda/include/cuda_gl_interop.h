/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_gl_interop: refused by name.
 */
#error "cuda_gl_interop.h: OpenGL interoperation: not supported by photofinish (see docs/cuda.md)"
