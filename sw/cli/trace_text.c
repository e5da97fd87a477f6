/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "trace_text.h"

#include <inttypes.h>
#include <string.h>

#include "../trace/trace_format.h"

static const char *const schedulers[] = {
	[MACHINE_RR] = "rr", [MACHINE_GTO] = "gto", [MACHINE_RANDOM] = "random"};
static const char *const modes[] = {[SIMT_LOCKSTEP] = "lockstep", [SIMT_ITS] = "its"};
static const char *const record_names[] = {[TRACE_LAUNCH_BEGIN] = "launch.begin",
					   [TRACE_LAUNCH_END] = "launch.end",
					   [TRACE_BLOCK_BEGIN] = "block.begin",
					   [TRACE_BLOCK_END] = "block.end",
					   [TRACE_OP] = "op",
					   [TRACE_BARRIER_RELEASE] = "bar.release",
					   [TRACE_WARP_EXIT] = "exit"};

#define TYPE_CLASS(s, t, n, c) c,
static const char type_class[] = {'b', PTX_TYPES(TYPE_CLASS)};

static bool has_address(const struct simt_op *op)
{
	return op->kind <= SIMT_OP_RED;
}

static unsigned rows(const struct simt_op *op)
{
	struct trace_site s;

	trace_site_of(&s, 0, op);
	return trace_site_rows(&s);
}

void trace_text_plain(FILE *f, const char *s)
{
	for (; *s; s++)
		fputc((unsigned char)*s < 0x20 || *s == 0x7f ? '?' : *s, f);
}

/* Columns */

static void print_float(FILE *f, uint64_t bits, unsigned size)
{
	if (size == 8) {
		double d;

		memcpy(&d, &bits, sizeof(d));
		fprintf(f, "%.17g", d);
	} else if (size == 4) {
		uint32_t low = (uint32_t)bits;
		float x;

		memcpy(&x, &low, sizeof(x));
		fprintf(f, "%.9g", (double)x);
	} else {
		fprintf(f, "0x%" PRIx64, bits);
	}
}

/* Lanes of mask: one value, base+stride*l (l: lanes after the lowest), or a list. */
static void print_lanes(FILE *f, const uint64_t value[SIMT_LANES], uint32_t mask, char class,
			unsigned size)
{
	unsigned shift = 64 - 8 * size;
	uint64_t v[SIMT_LANES], base, stride;
	enum trace_form form;
	const char *comma = "";

	for (unsigned l = 0; l < SIMT_LANES; l++)
		v[l] = class == 's' ? (uint64_t)((int64_t)(value[l] << shift) >> shift) : value[l];
	form = trace_form_of(v, mask, &base, &stride);
	if (!mask) {
		fputc('-', f);
		return;
	}
	if (form == TRACE_FORM_EQUAL)
		mask &= 0 - mask;
	else if (form == TRACE_FORM_STRIDE && class != 'f')
		mask &= 0 - mask;
	else
		form = TRACE_FORM_LIST;
	for (; mask; mask &= mask - 1, comma = ",") {
		uint64_t x = v[__builtin_ctz(mask)];

		fputs(comma, f);
		if (class == 'f')
			print_float(f, x, size);
		else if (class == 'x')
			fprintf(f, "0x%" PRIx64, x);
		else if (class == 's')
			fprintf(f, "%" PRId64, (int64_t)x);
		else
			fprintf(f, "%" PRIu64, x);
	}
	if (form == TRACE_FORM_STRIDE)
		fprintf(f, "%+" PRId64 "*l", (int64_t)stride);
}

static void print_op_name(FILE *f, const struct simt_op *op)
{
	char name[64];
	const char *kind = trace_name(TRACE_KINDS, op->kind);
	const char *detail = "", *sem = "";

	if (op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED)
		detail = trace_name(TRACE_ATOMS, op->atom);
	else if (op->kind == SIMT_OP_BAR)
		detail = trace_name(TRACE_BARS, op->bar_mode);
	else if (op->kind == SIMT_OP_SYSCALL)
		detail = trace_name(TRACE_SYSCALLS, op->syscall);
	if (op->kind <= SIMT_OP_FENCE && op->sem != PTX_SEM_WEAK)
		sem = trace_name(TRACE_SEMS, op->sem);
	snprintf(name, sizeof(name), "%s%s%s%s%s", kind, *detail ? "." : "", detail,
		 *sem ? "." : "", sem);
	fprintf(f, " %-18s", name);
}

static const char *dash(const char *s)
{
	return *s ? s : "-";
}

/* Loads and stores: elements by ';'. Atomics: old->new. */
static void print_values(FILE *f, const struct simt_op *op)
{
	bool atomic = op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED;
	unsigned n = rows(op);
	char class = has_address(op) ? type_class[op->type] : 'x';

	fputc(' ', f);
	if (op->kind == SIMT_OP_BAR) {
		fprintf(f, "id=%" PRIu32 ",count=%" PRIu32, op->bar_id, op->bar_count);
		if (op->bar_pred)
			fprintf(f, ",pred=0x%08" PRIx32, op->bar_pred);
		return;
	}
	if (!n)
		fputc('-', f);
	for (unsigned r = 0; r < n; r++) {
		if (r)
			fputs(atomic ? "->" : ";", f);
		print_lanes(f, op->data[r], op->mask, class, has_address(op) ? op->size : 8);
	}
}

