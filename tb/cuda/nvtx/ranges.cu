/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * ranges: one racing kernel a launch, in ranges of NVTX: their levels here, their names in the report. The argument says
 * which kernel is launched; FAULT adds one that stores out of bounds.
 */
#include <cstdio>
#include <nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <string>
#include <thread>

struct solver {
	static constexpr char const *name = "solver";
};
struct greeting {
	static constexpr char const *message = "hello";
};

__device__ int cell;

template <int N> __global__ void racing()
{
	cell = N + (int)threadIdx.x;
}

__global__ void store(int *p)
{
	*p = 1;
}

static int wrong;

static void expect(bool right, const char *what)
{
	if (!right)
		printf("wrong: %s\n", what);
	wrong += !right;
}

template <int N> static void launch()
{
	racing<N><<<1, 64>>>();
	cudaDeviceSynchronize();
}

static void of_c()
{
	nvtxEventAttributes_t a = {};
	const nvtxDomainHandle_t d = nvtxDomainCreateA("solver");

	launch<0>();
	expect(nvtxRangePop() < 0, "nothing to pop");
	expect(nvtxRangePushA("outer") == 0, "level 0");
	expect(nvtxRangePush("inner \001\"quoted\"") == 1, "level 1");
	launch<1>();
	expect(nvtxRangePop() == 1, "level 1 ends");
	launch<2>();
	const nvtxRangeId_t id = nvtxRangeStartW(L"gr\u00fc\u00dfe");
	launch<3>();
	a.version = NVTX_VERSION;
	a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
	a.message.registered = nvtxDomainRegisterStringA(d, "step");
	expect(nvtxDomainRangePushEx(d, &a) == 0, "level 0 of a domain");
	launch<4>();
	nvtxMarkA("a mark is no range");
	std::thread([] { launch<5>(); }).join(); /* pushed by another thread: the started one is left */
	expect(nvtxDomainRangePop(d) == 0, "a domain's level ends");
	nvtxRangeEnd(id);
	launch<6>();
	expect(nvtxRangePop() == 0, "level 0 ends");
	expect(nvtxDomainCreateA("solver") == d, "a domain has one handle");
}

static void function()
{
	NVTX3_FUNC_RANGE();
	launch<10>();
}

static void of_cpp()
{
	{
		nvtx3::scoped_range r{"scoped", nvtx3::rgb{1, 2, 3}, nvtx3::payload{7}};
		launch<7>();
		nvtx3::scoped_range_in<solver> in{nvtx3::category{2}, std::string("sweep")};
		launch<8>();
	}
	{
		nvtx3::unique_range r{nvtx3::registered_string::get<greeting>()};
		nvtx3::mark("instant");
		launch<9>();
	}
	function();
	launch<11>();
}

int main(int argc, char **)
{
	of_c();
	of_cpp();
	if (argc > 1) {
		nvtxRangePushA("broken");
		store<<<1, 1>>>(nullptr);
		cudaDeviceSynchronize();
	}
	printf("ranges: %d wrong\n", wrong);
	return wrong != 0;
}
