/* A program that uses a library built without MD5 and AH: the installed header defines what is missing, nothing else
 * does, and the program links. */
#include <stdio.h>
#include <string.h>
#include <wirerate.h>

#if !defined(WR_NO_MD5) || !defined(WR_NO_AH) || defined(WR_NO_UMAC)
#error "this is not the library's own wirerate_config.h"
#endif

int main(void) {
    const uint8_t nonce[8] = {'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'};
    const uint8_t expected[8] = {0x6e, 0x15, 0x5f, 0xad, 0x26, 0x90, 0x0b, 0xe1}; /* from the appendix of RFC 4418 */
    uint8_t tag[8];
    wr_umac_key key;

    wr_umac_key_init(&key, "abcdefghijklmnop", sizeof tag);
    wr_umac(&key, NULL, nonce, sizeof nonce, NULL, 0, tag);
    if (strcmp(wr_version(), WR_VERSION) != 0 || memcmp(tag, expected, sizeof tag) != 0)
        return 1;
    printf("wirerate %s\n", wr_version());
    return 0;
}
