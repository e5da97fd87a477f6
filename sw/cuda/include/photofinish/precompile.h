/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * precompile: what `photofinish cc` makes a precompiled header of.
 */
#include "cuda.h"
