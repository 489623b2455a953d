/* What the CPU and the operating system support. The only place that looks. (Internal.) */
#ifndef WR_CORE_CPU_FEATURES_H
#define WR_CORE_CPU_FEATURES_H

enum {
    WR_CPU_SSE2 = 1 << 0,
    WR_CPU_AVX2 = 1 << 1,
    WR_CPU_AVX512 = 1 << 2, /* F, CD, BW, DQ and VL, and BMI2: what every AVX-512 server since Skylake has */
    WR_CPU_NEON = 1 << 3,
    WR_CPU_AES = 1 << 4 /* AES-NI */
};

unsigned wr_cpu_features(void);

#endif
