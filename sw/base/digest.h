/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * digest: 128 bits that name a content. Against chance, not against people who seek two contents of
 * one digest.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_TEXT = 33 };

struct digest {
	uint64_t a, b;
};

void digest_begin(struct digest *d);
/* Its length counts: "ab", "c" is not "a", "bc". */
void digest_add(struct digest *d, const void *bytes, size_t n);
void digest_add_text(struct digest *d, const char *text); /* NULL is not "" */
/* 32 hex digits and a NUL */
void digest_text(const struct digest *d, char text[DIGEST_TEXT]);

#endif
