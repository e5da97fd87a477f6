/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every option: what it accepts, what it refuses and with which words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sw/session/options.h"

static struct options set(const char *name, const char *value)
{
	struct diag diag = {""};
	struct options o;

	options_default(&o);
	if (options_set(&o, name, value, &diag))
		fail_msg("--%s %s: %s", name, value ? value : "(none)", diag.text);
	return o;
}

static void refuse(const char *name, const char *value, const char *message)
{
	struct diag diag = {""};
	struct options o, before;

	options_default(&o);
	before = o;
	assert_int_equal(options_set(&o, name, value, &diag), -1);
	assert_string_equal(diag.text, message);
	assert_memory_equal(&o, &before, sizeof(o)); /* nothing half set */
}

static void test_defaults(void **state)
{
	struct machine_config c;
	struct options o;

	(void)state;
	machine_config_default(&c);
	options_default(&o);
	c.shared_optin = 163 << 10; /* the only thing that a user's machine has besides */
	assert_memory_equal(&o.machine, &c, sizeof(c));
	assert_true(o.memory_bytes == UINT64_C(16) << 30);
	assert_false(o.mode_given || o.stats || o.quiet || o.json || o.trace);
	assert_false(o.detector || o.oracle || o.model_given || o.metadata_given);
	assert_string_equal(options_detector_name(&o), "off");
	assert_string_equal(options_metadata_name(&o), "full");
	assert_int_equal(o.error_exitcode, 1);
	assert_int_equal(o.colour, OPTIONS_COLOUR_AUTO);
	/* What the help texts promise */
	assert_true(c.seed == 0 && c.scheduler == MACHINE_RR && c.max_warp_insns == 0);
	assert_true(c.livelock_repeats == 20000 && c.sms == 15 && c.threads_per_sm == 1024);
	assert_true(c.blocks_per_sm == 8 && c.shared_per_sm == 49152 && c.stack_bytes == 1024);
}

static void test_accepts(void **state)
{
	(void)state;
	assert_true(set("seed", "0").machine.seed == 0);
	assert_true(set("seed", "18446744073709551615").machine.seed == UINT64_MAX);
	assert_true(set("seed", "0xFfffFfff0000000a").machine.seed == 0xffffffff0000000aU);
	assert_int_equal(set("mode", "lockstep").machine.mode, SIMT_LOCKSTEP);
	assert_int_equal(set("mode", "its").machine.mode, SIMT_ITS);
	assert_true(set("mode", "its").mode_given);
	assert_int_equal(set("scheduler", "rr").machine.scheduler, MACHINE_RR);
	assert_int_equal(set("scheduler", "gto").machine.scheduler, MACHINE_GTO);
	assert_int_equal(set("scheduler", "random").machine.scheduler, MACHINE_RANDOM);
	assert_true(set("max-instructions", "12").machine.max_warp_insns == 12);
	assert_true(set("max-instructions", "3k").machine.max_warp_insns == 3000);
	assert_true(set("max-instructions", "3K").machine.max_warp_insns == 3000);
	assert_true(set("max-instructions", "2M").machine.max_warp_insns == 2000000);
	assert_true(set("max-instructions", "5G").machine.max_warp_insns == 5000000000U);
	assert_true(set("livelock", "0").machine.livelock_repeats == 0);
	assert_true(set("livelock", "1M").machine.livelock_repeats == 1000000);
	assert_true(set("stats", NULL).stats && set("stats", "1").stats);
	assert_false(set("stats", "0").stats);
	assert_true(set("quiet", NULL).quiet);
	assert_true(set("poison", NULL).machine.poison);
	assert_string_equal(set("json", "a b.json").json, "a b.json");
	assert_string_equal(set("trace", "t").trace, "t");
	assert_int_equal(set("sms", "1").machine.sms, 1);
	assert_int_equal(set("sms", "1024").machine.sms, 1024);
	assert_int_equal(set("threads-per-sm", "32").machine.threads_per_sm, 32);
	assert_int_equal(set("threads-per-sm", "65536").machine.threads_per_sm, 65536);
	assert_int_equal(set("blocks-per-sm", "1024").machine.blocks_per_sm, 1024);
	assert_int_equal(set("shared-per-sm", "16M").machine.shared_per_sm, 16 << 20);
	assert_int_equal(set("shared-per-sm", "96K").machine.shared_per_block, 49152);
	assert_int_equal(set("shared-per-sm", "16k").machine.shared_per_block, 16384);
	assert_true(set("memory", "1M").memory_bytes == 1 << 20);
	assert_true(set("memory", "1T").memory_bytes == UINT64_C(1) << 40);
	assert_true(set("memory", "3g").memory_bytes == UINT64_C(3) << 30);
	assert_int_equal(set("stack", "0").machine.stack_bytes, 0);
	assert_int_equal(set("stack", "1M").machine.stack_bytes, 1 << 20);
}

