/* Records through connections: they come back unchanged, their size on the wire is that of TLS 1.3, and missing
 * features are reported. Times are not checked, except for being positive. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "peers/peer.h"
#include "wirerate_path.h"

enum { ADDED = 5 + 1 + 16 }; /* header, type and tag (RFC 8446 section 5.2) */

static const uint32_t sizes[] = {1, 7, 100, 1400, WRH_RECORD_MAX};
static const char *const aeads[] = {"aes-128-gcm", "aes-256-gcm", "chacha20-poly1305"};
enum { SIZES = sizeof sizes / sizeof *sizes, LAPS = 3 };

static wrh_stream *opened(int carrier, const char *aead, int *error) {
    char why[256] = "";
    wrh_stream *stream = wrh_stream_open(carrier, aead, error, why, sizeof why);
    if (!stream)
        printf("carrier %d, %s: %s (%s)\n", carrier, aead, why, strerror(*error));
    CHECK(stream || why[0], "there must be a reason");
    return stream;
}

static void check_carried(int carrier, const char *aead, uint64_t added) {
    int error = 0;
    wrh_stream *stream = opened(carrier, aead, &error);
    if (!stream) {
        CHECK(carrier != WRH_TCP, "plain TCP works everywhere");
        CHECK(carrier != WRH_TLS_KERNEL || error != 0, "errno of the refusal");
        return;
    }
    const uint32_t order[] = {0, 0};
    wrh_stream_round rounds[2];
    int64_t stolen;
    uint64_t octets = 0;
    for (size_t i = 0; i < SIZES; i++)
        octets += LAPS * (sizes[i] + added);
    CHECK(wrh_stream_run(&stream, sizes, SIZES, LAPS, order, 2, rounds, &stolen) == 0, "carrier %d, %s", carrier, aead);
    for (size_t k = 0; k < 2; k++) {
        CHECK(rounds[k].wrong == 0, "carrier %d, %s: %d wrong", carrier, aead, rounds[k].wrong);
        CHECK(rounds[k].wall_ns > 0 && rounds[k].cpu_ns >= 0, "it took time");
        if (carrier == WRH_SEAL_OPENSSL)
            CHECK(rounds[k].octets == 0, "no connection");
        else
            CHECK(rounds[k].octets == octets, "carrier %d, %s: %llu bytes, not %llu", carrier, aead,
                  (unsigned long long)rounds[k].octets, (unsigned long long)octets);
    }
    wrh_stream_close(stream);
}

static void check_refused(void) {
    int error = 1;
    CHECK(!opened(WRH_TLS_OPENSSL, "aes-128-cbc", &error) && error == 0, "no suite has it");
    CHECK(!opened(WRH_SEAL_OPENSSL + 1, "aes-128-gcm", &error) && error == 0, "no such carrier");
    CHECK(!opened(-1, "", &error) && error == 0, "no such carrier");
    wrh_stream_close(NULL);
}

static void check_sizes(void) {
    int error;
    wrh_stream *stream = opened(WRH_TCP, "", &error);
    const uint32_t order = 0, bad[] = {0, WRH_RECORD_MAX + 1};
    wrh_stream_round round;
    int64_t stolen;
    for (size_t i = 0; i < 2; i++)
        CHECK(wrh_stream_run(&stream, &bad[i], 1, 1, &order, 1, &round, &stolen) == -EMSGSIZE, "no such record");
    wrh_stream_close(stream);
}

int main(void) {
    check_carried(WRH_TCP, "", 0);
    for (size_t i = 0; i < sizeof aeads / sizeof *aeads; i++) {
        check_carried(WRH_TLS_OPENSSL, aeads[i], ADDED);
        check_carried(WRH_TLS_KERNEL, aeads[i], ADDED);
        check_carried(WRH_SEAL_OPENSSL, aeads[i], 0);
    }
    check_refused();
    check_sizes();
    return check_result();
}
