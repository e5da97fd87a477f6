/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is not PTX or not supported, and the exact message for it.
 */
#include "ptx_test.h"

struct refusal {
	const char *text, *message;
};

static void refuse_modules(const struct refusal *r, size_t n)
{
	for (size_t k = 0; k < n; k++)
		refuse(r[k].text, r[k].message);
}

/* Statements in a kernel; the message is without its "t.ptx:5: ". */
static void refuse_statements(const struct refusal *r, size_t n)
{
	char text[2048], message[1024];

	for (size_t k = 0; k < n; k++) {
		snprintf(text, sizeof(text), KERNEL("%s"), r[k].text);
		snprintf(message, sizeof(message), "t.ptx:5: %s", r[k].message);
		refuse(text, message);
	}
}

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void heads(void **state)
{
	static const struct refusal r[] = {
		{"", "t.ptx:1: no .version: this is not PTX"},
		{"\n\n// only a comment\n", "t.ptx:4: no .version: this is not PTX"},
		{"\177ELF", "t.ptx:1: .version must come first"},
		{"hello world", "t.ptx:1: .version must come first"},
		{".target sm_70", "t.ptx:1: .version must come first"},
		{".version 7", "t.ptx:1: expected a version such as 7.0, found '7'"},
		{".version 0.0", "t.ptx:1: expected a version such as 7.0, found '0.0'"},
		{".version 1e5", "t.ptx:1: expected a version such as 7.0, found '1e5'"},
		{".version 7.0\n.target compute", "t.ptx:2: unsupported target 'compute'"},
		{".version 7.0\n.target sm_xy",
		 "t.ptx:2: expected a target such as sm_70, found 'sm_xy'"},
		{".version 7.0\n.address_size 32",
		 "t.ptx:2: unsupported .address_size 32: only 64"},
		{".version 7.0\n.entry k {}", "t.ptx:2: .target is missing"},
		{".version 7.0\n.target sm_70\n.entry k {}",
		 "t.ptx:3: .address_size 64 is missing"},
		{HEAD "/* open", "t.ptx:4: comment without end"},
		{HEAD ".file 1 \"open\n", "t.ptx:4: string without end"},
		{HEAD ".file 99999 \"x\"", "t.ptx:4: 99999 is too large here (at most 65535)"},
		{HEAD ".section .debug_str { 1", "t.ptx:4: .section without end"},
		{HEAD "\n#include <x>", "t.ptx:5: character that is not PTX"},
		{HEAD "foo", "t.ptx:4: expected a directive, found 'foo'"},
		{HEAD ".alias a, b;", "t.ptx:4: unsupported directive '.alias'"},
		{HEAD ".visible .local .u32 x;", "t.ptx:4: unsupported directive '.local'"},
		{HEAD ".global .samplerref t;",
		 "t.ptx:4: unsupported type or attribute '.samplerref' in a declaration"},
		{HEAD ".tex .u32 t;", "t.ptx:4: unsupported directive '.tex'"},
	};

	(void)state;
	refuse_modules(r, COUNT(r));
}

static void declarations(void **state)
{
	static const struct refusal r[] = {
		{HEAD ".global .u32 a; .global .u32 a;", "t.ptx:4: 'a' is declared twice"},
		{HEAD ".global .u32 a; .func a;", "t.ptx:4: 'a' is declared twice"},
		{HEAD ".func a; .global .u32 a;", "t.ptx:4: 'a' is declared twice"},
		{HEAD ".func a {}\n.func a {}", "t.ptx:5: 'a' is defined twice"},
		{HEAD ".func a;\n.entry a {}", "t.ptx:5: 'a' is declared twice"},
		{HEAD ".func a (.param .b32 x);\n.func a {}",
		 "t.ptx:5: 'a' was declared with other parameters (line 4)"},
		{HEAD ".extern .global .u32 a; .shared .u32 a;", "t.ptx:4: 'a' is declared twice"},
		{HEAD ".global .align 3 .u32 a;", "t.ptx:4: alignment 3 is not a power of two"},
		{HEAD ".global .align 0 .u32 a;", "t.ptx:4: alignment 0 is not a power of two"},
		{HEAD ".global .align 2097152 .u32 a;",
		 "t.ptx:4: 2097152 is too large here (at most 1048576)"},
		{HEAD ".global .u32 a[1073741825];", "t.ptx:4: variable 'a' is larger than 4 GiB"},
		{HEAD ".global .u32 a[0][4294967296][4294967296][4294967296];",
		 "t.ptx:4: variable 'a' is larger than 4 GiB"},
		{HEAD ".global .u8 a[1][1][1][1][1][1][1][1][1];",
		 "t.ptx:4: more than 8 dimensions"},
		{HEAD ".global .u32 a[];", "t.ptx:4: array 'a' has no length"},
		{HEAD ".global .u32 a", "t.ptx:4: expected ';', found the end of the text"},
		{HEAD ".global .pred a;",
		 "t.ptx:4: unsupported type or attribute '.pred' in a declaration"},
		{HEAD ".global a;", "t.ptx:4: expected a type, found 'a'"},
		{HEAD ".global .u32 [4];", "t.ptx:4: expected a name, found '['"},
		{HEAD ".global .attribute(.unified(1, 2)) .u32 a;",
		 "t.ptx:4: unsupported attribute '.unified'"},
		{HEAD ".func (.reg .b32 r) f (.reg .b32 a);",
		 "t.ptx:4: unsupported .reg parameter"},
		{HEAD ".func f (.param .b8 a[]);",
		 "t.ptx:4: unsupported parameter 'a' without length"},
		{HEAD ".func f (.param .b32 a, .param .b32 a) {}",
		 "t.ptx:4: 'a' is declared twice"},
		{HEAD ".entry k .blocksareclusters {}",
		 "t.ptx:4: unsupported directive '.blocksareclusters'"},
		{HEAD ".entry k {", "t.ptx:4: function 'k' has no end"},
		{HEAD ".entry k { ret; } }", "t.ptx:4: expected a directive, found '}'"},
		{HEAD ".entry k { .global .u32 a; }",
		 "t.ptx:4: unsupported directive '.global' in a function"},
		{HEAD ".entry k { .reg .b32 r<1048577>; }",
		 "t.ptx:4: 1048577 is too large here (at most 1048576)"},
		{HEAD ".entry k { .reg .v4 .f32 r; }", "t.ptx:4: unsupported register type '.v4'"},
		{HEAD ".entry k { .reg .e4m3x2 r; }",
		 "t.ptx:4: unsupported register type '.e4m3x2'"},
		{HEAD ".entry k { .reg .b32 r; .reg .b64 r; }", "t.ptx:4: 'r' is declared twice"},
		{HEAD ".entry k { .reg .b32 r<4>, r3; }", "t.ptx:4: 'r3' is declared twice"},
		{HEAD ".entry k { .reg .b32 r<4>, r<2>; }", "t.ptx:4: 'r' is declared twice"},
		{HEAD ".entry k { a: a: ret; }", "t.ptx:4: 'a' is declared twice"},
		{HEAD ".entry k { .shared .u32 s = 1; }",
		 "t.ptx:4: only .global and .const variables have an initialiser"},
	};

	(void)state;
	refuse_modules(r, COUNT(r));
}