static void test_races(void **state)
{
	struct options o;

	(void)state;
	o = set("detector", "scord-paper");
	assert_true(o.detector && o.policy == PF_SCORD_PAPER);
	assert_string_equal(options_detector_name(&o), "scord-paper");
	o = set("detector", "scord");
	assert_true(o.detector && o.policy == PF_SCORD);
	assert_string_equal(options_detector_name(&o), "scord");
	assert_false(set("detector", "off").detector);
	o = set("detector", "iguard");
	assert_true(!o.detector && !o.shared && o.iguard == OPTIONS_IGUARD);
	assert_string_equal(options_detector_name(&o), "iguard");
	o = set("detector", "exact+shared");
	assert_true(o.exact && o.shared && !o.detector && !o.iguard);
	assert_string_equal(options_detector_name(&o), "exact+shared");
	assert_string_equal(options_global_name(&o), "exact");
	o = set("detector", "shared+iguard-paper");
	assert_true(!o.detector && o.shared && o.iguard == OPTIONS_IGUARD_PAPER);
	assert_string_equal(options_detector_name(&o), "iguard-paper+shared");
	assert_string_equal(options_global_name(&o), "iguard-paper");
	assert_true(options_any_detector(&o) && options_global_detector(&o));
	o = set("metadata", "cached16");
	assert_int_equal(o.metadata, PF_CACHED16);
	assert_string_equal(options_metadata_name(&o), "cached16");
	assert_int_equal(set("metadata", "full").metadata, PF_FULL);
	assert_true(set("oracle", NULL).oracle);
	assert_int_equal(set("model", "ptx").model, OPTIONS_MODEL_PTX);
	assert_int_equal(set("model", "scord").model, OPTIONS_MODEL_SCORD);
	assert_int_equal(set("error-exitcode", "0").error_exitcode, 0);
	assert_int_equal(set("error-exitcode", "255").error_exitcode, 255);
	assert_int_equal(set("color", "always").colour, OPTIONS_COLOUR_ALWAYS);
	assert_int_equal(set("color", "never").colour, OPTIONS_COLOUR_NEVER);
	assert_int_equal(set("color", "auto").colour, OPTIONS_COLOUR_AUTO);
	refuse("detector", "Scord",
	       "--detector: 'Scord' is unknown; expected off, scord-paper, scord, iguard-paper, "
	       "iguard, exact, shared or on");
	refuse("detector", "scord+iguard",
	       "--detector: 'scord+iguard' is no list of detectors; expected off, on, or one for "
	       "global memory, shared, or "
	       "both with + between");
	refuse("metadata", "16",
	       "--metadata: '16' is unknown; expected full, cached16, lines or lines2");
	refuse("error-exitcode", "256",
	       "--error-exitcode: '256' is out of range; expected 0 to 255");
	refuse("error-exitcode", "-1", "--error-exitcode: '-1' is not a number; expected 0 to 255");
	refuse("color", "yes", "--color: 'yes' is unknown; expected auto, always or never");
	refuse("oracle", "on", "--oracle: 'on' is not a flag's value; expected 1 (on) or 0 (off)");
}

static void test_deterministic(void **state)
{
	(void)state;
	assert_true(set("deterministic", NULL).deterministic);
	assert_true(set("deterministic", "0").deterministic == false);
	assert_true(set("quantum", "1").quantum == 1 && set("quantum", "65535").quantum == 65535);
	assert_true(set("no-bta", "1").no_bta && set("no-dwp", NULL).no_dwp);
	assert_string_equal(set("commit", "lock").commit, "lock");
	assert_string_equal(set("commit", "zbuffer").commit, "zbuffer");
	assert_string_equal(set("serial", "slice").serial, "slice");
	assert_string_equal(set("serial", "cu").serial, "cu");
	assert_string_equal(set("serial", "warp").serial, "warp");
	assert_true(set("memory-hash", NULL).memory_hash);
	refuse("quantum", "0",
	       "--quantum: '0' is out of range; expected 1 to 65535 (k, M, G: thousands)");
	refuse("quantum", "65536",
	       "--quantum: '65536' is out of range; expected 1 to 65535 (k, M, G: thousands)");
	refuse("commit", "locks", "--commit: 'locks' is unknown; expected zbuffer or lock");
	refuse("serial", "sm", "--serial: 'sm' is unknown; expected slice, cu or warp");
	refuse("no-bta", "off",
	       "--no-bta: 'off' is not a flag's value; expected 1 (on) or 0 (off)");
}

