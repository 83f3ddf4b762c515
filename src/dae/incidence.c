/* incidence.c - which unknowns occur in a row and how.
 *
 * One sweep over the linear form of each equation; what is not in it is nonlinear. The coefficients
 * are classified once each. O(size of the expressions). */
#include "dae/incidence.h"
#include "dae/problem.h"
#include "model/flat.h"

#include <math.h>

/* ---- Coefficients ---- */

typedef struct Level {
    Dae *d;
    bool parametric;
} Level;

static bool visit_level(void *arg, Expr e)
{
    Level *l = arg;
    const ExprNode *n = expr_node(l->d->store, e);
    switch (n->op) {
    case EX_VAR:
        l->parametric = l->parametric && dae_var(l->d, (uint32_t)n->payload)->kind <= DV_PARAMETER;
        break;
    case EX_ARRVAR:
    case EX_TIME:
    case EX_PRE:
    case EX_DELAY:
    case EX_SAMPLE:
    case EX_INITIAL:
    case EX_TERMINAL:
    case EX_LOCAL:
        l->parametric = false;
        break;
    default:
        l->parametric = l->parametric && !(n->flags & EF_IMPURE);
    }
    return l->parametric;
}

bool is_parametric(Dae *d, Expr e)
{
    Level l = {d, true};
    dae_walk(d, e, visit_level, &l);
    return l.parametric;
}

enum { MOST_PASSES = 20, MOST_CALLS = 2000 };

static bool has_value(const DaeVar *v)
{
    return v->kind <= DV_PARAMETER && v->binding && v->type != T_STRING &&
           (v->kind == DV_CONSTANT || v->fixed);
}

static void values_from_bindings(Dae *d, double *x, int first)
{
    bool more = true;
    for (int pass = 0; more && pass < MOST_PASSES; pass++) {
        more = false;
        for (int i = first; i < dae_nvars(d); i++)
            if (isnan(x[i]) && has_value(dae_var(d, (uint32_t)i))) {
                x[i] = expr_value(d->store, dae_var(d, (uint32_t)i)->binding, x, NAN);
                more = more || !isnan(x[i]);
            }
    }
}

typedef struct CallSearch {
    const ExprStore *s;
    bool found;
} CallSearch;

static bool visit_call(void *arg, Expr e)
{
    CallSearch *w = arg;
    w->found = w->found || expr_op(w->s, e) == EX_CALL;
    return !w->found;
}

/* What functions compute was evaluated with the flat model; a limited number is taken. */
static void values_from_calls(Dae *d, double *x)
{
    int calls = 0;
    for (uint32_t i = 0; i < d->nflat && calls < MOST_CALLS && d->flat; i++) {
        if (!isnan(x[i]) || !has_value(&d->var.v[i]))
            continue;
        CallSearch w = {d->store, false};
        dae_walk(d, d->var.v[i].binding, visit_call, &w);
        if (w.found) {
            x[i] = flat_computed(d->flat, i);
            calls++;
        }
    }
    if (calls)
        values_from_bindings(d, x, 0);
}

/* Once the states are chosen only variables of our own are added. */
const double *dae_parameter_values(Dae *d)
{
    int n = dae_nvars(d);
    if (d->nvalues == n)
        return d->value;
    double *x = d->value;
    if (d->value_room < n) {
        d->value_room = n + (d->nvalues ? n / 2 : 0);
        x = ARENA_ARRAY(d->arena, double, d->value_room + 1);
        if (d->nvalues)
            memcpy(x, d->value, (size_t)d->nvalues * sizeof *x);
    }
    for (int i = d->nvalues; i < n; i++)
        x[i] = NAN;
    values_from_bindings(d, x, d->states_chosen ? d->nvalues : 0);
    if (!d->nvalues)
        values_from_calls(d, x);
    d->value = x;
    d->nvalues = n;
    return x;
}

/* For the sake of its sign: something that is as positive as a variable is known to be. */
static Expr sign_leaf(void *arg, Expr e)
{
    Dae *d = arg;
    if (expr_op(d->store, e) != EX_VAR)
        return e;
    const DaeVar *v = dae_var(d, var_number(d->store, e));
    if (v->type != T_REAL && v->type != T_INT)
        return e;
    bool low = v->min && expr_is_number(d->store, v->min);
    bool high = v->max && expr_is_number(d->store, v->max);
    double lo = low ? expr_number(d->store, v->min) : -INFINITY;
    double hi = high ? expr_number(d->store, v->max) : INFINITY;
    Expr x = v->type == T_INT ? expr_build(d->store, EX_TOREAL, T_REAL, 0, 0, 1, &e) : e;
    if (lo > 0 || hi < 0)
        x = expr_build(d->store, EX_EXP, T_REAL, 0, 0, 1, &x);
    else if (lo == 0 || hi == 0)
        x = expr_build(d->store, EX_ABS, T_REAL, 0, 0, 1, &x);
    else
        return e;
    return lo >= 0 ? x : expr_neg(d->store, x);
}

