/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * compare: backend compare of iGUARD's units; as ScoRD's in det/compare*.c.
 */
#ifndef SIM_IGUARD_COMPARE_H
#define SIM_IGUARD_COMPARE_H

#include "../det/det_int.h"

/* compare_sm.c */
struct sm_check *iguard_check_create(struct det_sm *u);
void iguard_check_destroy(struct sm_check *c);
void iguard_compare_sm(struct det_sm *u);
/* compare.c */
void iguard_compare_slice(struct det_slice *u);
void iguard_compare_idle(struct det_slice *u);

/* iguard.c: lines of the region; where the parts of its table lie. */
uint64_t iguard_lines(const struct det *d);
struct pf_iguard_places iguard_places(const struct det_slice *u);

#endif
