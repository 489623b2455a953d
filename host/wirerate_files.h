/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * wirerate_files.h - libwirerate-host, files: MD5 of any number of files in the lanes of the kernel, with results in
 * the order of the requests. Not installed; used by the Python package.
 */
#ifndef WIRERATE_FILES_H
#define WIRERATE_FILES_H

#include <stddef.h>
#include <stdint.h>

enum wrh_io {
    WRH_IO_AUTO = 0,      /* parallel, but sequential from a rotating disk for files not in the page cache */
    WRH_IO_PARALLEL = 1,  /* many files at a time */
    WRH_IO_SEQUENTIAL = 2 /* one file after another on any disk */
};

typedef struct wrh_file_result {
    uint8_t digest[16]; /* zeros if there is an error */
    uint64_t bytes;     /* number of bytes hashed */
    /* Identify the version of the file that was opened; zeros if it was not a regular file. */
    uint64_t inode;
    int64_t modified_ns;
    int32_t error;   /* errno of the failure, or 0 */
    int32_t changed; /* nonzero if its size or time changed while it was read */
} wrh_file_result;

/* Totals over all threads so far. read_ns is wall-clock time and read_cpu_ns the CPU time in it: the rest was spent
 * waiting for a disk. */
typedef struct wrh_files_usage {
    uint64_t bytes, files, read_ns, read_cpu_ns, hash_ns;
} wrh_files_usage;

typedef struct wrh_files wrh_files;

/* Start the pool and its threads besides the caller's. Return NULL if memory is short. */
wrh_files *wrh_files_new(unsigned threads, int io);
/* End the threads and drop files still waiting. */
void wrh_files_free(wrh_files *files);

/* Enter `count` paths, stored in `paths` one after another, each with its NUL; "-" is standard input. `ranges` is NULL,
 * or has an offset and a length for each path (length UINT64_MAX: up to the end). Return how many were entered: the
 * first ones, until the queue was full. At least one path fits after wrh_files_results has returned results. */
size_t wrh_files_add(wrh_files *files, const char *paths, const uint64_t *ranges, size_t count);
/* Hash files for at most about 50 ms, and write the next results in order of entry. Return their number; 0 if none is
 * ready yet, a signal arrived, or there is nothing to do (wrh_files_waiting is 0). */
size_t wrh_files_results(wrh_files *files, wrh_file_result *out, size_t most);
/* Return the number of files entered but not yet returned as results. */
size_t wrh_files_waiting(wrh_files *files);
/* Write the totals so far. */
void wrh_files_used(wrh_files *files, wrh_files_usage *usage);

#endif
