/* sheet_relax.c - linear systems relaxed, as relax() says (RX-31, RX-32, RX-41): the elimination of
 * relaxed_solve.c, with every value that it makes named Q101, Q102 ..., as the paper prints it. */
#include "dae/relaxed.h"
#include "dae/sheet_internal.h"

/* The coefficients as the elimination takes them. */
static LinearForm *forms_of(Solve *k, const SheetBlock *b)
{
    LinearForm *form = ARENA_ARRAY(k->a, LinearForm, b->n);
    for (int i = 0, at = 0; i < b->n; i++) {
        int n = at;
        while (n < b->nentries && b->entry[n].row == i)
            n++;
        form[i].var = ARENA_ARRAY(k->a, VarId, n - at + 1);
        form[i].coef = ARENA_ARRAY(k->a, Expr, n - at + 1);
        form[i].rest = expr_real(k->st, 0);
        for (; at < n; at++) {
            const SheetEntry *e = &b->entry[at];
            if (e->col == b->n) {
                form[i].rest = expr_neg(k->st, e->value);
                continue;
            }
            form[i].var[form[i].n] = b->unknown[e->col];
            form[i].coef[form[i].n++] = e->value;
        }
    }
    return form;
}

static void take_assigns(Solve *k, SheetBlock *b, const LinearSystem *s, const RelaxedForm *f)
{
    AssignList out = {0};
    for (int pass = 0; pass < 2; pass++) {
        const AssignVec *list = pass ? &s->after : &s->before;
        for (int i = 0; i < list->n; i++) {
            int eq = list->v[i].eq;
            SheetAssign a = {list->v[i].var,
                             list->v[i].value,
                             eq >= 0 ? k->d->eq.v[eq].owner : 0,
                             pass ? f->order_after[i] : f->order_before[i],
                             0,
                             0};
            vec_push(k->a, &out, a);
        }
    }
    b->assign = out.v;
    b->nassign = out.n;
}

typedef struct Values {
    Solve *k;
    Map value; /* variable + 1 -> its value written out */
} Values;

static Expr put_value(void *arg, Expr e)
{
    const Values *v = arg;
    ExprStore *st = v->k->st;
    return expr_op(st, e) == EX_VAR ? map_get(&v->value, (uint64_t)var_number(st, e) + 1, e) : e;
}

/* The system that is left, written out (RX-41). */
static void take_left(Solve *k, SheetBlock *b, const LinearSystem *s)
{
    Values v = {.k = k};
    VEC(SheetEntry) out = {0};
    for (int i = 0; i < s->before.n && s->nleft; i++) {
        Expr e = expr_replace(k->st, s->before.v[i].value, put_value, &v);
        if (expr_node(k->st, e)->size <= FULL_LIMIT)
            map_set(&v.value, k->a, (uint64_t)s->before.v[i].var + 1, e);
    }
    b->nleft = s->nleft;
    b->left = ARENA_ARRAY(k->a, VarId, s->nleft + 1);
    for (int i = 0; i < s->nleft; i++) {
        const LinearForm *f = &s->form[s->row_left[i]];
        b->left[i] = s->var[s->col_left[i]];
        for (int j = 0; j < s->nleft; j++)
            for (int m = 0; m < f->n; m++)
                if (f->var[m] == s->var[s->col_left[j]])
                    vec_push(k->a, &out, ((SheetEntry){j, i, f->coef[m]}));
        if (f->rest && !expr_is_zero(k->st, f->rest))
            vec_push(k->a, &out, ((SheetEntry){s->nleft, i, expr_neg(k->st, f->rest)}));
    }
    for (int i = 0; i < out.n; i++)
        out.v[i].value = expr_replace(k->st, out.v[i].value, put_value, &v);
    b->left_entry = out.v;
    b->nleft_entries = out.n;
}

/* The equations in the order of the elimination, each with what it is solved for. */
static void take_order(Solve *k, SheetBlock *b, const RelaxedForm *f)
{
    int *row = arena_copy(k->a, b->row, (size_t)b->n * sizeof *row);
    VarId *unknown = arena_copy(k->a, b->unknown, (size_t)b->n * sizeof *unknown);
    for (int i = 0; i < f->nsteps; i++) {
        b->row[i] = row[f->step_row[i]];
        b->eq[i] = k->p->row.v[b->row[i]].eq;
        b->unknown[i] = unknown[f->step_col[i]];
        k->s->solved[b->eq[i]] = b->unknown[i];
    }
}

bool relax_system(Solve *k, SheetBlock *b)
{
    int *col = ARENA_ARRAY(k->a, int, b->n + 1);
    for (int i = 0; i < b->n; i++)
        col[i] = problem_col(k->p, b->unknown[i]);
    RelaxedForm *f = relaxed_form(k->p, b->row, col, b->n);
    if (!f || f->nover)
        return false;
    LinearSystem s = {.p = k->p, .plan = k->plan, .n = b->n, .var = b->unknown, .eq = b->eq};
    s.form = forms_of(k, b);
    for (int i = 0; i < b->n; i++)
        k->p->local[col[i]] = i;
    relaxed_eliminate(&s, f, true);
    for (int i = 0; i < b->n; i++)
        k->p->local[col[i]] = LOCAL_NONE;
    if (f->nsteps < b->n)
        return false;
    take_assigns(k, b, &s, f);
    take_left(k, b, &s);
    take_order(k, b, f);
    b->kind = SB_RELAXED;
    return true;
}
