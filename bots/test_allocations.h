// How often the test program has allocated memory; counted in playout_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

extern std::atomic<uint64_t> allocations;
