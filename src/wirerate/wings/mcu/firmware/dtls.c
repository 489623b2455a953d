/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One end of a DTLS 1.2 association with the TLS/DTLS profile for the Internet of Things (RFC 7925): a client if Mbed
 * TLS is configured with MBEDTLS_SSL_CLI_C, a server if it is configured with MBEDTLS_SSL_SRV_C. Each end runs on an
 * emulated board of its own. The host carries the datagrams: it fills `arrived`, calls dtls_step, and empties
 * `departed`.
 *
 * Random numbers come from a generator with a fixed seed, so that every run of a handshake has the same bytes. This is
 * for measurements only; a real device needs a true source of entropy.
 */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS
#include <stdint.h>
#include <string.h>

#include "mbedtls/ctr_drbg.h"
#include "mbedtls/pk.h"
#include "mbedtls/ssl.h"
#include "mbedtls/ssl_cookie.h"
#include "mbedtls/version.h"
#include "mbedtls/x509_crt.h"

#include "datagrams.h"
#if defined(MBEDTLS_SSL_CACHE_C)
#include "mbedtls/ssl_cache.h"
#endif
#if defined(MBEDTLS_SSL_TICKET_C)
#include "mbedtls/ssl_ticket.h"
#endif

#define TICKET_SECONDS 86400

/* Written by the host, like the variables in datagrams.h. */
struct credential shared_key; /* the pre-shared key, for the PSK suite */

static mbedtls_ctr_drbg_context random_numbers;
static mbedtls_ssl_context ssl;
static mbedtls_ssl_config config;
#if defined(MBEDTLS_X509_CRT_PARSE_C)
static mbedtls_x509_crt trusted;
static mbedtls_x509_crt local_certificate;
static mbedtls_pk_context local_key;
#endif
#if defined(MBEDTLS_SSL_COOKIE_C)
static mbedtls_ssl_cookie_ctx cookies;
static const uint8_t peer_address[] = "192.0.2.1:5684"; /* a cookie is bound to it; address from RFC 5737 */
#endif
#if defined(MBEDTLS_SSL_CACHE_C)
static mbedtls_ssl_cache_context sessions;
#endif
#if defined(MBEDTLS_SSL_TICKET_C)
static mbedtls_ssl_ticket_context tickets;
#endif
#if defined(MBEDTLS_SSL_CLI_C)
static mbedtls_ssl_session session; /* kept for resumption */
#endif

static int fixed_seed(void *unused, unsigned char *out, size_t length) {
    (void)unused;
#if defined(MBEDTLS_SSL_CLI_C)
    memset(out, 0xC1, length);
#else
    memset(out, 0x5E, length);
#endif
    return 0;
}

static int put_datagram(void *unused, const unsigned char *data, size_t length) {
    (void)unused;
    return datagram_put(data, length) == 0 ? (int)length : MBEDTLS_ERR_SSL_INTERNAL_ERROR;
}

static int take_datagram(void *unused, unsigned char *data, size_t room) {
    (void)unused;
    if (arrived.used == 0) {
        return MBEDTLS_ERR_SSL_WANT_READ;
    }
    int length = datagram_take(data, room);
    return length < 0 ? MBEDTLS_ERR_SSL_BUFFER_TOO_SMALL : length;
}

/* No datagram is lost between the two boards, so retransmission timers never expire. */
static void start_timer(void *unused, uint32_t intermediate_ms, uint32_t final_ms) {
    (void)unused;
    (void)intermediate_ms;
    (void)final_ms;
}

static int timer_state(void *unused) {
    (void)unused;
    return 0;
}

