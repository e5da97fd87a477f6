/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * lines_traffic: random entries, rows and accessors for the checks of lines and blocks, those of
 * tb/rtl/pf_entry_vec.h.
 */
#ifndef LINES_TRAFFIC_H
#define LINES_TRAFFIC_H

#include <stdint.h>

#include "lines/entry_check.h"

enum { TRAFFIC_ERA_BITS = 3 };

struct lines_traffic;

struct lines_traffic *lines_traffic_create(uint64_t seed, const char *geometry, bool scord);
void lines_traffic_free(struct lines_traffic *t);
/* Below n, at least 1. */
uint32_t lines_traffic_below(struct lines_traffic *t, uint32_t n);
/* Not 0; all, one, a run or any. */
uint32_t lines_traffic_words(struct lines_traffic *t);
uint64_t lines_traffic_entry(struct lines_traffic *t);
/* A row of at most three entries. */
struct check_row lines_traffic_row(struct lines_traffic *t);
/* All but words and make; its era and tag are often those of the one before. */
struct check_op lines_traffic_op(struct lines_traffic *t);
/* What {block, warp} has counted in an era. */
struct pf_fences lines_traffic_count(const struct lines_traffic *t, uint32_t owner, uint32_t era);

uint64_t lines_pack_tag(const struct lines_traffic *t, const struct pf_tag *tag);
/* {device, block} */
uint32_t lines_pack_fences(const struct lines_traffic *t, struct pf_fences f);
#endif
