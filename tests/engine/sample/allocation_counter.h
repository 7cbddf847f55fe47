// How often operator new was called in this program (allocation_counter.cpp replaces it).
#pragma once

#include <cstddef>

std::size_t allocationCount();
