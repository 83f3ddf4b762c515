/* discrete.c - mistakes with what changes at events, found in the flat model as it is written: a
 * state that `when` assigns to, a variable in two `when` clauses, a value that is meant as it was
 * before the event, a `when` whose time is over before the run begins. Structure would show them
 * too, in equations that nobody wrote. */
#include "model/eval.h"
#include "model/flat_internal.h"

#include <math.h>
#include <stdio.h>

/* A value that `reinit` gives. */
typedef struct NewValue {
    Expr state, condition;
    const FlatEq *when;
    const FlatEqs *body; /* what it stands in */
} NewValue;

typedef struct Discrete {
    Model *m;
    FlatModel *f;
    ExprStore *s;
    Expr wanted; /* reference that is searched for */
    Map state;   /* differentiated references */
    Map moves;   /* the parts they are of */
    Map given;   /* reference -> place in `when` + 1 of what assigns to it */
    VEC(const FlatEq *) when;
    VEC(NewValue) reinit;
    Map equal; /* reference -> what an equation says it is */
    int looks; /* at expressions, that are left */
    Span at;   /* the equation looked at */
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

static bool is_in_users_file(const Discrete *c, Span at)
{
    Sources *all = c->m->ctx->sources;
    return source_place(all, at.beg).file == source_place(all, c->f->span.beg).file;
}

/* der(k) of a parameter is 0, which nobody writes on purpose. */
static void check_derivative(Discrete *c, Expr e)
{
    Expr of = expr_op(c->s, e) == EX_DER ? expr_arg(c->s, e, 0) : 0;
    if (!of || expr_op(c->s, of) != EX_CREF || expr_variability(c->m, of) > VARY_PARAMETER ||
        !is_in_users_file(c, c->at))
        return;
    const char *name = ref_text(c, of);
    diag_warning(
        c->m->ctx->diags, c->at,
        "`%s` is a parameter and never changes: der(%s) is 0; what changes is declared without "
        "`parameter`, its first value as in Real %s(start = 1, fixed = true)",
        name, name, name);
}

static void note_state(void *arg, Expr e)
{
    Discrete *c = arg;
    check_derivative(c, e);
    if (expr_op(c->s, e) == EX_DER && expr_op(c->s, expr_arg(c->s, e, 0)) == EX_CREF) {
        Expr of = expr_arg(c->s, e, 0);
        map_set(&c->state, c->m->arena, of, 1);
        map_set(&c->moves, c->m->arena, expr_node(c->s, of)->payload, 1);
    }
}

static void find_states(Discrete *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        c->at = eq->span;
        if (eq->kind == FE_EQUAL && !eq->initial && expr_op(c->s, eq->lhs) == EX_CREF)
            map_set(&c->equal, c->m->arena, eq->lhs, eq->rhs);
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
    if (!occurs(c, eq->rhs, 0))
        return;
    const char *name = ref_text(c, eq->lhs);
    if (is_continuous(c, eq->lhs) && !is_term(c, eq->rhs, eq->lhs)) {
        diag_warning(c->m->ctx->diags, eq->span,
                     "`%s` is on both sides, so that this is solved for it: its value before the "
                     "event is `pre(%s)`",
                     name, name);
        return;
    }
    refuse(c->m, eq->span, "`%s` is on both sides: its value before the event is `pre(%s)`", name,
           name);
}

/* s = s + a[i], outside of `when`: it says that a[i] is 0. */
static void check_cancelled(Discrete *c, const FlatEq *eq)
{
    if (!is_term(c, eq->rhs, eq->lhs) || !is_in_users_file(c, eq->span))
        return;
    const char *name = ref_text(c, eq->lhs);
    diag_warning(
        c->m->ctx->diags, eq->span,
        "`%s` is on both sides and cancels out: an equation is no assignment; in an "
        "algorithm it is `%s := %s + ...`, a sum over a loop is sum(...), a rate of change "
        "is der(%s) = ...",
        name, name, name, name);
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

/* when time > last + 1 then last = time: the assignment makes the condition false that led to it.
 */
static void check_own_condition(Discrete *c, const FlatEq *when, Expr condition, Expr target)
{
    c->wanted = target;
    if (map_get(&c->state, target, 0) || !occurs(c, condition, 0))
        return;
    const char *name = ref_text(c, target);
    diag_warning(c->m->ctx->diags, when->span,
                 "the condition of this `when` depends on `%s`, which the `when` itself determines "
                 "at that instant: its value before the event is `pre(%s)`",
                 name, name);
}

/* x > limit, with a variable of time or its limit on either side; false: it is something else. */
static bool is_limit(Discrete *c, Expr e, Expr *x, Expr *limit)
{
    ExprOp op = expr_op(c->s, e);
    if (op != EX_GT && op != EX_GE && op != EX_LT && op != EX_LE)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        *x = expr_arg(c->s, e, i);
        *limit = expr_arg(c->s, e, !i);
        if (expr_op(c->s, *x) == EX_CREF && expr_variability(c->m, *x) == VARY_CONTINUOUS &&
            expr_variability(c->m, *limit) <= VARY_PARAMETER)
            return true;
    }
    return false;
}

/* when T > 350 then Q = k*(T - 350): a law that is to hold as long as the condition does. At the
 * instant T is 350, so the difference is 0. */
static void check_law(Discrete *c, const FlatEq *when, Expr condition, const FlatEq *eq)
{
    Expr x, limit;
    if (!is_limit(c, condition, &x, &limit) || !is_continuous(c, eq->lhs) ||
        !is_in_users_file(c, eq->span))
        return;
    c->wanted = x;
    if (!occurs(c, eq->rhs, 0))
        return;
    c->wanted = limit;
    if (when->nbranches < 2 && !occurs(c, eq->rhs, 0))
        return;
    diag_warning(c->m->ctx->diags, eq->span,
                 "`%s` gets this value when `%s` becomes true, and keeps it: `%s` is `%s` at that "
                 "instant; what holds as long as a condition does is given by `if`",
                 ref_text(c, eq->lhs), ref_text(c, condition), ref_text(c, x), ref_text(c, limit));
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
    Expr of = expr_arg(c->s, e, 0);
    if (expr_op(c->s, of) == EX_MOD) { /* mod(time, 1) == 0 */
        diag_warning(
            c->m->ctx->diags, when->span,
            "`%s == %s` of Reals is hardly ever true, and no event finds it: at regular instants "
            "`sample(0, %s)` is true",
            left, right, ref_text(c, expr_arg(c->s, of, 1)));
        return;
    }
    diag_warning(c->m->ctx->diags, when->span,
                 "`%s == %s` of Reals is hardly ever true, and no event finds it: write `%s >= %s` "
                 "or `%s <= %s`",
                 left, right, left, right, left, right);
}

/* Whether time or a state is in it, by itself or by the equations x = ... of what is: what a `when`
 * gives, a clock, or `if time > 1 then 1 else 2` is a Real that keeps its value. */
static bool moves(Discrete *c, Expr e, int depth)
{
    ExprOp op = expr_op(c->s, e);
    if (depth > 20 || c->looks-- < 0 || op_hides_vars(op) ||
        expr_variability(c->m, e) != VARY_CONTINUOUS)
        return false;
    if (op == EX_TIME || (op == EX_CREF && map_get(&c->state, e, 0)))
        return true;
    Expr by = op == EX_CREF ? map_get(&c->equal, e, 0) : 0;
    bool found = by && moves(c, by, depth + 1);
    for (uint32_t i = op == EX_IF; op != EX_CREF && !found && i < expr_node(c->s, e)->nargs; i++)
        found = moves(c, expr_arg(c->s, e, i), depth + 1);
    return found;
}

static bool is_moving(Discrete *c, Expr a, Expr b)
{
    c->looks = 1000;
    return moves(c, a, 0) || moves(c, b, 0);
}

/* The same in an equation, where it makes events but holds at instants only. In noEvent it keeps a
 * division from 0, and is meant so. */
static void check_equality(void *arg, Expr e)
{
    Discrete *c = arg;
    if (expr_op(c->s, e) != EX_EQ || !is_continuous(c, expr_arg(c->s, e, 0)) ||
        expr_node(c->s, e)->flags & EF_NOEVENT || !is_in_users_file(c, c->at) ||
        !is_moving(c, expr_arg(c->s, e, 0), expr_arg(c->s, e, 1)))
        return;
    const char *left = ref_text(c, expr_arg(c->s, e, 0));
    const char *right = ref_text(c, expr_arg(c->s, e, 1));
    diag_warning(
        c->m->ctx->diags, c->at,
        "`%s == %s` of Reals that vary in time holds at an instant at most: write `%s >= %s`, "
        "or that their difference is small",
        left, right, left, right);
}

/* time >= T with a T that is not after the start */
static void check_begun(Discrete *c, const FlatEq *when, Expr e)
{
    ExprOp op = expr_op(c->s, e);
    bool right = op == EX_GE || op == EX_GT, left = op == EX_LE || op == EX_LT;
    if (!right && !left)
        return;
    Expr time = expr_arg(c->s, e, left), limit = expr_arg(c->s, e, right);
    if (expr_op(c->s, time) != EX_TIME || expr_variability(c->m, limit) > VARY_PARAMETER)
        return;
    Value *v = eval_try(c->m, limit, NULL);
    double start = !isnan(c->m->begin) ? c->m->begin : isnan(c->f->start) ? 0 : c->f->start;
    if (v && v->n == 1 &&
        (v->num[0] < start || (v->num[0] == start && (op == EX_GE || op == EX_LE))))
        diag_warning(c->m->ctx->diags, when->span,
                     "`%s` is true at the start already, so it never becomes true: what is in this "
                     "`when` never happens; `when initial()` is for the start",
                     ref_text(c, e));
}

static bool is_position(void *arg, Expr e)
{
    return expr_op(((Discrete *)arg)->s, e) == EX_ITER;
}

/* The state is given two values at one instant; those of branches of an `if` are one. */
static void check_reinit(Discrete *c, const FlatEq *when, Expr condition, const FlatEqs *body,
                         const FlatEq *eq)
{
    for (int i = 0; i < c->reinit.n; i++) {
        const NewValue *g = &c->reinit.v[i];
        if (g->state != eq->lhs || g->condition != condition ||
            (g->when == when && g->body != body))
            continue;
        if (g->when == when) {
            diag_warning(c->m->ctx->diags, eq->span,
                         "`%s` is given two values by reinit in one `when`; the last one holds",
                         ref_text(c, eq->lhs));
            return;
        }
        diag_warning(c->m->ctx->diags, eq->span,
                     "`%s` is given two values by reinit when `%s` becomes true, in two `when` "
                     "clauses; the last one holds",
                     ref_text(c, eq->lhs), ref_text(c, condition));
        diag_note(c->m->ctx->diags, g->when->span, "this is the other one");
        return;
    }
    vec_push(c->m->arena, &c->reinit, ((NewValue){eq->lhs, condition, when, body}));
}

/* In a loop, by each turn. */
static void check_reinits(Discrete *c, const FlatEq *when, Expr condition, const FlatEqs *body,
                          bool turns)
{
    for (int i = 0; i < body->n; i++) {
        const FlatEq *eq = body->v[i];
        if (eq->kind == FE_FOR)
            check_reinits(c, when, condition, &eq->branch[0].body, true);
        if (eq->kind != FE_REINIT)
            continue;
        if (turns && !expr_any(c->s, eq->lhs, is_position, c))
            diag_warning(
                c->m->ctx->diags, eq->span,
                "`%s` is given a value by reinit in each turn of the loop; the last one holds",
                ref_text(c, eq->lhs));
        check_reinit(c, when, condition, body, eq);
    }
}

static void check_list(Discrete *c, const FlatEqs *list)
{
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        c->at = eq->span;
        if (eq->kind == FE_EQUAL && !eq->initial)
            expr_visit(c->s, eq->rhs, check_equality, c);
        if (eq->kind == FE_EQUAL && !eq->initial && expr_op(c->s, eq->lhs) == EX_CREF &&
            !is_continuous(c, eq->lhs))
            check_own(c, eq);
        else if (eq->kind == FE_EQUAL && !eq->initial)
            check_cancelled(c, eq);
        if (eq->kind == FE_FOR)
            check_list(c, &eq->branch[0].body);
        if (eq->kind == FE_TERMINATE && !eq->initial)
            diag_warning(c->m->ctx->diags, eq->span,
                         "this `terminate` is in no `when`: it ends the simulation at the start");
        for (int k = 0; k < eq->nbranches && eq->kind == FE_WHEN; k++) {
            check_condition(c, eq, eq->branch[k].condition, 0);
            check_begun(c, eq, eq->branch[k].condition);
            const FlatEqs *body = &eq->branch[k].body;
            check_reinits(c, eq, eq->branch[k].condition, body, false);
            for (int j = 0; j < body->n; j++)
                if (body->v[j]->kind == FE_EQUAL && expr_op(c->s, body->v[j]->lhs) == EX_CREF) {
                    check_assigned(c, eq, body->v[j]);
                    check_own_condition(c, eq, eq->branch[k].condition, body->v[j]->lhs);
                    check_law(c, eq, eq->branch[k].condition, body->v[j]);
                }
        }
    }
}

