/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/mem.h"

struct args {
	const uint8_t *p;
	size_t size, at;
	int used;
	int failed;
};

struct spec {
	char flags[8];
	int width, precision; /* -1: not given */
	char conversion;
	unsigned bytes;  /* of an integer argument, after promotion 4 or 8 */
	unsigned narrow; /* h: 2, hh: 1, else 0 */
	size_t length;   /* characters of the specification, '%' included */
};

static void append(struct format_text *out, const char *s, size_t n)
{
	if (!n)
		return;
	out->text = mem_grow(out->text, &out->cap, out->n + n, 1);
	memcpy(out->text + out->n, s, n);
	out->n += n;
}

static uint64_t next_arg(struct args *a, unsigned bytes)
{
	const size_t at = (a->at + bytes - 1) & ~(size_t)(bytes - 1);
	uint32_t w;
	uint64_t d;

	if (at > a->size || bytes > a->size - at) {
		a->failed = 1;
		return 0;
	}
	a->at = at + bytes;
	a->used++;
	if (bytes == 4) {
		memcpy(&w, a->p + at, 4);
		return w;
	}
	memcpy(&d, a->p + at, 8);
	return d;
}

/* A number or '*'; -1 when there is neither. */
static int number(const char **p, const char *end, struct args *a)
{
	int n = 0;

	if (*p < end && **p == '*') {
		(*p)++;
		n = (int)(uint32_t)next_arg(a, 4);
		return n > FORMAT_MAX_WIDTH    ? FORMAT_MAX_WIDTH
		       : n < -FORMAT_MAX_WIDTH ? -FORMAT_MAX_WIDTH
					       : n;
	}
	if (*p == end || **p < '0' || **p > '9')
		return -1;
	for (; *p < end && **p >= '0' && **p <= '9'; (*p)++) {
		n = n * 10 + (**p - '0');
		if (n > FORMAT_MAX_WIDTH)
			n = FORMAT_MAX_WIDTH;
	}
	return n;
}

static void length_modifier(const char **p, const char *end, struct spec *s)
{
	s->bytes = 4;
	s->narrow = 0;
	for (; *p < end && **p && strchr("hlLqjzt", **p); (*p)++) {
		if (**p == 'h')
			s->narrow = s->narrow == 2 ? 1 : 2;
		else
			s->bytes = 8;
	}
}

/* p: after '%'. Returns 0 when this is no specification that we know. */
static int parse(const char *p, const char *end, struct spec *s, struct args *a)
{
	const char *begin = p;
	size_t n = 0;

	memset(s, 0, sizeof(*s));
	s->width = s->precision = -1;
	for (; p < end && *p && strchr("-+ #0'", *p); p++)
		if (!strchr(s->flags, *p) && n < sizeof(s->flags) - 2)
			s->flags[n++] = *p;
	if (p < end && *p == '*') {
		s->width = number(&p, end, a);
		if (s->width < 0) { /* as C has it: left, and that wide */
			s->width = -s->width;
			if (!strchr(s->flags, '-'))
				s->flags[n] = '-';
		}
	} else {
		s->width = number(&p, end, a);
	}
	if (p < end && *p == '.') {
		p++;
		s->precision =
			p < end && (*p == '*' || (*p >= '0' && *p <= '9')) ? number(&p, end, a) : 0;
		if (s->precision < -1)
			s->precision = -1;
	}
	length_modifier(&p, end, s);
	if (p == end || !*p || !strchr("diouxXcsfFeEgGaAp%", *p))
		return 0;
	s->conversion = *p++;
	s->length = (size_t)(p - begin) + 1;
	return 1;
}

/* The specification again, for the host's printf. */
static void rebuild(const struct spec *s, const char *length, char buf[64])
{
	int n = snprintf(buf, 64, "%%%s", s->flags);

	if (s->width >= 0)
		n += snprintf(buf + n, (size_t)(64 - n), "%d", s->width);
	if (s->precision >= 0)
		n += snprintf(buf + n, (size_t)(64 - n), ".%d", s->precision);
	snprintf(buf + n, (size_t)(64 - n), "%s%c", length, s->conversion);
}

