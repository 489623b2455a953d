#include "vectors.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const struct vector *vector, const char *why) {
    fprintf(stderr, "%s:%d: %s\n", vector->file, vector->line, why);
    exit(1);
}

static unsigned hex_digit(const struct vector *vector, char c) {
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    if (!found)
        fail(vector, "not a lower-case hexadecimal digit");
    return (unsigned)(found - digits);
}

static void append(const struct vector *vector, struct vector_field *field, unsigned byte) {
    if (field->length >= VECTOR_BYTES)
        fail(vector, "value too long");
    field->bytes[field->length++] = (uint8_t)byte;
}

static size_t number(const struct vector *vector, const char *text) {
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end)
        fail(vector, "not a number");
    return value;
}

static void read_value(const struct vector *vector, struct vector_field *field, const char *text) {
    size_t once, times = 1;

    field->length = 0;
    if (*text == '@') {
        for (size_t i = 0, n = number(vector, text + 1); i < n; i++)
            append(vector, field, (unsigned)(i % 251));
        return;
    }
    for (; *text && *text != '*'; text += 2)
        append(vector, field, hex_digit(vector, text[0]) << 4 | hex_digit(vector, text[1]));
    once = field->length;
    if (*text == '*')
        times = number(vector, text + 1);
    for (size_t i = once; i < once * times; i++)
        append(vector, field, field->bytes[i - once]);
}

static void read_line(struct vector *vector, char *line) {
    char *word = strtok(line, " \n");

    if (strlen(word) >= sizeof vector->algorithm)
        fail(vector, "algorithm name too long");
    strcpy(vector->algorithm, word);
    vector->fields = 0;
    while ((word = strtok(NULL, " \n")) != NULL) {
        struct vector_field *field = &vector->field[vector->fields];
        char *value = strchr(word, '=');
        if (!value || vector->fields == VECTOR_FIELDS || (size_t)(value - word) >= sizeof field->name)
            fail(vector, "not field=value, or too many");
        *value++ = '\0';
        strcpy(field->name, word);
        read_value(vector, field, value);
        vector->fields++;
    }
}

static unsigned long all_used;

unsigned long vectors_used(void) {
    return all_used;
}

void vectors_each(const char *file, void (*use)(const struct vector *vector)) {
    static struct vector vector;
    char path[4096], line[4096];
    FILE *stream;
    int used = 0;

    snprintf(path, sizeof path, "%s/%s", WR_VECTORS, file);
    vector.file = file;
    vector.line = 0;
    stream = fopen(path, "r");
    if (!stream)
        fail(&vector, "cannot be opened");
    while (fgets(line, sizeof line, stream)) {
        vector.line++;
        if (!strchr(line, '\n'))
            fail(&vector, "line too long or unfinished");
        if (*line == '#' || *line == '\n')
            continue;
        read_line(&vector, line);
        use(&vector);
        used++;
    }
    fclose(stream);
    if (!used)
        fail(&vector, "has no vectors");
    all_used += (unsigned long)used;
}

const struct vector_field *vector_field(const struct vector *vector, const char *name) {
    for (size_t i = 0; i < vector->fields; i++) {
        if (strcmp(vector->field[i].name, name) == 0)
            return &vector->field[i];
    }
    fail(vector, name);
    return NULL;
}

unsigned vector_number(const struct vector *vector, const char *name) {
    const struct vector_field *field = vector_field(vector, name);
    unsigned value = 0;

    for (size_t i = 0; i < field->length; i++)
        value = value << 8 | field->bytes[i];
    return value;
}
