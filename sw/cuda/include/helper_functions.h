/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * helper_functions: options and stop watch of CUDA's samples.
 */
#ifndef PHOTOFINISH_HELPER_FUNCTIONS_H
#define PHOTOFINISH_HELPER_FUNCTIONS_H

#include "helper_string.h"
#include "helper_timer.h"

#endif
