/* Secrets are erased when SECURITY.md says they are: from structures that are wiped, and from the stack after every
 * public call that takes or makes a secret.
 *
 * Each call runs on a painted stack. Then every 4-byte word on it, at any alignment, is looked up in the words of the
 * secrets: the key, its block under HMAC's pads, MD5's states after these, everything that UMAC derives, pads, and the
 * correct tag of a message whose verification failed. Single words are checked because compilers spill single
 * registers, and lanes are stored word by word. A word counts as a leak if it is at the same place in two runs with
 * different secrets and messages, so that it is neither chance nor public. Values that the caller knows (messages, tags
 * that were written) are not checked.
 *
 * core_wiped all: print one line per call that leaves something; otherwise only the first one and totals. core_wiped
 * some: test fewer batch sizes. */
#include <math.h>
#include <pthread.h>
#include <stdarg.h>

#include "check.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_ah.h"

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* its checks use registers, and the compiler decides what is spilled to the stack */
enum { LOOKS_AT_STACK = 0 };
#else
enum { LOOKS_AT_STACK = 1 };
#endif

enum { STACK = 1 << 17, ROOM = 16384, PAINT = 0x5a, LINES = 40 };
enum { MOST = 300, LONGEST = 4096, POOL = LONGEST + MOST, SECRET = 256, PACKET = 400 };

/* ---- Words to look for ------------------------------------------------------------------------------------------- */

enum { NEEDLES = 8192, SLOTS = 4 * NEEDLES };

struct needle {
    uint32_t word;
    const char *what;
    unsigned index;
};

static struct needle needles[2][NEEDLES];
static size_t needle_count;
static int turn; /* which of the two runs this is */
static uint16_t slot[SLOTS];
static uint8_t filter[8192]; /* by the low 16 bits: most words of a stack are not secret */

/* Words that are common in memory: small numbers of either sign, and four equal bytes. */
static int is_common(uint32_t word) {
    return word < 0x10000 || word > 0xffff0000 || word == (word >> 8 | word << 24);
}

static void add_word(const char *what, unsigned index, uint32_t word) {
    if (needle_count == NEEDLES) {
        fprintf(stderr, "too many needles\n");
        exit(1);
    }
    needles[turn][needle_count++] = (struct needle){word, what, index};
}

/* Add the bytes as words in memory order, the last one padded. */
static void add_words(const char *what, const void *data, size_t length) {
    const uint8_t *const bytes = data;

    for (size_t at = 0; at < length && length >= 4; at += 4) {
        uint32_t word;
        memcpy(&word, bytes + (at + 4 <= length ? at : length - 4), 4);
        add_word(what, (unsigned)at / 4, word);
    }
}

/* Also add them in reverse byte order, as loaded from a big-endian number. */
static void add_both_orders(const char *what, const void *data, size_t length) {
    const size_t before = needle_count;

    add_words(what, data, length);
    for (size_t i = before, end = needle_count; i < end; i++) {
        const uint32_t word = needles[turn][i].word;
        add_word(what, needles[turn][i].index, word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24);
    }
}

static size_t slot_of(uint32_t word) {
    return (word * 0x9e3779b1u) >> 17; /* 15 bits, for SLOTS */
}

static void index_needles(void) {
    memset(slot, 0, sizeof slot);
    memset(filter, 0, sizeof filter);
    for (size_t i = 0; i < needle_count; i++) {
        const uint32_t word = needles[turn][i].word;
        size_t at = slot_of(word);
        if (is_common(word))
            continue;
        while (slot[at] && needles[turn][slot[at] - 1].word != word)
            at = (at + 1) % SLOTS;
        if (!slot[at])
            slot[at] = (uint16_t)(i + 1);
        filter[(word & 0xffff) >> 3] |= (uint8_t)(1 << (word & 7));
    }
}

/* Return one more than the needle's number, or 0. */
static unsigned needle_of(uint32_t word) {
    if (filter[(word & 0xffff) >> 3] >> (word & 7) & 1)
        for (size_t at = slot_of(word); slot[at]; at = (at + 1) % SLOTS)
            if (needles[turn][slot[at] - 1].word == word)
                return slot[at];
    return 0;
}

/* ---- Memory to search -------------------------------------------------------------------------------------------- */

static _Alignas(4096) uint8_t stack[STACK];
static _Alignas(64) uint8_t scratch[WR_AH_SCRATCH];
static const uint8_t *bottom; /* of the frame that makes the call */
static void (*called)(void);

/* Call far enough down the stack that the end of the thread does not overwrite it. */
static void *call_below(void *nothing) {
    uint8_t room[ROOM];
    __asm__ volatile("" : : "r"(room) : "memory");
    bottom = room;
    called();
    __asm__ volatile("" : : "r"(room) : "memory");
    return nothing;
}

static void run_on_paint(void (*call)(void)) {
    pthread_attr_t attributes;
    pthread_t thread;

    called = call;
    memset(stack, PAINT, sizeof stack);
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack, sizeof stack) != 0 ||
        pthread_create(&thread, &attributes, call_below, NULL) != 0 || pthread_join(thread, NULL) != 0) {
        perror("thread");
        exit(1);
    }
    pthread_attr_destroy(&attributes);
}

enum { REGIONS = 2, HITS = 100000 };
struct hit {
    uint32_t at; /* distance from the end of the region */
    uint16_t needle;
};
static struct hit hits[2][REGIONS][HITS];
static size_t hit_count[2][REGIONS];

