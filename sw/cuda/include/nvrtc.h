/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvrtc: refused by name.
 */
#error "nvrtc.h: run-time compilation (NVRTC): not supported by photofinish (see docs/cuda.md)"
