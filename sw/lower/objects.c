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
	size_t names;

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

int link_read(struct link_units *u, const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC), rc = 0;
	Elf *elf;

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
