/* The library on an emulated microcontroller, one function per algorithm. scripts/platforms/cortex.py writes key, nonce
 * and message and compares `out` with the expected result, for whole messages and for pieces of 4 KiB. */
#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"
#include "wirerate_experimental.h"

int load_unaligned(const uint8_t *address);
int run_md5(const uint8_t *data, size_t length, size_t times);
int run_hmac_md5(const uint8_t *data, size_t length, size_t key_length, size_t tag_length);
int run_umac(const uint8_t *data, size_t length, size_t times, size_t nonce_length, size_t tag_length);
int run_md5_ways(const uint8_t *data, size_t length, unsigned ways);
int run_checksum(const uint8_t *data, size_t length);
int run_md5_batch(const uint8_t *data, size_t length, size_t count);

enum { BATCH = 9 };

uint8_t key[256], nonce[16], out[BATCH][WR_MD5_SIZE];

/* Load a word; faults if the core has no unaligned loads. */
int load_unaligned(const uint8_t *address) {
    const void *volatile anywhere = address;
    return (int)*(const volatile uint32_t *)anywhere;
}

int run_md5(const uint8_t *data, size_t length, size_t times) {
    wr_md5_state md5;

    if (times == 1) {
        wr_md5(data, length, out[0]);
        return 0;
    }
    wr_md5_init(&md5);
    while (times--)
        wr_md5_update(&md5, data, length);
    wr_md5_final(&md5, out[0]);
    return 0;
}

int run_hmac_md5(const uint8_t *data, size_t length, size_t key_length, size_t tag_length) {
    wr_hmac_md5_key derived;

    wr_hmac_md5_key_init(&derived, key, key_length);
    if (wr_hmac_md5(&derived, data, length, out[0], tag_length) != WR_OK)
        return 0;
    return wr_hmac_md5_verify(&derived, data, length, out[0], tag_length) == WR_OK;
}

int run_umac(const uint8_t *data, size_t length, size_t times, size_t nonce_length, size_t tag_length) {
    static wr_umac_key derived;
    static wr_umac_state mac;

    if (wr_umac_key_init(&derived, key, tag_length) != WR_OK)
        return WR_BAD_LENGTH;
    if (times == 1)
        return wr_umac(&derived, NULL, nonce, nonce_length, data, length, out[0]);
    wr_umac_init(&mac);
    while (times--)
        wr_umac_update(&mac, &derived, data, length);
    return wr_umac_final(&mac, &derived, NULL, nonce, nonce_length, out[0]);
}

int run_md5_ways(const uint8_t *data, size_t length, unsigned ways) {
    return wr_md5_ways(data, length, ways, out[0]);
}

int run_checksum(const uint8_t *data, size_t length) {
    return wr_internet_checksum(data, length);
}

/* Message i is i bytes shorter and begins i bytes later: every alignment. */
int run_md5_batch(const uint8_t *data, size_t length, size_t count) {
    wr_message messages[BATCH];

    for (size_t i = 0; i < count; i++)
        messages[i] = (wr_message){data + i, length - i, out[i]};
    wr_md5_batch(messages, count);
    return 0;
}
