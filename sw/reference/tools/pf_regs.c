/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_regs: regs.tab -> C header, Verilog header, Markdown tables.
 *
 *   pf_regs [--c OUT] [--verilog OUT] [--markdown OUT] TABLE
 *
 * OUT - is standard output. The first mistake in TABLE is one line "file:line: ..." on standard
 * error; exit status 2, and nothing is written.
 */
#include <stdlib.h>

enum {
	MAX_CONSTANTS = 8,
	MAX_REGISTERS = 32,
	MAX_BITS = 16, /* rows of one register */
	MAX_COUNTERS = 16,
	MAX_WORDS = 8,
	NAME = 32,
	TEXT = 160,
	LINE = 256,
	WORD_BITS = 32,
	COUNTER_BYTES = 8,
	SPACE = 0x100 /* bytes of addresses */
};

#include "tab.h"

struct bits {
	char name[NAME], text[TEXT];
	unsigned long lsb, width, reset;
	unsigned access;
	int varies; /* its reset value is not a number */
};

struct reg {
	char name[NAME], text[TEXT];
	unsigned long offset;
	struct bits bits[MAX_BITS];
	unsigned n_bits;
};

struct counter {
	char name[NAME], text[TEXT];
	unsigned long offset;
};

struct constant {
	char name[NAME], text[TEXT];
	unsigned long value;
};

struct table {
	struct constant constant[MAX_CONSTANTS];
	struct reg reg[MAX_REGISTERS];
	struct counter counter[MAX_COUNTERS];
	unsigned n_constants, n_regs, n_counters;
};

static const char *const access_name[] = {"ro", "rw", "cfg", "ctl", "w1", "cnt"};
enum { ACCESSES = sizeof(access_name) / sizeof(*access_name), ACCESS_CNT = ACCESSES - 1 };

/* Reading */

/* What every line has: n_words words, the meaning, and a name as word number name. */
static int set_row(const struct input *in, unsigned n_words, unsigned name, char to[NAME],
		   char text[TEXT])
{
	const char *word = in->word[name];
	size_t n = 0;

	if (in->n_words != n_words)
		return fail(in, "'%s' wants %u words and a \"meaning\"", in->word[0], n_words - 1);
	if (!in->text)
		return fail(in, "no \"meaning\" at the end of the line");
	if (strlen(in->text) >= TEXT)
		return fail(in, "a meaning of more than %d letters", TEXT - 1);
	while (islower((unsigned char)word[n]) || word[n] == '_' ||
	       (n && isdigit((unsigned char)word[n])))
		n++;
	if (!n || word[n])
		return fail(in, "'%s' is not a name of a-z, 0-9 and _", word);
	if (n >= NAME)
		return fail(in, "'%s' is longer than %d letters", word, NAME - 1);
	memcpy(to, word, n + 1);
	memcpy(text, in->text, strlen(in->text) + 1);
	return 0;
}

static int set_number(const struct input *in, const char *word, int base, unsigned long max,
		      unsigned long *to)
{
	char *end;

	errno = 0;
	*to = strtoul(word, &end, base);
	if (!isxdigit((unsigned char)*word) || *end || errno || *to > max)
		return fail(in,
			    base == 16 ? "'%s' is not a number in 0..%lx"
				       : "'%s' is not a number in 0..%lu",
			    word, max);
	return 0;
}

/* The next address of a register or counter of so many bytes: ascending, a multiple of its size. */
static int set_offset(const struct input *in, const struct table *t, unsigned bytes,
		      unsigned long *to)
{
	unsigned long end = t->n_regs ? t->reg[t->n_regs - 1].offset + 4 : 0;

	if (t->n_counters)
		end = t->counter[t->n_counters - 1].offset + COUNTER_BYTES;
	if (set_number(in, in->word[1], 16, SPACE - 1, to))
		return -1;
	if (*to % bytes)
		return fail(in, "offset %lx is not a multiple of %u", *to, bytes);
	if (*to < end)
		return fail(in, "offset %lx is below the end of the row before, %lx", *to, end);
	return 0;
}

