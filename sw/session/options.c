/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "options_value.h"

static const char prefix[] = "PHOTOFINISH_";
/* Not ours to refuse: of `photofinish cc`, and of sim/det/rtl_load.c. */
static const char compiler[] = "PHOTOFINISH_CLANG=", rtl[] = "PHOTOFINISH_RTL=";

static int set_seed(struct options_value *v)
{
	return value_number(v, NUMBER_PLAIN, 0, UINT64_MAX, &v->o->machine.seed);
}

static int set_mode(struct options_value *v)
{
	static const char *const names[] = {[SIMT_LOCKSTEP] = "lockstep", [SIMT_ITS] = "its"};
	int i = value_choice(v, names, 2, "lockstep or its");

	if (i < 0)
		return -1;
	v->o->machine.mode = (enum simt_mode)i;
	v->o->mode_given = true;
	return 0;
}

static int set_scheduler(struct options_value *v)
{
	static const char *const names[] = {
		[MACHINE_RR] = "rr", [MACHINE_GTO] = "gto", [MACHINE_RANDOM] = "random"};
	int i = value_choice(v, names, 3, "rr, gto or random");

	if (i < 0)
		return -1;
	v->o->machine.scheduler = (enum machine_scheduler)i;
	return 0;
}

static int set_max_instructions(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 0, UINT64_MAX, &v->o->machine.max_warp_insns);
}

static int set_on_fault(struct options_value *v)
{
	static const char *const names[] = {
		[MACHINE_STOP] = "stop", [MACHINE_CONTINUE] = "continue"};
	int i = value_choice(v, names, 2, "stop or continue");

	if (i < 0)
		return -1;
	v->o->machine.on_fault = (enum machine_on_fault)i;
	return 0;
}

static int set_livelock(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 0, UINT64_MAX, &v->o->machine.livelock_repeats);
}

static int set_stats(struct options_value *v)
{
	return value_flag(v, &v->o->stats);
}

static int set_quiet(struct options_value *v)
{
	return value_flag(v, &v->o->quiet);
}

static int set_memory_hash(struct options_value *v)
{
	return value_flag(v, &v->o->memory_hash);
}

static int set_poison(struct options_value *v)
{
	return value_flag(v, &v->o->machine.poison);
}

static int set_json(struct options_value *v)
{
	return value_file(v, &v->o->json);
}

static int set_sarif(struct options_value *v)
{
	return value_file(v, &v->o->sarif);
}

static int set_trace(struct options_value *v)
{
	return value_file(v, &v->o->trace);
}

static int set_config(struct options_value *v)
{
	return value_file(v, &v->o->config);
}

static int set_set(struct options_value *v)
{
	return value_file(v, &v->o->set);
}

static int set_engine(struct options_value *v)
{
	static const char *const names[] = {"rtl", "golden", "both"};

	if (value_choice(v, names, 3, "rtl, golden or both") < 0)
		return -1;
	v->o->engine = v->text;
	return 0;
}

static int set_deterministic(struct options_value *v)
{
	return value_flag(v, &v->o->deterministic);
}

static int set_quantum(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 1, 65535, &v->o->quantum);
}

static int set_no_bta(struct options_value *v)
{
	return value_flag(v, &v->o->no_bta);
}

static int set_no_dwp(struct options_value *v)
{
	return value_flag(v, &v->o->no_dwp);
}

static int set_commit(struct options_value *v)
{
	static const char *const names[] = {"zbuffer", "lock"};

	if (value_choice(v, names, 2, "zbuffer or lock") < 0)
		return -1;
	v->o->commit = v->text;
	return 0;
}

static int set_serial(struct options_value *v)
{
	static const char *const names[] = {"slice", "cu", "warp"};

	if (value_choice(v, names, 3, "slice, cu or warp") < 0)
		return -1;
	v->o->serial = v->text;
	return 0;
}

static int set_csv(struct options_value *v)
{
	return value_file(v, &v->o->csv);
}

static int set_sample(struct options_value *v)
{
	return value_file(v, &v->o->sample);
}

static int set_sample_every(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 1, UINT64_MAX, &v->o->sample_every);
}

static int set_wave(struct options_value *v)
{
	return value_file(v, &v->o->wave);
}

static int set_wave_from(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 0, UINT64_MAX, &v->o->wave_from);
}

