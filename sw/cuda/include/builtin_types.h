/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * builtin_types: the runtime API's types.
 */
#ifndef PHOTOFINISH_BUILTIN_TYPES_H
#define PHOTOFINISH_BUILTIN_TYPES_H

#include "driver_types.h"

#endif
