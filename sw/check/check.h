/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check: what a program does wrong besides races: synccheck, initcheck, leakcheck.
 *
 *   machine ─ misuse of barriers and masks ─┐
 *           ─ loads, stores, atomics ───────┼─> findings, by place ─> checks_text(), checks_json()
 *   runtime ─ copies, fills, the end ───────┘
 *
 * docs/checks.md says what each check finds. Accesses outside of what a kernel owns (memory) are
 * the machine's faults: it cannot go on after them.
 */
#ifndef CHECK_H
#define CHECK_H

#include <jansson.h>
#include <stdio.h>

#include "../machine/machine.h"

enum check { CHECK_MEMORY = 1, CHECK_SYNC = 2, CHECK_INIT = 4, CHECK_LEAK = 8, CHECK_ALL = 15 };

const char *check_name(unsigned check); /* of one: "sync" */

struct checks;

struct check_config {
	unsigned on; /* of enum check */
	bool colour;
};

/* g: device memory that initcheck and leakcheck look at; outlives the checks, until checks_end().
 */
struct checks *checks_create(const struct check_config *c, const struct gmem *g);
void checks_destroy(struct checks *c);
/* Watches m from now on. -1: it has too many observers. */
int checks_attach(struct checks *c, struct machine *m);

/* The range of NVTX that the next launch is made in, or NULL; outlives c. */
void checks_range(struct checks *c, const char *range);

/* The host has written device memory, or copied it from src. */
void checks_wrote(struct checks *c, uint64_t addr, uint64_t n);
void checks_copied(struct checks *c, uint64_t dst, uint64_t src, uint64_t n);
/* Kernels are no identity any more: their modules go. */
void checks_forget(struct checks *c);
/* The program has ended: what is allocated now has leaked. lost: a kernel was stopped, after which
 * freeing fails, so that nothing can be said. */
void checks_end(struct checks *c, bool lost);

/* Distinct findings, of one check or more. */
uint64_t checks_findings(const struct checks *c, unsigned of);
/* Every finding, then a line that sums up; that line without findings only when init or leak was
 * asked for and quiet is off. */
void checks_text(const struct checks *c, bool quiet, FILE *f);
json_t *checks_json(const struct checks *c); /* the "checks" member; caller owns */

#endif
