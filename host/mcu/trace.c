/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hooks of a run: count each block in the context of the active watched functions, and access its lines of flash in
 * every model. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "calls.h"
#include "flash.h"
#include "pages.h"
#include "wirerate_mcu.h"

enum { CONTEXTS = 256 };

struct wrh_mcu {
    wrh_mcu_emulator emulator;
    uint32_t base, bytes;
    size_t model_count, cache_count;
    wrh_flash flash;
    wrh_pages pages;

    bool counted;
    int status;
    uint64_t halfwords, limit;
    wrh_blocks blocks;
    wrh_calls calls;
    uint32_t watched[WRH_CALLS_WATCHED];
    size_t watched_count;
    uint32_t masks[CONTEXTS];
    wrh_mcu_misses *missed;   /* CONTEXTS rows of model_count counters */
    wrh_mcu_fetches *fetched; /* CONTEXTS rows of cache_count counters */
    size_t contexts, context;
    bool began; /* nonzero if a block came before, so that the edge to this one counts */
    uint32_t last_end;
    size_t last_block, last_context;
};

wrh_mcu *wrh_mcu_new(const wrh_mcu_emulator *emulator, uint32_t base, uint32_t bytes,
                     const wrh_mcu_memories *memories) {
    wrh_mcu *mcu = calloc(1, sizeof *mcu);

    if (!mcu)
        return NULL;
    mcu->emulator = *emulator;
    mcu->base = base;
    mcu->bytes = bytes;
    mcu->model_count = memories->flash_count;
    mcu->cache_count = memories->cache_count;
    mcu->missed = calloc(CONTEXTS * (mcu->model_count + 1), sizeof *mcu->missed);
    mcu->fetched = calloc(CONTEXTS * (mcu->cache_count + 1), sizeof *mcu->fetched);
    mcu->counted = true;
    if (!mcu->missed || !mcu->fetched || !wrh_pages_open(&mcu->pages, base, bytes) ||
        !wrh_flash_open(&mcu->flash, memories, base, bytes)) {
        wrh_mcu_free(mcu);
        return NULL;
    }
    return mcu;
}

void wrh_mcu_free(wrh_mcu *mcu) {
    if (mcu) {
        wrh_blocks_free(&mcu->blocks);
        wrh_flash_close(&mcu->flash);
        wrh_pages_close(&mcu->pages);
        free(mcu->missed);
        free(mcu->fetched);
        free(mcu);
    }
}

/* Switch to the context of the active functions. */
static int choose_context(wrh_mcu *mcu) {
    const uint32_t mask = wrh_calls_mask(&mcu->calls);
    size_t at = 0;

    while (at < mcu->contexts && mcu->masks[at] != mask)
        at++;
    if (at == mcu->contexts) {
        if (at == CONTEXTS)
            return WRH_MCU_DEPTH;
        if (!wrh_blocks_widen(&mcu->blocks))
            return WRH_MCU_NO_MEMORY;
        mcu->masks[mcu->contexts++] = mask;
    }
    mcu->context = at;
    wrh_flash_count_in(&mcu->flash, &mcu->missed[at * mcu->model_count], &mcu->fetched[at * mcu->cache_count]);
    return WRH_MCU_OK;
}

int wrh_mcu_start(wrh_mcu *mcu, const uint32_t *watched, size_t count, uint64_t halfwords) {
    if (count > WRH_CALLS_WATCHED)
        return WRH_MCU_DEPTH;
    wrh_blocks_free(&mcu->blocks);
    wrh_flash_restart(&mcu->flash);
    memset(&mcu->calls, 0, sizeof mcu->calls);
    memset(mcu->missed, 0, CONTEXTS * mcu->model_count * sizeof *mcu->missed);
    memset(mcu->fetched, 0, CONTEXTS * mcu->cache_count * sizeof *mcu->fetched);
    for (size_t i = 0; i < count; i++)
        mcu->watched[i] = watched[i] & ~UINT32_C(1);
    mcu->watched_count = count;
    mcu->halfwords = 0;
    mcu->limit = halfwords;
    mcu->began = false;
    mcu->contexts = 0;
    mcu->status = choose_context(mcu);
    return mcu->status;
}

static void stop(wrh_mcu *mcu, void *emulator, int status) {
    mcu->status = status;
    mcu->emulator.stop(emulator);
}

static uint32_t read_register(const wrh_mcu *mcu, void *emulator, int number) {
    uint32_t value = 0;

    mcu->emulator.read(emulator, number, &value);
    return value;
}

/* Record the watched functions that begin with this block or ended before it. */
static int follow_calls(wrh_mcu *mcu, void *emulator, const wrh_block *block) {
    const bool back = wrh_calls_may_return(&mcu->calls, block->address);

    if (!back && !block->entry)
        return WRH_MCU_OK;
    const uint32_t stack = read_register(mcu, emulator, mcu->emulator.stack);
    if (back)
        wrh_calls_leave(&mcu->calls, block->address, stack);
    if (block->entry) {
        const uint32_t link = read_register(mcu, emulator, mcu->emulator.link);
        if (!wrh_calls_enter(&mcu->calls, block->entry - 1, link, stack))
            return WRH_MCU_DEPTH;
    }
    return choose_context(mcu);
}

