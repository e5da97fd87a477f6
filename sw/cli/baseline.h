/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * baseline: what a program takes on the modelled GPU without a detector, for --compare-baseline.
 */
#ifndef BASELINE_H
#define BASELINE_H

#include <stdint.h>

#include "../base/diag.h"

/* Runs argv (file: what to execute) once with detector and everything that hangs on it off, its
 * output thrown away. Standard input that is not a terminal is kept, so that the second run reads
 * the same. Fills *cycles. -1 and diag when the program never launched a kernel, or could not. */
int baseline_run(const char *file, char **argv, uint64_t *cycles, struct diag *diag);

#endif
