/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuda_occupancy: Thrust includes it and uses nothing of it. The runtime's cudaOccupancy...() are in cuda_runtime_api.h.
 */
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__

#include "cuda_runtime_api.h"

#endif
