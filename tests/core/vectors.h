/* Read a file of vectors/ (its README.md explains the format). */
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

/* Call `use` for each vector of a file. A file that is missing, malformed or empty ends the test. */
void vectors_each(const char *file, void (*use)(const struct vector *vector));
/* Return the field of that name; if it is missing, the test ends. */
const struct vector_field *vector_field(const struct vector *vector, const char *name);
/* Return the number of vectors used so far: a file read on two kernels counts twice. */
unsigned long vectors_used(void);
/* Return a field of one or two bytes as a big-endian number. */
unsigned vector_number(const struct vector *vector, const char *name);

#endif