/* Sets n variables, reads all, unsets them again. NULL: accepted; else the message. */
static void together(const char *const variables[], unsigned n, const char *message)
{
	struct diag diag = {""};
	struct options o;
	int r;

	for (unsigned i = 0; i < n; i++)
		setenv(variables[2 * i], variables[2 * i + 1], 1);
	options_default(&o);
	r = options_from_environment(&o, &diag);
	for (unsigned i = 0; i < n; i++)
		unsetenv(variables[2 * i]);
	assert_string_equal(diag.text, message ? message : "");
	assert_int_equal(r, message ? -1 : 0);
}

static void test_together(void **state)
{
	static const char *const rules[] = {"PHOTOFINISH_MODEL",    "scord",
					    "PHOTOFINISH_ORACLE",   "1",
					    "PHOTOFINISH_DETECTOR", "scord"};
	static const char *const metadata[] = {"PHOTOFINISH_METADATA", "full",
					       "PHOTOFINISH_DETECTOR", "scord"};
	static const char *const two[] = {"PHOTOFINISH_METADATA", "lines2",
					  "PHOTOFINISH_DETECTOR", "scord",
					  "PHOTOFINISH_CONFIG",   "ref"};
	static const char *const off[] = {"PHOTOFINISH_METADATA", "full", "PHOTOFINISH_DETECTOR",
					  "off"};
	static const char *const unchecked[] = {"PHOTOFINISH_ERROR_EXITCODE", "0",
						"PHOTOFINISH_CHECK", "none"};
	static const char *const sarif[] = {"PHOTOFINISH_SARIF", "x.sarif", "PHOTOFINISH_ORACLE",
					    "1"};
	static const char *const code[] = {"PHOTOFINISH_ERROR_EXITCODE", "0", "PHOTOFINISH_ORACLE",
					   "1"};
	static const char *const model[] = {
		"PHOTOFINISH_BACKEND",  "model", "PHOTOFINISH_CONFIG", "ref",
		"PHOTOFINISH_DETECTOR", "scord", "PHOTOFINISH_ORACLE", "1"};
	static const char *const wave[] = {
		"PHOTOFINISH_WAVE",     "w.fst", "PHOTOFINISH_CONFIG",  "ref",
		"PHOTOFINISH_DETECTOR", "scord", "PHOTOFINISH_BACKEND", "model"};

	static const char *const order[] = {
		"PHOTOFINISH_DETERMINISTIC", "1",   "PHOTOFINISH_CONFIG",  "ref",
		"PHOTOFINISH_BACKEND",       "rtl", "PHOTOFINISH_QUANTUM", "7",
		"PHOTOFINISH_SERIAL",        "cu",  "PHOTOFINISH_COMMIT",  "lock"};
	static const char *const watched[] = {"PHOTOFINISH_DETERMINISTIC", "1",
					      "PHOTOFINISH_CONFIG",        "ref",
					      "PHOTOFINISH_ORACLE",        "1"};
	static const char *const traced[] = {"PHOTOFINISH_DETERMINISTIC", "1",
					     "PHOTOFINISH_CONFIG",        "ref",
					     "PHOTOFINISH_TRACE",         "t"};
	static const char *const of_order[][2] = {{"PHOTOFINISH_QUANTUM", "7"},
						  {"PHOTOFINISH_NO_BTA", "1"},
						  {"PHOTOFINISH_NO_DWP", "1"},
						  {"PHOTOFINISH_COMMIT", "lock"},
						  {"PHOTOFINISH_SERIAL", "warp"}};
	static const char *const of_order_refused[] = {
		"--quantum: is for --deterministic, which is off",
		"--no-bta: is for --deterministic, which is off",
		"--no-dwp: is for --deterministic, which is off",
		"--commit: is for --deterministic, which is off",
		"--serial: is for --deterministic, which is off"};

	(void)state;
	together(order, 1, "--deterministic: is for --config, which is off");
	together(order, 2, NULL);
	together(order, 6, NULL);
	together(watched, 3,
		 "--oracle: beside --deterministic is not supported: stores are not performed one "
		 "by one there");
	together(traced, 3,
		 "--trace: beside --deterministic is not supported: stores are not performed one "
		 "by one there");
	for (unsigned i = 0; i < 5; i++)
		together(of_order[i], 1, of_order_refused[i]);
	together(model, 1, "--backend: is for --config, which is off");
	together(model, 2, "--backend: is for --detector, which is off");
	together(model, 3, NULL);
	together(model, 4, NULL);
	together(wave, 3, NULL);
	together(wave, 4, "--wave: reference models have no wires");
	together(rules, 1, "--model: is for --oracle, which is off");
	together(rules, 2, NULL);
	together(rules, 3, NULL);
	together(metadata, 1, "--metadata: is for --detector, which is off");
	together(two, 2, NULL);
	together(two, 3,
		 "--metadata lines2: the hardware that --config models has full and cached16");
	together(metadata, 2, NULL);
	together(off, 2, "--metadata: is for --detector, which is off");
	together(code, 1, NULL); /* --check is on by itself */
	together(code, 2, NULL);
	together(unchecked, 2,
		 "--error-exitcode: is for --detector, --oracle and --check, which are off");
	together(sarif, 1, "--sarif: is for --detector and --oracle, which are off");
	together(sarif, 2, NULL);
}