/* x := 0 of a state in a `when` of an algorithm. */
static void check_statements(Discrete *c, int n, Stmt *const *body, bool in_when)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        for (int k = 0; in_when && t->kind == ST_ASSIGN && k < t->ntargets; k++) {
            Expr to = t->target[k];
            while (expr_op(c->s, to) == EX_INDEX)
                to = expr_arg(c->s, to, 0);
            bool flat = expr_op(c->s, to) == EX_VAR || expr_op(c->s, to) == EX_ARRVAR;
            uint32_t part =
                flat ? flat_var_of(c->f, (uint32_t)expr_node(c->s, to)->payload)->part : 0;
            if (!flat || !map_get(&c->moves, part, 0))
                continue;
            const char *name = flat_part_text(c->f, part);
            refuse(c->m, t->span,
                   "`%s` is a state, which its derivative determines; a new value at an event is "
                   "given "
                   "by reinit(%s, ...), in a `when` among the equations",
                   name, name);
        }
        for (int k = 0; k < t->nbranches; k++)
            check_statements(c, t->branch[k].n, t->branch[k].body, in_when || t->kind == ST_WHEN);
    }
}

/* A loop or an `if`, and those around it. */
typedef struct Around {
    const Stmt *stmt;
    const struct Around *outer;
} Around;

