/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cusparse: refused by name.
 */
#error "cusparse.h: cuSPARSE: not supported by photofinish (see docs/cuda.md)"
