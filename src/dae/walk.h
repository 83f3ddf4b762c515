/* walk.h - walks over expressions and statements of equations, and replacement (rewrite.c). */
#ifndef KRON_DAE_WALK_H
#define KRON_DAE_WALK_H

#include "dae/dae.h"

/* Calls `node` once for every distinct node from which e's value depends on the present: what is
 * below pre, delay and sample is left out. Users before operands; false from `node`: not further
 * down. */
typedef bool NodeVisit(void *arg, Expr e);
void dae_walk(Dae *d, Expr e, NodeVisit *node, void *arg);
/* The same for the variables (elements of ARRVAR included), each once. */
typedef void VarVisit(void *arg, VarId var);
void dae_visible_vars(Dae *d, Expr e, VarVisit *visit, void *arg);

/* e rebuilt, operands before users: rule(arg, old, now) says what stands for the node `old`, which
 * is `now` with its operands replaced. */
typedef Expr NodeRule(void *arg, Expr old, Expr now);
Expr dae_rewrite(Dae *d, Expr e, NodeRule *rule, void *arg);

/* Every expression of a statement list. Targets are those of assignments and calls. */
typedef enum { SLOT_VALUE, SLOT_TARGET, SLOT_REINIT } SlotRole;
typedef void SlotVisit(void *arg, Stmt *stmt, Expr *slot, SlotRole role);
void body_slots(Func *body, SlotVisit *visit, void *arg);
/* A copy with statements of its own. */
Func *body_copy(Arena *a, const Func *body);
/* Variables an algorithm reads (subscripts of targets included), once or more. */
void body_reads(Dae *d, Func *body, VarVisit *visit, void *arg);

static inline VarId var_number(const ExprStore *s, Expr e)
{
    return (uint32_t)expr_node(s, e)->payload;
}

/* A relation of Reals outside noEvent. */
bool is_event_relation(const ExprStore *s, Expr e);
/* floor, div, ... of Reals outside noEvent. */
bool is_event_function(const ExprStore *s, Expr e);

/* Relations in algorithms get numbers of their places (algorithms.c). */
void dae_number_places(Dae *d);

#endif
