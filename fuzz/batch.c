/* Batches of MD5 and HMAC-MD5 under any kernel against single portable calls: any lengths in any order, whole and in
 * pieces. */
#include "input.h"

enum { MOST = 96, LONGEST = 3000 };

struct job {
    size_t count;
    wr_message messages[MOST];
    uint8_t tags[MOST][WR_MD5_SIZE];
    uint8_t expected[MOST][WR_MD5_SIZE];
};

static void fill(struct job *job, struct input *input) {
    job->count = take_byte(input) % (MOST + 1);
    const size_t limit = 1 + take_below(input, LONGEST);
    for (size_t i = 0; i < job->count; i++) {
        const size_t length = take_below(input, limit);
        job->messages[i] = (wr_message){.data = take_bytes(input, length), .length = length, .tag = job->tags[i]};
    }
}

static void digests(struct job *job, size_t kernel) {
    use_portable();
    for (size_t i = 0; i < job->count; i++)
        wr_md5(job->messages[i].data, job->messages[i].length, job->expected[i]);
    use_kernel(kernel);
    wr_md5_batch(job->messages, job->count);
    must_equal(job->tags, job->expected, job->count * WR_MD5_SIZE);
}

/* All messages at once, each cut in two. */
static void pieces(struct job *job, struct input *input, size_t kernel) {
    wr_md5_state states[MOST], *pointers[MOST];
    wr_message piece[2][MOST];
    for (size_t i = 0; i < job->count; i++) {
        const wr_message *whole = &job->messages[i];
        const size_t cut = take_below(input, whole->length + 1);
        piece[0][i] = (wr_message){.data = whole->data, .length = cut};
        piece[1][i] = (wr_message){.data = (const uint8_t *)whole->data + cut, .length = whole->length - cut};
        wr_md5_init(&states[i]);
        pointers[i] = &states[i];
    }
    use_kernel(kernel);
    wr_md5_update_batch(pointers, piece[0], job->count);
    wr_md5_update_batch(pointers, piece[1], job->count);
    wr_md5_final_batch(pointers, job->count, &job->tags[0][0]);
    must_equal(job->tags, job->expected, job->count * WR_MD5_SIZE);
}

static void tags(struct job *job, struct input *input, size_t kernel) {
    const size_t key_length = take_byte(input), tag_length = 4 + take_byte(input) % 13;
    uint8_t *secret = take_bytes(input, key_length);
    wr_hmac_md5_key key;
    use_portable();
    wr_hmac_md5_key_init(&key, secret, key_length);
    for (size_t i = 0; i < job->count; i++)
        if (wr_hmac_md5(&key, job->messages[i].data, job->messages[i].length, job->expected[i], tag_length) != WR_OK)
            abort();
    use_kernel(kernel);
    memset(job->tags, 0, sizeof job->tags);
    if (wr_hmac_md5_batch(&key, job->messages, job->count, tag_length) != WR_OK)
        abort();
    for (size_t i = 0; i < job->count; i++)
        must_equal(job->tags[i], job->expected[i], tag_length);
    uint8_t good[MOST];
    const uint8_t *received[MOST];
    for (size_t i = 0; i < job->count; i++)
        received[i] = job->tags[i];
    if (wr_hmac_md5_verify_batch(&key, job->messages, received, job->count, tag_length, good) != WR_OK)
        abort();
    if (job->count) { /* one wrong bit is one refusal */
        const size_t wrong = take_below(input, job->count);
        job->tags[wrong][take_below(input, tag_length)] ^= 0x10;
        if (wr_hmac_md5_verify_batch(&key, job->messages, received, job->count, tag_length, good) != WR_BAD_TAG)
            abort();
        for (size_t i = 0; i < job->count; i++)
            if (good[i] != (i != wrong))
                abort();
    }
    free(secret);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct job job;
    struct input input = {data, size};
    const size_t kernel = take_byte(&input);
    fill(&job, &input);
    digests(&job, kernel);
    pieces(&job, &input, kernel);
    tags(&job, &input, kernel);
    for (size_t i = 0; i < job.count; i++)
        free((void *)(uintptr_t)job.messages[i].data);
    return 0;
}
