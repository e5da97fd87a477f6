/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simt_uses() against the executor itself. Every instruction runs by itself on two register files
 * that agree in the named reads only: then
 *
 *   - nothing but the named writes may change, and
 *   - what changes, the operation, the next pc, faults and parameter memory must be the same.
 *
 * On the instructions below, which are all the opcodes there are, the other direction too: each
 * named read matters and each named write changes, sooner or later. With PTX files as arguments:
 * the first direction on all their kernels (test_uses_kernels.sh).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "simt/uses.h"
#include "simt/warp.h"

/* Registers rs: 1-4, r: 1-8, rd: 1-8 are sources, from 11 on destinations. loose: a read that only
 * matters for values that random ones never are. */
static const struct row {
	const char *text;
	enum simt_class cls;
	bool loose;
} rows[] = {
	{"mov.u32 %r11, %r1", SIMT_CLASS_MOVE, false},
	{"mov.b16 %rs11, %rs1", SIMT_CLASS_MOVE, false},
	{"mov.b64 %rd11, %rd1", SIMT_CLASS_MOVE, false},
	{"mov.b64 %rd11, {%r1, %r2}", SIMT_CLASS_MOVE, false},
	{"mov.b64 {%r11, %r12}, %rd1", SIMT_CLASS_MOVE, false},
	{"mov.b64 {_, %r12}, %rd1", SIMT_CLASS_MOVE, true},
	{"mov.b64 %rd11, {%rs1, %rs2, %rs3, %rs4}", SIMT_CLASS_MOVE, false},
	{"mov.pred %p3, %p1", SIMT_CLASS_MOVE, false},
	{"mov.u32 %r11, %tid.x", SIMT_CLASS_MOVE, false},
	{"mov.u64 %rd11, %clock64", SIMT_CLASS_MOVE, false},
	{"mov.u32 %r11, %clock", SIMT_CLASS_MOVE, false},
	{"mov.u64 %rd11, lo", SIMT_CLASS_MOVE, false},
	{"mov.u64 %rd11, sh", SIMT_CLASS_MOVE, false},
	{"selp.u32 %r11, %r1, %r2, %p1", SIMT_CLASS_MOVE, false},
	{"selp.b64 %rd11, %rd1, 5, %p1", SIMT_CLASS_MOVE, false},
	{"and.pred %p3, %p1, %p2", SIMT_CLASS_MOVE, false},
	{"or.pred %p3, %p1, %p2", SIMT_CLASS_MOVE, false},
	{"xor.pred %p3, %p1, %p2", SIMT_CLASS_MOVE, false},
	{"not.pred %p3, %p1", SIMT_CLASS_MOVE, false},
	{"cvt.u64.u32 %rd11, %r1", SIMT_CLASS_MOVE, false},
	{"cvt.s8.s32 %r11, %r1", SIMT_CLASS_MOVE, false},
	{"cvt.u16.u64 %rs11, %rd1", SIMT_CLASS_MOVE, false},
	{"cvt.rn.f32.s32 %f11, %r1", SIMT_CLASS_FLOAT, false},
	{"cvt.rzi.s32.f32 %r11, %f1", SIMT_CLASS_FLOAT, false},
	{"cvt.rn.f16.f32 %rs11, %f1", SIMT_CLASS_FLOAT, false},
	{"cvt.f32.f16 %f11, %rs1", SIMT_CLASS_FLOAT, false},
	{"cvt.f64.f32 %fd11, %f1", SIMT_CLASS_DOUBLE, false},
	{"cvt.rn.f64.u64 %fd11, %rd1", SIMT_CLASS_DOUBLE, false},
	{"cvt.rzi.u32.f64 %r11, %fd1", SIMT_CLASS_DOUBLE, false},
	{"cvta.global.u64 %rd11, %rd1", SIMT_CLASS_MOVE, false},
	{"cvta.to.shared.u64 %rd11, %rd1", SIMT_CLASS_MOVE, false},
	{"isspacep.shared %p3, %rd1", SIMT_CLASS_MOVE, true},
	{"activemask.b32 %r11", SIMT_CLASS_MOVE, false},
	{"add.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"add.u32 %r11, %r11, 1", SIMT_CLASS_INT, false},
	{"add.u16 %rs11, %rs1, %rs2", SIMT_CLASS_INT, false},
	{"add.u64 %rd11, %rd1, %rd2", SIMT_CLASS_INT, false},
	{"add.u64 %rd11, %rd1, lo", SIMT_CLASS_INT, false},
	{"add.cc.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"addc.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"addc.cc.u64 %rd11, %rd1, %rd2", SIMT_CLASS_INT, false},
	{"add.cc.u64 %rd11, %rd1, lo", SIMT_CLASS_INT, false},
	{"addc.u32 %r11, %r1, %clock", SIMT_CLASS_INT, false},
	{"sub.s32 %r11, %r1, 4", SIMT_CLASS_INT, false},
	{"sub.cc.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"subc.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"subc.cc.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"abs.s32 %r11, %r1", SIMT_CLASS_INT, false},
	{"neg.s64 %rd11, %rd1", SIMT_CLASS_INT, false},
	{"min.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"max.s64 %rd11, %rd1, %rd2", SIMT_CLASS_INT, false},
	{"sad.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"and.b32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"vadd.u32.s32.u32.sat.max %r11, %r1.b1, %r2.h0, %r3", SIMT_CLASS_INT, false},
	{"vsub.u32.u32.u32 %r11.h1, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vabsdiff.u32.u32.u32.add %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmin.u32.u32.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"vmax.u32.u32.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"vshl.u32.u32.u32.wrap %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"vshr.u32.u32.u32.wrap %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"vset.u32.u32.lt.add %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmad.u32.u32.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"vadd2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vsub2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vavrg2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vabsdiff2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmin2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmax2.u32.u32.u32 %r11.h0, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vset2.u32.u32.lt.add %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vadd4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vsub4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vavrg4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vabsdiff4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmin4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vmax4.u32.u32.u32 %r11.b310, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"vset4.u32.u32.lt.add %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"fma.rn.f16x2 %r11, %r1, %r2, %r3", SIMT_CLASS_FLOAT, false},
	{"add.bf16 %rs11, %rs1, %rs2", SIMT_CLASS_FLOAT, false},
	{"setp.lt.f16x2 %p3|%p4, %r1, %r2", SIMT_CLASS_FLOAT, false},
	{"cvt.rn.bf16x2.f32 %r11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"cvt.pack.sat.s8.s32.b32 %r11, %r1, %r2, %r3", SIMT_CLASS_MOVE, true},
	{"lop3.or.b32 %r11|%p3, %r1, %r2, %r3, 1, %p1", SIMT_CLASS_INT, true},
	{"ex2.approx.f16 %rs11, %rs1", SIMT_CLASS_SPECIAL, false},
	{"or.b64 %rd11, %rd1, %rd2", SIMT_CLASS_INT, false},
	{"xor.b16 %rs11, %rs1, %rs2", SIMT_CLASS_INT, false},
	{"not.b32 %r11, %r1", SIMT_CLASS_INT, false},
	{"cnot.b32 %r11, %r1", SIMT_CLASS_INT, false},
	{"lop3.b32 %r11, %r1, %r2, %r3, 0x96", SIMT_CLASS_INT, false},
	{"shl.b32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"shl.b64 %rd11, %rd1, %r1", SIMT_CLASS_INT, false},
	{"shr.s32 %r11, %r1, 3", SIMT_CLASS_INT, false},
	{"shf.l.wrap.b32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"bfe.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"bfi.b32 %r11, %r1, %r2, %r3, %r4", SIMT_CLASS_INT, false},
	{"bfind.u64 %r11, %rd1", SIMT_CLASS_INT, false},
	{"brev.b32 %r11, %r1", SIMT_CLASS_INT, false},
	{"clz.b64 %r11, %rd1", SIMT_CLASS_INT, false},
	{"popc.b32 %r11, %r1", SIMT_CLASS_INT, false},
	{"prmt.b32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"fns.b32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, true},
	{"bmsk.clamp.b32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"szext.wrap.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"setp.lt.u32 %p3, %r1, %r2", SIMT_CLASS_INT, false},
	{"setp.ge.s64 %p3|%p4, %rd1, %rd2", SIMT_CLASS_INT, false},
	{"setp.ne.and.u32 %p3, %r1, %r2, %p1", SIMT_CLASS_INT, false},
	{"setp.lt.f32 %p3, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"setp.gt.f64 %p3, %fd1, %fd2", SIMT_CLASS_DOUBLE, false},
	{"set.lt.u32.u32 %r11, %r1, %r2", SIMT_CLASS_INT, false},
	{"set.lt.u32.f32 %r11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"slct.u32.s32 %r11, %r1, %r2, %r3", SIMT_CLASS_INT, false},
	{"slct.u32.f32 %r11, %r1, %r2, %f3", SIMT_CLASS_FLOAT, false},
	{"mul.lo.u32 %r11, %r1, %r2", SIMT_CLASS_MUL, false},
	{"mul.wide.u32 %rd11, %r1, 8", SIMT_CLASS_MUL, false},
	{"mul.hi.s64 %rd11, %rd1, %rd2", SIMT_CLASS_MUL, false},
	{"mad.lo.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"mad.wide.s32 %rd11, %r1, %r2, %rd1", SIMT_CLASS_MUL, false},
	{"mad.lo.cc.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"madc.hi.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"madc.hi.cc.u64 %rd11, %rd1, %rd2, %rd3", SIMT_CLASS_MUL, false},
	{"mul24.lo.u32 %r11, %r1, %r2", SIMT_CLASS_MUL, false},
	{"mad24.lo.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"dp4a.u32.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"dp2a.lo.s32.u32 %r11, %r1, %r2, %r3", SIMT_CLASS_MUL, false},
	{"div.u32 %r11, %r1, %r2", SIMT_CLASS_DIV, false},
	{"div.s64 %rd11, %rd1, %rd2", SIMT_CLASS_DIV, false},
	{"rem.u32 %r11, %r1, 10", SIMT_CLASS_DIV, false},
	{"add.f32 %f11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"sub.rz.f32 %f11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"mul.ftz.f32 %f11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"fma.rn.f32 %f11, %f1, %f2, %f3", SIMT_CLASS_FLOAT, false},
	{"mad.rn.f32 %f11, %f1, %f2, %f3", SIMT_CLASS_FLOAT, false},
	{"abs.f32 %f11, %f1", SIMT_CLASS_FLOAT, false},
	{"max.f32 %f11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"copysign.f32 %f11, %f1, %f2", SIMT_CLASS_FLOAT, false},
	{"testp.normal.f32 %p3, %f1", SIMT_CLASS_FLOAT, false},
	{"testp.finite.f64 %p3, %fd1", SIMT_CLASS_DOUBLE, true},
	{"add.f64 %fd11, %fd1, %fd2", SIMT_CLASS_DOUBLE, false},
	{"mul.f64 %fd11, %fd1, %fd2", SIMT_CLASS_DOUBLE, false},
	{"fma.rn.f64 %fd11, %fd1, %fd2, %fd3", SIMT_CLASS_DOUBLE, false},
	{"neg.f64 %fd11, %fd1", SIMT_CLASS_DOUBLE, false},
	{"div.rn.f32 %f11, %f1, %f2", SIMT_CLASS_SPECIAL, false},
	{"div.approx.f32 %f11, %f1, %f2", SIMT_CLASS_SPECIAL, false},
	{"div.rn.f64 %fd11, %fd1, %fd2", SIMT_CLASS_SPECIAL, false},
	{"sqrt.rn.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"rsqrt.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"rcp.rn.f64 %fd11, %fd1", SIMT_CLASS_SPECIAL, false},
	{"sin.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"cos.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"ex2.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"lg2.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"tanh.approx.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"pf.math.exp.f32 %f11, %f1", SIMT_CLASS_SPECIAL, false},
	{"pf.math.hypot.f64 %fd11, %fd1, %fd2", SIMT_CLASS_SPECIAL, false},
	{"pf.math.ldexp.f64 %fd11, %fd1, %r1", SIMT_CLASS_SPECIAL, false},
	{"pf.math.lrint.f32 %rd11, %f1", SIMT_CLASS_SPECIAL, false},
	{"pf.math.sincos.f64 %fd11|%fd12, %fd1", SIMT_CLASS_SPECIAL, false},
	{"pf.math.remquo.f64 %fd11|%r11, %fd1, %fd2", SIMT_CLASS_SPECIAL, true},
	{"pf.math.norm4d.f64 %fd11, %fd1, %fd2, %fd3, %fd4", SIMT_CLASS_SPECIAL, true},
	{"bra END", SIMT_CLASS_BRANCH, false},
	{"bra.uni END", SIMT_CLASS_BRANCH, false},
	{"brx.idx %r1, targets", SIMT_CLASS_BRANCH, false},
	{"exit", SIMT_CLASS_CONTROL, false},
	{"ret", SIMT_CLASS_CONTROL, false},
	{"trap", SIMT_CLASS_CONTROL, false},
	{"bar.sync 0", SIMT_CLASS_CONTROL, false},
	{"bar.sync %r1, %r2", SIMT_CLASS_CONTROL, true},
	{"bar.arrive 1, 64", SIMT_CLASS_CONTROL, false},
	{"bar.red.popc.u32 %r11, 0, %p1", SIMT_CLASS_CONTROL, false},
	{"bar.red.and.pred %p3, 0, !%p1", SIMT_CLASS_CONTROL, false},
	{"bar.warp.sync %r1", SIMT_CLASS_CONTROL, true},
	{"membar.gl", SIMT_CLASS_CONTROL, false},
	{"griddepcontrol.wait", SIMT_CLASS_MOVE, true},
	{"discard.global.L2 [%rd1], 128", SIMT_CLASS_MOVE, true},
	{"applypriority.global.L2::evict_normal [%rd1], 128", SIMT_CLASS_MOVE, true},
	{"createpolicy.fractional.L2::evict_last.b64 %rd11, 0.5", SIMT_CLASS_INT, false},
	{"createpolicy.range.global.L2::evict_last.b64 %rd11, [%rd1], 1, 2", SIMT_CLASS_INT, false},
	{"createpolicy.cvt.L2.b64 %rd11, %rd1", SIMT_CLASS_INT, false},
	{"elect.sync %r11|%p3, %r1", SIMT_CLASS_CONTROL, true},
	{"ld.global.L2::cache_hint.u32 %r11, [%rd1], %rd2", SIMT_CLASS_MEMORY, false},
	{"cp.async.cg.shared.global [%r1], [%rd1], 16", SIMT_CLASS_MEMORY, false},
	{"cp.async.ca.shared.global [sh], [%rd1], 4, %r2", SIMT_CLASS_MEMORY, true},
	{"cp.async.ca.shared.global [sh], [%rd1], 16, 11", SIMT_CLASS_MEMORY, true},
	{"cp.async.ca.shared.global [sh], [%rd1], 16, 4", SIMT_CLASS_MEMORY, true},
	{"cp.async.ca.shared.global [%r1], [%rd1], 8, !%p1", SIMT_CLASS_MEMORY, true},
	{"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r11, %r12}, [%r1]", SIMT_CLASS_MEMORY, true},
	{"ldmatrix.sync.aligned.m8n8.x1.trans.b16 %r11, [%rd1]", SIMT_CLASS_MEMORY, true},
	{"stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r1], {%r2, %r3}", SIMT_CLASS_MEMORY, true},
	{"movmatrix.sync.aligned.m8n8.trans.b16 %r11, %r1", SIMT_CLASS_CONTROL, true},
	{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f11, %f12, %f13, %f14}, {%r1, %r2}, "
	 "{%r3}, {%f1, %f2, %f3, %f4}",
	 SIMT_CLASS_CONTROL, true},
	{"wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%r11, %r12, %r13, %r14}, "
	 "{%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, "
	 "{%r1, %r2, %r3, %r4}",
	 SIMT_CLASS_CONTROL, true},
	{"wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r11, %r12, %r13, %r14}, [%rd1], %r1",
	 SIMT_CLASS_MEMORY, true},
	{"wmma.load.b.sync.aligned.col.m8n8k4.shared.f64 {%fd11}, [%r1]", SIMT_CLASS_MEMORY, true},
	{"wmma.load.c.sync.aligned.col.m16n16k8.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, "
	 "[%rd1], 8",
	 SIMT_CLASS_MEMORY, true},
	{"wmma.store.d.sync.aligned.row.m8n8k4.f64 [%rd1], {%fd1, %fd2}, 8", SIMT_CLASS_MEMORY,
	 true},
	{"cp.async.commit_group", SIMT_CLASS_CONTROL, false},
	{"cp.async.wait_group 2", SIMT_CLASS_CONTROL, false},
	{"cp.async.wait_all", SIMT_CLASS_CONTROL, false},
	{"cp.async.mbarrier.arrive.shared.b64 [%r1]", SIMT_CLASS_MEMORY, false},
	{"mbarrier.init.shared.b64 [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"mbarrier.inval.shared.b64 [%r1]", SIMT_CLASS_MEMORY, false},
	{"mbarrier.arrive.shared.b64 %rd11, [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"mbarrier.arrive_drop.shared.b64 %rd11, [%r1]", SIMT_CLASS_MEMORY, false},
	{"mbarrier.arrive.expect_tx.shared.b64 _, [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"mbarrier.test_wait.shared.b64 %p3, [%r1], %rd1", SIMT_CLASS_INT, true},
	{"mbarrier.test_wait.parity.shared.b64 %p3, [%r1], %r2", SIMT_CLASS_INT, true},
	{"mbarrier.try_wait.shared.b64 %p3, [%r1], %rd1", SIMT_CLASS_INT, true},
	{"mbarrier.try_wait.parity.shared.b64 %p3, [%r1], %r2", SIMT_CLASS_INT, true},
	{"mbarrier.pending_count.b64 %r11, %rd1", SIMT_CLASS_INT, false},
	{"mbarrier.expect_tx.shared.b64 [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"mbarrier.complete_tx.shared.b64 [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"fence.acq_rel.gpu", SIMT_CLASS_CONTROL, false},
	{"fence.proxy.async", SIMT_CLASS_CONTROL, false},
	{"fence.proxy.alias", SIMT_CLASS_MOVE, true},
	{"fence.mbarrier_init.release.cluster", SIMT_CLASS_MOVE, true},
	{"barrier.cluster.arrive.aligned", SIMT_CLASS_CONTROL, true},
	{"barrier.cluster.wait.aligned", SIMT_CLASS_CONTROL, true},
	{"mapa.shared::cluster.u32 %r11, %r1, %r2", SIMT_CLASS_INT, true},
	{"getctarank.shared::cluster.u32 %r11, %r1", SIMT_CLASS_INT, true},
	{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, "
	 "[%r3]",
	 SIMT_CLASS_CONTROL, true},
	{"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], %r2",
	 SIMT_CLASS_CONTROL, true},
	{"cp.async.bulk.prefetch.L2.global [%rd1], %r2", SIMT_CLASS_MOVE, true},
	{"cp.async.bulk.commit_group", SIMT_CLASS_CONTROL, true},
	{"cp.async.bulk.wait_group 1", SIMT_CLASS_CONTROL, true},
	{"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3]",
	 SIMT_CLASS_CONTROL, true},
	{"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], "
	 "%r2, [%r3]",
	 SIMT_CLASS_CONTROL, true},
	{"shfl.sync.idx.b32 %r11|%p3, %r1, %r2, %r3, %r4", SIMT_CLASS_CONTROL, false},
	{"shfl.bfly.b32 %r11, %r1, 5, 31", SIMT_CLASS_CONTROL, false},
	{"vote.sync.all.pred %p3, %p1, %r1", SIMT_CLASS_CONTROL, false},
	{"vote.sync.ballot.b32 %r11, %p1, %r1", SIMT_CLASS_CONTROL, false},
	{"match.any.sync.b64 %r11, %rd1, %r1", SIMT_CLASS_CONTROL, true},
	{"match.all.sync.b32 %r11|%p3, %r1, %r2", SIMT_CLASS_CONTROL, true},
	{"redux.sync.add.u32 %r11, %r1, %r2", SIMT_CLASS_CONTROL, false},
	{"nanosleep.u32 20", SIMT_CLASS_MOVE, true},
	{"prefetch.global.L1 [%rd1]", SIMT_CLASS_MOVE, true},
	{"prefetchu.L1 [%rd1]", SIMT_CLASS_MOVE, true},
	{"pmevent 1", SIMT_CLASS_MOVE, true},
	{"brkpt", SIMT_CLASS_MOVE, true},
	{"ld.param.u64 %rd11, [p]", SIMT_CLASS_MOVE, false},
	{"ld.param.v2.u32 {%r11, %r12}, [p]", SIMT_CLASS_MOVE, false},
	{"ld.param.u32 %r11, [%rd1]", SIMT_CLASS_CONTROL, false},
	{"ld.global.u32 %r11, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.global.u32 %r11, [%rd1+4]", SIMT_CLASS_MEMORY, false},
	{"ld.global.s8 %rd11, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.shared.u16 %rs11, [%r1]", SIMT_CLASS_MEMORY, false},
	{"ld.shared.u32 %r11, [sh]", SIMT_CLASS_MEMORY, false},
	{"ld.local.u64 %rd11, [lo]", SIMT_CLASS_MEMORY, false},
	{"ld.local.u32 %r11, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.const.f32 %f11, [table+4]", SIMT_CLASS_MEMORY, false},
	{"ld.u32 %r11, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ldu.global.u32 %r11, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.global.v4.u32 {%r11, _, %r13, %r14}, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.global.v4.u8 {%rd11, %rd12, %rd13, %rd14}, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"ld.global.v2.f64 {%fd11, %fd12}, [%rd1]", SIMT_CLASS_MEMORY, false},
	{"st.global.u32 [%rd1], %r1", SIMT_CLASS_MEMORY, false},
	{"st.shared.u8 [%r1], %rs1", SIMT_CLASS_MEMORY, false},
	{"st.local.u64 [lo], %rd1", SIMT_CLASS_MEMORY, false},
	{"st.global.v4.u8 [%rd1], {%rd2, %rd3, %rd4, %rd5}", SIMT_CLASS_MEMORY, false},
	{"st.global.v2.u64 [%rd1], {%rd2, 5}", SIMT_CLASS_MEMORY, false},
	{"st.u64 [%rd1], %clock64", SIMT_CLASS_MEMORY, false},
	{"atom.global.add.u32 %r11, [%rd1], %r1", SIMT_CLASS_MEMORY, false},
	{"atom.global.cas.b64 %rd11, [%rd1], %rd2, %rd3", SIMT_CLASS_MEMORY, false},
	{"atom.shared.exch.b32 _, [%r1], %r2", SIMT_CLASS_MEMORY, false},
	{"atom.global.add.f64 %fd11, [%rd1], %fd1", SIMT_CLASS_MEMORY, false},
	{"red.global.add.u32 [%rd1], %r1", SIMT_CLASS_MEMORY, false},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), POOL = 1 << 22, PARAMS = 4096 };

struct bench {
	struct ptx_module *m;
	struct simt_kernel *k;
	struct simt_uses *uses;
	struct simt_warp w;
	struct simt_block_env env;
	struct simt_stats stats;
	uint8_t params[PARAMS];
	uint64_t clock;
	uint8_t *pool; /* random registers, POOL and a register file */
	struct rng rng;
};

/* What one instruction did. */
struct result {
	uint8_t *before, *after; /* registers */
	uint8_t *lane_param;
	enum simt_status status;
	uint32_t pc, active, live, waiting, carry_before, carry, fault_mask;
	enum simt_fault fault;
	struct simt_op op;
};

static uint64_t var_addr(void *ctx, const struct ptx_var *v)
{
	(void)ctx;
	return 0x200000000000ULL + (uint64_t)(unsigned)v->id * 4096;
}

/* Lanes among whose values are small, equal and extreme ones. */
static void fill_pool(struct bench *b, size_t bytes)
{
	uint32_t *p = (uint32_t *)(void *)b->pool;

	for (size_t i = 0; i < bytes / 4; i++) {
		const uint64_t r = rng_next(&b->rng);

		switch (r & 7) {
		case 0: p[i] = 0; break;
		case 1: p[i] = (uint32_t)(r >> 58); break;
		case 2: p[i] = i ? p[i - 1] : 0; break;
		case 3: p[i] = UINT32_MAX; break;
		default: p[i] = (uint32_t)(r >> 32); break;
		}
	}
}

static void result_alloc(const struct bench *b, struct result *r)
{
	memset(r, 0, sizeof(*r));
	r->before = malloc(b->k->reg_bytes);
	r->after = malloc(b->k->reg_bytes);
	r->lane_param = malloc((size_t)SIMT_LANES * b->k->lane_param_bytes + 1);
}

static void result_free(struct result *r)
{
	free(r->before);
	free(r->after);
	free(r->lane_param);
}

static void bench_open(struct bench *b, struct ptx_module *m, const struct ptx_func *f)
{
	struct diag d = {""};

	memset(b, 0, sizeof(*b));
	b->m = m;
	b->k = simt_lower(m, f, var_addr, NULL, &d);
	if (!b->k)
		fail_msg("%s", d.text);
	b->uses = simt_uses(b->k);
	rng_seed(&b->rng, 7);
	b->pool = malloc((size_t)POOL + b->k->reg_bytes);
	fill_pool(b, (size_t)POOL + b->k->reg_bytes);
	assert_true(b->k->param_bytes <= PARAMS);
	for (unsigned i = 0; i < PARAMS; i++)
		b->params[i] = (uint8_t)(i * 37 + 5);
	b->env = (struct simt_block_env){.ntid = {32, 1, 1},
					 .nctaid = {1, 1, 1},
					 .nsmid = 1,
					 .params = b->params,
					 .local_limit = 64,
					 .clock = &b->clock};
	assert_int_equal(simt_warp_create(&b->w, b->k, 64, &d), 0);
}

static void bench_close(struct bench *b)
{
	simt_warp_destroy(&b->w);
	free(b->pool);
	free(b->uses);
	simt_kernel_free(b->k);
}

static void complete(struct simt_warp *w, struct simt_op *op)
{
	if (op->kind == SIMT_OP_LD || op->kind == SIMT_OP_ATOM) {
		struct simt_op back = *op;

		for (unsigned v = 0; v < op->vec; v++)
			for (unsigned l = 0; l < SIMT_LANES; l++)
				back.data[v][l] = (0x9e3779b97f4a7c15U * (v * 32 + l + 1)) >>
						  (64 - 8 * op->size);
		simt_complete(w, &back);
	}
	if (op->kind == SIMT_OP_BAR && w->waiting)
		simt_bar_release(w, w->waiting, 1);
}

/* An address register that points into the kernel's parameters, for .param accesses through one. */
static void tame(const struct bench *b, uint32_t pc, struct result *r)
{
	const struct simt_insn *i = &b->k->code[pc];

	if (i->kind != SIMT_K_PARAM || i->u.mem->base_bytes != 8 || b->k->param_bytes < 8)
		return;
	for (unsigned l = 0; l < SIMT_LANES; l++) {
		uint64_t addr;

		memcpy(&addr, r->before + i->u.mem->base + 8 * l, 8);
		addr %= b->k->param_bytes - 7;
		memcpy(r->before + i->u.mem->base + 8 * l, &addr, 8);
	}
}

/* The instruction at pc alone, on r->before, for the lanes of mask. */
static void run_one(struct bench *b, uint32_t pc, uint32_t mask, struct result *r)
{
	struct simt_warp *w = &b->w;
	const size_t lane_bytes = (size_t)SIMT_LANES * b->k->lane_param_bytes;

	tame(b, pc, r);
	simt_warp_init(w, &b->env, SIMT_LOCKSTEP, 0, 0, 32, &b->stats);
	memcpy(w->base[0], r->before, b->k->reg_bytes);
	memset(w->lane_param, 0x3c, lane_bytes);
	w->carry = r->carry_before;
	w->pc = pc;
	w->active = mask;
	w->frag->stack[0].mask = mask;
	w->frag->stop = (uint32_t)PTX_NONE;
	memset(&r->op, 0, sizeof(r->op));
	r->status = simt_run(w, 1, &r->op);
	if (r->status == SIMT_RUN_OP)
		complete(w, &r->op);
	memcpy(r->after, w->base[0], b->k->reg_bytes);
	memcpy(r->lane_param, w->lane_param, lane_bytes);
	r->pc = w->pc;
	r->active = w->active;
	r->live = w->live;
	r->waiting = w->waiting;
	r->carry = w->carry;
	r->fault = w->fault;
	r->fault_mask = w->fault_mask;
}

static void complain(const struct bench *b, uint32_t pc, const char *what, uint32_t slot)
{
	const struct simt_uses *u = &b->uses[pc];
	char name[96];

	print_error("%s: code %u, line %u, %s: %s, slot %u\n  reads", b->k->entry->name, pc,
		    b->k->src[pc]->line, ptx_insn_name(b->k->src[pc], name, sizeof(name)), what,
		    slot);
	for (unsigned i = 0; i < u->n_reads; i++)
		print_error(" %u", u->reads[i]);
	print_error("\n  writes");
	for (unsigned i = 0; i < u->n_writes; i++)
		print_error(" %u", u->writes[i]);
	print_error("\n");
	fail();
}

static bool same_op(const struct simt_op *x, const struct simt_op *y)
{
	const unsigned values = x->kind == SIMT_OP_LD ? 0 : x->kind == SIMT_OP_ST ? x->vec : 1;

	if (x->kind != y->kind || x->mask != y->mask || x->pc != y->pc || x->space != y->space ||
	    x->bar_id != y->bar_id || x->bar_count != y->bar_count || x->bar_pred != y->bar_pred ||
	    x->sem != y->sem || x->scope != y->scope)
		return false;
	for (unsigned l = 0; l < SIMT_LANES && x->kind <= SIMT_OP_RED; l++) {
		if (!(x->mask >> l & 1))
			continue;
		if (x->addr[l] != y->addr[l] || x->data2[l] != y->data2[l])
			return false;
		for (unsigned v = 0; v < values; v++)
			if (x->data[v][l] != y->data[v][l])
				return false;
	}
	return true;
}

/* All but registers and carry. */
static bool same_outcome(const struct bench *b, const struct result *x, const struct result *y)
{
	return x->status == y->status && x->pc == y->pc && x->active == y->active &&
	       x->live == y->live && x->waiting == y->waiting && x->fault == y->fault &&
	       x->fault_mask == y->fault_mask &&
	       (x->status != SIMT_RUN_OP || same_op(&x->op, &y->op)) &&
	       !memcmp(x->lane_param, y->lane_param, (size_t)SIMT_LANES * b->k->lane_param_bytes);
}

/* Bits on which x and y disagree, though one of them was written. */
static uint64_t differ(uint64_t x0, uint64_t x, uint64_t y0, uint64_t y)
{
	return (x ^ y) & ((x0 ^ x) | (y0 ^ y));
}

static uint64_t word(const uint8_t *regs, uint32_t slot, unsigned i)
{
	uint64_t v;

	memcpy(&v, regs + (size_t)slot * 64 + 8 * i, 8);
	return v;
}

static bool slot_differs(const struct result *x, const struct result *y, uint32_t slot)
{
	for (unsigned i = 0; i < 8; i++)
		if (differ(word(x->before, slot, i), word(x->after, slot, i),
			   word(y->before, slot, i), word(y->after, slot, i)))
			return true;
	return false;
}

static bool has(const uint16_t *list, unsigned n, uint32_t slot)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == slot)
			return true;
	return false;
}

static bool is_scratch(uint32_t slot)
{
	return slot >= SIMT_REF_SCRATCH / 64 && slot < SIMT_REF_TEMP / 64;
}

static void draw(struct bench *b, uint8_t *to, size_t bytes)
{
	memcpy(to, b->pool + 4 * (size_t)rng_below(&b->rng, POOL / 4), bytes);
}

/* Registers for x at random; for y others, but for the named reads. */
static void draw_both(struct bench *b, const struct simt_uses *u, struct result *x,
		      struct result *y)
{
	const uint32_t carry = simt_slots(b->k) - 1;

	draw(b, x->before, b->k->reg_bytes);
	draw(b, y->before, b->k->reg_bytes);
	x->carry_before = (uint32_t)rng_next(&b->rng);
	y->carry_before = (uint32_t)rng_next(&b->rng);
	for (unsigned i = 0; i < u->n_reads; i++) {
		if (u->reads[i] == carry)
			y->carry_before = x->carry_before;
		else
			memcpy(y->before + 64 * u->reads[i], x->before + 64 * u->reads[i], 64);
	}
}

static void check_pair(const struct bench *b, uint32_t pc, const struct result *x,
		       const struct result *y)
{
	const struct simt_uses *u = &b->uses[pc];
	const uint32_t carry = simt_slots(b->k) - 1;

	if (!same_outcome(b, x, y))
		complain(b, pc, "another outcome", 0);
	for (uint32_t s = 0; s < carry; s++) {
		const size_t at = (size_t)s * 64;
		const bool same = !memcmp(x->before + at, x->after + at, 64) &&
				  !memcmp(y->before + at, y->after + at, 64);

		if (same || is_scratch(s))
			continue;
		if (!has(u->writes, u->n_writes, s))
			complain(b, pc, "written but not named", s);
		if (slot_differs(x, y, s))
			complain(b, pc, "result depends on a register that is not named", s);
	}
	if (!has(u->writes, u->n_writes, carry) &&
	    (x->carry != x->carry_before || y->carry != y->carry_before))
		complain(b, pc, "carry written but not named", carry);
	if (differ(x->carry_before, x->carry, y->carry_before, y->carry))
		complain(b, pc, "carry depends on a register that is not named", carry);
}

/* Operands of these are not named. */
static bool unnamed(const struct simt_insn *i)
{
	return i->kind == SIMT_K_CALL || i->kind == SIMT_K_SYSCALL;
}

static uint32_t draw_mask(struct bench *b, unsigned trial)
{
	const uint32_t mask = (uint32_t)rng_next(&b->rng) | 1U << rng_below(&b->rng, 32);

	return trial % 3 == 0 ? UINT32_MAX : trial % 3 == 1 ? mask : mask & -mask;
}

static void check_slots(const struct bench *b, uint32_t pc)
{
	const struct simt_uses *u = &b->uses[pc];

	assert_true(u->cls < SIMT_CLASSES);
	assert_true(u->n_reads <= SIMT_MAX_READS && u->n_writes <= SIMT_MAX_WRITES);
	for (unsigned i = 0; i < u->n_reads; i++)
		assert_true(u->reads[i] < simt_slots(b->k) && !has(u->reads, i, u->reads[i]));
	for (unsigned i = 0; i < u->n_writes; i++)
		assert_true(u->writes[i] < simt_slots(b->k) && !has(u->writes, i, u->writes[i]));
}

static void check_kernel(struct bench *b, unsigned trials)
{
	struct result x, y;

	result_alloc(b, &x);
	result_alloc(b, &y);
	for (uint32_t pc = 0; pc < b->k->n_code; pc++) {
		check_slots(b, pc);
		for (unsigned t = 0; t < trials && !unnamed(&b->k->code[pc]); t++) {
			const uint32_t mask = draw_mask(b, t);

			draw_both(b, &b->uses[pc], &x, &y);
			run_one(b, pc, mask, &x);
			run_one(b, pc, mask, &y);
			check_pair(b, pc, &x, &y);
		}
	}
	result_free(&x);
	result_free(&y);
}

/* Does another value of the read change anything? */
static bool matters(struct bench *b, uint32_t pc, uint32_t slot)
{
	const struct simt_uses *u = &b->uses[pc];
	const uint32_t carry = simt_slots(b->k) - 1;
	bool yes = false;
	struct result x, y;

	result_alloc(b, &x);
	result_alloc(b, &y);
	for (unsigned t = 0; t < 400 && !yes; t++) {
		draw(b, x.before, b->k->reg_bytes);
		memcpy(y.before, x.before, b->k->reg_bytes);
		x.carry_before = y.carry_before = (uint32_t)rng_next(&b->rng);
		if (slot == carry)
			y.carry_before = (uint32_t)rng_next(&b->rng);
		else
			draw(b, y.before + (size_t)slot * 64, 64);
		run_one(b, pc, UINT32_MAX, &x);
		run_one(b, pc, UINT32_MAX, &y);
		yes = !same_outcome(b, &x, &y) ||
		      differ(x.carry_before, x.carry, y.carry_before, y.carry);
		for (unsigned i = 0; i < u->n_writes && !yes; i++)
			yes = u->writes[i] != carry && slot_differs(&x, &y, u->writes[i]);
	}
	result_free(&x);
	result_free(&y);
	return yes;
}

static bool changes(struct bench *b, uint32_t pc, uint32_t slot)
{
	bool yes = false;
	struct result x;

	result_alloc(b, &x);
	for (unsigned t = 0; t < 100 && !yes; t++) {
		draw(b, x.before, b->k->reg_bytes);
		x.carry_before = (uint32_t)rng_next(&b->rng);
		run_one(b, pc, UINT32_MAX, &x);
		yes = slot == simt_slots(b->k) - 1 ? x.carry != x.carry_before
						   : memcmp(x.before + (size_t)slot * 64,
							    x.after + (size_t)slot * 64, 64);
	}
	result_free(&x);
	return yes;
}

/* Rows as a kernel, each alone on its line, under guard if wanted. */
static struct ptx_module *rows_module(const char *guard)
{
	static char text[1 << 16];
	struct diag d = {""};
	struct ptx_module *m;
	size_t n = (size_t)snprintf(
		text, sizeof(text),
		".version 7.8\n.target sm_80\n.address_size 64\n.const .align 4 .b8 table[64];\n"
		".visible .entry k(.param .align 16 .b8 p[16])\n{\n.reg .pred %%p<8>;\n"
		".reg .b16 %%rs<16>;\n.reg .b32 %%r<16>;\n.reg .b64 %%rd<16>;\n.reg .f32 %%f<16>;\n"
		".reg .f64 %%fd<16>;\n.local .align 8 .b8 lo[16];\n.shared .align 8 .b8 sh[64];\n"
		"targets: .branchtargets TOP, END;\nTOP:\n");

	for (unsigned i = 0; i < ROWS; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s;\n", guard, rows[i].text);
	n += (size_t)snprintf(text + n, sizeof(text) - n, "END:\nret;\n}\n");
	m = ptx_parse(text, n, "rows.ptx", &d);
	if (!m)
		fail_msg("%s", d.text);
	return m;
}

/* Index of the row that the slot comes from; the first is on line `first`. */
static unsigned row_of(const struct bench *b, uint32_t pc)
{
	return b->k->src[pc]->line - b->k->src[0]->line;
}

static void nothing_unnamed(void **state)
{
	static const char *const guards[] = {"", "@%p7 ", "@!%p6 "};

	(void)state;
	for (unsigned g = 0; g < 3; g++) {
		struct ptx_module *m = rows_module(guards[g]);
		struct bench b;

		bench_open(&b, m, ptx_find_func(m, "k"));
		check_kernel(&b, 60);
		bench_close(&b);
		ptx_free(m);
	}
}

static void nothing_needless(void **state)
{
	struct ptx_module *m = rows_module("@%p7 ");
	struct bench b;

	(void)state;
	bench_open(&b, m, ptx_find_func(m, "k"));
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const struct simt_uses *u = &b.uses[pc];

		for (unsigned i = 0; i < u->n_writes; i++)
			if (!changes(&b, pc, u->writes[i]))
				complain(&b, pc, "named but never written", u->writes[i]);
		if (row_of(&b, pc) >= ROWS || rows[row_of(&b, pc)].loose)
			continue;
		for (unsigned i = 0; i < u->n_reads; i++)
			if (!matters(&b, pc, u->reads[i]))
				complain(&b, pc, "named but of no matter", u->reads[i]);
	}
	bench_close(&b);
	ptx_free(m);
}

static void classes_and_opcodes(void **state)
{
	struct ptx_module *m = rows_module("");
	bool seen[PTX_OP_COUNT] = {false};
	struct bench b;

	(void)state;
	bench_open(&b, m, ptx_find_func(m, "k"));
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const unsigned row = row_of(&b, pc);
		const bool last = pc + 1 == b.k->n_code || row_of(&b, pc + 1) != row;

		seen[b.k->src[pc]->op] = true;
		if (row >= ROWS || !last)
			continue;
		if (b.uses[pc].cls != rows[row].cls)
			fail_msg("%s: class %s", rows[row].text,
				 simt_class_name((enum simt_class)b.uses[pc].cls));
	}
	for (int op = PTX_OP_NONE + 1; op < PTX_OP_COUNT; op++)
		if (!seen[op] && op != PTX_OP_CALL)
			fail_msg("%s is not among the rows", ptx_op_name((enum ptx_op)op));
	bench_close(&b);
	ptx_free(m);
}

static const char functions[] =
	".version 7.0\n.target sm_70\n.address_size 64\n"
	".extern .func (.param .b64 rv) malloc(.param .b64 n);\n"
	".func (.param .b32 rv) twice(.param .b32 x, .param .align 8 .b8 s[16])\n{\n"
	".reg .pred %p<40>;\n.reg .b16 %rs<3>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
	".local .align 8 .b8 l[8];\nld.param.u32 %r1, [x];\nld.param.v2.u64 {%rd1, %rd2}, [s];\n"
	"mov.b64 %rd3, s;\nadd.u32 %r2, %r1, %r1;\nsetp.eq.u32 %p39, %r2, 4;\n"
	"@%p39 st.local.u32 [l], %r2;\ncvt.u16.u32 %rs1, %r2;\nst.param.b32 [rv], %r2;\nret;\n}\n"
	".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<3>;\n.reg .b32 %r<4>;\n"
	".reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\nld.global.u32 %r1, [%rd1];\n"
	"{\n.param .b32 a;\n.param .align 8 .b8 b[16];\n.param .b32 r;\nst.param.b32 [a], %r1;\n"
	"st.param.v2.b64 [b], {%rd1, %rd2};\ncall.uni (r), twice, (a, b);\nld.param.b32 %r2, "
	"[r];\n}\n"
	"{\n.param .b64 a;\n.param .b64 r;\nst.param.b64 [a], %rd1;\ncall.uni (r), malloc, (a);\n"
	"ld.param.b64 %rd2, [r];\n}\nst.global.u32 [%rd1], %r2;\nret;\n}\n";

static void functions_too(void **state)
{
	struct diag d = {""};
	struct ptx_module *m = ptx_parse(functions, sizeof(functions), "functions.ptx", &d);
	struct bench b;

	(void)state;
	if (!m)
		fail_msg("%s", d.text);
	bench_open(&b, m, ptx_find_func(m, "k"));
	check_kernel(&b, 60);
	for (uint32_t pc = 0; pc < b.k->n_code; pc++) {
		const struct ptx_insn *i = b.k->src[pc];
		const bool kernel_param = i->op == PTX_OP_LD && b.k->code[pc].u.mem->off == 0 &&
					  i->space == PTX_SPACE_PARAM;

		if (i->op == PTX_OP_CALL || (i->space == PTX_SPACE_PARAM && !kernel_param &&
					     (i->op == PTX_OP_LD || i->op == PTX_OP_ST)))
			assert_int_equal(b.uses[pc].cls, SIMT_CLASS_CONTROL);
	}
	bench_close(&b);
	ptx_free(m);
}

/* More registers than names: slots are shared, nothing is lost. */
static void many_registers(void **state)
{
	enum { REGS = 17000 };
	char *text = malloc(REGS * 40 + 400);
	struct diag d = {""};
	struct ptx_module *m;
	struct simt_kernel *k;
	struct simt_uses *u;
	uint32_t end;
	size_t n = (size_t)sprintf(text,
				   ".version 7.0\n.target sm_70\n.address_size 64\n"
				   ".visible .entry k()\n{\n.reg .b64 %%rd<%d>;\n",
				   REGS);

	(void)state;
	for (int i = 1; i < REGS; i++)
		n += (size_t)sprintf(text + n, "add.cc.u64 %%rd%d, %%rd%d, 1;\n", i, i - 1);
	n += (size_t)sprintf(text + n, "ret;\n}\n");
	m = ptx_parse(text, n, "many.ptx", &d);
	if (!m)
		fail_msg("%s", d.text);
	k = simt_lower(m, ptx_find_func(m, "k"), var_addr, NULL, &d);
	if (!k)
		fail_msg("%s", d.text);
	u = simt_uses(k);
	end = k->reg_bytes / 64;
	assert_true(end > 65536);
	assert_int_equal(simt_slots(k), 65536);
	assert_int_equal(u[REGS - 2].n_reads, 4);
	assert_int_equal(u[REGS - 2].n_writes, 5);
	assert_int_equal(u[REGS - 2].reads[0], (end - 8) % 65536);
	assert_int_equal(u[REGS - 2].writes[3], (end - 1) % 65536);
	assert_int_equal(u[0].writes[4], end % 65536);
	free(u);
	simt_kernel_free(k);
	ptx_free(m);
	free(text);
}

static void check_file(const char *name)
{
	struct diag d = {""};
	struct ptx_module *m;
	size_t n = 0, cap = 1 << 24;
	char *text = malloc(cap);
	FILE *f = fopen(name, "rb");

	if (!f)
		fail_msg("cannot read %s", name);
	n = fread(text, 1, cap, f);
	fclose(f);
	m = ptx_parse(text, n, name, &d);
	if (!m)
		fail_msg("%s", d.text);
	for (unsigned i = 0; i < m->n_funcs; i++) {
		struct bench b;

		if (!m->funcs[i]->is_entry || m->funcs[i]->is_decl)
			continue;
		bench_open(&b, m, m->funcs[i]);
		check_kernel(&b, 3);
		bench_close(&b);
	}
	ptx_free(m);
	free(text);
}

static const char *const *files;

static void in_files(void **state)
{
	(void)state;
	for (unsigned i = 0; files[i]; i++)
		check_file(files[i]);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_unnamed),     cmocka_unit_test(nothing_needless),
		cmocka_unit_test(classes_and_opcodes), cmocka_unit_test(functions_too),
		cmocka_unit_test(many_registers),
	};
	const struct CMUnitTest on_files[] = {cmocka_unit_test(in_files)};

	if (argc < 2)
		return cmocka_run_group_tests(tests, NULL, NULL);
	files = (const char *const *)&argv[1];
	return cmocka_run_group_tests(on_files, NULL, NULL);
}