static void unsupported_instructions(void **state)
{
	static const struct refusal r[] = {
		{"wmma.load.a.sync.aligned.row.m8n8k64.s4 {r1}, [d1];",
		 "unsupported instruction 'wmma.load.a.sync.aligned.row.m8n8k64.s4': .m8n8k64 is "
		 "not supported"},
		{"wmma.load.a.sync.aligned.col.m8n8k32.s4 {r1}, [d1];",
		 "'wmma.load.a.sync.aligned.col.m8n8k32.s4': of A the rows, of B the columns are "
		 "loaded"},
		{"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32 {r1, r2}, r3, r4, {r1, r2};",
		 "'mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32': .xor.popc or .and.popc is for "
		 ".b1, which needs it"},
		{"movmatrix.sync.aligned.m8n8.b16 r1, r2;",
		 "'movmatrix.sync.aligned.m8n8.b16': .m8n8, .trans and .b16 are needed"},
		{"mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 r1;",
		 "unsupported instruction 'mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32': "
		 ".sp is not supported"},
		{"wgmma.fence.sync.aligned;", "unsupported instruction 'wgmma.fence.sync.aligned'"},
		{"cp.async.bulk.tensor.1d.shared::cluster.global.tile [r1], [d1], [d2];",
		 "unsupported instruction 'cp.async.bulk.tensor.1d.shared::cluster.global.tile': "
		 ".tensor is not supported"},
		{"cp.async.bulk.global.shared::cta.bulk_group.cp_mask [d1], [r1], r2, h1;",
		 "unsupported instruction 'cp.async.bulk.global.shared::cta.bulk_group.cp_mask': "
		 ".cp_mask is not supported"},
		{"tex.2d.v4.f32.f32 {f1, f2, f3, f4}, [t, {f1, f2}];",
		 "unsupported instruction 'tex.2d.v4.f32.f32'"},
		{"suld.b.1d.b32.trap r1, [s, r2];", "unsupported instruction 'suld.b.1d.b32.trap'"},
		{"vadd3.s32.s32.s32 r1, r2, r3;", "unsupported instruction 'vadd3.s32.s32.s32'"},
		{"vadd.s32.s32.s32 r1, r2.b5, r3;",
		 "'vadd.s32.s32.s32': no such part of an operand"},
		{"vadd4.s32.s32.s32.max r1, r2, r3, r4;",
		 "'vadd4.s32.s32.s32.max': no such second operation"},
		{"alloca.u64 d1, 8, 8;", "unsupported instruction 'alloca.u64'"},
		{"mbarrier.frob.b64 [d1], 1;", "unsupported instruction 'mbarrier.frob.b64'"},
		{"frobnicate r1;", "unsupported instruction 'frobnicate'"},
		{"@p1 setmaxnreg.inc.sync.aligned.u32 64;",
		 "unsupported instruction 'setmaxnreg.inc.sync.aligned.u32'"},
		{"div.rn.f16 h1, h2, h3;", "'div.rn.f16': type .f16 is not supported"},
		{"fma.rz.f16 h1, h2, h3, h4;",
		 "'fma.rz.f16': 16-bit floats are rounded to nearest"},
		{"add.bf16x4 r1, r2, r3;",
		 "unsupported instruction 'add.bf16x4': .bf16x4 is not supported"},
		{"cvt.rn.satfinite.e4m3x2.f32 h1, f1, f2;",
		 "unsupported instruction 'cvt.rn.satfinite.e4m3x2.f32': .e4m3x2 is not supported"},
		{"ld.global.v2.b128 q1, [d2];", "'ld.global.v2.b128': more than 16 bytes"},
		{"ld.global.b128 d1, [d2];",
		 "operand 1 of 'ld.global.b128': register d1 is .b64, which does not fit .b128"},
		{"ld.global.u32 q1, [d2];",
		 "operand 1 of 'ld.global.u32': register q1 is .b128, which does not fit .u32"},
		{"atom.add.b128 q1, [d1], q2;",
		 "'atom.add.gpu.b128': this operation has no such type"},
		{"ld.global.v8.f32 f1, [d2];",
		 "unsupported instruction 'ld.global.v8.f32': .v8 is not supported"},
		{"fence.proxy.tensormap::generic.release.gpu;",
		 "unsupported instruction 'fence.proxy.tensormap::generic.release.gpu': .proxy is "
		 "not supported"},
		{"ld.global.L2::cache_hint.u32 r1, [d2];",
		 "'ld.global.L2::cache_hint.u32' takes 3 operands, not 2"},
		{"fence.sc;",
		 "unsupported instruction 'fence.sc': a scope (.cta .cluster .gpu .sys) is needed"},
		{"membar.gpu;", "unsupported instruction 'membar.gpu': .gpu is not allowed"},
		{"membar;", "unsupported instruction 'membar': .cta, .gl or .sys is needed"},
		{"barrier.cluster.frob;", "unsupported instruction 'barrier.cluster.frob'"},
		{"atom.add.f16x2 r1, [d1], r2;", "'atom.add.gpu.f16x2': .noftz is needed"},
		{"atom.min.noftz.f16 h1, [d1], h2;",
		 "'atom.min.noftz.gpu.f16': this operation has no such type"},
		{"fma.rn.oob.f16 h1, h2, h3, h4;",
		 "unsupported instruction 'fma.rn.oob.f16': .oob is not supported"},
		{"and.sat.b32 r1, r2, r3;",
		 "unsupported instruction 'and.sat.b32': .sat is not allowed"},
		{"exit.u32;", "unsupported instruction 'exit.u32': .u32 is not allowed"},
		{"add.u32.u32 r1, r2, r3;",
		 "unsupported instruction 'add.u32.u32': .u32 is one type too many"},
		{"ld.global.shared.u32 r1, [d1];",
		 "unsupported instruction 'ld.global.shared.u32': "
		 ".shared is given twice or contradicts another modifier"},
		{"add.rn.rz.f32 f1, f2, f3;",
		 "unsupported instruction 'add.rn.rz.f32': .rz is given "
		 "twice or contradicts another modifier"},
		{"setp.s32 p1, r1, r2;",
		 "unsupported instruction 'setp.s32': a comparison is needed"},
		{"atom.u32 r1, [d1], r2;",
		 "unsupported instruction 'atom.u32': an operation is needed"},
		{"shf.wrap.b32 r1, r2, r3, r4;",
		 "unsupported instruction 'shf.wrap.b32': .l or .r is "
		 "needed"},
		{"cvta.u64 d1, d2;", "unsupported instruction 'cvta.u64': a state space is needed"},
		{"cvt.pack.sat.u8.s32 r1, r2, r3;",
		 "'cvt.pack.sat.u8.s32': 16 bits go without .b32, fewer with it"},
		{"cvt.rna.f16.f32 h1, f1;", "'cvt.rna.f16.f32': .rna needs .tf32"},
		{"sin.f32 f1, f2;", "unsupported instruction 'sin.f32': .approx is needed"},
		{"match.any.b32 r1, r2, r3;",
		 "unsupported instruction 'match.any.b32': .sync is needed"},
		{"lop3.xor.b32 r1|p1, r2, r3, r4, 1, p2;",
		 "'lop3.xor.b32': a predicate goes with .and or .or"},
		{"lop3.or.b32 r1|p1, r2, r3, r4, 1;", "'lop3.or.b32' takes 6 operands, not 5"},
		{"pf.math;", "pf.math needs a function name"},
		{"pf.other.f32 f1, f2;", "unsupported instruction 'pf.other.f32'"},
	};

	(void)state;
	refuse_statements(r, COUNT(r));
}

