/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * simd: two halves or four bytes of a word at a time: __vadd2 to __vsubus4. Each is a video
 * instruction or two; without saturation results wrap.
 */
#define PF_SIMD(name, insn) \
	PF_DEVICE unsigned int name(unsigned int a, unsigned int b) \
	{ \
		unsigned int r; \
		asm(insn " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(0)); \
		return r; \
	}
/* set: 1 where it holds; cmp: all ones */
#define PF_SIMD_SET(c, s, n, type, ones) \
	PF_SIMD(__vset##c##s##n, "vset" #n "." type "." #c) \
	PF_DEVICE unsigned int __vcmp##c##s##n(unsigned int a, unsigned int b) \
	{ \
		return __vset##c##s##n(a, b) * ones; \
	}
#define PF_SIMD_ORDER(s, n, type, ones) \
	PF_SIMD_SET(ge, s, n, type, ones) PF_SIMD_SET(gt, s, n, type, ones) \
	PF_SIMD_SET(le, s, n, type, ones) PF_SIMD_SET(lt, s, n, type, ones)
#define PF_SIMD_ALL(n, ones, below) \
	PF_SIMD(__vadd##n, "vadd" #n ".u32.u32.u32") \
	PF_SIMD(__vaddss##n, "vadd" #n ".s32.s32.s32.sat") \
	PF_SIMD(__vaddus##n, "vadd" #n ".u32.u32.u32.sat") \
	PF_SIMD(__vsub##n, "vsub" #n ".u32.u32.u32") \
	PF_SIMD(__vsubss##n, "vsub" #n ".s32.s32.s32.sat") \
	PF_SIMD(__vsubus##n, "vsub" #n ".u32.u32.u32.sat") \
	PF_SIMD(__vavgs##n, "vavrg" #n ".s32.s32.s32") \
	PF_SIMD(__vavgu##n, "vavrg" #n ".u32.u32.u32") \
	PF_SIMD(__vabsdiffs##n, "vabsdiff" #n ".s32.s32.s32") \
	PF_SIMD(__vabsdiffu##n, "vabsdiff" #n ".u32.u32.u32") \
	PF_SIMD(__vsads##n, "vabsdiff" #n ".s32.s32.s32.add") \
	PF_SIMD(__vsadu##n, "vabsdiff" #n ".u32.u32.u32.add") \
	PF_SIMD(__vmaxs##n, "vmax" #n ".s32.s32.s32") \
	PF_SIMD(__vmaxu##n, "vmax" #n ".u32.u32.u32") \
	PF_SIMD(__vmins##n, "vmin" #n ".s32.s32.s32") \
	PF_SIMD(__vminu##n, "vmin" #n ".u32.u32.u32") \
	PF_SIMD_SET(eq, , n, "u32.u32", ones) \
	PF_SIMD_SET(ne, , n, "u32.u32", ones) \
	PF_SIMD_ORDER(s, n, "s32.s32", ones) \
	PF_SIMD_ORDER(u, n, "u32.u32", ones) \
	PF_SIMD(pf_vabsss##n, "vabsdiff" #n ".s32.s32.s32.sat") \
	PF_DEVICE unsigned int __vabs##n(unsigned int a) { return __vabsdiffs##n(a, 0); } \
	PF_DEVICE unsigned int __vabsss##n(unsigned int a) { return pf_vabsss##n(a, 0); } \
	PF_DEVICE unsigned int __vneg##n(unsigned int a) { return __vsub##n(0, a); } \
	PF_DEVICE unsigned int __vnegss##n(unsigned int a) { return __vsubss##n(0, a); } \
	PF_DEVICE unsigned int __vhaddu##n(unsigned int a, unsigned int b) \
	{ \
		return (a & b) + ((a ^ b) >> 1 & below); \
	}
PF_SIMD_ALL(2, 0xffffU, 0x7fff7fffU)
PF_SIMD_ALL(4, 0xffU, 0x7f7f7f7fU)

#undef PF_SIMD
#undef PF_SIMD_SET
#undef PF_SIMD_ORDER
#undef PF_SIMD_ALL
