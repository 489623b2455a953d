/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* cc hmac_batch.c $(pkg-config --cflags --libs wirerate) && ./a.out */
#include <stdio.h>
#include <wirerate.h>

int main(void) {
    uint8_t tags[2][12]; /* HMAC-MD5-96, RFC 2403 */
    const wr_message packets[] = {{"Hi There", 8, tags[0]}, {"what do ya want for nothing?", 28, tags[1]}};
    wr_hmac_md5_key key;

    wr_hmac_md5_key_init(&key, "Jefe", 4);
    wr_hmac_md5_batch(&key, packets, 2, sizeof tags[0]);
    for (size_t i = 0; i < sizeof tags; i++)
        printf("%02x%s", tags[i / 12][i % 12], i % 12 == 11 ? "\n" : "");
}
