/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Detection of the features that the CPU and the operating system support, for the whole library. (Internal.) */
#ifndef WR_CORE_CPU_FEATURES_H
#define WR_CORE_CPU_FEATURES_H

enum {
    WR_CPU_SSE2 = 1 << 0,
    WR_CPU_AVX2 = 1 << 1,
    WR_CPU_AVX512 = 1 << 2, /* AVX-512 F, CD, BW, DQ and VL, and BMI2: supported by every server processor with AVX-512
                             * since Skylake */
    WR_CPU_NEON = 1 << 3,
    WR_CPU_AES = 1 << 4, /* AES instructions of x86 (AES-NI) or ARMv8 */
    /* Vector additions, shifts and selections have a latency of one cycle. Set for Zen 4, where MD5 of one message was
     * measured at 4.06 cycles per byte with vector instructions and 4.52 with scalar ones; not for Zen 5, where the
     * latency is two cycles (8.3 and 4.5 cycles per byte). Processors of other vendors have not been measured and do
     * not get this flag. */
    WR_CPU_FAST_VECTOR_CHAIN = 1 << 5
};

unsigned wr_cpu_features(void);

#endif
