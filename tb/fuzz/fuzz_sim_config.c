/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_sim_config: any bytes are a configuration or one printable error line. What was accepted is
 * within the table's ranges and is read back from what is printed of it; what was refused has
 * changed nothing. The same bytes as an argument of --set.
 */
#include "../../sim/config/config_int.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok)
{
	if (!ok)
		abort();
}

static bool same(const struct sim_config *a, const struct sim_config *b)
{
	const struct sim_param *p = sim_params();

	while (p->name && sim_param_get(p, a) == sim_param_get(p, b))
		p++;
	return !p->name;
}

static void check_message(const char *text)
{
	must(*text != '\0');
	for (; *text; text++)
		must(*text >= 0x20 && *text < 0x7f);
}

static void check_values(const struct sim_config *c)
{
	struct diag diag = {""};

	for (const struct sim_param *p = sim_params(); p->name; p++)
		must(sim_param_get(p, c) >= p->min && sim_param_get(p, c) <= p->max);
	if (sim_config_check(c, &diag) || sim_config_check_detector(c, &diag))
		check_message(diag.text);
}

static void check_round_trip(const struct sim_config *c)
{
	struct diag diag = {""};
	struct sim_config back;
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	sim_config_print(c, f);
	fclose(f);
	must(!sim_config_parse(&back, text, size, "printed.cfg", &diag) && same(c, &back));
	free(text);
}

/* r: what the parser said; c: what it left, before: what it found. */
static void check(int r, const struct sim_config *c, const struct sim_config *before,
		  const struct diag *diag)
{
	must(r == 0 || r == -1);
	if (r) {
		check_message(diag->text);
		must(same(c, before));
		return;
	}
	must(!diag->text[0]);
	check_values(c);
	check_round_trip(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag diag = {""};
	struct sim_config ref, c;
	char *text = malloc(size + 1);
	int r;

	must(text && !sim_config_read(&ref, "ref", &diag));
	c = ref;
	r = sim_config_parse(&c, (const char *)data, size, "fuzz.cfg", &diag);
	check(r, &c, &ref, &diag);

	memcpy(text, data, size);
	text[size] = '\0';
	c = ref;
	diag.text[0] = '\0';
	r = sim_config_set(&c, "--set", text, &diag);
	check(r, &c, &ref, &diag);
	free(text);
	return 0;
}
