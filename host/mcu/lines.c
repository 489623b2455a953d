#include "lines.h"

#include <string.h>

void wrh_lines_empty(wrh_lines *lines, uint32_t count) {
    lines->count = count;
    memset(lines->line, 0xFF, sizeof lines->line);
}

bool wrh_lines_use(wrh_lines *lines, uint32_t line) {
    uint32_t at = 0;

    while (at < lines->count && lines->line[at] != line)
        at++;
    const bool held = at < lines->count;
    memmove(lines->line + 1, lines->line, (held ? at : lines->count - 1) * sizeof lines->line[0]);
    lines->line[0] = line;
    return held;
}
