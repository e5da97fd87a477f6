/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * integer: bit functions, integer arithmetic, timers, and other small device functions.
 */
#define PF_ASM1(name, R, rc, A, ac, insn) \
	PF_DEVICE R name(A a) \
	{ \
		R r; \
		asm(insn " %0, %1;" : "=" rc(r) : ac(a)); \
		return r; \
	}
#define PF_ASM2(name, R, rc, A, ac, B, bc, insn) \
	PF_DEVICE R name(A a, B b) \
	{ \
		R r; \
		asm(insn " %0, %1, %2;" : "=" rc(r) : ac(a), bc(b)); \
		return r; \
	}
#define PF_ASM3(name, R, rc, A, ac, B, bc, C, cc, insn) \
	PF_DEVICE R name(A a, B b, C c) \
	{ \
		R r; \
		asm(insn " %0, %1, %2, %3;" : "=" rc(r) : ac(a), bc(b), cc(c)); \
		return r; \
	}

PF_ASM1(__popc, int, "r", unsigned int, "r", "popc.b32")
PF_ASM1(__popcll, int, "r", unsigned long long, "l", "popc.b64")
PF_ASM1(__clz, int, "r", int, "r", "clz.b32")
PF_ASM1(__clzll, int, "r", long long, "l", "clz.b64")
PF_ASM1(__brev, unsigned int, "r", unsigned int, "r", "brev.b32")
PF_ASM1(__brevll, unsigned long long, "l", unsigned long long, "l", "brev.b64")
PF_DEVICE int __ffs(int a) { return 32 - __clz(a & -a); }
PF_DEVICE int __ffsll(long long a) { return 64 - __clzll(a & -a); }
PF_ASM3(__byte_perm, unsigned int, "r", unsigned int, "r", unsigned int, "r", unsigned int, "r",
	"prmt.b32")
PF_ASM3(__fns, unsigned int, "r", unsigned int, "r", unsigned int, "r", int, "r", "fns.b32")

PF_ASM3(__funnelshift_l, unsigned int, "r", unsigned int, "r", unsigned int, "r",
	unsigned int, "r", "shf.l.wrap.b32")
PF_ASM3(__funnelshift_lc, unsigned int, "r", unsigned int, "r", unsigned int, "r",
	unsigned int, "r", "shf.l.clamp.b32")
PF_ASM3(__funnelshift_r, unsigned int, "r", unsigned int, "r", unsigned int, "r",
	unsigned int, "r", "shf.r.wrap.b32")
PF_ASM3(__funnelshift_rc, unsigned int, "r", unsigned int, "r", unsigned int, "r",
	unsigned int, "r", "shf.r.clamp.b32")

PF_ASM2(__mulhi, int, "r", int, "r", int, "r", "mul.hi.s32")
PF_ASM2(__umulhi, unsigned int, "r", unsigned int, "r", unsigned int, "r", "mul.hi.u32")
PF_ASM2(__mul64hi, long long, "l", long long, "l", long long, "l", "mul.hi.s64")
PF_ASM2(__umul64hi, unsigned long long, "l", unsigned long long, "l", unsigned long long, "l",
	"mul.hi.u64")
PF_DEVICE int mulhi(int a, int b) { return __mulhi(a, b); }
PF_DEVICE unsigned int mulhi(unsigned int a, unsigned int b) { return __umulhi(a, b); }
PF_DEVICE unsigned int umulhi(unsigned int a, unsigned int b) { return __umulhi(a, b); }
PF_DEVICE long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
PF_DEVICE unsigned long long umul64hi(unsigned long long a, unsigned long long b)
{
	return __umul64hi(a, b);
}
PF_ASM2(__mul24, int, "r", int, "r", int, "r", "mul24.lo.s32")
PF_ASM2(__umul24, unsigned int, "r", unsigned int, "r", unsigned int, "r", "mul24.lo.u32")
PF_DEVICE int mul24(int a, int b) { return __mul24(a, b); }
PF_DEVICE unsigned int umul24(unsigned int a, unsigned int b) { return __umul24(a, b); }
PF_ASM3(__sad, unsigned int, "r", int, "r", int, "r", unsigned int, "r", "sad.s32")
PF_ASM3(__usad, unsigned int, "r", unsigned int, "r", unsigned int, "r", unsigned int, "r",
	"sad.u32")

/* Averages without overflow: rounded up (rhadd), rounded down (hadd) */
PF_DEVICE int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
PF_DEVICE int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
PF_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b) { return (a | b) - ((a ^ b) >> 1); }
PF_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b) { return (a & b) + ((a ^ b) >> 1); }

PF_ASM3(__dp4a, int, "r", int, "r", int, "r", int, "r", "dp4a.s32.s32")
PF_ASM3(__dp4a, unsigned int, "r", unsigned int, "r", unsigned int, "r", unsigned int, "r",
	"dp4a.u32.u32")
PF_ASM3(__dp2a_lo, int, "r", int, "r", int, "r", int, "r", "dp2a.lo.s32.s32")
PF_ASM3(__dp2a_lo, unsigned int, "r", unsigned int, "r", unsigned int, "r", unsigned int, "r",
	"dp2a.lo.u32.u32")
PF_ASM3(__dp2a_hi, int, "r", int, "r", int, "r", int, "r", "dp2a.hi.s32.s32")
PF_ASM3(__dp2a_hi, unsigned int, "r", unsigned int, "r", unsigned int, "r", unsigned int, "r",
	"dp2a.hi.u32.u32")

PF_DEVICE clock_t clock()
{
	int r;

	asm volatile("mov.u32 %0, %%clock;" : "=r"(r) : : "memory");
	return (clock_t)r;
}

PF_DEVICE long long clock64()
{
	long long r;

	asm volatile("mov.u64 %0, %%clock64;" : "=l"(r) : : "memory");
	return r;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
/* A grid begins when those before it have ended. */
PF_DEVICE void cudaGridDependencySynchronize()
{
	asm volatile("griddepcontrol.wait;" ::: "memory");
}
PF_DEVICE void cudaTriggerProgrammaticLaunchCompletion()
{
	asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
#endif
PF_DEVICE void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" : : "r"(ns)); }
PF_DEVICE void __trap() { asm volatile("trap;"); }
PF_DEVICE void __brkpt() { asm volatile("brkpt;"); }
PF_DEVICE void __prof_trigger(int n) { (void)n; }
