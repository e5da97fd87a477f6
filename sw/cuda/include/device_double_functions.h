/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * device_double_functions: everything it declares is always there: see cuda_runtime.h.
 */
#ifndef PHOTOFINISH_DEVICE_DOUBLE_FUNCTIONS_H
#define PHOTOFINISH_DEVICE_DOUBLE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
