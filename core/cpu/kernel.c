/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define _GNU_SOURCE /* for secure_getenv */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#include "features.h"
#include "util/atomic.h"
#include "wirerate.h"

/* An algorithm that the library was built without has no tables. */
#ifdef WR_NO_MD5
#define MD5(table) NULL
#else
#define MD5(table) (&wr_md5_##table)
#endif
#ifdef WR_NO_UMAC
#define UMAC(table) NULL
#define AES(table)  NULL
#else
#define UMAC(table) (&wr_umac_##table)
#define AES(table)  (&wr_aes_##table)
#endif
#ifdef WR_NO_CHECKSUM /* only in the umac.c that scripts/amalgamate.py writes for OpenSSH */
#define CHECKSUM(table) NULL
#else
#define CHECKSUM(table) (&wr_checksum_##table)
#endif

/* The AVX routines of MD5 are in assembly, for ELF and the System V calling convention. On other platforms the AVX
 * kernels use MD5's SSE2 routines. */
#ifdef WR_ASSEMBLY
#define MD5_AVX(table) MD5(table)
#else
#define MD5_AVX(table) MD5(sse2)
#endif

/* All kernels, in the order of their instruction sets: portable first, the newest last. A kernel without tables for an
 * algorithm uses those of an earlier kernel. Consecutive entries of the same name are variants of one kernel: the last
 * one that the CPU can run is used. */
#define KERNEL(isa, features, md5_table, checksum_table, umac_table, aes_table)                                        \
    {.name = isa,                                                                                                      \
     .needs = features,                                                                                                \
     .md5 = md5_table,                                                                                                 \
     .checksum = CHECKSUM(checksum_table),                                                                             \
     .umac = UMAC(umac_table),                                                                                         \
     .aes = AES(aes_table)}
