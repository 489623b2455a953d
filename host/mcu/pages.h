/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Which memory the pages of an emulated core lead to. Flash is run where it lies, and read through a stand-in whose
 * every read is told; other pages are executable only once something was run from them: Unicorn (2.1.4) looks for code
 * to throw away at each write to a page that is. */
#ifndef WRH_MCU_PAGES_H
#define WRH_MCU_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "wirerate_mcu.h"

enum { WRH_PAGE = 4096 };                /* what Unicorn maps */
#define WRH_STAND_IN (UINT64_C(1) << 32) /* beyond all that a core can name */

typedef struct {
    uint32_t first, bytes; /* the flash, in whole pages */
    uint8_t *content;      /* of it, */
    uint8_t *present;      /* where there is memory: a byte for each page */
    uint8_t *ran;          /* a bit for each page of the address space */
} wrh_pages;

/* False without memory. */
bool wrh_pages_open(wrh_pages *pages, uint32_t base, uint32_t bytes);
void wrh_pages_close(wrh_pages *pages);
void wrh_pages_hold(wrh_pages *pages, uint32_t address, const uint8_t *content, uint32_t bytes);
wrh_mcu_page wrh_pages_find(wrh_pages *pages, uint32_t page, int access);
/* Little-endian. */
uint64_t wrh_pages_read(const wrh_pages *pages, uint32_t offset, unsigned bytes);

#endif
