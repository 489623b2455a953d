/* Files of any mix of sizes, with any number of threads: each digest is correct, and results are in order of entry.
 * Also paths that are not files, and ranges of files. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "random.h"
#include "wirerate.h"
#include "wirerate_files.h"

enum { COUNT = 300, LONGEST = 600000 };

static uint8_t data[LONGEST];
static size_t lengths[COUNT], begins[COUNT];
static char folder[] = "/tmp/wirerate-files-XXXXXX";
static char paths[COUNT * 64];
static size_t paths_bytes;

/* Append the path of file i at *end, and move *end behind its NUL. */
static char *put_path(char **end, const char *name) {
    char *const begin = *end;
    *end += sprintf(*end, "%s/%s", folder, name) + 1;
    return begin;
}

static void make_files(void) {
    static const size_t borders[] = {0, 1, 55, 56, 63, 64, 65, 4096, 262144, 262145, LONGEST};
    char *end = paths;

    for (size_t i = 0; i < COUNT; i++) {
        char name[16];
        int fd;
        snprintf(name, sizeof name, "%zu", i);
        lengths[i] = random_below(3) ? random_below(20000) : borders[random_below(sizeof borders / sizeof *borders)];
        begins[i] = random_below(LONGEST - lengths[i] + 1);
        fd = open(put_path(&end, name), O_CREAT | O_WRONLY, 0600);
        CHECK(fd >= 0 && write(fd, data + begins[i], lengths[i]) == (ssize_t)lengths[i], "cannot write %s", name);
        close(fd);
    }
    paths_bytes = (size_t)(end - paths);
}

static void remove_files(void) {
    const char *path = paths;
    for (size_t i = 0; i < COUNT; i++, path += strlen(path) + 1)
        unlink(path);
    rmdir(folder);
}

static int is_digest_of(const uint8_t digest[WR_MD5_SIZE], const void *bytes, size_t length) {
    uint8_t expected[WR_MD5_SIZE];
    wr_md5(bytes, length, expected);
    return memcmp(digest, expected, WR_MD5_SIZE) == 0;
}

static void check_results(const wrh_file_result *results, size_t first, size_t count, const char *what) {
    for (size_t k = 0; k < count; k++) {
        const size_t i = (first + k) % COUNT;
        CHECK(results[k].error == 0 && results[k].changed == 0, "%s: file %zu: %d", what, i, results[k].error);
        CHECK(results[k].bytes == lengths[i], "%s: file %zu has %zu bytes", what, i, lengths[i]);
        CHECK(is_digest_of(results[k].digest, data + begins[i], lengths[i]), "%s: file %zu", what, i);
    }
}

/* Enter all files several times, a few at a time, so that the ring and the windows wrap around. */
static void check_many(unsigned threads, int io) {
    wrh_files *files = wrh_files_new(threads, io);
    const size_t laps = threads == 2 && io == WRH_IO_AUTO ? 40 : 5, total = laps * COUNT; /* 40 laps are more than the
                                                                                           * ring holds */
    size_t entered = 0, delivered = 0;
    const char *next = paths;
    wrh_files_usage usage;
    char what[40];

    snprintf(what, sizeof what, "%u threads, io %d", threads, io);
    while (delivered < total) {
        wrh_file_result results[500];
        const size_t left = COUNT - entered % COUNT;
        const size_t added = entered < total ? wrh_files_add(files, next, NULL, left) : 0;
        size_t count;
        for (size_t i = 0; i < added; i++)
            next += strlen(next) + 1;
        next = next == paths + paths_bytes ? paths : next;
        entered += added;
        count = wrh_files_results(files, results, sizeof results / sizeof *results);
        check_results(results, delivered, count, what);
        delivered += count;
    }
    wrh_files_used(files, &usage);
    CHECK(usage.files == total && wrh_files_waiting(files) == 0, "%s: %zu files", what, (size_t)usage.files);
    wrh_files_free(files);
}

static size_t all_results(wrh_files *files, wrh_file_result *results, size_t count) {
    size_t delivered = 0;
    while (delivered < count)
        delivered += wrh_files_results(files, results + delivered, count - delivered);
    return delivered;
}

