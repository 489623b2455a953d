/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Security associations. (Internal.) */
#ifndef WR_CORE_AH_SA_H
#define WR_CORE_AH_SA_H

#include "wirerate_ah.h"

/* Return whether wr_ah_sa_init accepted the SA and would still accept it. */
int wr_ah_sa_is_valid(const wr_ah_sa *sa);

#endif
