/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ptx_names: every opcode, type, space, modifier and special register we know,
 * each list once. A name that is not here is refused by the parser.
 */
#ifndef PTX_NAMES_H
#define PTX_NAMES_H

/* clang-format off */

/* X(enum suffix, text) */
#define PTX_OPS(X) \
	X(ABS, "abs") X(ACTIVEMASK, "activemask") X(ADD, "add") X(ADDC, "addc") X(AND, "and") \
	X(ATOM, "atom") X(BAR, "bar") X(BFE, "bfe") X(BFI, "bfi") X(BFIND, "bfind") \
	X(BRA, "bra") X(BREV, "brev") X(BRKPT, "brkpt") X(BRX, "brx") X(CALL, "call") X(CLZ, "clz") \
	X(CNOT, "cnot") X(COPYSIGN, "copysign") X(COS, "cos") X(CVT, "cvt") X(CVTA, "cvta") \
	X(DIV, "div") X(DP2A, "dp2a") X(DP4A, "dp4a") X(EX2, "ex2") X(EXIT, "exit") \
	X(FENCE, "fence") X(FMA, "fma") X(FNS, "fns") X(ISSPACEP, "isspacep") X(LD, "ld") \
	X(LDU, "ldu") X(LG2, "lg2") X(LOP3, "lop3") X(MAD, "mad") X(MAD24, "mad24") X(MADC, "madc") \
	X(MATCH, "match") X(MAX, "max") X(MEMBAR, "membar") X(MIN, "min") X(MOV, "mov") X(MUL, "mul") \
	X(MUL24, "mul24") X(NANOSLEEP, "nanosleep") X(NEG, "neg") X(NOT, "not") X(OR, "or") \
	X(PMEVENT, "pmevent") X(POPC, "popc") X(PREFETCH, "prefetch") X(PREFETCHU, "prefetchu") \
	X(PRMT, "prmt") X(RCP, "rcp") X(RED, "red") X(REDUX, "redux") X(REM, "rem") X(RET, "ret") \
	X(RSQRT, "rsqrt") X(SAD, "sad") X(SELP, "selp") X(SET, "set") X(SETP, "setp") X(SHF, "shf") \
	X(SHFL, "shfl") X(SHL, "shl") X(SHR, "shr") X(SIN, "sin") X(SLCT, "slct") X(SQRT, "sqrt") \
	X(ST, "st") X(SUB, "sub") X(SUBC, "subc") X(SZEXT, "szext") X(TANH, "tanh") X(TESTP, "testp") \
	X(TRAP, "trap") X(VOTE, "vote") X(XOR, "xor") X(BMSK, "bmsk") \
	X(ELECT, "elect") X(DISCARD, "discard") X(APPLYPRIORITY, "applypriority") \
	X(GRIDDEP, "griddepcontrol") \
	/* names of several words: ptx_parse_mnemonic() takes the longest */ \
	X(CVT_PACK, "cvt.pack") X(POLICY_FRACTIONAL, "createpolicy.fractional") X(POLICY_RANGE, "createpolicy.range") \
	X(POLICY_CVT, "createpolicy.cvt") X(CP_ASYNC, "cp.async") X(CP_ASYNC_COMMIT, "cp.async.commit_group") \
	X(CP_ASYNC_WAIT, "cp.async.wait_group") X(CP_ASYNC_WAIT_ALL, "cp.async.wait_all") \
	X(CP_ASYNC_ARRIVE, "cp.async.mbarrier.arrive") \
	X(MBARRIER_INIT, "mbarrier.init") X(MBARRIER_INVAL, "mbarrier.inval") \
	X(MBARRIER_ARRIVE, "mbarrier.arrive") X(MBARRIER_ARRIVE_DROP, "mbarrier.arrive_drop") \
	X(MBARRIER_ARRIVE_TX, "mbarrier.arrive.expect_tx") \
	X(MBARRIER_TEST_WAIT, "mbarrier.test_wait") \
	X(MBARRIER_TEST_PARITY, "mbarrier.test_wait.parity") \
	X(MBARRIER_TRY_WAIT, "mbarrier.try_wait") \
	X(MBARRIER_TRY_PARITY, "mbarrier.try_wait.parity") \
	X(MBARRIER_PENDING_COUNT, "mbarrier.pending_count") \
	X(MBARRIER_EXPECT_TX, "mbarrier.expect_tx") \
	X(MBARRIER_COMPLETE_TX, "mbarrier.complete_tx") \
	X(WMMA_LOAD_A, "wmma.load.a") X(WMMA_LOAD_B, "wmma.load.b") X(WMMA_LOAD_C, "wmma.load.c") \
	X(WMMA_STORE, "wmma.store.d") X(WMMA_MMA, "wmma.mma") X(MMA, "mma") \
	X(LDMATRIX, "ldmatrix") X(STMATRIX, "stmatrix") X(MOVMATRIX, "movmatrix") \
	X(VADD, "vadd") X(VSUB, "vsub") X(VABSDIFF, "vabsdiff") X(VMIN, "vmin") X(VMAX, "vmax") \
	X(VSHL, "vshl") X(VSHR, "vshr") X(VMAD, "vmad") X(VSET, "vset") X(VADD2, "vadd2") \
	X(VSUB2, "vsub2") X(VAVRG2, "vavrg2") X(VABSDIFF2, "vabsdiff2") X(VMIN2, "vmin2") \
	X(VMAX2, "vmax2") X(VSET2, "vset2") X(VADD4, "vadd4") X(VSUB4, "vsub4") \
	X(VAVRG4, "vavrg4") X(VABSDIFF4, "vabsdiff4") X(VMIN4, "vmin4") X(VMAX4, "vmax4") \
	X(VSET4, "vset4") \
	X(CLUSTER_ARRIVE, "barrier.cluster.arrive") X(CLUSTER_WAIT, "barrier.cluster.wait") \
	X(MAPA, "mapa") X(GETCTARANK, "getctarank") \
	X(BULK_COPY, "cp.async.bulk") X(BULK_REDUCE, "cp.reduce.async.bulk") \
	X(ST_ASYNC, "st.async") X(RED_ASYNC, "red.async") \
	X(BULK_COMMIT, "cp.async.bulk.commit_group") X(BULK_WAIT, "cp.async.bulk.wait_group") \
	X(BULK_PREFETCH, "cp.async.bulk.prefetch.L2") \
	X(FENCE_PROXY_ASYNC, "fence.proxy.async") X(FENCE_PROXY_ALIAS, "fence.proxy.alias") \
	X(FENCE_MBARRIER_INIT, "fence.mbarrier_init") \
	X(PF_MATH, "pf.math")	/* ours: pf.math.<function>.<f32|f64>, emitted by the shim */