static void search(const uint8_t *begin, const uint8_t *end, int region) {
    static uint8_t paint[64];
    size_t *const count = &hit_count[turn][region];

    memset(paint, PAINT, sizeof paint);
    *count = 0;
    while (begin + 64 <= end && memcmp(begin, paint, 64) == 0)
        begin += 64;
    for (const uint8_t *at = begin; at + 4 <= end && *count < HITS; at++) {
        uint32_t word;
        unsigned needle;
        memcpy(&word, at, 4);
        needle = needle_of(word);
        if (needle)
            hits[turn][region][(*count)++] = (struct hit){(uint32_t)(end - at), (uint16_t)(needle - 1)};
    }
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

static unsigned long calls, leaking, lines;
static int tells_all, tries_few;

struct finding {
    const char *what;
    uint64_t words; /* set of word indices, up to 64 */
    size_t copies, nearest, farthest;
};

/* Collect the words that both runs have at the same place. */
static size_t findings_of(int region, struct finding found[], size_t most) {
    size_t count = 0;

    for (size_t i = 0, j = 0; i < hit_count[0][region] && j < hit_count[1][region];) {
        const struct hit first = hits[0][region][i], second = hits[1][region][j];
        size_t f = 0;
        if (first.at != second.at) { /* hits are sorted from far to near */
            i += first.at > second.at;
            j += first.at < second.at;
            continue;
        }
        i++, j++;
        if (first.needle != second.needle || needles[0][first.needle].word == needles[1][first.needle].word)
            continue;
        while (f < count && found[f].what != needles[0][first.needle].what)
            f++;
        if (f == most)
            continue;
        if (f == count)
            found[count++] = (struct finding){needles[0][first.needle].what, 0, 0, first.at, first.at};
        found[f].words |= (uint64_t)1 << needles[0][first.needle].index % 64;
        found[f].copies++;
        found[f].nearest = first.at < found[f].nearest ? first.at : found[f].nearest;
        found[f].farthest = first.at > found[f].farthest ? first.at : found[f].farthest;
    }
    return count;
}

static void tell(const char *kernel, const char *call, int region) {
    struct finding found[24];
    const size_t count = findings_of(region, found, 24);

    if (count && (tells_all || lines < LINES)) {
        lines++;
        fprintf(stderr, "%s: %s:", kernel, call);
        for (size_t f = 0; f < count; f++) {
            fprintf(stderr, "%s %s, word", f ? ";" : "", found[f].what);
            for (unsigned w = 0; w < 64; w++)
                if (found[f].words >> w & 1)
                    fprintf(stderr, " %u", w);
            if (found[f].copies == 1)
                fprintf(stderr, ", %zu below", found[f].nearest);
            else
                fprintf(stderr, ", %zu places, %zu to %zu below", found[f].copies, found[f].nearest, found[f].farthest);
        }
        fprintf(stderr, "%s\n", region ? " (the end of the scratch)" : "");
    }
    leaking += count != 0;
}

/* ---- Two worlds: everything secret and everything public differs between the runs -------------------------------- */

static struct world {
    uint8_t pool[POOL], secret[SECRET], other_secret[SECRET], umac_secret[16], nonces[MOST][16], wrong[MOST][16];
    uint8_t derived[5][1200]; /* UMAC's key derivation with indices 0 to 4 */
    uint8_t umac_round_keys[176], pad_round_keys[176];
} worlds[2], world;

static wr_hmac_md5_key hmac_key, other_key;
static const wr_hmac_md5_key *keys[MOST];
static wr_hmac_md5_state hmac_state;
static wr_umac_key umac_key;
static wr_umac_state umac_state;
static wr_umac_pad_cache pads;
static wr_message messages[MOST];
static wr_piece pieces[MOST][3];
static wr_pieces in_pieces[MOST];
static uint8_t tags[MOST][16], right[MOST][16], good[MOST];
static const uint8_t *received[MOST];

/* The parameters of a call. */
static size_t key_length, tag_length, count, before, more, length_kind;
static int with_cache;
enum { GOOD, ONE_WRONG, ALL_WRONG };
static int wrong;

/* AES-128 (FIPS 197) by its definition, one byte at a time. */
static uint8_t times_x(uint8_t a) {
    return (uint8_t)(a << 1 ^ (a >> 7) * 0x1b);
}

static uint8_t substituted(uint8_t a) {
    static uint8_t box[256];
    if (box[0] == 0) {
        uint8_t p = 1, q = 1;
        do { /* p runs through all powers of 3, q through their inverses */
            p = (uint8_t)(p ^ times_x(p));
            q ^= (uint8_t)(q << 1);
            q ^= (uint8_t)(q << 2);
            q ^= (uint8_t)(q << 4);
            q ^= (uint8_t)((q >> 7) * 0x09);
            box[p] =
                (uint8_t)(q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4) ^ 0x63);
        } while (p != 1);
        box[0] = 0x63;
    }
    return box[a];
}

static void expand(uint8_t keys_out[176], const uint8_t secret[16]) {
    uint8_t constant = 1;

    memcpy(keys_out, secret, 16);
    for (size_t i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, keys_out + i - 4, 4);
        if (i % 16 == 0) {
            const uint8_t first = t[0];
            t[0] = (uint8_t)(substituted(t[1]) ^ constant);
            t[1] = substituted(t[2]), t[2] = substituted(t[3]), t[3] = substituted(first);
            constant = times_x(constant);
        }
        for (size_t j = 0; j < 4; j++)
            keys_out[i + j] = keys_out[i + j - 16] ^ t[j];
    }
}

