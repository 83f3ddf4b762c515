/* sheet_internal.h - what the files of the sheet share. */
#ifndef KRON_DAE_SHEET_INTERNAL_H
#define KRON_DAE_SHEET_INTERNAL_H

#include "dae/blocks.h"
#include "dae/sheet.h"

typedef VEC(uint32_t) NumberList;

static inline VarId sheet_root(const Sheet *s, VarId v)
{
    int sign = 1;
    return dae_root(s->d, v, &sign);
}

/* A variable the simulation asks for: an output, the derivative of a state. */
static inline bool sheet_wanted(const Dae *d, VarId v)
{
    const DaeVar *x = &d->var.v[v];
    bool kept = d->step.old && (x->der_of != NONE || x->int_of != NONE);
    return x->top_output || kept || (x->int_of != NONE && d->var.v[x->int_of].kind == DV_STATE);
}

/* The variables of a scalar equation; what cancels does not count. */
VarList sheet_vars(const Sheet *s, Arena *a, int eq);

/* Assignment and sorting (sheet_partition.c), solution (sheet_solve.c): false after errors. */
bool sheet_partition(Sheet *s, Arena *a);
bool sheet_solve(Sheet *s, Arena *a);
/* A sheet that is sorted becomes that of its discretised model, not sorted yet; matched: for (eq,
 * output) the unknown + 1, kept for the equations there were (sheet_inline.c). */
uint64_t sheet_row_key(const Row *row);
bool sheet_discretise(Sheet *s, Arena *a, Map *matched);
/* Chooses what is iterated in a nonlinear system of it. */
void sheet_choose(Sheet *s, Arena *a, SheetBlock *b);

/* ---- What the solvers of systems share ---- */

typedef struct Solve {
    Sheet *s;
    Dae *d;
    Problem *p;
    Plan *plan; /* of the block at hand */
    ExprStore *st;
    Arena *a;
} Solve;

/* A variable for Q101, Q102 ... */
VarId new_auxiliary(Solve *k);
typedef VEC(SheetAssign) AssignList;
/* What is used more than once in n coefficients (0: none) becomes Q101, Q102 ..., appended to
 * `out`. */
void name_common(Solve *k, Expr *e, int n, AssignList *out);
/* The n coefficients of an equation (0: none), without common factors (sheet_scale.c). */
void scale_row(Solve *k, int n, Expr *entry);
/* The coefficients of a linear system, by rows with the right-hand side last; false: not linear. */
bool read_entries(Solve *k, SheetBlock *b);
/* residue(x) and linres(x) are zero. */
Expr without_hints(Solve *k, Expr e);
/* A linear system whose coefficients are read, by the way the plan says; false after an error. */
bool linear_block(Solve *k, SheetBlock *b);
/* A system of a discretised sheet. */
bool inline_system(Solve *k, SheetBlock *b);
/* A linear one, by the formula for one unknown; false (nothing done) if there is none. */
bool formula_system(Solve *k, SheetBlock *b);
/* A linear system, torn; false (nothing done) if that brings nothing. */
bool tear_system(Solve *k, SheetBlock *b);
/* Whether the formulas, in this order, meet the equations of the system: for some values, with the
 * digits of a machine. */
bool keeps_digits(Solve *k, const SheetBlock *b, int n, const SheetAssign *assign);
/* The same, relaxed as relax() says (sheet_relax.c); false (nothing done) if nothing is. */
bool relax_system(Solve *k, SheetBlock *b);

#endif
