/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sums of a file's blocks as rsync sends them: cc rsync_sums.c $(pkg-config --cflags --libs wirerate) && ./a.out */
#include <stdio.h>
#include <wirerate.h>

enum { TOGETHER = 256 };

/* The strong sum of protocol 30 and later where no other was negotiated: MD5 of a block and the session's seed. The
 * seed stands before the block if both sides have CF_CHKSUM_SEED_FIX (a 'C' in the client's capabilities), else after
 * it; a seed of 0 is none. Of each sum rsync sends the first s2length bytes. No block is copied: only the 64 bytes that
 * seed and block share are. */
static void sum_blocks(const uint8_t *file, size_t length, size_t block, uint32_t seed, int seed_first,
                       uint8_t (*sums)[WR_MD5_SIZE]) {
    const uint8_t bytes[4] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16), (uint8_t)(seed >> 24)};
    const wr_piece seed_piece = {bytes, seed ? sizeof bytes : 0};
    wr_piece pieces[TOGETHER][2];
    wr_pieces messages[TOGETHER];

    while (length) {
        size_t count = 0;
        for (; count < TOGETHER && length; count++) {
            const wr_piece next = {file, length < block ? length : block};
            pieces[count][!seed_first] = seed_piece;
            pieces[count][seed_first != 0] = next;
            messages[count] = (wr_pieces){pieces[count], 2, sums[count]};
            file += next.length;
            length -= next.length;
        }
        wr_md5_batch_pieces(messages, count);
        sums += count;
    }
}

int main(void) {
    static uint8_t file[2000], sums[3][WR_MD5_SIZE];

    for (size_t i = 0; i < sizeof file; i++)
        file[i] = (uint8_t)(i % 251);
    for (int seed_first = 0; seed_first < 2; seed_first++) {
        sum_blocks(file, sizeof file, 700, 0x2007, seed_first, sums);
        for (size_t i = 0; i < sizeof sums; i++)
            printf("%02x%s", sums[i / WR_MD5_SIZE][i % WR_MD5_SIZE], i % WR_MD5_SIZE == WR_MD5_SIZE - 1 ? "\n" : "");
    }
}
