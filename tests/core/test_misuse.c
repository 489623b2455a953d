/* Misuse is refused: no function that takes a key, a state or an SA succeeds, writes a tag or crashes if that object
 * was never initialised, was wiped, finished or refused, was edited, has another type, or is NULL.
 *
 * A table of functions is combined with a table of bad objects, on every kernel. declarations.h has the headers'
 * declarations; a function or structure that is in none of the lists below fails the test. Each case runs in a separate
 * process, so that a crash or an endless loop is a finding of that case and does not end the test. Every object under
 * test lies before an inaccessible page. */
#include <signal.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "declarations.h"
#include "guarded.h"
#include "kernels.h"
#include "random.h"
#include "wirerate_ah.h"
#include "wirerate_experimental.h"

#define BAD_KEY ((wr_status) - 5) /* WR_BAD_KEY */

/* ---- Objects ----------------------------------------------------------------------------------------------------- */

enum type { MD5_STATE, HMAC_KEY, HMAC_STATE, UMAC_KEY, UMAC_STATE, KEYED_MD5_KEY, SA, WAYS_STATE, TYPES };

static const struct {
    const char *name;
    size_t size;
} types[TYPES] = {
    [MD5_STATE] = {"wr_md5_state", sizeof(wr_md5_state)},
    [HMAC_KEY] = {"wr_hmac_md5_key", sizeof(wr_hmac_md5_key)},
    [HMAC_STATE] = {"wr_hmac_md5_state", sizeof(wr_hmac_md5_state)},
    [UMAC_KEY] = {"wr_umac_key", sizeof(wr_umac_key)},
    [UMAC_STATE] = {"wr_umac_state", sizeof(wr_umac_state)},
    [KEYED_MD5_KEY] = {"wr_ah_keyed_md5_key", sizeof(wr_ah_keyed_md5_key)},
    [SA] = {"wr_ah_sa", sizeof(wr_ah_sa)},
    [WAYS_STATE] = {"wr_md5_ways_state", sizeof(wr_md5_ways_state)},
};

static const struct {
    const char *name, *reason;
} plain_structs[] = {
    {"wr_message", "only points to data"},
    {"wr_piece", "only points to data"},
    {"wr_pieces", "only points to data"},
    {"wr_umac_pad_cache",
     "initialised by the caller with zeros; any content gives correct tags: see pad_cache_of_anything()"},
    {"wr_ah_input", "only points to data"},
    {"wr_ah_mac", "the caller's table of functions; the library's own tables have rows below"},
    {"wr_ah_window", "part of an SA"},
    {"wr_ah_packet", "only points to data"},
};

enum { MESSAGES = 70, LONGEST = 1500, WINDOW = 1024, PACKETS = 3, PACKET = 200, ANY_BYTE = 0xa5 };
enum { WORDS = WR_AH_WINDOW_WORDS(WINDOW) };

static uint8_t data[LONGEST + MESSAGES], secret[64], scratch[WR_AH_SCRATCH];
static wr_hmac_md5_key hmac_key;
static wr_umac_key umac_key;
static wr_ah_keyed_md5_key keyed_md5_key;
static uint64_t bitmap[WORDS], bitmap_of_sealer[WORDS];

/* The memory that calls write to, painted before each call. */
static struct {
    uint8_t before[64], tags[MESSAGES][16], packets[PACKETS][PACKET + 100], after[64];
} out;
static uint8_t good[MESSAGES + 16];

/* Kinds of SA. */
enum { TRANSPORT, WITH_SCRATCH, TUNNEL_ESN, KEYED_MD5, WITHOUT_WINDOW, VARIANTS };
static int variant;

static wr_ah_sa filled_in(uint64_t *sa_bitmap) {
    wr_ah_sa sa = {.spi = 4711, .mac = wr_ah_hmac_md5_96(), .key = &hmac_key, .hop_limit = 64};
    sa.window.size = variant == KEYED_MD5 || variant == WITHOUT_WINDOW ? 0 : WINDOW;
    sa.window.bitmap = sa.window.size ? sa_bitmap : NULL;
    sa.scratch = variant == WITH_SCRATCH || variant == KEYED_MD5 ? scratch : NULL;
    if (variant == TUNNEL_ESN)
        sa.flags = WR_AH_TUNNEL | WR_AH_ESN;
    if (variant == KEYED_MD5) {
        sa.generation = WR_AH_RFC1826;
        sa.mac = wr_ah_keyed_md5();
        sa.key = &keyed_md5_key;
    }
    return sa;
}

static void make_md5_state(void *object) {
    wr_md5_init(object);
}

static void make_hmac_key(void *object) {
    wr_hmac_md5_key_init(object, secret, 16);
}

static void make_hmac_state(void *object) {
    wr_hmac_md5_init(object, &hmac_key);
}

static void make_umac_key(void *object) {
    wr_umac_key_init(object, secret, 16);
}

static void make_umac_state(void *object) {
    wr_umac_init(object);
}

static void make_keyed_md5_key(void *object) {
    wr_ah_keyed_md5_key_init(object, secret, 40);
}

static void make_sa(void *object) {
    *(wr_ah_sa *)object = filled_in(bitmap);
    wr_ah_sa_init(object);
}

static void make_ways_state(void *object) {
    wr_md5_ways_init(object, 16);
}

static void make_good(enum type type, void *object) {
    static void (*const makers[TYPES])(void *) = {
        [MD5_STATE] = make_md5_state,
        [HMAC_KEY] = make_hmac_key,
        [HMAC_STATE] = make_hmac_state,
        [UMAC_KEY] = make_umac_key,
        [UMAC_STATE] = make_umac_state,
        [KEYED_MD5_KEY] = make_keyed_md5_key,
        [SA] = make_sa,
        [WAYS_STATE] = make_ways_state,
    };
    makers[type](object);
}

/* ---- Findings ---------------------------------------------------------------------------------------------------- */

enum { PROBLEM = 160 };

/* A report from a case's process: its stage, in case of a crash, and the first problem. */
static struct report {
    char stage[64], problem[PROBLEM];
} *report;

__attribute__((format(printf, 1, 2))) static void problem(const char *format, ...) {
    va_list arguments;

    if (report->problem[0])
        return;
    va_start(arguments, format);
    vsnprintf(report->problem, sizeof report->problem, format, arguments);
    va_end(arguments);
}

static void stage(const char *name) {
    snprintf(report->stage, sizeof report->stage, "%s", name);
}

static void end_endless_loops(void) {
    const struct itimerval soon = {.it_value = {.tv_sec = 3}};
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none);
    setitimer(ITIMER_VIRTUAL, &soon, NULL);
}

/* Run a function in a separate process, and leave the finding in report->problem; empty if there is none. */
static void apart(void (*run)(const void *), const void *argument) {
    char how[48] = "";
    int status = 0;
    pid_t child;

    memset(report, 0, sizeof *report);
    fflush(NULL);
    child = fork();
    if (child == 0) {
        end_endless_loops();
        run(argument);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("fork");
        exit(1);
    }
    if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "%s", WTERMSIG(status) == SIGVTALRM ? "endless loop" : strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0)
        snprintf(how, sizeof how, "ended by the sanitizer");
    if (how[0])
        snprintf(report->problem, sizeof report->problem, "%s in %s", how, report->stage);
}

/* Cases of one function and kernel with the same problem are printed on one line. */
struct findings {
    char problem[PROBLEM], cases[4000];
    size_t count;
};
static struct findings distinct_findings[64];
static size_t distinct;

static void note_finding(const char *name) {
    size_t i = 0;

    checks++;
    if (!report->problem[0])
        return;
    failures++;
    while (i < distinct && strcmp(distinct_findings[i].problem, report->problem) != 0)
        i++;
    if (i == sizeof distinct_findings / sizeof *distinct_findings)
        return;
    if (i == distinct) {
        memset(&distinct_findings[i], 0, sizeof distinct_findings[i]);
        memcpy(distinct_findings[i].problem, report->problem, sizeof distinct_findings[i].problem);
        distinct++;
    }
    snprintf(distinct_findings[i].cases + strlen(distinct_findings[i].cases),
             sizeof distinct_findings[i].cases - strlen(distinct_findings[i].cases), "%s%s",
             distinct_findings[i].count++ ? "; " : "", name);
}

/* Return whether the same line was already printed for another kernel. */
static int was_printed(const char *text) {
    static uint64_t printed[1000];
    static size_t count;
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    while (*text)
        hash = (hash ^ (uint8_t)*text++) * 0x100000001b3u;
    for (size_t i = 0; i < count; i++)
        if (printed[i] == hash)
            return 1;
    if (count < sizeof printed / sizeof *printed)
        printed[count++] = hash;
    return 0;
}

static unsigned long repeated_lines;

static void print_findings(const char *kernel, const char *function, const char *parameter) {
    for (size_t i = 0; i < distinct; i++) {
        char line[4600];
        snprintf(line, sizeof line, "%.100s, %.80s: %.159s (%zu): %.3999s", function, parameter,
                 distinct_findings[i].problem, distinct_findings[i].count, distinct_findings[i].cases);
        if (was_printed(line))
            repeated_lines++;
        else
            fprintf(stderr, "%s: %s\n", kernel, line);
    }
    distinct = 0;
}

/* ---- Bad objects ------------------------------------------------------------------------------------------------- */

static void fill(void *object, enum type type, int byte) {
    memset(object, byte, types[type].size);
}

static void fill_at_random(void *object, enum type type, int seed) {
    random_state = 0x9e3779b97f4a7c15u * (unsigned)(seed + 1);
    random_fill(object, types[type].size);
}