static void encrypt(const uint8_t round_keys[176], const uint8_t in[16], uint8_t out[16]) {
    uint8_t s[16], t[16];

    for (size_t i = 0; i < 16; i++)
        s[i] = in[i] ^ round_keys[i];
    for (size_t round = 1; round <= 10; round++) {
        for (size_t i = 0; i < 16; i++)
            t[i] = substituted(s[(i + 4 * (i % 4)) % 16]);
        for (size_t c = 0; c < 16; c += 4)
            for (size_t i = 0; i < 4; i++) {
                const uint8_t a = t[c + i], b = t[c + (i + 1) % 4];
                const uint8_t mixed = (uint8_t)(a ^ t[c] ^ t[c + 1] ^ t[c + 2] ^ t[c + 3] ^ times_x(a ^ b));
                s[c + i] = (round < 10 ? mixed : a) ^ round_keys[16 * round + c + i];
            }
    }
    memcpy(out, s, 16);
}

static void make_worlds(void) {
    for (size_t w = 0; w < 2; w++) {
        random_fill((uint8_t *)&worlds[w], sizeof worlds[w]);
        expand(worlds[w].umac_round_keys, worlds[w].umac_secret);
        for (uint8_t index = 0; index < 5; index++)
            for (size_t i = 0; i < sizeof worlds[w].derived[0] / 16; i++) {
                const uint8_t block[16] = {[7] = index, [15] = (uint8_t)(i + 1)};
                encrypt(worlds[w].umac_round_keys, block, worlds[w].derived[index] + 16 * i);
            }
        expand(worlds[w].pad_round_keys, worlds[w].derived[0]);
    }
}

static const size_t equal_lengths[] = {0, 5, 44, 55, 56, 63, 64, 70, 200, 1000, 1500};
enum { EQUAL = sizeof equal_lengths / sizeof *equal_lengths, MIXED_SHORT = EQUAL, MIXED, LENGTH_KINDS };

/* The lengths are the same in both runs. */
static void set_messages(void) {
    random_state = 42;
    for (size_t i = 0; i < MOST; i++) {
        const size_t limit = length_kind == MIXED_SHORT ? 130 : 1500, any = random_below(limit);
        const size_t length = length_kind < EQUAL ? equal_lengths[length_kind] : any, at = length / (1 + i % 5);
        messages[i] = (wr_message){world.pool + i, length, tags[i]};
        pieces[i][0] = (wr_piece){world.pool, i % 9};
        pieces[i][1] = (wr_piece){world.pool + i, at};
        pieces[i][2] = (wr_piece){world.pool + i + at, length - at};
        in_pieces[i] = (wr_pieces){pieces[i], 3, tags[i]};
    }
}

static void init_hmac_key(void) {
    wr_hmac_md5_key_init(&hmac_key, world.secret, key_length);
}

static void init_umac_key(void) {
    CHECK(wr_umac_key_init(&umac_key, world.umac_secret, tag_length) == WR_OK, "key");
}

static void load(int which) {
    turn = which;
    world = worlds[which];
    needle_count = 0;
    memset(scratch, PAINT, sizeof scratch);
    memset(&pads, 0, sizeof pads);
}

