/* Eight threads use the same messages and keys at once, while one of them keeps changing the kernel. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#include "umac/umac.h"
#include "wirerate_experimental.h"

enum { THREADS = 8, ROUNDS = 60, MESSAGES = 150, LONGEST = 2000, UMAC_TAG = 16, NONCE = 8 };

static uint8_t data[LONGEST], expected[MESSAGES][WR_MD5_SIZE], expected_ways[WR_MD5_SIZE];
static uint8_t expected_md5[MESSAGES][WR_MD5_SIZE], expected_umac[MESSAGES][UMAC_TAG], nonces[MESSAGES][NONCE];
static size_t lengths[MESSAGES];
static wr_hmac_md5_key key;
static wr_umac_key umac_key;
static atomic_ulong wrong;

static void md5_round(void) {
    uint8_t tags[MESSAGES][WR_MD5_SIZE], digest[WR_MD5_SIZE];
    wr_message messages[MESSAGES];

    for (size_t i = 0; i < MESSAGES; i++)
        messages[i] = (wr_message){data, lengths[i], tags[i]};
    wr_md5_batch(messages, MESSAGES);
    wrong += memcmp(tags, expected_md5, sizeof tags) != 0;
    wr_hmac_md5_batch(&key, messages, MESSAGES, WR_MD5_SIZE);
    wrong += memcmp(tags, expected, sizeof tags) != 0;
    wr_hmac_md5(&key, data, lengths[0], digest, sizeof digest);
    wrong += memcmp(digest, expected[0], sizeof digest) != 0;
    wr_md5_ways(data, LONGEST, 16, digest);
    wrong += memcmp(digest, expected_ways, sizeof digest) != 0;
}

static void umac_round(void) {
    uint8_t tags[MESSAGES][UMAC_TAG], good[MESSAGES];
    wr_message messages[MESSAGES];
    wr_umac_pad_cache pads = WR_UMAC_PAD_CACHE_INIT;
    const uint8_t *received[MESSAGES];

    for (size_t i = 0; i < MESSAGES; i++)
        messages[i] = (wr_message){data, lengths[i], tags[i]};
    wrong += wr_umac_batch(&umac_key, nonces, NONCE, messages, MESSAGES) != WR_OK;
    wrong += memcmp(tags, expected_umac, sizeof tags) != 0;
    wrong += wr_umac_verify_batch(&umac_key, nonces, NONCE, messages, tags_of(received, messages, MESSAGES), MESSAGES,
                                  good) != WR_OK;
    wrong += wr_umac_verify(&umac_key, &pads, nonces[0], NONCE, data, lengths[0], expected_umac[0]) != WR_OK;
}

static void *work(void *changes_kernel) {
    size_t next = 0;

    for (int round = 0; round < ROUNDS; round++) {
        if (changes_kernel) {
            if (!wr_kernel_name(++next))
                next = 0;
            wr_use_kernel(wr_kernel_name(next));
        }
        md5_round();
        umac_round();
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];

    random_fill(data, sizeof data);
    TRUSTED(wr_hmac_md5_key_init(&key, data, 16));
    wr_umac_key_init(&umac_key, data, UMAC_TAG);
    for (size_t i = 0; i < MESSAGES; i++) {
        lengths[i] = random_below(LONGEST + 1);
        TRUSTED(wr_hmac_md5(&key, data, lengths[i], expected[i], WR_MD5_SIZE));
        TRUSTED(wr_md5(data, lengths[i], expected_md5[i]));
        random_fill(nonces[i], NONCE);
        TRUSTED(wr_umac(&umac_key, NULL, nonces[i], NONCE, data, lengths[i], expected_umac[i]));
    }
    TRUSTED(wr_md5_ways(data, LONGEST, 16, expected_ways));
    for (size_t i = 0; i < THREADS; i++) /* all threads also race for the first use */
        CHECK(pthread_create(&threads[i], NULL, work, i == 0 ? data : NULL) == 0, "thread %zu", i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(wrong == 0, "%lu wrong results", (unsigned long)wrong);
    return check_result();
}