static void combinations(void **state)
{
	static const struct refusal r[] = {
		{"add r1, r2, r3;", "'add': a type is needed"},
		{"cvt.u32 r1, r2;", "'cvt.u32': two types are needed"},
		{"and.u32 r1, r2, r3;", "'and.u32': type .u32 is not supported"},
		{"add.u8 r1, r2, r3;", "'add.u8': type .u8 is not supported"},
		{"mov.b8 h1, h2;", "'mov.b8': type .b8 is not supported"},
		{"add.rn.u32 r1, r2, r3;", "'add.rn.u32': rounding needs a floating-point type"},
		{"add.ftz.f64 g1, g2, g3;", "'add.ftz.f64': .ftz needs .f32"},
		{"add.sat.u32 r1, r2, r3;", "'add.sat.u32': .sat needs .s32 or .f32"},
		{"add.sat.f64 g1, g2, g3;", "'add.sat.f64': .sat needs .f32"},
		{"add.cc.u16 h1, h2, h3;", "'add.cc.u16': .cc needs integers of 32 or 64 bits"},
		{"mul.u32 r1, r2, r3;", "'mul.u32': .lo .hi or .wide is needed"},
		{"mul.wide.u64 d1, d2, d3;", "'mul.wide.u64': .wide is for 16 and 32 bits"},
		{"mul.lo.f32 f1, f2, f3;", "'mul.lo.f32': not for floats"},
		{"mad.f32 f1, f2, f3, f4;", "'mad.f32': .rn .rz .rm or .rp is needed"},
		{"mad.lo.sat.s32 r1, r2, r3, r4;", "'mad.lo.sat.s32': .sat needs .hi.s32"},
		{"mul24.wide.u32 d1, r2, r3;", "'mul24.wide.u32': .lo or .hi is needed"},
		{"div.f32 f1, f2, f3;",
		 "'div.f32': one of .approx .full .rn .rz .rm .rp is needed"},
		{"div.rn.u32 r1, r2, r3;", "'div.rn.u32': rounding needs a floating-point type"},
		{"div.full.u32 r1, r2, r3;",
		 "'div.full.u32': integer division has no such modifier"},
		{"div.full.f64 g1, g2, g3;", "'div.full.f64': not for .f64"},
		{"rcp.approx.f64 g1, g2;", "'rcp.approx.f64': .approx.f64 needs .ftz"},
		{"sqrt.approx.f64 g1, g2;", "'sqrt.approx.f64': not for .f64"},
		{"rcp.rn.ftz.f64 g1, g2;", "'rcp.rn.ftz.f64': .ftz needs .f32"},
		{"cvt.rn.u32.u64 r1, d1;", "'cvt.rn.u32.u64': no rounding between integers"},
		{"cvt.rn.s32.f32 r1, f1;",
		 "'cvt.rn.s32.f32': float to integer needs .rni .rzi .rmi or .rpi"},
		{"cvt.f32.s32 f1, r1;", "'cvt.f32.s32': integer to float needs .rn .rz .rm or .rp"},
		{"cvt.f32.f64 f1, g1;", "'cvt.f32.f64': a narrower float needs .rn .rz .rm or .rp"},
		{"cvt.rn.f64.f32 g1, f1;", "'cvt.rn.f64.f32': a wider float needs no rounding"},
		{"cvt.rn.f32.f32 f1, f2;",
		 "'cvt.rn.f32.f32': rounding of one float type to itself is "
		 ".rni .rzi .rmi or .rpi"},
		{"cvt.ftz.u32.u64 r1, d1;", "'cvt.ftz.u32.u64': .ftz needs .f32"},
		{"setp.lt.b32 p1, r1, r2;", "'setp.lt.b32': bit types compare .eq and .ne"},
		{"setp.lo.s32 p1, r1, r2;",
		 "'setp.lo.s32': this comparison needs an unsigned type"},
		{"setp.ltu.u32 p1, r1, r2;",
		 "'setp.ltu.u32': this comparison needs a floating-point type"},
		{"setp.lt.u32 p1, r1, r2, p2;",
		 "'setp.lt.u32': a predicate operand needs .and .or or "
		 ".xor, and they need one"},
		{"setp.lt.and.u32 p1, r1, r2;", "'setp.lt.and.u32': a predicate operand needs .and "
						".or or .xor, and they need one"},
		{"atom.add.s64 d1, [d2], d3;",
		 "'atom.add.gpu.s64': this operation has no such type"},
		{"atom.inc.u64 d1, [d2], d3;",
		 "'atom.inc.gpu.u64': this operation has no such type"},
		{"atom.and.u32 r1, [d2], r3;",
		 "'atom.and.gpu.u32': this operation has no such type"},
		{"atom.min.f32 f1, [d2], f3;",
		 "'atom.min.gpu.f32': this operation has no such type"},
		{"atom.exch.u32 r1, [d2], r3;",
		 "'atom.exch.gpu.u32': this operation has no such type"},
		{"atom.local.add.u32 r1, [d2], r3;",
		 "'atom.local.add.gpu.u32': only in global and shared memory"},
		{"atom.sc.add.u32 r1, [d2], r3;",
		 "'atom.sc.add.gpu.u32': no such memory semantics"},
		{"red.acquire.add.u32 [d2], r3;",
		 "'red.acquire.add.gpu.u32': no such memory semantics"},
		{"red.cas.b32 [d2], r3;", "'red.cas.gpu.b32': this operation has no such type"},
		{"red.exch.b32 [d2], r3;", "'red.exch.gpu.b32': this operation has no such type"},
		{"ld.acquire.u32 r1, [d1];",
		 "'ld.acquire.u32': a scope (.cta .cluster .gpu .sys) is needed"},
		{"ld.gpu.u32 r1, [d1];", "'ld.gpu.u32': a weak access has no scope"},
		{"ld.volatile.gpu.u32 r1, [d1];",
		 "'ld.volatile.gpu.u32': a weak access has no scope"},
		{"ld.release.gpu.u32 r1, [d1];", "'ld.release.gpu.u32': no such memory semantics"},
		{"st.acquire.gpu.u32 [d1], r1;", "'st.acquire.gpu.u32': no such memory semantics"},
		{"ld.relaxed.gpu.local.u32 r1, [d1];",
		 "'ld.relaxed.local.gpu.u32': only in global and shared memory"},
		{"ld.volatile.const.u32 r1, [d1];",
		 "'ld.volatile.const.u32': .volatile is for memory that can change"},
		{"ld.mmio.gpu.u32 r1, [d1];",
		 "'ld.mmio.relaxed.gpu.u32': .mmio needs .sys, global memory and one element"},
		{"st.const.u32 [d1], r1;", "'st.const.u32': constant memory cannot be written"},
		{"ld.nc.u32 r1, [d1];", "'ld.nc.u32': .nc needs a weak access to .global"},
		{"ld.global.v4.u64 {d1, d2, d3, d4}, [d5];",
		 "'ld.global.v4.u64': more than 16 bytes"},
		{"ldu.shared.u32 r1, [d5];", "'ldu.shared.u32': only in global memory"},
		{"prefetch.shared.L1 [d1];", "'prefetch.shared': only in global and local memory"},
		{"fence.relaxed.gpu;", "'fence.relaxed.gpu': a fence is .sc or .acq_rel"},
		{"bar.red.popc.pred p1, 0, p2;", "'bar.red.popc.pred': type .u32 is needed"},
		{"bar.red.or.u32 r1, 0, p2;", "'bar.red.or.u32': type .pred is needed"},
		{"bar.sync.u32 0;", "'bar.sync.u32': no type is allowed"},
		{"mapa.shared::cta.u32 r1, r2, r3;",
		 "'mapa.shared.u32': only of .shared::cluster and generic addresses"},
		{"mbarrier.try_wait.shared::cluster.b64 p1, [r1], d1;",
		 "'mbarrier.try_wait.acquire.shared::cluster.cta.b64': .shared::cluster is not for "
		 "this instruction"},
		{"mbarrier.arrive.shared::cluster.b64 d1, [r1];",
		 "'mbarrier.arrive.release.shared::cluster.cta.b64': .shared::cluster is not for "
		 "this "
		 "instruction"},
		{"cp.async.bulk.global.shared::cta.mbarrier::complete_tx::bytes [d1], [r1], 16, "
		 "[r2];",
		 "'cp.async.bulk.global.shared.mbarrier::complete_tx::bytes': .bulk_group is "
		 "needed"},
		{"cp.async.bulk.shared::cluster.global.bulk_group [r1], [d1], 16;",
		 "'cp.async.bulk.shared::cluster.global.bulk_group': .mbarrier::complete_tx::bytes "
		 "is "
		 "needed"},
		{"cp.async.bulk.shared::cluster.mbarrier::complete_tx::bytes [r1], [d1], 16, [r2];",
		 "'cp.async.bulk.shared::cluster.mbarrier::complete_tx::bytes': two state spaces "
		 "are "
		 "needed"},
		{"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
		 "add.f32 "
		 "[r1], [r2], 16, [r3];",
		 "'cp.reduce.async.bulk.shared::cluster.shared.mbarrier::complete_tx::bytes.add."
		 "f32': this "
		 "operation has no such type"},
		{"vote.ballot.pred p1, p2;", "'vote.ballot.pred': type .b32 is needed"},
		{"vote.any.b32 r1, p2;", "'vote.any.b32': type .pred is needed"},
		{"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 r1, r1, r1, r1;",
		 "'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32': this shape has no such types"},
		{"mma.sync.aligned.m16n8k8.col.row.f32.f16.f16.f32 r1, r1, r1, r1;",
		 "'mma.sync.aligned.m16n8k8.col.row.f32.f16.f16.f32': only .row.col"},
		{"mma.sync.m16n8k8.row.col.f32.f16.f16.f32 r1, r1, r1, r1;",
		 "'mma.sync.m16n8k8.row.col.f32.f16.f16.f32': .sync, .aligned and a shape are "
		 "needed"},
		{"wmma.mma.sync.aligned.row.col.m16n16k16.satfinite.f32.f32 r1, r1, r1, r1;",
		 "'wmma.mma.sync.aligned.row.col.m16n16k16.satfinite.f32.f32': .satfinite is for "
		 "integers"},
		{"wmma.load.a.sync.aligned.row.m16n16k8.f16 {r1}, [d1];",
		 "'wmma.load.a.sync.aligned.row.m16n16k8.f16': this shape has no such type"},
		{"ldmatrix.sync.aligned.m8n8.shared.b16 r1, [r2];",
		 "'ldmatrix.sync.aligned.m8n8.shared.b16': .m8n8, .x1 .x2 or .x4, and .b16 are "
		 "needed"},
		{"ldmatrix.sync.aligned.m8n8.x1.global.b16 r1, [d2];",
		 "'ldmatrix.sync.aligned.m8n8.x1.global.b16': only in shared memory"},
		{"cp.async.ca.shared.global [r1], [d1], 12;",
		 "'cp.async.ca.shared.global': .ca copies 4, 8 or 16 bytes"},
		{"cp.async.cg.shared.global [r1], [d1], 8;",
		 "'cp.async.cg.shared.global': .cg copies 16 bytes"},
		{"cp.async.ca.shared.global [r1], [d1], 8, 12;",
		 "'cp.async.ca.shared.global': more bytes to read than to write"},
		{"cp.async.ca.local.global [d2], [d1], 8;",
		 "'cp.async.ca.local.global': it copies from .global to .shared"},
		{"mbarrier.init.local.b64 [d1], 1;",
		 "'mbarrier.init.local.b64': an mbarrier lies in shared memory"},
		{"mbarrier.arrive.acquire.shared.b64 d1, [r1];",
		 "'mbarrier.arrive.acquire.shared.cta.b64': no such memory semantics"},
		{"mbarrier.arrive.noComplete.shared.b64 d1, [r1];",
		 "'mbarrier.arrive.release.shared.cta.noComplete.b64': .noComplete needs a count"},
		{"redux.sync.add.b32 r1, r2, r3;",
		 "'redux.sync.add.b32': this operation has no such type"},
		{"cvta.global.u32 r1, r2;", "'cvta.global.u32': type .u32 is not supported"},
	};

	(void)state;
	refuse_statements(r, COUNT(r));
}

