/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * mma: refused by name.
 */
#error "mma.h: tensor core operations (mma, wmma): not supported by photofinish (see docs/cuda.md)"
