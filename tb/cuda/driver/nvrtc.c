/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvrtc: source text to a kernel that runs; what is wrong is in the log. Usage: nvrtc
 */
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static void is(int line, const char *what, long long got, long long expected)
{
	if (got == expected)
		return;
	printf("line %d: %s: %lld, not %lld\n", line, what, got, expected);
	wrong++;
}
#define IS(call, expected) is(__LINE__, #call, (long long)(call), (long long)(expected))

static const char good[] = "#include \"deep/scale.h\"\n"
			   "#ifndef __CUDACC_RTC__\n#error not run-time compilation\n#endif\n"
			   "static __constant__ int bias;\n"
			   "extern \"C\" __global__ void scale(int *p) { p[threadIdx.x] = SCALE * "
			   "threadIdx.x + bias + EXTRA; }\n";
static const char *const headers[] = {"#define SCALE 3\n"}, *const names[] = {"deep/scale.h"};

/* Compiles, and says whether the log has the text. */
static nvrtcResult compile(const char *source, int n, const char *const *options, const char *text,
			   char **ptx)
{
	nvrtcProgram p;
	nvrtcResult result;
	size_t size;
	char *log;

	IS(nvrtcCreateProgram(&p, source, "some/where/program.cuh", 1, headers, names),
	   NVRTC_SUCCESS);
	IS(nvrtcGetPTXSize(p, &size), NVRTC_ERROR_INVALID_INPUT);
	result = nvrtcCompileProgram(p, n, options);
	IS(nvrtcGetProgramLogSize(p, &size), NVRTC_SUCCESS);
	log = malloc(size);
	IS(nvrtcGetProgramLog(p, log), NVRTC_SUCCESS);
	IS(strlen(log) + 1, size);
	if (!strstr(log, text)) {
		printf("the log lacks '%s': %s\n", text, log);
		wrong++;
	}
	free(log);
	if (ptx) {
		IS(nvrtcGetPTXSize(p, &size), NVRTC_SUCCESS);
		*ptx = malloc(size);
		IS(nvrtcGetCUBIN(p, *ptx), NVRTC_SUCCESS);
	}
	IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
	IS(p == NULL, 1);
	return result;
}

static void run(const char *ptx)
{
	CUcontext ctx;
	CUmodule m;
	CUfunction f;
	CUdeviceptr p, bias;
	void *params[] = {&p};
	int line[32];

	IS(cuInit(0), 0);
	IS(cuCtxCreate(&ctx, 0, 0), 0);
	IS(cuModuleLoadData(&m, ptx), 0);
	IS(cuModuleGetFunction(&f, m, "scale"), 0);
	IS(cuModuleGetGlobal(&bias, NULL, m, "bias"), 0);
	IS(cuMemsetD32(bias, 100, 1), 0);
	IS(cuMemAlloc(&p, sizeof(line)), 0);
	IS(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL), 0);
	IS(cuMemcpyDtoH(line, p, sizeof(line)), 0);
	IS(line[31], 3 * 31 + 107);
	IS(cuMemFree(p), 0);
	IS(cuCtxDestroy(ctx), 0);
}

