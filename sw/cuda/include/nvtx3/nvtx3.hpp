/* SPDX-FileCopyrightText: 2026 The photofinish contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * nvtx3: NVTX for C++: ranges that end with a scope. A domain is a class with `name`, as NVIDIA's headers
 * want it; colours, categories and payloads are read over.
 */
#ifndef NVTX3_HPP
#define NVTX3_HPP

#include <memory>
#include <string>

#include "nvToolsExt.h"

namespace nvtx3 {
inline namespace v1 {

class domain {
	nvtxDomainHandle_t handle_;

	template <class D> static auto named(int) -> decltype(D::name, nvtxDomainHandle_t())
	{
		return create(D::name);
	}
	template <class D> static nvtxDomainHandle_t named(long) { return nullptr; }
	static nvtxDomainHandle_t create(const char *name) { return nvtxDomainCreateA(name); }
	static nvtxDomainHandle_t create(const wchar_t *name) { return nvtxDomainCreateW(name); }
	explicit domain(nvtxDomainHandle_t h) : handle_(h) {}

public:
	struct global {};

	template <class D = global> static const domain &get()
	{
		static const domain d(named<D>(0));

		return d;
	}
	operator nvtxDomainHandle_t() const { return handle_; }
};

struct rgb {
	uint8_t red, green, blue;
	constexpr rgb(uint8_t r, uint8_t g, uint8_t b) : red(r), green(g), blue(b) {}
};
struct argb : rgb {
	uint8_t alpha;
	constexpr argb(uint8_t a, uint8_t r, uint8_t g, uint8_t b) : rgb(r, g, b), alpha(a) {}
};
struct color {
	uint32_t value;
	constexpr explicit color(uint32_t v) : value(v) {}
	constexpr color(argb c) : value((uint32_t)c.alpha << 24 | c.red << 16 | c.green << 8 | c.blue) {}
	constexpr color(rgb c) : value(0xff000000U | c.red << 16 | c.green << 8 | c.blue) {}
};

class category {
public:
	uint32_t id;
	constexpr explicit category(uint32_t i) : id(i) {}
};
template <class D = domain::global> class named_category_in : public category {
public:
	named_category_in(uint32_t i, const char *name) : category(i)
	{
		nvtxDomainNameCategoryA(domain::get<D>(), i, name);
	}
	template <class C> static const named_category_in &get()
	{
		static const named_category_in c(C::id, C::name);

		return c;
	}
};
using named_category = named_category_in<>;

template <class D = domain::global> class registered_string_in {
	nvtxStringHandle_t handle_;

public:
	explicit registered_string_in(const char *s) : handle_(nvtxDomainRegisterStringA(domain::get<D>(), s)) {}
	explicit registered_string_in(const std::string &s) : registered_string_in(s.c_str()) {}
	template <class M> static const registered_string_in &get()
	{
		static const registered_string_in s(M::message);

		return s;
	}
	nvtxStringHandle_t get_handle() const { return handle_; }
};
using registered_string = registered_string_in<>;

class message {
public:
	nvtxMessageType_t type;
	nvtxMessageValue_t value;

	message(const char *s) : type(NVTX_MESSAGE_TYPE_ASCII) { value.ascii = s; }
	message(const std::string &s) : message(s.c_str()) {}
	message(const wchar_t *s) : type(NVTX_MESSAGE_TYPE_UNICODE) { value.unicode = s; }
	message(const std::wstring &s) : message(s.c_str()) {}
	template <class D> message(const registered_string_in<D> &s) : type(NVTX_MESSAGE_TYPE_REGISTERED)
	{
		value.registered = s.get_handle();
	}
};

class payload {
public:
	template <class T> explicit payload(T) {}
};

/* In any order; the first message counts. */
class event_attributes {
	nvtxEventAttributes_t a_ = {};

	void add(const message &m)
	{
		a_.messageType = m.type;
		a_.message = m.value;
	}
	void add(const color &c)
	{
		a_.colorType = NVTX_COLOR_ARGB;
		a_.color = c.value;
	}
	void add(const category &c) { a_.category = c.id; }
	void add(const payload &) {}

public:
	event_attributes()
	{
		a_.version = NVTX_VERSION;
		a_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	}
	template <class First, class... Rest> explicit event_attributes(const First &first, const Rest &...rest)
		: event_attributes(rest...)
	{
		put(first, 0);
	}
	event_attributes(const event_attributes &) = default;
	const nvtxEventAttributes_t *get() const { return &a_; }

private:
	template <class T> auto put(const T &x, int) -> decltype(add(x)) { add(x); }
	template <class T> void put(const T &x, long) { add(message(x)); }
};

template <class D = domain::global> class scoped_range_in {
public:
	explicit scoped_range_in(const event_attributes &a) { nvtxDomainRangePushEx(domain::get<D>(), a.get()); }
	template <class... Args> explicit scoped_range_in(const Args &...args)
		: scoped_range_in(event_attributes(args...))
	{
	}
	scoped_range_in() : scoped_range_in(event_attributes()) {}
	void *operator new(size_t) = delete;
	scoped_range_in(const scoped_range_in &) = delete;
	scoped_range_in &operator=(const scoped_range_in &) = delete;
	~scoped_range_in() { nvtxDomainRangePop(domain::get<D>()); }
};
using scoped_range = scoped_range_in<>;
template <class D = domain::global> using thread_range_in = scoped_range_in<D>;
using thread_range = scoped_range;

struct range_handle {
	nvtxRangeId_t id;
	explicit range_handle(nvtxRangeId_t i) : id(i) {}
	range_handle(std::nullptr_t = nullptr) : id(0) {}
	explicit operator bool() const { return id != 0; }
};
template <class D = domain::global> range_handle start_range_in(const event_attributes &a)
{
	return range_handle(nvtxDomainRangeStartEx(domain::get<D>(), a.get()));
}
template <class D = domain::global, class... Args> range_handle start_range_in(const Args &...args)
{
	return start_range_in<D>(event_attributes(args...));
}
template <class... Args> range_handle start_range(const Args &...args)
{
	return start_range_in<domain::global>(event_attributes(args...));
}
template <class D = domain::global> void end_range_in(range_handle h)
{
	nvtxDomainRangeEnd(domain::get<D>(), h.id);
}
inline void end_range(range_handle h)
{
	end_range_in<>(h);
}

template <class D = domain::global> class unique_range_in {
	range_handle handle_;

public:
	template <class... Args> explicit unique_range_in(const Args &...args)
		: handle_(start_range_in<D>(event_attributes(args...)))
	{
	}
	unique_range_in(unique_range_in &&other) : handle_(other.handle_) { other.handle_ = range_handle(); }
	unique_range_in(const unique_range_in &) = delete;
	unique_range_in &operator=(const unique_range_in &) = delete;
	~unique_range_in()
	{
		if (handle_)
			end_range_in<D>(handle_);
	}
};
using unique_range = unique_range_in<>;

template <class D = domain::global, class... Args> void mark_in(const Args &...args)
{
	nvtxDomainMarkEx(domain::get<D>(), event_attributes(args...).get());
}
template <class... Args> void mark(const Args &...args)
{
	mark_in<domain::global>(args...);
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> nvtx3_range__{__func__}
#define NVTX3_FUNC_RANGE() NVTX3_FUNC_RANGE_IN(::nvtx3::domain::global)

#endif
