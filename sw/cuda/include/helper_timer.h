/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * helper_timer: the stop watch that programs modelled on CUDA's samples use. Host time.
 */
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_

#include <chrono>

class StopWatchInterface
{
public:
	void start() { begin = std::chrono::steady_clock::now(), running = true; }
	void stop()
	{
		total += since();
		running = false;
		sessions++;
	}
	void reset()
	{
		total = 0;
		sessions = 0;
		begin = std::chrono::steady_clock::now();
	}
	float getTime() const { return (float)(total + (running ? since() : 0)); }
	float getAverageTime() const { return sessions ? (float)(total / sessions) : 0; }

private:
	double since() const
	{
		return std::chrono::duration<double, std::milli>(
			       std::chrono::steady_clock::now() - begin).count();
	}
	std::chrono::steady_clock::time_point begin;
	double total = 0;
	int sessions = 0;
	bool running = false;
};

static inline bool sdkCreateTimer(StopWatchInterface **t)
{
	*t = new StopWatchInterface;
	return true;
}

static inline bool sdkDeleteTimer(StopWatchInterface **t)
{
	delete *t;
	*t = nullptr;
	return true;
}

static inline bool sdkStartTimer(StopWatchInterface **t)
{
	if (*t)
		(*t)->start();
	return true;
}

static inline bool sdkStopTimer(StopWatchInterface **t)
{
	if (*t)
		(*t)->stop();
	return true;
}

static inline bool sdkResetTimer(StopWatchInterface **t)
{
	if (*t)
		(*t)->reset();
	return true;
}

static inline float sdkGetTimerValue(StopWatchInterface **t)
{
	return *t ? (*t)->getTime() : 0;
}

static inline float sdkGetAverageTimerValue(StopWatchInterface **t)
{
	return *t ? (*t)->getAverageTime() : 0;
}

#endif
