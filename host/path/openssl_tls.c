/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* openssl_tls.c - TLS 1.3 from libssl, loaded at run time. Both ends are in one thread. Their handshake uses a
 * pre-shared key (RFC 8446 section 2.2), so no certificate is needed; ephemeral keys are exchanged as usual.
 *
 * The declarations follow the manual pages of OpenSSL 3, with void * for its opaque types. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "peers/library.h"
#include "stream.h"

enum {
    VERSION = 0x0304, /* TLS1_3_VERSION */
    SET_LEAST = 123,  /* SSL_CTRL_SET_MIN_PROTO_VERSION */
    READ_AHEAD = 41,  /* SSL_CTRL_SET_READ_AHEAD: read a record with one system call, as nginx does */
    WANT_READ = 2,    /* SSL_ERROR_WANT_READ */
    TURNS = 64,       /* how often the handshake is continued at each end before it counts as failed */
    KEY = 32,
};

typedef int use_key(void *end, const void *digest, const unsigned char **identity, size_t *length, void **session);
typedef int find_key(void *end, const unsigned char *identity, size_t length, void **session);

typedef struct functions {
    const void *(*method)(void);
    void *(*context_new)(const void *);
    void (*context_free)(void *);
    long (*context_ctrl)(void *, int, long, void *);
    int (*context_suites)(void *, const char *);
    int (*context_tickets)(void *, size_t);
    void (*context_use_key)(void *, use_key *);
    void (*context_find_key)(void *, find_key *);
    void *(*session_new)(void);
    void (*session_free)(void *);
    int (*session_key)(void *, const unsigned char *, size_t);
    int (*session_cipher)(void *, const void *);
    int (*session_version)(void *, int);
    const void *(*cipher_find)(void *, const unsigned char *);
    void *(*end_new)(void *);
    void (*end_free)(void *);
    int (*end_socket)(void *, int);
    int (*end_note)(void *, int, void *);
    void *(*end_noted)(const void *, int);
    void (*end_connects)(void *);
    void (*end_accepts)(void *);
    int (*end_shakes)(void *);
    int (*end_error)(const void *, int);
    int (*end_version)(const void *);
    int (*end_reused)(const void *);
    int (*write)(void *, const void *, int);
    int (*read)(void *, void *, int);
    unsigned long (*error)(void);
    void (*error_words)(unsigned long, char *, size_t);
} functions;

static functions known;

#define SYMBOL(member, name) {name, (void (**)(void))(void *)&known.member}

static const struct wrh_symbol symbols[] = {
    SYMBOL(method, "TLS_method"),
    SYMBOL(context_new, "SSL_CTX_new"),
    SYMBOL(context_free, "SSL_CTX_free"),
    SYMBOL(context_ctrl, "SSL_CTX_ctrl"),
    SYMBOL(context_suites, "SSL_CTX_set_ciphersuites"),
    SYMBOL(context_tickets, "SSL_CTX_set_num_tickets"),
    SYMBOL(context_use_key, "SSL_CTX_set_psk_use_session_callback"),
    SYMBOL(context_find_key, "SSL_CTX_set_psk_find_session_callback"),
    SYMBOL(session_new, "SSL_SESSION_new"),
    SYMBOL(session_free, "SSL_SESSION_free"),
    SYMBOL(session_key, "SSL_SESSION_set1_master_key"),
    SYMBOL(session_cipher, "SSL_SESSION_set_cipher"),
    SYMBOL(session_version, "SSL_SESSION_set_protocol_version"),
    SYMBOL(cipher_find, "SSL_CIPHER_find"),
    SYMBOL(end_new, "SSL_new"),
    SYMBOL(end_free, "SSL_free"),
    SYMBOL(end_socket, "SSL_set_fd"),
    SYMBOL(end_note, "SSL_set_ex_data"),
    SYMBOL(end_noted, "SSL_get_ex_data"),
    SYMBOL(end_connects, "SSL_set_connect_state"),
    SYMBOL(end_accepts, "SSL_set_accept_state"),
    SYMBOL(end_shakes, "SSL_do_handshake"),
    SYMBOL(end_error, "SSL_get_error"),
    SYMBOL(end_version, "SSL_version"),
    SYMBOL(end_reused, "SSL_session_reused"),
    SYMBOL(write, "SSL_write"),
    SYMBOL(read, "SSL_read"),
    /* from libcrypto, which libssl loads */
    SYMBOL(error, "ERR_get_error"),
    SYMBOL(error_words, "ERR_error_string_n"),
};

static int load(const char *implementation, void *functions_out, struct wrh_why *why) {
    (void)implementation;
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libssl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return wrh_fail(why, WRH_ABSENT, "libssl.so.3 is not on this machine");
    if (wrh_symbols_load(library, symbols, sizeof symbols / sizeof *symbols, why) != 0)
        return WRH_ABSENT;
    memcpy(functions_out, &known, sizeof known);
    return WRH_OK;
}

struct tls {
    const functions *ssl;
    const struct wrh_suite *suite;
    void *context;
    void *client, *server;
};