static int read_constant(const struct input *in, struct table *t)
{
	struct constant *c = &t->constant[t->n_constants];

	if (t->n_constants == MAX_CONSTANTS)
		return fail(in, "more than %d constants", MAX_CONSTANTS);
	if (set_row(in, 3, 1, c->name, c->text) ||
	    set_number(in, in->word[2], 0, 0xffffffff, &c->value))
		return -1;
	for (unsigned i = 0; i < t->n_constants; i++)
		if (!strcmp(t->constant[i].name, c->name))
			return fail(in, "constant '%s' twice", c->name);
	t->n_constants++;
	return 0;
}

static int read_register(const struct input *in, struct table *t)
{
	struct reg *r = &t->reg[t->n_regs];

	if (t->n_regs == MAX_REGISTERS)
		return fail(in, "more than %d registers", MAX_REGISTERS);
	if (t->n_counters)
		return fail(in, "'register' after 'counter'");
	if (t->n_regs && !r[-1].n_bits)
		return fail(in, "register '%s' has no bits", r[-1].name);
	if (set_row(in, 3, 2, r->name, r->text) || set_offset(in, t, 4, &r->offset))
		return -1;
	for (unsigned i = 0; i < t->n_regs; i++)
		if (!strcmp(t->reg[i].name, r->name))
			return fail(in, "register '%s' twice", r->name);
	t->n_regs++;
	return 0;
}

static int read_bits(const struct input *in, struct table *t)
{
	struct reg *r = t->n_regs ? &t->reg[t->n_regs - 1] : NULL;
	struct bits *b, *last;

	if (!r || t->n_counters)
		return fail(in, "'bits' without 'register'");
	if (r->n_bits == MAX_BITS)
		return fail(in, "register '%s' has more than %d rows of bits", r->name, MAX_BITS);
	b = &r->bits[r->n_bits];
	last = r->n_bits ? b - 1 : NULL;
	if (set_row(in, 6, 1, b->name, b->text) ||
	    set_number(in, in->word[2], 10, WORD_BITS - 1, &b->lsb) ||
	    set_number(in, in->word[3], 10, WORD_BITS, &b->width))
		return -1;
	if (!b->width || b->lsb + b->width > WORD_BITS)
		return fail(in, "bits '%s' do not lie in %d bits", b->name, WORD_BITS);
	if (last && b->lsb < last->lsb + last->width)
		return fail(in, "bits '%s' begin within '%s'", b->name, last->name);
	for (unsigned i = 0; i < r->n_bits; i++)
		if (!strcmp(r->bits[i].name, b->name))
			return fail(in, "bits '%s' twice in register '%s'", b->name, r->name);
	while (b->access < ACCESSES && strcmp(in->word[4], access_name[b->access]))
		b->access++;
	if (b->access == ACCESSES)
		return fail(in, "'%s' is none of ro, rw, cfg, ctl, w1, cnt", in->word[4]);
	b->varies = !strcmp(in->word[5], "-");
	if (!b->varies &&
	    set_number(in, in->word[5], 0, 0xffffffffUL >> (WORD_BITS - b->width), &b->reset))
		return -1;
	r->n_bits++;
	return 0;
}

static int read_counter(const struct input *in, struct table *t)
{
	struct counter *c = &t->counter[t->n_counters];

	if (t->n_counters == MAX_COUNTERS)
		return fail(in, "more than %d counters", MAX_COUNTERS);
	if (set_row(in, 3, 2, c->name, c->text) || set_offset(in, t, COUNTER_BYTES, &c->offset))
		return -1;
	if (t->n_counters && c->offset != c[-1].offset + COUNTER_BYTES)
		return fail(in, "counter '%s' does not follow the one before", c->name);
	for (unsigned i = 0; i < t->n_counters; i++)
		if (!strcmp(t->counter[i].name, c->name))
			return fail(in, "counter '%s' twice", c->name);
	t->n_counters++;
	return 0;
}

