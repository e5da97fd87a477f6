/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cudnn: refused by name.
 */
#error "cudnn.h: cuDNN: not supported by photofinish (see docs/cuda.md)"
