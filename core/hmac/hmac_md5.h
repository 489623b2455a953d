/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Check of HMAC-MD5 keys. (Internal.) */
#ifndef WR_CORE_HMAC_HMAC_MD5_H
#define WR_CORE_HMAC_HMAC_MD5_H

#include "util/mark.h"
#include "wirerate.h"

static inline int wr_hmac_md5_key_is_valid(const wr_hmac_md5_key *key) {
    return key && key->mark == WR_MARK_HMAC_MD5_KEY;
}

#endif
