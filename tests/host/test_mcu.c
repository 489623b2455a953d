/* The hooks of an emulated run, called as an emulator calls them: blocks, edges, lines of flash, watched functions, and
 * limits. */
#include <string.h>

#include "check.h"
#include "wirerate_mcu.h"

enum { LR = 1, SP = 2, STATUS = 3, BASE = 0x08000000, FLASH_BYTES = 0x1000 };

/* The registers that the hooks may read, and whether the hooks stopped the run. */
static uint32_t lr, sp, status_register;
static int stops;

static int fake_stop(void *emulator) {
    (void)emulator;
    stops++;
    return 0;
}

static int fake_read(void *emulator, int reg, void *value) {
    const uint32_t *from = reg == LR ? &lr : reg == SP ? &sp : &status_register;

    (void)emulator;
    memcpy(value, from, sizeof *from);
    return 0;
}

static int fake_write(void *emulator, int reg, const void *value) {
    (void)emulator;
    CHECK(reg == STATUS, "register %d", reg);
    memcpy(&status_register, value, sizeof status_register);
    return 0;
}

static const wrh_mcu_emulator emulator = {fake_stop, fake_read, fake_write, LR, SP, STATUS};

static wrh_mcu *following(const wrh_mcu_memories *memories) {
    wrh_mcu *mcu = wrh_mcu_new(&emulator, BASE, FLASH_BYTES, memories);

    CHECK(mcu != NULL, "no recorder");
    stops = 0;
    return mcu;
}

static wrh_mcu *opened(const wrh_mcu_flash *models, size_t count) {
    return following(&(wrh_mcu_memories){models, count, NULL, 0});
}

static wrh_mcu_block counted(const wrh_mcu *mcu, size_t context, uint32_t address) {
    static wrh_mcu_block blocks[8192];
    wrh_mcu_block none = {0, 0, 0, 0};

    CHECK(wrh_mcu_blocks(mcu) <= 8192, "blocks");
    wrh_mcu_counts(mcu, context, blocks);
    for (size_t i = 0; i < wrh_mcu_blocks(mcu); i++)
        if (blocks[i].address == address)
            return blocks[i];
    return none;
}

/* A loop of three rounds: its end is left by a branch twice, then falls through. */
static void check_edges(void) {
    wrh_mcu *mcu = opened(NULL, 0);

    CHECK(wrh_mcu_start(mcu, NULL, 0, 1000) == WRH_MCU_OK, "start");
    for (int i = 0; i < 3; i++)
        wrh_mcu_on_block(NULL, BASE + 8, 6, mcu);
    wrh_mcu_on_block(NULL, BASE + 14, 4, mcu);
    const wrh_mcu_block loop = counted(mcu, 0, BASE + 8), after = counted(mcu, 0, BASE + 14);
    CHECK(loop.executed == 3 && loop.taken == 2 && loop.bytes == 6, "%u %u", (unsigned)loop.executed,
          (unsigned)loop.taken);
    CHECK(after.executed == 1 && after.taken == 0, "after");
    CHECK(wrh_mcu_contexts(mcu) == 1 && wrh_mcu_context(mcu, 0) == 0, "contexts");
    wrh_mcu_start(mcu, NULL, 0, 1000);
    CHECK(wrh_mcu_blocks(mcu) == 0, "a new run begins with nothing");
    wrh_mcu_free(mcu);
}

/* More blocks than the initial capacity, each twice. */
static void check_growth(void) {
    enum { MANY = 6000 };
    wrh_mcu *mcu = opened(NULL, 0);

    wrh_mcu_start(mcu, NULL, 0, 1000000);
    for (uint32_t lap = 0; lap < 2; lap++)
        for (uint32_t i = 0; i < MANY; i++)
            wrh_mcu_on_block(NULL, 0x20000000 + 64 * i, 2, mcu);
    CHECK(wrh_mcu_blocks(mcu) == MANY, "%zu", wrh_mcu_blocks(mcu));
    for (uint32_t i = 0; i < MANY; i += 997)
        CHECK(counted(mcu, 0, 0x20000000 + 64 * i).executed == 2, "block %u", (unsigned)i);
    wrh_mcu_free(mcu);
}

static void check_limit(void) {
    wrh_mcu *mcu = opened(NULL, 0);

    wrh_mcu_start(mcu, NULL, 0, 10);
    for (int i = 0; i < 5; i++)
        wrh_mcu_on_block(NULL, BASE, 4, mcu);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_OK && !stops, "ten halfwords are allowed");
    wrh_mcu_on_block(NULL, BASE, 4, mcu);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_LIMIT && stops == 1, "the next block must stay unchanged");
    wrh_mcu_free(mcu);
}

