#define _GNU_SOURCE /* secure_getenv */
#include "kernel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "features.h"
#include "wirerate.h"

/* A part that the library was built without has no tables. */
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

/* Lowest first: a kernel uses the tables of a lower one for what it lacks. Of entries of one name that follow one
 * another the last that the CPU can run counts. */
static const struct wr_kernel kernels[] = {
    {"portable", 0, MD5(portable), &wr_checksum_portable, UMAC(portable), AES(portable)},
#ifdef WR_KERNEL_SSE2
    {"sse2", WR_CPU_SSE2, MD5(sse2), &wr_checksum_portable, UMAC(sse2), AES(portable)},
#ifdef WR_KERNEL_AESNI
    {"sse2", WR_CPU_SSE2 | WR_CPU_AES, MD5(sse2), &wr_checksum_portable, UMAC(sse2), AES(aesni)},
#endif
#endif
#ifdef WR_KERNEL_NEON
    {"neon", WR_CPU_NEON, MD5(neon), &wr_checksum_portable, UMAC(neon), AES(portable)},
#ifdef WR_KERNEL_ARMV8
    {"neon", WR_CPU_NEON | WR_CPU_AES, MD5(neon), &wr_checksum_portable, UMAC(neon), AES(armv8)},
#endif
#endif
#ifdef WR_KERNEL_AVX2
    {"avx2", WR_CPU_AVX2, MD5(avx2), &wr_checksum_avx2, UMAC(avx2), AES(portable)},
    {"avx2", WR_CPU_AVX2 | WR_CPU_AES, MD5(avx2), &wr_checksum_avx2, UMAC(avx2), AES(aesni)},
#endif
#ifdef WR_KERNEL_AVX512
    {"avx512", WR_CPU_AVX512, MD5(avx512), &wr_checksum_avx512, UMAC(avx512), AES(portable)},
    {"avx512", WR_CPU_AVX512 | WR_CPU_AES, MD5(avx512), &wr_checksum_avx512, UMAC(avx512), AES(aesni)},
    {"avx512", WR_CPU_AVX512 | WR_CPU_AES | WR_CPU_FAST_VECTOR_CHAIN, MD5(avx512_chain), &wr_checksum_avx512,
     UMAC(avx512), AES(aesni)},
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

#ifndef WR_NO_UMAC
/* Numbers that keys hold: they stay what they are. */
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
    unsigned form = 0;
    while (aes_forms[form] != aes)
        form++;
    return form;
}

const struct wr_aes *wr_aes_of_form(unsigned form) {
    return aes_forms[form];
}
#endif

/* CPUID traps in a virtual machine (tens of microseconds), so its answer is kept; the top bit marks it as known. */
static unsigned known_features(void) {
    static _Atomic unsigned known;
    const unsigned valid = 1u << 31;
    unsigned features = atomic_load_explicit(&known, memory_order_relaxed);

    if (!features) {
        features = wr_cpu_features() | valid;
        atomic_store_explicit(&known, features, memory_order_relaxed);
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

static const struct wr_kernel *best(void) {
    const struct wr_kernel *found = NULL;
    for (size_t i = 0; nth_usable(i); i++)
        found = nth_usable(i);
    return found;
}

const struct wr_kernel *wr_kernel_find(const char *name) {
    if (strcmp(name, "auto") == 0)
        return best();
    for (size_t i = 0; nth_usable(i); i++) {
        if (strcmp(nth_usable(i)->name, name) == 0)
            return nth_usable(i);
    }
    return NULL;
}

/* What whoever started a set-user-ID program put there decides nothing in it. */
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 17)
#define environment secure_getenv
#else
#define environment getenv
#endif

/* Plain loads and stores, no exchange: CPUs without one (SPARC V8, Cortex-M0) would need a library for it. Threads that
 * meet here first all read the same environment and store the same pointer. */
static const struct wr_kernel *from_environment(void) {
    static _Atomic(const struct wr_kernel *) known;
    const struct wr_kernel *kernel = atomic_load_explicit(&known, memory_order_relaxed);

    if (!kernel) {
        const char *name = environment("WIRERATE_KERNEL");
        kernel = name ? wr_kernel_find(name) : NULL;
        if (!kernel)
            kernel = best();
        atomic_store_explicit(&known, kernel, memory_order_relaxed);
    }
    return kernel;
}

static _Atomic(const struct wr_kernel *) forced;

const struct wr_kernel *wr_kernel_active(void) {
    const struct wr_kernel *kernel = atomic_load_explicit(&forced, memory_order_relaxed);
    return kernel ? kernel : from_environment();
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
    atomic_store_explicit(&forced, kernel, memory_order_relaxed);
    return WR_OK;
}
