/* Every algorithm of every implementation on this machine, compared with each other: tagging and verifying, in every
 * keyed mode and with batches, for lengths from 0 to 255 and a selection up to 9216. Missing peers are named in the
 * log; without any peer the test is skipped.
 *
 * host_peers short: fewer combinations of mode and batch, for sanitizers. `make soak` runs all of them with one. */
#include <dlfcn.h>

#include "check.h"
#include "peers/algorithm.h"
#include "wirerate_host.h"

static const char *const implementations[] = {"wirerate", "openssl", "nettle", "ipsec-mb"};
enum { IMPLEMENTATIONS = 4, TEMPLATES = 256 };

static const char *const algorithms[] = {
    "md5",
    "md5-x4",
    "md5-x64",
    "sha1",
    "sha256",
    "hmac-md5",
    "hmac-sha1",
    "hmac-sha256",
    "umac-32",
    "umac-64",
    "umac-96",
    "umac-128",
    "internet-checksum",
    "read",
    "aes-128-gmac",
    "aes-128-cmac",
    "poly1305",
    "aes-128-gcm",
    "aes-256-gcm",
    "chacha20-poly1305",
    "sha384",
    "sha512",
    "hmac-sha384",
    "hmac-sha512",
    "aes-192-gmac",
    "aes-256-gmac",
    "aes-192-cmac",
    "aes-256-cmac",
    "aes-192-gcm",
    "aes-128-cbc-hmac-sha1",
    "aes-128-cbc-hmac-sha256",
    "aes-128-ctr-hmac-sha1",
    "aes-192-cbc-hmac-sha384",
    "aes-192-ctr-hmac-sha512",
    "aes-256-cbc-hmac-sha512",
    "aes-256-ctr-hmac-sha256",
};

/* The short list: each operation with each keyed mode, single messages, and batches that fill all lanes or only
 * some. */
enum { SHORT = 7, CONDITIONS = 13 };
static const struct {
    int operation, keyed;
    size_t batch;
} conditions[CONDITIONS] = {
    {WRH_TAG, WRH_REUSE, 1},
    {WRH_TAG, WRH_REUSE, 256},
    {WRH_TAG, WRH_REKEY, 33},
    {WRH_TAG, WRH_FRESH, 4},
    {WRH_VERIFY, WRH_REUSE, 33},
    {WRH_VERIFY, WRH_REKEY, 1},
    {WRH_VERIFY, WRH_FRESH, 4},
    /* the full list */
    {WRH_TAG, WRH_REUSE, 32},
    {WRH_TAG, WRH_REUSE, 300}, /* more than ipsec-mb has in flight */
    {WRH_TAG, WRH_REKEY, 1},
    {WRH_VERIFY, WRH_REUSE, 1},
    {WRH_VERIFY, WRH_REUSE, 256},
    {WRH_VERIFY, WRH_REKEY, 33},
};
static size_t condition_count = CONDITIONS;

/* Each subject's first call runs in a forked child. AddressSanitizer keeps up to 256 MB of freed memory, and every fork
 * copies its page tables. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "quarantine_size_mb=8";
}

static wrh_workload *rings[2];
static unsigned opened[2][IMPLEMENTATIONS]; /* by operation */

/* Without its checks, ipsec-mb accepts an empty message and gives wrong results forever after; IPsec has none. */
static int skips_empty(const char *implementation) {
    return strcmp(implementation, "ipsec-mb") == 0;
}

static void check_ring(wrh_subject *subject, const char *name, wrh_workload *ring, uint8_t *tags, int *have) {
    const size_t tag_bytes = wrh_subject_tag_bytes(subject);
    uint8_t own[TEMPLATES * 64];
    CHECK(wrh_workload_expect(ring, subject, own) == WRH_OK, "%s crashed", name);
    if (!*have)
        memcpy(tags, own, TEMPLATES * tag_bytes);
    *have = 1;
    for (size_t t = 0; t < TEMPLATES; t++)
        CHECK(memcmp(own + t * tag_bytes, tags + t * tag_bytes, tag_bytes) == 0, "%s: template %zu", name, t);

    const uint8_t *const expected[] = {tags};
    const uint64_t messages = 2 * TEMPLATES + 77;
    const uint32_t order[2] = {0};
    wrh_round rounds[2];
    CHECK(wrh_run(&subject, 1, ring, &messages, expected, order, 2, 1, rounds, NULL, NULL, NULL) == WRH_OK, "%s", name);
    CHECK(rounds[0].wrong + rounds[1].wrong == 0, "%s: %u and %u wrong", name, rounds[0].wrong, rounds[1].wrong);
}

