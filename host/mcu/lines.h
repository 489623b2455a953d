/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Line buffers between a flash and its core; of full ones the least recently used is replaced. */
#ifndef WRH_MCU_LINES_H
#define WRH_MCU_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum { WRH_LINES_MOST = 4096 };

/* A buffer, in a ring from the latest used to the least. */
typedef struct {
    uint32_t line;
    uint16_t newer, older;
} wrh_line;

typedef struct {
    uint32_t count;  /* buffers */
    uint32_t filled; /* of them */
    uint16_t latest;
    wrh_line ring[WRH_LINES_MOST];
    uint16_t *holder; /* by line of the flash: 1 + the buffer that holds it, or 0 */
    uint32_t lines;   /* of the flash */
} wrh_lines;

/* False without memory. */
bool wrh_lines_open(wrh_lines *buffers, uint32_t count, uint32_t lines);
void wrh_lines_close(wrh_lines *buffers);
void wrh_lines_empty(wrh_lines *buffers);
/* Uses a line of the flash; false if it had to be fetched. */
bool wrh_lines_use(wrh_lines *buffers, uint32_t line);

#endif