/* X(enum suffix, text, bytes, class) class: p(red) b(its) u s f */
#define PTX_TYPES(X) \
	X(PRED, "pred", 0, 'p') X(B8, "b8", 1, 'b') X(B16, "b16", 2, 'b') X(B32, "b32", 4, 'b') \
	X(B64, "b64", 8, 'b') X(U8, "u8", 1, 'u') X(U16, "u16", 2, 'u') X(U32, "u32", 4, 'u') \
	X(U64, "u64", 8, 'u') X(S8, "s8", 1, 's') X(S16, "s16", 2, 's') X(S32, "s32", 4, 's') \
	X(S64, "s64", 8, 's') X(F32, "f32", 4, 'f') X(F64, "f64", 8, 'f') X(F16, "f16", 2, 'f') \
	X(F16X2, "f16x2", 4, 'f') X(BF16, "bf16", 2, 'f') X(BF16X2, "bf16x2", 4, 'f') \
	X(TF32, "tf32", 4, 'b') X(B128, "b128", 16, 'b') X(U16X2, "u16x2", 4, 'u') \
	X(S16X2, "s16x2", 4, 's')

#define PTX_SPACES(X) \
	X(GENERIC, "") X(GLOBAL, "global") X(SHARED, "shared") X(LOCAL, "local") X(CONST, "const") \
	X(PARAM, "param")

#define PTX_SEMS(X) \
	X(WEAK, "weak") X(VOLATILE, "volatile") X(RELAXED, "relaxed") X(ACQUIRE, "acquire") \
	X(RELEASE, "release") X(ACQ_REL, "acq_rel") X(SC, "sc") X(MMIO, "mmio")

/* From narrow to wide. */
#define PTX_SCOPES(X) X(NONE, "") X(CTA, "cta") X(CLUSTER, "cluster") X(GPU, "gpu") X(SYS, "sys")