bool is_nonzero(Dae *d, Expr e)
{
    ExprSign sign = expr_sign(d->store, e);
    if (sign == SIGN_UNKNOWN && expr_node(d->store, e)->var_mask &&
        expr_type(d->store, e) == T_REAL)
        sign = expr_sign(d->store, expr_replace(d->store, e, sign_leaf, d));
    return sign == SIGN_POSITIVE || sign == SIGN_NEGATIVE || sign == SIGN_NONZERO;
}

bool dae_range(void *arg, Expr e, double *lo, double *hi)
{
    Dae *d = arg;
    if (expr_op(d->store, e) != EX_VAR)
        return false;
    const DaeVar *v = dae_var(d, var_number(d->store, e));
    bool low = v->min && expr_is_number(d->store, v->min);
    bool high = v->max && expr_is_number(d->store, v->max);
    *lo = low ? expr_number(d->store, v->min) : -INFINITY;
    *hi = high ? expr_number(d->store, v->max) : INFINITY;
    return low || high;
}

static CoefKind classify(Dae *d, Expr coef)
{
    if (expr_is_number(d->store, coef)) {
        double x = expr_number(d->store, coef);
        return x == 1 || x == -1 ? KIND_ONE : isfinite(x) ? KIND_CONST : KIND_NON;
    }
    if (is_nonzero(d, coef))
        return KIND_SAFE;
    if (!is_parametric(d, coef))
        return KIND_LIN;
    return expr_value(d->store, coef, dae_parameter_values(d), NAN) == 0 ? KIND_NOSOLVE
                                                                         : KIND_PARAM;
}

CoefKind coef_kind(Problem *p, Expr coef)
{
    uint32_t known = map_get(&p->kind_of, coef, 0);
    if (!known) {
        known = (uint32_t)classify(p->d, coef) + 1;
        map_set(&p->kind_of, p->a, coef, known);
    }
    return (CoefKind)(known - 1);
}

/* ---- Rows ---- */

typedef struct Builder {
    Problem *p;
    Arena *a; /* of the row at hand */
    VEC(int) col;
    VEC(uint8_t) kind;
    int *stamp; /* [ncols] row + 1 that has the column already */
    int row;
} Builder;

static void add_column(Builder *b, int col, CoefKind kind)
{
    if (col < 0 || b->stamp[col] == b->row + 1)
        return;
    b->stamp[col] = b->row + 1;
    vec_push(b->p->a, &b->col, col);
    vec_push(b->p->a, &b->kind, (uint8_t)kind);
}

static void add_input(void *arg, uint32_t var)
{
    Builder *b = arg;
    add_column(b, problem_col(b->p, var), KIND_NOSOLVE);
}

typedef struct Wanted {
    uint32_t var;
    bool found;
} Wanted;

static void note_wanted(void *arg, uint32_t var)
{
    Wanted *w = arg;
    w->found = w->found || var == w->var;
}

/* Whether e depends on the present value of a variable. */
static bool depends_on(Dae *d, Expr e, uint32_t var)
{
    if (!expr_has_var(d->store, e, var))
        return false;
    Wanted w = {var, false};
    dae_visible_vars(d, e, note_wanted, &w);
    return w.found;
}

Expr defined_value(Dae *d, Expr lhs, Expr rhs, uint32_t var)
{
    ExprStore *s = d->store;
    Expr x = expr_var(s, d->var.v[var].type, var);
    bool boolean = d->var.v[var].type == T_BOOL;
    bool number = d->var.v[var].type == T_REAL || d->var.v[var].type == T_INT;
    Expr opposite = boolean ? expr_not(s, x) : number ? expr_neg(s, x) : 0;
    for (int side = 0; side < 2; side++) {
        Expr e = side ? rhs : lhs, other = side ? lhs : rhs;
        if ((e == x || e == opposite) && !depends_on(d, other, var))
            return e == x ? other : boolean ? expr_not(s, other) : expr_neg(s, other);
    }
    return 0;
}

static bool is_unknown(void *arg, uint32_t var)
{
    return problem_col(arg, var) >= 0;
}

/* Entries of equations that hold at events, or between values that are not Reals. */
static void add_discrete(Builder *b, const Row *row)
{
    Problem *p = b->p;
    Expr side[2] = {row->lhs, row->rhs};
    for (int i = 0; i < 2; i++) {
        Expr e = side[i];
        if (expr_op(p->d->store, e) == EX_NOT || expr_op(p->d->store, e) == EX_NEG)
            e = expr_arg(p->d->store, e, 0);
        if (expr_op(p->d->store, e) == EX_VAR &&
            defined_value(p->d, row->lhs, row->rhs, var_number(p->d->store, e)))
            add_column(b, problem_col(p, var_number(p->d->store, e)), KIND_ONE);
    }
    for (int i = 0; i < 2; i++)
        dae_visible_vars(p->d, side[i], add_input, b);
}

/* Discrete unknowns in a continuous equation: only if it defines one. */
static CoefKind mode_kind(Dae *d, const Row *row, uint32_t var)
{
    return defined_value(d, row->lhs, row->rhs, var) ? KIND_ONE : KIND_NOSOLVE;
}

