/* The vector unit's code for one message, which only some CPUs select, equals the portable code. */
#include "check.h"
#include "kernels.h"
#include "random.h"

#include "cpu/features.h"

#ifdef WR_TEST_AVX512
void wr_md5_avx512_one(uint32_t state[4], const uint8_t *data, size_t count);

int main(void) {
    enum { MOST = 40 };
    static uint8_t data[MOST * WR_MD5_BLOCK + 64];

    if (!(wr_cpu_features() & WR_CPU_AVX512)) {
        printf("this CPU lacks AVX-512\n");
        return 77;
    }
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)random_below(256);
    for (size_t count = 1; count <= MOST; count++) {
        const uint8_t *p = data + random_below(64);
        uint32_t one[4], other[4];
        for (int w = 0; w < 4; w++)
            one[w] = other[w] = (uint32_t)random_below(UINT32_MAX);
        wr_md5_avx512_one(one, p, count);
        wr_md5_portable.blocks(other, p, count);
        CHECK(memcmp(one, other, sizeof one) == 0, "%zu blocks", count);
    }
    return check_result();
}
#else
int main(void) {
    printf("no AVX-512 kernel in this build\n");
    return 77;
}
#endif
