/* The packet mill: RC4's published keystreams, the sizes of RFC 4253, packets of every combination opened by their
 * receiver, and a packet with one bit changed refused. */
#include "check.h"
#include "mill/packet.h"
#include "peers/subject.h"
#include "wirerate_host.h"

static const char *const ciphers[] = {"none", "arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc"};
static const struct {
    const char *name, *implementation;
} macs[] = {{"none", ""},
            {"hmac-md5", "wirerate"},
            {"hmac-md5", "openssl"},
            {"hmac-sha1", "openssl"},
            {"hmac-sha256", "openssl"},
            {"umac-64", "wirerate"},
            {"umac-128", "wirerate"},
            {"umac-64", "nettle"}};
enum { CIPHERS = sizeof ciphers / sizeof *ciphers, MACS = sizeof macs / sizeof *macs };

/* RFC 6229 section 2: key 0102030405 and 0102..10, offsets 0 and 4096. */
static void check_arcfour(void) {
    static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const struct {
        size_t key_bytes, offset;
        uint8_t stream[16];
    } rows[] = {
        {5, 0, {0xb2, 0x39, 0x63, 0x05, 0xf0, 0x3d, 0xc0, 0x27, 0xcc, 0xc3, 0x52, 0x4a, 0x0a, 0x11, 0x18, 0xa8}},
        {16, 0, {0x9a, 0xc7, 0xcc, 0x9a, 0x60, 0x9d, 0x1e, 0xf7, 0xb2, 0x93, 0x28, 0x99, 0xcd, 0xe4, 0x1b, 0x97}},
        {5, 4096, {0xff, 0x25, 0xb5, 0x89, 0x95, 0x99, 0x67, 0x07, 0xe5, 0x1f, 0xbd, 0xf0, 0x8b, 0x34, 0xd8, 0x75}},
    };
    static uint8_t stream[4112];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct wrh_arcfour cipher;
        memset(stream, 0, sizeof stream);
        wrh_arcfour_init(&cipher, key, rows[i].key_bytes);
        wrh_arcfour_apply(&cipher, stream, stream, 100); /* in two pieces */
        wrh_arcfour_apply(&cipher, stream + 100, stream + 100, sizeof stream - 100);
        CHECK(memcmp(stream + rows[i].offset, rows[i].stream, 16) == 0, "arcfour row %zu", i);
    }
}

static void check_sizes(void) {
    CHECK(wrh_packet_bytes(8, 0, 1) == 16, "one byte in blocks of 8");
    CHECK(wrh_packet_bytes(16, 0, 1) == 16, "one byte in blocks of 16");
    CHECK(wrh_packet_bytes(16, 0, 8) == 32, "3 bytes of padding are too few");
    CHECK(wrh_packet_bytes(16, 1, 1) == 20, "the length in clear does not count");
    CHECK(wrh_packet_bytes(16, 0, 32768) == 32784, "32 KiB");
}

static void check_rounds(wrh_mill *mill, const char *name) {
    const size_t payloads[] = {1, 57, 1024, 32768};
    const uint64_t packets[] = {700, 301, 9, 10};
    const uint32_t order[] = {3, 0, 2, 1, 0, 3};
    wrh_mill *const mills[] = {mill, mill, mill, mill};
    wrh_round rounds[6];
    int64_t stolen;
    CHECK(wrh_mill_run(mills, payloads, packets, order, 6, 2, 1, rounds, &stolen) == WRH_OK, "%s: run", name);
    for (size_t k = 0; k < 6; k++) {
        CHECK(rounds[k].wrong == 0, "%s: %u of %u packets refused", name, rounds[k].wrong, (unsigned)packets[order[k]]);
        CHECK(rounds[k].messages == packets[order[k]] && rounds[k].bytes == packets[order[k]] * payloads[order[k]] &&
                  rounds[k].wall_ns > 0,
              "%s: round %zu", name, k);
    }
    const size_t too_long = 32769;
    CHECK(wrh_mill_run(mills, &too_long, packets, order + 1, 1, 0, 0, rounds, &stolen) == WRH_UNSUPPORTED, "%s", name);
}

