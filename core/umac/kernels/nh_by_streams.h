/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Include this file after defining nh_streams(). It instantiates NH for each number of streams as a constant, so that
 * the accumulators stay in registers. (Internal.) */
static void compute_nh(uint64_t out[WR_UMAC_STREAMS], const wr_umac_key *key, const uint8_t *data, size_t length,
                       unsigned streams) {
    switch (streams) {
    case 1:
        nh_streams(out, key, data, length, 1);
        break;
    case 2:
        nh_streams(out, key, data, length, 2);
        break;
    case 3:
        nh_streams(out, key, data, length, 3);
        break;
    default:
        nh_streams(out, key, data, length, 4);
        break;
    }
}
