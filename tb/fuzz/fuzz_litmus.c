/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_litmus: any bytes are tests or one error line. The PTX of a test that was accepted must
 * be accepted in turn, and its numbers must be within the language's limits.
 */
#include "../../sw/litmus/litmus.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok)
{
	if (!ok)
		abort();
}

static void check_test(const struct litmus_test *t)
{
	const struct litmus_program *p = &t->program;
	struct diag diag = {""};
	struct ptx_module *m = ptx_parse(p->ptx, strlen(p->ptx), "fuzz.ptx", &diag);
	volatile uint8_t sum = 0;

	must(m != NULL);
	ptx_free(m);
	must(p->blocks >= 1 && p->blocks <= 1024 && p->threads >= 1 && p->threads <= 1024);
	must(p->watch_from + p->watch_bytes <= p->buffer_bytes);
	for (uint32_t i = 0; p->buffer && i < p->buffer_bytes; i++)
		sum = (uint8_t)(sum + p->buffer[i]);
	for (unsigned i = 0; i < p->n_finals; i++)
		sum = (uint8_t)(sum + litmus_final_holds(&p->finals[i], p->buffer));
	must(t->faults <= LITMUS_ALWAYS && t->hangs <= LITMUS_ALWAYS);
	for (unsigned c = 0; c < LITMUS_CHECKERS; c++)
		must(t->expect[c] <= LITMUS_ALWAYS && t->rows[c][7] == 0);
	must(strlen(t->name) > 0 && (!t->why || !strchr(t->why, '\n')));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = {""};
	size_t n;
	struct litmus_test *t = litmus_parse((const char *)data, size, "fuzz.litmus", &n, &diag);

	must((t != NULL) == (diag.text[0] == '\0') && (n > 0) == (t != NULL));
	must(strchr(diag.text, '\n') == NULL);
	for (size_t i = 0; i < n; i++)
		check_test(&t[i]);
	litmus_free(t, n);
	return 0;
}
