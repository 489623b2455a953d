/* Reads a file of vectors/ (its README.md says what a line is). */
#ifndef WR_TESTS_VECTORS_H
#define WR_TESTS_VECTORS_H

#include <stddef.h>
#include <stdint.h>

enum { VECTOR_FIELDS = 5, VECTOR_BYTES = 1 << 16 };

struct vector_field {
    char name[16];
    size_t length;
    uint8_t bytes[VECTOR_BYTES];
};

struct vector {
    const char *file;
    int line;
    char algorithm[32];
    size_t fields;
    struct vector_field field[VECTOR_FIELDS];
};

/* Calls `use` on each vector of a file. A file that is absent, malformed or empty ends the test. */
void vectors_each(const char *file, void (*use)(const struct vector *vector));
/* The field of that name; its absence ends the test. */
const struct vector_field *vector_field(const struct vector *vector, const char *name);
/* Vectors handed out so far: a file read on two kernels counts twice. */
unsigned long vectors_used(void);
/* A field of one or two bytes as a big-endian number. */
unsigned vector_number(const struct vector *vector, const char *name);

#endif
