/* incidence.c - which unknowns occur in a row and how.
 *
 * One sweep over the linear form of each equation; what is not in it is nonlinear. The coefficients
 * are classified once each. O(size of the expressions). */
#include "dae/incidence.h"
#include "dae/problem.h"
#include "model/flat.h"

#include <math.h>

/* ---- Coefficients ---- */

static bool may_vary(void *arg, Expr e)
{
    const Dae *d = arg;
    const ExprNode *n = expr_node(d->store, e);
    switch (n->op) {
    case EX_VAR:
        return dae_var(d, (uint32_t)n->payload)->kind > DV_PARAMETER;
    case EX_ARRVAR:
    case EX_TIME:
    case EX_PRE:
    case EX_DELAY:
    case EX_BOUNDARY:
    case EX_SAMPLE:
    case EX_CLOCK:
    case EX_CLOCKED:
    case EX_PREVIOUS:
    case EX_INTERVAL:
    case EX_FIRSTTICK:
    case EX_INITIAL:
    case EX_TERMINAL:
    case EX_LOCAL:
        return true;
    default:
        return n->flags & EF_IMPURE;
    }
}

bool is_parametric(Dae *d, Expr e)
{
    return !dae_any(d, e, may_vary, d);
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
                x[i] = expr_value_known(d->store, dae_var(d, (uint32_t)i)->binding, x);
                more = more || !isnan(x[i]);
            }
    }
}

static bool is_call(void *arg, Expr e)
{
    return expr_op(arg, e) == EX_CALL;
}

/* What functions compute was evaluated with the flat model; a limited number is taken. */
static void values_from_calls(Dae *d, double *x)
{
    int calls = 0;
    for (uint32_t i = 0; i < d->nflat && calls < MOST_CALLS && d->flat; i++) {
        if (!isnan(x[i]) || !has_value(&d->var.v[i]) ||
            !dae_any(d, d->var.v[i].binding, is_call, d->store))
            continue;
        x[i] = flat_computed(d->flat, i);
        calls++;
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
    double lo, hi;
    dae_range(d, e, &lo, &hi);
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
        return x == 1 || x == -1 ? KIND_ONE
               : x == 0          ? KIND_NOSOLVE
               : isfinite(x)     ? KIND_CONST
                                 : KIND_NON;
    }
    if (is_nonzero(d, coef))
        return KIND_SAFE;
    if (!is_parametric(d, coef))
        return KIND_LIN;
    return expr_value(d->store, coef, dae_parameter_values(d), NAN) == 0 ? KIND_NOSOLVE
                                                                         : KIND_PARAM;
}

/* h*c is 0 whatever c is: 0*c alone would stay as it is. */
static Expr without_step(void *arg, Expr old, Expr now)
{
    Dae *d = arg;
    ExprStore *s = d->store;
    bool h = expr_op(s, old) == EX_VAR && is_length_var(d, var_number(s, old));
    for (uint32_t k = 0; !h && expr_op(s, now) == EX_MUL && k < expr_node(s, now)->nargs; k++)
        h = expr_is_zero(s, expr_arg(s, now, k));
    return h ? expr_real(s, 0) : now;
}

Expr coef_at_rest(Problem *p, Expr coef)
{
    return is_step(p) ? dae_rewrite(p->d, coef, without_step, p->d) : coef;
}

bool has_fixed_value(Problem *p, Expr e)
{
    return has_known_value(p->d, coef_at_rest(p, e));
}

CoefKind coef_kind(Problem *p, Expr coef)
{
    uint32_t known = map_get(&p->kind_of, coef, 0);
    if (!known) {
        known = (uint32_t)classify(p->d, coef_at_rest(p, coef)) + 1;
        map_set(&p->kind_of, p->a, coef, known);
    }
    return (CoefKind)(known - 1);
}

/* ---- Rows ---- */

typedef struct Builder {
    Problem *p;
    Arena *a; /* of the row at hand */
    PatternBuilder of;
} Builder;

static void add_entry(Builder *b, uint32_t var, CoefKind kind)
{
    pattern_put(&b->of, problem_col(b->p, var), (int)kind);
}

static void add_input(void *arg, uint32_t var)
{
    add_entry(arg, var, KIND_NOSOLVE);
}

bool is_this(void *arg, uint32_t var)
{
    return var == *(const uint32_t *)arg;
}

/* Whether e depends on the present value of a variable. */
static bool depends_on(Dae *d, Expr e, uint32_t var)
{
    return expr_has_var(d->store, e, var) && dae_any_var(d, e, is_this, &var);
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
        if (expr_op(p->d->store, e) != EX_VAR)
            continue;
        uint32_t var = var_number(p->d->store, e);
        if (defined_value(p->d, row->lhs, row->rhs, var))
            add_entry(b, var, KIND_ONE);
        else if (p->d->var.v[var].type == T_REAL && is_unknown(p, var)) /* v = f(v) at an event */
            add_entry(b, var, KIND_NON);
    }
    for (int i = 0; i < 2; i++)
        dae_visible_vars(p->d, side[i], add_input, b);
}

/* Discrete unknowns in a continuous equation: only if it defines one. */
static CoefKind mode_kind(Dae *d, const Row *row, uint32_t var)
{
    return defined_value(d, row->lhs, row->rhs, var) ? KIND_ONE : KIND_NOSOLVE;
}