static void test_not_a_number(void **state)
{
	static const char *const texts[] = {"",    " 1",  "1 ",  "-1",  "+1", "x", "0x",
					    "12x", "1.5", "1e3", "0xg", "1k", "k"};
	char message[200];

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		snprintf(message, sizeof(message),
			 "--seed: '%s' is not a number; expected 0 to 18446744073709551615",
			 texts[i]);
		refuse("seed", texts[i], message);
	}
	refuse("max-instructions", "3kk",
	       "--max-instructions: '3kk' is not a number; expected 0 to 18446744073709551615 "
	       "(k, M, G: thousands)");
	refuse("livelock", "-1",
	       "--livelock: '-1' is not a number; expected 0 to 18446744073709551615 "
	       "(k, M, G: thousands)");
	refuse("memory", "1P",
	       "--memory: '1P' is not a number; expected 1048576 to 1099511627776 "
	       "(K, M, G: 1024s)");
}

static void test_out_of_range(void **state)
{
	(void)state;
	refuse("seed", "18446744073709551616",
	       "--seed: '18446744073709551616' is out of range; expected 0 to "
	       "18446744073709551615");
	refuse("seed", "0x10000000000000000",
	       "--seed: '0x10000000000000000' is out of range; expected 0 to "
	       "18446744073709551615");
	refuse("max-instructions", "18446744073709552k",
	       "--max-instructions: '18446744073709552k' is out of range; expected 0 to "
	       "18446744073709551615 (k, M, G: thousands)");
	refuse("memory", "1023K",
	       "--memory: '1023K' is out of range; expected 1048576 to 1099511627776 "
	       "(K, M, G: 1024s)");
	refuse("memory", "1025G",
	       "--memory: '1025G' is out of range; expected 1048576 to 1099511627776 "
	       "(K, M, G: 1024s)");
	refuse("sms", "0", "--sms: '0' is out of range; expected 1 to 1024");
	refuse("sms", "1025", "--sms: '1025' is out of range; expected 1 to 1024");
	refuse("sms", "4294967297", "--sms: '4294967297' is out of range; expected 1 to 1024");
	refuse("threads-per-sm", "31",
	       "--threads-per-sm: '31' is out of range; expected 32 to 65536");
	refuse("threads-per-sm", "65568",
	       "--threads-per-sm: '65568' is out of range; expected 32 to 65536");
	refuse("threads-per-sm", "33",
	       "--threads-per-sm: '33' is not a whole number of warps; expected a multiple of "
	       "32, 32 to 65536");
	refuse("blocks-per-sm", "0", "--blocks-per-sm: '0' is out of range; expected 1 to 1024");
	refuse("shared-per-sm", "16777217",
	       "--shared-per-sm: '16777217' is out of range; expected 0 to 16777216 "
	       "(K, M, G: 1024s)");
	refuse("stack", "2M",
	       "--stack: '2M' is out of range; expected 0 to 1048576 (K, M, G: 1024s)");
}

