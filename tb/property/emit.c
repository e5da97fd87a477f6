/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program as PTX text, and as lines for a person.
 */
#include <stdlib.h>
#include <string.h>

#include "program.h"

static const char *const base_name[] = {"buf", "var", "shared"};
static const char *const scope_text[] = {[PTX_SCOPE_NONE] = "",
					 [PTX_SCOPE_CTA] = "cta",
					 [PTX_SCOPE_GPU] = "gpu",
					 [PTX_SCOPE_SYS] = "sys"};

static void sem_text(char out[32], const struct act *a)
{
	static const char *const names[] = {[PTX_SEM_WEAK] = "",
					    [PTX_SEM_VOLATILE] = ".volatile",
					    [PTX_SEM_RELAXED] = ".relaxed",
					    [PTX_SEM_ACQUIRE] = ".acquire",
					    [PTX_SEM_RELEASE] = ".release",
					    [PTX_SEM_ACQ_REL] = ".acq_rel"};
	const bool scoped = a->sem >= PTX_SEM_RELAXED;

	snprintf(out, 32, "%s%s%s", names[a->sem], scoped ? "." : "",
		 scoped ? scope_text[a->scope] : "");
}

static const char *guard(const struct act *a)
{
	return a->lanes == 1 ? "@%p1 " : a->lanes == 2 ? "@%p2 " : "";
}

/* %rd5 = the address. */
static void address(FILE *f, const struct act *a)
{
	static const char *const base[] = {"%rd1", "%rd2", "%rd3"};

	if (a->stride)
		fprintf(f, "mul.wide.u32 %%rd5, %%r4, %u;\nadd.s64 %%rd5, %%rd5, %s;\n", a->stride,
			base[a->base]);
	else
		fprintf(f, "mov.u64 %%rd5, %s;\n", base[a->base]);
}

static const char *space(const struct act *a)
{
	return a->base == BASE_SHARED ? "shared" : "global";
}

static void memory(FILE *f, const struct act *a)
{
	const char *reg = a->size == 8 ? "%rd6" : "%r6";
	const unsigned bits = a->size * 8U;
	char sem[32];

	sem_text(sem, a);
	address(f, a);
	if (a->kind != ACT_LOAD)
		fprintf(f, "mov.u%d %s, %u;\n", a->size == 8 ? 64 : 32, reg, a->value);
	if (a->kind == ACT_LOAD)
		fprintf(f, "%sld%s.%s.u%u %s, [%%rd5+%u];\n", guard(a), sem, space(a), bits, reg,
			a->offset);
	else if (a->kind == ACT_STORE)
		fprintf(f, "%sst%s.%s.u%u [%%rd5+%u], %s;\n", guard(a), sem, space(a), bits,
			a->offset, reg);
	else
		fprintf(f, "%satom%s.%s.%s%u %s, [%%rd5+%u], %s;\n", guard(a), sem, space(a),
			a->atom == PTX_ATOM_ADD ? "add.u" : "exch.b", bits, reg, a->offset, reg);
}

/* Reads a flag into %r6. */
static void flag_text(FILE *f, const struct act *a)
{
	char sem[32];

	sem_text(sem, a);
	address(f, a);
	if (a->atom == PTX_ATOM_ADD)
		fprintf(f, "atom%s.%s.add.u32 %%r6, [%%rd5+%u], 0;\n", sem, space(a), a->offset);
	else
		fprintf(f, "ld%s.%s.u32 %%r6, [%%rd5+%u];\n", sem, space(a), a->offset);
	fprintf(f, "setp.eq.u32 %%p3, %%r6, 0;\n");
}

static void lock_text(FILE *f, const struct act *a, const char *label)
{
	char sem[32];

	sem_text(sem, a);
	address(f, a);
	fprintf(f, "@!%%p1 bra %s_OUT;\n%s_SPIN:\n", label, label);
	if (a->atom == PTX_ATOM_CAS)
		fprintf(f, "atom%s.%s.cas.b32 %%r6, [%%rd5+%u], 0, %u;\n", sem, space(a), a->offset,
			a->value);
	else
		fprintf(f, "atom%s.%s.exch.b32 %%r6, [%%rd5+%u], %u;\n", sem, space(a), a->offset,
			a->value);
	fprintf(f, "setp.ne.u32 %%p3, %%r6, 0;\n@%%p3 bra %s_SPIN;\n%s_OUT:\n", label, label);
}

