/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nccl: refused by name.
 */
#error "nccl.h: NCCL: not supported by photofinish (see docs/cuda.md)"
