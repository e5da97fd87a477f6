/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * builtin_vars: threadIdx, blockIdx, blockDim, gridDim, warpSize.
 *
 * Reading a field is a property access that becomes one special-register read. Objects of
 * these types cannot be made, copied or pointed to, as in CUDA.
 */
#define PF_FIELD(field, sreg) \
	__declspec(property(get = pf_get_##field)) unsigned int field; \
	PF_DEVICE unsigned int pf_get_##field() { return __nvvm_read_ptx_sreg_##sreg(); }

#define PF_BUILTIN_VAR(type, sreg) \
	struct type { \
		PF_FIELD(x, sreg##_x) \
		PF_FIELD(y, sreg##_y) \
		PF_FIELD(z, sreg##_z) \
		__device__ __inline__ __attribute__((always_inline, nodebug)) operator uint3() const \
		{ \
			return uint3{pf_get_x(), pf_get_y(), pf_get_z()}; \
		} \
		__device__ __inline__ __attribute__((always_inline, nodebug)) operator dim3() const \
		{ \
			return dim3(pf_get_x(), pf_get_y(), pf_get_z()); \
		} \
	private: \
		__device__ type(); \
		__device__ type(const type &); \
		__device__ void operator=(const type &) const; \
		__device__ type *operator&() const; \
	}

PF_BUILTIN_VAR(pf_thread_idx, tid);
PF_BUILTIN_VAR(pf_block_idx, ctaid);
PF_BUILTIN_VAR(pf_block_dim, ntid);
PF_BUILTIN_VAR(pf_grid_dim, nctaid);

extern const __device__ __attribute__((weak)) pf_thread_idx threadIdx;
extern const __device__ __attribute__((weak)) pf_block_idx blockIdx;
extern const __device__ __attribute__((weak)) pf_block_dim blockDim;
extern const __device__ __attribute__((weak)) pf_grid_dim gridDim;
__device__ const int warpSize = 32;

#undef PF_BUILTIN_VAR
#undef PF_FIELD
