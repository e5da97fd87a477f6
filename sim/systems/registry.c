/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * registry: the systems that there are, in the order in which the GPU calls them. A detector comes
 * before whoever keeps its messages back.
 */
#include "../gpudet/system.h"
#include "../det/system.h"
#include "../shared/system.h"

const struct system *const systems[] = {&detector_system, &shared_system, &gpudet_system, NULL};
