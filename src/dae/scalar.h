/* scalar.h - from the flat model to scalar variables and equations. */
#ifndef KRON_DAE_SCALAR_H
#define KRON_DAE_SCALAR_H

#include "dae/dae.h"
#include "model/flat.h"

/* NULL after errors. */
Dae *dae_build(Model *m, bool for_sheet);

#endif
