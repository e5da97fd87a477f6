/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: deterministic commit, as the GPU's registry knows it.
 */
#ifndef SIM_GPUDET_SYSTEM_H
#define SIM_GPUDET_SYSTEM_H

#include "../gpu/system.h"

extern const struct system gpudet_system;

#endif
