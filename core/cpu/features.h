/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the CPU and the operating system support. The only place that looks. (Internal.) */
#ifndef WR_CORE_CPU_FEATURES_H
#define WR_CORE_CPU_FEATURES_H

enum {
    WR_CPU_SSE2 = 1 << 0,
    WR_CPU_AVX2 = 1 << 1,
    WR_CPU_AVX512 = 1 << 2, /* F, CD, BW, DQ and VL, and BMI2: what every AVX-512 server since Skylake has */
    WR_CPU_NEON = 1 << 3,
    WR_CPU_AES = 1 << 4, /* AES instructions: AES-NI, or ARMv8's */
    /* Vector additions, shifts and selections take one cycle each, also one after the other and under load. Zen 4 was
     * measured so (MD5 of one message in 4.06 cycles per byte, 4.52 on the scalar unit); on Zen 5 they take two
     * (8.3 against 4.5). Other makes have not been measured and are not assumed. */
    WR_CPU_FAST_VECTOR_CHAIN = 1 << 5
};

unsigned wr_cpu_features(void);

#endif
