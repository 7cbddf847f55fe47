# Runs the tests of a sanitizer build. Halting on the first report makes the test that caused it fail.
if(NOT EXISTS ${DIR}/CTestTestfile.cmake)
    message("SKIPPED: there is no build in ${DIR}; ./dev test makes it")
    return()
endif()
# Not detect_stack_use_after_return: g++ 12 then aligns frames to 32 bytes and stores 64-byte vectors there as if
# aligned (GCC bug 110027), which faults in correct code.
set(ENV{ASAN_OPTIONS} "detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=0")
set(ENV{UBSAN_OPTIONS} "print_stacktrace=1:halt_on_error=1")
set(ENV{TSAN_OPTIONS} "halt_on_error=1:second_deadlock_stack=1")
set(select -LE deep)
if(PRESET STREQUAL tsan)
    set(select "")
endif()
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${DIR} --output-on-failure --parallel 2 ${select}
                RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${PRESET}: ctest ended with ${result}")
endif()
