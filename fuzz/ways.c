/* Compare K-way MD5 in any pieces with any kernel with one portable call. */
#include "input.h"
#include "wirerate_experimental.h"

enum { LONGEST = 30000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, size};
    const size_t kernel = take_byte(&input), length = take_below(&input, LONGEST);
    const unsigned ways = take_byte(&input) % 70u;
    uint8_t *message = take_bytes(&input, length), expected[WR_MD5_SIZE], digest[WR_MD5_SIZE];
    wr_md5_ways_state md5;

    use_portable();
    const int status = wr_md5_ways(message, length, ways, expected);
    if ((status == WR_OK) != (ways >= 4 && ways <= WR_MD5_WAYS_MAX && ways % 4 == 0))
        abort();
    use_kernel(kernel);
    if (wr_md5_ways_init(&md5, ways) != status)
        abort();
    if (status == WR_OK) {
        for (size_t done = 0, piece; done < length; done += piece) {
            piece = take_below(&input, length - done + 1);
            piece = input.left ? piece : length - done;
            wr_md5_ways_update(&md5, message + done, piece);
        }
        wr_md5_ways_final(&md5, digest);
        must_equal(digest, expected, sizeof digest);
        if (wr_md5_ways(message, length, ways, digest) != WR_OK)
            abort();
        must_equal(digest, expected, sizeof digest);
    }
    free(message);
    return 0;
}
