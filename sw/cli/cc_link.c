/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * cc_link: relocatable device code, as -dc and -rdc=true ask for it.
 *
 *   a.cu -> bitcode of the device ----------+
 *        -> host object, which calls -------+-> a.o with section pf_device
 *           __cudaRegisterLinkedBinary_ID() |
 *   b.cu -> ...                             +-> b.o
 *   a.o b.o libx.a -> photofinish-lower --link -> one bitcode -> PTX -> stub object, which defines
 *                  those functions: they register their file's kernels and variables with the PTX
 *
 * The link of a program makes the stub; -dlink makes it alone, for other linkers.
 */
#include "cc.h"

#include <elf.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/version.h"
#include "../lower/link_format.h"

/* The call that clang makes of each file, with digits of its own behind it: from the file's name,
 * which two files may have in common */
#define REGISTER "__cudaRegisterLinkedBinary"

/* FNV-1a */
#define PRIME UINT64_C(0x100000001b3)

static uint64_t hash(uint64_t h, const char *text)
{
	do
		h = (h ^ (unsigned char)*text) * PRIME;
	while (*text++);
	return h;
}

const char *cc_link_id(const struct cc_args *a, size_t nth)
{
	char *folder = getcwd(NULL, 0);
	uint64_t h = hash(UINT64_C(0xcbf29ce484222325), folder ? folder : "");

	free(folder);
	h = hash(h, a->input[nth].path);
	h = hash(h, a->output ? a->output : "");
	for (size_t i = 0; i < a->both.n; i++)
		h = hash(h, a->both.item[i]);
	return cc_format("%016llx", (unsigned long long)h);
}

const char *cc_link_level(const struct cc_args *a)
{
	if (a->debug)
		return "-O0";
	return a->optimise ? a->optimise : "default";
}

/* clang's name of the registration in an object; NULL: it has nothing to register. */
static const char *registration(const char *object)
{
	FILE *f = fopen(object, "r");
	char *text, *name;
	const char *found = NULL;
	size_t size;

	if (!f)
		return NULL;
	text = cc_read_all(f, &size);
	fclose(f);
	name = memmem(text, size, REGISTER, strlen(REGISTER));
	if (name)
		found = cc_format("%s", name);
	free(text);
	return found;
}

/* The section's text (link_format.h). *id becomes the unit's own: one that another has holds the
 * same code. */
static int write_unit(const char *file, const struct cc_args *a, const char **id,
		      const char *bitcode, struct diag *diag)
{
	FILE *in = fopen(bitcode, "r"), *out = fopen(file, "w");
	size_t size = 0;
	char *text = in ? cc_read_all(in, &size) : NULL;
	int bad = !text || !out;
	uint64_t h = hash(UINT64_C(0xcbf29ce484222325), *id);

	for (size_t i = 0; !bad && i < size; i++)
		h = (h ^ (unsigned char)text[i]) * PRIME;
	*id = cc_format("%016llx", (unsigned long long)h);
	if (!bad)
		bad = fprintf(out, LINK_MAGIC " %s %s %s %s %zu\n", VERSION_TEXT, *id, a->arch,
			      cc_link_level(a), size) < 0 ||
		      fwrite(text, 1, size, out) != size;
	if (out && fclose(out))
		bad = 1;
	if (in)
		fclose(in);
	free(text);
	return bad ? diag_set(diag, file, 0, "cannot be written") : 0;
}

int cc_link_embed(const struct cc_args *a, const char *id, const char *bitcode, const char *object,
		  struct diag *diag)
{
	const char *unit = cc_format("%s.unit", bitcode), *name = registration(object);
	struct cc_list c = {0};
	int rc;

	if (write_unit(unit, a, &id, bitcode, diag))
		return -1;
	cc_add(&c, "objcopy");
	cc_add(&c, cc_format("--add-section=" LINK_SECTION "=%s", unit));
	cc_add(&c, "--set-section-flags=" LINK_SECTION "=readonly,exclude");
	if (name) {
		cc_add(&c, cc_format("--redefine-sym=%s=" REGISTER "_%s", name, id));
		/* the name that nvlink would look for; ours finds the section */
		cc_add(&c, cc_format("--localize-symbol=__fatbinwrap%s", name + strlen(REGISTER)));
	}
	cc_add(&c, object);
	rc = cc_run(&c, a->verbose, diag);
	free(c.item);
	return rc > 0 ? diag_set(diag, object, 0, "objcopy failed") : rc;
}

/* The archive that the linker takes for -lNAME: of the first folder that has NAME at all. */
static const char *archive_of(const struct cc_args *a, const char *name)
{
	for (size_t i = 0; i < a->link.n; i++) {
		const char *folder = a->link.item[i], *archive;

		if (strncmp(folder, "-L", 2) != 0)
			continue;
		if (!access(cc_format("%s/lib%s.so", folder + 2, name), R_OK))
			return NULL;
		archive = cc_format("%s/lib%s.a", folder + 2, name);
		if (!access(archive, R_OK))
			return archive;
	}
	return NULL;
}

/* An object whose end is missing, with its sections' names in it */
static bool is_cut_off(const void *text, size_t size)
{
	Elf64_Ehdr h;

	if (size < sizeof(h) || memcmp(text, ELFMAG, SELFMAG) != 0)
		return false;
	memcpy(&h, text, sizeof(h));
	return h.e_shoff > size || (uint64_t)h.e_shnum * sizeof(Elf64_Shdr) > size - h.e_shoff;
}

