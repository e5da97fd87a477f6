/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * sm_30_intrinsics: everything it declares is always there: see cuda_runtime.h.
 */
#ifndef __SM_30_INTRINSICS_H__
#define __SM_30_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