static int set_wave_cycles(struct options_value *v)
{
	return value_number(v, NUMBER_COUNT, 1, UINT64_MAX, &v->o->wave_cycles);
}

static int set_compare(struct options_value *v)
{
	return value_flag(v, &v->o->compare_baseline);
}

static int set_baseline(struct options_value *v)
{
	return value_number(v, NUMBER_PLAIN, 0, UINT64_MAX, &v->o->baseline_cycles);
}

static const char *const detectors[] = {"off", "scord-paper", "scord"};
static const char *const models[] = {"ptx", "scord"};
static const char *const metadata[] = {[PF_FULL] = "full", [PF_CACHED16] = "cached16"};

static int set_detector(struct options_value *v)
{
	int i = value_choice(v, detectors, 3, "off, scord-paper or scord");

	if (i < 0)
		return -1;
	v->o->detector = i > 0;
	v->o->policy = i == 1 ? PF_SCORD_PAPER : PF_SCORD;
	return 0;
}

static int set_metadata(struct options_value *v)
{
	int i = value_choice(v, metadata, 2, "full or cached16");

	if (i < 0)
		return -1;
	v->o->metadata = (enum pf_metadata)i;
	v->o->metadata_given = true;
	return 0;
}

static int set_oracle(struct options_value *v)
{
	return value_flag(v, &v->o->oracle);
}

static int set_model(struct options_value *v)
{
	int i = value_choice(v, models, 2, "ptx or scord");

	if (i < 0)
		return -1;
	v->o->model = (enum options_model)i;
	v->o->model_given = true;
	return 0;
}

static int refuse_strict(struct options_value *v)
{
	return diag_set(v->diag, NULL, 0, "%s: is gone; --model ptx, the default, asks for it",
			v->label);
}

static int set_error_exitcode(struct options_value *v)
{
	uint32_t n;

	if (value_number32(v, NUMBER_PLAIN, 0, 255, &n))
		return -1;
	v->o->error_exitcode = (uint8_t)n;
	v->o->error_exitcode_given = true;
	return 0;
}

static int set_check(struct options_value *v)
{
	static const char *const names[] = {"memory", "sync", "init", "leak", NULL};

	return value_list(v, names, &v->o->check);
}

static int set_colour(struct options_value *v)
{
	static const char *const names[] = {[OPTIONS_COLOUR_AUTO] = "auto",
					    [OPTIONS_COLOUR_ALWAYS] = "always",
					    [OPTIONS_COLOUR_NEVER] = "never"};
	int i = value_choice(v, names, 3, "auto, always or never");

	if (i < 0)
		return -1;
	v->o->colour = (enum options_colour)i;
	return 0;
}

static int set_sms(struct options_value *v)
{
	return value_number32(v, NUMBER_PLAIN, 1, 1024, &v->o->machine.sms);
}

static int set_model_threads(struct options_value *v)
{
	return value_number32(v, NUMBER_PLAIN, 1, 64, &v->o->threads);
}

static int set_threads(struct options_value *v)
{
	uint32_t n;

	if (value_number32(v, NUMBER_PLAIN, SIMT_LANES, 65536, &n))
		return -1;
	if (n % SIMT_LANES)
		return value_bad(v, "not a whole number of warps", "a multiple of 32, 32 to 65536");
	v->o->machine.threads_per_sm = n;
	return 0;
}

static int set_blocks(struct options_value *v)
{
	return value_number32(v, NUMBER_PLAIN, 1, 1024, &v->o->machine.blocks_per_sm);
}

static int set_shared(struct options_value *v)
{
	struct machine_config c;

	if (value_number32(v, NUMBER_SIZE, 0, (uint32_t)SIMT_WINDOW_BYTES,
			   &v->o->machine.shared_per_sm))
		return -1;
	/* One block gets CUDA's limit, or less on an SM that has less. */
	machine_config_default(&c);
	if (c.shared_per_block > v->o->machine.shared_per_sm)
		c.shared_per_block = v->o->machine.shared_per_sm;
	v->o->machine.shared_per_block = c.shared_per_block;
	return 0;
}

static int set_memory(struct options_value *v)
{
	return value_number(v, NUMBER_SIZE, UINT64_C(1) << 20, UINT64_C(1) << 40,
			    &v->o->memory_bytes);
}

static int set_stack(struct options_value *v)
{
	return value_number32(v, NUMBER_SIZE, 0, 1U << 20, &v->o->machine.stack_bytes);
}

