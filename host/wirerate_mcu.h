/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_mcu.h - libwirerate-host, microcontrollers: what an emulator that calls a function at each basic block tells
 * of a run. Counts blocks and the edges between them, finds the lines that a flash with line buffers or a cache must
 * fetch, and keeps apart what ran inside watched functions. The emulator (Unicorn) is its caller's: nothing of it is
 * linked here.
 */
#ifndef WIRERATE_MCU_H
#define WIRERATE_MCU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A flash between whose memory and core lie line buffers, the least recently used of them replaced. */
typedef struct {
    uint32_t line_bytes; /* a power of two */
    uint32_t code_lines; /* 1..4096 buffers for instructions */
    uint32_t data_lines; /* 0..4096 for data; 0: data shares the buffers of the instructions */
} wrh_mcu_flash;

/* A cache that code in a slow flash runs from: set-associative, of a full set a line replaced by chance. */
enum { WRH_MCU_CACHE_LINES = 65536 };
typedef struct {
    uint32_t line_bytes; /* a power of two */
    uint32_t lines;      /* up to WRH_MCU_CACHE_LINES, */
    uint32_t ways;       /* in sets of so many, whose number is a power of two */
} wrh_mcu_cache;

/* What a run is followed through, all at once. */
typedef struct {
    const wrh_mcu_flash *flashes;
    size_t flash_count;
    const wrh_mcu_cache *caches;
    size_t cache_count;
} wrh_mcu_memories;

/* Lines that were not in a cache that was empty when the run began. */
typedef struct {
    uint64_t empty;   /* fetched to where nothing was: what a run that follows the same one finds there */
    uint64_t instead; /* fetched in place of another: these it has again */
} wrh_mcu_fetches;

/* Lines that were in no buffer. */
typedef struct {
    uint64_t jumps; /* wanted after a branch: the core waits for the whole access */
    uint64_t next;  /* wanted after the line before it: a prefetch hides some or all of it */
    uint64_t data;
} wrh_mcu_misses;

/* A basic block as the emulator cuts them; the same address can come with several sizes. */
typedef struct {
    uint32_t address;
    uint32_t bytes;
    uint64_t executed;
    uint64_t taken; /* left by a branch: what ran next did not follow it in memory */
} wrh_mcu_block;

enum wrh_mcu_status {
    WRH_MCU_OK = 0,
    WRH_MCU_LIMIT = 1, /* more instructions than allowed */
    WRH_MCU_DEPTH = 2, /* watched functions nested deeper, or in more combinations, than there is room for */
    WRH_MCU_NO_MEMORY = 3
};

/* The emulator's own functions: stop emulating, read a register into 32 bits, set one from 32 bits. */
typedef int (*wrh_mcu_stop)(void *emulator);
typedef int (*wrh_mcu_read)(void *emulator, int reg, void *value);
typedef int (*wrh_mcu_write)(void *emulator, int reg, const void *value);

typedef struct {
    wrh_mcu_stop stop;
    wrh_mcu_read read;
    wrh_mcu_write write;
    int link; /* the emulator's numbers of LR, SP and xPSR */
    int stack;
    int status;
} wrh_mcu_emulator;

/* What an access wants of a page, and what it may do: Unicorn's numbers. */
enum { WRH_MCU_READ = 16, WRH_MCU_WRITE = 17, WRH_MCU_FETCH = 18 };
enum { WRH_MCU_MAY_READ = 1, WRH_MCU_MAY_WRITE = 2, WRH_MCU_MAY_RUN = 4 };

/* The memory that a page of the core leads to: Unicorn's uc_tlb_entry. */
typedef struct {
    uint64_t address;
    int rights;
} wrh_mcu_page;

typedef struct wrh_mcu wrh_mcu;
/* Flash lies at [base, base + bytes). NULL without memory, or when one of `memories` is none. */
wrh_mcu *wrh_mcu_new(const wrh_mcu_emulator *emulator, uint32_t base, uint32_t bytes, const wrh_mcu_memories *memories);
void wrh_mcu_free(wrh_mcu *mcu);
/* From now on a run is counted or, without lines and blocks, only held to its limit. */
void wrh_mcu_count(wrh_mcu *mcu, bool counted);
/* Forgets the last run. Watches up to 32 functions by entry address; allows so many halfwords of instructions. */
int wrh_mcu_start(wrh_mcu *mcu, const uint32_t *watched, size_t count, uint64_t halfwords);
/* Where the emulator must have mapped a device as large as the flash in whole pages, whose reads are that of flash. */
uint64_t wrh_mcu_stand_in(const wrh_mcu *mcu, uint32_t *bytes);
/* What whole pages of flash hold, where there is memory in it; what lies outside of it is left out. */
void wrh_mcu_hold(wrh_mcu *mcu, uint32_t address, const uint8_t *content, uint32_t bytes);
/* The hooks, with the wrh_mcu as user data: UC_HOOK_BLOCK, UC_HOOK_TLB_FILL, and that device's reads. */
void wrh_mcu_on_block(void *emulator, uint64_t address, uint32_t bytes, void *mcu);
bool wrh_mcu_on_page(void *emulator, uint64_t page, int access, wrh_mcu_page *out, void *mcu);
uint64_t wrh_mcu_on_data(void *emulator, uint64_t offset, unsigned bytes, void *mcu);

int wrh_mcu_status(const wrh_mcu *mcu);
/* A context is a set of watched functions that were active together, as a mask; context 0 is none. */
size_t wrh_mcu_contexts(const wrh_mcu *mcu);
uint32_t wrh_mcu_context(const wrh_mcu *mcu, size_t context);
/* Blocks seen, and their counts in one context in `out` (as many). */
size_t wrh_mcu_blocks(const wrh_mcu *mcu);
void wrh_mcu_counts(const wrh_mcu *mcu, size_t context, wrh_mcu_block *out);
void wrh_mcu_missed(wrh_mcu *mcu, size_t context, size_t flash, wrh_mcu_misses *out);
void wrh_mcu_fetched(const wrh_mcu *mcu, size_t context, size_t cache, wrh_mcu_fetches *out);

#endif
