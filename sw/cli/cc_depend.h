/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CC_DEPEND_H
#define CC_DEPEND_H

#include "cc.h"
#include "cc_job.h"

/* Has the user asked for a file of dependencies? */
bool cc_depend_wanted(const struct cc_args *a);
/* Adds a list without the options that ask for it. */
void cc_depend_without(struct cc_list *to, const struct cc_list *l);
/* Adds the files that a compiler's rule names and that are not in the list yet. false: there is no
 * rule. */
bool cc_depend_read(const char *file, struct cc_list *files);
/* Writes what the user has asked for. files: of both passes, the source first. Returns 0 or -1. */
int cc_depend_write(const struct cc_args *a, const struct cc_places *p, const char *source,
		    const struct cc_list *files, const char *object, struct diag *diag);

#endif
