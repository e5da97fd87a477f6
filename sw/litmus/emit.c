/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The module: threads without a body leave at once, by a guarded exit that does not split
 * their warp; the rest go to their bodies by one indexed branch, so that lanes which go
 * different ways part in one step and no order of steps is walked twice.
 */
#include <stdlib.h>
#include <string.h>

#include "build.h"

static void put_file(FILE *f, const char *name)
{
	fputs(".file 1 \"", f);
	for (; *name; name++)
		fputc(*name < ' ' || *name == '"' || *name == '\\' || *name == 127 ? '_' : *name,
		      f);
	fputs("\"\n", f);
}

static void put_variable(FILE *f, const struct build *b)
{
	if (b->bytes[BUILD_SHARED])
		fprintf(f, ".shared .align 256 .b8 pf_shared[%u];\n", b->bytes[BUILD_SHARED]);
	if (!b->bytes[BUILD_DEVICE])
		return;
	fprintf(f, ".visible .global .align 256 .b8 pf_device[%u] = {", b->bytes[BUILD_DEVICE]);
	for (uint32_t i = 0; i < b->bytes[BUILD_DEVICE]; i++)
		fprintf(f, "%s%u", i ? "," : "", b->init[BUILD_DEVICE][i]);
	fputs("};\n", f);
}

/* Lanes that run different code meet at one instruction only if they call it. */
static void put_syncwarp(FILE *f)
{
	fputs(".func pf_syncwarp(.param .b32 mask)\n{\n.reg .b32 %r<2>;\n"
	      "ld.param.u32 %r1, [mask];\nbar.warp.sync %r1;\nret;\n}\n",
	      f);
}

/* %r4 = the thread's body, or -1. */
static void put_choice(FILE *f, const struct build *b)
{
	fputs("mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nand.b32 %r3, %r1, 31;\n"
	      "mov.u32 %r4, -1;\n",
	      f);
	for (unsigned i = 0; i < b->n_boxes; i++) {
		const struct build_box *x = &b->boxes[i];

		fprintf(f,
			"setp.ge.u32 %%p1, %%r2, %u;\nsetp.le.and.u32 %%p1, %%r2, %u, %%p1;\n"
			"setp.ge.and.u32 %%p1, %%r1, %u, %%p1;\n"
			"setp.le.and.u32 %%p1, %%r1, %u, %%p1;\n@%%p1 mov.u32 %%r4, %u;\n",
			x->b0, x->b1, x->t0, x->t1, x->body);
	}
	fputs("setp.eq.s32 %p1, %r4, -1;\n@%p1 exit;\n", f);
	if (b->n_bodies < 2)
		return;
	fputs("BODIES: .branchtargets ", f);
	for (unsigned i = 0; i < b->n_bodies; i++)
		fprintf(f, "%sBODY%u", i ? ", " : "", i);
	fputs(";\nbrx.idx %r4, BODIES;\n", f);
}

const char *build_module(struct build *b, const char *bodies)
{
	const char *text;
	char *p = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&p, &n);

	fputs(".version 6.4\n.target sm_70\n.address_size 64\n", f);
	put_variable(f, b);
	if (b->syncs)
		put_syncwarp(f);
	fprintf(f,
		".visible .entry litmus(.param .u64 buffer)\n{\n.reg .pred %%p<2>;\n"
		".reg .b32 %%r<%u>;\n.reg .b64 %%rd<%u>;\n"
		"ld.param.u64 %%rd1, [buffer];\ncvta.to.global.u64 %%rd1, %%rd1;\n",
		b->next_reg, b->next_reg);
	put_choice(f, b);
	fputs(bodies, f);
	fputs("}\n", f);
	put_file(f, b->file);
	fclose(f);
	text = arena_strndup(&b->t->arena, p, n);
	free(p);
	return text;
}
