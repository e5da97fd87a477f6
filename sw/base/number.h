/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * number: how users write numbers, on the command line, in environment variables and in
 * configuration files alike: decimal digits, or 0x and hexadecimal digits of either case; where a
 * suffix is allowed, one of k M G T of either case after them. No sign, no blank, no fraction.
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdint.h>

/* What a suffix multiplies by, once for k, twice for M ... */
enum number_unit {
	NUMBER_PLAIN = 1,    /* no suffix is allowed */
	NUMBER_COUNT = 1000, /* thousands */
	NUMBER_SIZE = 1024   /* bytes, in 1024s */
};

enum number_error { NUMBER_OK, NUMBER_BAD /* not a number */, NUMBER_OVER /* not below 2^64 */ };

/* The whole text to *n, which stays as it was unless NUMBER_OK. */
enum number_error number_parse(const char *text, enum number_unit unit, uint64_t *n);

#endif
