# The installed headers are the expected ones and no others.
#
# cmake -DFOLDER=... -DEXPECTED=... -P installed_headers.cmake
file(GLOB headers RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT headers)
list(SORT EXPECTED)
if(NOT headers STREQUAL EXPECTED)
    message(FATAL_ERROR "installed: ${headers}\nexpected: ${EXPECTED}")
endif()