/* Appends what snprintf() makes of it; the format is built from a checked specification. */
#define FORMATTED(out, ...) \
	do { \
		const int n_ = snprintf(NULL, 0, __VA_ARGS__); \
		if (n_ > 0) { \
			(out)->text = \
				mem_grow((out)->text, &(out)->cap, (out)->n + (size_t)n_ + 1, 1); \
			snprintf((out)->text + (out)->n, (size_t)n_ + 1, __VA_ARGS__); \
			(out)->n += (size_t)n_; \
		} \
	} while (0)

static void print_integer(struct format_text *out, const struct spec *s, struct args *a)
{
	const uint64_t v = next_arg(a, s->bytes);
	const int is_signed = s->conversion == 'd' || s->conversion == 'i';
	char f[64];
	long long x;

	if (a->failed)
		return;
	if (s->bytes == 8)
		x = (long long)v;
	else if (s->narrow == 2)
		x = is_signed ? (long long)(int16_t)v : (long long)(uint16_t)v;
	else if (s->narrow == 1)
		x = is_signed ? (long long)(int8_t)v : (long long)(uint8_t)v;
	else
		x = is_signed ? (long long)(int32_t)v : (long long)(uint32_t)v;
	rebuild(s, "ll", f);
	FORMATTED(out, f, x);
}

static void print_string(struct format_text *out, const struct spec *s, struct args *a,
			 format_string_fn string, void *ctx)
{
	const uint64_t addr = next_arg(a, 8);
	const char *text = "(null)";
	size_t n = 6, width = s->width > 0 ? (size_t)s->width : 0;

	if (a->failed)
		return;
	if (addr) {
		text = string(ctx, addr, &n);
		if (!text) {
			a->failed = 1;
			return;
		}
	}
	if (s->precision >= 0 && n > (size_t)s->precision)
		n = (size_t)s->precision;
	if (!strchr(s->flags, '-'))
		for (size_t i = n; i < width; i++)
			append(out, " ", 1);
	append(out, text, n);
	if (strchr(s->flags, '-'))
		for (size_t i = n; i < width; i++)
			append(out, " ", 1);
}

static void print_one(struct format_text *out, const struct spec *s, struct args *a,
		      format_string_fn string, void *ctx)
{
	char f[64];
	uint64_t bits;
	double d;

	switch (s->conversion) {
	case '%': append(out, "%", 1); break;
	case 's': print_string(out, s, a, string, ctx); break;
	case 'c':
		bits = next_arg(a, 4);
		rebuild(s, "", f);
		if (!a->failed)
			FORMATTED(out, f, (int)(uint8_t)bits);
		break;
	case 'p':
		bits = next_arg(a, 8);
		rebuild(s, "", f);
		if (!a->failed)
			FORMATTED(out, f, (void *)(uintptr_t)bits);
		break;
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X': print_integer(out, s, a); break;
	default:
		bits = next_arg(a, 8);
		memcpy(&d, &bits, sizeof(d));
		rebuild(s, "", f);
		if (!a->failed)
			FORMATTED(out, f, d);
		break;
	}
}

int format_print(struct format_text *out, const char *fmt, size_t fmt_size, const uint8_t *args,
		 size_t args_size, format_string_fn string, void *ctx)
{
	const char *p = fmt, *end = fmt + fmt_size;
	struct args a = {.p = args, .size = args_size};

	while (p < end) {
		const char *percent = memchr(p, '%', (size_t)(end - p));
		struct spec s;

		append(out, p, (size_t)((percent ? percent : end) - p));
		if (!percent)
			break;
		if (!parse(percent + 1, end, &s, &a)) {
			append(out, "%", 1); /* not ours: as it stands */
			p = percent + 1;
			continue;
		}
		print_one(out, &s, &a, string, ctx);
		if (a.failed)
			return -1;
		p = percent + s.length;
	}
	return a.used;
}
