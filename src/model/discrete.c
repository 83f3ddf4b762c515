/* discrete.c - mistakes with what changes at events, found in the flat model as it is written: a
 * state that `when` assigns to, a variable in two `when` clauses, a value that is meant as it was
 * before the event. Structure would show them too, in equations that nobody wrote. */
#include "model/flat_internal.h"

typedef struct Discrete {
    Model *m;
    FlatModel *f;
    ExprStore *s;
    Expr wanted; /* reference that is searched for */
    Map state;   /* differentiated references */
    Map given;   /* reference -> place in `when` + 1 of what assigns to it */
    VEC(const FlatEq *) when;
} Discrete;

static const char *ref_text(Discrete *c, Expr e)
{
    ExprNames names = flat_names(c->f);
    Buf b = {0};
    expr_print(c->s, e, &names, &b);
    const char *text = arena_strdup(c->m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static void note_state(void *arg, Expr e)
{
    Discrete *c = arg;
    if (expr_op(c->s, e) == EX_DER && expr_op(c->s, expr_arg(c->s, e, 0)) == EX_CREF)
        map_set(&c->state, c->m->arena, expr_arg(c->s, e, 0), 1);
}

static void find_states(Discrete *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        if (eq->lhs)
            expr_visit(c->s, eq->lhs, note_state, c);
        if (eq->rhs)
            expr_visit(c->s, eq->rhs, note_state, c);
        for (int k = 0; k < eq->nbranches && eq->kind != FE_WHEN; k++)
            find_states(c, &eq->branch[k].body);
    }
}

/* Whether `wanted` occurs with its present value. */
static bool occurs(Discrete *c, Expr e, int depth)
{
    if (e == c->wanted)
        return true;
    if (op_hides_vars(expr_op(c->s, e)) || depth > 100)
        return false;
    for (uint32_t i = 0; i < expr_node(c->s, e)->nargs; i++)
        if (occurs(c, expr_arg(c->s, e, i), depth + 1))
            return true;
    return false;
}

static bool is_continuous(Discrete *c, Expr e)
{
    return type_info(expr_types(c->s), expr_type(c->s, e))->base == TY_REAL;
}

/* x is a term of the sum by itself. */
static bool is_term(Discrete *c, Expr sum, Expr x)
{
    for (uint32_t i = 0; i < expr_node(c->s, sum)->nargs; i++)
        if (expr_op(c->s, sum) == EX_ADD && expr_arg(c->s, sum, i) == x)
            return true;
    return false;
}

/* i = i + 1. An equation may determine a Real that is on both sides, but not so. */
static void check_own(Discrete *c, const FlatEq *eq)
{
    c->wanted = eq->lhs;
    if (is_continuous(c, eq->lhs) ? !is_term(c, eq->rhs, eq->lhs) : !occurs(c, eq->rhs, 0))
        return;
    const char *name = ref_text(c, eq->lhs);
    refuse(c->m, eq->span, "`%s` is on both sides: its value before the event is `pre(%s)`", name,
           name);
}

static void check_assigned(Discrete *c, const FlatEq *when, const FlatEq *eq)
{
    const char *name = ref_text(c, eq->lhs);
    if (map_get(&c->state, eq->lhs, 0)) {
        refuse(c->m, eq->span,
               "`%s` is a state, which its derivative determines; a new value at an event is given "
               "by reinit(%s, ...)",
               name, name);
        return;
    }
    uint32_t k = map_get(&c->given, eq->lhs, 0);
    if (k && c->when.v[k - 1] != when) {
        refuse(c->m, when->span, "two `when` clauses determine `%s`; make it one with `elsewhen`",
               name);
        remark(c->m, c->when.v[k - 1]->span, "this is the other one");
        return;
    }
    if (!k) {
        vec_push(c->m->arena, &c->when, when);
        map_set(&c->given, c->m->arena, eq->lhs, (uint32_t)c->when.n);
    }
    check_own(c, eq);
}

/* x == 0.5 of Reals */
static void check_condition(Discrete *c, const FlatEq *when, Expr e, int depth)
{
    ExprOp op = expr_op(c->s, e);
    bool joins = op == EX_AND || op == EX_OR || op == EX_ARRAY || op == EX_NOT;
    for (uint32_t i = 0; joins && depth < 50 && i < expr_node(c->s, e)->nargs; i++)
        check_condition(c, when, expr_arg(c->s, e, i), depth + 1);
    if (op != EX_EQ || !is_continuous(c, expr_arg(c->s, e, 0)) ||
        expr_variability(c->m, e) <= VARY_PARAMETER)
        return;
    const char *left = ref_text(c, expr_arg(c->s, e, 0));
    const char *right = ref_text(c, expr_arg(c->s, e, 1));
    diag_warning(c->m->ctx->diags, when->span,
                 "`%s == %s` of Reals is hardly ever true, and no event finds it: write `%s >= %s` "
                 "or `%s <= %s`",
                 left, right, left, right, left, right);
}

static void check_list(Discrete *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        if (eq->kind == FE_EQUAL && !eq->initial && expr_op(c->s, eq->lhs) == EX_CREF &&
            !is_continuous(c, eq->lhs))
            check_own(c, eq);
        for (int k = 0; k < eq->nbranches && eq->kind == FE_WHEN; k++) {
            check_condition(c, eq, eq->branch[k].condition, 0);
            const FlatEqs *body = &eq->branch[k].body;
            for (int j = 0; j < body->n; j++)
                if (body->v[j]->kind == FE_EQUAL && expr_op(c->s, body->v[j]->lhs) == EX_CREF)
                    check_assigned(c, eq, body->v[j]);
        }
    }
}

static bool has_clock(Discrete *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->v[i]->kind == FE_WHEN &&
            type_info(expr_types(c->s), expr_type(c->s, list->v[i]->branch[0].condition))->base ==
                TY_CLOCK)
            return true;
    return false;
}

void check_discrete(Model *m)
{
    Discrete c = {.m = m, .f = m->flat, .s = m->store};
    if (m->flat->machines || has_clock(&c, &m->flat->eq)) /* variables in states, or on clocks */
        return;
    bool whens = false;
    for (int i = 0; i < m->flat->eq.n; i++)
        whens = whens || m->flat->eq.v[i]->kind == FE_WHEN;
    if (whens)
        find_states(&c, &m->flat->eq);
    check_list(&c, &m->flat->eq);
}