#define PTX_ATOMS(X) \
	X(NONE, "") X(ADD, "add") X(AND, "and") X(OR, "or") X(XOR, "xor") X(CAS, "cas") \
	X(EXCH, "exch") X(INC, "inc") X(DEC, "dec") X(MIN, "min") X(MAX, "max") \
	/* on an mbarrier's state: not written in atom and red */ \
	X(MB_ARRIVE, "mbarrier.arrive") X(MB_ARRIVE_DROP, "mbarrier.arrive_drop") \
	X(MB_ARRIVE_TX, "mbarrier.arrive.expect_tx") X(MB_EXPECT_TX, "mbarrier.expect_tx") \
	X(MB_COMPLETE_TX, "mbarrier.complete_tx") X(MB_ARRIVE_LATER, "cp.async.mbarrier.arrive")

#define PTX_CMPS(X) \
	X(NONE, "") X(EQ, "eq") X(NE, "ne") X(LT, "lt") X(LE, "le") X(GT, "gt") X(GE, "ge") \
	X(LO, "lo") X(LS, "ls") X(HI, "hi") X(HS, "hs") X(EQU, "equ") X(NEU, "neu") X(LTU, "ltu") \
	X(LEU, "leu") X(GTU, "gtu") X(GEU, "geu") X(NUM, "num") X(NAN, "nan")

#define PTX_BOOLS(X) X(NONE, "") X(AND, "and") X(OR, "or") X(XOR, "xor")

#define PTX_ROUNDS(X) \
	X(NONE, "") X(RN, "rn") X(RZ, "rz") X(RM, "rm") X(RP, "rp") X(RNA, "rna") \
	X(RNI, "rni") X(RZI, "rzi") X(RMI, "rmi") X(RPI, "rpi")

#define PTX_HALVES(X) X(NONE, "") X(LO, "lo") X(HI, "hi") X(WIDE, "wide")

#define PTX_MODES(X) \
	X(NONE, "") \
	X(SHFL_UP, "up") X(SHFL_DOWN, "down") X(SHFL_BFLY, "bfly") X(SHFL_IDX, "idx") \
	X(VOTE_ALL, "all") X(VOTE_ANY, "any") X(VOTE_UNI, "uni") X(VOTE_BALLOT, "ballot") \
	X(MATCH_ANY, "any") X(MATCH_ALL, "all") \
	X(BAR_SYNC, "sync") X(BAR_ARRIVE, "arrive") X(BAR_RED_POPC, "red.popc") \
	X(BAR_RED_AND, "red.and") X(BAR_RED_OR, "red.or") X(BAR_WARP_SYNC, "warp.sync") \
	X(REDUX_ADD, "add") X(REDUX_MIN, "min") X(REDUX_MAX, "max") X(REDUX_AND, "and") \
	X(REDUX_OR, "or") X(REDUX_XOR, "xor") \
	X(PRMT_F4E, "f4e") X(PRMT_B4E, "b4e") X(PRMT_RC8, "rc8") X(PRMT_ECL, "ecl") \
	X(PRMT_ECR, "ecr") X(PRMT_RC16, "rc16") \
	X(SHF_WRAP, "wrap") X(SHF_CLAMP, "clamp") \
	X(TESTP_FINITE, "finite") X(TESTP_INFINITE, "infinite") X(TESTP_NUMBER, "number") \
	X(TESTP_NOTANUMBER, "notanumber") X(TESTP_NORMAL, "normal") X(TESTP_SUBNORMAL, "subnormal") \
	X(BFIND_SHIFTAMT, "shiftamt") X(DP2A_LO, "lo") X(DP2A_HI, "hi") \
	X(PACK_U2, "u2") X(PACK_S2, "s2") X(PACK_U4, "u4") X(PACK_S4, "s4") X(PACK_U8, "u8") \
	X(PACK_S8, "s8") X(PACK_U16, "u16") X(PACK_S16, "s16") \
	X(GRIDDEP_WAIT, "wait") X(GRIDDEP_LAUNCH, "launch_dependents") \
	X(CP_CA, "ca") X(CP_CG, "cg") X(MB_NOINC, "noinc") X(MB_NO_COMPLETE, "noComplete") \
	X(CLUSTER_ARRIVE, "barrier.cluster.arrive") X(CLUSTER_WAIT, "barrier.cluster.wait") \
	X(BULK_READ, "read")

