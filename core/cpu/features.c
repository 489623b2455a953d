/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "features.h"

#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)

#include <cpuid.h>
#include <stdint.h>

/* A CPU flag alone is not enough: if the operating system does not save the wide registers, their contents get lost or
 * their use faults. XCR0 tells which registers are saved (Intel SDM volume 1, section 13.1). */
static uint64_t saved_registers(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

/* An AMD processor of family 19h (25) with AVX-512 is a Zen 4. CPUID leaf 1 has the family, leaf 0 the vendor's
 * name. */
static int is_zen4(unsigned features) {
    unsigned eax, ebx, ecx, edx;

    if (!(features & WR_CPU_AVX512) || !__get_cpuid(0, &eax, &ebx, &ecx, &edx))
        return 0;
    if (ebx != signature_AMD_ebx || ecx != signature_AMD_ecx || edx != signature_AMD_edx)
        return 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (eax >> 8 & 15) + (eax >> 20 & 255) == 25;
}

static unsigned detect(void) {
    enum { XMM_YMM = 0x6, XMM_YMM_ZMM = 0xe6 };
    const unsigned avx512 = bit_AVX512F | bit_AVX512CD | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL | bit_BMI2;
    unsigned eax, ebx, ecx, edx, features = 0;
    uint64_t saved;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return 0;
    if (edx & bit_SSE2)
        features |= WR_CPU_SSE2;
    if (ecx & bit_AES)
        features |= WR_CPU_AES;
    if (!(ecx & bit_OSXSAVE) || !(ecx & bit_AVX))
        return features;
    saved = saved_registers();
    if ((saved & XMM_YMM) != XMM_YMM || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return features;
    if (ebx & bit_AVX2)
        features |= WR_CPU_AVX2;
    if ((saved & XMM_YMM_ZMM) == XMM_YMM_ZMM && (ebx & avx512) == avx512)
        features |= WR_CPU_AVX512;
    if (is_zen4(features))
        features |= WR_CPU_FAST_VECTOR_CHAIN;
    return features;
}

#elif defined(__aarch64__)

#if defined(__linux__)
#include <sys/auxv.h>
#endif

static unsigned detect(void) {
    unsigned features = WR_CPU_NEON; /* mandatory in AArch64 */
#if defined(__linux__)
    enum { HWCAP_BIT_AES = 1 << 3 }; /* from asm/hwcap.h */
    if (getauxval(AT_HWCAP) & HWCAP_BIT_AES)
        features |= WR_CPU_AES;
#elif defined(__APPLE__)
    features |= WR_CPU_AES; /* all 64-bit Apple processors have AES instructions */
#endif
    return features;
}

#else

static unsigned detect(void) {
    return 0;
}

#endif

unsigned wr_cpu_features(void) {
    return detect();
}