/* clang-format off */
static const struct option_info table[] = {
	{"seed", "N", "order of memory operations and of warps (default 0)", set_seed},
	{"mode", "MODE", "divergence model: lockstep or its (default: what the program was "
		"compiled for, its from sm_70)", set_mode},
	{"scheduler", "NAME", "which warp goes next: rr, gto or random (default rr)",
		set_scheduler},
	{"max-instructions", "N", "end with exit code 4 after N warp instructions; k, M, G "
		"(default 0: no limit)", set_max_instructions},
	{"livelock", "N", "so many events of a warp without any change are a livelock, exit "
		"code 3; 0: no watch (default 20000)", set_livelock},
	{"on-fault", "WHAT", "an access outside of all memory, or a misaligned one: stop the kernel, "
		"or continue without it (default stop)", set_on_fault},
	{"detector", "NAME", "watch for races as the hardware would: off, scord-paper (ScoRD as "
		"published) or scord (its errors corrected) (default off)", set_detector},
	{"metadata", "HOW", "the detector's metadata: full, an entry for each word, or cached16, "
		"one for 16 words (default full)", set_metadata},
	{"oracle", NULL, "watch for races exactly; with a detector, say what it misses and which of its "
		"reports are false alarms", set_oracle},
	{"model", "NAME", "what is a race to the oracle: ptx (PTX's memory model) or scord (the rules of "
		"ScoRD's benchmarks) (default ptx)", set_model},
	{"strict", NULL, NULL, refuse_strict},
	{"error-exitcode", "N", "exit code when a race or a finding of --check was found, 0 to 255; 0: the program's own "
		"(default 1)", set_error_exitcode},
	{"check", "LIST", "look for accesses outside of what is allocated (memory), undefined barriers and "
		"masks (sync), reads of what nobody wrote (init), memory never freed (leak); "
		"all, none (default memory,sync)", set_check},
	{"color", "WHEN", "colour the race report: auto (on a terminal, unless NO_COLOR is set), "
		"always or never (default auto)", set_colour},
	{"config", "NAME", "run on a GPU modelled clock by clock, with the detector's hardware in "
		"it: ref, tiny or a file (see: photofinish config)", set_config},
	{"set", "KEY=VALUE", "a parameter of --config; may be given again, or several with commas",
		set_set},
	{"engine", "NAME", "who plays the detector's and --deterministic's hardware in --config: rtl "
		"(the Verilog), golden (its models) or both, compared (default rtl)", set_engine},
	{"deterministic", NULL, "with --config: the same input gives the same memory, races or not, "
		"whatever the seed: docs/determinism.md", set_deterministic},
	{"quantum", "N", "with --deterministic: instructions of a warp between two commits, 1 to 65535 "
		"(default 200)", set_quantum},
	{"no-bta", NULL, "with --deterministic: a block barrier ends a quantum", set_no_bta},
	{"no-dwp", NULL, "with --deterministic: blocks begin between quanta only", set_no_dwp},
	{"commit", "NAME", "with --deterministic: who finds the last writer: zbuffer (a unit in each "
		"slice) or lock (software, with a lock a line) (default zbuffer)", set_commit},
	{"serial", "NAME", "with --deterministic: atomics come SM by SM at each slice (slice), leave SM by "
		"SM (cu) or warp by warp (warp) (default slice)", set_serial},
	{"threads", "N", "with --config: processors to use, 1 to 64; results do not depend on it "
		"(default 1)", set_model_threads},
	{"compare-baseline", NULL, "with --config: run the program without detector first, and say how "
		"much slower it is with it", set_compare},
	{"baseline-cycles", "N", "with --config: what it took without detector, as --compare-baseline "
		"finds out", set_baseline},
	{"csv", "FILE", "with --config: write the model's statistics to FILE as CSV", set_csv},
	{"sample", "FILE", "with --config: write all counters to FILE as CSV now and then", set_sample},
	{"sample-every", "N", "... every N core cycles; k, M, G (default 10k)", set_sample_every},
	{"wave", "FILE", "with --config and --engine rtl or both: write a trace of SM unit 0 and slice "
		"unit 0 (FST)", set_wave},
	{"wave-from", "N", "... from core cycle N; k, M, G (default 0)", set_wave_from},
	{"wave-cycles", "N", "... so many; k, M, G (default 2000)", set_wave_cycles},
	{"stats", NULL, "print statistics on standard error at exit", set_stats},
	{"memory-hash", NULL, "print a hash of all device memory after every launch, all in one, at exit: "
		"equal hashes, equal memory", set_memory_hash},
	{"json", "FILE", "write statistics and races to FILE as JSON", set_json},
	{"sarif", "FILE", "write the races to FILE as SARIF 2.1.0, for editors and code hosts", set_sarif},
	{"trace", "FILE", "write every warp operation to FILE (see: photofinish trace)", set_trace},
	{"poison", NULL, "fill fresh memory with 0xcc instead of 0", set_poison},
	{"quiet", NULL, "no progress, no notes", set_quiet},
	{"sms", "N", "streaming multiprocessors, 1 to 1024 (default 15)", set_sms},
	{"threads-per-sm", "N", "resident threads of an SM, a multiple of 32 up to 65536 "
		"(default 1024)", set_threads},
	{"blocks-per-sm", "N", "resident blocks of an SM, 1 to 1024 (default 8)", set_blocks},
	{"shared-per-sm", "SIZE", "shared memory of an SM in bytes; K, M up to 16M (default 48K)",
		set_shared},
	{"memory", "SIZE", "device memory in bytes; K, M, G, 1M to 1T (default 16G)", set_memory},
	{"stack", "SIZE", "stack of a thread for recursion in bytes, up to 1M (default 1K)",
		set_stack},
	{NULL, NULL, NULL, NULL},
};
/* clang-format on */

