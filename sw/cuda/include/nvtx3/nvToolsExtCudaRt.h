/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvToolsExtCudaRt, where version 3 has it.
 */
#include "../nvToolsExtCudaRt.h"
