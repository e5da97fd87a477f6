/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "join.h"

enum { ALL_SECTORS = 15 };

/* The oldest that is due, or, if none is, the oldest. */
static int choose(const struct join *j, bool *any_due)
{
	int oldest = JOIN_NONE, due = JOIN_NONE;

	for (uint32_t i = 0; i < j->places; i++) {
		const struct join_place *p = &j->place[i];

		if (!p->valid)
			continue;
		if (oldest < 0 || p->since < j->place[oldest].since)
			oldest = (int)i;
		if (p->due && (due < 0 || p->since < j->place[due].since))
			due = (int)i;
	}
	*any_due = due >= 0;
	return due >= 0 ? due : oldest;
}

static void grow_old(struct join *j, const struct join_ask *a, bool get)
{
	for (uint32_t i = 0; i < j->places; i++) {
		struct join_place *p = &j->place[i];
		const bool out = p->age == j->age - 1 || (get && ((int)i == a->here || a->barrier));

		if (!join_open(j, i))
			continue;
		p->age++;
		p->due = out;
	}
	if (!a->joins)
		return;
	j->place[a->here].sectors |= 1U << a->sector;
	j->place[a->here].due |= j->place[a->here].sectors == ALL_SECTORS;
}

static int vacant(const struct join *j)
{
	int i = 0;

	while (j->place[i].valid)
		i++;
	return i;
}

struct join_turn join_step(struct join *j, const struct join_ask *a, bool free)
{
	const bool full = j->n_valid == j->places, need = a->barrier || (a->some && !a->joins);
	bool any_due;
	const int chosen = choose(j, &any_due);
	const bool leave = free && (any_due || (full && need)), get = need && (!full || free);
	const struct join_turn t = {.takes = !need || get,
				    .leaves = leave ? chosen : JOIN_NONE,
				    .get = !get   ? JOIN_NONE
					   : full ? chosen
						  : vacant(j)};

	grow_old(j, a, get);
	if (leave) {
		j->place[chosen].valid = false;
		j->n_valid--;
	}
	if (get) {
		j->place[t.get] = (struct join_place){.valid = true,
						      .due = a->barrier,
						      .sectors = a->barrier ? 0 : 1U << a->sector,
						      .since = j->gets++};
		j->n_valid++;
	}
	return t;
}
