/* Long messages in pieces of 4 KiB, so that a board with little memory can hash them: UMAC's vectors up to 2^25 bytes
 * and, with the argument "count", MD5 and HMAC-MD5 of 2^32 bits and more, where a 32-bit bit count wraps. */
#include "check.h"
#include "kernels.h"
#include "vectors.h"

enum { PIECE = 4096 };

#define AT "%s, %s line %d", wr_kernel_in_use(), vector->file, vector->line

/* The message of a vector, `piece` repeated, in parts of up to 4 KiB. */
struct source {
    uint8_t bytes[PIECE];
    size_t period; /* length of the whole repetitions in `bytes` */
    uint64_t left;
};

static struct source source;

static void source_open(const struct vector *vector) {
    const struct vector_field *piece = vector_field(vector, "piece"), *times = vector_field(vector, "times");
    uint64_t count = 0;

    for (size_t i = 0; i < times->length; i++)
        count = count << 8 | times->bytes[i];
    source.left = piece->length * count;
    source.period = piece->length ? PIECE / piece->length * piece->length : PIECE;
    for (size_t i = 0; i < source.period && piece->length; i++)
        source.bytes[i] = piece->bytes[i % piece->length];
}

/* Return the number of bytes in source.bytes that come next; 0 at the end. */
static size_t source_next(void) {
    const size_t next = source.left < source.period ? (size_t)source.left : source.period;
    source.left -= next;
    return next;
}

static void use_umac(const struct vector *vector) {
    const struct vector_field *nonce = vector_field(vector, "nonce"), *tag = vector_field(vector, "tag");
    uint8_t out[16];
    wr_umac_key key;
    wr_umac_state mac;

    CHECK(wr_umac_key_init(&key, vector_field(vector, "key")->bytes, tag->length) == WR_OK, AT);
    wr_umac_init(&mac);
    source_open(vector);
    for (size_t n; (n = source_next()) > 0;)
        wr_umac_update(&mac, &key, source.bytes, n);
    CHECK(wr_umac_final(&mac, &key, NULL, nonce->bytes, nonce->length, out) == WR_OK, AT);
    CHECK(memcmp(out, tag->bytes, tag->length) == 0, AT);
}

#ifndef WR_NO_MD5
static void use_md5(const struct vector *vector) {
    uint8_t out[WR_MD5_SIZE];
    wr_md5_state md5;

    wr_md5_init(&md5);
    source_open(vector);
    for (size_t n; (n = source_next()) > 0;)
        wr_md5_update(&md5, source.bytes, n);
    wr_md5_final(&md5, out);
    CHECK(memcmp(out, vector_field(vector, "digest")->bytes, sizeof out) == 0, AT);
}

static void use_hmac_md5(const struct vector *vector) {
    const struct vector_field *secret = vector_field(vector, "key");
    uint8_t out[WR_MD5_SIZE];
    wr_hmac_md5_key key;
    wr_hmac_md5_state mac;

    wr_hmac_md5_key_init(&key, secret->bytes, secret->length);
    wr_hmac_md5_init(&mac, &key);
    source_open(vector);
    for (size_t n; (n = source_next()) > 0;)
        wr_hmac_md5_update(&mac, source.bytes, n);
    CHECK(wr_hmac_md5_final(&mac, out, sizeof out) == WR_OK, AT);
    CHECK(memcmp(out, vector_field(vector, "tag")->bytes, sizeof out) == 0, AT);
}

static void use_count(const struct vector *vector) {
    if (strcmp(vector->algorithm, "md5") == 0)
        use_md5(vector);
    else
        use_hmac_md5(vector);
}
#endif

int main(int argc, char **argv) {
#ifndef WR_NO_MD5
    if (argc == 2 && strcmp(argv[1], "count") == 0)
        vectors_each("long.txt", use_count);
#else
    (void)argc, (void)argv;
#endif
    FOR_EACH_KERNEL(name) {
        vectors_each("rfc4418.txt", use_umac);
        vectors_each("umac.txt", use_umac);
    }
    return check_result();
}
