/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * crew: threads that share out independent steps of one clock edge.
 *
 *   crew_run(n) ─> items 0 .. n-1, whoever is free takes the next ─> all done ─> returns
 *
 * Who does which item is chance, so items must not touch one another; then results do not depend
 * on it. The caller works, too. An edge comes every few microseconds: helpers spin for a while
 * before they sleep, which is a waste on a machine whose processors are busy with something else.
 */
#ifndef SIM_CREW_H
#define SIM_CREW_H

#include <stdint.h>

struct crew;

/* threads: 2 or more, the caller included. NULL when they cannot be made. */
struct crew *crew_create(uint32_t threads);
void crew_destroy(struct crew *c);
void crew_run(struct crew *c, void (*fn)(void *ctx, uint32_t i), void *ctx, uint32_t n);

#endif
