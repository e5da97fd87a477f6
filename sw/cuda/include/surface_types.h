/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * surface_types: refused by name.
 */
#error "surface_types.h: surfaces: not supported by photofinish (see docs/cuda.md)"
