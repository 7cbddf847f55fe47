# Ten seeds of 1,000 random actions on the window, built with the address sanitizer.
if(NOT EXISTS ${PROGRAM})
    message("SKIPPED: there is no ${PROGRAM}; ./dev test --deep makes it")
    return()
endif()
# Font and platform libraries keep what they have until the end: leaks are looked for in the engine's own tests.
set(ENV{ASAN_OPTIONS} "detect_leaks=0:detect_stack_use_after_return=0")
set(ENV{UBSAN_OPTIONS} "print_stacktrace=1:halt_on_error=1")
set(ENV{QT_QPA_PLATFORM} offscreen)
set(ENV{GLASSHOUSE_MONKEY_SEEDS} 10)
execute_process(COMMAND ${PROGRAM} -maxwarnings 0 RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "app_monkey_test ended with ${result}")
endif()
