# The installed library as users see it: exported names, headers, pkg-config and the CMake package.
if(NOT WIRERATE_SHARED OR WIN32)
    return()
endif()
if(CMAKE_NM AND CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize") # sanitizers export additional names
    add_test(NAME core/exported-names COMMAND ${CMAKE_COMMAND} -D NM=${CMAKE_NM} -D LIBRARY=$<TARGET_FILE:wirerate_shared>
        -D CC=${CMAKE_C_COMPILER} "-D HEADERS=${include_folders}" "-D ABSENT=${absent}"
        -D EXPERIMENTAL=${WIRERATE_EXPERIMENTAL} -P ${CMAKE_CURRENT_SOURCE_DIR}/exported_names.cmake)
endif()
if(NOT WR_MD5)
    return() # the remaining tests build examples that use MD5 and HMAC-MD5
endif()
set(prefix ${PROJECT_BINARY_DIR}/installed)
set(examples ${PROJECT_SOURCE_DIR}/docs/examples)
set(expected ${CMAKE_CURRENT_SOURCE_DIR}/examples)

# Without CMake: compile the example and the portable library in one command.
if(NOT CMAKE_CROSSCOMPILING)
    file(GLOB sources ${PROJECT_SOURCE_DIR}/core/*/*.c ${PROJECT_SOURCE_DIR}/core/*/kernels/portable.c)
    list(JOIN sources " " sources)
    add_test(NAME core/one-call COMMAND ${CMAKE_COMMAND} -D CC=${CMAKE_C_COMPILER}
        -D "FLAGS=-std=c11 -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/core ${sources}"
        -D SOURCE=${examples}/hmac_batch.c -D EXPECTED=${expected}/hmac_batch.txt -D PROGRAM=${PROJECT_BINARY_DIR}/one-call
        -P ${CMAKE_CURRENT_SOURCE_DIR}/run_example.cmake)
endif()

add_test(NAME core/install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
add_test(NAME core/install-removed COMMAND ${CMAKE_COMMAND} -E rm -rf ${prefix}) # left by an earlier build
set_tests_properties(core/install-removed PROPERTIES FIXTURES_SETUP removed)
set_tests_properties(core/install PROPERTIES FIXTURES_SETUP installed FIXTURES_REQUIRED removed)
set(header_names wirerate.h wirerate_config.h)
foreach(pair "WR_AH wirerate_ah.h" "WIRERATE_EXPERIMENTAL wirerate_experimental.h")
    separate_arguments(pair)
    list(GET pair 0 part)
    list(GET pair 1 header)
    if(${part})
        list(APPEND header_names ${header})
    endif()
endforeach()
add_test(NAME core/installed-headers COMMAND ${CMAKE_COMMAND} -D FOLDER=${prefix}/${CMAKE_INSTALL_INCLUDEDIR}
    "-D EXPECTED=${header_names}" -P ${CMAKE_CURRENT_SOURCE_DIR}/installed_headers.cmake)
set_tests_properties(core/installed-headers PROPERTIES FIXTURES_REQUIRED installed)

find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG AND NOT CMAKE_CROSSCOMPILING)
    foreach(name hmac_batch rsync_sums radius_requests)
        add_test(NAME core/installed-pkg-config/${name} COMMAND ${CMAKE_COMMAND}
            -D CC=${CMAKE_C_COMPILER} -D "FLAGS=${CMAKE_C_FLAGS}" -D PKG_CONFIG=${PKG_CONFIG}
            -D LIBDIR=${prefix}/${CMAKE_INSTALL_LIBDIR} -D SOURCE=${examples}/${name}.c -D EXPECTED=${expected}/${name}.txt
            -D PROGRAM=${prefix}/${name} -P ${CMAKE_CURRENT_SOURCE_DIR}/run_example.cmake)
        set_tests_properties(core/installed-pkg-config/${name} PROPERTIES FIXTURES_REQUIRED installed)
    endforeach()
else()
    wr_skipped_test(core/installed-pkg-config "no pkg-config, or cross-compiling")
endif()

add_test(NAME core/installed-cmake COMMAND ${CMAKE_CTEST_COMMAND}
    --build-and-test ${examples} ${prefix}/examples --build-generator ${CMAKE_GENERATOR} --build-noclean
    --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} "-DCMAKE_C_FLAGS=${CMAKE_C_FLAGS}"
    "-DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE}")
set_tests_properties(core/installed-cmake PROPERTIES FIXTURES_REQUIRED installed)
