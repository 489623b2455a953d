# Builds the library with UMAC alone, and UMAC's tests, once for each set of compiler flags, and runs them. OpenSSH's own
# UMAC computes wrong tags when optimized under strict aliasing, and -ftrapv, which OpenSSH is built with, ends a program
# whose vector sums are signed: what we ship must not depend on either. All in one folder: other flags compile everything
# anew, but what the compiler can do is asked once. The levels that optimize run without other flags in levels.cmake.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -P umac_flags.cmake
foreach(level -O0 -O1 -O2 -O3)
    foreach(others "" "-fno-strict-aliasing -ftrapv")
        if(NOT level STREQUAL "-O0" AND others STREQUAL "")
            continue()
        endif()
        set(flags "${level} ${others}")
        execute_process(
            COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G "${GENERATOR}" -DCMAKE_C_COMPILER=${COMPILER}
                -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=${flags} -DWIRERATE_BUILD_HOST=OFF -DWIRERATE_SHARED=OFF -DWIRERATE_BUILD_TESTS=ON
                -DWR_MD5=OFF -DWR_AH=OFF
            OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
        foreach(test core_umac core_long core_nettle)
            execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 2 --target ${test}
                OUTPUT_QUIET ERROR_VARIABLE told RESULT_VARIABLE failed)
            if(failed AND "${told}" MATCHES "No rule to make target|unknown target")
                continue() # no nettle headers here, as core/nettle says
            elseif(failed)
                message(FATAL_ERROR "${flags}: ${test} does not build\n${told}")
            endif()
            execute_process(COMMAND ${BINARY}/tests/core/${test} quick RESULT_VARIABLE failed OUTPUT_VARIABLE told)
            if(failed)
                message(FATAL_ERROR "${flags}: ${test}: ${failed}\n${told}")
            endif()
            message(STATUS "${flags}: ${test}: ${told}")
        endforeach()
    endforeach()
endforeach()
