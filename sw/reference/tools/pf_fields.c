/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * pf_fields: fields.tab -> C header, Verilog header, Markdown tables.
 *
 *   pf_fields [--c OUT] [--verilog OUT] [--markdown OUT] TABLE
 *
 * OUT - is standard output. The first mistake in TABLE is one line "file:line: ..." on standard
 * error; exit status 2, and nothing is written.
 */
#include <stdlib.h>

enum {
	MAX_GEOMETRIES = 8,
	MAX_SIZES = 64,
	MAX_GROUPS = 16,
	MAX_CODES = 64, /* of one group */
	MAX_RECORDS = 16,
	MAX_FIELDS = 64, /* of one record: it has no more bits */
	MAX_WORDS = MAX_CODES + 2,
	NAME = 32,
	TEXT = 160,
	LINE = 512,
	RECORD_BITS = 256, /* a beat of memory */
	FIELD_BITS = 64
};

#include "tab.h"

struct row { /* a size, or a field */
	char name[NAME], text[TEXT];
	unsigned value[MAX_GEOMETRIES], lsb[MAX_GEOMETRIES];
};

struct record {
	char name[NAME], text[TEXT];
	struct row field[MAX_FIELDS];
	unsigned n_fields, line;
};

struct group {
	char name[NAME], text[TEXT], code[MAX_CODES][NAME]; /* code i means i */
	unsigned n_codes;
};

struct table {
	char geometry[MAX_GEOMETRIES][NAME];
	struct row size[MAX_SIZES];
	struct record record[MAX_RECORDS];
	struct group group[MAX_GROUPS];
	unsigned n_geometries, n_sizes, n_records, n_groups;
};

/* Reading */

static int set_name(const struct input *in, char name[NAME], const char *word)
{
	size_t n = 0;

	while (islower((unsigned char)word[n]) || word[n] == '_' ||
	       (n && isdigit((unsigned char)word[n])))
		n++;
	if (!n || word[n])
		return fail(in, "'%s' is not a name of a-z, 0-9 and _", word);
	if (n >= NAME)
		return fail(in, "'%s' is longer than %d letters", word, NAME - 1);
	memcpy(name, word, n + 1);
	return 0;
}

static int set_text(const struct input *in, char text[TEXT])
{
	if (!in->text)
		return fail(in, "no \"meaning\" at the end of the line");
	if (strlen(in->text) >= TEXT)
		return fail(in, "a meaning of more than %d letters", TEXT - 1);
	memcpy(text, in->text, strlen(in->text) + 1);
	return 0;
}

/* One number a geometry, then the meaning. */
static int set_row(const struct input *in, const struct table *t, struct row *r, unsigned min,
		   unsigned max)
{
	memset(r, 0, sizeof(*r));
	if (!t->n_geometries)
		return fail(in, "'%s' before 'geometry'", in->word[0]);
	if (in->n_words != t->n_geometries + 2)
		return fail(in, "'%s' wants a name and %u numbers", in->word[0], t->n_geometries);
	if (set_name(in, r->name, in->word[1]) || set_text(in, r->text))
		return -1;
	for (unsigned g = 0; g < t->n_geometries; g++) {
		const char *word = in->word[2 + g];
		char *end;
		const unsigned long v = strtoul(word, &end, 10);

		if (!isdigit((unsigned char)*word) || *end || v < min || v > max)
			return fail(in, "'%s' is not a number in %u..%u", word, min, max);
		r->value[g] = (unsigned)v;
	}
	return 0;
}

static int read_geometry(const struct input *in, struct table *t)
{
	if (t->n_geometries)
		return fail(in, "a second 'geometry'");
	if (in->n_words < 2 || in->n_words - 1 > MAX_GEOMETRIES)
		return fail(in, "'geometry' wants 1 to %d names", MAX_GEOMETRIES);
	for (unsigned i = 1; i < in->n_words; i++) {
		if (set_name(in, t->geometry[i - 1], in->word[i]))
			return -1;
		for (unsigned k = 1; k < i; k++)
			if (!strcmp(in->word[k], in->word[i]))
				return fail(in, "geometry '%s' twice", in->word[i]);
	}
	t->n_geometries = in->n_words - 1;
	return 0;
}

static int read_size(const struct input *in, struct table *t)
{
	if (t->n_sizes == MAX_SIZES)
		return fail(in, "more than %d sizes", MAX_SIZES);
	if (set_row(in, t, &t->size[t->n_sizes], 1, 1U << 20))
		return -1;
	for (unsigned i = 0; i < t->n_sizes; i++)
		if (!strcmp(t->size[i].name, t->size[t->n_sizes].name))
			return fail(in, "size '%s' twice", t->size[i].name);
	t->n_sizes++;
	return 0;
}

