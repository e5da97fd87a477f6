/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * helper_functions: options and stop watch of CUDA's samples.
 */
#ifndef COMMON_HELPER_FUNCTIONS_H_
#define COMMON_HELPER_FUNCTIONS_H_

#include "helper_string.h"
#include "helper_timer.h"

#endif
