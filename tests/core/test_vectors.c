/* The published vectors, and wirerate's own for K-way MD5, on every kernel: in one call, in pieces and in a batch. */
#include "check.h"
#include "kernels.h"
#include "vectors.h"
#include "wirerate_experimental.h"

#define AT "%s, %s line %d", wr_kernel_in_use(), vector->file, vector->line

static int same(const uint8_t *bytes, const struct vector_field *expected) {
    return memcmp(bytes, expected->bytes, expected->length) == 0;
}

/* A batch of copies of one message, more than any kernel has lanes. */
enum { COPIES = WR_LANES_MAX + 1 };

static void use_md5(const struct vector *vector) {
    const struct vector_field *data = vector_field(vector, "data"), *digest = vector_field(vector, "digest");
    uint8_t out[COPIES][WR_MD5_SIZE] = {{0}};
    wr_message batch[COPIES];
    wr_md5_state md5;

    wr_md5(data->bytes, data->length, out[0]);
    CHECK(same(out[0], digest), AT);
    wr_md5_init(&md5);
    for (size_t i = 0; i < data->length; i++)
        wr_md5_update(&md5, data->bytes + i, 1);
    wr_md5_final(&md5, out[0]);
    CHECK(same(out[0], digest), AT);
    for (size_t i = 0; i < COPIES; i++)
        batch[i] = (wr_message){data->bytes, data->length, out[i]};
    memset(out, 0, sizeof out);
    wr_md5_batch(batch, COPIES);
    for (size_t i = 0; i < COPIES; i++)
        CHECK(same(out[i], digest), AT);
}

static void use_hmac_md5(const struct vector *vector) {
    const struct vector_field *secret = vector_field(vector, "key"), *data = vector_field(vector, "data");
    const struct vector_field *tag = vector_field(vector, "tag");
    uint8_t out[COPIES][WR_MD5_SIZE] = {{0}};
    wr_message batch[COPIES];
    wr_hmac_md5_key key;
    wr_hmac_md5_state mac;

    wr_hmac_md5_key_init(&key, secret->bytes, secret->length);
    CHECK(wr_hmac_md5(&key, data->bytes, data->length, out[0], tag->length) == WR_OK && same(out[0], tag), AT);
    CHECK(wr_hmac_md5_verify(&key, data->bytes, data->length, tag->bytes, tag->length) == WR_OK, AT);
    wr_hmac_md5_init(&mac, &key);
    for (size_t i = 0; i < data->length; i++)
        wr_hmac_md5_update(&mac, data->bytes + i, 1);
    CHECK(wr_hmac_md5_final(&mac, out[0], tag->length) == WR_OK && same(out[0], tag), AT);
    for (size_t i = 0; i < COPIES; i++)
        batch[i] = (wr_message){data->bytes, data->length, out[i]};
    memset(out, 0, sizeof out);
    CHECK(wr_hmac_md5_batch(&key, batch, COPIES, tag->length) == WR_OK, AT);
    for (size_t i = 0; i < COPIES; i++)
        CHECK(same(out[i], tag), AT);
}

static void use_rfc2202(const struct vector *vector) {
    if (strcmp(vector->algorithm, "hmac-md5") == 0)
        use_hmac_md5(vector);
    else
        CHECK(strcmp(vector->algorithm, "hmac-sha1") == 0, AT); /* for other libraries */
}

static void use_md5_ways(const struct vector *vector) {
    const struct vector_field *data = vector_field(vector, "data"), *digest = vector_field(vector, "digest");
    const unsigned ways = (unsigned)atoi(vector->algorithm + strlen("md5-x"));
    uint8_t out[WR_MD5_SIZE];
    wr_md5_ways_state md5;

    CHECK(wr_md5_ways(data->bytes, data->length, ways, out) == WR_OK && same(out, digest), AT);
    CHECK(wr_md5_ways_init(&md5, ways) == WR_OK, AT);
    for (size_t i = 0; i < data->length; i++)
        wr_md5_ways_update(&md5, data->bytes + i, 1);
    wr_md5_ways_final(&md5, out);
    CHECK(same(out, digest), AT);
}

static void use_checksum(const struct vector *vector) {
    if (strcmp(vector->algorithm, "internet-checksum") == 0) {
        const struct vector_field *data = vector_field(vector, "data");
        CHECK(wr_internet_checksum(data->bytes, data->length) == vector_number(vector, "checksum"), AT);
    } else if (strcmp(vector->algorithm, "internet-checksum-join") == 0) {
        CHECK(wr_internet_checksum_join((uint16_t)vector_number(vector, "first"),
                                        (uint16_t)vector_number(vector, "second"),
                                        (int)vector_number(vector, "odd")) == vector_number(vector, "joined"),
              AT);
    } else {
        CHECK(strcmp(vector->algorithm, "internet-checksum-update") == 0, AT);
        CHECK(wr_internet_checksum_update((uint16_t)vector_number(vector, "checksum"),
                                          (uint16_t)vector_number(vector, "before"),
                                          (uint16_t)vector_number(vector, "after")) == vector_number(vector, "updated"),
              AT);
    }
}

int main(void) {
    FOR_EACH_KERNEL(name) {
        vectors_each("rfc1321.txt", use_md5);
        vectors_each("rfc2202.txt", use_rfc2202);
        vectors_each("rfc1071.txt", use_checksum);
        vectors_each("rfc1624.txt", use_checksum);
        vectors_each("md5-ways.txt", use_md5_ways);
    }
    return check_result();
}