static const struct wr_kernel kernels[] = {
    KERNEL("portable", 0, MD5(portable), portable, portable, portable),
#ifdef WR_KERNEL_SSE2
    KERNEL("sse2", WR_CPU_SSE2, MD5(sse2), portable, sse2, portable),
#ifdef WR_KERNEL_AESNI
    KERNEL("sse2", WR_CPU_SSE2 | WR_CPU_AES, MD5(sse2), portable, sse2, aesni),
#endif
#endif
#ifdef WR_KERNEL_NEON
    KERNEL("neon", WR_CPU_NEON, MD5(neon), portable, neon, portable),
#ifdef WR_KERNEL_ARMV8
    KERNEL("neon", WR_CPU_NEON | WR_CPU_AES, MD5(neon), portable, neon, armv8),
#endif
#endif
#ifdef WR_KERNEL_AVX2
    KERNEL("avx2", WR_CPU_AVX2, MD5_AVX(avx2), avx2, avx2, portable),
    KERNEL("avx2", WR_CPU_AVX2 | WR_CPU_AES, MD5_AVX(avx2), avx2, avx2, aesni),
#endif
#ifdef WR_KERNEL_AVX512
    KERNEL("avx512", WR_CPU_AVX512, MD5_AVX(avx512), avx512, avx512, portable),
    KERNEL("avx512", WR_CPU_AVX512 | WR_CPU_AES, MD5_AVX(avx512), avx512, avx512, aesni),
    KERNEL("avx512", WR_CPU_AVX512 | WR_CPU_AES | WR_CPU_FAST_VECTOR_CHAIN, MD5_AVX(avx512_chain), avx512, avx512,
           aesni),
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

#ifndef WR_NO_UMAC
/* Keys store these numbers, so they must not change. */
static const struct wr_aes *const aes_forms[] = {
    &wr_aes_portable,
#ifdef WR_KERNEL_AESNI
    [1] = &wr_aes_aesni,
#endif
#ifdef WR_KERNEL_ARMV8
    [2] = &wr_aes_armv8,
#endif
};

unsigned wr_aes_form(const struct wr_aes *aes) {
    const unsigned forms = sizeof aes_forms / sizeof *aes_forms;
    unsigned form = 0;
    while (form < forms - 1 && aes_forms[form] != aes)
        form++;
    return form;
}

const struct wr_aes *wr_aes_of_form(unsigned form) {
    return aes_forms[form];
}
#endif

/* CPUID traps in a virtual machine (tens of microseconds), so store its result; the top bit marks it as stored. */
static unsigned known_features(void) {
    static WR_ATOMIC(unsigned) known;
    const unsigned valid = 1u << 31;
    unsigned features = WR_LOAD(&known);

    if (!features) {
        features = wr_cpu_features() | valid;
        WR_STORE(&known, features);
    }
    return features;
}

static int usable(size_t i) {
    return (kernels[i].needs & ~known_features()) == 0;
}

static const struct wr_kernel *nth_usable(size_t n) {
    for (size_t i = 0; i < KERNELS; i++) {
        const int superseded = i + 1 < KERNELS && strcmp(kernels[i].name, kernels[i + 1].name) == 0 && usable(i + 1);
        if (usable(i) && !superseded && n-- == 0)
            return &kernels[i];
    }
    return NULL;
}

const struct wr_kernel *wr_kernel_best(void) {
    const struct wr_kernel *best = NULL;
    for (size_t i = 0; nth_usable(i); i++)
        best = nth_usable(i);
    return best;
}

const struct wr_kernel *wr_kernel_find(const char *name) {
    if (strcmp(name, "auto") == 0)
        return wr_kernel_best();
    for (size_t i = 0; nth_usable(i); i++) {
        if (strcmp(nth_usable(i)->name, name) == 0)
            return nth_usable(i);
    }
    return NULL;
}

#ifdef WR_NO_ENVIRONMENT
static const struct wr_kernel *from_environment(void) {
    return NULL;
}
#else
/* Whoever starts a set-user-ID program must not control it through the environment, so use secure_getenv where the C
 * library has it. CMake checks for it; without CMake, only glibc is known to have it. */
#if !defined(WR_HAS_SECURE_GETENV) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 17)
#define WR_HAS_SECURE_GETENV
#endif
#endif
#ifdef WR_HAS_SECURE_GETENV
#define environment secure_getenv
#else
#define environment getenv
#endif

static const struct wr_kernel *from_environment(void) {
    const char *name = environment("WIRERATE_KERNEL");
    return name ? wr_kernel_find(name) : NULL;
}
#endif

/* If several threads make the first call at the same time, all of them read the same environment and store the same
 * pointer. */
static const struct wr_kernel *unforced(void) {
    static WR_ATOMIC(const struct wr_kernel *) known;
    const struct wr_kernel *kernel = WR_LOAD(&known);

    if (!kernel) {
        kernel = from_environment();
        if (!kernel)
            kernel = wr_kernel_best();
        WR_STORE(&known, kernel);
    }
    return kernel;
}

static WR_ATOMIC(const struct wr_kernel *) forced;

const struct wr_kernel *wr_kernel_active(void) {
    const struct wr_kernel *kernel = WR_LOAD(&forced);
    return kernel ? kernel : unforced();
}

const struct wr_kernel *wr_kernel_force(const struct wr_kernel *kernel) {
    const struct wr_kernel *before = WR_LOAD(&forced);
    WR_STORE(&forced, kernel);
    return before;
}

const char *wr_kernel_name(size_t i) {
    const struct wr_kernel *kernel = i < KERNELS ? nth_usable(i) : NULL;
    return kernel ? kernel->name : NULL;
}

const char *wr_kernel_in_use(void) {
    return wr_kernel_active()->name;
}

wr_status wr_use_kernel(const char *name) {
    const struct wr_kernel *kernel = name ? wr_kernel_find(name) : NULL;
    if (!kernel)
        return WR_NO_KERNEL;
    wr_kernel_force(kernel);
    return WR_OK;
}
