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
#else
#define UMAC(table) (&wr_umac_##table)
#endif

/* Lowest first: a kernel uses the tables of a lower one for what it lacks. */
static const struct wr_kernel kernels[] = {
    {"portable", 0, MD5(portable), &wr_checksum_portable, UMAC(portable)},
#ifdef WR_KERNEL_SSE2
    {"sse2", WR_CPU_SSE2, MD5(sse2), &wr_checksum_portable, UMAC(sse2)},
#endif
#ifdef WR_KERNEL_NEON
    {"neon", WR_CPU_NEON, MD5(neon), &wr_checksum_portable, UMAC(neon)},
#endif
#ifdef WR_KERNEL_AVX2
    {"avx2", WR_CPU_AVX2, MD5(avx2), &wr_checksum_avx2, UMAC(avx2)},
#endif
#ifdef WR_KERNEL_AVX512
    {"avx512", WR_CPU_AVX512, MD5(avx512), &wr_checksum_avx512, UMAC(avx512)},
#endif
};
enum { KERNELS = sizeof kernels / sizeof kernels[0] };

/* CPUID traps in a virtual machine (tens of microseconds), so its answer is kept; the top bit marks it as known. */
unsigned wr_kernel_features(void) {
    static _Atomic unsigned known;
    const unsigned valid = 1u << 31;
    unsigned features = atomic_load_explicit(&known, memory_order_relaxed);

    if (!features) {
        features = wr_cpu_features() | valid;
        atomic_store_explicit(&known, features, memory_order_relaxed);
    }
    return features;
}

static const struct wr_kernel *nth_usable(size_t n) {
    const unsigned features = wr_kernel_features();

    for (size_t i = 0; i < KERNELS; i++) {
        if ((kernels[i].needs & ~features) == 0 && n-- == 0)
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

/* Plain loads and stores, no exchange: CPUs without one (SPARC V8, Cortex-M0) would need a library for it. Threads that
 * meet here first all read the same environment and store the same pointer. */
static const struct wr_kernel *from_environment(void) {
    static _Atomic(const struct wr_kernel *) known;
    const struct wr_kernel *kernel = atomic_load_explicit(&known, memory_order_relaxed);

    if (!kernel) {
        const char *name = getenv("WIRERATE_KERNEL");
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

int wr_use_kernel(const char *name) {
    const struct wr_kernel *kernel = wr_kernel_find(name);
    if (!kernel)
        return WR_NO_KERNEL;
    atomic_store_explicit(&forced, kernel, memory_order_relaxed);
    return WR_OK;
}
