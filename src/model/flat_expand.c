/* flat_expand.c - the templates of the flat model, equation by equation: positions in arrays of
 * components, turns of loops, branches that translation chooses. */
#include "model/flat.h"

enum { MOST_EXPANDED = 20000000 }; /* equations and turns of loops in one pass over the model */

/* ---- Positions ---- */

typedef struct Positions {
    const FlatModel *f;
    uint32_t *array; /* parts with dimensions, innermost first */
    int n;
    PositionVisit *visit;
    void *arg;
} Positions;

static void positions_from(Positions *p, int level, int dim, const IterValue *iters)
{
    if (level < 0) {
        p->visit(p->arg, iters);
        return;
    }
    const FlatPart *part = &p->f->part.v[p->array[level]];
    if (dim == part->ndims) {
        positions_from(p, level - 1, 0, iters);
        return;
    }
    IterValue v = {part->iter + (uint32_t)dim, 0, iters, {0}};
    for (int32_t i = 1; i <= part->dim[dim]; i++) {
        v.value = i;
        positions_from(p, level, dim + 1, &v);
    }
}

void flat_positions(const FlatModel *f, uint32_t part, PositionVisit *visit, void *arg)
{
    uint32_t array[8 * MAX_DIMS];
    Positions p = {.f = f, .array = array, .visit = visit, .arg = arg};
    for (; part && p.n < 8 * MAX_DIMS; part = f->part.v[part].parent)
        if (f->part.v[part].ndims)
            array[p.n++] = part;
    positions_from(&p, p.n - 1, 0, NULL);
}

/* ---- Equations ---- */

bool flat_count(FlatExpand *x, Span at)
{
    if (++x->count <= MOST_EXPANDED)
        return !diags_enough(x->f->ctx->diags);
    if (x->count == MOST_EXPANDED + 1)
        diag_error(x->f->ctx->diags, at,
                   "the loops and arrays of this model give more than %d equations, which is too "
                   "many",
                   MOST_EXPANDED);
    return false;
}

static void expand_for(FlatExpand *x, const FlatEq *eq, const IterValue *iters, FlatVisit *visit,
                       void *arg)
{
    Turns t;
    const FlatKnown *why = NULL;
    if (!flat_turns(x->f, eq->range, iters, &t, &why)) {
        flat_report(x->f, why, eq->span, "the range of this `for`");
        return;
    }
    IterValue v = {(uint32_t)expr_node(x->f->store, eq->iter)->payload, 0, iters, {0}};
    for (int i = 0; i < 2 && t.n; i++)
        v.end[i] = flat_turn(x->f, &t, i ? t.n - 1 : 0);
    for (int64_t i = 0; i < t.n && flat_count(x, eq->span); i++) {
        v.value = flat_turn(x->f, &t, i);
        flat_expand_list(x, &eq->branch[0].body, &v, visit, arg);
    }
}

static void expand_if(FlatExpand *x, const FlatEq *eq, const IterValue *iters, FlatVisit *visit,
                      void *arg)
{
    for (int i = 0; i < eq->nbranches; i++) {
        int64_t taken = 1;
        const FlatKnown *why = NULL;
        if (eq->branch[i].condition &&
            !flat_integer(x->f, eq->branch[i].condition, iters, &taken, &why)) {
            if (eq->open) {
                visit(arg, eq, iters);
                return;
            }
            flat_report(x->f, why, eq->span, "this condition");
            return;
        }
        if (taken) {
            flat_expand_list(x, &eq->branch[i].body, iters, visit, arg);
            return;
        }
    }
}

void flat_visit_eq(const ExprStore *s, const FlatEq *eq, void (*visit)(void *arg, Expr e),
                   void *arg)
{
    if (eq->lhs)
        expr_visit(s, eq->lhs, visit, arg);
    if (eq->rhs)
        expr_visit(s, eq->rhs, visit, arg);
    for (int k = 0; k < eq->noutputs; k++)
        if (eq->output[k])
            expr_visit(s, eq->output[k], visit, arg);
    for (int k = 0; k < eq->nbranches; k++)
        flat_visit_exprs(s, &eq->branch[k].body, visit, arg);
}

void flat_visit_exprs(const ExprStore *s, const FlatEqs *list, void (*visit)(void *arg, Expr e),
                      void *arg)
{
    for (int i = 0; i < list->n; i++)
        flat_visit_eq(s, list->v[i], visit, arg);
}

void flat_expand_list(FlatExpand *x, const FlatEqs *list, const IterValue *iters, FlatVisit *visit,
                      void *arg)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        if (!flat_count(x, eq->span))
            return;
        if (eq->kind == FE_FOR)
            expand_for(x, eq, iters, visit, arg);
        else if (eq->kind == FE_IF && eq->late && x->early)
            continue;
        else if (eq->kind == FE_IF && eq->structural)
            expand_if(x, eq, iters, visit, arg);
        else
            visit(arg, eq, iters);
    }
}

typedef struct ExpandOne {
    FlatExpand *x;
    FlatEqs eq; /* one of them */
    FlatVisit *visit;
    void *arg;
} ExpandOne;

static void expand_at(void *data, const IterValue *iters)
{
    ExpandOne *one = data;
    flat_expand_list(one->x, &one->eq, iters, one->visit, one->arg);
}

void flat_expand(FlatExpand *x, FlatVisit *visit, void *arg)
{
    x->count = 0;
    for (int i = 0; i < x->f->eq.n; i++) {
        ExpandOne one = {x, {&x->f->eq.v[i], 1, 1}, visit, arg};
        flat_positions(x->f, x->f->eq.v[i]->owner, expand_at, &one);
    }
}