/* A good object of another type, on a background of zeros or ones. */
static void other_type(void *object, enum type type, int other) {
    _Alignas(64) static uint8_t from[sizeof(wr_md5_ways_state)];
    const enum type source = (enum type)(other & 15);

    make_good(source, from);
    memset(object, other & 16 ? 0xff : 0, types[type].size);
    memcpy(object, from, types[source].size < types[type].size ? types[source].size : types[type].size);
}

static void finished_md5(void *object, enum type type, int by_batch) {
    uint8_t digest[16];
    wr_md5_state *const states[] = {object};

    make_good(type, object);
    if (by_batch)
        wr_md5_final_batch(states, 1, digest);
    else
        wr_md5_final(object, digest);
}

static void md5_by_fields(void *object, enum type type, int unused) {
    wr_md5_state from;

    (void)unused;
    make_good(type, &from);
    *(wr_md5_state *)object = (wr_md5_state){.length = from.length};
    memcpy(((wr_md5_state *)object)->state, from.state, sizeof from.state);
}

static void inner_of_hmac_state(void *object, enum type type, int unused) {
    wr_hmac_md5_state from;

    (void)type, (void)unused;
    make_good(HMAC_STATE, &from);
    *(wr_md5_state *)object = from.inner;
}

static void wiped_hmac_key(void *object, enum type type, int unused) {
    (void)unused;
    make_good(type, object);
    wr_hmac_md5_key_wipe(object);
}

static void refused_hmac_key(void *object, enum type type, int length) {
    make_good(type, object);
    wr_ah_hmac_md5_96_key(object, secret, (size_t)length);
}

static void hmac_key_by_fields(void *object, enum type type, int unused) {
    wr_hmac_md5_key from, *const to = object;

    (void)unused;
    make_good(type, &from);
    memset(to, 0, sizeof *to);
    memcpy(to->inner, from.inner, sizeof to->inner);
    memcpy(to->outer, from.outer, sizeof to->outer);
}

static void finished_hmac(void *object, enum type type, int tag_length) {
    uint8_t tag[16];

    make_good(type, object);
    wr_hmac_md5_final(object, tag, (size_t)tag_length);
}

static void hmac_of_null(void *object, enum type type, int unused) {
    (void)unused;
    make_good(type, object);
    wr_hmac_md5_init(object, NULL);
}

static void hmac_of_bad_key(void *object, enum type type, int byte) {
    wr_hmac_md5_key key;

    make_good(type, object);
    if (byte < 0)
        wiped_hmac_key(&key, HMAC_KEY, 0);
    else
        fill(&key, HMAC_KEY, byte);
    wr_hmac_md5_init(object, &key);
}

static void hmac_by_fields(void *object, enum type type, int unused) {
    wr_hmac_md5_state *const to = object;

    (void)type, (void)unused;
    memset(to, 0, sizeof *to);
    make_good(MD5_STATE, &to->inner);
    memcpy(to->outer, hmac_key.outer, sizeof to->outer);
}

static void wiped_umac_key(void *object, enum type type, int tag_length) {
    make_good(type, object);
    wr_umac_key_wipe(object);
    if (tag_length)
        ((wr_umac_key *)object)->tag_length = (uint8_t)tag_length;
}

static void refused_umac_key(void *object, enum type type, int length) {
    make_good(type, object);
    wr_umac_key_init(object, secret, (size_t)length);
}

static void mended_umac_key(void *object, enum type type, int length) {
    refused_umac_key(object, type, length);
    ((wr_umac_key *)object)->tag_length = 16;
}

static void umac_key_by_fields(void *object, enum type type, int unused) {
    wr_umac_key from, *const to = object;

    (void)unused;
    make_good(type, &from);
    memset(to, 0, sizeof *to);
    memcpy(to->nh_even, from.nh_even, sizeof to->nh_even);
    memcpy(to->nh_odd, from.nh_odd, sizeof to->nh_odd);
    memcpy(to->poly64, from.poly64, sizeof to->poly64);
    memcpy(to->poly128, from.poly128, sizeof to->poly128);
    memcpy(to->inner, from.inner, sizeof to->inner);
    memcpy(to->last, from.last, sizeof to->last);
    memcpy(to->pad_keys, from.pad_keys, sizeof to->pad_keys);
    to->identity = from.identity, to->tag_length = from.tag_length, to->pad_aes = from.pad_aes;
}

static void umac_key_of_length(void *object, enum type type, int tag_length) {
    make_good(type, object);
    ((wr_umac_key *)object)->tag_length = (uint8_t)tag_length;
}

static void umac_key_of_zeros_and_length(void *object, enum type type, int tag_length) {
    fill(object, type, 0);
    ((wr_umac_key *)object)->tag_length = (uint8_t)tag_length;
}

static void umac_key_of_other_aes(void *object, enum type type, int difference) {
    make_good(type, object);
    ((wr_umac_key *)object)->pad_aes ^= (uint8_t)difference;
}

static void finished_umac(void *object, enum type type, int unused) {
    uint8_t tag[16];

    (void)unused;
    make_good(type, object);
    wr_umac_final(object, &umac_key, NULL, data, 8, tag);
}

static void umac_of_bad_key(void *object, enum type type, int how) {
    static wr_umac_key key;

    make_good(type, object);
    if (how == 1)
        wiped_umac_key(&key, UMAC_KEY, 0);
    else
        fill(&key, UMAC_KEY, how);
    wr_umac_update(object, how == 2 ? NULL : &key, data, 1200);
}

static void umac_filled(void *object, enum type type, int filled) {
    make_good(type, object);
    ((wr_umac_state *)object)->filled = (size_t)filled;
}

static void wiped_keyed_md5(void *object, enum type type, int unused) {
    (void)unused;
    make_good(type, object);
    wr_ah_keyed_md5_key_wipe(object);
}

static void refused_keyed_md5(void *object, enum type type, int length) {
    make_good(type, object);
    wr_ah_keyed_md5_key_init(object, secret, (size_t)length);
}

static void keyed_md5_of_length(void *object, enum type type, int length) {
    make_good(type, object);
    ((wr_ah_keyed_md5_key *)object)->length = (uint32_t)length;
}

static void keyed_md5_by_fields(void *object, enum type type, int unused) {
    wr_ah_keyed_md5_key from, *const to = object;

    (void)unused;
    make_good(type, &from);
    memset(to, 0, sizeof *to);
    memcpy(to->state, from.state, sizeof to->state);
    memcpy(to->secret, from.secret, sizeof to->secret);
    to->hashed = from.hashed, to->length = from.length;
}

static void refused_ways(void *object, enum type type, int ways) {
    make_good(type, object);
    wr_md5_ways_init(object, (unsigned)ways);
}

static void finished_ways(void *object, enum type type, int unused) {
    uint8_t digest[16];

    (void)unused;
    make_good(type, object);
    wr_md5_ways_final(object, digest);
}

static void ways_of(void *object, enum type type, int ways) {
    make_good(type, object);
    ((wr_md5_ways_state *)object)->ways = (uint32_t)ways;
}

static void ways_by_fields(void *object, enum type type, int unused) {
    static wr_md5_ways_state from;
    wr_md5_ways_state *const to = object;

    (void)unused;
    make_good(type, &from);
    memset(to, 0, sizeof *to);
    memcpy(to->state, from.state, sizeof to->state);
    to->ways = from.ways;
}

static void sa_never_initialised(void *object, enum type type, int words) {
    wr_ah_sa *const sa = object;

    (void)type;
    *sa = filled_in(bitmap);
    sa->window.words = words ? WORDS : 0;
}

/* Errors that wr_ah_sa_init refuses. */
enum {
    RESERVED_SPI,
    NO_MAC,
    NO_ICV,
    LONG_ICV,
    ODD_ICV,
    NO_FUNCTION,
    OLD_WITH_ESN,
    OLD_WITH_WINDOW,
    SMALL_WINDOW,
    LARGE_WINDOW,
    NO_BITMAP,
    LONG_SEQUENCE,
    UNKNOWN_FLAG,
    UNKNOWN_GENERATION,
    NO_KEY,
    WIPED_KEY,
    OTHER_KEY,
    REFUSALS
};

static void spoil_sa(wr_ah_sa *sa, int how) {
    static wr_hmac_md5_key wiped;
    static wr_ah_mac no_icv, long_icv, odd_icv, no_function;
    const wr_ah_mac *const mac = wr_ah_hmac_md5_96();
    static wr_md5_state other;

    no_icv = long_icv = odd_icv = no_function = *mac;
    no_icv.icv_length = 0, long_icv.icv_length = WR_AH_ICV_MAX + 4, odd_icv.icv_length = 10, no_function.tags = NULL;
    wiped_hmac_key(&wiped, HMAC_KEY, 0);
    make_good(MD5_STATE, &other);
    switch (how) {
    case RESERVED_SPI:
        sa->spi = 255;
        break;
    case NO_MAC:
        sa->mac = NULL;
        break;
    case NO_ICV:
        sa->mac = &no_icv;
        break;
    case LONG_ICV:
        sa->mac = &long_icv;
        break;
    case ODD_ICV:
        sa->mac = &odd_icv;
        break;
    case NO_FUNCTION:
        sa->mac = &no_function;
        break;
    case OLD_WITH_ESN:
        sa->generation = WR_AH_RFC1826, sa->flags |= WR_AH_ESN;
        break;
    case OLD_WITH_WINDOW:
        sa->generation = WR_AH_RFC1826, sa->window.size = WINDOW, sa->window.bitmap = bitmap;
        break;
    case SMALL_WINDOW:
        sa->window.size = 63;
        break;
    case LARGE_WINDOW:
        sa->window.size = (size_t)UINT32_MAX / 2 + 1;
        break;
    case NO_BITMAP:
        sa->window.size = WINDOW, sa->window.bitmap = NULL;
        break;
    case LONG_SEQUENCE:
        sa->flags &= ~(unsigned)WR_AH_ESN, sa->sequence = (uint64_t)UINT32_MAX + 1;
        sa->generation = WR_AH_RFC4302;
        break;
    case UNKNOWN_FLAG:
        sa->flags |= 128;
        break;
    case UNKNOWN_GENERATION:
        sa->generation = (wr_ah_generation)2;
        break;
    case NO_KEY:
        sa->key = NULL;
        break;
    case WIPED_KEY:
        sa->key = &wiped;
        break;
    case OTHER_KEY:
        sa->key = &other;
        break;
    default:
        break;
    }
}