/* codes GROUP NAME... "meaning": numbered from 0 */
static int read_codes(const struct input *in, struct table *t)
{
	struct group *g = &t->group[t->n_groups];

	if (t->n_groups == MAX_GROUPS)
		return fail(in, "more than %d groups of codes", MAX_GROUPS);
	if (in->n_words < 3)
		return fail(in, "'codes' wants a name and the codes' names");
	if (set_name(in, g->name, in->word[1]) || set_text(in, g->text))
		return -1;
	for (unsigned i = 0; i < t->n_groups; i++)
		if (!strcmp(t->group[i].name, g->name))
			return fail(in, "codes '%s' twice", g->name);
	g->n_codes = in->n_words - 2;
	for (unsigned i = 0; i < g->n_codes; i++) {
		if (set_name(in, g->code[i], in->word[2 + i]))
			return -1;
		for (unsigned k = 0; k < i; k++)
			if (!strcmp(g->code[k], g->code[i]))
				return fail(in, "code '%s' twice", g->code[i]);
	}
	t->n_groups++;
	return 0;
}

static int read_record(const struct input *in, struct table *t)
{
	struct record *r = &t->record[t->n_records];

	if (t->n_records == MAX_RECORDS)
		return fail(in, "more than %d records", MAX_RECORDS);
	if (t->n_records && !r[-1].n_fields)
		return fail(in, "record '%s' has no field", r[-1].name);
	if (in->n_words != 2)
		return fail(in, "'record' wants a name");
	if (set_name(in, r->name, in->word[1]) || set_text(in, r->text))
		return -1;
	for (unsigned i = 0; i < t->n_records; i++)
		if (!strcmp(t->record[i].name, r->name))
			return fail(in, "record '%s' twice", r->name);
	r->line = in->line;
	t->n_records++;
	return 0;
}

/* The same name means the same thing, so it is as wide in every record. */
static int check_namesakes(const struct input *in, const struct table *t, const struct row *f)
{
	for (unsigned i = 0; i < t->n_records; i++) {
		const struct record *r = &t->record[i];

		for (unsigned k = 0; k < r->n_fields; k++) {
			if (strcmp(r->field[k].name, f->name))
				continue;
			if (i + 1 == t->n_records)
				return fail(in, "field '%s' twice in record '%s'", f->name,
					    r->name);
			if (memcmp(r->field[k].value, f->value, sizeof(f->value)))
				return fail(in, "field '%s' has other widths in record '%s'",
					    f->name, r->name);
		}
	}
	return 0;
}

static int read_field(const struct input *in, struct table *t)
{
	struct record *r = t->n_records ? &t->record[t->n_records - 1] : NULL;
	struct row f;

	if (!r)
		return fail(in, "'field' before 'record'");
	if (set_row(in, t, &f, 0, FIELD_BITS) || check_namesakes(in, t, &f))
		return -1;
	if (r->n_fields == MAX_FIELDS)
		return fail(in, "record '%s' has more than %d fields", r->name, MAX_FIELDS);
	for (unsigned g = 0; g < t->n_geometries; g++) {
		const struct row *last = r->n_fields ? &r->field[r->n_fields - 1] : NULL;

		f.lsb[g] = last ? last->lsb[g] + last->value[g] : 0;
		if (f.lsb[g] + f.value[g] > RECORD_BITS)
			return fail(in, "record '%s' of geometry '%s' has more than %d bits",
				    r->name, t->geometry[g], RECORD_BITS);
	}
	r->field[r->n_fields++] = f;
	return 0;
}

static int read_line(struct input *in, struct table *t, char *line)
{
	static const struct {
		const char *word;
		int (*read)(const struct input *, struct table *);
	} keyword[] = {{"geometry", read_geometry},
		       {"size", read_size},
		       {"codes", read_codes},
		       {"record", read_record},
		       {"field", read_field}};

	line[strcspn(line, "\r\n")] = '\0';
	if (split(in, line))
		return -1;
	if (!in->n_words)
		return 0;
	for (size_t i = 0; i < sizeof(keyword) / sizeof(*keyword); i++)
		if (!strcmp(in->word[0], keyword[i].word))
			return keyword[i].read(in, t);
	return fail(in, "'%s' is none of geometry, size, codes, record, field", in->word[0]);
}

