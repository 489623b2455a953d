# Install libraries, headers, the pkg-config file and the CMake package.
include(CMakePackageConfigHelpers)

install(TARGETS ${installed} EXPORT wirerate
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(headers include/wirerate.h ${PROJECT_BINARY_DIR}/include/wirerate_config.h)
if(WIRERATE_EXPERIMENTAL)
    list(APPEND headers include/wirerate_experimental.h)
endif()
if(WR_AH)
    list(APPEND headers include/wirerate_ah.h)
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# The folders of libraries and headers may be absolute; such a path is used unchanged.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(pc_about_prefix "The configured prefix, since the library folder is absolute.")
    set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
    set(pc_about_prefix "Relative to this file, so that an install tree may be moved.")
    file(RELATIVE_PATH pc_to_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
    set(pc_prefix "\${pcfiledir}/${pc_to_prefix}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/wirerate.pc.in ${PROJECT_BINARY_DIR}/wirerate.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wirerate.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/wirerate)
install(EXPORT wirerate NAMESPACE wirerate:: FILE wirerate-targets.cmake DESTINATION ${package})
configure_file(cmake/wirerate-config.cmake.in ${PROJECT_BINARY_DIR}/wirerate-config.cmake COPYONLY)
set(compatible SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatible SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wirerate-config-version.cmake COMPATIBILITY ${compatible})
install(FILES ${PROJECT_BINARY_DIR}/wirerate-config.cmake ${PROJECT_BINARY_DIR}/wirerate-config-version.cmake
    DESTINATION ${package})
