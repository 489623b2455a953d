/* Compare UMAC in any pieces with any kernel with one portable call. */
#include "input.h"

enum { LONGEST = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const size_t kernel = take_byte(&input), tag_length = 4 * (1 + take_byte(&input) % 4u);
    const size_t nonce_length = 1 + take_byte(&input) % 16u, length = take_below(&input, LONGEST);
    uint8_t *secret = take_bytes(&input, 16), *nonce = take_bytes(&input, nonce_length);
    uint8_t *message = take_bytes(&input, length), expected[16], tag[16];
    wr_umac_pad_cache cache = {0};
    wr_umac_state mac;
    wr_umac_key key;

    use_portable();
    if (wr_umac_key_init(&key, secret, tag_length) != WR_OK ||
        wr_umac(&key, NULL, nonce, nonce_length, message, length, expected) != WR_OK)
        abort();
    use_kernel(kernel);
    if (wr_umac_key_init(&key, secret, tag_length) != WR_OK)
        abort();
    wr_umac_init(&mac);
    for (size_t done = 0, piece; done < length; done += piece) {
        piece = take_below(&input, length - done + 1);
        piece = input.left ? piece : length - done;
        wr_umac_update(&mac, &key, message + done, piece);
    }
    if (wr_umac_final(&mac, &key, &cache, nonce, nonce_length, tag) != WR_OK)
        abort();
    must_equal(tag, expected, tag_length);
    if (wr_umac(&key, &cache, nonce, nonce_length, message, length, tag) != WR_OK)
        abort();
    must_equal(tag, expected, tag_length);
    free(secret);
    free(nonce);
    free(message);
    return 0;
}