static int read_table(const char *file, struct table *t)
{
	struct input in;
	int r = read_lines(file, &in, t);

	if (!r && !t->n_records)
		r = fail(&in, "no record");
	if (!r && !t->record[t->n_records - 1].n_fields)
		r = fail(&in, "record '%s' has no field", t->record[t->n_records - 1].name);
	return r;
}

/* Writing */

static unsigned record_bits(const struct record *r, unsigned g)
{
	const struct row *last = &r->field[r->n_fields - 1];

	return last->lsb[g] + last->value[g];
}

/* enum, names, and for each geometry the initialiser of an array of {lsb, width} */
static void write_c_record(FILE *out, const struct table *t, const struct record *r)
{
	char a[NAME], b[NAME];

	upper(r->name, a);
	fprintf(out, "\n/* %s */\nenum pf_%s_field {\n", r->text, r->name);
	for (unsigned i = 0; i < r->n_fields; i++)
		fprintf(out, "\tPF_%s_%s, /* %s */\n", a, upper(r->field[i].name, b),
			r->field[i].text);
	fprintf(out, "\tPF_%s_FIELDS\n};\n#define PF_%s_NAMES {", a, a);
	for (unsigned i = 0; i < r->n_fields; i++)
		fprintf(out, "%s\"%s\"", i ? ", " : "", r->field[i].name);
	fprintf(out, "}\n");
	for (unsigned g = 0; g < t->n_geometries; g++) {
		fprintf(out, "#define PF_%s_LAYOUT_%s {", a, upper(t->geometry[g], b));
		for (unsigned i = 0; i < r->n_fields; i++)
			fprintf(out, "%s{%u, %u}", i ? ", " : "", r->field[i].lsb[g],
				r->field[i].value[g]);
		fprintf(out, "}\n");
	}
}

static void write_c(FILE *out, const struct table *t)
{
	char a[NAME], b[NAME], c[NAME];

	fprintf(out, "/* Made by pf_fields from fields.tab: not for editing. */\n"
		     "#ifndef PF_FIELDS_H\n#define PF_FIELDS_H\n\n"
		     "/* X(name, NAME): every named geometry */\n#define PF_GEOMETRIES(X)");
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, " X(%s, %s)", t->geometry[g], upper(t->geometry[g], a));
	fprintf(out, "\n\nenum pf_sizes {\n");
	for (unsigned g = 0; g < t->n_geometries; g++) {
		upper(t->geometry[g], a);
		for (unsigned i = 0; i < t->n_sizes; i++)
			fprintf(out, "\tPF_%s_%s = %u, /* %s */\n", a, upper(t->size[i].name, b),
				t->size[i].value[g], t->size[i].text);
		for (unsigned i = 0; i < t->n_records; i++) {
			const struct record *r = &t->record[i];

			upper(r->name, b);
			for (unsigned k = 0; k < r->n_fields; k++)
				fprintf(out, "\tPF_%s_%s_%s_W = %u,\n", a, b,
					upper(r->field[k].name, c), r->field[k].value[g]);
			fprintf(out, "\tPF_%s_%s_W = %u,\n", a, b, record_bits(r, g));
		}
	}
	fprintf(out, "};\n");
	for (unsigned i = 0; i < t->n_groups; i++) {
		const struct group *g = &t->group[i];

		fprintf(out, "\n/* %s */\nenum pf_%s_code {\n", g->text, g->name);
		for (unsigned k = 0; k < g->n_codes; k++)
			fprintf(out, "\tPF_%s_%s, /* %u */\n", upper(g->name, a),
				upper(g->code[k], b), k);
		fprintf(out, "\tPF_%s_CODES\n};\n", a);
	}
	for (unsigned i = 0; i < t->n_records; i++)
		write_c_record(out, t, &t->record[i]);
	fprintf(out, "\n#endif\n");
}

/* prefix: "PF_REF_", or "PF_" for the geometry that the bench selected */
static void write_verilog_geometry(FILE *out, const struct table *t, unsigned g, const char *prefix)
{
	char a[NAME], b[NAME];

	for (unsigned i = 0; i < t->n_sizes; i++)
		fprintf(out, "`define %s%s %u\n", prefix, upper(t->size[i].name, a),
			t->size[i].value[g]);
	for (unsigned i = 0; i < t->n_records; i++) {
		const struct record *r = &t->record[i];

		upper(r->name, a);
		for (unsigned k = 0; k < r->n_fields; k++) {
			const struct row *f = &r->field[k];

			fprintf(out, "`define %s%s_%s_LSB %u\n`define %s%s_%s_W %u\n", prefix, a,
				upper(f->name, b), f->lsb[g], prefix, a, b, f->value[g]);
		}
		fprintf(out, "`define %s%s_W %u\n", prefix, a, record_bits(r, g));
	}
}

