# Secrets under valgrind: no branch and no address depends on them; a program that does branch must be found.
if(NOT WR_MD5 OR NOT WR_UMAC OR CMAKE_CROSSCOMPILING)
    return()
endif()

add_executable(core_timing test_timing.c) # make soak runs it
target_link_libraries(core_timing PRIVATE wirerate_internal m)
target_compile_definitions(core_timing PRIVATE _GNU_SOURCE)

if(WR_AH)
    wr_core_test(wiped)
    # Bound before it runs: resolving a name saves vector registers on the stack, with what the caller left in them.
    target_link_libraries(core_wiped PRIVATE Threads::Threads m -Wl,-z,now)
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
if(NOT WIRERATE_SANITIZE) # valgrind does not run beside a sanitizer
    set(memcheck ${VALGRIND} --quiet --error-exitcode=9)
    add_test(NAME core/secrets/memcheck COMMAND ${memcheck} $<TARGET_FILE:core_secrets>)
    add_test(NAME core/secrets/leak COMMAND ${memcheck} $<TARGET_FILE:core_secrets> leak)
    set_tests_properties(core/secrets/leak PROPERTIES WILL_FAIL ON)
endif()