static void test_words(void **state)
{
	(void)state;
	refuse("mode", "ITS", "--mode: 'ITS' is unknown; expected lockstep or its");
	refuse("mode", "", "--mode: '' is unknown; expected lockstep or its");
	refuse("scheduler", "fifo", "--scheduler: 'fifo' is unknown; expected rr, gto or random");
	refuse("json", "", "--json: '' is empty; expected a file name");
	refuse("config", "", "--config: '' is empty; expected a file name");
	refuse("backend", "verilog",
	       "--backend: 'verilog' is unknown; expected rtl, model or compare");
	refuse("backend", "golden", "--backend: 'golden' is called model now");
	refuse("backend", "both", "--backend: 'both' is called compare now");
	refuse("engine", "rtl", "--engine: is gone; --backend takes rtl, model or compare");
	refuse("threads", "0", "--threads: '0' is out of range; expected 1 to 64");
	refuse("sample-every", "0",
	       "--sample-every: '0' is out of range; expected 1 to 18446744073709551615 (k, M, G: "
	       "thousands)");
	refuse("trace", "", "--trace: '' is empty; expected a file name");
	refuse("stats", "yes", "--stats: 'yes' is not a flag's value; expected 1 (on) or 0 (off)");
	refuse("quiet", "2", "--quiet: '2' is not a flag's value; expected 1 (on) or 0 (off)");
	refuse("poison", "", "--poison: '' is not a flag's value; expected 1 (on) or 0 (off)");
	refuse("frob", "1", "--frob: no such option");
	refuse("", "1", "--: no such option");
}

static void test_values(void **state)
{
	struct options o;

	(void)state;
	assert_true(set("baseline-cycles", "12").baseline_cycles == 12);
	assert_true(set("compare-baseline", NULL).compare_baseline);
	assert_true(set("sample-every", "2k").sample_every == 2000);
	assert_true(set("wave-from", "3k").wave_from == 3000);
	assert_true(set("wave-cycles", "4k").wave_cycles == 4000);
	assert_string_equal(set("csv", "a").csv, "a");
	assert_string_equal(set("sample", "b").sample, "b");
	assert_string_equal(set("wave", "c").wave, "c");
	assert_string_equal(set("sarif", "d").sarif, "d");
	assert_string_equal(set("set", "e").set, "e");
	assert_string_equal(set("config", "f").config, "f");
	assert_string_equal(set("backend", "compare").backend, "compare");
	assert_int_equal(set("threads", "64").threads, 64);
	assert_int_equal(set("on-fault", "continue").machine.on_fault, MACHINE_CONTINUE);
	assert_int_equal(set("check", "init,leak").check, OPTIONS_CHECK_INIT | OPTIONS_CHECK_LEAK);
	o = set("seed", "1");
	assert_false(o.mode_given || o.model_given || o.metadata_given || o.error_exitcode_given);
	assert_true(set("mode", "its").mode_given && set("model", "ptx").model_given);
	assert_true(set("metadata", "full").metadata_given);
	assert_true(set("error-exitcode", "1").error_exitcode_given);
}

/* Bytes of a and b that differ outside of n bytes at `at`, and of one at `given` unless that is 0.
 */
static unsigned others(const struct options *a, const struct options *b, size_t at, size_t n,
		       size_t given)
{
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	unsigned differ = 0;

	for (size_t i = 0; i < sizeof(*a); i++)
		if (i - at >= n && !(given && i == given))
			differ += x[i] != y[i];
	return differ;
}

/* What the table writes is its field and nothing beside it, and no field is written by two. */
static void test_fields(void **state)
{
	static const size_t sizes[] = {[OPTIONS_FLAG] = sizeof(bool),
				       [OPTIONS_FILE] = sizeof(char *),
				       [OPTIONS_CHOICE] = sizeof(enum simt_mode),
				       [OPTIONS_WORD] = sizeof(char *),
				       [OPTIONS_LIST] = sizeof(unsigned)};
	struct options before;

	(void)state;
	options_default(&before);
	for (const struct option_info *i = options_table(); i->name; i++) {
		const struct options_target *t = &i->to;
		char number[24];
		const char *text = "none";
		struct options o;

		if (t->kind == OPTIONS_OTHER)
			continue;
		snprintf(number, sizeof(number), "%llu", (unsigned long long)t->max);
		if (t->kind == OPTIONS_FLAG || t->kind == OPTIONS_NUMBER)
			text = t->kind == OPTIONS_FLAG ? "1" : number;
		else if (t->words && t->kind != OPTIONS_LIST)
			text = t->words[1];
		o = set(i->name, text);
		assert_int_equal(others(&o, &before, t->offset, t->size, t->given), 0);
		if (t->kind == OPTIONS_NUMBER)
			assert_true(t->size == 8 || !(t->max >> (8 * t->size)));
		else
			assert_int_equal(t->size, sizes[t->kind]);
		for (const struct option_info *j = options_table(); j != i; j++)
			assert_true(j->to.kind == OPTIONS_OTHER || j->to.offset != t->offset);
	}
}

