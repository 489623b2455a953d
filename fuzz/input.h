/* Take choices from a fuzzer's bytes, one after another. After the last byte, every choice is 0. */
#ifndef WR_FUZZ_INPUT_H
#define WR_FUZZ_INPUT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "wirerate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    const uint8_t *data;
    size_t left;
};

static inline uint8_t take_byte(struct input *input) {
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

/* Return 0 .. limit-1; limit must be at most 65536. */
static inline size_t take_below(struct input *input, size_t limit) {
    const size_t high = take_byte(input);
    return (high << 8 | take_byte(input)) % limit;
}

/* Return `length` bytes made by repeating the rest of the input. The memory has exactly that length, so that
 * AddressSanitizer detects any access beyond it. free() it. */
static inline uint8_t *take_bytes(const struct input *input, size_t length) {
    uint8_t *bytes = malloc(length ? length : 1);
    if (!bytes)
        abort();
    for (size_t i = 0; i < length; i++)
        bytes[i] = input->left ? (uint8_t)(input->data[i % input->left] + i / input->left) : (uint8_t)i;
    return bytes;
}

/* Select one of the kernels that this CPU supports. */
static inline void use_kernel(size_t choice) {
    size_t count = 0;
    while (wr_kernel_name(count))
        count++;
    if (wr_use_kernel(wr_kernel_name(choice % count)) != WR_OK)
        abort();
}

static inline void use_portable(void) {
    if (wr_use_kernel("portable") != WR_OK)
        abort();
}

static inline void must_equal(const void *a, const void *b, size_t length) {
    if (memcmp(a, b, length) != 0)
        abort();
}

#endif
