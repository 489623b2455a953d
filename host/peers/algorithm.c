/* algorithm.c - the table of authenticators. */
#include "algorithm.h"

#include <stdlib.h>
#include <string.h>

static const struct wrh_algorithm algorithms[] = {
    {"md5", WRH_MD5, 16, 0, 0, 0, 0},
    {"md5-x", WRH_MD5_WAYS, 16, 0, 0, 0, 0},
    {"sha1", WRH_SHA1, 20, 0, 0, 0, 0},
    {"sha256", WRH_SHA256, 32, 0, 0, 0, 0},
    {"hmac-md5", WRH_HMAC_MD5, 16, 16, 0, 1, 0},
    {"hmac-sha1", WRH_HMAC_SHA1, 20, 20, 0, 1, 0},
    {"hmac-sha256", WRH_HMAC_SHA256, 32, 32, 0, 1, 0},
    {"umac-32", WRH_UMAC_32, 4, 16, 8, 0, 0},
    {"umac-64", WRH_UMAC_64, 8, 16, 8, 0, 0},
    {"umac-96", WRH_UMAC_96, 12, 16, 8, 0, 0},
    {"umac-128", WRH_UMAC_128, 16, 16, 8, 0, 0},
    {"aes-128-gmac", WRH_AES_128_GMAC, 16, 16, 12, 1, 0},
    {"aes-128-cmac", WRH_AES_128_CMAC, 16, 16, 0, 1, 0},
    {"poly1305", WRH_POLY1305, 16, 32, 0, 0, 1},
    {"aes-128-gcm", WRH_AES_128_GCM, 16, 16, 12, 0, 0},
    {"aes-256-gcm", WRH_AES_256_GCM, 16, 32, 12, 0, 0},
    {"chacha20-poly1305", WRH_CHACHA20_POLY1305, 16, 32, 12, 0, 0},
    {"internet-checksum", WRH_INTERNET_CHECKSUM, 2, 0, 0, 0, 0},
    {"read", WRH_READ, 8, 0, 0, 0, 0},
};

/* K of "md5-xK" if RFC 1810's rule allows it (a multiple of 4, here from 4 to 64), else 0. */
static unsigned ways_of(const char *name) {
    if (strncmp(name, "md5-x", 5) != 0 || name[5] < '1' || name[5] > '9')
        return 0;
    char *end;
    unsigned long ways = strtoul(name + 5, &end, 10);
    return *end == '\0' && ways <= 64 && ways % 4 == 0 ? (unsigned)ways : 0;
}

const struct wrh_algorithm *wrh_algorithm_find(const char *name, unsigned *ways) {
    *ways = ways_of(name);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        const struct wrh_algorithm *algorithm = &algorithms[i];
        if (algorithm->id == WRH_MD5_WAYS ? *ways != 0 : strcmp(name, algorithm->name) == 0)
            return algorithm;
    }
    return NULL;
}
