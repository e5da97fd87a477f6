/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The table of options: name, help, and where in struct options the value goes. What is more than
 * a value in its range has a function.
 */
#include <stdio.h>
#include <string.h>

#include "../reference/pf_policy.h"
#include "options_value.h"

static const char *const modes[] = {[SIMT_LOCKSTEP] = "lockstep", [SIMT_ITS] = "its", NULL};
static const char *const schedulers[] = {
	[MACHINE_RR] = "rr", [MACHINE_GTO] = "gto", [MACHINE_RANDOM] = "random", NULL};
static const char *const on_fault[] = {
	[MACHINE_STOP] = "stop", [MACHINE_CONTINUE] = "continue", NULL};
#define PF_POLICY(ID, name, text) text,
static const char *const detectors[] = {"off",
#include "../reference/policies.def"
					"iguard-paper", "iguard", "exact", "shared", "on", NULL};
#undef PF_POLICY
static const char *const iguard[][2] = {
	[OPTIONS_IGUARD_OFF] = {NULL, NULL},
	[OPTIONS_IGUARD_PAPER] = {"iguard-paper", "iguard-paper+shared"},
	[OPTIONS_IGUARD] = {"iguard", "iguard+shared"},
};
static const char *const models[] = {
	[OPTIONS_MODEL_PTX] = "ptx", [OPTIONS_MODEL_SCORD] = "scord", NULL};
static const char *const metadata[] = {[PF_FULL] = "full",
				       [PF_CACHED16] = "cached16",
				       [PF_LINES] = "lines",
				       [PF_LINES2] = "lines2",
				       NULL};
static const char *const grace[] = {[GRACE_OFF] = "off",
				    [GRACE_STMT] = "stmt",
				    [GRACE_ADDR] = "addr",
				    [GRACE_ADDR_PAPER] = "addr-paper",
				    NULL};
static const char *const checks[] = {"memory", "sync", "init", "leak", NULL};
static const char *const colours[] = {[OPTIONS_COLOUR_AUTO] = "auto",
				      [OPTIONS_COLOUR_ALWAYS] = "always",
				      [OPTIONS_COLOUR_NEVER] = "never",
				      NULL};
static const char *const backends[] = {"rtl", "model", "compare", NULL};
static const char *const commits[] = {"zbuffer", "lock", NULL};
static const char *const serials[] = {"slice", "cu", "warp", NULL};

/* Places in detectors[] */
enum { SCORDS = PF_POLICIES, IGUARD_PAPER, IGUARD, EXACT, SHARED, ON };

/* One name of detectors[] joins those before it. */
static void choose(struct options *o, int i)
{
	if ((i > 0 && i <= SCORDS) || i == ON) {
		o->detector = true;
		o->policy = i == ON ? PF_SCORD : (enum pf_policy)(i - 1);
	} else if (i == IGUARD_PAPER || i == IGUARD) {
		o->iguard = i == IGUARD ? OPTIONS_IGUARD : OPTIONS_IGUARD_PAPER;
	}
	o->exact |= i == EXACT;
	o->shared |= i >= SHARED;
}

/* "scord", "shared", "scord+shared", which is "on" */
static int set_detector(struct options_value *v)
{
	struct options o = *v->o;
	struct options_value part = *v;
	const char *rest = v->text;
	char name[32];

	o.detector = o.shared = false;
	o.iguard = OPTIONS_IGUARD_OFF;
	o.exact = false;
	do {
		const char *plus = strchr(rest, '+');
		const size_t n = plus ? (size_t)(plus - rest) : strlen(rest);
		int i;

		snprintf(name, sizeof(name), "%.*s", (int)(n < sizeof(name) ? n : sizeof(name) - 1),
			 rest);
		part.text = n < sizeof(name) ? name : v->text;
		i = value_choice(&part, detectors);
		if (i < 0)
			return -1;
		if (((i == 0 || i == ON) && (plus || rest != v->text)) ||
		    (i == SHARED ? o.shared : i > 0 && i < SHARED && options_global_detector(&o)))
			return value_bad(v, "no list of detectors",
					 "off, on, or one for global memory, shared, or both with "
					 "+ between");
		choose(&o, i);
		rest = plus ? plus + 1 : NULL;
	} while (rest);
	*v->o = o;
	return 0;
}