static void refused_sa(void *object, enum type type, int how) {
    make_good(type, object);
    spoil_sa(object, how);
    wr_ah_sa_init(object);
}

/* Everything that the caller fills in is then correct, and so is the number of words. */
static void mended_sa(void *object, enum type type, int how) {
    wr_ah_sa *const sa = object, right = filled_in(bitmap);

    refused_sa(object, type, how);
    sa->spi = right.spi, sa->generation = right.generation, sa->flags = right.flags, sa->mac = right.mac;
    sa->key = right.key, sa->sequence = right.sequence, sa->scratch = right.scratch;
    sa->window.size = right.window.size, sa->window.bitmap = right.window.bitmap;
    sa->window.words = right.window.size ? WORDS : 0;
}

enum {
    SIZE_DOUBLED,
    SIZE_LESS,
    SIZE_ONE_MORE,
    SIZE_0,
    SIZE_MAX_,
    WORDS_0,
    WORDS_1,
    WORDS_LESS,
    WORDS_MORE,
    WORDS_MAX,
    WINDOW_ADDED,
    BITMAP_GONE,
    MAC_GONE,
    KEY_GONE,
    KEY_OF_OTHER_MAC,
    MAC_CHANGED
};

static void changed_sa(void *object, enum type type, int how) {
    wr_ah_sa *const sa = object;

    make_good(type, object);
    switch (how) {
    case SIZE_DOUBLED:
        sa->window.size = sa->window.size ? 2 * sa->window.size : WINDOW;
        break;
    case SIZE_LESS:
        sa->window.size = sa->window.size ? 64 : 65;
        break;
    case SIZE_ONE_MORE:
        sa->window.size++;
        break;
    case SIZE_0:
        sa->window.size = sa->window.size ? 0 : 64;
        break;
    case SIZE_MAX_:
        sa->window.size = SIZE_MAX;
        break;
    case WORDS_0:
        sa->window.words = sa->window.words ? 0 : 1;
        break;
    case WORDS_1:
        sa->window.words = 1;
        break;
    case WORDS_LESS:
        sa->window.words--;
        break;
    case WORDS_MORE:
        sa->window.words++;
        break;
    case WORDS_MAX:
        sa->window.words = SIZE_MAX;
        break;
    case WINDOW_ADDED: /* or enlarged, by a caller who forgets that init must see the window */
        sa->window.size = 2 * WINDOW, sa->window.words = WR_AH_WINDOW_WORDS(2 * WINDOW), sa->window.bitmap = bitmap;
        break;
    case BITMAP_GONE:
        sa->window.size = sa->window.size ? sa->window.size : 64, sa->window.bitmap = NULL;
        break;
    case MAC_GONE:
        sa->mac = NULL;
        break;
    case KEY_GONE:
        sa->key = NULL;
        break;
    case KEY_OF_OTHER_MAC:
        sa->key = variant == KEYED_MD5 ? (void *)&hmac_key : (void *)&keyed_md5_key;
        break;
    case MAC_CHANGED:
        sa->mac = variant == KEYED_MD5 ? wr_ah_hmac_md5_96() : wr_ah_keyed_md5();
        break;
    default:
        break;
    }
}

#define ALL TYPES

static const struct kind {
    const char *name;
    enum type type; /* a type, or ALL */
    void (*make)(void *object, enum type type, int argument);
    int argument;
} kinds[] = {
    {"NULL", ALL, NULL, 0},
    {"zeroed", ALL, fill, 0},
    {"filled with 0xff", ALL, fill, 0xff},
    {"filled with 0x01", ALL, fill, 0x01},
    {"filled with 0x04", ALL, fill, 0x04},
    {"filled with 0x10", ALL, fill, 0x10},
    {"filled with 0x40", ALL, fill, 0x40},
    {"random 1", ALL, fill_at_random, 1},
    {"random 2", ALL, fill_at_random, 2},
    {"random 3", ALL, fill_at_random, 3},
    {"a wr_md5_state", ALL, other_type, MD5_STATE},
    {"a wr_md5_state in ones", ALL, other_type, MD5_STATE | 16},
    {"a wr_hmac_md5_key", ALL, other_type, HMAC_KEY},
    {"a wr_hmac_md5_key in ones", ALL, other_type, HMAC_KEY | 16},
    {"a wr_hmac_md5_state", ALL, other_type, HMAC_STATE},
    {"a wr_hmac_md5_state in ones", ALL, other_type, HMAC_STATE | 16},
    {"a wr_umac_key", ALL, other_type, UMAC_KEY},
    {"a wr_umac_key in ones", ALL, other_type, UMAC_KEY | 16},
    {"a wr_umac_state", ALL, other_type, UMAC_STATE},
    {"a wr_umac_state in ones", ALL, other_type, UMAC_STATE | 16},
    {"a wr_ah_keyed_md5_key", ALL, other_type, KEYED_MD5_KEY},
    {"a wr_ah_keyed_md5_key in ones", ALL, other_type, KEYED_MD5_KEY | 16},
    {"a wr_ah_sa", ALL, other_type, SA},
    {"a wr_ah_sa in ones", ALL, other_type, SA | 16},
    {"a wr_md5_ways_state", ALL, other_type, WAYS_STATE},
    {"a wr_md5_ways_state in ones", ALL, other_type, WAYS_STATE | 16},

    {"finished", MD5_STATE, finished_md5, 0},
    {"finished in a batch", MD5_STATE, finished_md5, 1},
    {"written field by field", MD5_STATE, md5_by_fields, 0},
    {"the inner state of an HMAC", MD5_STATE, inner_of_hmac_state, 0},

    {"wiped", HMAC_KEY, wiped_hmac_key, 0},
    {"refused, secret of 15", HMAC_KEY, refused_hmac_key, 15},
    {"refused, secret of 0", HMAC_KEY, refused_hmac_key, 0},
    {"written field by field", HMAC_KEY, hmac_key_by_fields, 0},

    {"finished", HMAC_STATE, finished_hmac, 16},
    {"finished, tag of 12", HMAC_STATE, finished_hmac, 12},
    {"init with NULL", HMAC_STATE, hmac_of_null, 0},
    {"init with a wiped key", HMAC_STATE, hmac_of_bad_key, -1},
    {"init with a zeroed key", HMAC_STATE, hmac_of_bad_key, 0},
    {"init with a key of 0xff", HMAC_STATE, hmac_of_bad_key, 0xff},
    {"written field by field", HMAC_STATE, hmac_by_fields, 0},

    {"wiped", UMAC_KEY, wiped_umac_key, 0},
    {"wiped, tag_length 16 by hand", UMAC_KEY, wiped_umac_key, 16},
    {"refused, tag of 0", UMAC_KEY, refused_umac_key, 0},
    {"refused, tag of 5", UMAC_KEY, refused_umac_key, 5},
    {"refused, tag of 20", UMAC_KEY, refused_umac_key, 20},
    {"refused, tag of SIZE_MAX", UMAC_KEY, refused_umac_key, -1},
    {"refused, then tag_length 16 by hand", UMAC_KEY, mended_umac_key, 20},
    {"written field by field", UMAC_KEY, umac_key_by_fields, 0},
    {"zeros but for tag_length 4", UMAC_KEY, umac_key_of_zeros_and_length, 4},
    {"zeros but for tag_length 8", UMAC_KEY, umac_key_of_zeros_and_length, 8},
    {"zeros but for tag_length 16", UMAC_KEY, umac_key_of_zeros_and_length, 16},
    {"tag_length 0 by hand", UMAC_KEY, umac_key_of_length, 0},
    {"tag_length 4 by hand", UMAC_KEY, umac_key_of_length, 4},
    {"tag_length 8 by hand", UMAC_KEY, umac_key_of_length, 8},
    {"tag_length 15 by hand", UMAC_KEY, umac_key_of_length, 15},
    {"tag_length 17 by hand", UMAC_KEY, umac_key_of_length, 17},
    {"tag_length 255 by hand", UMAC_KEY, umac_key_of_length, 255},
    {"pad_aes changed", UMAC_KEY, umac_key_of_other_aes, 1},
    {"pad_aes changed more", UMAC_KEY, umac_key_of_other_aes, 0x80},

    {"finished", UMAC_STATE, finished_umac, 0},
    {"update with NULL", UMAC_STATE, umac_of_bad_key, 2},
    {"update with a wiped key", UMAC_STATE, umac_of_bad_key, 1},
    {"update with a zeroed key", UMAC_STATE, umac_of_bad_key, 0},
    {"update with a key of 0xff", UMAC_STATE, umac_of_bad_key, 0xff},
    {"filled 1025 by hand", UMAC_STATE, umac_filled, 1025},
    {"filled SIZE_MAX by hand", UMAC_STATE, umac_filled, -1},

    {"wiped", KEYED_MD5_KEY, wiped_keyed_md5, 0},
    {"refused, secret of 0", KEYED_MD5_KEY, refused_keyed_md5, 0},
    {"refused, secret of 257", KEYED_MD5_KEY, refused_keyed_md5, 257},
    {"refused, secret of SIZE_MAX", KEYED_MD5_KEY, refused_keyed_md5, -1},
    {"length 0 by hand", KEYED_MD5_KEY, keyed_md5_of_length, 0},
    {"length 39 by hand", KEYED_MD5_KEY, keyed_md5_of_length, 39},
    {"length 256 by hand", KEYED_MD5_KEY, keyed_md5_of_length, 256},
    {"length 257 by hand", KEYED_MD5_KEY, keyed_md5_of_length, 257},
    {"length SIZE_MAX by hand", KEYED_MD5_KEY, keyed_md5_of_length, -1},
    {"written field by field", KEYED_MD5_KEY, keyed_md5_by_fields, 0},

    {"never initialised", SA, sa_never_initialised, 0},
    {"never initialised, words by hand", SA, sa_never_initialised, 1},
    {"refused, reserved SPI", SA, refused_sa, RESERVED_SPI},
    {"refused, no MAC", SA, refused_sa, NO_MAC},
    {"refused, ICV of 0", SA, refused_sa, NO_ICV},
    {"refused, ICV of 36", SA, refused_sa, LONG_ICV},
    {"refused, ICV of 10", SA, refused_sa, ODD_ICV},
    {"refused, MAC without a function", SA, refused_sa, NO_FUNCTION},
    {"refused, RFC 1826 with ESN", SA, refused_sa, OLD_WITH_ESN},
    {"refused, RFC 1826 with a window", SA, refused_sa, OLD_WITH_WINDOW},
    {"refused, window of 63", SA, refused_sa, SMALL_WINDOW},
    {"refused, window of 2^31", SA, refused_sa, LARGE_WINDOW},
    {"refused, no bitmap", SA, refused_sa, NO_BITMAP},
    {"refused, long sequence number", SA, refused_sa, LONG_SEQUENCE},
    {"refused, unknown flag", SA, refused_sa, UNKNOWN_FLAG},
    {"refused, unknown generation", SA, refused_sa, UNKNOWN_GENERATION},
    {"refused, no key", SA, refused_sa, NO_KEY},
    {"refused, wiped key", SA, refused_sa, WIPED_KEY},
    {"refused, key of another type", SA, refused_sa, OTHER_KEY},
    {"refused for its SPI, mended by hand", SA, mended_sa, RESERVED_SPI},
    {"refused for its window, mended by hand", SA, mended_sa, SMALL_WINDOW},
    {"refused for its MAC, mended by hand", SA, mended_sa, NO_MAC},
    {"refused for its key, mended by hand", SA, mended_sa, NO_KEY},
    {"window.size doubled by hand", SA, changed_sa, SIZE_DOUBLED},
    {"window.size 64 by hand", SA, changed_sa, SIZE_LESS},
    {"window.size one more by hand", SA, changed_sa, SIZE_ONE_MORE},
    {"window.size 0 by hand (64 for 0)", SA, changed_sa, SIZE_0},
    {"window.size SIZE_MAX by hand", SA, changed_sa, SIZE_MAX_},
    {"window.words 0 by hand (1 for 0)", SA, changed_sa, WORDS_0},
    {"window.words 1 by hand", SA, changed_sa, WORDS_1},
    {"window.words one less by hand", SA, changed_sa, WORDS_LESS},
    {"window.words one more by hand", SA, changed_sa, WORDS_MORE},
    {"window.words SIZE_MAX by hand", SA, changed_sa, WORDS_MAX},
    {"another window by hand, size and words", SA, changed_sa, WINDOW_ADDED},
    {"bitmap NULL by hand", SA, changed_sa, BITMAP_GONE},
    {"MAC NULL by hand", SA, changed_sa, MAC_GONE},
    {"key NULL by hand", SA, changed_sa, KEY_GONE},
    {"key of another MAC by hand", SA, changed_sa, KEY_OF_OTHER_MAC},
    {"MAC of another key by hand", SA, changed_sa, MAC_CHANGED},

    {"finished", WAYS_STATE, finished_ways, 0},
    {"refused, 0 ways", WAYS_STATE, refused_ways, 0},
    {"refused, 6 ways", WAYS_STATE, refused_ways, 6},
    {"refused, 68 ways", WAYS_STATE, refused_ways, 68},
    {"refused, UINT_MAX ways", WAYS_STATE, refused_ways, -1},
    {"ways 0 by hand", WAYS_STATE, ways_of, 0},
    {"ways 3 by hand", WAYS_STATE, ways_of, 3},
    {"ways 4 by hand", WAYS_STATE, ways_of, 4},
    {"ways 64 by hand", WAYS_STATE, ways_of, 64},
    {"ways 68 by hand", WAYS_STATE, ways_of, 68},
    {"ways UINT32_MAX by hand", WAYS_STATE, ways_of, -1},
    {"written field by field", WAYS_STATE, ways_by_fields, 0},
};

