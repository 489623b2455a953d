/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory behind the pages of an emulated core. Flash is executed directly, but read through a stand-in device so
 * that every read is seen. Other pages become executable only once they are executed, because Unicorn (2.1.4) looks for
 * code to discard on each write to an executable page. */
#ifndef WRH_MCU_PAGES_H
#define WRH_MCU_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "wirerate_mcu.h"

enum { WRH_PAGE = 4096 };                /* Unicorn's page size */
#define WRH_STAND_IN (UINT64_C(1) << 32) /* beyond the 32-bit address space of the core */

typedef struct {
    uint32_t first, bytes; /* the flash, in whole pages */
    uint8_t *content;      /* contents of the flash */
    uint8_t *present;      /* one byte per page: nonzero once its contents are set */
    uint8_t *ran;          /* one bit per page of the address space: set once executed */
} wrh_pages;

/* Return false if memory is short. */
bool wrh_pages_open(wrh_pages *pages, uint32_t base, uint32_t bytes);
void wrh_pages_close(wrh_pages *pages);
void wrh_pages_hold(wrh_pages *pages, uint32_t address, const uint8_t *content, uint32_t bytes);
wrh_mcu_page wrh_pages_find(wrh_pages *pages, uint32_t page, int access);
/* Read a little-endian number. */
uint64_t wrh_pages_read(const wrh_pages *pages, uint32_t offset, unsigned bytes);

#endif
