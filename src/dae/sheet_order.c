/* sheet_order.c - what was not manipulated is printed as it was written (FM-20, FM-61 to FM-64).
 *
 * While an equation, or a formula found from it, is printed, every part of its text is known by its
 * canonical form: the printer finds the tree as written for each part that is still there, and its
 * place, which orders the terms around it. O(length of the equation) for each. */
#include "dae/sheet_internal.h"

#include <stdlib.h>

typedef struct SheetText {
    int eq;
    bool solved; /* a formula: its operations are counted, none is added */
    Arena *arena;
    Map tree;  /* canonical form -> tree as written */
    Map place; /* canonical form -> place in the text + 1 */
    Map moved; /* terms beside the variable that is solved for, with either sign -> 1 */
    uint32_t next;
} SheetText;

static void note_place(SheetText *t, Expr e, uint32_t place)
{
    if (!map_get(&t->place, e, 0))
        map_set(&t->place, t->arena, e, place + 1);
}

/* Of parts of a length that somebody reads. */
static bool has_as_many_operations(const ExprStore *st, Expr e, Expr tree)
{
    enum { LONG = 1000 };
    return expr_node(st, tree)->size < LONG &&
           expr_written_operations(st, e) == expr_written_operations(st, tree);
}

/* The canonical form of a part; *whole: its variables have the names they are written with, or
 * plain aliases. */
static Expr note_part(Sheet *s, SheetText *t, Expr tree, bool *whole)
{
    ExprStore *st = s->d->store;
    ExprNode n = *expr_node(st, tree);
    uint32_t place = t->next++;
    Expr *arg = ARENA_ARRAY(t->arena, Expr, n.nargs);
    bool all = true;
    for (uint32_t i = 0; i < n.nargs; i++) {
        bool part;
        arg[i] = note_part(s, t, expr_arg(st, tree, i), &part);
        all = all && part;
    }
    Expr e = n.op == EX_SPELLED ? arg[0] : tree;
    if (n.op == EX_VAR) {
        uint32_t v = (uint32_t)n.payload, root = sheet_root(s, v);
        Expr value = sheet_value(s, v);
        all = !value || expr_op(st, value) == EX_VAR;
        e = value ? value : tree;
        s->rank[v] = s->rank[v] < place ? s->rank[v] : place;
        s->rank[root] = s->rank[root] < place ? s->rank[root] : place;
    } else if (n.nargs && n.op != EX_SPELLED) {
        e = expr_build(st, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
    }
    if (expr_type(st, e) == T_REAL && n.op != EX_VAR) {
        note_place(t, e, place);
        note_place(t, expr_neg(st, e), place); /* on the other side */
    }
    bool same = !t->solved || has_as_many_operations(st, e, tree);
    if (all && same && (n.nargs || n.op == EX_VAR) && !map_get(&t->tree, e, 0))
        map_set(&t->tree, t->arena, e, tree);
    *whole = all;
    return e;
}

/* The terms of one side. */
static void note_moved(Sheet *s, SheetText *t, Expr tree)
{
    ExprStore *st = s->d->store;
    ExprOp op = expr_op(st, tree);
    for (uint32_t i = 0; i < expr_node(st, tree)->nargs && (op == EX_ADD || op == EX_SUB); i++)
        note_moved(s, t, expr_arg(st, tree, i));
    if (op == EX_ADD || op == EX_SUB)
        return;
    bool whole;
    Expr e = note_part(s, t, tree, &whole);
    map_set(&t->moved, t->arena, e, 1);
    if (expr_type(st, e) == T_REAL)
        map_set(&t->moved, t->arena, expr_neg(st, e), 1);
}

static void rank_in_order(Sheet *s, const WrittenOrder *o)
{
    for (int i = o->n; i-- > 0;)
        s->rank[o->var[i]] = s->rank[sheet_root(s, o->var[i])] = (uint32_t)i;
}

void sheet_set_ranks(Sheet *s, int eq, uint32_t solved_for)
{
    const WrittenOrder *o = &s->order[eq];
    if (!s->rank) /* a message while the sheet is being made */
        return;
    Arena *a = arena_new();
    SheetText *t = s->text = ARENA_NEW(a, SheetText);
    *t = (SheetText){.eq = eq, .solved = solved_for != NONE, .arena = a};
    if (!o->side[0] || !o->side[1]) {
        rank_in_order(s, o);
        return;
    }
    ExprStore *st = s->d->store;
    const DaeEq *q = &s->d->eq.v[eq];
    bool whole;
    for (int i = 0; i < 2; i++)
        note_part(s, t, o->side[i], &whole);
    if (solved_for != NONE)
        note_moved(s, t, o->side[!expr_has_var(st, q->lhs, solved_for)]);
}

void sheet_clear_ranks(Sheet *s)
{
    SheetText *t = s->text;
    if (!t)
        return;
    for (int i = 0; i < s->order[t->eq].n; i++) {
        uint32_t x = s->order[t->eq].var[i], y = sheet_root(s, x);
        s->rank[x] = SHEET_NO_RANK + x;
        s->rank[y] = SHEET_NO_RANK + y;
    }
    s->text = NULL;
    arena_free(t->arena);
}

Expr sheet_written(const Sheet *s, Expr e)
{
    return s->text ? map_get(&s->text->tree, e, 0) : 0;
}

bool sheet_moved(const Sheet *s, Expr e)
{
    return s->text && map_get(&s->text->moved, e, 0);
}

uint32_t sheet_place(const Sheet *s, Expr e)
{
    return s->text ? map_get(&s->text->place, e, 0) - 1 : UINT32_MAX;
}
