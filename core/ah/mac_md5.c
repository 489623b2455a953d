/* The MACs of RFC 2403 and RFC 1828 as tables for AH. */
#include <string.h>

#include "cpu/kernel.h"
#include "hmac/hmac_md5.h"
#include "md5/md5.h"
#include "util/bytes.h"
#include "wirerate_ah.h"

enum { HMAC_MD5_96_ICV = 12, HMAC_MD5_96_KEY = 16 };

static int hmac_md5_96_tags(void *key, const wr_ah_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        wr_hmac_md5_state mac;
        wr_hmac_md5_init(&mac, key);
        wr_hmac_md5_update(&mac, inputs[i].head, inputs[i].head_length);
        wr_hmac_md5_update(&mac, inputs[i].body, inputs[i].body_length);
        wr_hmac_md5_update(&mac, inputs[i].tail, inputs[i].tail_length);
        wr_hmac_md5_final(&mac, inputs[i].icv, HMAC_MD5_96_ICV);
    }
    return 0;
}

const wr_ah_mac *wr_ah_hmac_md5_96(void) {
    static const wr_ah_mac mac = {"hmac-md5-96", HMAC_MD5_96_ICV, hmac_md5_96_tags};
    return &mac;
}

int wr_ah_hmac_md5_96_key(wr_hmac_md5_key *key, const void *secret, size_t length) {
    if (length != HMAC_MD5_96_KEY)
        return WR_BAD_LENGTH;
    wr_hmac_md5_key_init(key, secret, length);
    return WR_OK;
}

static int keyed_md5_tags(void *key, const wr_ah_input *inputs, size_t count) {
    const wr_ah_keyed_md5_key *keyed = key;

    for (size_t i = 0; i < count; i++) {
        wr_md5_state md5 = {.length = keyed->hashed};
        memcpy(md5.state, keyed->state, sizeof md5.state);
        wr_md5_update(&md5, inputs[i].head, inputs[i].head_length);
        wr_md5_update(&md5, inputs[i].body, inputs[i].body_length);
        wr_md5_update(&md5, inputs[i].tail, inputs[i].tail_length);
        wr_md5_update(&md5, keyed->secret, keyed->length);
        wr_md5_final(&md5, inputs[i].icv);
    }
    return 0;
}

const wr_ah_mac *wr_ah_keyed_md5(void) {
    static const wr_ah_mac mac = {"keyed-md5", WR_MD5_SIZE, keyed_md5_tags};
    return &mac;
}

/* The fill is MD5's own padding of the key alone (RFC 1828 section 2): 0x80, zeros, the key's length in bits. */
int wr_ah_keyed_md5_key_init(wr_ah_keyed_md5_key *key, const void *secret, size_t length) {
    const struct wr_md5_kernel *md5 = wr_kernel_active()->md5;
    const size_t whole = length / WR_MD5_BLOCK * WR_MD5_BLOCK;
    uint8_t last[WR_MD5_LAST];
    size_t blocks;

    if (length == 0 || length > sizeof key->secret)
        return WR_BAD_LENGTH;
    memcpy(key->secret, secret, length);
    key->length = length;
    memcpy(key->state, wr_md5_initial, sizeof key->state);
    if (whole)
        md5->blocks(key->state, key->secret, whole / WR_MD5_BLOCK);
    blocks = wr_md5_pad(last, key->secret + whole, length - whole, length);
    md5->blocks(key->state, last, blocks);
    key->hashed = whole + blocks * WR_MD5_BLOCK;
    wr_wipe(last, sizeof last);
    return WR_OK;
}

void wr_ah_keyed_md5_key_wipe(wr_ah_keyed_md5_key *key) {
    wr_wipe(key, sizeof *key);
}
