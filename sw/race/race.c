/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "race.h"

static const struct {
	const char *text, *name;
} kinds[RACE_KINDS] = {
	[RACE_ATOMIC_SCOPE] = {"atomic scope too narrow", "atomic-scope"},
	[RACE_FENCE] = {"missing fence", "fence"},
	[RACE_FENCE_SCOPE] = {"fence scope too narrow", "fence-scope"},
	[RACE_NOT_STRONG] = {"access not strong", "not-strong"},
	[RACE_PROXY] = {"missing fence between proxies", "proxy"},
	[RACE_LOCK] = {"missing lock", "lock"},
	[RACE_LOCK_SCOPE] = {"lock scope too narrow", "lock-scope"},
	[RACE_BARRIER] = {"missing barrier", "barrier"},
	[RACE_SAME_INSTRUCTION] = {"two lanes store at once", "same-instruction"},
	[RACE_LAUNCH] = {"not ordered by a launch", "launch"},
};

const char *race_kind_text(enum race_kind k)
{
	return (unsigned)k < RACE_KINDS ? kinds[k].text : "unknown";
}

const char *race_kind_name(enum race_kind k)
{
	return (unsigned)k < RACE_KINDS ? kinds[k].name : "unknown";
}

const char *race_access_name(enum race_access a)
{
	switch (a) {
	case RACE_READ: return "read";
	case RACE_WRITE: return "write";
	case RACE_ATOMIC: return "atomic";
	default: return "unknown";
	}
}

const char *race_scope_name(enum race_scope s)
{
	switch (s) {
	case RACE_SCOPE_WARP: return "warp";
	case RACE_SCOPE_BLOCK: return "block";
	case RACE_SCOPE_DEVICE: return "device";
	default: return "unknown";
	}
}

enum race_scope race_scope_of(const struct race_hit *h)
{
	if (h->first.block != h->second.block || h->first.launch != h->second.launch)
		return RACE_SCOPE_DEVICE;
	return h->first.warp != h->second.warp ? RACE_SCOPE_BLOCK : RACE_SCOPE_WARP;
}
