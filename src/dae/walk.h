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

/* Whether one of those nodes, or variables, is of a kind. */
typedef bool NodeTest(void *arg, Expr e);
bool dae_any(Dae *d, Expr e, NodeTest *test, void *arg);
/* The same, without what is below relations and functions that change at events only. */
bool dae_any_between(Dae *d, Expr e, NodeTest *test, void *arg);
typedef bool VarTest(void *arg, VarId var);
bool dae_any_var(Dae *d, Expr e, VarTest *test, void *arg);

/* The sides of an equation as the user wrote it. */
typedef struct Sides {
    Expr lhs, rhs;
} Sides;
Sides written_sides(const Dae *d, int eq);
/* A scalar equation gets other sides; true if they are others. */
bool change_sides(DaeEq *eq, Expr lhs, Expr rhs);

/* Which equations variables are in: for (e = first[v]; e; e = use.v[e - 1].next), newest first. */
typedef struct Use {
    int eq, next; /* next: place + 1; 0: last */
} Use;
typedef struct Uses {
    Arena *a;
    int *first; /* [nvars] place + 1 */
    VEC(Use) use;
} Uses;
Uses uses_open(Arena *a, const Dae *d);
void uses_add(Uses *u, VarId var, int eq);

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
/* Variables a call, an algorithm or an action reads. */
void object_reads(Dae *d, const DaeEq *eq, VarVisit *visit, void *arg);
/* Every node of every expression of a statement list (expr_visit). */
void body_nodes(const ExprStore *s, Func *body, void (*visit)(void *arg, Expr e), void *arg);
/* [noutputs] Which outputs of an algorithm depend on what they are at its entry (entry.c). */
bool *algorithm_keeps(Dae *d, Arena *a, const DaeEq *eq);
/* Whether an algorithm has relations of Reals, or functions that jump, outside noEvent. */
bool body_has_events(const ExprStore *s, Func *body);

static inline VarId var_number(const ExprStore *s, Expr e)
{
    return (uint32_t)expr_node(s, e)->payload;
}

/* Whether a node other than a variable has values that change by themselves. */
static inline bool is_moving(const ExprNode *n)
{
    return n->op == EX_TIME || n->op == EX_DELAY || n->op == EX_BOUNDARY || n->op == EX_ARRVAR ||
           n->op == EX_LOCAL || n->flags & EF_IMPURE;
}

/* A relation of Reals outside noEvent. */
bool is_event_relation(const ExprStore *s, Expr e);
/* floor, div, ... of Reals outside noEvent. */
bool is_event_function(const ExprStore *s, Expr e);

/* A node that may change between events (arg: the Dae). */
bool may_move(void *arg, Expr e);

/* Relations in algorithms get numbers of their places (algorithms.c). */
void dae_number_places(Dae *d);

#endif