static void add_continuous(Builder *b, const Row *row)
{
    Problem *p = b->p;
    Dae *d = p->d;
    LinearForm f = equation_linear(d->store, b->a, row->lhs, row->rhs, is_unknown, p);
    for (int i = 0; i < f.nnon; i++) {
        bool mode = is_mode_var(&d->var.v[f.non[i]]);
        add_column(b, problem_col(p, f.non[i]), mode ? mode_kind(d, row, f.non[i]) : KIND_NON);
    }
    for (int i = 0; i < f.n; i++) {
        bool mode = is_mode_var(&d->var.v[f.var[i]]);
        CoefKind kind = mode ? mode_kind(d, row, f.var[i]) : coef_kind(p, f.coef[i]);
        if (mode || p->role != SYSTEM_HIGHEST ||
            kind != KIND_NOSOLVE) /* else its coefficient is 0 */
            add_column(b, problem_col(p, f.var[i]), kind);
    }
    arena_reset(b->a);
}

typedef struct PreReads {
    Builder *b;
    const DaeEq *eq;
} PreReads;

static void read_pre(void *arg, Expr e)
{
    PreReads *r = arg;
    Dae *d = r->b->p->d;
    if (expr_op(d->store, e) != EX_PRE)
        return;
    Expr x = expr_arg(d->store, e, 0);
    if (expr_op(d->store, x) == EX_VAR && d->var.v[var_number(d->store, x)].pre_var != NONE)
        add_input(r->b, d->var.v[var_number(d->store, x)].pre_var);
}

static void read_pre_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    PreReads *r = arg;
    (void)stmt;
    (void)role;
    expr_visit(r->b->p->d->store, *slot, read_pre, r);
}

static void add_solvable_input(void *arg, uint32_t var)
{
    Builder *b = arg;
    bool mode = is_mode_var(&b->p->d->var.v[var]);
    add_column(b, problem_col(b->p, var), mode ? KIND_NOSOLVE : KIND_NON);
}

/* One output of a call or algorithm; the inputs stand in the row of the first output only, unless
 * calls may be solved for them. */
static void add_object(Builder *b, const Row *row, bool first)
{
    Problem *p = b->p;
    Dae *d = p->d;
    const DaeEq *eq = &d->eq.v[row->eq];
    add_column(b, problem_col(p, eq->output[row->output]), KIND_ONE);
    if (p->open_calls && eq->kind == EQ_CALL && !eq->when &&
        d->var.v[eq->output[row->output]].type == T_REAL)
        dae_visible_vars(d, eq->rhs, add_solvable_input, b);
    if (!first)
        return;
    for (int i = 0; i < eq->noutputs; i++) /* what the object itself computes is no input */
        if (eq->output[i] != NONE && problem_col(p, eq->output[i]) >= 0)
            b->stamp[problem_col(p, eq->output[i])] = b->row + 1;
    PreReads pre = {b, eq};
    if (eq->kind == EQ_CALL) {
        dae_visible_vars(d, eq->rhs, add_input, b);
        if (eq->when)
            dae_visible_vars(d, eq->when, add_input, b);
        if (p->role == SYSTEM_INITIAL)
            expr_visit(d->store, eq->rhs, read_pre, &pre);
    } else {
        body_reads(d, eq->body, add_input, b);
        if (p->role == SYSTEM_INITIAL)
            body_slots(eq->body, read_pre_slot, &pre);
    }
    for (int i = 0; p->role == SYSTEM_INITIAL && i < eq->noutputs; i++)
        if (eq->output[i] != NONE && d->var.v[eq->output[i]].pre_var != NONE)
            add_input(b, d->var.v[eq->output[i]].pre_var);
}

void incidence_build(Problem *p)
{
    Dae *d = p->d;
    size_t nstamps = (size_t)p->col.n + 1;
    Builder b = {.p = p, .a = arena_new(), .stamp = ARENA_ARRAY(p->a, int, nstamps)};
    p->p = (Pattern){.nrows = p->row.n, .ncols = p->col.n};
    p->p.ptr = ARENA_ARRAY(p->a, int, p->row.n + 1);
    int last_object = -1;
    for (int r = 0; r < p->row.n; r++) {
        const Row *row = &p->row.v[r];
        b.row = r;
        bool object = row->kind == ROW_OBJECT;
        bool discrete = !object && (expr_type(d->store, row->lhs) != T_REAL ||
                                    (row->eq >= 0 && d->eq.v[row->eq].discrete));
        if (object)
            add_object(&b, row, row->eq != last_object);
        else if (discrete)
            add_discrete(&b, row);
        else
            add_continuous(&b, row);
        last_object = object ? row->eq : -1;
        p->p.ptr[r + 1] = b.col.n;
    }
    p->p.col = b.col.v;
    p->p.kind = b.kind.v;
    arena_drop(p->a, b.stamp, nstamps * sizeof *b.stamp);
    arena_free(b.a);
}
