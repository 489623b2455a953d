# The compiler decides how much stack a call uses and what it leaves there. So build the library and these two tests at
# each level of optimization, and run them. Without optimization, a compiler spills the contents of vectors, including
# keys, which source code cannot prevent. UMAC's tests run at each level, too (umac_flags.cmake says why). All levels
# use one folder: each compiles everything again, but compiler features are checked once. At TESTED_LEVEL, if given, the
# tests are part of the calling build already.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -DTESTED_LEVEL=... -DNETTLE=ON|OFF -P levels.cmake
set(levels -O1 -O2 -Os -O3)
if(TESTED_LEVEL)
    list(REMOVE_ITEM levels ${TESTED_LEVEL})
endif()
set(tests core_wiped core_stack core_umac core_long)
if(NETTLE)
    list(APPEND tests core_nettle)
endif()
foreach(level ${levels})
    execute_process(
        COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G "${GENERATOR}" -DCMAKE_C_COMPILER=${COMPILER}
            -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=${level} -DWIRERATE_BUILD_HOST=OFF -DWIRERATE_SHARED=OFF -DWIRERATE_BUILD_TESTS=ON
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 2 --target ${tests}
        OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${level}: does not build\n${output}")
    endif()
    foreach(test ${tests})
        set(how "")
        if(NOT test MATCHES "wiped|stack")
            set(how quick)
        endif()
        execute_process(COMMAND ${BINARY}/tests/core/${test} ${how} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
        if(failed)
            message(FATAL_ERROR "${level}: ${test}: ${failed}\n${output}")
        endif()
        message(STATUS "${level}: ${test}: ${output}")
    endforeach()
endforeach()