/* Kernels and variables by what C++ calls them. */
static void names_of_cpp(void)
{
	static const char text[] =
		"namespace ns {\n"
		"template <class T, int N = 2> __global__ void fill(T *p) { p[threadIdx.x] = N; }\n"
		"__device__ int counter[3];\n"
		"}\n"
		"__constant__ int table[4];\n"
		"extern \"C\" __global__ void plain(int *p) { p[0] = 1; }\n"
		"static __global__ void hidden(int *p) { p[0] = ns::counter[1] + table[2]; }\n";
	static const char *const said[] = {"ns::fill<float>", "ns::fill<int, 3 + 4>",
					   "&ns::counter",    "& table",
					   "plain",           "hidden"};
	static const char *const wanted[] = {"_ZN2ns4fillIfLi2EEEvPT_",
					     "_ZN2ns4fillIiLi7EEEvPT_",
					     "_ZN2ns7counterE",
					     "table",
					     "plain",
					     "_ZL6hiddenPi"};
	nvrtcProgram p;
	const char *name;
	char *ptx;
	size_t size;
	CUmodule m;
	CUfunction f;
	CUdeviceptr out, counter;
	int got[4], value[3] = {0, 30, 0}, four[4] = {0, 0, 12, 0};
	void *params[] = {&out};

	IS(nvrtcCreateProgram(&p, text, "names.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	for (int i = 0; i < 6; i++)
		IS(nvrtcAddNameExpression(p, said[i]), NVRTC_SUCCESS);
	IS(nvrtcGetLoweredName(p, said[0], &name), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
	IS(nvrtcCompileProgram(p, 0, NULL), NVRTC_SUCCESS);
	IS(nvrtcAddNameExpression(p, "plain"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
	IS(nvrtcGetLoweredName(p, "nobody", &name), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
	for (int i = 0; i < 6; i++) {
		name = "";
		IS(nvrtcGetLoweredName(p, said[i], &name), NVRTC_SUCCESS);
		if (strcmp(name, wanted[i])) {
			printf("%s is %s, not %s\n", said[i], name, wanted[i]);
			wrong++;
		}
	}
	IS(nvrtcGetPTXSize(p, &size), NVRTC_SUCCESS);
	ptx = malloc(size);
	IS(nvrtcGetPTX(p, ptx), NVRTC_SUCCESS);
	IS(strstr(ptx, "pf_lowered") == NULL, 1);
	IS(cuModuleLoadData(&m, ptx), CUDA_SUCCESS);
	IS(cuMemAlloc(&out, sizeof(got)), CUDA_SUCCESS);
	nvrtcGetLoweredName(p, said[1], &name);
	IS(cuModuleGetFunction(&f, m, name), CUDA_SUCCESS);
	IS(cuLaunchKernel(f, 1, 1, 1, 4, 1, 1, 0, NULL, params, NULL), CUDA_SUCCESS);
	IS(cuMemcpyDtoH(got, out, sizeof(got)), CUDA_SUCCESS);
	IS(got[3], 7);
	nvrtcGetLoweredName(p, said[2], &name);
	IS(cuModuleGetGlobal(&counter, NULL, m, name), CUDA_SUCCESS);
	IS(cuMemcpyHtoD(counter, value, sizeof(value)), CUDA_SUCCESS);
	nvrtcGetLoweredName(p, said[3], &name);
	IS(cuModuleGetGlobal(&counter, NULL, m, name), CUDA_SUCCESS);
	IS(cuMemcpyHtoD(counter, four, sizeof(four)), CUDA_SUCCESS);
	nvrtcGetLoweredName(p, said[5], &name);
	IS(cuModuleGetFunction(&f, m, name), CUDA_SUCCESS);
	IS(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL), CUDA_SUCCESS);
	IS(cuMemcpyDtoH(got, out, sizeof(got)), CUDA_SUCCESS);
	IS(got[0], 42);
	IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
	/* what names nothing is an error of the program's, in the log */
	IS(nvrtcCreateProgram(&p, text, "names.cu", 0, NULL, NULL), NVRTC_SUCCESS);
	IS(nvrtcAddNameExpression(p, "ns::empty<int>"), NVRTC_SUCCESS);
	IS(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_COMPILATION);
	IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
	IS(cuMemFree(out), CUDA_SUCCESS);
	IS(cuModuleUnload(m), CUDA_SUCCESS);
	free(ptx);
}

/* Device code of a program for a link. */
static char *for_link(const char *text, size_t *size)
{
	static const char *const options[] = {"-dlto", "--relocatable-device-code=true"};
	nvrtcProgram p;
	char *ir;

	IS(nvrtcCreateProgram(&p, text, NULL, 0, NULL, NULL), NVRTC_SUCCESS);
	IS(nvrtcCompileProgram(p, 2, options), NVRTC_SUCCESS);
	IS(nvrtcGetPTXSize(p, size), NVRTC_ERROR_INVALID_INPUT);
	IS(nvrtcGetLTOIRSize(p, size), NVRTC_SUCCESS);
	ir = malloc(*size);
	IS(nvrtcGetLTOIR(p, ir), NVRTC_SUCCESS);
	IS(nvrtcDestroyProgram(&p), NVRTC_SUCCESS);
	return ir;
}

/* Kernel k of what was linked doubles 21. */
static void doubles(const void *image)
{
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	int n = 21;
	void *params[] = {&p};

	IS(cuModuleLoadData(&m, image), CUDA_SUCCESS);
	IS(cuModuleGetFunction(&f, m, "k"), CUDA_SUCCESS);
	IS(cuMemAlloc(&p, 4), CUDA_SUCCESS);
	IS(cuMemcpyHtoD(p, &n, 4), CUDA_SUCCESS);
	IS(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL), CUDA_SUCCESS);
	IS(cuMemcpyDtoH(&n, p, 4), CUDA_SUCCESS);
	IS(n, 42);
	IS(cuMemFree(p), CUDA_SUCCESS);
	IS(cuModuleUnload(m), CUDA_SUCCESS);
}

/* The same by cuLink. */
static void linked_by_driver(char *a, size_t na, char *b, size_t nb)
{
	CUlinkState s;
	void *image;
	size_t size;

	IS(cuLinkCreate(0, NULL, NULL, &s), CUDA_SUCCESS);
	IS(cuLinkAddData(s, CU_JIT_INPUT_OBJECT, a, na, "a", 0, NULL, NULL), CUDA_SUCCESS);
	IS(cuLinkComplete(s, &image, &size), CUDA_ERROR_INVALID_IMAGE);
	IS(cuLinkAddData(s, CU_JIT_INPUT_PTX, ".version 7.0\n", 14, "c", 0, NULL, NULL),
	   CUDA_ERROR_NOT_SUPPORTED);
	IS(cuLinkAddData(s, CU_JIT_INPUT_OBJECT, "nothing", 7, "d", 0, NULL, NULL),
	   CUDA_ERROR_INVALID_IMAGE);
	IS(cuLinkAddData(s, CU_JIT_INPUT_OBJECT, b, nb, "b", 0, NULL, NULL), CUDA_SUCCESS);
	IS(cuLinkComplete(s, &image, &size), CUDA_SUCCESS);
	doubles(image);
	IS(cuLinkDestroy(s), CUDA_SUCCESS);
}

/* Two programs of which one calls the other. */
static void linked(void)
{
	static const char *options[] = {"-lto", "-arch=sm_70"};
	nvJitLinkHandle h;
	size_t na, nb, size;
	char *a = for_link("extern __device__ int twice(int);\n"
			   "extern \"C\" __global__ void k(int *p) { p[0] = twice(p[0]); }\n",
			   &na);
	char *b = for_link("__device__ int twice(int n) { return 2 * n; }\n", &nb);
	char *ptx, log[4096];

	IS(nvJitLinkCreate(&h, 1, options), NVJITLINK_ERROR_MISSING_ARCH);
	IS(nvJitLinkCreate(&h, 2, options), NVJITLINK_SUCCESS);
	IS(nvJitLinkComplete(h), NVJITLINK_ERROR_INVALID_INPUT);
	IS(nvJitLinkAddData(h, NVJITLINK_INPUT_LTOIR, a, na, "a"), NVJITLINK_SUCCESS);
	IS(nvJitLinkComplete(h), NVJITLINK_ERROR_FINALIZE); /* twice() is missing */
	IS(nvJitLinkGetErrorLogSize(h, &size), NVJITLINK_SUCCESS);
	IS(size > 0 && size < sizeof(log), 1);
	IS(nvJitLinkGetErrorLog(h, log), NVJITLINK_SUCCESS);
	IS(strstr(log, "twice") != NULL, 1);
	IS(nvJitLinkAddData(h, NVJITLINK_INPUT_LTOIR, b, nb, "b"), NVJITLINK_SUCCESS);
	IS(nvJitLinkAddData(h, NVJITLINK_INPUT_PTX, ".version 7.0\n", 14, "c"),
	   NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
	IS(nvJitLinkComplete(h), NVJITLINK_SUCCESS);
	IS(nvJitLinkGetErrorLogSize(h, &size), NVJITLINK_SUCCESS);
	IS(size, 0);
	IS(nvJitLinkGetLinkedCubinSize(h, &size), NVJITLINK_SUCCESS);
	ptx = malloc(size);
	IS(nvJitLinkGetLinkedCubin(h, ptx), NVJITLINK_SUCCESS);
	IS(nvJitLinkDestroy(&h), NVJITLINK_SUCCESS);
	doubles(ptx);
	linked_by_driver(a, na, b, nb);
	free(ptx);
	free(a);
	free(b);
}

int main(void)
{
	static const char *const options[] = {"--gpu-architecture=compute_75",
					      "--define-macro=EXTRA=EXTRA_H",
					      "--pre-include=extra.h",
					      "--include-path=headers",
					      "-std=c++17",
					      "--generate-line-info"};
	static const char *const unknown[] = {"--no-such-option"};
	nvrtcProgram p;
	char *ptx;
	int n;

	IS(nvrtcGetNumSupportedArchs(&n), 0);
	IS(n > 0, 1);
	IS(nvrtcCreateProgram(NULL, good, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
	IS(nvrtcCreateProgram(&p, NULL, NULL, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
	IS(compile(good, 6, options, "", &ptx), NVRTC_SUCCESS);
	IS(strstr(ptx, ".target sm_75") != NULL, 1);
	run(ptx);
	free(ptx);
	IS(compile("__global__ void k() { nope(); }", 0, NULL, "program.cuh:1:23: error", NULL),
	   NVRTC_ERROR_COMPILATION);
	IS(compile(good, 1, unknown, "--no-such-option", NULL), NVRTC_ERROR_INVALID_OPTION);
	{
		CUcontext ctx;

		IS(cuInit(0), CUDA_SUCCESS);
		IS(cuCtxCreate(&ctx, 0, 0), CUDA_SUCCESS);
		names_of_cpp();
		linked();
		IS(cuCtxDestroy(ctx), CUDA_SUCCESS);
	}
	printf("nvrtc: %d wrong\n", wrong);
	return wrong != 0;
}