/* ---- Calls: each passes the object to one function and returns its result ------------------------------------------
 */

static const size_t counts[] = {1, 2, 17, MESSAGES};
enum { COUNTS = sizeof counts / sizeof *counts };
static const size_t data_lengths[] = {0, 5, 64, 70, 200, LONGEST};
enum { DATA_LENGTHS = sizeof data_lengths / sizeof *data_lengths };

static wr_message messages[MESSAGES];
static wr_piece pieces[MESSAGES][2];
static wr_pieces in_pieces[MESSAGES];
static uint8_t hmac_tags[MESSAGES][16], umac_tags[MESSAGES][16], nonces[MESSAGES][8], digests[MESSAGES][16];
static const uint8_t *received_hmac[MESSAGES], *received_umac[MESSAGES];
static wr_ah_packet packets[PACKETS];
static uint8_t packet_data[PACKETS][PACKET + 100];
static size_t packet_length, sealed_length;
static uint8_t sealed[PACKETS][PACKET + 100];

/* The correct result; calls in a loop stop at any other result and return it. */
static long expected;
static int is_good; /* nonzero if the object is good */

static int differs(long answer) {
    return answer != expected;
}

static long update_md5(void *object) {
    wr_md5_update(object, data, 10);
    wr_md5_update(object, data, 200);
    wr_md5_final(object, out.tags[0]);
    return 0;
}

static long final_md5(void *object) {
    wr_md5_final(object, out.tags[0]);
    return 0;
}

/* Among good states, only the object's digest is not written; the others are correct. */
static void run_states(void *object, int updates) {
    static wr_md5_state states[MESSAGES];
    static wr_md5_state *pointers[MESSAGES];
    static uint8_t written[MESSAGES][16];

    for (size_t c = 1; c < COUNTS; c++) {
        const size_t count = counts[c], at = count / 2;
        static uint8_t kept[sizeof(wr_md5_state)];
        if (object)
            memcpy(kept, object, sizeof kept);
        for (size_t i = 0; i < count; i++) {
            wr_md5_init(&states[i]);
            pointers[i] = i == at ? object : &states[i];
        }
        memset(written, ANY_BYTE, sizeof written);
        if (updates)
            wr_md5_update_batch(pointers, messages, count);
        else
            for (size_t i = 0; i < count; i++)
                if (i != at || is_good)
                    wr_md5_update(pointers[i], messages[i].data, messages[i].length);
        wr_md5_final_batch(pointers, count, written[0]);
        for (size_t i = 0; i < count; i++) {
            uint8_t painted[16];
            memset(painted, ANY_BYTE, sizeof painted);
            if (memcmp(written[i], i == at && !is_good ? painted : digests[i], 16) != 0)
                problem(i == at ? "writes a digest among good states" : "spoils the digest of a good state");
        }
        if (object)
            memcpy(object, kept, sizeof kept);
    }
}

static long update_batch_md5(void *object) {
    wr_md5_state *const one[] = {object};

    run_states(object, 1);
    wr_md5_update_batch(one, &messages[MESSAGES - 1], 1);
    wr_md5_final_batch(one, 1, out.tags[0]);
    return 0;
}

static long final_batch_md5(void *object) {
    wr_md5_state *const one[] = {object};

    run_states(object, 0);
    wr_md5_final_batch(one, 1, out.tags[0]);
    return 0;
}

static long init_hmac(void *object) {
    wr_hmac_md5_state state;

    wr_hmac_md5_init(&state, object);
    wr_hmac_md5_update(&state, data, 100);
    return wr_hmac_md5_final(&state, out.tags[0], 12);
}

static long update_hmac(void *object) {
    wr_hmac_md5_update(object, data, 10);
    wr_hmac_md5_update(object, data, 200);
    return wr_hmac_md5_final(object, out.tags[0], 12);
}

static long final_hmac(void *object) {
    return wr_hmac_md5_final(object, out.tags[0], 16);
}

static long tag_hmac(void *object) {
    long answer = expected;

    for (size_t i = 0; i < DATA_LENGTHS && !differs(answer); i++)
        answer = wr_hmac_md5(object, data, data_lengths[i], out.tags[i], 12);
    return answer;
}

static long verify_hmac(void *object) {
    long answer = expected;

    for (size_t i = 0; i < MESSAGES && !differs(answer); i++)
        answer = wr_hmac_md5_verify(object, messages[i].data, messages[i].length, hmac_tags[i], i % 2 ? 12 : 16);
    return answer;
}

static long batch_hmac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < COUNTS && !differs(answer); c++)
        answer = wr_hmac_md5_batch(object, messages, counts[c], c % 2 ? 12 : 16);
    return answer;
}

/* After verifying a batch with a bad object, all of good[] is 0 and nothing after it is written. */
static void check_good(size_t count, int wanted) {
    for (size_t i = 0; i < sizeof good; i++)
        if (good[i] != (i < count ? wanted : ANY_BYTE))
            problem("good[%zu] of %zu is %d", i, count, good[i]);
    memset(good, ANY_BYTE, sizeof good);
}

