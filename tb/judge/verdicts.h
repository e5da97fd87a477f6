/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * verdicts: litmus programs, with what PTX's model says of them: in how many of their orders
 * there is a data race. Argued from the ISA's text, not from what a judge said. For
 * test_judge.c only.
 */
#ifndef VERDICTS_H
#define VERDICTS_H

#include "litmus/litmus.h"

struct verdict {
	const char *name;
	enum litmus_verdict race;
	const char *text;
};

#define NEVER     LITMUS_NEVER
#define SOMETIMES LITMUS_SOMETIMES
#define ALWAYS    LITMUS_ALWAYS

static const struct verdict verdicts[] = {
	/* Where the model differs from ScoRD's rules */
	{"ticket reset by the last block", NEVER,
	 "var c\nb0.t0, b1.t0: r = add.gpu c 1; if r == 1 { st c 0 }\n"},
	{"ticket reset, three blocks", NEVER,
	 "var c\nb0-2.t0: r = add.gpu c 1; if r == 2 { st c 0 }\n"},
	{"ticket reset, counted by cta scope", ALWAYS,
	 "var c\nb0.t0, b1.t0: r = add.cta c 1; if r == 1 { st c 0 }\n"},
	{"release continued by a later write", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1; st.relaxed.gpu f 2\n"
	 "b1.t0: r = ld.acquire.gpu f; if r == 2 { ld x }\n"},
	{"release not continued by a weak write", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1; st f 2\n"
	 "b1.t0: until ld.acquire.gpu f == 2; ld x\n"},
	{"release not continued at another location", SOMETIMES,
	 "var x, f, g\nb0.t0: st x 1; st.release.gpu f 1; st.relaxed.gpu g 2\n"
	 "b1.t0: r = ld.acquire.gpu g; if r == 2 { ld x }\n"},
	{"relaxed read, then acquire of the same", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: r = ld.relaxed.gpu f; ld.acquire.gpu f; if r == 1 { ld x }\n"},
	{"relaxed read, then acquire elsewhere", SOMETIMES,
	 "var x, f, g\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: r = ld.relaxed.gpu f; ld.acquire.gpu g; if r == 1 { ld x }\n"},
	{"observed, then read weakly", NEVER,
	 "var x\nb0.t0: st.relaxed.gpu x 1\nb1.t0: r = ld.relaxed.gpu x; if r == 1 { ld x }\n"},
	{"observed with too narrow a scope, then read weakly", ALWAYS,
	 "var x\nb0.t0: st.relaxed.cta x 1\nb1.t0: r = ld.relaxed.gpu x; if r == 1 { ld x }\n"},
	{"the write before the one observed, read weakly", SOMETIMES,
	 "var x\nb0.t0: st.relaxed.gpu x 1; st.relaxed.gpu x 2\n"
	 "b1.t0: r = ld.relaxed.gpu x; if r == 2 { ld x }\n"},
	{"fence.sc: who saw nothing was first", NEVER,
	 "var d, y, z\n"
	 "b0.t0: st d 1; fence.sc.gpu; r = ld.relaxed.gpu y; if r == 0 { st.relaxed.gpu z 1 }\n"
	 "b1.t0: st.relaxed.gpu y 1; fence.sc.gpu; q = ld.relaxed.gpu z; if q == 1 { ld d }\n"},
	{"fence.acq_rel in its place", SOMETIMES,
	 "var d, y, z\n"
	 "b0.t0: st d 1; fence.acq_rel.gpu; r = ld.relaxed.gpu y; if r == 0 { st.relaxed.gpu z 1 "
	 "}\n"
	 "b1.t0: st.relaxed.gpu y 1; fence.acq_rel.gpu; q = ld.relaxed.gpu z; if q == 1 { ld d "
	 "}\n"},
	{"membar is fence.sc", SOMETIMES,
	 "var x\nb0.t0: st x 1; fence.gpu\nb1.t0: fence.gpu; ld x\n"},
	{"fence.acq_rel alone", ALWAYS,
	 "var x\nb0.t0: st x 1; fence.acq_rel.gpu\nb1.t0: fence.acq_rel.gpu; ld x\n"},
	{"fence.sc of cta scope in two blocks", ALWAYS,
	 "var x\nb0.t0: st x 1; fence.sc.cta\nb1.t0: fence.sc.gpu; ld x\n"},
	{"store buffering by relaxed accesses, in sequentially consistent executions", NEVER,
	 "var d, x, y\nb0.t0: st.relaxed.gpu x 1; r = ld.relaxed.gpu y; if r == 0 { st d 1 }\n"
	 "b1.t0: st.relaxed.gpu y 1; r = ld.relaxed.gpu x; if r == 0 { st d 1 }\n"},
	{"two volatile accesses", NEVER,
	 "var x\nb0.t0: st.volatile x 1\nb1.t0: st.volatile x 2; ld.volatile x\n"},
	{"volatile against weak", ALWAYS, "var x\nb0.t0: st.volatile x 1\nb1.t0: ld x\n"},
	{"relaxed flag without fence", SOMETIMES,
	 "var x, f\nb0.t0: st x 1; fence.gpu; st.relaxed.gpu f 1\n"
	 "b1.t0: r = ld.relaxed.gpu f; if r == 1 { ld x }\n"},
	{"failed CAS is a read", NEVER, "var x\nb0.t0: cas.gpu x 5 1\nb1.t0: ld x\n"},

	/* Message passing */
	{"MP: release and acquire", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: until ld.acquire.gpu f == 1; ld x\n"},
	{"MP: fences", NEVER,
	 "var x, f\nb0.t0: st x 1; fence.acq_rel.gpu; st.relaxed.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; fence.acq_rel.gpu; ld x\n"},
	{"MP: no acquire", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: until ld.relaxed.gpu f == 1; ld x\n"},
	{"MP: no release", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.relaxed.gpu f 1\nb1.t0: until ld.acquire.gpu f == 1; ld x\n"},
	{"MP: release too narrow", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.cta f 1\nb1.t0: until ld.acquire.gpu f == 1; ld x\n"},
	{"MP: acquire too narrow", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: until ld.acquire.cta f == 1; ld x\n"},
	{"MP: cta scope within a block", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.cta f 1\nb0.t32: until ld.acquire.cta f == 1; ld "
	 "x\n"},
	{"MP: fence too narrow, its write wide", SOMETIMES,
	 "var x, f\nb0.t0: st x 1; fence.acq_rel.cta; st.relaxed.gpu f 1\n"
	 "b1.t0: r = ld.acquire.gpu f; if r == 1 { ld x }\n"},
	{"MP: a flag of two sizes races itself", ALWAYS,
	 "var x, f:2, f4 at f\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: r = ld.relaxed.gpu f4; fence.gpu; if r == 1 { ld x }\n"},
	{"MP: what comes after the fence is not released", ALWAYS,
	 "var x, f\nb0.t0: fence.gpu; st x 1; st.relaxed.gpu f 1\n"
	 "b1.t0: until ld.acquire.gpu f == 1; ld x\n"},
	{"MP: one fence, two writes", NEVER,
	 "var x, f, g\nb0.t0: st x 1; fence.acq_rel.gpu; st.relaxed.gpu f 1; st.relaxed.gpu g 1\n"
	 "b1.t0: until ld.acquire.gpu g == 1; ld x\n"},

	/* Others of the classical ones */
	{"SB: weak", ALWAYS, "var x, y\nb0.t0: st x 1; ld y\nb1.t0: st y 1; ld x\n"},
	{"SB: strong", NEVER,
	 "var x, y\nb0.t0: st.relaxed.gpu x 1; ld.relaxed.gpu y\n"
	 "b1.t0: st.relaxed.gpu y 1; ld.relaxed.gpu x\n"},
	{"SB: weak, with fence.sc", ALWAYS,
	 "var x, y\nb0.t0: st x 1; fence.sc.gpu; ld y\nb1.t0: st y 1; fence.sc.gpu; ld x\n"},
	{"LB: weak", ALWAYS, "var x, y\nb0.t0: ld x; st y 1\nb1.t0: ld y; st x 1\n"},
	{"LB: acquire and release", NEVER,
	 "var x, y\nb0.t0: ld.acquire.gpu x; st.release.gpu y 1\n"
	 "b1.t0: ld.acquire.gpu y; st.release.gpu x 1\n"},
	{"WRC", NEVER,
	 "var x, f, g\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: until ld.acquire.gpu f == 1; st.release.gpu g 1\n"
	 "b2.t0: until ld.acquire.gpu g == 1; ld x\n"},
	{"WRC: no acquire in the middle", ALWAYS,
	 "var x, f, g\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; st.release.gpu g 1\n"
	 "b2.t0: until ld.acquire.gpu g == 1; ld x\n"},
	{"WRC: fence in the middle", NEVER,
	 "var x, f, g\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; fence.acq_rel.gpu; st.relaxed.gpu g 1\n"
	 "b2.t0: until ld.acquire.gpu g == 1; ld x\n"},
	{"WRC: a block's scope, then the device's", NEVER,
	 "var x, f, g\nb0.t0: st x 1; st.release.cta f 1\n"
	 "b0.t32: until ld.acquire.cta f == 1; st.release.gpu g 1\n"
	 "b2.t0: until ld.acquire.gpu g == 1; ld x\n"},
	{"ISA2: fences", NEVER,
	 "var x, f, g\nb0.t0: st x 1; fence.gpu; st.relaxed.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; fence.gpu; st.relaxed.gpu g 1\n"
	 "b2.t0: until ld.relaxed.gpu g == 1; fence.gpu; ld x\n"},
	{"ISA2: fence.acq_rel, cta scope in the middle", ALWAYS,
	 "var x, f, g\nb0.t0: st x 1; fence.acq_rel.gpu; st.relaxed.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; fence.acq_rel.cta; st.relaxed.gpu g 1\n"
	 "b2.t0: until ld.relaxed.gpu g == 1; fence.acq_rel.gpu; ld x\n"},
	{"ISA2: fence.sc at both ends, performed in this order", NEVER,
	 "var x, f, g\nb0.t0: st x 1; fence.sc.gpu; st.relaxed.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; fence.sc.cta; st.relaxed.gpu g 1\n"
	 "b2.t0: until ld.relaxed.gpu g == 1; fence.sc.gpu; ld x\n"},
	{"IRIW: strong", NEVER,
	 "var x, y\nb0.t0: st.relaxed.gpu x 1\nb1.t0: st.relaxed.gpu y 1\n"
	 "b2.t0: ld.relaxed.gpu x; fence.sc.gpu; ld.relaxed.gpu y\n"
	 "b3.t0: ld.relaxed.gpu y; fence.sc.gpu; ld.relaxed.gpu x\n"},
	{"IRIW: what was not acquired is read weakly", ALWAYS,
	 "var x, y\nb0.t0: st.release.gpu x 1\nb1.t0: st.release.gpu y 1\n"
	 "b2.t0: ld.acquire.gpu x; ld y\nb3.t0: ld.acquire.gpu y; ld x\n"},

	/* Chains */
	{"chain of a relaxed add", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: add.gpu f 1\n"
	 "b2.t0: r = ld.acquire.gpu f; if r == 2 { ld x }\n"},
	{"chain over red", NEVER,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: red.add.gpu f 1\n"
	 "b2.t0: r = ld.acquire.gpu f; if r == 2 { ld x }\n"},
	{"chain broken by a store, unless seen before it", SOMETIMES,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\n"
	 "b1.t0: until ld.relaxed.gpu f == 1; st.relaxed.gpu f 2\n"
	 "b2.t0: until ld.acquire.gpu f == 2; ld x\n"},
	{"chain with a link too narrow, which races itself", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb0.t32: add.cta f 1\n"
	 "b1.t0: r = ld.acquire.gpu f; if r == 2 { ld x }\n"},
	{"observing an atomic over a weak store", ALWAYS, /* the store and the observer race */
	 "var f\nb0.t0: st f 1; add.gpu f 1\nb1.t0: r = ld.relaxed.gpu f; if r == 2 { ld f }\n"},
	{"red acquires nothing", ALWAYS,
	 "var x, f\nb0.t0: st x 1; st.release.gpu f 1\nb1.t0: red.add.gpu f 1; fence.gpu; ld x\n"},
	{"red is before what follows it at its location", SOMETIMES,
	 "var f\nb0.t0: st.relaxed.gpu f 1\nb1.t0: red.add.gpu f 1; st f 5\n"},

	/* Barriers */
	{"block barrier", NEVER, "var x\nb0.t0: st x 1; bar\nb0.t32: bar; ld x\n"},
	{"bar.arrive", NEVER, "var x\nb0.t0: st x 1; bar.arrive 1 64\nb0.t32: bar 1 64; ld x\n"},
	{"bar.arrive learns nothing", ALWAYS,
	 "var x\nb0.t0: bar.arrive 1 64; ld x\nb0.t32: st x 1; bar 1 64\n"},
	{"the second completion of a barrier", NEVER,
	 "var x\nb0.t0: bar; st x 1; bar\nb0.t32: bar; bar; ld x\n"},
	{"between two completions", ALWAYS,
	 "var x\nb0.t0: bar; st x 1; bar\nb0.t32: bar; ld x; bar\n"},
	{"one of two arrivals, whichever comes", SOMETIMES,
	 "var x\nb0.t0: st x 1; bar.arrive 1 64\nb0.t32: bar.arrive 1 64\nb0.t64: bar 1 64; ld "
	 "x\n"},
	{"__syncwarp", NEVER, "var x\nb0.t0: st x 1; syncwarp 3\nb0.t1: syncwarp 3; ld x\n"},
	{"__syncwarp of others", ALWAYS,
	 "var x\nb0.t0: st x 1; syncwarp 5\nb0.t1: ld x\nb0.t2: syncwarp 5\n"},
	{"shared memory of two blocks", NEVER, "var s shared\nb0.t0: st s 1\nb1.t0: ld s\n"},

	/* Sizes and instructions */
	{"mixed sizes, both strong", ALWAYS,
	 "var x, h:2 at x\nb0.t0: st.relaxed.gpu x 1\nb1.t0: st.relaxed.gpu h 1\n"},
	{"neighbours", NEVER, "var x, h:2 at x, k:2 at x+2\nb0.t0: st h 1\nb1.t0: st k 1\n"},
	{"two lanes of one weak store", ALWAYS, "var x\nb0.t0-1: st x 1\n"},
	{"two lanes of one volatile store", NEVER, "var x\nb0.t0-1: st.volatile x 1\n"},
	{"two lanes of one atomic", NEVER, "var x\nb0.t0-1: add.gpu x 1\n"},
};

#endif
