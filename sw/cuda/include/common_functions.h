/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * common_functions: everything it declares is always there: see cuda_runtime.h.
 */
#ifndef PHOTOFINISH_COMMON_FUNCTIONS_H
#define PHOTOFINISH_COMMON_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