#define PTX_SREGS(X) \
	X(NONE, "") \
	X(TID_X, "tid.x") X(TID_Y, "tid.y") X(TID_Z, "tid.z") \
	X(NTID_X, "ntid.x") X(NTID_Y, "ntid.y") X(NTID_Z, "ntid.z") \
	X(CTAID_X, "ctaid.x") X(CTAID_Y, "ctaid.y") X(CTAID_Z, "ctaid.z") \
	X(NCTAID_X, "nctaid.x") X(NCTAID_Y, "nctaid.y") X(NCTAID_Z, "nctaid.z") \
	X(LANEID, "laneid") X(WARPID, "warpid") X(NWARPID, "nwarpid") X(SMID, "smid") X(NSMID, "nsmid") \
	X(GRIDID, "gridid") X(LANEMASK_EQ, "lanemask_eq") X(LANEMASK_LE, "lanemask_le") \
	X(LANEMASK_LT, "lanemask_lt") X(LANEMASK_GE, "lanemask_ge") X(LANEMASK_GT, "lanemask_gt") \
	X(CLOCK, "clock") X(CLOCK_HI, "clock_hi") X(CLOCK64, "clock64") X(GLOBALTIMER, "globaltimer") \
	X(GLOBALTIMER_LO, "globaltimer_lo") X(GLOBALTIMER_HI, "globaltimer_hi") \
	X(DYNAMIC_SMEM_SIZE, "dynamic_smem_size") X(TOTAL_SMEM_SIZE, "total_smem_size") \
	X(WARPSZ, "WARP_SZ") \
	X(CLUSTERID_X, "clusterid.x") X(CLUSTERID_Y, "clusterid.y") X(CLUSTERID_Z, "clusterid.z") \
	X(NCLUSTERID_X, "nclusterid.x") X(NCLUSTERID_Y, "nclusterid.y") X(NCLUSTERID_Z, "nclusterid.z") \
	X(CLUSTER_CTAID_X, "cluster_ctaid.x") X(CLUSTER_CTAID_Y, "cluster_ctaid.y") \
	X(CLUSTER_CTAID_Z, "cluster_ctaid.z") X(CLUSTER_NCTAID_X, "cluster_nctaid.x") \
	X(CLUSTER_NCTAID_Y, "cluster_nctaid.y") X(CLUSTER_NCTAID_Z, "cluster_nctaid.z") \
	X(CLUSTER_CTARANK, "cluster_ctarank") X(CLUSTER_NCTARANK, "cluster_nctarank") \
	X(IS_EXPLICIT_CLUSTER, "is_explicit_cluster")

/* clang-format on */

#define PTX_OP_ENUM(s, t)         PTX_OP_##s,
#define PTX_TYPE_ENUM(s, t, n, c) PTX_T_##s,
#define PTX_SPACE_ENUM(s, t)      PTX_SPACE_##s,
#define PTX_SEM_ENUM(s, t)        PTX_SEM_##s,
#define PTX_SCOPE_ENUM(s, t)      PTX_SCOPE_##s,
#define PTX_ATOM_ENUM(s, t)       PTX_ATOM_##s,
#define PTX_CMP_ENUM(s, t)        PTX_CMP_##s,
#define PTX_BOOL_ENUM(s, t)       PTX_BOOL_##s,
#define PTX_ROUND_ENUM(s, t)      PTX_ROUND_##s,
#define PTX_HALF_ENUM(s, t)       PTX_HALF_##s,
#define PTX_MODE_ENUM(s, t)       PTX_MODE_##s,
#define PTX_SREG_ENUM(s, t)       PTX_SREG_##s,

enum ptx_op { PTX_OP_NONE, PTX_OPS(PTX_OP_ENUM) PTX_OP_COUNT };
enum ptx_type { PTX_T_NONE, PTX_TYPES(PTX_TYPE_ENUM) PTX_T_COUNT };
enum ptx_space { PTX_SPACES(PTX_SPACE_ENUM) PTX_SPACE_COUNT };
enum ptx_sem { PTX_SEMS(PTX_SEM_ENUM) PTX_SEM_COUNT };
enum ptx_scope { PTX_SCOPES(PTX_SCOPE_ENUM) PTX_SCOPE_COUNT };
enum ptx_atom { PTX_ATOMS(PTX_ATOM_ENUM) PTX_ATOM_COUNT };
enum ptx_cmp { PTX_CMPS(PTX_CMP_ENUM) PTX_CMP_COUNT };
enum ptx_bool { PTX_BOOLS(PTX_BOOL_ENUM) PTX_BOOL_COUNT };
enum ptx_round { PTX_ROUNDS(PTX_ROUND_ENUM) PTX_ROUND_COUNT };
enum ptx_half { PTX_HALVES(PTX_HALF_ENUM) PTX_HALF_COUNT };
enum ptx_mode { PTX_MODES(PTX_MODE_ENUM) PTX_MODE_COUNT };
enum ptx_sreg { PTX_SREGS(PTX_SREG_ENUM) PTX_SREG_COUNT };

#endif