static int refuse_strict(struct options_value *v)
{
	return diag_set(v->diag, NULL, 0, "%s: is gone; --model ptx, the default, asks for it",
			v->label);
}

static int set_backend(struct options_value *v)
{
	const bool both = !strcmp(v->text, "both");
	int i;

	if (both || !strcmp(v->text, "golden"))
		return diag_set(v->diag, NULL, 0, "%s: '%s' is called %s now", v->label, v->text,
				both ? "compare" : "model");
	i = value_choice(v, backends);
	if (i >= 0)
		v->o->backend = backends[i];
	return i < 0 ? -1 : 0;
}

static int refuse_engine(struct options_value *v)
{
	return diag_set(v->diag, NULL, 0, "%s: is gone; --backend takes rtl, model or compare",
			v->label);
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
	v->o->machine.shared_optin = v->o->machine.shared_per_sm;
	return 0;
}

/* clang-format off */
#define FIELD(f) .offset = offsetof(struct options, f), .size = sizeof(((struct options *)0)->f)
#define GIVEN(f) .given = offsetof(struct options, f)
#define NUMBER_RANGE(u, from, to) .kind = OPTIONS_NUMBER, .unit = NUMBER_##u, .min = from, .max = to
#define NUMBER(u, from, to, f) {NUMBER_RANGE(u, from, to), FIELD(f)}
#define NUMBER_GIVEN(u, from, to, f, g) {NUMBER_RANGE(u, from, to), FIELD(f), GIVEN(g)}
#define FLAG(f) {.kind = OPTIONS_FLAG, FIELD(f)}
#define FILE_NAME(f) {.kind = OPTIONS_FILE, FIELD(f)}
#define CHOICE(list, f) {.kind = OPTIONS_CHOICE, .words = list, FIELD(f)}
#define CHOICE_GIVEN(list, f, g) {.kind = OPTIONS_CHOICE, .words = list, FIELD(f), GIVEN(g)}
#define WORD(list, f) {.kind = OPTIONS_WORD, .words = list, FIELD(f)}
#define LIST(list, f) {.kind = OPTIONS_LIST, .words = list, FIELD(f)}
#define BY(function) {.kind = OPTIONS_OTHER, .set = function}