#if defined(MBEDTLS_X509_CRT_PARSE_C)
static int load_credentials(int authenticate_peer) {
    mbedtls_x509_crt_init(&trusted);
    mbedtls_x509_crt_init(&local_certificate);
    mbedtls_pk_init(&local_key);
    int error = mbedtls_x509_crt_parse_der(&trusted, authority.bytes, authority.used);
    if (error != 0) {
        return error;
    }
    mbedtls_ssl_conf_ca_chain(&config, &trusted, NULL);
    mbedtls_ssl_conf_authmode(&config, authenticate_peer ? MBEDTLS_SSL_VERIFY_REQUIRED : MBEDTLS_SSL_VERIFY_NONE);
    if (certificate.used == 0) {
        return 0;
    }
    error = mbedtls_x509_crt_parse_der(&local_certificate, certificate.bytes, certificate.used);
    if (error != 0) {
        return error;
    }
#if MBEDTLS_VERSION_MAJOR >= 3
    error = mbedtls_pk_parse_key(&local_key, private_key.bytes, private_key.used, NULL, 0, mbedtls_ctr_drbg_random,
                                 &random_numbers);
#else
    error = mbedtls_pk_parse_key(&local_key, private_key.bytes, private_key.used, NULL, 0);
#endif
    return error != 0 ? error : mbedtls_ssl_conf_own_cert(&config, &local_certificate, &local_key);
}
#else
static int load_credentials(int authenticate_peer) {
    static const uint8_t identity[] = "device-1";

    (void)authenticate_peer;
    return mbedtls_ssl_conf_psk(&config, shared_key.bytes, shared_key.used, identity, sizeof identity - 1);
}
#endif

#if defined(MBEDTLS_SSL_SRV_C)
/* Set up what only a server needs: cookies (RFC 6347 section 4.2.1), and a session cache or tickets. */
static int set_up_role(void) {
    mbedtls_ssl_cookie_init(&cookies);
    int error = mbedtls_ssl_cookie_setup(&cookies, mbedtls_ctr_drbg_random, &random_numbers);
    if (error != 0) {
        return error;
    }
    mbedtls_ssl_conf_dtls_cookies(&config, mbedtls_ssl_cookie_write, mbedtls_ssl_cookie_check, &cookies);
#if defined(MBEDTLS_SSL_CACHE_C)
    mbedtls_ssl_cache_init(&sessions);
    mbedtls_ssl_conf_session_cache(&config, &sessions, mbedtls_ssl_cache_get, mbedtls_ssl_cache_set);
#endif
#if defined(MBEDTLS_SSL_TICKET_C)
    mbedtls_ssl_ticket_init(&tickets);
    error = mbedtls_ssl_ticket_setup(&tickets, mbedtls_ctr_drbg_random, &random_numbers, MBEDTLS_CIPHER_AES_128_CCM,
                                     TICKET_SECONDS);
    mbedtls_ssl_conf_session_tickets_cb(&config, mbedtls_ssl_ticket_write, mbedtls_ssl_ticket_parse, &tickets);
#endif
    return error;
}

static int begin_association(void) {
    return mbedtls_ssl_set_client_transport_id(&ssl, peer_address, sizeof peer_address - 1);
}
#else
static int set_up_role(void) {
    mbedtls_ssl_session_init(&session);
    return 0;
}

static int begin_association(void) {
    return 0;
}
#endif

/* Configure this end and allocate its record buffers. `fragment` is one of MBEDTLS_SSL_MAX_FRAG_LEN_*. Return 0, or
 * Mbed TLS's error code. */
