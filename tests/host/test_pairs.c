/* The library compared with every peer, pair by pair and kernel by kernel, on random messages. Argument 1 is the number
 * of cases per pair (default 10,000; `make soak` uses a million). Most lengths are near the boundaries of blocks, lanes
 * and NH's 1024 bytes. */
#include "check.h"
#include "random.h"
#include "wirerate_host.h"

enum { TEMPLATES = 256, TAG_MAX = 32 };

static const char *const peers[] = {"openssl", "nettle", "ipsec-mb"};
static const char *const algorithms[] = {
    "md5", "hmac-md5", "umac-32", "umac-64", "umac-96", "umac-128", "internet-checksum",
};
static const size_t edges[] = {16, 32, 55, 56, 64, 119, 128, 256, 512, 1024, 1536, 2048, 3072, 4096, 9216};

/* `least` is 1 for ipsec-mb, which gives wrong results forever after an empty message (IPsec has none). */
static uint64_t biased_length(size_t least) {
    if (random_below(8) == 0)
        return least + random_below(random_below(2) ? 4 : 4096);
    return edges[random_below(sizeof edges / sizeof *edges)] + random_below(5) - 2;
}

static wrh_subject *open_subject(const char *algorithm, const char *implementation, const char *kernel, size_t batch) {
    char why[256];
    int status;
    return wrh_subject_open(algorithm, 0, implementation, kernel, WRH_TAG, WRH_REUSE, batch, &status, why, sizeof why);
}

/* The cases of one ring: the peer computes tags message by message, wirerate in batches. */
static void compare(wrh_subject *ours, wrh_subject *theirs, size_t least, const char *name) {
    const uint64_t seed = random_next();
    uint64_t lengths[TEMPLATES];
    uint8_t tags[TEMPLATES * TAG_MAX];
    for (size_t i = 0; i < TEMPLATES; i++)
        lengths[i] = biased_length(least);
    wrh_workload *ring = wrh_workload_new(lengths, TEMPLATES, 0, seed);
    CHECK(ring != NULL && wrh_workload_expect(ring, theirs, tags) == WRH_OK, "%s", name);
    const uint8_t *const expected[] = {tags};
    const uint64_t messages = TEMPLATES;
    const uint32_t order = 0;
    wrh_round round;
    CHECK(wrh_run(&ours, 1, ring, &messages, expected, &order, 1, 1, &round, NULL, NULL, NULL) == WRH_OK, "%s", name);
    CHECK(round.wrong == 0, "%s: %u of %d wrong with seed %llu", name, round.wrong, TEMPLATES,
          (unsigned long long)seed);
    wrh_workload_free(ring);
}

static unsigned long pair(const char *algorithm, const char *peer, const char *kernel, unsigned long cases) {
    static const size_t batches[] = {1, 2, 15, 32, 256};
    char name[96];
    unsigned long done = 0;
    wrh_subject *theirs = open_subject(algorithm, peer, NULL, 1);
    for (size_t b = 0; theirs && b < sizeof batches / sizeof *batches; b++) {
        wrh_subject *ours = open_subject(algorithm, "wirerate", kernel, batches[b]);
        snprintf(name, sizeof name, "%s@wirerate/%s against %s, batch %zu", algorithm, kernel, peer, batches[b]);
        for (; ours && done < cases * (b + 1) / 5; done += TEMPLATES)
            compare(ours, theirs, strcmp(peer, "ipsec-mb") == 0, name);
        wrh_subject_close(ours);
    }
    wrh_subject_close(theirs);
    return done;
}

int main(int count, char **arguments) {
    const unsigned long cases = count > 1 ? strtoul(arguments[1], NULL, 10) : 10000;
    unsigned pairs = 0;
    for (size_t a = 0; a < sizeof algorithms / sizeof *algorithms; a++)
        for (size_t p = 0; p < sizeof peers / sizeof *peers; p++) {
            unsigned long done = 0;
            for (size_t k = 0; wr_kernel_name(k); k++)
                done += pair(algorithms[a], peers[p], wr_kernel_name(k), cases);
            pairs += done > 0;
            if (done)
                printf("%s against %s: %lu cases over all kernels\n", algorithms[a], peers[p], done);
        }
    int result = check_result();
    return pairs ? result : check_skip("no peer is on this machine (Debian: libssl3 libnettle8 libipsec-mb1)");
}
