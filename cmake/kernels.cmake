# The kernels that the compiler can build for this processor. Each adds its files, their flags, and WR_KERNEL_NAME, which
# puts it into the list of core/cpu/kernel.c. Without any, the library is portable C and needs no CMake: `cc -Iinclude
# -Icore -c core/*/*.c core/*/kernels/portable.c` (core/one-call tests that).
include(CheckCCompilerFlag)
include(CheckSymbolExists)

function(wr_add_kernel target name flags)
    string(TOUPPER ${name} upper)
    if(flags)
        string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${flags}")
        check_c_compiler_flag("${flags}" WR_COMPILER_HAS_${upper})
        if(NOT WR_COMPILER_HAS_${upper})
            return()
        endif()
    endif()
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/*/kernels/${name}.c
        ${PROJECT_SOURCE_DIR}/core/*/kernels/${name}_steps.S)
    if(NOT WR_MD5)
        list(FILTER sources EXCLUDE REGEX "/core/md5/kernels/")
    endif()
    if(NOT WR_UMAC) # AES is UMAC's
        list(FILTER sources EXCLUDE REGEX "/core/(umac|aes)/kernels/")
    endif()
    foreach(source ${sources})
        target_sources(${target} PRIVATE ${source})
        set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${flags}")
    endforeach()
    target_compile_definitions(${target} PRIVATE WR_KERNEL_${upper})
endfunction()

check_symbol_exists(__x86_64__ "stddef.h" WR_TARGET_X86_64)
check_symbol_exists(__i386__ "stddef.h" WR_TARGET_I386)
check_symbol_exists(__ELF__ "stddef.h" WR_ELF)
check_symbol_exists(__aarch64__ "stddef.h" WR_TARGET_AARCH64)

macro(wr_add_kernels target)
    if(WR_TARGET_X86_64 OR WR_TARGET_I386)
        wr_add_kernel(${target} sse2 "-msse2")
        wr_add_kernel(${target} aesni "-msse2;-maes")
    endif()
    if(WR_TARGET_AARCH64)
        wr_add_kernel(${target} neon "")
        wr_add_kernel(${target} armv8 "-march=armv8-a+crypto")
    endif()
    if(WR_TARGET_X86_64 AND WR_ELF) # the assembly is for 64 bits and the System V calling convention
        wr_add_kernel(${target} avx2 "-mavx2")
        wr_add_kernel(${target} avx512 "-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mbmi2")
    endif()
endmacro()
