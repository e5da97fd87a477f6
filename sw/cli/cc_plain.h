/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_plain: sources without device code, and the preprocessor alone. Returns as cc_job_compile().
 */
#ifndef CC_PLAIN_H
#define CC_PLAIN_H

#include "cc_job.h"

int cc_plain_compile(struct cc_job *j, size_t k, const char *object);
int cc_plain_preprocess(struct cc_job *j, size_t k);

#endif
