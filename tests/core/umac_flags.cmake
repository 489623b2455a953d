# Build the library with only UMAC, and UMAC's tests, once for each set of compiler flags, and run them. OpenSSH's own
# UMAC computes wrong tags when optimized under strict aliasing, and -ftrapv, which OpenSSH uses, ends a program with
# signed overflow in vector sums. The code that wirerate provides must work with both. All builds use one folder: other
# flags compile everything again, but compiler features are checked once. Optimization levels without other flags are in
# levels.cmake.
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
                OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE failed)
            if(failed AND "${output}" MATCHES "No rule to make target|unknown target")
                continue() # there are no nettle headers, as core/nettle reports
            elseif(failed)
                message(FATAL_ERROR "${flags}: ${test} does not build\n${output}")
            endif()
            execute_process(COMMAND ${BINARY}/tests/core/${test} quick RESULT_VARIABLE failed OUTPUT_VARIABLE output)
            if(failed)
                message(FATAL_ERROR "${flags}: ${test}: ${failed}\n${output}")
            endif()
            message(STATUS "${flags}: ${test}: ${output}")
        endforeach()
    endforeach()
endforeach()
