/* flat_internal.h - what the files that make the flat model share. */
#ifndef KRON_MODEL_FLAT_INTERNAL_H
#define KRON_MODEL_FLAT_INTERNAL_H

#include "model/flat.h"

/* Types the equations and algorithms of a component's class (equations.c). */
void resolve_equations(Model *m, Comp *c);

/* Reports `pre` of variables that are not discrete outside of when-clauses (when.c). */
void check_pre(Model *m);

/* Turns all FE_CONNECT into equations (connect.c). */
void connect_all(Model *m);

/* Position of a subscript under these iterators: fast for literals and iterators. False if it is
 * not a number during translation. */
bool eval_subscript(Model *m, Expr e, const IterValue *iters, int64_t *out);

/* Whether two references are written alike. */
bool same_reference(Model *m, const SynRef *a, const SynRef *b);

#endif
