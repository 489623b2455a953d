/* ours.c - measure libwirerate without wirerate's own measuring code, for ratios to peers. Usage: ours hmac-md5|umac-64
 * LENGTH BATCH */
#include <wirerate.h>

#include "timing.h"

static size_t batch;
static wr_message batches[MIXED];
static wr_hmac_md5_key hmac;
static wr_umac_key umac;
static uint8_t nonces[MIXED][8];

/* Not timed, as in wirerate's own measurements: a network stack already has descriptors for its packets. */
static void describe(void) {
    for (size_t i = 0; i < (size_t)messages; i++)
        batches[i] = (wr_message){message[i], bytes[i], tag[i]};
}

static void run_hmac_md5(void) {
    for (size_t i = 0; i < (size_t)messages; i += batch)
        wr_hmac_md5_batch(&hmac, batches + i, batch, 16);
}

static void run_umac_64(void) {
    for (size_t i = 0; i < (size_t)messages; i += batch)
        wr_umac_batch(&umac, nonces[i], 8, batches + i, batch);
}

int main(int count, char **words) {
    if (count != 4)
        return 2;
    take_messages = describe;
    make_messages(words[2]);
    describe();
    for (size_t i = 0; i < MIXED; i++)
        memcpy(nonces[i], nonce[i], 8);
    batch = strtoul(words[3], NULL, 10);
    if (batch == 0 || (size_t)messages % batch)
        return 2;
    wr_hmac_md5_key_init(&hmac, key, 16);
    wr_umac_key_init(&umac, key, 8);
    time_and_print(strcmp(words[1], "hmac-md5") == 0 ? run_hmac_md5 : run_umac_64, 0);
    return 0;
}