static void check_ranges(void) {
    static const uint64_t ranges[] = {0, UINT64_MAX, 10, 20, 0, 0, 100, 100000, 1u << 30, 5};
    const size_t count = sizeof ranges / sizeof *ranges / 2;
    wrh_files *files = wrh_files_new(2, WRH_IO_AUTO);
    wrh_file_result results[8];
    size_t longest = 0;
    char same[8 * 64], *end = same, name[24];

    for (size_t i = 1; i < COUNT; i++)
        longest = lengths[i] > lengths[longest] ? i : longest;
    snprintf(name, sizeof name, "%zu", longest);
    for (size_t i = 0; i < count; i++)
        put_path(&end, name);
    CHECK(wrh_files_add(files, same, ranges, count) == count, "no room");
    all_results(files, results, count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t size = lengths[longest], from = ranges[2 * i] < size ? ranges[2 * i] : size;
        const uint64_t length = ranges[2 * i + 1] < size - from ? ranges[2 * i + 1] : size - from;
        CHECK(results[i].bytes == length && is_digest_of(results[i].digest, data + begins[longest] + from, length),
              "range %zu", i);
    }
    wrh_files_free(files);
}

static void check_errors(void) {
    wrh_files *files = wrh_files_new(2, WRH_IO_AUTO);
    wrh_file_result results[3];
    char names[256], *end = names;

    put_path(&end, "absent");
    put_path(&end, ".");
    put_path(&end, "0/below");
    wrh_files_add(files, names, NULL, 3);
    all_results(files, results, 3);
    CHECK(results[0].error == ENOENT && results[1].error == EISDIR && results[2].error == ENOTDIR, "%d %d %d",
          results[0].error, results[1].error, results[2].error);
    wrh_files_free(files);
}

static void *write_fifo(void *path) {
    const int fd = open(path, O_WRONLY);
    for (size_t at = 0; at < LONGEST;) {
        const ssize_t wrote = write(fd, data + at, LONGEST - at);
        if (wrote <= 0)
            break;
        at += (size_t)wrote;
    }
    close(fd);
    return NULL;
}

/* A FIFO does not block files before or after it, and is read to its end. */
static void check_fifo(void) {
    wrh_files *files = wrh_files_new(2, WRH_IO_AUTO);
    wrh_file_result results[3];
    char names[256], *end = names, *fifo;
    pthread_t writer;

    put_path(&end, "0");
    fifo = put_path(&end, "fifo");
    put_path(&end, "1");
    CHECK(mkfifo(fifo, 0600) == 0, "mkfifo");
    wrh_files_add(files, names, NULL, 3);
    all_results(files, results, 1);
    CHECK(is_digest_of(results[0].digest, data + begins[0], lengths[0]), "results before the FIFO");
    CHECK(wrh_files_results(files, results + 1, 2) == 0, "a result although the FIFO has no writer");
    pthread_create(&writer, NULL, write_fifo, fifo);
    all_results(files, results + 1, 2);
    pthread_join(writer, NULL);
    CHECK(results[1].bytes == LONGEST && is_digest_of(results[1].digest, data, LONGEST), "the FIFO");
    CHECK(is_digest_of(results[2].digest, data + begins[1], lengths[1]), "after the FIFO");
    wrh_files_free(files);
    unlink(fifo);
}

/* Free the pool with files open and others waiting, including a FIFO. */
static void check_left_half_way(void) {
    for (unsigned threads = 1; threads <= 3; threads++) {
        wrh_files *files = wrh_files_new(threads, WRH_IO_AUTO);
        wrh_file_result one;
        char names[256], *end = names, *fifo = put_path(&end, "fifo");
        mkfifo(fifo, 0600);
        wrh_files_add(files, names, NULL, 1);
        wrh_files_add(files, paths, NULL, COUNT);
        wrh_files_results(files, &one, 1);
        CHECK(wrh_files_waiting(files) == COUNT + 1, "the FIFO has a result");
        wrh_files_free(files);
        unlink(fifo);
    }
}

int main(void) {
    random_fill(data, sizeof data);
    if (!mkdtemp(folder))
        return check_skip("cannot create a folder for files");
    make_files();
    for (unsigned threads = 1; threads <= 3; threads++) {
        for (int io = WRH_IO_AUTO; io <= WRH_IO_SEQUENTIAL; io++)
            check_many(threads, io);
    }
    check_ranges();
    check_errors();
    check_fifo();
    check_left_half_way();
    remove_files();
    return check_result();
}
