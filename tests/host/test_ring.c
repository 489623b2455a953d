/* The packet ring: signed packets are correct, forged packets are detected, and a cell that computes something else is
 * reported. */
#include <string.h>

#include "check.h"
#include "wirerate_packets.h"

enum { TEMPLATES = 12 };

static const uint64_t lengths[TEMPLATES] = {60, 60, 60, 60, 60, 60, 60, 576, 576, 576, 576, 1500};
static const uint8_t key[64] = "a key that is long enough for any of these algorithms, it is so";

static wrh_keyed_mac *open_mac(const char *algorithm, const char *implementation, size_t key_bytes) {
    char why[200] = "";
    int status;
    wrh_keyed_mac *mac = wrh_keyed_mac_open(algorithm, implementation, key, key_bytes, &status, why, sizeof why);

    if (!mac && status == WRH_ABSENT)
        printf("left out: %s\n", why);
    CHECK(mac || status == WRH_ABSENT, "%s@%s: %s", algorithm, implementation, why);
    return mac;
}

static void check_operation(const char *algorithm, size_t key_bytes, int generation, int operation, unsigned threads) {
    wrh_keyed_mac *own = open_mac(algorithm, strstr(algorithm, "md5") ? "wirerate" : "openssl", key_bytes);
    wrh_keyed_mac *peers[2] = {open_mac(algorithm, "openssl", key_bytes), open_mac(algorithm, "openssl", key_bytes)};
    wrh_keyed_mac *owns[2] = {own, peers[1]};
    const wrh_ring_cell cells[] = {{owns, generation, operation, 256}, {peers, generation, operation, 1}};
    const uint64_t packets[] = {5 * TEMPLATES, 300 * TEMPLATES};
    const uint32_t order[] = {0, 1, 1, 0, 0};
    wrh_round rounds[5];
    double ns[100];

    if (own && peers[0] && peers[1]) {
        const size_t fixed = generation == WR_AH_RFC1826 ? 8 : 12;
        const size_t ah = (fixed + wrh_keyed_mac_table(own)->icv_length + 7) / 8 * 8;
        wrh_ring *ring = wrh_ring_new(lengths, TEMPLATES, ah, 1 << 17, 1810);
        CHECK(ring != NULL && wrh_ring_packets(ring) % TEMPLATES == 0, "%s", algorithm);
        CHECK(wrh_ring_prepare(ring, peers[0], generation, operation) == WRH_OK, "%s", algorithm);
        CHECK(wrh_ring_run(ring, cells, packets, order, 5, threads, rounds, NULL) == WRH_OK, "%s", algorithm);
        for (size_t k = 0; k < 5; k++) {
            CHECK(rounds[k].wrong == 0 && rounds[k].messages == threads * packets[order[k]], "%s: round %zu: %u of %u",
                  algorithm, k, (unsigned)rounds[k].wrong, (unsigned)rounds[k].messages);
            CHECK(rounds[k].wall_ns > 0 && rounds[k].bytes > 0, "%s", algorithm);
        }
        CHECK(wrh_ring_latencies(ring, &cells[0], 100, ns) == WRH_OK && ns[99] > 0, "%s", algorithm);
        wrh_ring_free(ring);
    }
    for (size_t i = 0; i < 2; i++)
        wrh_keyed_mac_close(peers[i]);
    wrh_keyed_mac_close(own);
}

/* With different keys, every signed packet is wrong, and of verified packets all except the forged ones. */
static void check_wrong(int operation, uint32_t wrong) {
    wrh_keyed_mac *right = open_mac("hmac-md5-96", "wirerate", 16);
    char why[200];
    int status;
    wrh_keyed_mac *other = wrh_keyed_mac_open("hmac-md5-96", "wirerate", key + 1, 16, &status, why, sizeof why);
    wrh_ring *ring = wrh_ring_new(lengths, TEMPLATES, 24, 1 << 16, 1810);
    const wrh_ring_cell cell = {&other, WR_AH_RFC4302, operation, 256};
    const uint64_t packets = TEMPLATES;
    const uint32_t order = 0;
    wrh_round round;

    CHECK(wrh_ring_prepare(ring, right, WR_AH_RFC4302, operation) == WRH_OK, "prepare");
    CHECK(wrh_ring_run(ring, &cell, &packets, &order, 1, 1, &round, NULL) == WRH_OK, "run");
    CHECK(round.wrong == wrong, "%u", (unsigned)round.wrong);
    wrh_ring_free(ring);
    wrh_keyed_mac_close(right);
    wrh_keyed_mac_close(other);
}

int main(void) {
    static const uint64_t short_packet = 40;

    for (unsigned threads = 1; threads <= 2; threads++) {
        for (int operation = WRH_RING_SIGN; operation <= WRH_RING_VERIFY; operation++) {
            check_operation("hmac-md5-96", 16, WR_AH_RFC4302, operation, threads);
            check_operation("keyed-md5", 16, WR_AH_RFC1826, operation, threads);
            check_operation("hmac-sha1-96", 20, WR_AH_RFC4302, operation, threads);
            check_operation("hmac-sha2-256-128", 32, WR_AH_RFC4302, operation, threads);
            check_operation("aes-xcbc-96", 16, WR_AH_RFC4302, operation, threads);
            check_operation("aes-cmac-96", 16, WR_AH_RFC4302, operation, threads);
        }
    }
    check_wrong(WRH_RING_SIGN, TEMPLATES);
    check_wrong(WRH_RING_VERIFY, TEMPLATES - 1);
    check_wrong(WRH_RING_BARE, TEMPLATES);
    CHECK(wrh_ring_new(&short_packet, 1, 24, 4096, 1) == NULL, "a packet without payload");
    CHECK(wrh_ring_new(lengths, 0, 24, 4096, 1) == NULL, "no packets");
    return check_result();
}
