# Compiles SOURCE against the installed library as a user would, and runs it.
set(ENV{PKG_CONFIG_PATH} ${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs wirerate OUTPUT_VARIABLE flags
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags)
separate_arguments(FLAGS)
execute_process(COMMAND ${CC} ${FLAGS} ${SOURCE} ${flags} -o ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} ${LIBDIR})
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
# RFC 2202 case 2 is the second; the first is its key with the text of case 1, checked with Python's hmac.
set(expected "ab1abeee55d15696750d0865\n750c783e6ab0b503eaa86e31\n")
if(NOT output STREQUAL expected)
    message(FATAL_ERROR "printed\n${output}instead of\n${expected}")
endif()