static void check_combination(const char *cipher, const char *mac, const char *implementation, int keyed, int etm) {
    char why[200], name[100];
    int status;
    wrh_mill *mill = wrh_mill_open(cipher, mac, implementation, keyed, etm, &status, why, sizeof why);
    snprintf(name, sizeof name, "%s %s@%s keyed %d etm %d", cipher, mac, implementation, keyed, etm);
    if (mill)
        check_rounds(mill, name);
    else
        CHECK(status == WRH_ABSENT || strstr(why, "FIPS"), "%s: %s", name, why);
    wrh_mill_close(mill);
}

static void endpoint_open(struct wrh_endpoint *endpoint, int decrypt, wrh_subject *mac) {
    struct wrh_why why = {NULL, 0};
    *endpoint = (struct wrh_endpoint){.nonce_bytes = 8, .tag_bytes = 8, .etm = 1};
    CHECK(wrh_cipher_open(&endpoint->cipher, "arcfour", decrypt, &why) == WRH_OK, "cipher");
    CHECK(wrh_subject_twin(mac, &endpoint->mac, &why) == WRH_OK, "MAC");
}

/* Change every bit of packet and tag: each change must be refused, and the unchanged packet accepted again
 * afterwards. */
static void check_changed_bits(void) {
    char why[200];
    int status;
    wrh_subject *mac =
        wrh_subject_open("umac-64", 0, "wirerate", NULL, WRH_TAG, WRH_REUSE, 1, &status, why, sizeof why);
    CHECK(mac, "%s", why);
    if (!mac)
        return;
    const uint8_t payload[40] = "forty bytes of payload";
    uint8_t plain[256], sealed[256], opened[256];
    struct wrh_endpoint sender;
    endpoint_open(&sender, 0, mac);
    wrh_packet_seal(&sender, payload, sizeof payload, plain + 16, sealed + 16);
    size_t bytes = wrh_packet_bytes(8, 1, sizeof payload) + sender.tag_bytes;
    for (size_t bit = 0; bit <= bytes * 8; bit++) {
        struct wrh_endpoint receiver;
        endpoint_open(&receiver, 1, mac);
        uint8_t *changed = sealed + 16 + bit / 8;
        uint8_t mask = (uint8_t)(bit < bytes * 8 ? 1u << bit % 8 : 0);
        *changed ^= mask;
        int good = wrh_packet_open(&receiver, sealed + 16, payload, sizeof payload, opened + 16);
        CHECK(good == (mask == 0), "bit %zu of %zu", bit, bytes * 8);
        *changed ^= mask;
        receiver.mac.close(receiver.mac.state);
    }
    sender.mac.close(sender.mac.state);
    wrh_subject_close(mac);
}

static void check_refusals(void) {
    char why[200] = "";
    int status;
    CHECK(!wrh_mill_open("aes512-ctr", "none", "", WRH_REUSE, 0, &status, why, sizeof why) &&
              status == WRH_UNSUPPORTED && strstr(why, "aes512-ctr"),
          "cipher: %s", why);
    CHECK(!wrh_mill_open("none", "poly1305", "openssl", WRH_REKEY, 0, &status, why, sizeof why) &&
              status == WRH_UNSUPPORTED && strstr(why, "poly1305"),
          "MAC: %s", why);
}

int main(void) {
    check_arcfour();
    check_sizes();
    check_refusals();
    check_changed_bits();
    for (size_t c = 0; c < CIPHERS; c++)
        for (size_t m = 0; m < (c < 2 ? MACS : 3); m++) /* MACs do not depend on the cipher */
            for (int keyed = WRH_REUSE; keyed <= (m ? WRH_FRESH : WRH_REUSE); keyed++)
                for (int etm = 0; etm < 2; etm++)
                    check_combination(ciphers[c], macs[m].name, macs[m].implementation, keyed, etm);
    return check_result();
}