static wrh_mcu_misses missed(wrh_mcu *mcu, size_t model) {
    wrh_mcu_misses found;

    wrh_mcu_missed(mcu, 0, model, &found);
    return found;
}

static uint64_t data_read(wrh_mcu *mcu, uint32_t address, unsigned bytes) {
    return wrh_mcu_on_data(NULL, address - BASE, bytes, mcu);
}

/* Two buffers of eight bytes, and the same with a separate buffer for data. */
static void check_lines(void) {
    static const wrh_mcu_flash models[] = {{8, 2, 0}, {8, 2, 1}, {16, 1, 0}};
    wrh_mcu *mcu = opened(models, 3);

    wrh_mcu_start(mcu, NULL, 0, 1000);
    wrh_mcu_on_block(NULL, BASE + 6, 12, mcu); /* lines 0, 1, 2: one after a branch, two in sequence */
    wrh_mcu_on_block(NULL, BASE + 8, 4, mcu);  /* line 1 is still in a buffer */
    wrh_mcu_on_block(NULL, BASE + 2, 4, mcu);  /* line 0 was replaced; now line 2 is the older one */
    wrh_mcu_on_block(NULL, BASE + 8, 4, mcu);  /* line 1 is still in a buffer */
    data_read(mcu, BASE + 100, 4);             /* replaces line 0 where data share the buffers */
    data_read(mcu, BASE + 101, 1);             /* in a buffer */
    wrh_mcu_on_block(NULL, BASE + 0, 4, mcu);  /* so only the first model fetches this */
    data_read(mcu, BASE + 0x1000, 4);          /* in the last page, but outside the flash */
    const wrh_mcu_misses shared = missed(mcu, 0), apart = missed(mcu, 1), wide = missed(mcu, 2);
    CHECK(shared.jumps == 3 && shared.next == 2 && shared.data == 1, "%u %u %u", (unsigned)shared.jumps,
          (unsigned)shared.next, (unsigned)shared.data);
    CHECK(apart.jumps == 2 && apart.next == 2 && apart.data == 1, "%u %u %u", (unsigned)apart.jumps,
          (unsigned)apart.next, (unsigned)apart.data);
    CHECK(wide.jumps == 3 && wide.next == 1 && wide.data == 1, "%u %u %u", (unsigned)wide.jumps, (unsigned)wide.next,
          (unsigned)wide.data);
    wrh_mcu_free(mcu);
}

/* A simple reference model of the buffers: a table of when each line was used last. */
typedef struct {
    uint64_t used[2][0x1000]; /* by line, for instructions and for data; 0: not in a buffer */
    uint64_t now;
    wrh_mcu_misses missed;
    wrh_mcu_flash shape;
    uint32_t last_line;
} plain;

static bool plain_uses(plain *to, bool data, uint32_t line) {
    const bool apart = data && to->shape.data_lines;
    uint64_t *used = to->used[apart];
    const uint32_t most = apart ? to->shape.data_lines : to->shape.code_lines;
    uint32_t held = 0, oldest = 0;
    const bool hit = used[line] != 0;

    used[line] = ++to->now;
    for (uint32_t i = 0; i < 0x1000; i++) {
        held += used[i] != 0;
        oldest = used[i] && (!used[oldest] || used[i] < used[oldest]) ? i : oldest;
    }
    if (held > most)
        used[oldest] = 0;
    return hit;
}

static void plain_run(plain *to, uint32_t offset, uint32_t bytes) {
    for (uint32_t line = offset / to->shape.line_bytes; line <= (offset + bytes - 1) / to->shape.line_bytes; line++) {
        if (!plain_uses(to, false, line))
            *(line == to->last_line + 1 ? &to->missed.next : &to->missed.jumps) += 1;
        to->last_line = line;
    }
}

static void plain_read(plain *to, uint32_t offset) {
    to->missed.data += !plain_uses(to, true, offset / to->shape.line_bytes);
}

static uint32_t drawn;

static uint32_t draw(uint32_t below) {
    drawn = drawn * UINT32_C(1664525) + UINT32_C(1013904223);
    return (drawn >> 8) % below;
}

/* Loops of all lengths, some left in the middle of a round, with data reads between and inside them: equal to the
 * reference model. */
