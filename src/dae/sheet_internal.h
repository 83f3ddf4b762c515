/* sheet_internal.h - what the files of the sheet share. */
#ifndef KRON_DAE_SHEET_INTERNAL_H
#define KRON_DAE_SHEET_INTERNAL_H

#include "dae/sheet.h"

/* The sheet's own view of derivatives: the Dae is left as it is. */
typedef struct SheetWork {
    Sheet *s;
    Dae *d;
    Arena *a;
    uint8_t *wish;     /* [nscalar] SheetWish: the last one given */
    uint32_t room;     /* of Sheet.kind and value */
    VEC(uint32_t) der; /* by variable: its derivative, 0: none */
    VEC(uint32_t) of;  /* by variable: what it is the derivative of + 1, 0: none */
} SheetWork;

/* The derivative of x, made if necessary. */
uint32_t sheet_derivative(SheetWork *w, uint32_t x);
/* A variable of our own of that kind, known to the sheet. */
uint32_t sheet_new_var(SheetWork *w, DaeVarKind kind, SheetVarKind as);
static inline SheetWish sheet_wish(const SheetWork *w, uint32_t var)
{
    return var < w->d->nscalar ? (SheetWish)w->wish[var] : WISH_NONE;
}
/* Forgets the variables from that number on. */
void sheet_drop_vars(SheetWork *w, int nvars);
/* What an eliminated variable was replaced by; else itself. */
uint32_t sheet_root(const Sheet *s, uint32_t v);
/* The variables of a scalar equation; what cancels does not count. */
VarList sheet_vars(const Sheet *s, Arena *a, const SheetEq *e);
/* The unknowns of an equation in the order in which they are written. */
typedef VEC(uint32_t) NumberList;
void sheet_unknowns(Sheet *s, Arena *a, const SheetEq *e, NumberList *out);
/* The expression with what stands for eliminated variables. */
Expr sheet_replace(Sheet *s, Expr e);
static inline uint32_t sheet_var(const Sheet *s, Expr e)
{
    return (uint32_t)expr_node(s->d->store, e)->payload;
}

bool sheet_differentiate(SheetWork *w);
void sheet_eliminate(SheetWork *w);
bool sheet_partition(SheetWork *w);
bool sheet_solve(SheetWork *w);

/* Text of an equation as listed under its owner, for messages too. */
void sheet_print_eq(Sheet *s, const SheetEq *e, Buf *out);

#endif
