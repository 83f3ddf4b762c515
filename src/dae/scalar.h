/* scalar.h - from the flat model to scalar variables and equations. */
#ifndef KRON_DAE_SCALAR_H
#define KRON_DAE_SCALAR_H

#include "dae/dae.h"

struct FlatModel;

/* Its memory is the flat model's, which must live as long. NULL after errors. */
Dae *dae_build(const struct FlatModel *f, bool for_sheet);

#endif