static long verify_batch_hmac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < COUNTS && !differs(answer); c++) {
        memset(good, 1, counts[c]);
        answer = wr_hmac_md5_verify_batch(object, messages, received_hmac, counts[c], c % 2 ? 12 : 16, good);
        check_good(counts[c], is_good);
    }
    return answer;
}

/* Use the object among good keys, then alone. */
static const wr_hmac_md5_key *const *keys_with(void *object, size_t count, int alone) {
    static const wr_hmac_md5_key *keys[MESSAGES];

    for (size_t i = 0; i < count; i++)
        keys[i] = i == count / 2 || alone ? object : &hmac_key;
    return keys;
}

static long batch_keys_hmac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < 2 * COUNTS && !differs(answer); c++)
        answer = wr_hmac_md5_batch_keys(keys_with(object, counts[c / 2], c % 2), messages, counts[c / 2], 12);
    return answer;
}

static long batch_pieces_hmac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < 2 * COUNTS && !differs(answer); c++)
        answer = wr_hmac_md5_batch_pieces(keys_with(object, counts[c / 2], c % 2), in_pieces, counts[c / 2], 12);
    return answer;
}

static long verify_pieces_hmac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < 2 * COUNTS && !differs(answer); c++) {
        memset(good, 1, counts[c / 2]);
        answer = wr_hmac_md5_verify_batch_pieces(keys_with(object, counts[c / 2], c % 2), in_pieces, received_hmac,
                                                 counts[c / 2], 12, good);
        check_good(counts[c / 2], is_good);
    }
    return answer;
}

static long update_umac(void *object) {
    wr_umac_update(object, &umac_key, data, 10);
    wr_umac_update(object, &umac_key, data, 1400);
    return wr_umac_final(object, &umac_key, NULL, nonces[0], 8, out.tags[0]);
}

/* The object is the key of an update; the final has a good key. */
static long update_umac_key(void *object) {
    long answer = expected;

    for (size_t i = 1; i < DATA_LENGTHS && !differs(answer); i++) {
        wr_umac_state state;
        wr_umac_init(&state);
        wr_umac_update(&state, object, data, data_lengths[i]);
        wr_umac_update(&state, &umac_key, data, 100);
        answer = wr_umac_final(&state, &umac_key, NULL, nonces[i], 8, out.tags[i]);
    }
    return answer;
}

static long final_umac(void *object) {
    return wr_umac_final(object, &umac_key, NULL, nonces[0], 8, out.tags[0]);
}

static long final_umac_key(void *object) {
    long answer = expected;

    for (size_t i = 0; i < DATA_LENGTHS && !differs(answer); i++) {
        wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
        wr_umac_state state;
        wr_umac_init(&state);
        wr_umac_update(&state, &umac_key, data, data_lengths[i]);
        answer = wr_umac_final(&state, object, i % 2 ? &cache : NULL, nonces[i], 8, out.tags[i]);
    }
    return answer;
}

static long tag_umac(void *object) {
    wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
    long answer = expected;

    for (size_t i = 0; i < DATA_LENGTHS && !differs(answer); i++)
        answer = wr_umac(object, i % 2 ? &cache : NULL, nonces[i], 8, data, data_lengths[i], out.tags[i]);
    return answer;
}

static long verify_umac(void *object) {
    wr_umac_pad_cache cache = WR_UMAC_PAD_CACHE_INIT;
    long answer = expected;

    for (size_t i = 0; i < MESSAGES && !differs(answer); i++)
        answer = wr_umac_verify(object, i % 2 ? &cache : NULL, nonces[i], 8, messages[i].data, messages[i].length,
                                umac_tags[i]);
    return answer;
}

static long batch_umac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < COUNTS && !differs(answer); c++)
        answer = wr_umac_batch(object, nonces, 8, messages, counts[c]);
    return answer;
}

static long verify_batch_umac(void *object) {
    long answer = expected;

    for (size_t c = 0; c < COUNTS && !differs(answer); c++) {
        memset(good, 1, counts[c]);
        answer = wr_umac_verify_batch(object, nonces, 8, messages, received_umac, counts[c], good);
        check_good(counts[c], is_good);
    }
    return answer;
}

static long update_ways(void *object) {
    wr_md5_ways_update(object, data, 10);
    wr_md5_ways_update(object, data, LONGEST);
    wr_md5_ways_update(object, data, LONGEST);
    wr_md5_ways_update(object, data, LONGEST);
    wr_md5_ways_final(object, out.tags[0]);
    return 0;
}

static long final_ways(void *object) {
    wr_md5_ways_final(object, out.tags[0]);
    return 0;
}

static long init_sa(void *object) {
    return wr_ah_sa_init(object);
}

static long overhead(void *object) {
    return (long)wr_ah_overhead(object);
}

static void to_sign(void) {
    for (size_t i = 0; i < PACKETS; i++)
        packets[i] = (wr_ah_packet){
            .data = packet_data[i], .length = packet_length, .out = out.packets[i], .room = sizeof out.packets[i]};
}

static void to_verify(void) {
    for (size_t i = 0; i < PACKETS; i++)
        packets[i] = (wr_ah_packet){
            .data = sealed[i], .length = sealed_length, .out = out.packets[i], .room = sizeof out.packets[i]};
}

/* Process all packets at once, then one by one. The SA and its bitmap must not change if it is refused. */
static long run_packets(wr_ah_sa *sa, void (*fill_in)(void), size_t (*run)(wr_ah_sa *, wr_ah_packet *, size_t)) {
    static uint64_t bitmap_before[WORDS];
    uint8_t before[sizeof *sa];
    size_t singly = 0, together = 0;

    memcpy(bitmap_before, bitmap, sizeof bitmap);
    if (sa)
        memcpy(before, sa, sizeof before);
    for (int one_by_one = variant == TRANSPORT, turn = 0; turn < 2; turn++, one_by_one = !one_by_one) {
        fill_in();
        if (one_by_one)
            for (size_t i = 0; i < PACKETS; i++)
                singly += run(sa, &packets[i], 1);
        else
            together = run(sa, packets, PACKETS);
        if (is_good && singly + together == PACKETS) /* verified again, each packet would be a replay */
            return PACKETS;
        for (size_t i = 0; i < PACKETS; i++)
            if (packets[i].reason != WR_AH_BAD_SA)
                problem("reason %s", wr_ah_reason_name(packets[i].reason));
    }
    if (sa && memcmp(before, sa, sizeof before) != 0)
        problem("changes the SA");
    if (memcmp(bitmap_before, bitmap, sizeof bitmap) != 0)
        problem("writes the bitmap");
    return (long)(singly + together);
}

static long sign(void *object) {
    return run_packets(object, to_sign, wr_ah_sign);
}

static long verify(void *object) {
    return run_packets(object, to_verify, wr_ah_verify);
}

/* The object is the key of an SA passed to init. */
static long init_sa_with_key(void *object) {
    wr_ah_sa sa = filled_in(bitmap);

    sa.key = object;
    return wr_ah_sa_init(&sa);
}

/* An SA whose key was good at init and is now replaced by the object. */
static wr_ah_sa sa_of_key(void *object) {
    static uint8_t kept[sizeof(wr_ah_keyed_md5_key)];
    const enum type type = variant == KEYED_MD5 ? KEYED_MD5_KEY : HMAC_KEY;
    wr_ah_sa sa = filled_in(bitmap);

    if (object) {
        memcpy(kept, object, types[type].size);
        make_good(type, object);
        sa.key = object;
    }
    if (wr_ah_sa_init(&sa) != WR_OK)
        problem("an SA of a good key is refused");
    if (object)
        memcpy(object, kept, types[type].size);
    else
        sa.key = NULL;
    return sa;
}

static long sign_with_key(void *object) {
    wr_ah_sa sa = sa_of_key(object);
    return run_packets(&sa, to_sign, wr_ah_sign);
}

static long verify_with_key(void *object) {
    wr_ah_sa sa = sa_of_key(object);
    return run_packets(&sa, to_verify, wr_ah_verify);
}

/* The MACs' functions, which a program can call directly. */
static long tags_of_mac(const wr_ah_mac *mac, void *key) {
    wr_ah_input inputs[PACKETS];

    for (size_t i = 0; i < PACKETS; i++)
        inputs[i] =
            (wr_ah_input){.head = data, .head_length = 64, .body = data, .body_length = 100, .icv = out.tags[i]};
    return mac->tags(key, inputs, PACKETS, NULL) == WR_OK ? WR_OK : expected;
}

static long tags_of_hmac(void *object) {
    return tags_of_mac(wr_ah_hmac_md5_96(), object);
}

static long tags_of_keyed_md5(void *object) {
    return tags_of_mac(wr_ah_keyed_md5(), object);
}

enum { WRITES = 1 }; /* with a good object, the call writes to `out` */