static void print_op(FILE *f, const struct trace_record *r)
{
	const struct simt_op *op = &r->op;
	char type[16];

	print_op_name(f, op);
	snprintf(type, sizeof(type), "%s%s",
		 op->vec == 4   ? "v4."
		 : op->vec == 2 ? "v2."
				: "",
		 trace_name(TRACE_TYPES, op->type));
	fprintf(f, " %-6s %-6s %-5s ", dash(type), dash(trace_name(TRACE_SPACES, op->space)),
		dash(trace_name(TRACE_SCOPES, op->scope)));
	if (has_address(op))
		print_lanes(f, op->addr, op->mask, 'x', 8);
	else
		fputc('-', f);
	print_values(f, op);
	fputc(' ', f);
	if (!r->file) {
		fputc('-', f);
		return;
	}
	trace_text_plain(f, r->file);
	fprintf(f, ":%" PRIu32 ":%" PRIu32, r->line, r->col);
}

void trace_text_header(FILE *f, const struct trace_header *h)
{
	fputs("# ", f);
	trace_text_plain(f, h->tool);
	fprintf(f, ", seed %" PRIu64 ", scheduler %s, %" PRIu32 " SMs: ", h->seed,
		schedulers[h->scheduler], h->sms);
	trace_text_plain(f, h->command);
	fprintf(f,
		"\n# l: lanes after the lowest in mask; atomics: old->new\n"
		"#%6s %7s %4s %-8s %-18s %-6s %-6s %-5s address values place\n",
		"launch", "block", "warp", "mask", "op", "type", "space", "scope");
}

static void print_launch(FILE *f, const struct trace_record *r)
{
	fprintf(f, "%7" PRIu64 " %7s %4s %-8s %-18s ", r->launch, "-", "-", "-",
		record_names[r->kind]);
	trace_text_plain(f, r->kernel);
	if (r->kind == TRACE_LAUNCH_END)
		fprintf(f, " error=%d", r->cuda_error);
	else
		fprintf(f,
			" grid=%" PRIu32 "x%" PRIu32 "x%" PRIu32 " block=%" PRIu32 "x%" PRIu32
			"x%" PRIu32 " shared=%" PRIu32 " mode=%s",
			r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2],
			r->shared_bytes, modes[r->mode]);
}

void trace_text_record(FILE *f, const struct trace_record *r)
{
	bool is_block = r->kind == TRACE_BLOCK_BEGIN || r->kind == TRACE_BLOCK_END;

	if (r->kind == TRACE_LAUNCH_BEGIN || r->kind == TRACE_LAUNCH_END) {
		print_launch(f, r);
		fputc('\n', f);
		return;
	}
	fprintf(f, "%7" PRIu64 " %7" PRIu64, r->launch, r->block_index);
	if (is_block)
		fprintf(f, " %4s %-8s", "-", "-");
	else
		fprintf(f, " %4" PRIu32, r->warp);
	if (r->kind == TRACE_OP) {
		fprintf(f, " %08" PRIx32, r->op.mask);
		print_op(f, r);
	} else if (r->kind == TRACE_BARRIER_RELEASE) {
		fprintf(f, " %08" PRIx32 " %-18s id=%" PRIu32, r->mask, record_names[r->kind],
			r->bar_id);
	} else {
		fprintf(f, is_block ? " %-18s" : " -        %-18s", record_names[r->kind]);
		fprintf(f, " sm=%" PRIu32 " slot=%" PRIu32, r->sm, r->slot);
	}
	fputc('\n', f);
}

/* JSON lines */

