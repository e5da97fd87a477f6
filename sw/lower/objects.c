/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * objects: the relocatable device code in host objects and in archives of them (link_format.h).
 * What was linked before is not linked again.
 */
#include "link.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/version.h"

static int fail(const char *file, const char *why)
{
	fprintf(stderr, "error: %s: %s\n", file, why);
	return -1;
}

static bool is_known(const struct link_units *u, const char *id)
{
	for (size_t i = 0; i < u->n; i++)
		if (!strcmp(u->item[i].id, id))
			return true;
	return false;
}

static void add(struct link_units *u, const struct link_unit *unit, const char *bitcode)
{
	struct link_unit *to;

	if (is_known(u, unit->id)) /* named twice in the command, or in two archives */
		return;
	u->item = mem_realloc(u->item, (u->n + 1) * sizeof(*u->item));
	to = &u->item[u->n++];
	*to = *unit;
	to->object = mem_strdup(unit->object);
	to->bitcode = bitcode ? memcpy(mem_alloc(unit->bytes + 1), bitcode, unit->bytes) : NULL;
}

/* One header; returns its length, 0: it is none. */
static size_t read_header(struct link_unit *unit, const char *p, size_t left, char version[32])
{
	char line[192];
	const char *end = memchr(p, '\n', left < sizeof(line) ? left : sizeof(line) - 1);
	unsigned long long bytes;

	if (!end)
		return 0;
	memcpy(line, p, (size_t)(end - p));
	line[end - p] = '\0';
	if (sscanf(line, LINK_MAGIC " %31s %16s %7s %7s %llu", version, unit->id, unit->arch,
		   unit->level, &bytes) != 5)
		return 0;
	unit->bytes = bytes;
	return (size_t)(end - p) + 1;
}

static int read_units(struct link_units *u, const char *object, const char *p, size_t left)
{
	while (left) {
		struct link_unit unit = {.object = object};
		char version[32] = "";
		size_t head = read_header(&unit, p, left, version);

		if (!head)
			return fail(object, "its device code is damaged");
		if (strcmp(version, VERSION_TEXT) != 0)
			return fail(object, "its device code is another version's of photofinish: "
					    "compile it again");
		if (unit.bytes > left - head)
			return fail(object, "its device code is cut off");
		add(u, &unit, p + head);
		p += head + unit.bytes;
		left -= head + unit.bytes;
	}
	return 0;
}

/* IDs that a device link before has linked: known, without code. */
static void read_linked(struct link_units *u, const char *object, const char *p, size_t left)
{
	struct link_unit unit = {.object = object};

	for (; left >= 17; p += 17, left -= 17) {
		memcpy(unit.id, p, 16);
		for (size_t i = 0; i < u->n; i++)
			if (!strcmp(u->item[i].id, unit.id)) {
				free(u->item[i].bitcode);
				u->item[i].bitcode = NULL;
			}
		add(u, &unit, NULL);
	}
}

static int read_object(struct link_units *u, Elf *elf, const char *name)
{
	size_t names, size = 0;
	GElf_Ehdr head;

	if (!elf_rawfile(elf, &size) || !gelf_getehdr(elf, &head) || head.e_shoff > size ||
	    (size_t)head.e_shnum * head.e_shentsize > size - head.e_shoff)
		return fail(name, "an object that is cut off");
	if (elf_getshdrstrndx(elf, &names))
		return fail(name, elf_errmsg(-1));
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		GElf_Shdr header;
		const char *section =
			gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		bool units = section && !strcmp(section, LINK_SECTION);
		Elf_Data *d;

		if (!units && (!section || strcmp(section, LINK_DONE) != 0))
			continue;
		d = elf_rawdata(s, NULL);
		if (!d || !d->d_buf)
			return fail(name, "a section that cannot be read");
		if (!units)
			read_linked(u, name, d->d_buf, d->d_size);
		else if (read_units(u, name, d->d_buf, d->d_size))
			return -1;
	}
	return 0;
}

static int read_archive(struct link_units *u, Elf *archive, int fd, const char *file)
{
	Elf_Cmd next = ELF_C_READ;
	Elf *member;
	int rc = 0;

	while (!rc && (member = elf_begin(fd, next, archive))) {
		const Elf_Arhdr *h = elf_getarhdr(member);
		char name[4096];

		snprintf(name, sizeof(name), "%s(%s)", file, h && h->ar_name ? h->ar_name : "?");
		if (elf_kind(member) == ELF_K_ELF)
			rc = read_object(u, member, name);
		next = elf_next(member);
		elf_end(member);
	}
	return rc;
}

/* A name of the archive's table, "/OFFSET" in its member's header: ended by a slash and a line end.
 * Of a member of an archive it is that archive, with ":PLACE" behind the offset. */
static int read_member(struct link_units *u, const char *archive, const char *names, size_t size,
		       const char *header)
{
	const char *slash = strrchr(archive, '/');
	const int folder = slash ? (int)(slash - archive + 1) : 0;
	size_t at = header[0] == '/' ? strtoul(header + 1, NULL, 10) : 0;
	const char *name = header[0] == '/' ? names + at : header;
	size_t n;
	char *path;
	int rc;

	if (header[0] == '/' && at >= size)
		return fail(archive, "a thin archive that is damaged");
	n = header[0] == '/' ? strcspn(name, "\n") : strcspn(name, "/ ");
	if (n && name[n - 1] == '/')
		n--;
	path = mem_alloc((size_t)folder + n + 1);
	snprintf(path, (size_t)folder + n + 1, "%.*s%.*s", *name == '/' ? 0 : folder, archive,
		 (int)n, name);
	rc = link_read(u, path);
	free(path);
	return rc;
}

/* An archive that only names its members, which libelf does not read. */
static int read_thin(struct link_units *u, FILE *f, const char *file)
{
	char header[61] = "", *names = NULL;
	size_t size = 0;
	int rc = 0;

	while (!rc && fread(header, 1, 60, f) == 60) {
		unsigned long bytes = strtoul(header + 48, NULL, 10);

		if (memcmp(header + 58, "`\n", 2) != 0)
			rc = fail(file, "a thin archive that is damaged");
		else if (!strncmp(header, "// ", 3) && !names) {
			names = mem_alloc(bytes + 1);
			size = fread(names, 1, bytes, f);
			if (bytes & 1)
				fgetc(f);
		} else if (!strncmp(header, "/ ", 2) || !strncmp(header, "/SYM64/ ", 8)) {
			rc = fseek(f, (long)(bytes + (bytes & 1)), SEEK_CUR);
		} else {
			rc = read_member(u, file, names ? names : "", size, header);
		}
	}
	free(names);
	return rc;
}

/* Is it one? Then *rc is what became of it. */
static bool is_thin(struct link_units *u, const char *file, int *rc)
{
	FILE *f = fopen(file, "re");
	char magic[8];
	const bool thin = f && fread(magic, 1, 8, f) == 8 && !memcmp(magic, "!<thin>\n", 8);

	if (thin)
		*rc = read_thin(u, f, file);
	if (f)
		fclose(f);
	return thin;
}

int link_read(struct link_units *u, const char *file)
{
	int fd, rc = 0;
	Elf *elf;

	if (is_thin(u, file, &rc))
		return rc;
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fail(file, "cannot be read");
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_AR)
		rc = read_archive(u, elf, fd, file);
	else if (elf && elf_kind(elf) == ELF_K_ELF)
		rc = read_object(u, elf, file);
	if (elf) /* else a script of the linker's: no device code */
		elf_end(elf);
	close(fd);
	return rc;
}