static const struct row {
    const char *function, *parameter;
    enum type type;
    long (*call)(void *object);
    long refused, accepted; /* the result for a bad object and a good one; 0 for both if the function returns void */
    int flags, variant;
} rows[] = {
    {"wr_md5_update", "md5", MD5_STATE, update_md5, 0, 0, WRITES, 0},
    {"wr_md5_final", "md5", MD5_STATE, final_md5, 0, 0, WRITES, 0},
    {"wr_md5_update_batch", "states", MD5_STATE, update_batch_md5, 0, 0, WRITES, 0},
    {"wr_md5_final_batch", "states", MD5_STATE, final_batch_md5, 0, 0, WRITES, 0},
    {"wr_hmac_md5_init", "key", HMAC_KEY, init_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_update", "mac", HMAC_STATE, update_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_final", "mac", HMAC_STATE, final_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5", "key", HMAC_KEY, tag_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_batch", "key", HMAC_KEY, batch_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_batch_keys", "keys", HMAC_KEY, batch_keys_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_verify", "key", HMAC_KEY, verify_hmac, BAD_KEY, WR_OK, 0, 0},
    {"wr_hmac_md5_verify_batch", "key", HMAC_KEY, verify_batch_hmac, BAD_KEY, WR_OK, 0, 0},
    {"wr_hmac_md5_batch_pieces", "keys", HMAC_KEY, batch_pieces_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_hmac_md5_verify_batch_pieces", "keys", HMAC_KEY, verify_pieces_hmac, BAD_KEY, WR_OK, 0, 0},
    {"wr_umac_update", "mac", UMAC_STATE, update_umac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac_update", "key", UMAC_KEY, update_umac_key, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac_final", "mac", UMAC_STATE, final_umac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac_final", "key", UMAC_KEY, final_umac_key, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac", "key", UMAC_KEY, tag_umac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac_batch", "key", UMAC_KEY, batch_umac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_umac_verify", "key", UMAC_KEY, verify_umac, BAD_KEY, WR_OK, 0, 0},
    {"wr_umac_verify_batch", "key", UMAC_KEY, verify_batch_umac, BAD_KEY, WR_OK, 0, 0},
    {"wr_md5_ways_update", "md5", WAYS_STATE, update_ways, 0, 0, WRITES, 0},
    {"wr_md5_ways_final", "md5", WAYS_STATE, final_ways, 0, 0, WRITES, 0},
    {"wr_ah_overhead", "sa", SA, overhead, 0, 24, 0, TRANSPORT},
    {"wr_ah_overhead", "sa", SA, overhead, 0, 24 + 40, 0, TUNNEL_ESN},
    {"wr_ah_sign", "sa", SA, sign, 0, PACKETS, WRITES, TRANSPORT},
    {"wr_ah_sign", "sa", SA, sign, 0, PACKETS, WRITES, WITH_SCRATCH},
    {"wr_ah_sign", "sa", SA, sign, 0, PACKETS, WRITES, TUNNEL_ESN},
    {"wr_ah_sign", "sa", SA, sign, 0, PACKETS, WRITES, KEYED_MD5},
    {"wr_ah_sign", "sa", SA, sign, 0, PACKETS, WRITES, WITHOUT_WINDOW},
    {"wr_ah_verify", "sa", SA, verify, 0, PACKETS, WRITES, TRANSPORT},
    {"wr_ah_verify", "sa", SA, verify, 0, PACKETS, WRITES, WITH_SCRATCH},
    {"wr_ah_verify", "sa", SA, verify, 0, PACKETS, WRITES, TUNNEL_ESN},
    {"wr_ah_verify", "sa", SA, verify, 0, PACKETS, WRITES, KEYED_MD5},
    {"wr_ah_verify", "sa", SA, verify, 0, PACKETS, WRITES, WITHOUT_WINDOW},

    /* objects reached through a pointer */
    {"wr_ah_sa_init", "sa->key", HMAC_KEY, init_sa_with_key, WR_BAD_SA, WR_OK, 0, TRANSPORT},
    {"wr_ah_sa_init", "sa->key", KEYED_MD5_KEY, init_sa_with_key, WR_BAD_SA, WR_OK, 0, KEYED_MD5},
    {"wr_ah_sign", "sa->key", HMAC_KEY, sign_with_key, 0, PACKETS, WRITES, TRANSPORT},
    {"wr_ah_sign", "sa->key", HMAC_KEY, sign_with_key, 0, PACKETS, WRITES, WITH_SCRATCH},
    {"wr_ah_sign", "sa->key", KEYED_MD5_KEY, sign_with_key, 0, PACKETS, WRITES, KEYED_MD5},
    {"wr_ah_verify", "sa->key", HMAC_KEY, verify_with_key, 0, PACKETS, WRITES, TRANSPORT},
    {"wr_ah_verify", "sa->key", HMAC_KEY, verify_with_key, 0, PACKETS, WRITES, WITH_SCRATCH},
    {"wr_ah_verify", "sa->key", KEYED_MD5_KEY, verify_with_key, 0, PACKETS, WRITES, KEYED_MD5},
    {"wr_ah_hmac_md5_96()->tags", "key", HMAC_KEY, tags_of_hmac, BAD_KEY, WR_OK, WRITES, 0},
    {"wr_ah_keyed_md5()->tags", "key", KEYED_MD5_KEY, tags_of_keyed_md5, BAD_KEY, WR_OK, WRITES, 0},
};

/* Parameters whose object may contain anything before the call. */
static const struct {
    const char *function, *parameter, *reason;
} outputs[] = {
    {"wr_md5_init", "md5", "makes it"},
    {"wr_hmac_md5_key_init", "key", "makes it"},
    {"wr_hmac_md5_key_wipe", "key", "wipes it"},
    {"wr_hmac_md5_init", "mac", "makes it"},
    {"wr_umac_key_init", "key", "makes it"},
    {"wr_umac_key_wipe", "key", "wipes it"},
    {"wr_umac_init", "mac", "makes it"},
    {"wr_ah_hmac_md5_96_key", "key", "makes it"},
    {"wr_ah_keyed_md5_key_init", "key", "makes it"},
    {"wr_ah_keyed_md5_key_wipe", "key", "wipes it"},
    {"wr_ah_sa_init", "sa", "makes it; sa_init_refuses() tests what it refuses"},
    {"wr_md5_ways_init", "md5", "makes it"},
};

static const struct {
    const char *function, *reason;
} keyless[] = {
    {"wr_version", "takes nothing"},
    {"wr_kernel_name", "takes a number"},
    {"wr_kernel_in_use", "takes nothing"},
    {"wr_use_kernel", "takes a name"},
    {"wr_md5", "takes data"},
    {"wr_md5_batch", "takes data"},
    {"wr_md5_batch_pieces", "takes data"},
    {"wr_internet_checksum", "takes data"},
    {"wr_internet_checksum_join", "takes numbers"},
    {"wr_internet_checksum_update", "takes numbers"},
    {"wr_equal", "takes data; equal_of_nothing() tests 0 bytes"},
    {"wr_wipe", "takes data"},
    {"wr_ah_reason_name", "takes a number"},
    {"wr_ah_reason_text", "takes a number"},
    {"wr_ah_hmac_md5_96", "takes nothing; the table that it returns has a row"},
    {"wr_ah_keyed_md5", "takes nothing; the table that it returns has a row"},
    {"wr_md5_ways", "takes data"},
};

/* ---- The table against the headers ------------------------------------------------------------------------------- */

#define DECLARED_FUNCTION(name, parameters) {name, parameters},
#define DECLARED_STRUCT(name)               name,
static const struct {
    const char *name, *parameters;
} functions[] = {DECLARED_FUNCTIONS(DECLARED_FUNCTION)};
static const char *const structs[] = {DECLARED_STRUCTS(DECLARED_STRUCT)};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Remove the next parameter from `text`; return its name, and whether it has one of the types above. */
static int next_parameter(const char **text, char *name, size_t room, int *has_type) {
    char words[200];
    const size_t length = strcspn(*text, ",");
    const char *last = "";

    if (length == 0)
        return 0;
    snprintf(words, sizeof words, "%.*s", (int)length, *text);
    *text += length + ((*text)[length] == ',');
    *has_type = 0;
    for (char *word = strtok(words, " *"); word; word = strtok(NULL, " *")) {
        for (size_t t = 0; t < TYPES; t++)
            *has_type |= strcmp(word, types[t].name) == 0;
        last = word;
    }
    snprintf(name, room, "%s", last);
    return 1;
}

static int is_listed(const char *function, const char *parameter) {
    int listed = 0;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        listed |= strcmp(rows[i].function, function) == 0 && strcmp(rows[i].parameter, parameter) == 0;
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        listed |= strcmp(outputs[i].function, function) == 0 && strcmp(outputs[i].parameter, parameter) == 0;
    return listed;
}

static void every_function_is_listed(void) {
    for (size_t f = 0; f < COUNT_OF(functions); f++) {
        const char *text = functions[f].parameters;
        char name[100];
        int has_type, has_any = 0, without = 0;
        while (next_parameter(&text, name, sizeof name, &has_type)) {
            has_any |= has_type;
            CHECK(!has_type || is_listed(functions[f].name, name), "%s: its parameter %s has no row", functions[f].name,
                  name);
        }
        for (size_t i = 0; i < COUNT_OF(keyless); i++)
            without |= strcmp(keyless[i].function, functions[f].name) == 0;
        CHECK(has_any != without, "%s: %s", functions[f].name,
              has_any ? "takes a key, a state or an SA, but is listed as taking none" : "has no row");
    }
}

static int is_declared(const char *function, const char *parameter) {
    for (size_t f = 0; f < COUNT_OF(functions); f++)
        if (strcmp(functions[f].name, function) == 0) {
            const char *text = functions[f].parameters;
            char name[100];
            int has_type;
            while (parameter && next_parameter(&text, name, sizeof name, &has_type))
                if (has_type && strcmp(name, parameter) == 0)
                    return 1;
            return parameter == NULL;
        }
    return 0;
}

static void every_row_is_declared(void) {
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        CHECK(strchr(rows[i].function, '(') ||
                  is_declared(rows[i].function, strchr(rows[i].parameter, '>') ? NULL : rows[i].parameter),
              "%s(%s) is not declared", rows[i].function, rows[i].parameter);
    for (size_t i = 0; i < COUNT_OF(outputs); i++)
        CHECK(is_declared(outputs[i].function, outputs[i].parameter), "%s(%s) is not declared", outputs[i].function,
              outputs[i].parameter);
    for (size_t i = 0; i < COUNT_OF(keyless); i++)
        CHECK(is_declared(keyless[i].function, NULL), "%s is not declared", keyless[i].function);
}

static void every_struct_is_listed(void) {
    for (size_t s = 0; s < COUNT_OF(structs); s++) {
        int listed = 0;
        for (size_t t = 0; t < TYPES; t++)
            listed |= strcmp(types[t].name, structs[s]) == 0;
        for (size_t i = 0; i < COUNT_OF(plain_structs); i++)
            listed |= strcmp(plain_structs[i].name, structs[s]) == 0;
        CHECK(listed, "%s: neither a type of the table nor known to be plain", structs[s]);
    }
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static struct guarded room[TYPES];

static void *place(enum type type) {
    return room[type].end - types[type].size;
}

static void paint(void) {
    memset(&out, ANY_BYTE, sizeof out);
    memset(good, ANY_BYTE, sizeof good);
}

static int is_painted(void) {
    const uint8_t *const bytes = (const uint8_t *)&out;
    int same = 1;

    for (size_t i = 0; i < sizeof out; i++)
        same &= bytes[i] == ANY_BYTE;
    return same;
}

/* Make packets with a good SA of this variant. */
static void seal(void) {
    wr_ah_sa sealer = filled_in(bitmap_of_sealer);

    if (wr_ah_sa_init(&sealer) != WR_OK)
        problem("a good SA is refused");
    for (size_t i = 0; i < PACKETS; i++)
        packets[i] =
            (wr_ah_packet){.data = packet_data[i], .length = packet_length, .out = sealed[i], .room = sizeof sealed[i]};
    if (wr_ah_sign(&sealer, packets, PACKETS) != PACKETS)
        problem("a good SA does not sign: %s", wr_ah_reason_name(packets[0].reason));
    sealed_length = packets[0].out_length;
}

struct pair {
    const struct row *row;
    const struct kind *kind; /* NULL: a good object */
};

static void expect_yes(const struct row *row, void *object) {
    long answer;

    make_good(row->type, object);
    paint();
    expected = row->accepted, is_good = 1;
    answer = row->call(object);
    if (answer != row->accepted)
        problem("a good object: answers %ld", answer);
    if (row->flags & WRITES && is_painted())
        problem("a good object: writes nothing");
}

static void expect_no(const struct row *row, const struct kind *kind) {
    void *const object = kind->make ? place(row->type) : NULL;
    long answer;

    if (object) {
        make_good(row->type, object);
        kind->make(object, row->type, kind->argument);
    }
    stage("the call");
    paint();
    expected = row->refused, is_good = 0;
    answer = row->call(object);
    if (answer != row->refused)
        problem("answers %ld%s", answer, row->refused == BAD_KEY && answer == WR_OK ? ", which means success" : "");
    if (!is_painted())
        problem("writes output");
}

static void run_pair(const void *argument) {
    const struct pair *pair = argument;

    variant = pair->row->variant;
    stage("sealing packets");
    seal();
    if (pair->kind) {
        stage("making it");
        expect_no(pair->row, pair->kind);
        stage("the call after a new init");
    } else
        stage("the call with a good object");
    if (!report->problem[0])
        expect_yes(pair->row, place(pair->row->type));
}

/* States and keys are plain data: a copy is as good as the original. */
static void run_copy(const void *argument) {
    const struct pair *pair = argument;
    _Alignas(64) static uint8_t original[sizeof(wr_md5_ways_state)];
    void *const copy = place(pair->row->type);
    long answer;

    variant = pair->row->variant;
    stage("the call with a copy");
    seal();
    make_good(pair->row->type, original);
    memcpy(copy, original, types[pair->row->type].size);
    memset(original, 0, sizeof original);
    paint();
    expected = pair->row->accepted, is_good = 1;
    answer = pair->row->call(copy);
    if (answer != pair->row->accepted)
        problem("a copy: answers %ld", answer);
}

/* Return whether a kind of bad object applies to a type: it is for one type or all, and a type is not "another type"
 * than itself. */
static int applies(const struct kind *kind, enum type type) {
    return (kind->type == ALL || kind->type == type) &&
           !(kind->make == other_type && (enum type)(kind->argument & 15) == type);
}

static void try_table(const char *kernel) {
    for (size_t r = 0; r < COUNT_OF(rows); r++) {
        static const char *const variants[VARIANTS] = {"", ", with scratch", ", tunnel and ESN", ", keyed MD5",
                                                       ", without a window"};
        char parameter[80];
        apart(run_pair, &(struct pair){&rows[r], NULL});
        note_finding("good");
        apart(run_copy, &(struct pair){&rows[r], NULL});
        note_finding("copy");
        for (size_t k = 0; k < COUNT_OF(kinds); k++)
            if (applies(&kinds[k], rows[r].type)) {
                apart(run_pair, &(struct pair){&rows[r], &kinds[k]});
                note_finding(kinds[k].name);
            }
        snprintf(parameter, sizeof parameter, "%s%s", rows[r].parameter, variants[rows[r].variant]);
        print_findings(kernel, rows[r].function, parameter);
    }
}

/* ---- Programs that misuse the library ---------------------------------------------------------------------------- */

static uint8_t digest[16];

/* Check whether forged tags pass: zeros, arbitrary bytes, the tags of the right key. */
static void accepts_tags(const wr_umac_key *key, const char *name) {
    static const uint8_t anything[3][16] = {{0}, {1, 2, 3, 4, 5}, {0xff}};
    const uint8_t *const tags[] = {anything[0], anything[1], anything[2], umac_tags[3]};

    for (size_t i = 0; i < 4; i++) {
        const wr_status one = wr_umac_verify(key, NULL, nonces[0], 8, data, 100, tags[i]);
        if (one != BAD_KEY)
            problem("%s: wr_umac_verify answers %d", name, one);
    }
    stage("wr_umac_verify_batch");
    memset(good, 1, 4);
    if (wr_umac_verify_batch(key, nonces, 8, messages, tags, 4, good) != BAD_KEY ||
        good[0] | good[1] | good[2] | good[3])
        problem("%s: wr_umac_verify_batch takes any tags", name);
    stage("wr_umac");
    if (wr_umac(key, NULL, nonces[0], 8, data, 100, out.tags[0]) != BAD_KEY)
        problem("%s: wr_umac says that it wrote a tag", name);
}

static void umac_of_zeroed_key(const void *unused) {
    static wr_umac_key key;
    (void)unused;
    accepts_tags(&key, "zeroed");
}

static void umac_of_wiped_key(const void *unused) {
    static wr_umac_key key;
    (void)unused;
    make_good(UMAC_KEY, &key);
    wr_umac_key_wipe(&key);
    accepts_tags(&key, "wiped");
}

static void umac_of_refused_key(const void *unused) {
    static wr_umac_key key;
    (void)unused;
    if (wr_umac_key_init(&key, secret, 5) != WR_BAD_LENGTH)
        problem("UMAC-40");
    accepts_tags(&key, "refused");
}

static void plain_md5_passes(const void *unused) {
    const uint8_t *tags[MESSAGES];
    wr_status answer;
    (void)unused;
    for (size_t i = 0; i < MESSAGES; i++)
        tags[i] = digests[i];
    memset(good, 1, MESSAGES);
    answer = wr_hmac_md5_verify_batch(NULL, messages, tags, MESSAGES, 16, good);
    if (answer != BAD_KEY || good[0] || good[MESSAGES - 1])
        problem("plain MD5 passes for HMAC-MD5: %d", answer);
    paint();
    answer = wr_hmac_md5_batch(NULL, messages, MESSAGES, 16);
    if (answer != BAD_KEY || !is_painted())
        problem("wr_hmac_md5_batch without a key answers %d", answer);
}

static void icv_without_key(const void *unused) {
    wr_ah_sa sa = {.spi = 256, .mac = wr_ah_hmac_md5_96()};
    (void)unused;
    if (wr_ah_sa_init(&sa) != WR_BAD_SA)
        problem("an SA without a key is accepted");
    to_sign();
    if (wr_ah_sign(&sa, packets, PACKETS) != 0 || packets[0].reason != WR_AH_BAD_SA)
        problem("it signs: %s", wr_ah_reason_name(packets[0].reason));
}

static void zeroed_hmac_key(const void *unused) {
    static wr_hmac_md5_key key;
    (void)unused;
    paint();
    if (wr_hmac_md5(&key, data, 10, out.tags[0], 16) != BAD_KEY || !is_painted())
        problem("a zeroed key signs");
    wr_hmac_md5_verify(&key, data, 10, out.tags[0], 16);
}

static void sa_never_initialised_receives(const void *unused) {
    wr_ah_sa sa;
    (void)unused;
    variant = TRANSPORT;
    seal();
    sa = filled_in(bitmap);
    to_verify();
    if (wr_ah_verify(&sa, packets, PACKETS) != 0 || packets[0].reason != WR_AH_BAD_SA)
        problem("%s", wr_ah_reason_name(packets[0].reason));
}

static void sa_refused_and_mended_receives(const void *unused) {
    wr_ah_sa sa;
    (void)unused;
    variant = TRANSPORT;
    seal();
    sa = filled_in(bitmap);
    sa.spi = 1;
    if (wr_ah_sa_init(&sa) != WR_BAD_SA)
        problem("a reserved SPI");
    sa.spi = 4711;
    to_verify();
    if (wr_ah_verify(&sa, packets, PACKETS) != 0 || packets[0].reason != WR_AH_BAD_SA)
        problem("%s", wr_ah_reason_name(packets[0].reason));
}

static void window_enlarged_after_init(const void *unused) {
    wr_ah_sa sa;
    (void)unused;
    variant = TRANSPORT;
    seal();
    make_good(SA, &sa);
    sa.window.size = 100 * WINDOW;
    to_verify();
    if (wr_ah_verify(&sa, packets, PACKETS) != 0 || packets[0].reason != WR_AH_BAD_SA)
        problem("%s", wr_ah_reason_name(packets[0].reason));
}

static void overhead_without_mac(const void *unused) {
    const wr_ah_sa sa = {.spi = 256};
    (void)unused;
    if (wr_ah_overhead(&sa) != 0)
        problem("%zu", wr_ah_overhead(&sa));
}

static void ways_updated_after_final(const void *unused) {
    static wr_md5_ways_state state;
    (void)unused;
    wr_md5_ways_init(&state, 4);
    wr_md5_ways_final(&state, digest);
    wr_md5_ways_update(&state, data, 100);
    memcpy(out.tags[0], digest, 16);
    wr_md5_ways_final(&state, digest);
    if (memcmp(out.tags[0], digest, 16) != 0)
        problem("a second final writes a digest");
}

static void equal_of_nothing(const void *unused) {
    (void)unused;
    if (wr_equal(data, data, 0) != 0 || wr_equal(NULL, NULL, 0) != 0)
        problem("0 bytes are equal");
    if (wr_equal(data, data, 1) != 1 || wr_equal(data, data, 64) != 1)
        problem("equal bytes are not");
}

static void no_messages(const void *unused) {
    (void)unused;
    if (wr_hmac_md5_verify_batch(&hmac_key, NULL, NULL, 0, 16, NULL) != WR_OK ||
        wr_hmac_md5_batch(&hmac_key, NULL, 0, 16) != WR_OK ||
        wr_hmac_md5_verify_batch_pieces(NULL, NULL, NULL, 0, 16, NULL) != WR_OK ||
        wr_hmac_md5_batch_keys(NULL, NULL, 0, 16) != WR_OK || wr_umac_batch(&umac_key, NULL, 8, NULL, 0) != WR_OK ||
        wr_umac_verify_batch(&umac_key, NULL, 8, NULL, NULL, 0, NULL) != WR_OK)
        problem("no messages under a good key are refused");
    if (wr_hmac_md5_verify_batch(NULL, NULL, NULL, 0, 16, NULL) != BAD_KEY)
        problem("wr_hmac_md5_verify_batch: no messages under no key");
    if (wr_hmac_md5_batch(NULL, NULL, 0, 16) != BAD_KEY)
        problem("wr_hmac_md5_batch: no messages under no key");
    stage("wr_umac_verify_batch of nothing, with NULL");
    if (wr_umac_verify_batch(NULL, NULL, 8, NULL, NULL, 0, NULL) != BAD_KEY)
        problem("wr_umac_verify_batch: no messages under no key");
    stage("wr_umac_batch of nothing, with NULL");
    if (wr_umac_batch(NULL, NULL, 8, NULL, 0) != BAD_KEY)
        problem("wr_umac_batch: no messages under no key");
}

/* The caller provides the memory: whatever it contains, tags are correct. */
static void pad_cache_of_anything(const void *unused) {
    (void)unused;
    for (int i = 0; i < 300; i++) {
        wr_umac_pad_cache cache;
        if (i < 256)
            memset(&cache, i, sizeof cache);
        else
            random_fill((uint8_t *)&cache, sizeof cache);
        wr_umac(&umac_key, &cache, nonces[5], 8, messages[5].data, messages[5].length, digest);
        if (memcmp(digest, umac_tags[5], 16) != 0)
            problem("a wrong tag, from a cache filled with %d", i);
    }
}

/* Everything that wr_ah_sa_init refuses: NULL, errors, and SAs of random bytes. */
static void sa_init_refuses(const void *unused) {
    wr_ah_sa sa;
    (void)unused;
    for (variant = 0; variant < VARIANTS; variant++)
        for (int how = 0; how < REFUSALS; how++) {
            sa = filled_in(bitmap);
            spoil_sa(&sa, how);
            if (wr_ah_sa_init(&sa) != WR_BAD_SA)
                problem("spoilt in way %d, variant %d: accepted", how, variant);
        }
    fill(&sa, SA, 0);
    if (wr_ah_sa_init(&sa) != WR_BAD_SA)
        problem("zeros: accepted");
    fill(&sa, SA, 0xff);
    if (wr_ah_sa_init(&sa) != WR_BAD_SA)
        problem("0xff: accepted");
    stage("wr_ah_sa_init(NULL)");
    if (init_sa(NULL) != WR_BAD_SA)
        problem("NULL: accepted");
}

/* An update with a bad key makes the message's state invalid. */
static void bad_key_mid_way(const void *unused) {
    static wr_umac_key zeroed;
    wr_umac_state state;
    (void)unused;
    wr_umac_init(&state);
    wr_umac_update(&state, &umac_key, data, 1000);
    wr_umac_update(&state, &zeroed, (const uint8_t *)data + 1000, 200);
    if (wr_umac_final(&state, &umac_key, NULL, nonces[0], 8, out.tags[0]) != BAD_KEY)
        problem("a message updated with an invalid key has a tag");
}

/* A final that refuses a length leaves the state unchanged. */
static void final_of_refused_length(const void *unused) {
    wr_hmac_md5_state hmac;
    wr_umac_state umac;
    (void)unused;
    make_good(HMAC_STATE, &hmac);
    wr_hmac_md5_update(&hmac, messages[5].data, messages[5].length);
    if (wr_hmac_md5_final(&hmac, digest, 0) != WR_BAD_LENGTH || wr_hmac_md5_final(&hmac, digest, 17) != WR_BAD_LENGTH ||
        wr_hmac_md5_final(&hmac, digest, 16) != WR_OK || memcmp(digest, hmac_tags[5], 16) != 0)
        problem("HMAC-MD5 does not continue");
    make_good(UMAC_STATE, &umac);
    wr_umac_update(&umac, &umac_key, messages[5].data, messages[5].length);
    if (wr_umac_final(&umac, &umac_key, NULL, nonces[5], 0, digest) != WR_BAD_LENGTH ||
        wr_umac_final(&umac, &umac_key, NULL, nonces[5], 17, digest) != WR_BAD_LENGTH ||
        wr_umac_final(&umac, &umac_key, NULL, nonces[5], 8, digest) != WR_OK || memcmp(digest, umac_tags[5], 16) != 0)
        problem("UMAC does not continue");
}

static const struct program {
    const char *name;
    void (*run)(const void *);
} programs[] = {
    {"UMAC with a zeroed key", umac_of_zeroed_key},
    {"UMAC with a wiped key", umac_of_wiped_key},
    {"UMAC with a refused key", umac_of_refused_key},
    {"HMAC-MD5 batch with NULL for the key", plain_md5_passes},
    {"AH with NULL for the key", icv_without_key},
    {"HMAC-MD5 with a zeroed key", zeroed_hmac_key},
    {"an SA never initialised receives", sa_never_initialised_receives},
    {"an SA refused and mended by hand receives", sa_refused_and_mended_receives},
    {"a window enlarged after init", window_enlarged_after_init},
    {"overhead of an SA without a MAC", overhead_without_mac},
    {"K-way MD5 updated after its final", ways_updated_after_final},
    {"wr_equal of 0 bytes", equal_of_nothing},
    {"batches of 0 messages", no_messages},
    {"pad caches with any content", pad_cache_of_anything},
    {"everything that wr_ah_sa_init refuses", sa_init_refuses},
    {"a bad key in the middle of a message", bad_key_mid_way},
    {"a final with a refused length", final_of_refused_length},
};

static void run_program(const void *argument) {
    stage("the program");
    ((const struct program *)argument)->run(NULL);
}

static void try_programs(const char *kernel) {
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        apart(run_program, &programs[i]);
        note_finding("the program");
        print_findings(kernel, "program", programs[i].name);
    }
}

static void set_up(void) {
    random_fill(data, sizeof data);
    random_fill(secret, sizeof secret);
    random_fill(nonces[0], sizeof nonces);
    make_good(HMAC_KEY, &hmac_key);
    make_good(UMAC_KEY, &umac_key);
    make_good(KEYED_MD5_KEY, &keyed_md5_key);
    for (size_t i = 0; i < MESSAGES; i++) {
        const size_t length = i < DATA_LENGTHS ? data_lengths[i] : random_below(LONGEST);
        messages[i] = (wr_message){data + i, length, out.tags[i]};
        pieces[i][0] = (wr_piece){data + i, length / 3};
        pieces[i][1] = (wr_piece){data + i + length / 3, length - length / 3};
        in_pieces[i] = (wr_pieces){pieces[i], 2, out.tags[i]};
        received_hmac[i] = hmac_tags[i];
        received_umac[i] = umac_tags[i];
        wr_md5(data + i, length, digests[i]);
        if (wr_hmac_md5(&hmac_key, data + i, length, hmac_tags[i], 16) != WR_OK ||
            wr_umac(&umac_key, NULL, nonces[i], 8, data + i, length, umac_tags[i]) != WR_OK)
            CHECK(0, "a good key does not sign");
    }
    packet_length = PACKET;
    for (size_t i = 0; i < PACKETS; i++) {
        const uint8_t header[] = {0x60, 0, 0, 0, 0, PACKET - 40, 17, 64};
        random_fill(packet_data[i], PACKET);
        memcpy(packet_data[i], header, sizeof header);
    }
    for (size_t t = 0; t < TYPES; t++)
        room[t] = guarded_new(types[t].size);
    report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
}

int main(void) {
    set_up();
    every_function_is_listed();
    every_row_is_declared();
    every_struct_is_listed();
    FOR_EACH_KERNEL(name) {
        try_programs(name);
        try_table(name);
    }
    if (repeated_lines)
        fprintf(stderr, "and %lu lines alike on other kernels\n", repeated_lines);
    return check_result();
}
