/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * system: the detector for shared memory as the GPU's registry knows it: rtl/sm/pf_shared_unit
 * beside the scratchpad of every SM.
 */
#ifndef SIM_SHARED_SYSTEM_H
#define SIM_SHARED_SYSTEM_H

#include "../gpu/system.h"
#include "reference/pf_shared.h"

extern const struct system shared_system;

/* Widths of a geometry's units, but for what the launch says: bytes, slots. */
struct pf_shared_config shared_widths(const struct sim_config *c);

#endif
