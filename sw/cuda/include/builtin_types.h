/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * builtin_types: the runtime API's types.
 */
#ifndef __BUILTIN_TYPES_H__
#define __BUILTIN_TYPES_H__

#include "driver_types.h"

#endif
