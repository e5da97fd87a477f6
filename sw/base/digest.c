/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Odd numbers with no pattern: multiplying by them loses nothing. */
#define PRIME_A UINT64_C(0x9e3779b97f4a7c15)
#define PRIME_B UINT64_C(0xc2b2ae3d27d4eb4f)

void digest_begin(struct digest *d)
{
	d->a = UINT64_C(0x243f6a8885a308d3);
	d->b = UINT64_C(0x13198a2e03707344);
}

/* Each lane is one to one in the word, and in the state. */
static void mix(struct digest *d, uint64_t word)
{
	d->a = (d->a ^ word) * PRIME_A;
	d->a ^= d->a >> 32;
	d->b = (d->b + word) * PRIME_B;
	d->b ^= d->b >> 29;
}

void digest_add(struct digest *d, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint64_t word;

	mix(d, n);
	for (; n >= sizeof(word); n -= sizeof(word), p += sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		mix(d, word);
	}
	if (n) {
		word = 0;
		memcpy(&word, p, n);
		mix(d, word);
	}
}

void digest_add_text(struct digest *d, const char *text)
{
	if (text)
		digest_add(d, text, strlen(text));
	else
		mix(d, UINT64_MAX);
}

void digest_text(const struct digest *d, char text[DIGEST_TEXT])
{
	struct digest last = *d;

	mix(&last, last.a ^ last.b);
	snprintf(text, DIGEST_TEXT, "%016" PRIx64 "%016" PRIx64, last.a, last.b);
}
