/* Run a fuzz target without a fuzzer: replay FILE... runs every file whole, truncated to every length, and with bytes
 * changed by a generator that is the same on every platform. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 17, CHANGES = 2000 };

static uint64_t state = 0x9e3779b97f4a7c15u;

/* xorshift64* (Vigna 2016) */
static uint64_t next(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

static unsigned long run(const uint8_t *seed, size_t size) {
    uint8_t *changed = malloc(size + 1);
    unsigned long runs = 0;

    if (!changed)
        exit(1);
    for (size_t length = 0; length <= size; length++, runs++)
        LLVMFuzzerTestOneInput(seed, length);
    for (int i = 0; i < CHANGES; i++, runs++) {
        memcpy(changed, seed, size);
        for (uint64_t k = 1 + (next() >> 62); k && size; k--)
            changed[(next() >> 16) % (size < 128 ? size : 128)] = (uint8_t)(next() >> 56); /* headers, mostly */
        LLVMFuzzerTestOneInput(changed, size);
    }
    free(changed);
    return runs;
}

int main(int argc, char **argv) {
    static uint8_t seed[MOST];
    unsigned long runs = 0;

    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        const size_t size = fread(seed, 1, sizeof seed, file);
        fclose(file);
        runs += run(seed, size);
    }
    printf("%lu inputs from %d seeds\n", runs, argc - 1);
    return argc < 2;
}
