/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "pf_driver.h"

#include <stddef.h>

#include "pf_regs.h"

enum { TRIES = 16 };

struct row {
	const char *name;
	uint32_t address, value;
};

static enum pf_driver_end put(struct pf_driver *d, const char *name, uint32_t address,
			      uint32_t value)
{
	d->name = name;
	d->value = value;
	return d->access(d->ctx, true, address, &value) ? PF_DRIVER_DONE : PF_DRIVER_REFUSED;
}

static enum pf_driver_end get(struct pf_driver *d, const char *name, uint32_t address,
			      uint32_t *value)
{
	d->name = name;
	d->value = 0;
	return d->access(d->ctx, false, address, value) ? PF_DRIVER_DONE : PF_DRIVER_REFUSED;
}

/* A bus that fails is a unit that is late. */
enum pf_driver_end pf_driver_wait(struct pf_driver *d, uint32_t bit, uint32_t *status)
{
	for (uint64_t n = 0; !d->patience || n < d->patience; n++) {
		if (!get(d, "STATUS", PF_REG_STATUS, status) && *status & bit)
			return PF_DRIVER_DONE;
	}
	return PF_DRIVER_LATE;
}

/* A write that fits is refused only when an epoch that was inside began a sweep between the look at
 * STATUS and the write: then once more, as often as that happens. What is refused each time without
 * such a sweep does not fit. */
static enum pf_driver_end put_drained(struct pf_driver *d, const char *name, uint32_t address,
				      uint32_t value)
{
	enum pf_driver_end end = PF_DRIVER_REFUSED;
	uint32_t status;

	for (uint64_t refused = 0, swept = 0; refused < TRIES && end == PF_DRIVER_REFUSED;) {
		if ((d->patience && swept == d->patience) ||
		    pf_driver_wait(d, PF_REG_STATUS_DRAINED_MASK, &status))
			return PF_DRIVER_LATE;
		end = put(d, name, address, value);
		if (!end)
			break;
		if (get(d, "STATUS", PF_REG_STATUS, &status) || status & PF_REG_STATUS_DRAINED_MASK)
			refused++;
		else
			swept++;
		d->name = name;
		d->value = value;
	}
	return end;
}

enum pf_driver_end pf_driver_halt(struct pf_driver *d)
{
	uint32_t ctrl, status;

	if (get(d, "CTRL", PF_REG_CTRL, &ctrl) ||
	    put(d, "CTRL", PF_REG_CTRL, ctrl & ~PF_REG_CTRL_ENABLE_MASK))
		return PF_DRIVER_REFUSED;
	return pf_driver_wait(d, PF_REG_STATUS_DRAINED_MASK, &status);
}

/* After the first write nothing comes in: the unit comes to rest, and stays so. */
enum pf_driver_end pf_driver_set_up(struct pf_driver *d, const struct pf_driver_layout *l)
{
	const struct row row[] = {
		{"CTRL", PF_REG_CTRL, l->ctrl & ~PF_REG_CTRL_ENABLE_MASK},
		{"REGION_BASE", PF_REG_REGION_BASE, l->base},
		{"REGION_WORDS", PF_REG_REGION_WORDS, l->words},
		{"META_BASE", PF_REG_META_BASE, l->meta_base},
		{"RING_BASE", PF_REG_RING_BASE, l->ring_base},
		{"RING_LOG2", PF_REG_RING_LOG2, l->ring_log2},
		{"COMMAND", PF_REG_COMMAND,
		 PF_REG_COMMAND_SWEEP_MASK | (l->clear ? PF_REG_COMMAND_CLEAR_MASK : 0)},
	};
	enum pf_driver_end end;
	uint32_t status;

	end = put_drained(d, "ENTRIES", PF_REG_ENTRIES, l->entries);
	if (!end)
		end = pf_driver_wait(d, PF_REG_STATUS_IDLE_MASK, &status);
	for (size_t i = 0; !end && i < sizeof(row) / sizeof(*row); i++)
		end = put(d, row[i].name, row[i].address, row[i].value);
	return end ? end : pf_driver_wait(d, PF_REG_STATUS_DRAINED_MASK, &status);
}

enum pf_driver_end pf_driver_control(struct pf_driver *d, uint32_t ctrl)
{
	return put_drained(d, "CTRL", PF_REG_CTRL, ctrl);
}

enum pf_driver_end pf_driver_start(struct pf_driver *d, uint32_t ctrl)
{
	return pf_driver_control(d,
				 (ctrl & ~PF_REG_CTRL_BARE_SWEEP_MASK) | PF_REG_CTRL_ENABLE_MASK);
}
