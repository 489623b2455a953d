/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_mcu.h - libwirerate-host, microcontrollers: analyse a run in an emulator that calls a function at each basic
 * block. Counts blocks and the edges between them, finds the lines that a flash with line buffers or a cache must
 * fetch, and separates the parts of the run inside watched functions. The caller provides the emulator (Unicorn); this
 * library does not link to it.
 */
#ifndef WIRERATE_MCU_H
#define WIRERATE_MCU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A flash with line buffers between its memory and the core; the least recently used buffer is replaced. */
typedef struct {
    uint32_t line_bytes; /* a power of two */
    uint32_t code_lines; /* number of buffers for instructions, 1 to 4096 */
    uint32_t data_lines; /* number of buffers for data, 0 to 4096; 0: data share the instruction buffers */
} wrh_mcu_flash;

/* A cache between a slow flash and the core: set-associative, with a random line of a full set replaced. */
enum { WRH_MCU_CACHE_LINES = 65536 };
typedef struct {
    uint32_t line_bytes; /* a power of two */
    uint32_t lines;      /* number of lines, up to WRH_MCU_CACHE_LINES */
    uint32_t ways;       /* lines per set; the number of sets must be a power of two */
} wrh_mcu_cache;

/* All flash and cache models that follow a run at once. */
typedef struct {
    const wrh_mcu_flash *flashes;
    size_t flash_count;
    const wrh_mcu_cache *caches;
    size_t cache_count;
} wrh_mcu_memories;

/* Cache misses of a run that began with an empty cache. */
typedef struct {
    uint64_t empty;   /* lines fetched into free space: a repeated run finds them in the cache */
    uint64_t instead; /* lines that replaced others: a repeated run fetches them again */
} wrh_mcu_fetches;

/* Line buffer misses. */
typedef struct {
    uint64_t jumps; /* after a branch: the core waits for the whole access */
    uint64_t next;  /* right after the preceding line: a prefetch hides some or all of the access */
    uint64_t data;
} wrh_mcu_misses;

/* A basic block as the emulator splits the code; the same address may occur with several sizes. */
typedef struct {
    uint32_t address;
    uint32_t bytes;
    uint64_t executed;
    uint64_t taken; /* how often it was left by a branch, so that the next block did not follow in memory */
} wrh_mcu_block;

enum wrh_mcu_status {
    WRH_MCU_OK = 0,
    WRH_MCU_LIMIT = 1, /* more instructions than allowed */
    WRH_MCU_DEPTH = 2, /* watched functions nested too deep or in too many combinations */
    WRH_MCU_NO_MEMORY = 3
};

/* Functions of the emulator: stop emulating, read a register into 32 bits, set a register from 32 bits. */
typedef int (*wrh_mcu_stop)(void *emulator);
typedef int (*wrh_mcu_read)(void *emulator, int reg, void *value);
typedef int (*wrh_mcu_write)(void *emulator, int reg, const void *value);

typedef struct {
    wrh_mcu_stop stop;
    wrh_mcu_read read;
    wrh_mcu_write write;
    int link; /* the emulator's register numbers of LR, SP and xPSR */
    int stack;
    int status;
} wrh_mcu_emulator;

/* Unicorn's constants for the kind of an access and for access rights. */
enum { WRH_MCU_READ = 16, WRH_MCU_WRITE = 17, WRH_MCU_FETCH = 18 };
enum { WRH_MCU_MAY_READ = 1, WRH_MCU_MAY_WRITE = 2, WRH_MCU_MAY_RUN = 4 };

/* The memory behind a page of the core: Unicorn's uc_tlb_entry. */
typedef struct {
    uint64_t address;
    int rights;
} wrh_mcu_page;

typedef struct wrh_mcu wrh_mcu;
/* Create an analysis of a flash at [base, base + bytes). Return NULL if memory is short or one of `memories` is
 * invalid. */
wrh_mcu *wrh_mcu_new(const wrh_mcu_emulator *emulator, uint32_t base, uint32_t bytes, const wrh_mcu_memories *memories);
void wrh_mcu_free(wrh_mcu *mcu);
/* If `counted`, count lines and blocks from now on; otherwise only enforce the limit on instructions. */
void wrh_mcu_count(wrh_mcu *mcu, bool counted);
/* Forget the last run and start a new one. Watch up to 32 functions, given by entry address; allow at most `halfwords`
 * halfwords of instructions. */
int wrh_mcu_start(wrh_mcu *mcu, const uint32_t *watched, size_t count, uint64_t halfwords);
/* Return the address at which the emulator must map a device as large as the flash in whole pages; its reads are reads
 * of the flash. */
uint64_t wrh_mcu_stand_in(const wrh_mcu *mcu, uint32_t *bytes);
/* Copy `content` into the flash at `address`. Only whole pages inside the flash are copied. */
void wrh_mcu_hold(wrh_mcu *mcu, uint32_t address, const uint8_t *content, uint32_t bytes);
/* The hooks, with the wrh_mcu as user data: UC_HOOK_BLOCK, UC_HOOK_TLB_FILL, and reads of the device. */
void wrh_mcu_on_block(void *emulator, uint64_t address, uint32_t bytes, void *mcu);
bool wrh_mcu_on_page(void *emulator, uint64_t page, int access, wrh_mcu_page *out, void *mcu);
uint64_t wrh_mcu_on_data(void *emulator, uint64_t offset, unsigned bytes, void *mcu);

/* Return why the run was stopped, as an enum wrh_mcu_status; WRH_MCU_OK if it was not. */
int wrh_mcu_status(const wrh_mcu *mcu);
/* A context is a set of watched functions active together, as a mask; context 0 is the empty set. */
size_t wrh_mcu_contexts(const wrh_mcu *mcu);
uint32_t wrh_mcu_context(const wrh_mcu *mcu, size_t context);
/* Return the number of blocks seen. wrh_mcu_counts writes that many entries with the counts in one context. */
size_t wrh_mcu_blocks(const wrh_mcu *mcu);
void wrh_mcu_counts(const wrh_mcu *mcu, size_t context, wrh_mcu_block *out);
/* Write the misses of one flash model or one cache model in one context. */
void wrh_mcu_missed(wrh_mcu *mcu, size_t context, size_t flash, wrh_mcu_misses *out);
void wrh_mcu_fetched(const wrh_mcu *mcu, size_t context, size_t cache, wrh_mcu_fetches *out);

#endif