int dtls_prepare(int authenticate_peer, int fragment) {
#if defined(MBEDTLS_KEY_EXCHANGE_PSK_ENABLED)
    static const int suites[] = {MBEDTLS_TLS_PSK_WITH_AES_128_CCM_8, 0};
#else
    static const int suites[] = {MBEDTLS_TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8, 0};
#endif
#if defined(MBEDTLS_SSL_CLI_C)
    const int role = MBEDTLS_SSL_IS_CLIENT;
#else
    const int role = MBEDTLS_SSL_IS_SERVER;
#endif

    mbedtls_ctr_drbg_init(&random_numbers);
    mbedtls_ssl_init(&ssl);
    mbedtls_ssl_config_init(&config);
    int error = mbedtls_ctr_drbg_seed(&random_numbers, fixed_seed, NULL, NULL, 0);
    if (error == 0) {
        error = mbedtls_ssl_config_defaults(&config, role, MBEDTLS_SSL_TRANSPORT_DATAGRAM, MBEDTLS_SSL_PRESET_DEFAULT);
    }
    if (error == 0) {
        mbedtls_ssl_conf_rng(&config, mbedtls_ctr_drbg_random, &random_numbers);
        mbedtls_ssl_conf_ciphersuites(&config, suites);
        error = load_credentials(authenticate_peer);
    }
#if defined(MBEDTLS_SSL_MAX_FRAGMENT_LENGTH)
    if (error == 0 && fragment != MBEDTLS_SSL_MAX_FRAG_LEN_NONE) {
        error = mbedtls_ssl_conf_max_frag_len(&config, (unsigned char)fragment);
    }
#else
    (void)fragment;
#endif
    if (error == 0) {
        error = set_up_role();
    }
    if (error == 0) {
        error = mbedtls_ssl_setup(&ssl, &config);
    }
#if defined(MBEDTLS_SSL_CLI_C) && defined(MBEDTLS_X509_CRT_PARSE_C)
    if (error == 0) {
        error = mbedtls_ssl_set_hostname(&ssl, "server.example");
    }
#endif
    if (error != 0) {
        return error;
    }
    mbedtls_ssl_set_bio(&ssl, NULL, put_datagram, take_datagram, NULL);
    mbedtls_ssl_set_timer_cb(&ssl, NULL, start_timer, timer_state);
    return begin_association();
}

/* Continue the handshake until it needs another datagram. Return 0 if it is complete, MBEDTLS_ERR_SSL_WANT_READ if not,
 * or another error code of Mbed TLS. */
int dtls_step(void) {
    int result = mbedtls_ssl_handshake(&ssl);
#if defined(MBEDTLS_SSL_SRV_C)
    if (result == MBEDTLS_ERR_SSL_HELLO_VERIFY_REQUIRED) {
        result = mbedtls_ssl_session_reset(&ssl);
        if (result == 0) {
            result = begin_association();
        }
        if (result == 0) {
            result = mbedtls_ssl_handshake(&ssl);
        }
    }
#endif
    if (result == 0) {
        memcpy(master, ssl.session->master, sizeof master);
    }
    return result;
}

/* End the association and prepare the next one, in which a client offers to resume the last session. */
int dtls_again(void) {
#if defined(MBEDTLS_SSL_CLI_C)
    int error = mbedtls_ssl_get_session(&ssl, &session);
    if (error == 0) {
        error = mbedtls_ssl_session_reset(&ssl);
    }
    return error != 0 ? error : mbedtls_ssl_set_session(&ssl, &session);
#else
    int error = mbedtls_ssl_session_reset(&ssl);
    return error != 0 ? error : begin_association();
#endif
}

/* Send `message` as application data. Return the number of bytes written, or a negative error code. */
int dtls_send(void) {
    return mbedtls_ssl_write(&ssl, message, sizeof message);
}

/* Receive application data into `message`. Return its length in bytes, or a negative error code. */
int dtls_receive(void) {
    memset(message, 0, sizeof message);
    return mbedtls_ssl_read(&ssl, message, sizeof message);
}

/* Return the bytes of static RAM that the association, its configuration and its credentials take. */
int dtls_context_bytes(void) {
    size_t bytes = sizeof ssl + sizeof config + sizeof random_numbers;
#if defined(MBEDTLS_X509_CRT_PARSE_C)
    bytes += sizeof trusted + sizeof local_certificate + sizeof local_key;
#endif
#if defined(MBEDTLS_SSL_COOKIE_C)
    bytes += sizeof cookies;
#endif
#if defined(MBEDTLS_SSL_CACHE_C)
    bytes += sizeof sessions;
#endif
#if defined(MBEDTLS_SSL_TICKET_C)
    bytes += sizeof tickets;
#endif
#if defined(MBEDTLS_SSL_CLI_C)
    bytes += sizeof session;
#endif
    return (int)bytes;
}
