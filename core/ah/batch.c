#include "batch.h"

void wr_ah_batch_init(struct wr_ah_batch *batch, wr_ah_sa *sa, wr_ah_packet *packets) {
    *batch =
        (struct wr_ah_batch){.sa = sa, .packets = packets, .ah_length = wr_ah_length(sa), .fixed = wr_ah_fixed(sa)};
    batch->plain = batch->fixed + sa->mac->icv_length == WR_AH_PLAIN && !(sa->flags & WR_AH_TUNNEL);
    memcpy(&batch->kept, (const uint8_t[4]){0xf0, 0, 0, 0}, sizeof batch->kept);
    batch->counted = UINT32_MAX;
    if (sa->generation == WR_AH_RFC1826) {
        batch->kept = UINT32_MAX;
        batch->counted = 0;
    }
    batch->esn = (sa->flags & WR_AH_ESN) != 0;
    batch->ah[1] = WR_AH_PLAIN / 4 - 2;
    wr_store32_be(batch->ah + 4, sa->spi);
}

size_t wr_ah_refuse_all(wr_ah_packet *packets, size_t count, int reason) {
    for (size_t i = 0; i < count; i++)
        packets[i].reason = reason;
    return 0;
}

void wr_ah_add_input(struct wr_ah_batch *batch, struct wr_ah_item *item, uint8_t *head, size_t head_length,
                     uint8_t *icv, const uint8_t *body, size_t body_length) {
    const size_t odd = head_length % WR_AH_HEAD_BLOCK, gap = odd ? WR_AH_HEAD_BLOCK - odd : 0;
    const size_t filling = body_length < gap ? body_length : gap;

    memcpy(head + head_length, body, filling);
    wr_ah_put_input(batch, item, head, head_length + filling, icv, body + filling, body_length - filling);
}
