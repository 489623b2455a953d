/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "blocks.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096 };

static uint32_t slot_of(const wrh_blocks *blocks, uint32_t address) {
    /* Fibonacci hashing: use the upper bits of the product with 2^32 / golden ratio. */
    const uint32_t mask = (uint32_t)(2 * blocks->room - 1);
    return ((address >> 1) * UINT32_C(2654435769) >> 7) & mask;
}

static void enter(wrh_blocks *blocks, size_t index) {
    const uint32_t mask = (uint32_t)(2 * blocks->room - 1);
    uint32_t slot = slot_of(blocks, blocks->blocks[index].address);

    while (blocks->slots[slot])
        slot = (slot + 1) & mask;
    blocks->slots[slot] = (uint32_t)index + 1;
}

static bool grow_columns(wrh_blocks *blocks, size_t room) {
    for (size_t i = 0; i < blocks->column_count; i++) {
        wrh_count *column = realloc(blocks->columns[i], room * sizeof *column);
        if (!column)
            return false;
        memset(column + blocks->room, 0, (room - blocks->room) * sizeof *column);
        blocks->columns[i] = column;
    }
    return true;
}

static bool grow(wrh_blocks *blocks) {
    const size_t room = blocks->room ? 2 * blocks->room : FIRST_ROOM;
    wrh_block *more = realloc(blocks->blocks, room * sizeof *more);
    uint32_t *slots = calloc(2 * room, sizeof *slots);

    if (more)
        blocks->blocks = more;
    if (!more || !slots || !grow_columns(blocks, room)) {
        free(slots);
        return false;
    }
    free(blocks->slots);
    blocks->slots = slots;
    blocks->room = room;
    for (size_t i = 0; i < blocks->count; i++)
        enter(blocks, i);
    return true;
}

void wrh_blocks_free(wrh_blocks *blocks) {
    for (size_t i = 0; i < blocks->column_count; i++)
        free(blocks->columns[i]);
    free((void *)blocks->columns);
    free(blocks->slots);
    free(blocks->blocks);
    memset(blocks, 0, sizeof *blocks);
}

size_t wrh_blocks_find(wrh_blocks *blocks, uint32_t address, uint32_t bytes, bool *fresh) {
    *fresh = false;
    if (blocks->room) {
        const uint32_t mask = (uint32_t)(2 * blocks->room - 1);
        for (uint32_t slot = slot_of(blocks, address); blocks->slots[slot]; slot = (slot + 1) & mask) {
            const wrh_block *block = &blocks->blocks[blocks->slots[slot] - 1];
            if (block->address == address && block->bytes == bytes)
                return blocks->slots[slot] - 1;
        }
    }
    if (blocks->count == blocks->room && !grow(blocks))
        return SIZE_MAX;
    blocks->blocks[blocks->count] = (wrh_block){.address = address, .bytes = bytes};
    enter(blocks, blocks->count);
    *fresh = true;
    return blocks->count++;
}

bool wrh_blocks_widen(wrh_blocks *blocks) {
    if (!blocks->room && !grow(blocks))
        return false;
    wrh_count **columns = (wrh_count **)realloc((void *)blocks->columns, (blocks->column_count + 1) * sizeof *columns);
    if (!columns)
        return false;
    blocks->columns = columns;
    columns[blocks->column_count] = calloc(blocks->room, sizeof **columns);
    if (!columns[blocks->column_count])
        return false;
    blocks->column_count++;
    return true;
}
