# Build the library as distributions with control-flow protection do, with the flags passed as options or in CFLAGS. A
# linker keeps IBT and SHSTK for a program only if every object, including assembly, declares them. All parts get their
# flags in the same way, so only MD5, which has the assembly, is tested with CFLAGS.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -DREADELF=... -P cet.cmake
function(check_protection name)
    file(REMOVE_RECURSE ${BINARY}/${name}) # CMake reads CFLAGS in its first run only
    execute_process(
        COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY}/${name} -G "${GENERATOR}" -DCMAKE_C_COMPILER=${COMPILER}
            -DCMAKE_BUILD_TYPE=None -DWIRERATE_BUILD_HOST=OFF -DWIRERATE_BUILD_TESTS=OFF ${ARGN}
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${BINARY}/${name} --parallel 2 --target wirerate_static
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${READELF} -n ${BINARY}/${name}/libwirerate.a
        OUTPUT_VARIABLE notes COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "File: [^\n]*" objects "${notes}")
    string(REGEX MATCHALL "IBT, SHSTK" protected "${notes}")
    list(LENGTH objects all)
    list(LENGTH protected some)
    if(all EQUAL 0 OR NOT all EQUAL some)
        message(FATAL_ERROR "${name}: ${some} of ${all} objects have control-flow protection:\n${notes}")
    endif()
endfunction()

set(flag -fcf-protection=full)
unset(ENV{CFLAGS})
unset(ENV{ASMFLAGS})
check_protection(options -DCMAKE_C_FLAGS=${flag} -DCMAKE_ASM_FLAGS=${flag})
set(ENV{CFLAGS} ${flag}) # CMake uses CFLAGS for C only
check_protection(environment -DWR_UMAC=OFF -DWR_AH=OFF)
