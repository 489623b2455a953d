/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Line buffers between a flash and its core. If all are full, the least recently used one is replaced. */
#ifndef WRH_MCU_LINES_H
#define WRH_MCU_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum { WRH_LINES_MOST = 4096 };

/* A buffer, in a ring from the most to the least recently used. */
typedef struct {
    uint32_t line;
    uint16_t newer, older;
} wrh_line;

typedef struct {
    uint32_t count;  /* number of buffers */
    uint32_t filled; /* number of buffers in use */
    uint16_t latest;
    wrh_line ring[WRH_LINES_MOST];
    uint16_t *holder; /* by line of the flash: 1 + the buffer that holds it, or 0 */
    uint32_t lines;   /* number of lines of the flash */
} wrh_lines;

/* Return false if memory is short. */
bool wrh_lines_open(wrh_lines *buffers, uint32_t count, uint32_t lines);
void wrh_lines_close(wrh_lines *buffers);
void wrh_lines_empty(wrh_lines *buffers);
/* Access a line of the flash; return false if it had to be fetched. */
bool wrh_lines_use(wrh_lines *buffers, uint32_t line);

#endif
