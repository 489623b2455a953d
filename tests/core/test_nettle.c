/* UMAC compared with nettle: every tag and nonce length, random keys, and lengths near the boundaries of groups, blocks
 * and 2^24 bytes. */
#include <nettle/umac.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#include "umac/umac.h"

enum { CASES = 10000, RAMP = 1 << 24, LONGEST = RAMP + 4096 };

static void nettle_tag(size_t tag_length, const uint8_t *secret, const uint8_t *nonce, size_t nonce_length,
                       const uint8_t *message, size_t length, uint8_t *tag) {
#define WITH(bits)                                                                                                     \
    do {                                                                                                               \
        struct umac##bits##_ctx umac;                                                                                  \
        umac##bits##_set_key(&umac, secret);                                                                           \
        umac##bits##_set_nonce(&umac, nonce_length, nonce);                                                            \
        umac##bits##_update(&umac, length, message);                                                                   \
        umac##bits##_digest(&umac, bits / 8, tag);                                                                     \
    } while (0)
    switch (tag_length) {
    case 4:
        WITH(32);
        break;
    case 8:
        WITH(64);
        break;
    case 12:
        WITH(96);
        break;
    default:
        WITH(128);
        break;
    }
#undef WITH
}

static size_t edge_length(void) {
    static const size_t edges[] = {0, 16, 32, 64, 128, 1024, 2048, 4096, 32768};
    const size_t edge = edges[random_below(sizeof edges / sizeof edges[0])], by = random_below(70);
    return random_below(2) ? edge + by : edge > by ? edge - by : random_below(1500);
}

static void check_one(const char *name, const uint8_t *message, size_t length) {
    const size_t tag_length = 4 * (1 + random_below(4)), nonce_length = 1 + random_below(16);
    uint8_t secret[WR_UMAC_SECRET_SIZE], nonce[16], expected[16], tag[16];
    wr_umac_key key;
    random_fill(secret, sizeof secret);
    random_fill(nonce, sizeof nonce);
    nettle_tag(tag_length, secret, nonce, nonce_length, message, length, expected);
    wr_umac_key_init(&key, secret, tag_length);
    wr_umac(&key, NULL, nonce, nonce_length, message, length, tag);
    CHECK(memcmp(tag, expected, tag_length) == 0, "%s: tag of %zu, nonce of %zu, %zu bytes", name, tag_length,
          nonce_length, length);
}

/* With an argument, run a tenth of the cases. */
int main(int argc, char **argv) {
    const int cases = argc > 1 ? CASES / 10 : CASES, beyond = argc > 1 ? 1 : 8;
    (void)argv;
    uint8_t *data = malloc(LONGEST);
    if (!data)
        return check_skip("no memory for 16 MiB");
    random_fill(data, LONGEST);
    FOR_EACH_KERNEL(name) {
        for (int i = 0; i < cases; i++)
            check_one(name, data + random_below(64), edge_length());
        for (int i = 0; i < beyond; i++)
            check_one(name, data, (size_t)RAMP - 1500 + random_below(4000));
    }
    free(data);
    return check_result();
}
