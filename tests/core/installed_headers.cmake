# The installed headers are exactly the expected ones.
#
# cmake -DFOLDER=... -DEXPECTED=... -P installed_headers.cmake
file(GLOB headers RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT headers)
list(SORT EXPECTED)
if(NOT headers STREQUAL EXPECTED)
    message(FATAL_ERROR "installed: ${headers}\nexpected: ${EXPECTED}")
endif()
