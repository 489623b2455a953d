/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One authenticator of libwirerate for a microcontroller: the one whose LIBRARY_* is defined, so that the image's flash
 * is what it needs. The key is kept between messages, as a device that sends many keeps it.
 */
#include <stddef.h>
#include <stdint.h>

#include "wirerate.h"

int library_prepare(void);
int library_run(const uint8_t *data, size_t length);

uint8_t library_key[16];
uint8_t library_nonce[8];
uint8_t library_tag[16];

#if defined(LIBRARY_MD5)
int library_prepare(void) {
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    wr_md5(data, length, library_tag);
    return 0;
}
#elif defined(LIBRARY_HMAC_MD5)
static wr_hmac_md5_key kept;

int library_prepare(void) {
    wr_hmac_md5_key_init(&kept, library_key, sizeof library_key);
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    return wr_hmac_md5(&kept, data, length, library_tag, sizeof library_tag);
}
#elif defined(LIBRARY_UMAC) /* the bytes of its tag */
static wr_umac_key kept;

int library_prepare(void) {
    return wr_umac_key_init(&kept, library_key, LIBRARY_UMAC);
}

int library_run(const uint8_t *data, size_t length) {
    return wr_umac(&kept, NULL, library_nonce, sizeof library_nonce, data, length, library_tag);
}
#elif defined(LIBRARY_CHECKSUM)
int library_prepare(void) {
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    const uint16_t checksum = wr_internet_checksum(data, length);
    library_tag[0] = (uint8_t)(checksum >> 8);
    library_tag[1] = (uint8_t)checksum;
    return 0;
}
#endif