static void operands(void **state)
{
	static const struct refusal r[] = {
		{"add.u32 r1, r2;", "'add.u32' takes 3 operands, not 2"},
		{"add.u32 r1, r2, r3, r4;", "'add.u32' takes 3 operands, not 4"},
		{"ret r1;", "'ret' takes no operands, not 1"},
		{"bar.sync;", "'bar.sync' takes 1 or 2 operands, not 0"},
		{"bar.red.popc.u32 r1, p1;", "'bar.red.popc.u32' takes 3 or 4 operands, not 2"},
		{"shfl.sync.up.b32 r1, r2, r3, r4;", "'shfl.sync.up.b32' takes 5 operands, not 4"},
		{"pf.math.exp.f32 f1;", "'pf.math.exp.f32' takes 2 to 5 operands, not 1"},
		{"lop3.b32 r1, r2, r3, r4, 256;",
		 "operand 5 of 'lop3.b32': a literal 0..255 is needed"},
		{"add.u32 r1, r2, d3;",
		 "operand 3 of 'add.u32': register d3 is .b64, which does not fit .u32"},
		{"add.f32 f1, f2, g3;",
		 "operand 3 of 'add.f32': register g3 is .f64, which does not fit .f32"},
		{"add.s32 f1, r2, r3;",
		 "operand 1 of 'add.s32': register f1 is .f32, which does not fit .s32"},
		{"add.s32 p1, r2, r3;",
		 "operand 1 of 'add.s32': register p1 is .pred, which does not fit .s32"},
		{"ld.u32 h1, [d1];",
		 "operand 1 of 'ld.u32': register h1 is .b16, which does not fit .u32"},
		{"ld.f32 g1, [d1];",
		 "operand 1 of 'ld.f32': register g1 is .f64, which does not fit .f32"},
		{"mul.wide.s32 r1, r2, r3;",
		 "operand 1 of 'mul.wide.s32': register r1 is .b32, which does not fit .s64"},
		{"shl.b64 d1, d2, d3;",
		 "operand 3 of 'shl.b64': register d3 is .b64, which does not fit .u32"},
		{"setp.eq.u32 r1, r2, r3;",
		 "operand 1 of 'setp.eq.u32': register r1 is .b32, which does not fit .pred"},
		{"add.u32 1, r2, r3;", "operand 1 of 'add.u32': a destination register is needed"},
		{"add.u32 _, r2, r3;", "operand 1 of 'add.u32': a destination register is needed"},
		{"add.u32 r1|p1, r2, r3;",
		 "operand 1 of 'add.u32': this instruction has one destination"},
		{"add.u32 r1, r2, _;", "operand 3 of 'add.u32': a value is needed"},
		{"add.u32 r1, r2, !r3;", "operand 3 of 'add.u32': '!' is not allowed here"},
		{"add.u32 r1, r2|r4, r3;", "operand 2 of 'add.u32': '|' is not allowed here"},
		{"add.u32 r1, r2, [d1];", "operand 3 of 'add.u32': a value is needed"},
		{"selp.b32 r1, r2, r3, 1;", "operand 4 of 'selp.b32': a register is needed"},
		{"selp.b32 r1, r2, r3, !p1;", "operand 4 of 'selp.b32': '!' is not allowed here"},
		{"mov.u64 d1, %tid.x;",
		 "operand 2 of 'mov.u64': special register does not fit the type"},
		{"mov.u32 r1, %clock64;",
		 "operand 2 of 'mov.u32': special register does not fit the type"},
		{"mov.u32 r1, gv;", "operand 2 of 'mov.u32': an address does not fit the type"},
		{"mov.f64 g1, gv;", "operand 2 of 'mov.f64': an address does not fit the type"},
		{"mov.u32 r1, fn;", "operand 2 of 'mov.u32': an address does not fit the type"},
		{"ld.u32 r1, d1;", "operand 2 of 'ld.u32': an address in [ ] is needed"},
		{"ld.shared.u32 r1, [gv];",
		 "operand 2 of 'ld.shared.u32': 'gv' lies in another state space"},
		{"ld.u32 r1, [sv];", "operand 2 of 'ld.u32': 'sv' lies in another state space"},
		{"ld.u32 r1, [r2];",
		 "operand 2 of 'ld.u32': register r2 (.b32) does not hold an address"},
		{"ld.global.u32 r1, [r2];",
		 "operand 2 of 'ld.global.u32': register r2 (.b32) does not hold an address"},
		{"ld.shared.u32 r1, [h2];",
		 "operand 2 of 'ld.shared.u32': register h2 (.b16) does not hold an address"},
		{"ld.v2.u32 r1, [d2];", "operand 1 of 'ld.v2.u32': a vector is needed"},
		{"ld.v2.u32 {r1, r2, r3, r4}, [d2];",
		 "operand 1 of 'ld.v2.u32': vector of another length than the instruction says"},
		{"ld.u32 {r1, r2}, [d2];",
		 "operand 1 of 'ld.u32': vector of another length than the instruction says"},
		{"ld.v2.u32 {r1, 2}, [d2];",
		 "operand 1 of 'ld.v2.u32': a destination register is needed"},
		{"st.v2.u32 [d2], {r1, _};",
		 "operand 2 of 'st.v2.u32': vectors hold registers and literals"},
		{"mov.b32 {r1, r2}, r3;",
		 "operand 1 of 'mov.b32': register r1 is .b32, which does not fit .b16"},
		{"mov.u32 {h1, h2}, r3;", "operand 1 of 'mov.u32': vector does not fit the type"},
		{"mov.b64 {r1, r2}, {r3, r4};",
		 "operand 1 of 'mov.b64': only one side may be a vector"},
		{"add.u32 r1, {r2, r3}, r4;", "operand 2 of 'add.u32': a value is needed"},
		{"isspacep.global p1, r1;",
		 "operand 2 of 'isspacep.global': register r1 is .b32, which does not fit .u64"},
		{"pf.math.exp.f32 f1, p1;",
		 "operand 2 of 'pf.math.exp.f32': a register that holds a number is needed"},
		{"pf.math.exp.f32 f1, gv;",
		 "operand 2 of 'pf.math.exp.f32': a register or literal is needed"},
		{"@r1 ret;", "guard r1 is not a predicate"},
	};

	(void)state;
	refuse_statements(r, COUNT(r));
}

