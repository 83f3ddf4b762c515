/* tables_text.c - what messages of the run time say beyond the tables of rt/texts.h, because the
 * compiler can evaluate expressions: the values in an assertion that failed, and the operation that
 * gives a value that is not finite. */
#include "emit/tables_internal.h"

#include "rt/run.h"

#include <math.h>

typedef struct Texts {
    KTexts t; /* first: KModel.texts */
    Dae *d;
    Numbers *num;
} Texts;

static void fill(KTexts *t)
{
    tables_words(((Texts *)t)->d, ((Texts *)t)->num, t);
}

/* ---- Assertions ---- */

enum { MOST_VALUES = 6 };

typedef struct Values {
    Dae *d;
    const KInst *m;
    Buf text;
    int n;
} Values;

static void add_value(void *arg, Expr e)
{
    Values *w = arg;
    if (expr_op(w->d->store, e) != EX_VAR)
        return;
    uint32_t var = (uint32_t)expr_node(w->d->store, e)->payload;
    const DaeVar *v = &w->d->var.v[var];
    if (v->hidden || v->type == T_STRING || v->kind == DV_CONSTANT || w->n == MOST_VALUES)
        return;
    buf_puts(&w->text, w->n++ ? ", " : "");
    buf_printf(&w->text, "%s = %g", k_texts(k_inst_model(w->m))->name[var], w->m->v[var]);
}

/* The values in the condition of the assertion at a position; NULL if it is not one of the model's.
 */
static const char *assert_values(KTexts *t, const KInst *m, int number)
{
    Dae *d = ((Texts *)t)->d;
    Values w = {.d = d, .m = m};
    for (int k = 0; k < d->eq.n && !w.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind == EQ_ASSERT && !eq->removed && (int)eq->span.beg == number &&
            expr_value(d->store, eq->rhs, m->v, m->time) == 0)
            expr_visit(d->store, eq->rhs, add_value, &w);
    }
    return w.n ? dae_text(d, &w.text) : NULL;
}

static const char *place(KTexts *t, int number)
{
    return place_of(((Texts *)t)->d, (uint32_t)number);
}

/* ---- The first value that is not finite ---- */

typedef struct Culprit {
    Dae *d;
    const KInst *m;
    const char *why; /* NULL: not found */
    Expr at;
} Culprit;

/* Operands are seen before users, so the innermost reason comes first. */
static void look_for_reason(void *arg, Expr e)
{
    Culprit *c = arg;
    const ExprStore *s = c->d->store;
    if (c->why || expr_node(s, e)->nargs < 1)
        return;
    Expr last = expr_arg(s, e, expr_node(s, e)->nargs - 1);
    double x = expr_value(s, last, c->m->v, c->m->time);
    switch (expr_op(s, e)) {
    case EX_DIV:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        if (x == 0)
            c->why = "division by zero";
        break;
    case EX_SQRT:
        if (x < 0)
            c->why = "square root of a negative number";
        break;
    case EX_LOG:
    case EX_LOG10:
        if (x <= 0)
            c->why = "logarithm of a number that is not positive";
        break;
    case EX_ASIN:
    case EX_ACOS:
        if (fabs(x) > 1)
            c->why = "argument of asin or acos outside -1 .. 1";
        break;
    default:
        break;
    }
    c->at = last;
}

/* The variables of e and what they are. */
static void put_values(Dae *d, const KInst *m, Expr e, Buf *b)
{
    enum { MOST = 6 };
    VarList all = expr_vars(d->store, d->arena, 1, &e);
    int n = 0;
    for (int i = 0; i < all.n && n < MOST; i++) {
        if (d->var.v[all.var[i]].hidden || d->var.v[all.var[i]].type == T_STRING)
            continue;
        buf_puts(b, n++ ? ", " : "\n  with ");
        dae_var_name(d, all.var[i], b);
        buf_printf(b, " = %g", m->v[all.var[i]]);
    }
}

static const char *explain(Dae *d, const KInst *m, int eq, Expr value, uint32_t var)
{
    Culprit c = {.d = d, .m = m};
    Buf b = {0};
    expr_visit(d->store, value, look_for_reason, &c);
    ExprNames names = dae_names(d);
    if (c.why) {
        buf_printf(&b, "%s (`", c.why);
        expr_print(d->store, c.at, &names, &b);
        buf_printf(&b, "` is %g) in", expr_value(d->store, c.at, m->v, m->time));
    } else {
        buf_putc(&b, '`');
        dae_var_name(d, var, &b);
        buf_printf(&b, "` is not finite in");
    }
    buf_putc(&b, ' ');
    if (eq >= 0) {
        dae_print_eq(d, eq, &b);
        const char *place = place_of(d, d->eq.v[eq].span.beg);
        if (*place)
            buf_printf(&b, " (%s)", place);
    } else {
        expr_print(d->store, value, &names, &b);
    }
    put_values(d, m, value, &b);
    return dae_text(d, &b);
}

static const char *look_at(Dae *d, const KInst *m, int n, const Assign *a)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NONE && !a[i].pre && d->var.v[a[i].var].type == T_REAL &&
            !isfinite(m->v[a[i].var]))
            return explain(d, m, a[i].eq, a[i].value, a[i].var);
    return NULL;
}

static const char *look_at_parameters(Dae *d, const KInst *m)
{
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->kind != DV_PARAMETER || v->alias != NONE || v->type != T_REAL || !v->binding ||
            isfinite(m->v[i]))
            continue;
        const char *text = explain(d, m, -1, v->binding, (uint32_t)i);
        const char *place = place_of(d, v->span.beg);
        return *place ? arena_printf(d->arena, "%s (%s)", text, place) : text;
    }
    return NULL;
}

/* Values are as the failed evaluation left them: the first in order of evaluation that is not
 * finite is the culprit. */
static const char *locate(KTexts *t, KInst *m)
{
    Dae *d = ((Texts *)t)->d;
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    const char *text = look_at_parameters(d, m);
    for (int i = 0; i < s->nblocks && !text; i++) {
        const Block *b = s->block[i];
        text = look_at(d, m, b->nassign, b->assign);
        if (text && b->n > 1 && b->kind == BLOCK_LINEAR && strstr(text, "division by zero"))
            text = arena_printf(d->arena, "%d linear equations are singular: %s", b->n, text);
        for (int k = 0; k < b->core->ntorn && !text; k++)
            if (!isfinite(expr_value(d->store, b->core->residual[k], m->v, m->time)) &&
                !isfinite(m->v[b->core->torn[k]]))
                text =
                    explain(d, m, b->core->residual_eq[k], b->core->residual[k], b->core->torn[k]);
    }
    return text;
}

void tables_texts(Dae *d, Numbers *num, KModel *model)
{
    Texts *t = ARENA_NEW(d->arena, Texts);
    *t = (Texts){{.fill = fill, .place = place, .assert_values = assert_values, .locate = locate},
                 .d = d,
                 .num = num};
    model->texts = &t->t;
}
