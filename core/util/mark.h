/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The marks of valid keys, states and SAs: what only an init writes. A field that bounds memory is part of its
 * structure's mark (mark ^ field), so that changing the field by hand makes the structure invalid. (Internal.)
 */
#ifndef WR_CORE_UTIL_MARK_H
#define WR_CORE_UTIL_MARK_H

/* No two have the same upper half, and no field is longer than the lower one, but for an SA's window. */
enum wr_mark {
    WR_MARK_MD5_STATE = 0x4d440000,
    WR_MARK_MD5_WAYS_STATE = 0x4d570000,
    WR_MARK_HMAC_MD5_STATE = 0x48530000,
    WR_MARK_HMAC_MD5_KEY = 0x484b0000,
    WR_MARK_KEYED_MD5_KEY = 0x4b4b0000,
    WR_MARK_UMAC_KEY = 0x554b0000,
    WR_MARK_UMAC_STATE = 0x55530000,
    WR_MARK_SA = 0x53410000
};

#endif
