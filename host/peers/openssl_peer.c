/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_peer.c - OpenSSL as a peer: passes each algorithm to the openssl_*.c file that implements it. */
#include <string.h>

#include "openssl.h"

static int open_openssl(const struct wrh_request *request, struct wrh_instance *instance, struct wrh_why *why) {
    const struct wrh_openssl *ssl = wrh_openssl_of(request->implementation, why);
    if (!ssl)
        return WRH_ABSENT;
    const struct wrh_algorithm *algorithm = request->algorithm;
    const int digest = algorithm->hash != WRH_NO_HASH && algorithm->key_bytes == 0;
    if (request->kernel && !(digest && strcmp(request->kernel, "evp") == 0))
        return wrh_fail(why, WRH_UNSUPPORTED,
                        "OpenSSL chooses its kernels itself; only digests have another interface to name: /evp");
    if (digest)
        return wrh_openssl_digest_open(ssl, request, instance, why);
    if (algorithm->id == WRH_POLY1305)
        return wrh_openssl_poly1305_open(ssl, request, instance, why);
    switch (algorithm->cipher) {
    case WRH_CMAC:
        return wrh_openssl_cmac_open(ssl, request, instance, why);
    case WRH_GMAC:
    case WRH_GCM:
    case WRH_CHACHA:
        return wrh_openssl_aead_open(ssl, request, instance, why);
    case WRH_CBC:
    case WRH_CTR:
        return wrh_openssl_combined_open(ssl, request, instance, why);
    case WRH_NO_CIPHER:
        break;
    }
    if (algorithm->hash != WRH_NO_HASH)
        return wrh_openssl_hmac_open(ssl, request, instance, why);
    return wrh_fail(why, WRH_UNSUPPORTED, "OpenSSL has no %s", algorithm->name);
}

static const char *version(const char *implementation, struct wrh_why *why) {
    const struct wrh_openssl *ssl = wrh_openssl_of(implementation, why);
    return ssl ? ssl->version(0) : NULL;
}

const struct wrh_peer wrh_peer_openssl = {NULL, open_openssl, version, wrh_openssl_equal};
