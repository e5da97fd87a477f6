/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 *   iguard_model_sm ──> model_multicast (sim/det): tags, messages ──> a copy for each slice
 */
#include "../det/model_units.h"
#include "../unit/sizes.h"
#include "model_units.h"

struct sm_port *iguard_model_multicast_create(const char *geometry, uint32_t lock_entries,
					      uint32_t slices)
{
	struct sm_port *unit = iguard_model_sm_create(geometry, lock_entries, false);

	if (!unit)
		return NULL;
	return model_multicast_iguard(unit, &iguard_model_sm,
				      unit_geometry_named(geometry)->size.fence_block_bits, slices);
}

static void destroy(void *port)
{
	model_multicast.destroy(port);
}

static void step(void *port)
{
	model_multicast.step(port);
}

const struct unit_kind iguard_model_multicast = {.destroy = destroy, .step = step};
