/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_pch: what every CUDA source includes first, photofinish/cuda.h, as a precompiled header in the
 * cache: one for each clang, each pass and each set of options that reaches it.
 */
#ifndef CC_PCH_H
#define CC_PCH_H

#include "cc_job.h"

/* Lets commands read the precompiled header in place of the header, and makes those that are not
 * there yet, side by side. A command for which there can be none stays as it is. */
void cc_pch_use(struct cc_job *j, struct cc_list *const *commands, size_t n);
bool cc_pch_is_used(const struct cc_list *command);
/* The header again. */
void cc_pch_undo(const struct cc_job *j, struct cc_list *command);

#endif
