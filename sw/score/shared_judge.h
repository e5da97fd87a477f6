/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * shared_judge: an operation on shared memory, as the detector for it says and as the oracle does.
 */
#ifndef SHARED_JUDGE_H
#define SHARED_JUDGE_H

#include "pairs.h"

/* o: NULL: nobody to hold it against. */
void shared_judge(const struct shared *x, const struct oracle *o, struct pairs *pairs,
		  struct score_totals *totals);

#endif