static void grammar(void **state)
{
	static const struct refusal r[] = {
		{"add.u32 r1, r2, nobody;", "undeclared name 'nobody'"},
		{"add.u32 r1, r2, r9;", "undeclared name 'r9'"},
		{"add.u32 r1, r2, r01;", "undeclared name 'r01'"},
		{"@q ret;", "undeclared name 'q'"},
		{"mov.u32 r1, %envreg3;", "unsupported special register '%envreg3'"},
		{"mov.u32 r1, %pm0;", "unsupported special register '%pm0'"},
		{"mov.u32 r1, %clusterid.w;", "unsupported special register '%clusterid.w'"},
		{"mov.u32 r1, %tid.w;", "unsupported special register '%tid.w'"},
		{"mov.u32 r1, %tid;", "unsupported special register '%tid'"},
		{"mov.u32 r1, r2.x;", "unsupported vector register 'r2.x'"},
		{"mov.u32 r1, (1+2);", "unsupported constant expression"},
		{"mov.u32 r1, ~1;", "expected an operand, found '~'"},
		{"mov.u32 r1, 18446744073709551616;", "integer literal does not fit in 64 bits"},
		{"mov.u64 d1, -9223372036854775809;", "integer literal does not fit in 64 bits"},
		{"mov.u32 r1, 0x;", "malformed integer literal"},
		{"mov.u32 r1, 08;", "malformed integer literal"},
		{"mov.u32 r1, 12ab;", "malformed integer literal"},
		{"mov.f32 f1, 0f123;", "0f needs eight hexadecimal digits"},
		{"mov.f64 g1, 0d123;", "0d needs sixteen hexadecimal digits"},
		{"mov.f32 f1, 1.5.5;", "malformed floating-point literal"},
		{"mov.f32 f1, 1;",
		 "'mov.f32': integer literal where a floating-point one is needed"},
		{"mov.u32 r1, 1.5;",
		 "'mov.u32': floating-point literal where an integer is needed"},
		{"mov.u32 r1, 0f3F800000;",
		 "'mov.u32': floating-point literal where an integer is needed"},
		{"mov.b16 h1, 1.5;",
		 "'mov.b16': floating-point literal where an integer is needed"},
		{"shl.b32 r1, r2, 1.0;",
		 "'shl.b32': floating-point literal where an integer is needed"},
		{"ld.u32 r1, [gv+d1];", "unsupported address: a register or name after '+'"},
		{"ld.u32 r1, [d1+d2];", "unsupported address: a register or name after '+'"},
		{"ld.u32 r1, [1.5];", "floating-point literal as an address"},
		{"ld.u32 r1, [fn];", "'fn' is not a variable"},
		{"ld.u32 r1, [d1;", "expected ']', found ';'"},
		{"mov.b64 d1, {h1, h2, h3, h4, h1};",
		 "operand 2 of 'mov.b64': vector does not fit the type"},
		{"add.u32 r1, r2, r3 ret;", "expected ';', found 'ret'"},
		{"add.u32 r1 r2, r3;", "expected ';', found 'r2'"},
		{"add.u32 r1, , r3;", "expected an operand, found ','"},
		{"mov.u32 r1, 1, 2, 3, 4, 5, 6, 7, 8;", "too many operands"},
		{"@p1 { ret; }", "expected an instruction, found '{'"},
		{"bra nowhere;", "'nowhere' is not a label of this function"},
		{"bra r1;", "'r1' is not a label of this function"},
		{"{ in: ret; } bra in;", "'in' is not a label of this function"},
		{"bra [d1];", "expected a label, found '['"},
		{"t: .branchtargets a; a: bra t;", "'t' is not a label"},
		{"a: brx.idx r1, a;", "'a' is not a .branchtargets list"},
		{"t: .branchtargets t; brx.idx r1, t;", "'t' is not a label"},
		{"a: mov.u64 d1, a;", "label 'a' as a value"},
		{"brx.idx d1, t; t: .branchtargets a; a:",
		 "operand 1 of 'brx.idx': register d1 is .b64, which does not fit .u32"},
		{".maxnreg 4;", "unsupported directive '.maxnreg' in a function"},
		{".extern .global .u32 x;", "expected '.shared', found '.global'"},
	};

	(void)state;
	refuse_statements(r, COUNT(r));
}

