/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that are accepted: every opcode with its modifiers, and operands.
 */
#include "ptx_test.h"

/* Instruction as written, and its canonical name. */
static const struct {
	const char *text, *name;
} table[] = {
	{"abs.s32 r1, r2;", "abs.s32"},
	{"abs.ftz.f32 f1, f2;", "abs.ftz.f32"},
	{"activemask.b32 r1;", "activemask.b32"},
	{"add.s64 d1, d2, -4;", "add.s64"},
	{"add.sat.s32 r1, r2, r3;", "add.sat.s32"},
	{"add.rz.ftz.sat.f32 f1, f2, f3;", "add.rz.ftz.sat.f32"},
	{"add.f64 g1, g2, 0d3FF0000000000000;", "add.f64"},
	{"add.cc.u64 d1, d2, d3;", "add.cc.u64"},
	{"addc.u32 r1, r2, r3;", "addc.u32"},
	{"addc.cc.s32 r1, r2, r3;", "addc.cc.s32"},
	{"and.pred p1, p2, p3;", "and.pred"},
	{"applypriority.global.L2::evict_normal [d1], 128;", "applypriority.global"},
	{"cp.async.ca.shared.global [r1], [d1], 4;", "cp.async.ca.shared.global"},
	{"cp.async.cg.shared::cta.global.L2::128B [sv], [d1+16], 16, r2;",
	 "cp.async.cg.shared.global"},
	{"cp.async.ca.shared.global [d1], [gv], 8, !p1;", "cp.async.ca.shared.global"},
	{"cp.async.ca.shared.global.L2::cache_hint [r1], [d1], 8, 4, d2;",
	 "cp.async.ca.shared.global.L2::cache_hint"},
	{"cp.async.commit_group;", "cp.async.commit_group"},
	{"cp.async.wait_group 3;", "cp.async.wait_group"},
	{"cp.async.wait_all;", "cp.async.wait_all"},
	{"cp.async.mbarrier.arrive.shared::cta.b64 [r1];", "cp.async.mbarrier.arrive.shared.b64"},
	{"cp.async.mbarrier.arrive.noinc.b64 [d1];", "cp.async.mbarrier.arrive.noinc.b64"},
	{"createpolicy.fractional.L2::evict_last.b64 d1, 0.5;", "createpolicy.fractional.b64"},
	{"createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 d1;",
	 "createpolicy.fractional.b64"},
	{"createpolicy.range.global.L2::evict_last.b64 d1, [d2], 64, r1;",
	 "createpolicy.range.global.b64"},
	{"createpolicy.cvt.L2.b64 d1, d2;", "createpolicy.cvt.b64"},
	{"discard.global.L2 [d1], 128;", "discard.global"},
	{"elect.sync r1|p1, r2;", "elect.sync"},
	{"elect.sync _|p1, -1;", "elect.sync"},
	{"griddepcontrol.wait;", "griddepcontrol.wait"},
	{"griddepcontrol.launch_dependents;", "griddepcontrol.launch_dependents"},
	{"mbarrier.init.shared::cta.b64 [r1], 32;", "mbarrier.init.shared.b64"},
	{"mbarrier.inval.b64 [d1];", "mbarrier.inval.b64"},
	{"mbarrier.arrive.shared.b64 d1, [sv];", "mbarrier.arrive.release.shared.cta.b64"},
	{"mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [r1], r2;",
	 "mbarrier.arrive.relaxed.shared.cta.b64"},
	{"mbarrier.arrive.noComplete.shared.b64 d1, [r1], 3;",
	 "mbarrier.arrive.release.shared.cta.noComplete.b64"},
	{"mbarrier.arrive.expect_tx.shared.b64 d1, [r1], 16;",
	 "mbarrier.arrive.expect_tx.release.shared.cta.b64"},
	{"mbarrier.arrive_drop.release.cta.shared.b64 d1, [r1];",
	 "mbarrier.arrive_drop.release.shared.cta.b64"},
	{"mbarrier.test_wait.shared.b64 p1, [r1], d1;",
	 "mbarrier.test_wait.acquire.shared.cta.b64"},
	{"mbarrier.test_wait.parity.shared.b64 p1, [r1], r2;",
	 "mbarrier.test_wait.parity.acquire.shared.cta.b64"},
	{"mbarrier.try_wait.shared.b64 p1, [r1], d1, 1000;",
	 "mbarrier.try_wait.acquire.shared.cta.b64"},
	{"mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p1, [r1], 1;",
	 "mbarrier.try_wait.parity.acquire.shared.cta.b64"},
	{"mbarrier.pending_count.b64 r1, d1;", "mbarrier.pending_count.b64"},
	{"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [r1];",
	 "mbarrier.arrive.release.shared::cluster.cluster.b64"},
	{"mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64 _, [r1], 32;",
	 "mbarrier.arrive.expect_tx.relaxed.shared::cluster.cluster.b64"},
	{"mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p1, [r1], 1, 1000;",
	 "mbarrier.try_wait.parity.acquire.shared.cluster.b64"},
	{"mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [r1], 8;",
	 "mbarrier.complete_tx.relaxed.shared::cluster.cluster.b64"},
	{"barrier.cluster.arrive;", "barrier.cluster.arrive"},
	{"barrier.cluster.arrive.release.aligned;", "barrier.cluster.arrive"},
	{"barrier.cluster.arrive.relaxed;", "barrier.cluster.arrive.relaxed"},
	{"barrier.cluster.wait.acquire.aligned;", "barrier.cluster.wait"},
	{"mapa.shared::cluster.u32 r1, r2, r3;", "mapa.shared::cluster.u32"},
	{"mapa.u64 d1, d2, 3;", "mapa.u64"},
	{"getctarank.shared::cluster.u32 r1, r2;", "getctarank.shared::cluster.u32"},
	{"getctarank.u64 r1, d2;", "getctarank.u64"},
	{"ld.relaxed.cluster.shared::cluster.u32 r1, [r2];",
	 "ld.relaxed.shared::cluster.cluster.u32"},
	{"atom.acq_rel.cluster.shared::cluster.add.u32 r1, [r2], r3;",
	 "atom.acq_rel.shared::cluster.add.cluster.u32"},
	{"fence.acq_rel.cluster;", "fence.acq_rel.cluster"},
	{"isspacep.shared::cluster p1, d1;", "isspacep.shared::cluster"},
	{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [r1], [d1], r2, [r3];",
	 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"},
	{"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [r1], [gv], 16, [sv];",
	 "cp.async.bulk.shared.global.mbarrier::complete_tx::bytes"},
	{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
	 "[r1], "
	 "[d1], r2, [r3], h1;",
	 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"},
	{"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [r1], [r2], 32, "
	 "[r3];",
	 "cp.async.bulk.shared::cluster.shared.mbarrier::complete_tx::bytes"},
	{"cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [d1], [r1], r2, d2;",
	 "cp.async.bulk.global.shared.bulk_group.L2::cache_hint"},
	{"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [d1], [r1], r2;",
	 "cp.reduce.async.bulk.global.shared.bulk_group.add.f32"},
	{"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.and.b32 "
	 "[r1], "
	 "[r2], r3, [r4];",
	 "cp.reduce.async.bulk.shared::cluster.shared.mbarrier::complete_tx::bytes.and.b32"},
	{"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [r1], {r2, r3}, [r4];",
	 "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32"},
	{"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [r1], r2, "
	 "[r3];",
	 "red.async.relaxed.shared::cluster.mbarrier::complete_tx::bytes.add.cluster.u32"},
	{"cp.async.bulk.commit_group;", "cp.async.bulk.commit_group"},
	{"cp.async.bulk.wait_group 1;", "cp.async.bulk.wait_group"},
	{"cp.async.bulk.wait_group.read 0;", "cp.async.bulk.wait_group.read"},
	{"cp.async.bulk.prefetch.L2.global [d1], 64;", "cp.async.bulk.prefetch.L2.global"},
	{"fence.proxy.async;", "fence.proxy.async"},
	{"fence.proxy.async.shared::cta;", "fence.proxy.async.shared"},
	{"fence.proxy.alias;", "fence.proxy.alias"},
	{"fence.mbarrier_init.release.cluster;", "fence.mbarrier_init.release.cluster"},
	{"mbarrier.expect_tx.relaxed.cta.shared.b64 [r1], 64;",
	 "mbarrier.expect_tx.relaxed.shared.cta.b64"},
	{"mbarrier.complete_tx.shared.b64 [r1], r2;",
	 "mbarrier.complete_tx.relaxed.shared.cta.b64"},
	{"ld.global.L2::cache_hint.u32 r1, [d1], d2;", "ld.global.L2::cache_hint.u32"},
	{"st.global.L2::cache_hint.v2.u32 [d1], {r1, r2}, d2;", "st.global.v2.L2::cache_hint.u32"},
	{"atom.global.cas.L2::cache_hint.b32 r1, [d1], r2, r3, d2;",
	 "atom.global.cas.gpu.L2::cache_hint.b32"},
	{"red.global.add.L2::cache_hint.u32 [d1], r2, d2;",
	 "red.global.add.gpu.L2::cache_hint.u32"},
	{"prefetch.global.L2::evict_last [d1];", "prefetch.global"},
	{"and.b16 h1, h2, 0xff;", "and.b16"},
	{"atom.add.u32 r1, [d1], 1;", "atom.add.gpu.u32"},
	{"atom.global.gpu.add.u32 r1, [d1], 1;", "atom.global.add.gpu.u32"},
	{"atom.gpu.global.add.u32 r1, [d1], 1;", "atom.global.add.gpu.u32"},
	{"atom.acq_rel.sys.shared::cta.cas.b64 d1, [r1+8], d2, 7;",
	 "atom.acq_rel.shared.cas.sys.b64"},
	{"atom.relaxed.cta.exch.b32 _, [d1], r2;", "atom.exch.cta.b32"},
	{"atom.acquire.gpu.inc.u32 r1, [gv+4], 31;", "atom.acquire.inc.gpu.u32"},
	{"atom.release.dec.u32 r1, [d1], r3;", "atom.release.dec.gpu.u32"},
	{"atom.min.s64 d1, [d2], d3;", "atom.min.gpu.s64"},
	{"atom.cas.b16 h1, [d2], h2, h3;", "atom.cas.gpu.b16"},
	{"atom.add.f64 g1, [d2], 0d3FF0000000000000;", "atom.add.gpu.f64"},
	{"bar.sync 0;", "bar.sync"},
	{"bar.sync r1, 64;", "bar.sync"},
	{"barrier.sync 1;", "bar.sync"},
	{"barrier.cta.sync.aligned 1, r2;", "bar.sync"},
	{"bar.cta.arrive 1, 64;", "bar.arrive"},
	{"barrier.red.popc.aligned.u32 r1, 0, !p1;", "bar.red.popc.u32"},
	{"bar.red.and.pred p1, 0, 32, p2;", "bar.red.and.pred"},
	{"bar.red.or.pred p1, r1, p2;", "bar.red.or.pred"},
	{"bar.warp.sync 0xffffffff;", "bar.warp.sync"},
	{"bfe.u64 d1, d2, 3, r1;", "bfe.u64"},
	{"bfi.b32 r1, r2, r3, 4, 8;", "bfi.b32"},
	{"bfind.s64 r1, d2;", "bfind.s64"},
	{"bfind.shiftamt.u32 r1, r2;", "bfind.shiftamt.u32"},
	{"bmsk.clamp.b32 r1, r2, r3;", "bmsk.clamp.b32"},
	{"brev.b64 d1, d2;", "brev.b64"},
	{"brkpt;", "brkpt"},
	{"clz.b64 r1, d2;", "clz.b64"},
	{"cnot.b16 h1, h2;", "cnot.b16"},
	{"copysign.f64 g1, g2, g3;", "copysign.f64"},
	{"cos.approx.ftz.f32 f1, f2;", "cos.approx.ftz.f32"},
	{"cvt.u64.u32 d1, r1;", "cvt.u64.u32"},
	{"cvt.s8.s32 r1, r2;", "cvt.s8.s32"},
	{"cvt.u8.u64 h1, d1;", "cvt.u8.u64"},
	{"cvt.rzi.s32.f64 r1, g1;", "cvt.rzi.s32.f64"},
	{"cvt.rni.ftz.sat.f32.f32 f1, f2;", "cvt.rni.ftz.sat.f32.f32"},
	{"cvt.sat.f32.f32 f1, f2;", "cvt.sat.f32.f32"},
	{"cvt.rn.f32.f64 f1, g1;", "cvt.rn.f32.f64"},
	{"cvt.f64.f32 g1, f1;", "cvt.f64.f32"},
	{"cvt.rn.f64.s64 g1, d1;", "cvt.rn.f64.s64"},
	{"cvt.rm.f32.u8 f1, r1;", "cvt.rm.f32.u8"},
	{"cvt.rn.f16.f32 h1, f1;", "cvt.rn.f16.f32"},
	{"cvt.f32.f16 f1, h1;", "cvt.f32.f16"},
	{"cvt.u32.u64 r1, d1;", "cvt.u32.u64"},
	{"cvta.to.global.u64 d1, d2;", "cvta.to.global.u64"},
	{"cvta.shared.u64 d1, sv;", "cvta.shared.u64"},
	{"div.u16 h1, h2, h3;", "div.u16"},
	{"div.full.ftz.f32 f1, f2, f3;", "div.full.ftz.f32"},
	{"div.approx.f32 f1, f2, f3;", "div.approx.f32"},
	{"div.rn.f64 g1, g2, g3;", "div.rn.f64"},
	{"dp2a.lo.u32.s32 r1, r2, r3, r4;", "dp2a.lo.u32.s32"},
	{"dp4a.s32.u32 r1, r2, r3, r4;", "dp4a.s32.u32"},
	{"ex2.approx.ftz.f32 f1, f2;", "ex2.approx.ftz.f32"},
	{"exit;", "exit"},
	{"fence.sc.gpu;", "fence.sc.gpu"},
	{"fence.cta;", "fence.acq_rel.cta"},
	{"fence.acq_rel.sys;", "fence.acq_rel.sys"},
	{"fma.rn.f32 f1, f2, f3, f4;", "fma.rn.f32"},
	{"fma.rp.ftz.sat.f32 f1, f2, f3, 0f3F800000;", "fma.rp.ftz.sat.f32"},
	{"fns.b32 r1, 0xff, 3, -2;", "fns.b32"},
	{"isspacep.local p1, d1;", "isspacep.local"},
	{"ld.u32 r1, [d1];", "ld.u32"},
	{"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {r1, r2, r3, r4}, [r5];",
	 "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"},
	{"ldmatrix.sync.aligned.m8n8.x1.b16 r1, [d1];", "ldmatrix.sync.aligned.m8n8.x1.b16"},
	{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {f1, f2, f3, f4}, {r1, r2}, {r3}, "
	 "{f5, f6, f7, f8};",
	 "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"},
	{"stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [r5], {r1, r2};",
	 "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16"},
	{"movmatrix.sync.aligned.m8n8.trans.b16 r1, r2;", "movmatrix.sync.aligned.m8n8.trans.b16"},
	{"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {r1, r2, r3, r4}, "
	 "{r1, r2, r3, r4}, {r5, r6}, {r1, r2, r3, r4};",
	 "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc"},
	{"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {g1, g2}, {g3}, g4, {g5, g6};",
	 "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"},
	{"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {r1, r2, r3, r4}, {r1, r2, r3, "
	 "r4}, {r5, r6}, {r1, r2, r3, r4};",
	 "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32"},
	{"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {r1, r2, r3, r4, r5, r6, r7, r8}, "
	 "[d1], "
	 "16;",
	 "wmma.load.a.sync.aligned.row.m16n16k16.global.f16"},
	{"wmma.load.b.sync.aligned.col.m32n8k16.shared.u8 {r1}, [sv], r2;",
	 "wmma.load.b.sync.aligned.col.m32n8k16.shared.u8"},
	{"wmma.load.c.sync.aligned.row.m8n8k4.f64 {g1, g2}, [d1];",
	 "wmma.load.c.sync.aligned.row.m8n8k4.f64"},
	{"wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [d1], {r1, r2, r3, r4}, r5;",
	 "wmma.store.d.sync.aligned.row.m16n16k16.global.f16"},
	{"wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rn {g1, g2}, {g3}, {g4}, {g5, g6};",
	 "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rn"},
	{"ld.global.cg.u8 r1, [d1+1];", "ld.global.u8"},
	{"ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {f1, f2, f3, f4}, [d1];",
	 "ld.global.nc.v4.f32"},
	{"ld.global.cv.u32 r1, [d1];", "ld.volatile.global.u32"},
	{"ld.volatile.shared.v2.u64 {d1, d2}, [r1];", "ld.volatile.shared.v2.u64"},
	{"ld.shared.volatile.u64 d1, [r1];", "ld.volatile.shared.u64"},
	{"ld.relaxed.cta.global.s32 r1, [d1+-4];", "ld.relaxed.global.cta.s32"},
	{"ld.acquire.gpu.b64 d1, [d2];", "ld.acquire.gpu.b64"},
	{"ld.mmio.relaxed.sys.global.u32 r1, [d2];", "ld.mmio.relaxed.global.sys.u32"},
	{"ld.param::entry.u64 d1, [arg];", "ld.param.u64"},
	{"ld.const.f32 f1, [cv];", "ld.const.f32"},
	{"ld.local.s8 h1, [lv+2];", "ld.local.s8"},
	{"ld.s8 d1, [d2];", "ld.s8"},
	{"ld.global.v2.b32 {_, r2}, [d1];", "ld.global.v2.b32"},
	{"ld.global.u32 r1, [4096];", "ld.global.u32"},
	{"ldu.global.v2.f32 {f1, f2}, [d1];", "ldu.global.v2.f32"},
	{"lg2.approx.f32 f1, f2;", "lg2.approx.f32"},
	{"lop3.b32 r1, r2, r3, r4, 0xe8;", "lop3.b32"},
	{"mad.lo.u16 h1, h2, h3, h4;", "mad.lo.u16"},
	{"mad.wide.s32 d1, r2, r3, d4;", "mad.wide.s32"},
	{"mad.hi.sat.s32 r1, r2, r3, r4;", "mad.hi.sat.s32"},
	{"mad.lo.cc.u32 r1, r2, r3, r4;", "mad.lo.cc.u32"},
	{"mad.rn.f32 f1, f2, f3, f4;", "mad.rn.f32"},
	{"mad24.hi.sat.s32 r1, r2, r3, r4;", "mad24.hi.sat.s32"},
	{"madc.hi.cc.u64 d1, d2, d3, d4;", "madc.hi.cc.u64"},
	{"match.any.sync.b64 r1, d2, -1;", "match.any.sync.b64"},
	{"match.all.sync.b32 r1|p1, r2, r3;", "match.all.sync.b32"},
	{"max.f64 g1, g2, g3;", "max.f64"},
	{"membar.cta;", "membar.cta"},
	{"membar.gl;", "membar.gl"},
	{"membar.sys;", "membar.sys"},
	{"min.ftz.f32 f1, f2, f3;", "min.ftz.f32"},
	{"mov.pred p1, -1;", "mov.pred"},
	{"mov.u32 r1, %ctaid.y;", "mov.u32"},
	{"mov.u32 r1, %lanemask_lt;", "mov.u32"},
	{"mov.u64 d1, %globaltimer;", "mov.u64"},
	{"mov.u64 d1, gv+8;", "mov.u64"},
	{"mov.u32 r1, sv;", "mov.u32"},
	{"mov.u64 d1, fn;", "mov.u64"},
	{"mov.b32 f1, 0f3F800000;", "mov.b32"},
	{"mov.b32 {h1, h2}, r1;", "mov.b32"},
	{"mov.b64 d1, {h1, h2, h3, 4};", "mov.b64"},
	{"mov.b64 {r1, _}, g1;", "mov.b64"},
	{"mul.hi.u64 d1, d2, d3;", "mul.hi.u64"},
	{"mul.wide.u16 r1, h2, 3;", "mul.wide.u16"},
	{"mul.sat.f32 f1, f2, f3;", "mul.sat.f32"},
	{"mul24.lo.u32 r1, r2, r3;", "mul24.lo.u32"},
	{"nanosleep.u32 r1;", "nanosleep.u32"},
	{"neg.f64 g1, g2;", "neg.f64"},
	{"not.pred p1, p2;", "not.pred"},
	{"or.b64 d1, d2, d3;", "or.b64"},
	{"pmevent 7;", "pmevent"},
	{"popc.b32 r1, r2;", "popc.b32"},
	{"prefetch.global.L2 [d1];", "prefetch.global"},
	{"prefetchu.L1 [d1];", "prefetchu"},
	{"prmt.b32 r1, r2, r3, 0x5410;", "prmt.b32"},
	{"prmt.b32.f4e r1, r2, r3, r4;", "prmt.b32.f4e"},
	{"rcp.approx.ftz.f64 g1, g2;", "rcp.approx.ftz.f64"},
	{"rcp.rn.f32 f1, f2;", "rcp.rn.f32"},
	{"red.add.u32 [d1], 1;", "red.add.gpu.u32"},
	{"red.release.sys.global.or.b32 [d1], r1;", "red.release.global.or.sys.b32"},
	{"redux.sync.xor.b32 r1, r2, -1;", "redux.sync.xor.b32"},
	{"redux.sync.min.s32 r1, r2, r3;", "redux.sync.min.s32"},
	{"rem.s64 d1, d2, d3;", "rem.s64"},
	{"ret.uni;", "ret.uni"},
	{"rsqrt.approx.f64 g1, g2;", "rsqrt.approx.f64"},
	{"sad.u16 h1, h2, h3, h4;", "sad.u16"},
	{"selp.f32 f1, f2, 0f00000000, p1;", "selp.f32"},
	{"set.lt.and.ftz.f32.f32 f1, f2, f3, !p1;", "set.lt.and.ftz.f32.f32"},
	{"set.eq.u32.s16 r1, h2, h3;", "set.eq.u32.s16"},
	{"setp.lt.s32 p1, r1, r2;", "setp.lt.s32"},
	{"setp.hs.or.u64 p1|p2, d1, d2, !p3;", "setp.hs.or.u64"},
	{"setp.lo.u32 _|p2, r1, 4;", "setp.lo.u32"},
	{"setp.equ.ftz.f32 p1|_, f1, f2;", "setp.equ.ftz.f32"},
	{"setp.nan.f64 p1, g1, g1;", "setp.nan.f64"},
	{"setp.ne.b64 p1, d1, 0;", "setp.ne.b64"},
	{"shf.l.wrap.b32 r1, r2, r3, 5;", "shf.l.wrap.b32"},
	{"shf.r.clamp.b32 r1, r2, r3, r4;", "shf.r.clamp.b32"},
	{"shfl.up.b32 r1|p1, r2, 1, 0;", "shfl.up.b32"},
	{"shfl.sync.idx.b32 f1, f2, r1, 0x1f, -1;", "shfl.sync.idx.b32"},
	{"shfl.sync.bfly.b32 _|p1, r2, 1, 31, -1;", "shfl.sync.bfly.b32"},
	{"shl.b16 h1, h2, r3;", "shl.b16"},
	{"shr.s64 d1, d2, 63;", "shr.s64"},
	{"sin.approx.f32 f1, f2;", "sin.approx.f32"},
	{"slct.ftz.u64.f32 d1, d2, d3, f4;", "slct.ftz.u64.f32"},
	{"slct.f32.s32 f1, f2, f3, r4;", "slct.f32.s32"},
	{"sqrt.rn.ftz.f32 f1, f2;", "sqrt.rn.ftz.f32"},
	{"sqrt.approx.f32 f1, f2;", "sqrt.approx.f32"},
	{"st.global.wt.u32 [d1], -1;", "st.global.u32"},
	{"st.release.sys.u32 [d1+16], r1;", "st.release.sys.u32"},
	{"st.volatile.u32 [d1], r1;", "st.volatile.u32"},
	{"st.shared.v4.b32 [sv], {r1, r2, 3, f4};", "st.shared.v4.b32"},
	{"st.u8 [d1], d2;", "st.u8"},
	{"sub.cc.s64 d1, d2, d3;", "sub.cc.s64"},
	{"subc.u32 r1, r2, r3;", "subc.u32"},
	{"szext.wrap.s32 r1, r2, 8;", "szext.wrap.s32"},
	{"tanh.approx.f32 f1, f2;", "tanh.approx.f32"},
	{"testp.notanumber.f32 p1, f1;", "testp.notanumber.f32"},
	{"trap;", "trap"},
	{"vote.all.pred p1, !p2;", "vote.all.pred"},
	{"vote.ballot.b32 r1, p1;", "vote.ballot.b32"},
	{"vote.sync.uni.pred p1, p2, -1;", "vote.sync.uni.pred"},
	{"vote.sync.ballot.b32 r1, !p1, r2;", "vote.sync.ballot.b32"},
	{"xor.b32 r1, r2, 0b101;", "xor.b32"},
	{"add.f16 h1, h2, h3;", "add.f16"},
	{"add.rn.ftz.sat.f16x2 r1, r2, r3;", "add.rn.ftz.sat.f16x2"},
	{"add.bf16 h1, h2, h3;", "add.bf16"},
	{"add.u16x2 r1, r2, r3;", "add.u16x2"},
	{"fma.rn.relu.bf16x2 r1, r2, r3, r4;", "fma.rn.relu.bf16x2"},
	{"min.ftz.NaN.xorsign.abs.f16 h1, h2, h3;", "min.ftz.NaN.xorsign.abs.f16"},
	{"max.NaN.f32 f1, f2, f3;", "max.NaN.f32"},
	{"max.relu.s16x2 r1, r2, r3;", "max.relu.s16x2"},
	{"neg.bf16x2 r1, r2;", "neg.bf16x2"},
	{"ex2.approx.ftz.bf16x2 r1, r2;", "ex2.approx.ftz.bf16x2"},
	{"tanh.approx.f16 h1, h2;", "tanh.approx.f16"},
	{"setp.gt.ftz.f16x2 p1|p2, r1, r2;", "setp.gt.ftz.f16x2"},
	{"set.eq.f16.f16 h1, h2, h3;", "set.eq.f16.f16"},
	{"set.eq.u32.bf16x2 r1, r2, r3;", "set.eq.u32.bf16x2"},
	{"cvt.rn.relu.satfinite.f16x2.f32 r1, f1, f2;", "cvt.rn.relu.satfinite.f16x2.f32"},
	{"cvt.pack.sat.u16.s32 r1, r2, r3;", "cvt.pack.sat.u16.s32"},
	{"cvt.pack.sat.s4.s32.b32 r1, r2, r3, r4;", "cvt.pack.sat.s4.s32.b32"},
	{"lop3.or.b32 r1|p1, r2, r3, r4, 0x96, !p2;", "lop3.or.b32"},
	{"lop3.and.b32 _|p1, r2, r3, r4, 1, p2;", "lop3.and.b32"},
	{"cvt.rna.tf32.f32 r1, f1;", "cvt.rna.tf32.f32"},
	{"cvt.rn.bf16.f16 h1, h2;", "cvt.rn.bf16.f16"},
	{"atom.global.add.noftz.bf16x2 r1, [d1], r2;", "atom.global.add.noftz.gpu.bf16x2"},
	{"red.add.noftz.f16 [d1], h1;", "red.add.noftz.gpu.f16"},
	{"atom.cas.b16 h1, [d1], h2, h3;", "atom.cas.gpu.b16"},
	{"atom.global.acquire.cas.b128 q1, [d1], q2, q1;", "atom.acquire.global.cas.gpu.b128"},
	{"atom.exch.b128 _, [d1], q2;", "atom.exch.gpu.b128"},
	{"ld.relaxed.gpu.global.b128 q1, [d1];", "ld.relaxed.global.gpu.b128"},
	{"st.shared.b128 [sv], q1;", "st.shared.b128"},
	{"mov.b128 q1, {d1, d2};", "mov.b128"},
	{"mov.b128 {d1, _}, q1;", "mov.b128"},
	{"vadd.u32.s32.u32.sat.max r1, r2.b1, r3.h0, r4;", "vadd.u32.s32.u32.sat.max"},
	{"vsub.s32.u32.u32 r1.h1, r2, r3, r4;", "vsub.s32.u32.u32"},
	{"vabsdiff.u32.u32.u32.add r1, r2, r3, r4;", "vabsdiff.u32.u32.u32.add"},
	{"vmin.u32.u32.u32 r1, r2, 7;", "vmin.u32.u32.u32"},
	{"vmax.u32.u32.u32 r1, r2, r3;", "vmax.u32.u32.u32"},
	{"vshl.u32.u32.u32.clamp r1, r2, r3;", "vshl.u32.u32.u32.clamp"},
	{"vshr.s32.s32.u32.sat.wrap.add r1, r2, r3, r4;", "vshr.s32.s32.u32.sat.wrap.add"},
	{"vmad.s32.u32.s32.sat.shr15 r1, -r2.h0, r3, r4;", "vmad.s32.u32.s32.sat.shr15"},
	{"vmad.u32.u32.u32.po r1, r2, r3, r4;", "vmad.u32.u32.u32.po"},
	{"vset.u32.s32.le r1, r2, r3;", "vset.u32.s32.le"},
	{"vadd2.u32.s32.u32.sat r1, r2, r3, r4;", "vadd2.u32.s32.u32.sat"},
	{"vsub2.u32.s32.u32.sat r1, r2, r3, r4;", "vsub2.u32.s32.u32.sat"},
	{"vavrg2.u32.s32.u32.sat r1, r2, r3, r4;", "vavrg2.u32.s32.u32.sat"},
	{"vabsdiff2.u32.s32.u32.sat r1, r2, r3, r4;", "vabsdiff2.u32.s32.u32.sat"},
	{"vmin2.u32.s32.u32.sat r1, r2, r3, r4;", "vmin2.u32.s32.u32.sat"},
	{"vmax2.u32.s32.u32.sat r1, r2, r3, r4;", "vmax2.u32.s32.u32.sat"},
	{"vset2.u32.u32.ne.add r1, r2, r3, r4;", "vset2.u32.u32.ne.add"},
	{"vadd4.u32.s32.u32.sat r1, r2, r3, r4;", "vadd4.u32.s32.u32.sat"},
	{"vsub4.u32.s32.u32.sat r1, r2, r3, r4;", "vsub4.u32.s32.u32.sat"},
	{"vavrg4.u32.s32.u32.sat r1, r2, r3, r4;", "vavrg4.u32.s32.u32.sat"},
	{"vabsdiff4.u32.s32.u32.sat r1, r2, r3, r4;", "vabsdiff4.u32.s32.u32.sat"},
	{"vmin4.u32.s32.u32.sat r1, r2, r3, r4;", "vmin4.u32.s32.u32.sat"},
	{"vmax4.u32.s32.u32.sat r1, r2, r3, r4;", "vmax4.u32.s32.u32.sat"},
	{"vset4.u32.u32.ne.add r1, r2, r3, r4;", "vset4.u32.u32.ne.add"},
	{"vabsdiff4.u32.u32.u32.add r1.b20, r2.b7654, r3.b0000, r4;", "vabsdiff4.u32.u32.u32.add"},
	{"pf.math.exp.f32 f1, f2;", "pf.math.exp.f32"},
	{"pf.math.ldexp.f64 g1, g2, r1;", "pf.math.ldexp.f64"},
	{"pf.math.frexp.f32 f1|r1, f2;", "pf.math.frexp.f32"},
	{"pf.math.norm4d.f64 g1, g2, g3, g4, 1.5;", "pf.math.norm4d.f64"},
};

static void canonical_names(void **state)
{
	bool seen[PTX_OP_COUNT] = {false};

	(void)state;
	for (unsigned n = 0; n < sizeof(table) / sizeof(table[0]); n++) {
		char text[2048], name[128];
		struct ptx_module *m;
		const struct ptx_insn *i;

		snprintf(text, sizeof(text), KERNEL("%s"), table[n].text);
		m = parse(text);
		i = &func(m, "k")->insns[0];
		assert_string_equal(ptx_insn_name(i, name, sizeof(name)), table[n].name);
		assert_int_equal(i->line, 5);
		seen[i->op] = true;
		ptx_free(m);
	}
	seen[PTX_OP_BRA] = seen[PTX_OP_BRX] = seen[PTX_OP_CALL] = true; /* test_grammar.c */
	for (int op = PTX_OP_NONE + 1; op < PTX_OP_COUNT; op++)
		if (!seen[op])
			fail_msg("no line for opcode %s", ptx_op_name((enum ptx_op)op));
}

/* A canonical name is itself PTX, and means the same. */
static void names_parse_again(void **state)
{
	(void)state;
	for (unsigned n = 0; n < sizeof(table) / sizeof(table[0]); n++) {
		const char *opnds = strchr(table[n].text, ' ');
		char text[2048], name[128];
		struct ptx_module *m;

		if (strstr(table[n].text, "L2 ") || strstr(table[n].text, "L1 ") ||
		    strstr(table[n].text, "L2.") || strstr(table[n].text, "L2::evict"))
			continue; /* level and priority are not kept, but needed */
		snprintf(text, sizeof(text), KERNEL("%s %s"), table[n].name, opnds ? opnds : ";");
		m = parse(text);
		assert_string_equal(ptx_insn_name(&func(m, "k")->insns[0], name, sizeof(name)),
				    table[n].name);
		ptx_free(m);
	}
}

static struct ptx_module *one(const char *insn, const struct ptx_insn **i)
{
	char text[2048];
	struct ptx_module *m;

	snprintf(text, sizeof(text), KERNEL("%s"), insn);
	m = parse(text);
	*i = &func(m, "k")->insns[0];
	return m;
}

static void fields(void **state)
{
	const struct ptx_insn *i;
	struct ptx_module *m = one("@!p3 atom.acq_rel.sys.shared.cas.b64 d1, [r1+8], d2, 7;", &i);

	(void)state;
	assert_true(i->guard_neg);
	assert_int_equal(i->sem, PTX_SEM_ACQ_REL);
	assert_int_equal(i->scope, PTX_SCOPE_SYS);
	assert_int_equal(i->space, PTX_SPACE_SHARED);
	assert_int_equal(i->atom, PTX_ATOM_CAS);
	assert_int_equal(i->type, PTX_T_B64);
	assert_int_equal(i->n_opnds, 4);
	assert_int_equal(i->opnd[1].kind, PTX_OPND_ADDR);
	assert_int_equal(i->opnd[1].imm, 8);
	assert_null(i->opnd[1].var);
	assert_int_equal(i->opnd[3].imm, 7);
	ptx_free(m);
	m = one("setp.hs.or.u64 p1|p2, d1, d2, !p3;", &i);
	assert_int_equal(i->cmp, PTX_CMP_HS);
	assert_int_equal(i->boolop, PTX_BOOL_OR);
	assert_int_not_equal(i->opnd[0].reg, i->opnd[0].reg2);
	assert_true(i->opnd[3].neg);
	ptx_free(m);
	m = one("setp.lo.u32 _|p2, r1, 4;", &i);
	assert_int_equal(i->cmp, PTX_CMP_LO);
	assert_int_equal(i->opnd[0].kind, PTX_OPND_REG);
	assert_int_equal(i->opnd[0].reg, PTX_NONE);
	assert_int_not_equal(i->opnd[0].reg2, PTX_NONE);
	ptx_free(m);
	m = one("membar.gl;", &i);
	assert_int_equal(i->scope, PTX_SCOPE_GPU);
	assert_int_equal(i->sem, PTX_SEM_SC);
	ptx_free(m);
	m = one("ld.global.u32 r1, [gv+-4];", &i);
	assert_int_equal(i->sem, PTX_SEM_WEAK);
	assert_int_equal(i->scope, PTX_SCOPE_NONE);
	assert_int_equal(i->vec, 1);
	assert_string_equal(i->opnd[1].var->name, "gv");
	assert_int_equal(i->opnd[1].imm, -4);
	assert_int_equal(i->opnd[1].reg, PTX_NONE);
	ptx_free(m);
	m = one("red.add.u32 [d1], 1;", &i);
	assert_int_equal(i->sem, PTX_SEM_RELAXED);
	assert_int_equal(i->scope, PTX_SCOPE_GPU);
	ptx_free(m);
	m = one("cvt.rzi.s32.f64 r1, g1;", &i);
	assert_int_equal(i->type, PTX_T_S32);
	assert_int_equal(i->type2, PTX_T_F64);
	assert_int_equal(i->round, PTX_ROUND_RZI);
	ptx_free(m);
	m = one("shf.l.wrap.b32 r1, r2, r3, 5;", &i);
	assert_true(i->left);
	assert_int_equal(i->mode, PTX_MODE_SHF_WRAP);
	ptx_free(m);
	m = one("pf.math.frexp.f32 f1|r1, f2;", &i);
	assert_string_equal(i->math, "frexp");
	assert_int_equal(i->type, PTX_T_F32);
	assert_int_not_equal(i->opnd[0].reg2, PTX_NONE);
	ptx_free(m);
	m = one("mov.u32 r1, WARP_SZ;", &i);
	assert_int_equal(i->opnd[1].kind, PTX_OPND_IMM);
	assert_int_equal(i->opnd[1].imm, 32);
	ptx_free(m);
	m = one("mov.u32 r1, %nctaid.z;", &i);
	assert_int_equal(i->opnd[1].sreg, PTX_SREG_NCTAID_Z);
	ptx_free(m);
}

/* A literal, in the type of its instruction. */
static void literals(void **state)
{
	static const struct {
		const char *text;
		int64_t imm;
	} lits[] = {
		{"mov.u32 r1, -1;", 0xffffffff},
		{"mov.s32 r1, 4294967295;", -1},
		{"mov.s32 r1, -2147483648;", INT32_MIN},
		{"mov.u16 h1, -2;", 0xfffe},
		{"mov.s16 h1, 65535;", -1},
		{"mov.u64 d1, 18446744073709551615;", -1},
		{"mov.u64 d1, -9223372036854775808;", INT64_MIN},
		{"mov.b64 d1, 0xffffffffffffffffU;", -1},
		{"mov.u32 r1, 0x1FU;", 31},
		{"mov.u32 r1, 017;", 15},
		{"mov.u32 r1, 0b11;", 3},
		{"mov.u32 r1, 0;", 0},
		{"mov.u32 r1, +5;", 5},
		{"mov.pred p1, 2;", 1},
		{"mov.pred p1, 0;", 0},
		{"mov.f32 f1, 0f3FC00000;", 0x3fc00000},
		{"mov.f32 f1, 0d3FF8000000000000;", 0x3fc00000},
		{"mov.f32 f1, 1.5;", 0x3fc00000},
		{"mov.f32 f1, -1.5e0;", 0xbfc00000},
		{"mov.f32 f1, -0f00000000;", 0x80000000},
		{"mov.f32 f1, 0f7FA00001;", 0x7fa00001}, /* signalling NaN kept */
		{"mov.f64 g1, 0d3FF8000000000000;", 0x3ff8000000000000},
		{"mov.f64 g1, 0f3FC00000;", 0x3ff8000000000000},
		{"mov.f64 g1, 1.5;", 0x3ff8000000000000},
		{"mov.f64 g1, 0d7FF0000000000001;", 0x7ff0000000000001},
		{"mov.b32 f1, 0f3FC00000;", 0x3fc00000},
		{"mov.b64 d1, 1.5;", 0x3ff8000000000000},
	};

	(void)state;
	for (unsigned n = 0; n < sizeof(lits) / sizeof(lits[0]); n++) {
		const struct ptx_insn *i;
		struct ptx_module *m = one(lits[n].text, &i);

		if (i->opnd[1].imm != lits[n].imm)
			fail_msg("%s gives %llx", lits[n].text, (unsigned long long)i->opnd[1].imm);
		assert_int_equal(i->opnd[1].kind, PTX_OPND_IMM);
		assert_int_equal(i->opnd[1].n, 0);
		ptx_free(m);
	}
}

static void literals_of_other_operands(void **state)
{
	const struct ptx_insn *i;
	struct ptx_module *m = one("mul.wide.s32 d1, r1, -4;", &i);

	(void)state;
	assert_int_equal(i->opnd[2].imm, -4);
	ptx_free(m);
	m = one("mad.wide.u32 d1, r1, -4, -4;", &i);
	assert_int_equal(i->opnd[2].imm, 0xfffffffc);
	assert_int_equal(i->opnd[3].imm, -4);
	ptx_free(m);
	m = one("shl.b64 d1, d2, -1;", &i);
	assert_int_equal(i->opnd[2].imm, 0xffffffff);
	ptx_free(m);
	m = one("slct.f32.s32 f1, 0f3F800000, 2.0, -1;", &i);
	assert_int_equal(i->opnd[1].imm, 0x3f800000);
	assert_int_equal(i->opnd[2].imm, 0x40000000);
	assert_true(i->opnd[2].value_f64 == 2.0 && i->opnd[2].is_float_imm);
	assert_int_equal(i->opnd[3].imm, -1);
	ptx_free(m);
	m = one("st.global.v2.f32 [d1], {0f3F800000, 2.0};", &i);
	assert_int_equal(i->opnd[1].vec[0].imm, 0x3f800000);
	assert_int_equal(i->opnd[1].vec[1].imm, 0x40000000);
	ptx_free(m);
	m = one("mov.b32 r1, {-1, 2};", &i);
	assert_int_equal(i->opnd[1].vec[0].imm, 0xffff);
	ptx_free(m);
	m = one("pf.math.pow.f32 f1, 2.0, 3;", &i);
	assert_int_equal(i->opnd[1].imm, 0x40000000);
	assert_int_equal(i->opnd[2].imm, 3);
	ptx_free(m);
}

static void small_buffers(void **state)
{
	const struct ptx_insn *i;
	struct ptx_module *m = one("atom.acq_rel.sys.shared.cas.b64 d1, [r1+8], d2, 7;", &i);
	char buf[8];

	(void)state;
	assert_string_equal(ptx_insn_name(i, buf, sizeof(buf)), "atom.ac");
	assert_string_equal(ptx_insn_name(i, buf, 1), "");
	ptx_free(m);
	assert_string_equal(ptx_type_name(PTX_T_U32), "u32");
	assert_int_equal(ptx_type_bytes(PTX_T_PRED), 0);
	assert_int_equal(ptx_type_bytes(PTX_T_F16), 2);
	assert_string_equal(ptx_op_name(PTX_OP_PF_MATH), "pf.math");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(canonical_names),
		cmocka_unit_test(names_parse_again),
		cmocka_unit_test(fields),
		cmocka_unit_test(literals),
		cmocka_unit_test(literals_of_other_operands),
		cmocka_unit_test(small_buffers),
	};

	return cmocka_run_group_tests_name("ptx instructions", tests, NULL, NULL);
}
