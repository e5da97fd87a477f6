/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spec.h"

#define M(c) MOD_BIT(c)
#define T(t) TYPE_BIT(t)

#define B_TYPES     (T(B16) | T(B32) | T(B64))
#define U_TYPES     (T(U16) | T(U32) | T(U64))
#define S_TYPES     (T(S16) | T(S32) | T(S64))
#define I_TYPES     (U_TYPES | S_TYPES)
#define F_TYPES     (T(F32) | T(F64))
#define NUM_TYPES   (I_TYPES | F_TYPES)
#define ALL_TYPES   (NUM_TYPES | B_TYPES)
#define BYTE_TYPES  (T(B8) | T(U8) | T(S8))
#define MEM_TYPES   (ALL_TYPES | BYTE_TYPES)
#define CVT_TYPES   (NUM_TYPES | T(U8) | T(S8) | T(F16))
#define I32_TYPES   (T(U32) | T(S32))
#define CC_TYPES    (T(U32) | T(S32) | T(U64) | T(S64))
#define LOGIC_TYPES (T(PRED) | B_TYPES)

#define MODES(a, b) PTX_MODE_##a, PTX_MODE_##b
#define NO_MODES    PTX_MODE_NONE, PTX_MODE_NONE
#define SPEC(op, mods, need, types, types2, sig, modes) \
	[PTX_OP_##op] = {mods, need, types, types2, sig, modes},

/* clang-format off */
static const struct op_spec table[PTX_OP_COUNT] = {
	SPEC(ABS, M(FTZ), 0, S_TYPES | F_TYPES, 0, "DT", NO_MODES)
	SPEC(ACTIVEMASK, 0, 0, T(B32), 0, "D", NO_MODES)
	SPEC(ADD, M(RND) | M(FTZ) | M(SAT) | M(CC), 0, NUM_TYPES, 0, "DTT", NO_MODES)
	SPEC(ADDC, M(CC), 0, CC_TYPES, 0, "DTT", NO_MODES)
	SPEC(AND, 0, 0, LOGIC_TYPES, 0, "DTT", NO_MODES)
	SPEC(ATOM, M(SPACE) | M(SEM) | M(SCOPE) | M(ATOM) | M(HINT), M(ATOM), T(B16) | T(B32) | T(B64) |
	     CC_TYPES | F_TYPES, 0, "*", NO_MODES)
	SPEC(BAR, M(MODE) | M(ALIGNED), M(MODE), T(PRED) | T(U32), 0, "*", MODES(BAR_SYNC,
	     BAR_WARP_SYNC))
	SPEC(BFE, 0, 0, CC_TYPES, 0, "DTUU", NO_MODES)
	SPEC(BFI, 0, 0, T(B32) | T(B64), 0, "DTTUU", NO_MODES)
	SPEC(BFIND, M(MODE), 0, CC_TYPES, 0, "YT", MODES(BFIND_SHIFTAMT, BFIND_SHIFTAMT))
	SPEC(BMSK, M(MODE), M(MODE), T(B32), 0, "DUU", MODES(SHF_WRAP, SHF_CLAMP))
	SPEC(BRA, M(UNI), 0, 0, 0, "L", NO_MODES)
	SPEC(BREV, 0, 0, T(B32) | T(B64), 0, "DT", NO_MODES)
	SPEC(BRKPT, 0, 0, 0, 0, "", NO_MODES)
	SPEC(BRX, M(UNI) | M(IDX), M(IDX), 0, 0, "U", NO_MODES)
	SPEC(CALL, M(UNI), 0, 0, 0, "*", NO_MODES)
	SPEC(CLZ, 0, 0, T(B32) | T(B64), 0, "YT", NO_MODES)
	SPEC(CNOT, 0, 0, B_TYPES, 0, "DT", NO_MODES)
	SPEC(COPYSIGN, 0, 0, F_TYPES, 0, "DTT", NO_MODES)
	SPEC(COS, M(APPROX) | M(FTZ), M(APPROX), T(F32), 0, "DT", NO_MODES)
	SPEC(CVT, M(RND) | M(RNDI) | M(FTZ) | M(SAT), 0, CVT_TYPES, CVT_TYPES, "ds", NO_MODES)
	SPEC(CVTA, M(TO) | M(SPACE), M(SPACE), T(U64), 0, "DT", NO_MODES)
	SPEC(DIV, M(RND) | M(FTZ) | M(APPROX) | M(FULL), 0, NUM_TYPES, 0, "DTT", NO_MODES)
	SPEC(DP2A, M(MODE), M(MODE), I32_TYPES, I32_TYPES, "YUUU", MODES(DP2A_LO, DP2A_HI))
	SPEC(DP4A, 0, 0, I32_TYPES, I32_TYPES, "YUUU", NO_MODES)
	SPEC(EX2, M(APPROX) | M(FTZ), M(APPROX), T(F32), 0, "DT", NO_MODES)
	SPEC(EXIT, 0, 0, 0, 0, "", NO_MODES)
	SPEC(FENCE, M(SEM) | M(SCOPE), M(SCOPE), 0, 0, "", NO_MODES)
	SPEC(FMA, M(RND) | M(FTZ) | M(SAT), M(RND), F_TYPES, 0, "DTTT", NO_MODES)
	SPEC(FNS, 0, 0, T(B32), 0, "DUUU", NO_MODES)
	SPEC(ISSPACEP, M(SPACE), M(SPACE), 0, 0, "PG", NO_MODES)
	SPEC(LD, M(SPACE) | M(SEM) | M(SCOPE) | M(VEC) | M(NC) | M(CACHE) | M(CV) | M(EVICT) |
	     M(HINT), 0, MEM_TYPES, 0, "dA", NO_MODES)
	SPEC(LDU, M(SPACE) | M(VEC), 0, MEM_TYPES, 0, "dA", NO_MODES)
	SPEC(LG2, M(APPROX) | M(FTZ), M(APPROX), T(F32), 0, "DT", NO_MODES)
	SPEC(LOP3, 0, 0, T(B32), 0, "DTTTI", NO_MODES)
	SPEC(MAD, M(HALF) | M(RND) | M(FTZ) | M(SAT) | M(CC), 0, NUM_TYPES, 0, "*", NO_MODES)
	SPEC(MAD24, M(HALF) | M(SAT), M(HALF), I32_TYPES, 0, "DTTT", NO_MODES)
	SPEC(MADC, M(HALF) | M(CC), M(HALF), CC_TYPES, 0, "DTTT", NO_MODES)
	SPEC(MATCH, M(MODE) | M(SYNC), M(MODE) | M(SYNC), T(B32) | T(B64), 0, "*",
	     MODES(MATCH_ANY, MATCH_ALL))
	SPEC(MAX, M(FTZ), 0, NUM_TYPES, 0, "DTT", NO_MODES)
	SPEC(MEMBAR, M(MEMBAR), M(MEMBAR), 0, 0, "", NO_MODES)
	SPEC(MIN, M(FTZ), 0, NUM_TYPES, 0, "DTT", NO_MODES)
	SPEC(MOV, 0, 0, ALL_TYPES | T(PRED), 0, "DT", NO_MODES)
	SPEC(MUL, M(HALF) | M(RND) | M(FTZ) | M(SAT), 0, NUM_TYPES, 0, "*", NO_MODES)
	SPEC(MUL24, M(HALF), M(HALF), I32_TYPES, 0, "DTT", NO_MODES)
	SPEC(NANOSLEEP, 0, 0, T(U32), 0, "T", NO_MODES)
	SPEC(NEG, M(FTZ), 0, S_TYPES | F_TYPES, 0, "DT", NO_MODES)
	SPEC(NOT, 0, 0, LOGIC_TYPES, 0, "DT", NO_MODES)
	SPEC(OR, 0, 0, LOGIC_TYPES, 0, "DTT", NO_MODES)
	SPEC(PMEVENT, 0, 0, 0, 0, "I", NO_MODES)
	SPEC(POPC, 0, 0, T(B32) | T(B64), 0, "YT", NO_MODES)
	SPEC(PREFETCH, M(SPACE) | M(LEVEL), M(LEVEL), 0, 0, "A", NO_MODES)
	SPEC(PREFETCHU, M(LEVEL), M(LEVEL), 0, 0, "A", NO_MODES)
	SPEC(PRMT, M(MODE), 0, T(B32), 0, "DTTU", MODES(PRMT_F4E, PRMT_RC16))
	SPEC(RCP, M(APPROX) | M(RND) | M(FTZ), 0, F_TYPES, 0, "DT", NO_MODES)
	SPEC(RED, M(SPACE) | M(SEM) | M(SCOPE) | M(ATOM) | M(HINT), M(ATOM), T(B32) | T(B64) | CC_TYPES |
	     F_TYPES, 0, "AT", NO_MODES)
	SPEC(REDUX, M(SYNC) | M(MODE), M(SYNC) | M(MODE), T(B32) | I32_TYPES, 0, "DTU",
	     MODES(REDUX_ADD, REDUX_XOR))
	SPEC(REM, 0, 0, I_TYPES, 0, "DTT", NO_MODES)
	SPEC(RET, M(UNI), 0, 0, 0, "", NO_MODES)
	SPEC(RSQRT, M(APPROX) | M(FTZ), M(APPROX), F_TYPES, 0, "DT", NO_MODES)
	SPEC(SAD, 0, 0, I_TYPES, 0, "DTTT", NO_MODES)
	SPEC(SELP, 0, 0, ALL_TYPES, 0, "DTTc", NO_MODES)
	SPEC(SET, M(CMP) | M(BOOL) | M(FTZ), M(CMP), I32_TYPES | T(F32), ALL_TYPES, "DSS?p",
	     NO_MODES)
	SPEC(SETP, M(CMP) | M(BOOL) | M(FTZ), M(CMP), ALL_TYPES, 0, "QTT?p", NO_MODES)
	SPEC(SHF, M(DIR) | M(MODE), M(DIR) | M(MODE), T(B32), 0, "DTTU", MODES(SHF_WRAP,
	     SHF_CLAMP))
	SPEC(SHFL, M(SYNC) | M(MODE), M(MODE), T(B32), 0, "*", MODES(SHFL_UP, SHFL_IDX))
	SPEC(SHL, 0, 0, B_TYPES, 0, "DTU", NO_MODES)
	SPEC(SHR, 0, 0, B_TYPES | I_TYPES, 0, "DTU", NO_MODES)
	SPEC(SIN, M(APPROX) | M(FTZ), M(APPROX), T(F32), 0, "DT", NO_MODES)
	SPEC(SLCT, M(FTZ), 0, ALL_TYPES, T(S32) | T(F32), "DTTS", NO_MODES)
	SPEC(SQRT, M(APPROX) | M(RND) | M(FTZ), 0, F_TYPES, 0, "DT", NO_MODES)
	SPEC(ST, M(SPACE) | M(SEM) | M(SCOPE) | M(VEC) | M(CACHE) | M(EVICT) | M(HINT), 0, MEM_TYPES, 0,
	     "At", NO_MODES)
	SPEC(SUB, M(RND) | M(FTZ) | M(SAT) | M(CC), 0, NUM_TYPES, 0, "DTT", NO_MODES)
	SPEC(SUBC, M(CC), 0, CC_TYPES, 0, "DTT", NO_MODES)
	SPEC(SZEXT, M(MODE), M(MODE), I32_TYPES, 0, "DTU", MODES(SHF_WRAP, SHF_CLAMP))
	SPEC(TANH, M(APPROX) | M(FTZ), M(APPROX), T(F32), 0, "DT", NO_MODES)
	SPEC(TESTP, M(MODE), M(MODE), F_TYPES, 0, "PT", MODES(TESTP_FINITE, TESTP_SUBNORMAL))
	SPEC(TRAP, 0, 0, 0, 0, "", NO_MODES)
	SPEC(VOTE, M(SYNC) | M(MODE), M(MODE), T(PRED) | T(B32), 0, "*", MODES(VOTE_ALL,
	     VOTE_BALLOT))
	SPEC(XOR, 0, 0, LOGIC_TYPES, 0, "DTT", NO_MODES)
	SPEC(ELECT, M(SYNC), M(SYNC), 0, 0, "rU", NO_MODES)
	SPEC(DISCARD, M(SPACE) | M(LEVEL), M(LEVEL), 0, 0, "AN", NO_MODES)
	SPEC(APPLYPRIORITY, M(SPACE) | M(EVICT), M(EVICT), 0, 0, "AN", NO_MODES)
	SPEC(GRIDDEP, M(MODE), M(MODE), 0, 0, "", MODES(GRIDDEP_WAIT, GRIDDEP_LAUNCH))
	SPEC(POLICY_FRACTIONAL, M(EVICT), M(EVICT), T(B64), 0, "D?f", NO_MODES)
	SPEC(POLICY_RANGE, M(SPACE) | M(EVICT), M(EVICT), T(B64), 0, "DAUU", NO_MODES)
	SPEC(POLICY_CVT, M(LEVEL), M(LEVEL), T(B64), 0, "DT", NO_MODES)
	SPEC(CP_ASYNC, M(MODE) | M(SPACE) | M(FROM) | M(EVICT) | M(HINT),
	     M(MODE) | M(SPACE) | M(FROM), 0, 0, "*", MODES(CP_CA, CP_CG))
	SPEC(CP_ASYNC_COMMIT, 0, 0, 0, 0, "", NO_MODES)
	SPEC(CP_ASYNC_WAIT, 0, 0, 0, 0, "N", NO_MODES)
	SPEC(CP_ASYNC_WAIT_ALL, 0, 0, 0, 0, "", NO_MODES)
	SPEC(CP_ASYNC_ARRIVE, M(MODE) | M(SPACE), 0, T(B64), 0, "A", MODES(MB_NOINC, MB_NOINC))
	SPEC(MBARRIER_INIT, M(SPACE), 0, T(B64), 0, "AU", NO_MODES)
	SPEC(MBARRIER_INVAL, M(SPACE), 0, T(B64), 0, "A", NO_MODES)
	SPEC(MBARRIER_ARRIVE, M(MODE) | M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "DA?U",
	     MODES(MB_NO_COMPLETE, MB_NO_COMPLETE))
	SPEC(MBARRIER_ARRIVE_DROP, M(MODE) | M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "DA?U",
	     MODES(MB_NO_COMPLETE, MB_NO_COMPLETE))
	SPEC(MBARRIER_ARRIVE_TX, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "DAU", NO_MODES)
	SPEC(MBARRIER_TEST_WAIT, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "PAT", NO_MODES)
	SPEC(MBARRIER_TEST_PARITY, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "PAU", NO_MODES)
	SPEC(MBARRIER_TRY_WAIT, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "PAT?U", NO_MODES)
	SPEC(MBARRIER_TRY_PARITY, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "PAU?U", NO_MODES)
	SPEC(MBARRIER_PENDING_COUNT, 0, 0, T(B64), 0, "YT", NO_MODES)
	SPEC(MBARRIER_EXPECT_TX, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "AU", NO_MODES)
	SPEC(MBARRIER_COMPLETE_TX, M(SEM) | M(SCOPE) | M(SPACE), 0, T(B64), 0, "AU", NO_MODES)
	SPEC(PF_MATH, 0, 0, F_TYPES, 0, "*", NO_MODES)
};
/* clang-format on */

const struct op_spec *ptx_spec_of(enum ptx_op op)
{
	return &table[op];
}

/* clang-format off */
#define W(text, cls, value) {text, MOD_##cls, value},
#define W_SEM(s, t)         W(t, SEM, PTX_SEM_##s)
#define W_CMP(s, t)         W(t, CMP, PTX_CMP_##s)
#define W_ATOM(s, t)        W(t, ATOM, PTX_ATOM_##s)

const struct mod_word ptx_spec_words[] = {
	PTX_SEMS(W_SEM) PTX_CMPS(W_CMP) PTX_ATOMS(W_ATOM) W("and", BOOL, PTX_BOOL_AND)
	W("or", BOOL, PTX_BOOL_OR) W("xor", BOOL, PTX_BOOL_XOR) W("rn", RND, PTX_ROUND_RN)
	W("rz", RND, PTX_ROUND_RZ) W("rm", RND, PTX_ROUND_RM) W("rp", RND, PTX_ROUND_RP)
	W("rni", RNDI, PTX_ROUND_RNI) W("rzi", RNDI, PTX_ROUND_RZI)
	W("rmi", RNDI, PTX_ROUND_RMI) W("rpi", RNDI, PTX_ROUND_RPI) W("lo", HALF, PTX_HALF_LO)
	W("hi", HALF, PTX_HALF_HI) W("wide", HALF, PTX_HALF_WIDE)
	W("global", FROM, 1) W("L2::cache_hint", HINT, 1)
	W("global", SPACE, PTX_SPACE_GLOBAL) W("shared", SPACE, PTX_SPACE_SHARED)
	W("shared::cta", SPACE, PTX_SPACE_SHARED) W("local", SPACE, PTX_SPACE_LOCAL)
	W("const", SPACE, PTX_SPACE_CONST) W("param", SPACE, PTX_SPACE_PARAM)
	W("param::entry", SPACE, PTX_SPACE_PARAM) W("param::func", SPACE, PTX_SPACE_PARAM)
	W("cta", SCOPE, PTX_SCOPE_CTA) W("gpu", SCOPE, PTX_SCOPE_GPU)
	W("sys", SCOPE, PTX_SCOPE_SYS) W("cta", MEMBAR, PTX_SCOPE_CTA)
	W("gl", MEMBAR, PTX_SCOPE_GPU) W("sys", MEMBAR, PTX_SCOPE_SYS) W("ftz", FTZ, 1)
	W("sat", SAT, 1) W("approx", APPROX, 1) W("full", FULL, 1) W("cc", CC, 1)
	W("v2", VEC, 2) W("v4", VEC, 4) W("uni", UNI, 1) W("to", TO, 1) W("nc", NC, 1)
	W("sync", SYNC, 1) W("l", DIR, 1) W("r", DIR, 0) W("idx", IDX, 1)
	W("aligned", ALIGNED, 2) W("cta", ALIGNED, 1) W("cv", CV, 1) W("L1", LEVEL, 1)
	W("L2", LEVEL, 2) W("L2::evict_last", LEVEL, 2) W("L2::evict_normal", LEVEL, 2) W("ca", CACHE, 0) W("cg", CACHE, 0) W("cs", CACHE, 0)
	W("lu", CACHE, 0) W("wb", CACHE, 0) W("wt", CACHE, 0)
	W("L1::evict_normal", EVICT, 0) W("L1::evict_unchanged", EVICT, 0)
	W("L1::evict_first", EVICT, 0) W("L1::evict_last", EVICT, 0)
	W("L1::no_allocate", EVICT, 0) W("L2::evict_normal", EVICT, 0)
	W("L2::evict_first", EVICT, 0) W("L2::evict_last", EVICT, 0) W("L2::evict_unchanged", EVICT, 0) W("L2::64B", EVICT, 0)
	W("L2::128B", EVICT, 0) W("L2::256B", EVICT, 0)
};
/* clang-format on */
const unsigned ptx_spec_n_words = sizeof(ptx_spec_words) / sizeof(ptx_spec_words[0]);
_Static_assert(sizeof(ptx_spec_words) / sizeof(ptx_spec_words[0]) <= SPEC_MAX_WORDS, "word chains");
