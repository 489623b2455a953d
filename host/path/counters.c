/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* counters.c - read /proc/net/dev, /proc/schedstat and /proc/PID/schedstat. */
#define _GNU_SOURCE /* for pread */
#include "counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wirerate_path.h"

int wrh_text_read(wrh_text *text, int file) {
    size_t used = 0;
    for (;;) {
        if (used + 1 >= text->room) {
            size_t room = text->room ? 2 * text->room : 4096;
            char *bytes = realloc(text->bytes, room);
            if (!bytes)
                return 0;
            text->bytes = bytes;
            text->room = room;
        }
        ssize_t got = pread(file, text->bytes + used, text->room - 1 - used, (off_t)used);
        if (got < 0)
            return 0;
        used += (size_t)got;
        text->bytes[used] = '\0';
        if (got == 0)
            return 1;
    }
}

void wrh_text_free(wrh_text *text) {
    free(text->bytes);
    *text = (wrh_text){NULL, 0};
}

/* Skip `skipped` words separated by spaces, and return the number after them; 0 if the line is shorter. */
static uint64_t number_at(const char *line, int skipped) {
    for (int word = 0; word < skipped; word++) {
        line += strspn(line, " ");
        line += strcspn(line, " \n");
    }
    return strtoull(line, NULL, 10);
}

uint64_t wrh_waited_ns(wrh_text *text, int schedstat) {
    return schedstat >= 0 && wrh_text_read(text, schedstat) ? number_at(text->bytes, 1) : 0;
}

int64_t wrh_busy_parse(const char *schedstat) {
    int64_t busy = -1;
    /* "cpuN" and nine numbers; the seventh is the time that programs ran (Documentation/scheduler/sched-stats). */
    for (const char *line = strstr(schedstat, "\ncpu"); line; line = strstr(line + 1, "\ncpu"))
        busy = (busy < 0 ? 0 : busy) + (int64_t)number_at(line + 1, 7);
    return busy;
}

int wrh_sent_parse(const char *dev, const char *device, uint64_t *packets, uint64_t *bytes) {
    char name[24];
    snprintf(name, sizeof name, "%s:", device);
    const char *line = strstr(dev, name);
    while (line && line != dev && line[-1] != ' ' && line[-1] != '\n')
        line = strstr(line + 1, name);
    if (!line)
        return 0;
    line += strlen(name);
    *bytes = number_at(line, 8); /* the eight numbers before it are for received packets */
    *packets = number_at(line, 9);
    return 1;
}
