/* tables_text.c - texts for messages of the run time: equations, variables and places in the user's
 * words. Made when they are asked for, on the DAE's arena. */
#include "emit/tables_internal.h"

#include <math.h>

typedef struct Texts {
    Dae *d;
    Numbers *num;
} Texts;

static const char *keep(Dae *d, Buf *b)
{
    const char *text = arena_strdup(d->arena, buf_text(b));
    buf_free(b);
    return text;
}

const char *place_of(Dae *d, uint32_t offset)
{
    Place p = source_place(d->ctx->sources, offset);
    return p.file ? arena_printf(d->arena, "%s:%u", p.file->path, p.line) : "";
}

const char *equation_text(Dae *d, int eq)
{
    Buf b = {0};
    dae_print_eq(d, eq, &b);
    return keep(d, &b);
}

static const char *relation_text(void *arg, int relation)
{
    Dae *d = ((Texts *)arg)->d;
    Buf b = {0};
    ExprNames names = dae_names(d);
    expr_print(d->store, d->relation.v[relation].e, &names, &b);
    return keep(d, &b);
}

static const char *relation_place(void *arg, int relation)
{
    Dae *d = ((Texts *)arg)->d;
    int eq = d->relation.v[relation].eq;
    return eq < 0 ? "" : place_of(d, d->eq.v[eq].span.beg);
}

/* The equation that block b gives var by; -1: it does not. */
static int equation_for(const Block *b, uint32_t var)
{
    for (int i = 0; i < b->nassign; i++)
        if (b->assign[i].var == var && !b->assign[i].pre)
            return b->assign[i].eq;
    for (int i = 0; i < b->nmodes; i++)
        if (b->mode[i].var == var)
            return b->mode[i].eq;
    for (int i = 0; i < b->ntorn; i++)
        if (b->torn[i] == var)
            return b->residual_eq[i];
    return -1;
}

static const char *defining(void *arg, int number, const char **place)
{
    Dae *d = ((Texts *)arg)->d;
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++) {
        int eq = equation_for(s->block[i], (uint32_t)number);
        if (eq < 0)
            continue;
        *place = place_of(d, d->eq.v[eq].span.beg);
        return equation_text(d, eq);
    }
    return NULL;
}

static int equation_variables(void *arg, int block, int residual, int room, int *var)
{
    Texts *t = arg;
    int eq = t->num->block[block]->residual_eq[residual];
    if (eq < 0 || t->d->eq.v[eq].kind != EQ_SCALAR)
        return 0;
    Expr sides[2] = {t->d->eq.v[eq].lhs, t->d->eq.v[eq].rhs};
    VarList all = expr_vars(t->d->store, t->d->arena, 2, sides);
    int n = 0;
    for (int i = 0; i < all.n && n < room; i++)
        if (!t->d->var.v[all.var[i]].hidden)
            var[n++] = (int)all.var[i];
    return n;
}

static const char *block_equation(void *arg, int block, int residual, const char **place)
{
    Texts *t = arg;
    int eq = t->num->block[block]->residual_eq[residual];
    if (eq < 0)
        return NULL;
    *place = place_of(t->d, t->d->eq.v[eq].span.beg);
    return equation_text(t->d, eq);
}

/* The constraint as written. */
static const char *set_equation(void *arg, int set, int row, const char **place)
{
    Texts *t = arg;
    int eq = t->d->set.v[set].eq[row];
    while (t->d->eq.v[eq].ndiff)
        eq = (int)t->d->eq.v[eq].source - 1;
    *place = place_of(t->d, t->d->eq.v[eq].span.beg);
    return equation_text(t->d, eq);
}

uint32_t users_variable(const Dae *d, uint32_t number)
{
    for (uint32_t i = 0; i < d->nflat && number >= d->nflat; i++)
        if (d->var.v[i].alias == number && d->var.v[i].alias_sign > 0 && !d->var.v[i].hidden)
            return i;
    return number;
}

static const char *variable_name(void *arg, int number)
{
    Dae *d = ((Texts *)arg)->d;
    Buf b = {0};
    dae_var_name(d, users_variable(d, (uint32_t)number), &b);
    return keep(d, &b);
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
    dae_var_name(w->d, users_variable(w->d, var), &w->text);
    buf_printf(&w->text, " = %g", w->m->v[var]);
}

/* The values in the condition of the assertion at a position; NULL if it is not one of the model's.
 */
static const char *assert_values(void *arg, const KInst *m, int number)
{
    Dae *d = ((Texts *)arg)->d;
    Values w = {.d = d, .m = m};
    for (int k = 0; k < d->eq.n && !w.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind == EQ_ASSERT && !eq->removed && (int)eq->span.beg == number &&
            expr_value(d->store, eq->rhs, m->v, m->time) == 0)
            expr_visit(d->store, eq->rhs, add_value, &w);
    }
    return w.n ? keep(d, &w.text) : NULL;
}

static const char *assert_place(void *arg, int number)
{
    return place_of(((Texts *)arg)->d, (uint32_t)number);
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
    return keep(d, &b);
}

static const char *look_at(Dae *d, const KInst *m, int n, const Assign *a)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NO_ALIAS && !a[i].pre && d->var.v[a[i].var].type == T_REAL &&
            !isfinite(m->v[a[i].var]))
            return explain(d, m, a[i].eq, a[i].value, a[i].var);
    return NULL;
}

static const char *look_at_parameters(Dae *d, const KInst *m)
{
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->kind != DV_PARAMETER || v->alias != NO_ALIAS || v->type != T_REAL || !v->binding ||
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
static const char *locate(void *arg, KInst *m)
{
    Dae *d = ((Texts *)arg)->d;
    const System *s = dae_system(d, m->initial ? SYSTEM_INITIAL : SYSTEM_SIMULATION);
    const char *text = look_at_parameters(d, m);
    for (int i = 0; i < s->nblocks && !text; i++) {
        const Block *b = s->block[i];
        text = look_at(d, m, b->nassign, b->assign);
        if (text && b->n > 1 && b->kind == BLOCK_LINEAR && strstr(text, "division by zero"))
            text = arena_printf(d->arena, "%d linear equations are singular: %s", b->n, text);
        for (int k = 0; k < b->ntorn && !text; k++)
            if (!isfinite(expr_value(d->store, b->residual[k], m->v, m->time)) &&
                !isfinite(m->v[b->torn[k]]))
                text = explain(d, m, b->residual_eq[k], b->residual[k], b->torn[k]);
    }
    return text;
}

void tables_texts(Dae *d, Numbers *num, KModel *model)
{
    Texts *t = ARENA_NEW(d->arena, Texts);
    *t = (Texts){d, num};
    model->arg = t;
    model->relation_text = relation_text;
    model->relation_place = relation_place;
    model->defining = defining;
    model->equation_variables = equation_variables;
    model->block_equation = block_equation;
    model->variable_name = variable_name;
    model->set_equation = set_equation;
    model->assert_place = assert_place;
    model->assert_values = assert_values;
    model->locate = locate;
}
