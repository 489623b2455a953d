/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "flash.h"

#include <stdlib.h>
#include <string.h>

#define NO_LINE (UINT32_MAX - 1) /* a line number without a successor */

static bool sound(const wrh_mcu_flash *shape) {
    const uint32_t line = shape->line_bytes;
    return line && !(line & (line - 1)) && shape->code_lines >= 1 && shape->code_lines <= WRH_LINES_MOST &&
           shape->data_lines <= WRH_LINES_MOST;
}

/* Lines are numbered from the one in which the flash begins. */
static bool open_model(wrh_flash_model *model, const wrh_mcu_flash *shape, uint32_t base, uint32_t bytes) {
    model->shape = *shape;
    for (uint32_t line = shape->line_bytes; line > 1; line /= 2)
        model->shift++;
    model->first = base >> model->shift;
    const uint32_t lines = ((base + bytes) >> model->shift) - model->first + 1;
    return wrh_lines_open(&model->code, shape->code_lines, lines) &&
           (!shape->data_lines || wrh_lines_open(&model->data, shape->data_lines, lines));
}

bool wrh_flash_open(wrh_flash *flash, const wrh_mcu_memories *memories, uint32_t base, uint32_t bytes) {
    const size_t count = memories->flash_count;

    flash->count = count;
    flash->cache_count = memories->cache_count;
    flash->models = calloc(count + 1, sizeof *flash->models);
    flash->caches = calloc(flash->cache_count + 1, sizeof *flash->caches);
    flash->latest_missed = calloc(WRH_ROUND_MOST * (count + 1), sizeof *flash->latest_missed);
    bool good = flash->models && flash->caches && flash->latest_missed;
    for (size_t i = 0; good && i < count; i++)
        good = sound(&memories->flashes[i]) && open_model(&flash->models[i], &memories->flashes[i], base, bytes);
    for (size_t i = 0; good && i < flash->cache_count; i++)
        good = wrh_cache_open(&flash->caches[i], &memories->caches[i]);
    return good;
}

void wrh_flash_close(wrh_flash *flash) {
    for (size_t i = 0; flash->models && i < flash->count; i++) {
        wrh_lines_close(&flash->models[i].code);
        wrh_lines_close(&flash->models[i].data);
    }
    for (size_t i = 0; flash->caches && i < flash->cache_count; i++)
        wrh_cache_close(&flash->caches[i]);
    free(flash->models);
    free(flash->caches);
    free(flash->latest_missed);
}

void wrh_flash_restart(wrh_flash *flash) {
    for (size_t i = 0; i < flash->count; i++) {
        wrh_flash_model *model = &flash->models[i];
        model->last_line = NO_LINE;
        wrh_lines_empty(&model->code);
        if (model->shape.data_lines)
            wrh_lines_empty(&model->data);
    }
    for (size_t i = 0; i < flash->cache_count; i++)
        wrh_cache_empty(&flash->caches[i]);
    flash->now = flash->since_data = flash->since_held = flash->period = flash->alike = 0;
    flash->rounds = flash->part = 0;
}

/* Access the lines from `line` up to, but not including, `end`. */
static void use(wrh_flash_model *model, uint32_t line, uint32_t end, wrh_mcu_misses *missed) {
    for (; line < end; line++) {
        if (!wrh_lines_use(&model->code, line)) {
            if (line == model->last_line + 1)
                missed->next++;
            else
                missed->jumps++;
        }
        model->last_line = line;
    }
}

static wrh_mcu_misses follow(wrh_flash_model *model, const wrh_flash_block *block) {
    wrh_mcu_misses missed = {0, 0, 0};
    const uint32_t line = (block->address >> model->shift) - model->first, buffers = model->shape.code_lines;
    const uint32_t end = ((block->address + block->bytes - 1) >> model->shift) - model->first + 1;

    if (end - line <= 2 * buffers) {
        use(model, line, end, &missed);
        return missed;
    }
    /* Once a block's own lines fill the buffers, every further line is a miss, and the last ones stay in the
     * buffers. */
    use(model, line, line + buffers, &missed);
    missed.next += end - line - 2 * buffers;
    model->last_line = end - buffers - 1;
    use(model, end - buffers, end, &missed);
    return missed;
}

static void add(wrh_mcu_misses *to, const wrh_mcu_misses *missed, uint64_t times) {
    to->jumps += missed->jumps * times;
    to->next += missed->next * times;
}

static void settle(wrh_flash *flash) {
    const uint64_t began = flash->now - flash->rounds * flash->period - flash->part;

    for (uint64_t at = 0; at < flash->period; at++) {
        const size_t slot = (began - flash->period + at) % WRH_ROUND_MOST;
        const uint64_t times = flash->rounds + (at < flash->part);
        for (size_t i = 0; i < flash->count; i++) {
            add(&flash->missed[i], &flash->latest_missed[slot * flash->count + i], times);
            /* The buffers are in the state after a whole round; follow the incomplete last round, too. */
            if (at < flash->part)
                follow(&flash->models[i], &flash->latest[slot]);
        }
    }
    flash->rounds = flash->part = flash->period = flash->alike = 0;
}

void wrh_flash_settle(wrh_flash *flash) {
    if (flash->rounds | flash->part)
        settle(flash);
}

void wrh_flash_count_in(wrh_flash *flash, wrh_mcu_misses *missed, wrh_mcu_fetches *fetched) {
    if (missed != flash->missed || fetched != flash->fetched) {
        wrh_flash_settle(flash);
        flash->missed = missed;
        flash->fetched = fetched;
    }
}

static void use_caches(wrh_flash *flash, uint32_t address, uint32_t bytes) {
    for (size_t i = 0; i < flash->cache_count; i++)
        if (!wrh_cache_use(&flash->caches[i], address, bytes, &flash->fetched[i]))
            flash->since_held = 0;
}

void wrh_flash_run(wrh_flash *flash, uint32_t address, uint32_t bytes, uint64_t *seen) {
    const uint64_t now = flash->now, period = *seen ? now + 1 - *seen : 0;

    if (period != flash->period || !period) {
        wrh_flash_settle(flash);
        flash->period = period;
        flash->alike = 0;
    }
    *seen = now + 1;
    flash->now++;
    flash->alike++;
    flash->since_data++;
    flash->since_held++;
    if (period && period <= WRH_ROUND_MOST / 2 && flash->alike > period && flash->since_data > 2 * period &&
        flash->since_held > period) {
        if (++flash->part == period) {
            flash->part = 0;
            flash->rounds++;
        }
        return;
    }
    use_caches(flash, address, bytes);
    const size_t slot = now % WRH_ROUND_MOST;
    flash->latest[slot] = (wrh_flash_block){address, bytes};
    for (size_t i = 0; i < flash->count; i++) {
        wrh_mcu_misses *missed = &flash->latest_missed[slot * flash->count + i];
        *missed = follow(&flash->models[i], &flash->latest[slot]);
        add(&flash->missed[i], missed, 1);
    }
}

void wrh_flash_read(wrh_flash *flash, uint32_t address, uint32_t bytes) {
    wrh_flash_settle(flash);
    flash->since_data = 0;
    use_caches(flash, address, bytes);
    for (size_t i = 0; i < flash->count; i++) {
        wrh_flash_model *model = &flash->models[i];
        wrh_lines *lines = model->shape.data_lines ? &model->data : &model->code;
        const uint32_t final = ((address + bytes - 1) >> model->shift) - model->first;
        for (uint32_t line = (address >> model->shift) - model->first; line <= final; line++)
            if (!wrh_lines_use(lines, line))
                flash->missed[i].data++;
    }
}
