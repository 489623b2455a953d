/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Compute a file's block sums as rsync does: cc rsync_sums.c $(pkg-config --cflags --libs wirerate) && ./a.out */
#include <stdio.h>
#include <wirerate.h>

enum { BATCH = 256 };

/* Computes the default strong sum of protocol 30 and later: MD5 of a block and the session's seed. The seed comes
 * before the block if both sides have CF_CHKSUM_SEED_FIX (a 'C' in the client's capabilities), else after it. A seed of
 * 0 means no seed. rsync sends the first s2length bytes of each sum. The library copies no block, only the 64 bytes
 * that contain both seed and data. */
static void sum_blocks(const uint8_t *file, size_t length, size_t block, uint32_t seed, int seed_first,
                       uint8_t (*sums)[WR_MD5_SIZE]) {
    const uint8_t bytes[4] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16), (uint8_t)(seed >> 24)};
    const wr_piece seed_piece = {bytes, seed ? sizeof bytes : 0};
    wr_piece pieces[BATCH][2];
    wr_pieces messages[BATCH];

    while (length) {
        size_t count = 0;
        for (; count < BATCH && length; count++) {
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