const struct option_info *options_table(void)
{
	return table;
}

void options_default(struct options *o)
{
	memset(o, 0, sizeof(*o));
	machine_config_default(&o->machine);
	o->memory_bytes = UINT64_C(16) << 30;
	o->threads = 1;
	o->sample_every = 10000;
	o->wave_cycles = 2000;
	o->policy = PF_SCORD;
	o->error_exitcode = OPTIONS_EXIT_RACE;
	o->check = OPTIONS_CHECK_MEMORY | OPTIONS_CHECK_SYNC;
}

const char *options_detector_name(const struct options *o)
{
	return detectors[!o->detector ? 0 : o->policy == PF_SCORD_PAPER ? 1 : 2];
}

const char *options_model_name(const struct options *o)
{
	return models[o->model];
}

const char *options_metadata_name(const struct options *o)
{
	return metadata[o->metadata];
}

void options_variable(const char *name, char variable[OPTIONS_VARIABLE])
{
	size_t n = sizeof(prefix) - 1;

	memcpy(variable, prefix, n);
	for (; *name && n + 1 < OPTIONS_VARIABLE; name++)
		variable[n++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
	variable[n] = '\0';
}

static int set(struct options *o, const struct option_info *i, const char *label, const char *text,
	       struct diag *diag)
{
	struct options_value v = {o, label, text, diag};

	if (i->arg && !text)
		return diag_set(diag, NULL, 0, "%s: needs a value (%s)", label, i->arg);
	return i->set(&v);
}

int options_set(struct options *o, const char *name, const char *value, struct diag *diag)
{
	const struct option_info *i = table;
	char label[OPTIONS_VARIABLE];

	while (i->name && strcmp(i->name, name) != 0)
		i++;
	if (!i->name)
		return diag_set(diag, NULL, 0, "--%s: no such option", name);
	snprintf(label, sizeof(label), "--%s", name);
	return set(o, i, label, value, diag);
}

int options_from_environment(struct options *o, struct diag *diag)
{
	for (char **e = environ; e && *e; e++) {
		const struct option_info *i = table;
		const char *value = strchr(*e, '=');
		char variable[OPTIONS_VARIABLE];
		size_t n;

		if (strncmp(*e, prefix, sizeof(prefix) - 1) != 0 || !value || !value[1] ||
		    !strncmp(*e, compiler, sizeof(compiler) - 1) ||
		    !strncmp(*e, rtl, sizeof(rtl) - 1))
			continue;
		n = (size_t)(value - *e);
		for (; i->name; i++) {
			options_variable(i->name, variable);
			if (strlen(variable) == n && !strncmp(variable, *e, n))
				break;
		}
		if (!i->name)
			return diag_set(diag, NULL, 0,
					"%.*s: no such option (photofinish run --help lists them)",
					n > 200 ? 200 : (int)n, *e);
		if (set(o, i, variable, value + 1, diag))
			return -1;
	}
	return options_check(o, diag);
}
