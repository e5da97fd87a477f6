// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_math.cuh"
#include "particles.h"

#include <cuda_runtime.h>
#include <stdexcept>

extern float sumEnergy(const Particle *device, std::size_t count);	// energy.cu

namespace {

void must(cudaError_t e)
{
	if (e != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(e));
}

__global__ void advance(Particle *p, std::size_t n)
{
	std::size_t i = blockIdx.x * (std::size_t)blockDim.x + threadIdx.x;
	if (i < n) {
		Particle q = p[i];
		q.x += q.vx;
		q.y += q.vy;
		reflect(q.x, q.vx, q.bounces);
		reflect(q.y, q.vy, q.bounces);
		p[i] = q;
	}
}

}  // namespace

ParticleSystem::ParticleSystem(const std::vector<Particle> &initial)
	: device_(nullptr), count_(initial.size())
{
	must(cudaMalloc((void **)&device_, count_ * sizeof(Particle)));
	must(cudaMemcpy(device_, initial.data(), count_ * sizeof(Particle), cudaMemcpyHostToDevice));
}

ParticleSystem::~ParticleSystem()
{
	cudaFree(device_);
}

void ParticleSystem::step(int times)
{
	for (int i = 0; i < times; ++i)
		advance<<<(unsigned)(count_ + 63) / 64, 64>>>(device_, count_);
	must(cudaGetLastError());
}

std::vector<Particle> ParticleSystem::read() const
{
	std::vector<Particle> out(count_);
	must(cudaMemcpy(out.data(), device_, count_ * sizeof(Particle), cudaMemcpyDeviceToHost));
	return out;
}

float ParticleSystem::energy() const
{
	return sumEnergy(device_, count_);
}
