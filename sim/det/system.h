/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: the detectors of this folder, as the GPU's registry knows them.
 */
#ifndef SIM_DET_SYSTEM_H
#define SIM_DET_SYSTEM_H

#include "../gpu/system.h"

extern const struct system detector_system;

#endif
