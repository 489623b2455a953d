# Use the library as other projects do: installed or among their sources, shared or static, in any place. It is built
# without MD5 and AH, so that its header has parts to leave out.
#
# cmake -DSOURCE=... -DBINARY=... -DGENERATOR=... -DCOMPILER=... -DPKG_CONFIG=... -DMINGW=... -DWINE=... -P consumers.cmake
file(REMOVE_RECURSE ${BINARY})

function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "${ARGN}: ${failed}\n${output}")
    endif()
endfunction()

# Build and run a consumer in a separate folder; the other arguments are its options.
function(consume name)
    set(folder ${BINARY}/${name})
    run(${CMAKE_COMMAND} -S ${SOURCE}/tests/core/consumer -B ${folder} -G ${GENERATOR} -DCMAKE_C_COMPILER=${COMPILER}
        -DWIRERATE=${SOURCE} ${ARGN})
    run(${CMAKE_COMMAND} --build ${folder} --parallel 2)
    run(${run_by} ${folder}/bin/consumer${suffix})
    message(STATUS "${name}: runs")
endfunction()

# Use one build folder, so that compiler features are checked once.
function(install prefix)
    run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY}/library -G ${GENERATOR} -DCMAKE_C_COMPILER=${COMPILER}
        -DCMAKE_BUILD_TYPE=Debug -DWIRERATE_BUILD_TESTS=OFF -DWIRERATE_BUILD_HOST=OFF -DWR_MD5=OFF -DWR_AH=OFF
        -DCMAKE_INSTALL_PREFIX=${prefix} ${ARGN})
    run(${CMAKE_COMMAND} --build ${BINARY}/library --parallel 2)
    run(${CMAKE_COMMAND} --install ${BINARY}/library)
endfunction()

# The same through pkg-config, which must report these folders.
function(consume_by_pkg_config name libraries headers)
    if(NOT PKG_CONFIG)
        return()
    endif()
    set(ENV{PKG_CONFIG_PATH} ${libraries}/pkgconfig)
    set(ENV{LD_LIBRARY_PATH} ${libraries})
    execute_process(COMMAND ${PKG_CONFIG} --cflags --libs wirerate OUTPUT_VARIABLE flags
        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    foreach(pair "libdir ${libraries}" "includedir ${headers}")
        separate_arguments(pair)
        list(GET pair 0 variable)
        list(GET pair 1 expected)
        execute_process(COMMAND ${PKG_CONFIG} --variable=${variable} wirerate OUTPUT_VARIABLE value
            OUTPUT_STRIP_TRAILING_WHITESPACE)
        get_filename_component(value "${value}" REALPATH)
        if(NOT value STREQUAL expected)
            message(FATAL_ERROR "${name}: pkg-config's ${variable} is ${value}, not ${expected}")
        endif()
    endforeach()
    separate_arguments(flags)
    run(${COMPILER} ${SOURCE}/tests/core/consumer/main.c ${flags} -o ${BINARY}/${name}-pkg-config)
    run(${BINARY}/${name}-pkg-config)
    unset(ENV{LD_LIBRARY_PATH})
    message(STATUS "${name}: runs by pkg-config")
endfunction()

get_filename_component(BINARY ${BINARY} REALPATH)
set(installed -DFROM=find_package -DLIBRARY=wirerate::wirerate)

install(${BINARY}/both)
set(both ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/both)
consume(installed ${both} -DKIND=SHARED)
consume(installed-static ${both} -DBUILD_SHARED_LIBS=OFF -DKIND=STATIC)
consume(installed-component ${both} -DCOMPONENTS=static -DLIBRARY=wirerate::static -DKIND=STATIC)
file(RENAME ${BINARY}/both ${BINARY}/moved) # an install tree may be moved
file(GLOB_RECURSE pc ${BINARY}/moved/wirerate.pc)
get_filename_component(libraries ${pc}/../.. REALPATH)
consume(moved ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/moved -DKIND=SHARED)
consume_by_pkg_config(moved ${libraries} ${BINARY}/moved/include)

install(${BINARY}/static -DWIRERATE_SHARED=OFF)
consume(static-only ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/static -DBUILD_SHARED_LIBS=ON -DKIND=STATIC)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/tests/core/consumer -B ${BINARY}/refused -G ${GENERATOR}
    -DCMAKE_C_COMPILER=${COMPILER} ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/static -DCOMPONENTS=shared
    OUTPUT_QUIET ERROR_VARIABLE output RESULT_VARIABLE failed)
if(NOT failed OR NOT output MATCHES "installed[ \n]+without[ \n]+shared")
    message(FATAL_ERROR "a missing component is not an error: ${failed}\n${output}")
endif()

# As in Nix: libraries and headers in unrelated folders.
install(${BINARY}/out -DWIRERATE_SHARED=ON -DCMAKE_INSTALL_LIBDIR=${BINARY}/out/lib
    -DCMAKE_INSTALL_INCLUDEDIR=${BINARY}/dev/include)
consume(absolute ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/out -DKIND=SHARED)
consume_by_pkg_config(absolute ${BINARY}/out/lib ${BINARY}/dev/include)
install(${BINARY}/half -DCMAKE_INSTALL_LIBDIR=${BINARY}/elsewhere/lib -DCMAKE_INSTALL_INCLUDEDIR=include)
consume(half-absolute ${installed} -DCMAKE_PREFIX_PATH=${BINARY}/elsewhere -DKIND=SHARED)
consume_by_pkg_config(half-absolute ${BINARY}/elsewhere/lib ${BINARY}/half/include)

consume(subdirectory -DFROM=add_subdirectory -DLIBRARY=wirerate::wirerate -DKIND=STATIC)
file(GLOB_RECURSE unused ${BINARY}/subdirectory/*.so*)
if(unused)
    message(FATAL_ERROR "built although nothing links it: ${unused}")
endif()
consume(subdirectory-shared -DFROM=add_subdirectory -DLIBRARY=wirerate::wirerate -DBUILD_SHARED_LIBS=ON -DKIND=SHARED)
consume(fetched -DFROM=FetchContent -DLIBRARY=wirerate::shared -DKIND=SHARED)

if(MINGW)
    set(COMPILER ${MINGW})
    set(suffix .exe)
    set(run_by ${WINE})
    set(ENV{WINEPREFIX} ${BINARY}/wine)
    set(ENV{WINEDEBUG} -all)
    if(NOT WINE)
        set(run_by ${CMAKE_COMMAND} -E echo "cannot run")
    endif()
    foreach(kind STATIC SHARED)
        string(TOLOWER wirerate::${kind} library)
        consume(windows-${kind} -DFROM=add_subdirectory -DLIBRARY=${library} -DKIND=${kind} -DCMAKE_SYSTEM_NAME=Windows
            -DCMAKE_SYSTEM_PROCESSOR=AMD64)
    endforeach()
endif()
file(REMOVE_RECURSE ${BINARY})
