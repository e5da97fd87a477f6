/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * options: what `photofinish run` can be told, in one table.
 *
 * The command line sets environment variables PHOTOFINISH_<NAME>, the runtime inside the
 * program reads them; a program started without `photofinish run` obeys them too. Name,
 * check and help text stand once, in options_table.c.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

#include "../base/number.h"
#include "../grace/grace.h"
#include "../reference/pf_reference.h"
#include "../machine/machine.h"

enum options_check { /* what --check names */
		     OPTIONS_CHECK_MEMORY = 1,
		     OPTIONS_CHECK_SYNC = 2,
		     OPTIONS_CHECK_INIT = 4,
		     OPTIONS_CHECK_LEAK = 8
};

enum options_iguard { OPTIONS_IGUARD_OFF, OPTIONS_IGUARD_PAPER, OPTIONS_IGUARD };
enum options_model { OPTIONS_MODEL_PTX, OPTIONS_MODEL_SCORD };
enum options_colour { OPTIONS_COLOUR_AUTO, OPTIONS_COLOUR_ALWAYS, OPTIONS_COLOUR_NEVER };

struct options {
	struct machine_config machine;
	bool mode_given;       /* else the mode follows the compile target */
	bool stats;            /* print statistics on standard error at exit */
	bool quiet;            /* no progress, no notes */
	const char *json;      /* FILE or NULL; borrowed from the environment */
	const char *sarif;     /* likewise */
	bool memory_hash;      /* of device memory after each launch, all in one */
	const char *trace;     /* FILE or NULL */
	uint64_t memory_bytes; /* device memory, default 16 GiB (reserved, not committed) */
	/* The GPU clock by clock (sim/): all NULL or 0 without `config`. Names and texts are
	 * checked by whoever makes the model. */
	const char *config;  /* built-in or FILE */
	const char *set;     /* "l1.ways=8,noc.jitter=3" */
	const char *backend; /* what the hardware's units are: rtl, model, compare */
	uint32_t threads;    /* that step the detector's units */
	bool deterministic;
	uint64_t quantum; /* instructions; 0: the configuration's */
	bool no_bta, no_dwp;
	const char *commit, *serial; /* NULL: the configuration's */
	const char *csv;             /* FILE */
	const char *sample;          /* FILE */
	uint64_t sample_every;       /* core cycles */
	const char *wave;            /* FILE */
	uint64_t wave_from, wave_cycles;
	bool compare_baseline;    /* `photofinish run` runs it twice */
	uint64_t baseline_cycles; /* what the first run took; 0: none */
	/* Races */
	bool detector;              /* run one for global memory: policy and metadata say which; */
	bool shared;                /* one for shared memory */
	enum options_iguard iguard; /* iGUARD for global memory, in place of `detector` */
	bool exact;                 /* exact clocks, likewise */
	enum pf_policy policy;
	enum pf_metadata metadata;
	bool oracle, model_given;
	enum options_model model; /* the oracle's */
	uint8_t error_exitcode;   /* exit status of a run with a race; 0: the program's own */
	bool metadata_given, error_exitcode_given;
	enum grace_scheme grace;
	bool prune;
	enum options_colour colour;
	unsigned check; /* of enum options_check */
};

struct options_value; /* private to the options' own files */

enum options_kind {
	OPTIONS_FLAG,
	OPTIONS_NUMBER, /* from min to max */
	OPTIONS_FILE,   /* any text but an empty one */
	OPTIONS_CHOICE, /* index of one of words */
	OPTIONS_WORD,   /* one of words, as text */
	OPTIONS_LIST,   /* some of words: bit i for words[i] */
	OPTIONS_OTHER   /* set() knows */
};

/* Which texts are legal for an option, and where in struct options the value goes. */
struct options_target {
	enum options_kind kind;
	enum number_unit unit;
	uint64_t min, max;
	const char *const *words; /* ended by NULL */
	size_t offset, size;      /* of the field */
	size_t given;             /* of the flag that says that the option was given; 0: none */
	int (*set)(struct options_value *v);
};

struct option_info {
	const char *name; /* "seed": --seed, PHOTOFINISH_SEED */
	const char *arg;  /* "N", NULL for a flag */
	const char *help; /* with default and range; NULL: an option that is no more */
	struct options_target to;
};

void options_default(struct options *o);
/* Sets one option from text; a flag takes NULL or "1" (on) and "0" (off).
 * -1 and diag ("--seed: '12x' is not a number ...") when wrong. FILE names are not copied. */
int options_set(struct options *o, const char *name, const char *value, struct diag *diag);
/* -1 and diag: some of them make no sense together. */
int options_check(const struct options *o, struct diag *diag);
/* Reads every PHOTOFINISH_* variable; an unknown one is an error, an empty one counts as unset, and
 * so are options that make no sense together. */
int options_from_environment(struct options *o, struct diag *diag);
/* One for global memory runs; one for either. */
static inline bool options_global_detector(const struct options *o)
{
	return o->detector || o->iguard || o->exact;
}
static inline bool options_any_detector(const struct options *o)
{
	return options_global_detector(o) || o->shared;
}
/* Names of what was chosen: "off" "scord-paper" "shared" "scord+shared"; of global memory alone, if
 * there is one; "full" "cached16". */
const char *options_detector_name(const struct options *o);
const char *options_global_name(const struct options *o);
const char *options_metadata_name(const struct options *o);
/* "ptx" "scord" */
const char *options_model_name(const struct options *o);
const char *options_grace_name(const struct options *o); /* "off" */
/* The table, ended by a NULL name. */
const struct option_info *options_table(void);
/* Environment variable of an option: "max-instructions" -> PHOTOFINISH_MAX_INSTRUCTIONS. */
enum { OPTIONS_VARIABLE = 64 };
void options_variable(const char *name, char variable[OPTIONS_VARIABLE]);

/* Exit codes of our own; everything else is the program's. */
enum {
	OPTIONS_EXIT_RACE = 1,     /* a race was found: --error-exitcode says another */
	OPTIONS_EXIT_USAGE = 2,    /* wrong option, bad input file */
	OPTIONS_EXIT_HANG = 3,     /* deadlock or livelock */
	OPTIONS_EXIT_LIMIT = 4,    /* --max-instructions, max_cycles */
	OPTIONS_EXIT_MISMATCH = 5, /* --backend compare: the Verilog and its model differ */
	OPTIONS_EXIT_FAULT =
		6 /* a kernel faulted, whatever the program made of it; a race comes first */
};

#endif
