/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "line_form.h"

unsigned line_distinct(const uint64_t *v, unsigned n, unsigned most)
{
	uint64_t seen[LINE_WORDS];
	unsigned k = 0;

	for (unsigned i = 0; i < n && k <= most; i++) {
		unsigned j = 0;

		while (j < k && seen[j] != v[i])
			j++;
		if (j == k)
			seen[k++] = v[i];
	}
	return k;
}

bool line_split(const uint64_t *was, const uint64_t *is)
{
	for (unsigned w = 1; w < LINE_WORDS; w++)
		if ((was[w] == was[w - 1]) != (is[w] == is[w - 1]))
			return true;
	return false;
}

enum form line_form(enum form before, uint32_t words, const uint64_t *is)
{
	const unsigned n = line_distinct(is, LINE_WORDS, LINE_CLASSES);

	if (n > LINE_CLASSES || (before == FORM_BLOCK && words != UINT32_MAX))
		return FORM_BLOCK;
	return n == 1 ? FORM_ONE : FORM_CLASSES;
}
