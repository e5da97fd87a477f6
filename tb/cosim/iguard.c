/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * iguard: iGUARD's Verilated units, as the model of sim/ loads them, beside their reference models
 * in C (docs/cosim.md). PHOTOFINISH_RTL names the folder of the libraries.
 *
 *   options ─> iguard_slice(), iguard_sm() or iguard_group() ─> one line, PASS or FAIL
 */
#include "iguard.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"usage: iguard UNIT [option...]\n"
	"  UNIT               slice, sm or group\n"
	"  --geometry NAME    tiny, ref or modern (default ref)\n"
	"  --checks N         accesses (slice), events and accesses (sm), groups (default 1000)\n"
	"  --seed N           (default 1)\n"
	"  --lanes 0|1        slice: warps or lanes are threads (default: by turns)\n"
	"  --stall CHANNEL    closed for hundreds of cycles at a time: slice: req, mrd, mrsp, "
	"mwr;\n"
	"                     sm: evt, req, tag, msg; group: in\n"
	"  --fault NAME       the run must fail. slice: record, lost, twice, side, counter, "
	"request;\n"
	"                     sm: tag, message, after, event; group: group, last\n";

struct unit {
	const char *name, *channel[IGUARD_CHANNELS], *fault[8];
	void (*run)(struct iguard_run *x);
};

static const struct unit units[] = {
	{"slice",
	 {"req", "mrd", "mrsp", "mwr"},
	 {"record", "lost", "twice", "side", "counter", "request"},
	 iguard_slice},
	{"sm", {"evt", "req", "tag", "msg"}, {"tag", "message", "after", "event"}, iguard_sm},
	{"group", {"in"}, {"group", "last"}, iguard_group},
};

_Noreturn static void wrong(void)
{
	fputs(usage, stderr);
	exit(2);
}

void iguard_differ(const struct iguard_run *x, const char *format, ...)
{
	va_list args;

	printf("FAIL iguard_%s %s seed=%llu cycle=%llu%s%s: ", x->unit, x->geometry,
	       (unsigned long long)x->seed, (unsigned long long)x->cycle, x->fault ? " fault=" : "",
	       x->fault ? x->fault : "");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	exit(1);
}

bool iguard_next_cycle(struct iguard_run *x)
{
	static const uint32_t shut[] = {0, 0, 4, 12, 15};

	if (x->cycle++ - x->moved > IGUARD_PATIENCE)
		iguard_differ(x, "nothing moves");
	if (x->cycle < x->until)
		return false;
	x->until = x->cycle + 100 + rng_below(&x->gate, 2000);
	for (unsigned i = 0; i < IGUARD_CHANNELS; i++)
		x->shut[i] = shut[rng_below(&x->gate, 5)];
	return true;
}

bool iguard_open(struct iguard_run *x, unsigned channel)
{
	if (x->stall == (int)channel && x->cycle % 1000 < 300)
		return false;
	return rng_below(&x->gate, 16) >= x->shut[channel];
}

bool iguard_fault(struct iguard_run *x, const char *name, uint64_t done)
{
	if (!x->fault || x->fault_done || done < x->checks / 2 || strcmp(x->fault, name))
		return false;
	x->fault_done = true;
	return true;
}

static const struct unit *unit_named(const char *name)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcmp(units[i].name, name))
			return &units[i];
	wrong();
}

static int index_of(const char *const *name, int n, const char *wanted)
{
	for (int i = 0; i < n; i++)
		if (name[i] && !strcmp(name[i], wanted))
			return i;
	wrong();
}

static void read_options(struct iguard_run *x, const struct unit *u, int argc, char **argv)
{
	if (argc % 2)
		wrong();
	for (int i = 2; i < argc; i += 2) {
		const char *o = argv[i], *v = argv[i + 1];

		if (!strcmp(o, "--geometry"))
			x->geometry = v;
		else if (!strcmp(o, "--checks"))
			x->checks = strtoull(v, NULL, 0);
		else if (!strcmp(o, "--seed"))
			x->seed = strtoull(v, NULL, 0);
		else if (!strcmp(o, "--lanes"))
			x->lanes = *v == '1';
		else if (!strcmp(o, "--stall"))
			x->stall = index_of(u->channel, IGUARD_CHANNELS, v);
		else if (!strcmp(o, "--fault"))
			x->fault = u->fault[index_of(u->fault, 8, v)];
		else
			wrong();
	}
}

int main(int argc, char **argv)
{
	const struct unit *u = unit_named(argc > 1 ? argv[1] : "");
	struct iguard_run x = {.unit = u->name,
			       .geometry = "ref",
			       .seed = 1,
			       .checks = 1000,
			       .lanes = -1,
			       .stall = -1};
	struct diag diag = {""};

	read_options(&x, u, argc, argv);
	if (unit_load(&x.library, "iguard", x.geometry, false, &diag)) {
		fprintf(stderr, "%s\n", diag.text);
		return 2;
	}
	rng_seed(&x.gate, ~x.seed);
	u->run(&x);
	if (x.fault && !x.fault_done)
		iguard_differ(&x, "the fault had no chance");
	printf("PASS iguard_%s %s seed=%llu %s\n", x.unit, x.geometry, (unsigned long long)x.seed,
	       x.result);
	unit_unload(&x.library);
	return 0;
}
