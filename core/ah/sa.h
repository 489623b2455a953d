/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Security associations. (Internal.) */
#ifndef WR_CORE_AH_SA_H
#define WR_CORE_AH_SA_H

#include "wirerate_ah.h"

/* Whether an SA is without contradiction. */
int wr_ah_sa_is_good(const wr_ah_sa *sa);

#endif