static void calls(void **state)
{
#define CALL(body) \
	HEAD ".func (.param .b32 r) f (.param .b64 a, .param .f32 b);\n" \
	     ".entry k { .reg .b32 r; .reg .b64 d; .reg .f32 x; .param .b32 p4; .param .b64 p8; " \
	     ".local .b64 l; .param .b32 q;\n" body "\n}"
	static const struct refusal r[] = {
		{CALL("call (q), g, (p8, p4);"), "t.ptx:6: call of undeclared function 'g'"},
		{CALL("call (q), l, (p8, p4);"), "t.ptx:6: 'l' is not a function"},
		{CALL("call (q), k, (p8, p4);"), "t.ptx:6: 'call' of entry function 'k'"},
		{CALL("call (q), f, (p8);"), "t.ptx:6: call of 'f' with 1 arguments, it takes 2"},
		{CALL("call f, (p8, p4);"), "t.ptx:6: call of 'f' with 0 return values, it has 1"},
		{CALL("call (p8), f, (p8, p4);"),
		 "t.ptx:6: return value of 'f' has 4 bytes, not 8"},
		{CALL("call (r), f, (p8, p4);"),
		 "t.ptx:6: return value 1 of a call must be a .param variable"},
		{CALL("call (q), f, (p4, p4);"),
		 "t.ptx:6: argument 1 of 'f' has 4 bytes, 'a' takes 8"},
		{CALL("call (q), f, (l, p4);"),
		 "t.ptx:6: argument 1 of 'f' must be a .param variable, "
		 "a register or a literal"},
		{CALL("call (q), f, (d, x);"), NULL},
		{CALL("call (q), f, (d, r);"), NULL},
		{CALL("call (q), f, (d, d);"),
		 "t.ptx:6: operand 2 of 'call': register d is .b64, which does not fit .f32"},
		{CALL("call (q), f, (d, 1);"),
		 "t.ptx:6: 'call': integer literal where a floating-point one is needed"},
		{CALL("call (q) f;"), "t.ptx:6: expected ',', found 'f'"},
	};

	(void)state;
	for (size_t n = 0; n < COUNT(r); n++) {
		if (r[n].message)
			refuse(r[n].text, r[n].message);
		else
			ptx_free(parse(r[n].text));
	}
}

