/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Accesses without operations (sw/simt/direct.c, sw/machine/direct.c) beside the same ones as
 * operations, which an observer that does nothing brings about: memory, counts and faults of random
 * programs, whose warps race, are equal to the last byte.
 */
#include "base/rng.h"
#include "machine/machine_int.h"
#include "rig.h"

enum { PROGRAMS = 300, STATEMENTS = 40, TEXT = 1 << 16, THREADS = 80, BLOCKS = 3 };
enum { REGION = 4096 }; /* bytes that a program's accesses lie in, of each space but local: */
enum { LOCAL = 256 };

struct text {
	char s[TEXT];
	size_t n;
	struct rng rng;
	bool stray; /* some accesses may leave their memory, or be misaligned */
};

static void say(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void say(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->s + t->n, TEXT - t->n, fmt, ap);
	va_end(ap);
	assert_true(n >= 0 && (size_t)n < TEXT - t->n);
	t->n += (size_t)n;
}

static unsigned pick(struct text *t, unsigned n)
{
	return rng_below(&t->rng, n);
}

/* %r10 = where the lane accesses `bytes` bytes of `size`. */
static void place(struct text *t, unsigned bytes, unsigned size)
{
	const unsigned slots = size / bytes;

	switch (pick(t, 4)) {
	case 0: say(t, "add.s32 %%r10, %%r1, %u;\n", pick(t, slots)); break;
	case 1: say(t, "mov.u32 %%r10, %u;\n", pick(t, slots)); break;
	case 2:
		say(t, "mad.lo.s32 %%r10, %%r1, %u, %u;\n", 1 + 2 * pick(t, 50), pick(t, slots));
		break;
	default: say(t, "shr.u32 %%r10, %%r1, %u;\n", pick(t, 6)); break;
	}
	say(t, "rem.u32 %%r10, %%r10, %u;\nmul.lo.s32 %%r10, %%r10, %u;\n", slots, bytes);
	if (t->stray && !pick(t, 20))
		say(t, "add.s32 %%r10, %%r10, %u;\n", pick(t, 2) ? 1 : 3 * size);
}

/* The bracket of an access at %r10; may need instructions. */
static const char *address(struct text *t, unsigned space)
{
	switch (space) {
	case 0: /* global, or generic */
	case 1:
		say(t, "cvt.u64.u32 %%rd10, %%r10;\nadd.s64 %%rd10, %%rd1, %%rd10;\n");
		return "[%rd10]";
	case 2: say(t, "mov.u32 %%r11, sh;\nadd.s32 %%r10, %%r11, %%r10;\n"); return "[%r10]";
	case 3: /* generic, of shared memory */
		say(t, "cvt.u64.u32 %%rd10, %%r10;\nadd.s64 %%rd10, %%rd3, %%rd10;\n");
		return "[%rd10]";
	default:
		say(t, "cvt.u64.u32 %%rd10, %%r10;\nadd.s64 %%rd10, %%rd4, %%rd10;\n");
		return "[%rd10]";
	}
}

static const char *const SPACES[] = {".global", "", ".shared", "", ".local"};
static const char *const VECTORS[] = {"", ".v2", "", ".v4"};

/* Registers of `reg` bytes: %rs, %r or %rd from 20 on. */
static void registers(struct text *t, unsigned reg, unsigned vec)
{
	const char *name = reg == 2 ? "%rs" : reg == 4 ? "%r" : "%rd";

	if (vec == 1) {
		say(t, "%s20", name);
		return;
	}
	for (unsigned v = 0; v < vec; v++)
		say(t, "%s%s%u", v ? ", " : "{", name, 20 + v);
	say(t, "}");
}

/* %r3 takes part in what the registers hold, or the other way round. */
static void fold(struct text *t, unsigned reg, unsigned vec, bool out)
{
	for (unsigned v = 0; v < vec; v++) {
		const unsigned n = 20 + v;

		if (out)
			say(t, "mad.lo.s32 %%r12, %%r3, %u, %%r1;\n", 3 + v);
		if (out && reg == 8)
			say(t, "mul.wide.u32 %%rd%u, %%r12, %%r3;\n", n);
		else if (out && reg == 4)
			say(t, "mov.u32 %%r%u, %%r12;\n", n);
		else if (out)
			say(t, "cvt.u16.u32 %%rs%u, %%r12;\n", n);
		else if (reg == 8)
			say(t,
			    "shr.u64 %%rd9, %%rd%u, 32;\ncvt.u32.u64 %%r12, %%rd9;\n"
			    "xor.b32 %%r3, %%r3, %%r12;\ncvt.u32.u64 %%r12, %%rd%u;\n",
			    n, n);
		else if (reg == 2)
			say(t, "cvt.u32.u16 %%r12, %%rs%u;\n", n);
		else
			say(t, "mov.u32 %%r12, %%r%u;\n", n);
		if (!out)
			say(t, "mad.lo.s32 %%r3, %%r3, 31, %%r12;\n");
	}
}

