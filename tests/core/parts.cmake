# Build the library with its experimental part, and without every combination of other parts: it must link, its tests
# must pass, and it must export what its headers declare. All builds use one folder: wirerate_config.h changes and every
# object is compiled again, but compiler features are checked once. -O1 is enough, since a missing part shows at any
# level.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -P parts.cmake
foreach(absent NOTHING MD5 UMAC AH "MD5 UMAC" "MD5 AH" "UMAC AH" "MD5 UMAC AH")
    set(parts -DWR_MD5=ON -DWR_UMAC=ON -DWR_AH=ON -DWIRERATE_EXPERIMENTAL=OFF)
    if(absent STREQUAL "NOTHING")
        list(TRANSFORM parts REPLACE "EXPERIMENTAL=OFF" "EXPERIMENTAL=ON")
    endif()
    separate_arguments(names UNIX_COMMAND "${absent}")
    foreach(name ${names})
        list(TRANSFORM parts REPLACE "WR_${name}=ON" "WR_${name}=OFF")
    endforeach()
    execute_process(
        COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -G "${GENERATOR}" -DCMAKE_C_COMPILER=${COMPILER}
            -DWIRERATE_BUILD_HOST=OFF -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=-O1 -Werror" -DWIRERATE_BUILD_TESTS=ON ${parts}
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 2 --target core_platform wirerate_shared
        OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "without ${absent}: does not build\n${output}")
    endif()
    foreach(command "${BINARY}/tests/core/platform/core_platform;quick"
            "${CMAKE_CTEST_COMMAND};--test-dir;${BINARY};--output-on-failure;-R;^core/(install|installed-headers|exported-names)$")
        execute_process(COMMAND ${command} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
        if(failed)
            message(FATAL_ERROR "without ${absent}: ${output}")
        endif()
        message(STATUS "without ${absent}: ${output}")
    endforeach()
endforeach()
