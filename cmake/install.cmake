# `cmake --install`: libraries, headers, pkg-config file and CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS ${installed} EXPORT wirerate
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(headers include/wirerate.h)
if(WR_MD5)
    list(APPEND headers include/wirerate_experimental.h)
endif()
if(WR_AH)
    list(APPEND headers include/wirerate_ah.h)
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

file(RELATIVE_PATH pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
list(TRANSFORM absent PREPEND " -D" OUTPUT_VARIABLE pc_absent)
string(REPLACE ";" "" pc_absent "${pc_absent}")
configure_file(cmake/wirerate.pc.in ${PROJECT_BINARY_DIR}/wirerate.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wirerate.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/wirerate)
install(EXPORT wirerate NAMESPACE wirerate:: FILE wirerate-config.cmake DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wirerate-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wirerate-config-version.cmake DESTINATION ${package})