static bool in_flash(const wrh_mcu *mcu, uint32_t address, uint32_t bytes) {
    const uint32_t offset = address - mcu->base;
    return offset < mcu->bytes && bytes <= mcu->bytes - offset;
}

void wrh_mcu_on_block(void *emulator, uint64_t address, uint32_t bytes, void *opaque) {
    wrh_mcu *mcu = opaque;
    const uint32_t start = (uint32_t)address;
    bool fresh;

    if (mcu->status)
        return;
    if (!mcu->counted) {
        mcu->halfwords += bytes / 2;
        if (mcu->halfwords > mcu->limit)
            stop(mcu, emulator, WRH_MCU_LIMIT);
        return;
    }
    if (mcu->began && start != mcu->last_end)
        mcu->blocks.columns[mcu->last_context][mcu->last_block].taken++;
    mcu->halfwords += bytes / 2;
    if (mcu->halfwords > mcu->limit) {
        stop(mcu, emulator, WRH_MCU_LIMIT);
        return;
    }
    const size_t index = wrh_blocks_find(&mcu->blocks, start, bytes, &fresh);
    if (index == SIZE_MAX) {
        stop(mcu, emulator, WRH_MCU_NO_MEMORY);
        return;
    }
    wrh_block *block = &mcu->blocks.blocks[index];
    for (size_t i = 0; fresh && i < mcu->watched_count; i++)
        block->entry = mcu->watched[i] == start ? (uint32_t)i + 1 : block->entry;
    const int status = follow_calls(mcu, emulator, block);
    if (status) {
        stop(mcu, emulator, status);
        return;
    }
    mcu->blocks.columns[mcu->context][index].executed++;
    if (in_flash(mcu, start, bytes))
        wrh_flash_run(&mcu->flash, start, bytes, &block->seen);
    mcu->began = true;
    mcu->last_end = start + bytes;
    mcu->last_block = index;
    mcu->last_context = mcu->context;
}

/* Before asking for the page of a read or write, Unicorn (2.1.4) updates the state of the If-Then block that contains
 * the instruction, and does not restore it. The next block would then start as if inside the If-Then block and might
 * skip its first instructions. Nothing else in the current block reads that state, so reset it to none (ARMv7-M ARM,
 * B1.4.2: bits 26:25 and 15:10 of xPSR). */
static void leave_if_then(const wrh_mcu *mcu, void *emulator) {
    const uint32_t if_then = UINT32_C(0x0600FC00);
    uint32_t status = read_register(mcu, emulator, mcu->emulator.status);

    if (status & if_then) {
        status &= ~if_then;
        mcu->emulator.write(emulator, mcu->emulator.status, &status);
    }
}

bool wrh_mcu_on_page(void *emulator, uint64_t page, int access, wrh_mcu_page *out, void *opaque) {
    wrh_mcu *mcu = opaque;

    if (access != WRH_MCU_FETCH)
        leave_if_then(mcu, emulator);
    *out = wrh_pages_find(&mcu->pages, (uint32_t)page, access);
    return true;
}

uint64_t wrh_mcu_on_data(void *emulator, uint64_t offset, unsigned bytes, void *opaque) {
    wrh_mcu *mcu = opaque;
    const uint32_t start = mcu->pages.first + (uint32_t)offset;

    (void)emulator;
    if (mcu->counted && !mcu->status && in_flash(mcu, start, bytes))
        wrh_flash_read(&mcu->flash, start, bytes);
    return wrh_pages_read(&mcu->pages, (uint32_t)offset, bytes);
}

uint64_t wrh_mcu_stand_in(const wrh_mcu *mcu, uint32_t *bytes) {
    *bytes = mcu->pages.bytes;
    return WRH_STAND_IN;
}

void wrh_mcu_hold(wrh_mcu *mcu, uint32_t address, const uint8_t *content, uint32_t bytes) {
    wrh_pages_hold(&mcu->pages, address, content, bytes);
}

void wrh_mcu_count(wrh_mcu *mcu, bool counted) {
    mcu->counted = counted;
}

int wrh_mcu_status(const wrh_mcu *mcu) {
    return mcu->status;
}

size_t wrh_mcu_contexts(const wrh_mcu *mcu) {
    return mcu->contexts;
}

uint32_t wrh_mcu_context(const wrh_mcu *mcu, size_t context) {
    return mcu->masks[context];
}

size_t wrh_mcu_blocks(const wrh_mcu *mcu) {
    return mcu->blocks.count;
}

void wrh_mcu_counts(const wrh_mcu *mcu, size_t context, wrh_mcu_block *out) {
    const wrh_count *column = mcu->blocks.columns[context];

    for (size_t i = 0; i < mcu->blocks.count; i++) {
        const wrh_block *block = &mcu->blocks.blocks[i];
        out[i] = (wrh_mcu_block){block->address, block->bytes, column[i].executed, column[i].taken};
    }
}

void wrh_mcu_missed(wrh_mcu *mcu, size_t context, size_t model, wrh_mcu_misses *out) {
    wrh_flash_settle(&mcu->flash);
    *out = mcu->missed[context * mcu->model_count + model];
}

void wrh_mcu_fetched(const wrh_mcu *mcu, size_t context, size_t cache, wrh_mcu_fetches *out) {
    *out = mcu->fetched[context * mcu->cache_count + cache];
}
