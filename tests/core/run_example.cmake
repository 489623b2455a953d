# Compiles the example with FLAGS, and with what pkg-config says of the library installed in LIBDIR if PKG_CONFIG is given,
# and runs it.
function(run output)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE result OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGN}: ${result}")
    endif()
    set(${output} "${text}" PARENT_SCOPE)
endfunction()

separate_arguments(FLAGS)
if(PKG_CONFIG)
    set(ENV{PKG_CONFIG_PATH} ${LIBDIR}/pkgconfig)
    set(ENV{LD_LIBRARY_PATH} ${LIBDIR})
    run(library ${PKG_CONFIG} --cflags --libs wirerate)
    separate_arguments(library)
endif()
run(nothing ${CC} ${FLAGS} ${SOURCE} ${library} -o ${PROGRAM})
run(printed ${PROGRAM})
# The second is case 2 of RFC 2202; the first is its key with the text of case 1, from Python's hmac.
set(expected "ab1abeee55d15696750d0865\n750c783e6ab0b503eaa86e31")
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "printed\n${printed}\ninstead of\n${expected}")
endif()