static const uint8_t key[KEY] = "known to both ends";
static const unsigned char identity[] = "wirerate";

/* Return the key as a session of the stream's cipher suite. The caller frees it, unless it is passed to libssl. */
static void *session_of(const struct tls *tls, void *end) {
    const functions *ssl = tls->ssl;
    const void *cipher = ssl->cipher_find(end, tls->suite->id);
    void *session = cipher ? ssl->session_new() : NULL;
    if (session && ssl->session_key(session, key, sizeof key) == 1 && ssl->session_cipher(session, cipher) == 1 &&
        ssl->session_version(session, VERSION) == 1)
        return session;
    ssl->session_free(session);
    return NULL;
}

static const struct tls *tls_of(const void *end) {
    /* There is only one libssl, loaded before any end exists. */
    return known.end_noted(end, 0);
}

static int offer(void *end, const void *digest, const unsigned char **name, size_t *length, void **session) {
    (void)digest;
    *name = identity;
    *length = sizeof identity - 1;
    *session = session_of(tls_of(end), end);
    return *session != NULL;
}

static int look_up(void *end, const unsigned char *name, size_t length, void **session) {
    int ours = length == sizeof identity - 1 && memcmp(name, identity, length) == 0;
    *session = ours ? session_of(tls_of(end), end) : NULL;
    return 1;
}

static void tls_close(void *state) {
    struct tls *tls = state;
    tls->ssl->end_free(tls->client);
    tls->ssl->end_free(tls->server);
    tls->ssl->context_free(tls->context);
    free(tls);
}

static int carry(wrh_stream *stream, const uint8_t *record, uint8_t *back, size_t size) {
    const struct tls *tls = stream->state;
    if (tls->ssl->write(tls->client, record, (int)size) != (int)size)
        return -EIO;
    for (size_t done = 0; done < size;) {
        int got = tls->ssl->read(tls->server, back + done, (int)(size - done));
        if (got <= 0)
            return -EBADMSG;
        done += (size_t)got;
    }
    return 0;
}

static int set_up(struct tls *tls, const wrh_stream *stream) {
    const functions *ssl = tls->ssl;
    if (!tls->context || ssl->context_ctrl(tls->context, SET_LEAST, VERSION, NULL) != 1 ||
        ssl->context_suites(tls->context, tls->suite->suite) != 1 || ssl->context_tickets(tls->context, 0) != 1)
        return 0;
    ssl->context_ctrl(tls->context, READ_AHEAD, 1, NULL);
    ssl->context_use_key(tls->context, offer);
    ssl->context_find_key(tls->context, look_up);
    tls->client = ssl->end_new(tls->context);
    tls->server = ssl->end_new(tls->context);
    if (!tls->client || !tls->server || ssl->end_note(tls->client, 0, tls) != 1 ||
        ssl->end_note(tls->server, 0, tls) != 1 || ssl->end_socket(tls->client, stream->out) != 1 ||
        ssl->end_socket(tls->server, stream->in) != 1)
        return 0;
    ssl->end_connects(tls->client);
    ssl->end_accepts(tls->server);
    return 1;
}

/* Continue the handshake of one end, and set *done once it is complete. Return 0 on an error. */
static int continue_handshake(const functions *ssl, void *end, int *done) {
    int result = ssl->end_shakes(end);
    *done = result == 1;
    return result == 1 || ssl->end_error(end, result) == WANT_READ;
}

static int complete_handshake(const struct tls *tls) {
    int client_done = 0, server_done = 0;
    for (int turn = 0; turn < TURNS && !(client_done && server_done); turn++)
        if (!continue_handshake(tls->ssl, tls->client, &client_done) ||
            !continue_handshake(tls->ssl, tls->server, &server_done))
            return 0;
    return client_done && server_done && tls->ssl->end_version(tls->server) == VERSION &&
           tls->ssl->end_reused(tls->server) == 1;
}

static int set_blocking(int socket, int blocking) {
    int flags = fcntl(socket, F_GETFL);
    return flags >= 0 && fcntl(socket, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) == 0;
}

int wrh_openssl_tls(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle) {
    static struct wrh_libraries libraries = {.size = sizeof known, .load = load};
    const functions *ssl = wrh_library(&libraries, "openssl", &obstacle->why);
    if (!ssl)
        return -1;
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return wrh_refused(obstacle, "memory");
    *tls = (struct tls){.ssl = ssl, .suite = suite, .context = ssl->context_new(ssl->method())};
    stream->state = tls;
    stream->dismiss = tls_close;
    stream->carry = carry;
    int connected =
        set_up(tls, stream) && set_blocking(stream->out, 0) && set_blocking(stream->in, 0) && complete_handshake(tls);
    if (connected && set_blocking(stream->out, 1) && set_blocking(stream->in, 1))
        return 0;
    char words[160] = "the handshake did not complete";
    unsigned long error = ssl->error();
    if (error)
        ssl->error_words(error, words, sizeof words);
    return wrh_fail(&obstacle->why, -1, "%s: %s", suite->suite, words);
}
