/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Options that make no sense together.
 */
#include <string.h>

#include "options.h"

static int check_order(const struct options *o, struct diag *diag)
{
	const char *name = o->quantum  ? "--quantum"
			   : o->no_bta ? "--no-bta"
			   : o->no_dwp ? "--no-dwp"
			   : o->commit ? "--commit"
			   : o->serial ? "--serial"
				       : NULL;

	if (!o->deterministic)
		return name ? diag_set(diag, NULL, 0, "%s: is for --deterministic, which is off",
				       name)
			    : 0;
	if (!o->config)
		return diag_set(diag, NULL, 0, "--deterministic: is for --config, which is off");
	if (o->oracle || o->trace)
		return diag_set(diag, NULL, 0,
				"%s: beside --deterministic is not supported: stores are not "
				"performed one by one there",
				o->oracle ? "--oracle" : "--trace");
	if (o->check & OPTIONS_CHECK_INIT)
		return diag_set(diag, NULL, 0,
				"--check init: beside --deterministic is not supported: stores are "
				"not performed one by one there");
	return 0;
}

static int check_shared(const struct options *o, struct diag *diag)
{
	if (o->prune && !o->shared && !o->grace)
		return diag_set(diag, NULL, 0,
				"--prune: is for --detector shared and --grace, which are off");
	if (o->shared && o->model == OPTIONS_MODEL_SCORD)
		return diag_set(diag, NULL, 0,
				"--model scord: --detector shared goes by PTX's memory model");
	return 0;
}

/* What the modelled GPU can not do with iGUARD. */
static int check_clocked_iguard(const struct options *o, struct diag *diag)
{
	if (o->iguard == OPTIONS_IGUARD_PAPER)
		return diag_set(diag, NULL, 0,
				"--detector %s: beside --config is not supported: the rules as "
				"published have no hardware",
				options_global_name(o));
	if (o->iguard && o->deterministic)
		return diag_set(diag, NULL, 0,
				"--deterministic: beside --detector %s is not supported",
				options_global_name(o));
	return 0;
}

/* It knows one memory model, and keeps what that asks for. */
static int check_exact(const struct options *o, struct diag *diag)
{
	if (o->config)
		return diag_set(diag, NULL, 0,
				"--detector exact: beside --config is not supported: it has no "
				"hardware yet");
	if (o->metadata_given)
		return diag_set(diag, NULL, 0,
				"--metadata %s: is for --detector scord and scord-paper",
				options_metadata_name(o));
	if (o->oracle && o->model == OPTIONS_MODEL_SCORD)
		return diag_set(diag, NULL, 0,
				"--model scord: --detector exact goes by PTX's memory model");
	return 0;
}

/* The detector for global memory, and its metadata. */
static int check_global(const struct options *o, struct diag *diag)
{
	if ((o->metadata == PF_LINES || o->metadata == PF_LINES2) && o->config && !o->iguard)
		return diag_set(diag, NULL, 0,
				"--metadata %s: the hardware that --config models has full and "
				"cached16",
				options_metadata_name(o));
	if (o->exact)
		return check_exact(o, diag);
	if (o->config && check_clocked_iguard(o, diag))
		return -1;
	if (o->metadata_given && o->iguard &&
	    (o->iguard == OPTIONS_IGUARD_PAPER || o->metadata != PF_LINES))
		return diag_set(diag, NULL, 0,
				"--metadata %s: is for --detector scord and scord-paper; "
				"--detector iguard has lines",
				options_metadata_name(o));
	if (o->metadata_given && !o->detector && !o->iguard)
		return diag_set(diag, NULL, 0, "--metadata: is for --detector, which is off");
	return 0;
}

/* An option that would do nothing is a mistake: its user thinks that races are looked for. */
int options_check(const struct options *o, struct diag *diag)
{
	if (o->model_given && !o->oracle)
		return diag_set(diag, NULL, 0, "--model: is for --oracle, which is off");
	if (!o->config &&
	    (o->set || o->backend || o->csv || o->sample || o->wave || o->compare_baseline))
		return diag_set(diag, NULL, 0, "%s: is for --config, which is off",
				o->set       ? "--set"
				: o->backend ? "--backend"
				: o->csv     ? "--csv"
				: o->sample  ? "--sample"
				: o->wave    ? "--wave"
					     : "--compare-baseline");
	if (!options_global_detector(o) && o->wave)
		return diag_set(diag, NULL, 0, "--wave: is for a --detector for global memory");
	if (!options_any_detector(o) && !o->deterministic && (o->backend || o->compare_baseline))
		return diag_set(diag, NULL, 0, "%s: is for --detector, which is off",
				o->backend ? "--backend" : "--compare-baseline");
	if (check_order(o, diag) || check_shared(o, diag))
		return -1;
	if (o->wave && o->backend && !strcmp(o->backend, "model"))
		return diag_set(diag, NULL, 0, "--wave: reference models have no wires");
	if (check_global(o, diag))
		return -1;
	if (o->sarif && !options_any_detector(o) && !o->oracle)
		return diag_set(diag, NULL, 0,
				"--sarif: is for --detector and --oracle, which are off");
	if (o->error_exitcode_given && !options_any_detector(o) && !o->oracle &&
	    !(o->check & ~(unsigned)OPTIONS_CHECK_MEMORY))
		return diag_set(
			diag, NULL, 0,
			"--error-exitcode: is for --detector, --oracle and --check, which are "
			"off");
	return 0;
}
