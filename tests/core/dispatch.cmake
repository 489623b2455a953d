# WIRERATE_KERNEL is read once, at first use, so every value needs a process.
function(wr_environment_test value expected)
    add_test(NAME core/dispatch/environment-${value} COMMAND core_dispatch environment ${expected})
    set_tests_properties(core/dispatch/environment-${value} PROPERTIES ENVIRONMENT "WIRERATE_KERNEL=${value}")
endfunction()

wr_environment_test(portable portable)
wr_environment_test(auto best)
wr_environment_test(nonsense best)

# Emulated CPUs, on which missing instructions fault. QEMU 7.2 has no AVX-512, which is tested natively instead.
find_program(QEMU_X86_64 qemu-x86_64)
if(NOT WR_TARGET_X86_64 OR CMAKE_CROSSCOMPILING)
    return()
endif()
if(NOT QEMU_X86_64)
    wr_skipped_test(core/dispatch/emulated "no qemu-x86_64 (Debian: qemu-user)")
    return()
endif()
if(CMAKE_C_FLAGS MATCHES "-fsanitize|-march=")
    return() # neither works with emulation
endif()
get_target_property(built wirerate_objects COMPILE_DEFINITIONS)
set(baseline portable)
if("WR_KERNEL_SSE2" IN_LIST built)
    set(baseline sse2)
endif()
foreach(pair "qemu64 ${baseline}" "Nehalem ${baseline}" "SandyBridge ${baseline}" "Haswell avx2" "max,-avx2 ${baseline}")
    separate_arguments(pair)
    list(GET pair 0 cpu)
    list(GET pair 1 best)
    add_test(NAME core/dispatch/emulated-${cpu} COMMAND ${QEMU_X86_64} -cpu ${cpu} $<TARGET_FILE:core_dispatch> up-to ${best})
    # The environment cannot select a kernel that the processor lacks.
    add_test(NAME core/dispatch/emulated-${cpu}-environment COMMAND ${QEMU_X86_64} -cpu ${cpu} -E WIRERATE_KERNEL=avx512
        $<TARGET_FILE:core_dispatch> environment ${best})
    if(TARGET core_vectors)
        add_test(NAME core/vectors/emulated-${cpu} COMMAND ${QEMU_X86_64} -cpu ${cpu} $<TARGET_FILE:core_vectors>)
    endif()
endforeach()