static const struct option_info table[] = {
	{"seed", "N", "order of memory operations and of warps (default 0)", NUMBER(PLAIN, 0, UINT64_MAX, machine.seed)},
	{"mode", "MODE", "divergence model: lockstep or its (default: what the program was "
		"compiled for, its from sm_70)", CHOICE_GIVEN(modes, machine.mode, mode_given)},
	{"scheduler", "NAME", "which warp goes next: rr, gto or random (default rr)",
		CHOICE(schedulers, machine.scheduler)},
	{"max-instructions", "N", "end with exit code 4 after N warp instructions; k, M, G "
		"(default 0: no limit)", NUMBER(COUNT, 0, UINT64_MAX, machine.max_warp_insns)},
	{"livelock", "N", "so many events of a warp without any change are a livelock, exit "
		"code 3; 0: no watch (default 20000)", NUMBER(COUNT, 0, UINT64_MAX, machine.livelock_repeats)},
	{"on-fault", "WHAT", "an access outside of all memory, or a misaligned one: stop the kernel, "
		"or continue without it (default stop)", CHOICE(on_fault, machine.on_fault)},
	{"detector", "NAME", "watch for races as the hardware would: on, scord+shared; off; global memory: scord-paper "
		"(ScoRD as published) or scord (its errors corrected), iguard-paper or iguard (iGUARD, likewise, which "
		"takes threads for threads; as published not with --config), exact (by exact clocks: the first race on each "
		"byte, no false alarm; not with --config); shared memory: shared; both with + "
		"between (default off)", BY(set_detector)},
	{"metadata", "HOW", "the detector's metadata: full, an entry for each word, cached16, "
		"one for 16 words, or lines, as full but three different ones a line of 128 bytes "
		"and a block for a line with more (lines2: two); not with --config (default full). Of iguard: "
		"lines, as its hardware keeps it (default: all that its rules ask for)", CHOICE_GIVEN(metadata, metadata, metadata_given)},
	{"oracle", NULL, "watch for races exactly; with a detector, say what it misses and which of its "
		"reports are false alarms", FLAG(oracle)},
	{"model", "NAME", "what is a race to the oracle: ptx (PTX's memory model) or scord (the rules of "
		"ScoRD's benchmarks) (default ptx)", CHOICE_GIVEN(models, model, model_given)},
	{"strict", NULL, NULL, BY(refuse_strict)},
	{"error-exitcode", "N", "exit code when a race or a finding of --check was found, 0 to 255; 0: the program's own "
		"(default 1)", NUMBER_GIVEN(PLAIN, 0, 255, error_exitcode, error_exitcode_given)},
	{"check", "LIST", "look for accesses outside of what is allocated (memory), undefined barriers and "
		"masks (sync), reads of what nobody wrote (init), memory never freed (leak); "
		"all, none (default memory,sync)", LIST(checks, check)},
	{"grace", "SCHEME", "look for races between warps in shared memory as GRace does (PPoPP 2011), to compare: stmt "
		"(all accesses kept and compared), addr (counts for each address) or addr-paper (as it is printed); off "
		"(default off)", CHOICE(grace, grace)},
	{"prune", NULL, "at each launch, prove from the code which accesses to shared memory can not race, and let "
		"--detector shared (or --grace) pass these over", FLAG(prune)},
	{"color", "WHEN", "colour the race report: auto (on a terminal, unless NO_COLOR is set), "
		"always or never (default auto)", CHOICE(colours, colour)},
	{"config", "NAME", "run on a GPU modelled clock by clock, with the detector's hardware in "
		"it: ref, tiny, modern or a file (see: photofinish config)", FILE_NAME(config)},
	{"set", "KEY=VALUE", "a parameter of --config; may be given again, or several with commas",
		FILE_NAME(set)},
	{"backend", "NAME", "what the detector's and --deterministic's hardware in --config is: rtl "
		"(the Verilog), model (its reference models) or compare (both, compared) (default rtl)",
		BY(set_backend)},
	{"engine", "NAME", NULL, BY(refuse_engine)},
	{"deterministic", NULL, "with --config: the same input gives the same memory, races or not, "
		"whatever the seed: docs/determinism.md", FLAG(deterministic)},
	{"quantum", "N", "with --deterministic: instructions of a warp between two commits, 1 to 65535 "
		"(default 200)", NUMBER(COUNT, 1, 65535, quantum)},
	{"no-bta", NULL, "with --deterministic: a block barrier ends a quantum", FLAG(no_bta)},
	{"no-dwp", NULL, "with --deterministic: blocks begin between quanta only", FLAG(no_dwp)},
	{"commit", "NAME", "with --deterministic: who finds the last writer: zbuffer (a unit in each "
		"slice) or lock (software, with a lock a line) (default zbuffer)", WORD(commits, commit)},
	{"serial", "NAME", "with --deterministic: atomics come SM by SM at each slice (slice), leave SM by "
		"SM (cu) or warp by warp (warp) (default slice)", WORD(serials, serial)},
	{"threads", "N", "processors to use, 1 to 64; results do not depend on it (default: "
		"all, with --config 1)", NUMBER(PLAIN, 1, 64, threads)},
	{"compare-baseline", NULL, "with --config: run the program without detector first, and say how "
		"much slower it is with it", FLAG(compare_baseline)},
	{"baseline-cycles", "N", "with --config: what it took without detector, as --compare-baseline "
		"finds out", NUMBER(PLAIN, 0, UINT64_MAX, baseline_cycles)},
	{"csv", "FILE", "with --config: write the model's statistics to FILE as CSV", FILE_NAME(csv)},
	{"sample", "FILE", "with --config: write all counters to FILE as CSV now and then", FILE_NAME(sample)},
	{"sample-every", "N", "... every N core cycles; k, M, G (default 10k)", NUMBER(COUNT, 1, UINT64_MAX, sample_every)},
	{"wave", "FILE", "with --config and --backend rtl or compare: write a trace of SM unit 0 and slice "
		"unit 0 (FST)", FILE_NAME(wave)},
	{"wave-from", "N", "... from core cycle N; k, M, G (default 0)", NUMBER(COUNT, 0, UINT64_MAX, wave_from)},
	{"wave-cycles", "N", "... so many; k, M, G (default 2000)", NUMBER(COUNT, 1, UINT64_MAX, wave_cycles)},
	{"stats", NULL, "print statistics on standard error at exit", FLAG(stats)},
	{"memory-hash", NULL, "print a hash of all device memory after every launch, all in one, at exit: "
		"equal hashes, equal memory", FLAG(memory_hash)},
	{"json", "FILE", "write statistics and races to FILE as JSON", FILE_NAME(json)},
	{"sarif", "FILE", "write the races to FILE as SARIF 2.1.0, for editors and code hosts; %p and %b in FILE: process, program", FILE_NAME(sarif)},
	{"trace", "FILE", "write every warp operation to FILE (see: photofinish trace)", FILE_NAME(trace)},
	{"poison", NULL, "fill fresh memory with 0xcc instead of 0", FLAG(machine.poison)},
	{"quiet", NULL, "no progress, no notes", FLAG(quiet)},
	{"sms", "N", "streaming multiprocessors, 1 to 1024 (default 15)", NUMBER(PLAIN, 1, 1024, machine.sms)},
	{"threads-per-sm", "N", "resident threads of an SM, a multiple of 32 up to 65536 "
		"(default 1024)", BY(set_threads)},
	{"blocks-per-sm", "N", "resident blocks of an SM, 1 to 1024 (default 8)", NUMBER(PLAIN, 1, 1024, machine.blocks_per_sm)},
	{"shared-per-sm", "SIZE", "shared memory of an SM in bytes; K, M up to 16M (default 48K)",
		BY(set_shared)},
	{"memory", "SIZE", "device memory in bytes; K, M, G, 1M to 1T (default 16G)", NUMBER(SIZE, UINT64_C(1) << 20, UINT64_C(1) << 40, memory_bytes)},
	{"stack", "SIZE", "stack of a thread for recursion in bytes, up to 1M (default 1K)",
		NUMBER(SIZE, 0, 1U << 20, machine.stack_bytes)},
	{.name = NULL},
};
/* clang-format on */

const struct option_info *options_table(void)
{
	return table;
}

const char *options_detector_name(const struct options *o)
{
	static const char *const with_shared[] = {
#define PF_POLICY(ID, name, text) text "+shared",
#include "../reference/policies.def"
#undef PF_POLICY
	};

	if (o->iguard)
		return iguard[o->iguard][o->shared];
	if (o->exact)
		return o->shared ? "exact+shared" : "exact";
	if (o->shared)
		return o->detector ? with_shared[o->policy] : "shared";
	return o->detector ? pf_policy_name(o->policy) : "off";
}

const char *options_global_name(const struct options *o)
{
	if (o->iguard)
		return iguard[o->iguard][0];
	if (o->exact)
		return "exact";
	return o->detector ? pf_policy_name(o->policy) : NULL;
}

const char *options_model_name(const struct options *o)
{
	return models[o->model];
}

const char *options_grace_name(const struct options *o)
{
	return grace[o->grace];
}

const char *options_metadata_name(const struct options *o)
{
	return metadata[o->metadata];
}