/* For each algorithm, the first implementation that opens is the reference for the others. */
static void check_algorithm(const char *algorithm, size_t tag_bytes) {
    unsigned ways;
    const struct wrh_algorithm *facts = wrh_algorithm_find(algorithm, &ways);
    uint8_t tags[2][2][TEMPLATES * 64]; /* verified tags equal computed tags, except when ciphertext is opened */
    int have[2][2] = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < IMPLEMENTATIONS; i++)
        for (size_t c = 0; c < condition_count; c++) {
            const int operation = conditions[c].operation, keyed = conditions[c].keyed;
            const int opens = facts->seals && operation == WRH_VERIFY;
            const size_t batch = conditions[c].batch;
            char why[256], name[80];
            int status;
            snprintf(name, sizeof name, "%s@%s operation %d keyed %d batch %zu", algorithm, implementations[i],
                     operation, keyed, batch);
            wrh_subject *subject = wrh_subject_open(algorithm, tag_bytes, implementations[i], NULL, operation, keyed,
                                                    batch, &status, why, sizeof why);
            CHECK(subject || status == WRH_UNSUPPORTED || status == WRH_ABSENT, "%s: %d %s", name, status, why);
            CHECK(subject || why[0], "%s: no reason given", name);
            if (!subject)
                continue;
            opened[operation][i]++;
            if (!skips_empty(implementations[i]))
                check_ring(subject, name, rings[0], tags[opens][0], &have[opens][0]);
            check_ring(subject, name, rings[1], tags[opens][1], &have[opens][1]);
            wrh_subject_close(subject);
        }
    CHECK(have[0][1] || strcmp(algorithm, "md5") != 0, "%s by nobody", algorithm);
    if (facts->seals && have[0][1])
        CHECK(have[1][1] && memcmp(tags[0][1], tags[1][1], sizeof tags[0][1]) != 0, "%s is not opened", algorithm);
}

/* Two long messages among 62 short ones, in random order and in the largest batches: every so often a long one comes
 * first, and no job is finished before it. */
static void check_rare_long_messages(const char *algorithm) {
    enum { KINDS = 64 };
    const uint64_t messages = 32 * 256;
    const uint32_t order[4] = {0};
    uint64_t lengths[KINDS];
    for (size_t i = 0; i < KINDS; i++)
        lengths[i] = i < 2 ? 4000 : 40;
    wrh_workload *ring = wrh_workload_new(lengths, KINDS, 0, 3);
    for (size_t i = 0; i < 2 * IMPLEMENTATIONS; i++) {
        const char *implementation = implementations[i / 2];
        const int operation = i % 2 ? WRH_VERIFY : WRH_TAG;
        int status;
        char why[256];
        wrh_subject *subject =
            wrh_subject_open(algorithm, 0, implementation, NULL, operation, WRH_REUSE, 256, &status, why, sizeof why);
        if (!subject)
            continue;
        uint8_t tags[KINDS * 64];
        const uint8_t *const expected[] = {tags};
        wrh_round rounds[4];
        CHECK(wrh_workload_expect(ring, subject, tags) == WRH_OK, "%s@%s crashed", algorithm, implementation);
        CHECK(wrh_run(&subject, 1, ring, &messages, expected, order, 4, 1, rounds, NULL, NULL, NULL) == WRH_OK, "%s@%s",
              algorithm, implementation);
        for (size_t k = 0; k < 4; k++)
            CHECK(rounds[k].wrong == 0, "%s@%s operation %d: %u wrong", algorithm, implementation, operation,
                  rounds[k].wrong);
        wrh_subject_close(subject);
    }
    wrh_workload_free(ring);
}