static void check_rounds(void) {
    static const wrh_mcu_flash models[] = {{4, 3, 0}, {8, 16, 0}, {8, 4, 2}, {16, 64, 0}};
    static plain plains[4];
    wrh_mcu *mcu = opened(models, 4);

    wrh_mcu_start(mcu, NULL, 0, 100000000);
    for (size_t i = 0; i < 4; i++) {
        plains[i].shape = models[i];
        plains[i].last_line = UINT32_MAX - 1;
    }
    for (int loop = 0; loop < 400; loop++) {
        uint32_t starts[24], sizes[24];
        const uint32_t blocks = 1 + draw(loop % 4 ? 4 : 24), turns = 1 + draw(12 * blocks), reads = draw(3);
        for (uint32_t i = 0; i < blocks; i++) {
            starts[i] = 2 * draw(0x700);
            sizes[i] = 2 + 2 * draw(loop % 8 ? 12 : 100);
        }
        for (uint32_t turn = 0; turn < turns; turn++) {
            const uint32_t start = starts[turn % blocks], size = sizes[turn % blocks], from = 4 * draw(0x3FF);
            const bool reading = reads && !draw(30 * reads);
            wrh_mcu_on_block(NULL, BASE + start, size, mcu);
            if (reading)
                data_read(mcu, BASE + from, 4);
            for (size_t i = 0; i < 4; i++) {
                plain_run(&plains[i], start, size);
                if (reading)
                    plain_read(&plains[i], from);
            }
        }
    }
    for (size_t i = 0; i < 4; i++) {
        const wrh_mcu_misses got = missed(mcu, i), want = plains[i].missed;
        CHECK(got.jumps == want.jumps && got.next == want.next && got.data == want.data,
              "model %zu: %u %u %u, not %u %u %u", i, (unsigned)got.jumps, (unsigned)got.next, (unsigned)got.data,
              (unsigned)want.jumps, (unsigned)want.next, (unsigned)want.data);
    }
    wrh_mcu_free(mcu);
}

static wrh_mcu_fetches fetched(const wrh_mcu *mcu) {
    wrh_mcu_fetches found;

    wrh_mcu_fetched(mcu, 0, 0, &found);
    return found;
}

/* Eight sets of two lines of eight bytes: code that fits is fetched once, however often it runs. */
static void check_cache_held(void) {
    static const wrh_mcu_cache cache = {8, 16, 2};
    wrh_mcu *mcu = following(&(wrh_mcu_memories){NULL, 0, &cache, 1});

    wrh_mcu_start(mcu, NULL, 0, 100000);
    for (int turn = 0; turn < 100; turn++) {
        wrh_mcu_on_block(NULL, BASE + 4, 12, mcu);  /* sets 0 and 1 */
        wrh_mcu_on_block(NULL, BASE + 64, 8, mcu);  /* set 0 again */
        wrh_mcu_on_block(NULL, BASE + 200, 2, mcu); /* set 1 again */
    }
    CHECK(fetched(mcu).empty == 4 && fetched(mcu).instead == 0, "%u %u", (unsigned)fetched(mcu).empty,
          (unsigned)fetched(mcu).instead);
    data_read(mcu, BASE + 16, 4); /* a data read in set 2 */
    wrh_mcu_on_block(NULL, BASE + 16, 8, mcu);
    wrh_mcu_on_block(NULL, 0x20000010, 8, mcu); /* RAM is not cached */
    CHECK(fetched(mcu).empty == 5, "%u", (unsigned)fetched(mcu).empty);
    wrh_mcu_start(mcu, NULL, 0, 100000);
    wrh_mcu_on_block(NULL, BASE + 4, 12, mcu);
    CHECK(fetched(mcu).empty == 2, "a new run begins with an empty cache: %u", (unsigned)fetched(mcu).empty);
    wrh_mcu_free(mcu);
}

/* Three lines in turn in a set of two: the evicted line is needed next half of the time, and the one after it the other
 * half, so two of three accesses miss. The loop is followed however long it is. */
