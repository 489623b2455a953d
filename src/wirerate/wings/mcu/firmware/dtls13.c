/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One end of a DTLS 1.3 association with wolfSSL: a server if WOLF_SERVER is defined, otherwise a client. It has the
 * same functions as dtls.c, and the host runs it in the same way. wolfSSL is licensed under the GPL, so images with it
 * are only measured on the machine that builds them and never distributed.
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

/* Return wolfSSL's code for the last error, or -1 if it has none. */
static int last_error(void) {
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
#define METHOD    wolfDTLSv1_3_server_method
#define HANDSHAKE wolfSSL_accept

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
#define METHOD    wolfDTLSv1_3_client_method
#define HANDSHAKE wolfSSL_connect

static int set_up_role(int group) {
    int error = wolfSSL_set_groups(ssl, &group, 1);
    if (error == WOLFSSL_SUCCESS) {
        error = wolfSSL_check_domain_name(ssl, "server.example");
    }
    return error;
}
#endif

/* Configure this end. `group` is wolfSSL's number of the key exchange group, `mtu` the maximum length of a datagram in
 * bytes. Return 0, or an error code. */
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
    wolfSSL_KeepArrays(ssl); /* dtls_receive needs them to export keying material */
    wolfSSL_set_group_messages(ssl);
    error = wolfSSL_dtls_set_mtu(ssl, (uint16_t)mtu);
    if (error == WOLFSSL_SUCCESS) {
        error = set_up_role(group);
    }
    return error == WOLFSSL_SUCCESS ? 0 : last_error();
}

/* Continue the handshake until it needs another datagram. Return 0 if it is complete, WOLFSSL_ERROR_WANT_READ if not,
 * or another error code of wolfSSL. After the handshake, read the peer's acknowledgement (RFC 9147 section 7). */
int dtls_step(void) {
    if (complete) {
        int more = wolfSSL_read(ssl, message, 0);
        return more >= 0 || wolfSSL_want_read(ssl) ? 0 : last_error();
    }
    if (HANDSHAKE(ssl) != WOLFSSL_SUCCESS) {
        return last_error();
    }
    complete = 1;
    return 0;
}

/* Send `message` as application data. Return the number of bytes written, or a negative error code. */
int dtls_send(void) {
    return wolfSSL_write(ssl, message, sizeof message);
}

/* Receive application data into `message`. Return its length in bytes, or a negative error code. Also export keying
 * material to `master` (RFC 8446 section 7.5): here, because this call is not measured. */
int dtls_receive(void) {
    static const char label[] = "EXPERIMENTAL wirerate";

    if (wolfSSL_export_keying_material(ssl, master, sizeof master, label, sizeof label - 1, NULL, 0, 0) !=
        WOLFSSL_SUCCESS) {
        return last_error();
    }
    memset(message, 0, sizeof message);
    return wolfSSL_read(ssl, message, sizeof message);
}

/* Return the bytes of static RAM used: two pointers, because wolfSSL keeps everything else on the heap. */
int dtls_context_bytes(void) {
    return (int)(sizeof context + sizeof ssl);
}