/* The system's libraries, given by path: recognised from the files, with the same results. */
static void check_paths(void) {
    static const struct {
        const char *library, *symbol, *implementation, *algorithm;
    } known[] = {{"libcrypto.so.3", "OpenSSL_version", "openssl", "sha256"},
                 {"libnettle.so.8", "nettle_version_major", "nettle", "hmac-sha1"},
                 {"libIPSec_MB.so.1", "imb_get_version", "ipsec-mb", "hmac-sha1"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char why[256], other[256];
        int status;
        Dl_info where;
        void *library = dlopen(known[i].library, RTLD_NOW | RTLD_LOCAL);
        if (!library || !dladdr(dlsym(library, known[i].symbol), &where))
            continue;
        const char *by_name = wrh_implementation_version(known[i].implementation, why, sizeof why);
        const char *by_path = wrh_implementation_version(where.dli_fname, other, sizeof other);
        CHECK(!by_name == !by_path, "%s: %s, %s", where.dli_fname, why, other);
        if (!by_name || !by_path)
            continue;
        CHECK(strcmp(by_name, by_path) == 0, "%s is %s", where.dli_fname, by_path);
        wrh_subject *subject = wrh_subject_open(known[i].algorithm, 0, where.dli_fname, NULL, WRH_TAG, WRH_REUSE, 1,
                                                &status, why, sizeof why);
        CHECK(subject, "%s@%s: %s", known[i].algorithm, where.dli_fname, why);
        wrh_subject_close(subject);
    }
}

/* Each kernel of wirerate and each manager of ipsec-mb, by name. */
static void check_kernels(void) {
    static const char *const managers[] = {"sse", "avx", "avx2", "avx512"};
    char why[256];
    int status;
    for (size_t i = 0; wr_kernel_name(i); i++) {
        wrh_subject *subject =
            wrh_subject_open("md5", 0, "wirerate", wr_kernel_name(i), WRH_TAG, WRH_REUSE, 32, &status, why, sizeof why);
        CHECK(subject && wrh_subject_kernel(subject)[0], "%s: %s", wr_kernel_name(i), why);
        wrh_subject_close(subject);
    }
    for (size_t i = 0; i < 4; i++) {
        wrh_subject *subject = wrh_subject_open("aes-128-gmac", 0, "ipsec-mb", managers[i], WRH_TAG, WRH_REUSE, 32,
                                                &status, why, sizeof why);
        if (subject)
            CHECK(strcmp(wrh_subject_kernel(subject), managers[i]) == 0, "%s", wrh_subject_kernel(subject));
        wrh_subject_close(subject);
    }
}

static void check_refusals(void) {
    static const struct {
        const char *algorithm;
        size_t tag_bytes;
        const char *implementation, *kernel;
        int operation, keyed;
    } refused[] = {
        {"md4", 0, "wirerate", NULL, WRH_TAG, WRH_REUSE},      {"md5", 0, "gnutls", NULL, WRH_TAG, WRH_REUSE},
        {"md5", 12, "wirerate", NULL, WRH_TAG, WRH_REUSE},     {"hmac-md5", 17, "wirerate", NULL, WRH_TAG, WRH_REUSE},
        {"md5", 0, "wirerate", "avx9", WRH_TAG, WRH_REUSE},    {"hmac-md5", 0, "wirerate", NULL, WRH_TAG, 3},
        {"poly1305", 0, "openssl", NULL, WRH_TAG, WRH_REUSE},  {"sha1", 0, "wirerate", NULL, WRH_TAG, WRH_REUSE},
        {"sha256", 0, "openssl", NULL, WRH_VERIFY, WRH_REUSE}, {"hmac-md5", 0, "wirerate", NULL, 2, WRH_REUSE},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char why[256] = "";
        int status = 0;
        wrh_subject *subject =
            wrh_subject_open(refused[i].algorithm, refused[i].tag_bytes, refused[i].implementation, refused[i].kernel,
                             refused[i].operation, refused[i].keyed, 1, &status, why, sizeof why);
        CHECK(!subject && status == WRH_UNSUPPORTED && why[0], "refusal %zu: %d %s", i, status, why);
    }
}

int main(int argc, char **argv) {
    uint64_t lengths[TEMPLATES];
    if (argc > 1 && strcmp(argv[1], "short") == 0)
        condition_count = SHORT;
    for (size_t i = 0; i < TEMPLATES; i++)
        lengths[i] = i;
    rings[0] = wrh_workload_new(lengths, TEMPLATES, 0, 1);
    for (size_t i = 0; i < TEMPLATES; i++)
        lengths[i] = i < 45 ? 256 + i : i * 36;
    lengths[0] = 1;
    rings[1] = wrh_workload_new(lengths, TEMPLATES, 0, 2);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        check_algorithm(algorithms[i], 0);
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++)
        check_rare_long_messages(algorithms[i]);
    check_algorithm("hmac-md5", 12);
    check_algorithm("hmac-sha1", 12);
    check_algorithm("hmac-sha256", 16);
    check_algorithm("hmac-sha384", 24);
    check_algorithm("hmac-sha512", 32);
    check_algorithm("aes-128-ctr-hmac-sha1", 10);
    check_algorithm("aes-256-cbc-hmac-sha256", 16);
    check_paths();
    check_kernels();
    check_refusals();
    for (size_t i = 0; i < IMPLEMENTATIONS; i++) {
        char why[256];
        const char *version = wrh_implementation_version(implementations[i], why, sizeof why);
        printf("%s: %s, %u configurations, %u of them verifying\n", implementations[i], version ? version : why,
               opened[WRH_TAG][i] + opened[WRH_VERIFY][i], opened[WRH_VERIFY][i]);
        CHECK(!version == !opened[WRH_TAG][i] && !version == !opened[WRH_VERIFY][i],
              "%s: a version without subjects, or the reverse", implementations[i]);
    }
    wrh_workload_free(rings[0]);
    wrh_workload_free(rings[1]);
    int result = check_result();
    if (result == 0 && opened[WRH_TAG][1] + opened[WRH_TAG][2] + opened[WRH_TAG][3] == 0)
        return check_skip("no peer is on this machine (Debian: libssl3 libnettle8 libipsec-mb1)");
    return result;
}
