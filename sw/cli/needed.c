/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "needed.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SEGMENTS = 256, MAX_DYNAMIC = 4096, MAX_NAME = 255 };

struct elf {
	int fd;
	unsigned n;
	Elf64_Phdr segment[MAX_SEGMENTS];
};

/* Exactly size bytes at offset, or false. */
static bool read_at(const struct elf *e, uint64_t offset, void *to, size_t size)
{
	return offset <= INT64_MAX && pread(e->fd, to, size, (off_t)offset) == (ssize_t)size;
}

static bool read_segments(struct elf *e)
{
	Elf64_Ehdr h;

	if (!read_at(e, 0, &h, sizeof(h)) || memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 ||
	    h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
	    (h.e_type != ET_EXEC && h.e_type != ET_DYN) || h.e_phentsize != sizeof(Elf64_Phdr) ||
	    h.e_phnum > MAX_SEGMENTS)
		return false;
	e->n = h.e_phnum;
	return read_at(e, h.e_phoff, e->segment, e->n * sizeof(Elf64_Phdr));
}

/* File offset of a virtual address; false when no segment holds it. */
static bool locate(const struct elf *e, uint64_t addr, uint64_t *offset)
{
	for (unsigned i = 0; i < e->n; i++) {
		const Elf64_Phdr *p = &e->segment[i];

		if (p->p_type == PT_LOAD && addr >= p->p_vaddr && addr - p->p_vaddr < p->p_filesz) {
			*offset = p->p_offset + (addr - p->p_vaddr);
			return true;
		}
	}
	return false;
}

/* Is library among the DT_NEEDED of the dynamic section, n entries at offset at? */
static bool scan(const struct elf *e, uint64_t at, uint64_t n, const char *library)
{
	uint64_t names = 0, size = 0;
	size_t length = strlen(library) + 1;
	char name[MAX_NAME + 1];
	Elf64_Dyn d;

	for (uint64_t i = 0; i < n && read_at(e, at + i * sizeof(d), &d, sizeof(d)); i++) {
		if (d.d_tag == DT_NULL)
			break;
		if (d.d_tag == DT_STRTAB && !locate(e, d.d_un.d_ptr, &names))
			return false;
		if (d.d_tag == DT_STRSZ)
			size = d.d_un.d_val;
	}
	for (uint64_t i = 0; i < n && read_at(e, at + i * sizeof(d), &d, sizeof(d)); i++) {
		if (d.d_tag == DT_NULL)
			break;
		if (d.d_tag == DT_NEEDED && d.d_un.d_val < size && length <= sizeof(name) &&
		    read_at(e, names + d.d_un.d_val, name, length) &&
		    !memcmp(name, library, length))
			return true;
	}
	return false;
}

static enum needed_kind kind(struct elf *e, const char *library)
{
	if (!read_segments(e))
		return NEEDED_OTHER;
	for (unsigned i = 0; i < e->n; i++) {
		uint64_t n = e->segment[i].p_filesz / sizeof(Elf64_Dyn);

		if (e->segment[i].p_type == PT_DYNAMIC &&
		    scan(e, e->segment[i].p_offset, n < MAX_DYNAMIC ? n : MAX_DYNAMIC, library))
			return NEEDED_FOUND;
	}
	return NEEDED_FOREIGN;
}

enum needed_kind needed_check(const char *path, const char *library)
{
	struct elf e = {.fd = open(path, O_RDONLY | O_CLOEXEC)};
	enum needed_kind k;

	if (e.fd < 0)
		return NEEDED_UNREADABLE;
	k = kind(&e, library);
	close(e.fd);
	return k;
}
