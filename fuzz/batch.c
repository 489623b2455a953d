/* Compare batches of MD5 and HMAC-MD5, with any kernel, with single portable calls: any lengths in any order, whole and
 * in pieces. */
#include "input.h"

enum { MOST = 96, LONGEST = 3000, PIECES = 5 };

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

/* Hash all messages as streams that receive two pieces each. */
static void streams(struct job *job, struct input *input, size_t kernel) {
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

/* Copy bytes to memory of exactly their length. */
static wr_piece copy_of(const void *data, size_t length) {
    uint8_t *bytes = malloc(length ? length : 1);
    if (!bytes)
        abort();
    if (length)
        memcpy(bytes, data, length);
    return (wr_piece){.data = bytes, .length = length};
}

/* Cut a message into up to PIECES pieces, some of them short or empty, and return their number. */
static size_t cut(wr_piece pieces[PIECES], const wr_message *whole, struct input *input) {
    const size_t count = whole->length ? 1 + take_byte(input) % (unsigned)PIECES : take_byte(input) % (unsigned)PIECES;
    size_t done = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t left = whole->length - done, some = take_below(input, k % 2 ? left + 1 : 70);
        const size_t length = k + 1 == count || some > left ? left : some;
        pieces[k] = copy_of((const uint8_t *)whole->data + done, length);
        done += length;
    }
    return count;
}

/* Hash a batch of messages that are in pieces. */
static void pieces(struct job *job, struct input *input, size_t kernel) {
    wr_piece all[MOST][PIECES];
    wr_pieces messages[MOST];
    for (size_t i = 0; i < job->count; i++)
        messages[i] =
            (wr_pieces){.pieces = all[i], .count = cut(all[i], &job->messages[i], input), .tag = job->messages[i].tag};
    use_kernel(kernel);
    memset(job->tags, 0, sizeof job->tags);
    wr_md5_batch_pieces(messages, job->count);
    must_equal(job->tags, job->expected, job->count * WR_MD5_SIZE);
    for (size_t i = 0; i < job->count; i++)
        for (size_t k = 0; k < messages[i].count; k++)
            free((void *)(uintptr_t)all[i][k].data);
}

static void tags_of_pieces(struct job *job, const wr_hmac_md5_key *key, struct input *input, size_t tag_length) {
    wr_piece all[MOST][2];
    wr_pieces messages[MOST];
    const wr_hmac_md5_key *keys[MOST];
    const uint8_t *received[MOST];
    uint8_t tags[MOST][WR_MD5_SIZE], good[MOST];
    for (size_t i = 0; i < job->count; i++) {
        const wr_message *whole = &job->messages[i];
        const size_t cut = take_below(input, whole->length + 1);
        all[i][0] = (wr_piece){.data = whole->data, .length = cut};
        all[i][1] = (wr_piece){.data = (const uint8_t *)whole->data + cut, .length = whole->length - cut};
        messages[i] = (wr_pieces){.pieces = all[i], .count = 2, .tag = tags[i]};
        received[i] = job->tags[i];
        keys[i] = key;
    }
    if (wr_hmac_md5_batch_pieces(keys, messages, job->count, tag_length) != WR_OK)
        abort();
    for (size_t i = 0; i < job->count; i++)
        must_equal(tags[i], job->expected[i], tag_length);
    if (wr_hmac_md5_verify_batch_pieces(keys, messages, received, job->count, tag_length, good) != WR_OK)
        abort();
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
    tags_of_pieces(job, &key, input, tag_length);
    uint8_t good[MOST];
    const uint8_t *received[MOST];
    for (size_t i = 0; i < job->count; i++)
        received[i] = job->tags[i];
    if (wr_hmac_md5_verify_batch(&key, job->messages, received, job->count, tag_length, good) != WR_OK)
        abort();
    if (job->count) { /* one wrong bit must cause exactly one rejection */
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
    streams(&job, &input, kernel);
    pieces(&job, &input, kernel);
    tags(&job, &input, kernel);
    for (size_t i = 0; i < job.count; i++)
        free((void *)(uintptr_t)job.messages[i].data);
    return 0;
}