/* Bytes of the UTF-8 character at s, 0 when there is none. */
static unsigned utf8(const unsigned char *s)
{
	unsigned n = *s < 0x80 ? 1 : *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : 4;

	if (n == 4 && (*s < 0xf0 || *s > 0xf4))
		return 0;
	for (unsigned i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* Overlong forms, surrogates, past U+10FFFF */
	if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f) ||
	    (*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

void trace_text_json_string(FILE *f, const char *s)
{
	fputc('"', f);
	while (*s) {
		unsigned n = utf8((const unsigned char *)s);

		if (n == 1 && (*s == '"' || *s == '\\'))
			fprintf(f, "\\%c", *s);
		else if (n == 1 && ((unsigned char)*s < 0x20 || *s == 0x7f))
			fprintf(f, "\\u%04x", (unsigned)*s);
		else if (n)
			fwrite(s, 1, n, f);
		else
			fputs("\\ufffd", f);
		s += n ? n : 1;
	}
	fputc('"', f);
}

void trace_text_json_header(FILE *f, const struct trace_header *h)
{
	fprintf(f,
		"{\"record\":\"header\",\"version\":%" PRIu32 ",\"seed\":%" PRIu64
		",\"scheduler\":\"%s\",\"mode\":\"%s\",\"sms\":%" PRIu32
		",\"threads_per_sm\":%" PRIu32 ",\"blocks_per_sm\":%" PRIu32
		",\"shared_per_sm\":%" PRIu32 ",\"tool\":",
		h->version, h->seed, schedulers[h->scheduler], modes[h->mode], h->sms,
		h->threads_per_sm, h->blocks_per_sm, h->shared_per_sm);
	trace_text_json_string(f, h->tool);
	fputs(",\"command\":", f);
	trace_text_json_string(f, h->command);
	fputs("}\n", f);
}

static void json_lanes(FILE *f, const uint64_t value[SIMT_LANES], uint32_t mask)
{
	const char *comma = "";

	fputc('[', f);
	for (; mask; mask &= mask - 1, comma = ",")
		fprintf(f, "%s%" PRIu64, comma, value[__builtin_ctz(mask)]);
	fputc(']', f);
}

static void json_op(FILE *f, const struct trace_record *r)
{
	const struct simt_op *op = &r->op;
	unsigned n = rows(op);

	fprintf(f, ",\"op\":\"%s\",\"pc\":%" PRIu32 ",\"mask\":%" PRIu32,
		trace_name(TRACE_KINDS, op->kind), op->pc, op->mask);
	if (op->kind <= SIMT_OP_FENCE)
		fprintf(f, ",\"sem\":\"%s\",\"scope\":\"%s\"", trace_name(TRACE_SEMS, op->sem),
			trace_name(TRACE_SCOPES, op->scope));
	if (op->kind == SIMT_OP_ATOM || op->kind == SIMT_OP_RED)
		fprintf(f, ",\"atom\":\"%s\"", trace_name(TRACE_ATOMS, op->atom));
	if (op->kind == SIMT_OP_SYSCALL)
		fprintf(f, ",\"syscall\":\"%s\"", trace_name(TRACE_SYSCALLS, op->syscall));
	if (op->kind == SIMT_OP_BAR)
		fprintf(f,
			",\"bar\":\"%s\",\"bar_id\":%" PRIu32 ",\"bar_count\":%" PRIu32
			",\"bar_pred\":%" PRIu32,
			trace_name(TRACE_BARS, op->bar_mode), op->bar_id, op->bar_count,
			op->bar_pred);
	if (has_address(op)) {
		fprintf(f, ",\"space\":\"%s\",\"type\":\"%s\",\"size\":%u,\"vec\":%u,\"addr\":",
			trace_name(TRACE_SPACES, op->space), trace_name(TRACE_TYPES, op->type),
			op->size, op->vec);
		json_lanes(f, op->addr, op->mask);
	}
	for (unsigned i = 0; i < n; i++) {
		fputs(i ? "," : ",\"data\":[", f);
		json_lanes(f, op->data[i], op->mask);
	}
	fputs(n ? "]" : "", f);
	if (op->atom == PTX_ATOM_CAS) {
		fputs(",\"data2\":", f);
		json_lanes(f, op->data2, op->mask);
		fprintf(f, ",\"failed\":%" PRIu32, op->failed);
	}
	if (r->file) {
		fputs(",\"file\":", f);
		trace_text_json_string(f, r->file);
		fprintf(f, ",\"line\":%" PRIu32 ",\"col\":%" PRIu32, r->line, r->col);
	}
}

static void json_launch(FILE *f, const struct trace_record *r)
{
	fputs(",\"kernel\":", f);
	trace_text_json_string(f, r->kernel);
	if (r->kind == TRACE_LAUNCH_END) {
		fprintf(f, ",\"cuda_error\":%d", r->cuda_error);
		return;
	}
	fprintf(f,
		",\"grid\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "],\"block\":[%" PRIu32 ",%" PRIu32
		",%" PRIu32 "],\"shared_bytes\":%" PRIu32 ",\"warps_per_block\":%" PRIu32
		",\"blocks_per_sm\":%" PRIu32 ",\"mode\":\"%s\"",
		r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2],
		r->shared_bytes, r->warps_per_block, r->blocks_per_sm, modes[r->mode]);
}

void trace_text_json_record(FILE *f, const struct trace_record *r)
{
	fprintf(f, "{\"record\":\"%s\",\"launch\":%" PRIu64, record_names[r->kind], r->launch);
	if (r->kind == TRACE_LAUNCH_BEGIN || r->kind == TRACE_LAUNCH_END) {
		json_launch(f, r);
		fputs("}\n", f);
		return;
	}
	fprintf(f, ",\"sm\":%" PRIu32 ",\"slot\":%" PRIu32 ",\"block\":%" PRIu64, r->sm, r->slot,
		r->block_index);
	if (r->kind != TRACE_BLOCK_BEGIN && r->kind != TRACE_BLOCK_END)
		fprintf(f, ",\"warp\":%" PRIu32, r->warp);
	if (r->kind == TRACE_OP)
		json_op(f, r);
	if (r->kind == TRACE_BARRIER_RELEASE)
		fprintf(f, ",\"bar_id\":%" PRIu32 ",\"mask\":%" PRIu32, r->bar_id, r->mask);
	fputs("}\n", f);
}
