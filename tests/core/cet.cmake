# Builds the library as a distribution with control-flow protection does. A linker keeps IBT and SHSTK for a program only
# if every object of it, assembly too, says that it has them.
#
# cmake -DSOURCE=... -DBINARY=... -DCOMPILER=... -DREADELF=... -P cet.cmake
execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} -DCMAKE_C_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=Release
        "-DCMAKE_C_FLAGS=-fcf-protection=full" "-DCMAKE_ASM_FLAGS=-fcf-protection=full" -DWIRERATE_BUILD_HOST=OFF
        -DWIRERATE_BUILD_TESTS=OFF
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY} --parallel 2 --target wirerate_static
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${READELF} -n ${BINARY}/libwirerate.a OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "File: [^\n]*" objects "${notes}")
string(REGEX MATCHALL "IBT, SHSTK" protected "${notes}")
list(LENGTH objects all)
list(LENGTH protected some)
if(all EQUAL 0 OR NOT all EQUAL some)
    message(FATAL_ERROR "${some} of ${all} objects have control-flow protection:\n${notes}")
endif()
