/* Eight threads at once, all on the same messages and key, while one of them keeps changing the kernel. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_experimental.h"

enum { THREADS = 8, ROUNDS = 60, MESSAGES = 150, LONGEST = 2000 };

static uint8_t data[LONGEST], expected[MESSAGES][WR_MD5_SIZE], expected_ways[WR_MD5_SIZE];
static size_t lengths[MESSAGES];
static wr_hmac_md5_key key;
static atomic_ulong wrong;

static void one_round(void) {
    uint8_t tags[MESSAGES][WR_MD5_SIZE], digest[WR_MD5_SIZE];
    wr_message messages[MESSAGES];

    for (size_t i = 0; i < MESSAGES; i++)
        messages[i] = (wr_message){data, lengths[i], tags[i]};
    wr_hmac_md5_batch(&key, messages, MESSAGES, WR_MD5_SIZE);
    wrong += memcmp(tags, expected, sizeof tags) != 0;
    wr_hmac_md5(&key, data, lengths[0], digest, sizeof digest);
    wrong += memcmp(digest, expected[0], sizeof digest) != 0;
    wr_md5_ways(data, LONGEST, 16, digest);
    wrong += memcmp(digest, expected_ways, sizeof digest) != 0;
}

static void *work(void *changes_kernel) {
    size_t next = 0;

    for (int round = 0; round < ROUNDS; round++) {
        if (changes_kernel) {
            if (!wr_kernel_name(++next))
                next = 0;
            wr_use_kernel(wr_kernel_name(next));
        }
        one_round();
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];

    random_fill(data, sizeof data);
    wr_hmac_md5_key_init_with(trusted(), &key, data, 16);
    for (size_t i = 0; i < MESSAGES; i++) {
        lengths[i] = random_below(LONGEST + 1);
        wr_hmac_md5_with(trusted(), &key, data, lengths[i], expected[i], WR_MD5_SIZE);
    }
    wr_md5_ways_with(trusted(), data, LONGEST, 16, expected_ways);
    for (size_t i = 0; i < THREADS; i++) /* all are here for the first use, too */
        CHECK(pthread_create(&threads[i], NULL, work, i == 0 ? data : NULL) == 0, "thread %zu", i);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(wrong == 0, "%lu wrong results", (unsigned long)wrong);
    return check_result();
}
