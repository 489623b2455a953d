/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* slower.c - a libwirerate of MD5 alone, computed by OpenSSL, which for every hundred blocks computes EXTRA more: two
 * builds of it differ by a slowdown that is known, at whatever clock and beside whatever neighbours. */
#include <dlfcn.h>
#include <stdint.h>

#include "wirerate.h"

enum { BLOCK = 64, HUNDRED = 100 * BLOCK };

static int (*init)(void *), (*update)(void *, const void *, size_t), (*final)(unsigned char *, void *);
static _Alignas(64) unsigned char spare[256]; /* MD5_CTX has 92 bytes */

__attribute__((constructor)) static void load(void) {
    void *library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    *(void **)&init = library ? dlsym(library, "MD5_Init") : NULL;
    *(void **)&update = library ? dlsym(library, "MD5_Update") : NULL;
    *(void **)&final = library ? dlsym(library, "MD5_Final") : NULL;
    if (init)
        init(spare);
}

/* Without libcrypto it has no version, and is refused. */
const char *wr_version(void) {
    return init && update && final ? "0 (bench/compare)" : NULL;
}

void wr_md5(const void *data, size_t length, uint8_t digest[WR_MD5_SIZE]) {
    static const uint8_t zeros[EXTRA * BLOCK + 1];
    _Alignas(64) unsigned char context[256];
    init(context);
    update(context, data, length);
    final(digest, context);
    for (size_t done = HUNDRED; EXTRA && done <= length + 9; done += HUNDRED) /* its padding has nine bytes at least */
        update(spare, zeros, EXTRA * BLOCK);
}

void wr_md5_batch(const wr_message *messages, size_t count) {
    for (size_t i = 0; i < count; i++)
        wr_md5(messages[i].data, messages[i].length, messages[i].tag);
}
