/* flat_internal.h - what the files that make the flat model share. */
#ifndef KRON_MODEL_FLAT_INTERNAL_H
#define KRON_MODEL_FLAT_INTERNAL_H

#include "model/flat.h"
#include "model/resolve.h"

/* Types the equations and algorithms of a component's class (equations.c). */
void resolve_equations(Model *m, Comp *c);

/* Reports `pre` of variables that are not discrete outside of when-clauses (when.c). */
void check_pre(Model *m);

/* Classic connections (cuts.c): the joins an SE_LINK stands for. False after a report. */
typedef VEC(PortJoin) JoinList;
bool link_joins(Env *env, Comp *owner, const SynEqu *q, JoinList *out);
/* connect(a, b) where one of both is a cut: one join. *is_link is false if none is. */
bool connect_joins(Env *env, Comp *owner, const SynEqu *q, JoinList *out, bool *is_link);
/* The cut of that name of a class instance, own or inherited; NULL. */
const SynCut *class_cut(ClassInst *ci, Name name);
/* Calls visit for every cut of a class instance, inherited ones first. */
void each_cut(ClassInst *ci, void (*visit)(void *arg, const SynCut *cut), void *arg);

/* Turns all FE_CONNECT and FE_LINK into equations (connect.c). */
void connect_all(Model *m);

/* Position of a subscript under these iterators: fast for literals and iterators. False if it is
 * not a number during translation. */
bool eval_subscript(Model *m, Expr e, const IterValue *iters, int64_t *out);

/* Whether two references are written alike. */
bool same_reference(Model *m, const SynRef *a, const SynRef *b);

#endif
