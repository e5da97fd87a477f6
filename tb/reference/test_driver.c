/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A driver of a slice unit on a bus whose answers are written here: what it writes in which order,
 * and how it ends when the unit refuses or is late. With the unit itself: tb/cosim/slice.cpp.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pf_regs.h"
#include "reference/pf_driver.h"

enum { MOST = 64 };

struct bus {
	uint32_t ctrl;
	unsigned busy; /* reads of STATUS that show nothing, from a halt and from each write on */
	unsigned refuses; /* so many writes of `address` */
	uint32_t address;
	unsigned sweep; /* ... which are sweeps that take so many reads of STATUS */
	unsigned waits; /* reads of STATUS yet to show nothing */
	unsigned n;     /* writes that were taken */
	uint32_t at[MOST], value[MOST];
	unsigned reads;
};

static bool on_bus(void *ctx, bool write, uint32_t address, uint32_t *data)
{
	struct bus *b = ctx;

	if (!write) {
		b->reads++;
		if (address == PF_REG_CTRL) {
			*data = b->ctrl;
			return true;
		}
		assert_int_equal(address, PF_REG_STATUS);
		*data = b->waits ? 0 : PF_REG_STATUS_DRAINED_MASK | PF_REG_STATUS_IDLE_MASK;
		b->waits -= b->waits > 0;
		return true;
	}
	if (address == b->address && b->refuses) {
		b->refuses--;
		b->waits = b->sweep;
		return false;
	}
	assert_true(b->n < MOST);
	b->at[b->n] = address;
	b->value[b->n++] = *data;
	b->waits = b->busy;
	return true;
}

static struct pf_driver driver(struct bus *b)
{
	return (struct pf_driver){.access = on_bus, .ctx = b, .patience = 8};
}

static const struct pf_driver_layout layout = {.base = 1,
					       .words = 2,
					       .entries = 3,
					       .meta_base = 4,
					       .ring_base = 5,
					       .ring_log2 = 6,
					       .ctrl = PF_REG_CTRL_SCORD_MASK |
						       PF_REG_CTRL_ENABLE_MASK,
					       .clear = true};

static void halt_keeps_the_rest_of_ctrl(void **state)
{
	struct bus b = {.ctrl = 0x27, .busy = 5};
	struct pf_driver d = driver(&b);

	(void)state;
	assert_int_equal(pf_driver_halt(&d), PF_DRIVER_DONE);
	assert_int_equal(b.n, 1);
	assert_int_equal(b.at[0], PF_REG_CTRL);
	assert_int_equal(b.value[0], 0x26);
	assert_int_equal(b.reads, 1 + 5 + 1);
}

static void halt_that_does_not_end(void **state)
{
	struct bus b = {.ctrl = 1, .busy = 1000};
	struct pf_driver d = driver(&b);

	(void)state;
	assert_int_equal(pf_driver_halt(&d), PF_DRIVER_LATE);
	assert_string_equal(d.name, "STATUS");
	assert_int_equal(b.reads, 1 + 8);
}

/* ENTRIES first, since from then on nothing comes in; COMMAND last, never with enable before it. */
static void set_up_in_order(void **state)
{
	static const uint32_t at[] = {PF_REG_ENTRIES,      PF_REG_CTRL,      PF_REG_REGION_BASE,
				      PF_REG_REGION_WORDS, PF_REG_META_BASE, PF_REG_RING_BASE,
				      PF_REG_RING_LOG2,    PF_REG_COMMAND};
	static const uint32_t value[] = {3, PF_REG_CTRL_SCORD_MASK, 1, 2, 4, 5, 6, 3};
	struct bus b = {.busy = 2};
	struct pf_driver d = driver(&b);

	(void)state;
	assert_int_equal(pf_driver_set_up(&d, &layout), PF_DRIVER_DONE);
	assert_int_equal(b.n, sizeof(at) / sizeof(*at));
	assert_memory_equal(b.at, at, sizeof(at));
	assert_memory_equal(b.value, value, sizeof(value));
	assert_int_equal(b.waits, 0);
}

/* An epoch's sweep comes between the look and the write: both once more. */
static void refused_by_a_sweep(void **state)
{
	struct bus b = {.refuses = 3, .address = PF_REG_ENTRIES};
	struct pf_driver d = driver(&b);

	(void)state;
	assert_int_equal(pf_driver_set_up(&d, &layout), PF_DRIVER_DONE);
	assert_int_equal(b.n, 8);
	assert_int_equal(b.refuses, 0);
}

/* Epochs one after another: as often as patience lasts. */
static void refused_by_many_sweeps(void **state)
{
	struct bus b = {.refuses = 40, .address = PF_REG_ENTRIES, .sweep = 2};
	struct pf_driver d = driver(&b);

	(void)state;
	d.patience = 41;
	assert_int_equal(pf_driver_set_up(&d, &layout), PF_DRIVER_DONE);
	assert_int_equal(b.n, 8);
	b = (struct bus){.refuses = 40, .address = PF_REG_ENTRIES, .sweep = 2};
	d.patience = 40;
	assert_int_equal(pf_driver_set_up(&d, &layout), PF_DRIVER_LATE);
	assert_int_equal(b.n, 0);
	assert_string_equal(d.name, "ENTRIES");
}

static void refused_for_what_it_is(void **state)
{
	static const uint32_t each[] = {PF_REG_ENTRIES,      PF_REG_CTRL,      PF_REG_REGION_BASE,
					PF_REG_REGION_WORDS, PF_REG_META_BASE, PF_REG_RING_BASE,
					PF_REG_RING_LOG2,    PF_REG_COMMAND};

	(void)state;
	for (unsigned i = 0; i < sizeof(each) / sizeof(*each); i++) {
		struct bus b = {.refuses = 1000, .address = each[i]};
		struct pf_driver d = driver(&b);

		assert_int_equal(pf_driver_set_up(&d, &layout), PF_DRIVER_REFUSED);
		assert_int_equal(b.n, i);
	}
}

static void start_sweeps_no_more(void **state)
{
	struct bus b = {.address = PF_REG_CTRL};
	struct pf_driver d = driver(&b);

	(void)state;
	assert_int_equal(pf_driver_start(&d, PF_REG_CTRL_SCORD_MASK | PF_REG_CTRL_BARE_SWEEP_MASK),
			 PF_DRIVER_DONE);
	assert_int_equal(b.value[0], PF_REG_CTRL_SCORD_MASK | PF_REG_CTRL_ENABLE_MASK);
	b.refuses = 1000;
	assert_int_equal(pf_driver_start(&d, PF_REG_CTRL_SCORD_MASK), PF_DRIVER_REFUSED);
	assert_string_equal(d.name, "CTRL");
	assert_int_equal(d.value, PF_REG_CTRL_SCORD_MASK | PF_REG_CTRL_ENABLE_MASK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halt_keeps_the_rest_of_ctrl),
		cmocka_unit_test(halt_that_does_not_end),
		cmocka_unit_test(set_up_in_order),
		cmocka_unit_test(refused_by_a_sweep),
		cmocka_unit_test(refused_by_many_sweeps),
		cmocka_unit_test(refused_for_what_it_is),
		cmocka_unit_test(start_sweeps_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
