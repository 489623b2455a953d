/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_files.h - libwirerate-host, files: MD5 of any number of files, in the lanes of the kernel, answers in the
 * order of the questions. Not installed; the Python package is its user.
 */
#ifndef WIRERATE_FILES_H
#define WIRERATE_FILES_H

#include <stddef.h>
#include <stdint.h>

enum wrh_io {
    WRH_IO_AUTO = 0,      /* parallel; from a rotating disk, what is not in the page cache goes sequentially */
    WRH_IO_PARALLEL = 1,  /* many files at a time */
    WRH_IO_SEQUENTIAL = 2 /* one file after the other, whatever the disk */
};

typedef struct wrh_file_result {
    uint8_t digest[16]; /* zeros where there is an error */
    uint64_t bytes;     /* that were hashed */
    /* What tells the file from another one at its place, when it was opened; zeros where it was no regular file. */
    uint64_t inode;
    int64_t modified_ns;
    int32_t error;   /* errno of what failed, or 0 */
    int32_t changed; /* its size or time changed while it was read */
} wrh_file_result;

/* Sums over all threads so far. Reading counts what it took by the clock and what the CPU worked of that: the rest was
 * waiting for a disk. */
typedef struct wrh_files_usage {
    uint64_t bytes, files, read_ns, read_cpu_ns, hash_ns;
} wrh_files_usage;

typedef struct wrh_files wrh_files;

/* Threads beside the caller start here. NULL without memory. */
wrh_files *wrh_files_new(unsigned threads, int io);
/* Ends the threads; files that wait are left out. */
void wrh_files_free(wrh_files *files);

/* Enters `count` paths, which lie in `paths` one after the other, each with its NUL; "-" is standard input. `ranges`
 * is NULL or has offset and length for each (length UINT64_MAX: to the end). Returns how many there was room for, from
 * the first on: at least one after wrh_files_results gave any. */
size_t wrh_files_add(wrh_files *files, const char *paths, const uint64_t *ranges, size_t count);
/* Works, and writes the next results in the order of entry. Comes back within about 50 ms: with some, or with 0 because
 * nothing is ready yet, or a signal came, or (wrh_files_waiting is 0) there is nothing to do. */
size_t wrh_files_results(wrh_files *files, wrh_file_result *out, size_t most);
/* Files entered whose results were not given yet. */
size_t wrh_files_waiting(wrh_files *files);
void wrh_files_used(wrh_files *files, wrh_files_usage *usage);

#endif
