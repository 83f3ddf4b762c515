/* tables_internal.h - shared by the files that make the run time's tables. */
#ifndef KRON_EMIT_TABLES_INTERNAL_H
#define KRON_EMIT_TABLES_INTERNAL_H

#include "emit/emit_internal.h"

/* Sparse patterns of d der(x) / d x and of the DAE form (tables_pattern.c). */
void tables_patterns(Dae *d, const Numbers *num, KModel *model);

/* Texts for messages (tables_text.c). */
void tables_texts(Dae *d, Numbers *num, KModel *model);

#endif