static void check_cache_pushed(void) {
    enum { TURNS = 3000 };
    static const wrh_mcu_cache cache = {8, 16, 2};
    wrh_mcu *mcu = following(&(wrh_mcu_memories){NULL, 0, &cache, 1});
    uint64_t before = 0;

    for (int again = 0; again < 2; again++) {
        wrh_mcu_start(mcu, NULL, 0, 1000000);
        for (uint32_t turn = 0; turn < TURNS; turn++)
            wrh_mcu_on_block(NULL, BASE + 64 * (turn % 3), 4, mcu);
        const wrh_mcu_fetches found = fetched(mcu);
        CHECK(found.empty == 2, "%u", (unsigned)found.empty);
        CHECK(found.instead > TURNS * 2 / 3 - 200 && found.instead < TURNS * 2 / 3 + 200, "%u",
              (unsigned)found.instead);
        CHECK(!again || found.instead == before, "chance differs from run to run");
        before = found.instead;
    }
    wrh_mcu_free(mcu);
}

/* A run that is not counted must still respect its limit, and leaves no counts. */
static void check_uncounted(void) {
    static const wrh_mcu_flash model = {8, 2, 0};
    wrh_mcu *mcu = opened(&model, 1);

    wrh_mcu_count(mcu, false);
    wrh_mcu_start(mcu, NULL, 0, 4);
    for (int i = 0; i < 2; i++)
        wrh_mcu_on_block(NULL, BASE, 4, mcu);
    data_read(mcu, BASE, 4);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_OK && wrh_mcu_blocks(mcu) == 0, "counted");
    CHECK(missed(mcu, 0).jumps == 0 && missed(mcu, 0).data == 0, "lines");
    wrh_mcu_on_block(NULL, BASE, 4, mcu);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_LIMIT && stops == 1, "no limit");
    wrh_mcu_free(mcu);
}

static bool leads(wrh_mcu *mcu, uint32_t page, int access, uint64_t address, int rights) {
    wrh_mcu_page found = {0, 0};
    return wrh_mcu_on_page(NULL, page, access, &found, mcu) && found.address == address && found.rights == rights;
}

/* Flash is executed directly and read through the stand-in; RAM becomes executable once it is executed. */
static void check_pages(void) {
    enum { RAM = 0x20000000, READ_WRITE = WRH_MCU_MAY_READ | WRH_MCU_MAY_WRITE };
    static uint8_t content[0x1000];
    wrh_mcu *mcu = opened(NULL, 0);
    uint32_t bytes = 0;
    const uint64_t stand_in = wrh_mcu_stand_in(mcu, &bytes);

    CHECK(stand_in > UINT32_MAX && bytes == 0x1000, "%u", (unsigned)bytes);
    CHECK(leads(mcu, BASE, WRH_MCU_READ, BASE, READ_WRITE), "there is no memory yet");
    for (size_t i = 0; i < sizeof content; i++)
        content[i] = (uint8_t)(i * 7);
    wrh_mcu_hold(mcu, BASE, content, sizeof content);
    CHECK(leads(mcu, BASE, WRH_MCU_READ, stand_in, WRH_MCU_MAY_READ), "read");
    CHECK(leads(mcu, BASE, WRH_MCU_FETCH, BASE, WRH_MCU_MAY_RUN), "run");
    CHECK(leads(mcu, BASE, WRH_MCU_WRITE, BASE, WRH_MCU_MAY_WRITE), "write");
    CHECK(leads(mcu, RAM, WRH_MCU_READ, RAM, READ_WRITE), "RAM");
    CHECK(leads(mcu, RAM, WRH_MCU_FETCH, RAM, READ_WRITE | WRH_MCU_MAY_RUN), "run from RAM");
    CHECK(leads(mcu, RAM, WRH_MCU_WRITE, RAM, READ_WRITE | WRH_MCU_MAY_RUN), "and written afterwards");
    CHECK(leads(mcu, RAM + 0x1000, WRH_MCU_WRITE, RAM + 0x1000, READ_WRITE), "the next page");
    CHECK(data_read(mcu, BASE + 3, 2) == (21 | 28 << 8), "%x", (unsigned)data_read(mcu, BASE + 3, 2));
    wrh_mcu_free(mcu);
}

/* An If-Then state that the emulator leaves behind when it asks for a page is reset, but not the flags, and not if a
 * block begins inside an If-Then block. */
static void check_if_then(void) {
    wrh_mcu *mcu = opened(NULL, 0);
    wrh_mcu_page found;

    wrh_mcu_start(mcu, NULL, 0, 1000);
    status_register = UINT32_C(0x6100FC00) | UINT32_C(0x06000000);
    wrh_mcu_on_page(NULL, BASE, WRH_MCU_FETCH, &found, mcu);
    CHECK(status_register == UINT32_C(0x6700FC00), "%08x", (unsigned)status_register);
    wrh_mcu_on_page(NULL, BASE, WRH_MCU_READ, &found, mcu);
    CHECK(status_register == UINT32_C(0x61000000), "%08x", (unsigned)status_register);
    wrh_mcu_free(mcu);
}

