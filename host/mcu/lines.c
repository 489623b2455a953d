/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

bool wrh_lines_open(wrh_lines *buffers, uint32_t count, uint32_t lines) {
    buffers->count = count;
    buffers->lines = lines;
    buffers->holder = calloc(lines + 1, sizeof *buffers->holder);
    return buffers->holder != NULL;
}

void wrh_lines_close(wrh_lines *buffers) {
    free(buffers->holder);
}

void wrh_lines_empty(wrh_lines *buffers) {
    buffers->filled = 0;
    memset(buffers->holder, 0, (buffers->lines + 1) * sizeof *buffers->holder);
}

static void unlink_buffer(wrh_lines *buffers, uint16_t at) {
    const wrh_line *buffer = &buffers->ring[at];

    buffers->ring[buffer->newer].older = buffer->older;
    buffers->ring[buffer->older].newer = buffer->newer;
}

/* Insert an unlinked buffer as the latest one, next to the least recently used. */
static void link_latest(wrh_lines *buffers, uint16_t at) {
    wrh_line *buffer = &buffers->ring[at];
    wrh_line *latest = &buffers->ring[buffers->latest];

    buffer->older = buffers->latest;
    buffer->newer = latest->newer;
    buffers->ring[latest->newer].older = at;
    latest->newer = at;
    buffers->latest = at;
}

static void fetch(wrh_lines *buffers, uint32_t line) {
    uint16_t at;

    if (buffers->filled < buffers->count) {
        at = (uint16_t)buffers->filled++;
        if (at) {
            link_latest(buffers, at);
        } else {
            buffers->ring[0].newer = buffers->ring[0].older = 0;
            buffers->latest = 0;
        }
    } else {
        /* The neighbour of the latest buffer in the ring is the least recently used one. It becomes the latest one
         * without being moved. */
        at = buffers->ring[buffers->latest].newer;
        buffers->holder[buffers->ring[at].line] = 0;
        buffers->latest = at;
    }
    buffers->ring[at].line = line;
    buffers->holder[line] = (uint16_t)(at + 1);
}

bool wrh_lines_use(wrh_lines *buffers, uint32_t line) {
    const uint16_t holder = buffers->holder[line];

    if (!holder) {
        fetch(buffers, line);
        return false;
    }
    const uint16_t at = (uint16_t)(holder - 1);
    if (at != buffers->latest) {
        unlink_buffer(buffers, at);
        link_latest(buffers, at);
    }
    return true;
}
