/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* macs.h - the MACs available for AH, and their implementations. (Internal.) */
#ifndef WRH_PACKETS_MACS_H
#define WRH_PACKETS_MACS_H

#include "peers/openssl.h"
#include "wirerate_packets.h"

struct wrh_keyed_mac {
    const wr_ah_mac *table;
    void *key;
    void (*close)(void *key);
};

/* openssl_macs.c. Return WRH_OK and the MAC, or a negative wrh_status and the reason. */
int wrh_ah_openssl_open(const char *algorithm, const uint8_t *key, size_t key_bytes, wrh_keyed_mac *mac,
                        struct wrh_why *why);
/* openssl_xcbc.c: AES-XCBC-MAC-96 (RFC 3566) built on OpenSSL's CBC, since OpenSSL does not have it. */
int wrh_ah_xcbc_open(const struct wrh_openssl *ssl, const uint8_t *key, wrh_keyed_mac *mac, struct wrh_why *why);

#endif