/* Run `call` in both worlds. `prepare` sets up its arguments, `add_secrets` adds the words that it must not leave. */
static void look(const char *kernel, void (*prepare)(void), void (*call)(void), void (*add_secrets)(void),
                 const char *format, ...) {
    const unsigned long leaking_before = leaking;
    char name[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    for (int w = 0; w < 2; w++) {
        load(w);
        prepare();
        add_secrets();
        index_needles();
        run_on_paint(call);
        search(stack, bottom, 0);
        search(scratch, scratch + sizeof scratch, 1);
    }
    tell(kernel, name, 0);
    tell(kernel, name, 1);
    if (leaking > leaking_before + 1)
        leaking = leaking_before + 1;
    calls++;
    checks++;
}

/* ---- HMAC-MD5 ---------------------------------------------------------------------------------------------------- */

static const uint32_t md5_initial[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* Add a state, and the values at the end of MD5's steps, before the old state is added. */
static void add_state(const char *what, const uint32_t state[4], const uint32_t from[4]) {
    for (unsigned i = 0; i < 4; i++) {
        add_word(what, i, state[i]);
        add_word(what, i, state[i] - from[i]);
    }
}

/* Add the key's block XORed with a pad, unchanged and as MD5's steps add it to their constants (RFC 1321 section
 * 3.4). */
static void add_block(const char *what, const uint8_t block[64], uint8_t pad) {
    static const unsigned first[] = {0, 1, 5, 0}, step[] = {1, 5, 3, 7};
    uint32_t words[16];

    for (size_t i = 0; i < 16; i++) {
        const uint8_t *const b = block + 4 * i;
        words[i] = (uint32_t)(b[0] ^ pad) | (uint32_t)(b[1] ^ pad) << 8 | (uint32_t)(b[2] ^ pad) << 16 |
                   (uint32_t)(b[3] ^ pad) << 24;
        add_word(what, (unsigned)i, words[i]);
    }
    for (unsigned i = 0; i < 64; i++) {
        const unsigned w = (first[i / 16] + step[i / 16] * i) % 16;
        add_word(what, w, words[w] + (uint32_t)(fabs(sin(i + 1)) * 4294967296.0));
    }
}

static void add_hmac_secrets_of(const uint8_t *secret, const wr_hmac_md5_key *key) {
    uint8_t block[64] = {0};
    wr_md5_state md5;

    if (key_length > 64) {
        wr_md5(secret, key_length, block);
        wr_md5_init(&md5);
        wr_md5_update(&md5, secret, 64);
        add_state("the long secret's state half-way", md5.state, md5_initial);
        add_words("the long secret", secret, key_length);
        add_words("the long secret's hash", block, 16);
    } else {
        memcpy(block, secret, key_length);
        add_words("the secret", secret, key_length);
    }
    add_block("the secret under ipad", block, 0x36);
    add_block("the secret under opad", block, 0x5c);
    add_state("the inner state", key->inner, md5_initial);
    add_state("the outer state", key->outer, md5_initial);
}

static void prepare_hmac(void) {
    set_messages();
    init_hmac_key();
    wr_hmac_md5_key_init(&other_key, world.other_secret, key_length);
    for (size_t i = 0; i < MOST; i++)
        keys[i] = i % 3 ? &other_key : &hmac_key;
}

static void add_hmac_secrets(void) {
    add_hmac_secrets_of(world.secret, &hmac_key);
}

static void add_secrets_of_two_keys(void) {
    add_hmac_secrets();
    add_hmac_secrets_of(world.other_secret, &other_key);
}

/* Set the received tags: correct ones, or one or all of them random. The correct tags of those messages are secret. */
static void receive(size_t length) {
    for (size_t i = 0; i < count; i++) {
        const int is_wrong = wrong == ALL_WRONG || (wrong == ONE_WRONG && i == count / 2);
        memcpy(right[i], tags[i], 16);
        received[i] = is_wrong ? world.wrong[i] : right[i];
        if (is_wrong)
            add_words("the right tag", tags[i], length);
    }
    for (size_t i = 0; i < count; i++) /* where the library could write, too */
        memset(tags[i], 0, 16);
}

/* Correct tags stay where received[] points; the others are added to the secrets, after those of the key. */
static void add_hmac_verify(void) {
    add_hmac_secrets();
    wr_hmac_md5_batch(&hmac_key, messages, count, 16);
    receive(16);
}

static void add_hmac_verify_pieces(void) {
    add_secrets_of_two_keys();
    wr_hmac_md5_batch_pieces(keys, in_pieces, count, 16);
    receive(16);
}

static void check_verified(wr_status status) {
    CHECK(status == (wrong == GOOD ? WR_OK : WR_BAD_TAG), "verifying answers %d", status);
}

static void init_hmac(void) {
    wr_hmac_md5_init(&hmac_state, &hmac_key);
}

static void init_ah_key(void) {
    CHECK(wr_ah_hmac_md5_96_key(&hmac_key, world.secret, 16) == WR_OK, "key");
}

static void prepare_update(void) {
    prepare_hmac();
    init_hmac();
    wr_hmac_md5_update(&hmac_state, world.pool, before);
}

static void update_hmac(void) {
    wr_hmac_md5_update(&hmac_state, world.pool + 100, more);
}

/* Called before and after the call: whoever knows the state after some blocks can find a collision without the key. */
static void add_running_secrets(void) {
    wr_hmac_md5_state copy = hmac_state;

    add_hmac_secrets();
    add_words("the running inner state", copy.inner.state, 16);
    wr_hmac_md5_update(&copy, world.pool + 100, more);
    add_words("the running inner state", copy.inner.state, 16);
    wr_wipe(&copy, sizeof copy);
}

static void final_hmac(void) {
    CHECK(wr_hmac_md5_final(&hmac_state, tags[0], tag_length) == WR_OK, "final");
}

static void tag_hmac(void) {
    CHECK(wr_hmac_md5(&hmac_key, messages[0].data, messages[0].length, tags[0], tag_length) == WR_OK, "tag");
}

static void verify_hmac(void) {
    check_verified(wr_hmac_md5_verify(&hmac_key, messages[0].data, messages[0].length, received[0], tag_length));
}

static void batch_hmac(void) {
    CHECK(wr_hmac_md5_batch(&hmac_key, messages, count, tag_length) == WR_OK, "batch");
}

static void batch_keys_hmac(void) {
    CHECK(wr_hmac_md5_batch_keys(keys, messages, count, tag_length) == WR_OK, "batch");
}

static void verify_batch_hmac(void) {
    check_verified(wr_hmac_md5_verify_batch(&hmac_key, messages, received, count, tag_length, good));
}

static void batch_pieces_hmac(void) {
    CHECK(wr_hmac_md5_batch_pieces(keys, in_pieces, count, tag_length) == WR_OK, "batch");
}

static void verify_pieces_hmac(void) {
    check_verified(wr_hmac_md5_verify_batch_pieces(keys, in_pieces, received, count, tag_length, good));
}

static const char *const outcomes[] = {"all good", "one wrong", "all wrong"};
static const size_t counts[] = {1, 2, 3, 8, 17, 70, 300};
enum { COUNTS = sizeof counts / sizeof *counts };

static int is_left_out(void) {
    return tries_few && (count == 2 || count == 8 || count == 300);
}

static const char *name_of_lengths(void) {
    static char name[40];

    if (length_kind == MIXED_SHORT || length_kind == MIXED)
        return length_kind == MIXED ? "mixed lengths" : "mixed short lengths";
    snprintf(name, sizeof name, "%zu bytes", equal_lengths[length_kind]);
    return name;
}

static void look_at_hmac_key(const char *kernel) {
    static const size_t key_lengths[] = {1, 7, 16, 63, 64, 65, 100, 128, 256};

    for (size_t k = 0; k < sizeof key_lengths / sizeof *key_lengths; k++) {
        key_length = key_lengths[k];
        look(kernel, prepare_hmac, init_hmac_key, add_hmac_secrets, "wr_hmac_md5_key_init of %zu", key_length);
        look(kernel, prepare_hmac, init_hmac, add_hmac_secrets, "wr_hmac_md5_init, key of %zu", key_length);
    }
    key_length = 16;
    look(kernel, prepare_hmac, init_ah_key, add_hmac_secrets, "wr_ah_hmac_md5_96_key");
}

static void look_at_hmac_one(const char *kernel) {
    static const size_t befores[] = {0, 1, 63, 64, 119, 777}, mores[] = {1, 5, 63, 64, 65, 131, 999};

    for (size_t b = 0; b < sizeof befores / sizeof *befores; b++) {
        before = befores[b];
        for (size_t m = 0; m < sizeof mores / sizeof *mores; m++) {
            more = mores[m];
            look(kernel, prepare_update, update_hmac, add_running_secrets, "wr_hmac_md5_update of %zu after %zu", more,
                 before);
        }
        for (tag_length = 10; tag_length <= 16; tag_length += 2)
            look(kernel, prepare_update, final_hmac, add_running_secrets, "wr_hmac_md5_final after %zu, tag of %zu",
                 before, tag_length);
    }
    count = 1;
    for (length_kind = 0; length_kind < EQUAL; length_kind++)
        for (tag_length = 10; tag_length <= 16; tag_length += 2) {
            look(kernel, prepare_hmac, tag_hmac, add_hmac_secrets, "wr_hmac_md5 of %s, tag of %zu", name_of_lengths(),
                 tag_length);
            for (wrong = GOOD; wrong <= ALL_WRONG; wrong += ALL_WRONG)
                look(kernel, prepare_hmac, verify_hmac, add_hmac_verify, "wr_hmac_md5_verify of %s, tag of %zu, %s",
                     name_of_lengths(), tag_length, outcomes[wrong]);
        }
}

static void look_at_hmac_batches(const char *kernel) {
    for (size_t c = 0; c < COUNTS * LENGTH_KINDS * 2; c++) {
        count = counts[c / LENGTH_KINDS / 2], length_kind = c / 2 % LENGTH_KINDS, tag_length = c % 2 ? 12 : 16;
        if (is_left_out())
            continue;
        look(kernel, prepare_hmac, batch_hmac, add_hmac_secrets, "wr_hmac_md5_batch, %zu of %s, tag of %zu", count,
             name_of_lengths(), tag_length);
        look(kernel, prepare_hmac, batch_keys_hmac, add_secrets_of_two_keys,
             "wr_hmac_md5_batch_keys, %zu of %s, tag of %zu", count, name_of_lengths(), tag_length);
        look(kernel, prepare_hmac, batch_pieces_hmac, add_secrets_of_two_keys,
             "wr_hmac_md5_batch_pieces, %zu of %s, tag of %zu", count, name_of_lengths(), tag_length);
        for (wrong = GOOD; wrong <= ALL_WRONG; wrong++) {
            look(kernel, prepare_hmac, verify_batch_hmac, add_hmac_verify,
                 "wr_hmac_md5_verify_batch, %zu of %s, tag of %zu, %s", count, name_of_lengths(), tag_length,
                 outcomes[wrong]);
            look(kernel, prepare_hmac, verify_pieces_hmac, add_hmac_verify_pieces,
                 "wr_hmac_md5_verify_batch_pieces, %zu of %s, tag of %zu, %s", count, name_of_lengths(), tag_length,
                 outcomes[wrong]);
        }
    }
}

/* ---- UMAC -------------------------------------------------------------------------------------------------------- */

enum { NONCE = 8 };

static void add_umac_secrets(void) {
    const size_t streams = tag_length / 4;

    add_both_orders("the secret", world.umac_secret, 16);
    add_both_orders("the secret's round keys", world.umac_round_keys + 16, 160);
    add_both_orders("the pad key", world.derived[0], 16);
    add_both_orders("the pad's round keys", world.pad_round_keys + 16, 160);
    add_words("the pad's round keys as they are laid out", umac_key.pad_keys, sizeof umac_key.pad_keys);
    add_both_orders("the L1 key", world.derived[1], 1024 + 16 * (streams - 1));
    add_both_orders("the L2 key", world.derived[2], 24 * streams);
    add_words("the L2 key, masked", umac_key.poly64, 8 * streams);
    add_words("the L2 key, masked", umac_key.poly128, 16 * streams);
    add_both_orders("the L3 key", world.derived[3], 64 * streams);
    add_words("the L3 key, reduced", umac_key.inner, 64 * streams);
    add_both_orders("the second L3 key", world.derived[4], 4 * streams);
}

/* Add the pads of the messages' nonces, as whole blocks of which short tags use a part; and the hashes (tag XOR
 * pad). */
static void add_pads(size_t messages_tagged, int are_tagged) {
    const uint8_t choices = tag_length == 4 ? 3 : tag_length == 8 ? 1 : 0;

    for (size_t i = 0; i < messages_tagged; i++) {
        uint8_t block[16] = {0}, pad[16], hash[16];
        const uint8_t low = world.nonces[0][NONCE * i + NONCE - 1] & choices;
        memcpy(block, world.nonces[0] + NONCE * i, NONCE);
        block[NONCE - 1] ^= low;
        encrypt(world.pad_round_keys, block, pad);
        add_both_orders("a pad", pad, 16);
        for (size_t j = 0; j < tag_length; j++)
            hash[j] = tags[i][j] ^ pad[low * tag_length + j];
        if (are_tagged)
            add_both_orders("a hash", hash, tag_length);
    }
}

static void prepare_umac(void) {
    set_messages();
    init_umac_key();
}

static void batch_umac(void) {
    CHECK(wr_umac_batch(&umac_key, world.nonces, NONCE, messages, count) == WR_OK, "batch");
}

static void add_umac_tag(void) {
    add_umac_secrets();
    batch_umac();
    add_pads(count, 1);
}

static void add_umac_verify(void) {
    add_umac_tag();
    receive(tag_length);
}

static void tag_umac(void) {
    CHECK(wr_umac(&umac_key, with_cache ? &pads : NULL, world.nonces, NONCE, messages[0].data, messages[0].length,
                  tags[0]) == WR_OK,
          "tag");
}

static void verify_umac(void) {
    check_verified(wr_umac_verify(&umac_key, with_cache ? &pads : NULL, world.nonces, NONCE, messages[0].data,
                                  messages[0].length, received[0]));
}

static void verify_batch_umac(void) {
    check_verified(wr_umac_verify_batch(&umac_key, world.nonces, NONCE, messages, received, count, good));
}

static void prepare_umac_update(void) {
    prepare_umac();
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, world.pool, before);
}

static void update_umac(void) {
    wr_umac_update(&umac_state, &umac_key, world.pool + 100, more);
}

static void final_umac(void) {
    CHECK(wr_umac_final(&umac_state, &umac_key, with_cache ? &pads : NULL, world.nonces, NONCE, tags[0]) == WR_OK,
          "final");
}

static void add_umac_final(void) {
    wr_umac_state copy = umac_state;

    add_umac_secrets();
    CHECK(wr_umac_final(&copy, &umac_key, NULL, world.nonces, NONCE, tags[0]) == WR_OK, "final");
    add_pads(1, 1);
}

static void look_at_umac_one(const char *kernel) {
    static const size_t befores[] = {0, 1, 1023, 1024, 2001}, mores[] = {1, 31, 1024, 1025, 2047};

    look(kernel, prepare_umac, init_umac_key, add_umac_secrets, "wr_umac_key_init, tag of %zu", tag_length);
    for (size_t b = 0; b < sizeof befores / sizeof *befores; b++) {
        before = befores[b];
        for (size_t m = 0; m < sizeof mores / sizeof *mores; m++) {
            more = mores[m];
            look(kernel, prepare_umac_update, update_umac, add_umac_secrets,
                 "wr_umac_update of %zu after %zu, tag of %zu", more, before, tag_length);
        }
        for (with_cache = 0; with_cache < 2; with_cache++)
            look(kernel, prepare_umac_update, final_umac, add_umac_final, "wr_umac_final after %zu, tag of %zu%s",
                 before, tag_length, with_cache ? ", cache" : "");
    }
    count = 1;
    for (size_t i = 0; i < EQUAL * 2; i++) {
        length_kind = i / 2, with_cache = (int)i % 2;
        look(kernel, prepare_umac, tag_umac, add_umac_tag, "wr_umac of %s, tag of %zu%s", name_of_lengths(), tag_length,
             with_cache ? ", cache" : "");
        for (wrong = GOOD; wrong <= ALL_WRONG; wrong += ALL_WRONG)
            look(kernel, prepare_umac, verify_umac, add_umac_verify, "wr_umac_verify of %s, tag of %zu%s, %s",
                 name_of_lengths(), tag_length, with_cache ? ", cache" : "", outcomes[wrong]);
    }
}

static void look_at_umac_batches(const char *kernel) {
    for (size_t c = 0; c < COUNTS * LENGTH_KINDS; c++) {
        count = counts[c / LENGTH_KINDS], length_kind = c % LENGTH_KINDS;
        if (is_left_out())
            continue;
        look(kernel, prepare_umac, batch_umac, add_umac_tag, "wr_umac_batch, %zu of %s, tag of %zu", count,
             name_of_lengths(), tag_length);
        for (wrong = GOOD; wrong <= ALL_WRONG; wrong++) {
            look(kernel, prepare_umac, verify_batch_umac, add_umac_verify,
                 "wr_umac_verify_batch, %zu of %s, tag of %zu, %s", count, name_of_lengths(), tag_length,
                 outcomes[wrong]);
        }
    }
}

/* ---- AH ---------------------------------------------------------------------------------------------------------- */

enum { TRANSPORT, TUNNEL, ESN, KEYED, MODES };
static const char *const modes[] = {"transport", "tunnel", "ESN", "keyed MD5"};
static int mode, has_scratch, is_mixed;
static wr_ah_keyed_md5_key keyed_md5;
static wr_ah_sa sender, receiver;
static uint64_t bitmap[2][WR_AH_WINDOW_WORDS(1024)];
static wr_ah_packet packets[MOST];
static uint8_t plain[MOST][PACKET], sealed[MOST][PACKET + 100], opened[MOST][PACKET];

static void init_keyed_md5(void) {
    CHECK(wr_ah_keyed_md5_key_init(&keyed_md5, world.secret, key_length) == WR_OK, "key");
}

static void prepare_keyed_md5(void) {
    init_keyed_md5();
}

static void add_keyed_md5_secrets(void) {
    const uint32_t *from = md5_initial;
    static uint32_t states[8][4];
    wr_md5_state md5;

    add_words("the secret", world.secret, key_length);
    wr_md5_init(&md5);
    for (size_t i = 0; i < key_length / 64; i++) {
        wr_md5_update(&md5, world.secret + 64 * i, 64);
        memcpy(states[i], md5.state, 16);
        add_state("the state after a block of the key", states[i], from);
        from = states[i];
    }
    add_state("the state after the key", keyed_md5.state, from);
    for (size_t i = 0; i < key_length; i += 64) { /* in the form that MD5's steps use */
        uint8_t block[64] = {0};
        memcpy(block, world.secret + i, key_length - i < 64 ? key_length - i : 64);
        add_block("the secret", block, 0);
    }
}

static wr_ah_sa make_sa(uint64_t *sa_bitmap) {
    wr_ah_sa sa = {.spi = 256, .mac = wr_ah_hmac_md5_96(), .key = &hmac_key, .hop_limit = 64};

    if (mode == KEYED) {
        sa.generation = WR_AH_RFC1826;
        sa.mac = wr_ah_keyed_md5();
        sa.key = &keyed_md5;
    } else {
        sa.window.size = 1024;
        sa.window.bitmap = sa_bitmap;
    }
    sa.flags = mode == TUNNEL ? WR_AH_TUNNEL : mode == ESN ? WR_AH_ESN : 0;
    sa.scratch = has_scratch ? scratch : NULL;
    CHECK(wr_ah_sa_init(&sa) == WR_OK, "SA");
    return sa;
}

static void sign_packets(void) {
    CHECK(wr_ah_sign(&sender, packets, count) == count, "sign");
}

static void to_sign(void) {
    sender = make_sa(bitmap[0]);
    for (size_t i = 0; i < count; i++)
        packets[i] =
            (wr_ah_packet){.data = plain[i], .length = sizeof plain[i], .out = sealed[i], .room = sizeof sealed[i]};
}

static void prepare_sign(void) {
    key_length = mode == KEYED ? 40 : 16;
    init_hmac_key();
    init_keyed_md5();
    for (size_t i = 0; i < count; i++) {
        const size_t payload = is_mixed ? 8 + i * 37 % (PACKET - 48) : 100;
        const uint8_t header[] = {0x60, 0, 0, 0, (uint8_t)(payload >> 8), (uint8_t)payload, 17, 64};
        memcpy(plain[i], world.pool + i, sizeof plain[i]);
        memcpy(plain[i], header, sizeof header);
    }
    to_sign();
}

static void add_ah_secrets(void) {
    if (mode == KEYED)
        add_keyed_md5_secrets();
    else
        add_hmac_secrets();
}

/* Sign, then change ICVs, whose correct values become secret. */
static void add_ah_verify(void) {
    const size_t at = mode == KEYED ? 48 : 52, length = mode == KEYED ? 16 : 12;

    add_ah_secrets();
    sign_packets();
    for (size_t i = 0; i < count; i++)
        if (wrong == ALL_WRONG || (wrong == ONE_WRONG && i == count / 2)) {
            add_words("the right ICV", sealed[i] + at, length);
            memcpy(sealed[i] + at, world.wrong[i], length);
        }
    receiver = make_sa(bitmap[1]);
    for (size_t i = 0; i < count; i++)
        packets[i] = (wr_ah_packet){
            .data = sealed[i], .length = sizeof sealed[i], .out = i % 2 ? opened[i] : NULL, .room = sizeof opened[i]};
    memset(scratch, PAINT, sizeof scratch);
}

static void verify_packets(void) {
    const size_t bad = wrong == GOOD ? 0 : wrong == ALL_WRONG ? count : 1;
    CHECK(wr_ah_verify(&receiver, packets, count) == count - bad, "verify");
}

static void look_at_ah(const char *kernel) {
    static const size_t key_lengths[] = {1, 16, 40, 55, 56, 64, 100, 256};

    for (size_t k = 0; k < sizeof key_lengths / sizeof *key_lengths; k++) {
        key_length = key_lengths[k];
        look(kernel, prepare_keyed_md5, init_keyed_md5, add_keyed_md5_secrets, "wr_ah_keyed_md5_key_init of %zu",
             key_length);
    }
    for (size_t c = 0; c < MODES * COUNTS * 4; c++) {
        static char about[100];
        mode = (int)(c % MODES), has_scratch = c / MODES % 2, is_mixed = c / MODES / 2 % 2,
        count = counts[c / MODES / 4];
        if (is_left_out())
            continue;
        snprintf(about, sizeof about, "%zu packets%s, %s%s", count, is_mixed ? " of mixed lengths" : "", modes[mode],
                 has_scratch ? ", scratch" : "");
        look(kernel, prepare_sign, sign_packets, add_ah_secrets, "wr_ah_sign, %s", about);
        for (wrong = GOOD; wrong <= ALL_WRONG; wrong++) {
            look(kernel, prepare_sign, verify_packets, add_ah_verify, "wr_ah_verify, %s, %s", about, outcomes[wrong]);
        }
    }
}

/* ---- Tests of this test, and of wiped structures ------------------------------------------------------------------
 */

static void prepare_nothing(void) {
}

static void add_secret(void) {
    add_words("the secret", world.secret, 16);
}

/* Leaves a key as lanes do: word by word, 256 bytes apart. */
static void leave_words_apart(void) {
    uint8_t room[1024];
    for (size_t i = 0; i < 4; i++)
        memcpy(room + 256 * i, world.secret + 4 * i, 4);
    __asm__ volatile("" : : "r"(room) : "memory"); /* so that it is written */
}

/* Leaves one word, like a spilled register. */
static void leave_one_word(void) {
    uint8_t room[32];
    memcpy(room + 12, world.secret + 8, 4);
    __asm__ volatile("" : : "r"(room) : "memory");
}

static void leave_one_word_at_an_odd_address(void) {
    uint8_t room[32];
    memcpy(room + 13, world.secret + 4, 4);
    __asm__ volatile("" : : "r"(room) : "memory");
}

/* Leaves public data, and three bytes of a secret, which could be anything. */
static void leave_nothing(void) {
    uint8_t room[300];
    memcpy(room, world.pool, sizeof room);
    memcpy(room + 100, world.secret, 3);
    __asm__ volatile("" : : "r"(room) : "memory");
}

static void finds(void (*call)(void), size_t copies) {
    struct finding found[4] = {{0}};
    size_t count_found;

    for (int w = 0; w < 2; w++) {
        load(w);
        add_secret();
        index_needles();
        run_on_paint(call);
        search(stack, bottom, 0);
    }
    count_found = findings_of(0, found, 4);
    CHECK(count_found == (copies != 0) && found[0].copies == copies, "%zu of %zu words are found", found[0].copies,
          copies);
}

static void test_the_test(void) {
    static const uint8_t vector[16] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                                       0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a}; /* from FIPS 197 appendix C.1 */
    uint8_t secret[16], text[16], round_keys[176];

    for (uint8_t i = 0; i < 16; i++)
        secret[i] = i, text[i] = (uint8_t)(17 * i);
    expand(round_keys, secret);
    encrypt(round_keys, text, text);
    CHECK(memcmp(text, vector, 16) == 0, "AES of this test");
    tag_length = 16;
    load(0);
    init_umac_key();
    wr_umac(&umac_key, &pads, world.nonces, 8, NULL, 0, tags[0]);
    memset(text, 0, sizeof text);
    memcpy(text, world.nonces, 8);
    encrypt(world.pad_round_keys, text, text);
    CHECK(memcmp(text, pads.pad, 16) == 0, "pads of this test");
    finds(leave_words_apart, 4);
    finds(leave_one_word, 1);
    finds(leave_one_word_at_an_odd_address, 1);
    finds(leave_nothing, 0);
    finds(prepare_nothing, 0);
}

