/* Line buffers between a flash and its core. */
#ifndef WRH_MCU_LINES_H
#define WRH_MCU_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum { WRH_LINES_MOST = 256 };

typedef struct {
    uint32_t count;
    uint32_t line[WRH_LINES_MOST]; /* numbers of the lines held, the latest used first; ~0: none */
} wrh_lines;

void wrh_lines_empty(wrh_lines *lines, uint32_t count);
/* Uses a line; false if it had to be fetched. */
bool wrh_lines_use(wrh_lines *lines, uint32_t line);

#endif
