/* when.c - variables that `when` makes discrete, and `pre` of others.
 *
 * A Real changes at events only if it is declared `discrete` or assigned in a when-clause
 * (specification, 3.8). `pre` and `change` of any other Real make sense only inside a when-clause
 * (3.7.5.1), which is known once all equations have been typed. Linear in the equations, and done
 * only for models with such a `pre`. */
#include "model/flat_internal.h"

/* ---- What is assigned in when-clauses ---- */

static void note_target(Model *m, Expr ref)
{
    if (ref && expr_op(m->store, ref) == EX_CREF)
        map_set(&m->when_target, m->arena, expr_node(m->store, ref)->payload, 1);
}

static void note_targets(Model *m, FlatEq *const *eq, int n, bool in_when)
{
    for (int i = 0; i < n; i++) {
        bool inside = in_when || eq[i]->kind == FE_WHEN;
        if (in_when && eq[i]->kind == FE_EQUAL)
            note_target(m, eq[i]->lhs);
        for (int k = 0; in_when && eq[i]->kind == FE_CALL && k < eq[i]->noutputs; k++)
            note_target(m, eq[i]->output[k]);
        for (int k = 0; k < eq[i]->nbranches; k++)
            note_targets(m, eq[i]->branch[k].body.v, eq[i]->branch[k].body.n, inside);
    }
}

/* The variable a reference means, whatever its subscripts. */
static void note_written(Env *env, const SynExp *e)
{
    Model *m = env->m;
    if (!e || e->kind != XP_REF)
        return;
    SynRef *plain = arena_copy(m->arena, e->ref, sizeof *plain + e->ref->n * sizeof plain->part[0]);
    for (int i = 0; i < plain->n; i++)
        plain->part[i].nsubs = 0;
    int mark = diags_mark(m->ctx->diags);
    note_target(m, resolve_ref(env, plain, e->span));
    diags_rollback(m->ctx->diags, mark); /* mistakes are reported when the statement is typed */
}

static void note_statements(Env *env, SynEqu *const *item, int n, bool in_when)
{
    for (int i = 0; i < n; i++) {
        const SynEqu *q = item[i];
        bool tuple = q->kind == SE_ASSIGN && q->lhs->kind == XP_TUPLE;
        if (in_when && q->kind == SE_ASSIGN && !tuple)
            note_written(env, q->lhs);
        for (int k = 0; in_when && tuple && k < q->lhs->n; k++)
            note_written(env, q->lhs->arg[k]);
        for (int k = 0; k < q->nbranches; k++)
            note_statements(env, q->branch[k].body, q->branch[k].n, in_when || q->kind == SE_WHEN);
    }
}

static bool is_assigned_in_when(const Model *m, const Comp *c)
{
    for (; c; c = c->parent)
        if (map_get(&m->when_target, c->id, 0))
            return true;
    return false;
}

/* ---- pre ---- */

bool pre_is_allowed(Model *m, Expr pre, Span at)
{
    ExprOp op = expr_op(m->store, pre);
    if (op != EX_PRE && op != EX_CHANGE)
        return true;
    Expr ref = expr_arg(m->store, pre, 0);
    if (expr_op(m->store, ref) != EX_CREF || expr_variability(m, ref) != VARY_CONTINUOUS)
        return true;
    const Comp *c = m->comp.v[expr_node(m->store, ref)->payload];
    if (is_assigned_in_when(m, c))
        return true;
    refuse(m, at,
           "`%s` of `%s`, which varies continuously, can only be used in the body of a `when`",
           op_info[op].text, comp_name_text(m, c));
    remark(m, c->decl->name_span, "it is declared here");
    if (op == EX_CHANGE)
        remark(m, at,
               "`change` is for what changes at events only; when `%s` reaches a value is said "
               "by a relation, as in `when %s > 0.5 then`",
               comp_name_text(m, c), comp_name_text(m, c));
    else
        remark(m, at,
               "how fast `%s` changes is der(%s), the value it had some time ago is "
               "delay(%s, 0.1); a variable that is set in a `when` has a `pre`",
               comp_name_text(m, c), comp_name_text(m, c), comp_name_text(m, c));
    return false;
}

typedef struct PreCheck {
    Model *m;
    Span at;
} PreCheck;

static void check_node(void *arg, Expr e)
{
    PreCheck *c = arg;
    pre_is_allowed(c->m, e, c->at);
}

static void check_equations(Model *m, FlatEq *const *eq, int n)
{
    for (int i = 0; i < n; i++) {
        PreCheck c = {m, eq[i]->span};
        if (eq[i]->initial) /* where all expressions change at events only (3.8.4) */
            continue;
        Expr part[] = {eq[i]->lhs, eq[i]->rhs, eq[i]->message};
        for (size_t k = 0; k < sizeof part / sizeof *part; k++)
            if (part[k])
                expr_visit(m->store, part[k], check_node, &c);
        for (int k = 0; k < eq[i]->nbranches; k++) {
            if (eq[i]->branch[k].condition)
                expr_visit(m->store, eq[i]->branch[k].condition, check_node, &c);
            if (eq[i]->kind != FE_WHEN)
                check_equations(m, eq[i]->branch[k].body.v, eq[i]->branch[k].body.n);
        }
    }
}

void check_pre(Model *m)
{
    FlatModel *f = m->flat;
    bool algorithms = false; /* they are typed later: pre_is_allowed is asked then */
    for (int i = 0; i < f->eq.n; i++)
        algorithms = algorithms || f->eq.v[i]->kind == FE_ALGORITHM;
    if (!m->uses_pre && !algorithms)
        return;
    note_targets(m, f->eq.v, f->eq.n, false);
    for (int i = 0; i < f->eq.n; i++)
        if (f->eq.v[i]->kind == FE_ALGORITHM) {
            const FlatSource *from = f->eq.v[i]->source;
            Env env = env_in(m, from->scope);
            note_statements(&env, from->section->item, from->section->n, false);
        }
    if (m->uses_pre)
        check_equations(m, f->eq.v, f->eq.n);
    m->when_known = true;
}
