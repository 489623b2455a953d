/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* slower.c - a libwirerate whose HMAC-MD5 and UMAC compute every SLOWER_EVERYth message twice (0: none). The slowdown
 * of 1/SLOWER_EVERY does not depend on the clock frequency or on other programs. */
#define wr_hmac_md5 plain_hmac_md5
#define wr_umac     plain_umac
#include "wirerate.c" /* the amalgamation */
#undef wr_hmac_md5
#undef wr_umac

/* Two builds differ in this number only, so counting costs both the same. */
static volatile unsigned every = SLOWER_EVERY ? SLOWER_EVERY : 1u << 31;
static unsigned messages;

static int must_repeat(void) {
    if (++messages < every)
        return 0;
    messages = 0;
    return 1;
}

WR_API wr_status wr_hmac_md5(const wr_hmac_md5_key *key, const void *data, size_t length, uint8_t *tag,
                             size_t tag_length) {
    if (must_repeat())
        plain_hmac_md5(key, data, length, tag, tag_length);
    return plain_hmac_md5(key, data, length, tag, tag_length);
}

WR_API wr_status wr_umac(const wr_umac_key *key, wr_umac_pad_cache *cache, const void *nonce, size_t nonce_length,
                         const void *data, size_t length, uint8_t *tag) {
    if (must_repeat())
        plain_umac(key, cache, nonce, nonce_length, data, length, tag);
    return plain_umac(key, cache, nonce, nonce_length, data, length, tag);
}
