# What every target shares. -ffp-contract=off: a fused multiply-add is written where it is meant and
# nowhere else, or two instruction sets would round differently (DESIGN.md, one answer).
add_library(gh_options INTERFACE)
target_compile_options(gh_options INTERFACE -Wall -Wextra -ffp-contract=off -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 takes string concatenation at -O3 for overlapping copies.
    target_compile_options(gh_options INTERFACE -Wno-restrict)
endif()
target_include_directories(gh_options INTERFACE ${CMAKE_SOURCE_DIR})
if(GLASSHOUSE_SANITIZE)
    target_compile_options(gh_options INTERFACE -fsanitize=${GLASSHOUSE_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
    target_link_options(gh_options INTERFACE -fsanitize=${GLASSHOUSE_SANITIZE})
endif()

if(GLASSHOUSE_FUZZ)
    # Counts what a run reaches, for libFuzzer to steer by.
    target_compile_options(gh_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Headers that most sources of a kind read, parsed once: on two cores they are half of a clean build.
set(GH_STANDARD_HEADERS <algorithm> <chrono> <functional> <memory> <optional> <span> <string> <string_view>
                        <unordered_map> <variant> <vector>)

# gh_layer(NAME lib...): a static library of every source below the current folder.
function(gh_layer name)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp *.h)
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC gh_options ${ARGN})
endfunction()

# gh_test(NAME LIBS lib... SOURCES source...): a GoogleTest program that is one ctest.
function(gh_test name)
    cmake_parse_arguments(T "" "TIMEOUT" "LIBS;SOURCES;LABELS" ${ARGN})
    add_executable(${name} ${T_SOURCES})
    target_link_libraries(${name} PRIVATE ${T_LIBS} GTest::gtest GTest::gtest_main)
    # Tests wait for the code they test; optimizing their own loops only costs build time.
    target_compile_options(${name} PRIVATE -O1)
    list(LENGTH T_SOURCES sources)
    if(sources GREATER 2)
        target_precompile_headers(${name} PRIVATE ${GH_STANDARD_HEADERS} <gtest/gtest.h>)
    endif()
    target_compile_definitions(${name} PRIVATE GLASSHOUSE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "QT_QPA_PLATFORM=offscreen" LABELS "${T_LABELS}")
    if(T_TIMEOUT)
        set_tests_properties(${name} PROPERTIES TIMEOUT ${T_TIMEOUT})
    endif()
endfunction()