static void write_verilog(FILE *out, const struct table *t)
{
	char a[NAME], b[NAME], prefix[NAME + 8];

	fprintf(out,
		"// Made by pf_fields from fields.tab: not for editing.\n"
		"//\n"
		"//   PF_<GEOMETRY>_<RECORD>_<FIELD>_LSB, _W   lowest bit and width of a field\n"
		"//   PF_<RECORD>_<FIELD>_LSB, _W              the same of the geometry that\n"
		"//                                            PF_GEOMETRY_<NAME> selects, else "
		"%s\n"
		"`ifndef PF_FIELDS_VH\n`define PF_FIELDS_VH\n",
		t->geometry[0]);
	for (unsigned i = 0; i < t->n_groups; i++) {
		const struct group *g = &t->group[i];

		fprintf(out, "\n// %s\n", g->text);
		for (unsigned k = 0; k < g->n_codes; k++)
			fprintf(out, "`define PF_%s_%s %u\n", upper(g->name, a),
				upper(g->code[k], b), k);
		fprintf(out, "`define PF_%s_CODES %u\n", a, g->n_codes);
	}
	for (unsigned g = 0; g < t->n_geometries; g++) {
		snprintf(prefix, sizeof(prefix), "PF_%s_", upper(t->geometry[g], a));
		fprintf(out, "\n// %s\n", t->geometry[g]);
		write_verilog_geometry(out, t, g, prefix);
	}
	for (unsigned g = 1; g < t->n_geometries; g++) {
		fprintf(out, "\n`%s PF_GEOMETRY_%s\n", g == 1 ? "ifdef" : "elsif",
			upper(t->geometry[g], a));
		write_verilog_geometry(out, t, g, "PF_");
	}
	fprintf(out, "%s", t->n_geometries > 1 ? "\n`else\n" : "\n");
	write_verilog_geometry(out, t, 0, "PF_");
	fprintf(out, "%s\n`endif\n", t->n_geometries > 1 ? "`endif\n" : "");
}

static void write_markdown_record(FILE *out, const struct table *t, const struct record *r)
{
	fprintf(out, "\n**%s** (", r->text);
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, "%s`%s` %u bits", g ? ", " : "", t->geometry[g], record_bits(r, g));
	fprintf(out, ")\n\n| field |");
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, " bits in `%s` |", t->geometry[g]);
	fprintf(out, " meaning |\n|---|");
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, "---|");
	fprintf(out, "---|\n");
	for (unsigned i = 0; i < r->n_fields; i++) {
		const struct row *f = &r->field[i];

		fprintf(out, "| `%s` |", f->name);
		for (unsigned g = 0; g < t->n_geometries; g++) {
			if (f->value[g] == 0)
				fprintf(out, " none |");
			else if (f->value[g] == 1)
				fprintf(out, " %u |", f->lsb[g]);
			else
				fprintf(out, " %u:%u |", f->lsb[g] + f->value[g] - 1, f->lsb[g]);
		}
		fprintf(out, " %s |\n", f->text);
	}
}

static void write_markdown(FILE *out, const struct table *t)
{
	fprintf(out, "| size |");
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, " `%s` |", t->geometry[g]);
	fprintf(out, " meaning |\n|---|");
	for (unsigned g = 0; g < t->n_geometries; g++)
		fprintf(out, "---|");
	fprintf(out, "---|\n");
	for (unsigned i = 0; i < t->n_sizes; i++) {
		fprintf(out, "| `%s` |", t->size[i].name);
		for (unsigned g = 0; g < t->n_geometries; g++)
			fprintf(out, " %u |", t->size[i].value[g]);
		fprintf(out, " %s |\n", t->size[i].text);
	}
	for (unsigned i = 0; i < t->n_groups; i++) {
		const struct group *g = &t->group[i];

		fprintf(out, "\n**%s**, from 0 on:", g->text);
		for (unsigned k = 0; k < g->n_codes; k++)
			fprintf(out, "%s `%s`", k ? "," : "", g->code[k]);
		fprintf(out, "\n");
	}
	for (unsigned i = 0; i < t->n_records; i++)
		write_markdown_record(out, t, &t->record[i]);
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
			"usage: pf_fields [--c OUT] [--verilog OUT] [--markdown OUT] TABLE\n");
		return 2;
	}
	if (read_table(argv[i], &t))
		return 2;
	for (int k = 0; k < FORMS && !bad; k++)
		bad = name[k] && write_file(name[k], form[k].write, &t);
	return bad ? 2 : 0;
}
