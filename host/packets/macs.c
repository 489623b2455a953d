/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* macs.c - open a MAC by name. */
#include "macs.h"

#include <stdlib.h>
#include <string.h>

/* Key lengths in bytes, as RFC 2403 to 4868 require; 0: any length (RFC 1828 section 1.1). */
static const struct {
    const char *name;
    int key_bytes;
} algorithms[] = {
    {"keyed-md5", 0},          {"hmac-md5-96", 16},       {"hmac-sha1-96", 20}, {"hmac-sha2-256-128", 32},
    {"hmac-sha2-384-192", 48}, {"hmac-sha2-512-256", 64}, {"aes-xcbc-96", 16},  {"aes-cmac-96", 16},
};

int wrh_ah_key_bytes(const char *algorithm) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        if (strcmp(algorithms[i].name, algorithm) == 0)
            return algorithms[i].key_bytes;
    return WRH_UNSUPPORTED;
}

static void close_hmac_md5(void *key) {
    wr_hmac_md5_key_wipe(key);
    free(key);
}

static void close_keyed_md5(void *key) {
    wr_ah_keyed_md5_key_wipe(key);
    free(key);
}

static int open_hmac_md5(const uint8_t *key, size_t key_bytes, wrh_keyed_mac *mac) {
    wr_hmac_md5_key *state = calloc(1, sizeof *state);
    if (!state)
        return WRH_NO_MEMORY;
    *mac = (wrh_keyed_mac){wr_ah_hmac_md5_96(), state, close_hmac_md5};
    return wr_ah_hmac_md5_96_key(state, key, key_bytes) == WR_OK ? WRH_OK : WRH_UNSUPPORTED;
}

static int open_keyed_md5(const uint8_t *key, size_t key_bytes, wrh_keyed_mac *mac) {
    wr_ah_keyed_md5_key *state = calloc(1, sizeof *state);
    if (!state)
        return WRH_NO_MEMORY;
    *mac = (wrh_keyed_mac){wr_ah_keyed_md5(), state, close_keyed_md5};
    return wr_ah_keyed_md5_key_init(state, key, key_bytes) == WR_OK ? WRH_OK : WRH_UNSUPPORTED;
}

static int open_mac(const char *algorithm, const char *implementation, const uint8_t *key, size_t key_bytes,
                    wrh_keyed_mac *mac, struct wrh_why *why) {
    int expected = wrh_ah_key_bytes(algorithm);
    if (expected < 0)
        return wrh_fail(why, WRH_UNSUPPORTED, "AH has no algorithm %s", algorithm);
    if (expected ? key_bytes != (size_t)expected : key_bytes == 0 || key_bytes > WR_AH_KEYED_MD5_MAX)
        return wrh_fail(why, WRH_UNSUPPORTED, "%s takes a key of %s%d bytes, not of %zu", algorithm,
                        expected ? "exactly " : "1 to ", expected ? expected : WR_AH_KEYED_MD5_MAX, key_bytes);
    if (strcmp(implementation, "openssl") == 0)
        return wrh_ah_openssl_open(algorithm, key, key_bytes, mac, why);
    if (strcmp(implementation, "wirerate") != 0)
        return wrh_fail(why, WRH_UNSUPPORTED, "AH needs the implementation wirerate or openssl, not %s",
                        implementation);
    if (strcmp(algorithm, "hmac-md5-96") == 0)
        return open_hmac_md5(key, key_bytes, mac);
    if (strcmp(algorithm, "keyed-md5") == 0)
        return open_keyed_md5(key, key_bytes, mac);
    return wrh_fail(why, WRH_UNSUPPORTED, "wirerate does not implement %s: use openssl", algorithm);
}

wrh_keyed_mac *wrh_keyed_mac_open(const char *algorithm, const char *implementation, const uint8_t *key,
                                  size_t key_bytes, int *status, char *why, size_t why_size) {
    struct wrh_why reason = {why, why_size};
    wrh_keyed_mac *mac = calloc(1, sizeof *mac);
    *status = mac ? open_mac(algorithm, implementation, key, key_bytes, mac, &reason) : WRH_NO_MEMORY;
    if (*status == WRH_OK)
        return mac;
    wrh_keyed_mac_close(mac);
    return NULL;
}

void wrh_keyed_mac_close(wrh_keyed_mac *mac) {
    if (mac && mac->close)
        mac->close(mac->key);
    free(mac);
}

const wr_ah_mac *wrh_keyed_mac_table(const wrh_keyed_mac *mac) {
    return mac->table;
}

void *wrh_keyed_mac_key(wrh_keyed_mac *mac) {
    return mac->key;
}