/* Each option that takes a value says so when there is none, and has a help text. */
static void test_table(void **state)
{
	const struct option_info *i = options_table();
	struct diag diag = {""};
	struct options o;
	unsigned n = 0;

	(void)state;
	options_default(&o);
	for (; i->name; i++, n++) {
		char message[100], variable[OPTIONS_VARIABLE];

		if (!i->help) { /* one that is no more says so, whatever its value */
			snprintf(message, sizeof(message), "--%s: is gone; ", i->name);
			assert_int_equal(options_set(&o, i->name, "1", &diag), -1);
			assert_int_equal(strncmp(diag.text, message, strlen(message)), 0);
			continue;
		}
		snprintf(message, sizeof(message), "--%s: needs a value (%s)", i->name,
			 i->arg ? i->arg : "");
		if (i->arg)
			refuse(i->name, NULL, message);
		options_variable(i->name, variable);
		assert_int_equal(strncmp(variable, "PHOTOFINISH_", 12), 0);
		assert_int_equal(strlen(variable), 12 + strlen(i->name));
	}
	assert_int_equal(n, 48);
}

static void test_environment(void **state)
{
	struct diag diag = {""};
	struct options o;

	(void)state;
	setenv("PHOTOFINISH_MAX_INSTRUCTIONS", "7k", 1);
	setenv("PHOTOFINISH_TRACE", "some file", 1);
	setenv("PHOTOFINISH_STATS", "1", 1);
	setenv("PHOTOFINISH_QUIET", "", 1);           /* empty: unset */
	setenv("PHOTOFINISH_CLANG", "clang++-19", 1); /* of cc */
	setenv("PHOTOFINISH_CACHE", "off", 1);
	setenv("PHOTOFINISH_CACHE_SIZE", "1G", 1);
	setenv("PHOTOFINISH_RTL", "some folder", 1); /* of the model */
	setenv("PHOTOFINISHX", "another's", 1);
	options_default(&o);
	assert_int_equal(options_from_environment(&o, &diag), 0);
	assert_true(o.machine.max_warp_insns == 7000);
	assert_string_equal(o.trace, "some file");
	assert_true(o.stats && !o.quiet);

	setenv("PHOTOFINISH_SEED", "12x", 1);
	assert_int_equal(options_from_environment(&o, &diag), -1);
	assert_string_equal(diag.text, "PHOTOFINISH_SEED: '12x' is not a number; expected 0 to "
				       "18446744073709551615");
	unsetenv("PHOTOFINISH_SEED");
	setenv("PHOTOFINISH_SEEDS", "1", 1);
	assert_int_equal(options_from_environment(&o, &diag), -1);
	assert_string_equal(diag.text, "PHOTOFINISH_SEEDS: no such option (photofinish run --help "
				       "lists them)");
	unsetenv("PHOTOFINISH_SEEDS");
	setenv("PHOTOFINISH_SEE", "1", 1); /* a prefix of one is not that one */
	assert_int_equal(options_from_environment(&o, &diag), -1);
	unsetenv("PHOTOFINISH_SEE");
	setenv("PHOTOFINISH_", "1", 1);
	assert_int_equal(options_from_environment(&o, &diag), -1);
	unsetenv("PHOTOFINISH_");
	assert_int_equal(options_from_environment(&o, &diag), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),      cmocka_unit_test(test_accepts),
		cmocka_unit_test(test_not_a_number),  cmocka_unit_test(test_out_of_range),
		cmocka_unit_test(test_words),         cmocka_unit_test(test_values),
		cmocka_unit_test(test_fields),        cmocka_unit_test(test_table),
		cmocka_unit_test(test_races),         cmocka_unit_test(test_together),
		cmocka_unit_test(test_deterministic), cmocka_unit_test(test_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
