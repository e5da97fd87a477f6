/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What programs write in inline assembly.
 */
__global__ void sync(unsigned *p, unsigned long long *q, float *f)
{
	unsigned r, s;
	unsigned long long l;
	asm volatile("fence.acq_rel.gpu;" ::: "memory");
	asm volatile("fence.sc.sys;" ::: "memory");
	asm volatile("membar.gl;" ::: "memory");
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
	asm volatile("ld.relaxed.sys.u64 %0, [%1];" : "=l"(l) : "l"(q) : "memory");
	asm volatile("st.release.cta.u32 [%0], %1;" ::"l"(p), "r"(r) : "memory");
	asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(p) : "memory");
	asm volatile("atom.acq_rel.cta.cas.b32 %0, [%1], %2, %3;"
		     : "=r"(s) : "l"(p), "r"(r), "r"(7) : "memory");
	asm volatile("atom.global.sys.exch.b64 %0, [%1+8], %2;" : "=l"(l) : "l"(q), "l"(l) : "memory");
	asm volatile("atom.add.f32 %0, [%1], 0f3F800000;" : "=f"(f[3]) : "l"(f) : "memory");
	asm volatile("bar.sync 1, 64; barrier.sync 2; bar.arrive 3, 128; bar.warp.sync -1;");
	asm volatile("{ .reg .pred p, q; setp.gt.u32 p, %1, 3; bar.red.popc.u32 %0, 0, p;\n"
		     "bar.red.and.pred q, 0, !p; selp.u32 %0, 1, 0, q; }" : "=r"(r) : "r"(s));
	asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(s) : "r"(r));
	asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %1, -1; @p trap; }" : "=r"(s) : "l"(l));
	asm volatile("activemask.b32 %0;" : "=r"(r));
	asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(s));
	asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 4, 0x1f, -1; @!p mov.u32 %0, 0; }"
		     : "=r"(r) : "r"(s));
	p[TID] = r + s + (unsigned)l;
}

__global__ void alu(unsigned *p, unsigned long long *q)
{
	unsigned r = p[1], s = p[2], t;
	asm("bfi.b32 %0, %1, %2, 4, 8;" : "=r"(t) : "r"(r), "r"(s));
	asm("bfe.s32 %0, %1, 4, 8;" : "=r"(r) : "r"(t));
	asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(t) : "r"(r), "r"(s), "r"(t));
	asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(s) : "r"(r), "r"(s), "r"(t));
	asm("brev.b32 %0, %1; clz.b32 %0, %0; bfind.shiftamt.u32 %0, %0;" : "=r"(r) : "r"(s));
	asm("shf.l.wrap.b32 %0, %1, %2, 5; dp4a.u32.s32 %0, %0, %1, %2;" : "=r"(t) : "r"(r), "r"(s));
	asm("add.cc.u32 %0, %1, %2; addc.u32 %0, %0, 0; mad.lo.cc.u32 %0, %1, %2, %0;"
	    " madc.hi.u32 %0, %1, %2, %0;" : "=r"(t) : "r"(r), "r"(s));
	asm("{ .reg .pred p; .reg .u64 g; cvta.global.u64 g, %1; isspacep.shared p, g;"
	    " selp.u32 %0, 1, 2, p; }" : "=r"(s) : "l"(q));
	asm("{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %0; xor.b32 lo, lo, hi; mov.b64 %0, {hi, lo};"
	    " mov.b64 {_, %1}, %0; }" : "+l"(q[1]), "=r"(t));
	asm volatile("{ .reg .u32 n; mov.u32 n, 4;\nL: sub.u32 n, n, 1; { .reg .pred n1;"
		     " setp.ne.u32 n1, n, 0; @n1 bra L; } }");
	asm volatile("{ .reg .u32 n; mov.u32 n, 4;\nL: sub.u32 n, n, 1; { .reg .pred n1;"
		     " setp.ne.u32 n1, n, 0; @n1 bra L; } }");
	asm("mov.u32 %0, %%laneid; add.u32 %0, %0, WARP_SZ;" : "=r"(r));
	asm volatile("mov.u64 %0, %%clock64; nanosleep.u32 20;" : "=l"(q[2]));
	p[TID] = r + s + t;
}

__global__ void math(float *f, double *d, int *e)
{
	float x = f[0], y;
	double z;
	asm("pf.math.exp.f32 %0, %1;" : "=f"(y) : "f"(x));
	asm("pf.math.pow.f64 %0, %1, %2;" : "=d"(z) : "d"(d[0]), "d"(2.0));
	asm("pf.math.frexp.f64 %0|%1, %2;" : "=d"(d[1]), "=r"(e[0]) : "d"(z));
	asm("sqrt.approx.ftz.f32 %0, %0; ex2.approx.f32 %0, %0; lg2.approx.f32 %0, %0;" : "+f"(y));
	asm("rcp.rn.f64 %0, %0; rsqrt.approx.f64 %0, %0;"
	    : "+d"(z));
	f[0] = y;
	d[2] = z;
}
