/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * view: protocols, steps and results in words.
 */
#ifndef EXACT_VIEW_H
#define EXACT_VIEW_H

#include <stdio.h>

#include "explore.h"

enum { VIEW_RECORDS = 16 };
/* "stamped", "counted/2": counts of 2 bits. */
void view_records(const struct protocol *p, char text[VIEW_RECORDS]);
const char *view_verdict(enum explore_verdict v); /* "exact", "missed" */
/* The run that goes wrong: "warp 1 stores x", and so on, without commas. */
void view_run(const struct explore_result *r, const char *between, FILE *to);
/* By their names. -1: there is none. */
int view_take_records(const char *name, struct protocol *p);
int view_take_fault(const char *name, enum protocol_fault *f);
/* "0+0,1": the SM of each warp, in order; the second takes the first one's slot, when that has
 * ended. -1: not so. */
int view_take_sms(const char *text, struct protocol *p);
/* With a space for a comma. */
void view_sms(const struct protocol *p, char text[2 * WARPS]);

#endif