static int read_line(struct input *in, struct table *t, char *line)
{
	static const struct {
		const char *word;
		int (*read)(const struct input *, struct table *);
	} keyword[] = {{"constant", read_constant},
		       {"register", read_register},
		       {"bits", read_bits},
		       {"counter", read_counter}};

	line[strcspn(line, "\r\n")] = '\0';
	if (split(in, line))
		return -1;
	if (!in->n_words)
		return 0;
	for (size_t i = 0; i < sizeof(keyword) / sizeof(*keyword); i++)
		if (!strcmp(in->word[0], keyword[i].word))
			return keyword[i].read(in, t);
	return fail(in, "'%s' is none of constant, register, bits, counter", in->word[0]);
}

static int read_table(const char *file, struct table *t)
{
	struct input in;
	int r = read_lines(file, &in, t);

	if (!r && !t->n_regs)
		r = fail(&in, "no register");
	if (!r && !t->reg[t->n_regs - 1].n_bits)
		r = fail(&in, "register '%s' has no bits", t->reg[t->n_regs - 1].name);
	return r;
}

/* Writing */

static void write_c(FILE *out, const struct table *t)
{
	char a[NAME], b[NAME];

	fprintf(out, "/* Made by pf_regs from regs.tab: not for editing. */\n"
		     "#ifndef PF_REGS_H\n#define PF_REGS_H\n\n");
	for (unsigned i = 0; i < t->n_constants; i++)
		fprintf(out, "#define PF_REG_VALUE_%s 0x%08lxU /* %s */\n",
			upper(t->constant[i].name, a), t->constant[i].value, t->constant[i].text);
	fprintf(out, "\n/* Byte offsets */\nenum pf_reg {\n");
	for (unsigned i = 0; i < t->n_regs; i++)
		fprintf(out, "\tPF_REG_%s = 0x%02lx, /* %s */\n", upper(t->reg[i].name, a),
			t->reg[i].offset, t->reg[i].text);
	if (t->n_counters)
		fprintf(out, "\tPF_REG_COUNTERS = 0x%02lx /* counter i: + 8 * i */\n",
			t->counter[0].offset);
	fprintf(out, "};\n\n/* Bits: lowest, and mask in place */\n");
	for (unsigned i = 0; i < t->n_regs; i++)
		for (unsigned k = 0; k < t->reg[i].n_bits; k++) {
			const struct bits *f = &t->reg[i].bits[k];

			upper(t->reg[i].name, a);
			upper(f->name, b);
			fprintf(out, "#define PF_REG_%s_%s_LSB %lu\n", a, b, f->lsb);
			fprintf(out, "#define PF_REG_%s_%s_MASK 0x%08lxU /* %s */\n", a, b,
				0xffffffffUL >> (WORD_BITS - f->width) << f->lsb, f->text);
		}
	if (t->n_counters) {
		fprintf(out, "\nenum pf_counter {\n");
		for (unsigned i = 0; i < t->n_counters; i++)
			fprintf(out, "\tPF_COUNTER_%s, /* %s */\n", upper(t->counter[i].name, a),
				t->counter[i].text);
		fprintf(out, "\tPF_COUNTERS\n};\n#define PF_COUNTER_NAMES {");
		for (unsigned i = 0; i < t->n_counters; i++)
			fprintf(out, "%s\"%s\"", i ? ", " : "", t->counter[i].name);
		fprintf(out, "}\n");
	}
	fprintf(out, "\n#endif\n");
}

static unsigned cnt_registers(const struct table *t)
{
	unsigned n = 0;

	for (unsigned i = 0; i < t->n_regs; i++)
		n += t->reg[i].bits[0].access == ACCESS_CNT;
	return n;
}

