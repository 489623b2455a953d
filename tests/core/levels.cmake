# What the stack holds after a call and how much of it a call takes are the compiler's doing: builds the library and
# these two tests at each level of optimization, and runs them. Without any, a compiler spills what vectors hold, keys
# too, which no source can help. UMAC's tests run at each level as well (umac_flags.cmake says why). All in one folder:
# another level compiles everything anew, but what the compiler can do is asked once. At TESTED_LEVEL, if given, the
# tests of the build that calls this run anyway.
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
        OUTPUT_QUIET ERROR_VARIABLE told RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${level}: does not build\n${told}")
    endif()
    foreach(test ${tests})
        set(how "")
        if(NOT test MATCHES "wiped|stack")
            set(how quick)
        endif()
        execute_process(COMMAND ${BINARY}/tests/core/${test} ${how} RESULT_VARIABLE failed OUTPUT_VARIABLE told ERROR_VARIABLE told)
        if(failed)
            message(FATAL_ERROR "${level}: ${test}: ${failed}\n${told}")
        endif()
        message(STATUS "${level}: ${test}: ${told}")
    endforeach()
endforeach()