static bool has_number(int n, const uint32_t *list, uint32_t number)
{
    int low = 0;
    for (int high = n; low < high;) {
        int middle = low + (high - low) / 2;
        if (list[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && list[low] == number;
}

typedef struct Cancelled {
    Problem *p;
    const LinearForm *f;
} Cancelled;

static Expr without_cancelled(void *arg, Expr e)
{
    const Cancelled *w = arg;
    ExprStore *s = w->p->d->store;
    Type type = expr_type(s, e);
    if (expr_op(s, e) != EX_VAR || (type != T_REAL && type != T_INT))
        return e;
    uint32_t var = var_number(s, e);
    bool occurs = !is_unknown(w->p, var) || has_number(w->f->n, w->f->var, var) ||
                  has_number(w->f->nnon, w->f->non, var);
    return occurs ? e : expr_literal(s, type, 0);
}

/* What cancels, as x in 0*(x - cos(y)), must not be read: it may not be computed yet. */
static void drop_cancelled(Problem *p, Row *row, const LinearForm *f)
{
    Cancelled w = {p, f};
    row->lhs = expr_replace(p->d->store, row->lhs, without_cancelled, &w);
    row->rhs = expr_replace(p->d->store, row->rhs, without_cancelled, &w);
}

/* At the start equations determine discrete Reals like others. */
static bool is_found_by_trying(const Problem *p, uint32_t var)
{
    const DaeVar *v = &p->d->var.v[var];
    return is_mode_var(v) && (v->type != T_REAL || p->role != SYSTEM_INITIAL);
}

static void add_continuous(Builder *b, Row *row)
{
    Problem *p = b->p;
    Dae *d = p->d;
    LinearForm f = equation_linear(d->store, b->a, row->lhs, row->rhs, is_unknown, p);
    if (f.cancelled)
        drop_cancelled(p, row, &f);
    for (int i = 0; i < f.nnon; i++) {
        bool mode = is_found_by_trying(p, f.non[i]);
        add_entry(b, f.non[i], mode ? mode_kind(d, row, f.non[i]) : KIND_NON);
    }
    for (int i = 0; i < f.n; i++) {
        bool mode = is_found_by_trying(p, f.var[i]);
        CoefKind kind = mode ? mode_kind(d, row, f.var[i]) : coef_kind(p, f.coef[i]);
        if (mode || p->role != SYSTEM_HIGHEST ||
            kind != KIND_NOSOLVE) /* else its coefficient is 0 */
            add_entry(b, f.var[i], kind);
    }
    arena_reset(b->a);
}

static void read_pre(void *arg, Expr e)
{
    Builder *b = arg;
    Dae *d = b->p->d;
    if (expr_op(d->store, e) != EX_PRE)
        return;
    Expr x = expr_arg(d->store, e, 0);
    if (expr_op(d->store, x) == EX_VAR && d->var.v[var_number(d->store, x)].pre_var != NONE)
        add_input(b, d->var.v[var_number(d->store, x)].pre_var);
}

static void add_solvable_input(void *arg, uint32_t var)
{
    Builder *b = arg;
    bool mode = is_mode_var(&b->p->d->var.v[var]);
    add_entry(b, var, mode ? KIND_NOSOLVE : KIND_NON);
}

/* One output of a call or algorithm; the inputs stand in the row of the first output only, unless
 * calls may be solved for them. */
static void add_object(Builder *b, const Row *row, bool first)
{
    Problem *p = b->p;
    Dae *d = p->d;
    const DaeEq *eq = &d->eq.v[row->eq];
    add_entry(b, eq->output[row->output], KIND_ONE);
    if (p->open_calls && eq->kind == EQ_CALL && !eq->when &&
        d->var.v[eq->output[row->output]].type == T_REAL)
        dae_visible_vars(d, eq->rhs, add_solvable_input, b);
    if (!first)
        return;
    for (int i = 0; i < eq->noutputs; i++) /* what the object itself computes is no input */
        if (eq->output[i] != NONE && problem_col(p, eq->output[i]) >= 0)
            b->of.stamp[problem_col(p, eq->output[i])] = b->of.row + 1;
    object_reads(d, eq, add_input, b);
    if (p->role == SYSTEM_INITIAL && eq->body)
        body_nodes(d->store, eq->body, read_pre, b);
    else if (p->role == SYSTEM_INITIAL)
        expr_visit(d->store, eq->rhs, read_pre, b);
    const bool *keeps = p->role == SYSTEM_INITIAL && eq->body ? algorithm_keeps(d, b->a, eq) : NULL;
    for (int i = 0; p->role == SYSTEM_INITIAL && i < eq->noutputs; i++)
        if ((!keeps || keeps[i]) && eq->output[i] != NONE &&
            d->var.v[eq->output[i]].pre_var != NONE)
            add_input(b, d->var.v[eq->output[i]].pre_var);
}

void incidence_build(Problem *p)
{
    Dae *d = p->d;
    Builder b = {p, arena_new(), pattern_begin(p->a, p->row.n, p->col.n)};
    int last_object = -1;
    for (int r = 0; r < p->row.n; r++) {
        Row *row = &p->row.v[r];
        bool object = row->kind == ROW_OBJECT;
        bool real = !object && expr_type(d->store, row->lhs) == T_REAL;
        bool event = p->role != SYSTEM_INITIAL && row->eq >= 0 && d->eq.v[row->eq].discrete;
        bool discrete = !object && (!real || event);
        if (object)
            add_object(&b, row, row->eq != last_object);
        else if (discrete)
            add_discrete(&b, row);
        else
            add_continuous(&b, row);
        last_object = object ? row->eq : -1;
        pattern_next(&b.of);
    }
    p->p = b.of.p;
    arena_drop(p->a, b.of.stamp, ((size_t)p->col.n + 1) * sizeof *b.of.stamp);
    arena_free(b.a);
}