/* Errors name the CUDA line too, whether .file stands before or behind. */
static void cuda_lines(void **state)
{
	(void)state;
	refuse(KERNEL(".loc 1 17 3\nwgmma.load.a r1;") ".file 1 \"app.cu\"",
	       "t.ptx:6 (from app.cu:17): unsupported instruction 'wgmma.load.a'");
	refuse(KERNEL(".file 1 \"app.cu\"\n.loc 1 17\nadd.f32 f1, f2, 1;"),
	       "t.ptx:7 (from app.cu:17): 'add.f32': integer literal where a floating-point one is "
	       "needed");
	refuse(KERNEL(".loc 2 17 3\nrem.f16 h1, h2, h3;") ".file 1 \"x\"\n.file 2 \"lib.h\"",
	       "t.ptx:6 (from lib.h:17): 'rem.f16': type .f16 is not supported");
	refuse(KERNEL(".loc 1 17 3\nbra x;\n.loc 1 18 3\nret;") ".file 1 \"app.cu\"",
	       "t.ptx:6 (from app.cu:17): 'x' is not a label of this function");
	refuse(KERNEL(".loc 1 0 3\nrem.f16 h1, h2, h3;") ".file 1 \"app.cu\"",
	       "t.ptx:6: 'rem.f16': type .f16 is not supported");
	refuse(KERNEL(".loc 1 17 3\nfrob;") ".file 1", "t.ptx:6: unsupported instruction 'frob'");
	refuse(KERNEL(".loc 1 17 3\nret;") ".bogus", "t.ptx:8: unsupported directive '.bogus'");
}

static void nesting(void **state)
{
	char text[1024] = HEAD ".entry k ";
	size_t len = strlen(text);

	(void)state;
	for (unsigned n = 0; n < 300; n++)
		text[len++] = '{';
	refuse(text, "t.ptx:4: blocks are nested more than 64 deep");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads),
		cmocka_unit_test(declarations),
		cmocka_unit_test(unsupported_instructions),
		cmocka_unit_test(combinations),
		cmocka_unit_test(operands),
		cmocka_unit_test(grammar),
		cmocka_unit_test(calls),
		cmocka_unit_test(cuda_lines),
		cmocka_unit_test(nesting),
	};

	return cmocka_run_group_tests_name("ptx refusals", tests, NULL, NULL);
}
