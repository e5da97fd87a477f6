// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
#ifndef PARTICLES_H
#define PARTICLES_H

#include <cstddef>
#include <vector>

// Plain C++ header: the host file that includes it knows nothing of CUDA.
struct Particle {
	float x, y, vx, vy;
	int bounces;
};

class ParticleSystem
{
      public:
	explicit ParticleSystem(const std::vector<Particle> &initial);
	~ParticleSystem();
	ParticleSystem(const ParticleSystem &) = delete;
	ParticleSystem &operator=(const ParticleSystem &) = delete;

	void step(int times);
	std::vector<Particle> read() const;
	float energy() const;

      private:
	Particle *device_;
	std::size_t count_;
};

#endif
