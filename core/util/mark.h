/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Marks of valid keys, states and SAs, written by their init functions only. If a field of a structure limits memory
 * accesses, the mark is XORed with that field, so that editing the field makes the structure invalid. (Internal.)
 */
#ifndef WR_CORE_UTIL_MARK_H
#define WR_CORE_UTIL_MARK_H

/* The upper halves of all marks differ. The fields XORed in fit the lower half, except the window size of an SA, whose
 * mark has 64 bits. */
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