static void statement(struct text *t)
{
	const unsigned size = 1U << pick(t, 4),
		       vec = size == 8 ? 1U + pick(t, 2) : 1U << pick(t, 3);
	const unsigned least = size == 1 ? 2 : size, space = pick(t, 5);
	const unsigned reg = least << pick(t, least == 8 ? 1 : least == 4 ? 2 : 3);
	const bool load = pick(t, 2), part = !pick(t, 3);
	const char *guard = part ? "@%p1 " : "", *at;

	if (part)
		say(t, "and.b32 %%r12, %%r1, %u;\nsetp.eq.u32 %%p1, %%r12, 0;\n", 1 + pick(t, 7));
	place(t, size * vec, space == 4 ? LOCAL : REGION);
	at = address(t, space);
	if (load) {
		say(t, "%sld%s%s.%c%u ", guard, SPACES[space], VECTORS[vec - 1],
		    pick(t, 2) ? 's' : 'u', 8 * size);
		registers(t, reg, vec);
		say(t, ", %s;\n", at);
		fold(t, reg, vec, false);
		return;
	}
	fold(t, reg, vec, true);
	say(t, "%sst%s%s.u%u %s, ", guard, SPACES[space], VECTORS[vec - 1], 8 * size, at);
	registers(t, reg, vec);
	say(t, ";\n");
	if (!pick(t, 5))
		say(t, "bar.sync 0;\n");
}

/* Registers are given values first: one that a guard left alone holds what it held. */
static void head(struct text *t)
{
	say(t,
	    RIG_HEAD ".visible .entry k(\n.param .u64 k_param_0\n)\n{\n"
		     ".shared .align 16 .b8 sh[%u];\n.local .align 16 .b8 lo[%u];\n"
		     ".reg .pred %%p<8>;\n.reg .b16 %%rs<32>;\n.reg .b32 %%r<32>;\n"
		     ".reg .b64 %%rd<32>;\nld.param.u64 %%rd1, [k_param_0];\n"
		     "mov.u32 %%r1, %%tid.x;\nmov.u32 %%r3, %%ctaid.x;\nmov.u32 %%r11, sh;\n"
		     "cvt.u64.u32 %%rd3, %%r11;\ncvta.shared.u64 %%rd3, %%rd3;\n"
		     "mov.u64 %%rd4, lo;\n",
	    REGION, LOCAL);
	for (unsigned n = 20; n < 24; n++)
		say(t, "mov.u16 %%rs%u, 0;\nmov.u32 %%r%u, 0;\nmov.u64 %%rd%u, 0;\n", n, n, n);
}

static void program(struct text *t, uint64_t seed, bool stray)
{
	t->n = 0;
	t->stray = stray;
	rng_seed(&t->rng, seed);
	head(t);
	for (unsigned n = 0; n < STATEMENTS; n++)
		statement(t);
	say(t,
	    "mul.wide.u32 %%rd10, %%r1, 4;\nadd.s64 %%rd10, %%rd1, %%rd10;\n"
	    "st.global.u32 [%%rd10+%u], %%r3;\nret;\n}\n",
	    REGION);
}

struct result {
	uint32_t words[RIG_BYTES / 4];
	struct machine_stats stats;
	struct machine_fault fault;
	enum machine_status status;
	uint64_t went;
};

static void run(const struct text *t, enum simt_mode mode, uint64_t seed, bool observed,
		struct result *out)
{
	const struct machine_observer nobody = {.ctx = NULL};
	struct rig r;

	rig_config(&r);
	r.cfg.mode = mode;
	r.cfg.seed = seed;
	r.cfg.scheduler = seed % 4 ? MACHINE_RR : MACHINE_RANDOM;
	rig_open(&r, t->s);
	if (observed)
		assert_int_equal(machine_add_observer(r.m, &nobody), 0);
	out->status = rig_launch(&r, "k", BLOCKS, THREADS);
	memcpy(out->words, r.words, RIG_BYTES);
	out->stats = *machine_stats(r.m);
	out->fault = r.fault;
	out->went = r.m->run.went;
	rig_close(&r);
}

static void compare(bool stray)
{
	static struct text t;
	static struct result direct, ops;
	uint64_t went = 0, accesses = 0;
	unsigned faults = 0;

	for (uint64_t n = 0; n < PROGRAMS; n++) {
		const enum simt_mode mode = n % 2 ? SIMT_ITS : SIMT_LOCKSTEP;

		program(&t, n, stray);
		run(&t, mode, n, false, &direct);
		run(&t, mode, n, true, &ops);
		assert_int_equal(direct.status, ops.status);
		assert_string_equal(direct.fault.text, ops.fault.text);
		assert_memory_equal(direct.words, ops.words, RIG_BYTES);
		assert_memory_equal(&direct.stats, &ops.stats, sizeof(ops.stats));
		assert_int_equal(ops.went, 0);
		went += direct.went;
		accesses += ops.stats.simt.ops[SIMT_OP_LD] + ops.stats.simt.ops[SIMT_OP_ST];
		faults += direct.status != MACHINE_OK;
	}
	assert_true(stray ? faults > PROGRAMS / 10 : !faults);
	assert_true(stray || went == accesses);
	assert_true(went > PROGRAMS);
}

static void same_run(void **state)
{
	(void)state;
	compare(false);
}

static void same_faults(void **state)
{
	(void)state;
	compare(true);
}

/* Who wants to see accesses sees all of them. */
static void who_looks(void **state)
{
	static struct text t;
	struct rig r;

	(void)state;
	program(&t, 1, false);
	for (int scheduler = MACHINE_RR; scheduler <= MACHINE_RANDOM; scheduler++) {
		for (int fault = 0; fault <= 1; fault++) {
			rig_config(&r);
			r.cfg.scheduler = (enum machine_scheduler)scheduler;
			r.cfg.on_fault = fault ? MACHINE_CONTINUE : MACHINE_STOP;
			rig_open(&r, t.s);
			rig_ok(&r, "k", BLOCKS, THREADS);
			assert_int_equal(r.m->run.went != 0, !fault && scheduler != MACHINE_GTO);
			rig_close(&r);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_run),
		cmocka_unit_test(same_faults),
		cmocka_unit_test(who_looks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
