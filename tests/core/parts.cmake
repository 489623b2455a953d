# Builds the library without each part, and without each combination of them: it links, its tests pass, and it exports
# what its headers declare.
#
# cmake -DSOURCE=... -DBINARY=... -DCOMPILER=... -P parts.cmake
foreach(absent MD5 UMAC AH "MD5 UMAC" "MD5 AH" "UMAC AH" "MD5 UMAC AH")
    string(MAKE_C_IDENTIFIER "without_${absent}" folder)
    separate_arguments(absent)
    list(TRANSFORM absent REPLACE "(.+)" "-DWR_\\1=OFF")
    set(build ${BINARY}/${folder})
    execute_process(
        COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${build} -DCMAKE_C_COMPILER=${COMPILER} -DWIRERATE_BUILD_HOST=OFF
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS=-Werror -DWIRERATE_BUILD_TESTS=ON ${absent}
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --parallel 2 --target core_platform wirerate_shared
        OUTPUT_QUIET ERROR_VARIABLE told RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${absent}: does not build\n${told}")
    endif()
    foreach(command "${build}/tests/core/platform/core_platform;quick"
            "${CMAKE_CTEST_COMMAND};--test-dir;${build};--output-on-failure;-R;^core/(install|exported-names)$")
        execute_process(COMMAND ${command} OUTPUT_VARIABLE told ERROR_VARIABLE told RESULT_VARIABLE failed)
        if(failed)
            message(FATAL_ERROR "${absent}: ${told}")
        endif()
        message(STATUS "${absent}: ${told}")
    endforeach()
endforeach()