static void at(wrh_mcu *mcu, uint32_t address, uint32_t link, uint32_t stack) {
    lr = link;
    sp = stack;
    wrh_mcu_on_block(NULL, address, 4, mcu);
}

static uint64_t executed_within(const wrh_mcu *mcu, uint32_t mask) {
    static wrh_mcu_block blocks[64];
    uint64_t sum = 0;

    for (size_t context = 0; context < wrh_mcu_contexts(mcu); context++) {
        wrh_mcu_counts(mcu, context, blocks);
        for (size_t i = 0; wrh_mcu_context(mcu, context) & mask && i < wrh_mcu_blocks(mcu); i++)
            sum += blocks[i].executed;
    }
    return sum;
}

/* f calls itself once, and g, which ends with a jump to h; all return to their callers. */
static void check_watched(void) {
    enum { MAIN = BASE, F = BASE + 0x100, G = BASE + 0x200, H = BASE + 0x300 };
    static const uint32_t watched[] = {F | 1, G | 1, H | 1};
    wrh_mcu *mcu = opened(NULL, 0);

    CHECK(wrh_mcu_start(mcu, watched, 3, 1000) == WRH_MCU_OK, "start");
    at(mcu, MAIN, 0, 0x1000);
    at(mcu, F, MAIN + 4 + 1, 0x1000);
    for (int turn = 0; turn < 100; turn++)
        at(mcu, F, MAIN + 4 + 1, 0x1000); /* a loop to its first instruction, which must not count as a call */
    at(mcu, F, F + 4 + 1, 0xFF0);         /* f calls itself, and that call returns at once */
    at(mcu, F + 4, 0, 0xFF0);
    at(mcu, G, F + 8 + 1, 0xFF0);
    at(mcu, H, F + 8 + 1, 0xFF0);
    at(mcu, F + 8, 0, 0xFF0); /* g and h have both returned */
    at(mcu, MAIN + 4, 0, 0x1000);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_OK, "a loop counts as recursion");
    CHECK(executed_within(mcu, 1) == 106, "f: %u", (unsigned)executed_within(mcu, 1));
    CHECK(executed_within(mcu, 2) == 2, "g: %u", (unsigned)executed_within(mcu, 2));
    CHECK(executed_within(mcu, 4) == 1, "h: %u", (unsigned)executed_within(mcu, 4));
    CHECK(counted(mcu, 0, MAIN).executed == 1 && counted(mcu, 0, MAIN + 4).executed == 1, "outside");
    for (uint32_t depth = 0; depth < 100; depth++)
        at(mcu, F, F + 5, 0xF00 - 8 * depth);
    CHECK(wrh_mcu_status(mcu) == WRH_MCU_DEPTH && stops == 1, "endless recursion must be stopped");
    wrh_mcu_free(mcu);
}

static void check_refused(void) {
    static const wrh_mcu_flash flashes[] = {{12, 2, 0}, {8, 0, 0}, {8, 4097, 0}};
    static const wrh_mcu_cache caches[] = {{12, 16, 2}, {8, 16, 3}, {8, 24, 2}, {8, 0, 1}, {8, 1 << 17, 2}, {8, 16, 0}};
    static const uint32_t watched[33] = {0};
    wrh_mcu *mcu = opened(NULL, 0);

    for (size_t i = 0; i < sizeof flashes / sizeof *flashes; i++)
        CHECK(!wrh_mcu_new(&emulator, BASE, FLASH_BYTES, &(wrh_mcu_memories){&flashes[i], 1, NULL, 0}), "flash %zu", i);
    for (size_t i = 0; i < sizeof caches / sizeof *caches; i++)
        CHECK(!wrh_mcu_new(&emulator, BASE, FLASH_BYTES, &(wrh_mcu_memories){NULL, 0, &caches[i], 1}), "cache %zu", i);
    CHECK(wrh_mcu_start(mcu, watched, 33, 1000) == WRH_MCU_DEPTH, "too many watched functions");
    wrh_mcu_free(mcu);
    wrh_mcu_free(NULL);
}

int main(void) {
    check_edges();
    check_growth();
    check_limit();
    check_lines();
    check_rounds();
    check_cache_held();
    check_cache_pushed();
    check_uncounted();
    check_pages();
    check_if_then();
    check_watched();
    check_refused();
    return check_result();
}
