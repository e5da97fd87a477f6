/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvToolsExt, where version 3 has it.
 */
#include "../nvToolsExt.h"
