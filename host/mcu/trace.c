/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hooks of a run: each block counted in the context of the watched functions that are active, each line of flash
 * that it touches used in every model. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "calls.h"
#include "lines.h"
#include "wirerate_mcu.h"

enum { CONTEXTS = 256 };
#define NO_LINE (UINT32_MAX - 1) /* that no line follows */

typedef struct {
    wrh_mcu_flash shape;
    unsigned shift;     /* a line is an address shifted right by so much, */
    uint32_t first;     /* counted from this one */
    uint32_t last_line; /* of the instructions */
    wrh_lines code, data;
} flash;

struct wrh_mcu {
    wrh_mcu_emulator emulator;
    uint32_t base, bytes;
    flash *models;
    size_t model_count;

    int status;
    uint64_t halfwords, limit;
    wrh_blocks blocks;
    wrh_calls calls;
    uint32_t watched[WRH_CALLS_WATCHED];
    size_t watched_count;
    uint32_t masks[CONTEXTS];
    wrh_mcu_misses *missed; /* CONTEXTS rows of model_count */
    size_t contexts, context;
    bool began; /* there is a block before, to which the edge to this one belongs */
    uint32_t last_end;
    size_t last_block, last_context;
};

static bool sound(const wrh_mcu_flash *shape) {
    const uint32_t line = shape->line_bytes;
    return line && !(line & (line - 1)) && shape->code_lines >= 1 && shape->code_lines <= WRH_LINES_MOST &&
           shape->data_lines <= WRH_LINES_MOST;
}

/* Lines are counted from the one that the flash begins in. */
static bool open_model(flash *model, const wrh_mcu_flash *shape, uint32_t base, uint32_t bytes) {
    model->shape = *shape;
    for (uint32_t line = shape->line_bytes; line > 1; line /= 2)
        model->shift++;
    model->first = base >> model->shift;
    const uint32_t lines = ((base + bytes) >> model->shift) - model->first + 1;
    return wrh_lines_open(&model->code, shape->code_lines, lines) &&
           (!shape->data_lines || wrh_lines_open(&model->data, shape->data_lines, lines));
}

wrh_mcu *wrh_mcu_new(const wrh_mcu_emulator *emulator, uint32_t base, uint32_t bytes, const wrh_mcu_flash *models,
                     size_t model_count) {
    wrh_mcu *mcu = calloc(1, sizeof *mcu);

    if (!mcu)
        return NULL;
    mcu->emulator = *emulator;
    mcu->base = base;
    mcu->bytes = bytes;
    mcu->model_count = model_count;
    mcu->models = calloc(model_count + 1, sizeof *mcu->models);
    mcu->missed = calloc(CONTEXTS * (model_count + 1), sizeof *mcu->missed);
    bool good = mcu->models && mcu->missed;
    for (size_t i = 0; good && i < model_count; i++)
        good = sound(&models[i]) && open_model(&mcu->models[i], &models[i], base, bytes);
    if (!good) {
        wrh_mcu_free(mcu);
        return NULL;
    }
    return mcu;
}

void wrh_mcu_free(wrh_mcu *mcu) {
    if (mcu) {
        for (size_t i = 0; mcu->models && i < mcu->model_count; i++) {
            wrh_lines_close(&mcu->models[i].code);
            wrh_lines_close(&mcu->models[i].data);
        }
        wrh_blocks_free(&mcu->blocks);
        free(mcu->models);
        free(mcu->missed);
        free(mcu);
    }
}

/* Makes the active functions' context the one that counts. */
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
    return WRH_MCU_OK;
}

int wrh_mcu_start(wrh_mcu *mcu, const uint32_t *watched, size_t count, uint64_t halfwords) {
    if (count > WRH_CALLS_WATCHED)
        return WRH_MCU_DEPTH;
    wrh_blocks_free(&mcu->blocks);
    memset(&mcu->calls, 0, sizeof mcu->calls);
    memset(mcu->missed, 0, CONTEXTS * mcu->model_count * sizeof *mcu->missed);
    for (size_t i = 0; i < count; i++)
        mcu->watched[i] = watched[i] & ~UINT32_C(1);
    mcu->watched_count = count;
    for (size_t i = 0; i < mcu->model_count; i++) {
        flash *model = &mcu->models[i];
        model->last_line = NO_LINE;
        wrh_lines_empty(&model->code);
        if (model->shape.data_lines)
            wrh_lines_empty(&model->data);
    }
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

/* What watched functions begin or have ended with this block. */
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

static void fetch_lines(wrh_mcu *mcu, uint32_t address, uint32_t bytes) {
    for (size_t i = 0; i < mcu->model_count; i++) {
        flash *model = &mcu->models[i];
        wrh_mcu_misses *missed = &mcu->missed[mcu->context * mcu->model_count + i];
        const uint32_t final = ((address + bytes - 1) >> model->shift) - model->first;
        for (uint32_t line = (address >> model->shift) - model->first; line <= final; line++) {
            if (!wrh_lines_use(&model->code, line)) {
                if (line == model->last_line + 1)
                    missed->next++;
                else
                    missed->jumps++;
            }
            model->last_line = line;
        }
    }
}

void wrh_mcu_on_block(void *emulator, uint64_t address, uint32_t bytes, void *opaque) {
    wrh_mcu *mcu = opaque;
    const uint32_t start = (uint32_t)address;
    bool fresh;

    if (mcu->status)
        return;
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
        fetch_lines(mcu, start, bytes);
    mcu->began = true;
    mcu->last_end = start + bytes;
    mcu->last_block = index;
    mcu->last_context = mcu->context;
}

/* To call a hook on a read, Unicorn (2.1.4) brings the state of the If-Then block up to date that the reading
 * instruction stands in, and leaves it so. The next block then starts as if it were inside of it, and its first
 * instructions run or do not. Nothing in the block that is running looks at that state again, so it is put back to none
 * (ARMv7-M ARM, B1.4.2: bits 26:25 and 15:10 of xPSR). */
static void leave_if_then(const wrh_mcu *mcu, void *emulator) {
    const uint32_t if_then = UINT32_C(0x0600FC00);
    uint32_t status = read_register(mcu, emulator, mcu->emulator.status);

    if (status & if_then) {
        status &= ~if_then;
        mcu->emulator.write(emulator, mcu->emulator.status, &status);
    }
}

void wrh_mcu_on_read(void *emulator, int type, uint64_t address, int bytes, int64_t value, void *opaque) {
    wrh_mcu *mcu = opaque;
    const uint32_t start = (uint32_t)address, end = start + (uint32_t)bytes - 1;

    (void)type;
    (void)value;
    leave_if_then(mcu, emulator);
    if (mcu->status || !in_flash(mcu, start, (uint32_t)bytes))
        return;
    for (size_t i = 0; i < mcu->model_count; i++) {
        flash *model = &mcu->models[i];
        wrh_lines *lines = model->shape.data_lines ? &model->data : &model->code;
        const uint32_t final = (end >> model->shift) - model->first;
        for (uint32_t line = (start >> model->shift) - model->first; line <= final; line++)
            if (!wrh_lines_use(lines, line))
                mcu->missed[mcu->context * mcu->model_count + i].data++;
    }
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

void wrh_mcu_missed(const wrh_mcu *mcu, size_t context, size_t model, wrh_mcu_misses *out) {
    *out = mcu->missed[context * mcu->model_count + model];
}