static void act_text(FILE *f, const struct act *a, uint32_t warp, const char *label)
{
	switch (a->kind) {
	case ACT_LOAD:
	case ACT_STORE:
	case ACT_ATOM: memory(f, a); break;
	case ACT_FENCE:
		fprintf(f, "%smembar.%s;\n", guard(a),
			a->scope == PTX_SCOPE_CTA   ? "cta"
			: a->scope == PTX_SCOPE_GPU ? "gl"
						    : "sys");
		break;
	case ACT_BARRIER: fprintf(f, "bar.sync %u;\n", a->barrier); break;
	case ACT_SYNCWARP: fprintf(f, "bar.warp.sync 3;\n"); break;
	case ACT_CHECK:
		flag_text(f, a);
		fprintf(f, "@%%p3 bra END_%u;\n", warp);
		break;
	case ACT_WAIT:
		fprintf(f, "%s_SPIN:\n", label);
		flag_text(f, a);
		fprintf(f, "@%%p3 bra %s_SPIN;\n", label);
		break;
	case ACT_LOCK: lock_text(f, a, label); break;
	}
}

static void warp_text(FILE *f, const struct program *p, uint32_t w)
{
	fprintf(f, "W%u:\n", w);
	for (uint32_t i = 0; i < p->n[w]; i++) {
		const struct act *a = &p->act[w][i];
		char label[32];

		snprintf(label, sizeof(label), "L%u_%u", w, i);
		if (a->times > 1)
			fprintf(f, "mov.u32 %%r7, %u;\n%s_LOOP:\n", a->times, label);
		act_text(f, a, w, label);
		if (a->times > 1)
			fprintf(f,
				"sub.u32 %%r7, %%r7, 1;\nsetp.ne.u32 %%p4, %%r7, 0;\n"
				"@%%p4 bra %s_LOOP;\n",
				label);
	}
	fprintf(f, "END_%u:\nret;\n", w);
}

char *program_ptx(const struct program *p)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	if (!f)
		abort();
	fprintf(f,
		".version 6.4\n.target sm_70\n.address_size 64\n"
		".global .align 8 .b8 var[32];\n.shared .align 8 .b8 shm[64];\n"
		".visible .entry prog(\n.param .u64 prog_param_0\n)\n{\n"
		".reg .pred %%p<8>;\n.reg .b32 %%r<10>;\n.reg .b64 %%rd<10>;\n"
		"ld.param.u64 %%rd1, [prog_param_0];\nmov.u64 %%rd2, var;\n"
		"mov.u64 %%rd3, shm;\nmov.u32 %%r1, %%tid.x;\nmov.u32 %%r2, %%ctaid.x;\n"
		"shr.u32 %%r3, %%r1, 5;\nand.b32 %%r4, %%r1, 31;\n"
		"setp.ge.u32 %%p5, %%r4, %u;\n@%%p5 ret;\n"
		"setp.eq.u32 %%p1, %%r4, 0;\nsetp.eq.u32 %%p2, %%r4, 1;\n"
		"mul.lo.u32 %%r5, %%r2, %u;\nadd.u32 %%r5, %%r5, %%r3;\n",
		p->lanes, p->warps);
	for (uint32_t w = 0; w < p->blocks * p->warps; w++)
		fprintf(f, "setp.eq.u32 %%p6, %%r5, %u;\n@%%p6 bra W%u;\n", w, w);
	fprintf(f, "ret;\n");
	for (uint32_t w = 0; w < p->blocks * p->warps; w++)
		warp_text(f, p, w);
	fprintf(f, "}\n");
	fclose(f);
	return text;
}

static void list_act(FILE *f, const struct act *a)
{
	static const char *const names[] = {"load",  "store", "atom", "fence",   "barrier",
					    "check", "wait",  "lock", "syncwarp"};
	char sem[32];

	sem_text(sem, a);
	fprintf(f, "    %-8s", names[a->kind]);
	if (a->kind == ACT_FENCE)
		fprintf(f, " %s", scope_text[a->scope]);
	else if (a->kind != ACT_BARRIER && a->kind != ACT_SYNCWARP)
		fprintf(f, " %s+%u%s, %u bytes%s%s%s, value %u", base_name[a->base], a->offset,
			a->stride ? " + lane" : "", a->size, *sem ? ", " : "", *sem ? sem + 1 : "",
			a->atom == PTX_ATOM_CAS    ? ", cas"
			: a->atom == PTX_ATOM_EXCH ? ", exch"
			: a->atom == PTX_ATOM_ADD  ? ", add"
						   : "",
			a->value);
	if (a->lanes != 3)
		fprintf(f, ", lane %d only", a->lanes - 1);
	if (a->times > 1)
		fprintf(f, ", %u times", a->times);
	fputc('\n', f);
}

void program_list(const struct program *p, FILE *f)
{
	fprintf(f, "program of seed %llu: %u blocks of %u warps of %u lanes, %s\n",
		(unsigned long long)p->seed, p->blocks, p->warps, p->lanes,
		p->mode == SIMT_ITS ? "its" : "lockstep");
	for (uint32_t w = 0; w < p->blocks * p->warps; w++) {
		fprintf(f, "  block %u warp %u\n", w / p->warps, w % p->warps);
		for (uint32_t i = 0; i < p->n[w]; i++)
			list_act(f, &p->act[w][i]);
	}
}
