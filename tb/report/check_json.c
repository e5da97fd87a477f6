/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * check_json SCHEMA RUN.json [print|report [MEMBER]]: does the member races (or MEMBER) fit the
 * schema? print: shows it, indented, as in docs/race-report.md; report: without the statistics of
 * detector and oracle. For the shell tests.
 */
#include "schema.h"

int main(int argc, char **argv)
{
	json_t *run = argc > 2 ? json_load_file(argv[2], 0, NULL) : NULL;
	json_t *races = json_object_get(run, argc > 4 ? argv[4] : "races");
	char why[512] = "no JSON with such a member";
	bool ok = races && schema_check(argv[1], races, why);

	if (!ok)
		fprintf(stderr, "%s\n", why);
	if (ok && argc > 3 && !strcmp(argv[3], "report")) {
		json_object_del(races, "detector_statistics");
		json_object_del(races, "shared_statistics");
		json_object_del(races, "iguard_statistics");
		json_object_del(races, "exact_statistics");
		json_object_del(races, "oracle_statistics");
	}
	if (ok && argc > 3 && json_dumpf(races, stdout, JSON_INDENT(2) | JSON_ENCODE_ANY))
		ok = false;
	else if (ok && argc > 3)
		putchar('\n');
	json_decref(run);
	return !ok;
}
