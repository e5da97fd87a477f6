/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvtx: the ranges that a program names, for reports: what has begun last and not ended, of those
 * that this host thread has pushed and of those that any thread has started.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "../include/nvToolsExt.h"
#include "rt.h"

struct nvtxDomainRegistration_st {
	nvtxDomainHandle_t next;
	char *name;
};

struct nvtxStringRegistration_st {
	nvtxStringHandle_t next;
	char *text;
};

struct range {
	struct range *next; /* of a thread: the one around it */
	uint64_t id;        /* goes up with time */
	nvtxDomainHandle_t domain;
	char *name;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static nvtxDomainHandle_t domains;
static nvtxStringHandle_t strings; /* registered, and those that rt_range() has handed out */
static struct range *started;
static uint64_t last_id;
static _Thread_local struct range *pushed;

/* A copy in UTF-8. */
static char *narrow(const wchar_t *w)
{
	char *s = mem_alloc(4 * (w ? wcslen(w) : 0) + 1), *to = s;

	for (; w && *w; w++) {
		const uint32_t c = (uint32_t)*w;

		if (c >= 0x10000)
			*to++ = (char)(0xf0 | (c >> 18 & 7));
		if (c >= 0x800)
			*to++ = (char)(c >= 0x10000 ? 0x80 | (c >> 12 & 63) : 0xe0 | c >> 12);
		if (c >= 0x80)
			*to++ = (char)(c >= 0x800 ? 0x80 | (c >> 6 & 63) : 0xc0 | c >> 6);
		*to++ = (char)(c >= 0x80 ? 0x80 | (c & 63) : c);
	}
	return s;
}

static char *copy(const char *s)
{
	return mem_strdup(s ? s : "");
}

static char *message(const nvtxEventAttributes_t *a)
{
	switch (a ? a->messageType : NVTX_MESSAGE_UNKNOWN) {
	case NVTX_MESSAGE_TYPE_ASCII: return copy(a->message.ascii);
	case NVTX_MESSAGE_TYPE_UNICODE: return narrow(a->message.unicode);
	case NVTX_MESSAGE_TYPE_REGISTERED:
		return copy(a->message.registered ? a->message.registered->text : NULL);
	default: return copy(NULL);
	}
}

/* Takes the text; the one that there is already, if any. Called with the lock. */
static nvtxStringHandle_t keep(char *text)
{
	nvtxStringHandle_t s = strings;

	while (s && strcmp(s->text, text) != 0)
		s = s->next;
	if (s) {
		free(text);
		return s;
	}
	s = mem_alloc(sizeof(*s));
	*s = (struct nvtxStringRegistration_st){strings, text};
	strings = s;
	return s;
}

static struct range *begin(struct range **list, nvtxDomainHandle_t domain, char *name)
{
	struct range *r = mem_alloc(sizeof(*r));

	*r = (struct range){.next = *list, .domain = domain, .name = name};
	pthread_mutex_lock(&lock);
	r->id = ++last_id;
	pthread_mutex_unlock(&lock);
	return r;
}

static void end(struct range **at)
{
	struct range *r = *at;

	*at = r->next;
	free(r->name);
	free(r);
}

static int depth(nvtxDomainHandle_t domain)
{
	int n = 0;

	for (const struct range *r = pushed; r; r = r->next)
		n += r->domain == domain;
	return n;
}

/* The level of the new range, as CUDA counts: from 0. */
static int push(nvtxDomainHandle_t domain, char *name)
{
	const int level = depth(domain);

	pushed = begin(&pushed, domain, name);
	return level;
}

static nvtxRangeId_t start(nvtxDomainHandle_t domain, char *name)
{
	struct range *r;
	struct range *none = NULL;

	r = begin(&none, domain, name);
	pthread_mutex_lock(&lock);
	r->next = started;
	started = r;
	pthread_mutex_unlock(&lock);
	return r->id;
}

const char *rt_range(void)
{
	const struct range *in = pushed, *latest;
	const char *text = NULL;

	pthread_mutex_lock(&lock);
	latest = started; /* the list is nearly in order: two threads may start at once */
	for (const struct range *r = started; r; r = r->next)
		latest = r->id > latest->id ? r : latest;
	if (latest && (!in || latest->id > in->id))
		in = latest;
	if (in) {
		const char *domain = in->domain ? in->domain->name : "";
		const size_t size = strlen(domain) + strlen(in->name) + 3;
		char *all = mem_alloc(size);

		snprintf(all, size, "%s%s%s", domain, *domain ? ": " : "", in->name);
		text = keep(all)->text;
	}
	pthread_mutex_unlock(&lock);
	return text;
}

void nvtxInitialize(const void *reserved)
{
	(void)reserved;
}

int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	return push(domain, message(attributes));
}

int nvtxRangePushEx(const nvtxEventAttributes_t *attributes)
{
	return nvtxDomainRangePushEx(NULL, attributes);
}

int nvtxRangePushA(const char *text)
{
	return push(NULL, copy(text));
}

int nvtxRangePushW(const wchar_t *text)
{
	return push(NULL, narrow(text));
}

/* Its level; less than 0 when there is none. */
int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
	struct range **r = &pushed;
	const int level = depth(domain) - 1;

	while (*r && (*r)->domain != domain)
		r = &(*r)->next;
	if (*r)
		end(r);
	return level < 0 ? NVTX_NO_PUSH_POP_TRACKING : level;
}

int nvtxRangePop(void)
{
	return nvtxDomainRangePop(NULL);
}

nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
				     const nvtxEventAttributes_t *attributes)
{
	return start(domain, message(attributes));
}

nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes)
{
	return nvtxDomainRangeStartEx(NULL, attributes);
}

nvtxRangeId_t nvtxRangeStartA(const char *text)
{
	return start(NULL, copy(text));
}

nvtxRangeId_t nvtxRangeStartW(const wchar_t *text)
{
	return start(NULL, narrow(text));
}

void nvtxRangeEnd(nvtxRangeId_t id)
{
	struct range **r = &started;

	pthread_mutex_lock(&lock);
	while (*r && (*r)->id != id)
		r = &(*r)->next;
	if (*r)
		end(r);
	pthread_mutex_unlock(&lock);
}

void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
	(void)domain; /* ids are of the process */
	nvtxRangeEnd(id);
}

/* One domain a name, as in NVTX; they stay, as ranges and handles point to them. */
static nvtxDomainHandle_t domain_of(char *name)
{
	nvtxDomainHandle_t d;

	pthread_mutex_lock(&lock);
	for (d = domains; d && strcmp(d->name, name) != 0; d = d->next)
		;
	if (d) {
		free(name);
	} else {
		d = mem_alloc(sizeof(*d));
		*d = (struct nvtxDomainRegistration_st){domains, name};
		domains = d;
	}
	pthread_mutex_unlock(&lock);
	return d;
}

nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
	return domain_of(copy(name));
}

nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name)
{
	return domain_of(narrow(name));
}

void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
	(void)domain;
}

static nvtxStringHandle_t registered(char *text)
{
	nvtxStringHandle_t s;

	pthread_mutex_lock(&lock);
	s = keep(text);
	pthread_mutex_unlock(&lock);
	return s;
}

nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *string)
{
	(void)domain;
	return registered(copy(string));
}

nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t *string)
{
	(void)domain;
	return registered(narrow(string));
}
