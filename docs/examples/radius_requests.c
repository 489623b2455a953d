/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Verify RADIUS requests: cc radius_requests.c $(pkg-config --cflags --libs wirerate) && ./a.out */
#include <stdio.h>
#include <string.h>
#include <wirerate.h>

enum { BATCH = 64, HEADER = 20, ACCESS_REQUEST = 1, STATUS_SERVER = 12, MESSAGE_AUTHENTICATOR = 80 };

struct request {
    const uint8_t *packet;
    size_t length;                 /* length of the datagram */
    const wr_hmac_md5_key *secret; /* the key of the client that sent it */
};

/* Returns the offset of the Message-Authenticator's value. Returns 0 if there is none, if the request is malformed (RFC
 * 2865 sections 3 and 5), or for accounting and RFC 5176 requests, whose header authenticator also counts as zeros. */
static size_t find_authenticator(const struct request *request, size_t *length) {
    const uint8_t *p = request->packet;
    size_t value = 0;

    *length = request->length < HEADER ? 0 : (size_t)p[2] << 8 | p[3];
    if (*length < HEADER || *length > request->length || (p[0] != ACCESS_REQUEST && p[0] != STATUS_SERVER))
        return 0;
    for (size_t i = HEADER; i < *length; i += p[i + 1]) {
        if (*length - i < 2 || p[i + 1] < 2 || p[i + 1] > *length - i)
            return 0;
        if (p[i] == MESSAGE_AUTHENTICATOR && (value || p[i + 1] != 2 + WR_MD5_SIZE))
            return 0;
        if (p[i] == MESSAGE_AUTHENTICATOR)
            value = i + 2;
    }
    return value;
}

/* Verifies up to BATCH requests. The MAC is HMAC-MD5 with the shared secret, over the packet with the attribute's 16
 * bytes taken as zeros (RFC 3579 section 3.2). Three pieces per packet make copying or changing it unnecessary. */
static void check_requests(const struct request *requests, size_t count, uint8_t *genuine) {
    static const uint8_t zeros[WR_MD5_SIZE];
    wr_piece pieces[BATCH][3];
    wr_pieces messages[BATCH];
    const wr_hmac_md5_key *secrets[BATCH];
    const uint8_t *received[BATCH];
    uint8_t good[BATCH];
    size_t index[BATCH], used = 0;

    memset(genuine, 0, count);
    for (size_t i = 0; i < count; i++) {
        size_t length;
        const size_t value = find_authenticator(&requests[i], &length), after = value + WR_MD5_SIZE;
        if (value == 0)
            continue;
        pieces[used][0] = (wr_piece){requests[i].packet, value};
        pieces[used][1] = (wr_piece){zeros, sizeof zeros};
        pieces[used][2] = (wr_piece){requests[i].packet + after, length - after};
        messages[used] = (wr_pieces){pieces[used], 3, NULL};
        received[used] = requests[i].packet + value;
        secrets[used] = requests[i].secret;
        index[used++] = i;
    }
    if (used == 0 ||
        wr_hmac_md5_verify_batch_pieces(secrets, messages, received, used, WR_MD5_SIZE, good) == WR_BAD_LENGTH)
        return;
    for (size_t k = 0; k < used; k++)
        genuine[index[k]] = good[k];
}

/* The requests of RFC 5997 sections 6.1 and 6.2, with the secret "xyzzy5461". */
static const uint8_t to_authentication[] =
    "\x0c\xda\x00\x26\x8a\x54\xf4\x68\x6f\xb3\x94\xc5\x28\x66\xe3\x02\x18\x5d\x06\x23"
    "\x50\x12\x5a\x66\x5e\x2e\x1e\x84\x11\xf3\xe2\x43\x82\x20\x97\xc8\x4f\xa3";
static const uint8_t to_accounting[] =
    "\x0c\xb3\x00\x26\x92\x5f\x6b\x66\xdd\x5f\xed\x57\x1f\xcb\x1d\xb7\xad\x38\x82\x60"
    "\x50\x12\xe8\xd6\xea\xbd\xa9\x10\x87\x5c\xd9\x1f\xda\xde\x26\x36\x78\x58";

int main(void) {
    uint8_t changed[sizeof to_authentication], genuine[3];
    wr_hmac_md5_key secret;
    const struct request requests[] = {{to_authentication, sizeof to_authentication - 1, &secret},
                                       {to_accounting, sizeof to_accounting - 1, &secret},
                                       {changed, sizeof changed - 1, &secret}};

    memcpy(changed, to_authentication, sizeof changed);
    changed[1] ^= 1;
    wr_hmac_md5_key_init(&secret, "xyzzy5461", 9);
    check_requests(requests, 3, genuine);
    for (size_t i = 0; i < 3; i++)
        printf("request %d is %s\n", requests[i].packet[1], genuine[i] ? "genuine" : "forged");
    wr_hmac_md5_key_wipe(&secret);
}
