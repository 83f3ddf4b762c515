/* offer.h - what to write instead of a name that a model does not have. */
#ifndef OFFER_H
#define OFFER_H

#include "base/buf.h"
#include "kron.h"

/* "; did you mean `x`?", or "; the model has `x`, `y`, ...": variables, not parameters. */
void offer_variables(KronModel *m, const char *pattern, Buf *out);

#endif
