# Builds the library as a distribution with control-flow protection does, whose flags come as options or in CFLAGS. A
# linker keeps IBT and SHSTK for a program only if every object of it, assembly too, says that it has them. How the flags
# come is the same for all parts: from CFLAGS they are given to MD5 alone, which has the assembly.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -DREADELF=... -P cet.cmake
function(check_protection name)
    file(REMOVE_RECURSE ${BINARY}/${name}) # CFLAGS is read by the first run only
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
set(ENV{CFLAGS} ${flag}) # CMake gives it to C alone
check_protection(environment -DWR_UMAC=OFF -DWR_AH=OFF)