static bool asks_for(const Discrete *c, const Around *around, uint32_t var)
{
    for (; around; around = around->outer)
        for (int k = 0; k < around->stmt->nbranches; k++)
            if (around->stmt->branch[k].condition &&
                expr_has_var(c->s, around->stmt->branch[k].condition, var))
                return true;
    return false;
}

static void warn_repeated(Discrete *c, const Stmt *t, bool nested)
{
    const char *name = ref_text(c, t->target[0]);
    if (nested)
        diag_warning(c->m->ctx->diags, t->span,
                     "`%s` counts on from its value before, at every event without end: give it a "
                     "value before the "
                     "loop or `if`, %s := 0; or let all stand in a `when`",
                     name, name);
    else
        diag_warning(
            c->m->ctx->diags, t->span,
            "this statement is executed again and again, at every event without end: in a "
            "`when`, as `when sample(0, 1) then`, it is once; `%s` then keeps its value until "
            "the next one",
            name);
}

/* n := n + 1 of an Integer in no `when`, which no statement before it gives: the algorithm holds at
 * every time, and each value makes the next. The same in loops and branches whose conditions do not
 * ask for it. False: what comes after may have been given here. */
static bool check_repeated(Discrete *c, int n, Stmt *const *body, Map *given, const Around *around)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        for (int k = 0; k < t->nbranches && (t->kind == ST_IF || t->kind == ST_FOR); k++)
            if (!check_repeated(c, t->branch[k].n, t->branch[k].body, given, &(Around){t, around}))
                return false;
        if (t->kind == ST_IF || t->kind == ST_FOR)
            continue;
        ExprOp op = t->kind == ST_ASSIGN ? expr_op(c->s, t->target[0]) : EX_NONE;
        if (op == EX_INDEX || op == EX_ARRVAR) /* an element of an array: counters are scalars */
            continue;
        if (op != EX_VAR)
            return false;
        uint32_t var = (uint32_t)expr_node(c->s, t->target[0])->payload;
        bool first = !map_get(given, var, 0);
        c->wanted = t->target[0];
        map_set(given, c->m->arena, var, 1);
        if (first && !asks_for(c, around, var) && expr_type(c->s, t->target[0]) != T_REAL &&
            is_term(c, t->value, t->target[0]) && is_in_users_file(c, t->span))
            warn_repeated(c, t, around != NULL);
    }
    return true;
}

static void check_algorithms(Discrete *c)
{
    int sections = 0; /* of several one may give what another one takes */
    for (int i = 0; i < c->f->eq.n; i++)
        sections += c->f->eq.v[i]->kind == FE_ALGORITHM && !c->f->eq.v[i]->initial;
    for (int i = 0; i < c->f->eq.n; i++) {
        const FlatEq *eq = c->f->eq.v[i];
        if (eq->kind == FE_ALGORITHM && !eq->initial && eq->nbodies) {
            check_statements(c, eq->body[0]->nbody, eq->body[0]->body, false);
            if (sections == 1)
                check_repeated(c, eq->body[0]->nbody, eq->body[0]->body, &(Map){0}, NULL);
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
    find_states(&c, &m->flat->eq);
    check_list(&c, &m->flat->eq);
    check_algorithms(&c);
}
