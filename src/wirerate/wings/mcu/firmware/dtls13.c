/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One end of a DTLS 1.3 association of wolfSSL: a server where the build says WOLF_SERVER, else a client. It has what
 * dtls.c has, and the host runs it in the same way. wolfSSL is licensed under the GPL: what is built of it is measured
 * on the machine that built it, and is part of nothing that is given away.
 */
#include <stdint.h>
#include <string.h>

#include <wolfssl/wolfcrypt/settings.h>

#include <wolfssl/ssl.h>

#include "datagrams.h"

#define SECRET_BYTES 32

static WOLFSSL_CTX *context;
static WOLFSSL *ssl;
static int complete;

static int put_datagram(WOLFSSL *unused, char *data, int length, void *unused_too) {
    (void)unused;
    (void)unused_too;
    return datagram_put((const uint8_t *)data, (size_t)length) == 0 ? length : WOLFSSL_CBIO_ERR_GENERAL;
}

static int take_datagram(WOLFSSL *unused, char *data, int room, void *unused_too) {
    (void)unused;
    (void)unused_too;
    if (arrived.used == 0) {
        return WOLFSSL_CBIO_ERR_WANT_READ;
    }
    int length = datagram_take((uint8_t *)data, (size_t)room);
    return length < 0 ? WOLFSSL_CBIO_ERR_GENERAL : length;
}

/* wolfSSL's own code of what went wrong; -1 where it has none. */
static int failed(void) {
    int error = ssl != NULL ? wolfSSL_get_error(ssl, WOLFSSL_FATAL_ERROR) : 0;
    return error != 0 ? error : -1;
}

static int load_credentials(int authenticate_peer) {
    int error = wolfSSL_CTX_load_verify_buffer(context, authority.bytes, (long)authority.used, WOLFSSL_FILETYPE_ASN1);
    if (error != WOLFSSL_SUCCESS) {
        return error;
    }
    wolfSSL_CTX_set_verify(
        context, authenticate_peer ? WOLFSSL_VERIFY_PEER | WOLFSSL_VERIFY_FAIL_IF_NO_PEER_CERT : WOLFSSL_VERIFY_NONE,
        NULL);
    if (certificate.used == 0) {
        return WOLFSSL_SUCCESS;
    }
    error =
        wolfSSL_CTX_use_certificate_buffer(context, certificate.bytes, (long)certificate.used, WOLFSSL_FILETYPE_ASN1);
    if (error != WOLFSSL_SUCCESS) {
        return error;
    }
    return wolfSSL_CTX_use_PrivateKey_buffer(context, private_key.bytes, (long)private_key.used, WOLFSSL_FILETYPE_ASN1);
}

#if defined(WOLF_SERVER)
#define METHOD wolfDTLSv1_3_server_method
#define SHAKE  wolfSSL_accept

static int set_up_role(int group) {
    static const uint8_t secret[SECRET_BYTES] = {0x5E};

    int error = wolfSSL_set_groups(ssl, &group, 1);
    if (error == WOLFSSL_SUCCESS) {
        error = wolfSSL_send_hrr_cookie(ssl, secret, sizeof secret);
    }
    if (error == WOLFSSL_SUCCESS) {
        error = wolfSSL_dtls13_allow_ch_frag(ssl, 1);
    }
    return error;
}
#else
#define METHOD wolfDTLSv1_3_client_method
#define SHAKE  wolfSSL_connect

static int set_up_role(int group) {
    int error = wolfSSL_set_groups(ssl, &group, 1);
    if (error == WOLFSSL_SUCCESS) {
        error = wolfSSL_check_domain_name(ssl, "server.example");
    }
    return error;
}
#endif

/* Provisions this end: the group that it agrees on keys with, and the most bytes of a datagram. */
int dtls_prepare(int authenticate_peer, int group, int mtu) {
    int error = wolfSSL_Init();
    if (error != WOLFSSL_SUCCESS) {
        return error;
    }
    context = wolfSSL_CTX_new(METHOD());
    if (context == NULL) {
        return -1;
    }
    wolfSSL_CTX_SetIOSend(context, put_datagram);
    wolfSSL_CTX_SetIORecv(context, take_datagram);
    error = wolfSSL_CTX_set_cipher_list(context, "TLS13-AES128-CCM-8-SHA256");
    if (error == WOLFSSL_SUCCESS) {
        error = load_credentials(authenticate_peer);
    }
    if (error != WOLFSSL_SUCCESS) {
        return error == 0 ? -1 : error;
    }
    ssl = wolfSSL_new(context);
    if (ssl == NULL) {
        return -1;
    }
    wolfSSL_dtls_set_using_nonblock(ssl, 1);
    wolfSSL_KeepArrays(ssl); /* what dtls_receive exports from */
    wolfSSL_set_group_messages(ssl);
    error = wolfSSL_dtls_set_mtu(ssl, (uint16_t)mtu);
    if (error == WOLFSSL_SUCCESS) {
        error = set_up_role(group);
    }
    return error == WOLFSSL_SUCCESS ? 0 : failed();
}

/* Works until there is nothing more to read: 0 when the handshake is complete, WOLFSSL_ERROR_WANT_READ before. What
 * comes after it, the peer's acknowledgement, is read too. */
int dtls_step(void) {
    if (complete) {
        int more = wolfSSL_read(ssl, message, 0);
        return more >= 0 || wolfSSL_want_read(ssl) ? 0 : failed();
    }
    if (SHAKE(ssl) != WOLFSSL_SUCCESS) {
        return failed();
    }
    complete = 1;
    return 0;
}

/* Sends `message` as application data; the bytes written, or an error. */
int dtls_send(void) {
    return wolfSSL_write(ssl, message, sizeof message);
}

/* Receives application data into `message`; its bytes, or an error. What both ends agree on is told here, where no
 * one counts: RFC 8446, section 7.5. */
int dtls_receive(void) {
    static const char label[] = "EXPERIMENTAL wirerate";

    if (wolfSSL_export_keying_material(ssl, master, sizeof master, label, sizeof label - 1, NULL, 0, 0) !=
        WOLFSSL_SUCCESS) {
        return failed();
    }
    memset(message, 0, sizeof message);
    return wolfSSL_read(ssl, message, sizeof message);
}

/* wolfSSL keeps everything on the heap. */
int dtls_context_bytes(void) {
    return (int)(sizeof context + sizeof ssl);
}
