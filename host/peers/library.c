/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* library.c - load the libraries of peers by name or path, and find the peer for a path. */
#define _GNU_SOURCE /* for memmem and strdup */
#include "library.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct wrh_library {
    struct wrh_library *next;
    char *implementation;
    void *functions;
    int status;
    char failure[256];
};

/* One lock for all libraries: they are loaded before anything is timed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct wrh_library *add(struct wrh_libraries *libraries, const char *implementation) {
    struct wrh_library *library = calloc(1, sizeof *library);
    char *name = strdup(implementation);
    void *functions = calloc(1, libraries->size);
    if (!library || !name || !functions) {
        free(library);
        free(name);
        free(functions);
        return NULL;
    }
    *library = (struct wrh_library){.next = libraries->first, .implementation = name, .functions = functions};
    struct wrh_why why = {library->failure, sizeof library->failure};
    library->status = libraries->load(implementation, functions, &why);
    libraries->first = library;
    return library;
}

const void *wrh_library(struct wrh_libraries *libraries, const char *implementation, struct wrh_why *why) {
    pthread_mutex_lock(&lock);
    struct wrh_library *library = libraries->first;
    while (library && strcmp(library->implementation, implementation) != 0)
        library = library->next;
    if (!library)
        library = add(libraries, implementation);
    pthread_mutex_unlock(&lock);
    if (library && library->status == WRH_OK)
        return library->functions;
    wrh_fail(why, WRH_ABSENT, "%s", library ? library->failure : "out of memory");
    return NULL;
}

int wrh_is_path(const char *implementation) {
    return strchr(implementation, '/') || strstr(implementation, ".so") || strstr(implementation, ".dylib");
}

/* Return whether a name occurs in the file as a whole string, as in a symbol table. */
static int holds(const char *file, size_t size, const char *name) {
    char whole[64] = {0};
    snprintf(whole + 1, sizeof whole - 1, "%s", name);
    return memmem(file, size, whole, strlen(name) + 2) != NULL;
}

static const struct wrh_peer *peer_of(const char *file, size_t size) {
    static const struct {
        const char *function;
        const struct wrh_peer *peer;
    } known[] = {{"wr_version", &wrh_peer_libwirerate_so},
                 {"OpenSSL_version", &wrh_peer_openssl},
                 {"nettle_version_major", &wrh_peer_nettle},
                 {"imb_get_version", &wrh_peer_ipsec_mb}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (holds(file, size, known[i].function))
            return known[i].peer;
    return &wrh_peer_libwirerate_so;
}

const struct wrh_peer *wrh_peer_at(const char *path) {
    const struct wrh_peer *peer = &wrh_peer_libwirerate_so;
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return peer;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        size_t size = (size_t)status.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            peer = peer_of(bytes, size);
            munmap(bytes, size);
        }
    }
    close(file);
    return peer;
}
