// SPDX-FileCopyrightText: 2026 The photofinish contributors
// SPDX-License-Identifier: Apache-2.0
//
// tracker: points of a moving picture are found again in each frame, as medical trackers do it: a block looks for its
// template around where it was, by correlation, and takes the best place. For make bench: loops over global memory within
// bounds that some lanes leave earlier than others, one launch a frame. About 4.6 million warp instructions a frame.
//
// usage: tracker [n]     frames, 1..1000
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int WIDTH = 320, HEIGHT = 240, POINTS = 51, SIDE = 17, REACH = 12, THREADS = 256;
constexpr int PLACES = 2 * REACH + 1; // in each direction

__host__ __device__ static int correlation(const int *frame, const int *templ, int left, int top)
{
	int sum = 0;

	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			if (left + x >= 0 && left + x < WIDTH && top + y >= 0 && top + y < HEIGHT)
				sum += frame[(top + y) * WIDTH + left + x] * templ[y * SIDE + x];
	return sum;
}

__global__ void track(const int *frame, const int *templates, int2 *at)
{
	__shared__ int best[THREADS], place[THREADS];
	const int2 was = at[blockIdx.x];
	const int t = threadIdx.x;

	best[t] = -1;
	for (int p = t; p < PLACES * PLACES; p += THREADS) {
		int c = correlation(frame, templates + blockIdx.x * SIDE * SIDE, was.x + p % PLACES - REACH,
				    was.y + p / PLACES - REACH);
		if (c > best[t])
			best[t] = c, place[t] = p;
	}
	for (int n = THREADS / 2; n > 0; n /= 2) {
		__syncthreads();
		if (t < n && (best[t + n] > best[t] || (best[t + n] == best[t] && best[t] >= 0 && place[t + n] < place[t])))
			best[t] = best[t + n], place[t] = place[t + n];
	}
	if (t == 0)
		at[blockIdx.x] = make_int2(was.x + place[0] % PLACES - REACH, was.y + place[0] / PLACES - REACH);
}

static void draw(std::vector<int> &frame, int n)
{
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		unsigned h = ((unsigned)(i % WIDTH + 3 * n) * 2654435761u ^ (unsigned)(i / WIDTH + 2 * n) * 40503u) * 2246822519u;
		frame[i] = (int)(h >> 24);
	}
}

static int2 found(const std::vector<int> &frame, const int *templ, int2 was)
{
	int best = -1, place = 0;

	for (int p = 0; p < PLACES * PLACES; p++) {
		int c = correlation(frame.data(), templ, was.x + p % PLACES - REACH, was.y + p / PLACES - REACH);
		if (c > best)
			best = c, place = p;
	}
	return make_int2(was.x + place % PLACES - REACH, was.y + place / PLACES - REACH);
}

int main(int argc, char **argv)
{
	const int frames = argc > 1 ? atoi(argv[1]) : 10;
	if (frames < 1 || frames > 1000) {
		fprintf(stderr, "usage: tracker [n], n from 1 to 1000\n");
		return 1;
	}
	std::vector<int> frame(WIDTH * HEIGHT), templates(POINTS * SIDE * SIDE);
	std::vector<int2> want(POINTS), got(POINTS);
	int *dev_frame, *dev_templates;
	int2 *dev_at;

	draw(frame, 0);
	for (int p = 0; p < POINTS; p++) { // some at the picture's edge
		want[p] = make_int2(p * 6 % (WIDTH - SIDE), p * 37 % (HEIGHT - SIDE));
		for (int i = 0; i < SIDE * SIDE; i++)
			templates[p * SIDE * SIDE + i] = frame[(want[p].y + i / SIDE) * WIDTH + want[p].x + i % SIDE];
	}
	cudaMalloc(&dev_frame, frame.size() * sizeof(int));
	cudaMalloc(&dev_templates, templates.size() * sizeof(int));
	cudaMalloc(&dev_at, POINTS * sizeof(int2));
	cudaMemcpy(dev_templates, templates.data(), templates.size() * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dev_at, want.data(), POINTS * sizeof(int2), cudaMemcpyHostToDevice);
	for (int n = 1; n <= frames; n++) {
		draw(frame, n);
		cudaMemcpy(dev_frame, frame.data(), frame.size() * sizeof(int), cudaMemcpyHostToDevice);
		track<<<POINTS, THREADS>>>(dev_frame, dev_templates, dev_at);
		for (int p = 0; p < POINTS; p++)
			want[p] = found(frame, &templates[p * SIDE * SIDE], want[p]);
	}
	if (cudaMemcpy(got.data(), dev_at, POINTS * sizeof(int2), cudaMemcpyDeviceToHost) != cudaSuccess) {
		printf("tracker: FAILED: %s\n", cudaGetErrorString(cudaGetLastError()));
		return 1;
	}
	for (int p = 0; p < POINTS; p++)
		if (got[p].x != want[p].x || got[p].y != want[p].y) {
			printf("tracker: FAILED at point %d: got %d,%d want %d,%d\n", p, got[p].x, got[p].y, want[p].x, want[p].y);
			return 1;
		}
	printf("tracker: ok, %d points, %d frames\n", POINTS, frames);
	return 0;
}