static int is_zero(const void *data, size_t length) {
    uint8_t any = 0;
    for (size_t i = 0; i < length; i++)
        any |= ((const uint8_t *)data)[i];
    return any == 0;
}

static void wiped(const char *name) {
    uint8_t tag[16];

    key_length = 16, tag_length = 16;
    load(0);
    init_hmac_key();
    init_hmac();
    wr_hmac_md5_update(&hmac_state, world.pool, 100);
    CHECK(wr_hmac_md5_final(&hmac_state, tag, sizeof tag) == WR_OK, "%s: final", name);
    CHECK(is_zero(&hmac_state, sizeof hmac_state), "%s: HMAC state", name);
    wr_hmac_md5_key_wipe(&hmac_key);
    CHECK(is_zero(&hmac_key, sizeof hmac_key), "%s: HMAC key", name);

    init_umac_key();
    wr_umac_init(&umac_state);
    wr_umac_update(&umac_state, &umac_key, world.pool, 2000);
    CHECK(wr_umac_final(&umac_state, &umac_key, NULL, world.pool, 8, tag) == WR_OK, "%s: final", name);
    CHECK(is_zero(&umac_state, sizeof umac_state), "%s: UMAC state", name);
    wr_umac_key_wipe(&umac_key);
    CHECK(is_zero(&umac_key, sizeof umac_key), "%s: UMAC key", name);

    init_keyed_md5();
    wr_ah_keyed_md5_key_wipe(&keyed_md5);
    CHECK(is_zero(&keyed_md5, sizeof keyed_md5), "%s: keyed MD5's key", name);
}

int main(int argc, char **argv) {
    tells_all = argc > 1 && strcmp(argv[1], "all") == 0;
    tries_few = argc > 1 && strcmp(argv[1], "some") == 0;
    make_worlds();
    if (LOOKS_AT_STACK)
        test_the_test();
    else
        printf("the stack is not searched: the address sanitizer moves frames\n");
    FOR_EACH_KERNEL(name) {
        const unsigned long calls_before = calls, leaking_before = leaking;
        wiped(name);
        if (!LOOKS_AT_STACK)
            continue;
        key_length = 16;
        look_at_hmac_key(name);
        look_at_hmac_one(name);
        look_at_hmac_batches(name);
        for (tag_length = 4; tag_length <= 16; tag_length += 4) {
            look_at_umac_one(name);
            look_at_umac_batches(name);
        }
        look_at_ah(name);
        printf("%s: %lu of %lu calls leave a secret\n", name, leaking - leaking_before, calls - calls_before);
    }
    failures += leaking;
    return check_result();
}
