# Check with valgrind that no branch and no address depends on a secret, and that a program which does branch on one is
# detected.
if(NOT WR_MD5 OR NOT WR_UMAC OR CMAKE_CROSSCOMPILING)
    return()
endif()

add_executable(core_timing test_timing.c) # run by make soak
target_link_libraries(core_timing PRIVATE wirerate_internal m)
target_compile_definitions(core_timing PRIVATE _GNU_SOURCE)

if(WR_AH)
    wr_core_test(wiped)
    # Resolve symbols before the program runs: resolving a name saves vector registers on the stack, with the caller's
    # data in them.
    target_link_libraries(core_wiped PRIVATE Threads::Threads m -Wl,-z,now)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT WIRERATE_SANITIZE)
        find_package(Python3 COMPONENTS Interpreter QUIET)
        set(compilers clang) # the build with gcc also tests clang's levels
        if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
            list(PREPEND compilers gcc)
        endif()
        foreach(name IN LISTS compilers)
            find_program(WR_COMPILER_${name} ${name})
            if(NOT WR_COMPILER_${name} OR NOT Python3_FOUND)
                wr_skipped_test(core/wiped/${name} "no ${name} or no python3 (Debian: ${name} python3)")
                continue()
            endif()
            add_test(NAME core/wiped/${name} COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
                -DBINARY=${CMAKE_CURRENT_BINARY_DIR}/wiped_${name} -DCOMPILER=${WR_COMPILER_${name}}
                -DPYTHON=${Python3_EXECUTABLE} -P ${CMAKE_CURRENT_SOURCE_DIR}/wiped_levels.cmake)
            set_tests_properties(core/wiped/${name} PROPERTIES TIMEOUT 900 COST 55 LABELS any-compiler)
        endforeach()
    endif()
endif()

find_program(VALGRIND valgrind)
find_path(VALGRIND_INCLUDE valgrind/memcheck.h)
if(NOT VALGRIND OR NOT VALGRIND_INCLUDE)
    wr_skipped_test(core/secrets "no valgrind (Debian: valgrind)")
    return()
endif()

add_executable(core_secrets test_secrets.c)
target_link_libraries(core_secrets PRIVATE wirerate_internal)
target_include_directories(core_secrets PRIVATE ${VALGRIND_INCLUDE})
target_compile_definitions(core_secrets PRIVATE _GNU_SOURCE)
if(NOT WIRERATE_SANITIZE) # valgrind does not work with a sanitizer
    set(memcheck ${VALGRIND} --quiet --error-exitcode=9)
    add_test(NAME core/secrets/memcheck COMMAND ${memcheck} $<TARGET_FILE:core_secrets>)
    add_test(NAME core/secrets/leak COMMAND ${memcheck} $<TARGET_FILE:core_secrets> leak)
    set_tests_properties(core/secrets/leak PROPERTIES WILL_FAIL ON)
endif()