/* Could a file of the link hold device code? Its sections' names are in it; the members of a thin
 * archive are elsewhere. Most have none, and the lower program need not start. */
static bool may_hold_code(const char *name)
{
	static const char *const sections[] = {LINK_SECTION, LINK_DONE};
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	bool may = false;
	struct stat st;
	void *text = MAP_FAILED;

	if (fd < 0)
		return true; /* which will be told */
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 8)
		text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (text == MAP_FAILED)
		return false;
	may = !memcmp(text, "!<thin>\n", 8) || is_cut_off(text, (size_t)st.st_size);
	for (size_t i = 0; !may && i < 2; i++)
		may = memmem(text, (size_t)st.st_size, sections[i], strlen(sections[i]));
	munmap(text, (size_t)st.st_size);
	return may;
}

static void read_answer(struct cc_linked *l, const char *text)
{
	int n = 0;

	if (sscanf(text, "%7s %7s\n%n", l->arch, l->level, &n) != 2)
		return;
	for (text += n; strlen(text) >= 17; text += 17)
		cc_add(&l->ids, cc_format("%.16s", text));
}

int cc_link_read(struct cc_linked *l, const struct cc_places *p, const struct cc_args *a,
		 const struct cc_list *objects, const char *bitcode, struct diag *diag)
{
	const size_t size = 64 + 17 * 65536; /* of the answer: one line a unit */
	char *text = mem_alloc(size);
	struct cc_list c = {0};
	int rc = 0;

	cc_add(&c, p->lower);
	cc_add(&c, "--link");
	cc_add(&c, bitcode);
	for (size_t i = 0; i < objects->n; i++) {
		const char *name = objects->item[i];

		if (!strncmp(name, "-l", 2))
			name = archive_of(a, name + 2);
		if (name && *name != '-' && may_hold_code(name))
			cc_add(&c, name);
	}
	if (c.n > 3)
		rc = cc_run_read(&c, a->verbose, text, size, diag);
	if (!rc)
		read_answer(l, text);
	free(c.item);
	free(text);
	return rc;
}

static int write_stub(const struct cc_linked *l, const char *ptx, const char *file)
{
	FILE *f = fopen(file, "w");

	if (!f)
		return -1;
	fputs("__asm__(\".pushsection .nv_fatbin,\\\"a\\\"\\n.p2align 3\\n\"\n"
	      "\"pf_device_code: .incbin \\\"",
	      f);
	for (; *ptx; ptx++) /* in a string of the assembler within one of C */
		if (*ptx == '"' || *ptx == '\\')
			fprintf(f, "\\\\\\%c", *ptx);
		else
			fputc(*ptx, f);
	fputs("\\\"\\n.byte 0\\n.popsection\\n\"\n"
	      "\".pushsection " LINK_DONE ",\\\"e\\\"\\n\"\n",
	      f);
	for (size_t i = 0; i < l->ids.n; i++)
		fprintf(f, "\".ascii \\\"%s\\\\n\\\"\\n\"\n", l->ids.item[i]);
	fputs("\".popsection\\n\");\n"
	      "extern const char pf_device_code[] __attribute__((visibility(\"hidden\")));\n"
	      "static const struct { int magic, version; const void *text, *unused; } wrapper = {\n"
	      "\t0x466243b1, 1, pf_device_code, 0};\n"
	      "void **__cudaRegisterFatBinary(const void *);\n"
	      "void __cudaRegisterFatBinaryEnd(void **);\n"
	      "void __cudaUnregisterFatBinary(void **);\n"
	      /* volatile: clang must not run the constructor below when it compiles it */
	      "static void **volatile handle;\n"
	      "static void add(void (*globals)(void **))\n"
	      "{\n"
	      "\tif (!handle)\n"
	      "\t\thandle = __cudaRegisterFatBinary(&wrapper);\n"
	      "\tglobals(handle);\n"
	      "}\n"
	      "__attribute__((constructor)) static void end(void)\n"
	      "{\n"
	      "\tif (handle)\n"
	      "\t\t__cudaRegisterFatBinaryEnd(handle);\n"
	      "}\n"
	      "__attribute__((destructor)) static void gone(void)\n"
	      "{\n"
	      "\tif (handle)\n"
	      "\t\t__cudaUnregisterFatBinary(handle);\n"
	      "}\n",
	      f);
	for (size_t i = 0; i < l->ids.n; i++)
		fprintf(f,
			"__attribute__((visibility(\"hidden\"))) void " REGISTER
			"_%s(void (*globals)(void **)) { add(globals); }\n",
			l->ids.item[i]);
	return fclose(f);
}

int cc_link_stub(const struct cc_linked *l, const struct cc_places *p, const struct cc_args *a,
		 const char *ptx, const char *object, struct diag *diag)
{
	const char *source = cc_format("%s/stub.c", p->temp);
	struct cc_list c = {0};
	int rc;

	if (write_stub(l, ptx, source))
		return diag_set(diag, source, 0, "cannot be written");
	cc_add(&c, p->clang);
	cc_add(&c, "-x");
	cc_add(&c, "c");
	cc_add(&c, "-O1");
	cc_add(&c, "-fPIC");
	cc_add(&c, "-c");
	cc_add(&c, source);
	cc_add(&c, "-o");
	cc_add(&c, object);
	rc = cc_run(&c, a->verbose, diag);
	free(c.item);
	return rc;
}
