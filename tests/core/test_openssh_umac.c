/* The vectors through OpenSSH's interface: one context for many packets, in the pieces that mac.c passes. */
#include <string.h>

#include "check.h"
#include "umac.h"
#include "vectors.h"

enum { MANY = 1021 }; /* bytes; odd, so that pieces end at every position of a block */

static unsigned used;
static int quick;

static void use_vector(const struct vector *vector) {
    int wide = strcmp(vector->algorithm, "umac-128") == 0;
    const struct vector_field *nonce = vector_field(vector, "nonce");
    if ((!wide && strcmp(vector->algorithm, "umac-64") != 0) || nonce->length != 8)
        return;
    const struct vector_field *piece = vector_field(vector, "piece"), *tag = vector_field(vector, "tag");
    const struct vector_field *count = vector_field(vector, "times");
    unsigned long times = 0;
    for (size_t i = 0; i < count->length; i++)
        times = times << 8 | count->bytes[i];
    if (quick && times * piece->length > 1 << 20)
        return;
    struct umac_ctx *ctx = (wide ? umac128_new : umac_new)(vector_field(vector, "key")->bytes);
    CHECK(ctx, "no memory");
    if (!ctx)
        return;
    int (*const update)(struct umac_ctx *, const unsigned char *, long) = wide ? umac128_update : umac_update;
    /* Above a megabyte, one call per byte proves nothing new and takes most of the time. */
    static unsigned char many[MANY];
    const unsigned long copies = times > 1 << 20 ? MANY / piece->length : 1;
    for (unsigned long i = 0; copies > 1 && i < copies; i++)
        memcpy(many + i * piece->length, piece->bytes, piece->length);
    for (int again = 0; again < 2; again++) { /* the second time with the state left by the first */
        unsigned char computed[16] = {0};
        unsigned long left = times;
        for (; copies > 1 && left >= copies; left -= copies)
            update(ctx, many, (long)(copies * piece->length));
        for (; left; left--)
            update(ctx, piece->bytes, (long)piece->length);
        (wide ? umac128_final : umac_final)(ctx, computed, nonce->bytes);
        CHECK(memcmp(computed, tag->bytes, tag->length) == 0, "%s line %d", vector->file, vector->line);
    }
    (wide ? umac128_delete : umac_delete)(ctx);
    used++;
}

/* Sequence numbers that share an AES block, in order and out of order. */
static void check_nonces(void) {
    static const unsigned char key[16] = "sixteen bytes..";
    static const unsigned char numbers[] = {0, 1, 2, 3, 1, 0, 255, 254};
    struct umac_ctx *kept = umac_new(key);
    for (size_t i = 0; i < sizeof numbers; i++) {
        unsigned char nonce[8] = {0, 0, 0, 0, 0, 0, 7, numbers[i]}, one[8], other[8];
        struct umac_ctx *fresh = umac_new(key);
        umac_update(kept, nonce, 8);
        umac_final(kept, one, nonce);
        umac_update(fresh, nonce, 8);
        umac_final(fresh, other, nonce);
        CHECK(memcmp(one, other, 8) == 0, "sequence number %u", numbers[i]);
        umac_delete(fresh);
    }
    umac_delete(kept);
    umac_delete(NULL);
}

/* Two connections alternate, one of them with a longer tag, at every alignment of a packet and in two pieces: the state
 * left by the first must not affect the second. */
static void check_turns(void) {
    static const unsigned char keys[2][16] = {"sixteen bytes..", "and sixteen more"};
    struct umac_ctx *narrow = umac_new(keys[0]), *wide = umac128_new(keys[1]);
    unsigned char packet[2048 + 64];
    for (size_t i = 0; i < sizeof packet; i++)
        packet[i] = (unsigned char)(i * 7);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned char nonce[8] = {0, 0, 0, 0, 0, 0, 0, (unsigned char)i};
        const long length = 1000 + 16 * (long)i;
        unsigned char tags[2][16], expected[2][16];
        struct umac_ctx *fresh[2] = {umac_new(keys[0]), umac128_new(keys[1])};
        umac_update(narrow, packet + i, length);
        umac128_update(wide, packet + i, length - 5);
        umac_final(narrow, tags[0], nonce);
        umac128_update(wide, packet + i + length - 5, 5);
        umac128_final(wide, tags[1], nonce);
        memmove(packet, packet + i, (size_t)length); /* aligned */
        umac_update(fresh[0], packet, length);
        umac128_update(fresh[1], packet, length);
        umac_final(fresh[0], expected[0], nonce);
        umac128_final(fresh[1], expected[1], nonce);
        CHECK(memcmp(tags[0], expected[0], 8) == 0 && memcmp(tags[1], expected[1], 16) == 0, "packet %u", i);
        umac_delete(fresh[0]);
        umac128_delete(fresh[1]);
    }
    umac_delete(narrow);
    umac128_delete(wide);
}

/* `quick` omits messages above a megabyte, for emulators. */
int main(int argc, char **argv) {
    quick = argc == 2 && strcmp(argv[1], "quick") == 0;
    vectors_each("rfc4418.txt", use_vector);
    vectors_each("umac.txt", use_vector);
    CHECK(used >= 10, "%u vectors with 8-byte nonces", used);
    check_nonces();
    check_turns();
    return check_result();
}