static void write_verilog(FILE *out, const struct table *t)
{
	char a[NAME], b[NAME];

	fprintf(out, "// Made by pf_regs from regs.tab: not for editing.\n"
		     "//\n"
		     "//   PF_REG_<NAME>             byte offset\n"
		     "//   PF_REG_<NAME>_WORD        the same / 4\n"
		     "//   PF_REG_<NAME>_<BITS>_LSB, _W\n"
		     "//   PF_COUNTER_<NAME>         number of a counter\n"
		     "`ifndef PF_REGS_VH\n`define PF_REGS_VH\n\n");
	for (unsigned i = 0; i < t->n_constants; i++)
		fprintf(out, "`define PF_REG_VALUE_%s 32'h%08lx\n", upper(t->constant[i].name, a),
			t->constant[i].value);
	for (unsigned i = 0; i < t->n_regs; i++) {
		upper(t->reg[i].name, a);
		fprintf(out, "\n`define PF_REG_%s 8'h%02lx\n`define PF_REG_%s_WORD 6'h%02lx\n", a,
			t->reg[i].offset, a, t->reg[i].offset / 4);
		for (unsigned k = 0; k < t->reg[i].n_bits; k++) {
			const struct bits *f = &t->reg[i].bits[k];

			upper(f->name, b);
			fprintf(out, "`define PF_REG_%s_%s_LSB %lu\n`define PF_REG_%s_%s_W %lu\n",
				a, b, f->lsb, a, b, f->width);
		}
	}
	if (t->n_counters)
		fprintf(out, "\n`define PF_REG_COUNTERS 8'h%02lx\n", t->counter[0].offset);
	for (unsigned i = 0; i < t->n_counters; i++)
		fprintf(out, "`define PF_COUNTER_%s %u\n", upper(t->counter[i].name, a), i);
	fprintf(out, "`define PF_COUNTERS %u\n\n// Registers that are counters, too\n",
		t->n_counters);
	for (unsigned i = 0, n = t->n_counters; i < t->n_regs; i++)
		if (t->reg[i].bits[0].access == ACCESS_CNT)
			fprintf(out, "`define PF_COUNTER_%s %u\n", upper(t->reg[i].name, a), n++);
	fprintf(out, "`define PF_COUNTERS_ALL %u\n\n`endif\n", t->n_counters + cnt_registers(t));
}

static void write_markdown_bits(FILE *out, const struct bits *f)
{
	if (f->width == 1)
		fprintf(out, "| | %lu |", f->lsb);
	else
		fprintf(out, "| | %lu:%lu |", f->lsb + f->width - 1, f->lsb);
	fprintf(out, " `%s` | %s |", f->name, access_name[f->access]);
	if (f->varies)
		fprintf(out, " |");
	else
		fprintf(out, f->reset > 9 ? " 0x%lx |" : " %lu |", f->reset);
	fprintf(out, " %s |\n", f->text);
}

static void write_markdown(FILE *out, const struct table *t)
{
	char a[NAME];

	fprintf(out,
		"| offset | bits | name | access | reset | meaning |\n|---|---|---|---|---|---|\n");
	for (unsigned i = 0; i < t->n_regs; i++) {
		const struct reg *r = &t->reg[i];

		fprintf(out, "| `%02lx` | | **%s** | | | %s |\n", r->offset, upper(r->name, a),
			r->text);
		for (unsigned k = 0; k < r->n_bits; k++)
			write_markdown_bits(out, &r->bits[k]);
	}
	if (!t->n_counters)
		return;
	fprintf(out, "\n| offset | counter | counts |\n|---|---|---|\n");
	for (unsigned i = 0; i < t->n_counters; i++)
		fprintf(out, "| `%02lx` | `%s` | %s |\n", t->counter[i].offset, t->counter[i].name,
			t->counter[i].text);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *option;
		void (*write)(FILE *, const struct table *);
	} form[] = {{"--c", write_c}, {"--verilog", write_verilog}, {"--markdown", write_markdown}};
	enum { FORMS = sizeof(form) / sizeof(*form) };
	const char *name[FORMS] = {NULL};
	static struct table t;
	int i, bad = 0;

	for (i = 1; i + 2 < argc; i += 2) {
		int k = 0;

		while (k < FORMS && strcmp(argv[i], form[k].option))
			k++;
		if (k == FORMS)
			break;
		name[k] = argv[i + 1];
	}
	if (i + 1 != argc || i == 1) {
		fprintf(stderr,
			"usage: pf_regs [--c OUT] [--verilog OUT] [--markdown OUT] TABLE\n");
		return 2;
	}
	if (read_table(argv[i], &t))
		return 2;
	for (int k = 0; k < FORMS && !bad; k++)
		bad = name[k] && write_file(name[k], form[k].write, &t);
	return bad ? 2 : 0;
}
