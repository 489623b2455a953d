/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* kernel_tls.c - the kernel's TLS 1.3 at both ends of a connection. The kernel takes keys from the application. These
 * keys are random, and one end encrypts with the key that the other decrypts with.
 *
 * The constants are those of linux/tls.h, which older C libraries lack. */
#define _GNU_SOURCE /* for syscall */
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stream.h"

enum {
    ULP = 31,      /* TCP_ULP */
    LEVEL = 282,   /* SOL_TLS */
    TRANSMIT = 1,  /* TLS_TX */
    RECEIVE = 2,   /* TLS_RX */
    NUMBER = 8,    /* length of a record number in bytes */
    MOST = 4 + 64, /* maximum length of the keys passed to the kernel */
};

/* Fill struct tls12_crypto_info_*: version and cipher, then IV, key, salt and record number without gaps. */
static size_t keys(uint8_t *info, const struct wrh_suite *suite) {
    const uint16_t head[2] = {0x0304, suite->kernel_cipher};
    size_t secret = suite->kernel_iv_bytes + suite->key_bytes + suite->kernel_salt_bytes;
    memset(info, 0, MOST);
    memcpy(info, head, sizeof head);
    /* Call getrandom() as a system call: glibc has had the function since 2.25, and released wheels run on older
     * versions. */
    if (syscall(SYS_getrandom, info + sizeof head, secret, 0) != (long)secret)
        return 0;
    return sizeof head + secret + NUMBER;
}

int wrh_kernel_tls(wrh_stream *stream, const struct wrh_suite *suite, struct wrh_obstacle *obstacle) {
    static const char name[] = "tls";
    uint8_t info[MOST];
    size_t size = keys(info, suite);
    if (!size)
        return wrh_refused(obstacle, "random keys");
    if (setsockopt(stream->out, IPPROTO_TCP, ULP, name, sizeof name - 1) != 0 ||
        setsockopt(stream->in, IPPROTO_TCP, ULP, name, sizeof name - 1) != 0)
        return wrh_refused(obstacle, "TCP_ULP tls");
    if (setsockopt(stream->out, LEVEL, TRANSMIT, info, (socklen_t)size) != 0)
        return wrh_refused(obstacle, "TLS_TX");
    if (setsockopt(stream->in, LEVEL, RECEIVE, info, (socklen_t)size) != 0)
        return wrh_refused(obstacle, "TLS_RX");
    return 0;
}
