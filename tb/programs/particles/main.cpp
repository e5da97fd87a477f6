// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// Several .cu files, headers of both kinds and a plain .cpp file with main; a class that owns device
// memory; one kernel name in two files; exceptions.
// expect: 500 particles, energy kept
#include "particles.h"

#include <iostream>

int main()
{
	std::vector<Particle> start;
	unsigned r = 4;
	for (int i = 0; i < 500; ++i) {
		float v[4];
		for (float &f : v) {
			r = r * 1103515245u + 12345u;
			f = (float)(r >> 16 & 255) / 4.0f;
		}
		start.push_back({v[0], v[1], v[2] / 16.0f - 2.0f, v[3] / 16.0f - 2.0f, 0});
	}
	ParticleSystem system(start);
	const float before = system.energy();
	system.step(20);
	const std::vector<Particle> end = system.read();

	for (std::size_t i = 0; i < start.size(); ++i) {
		Particle p = start[i];
		for (int s = 0; s < 20; ++s) {
			p.x += p.vx;
			p.y += p.vy;
			for (int axis = 0; axis < 2; ++axis) {
				float &pos = axis ? p.y : p.x, &vel = axis ? p.vy : p.vx;
				if (pos < 0.0f || pos > 64.0f) {
					pos = pos < 0.0f ? -pos : 128.0f - pos;
					vel = -vel;
					++p.bounces;
				}
			}
		}
		if (p.x != end[i].x || p.y != end[i].y || p.bounces != end[i].bounces) {
			std::cerr << "particle " << i << " went astray\n";
			return 1;
		}
	}
	const float after = system.energy();
	std::cout << start.size() << " particles, energy " << (before == after ? "kept" : "lost") << std::endl;
	return before == after ? 0 : 1;
}
