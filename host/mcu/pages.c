/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

bool wrh_pages_open(wrh_pages *pages, uint32_t base, uint32_t bytes) {
    const uint32_t within = base % WRH_PAGE;

    pages->first = base - within;
    pages->bytes = (within + bytes + WRH_PAGE - 1) / WRH_PAGE * WRH_PAGE;
    pages->content = calloc(pages->bytes + sizeof(uint64_t), 1);
    pages->present = calloc(pages->bytes / WRH_PAGE + 1, 1);
    pages->ran = calloc((UINT64_C(1) << 32) / WRH_PAGE / 8, 1);
    return pages->content && pages->present && pages->ran;
}

void wrh_pages_close(wrh_pages *pages) {
    free(pages->content);
    free(pages->present);
    free(pages->ran);
}

void wrh_pages_hold(wrh_pages *pages, uint32_t address, const uint8_t *content, uint32_t bytes) {
    for (uint32_t at = 0; at < bytes; at += WRH_PAGE) {
        const uint32_t offset = address + at - pages->first;
        if (offset < pages->bytes && bytes - at >= WRH_PAGE) {
            memcpy(pages->content + offset, content + at, WRH_PAGE);
            pages->present[offset / WRH_PAGE] = 1;
        }
    }
}

wrh_mcu_page wrh_pages_find(wrh_pages *pages, uint32_t page, int access) {
    const uint32_t offset = page - pages->first, number = page / WRH_PAGE;
    const uint8_t bit = (uint8_t)(1U << number % 8);

    if (offset < pages->bytes && pages->present[offset / WRH_PAGE])
        return access == WRH_MCU_READ    ? (wrh_mcu_page){WRH_STAND_IN + offset, WRH_MCU_MAY_READ}
               : access == WRH_MCU_WRITE ? (wrh_mcu_page){page, WRH_MCU_MAY_WRITE}
                                         : (wrh_mcu_page){page, WRH_MCU_MAY_RUN};
    if (access == WRH_MCU_FETCH)
        pages->ran[number / 8] |= bit;
    const int rights = WRH_MCU_MAY_READ | WRH_MCU_MAY_WRITE;
    return (wrh_mcu_page){page, pages->ran[number / 8] & bit ? rights | WRH_MCU_MAY_RUN : rights};
}

uint64_t wrh_pages_read(const wrh_pages *pages, uint32_t offset, unsigned bytes) {
    uint64_t value = 0;

    if (offset < pages->bytes)
        memcpy(&value, pages->content + offset, bytes < sizeof value ? bytes : sizeof value);
    return value;
}
