/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One authenticator of libwirerate on a microcontroller. The build defines one LIBRARY_*, so that the image's flash
 * size is that of this authenticator only. The derived key is kept between messages, as on a device that sends many.
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
static wr_hmac_md5_key derived_key;

int library_prepare(void) {
    wr_hmac_md5_key_init(&derived_key, library_key, sizeof library_key);
    return 0;
}

int library_run(const uint8_t *data, size_t length) {
    return wr_hmac_md5(&derived_key, data, length, library_tag, sizeof library_tag);
}
#elif defined(LIBRARY_UMAC) /* defined as the tag length in bytes */
static wr_umac_key derived_key;

int library_prepare(void) {
    return wr_umac_key_init(&derived_key, library_key, LIBRARY_UMAC);
}

int library_run(const uint8_t *data, size_t length) {
    return wr_umac(&derived_key, NULL, library_nonce, sizeof library_nonce, data, length, library_tag);
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
