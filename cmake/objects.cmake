# The library's sources without disabled parts, and the kernels that the compiler can build.
set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)
check_symbol_exists(secure_getenv "stdlib.h" WR_HAS_SECURE_GETENV)
unset(CMAKE_REQUIRED_DEFINITIONS)

# Set the compile options of a target with library sources.
function(wr_set_up target)
    target_include_directories(${target} PRIVATE ${include_folders} ${PROJECT_SOURCE_DIR}/core)
    if(top_level)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-Wdeclaration-after-statement>)
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
        EXCLUDE_FROM_ALL ${only_if_linked})
endfunction()

function(wr_add_objects target)
    add_library(${target} OBJECT
        core/cpu/features.c
        core/cpu/kernel.c
        core/util/secret.c
        core/util/version.c
        core/checksum/checksum.c
        core/checksum/kernels/portable.c)
    if(WR_MD5)
        target_sources(${target} PRIVATE
            core/md5/md5.c
            core/md5/batch.c
            core/md5/equal.c
            core/md5/lanes.c
            core/md5/order.c
            core/md5/pieces.c
            core/md5/refill.c
            core/md5/single.c
            core/md5/streams.c
            core/md5/kernels/portable.c
            core/hmac/hmac_md5.c)
    endif()
    if(WIRERATE_EXPERIMENTAL)
        target_sources(${target} PRIVATE core/md5/ways.c)
    endif()
    if(WR_UMAC)
        target_sources(${target} PRIVATE
            core/aes/kernels/portable.c
            core/umac/hash.c
            core/umac/key.c
            core/umac/poly.c
            core/umac/umac.c
            core/umac/batch.c
            core/umac/kernels/portable.c)
    endif()
    if(WR_AH)
        target_sources(${target} PRIVATE
            core/ah/batch.c
            core/ah/headers.c
            core/ah/pipeline.c
            core/ah/reason.c
            core/ah/sa.c
            core/ah/signing.c
            core/ah/verifying.c
            core/ah/window.c)
    endif()
    if(WR_AH AND WR_MD5)
        target_sources(${target} PRIVATE core/ah/mac_md5.c)
    endif()
    wr_add_kernels(${target})
    if(WR_HAS_SECURE_GETENV)
        target_compile_definitions(${target} PRIVATE WR_HAS_SECURE_GETENV)
    endif()
    wr_set_up(${target})
endfunction()
