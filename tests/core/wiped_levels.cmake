# The compiler decides what a call leaves on the stack. So build the library as one file, which allows the most
# inlining, and run test_wiped.c with it. For -O2 and -O3, see tests/python/core/test_amalgamated.py; for the levels of
# the library itself, levels.cmake. Without optimization, a compiler spills the contents of vectors, including keys,
# which source code cannot prevent.
#
# cmake -DSOURCE=... -DBINARY=... -DCOMPILER=... -DPYTHON=... -P wiped_levels.cmake
file(REMOVE_RECURSE ${BINARY})
execute_process(COMMAND ${PYTHON} ${SOURCE}/scripts/amalgamate.py ${BINARY} COMMAND_ERROR_IS_FATAL ANY)

function(run step)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${BINARY} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
    message(STATUS "${step}\n${output}")
    if(failed)
        set(any_failed ON PARENT_SCOPE)
    endif()
endfunction()

run("the test" ${COMPILER} -std=c11 -D_GNU_SOURCE -O1 -I${SOURCE}/include -I${SOURCE}/core -c ${SOURCE}/tests/core/test_wiped.c -o test.o)
run("the assembly" ${COMPILER} -c wirerate_steps.S -o steps.o)
foreach(level -O1 -Os)
    run("${level} builds" ${COMPILER} -std=c11 ${level} -c wirerate.c -o wirerate${level}.o)
    run("${level} links" ${COMPILER} test.o wirerate${level}.o steps.o -o wiped${level} -pthread -lm -Wl,-z,now)
    run("${level}" ${BINARY}/wiped${level} some)
endforeach()
if(any_failed)
    message(FATAL_ERROR "${COMPILER}: failed, see the output above")
endif()
file(REMOVE_RECURSE ${BINARY})
