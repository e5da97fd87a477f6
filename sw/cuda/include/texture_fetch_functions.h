/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * texture_fetch_functions: refused by name.
 */
#error "texture_fetch_functions.h: texture fetches: not supported by photofinish (see docs/cuda.md)"
