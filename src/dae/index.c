/* index.c - index reduction: constraints between states are differentiated until the highest
 * derivatives of all variables are determined (Pantelides 1988; DS-10 to DS-16).
 *
 * A simple equation der(x) = v between a state v and the derivative of x is a link of a chain, not
 * an equation to differentiate: v stands for der(x).
 *
 * Pantelides' algorithm is run in rounds. The equations that have not been differentiated are
 * matched with the highest derivatives; every equation of the over-determined part (Dulmage and
 * Mendelsohn) is differentiated once. The equations a round takes are the union of the sets the
 * original algorithm finds one by one, so there are as many rounds as the index says, each
 * near-linear. That the rounds end is known beforehand: the system matches if every chain of
 * derivatives is one unknown. */
#include "base/die.h"
#include "dae/diagnose.h"

#include <math.h>

enum { MOST_ROUNDS = 40, MOST_LISTED = 8 };

/* ---- Links ---- */

/* The variable that stands for der(x) by the equation dx = v; NONE: it is not of that kind. */
static uint32_t linked_state(Dae *d, Expr dx, Expr v)
{
    ExprStore *s = d->store;
    if (expr_op(s, dx) != EX_VAR || expr_op(s, v) != EX_VAR)
        return NONE;
    const DaeVar *a = &d->var.v[var_number(s, dx)], *b = &d->var.v[var_number(s, v)];
    bool taken = a->alias != NONE; /* der(x) = v1, der(x) = v2: v2 = v1 is left */
    if (a->kind != DV_DERIVATIVE || taken || a->int_of == NONE || b->kind != DV_STATE ||
        b->int_of != NONE)
        return NONE;
    uint32_t up = var_number(s, v);
    while (up != a->int_of && d->var.v[up].der_of != NONE)
        up = d->var.v[up].der_of;
    if (up == a->int_of) /* der(x) = v, der(v) = x: no chain */
        return NONE;
    return var_number(s, v);
}

static void link_chains(Dae *d)
{
    bool linked = false;
    for (int k = 0; k < d->eq.n; k++) {
        DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->initial || eq->removed || eq->discrete)
            continue;
        Expr dx = eq->lhs;
        uint32_t v = linked_state(d, eq->lhs, eq->rhs);
        if (v == NONE) {
            dx = eq->rhs;
            v = linked_state(d, eq->rhs, eq->lhs);
        }
        if (v == NONE)
            continue;
        uint32_t old = var_number(d->store, dx), x = d->var.v[old].int_of;
        d->var.v[old].alias = v;
        alias_start(d, v, old);
        d->var.v[x].der_of = v;
        d->var.v[v].int_of = x;
        eq->removed = linked = true;
    }
    if (linked)
        dae_rewrite_aliases(d);
}

/* ---- Differentiation of equations ---- */

typedef struct Derive {
    Dae *d;
    Arena *a;
    const bool *steady; /* [nsteady] variables that parameters determine; NULL: not looked for */
    uint32_t nsteady;
    bool *constant; /* [nconstant] equations that determine them */
    int nconstant;
    uint32_t input; /* an input whose derivative is not known + 1 */
    Expr jump;      /* what jumps, of the equation at hand */
} Derive;

/* A variable by what stands for it. */
static Expr value_of(Dae *d, uint32_t v)
{
    int sign = 1;
    uint32_t root = dae_root(d, v, &sign);
    Expr e = d->var.v[root].kind == DV_CONSTANT ? d->var.v[root].binding
                                                : expr_var(d->store, T_REAL, root);
    return sign < 0 ? expr_neg(d->store, e) : e;
}

/* Whether it is a variable that moves, *moving. If not, *derivative is that of the leaf; 0: there
 * is none, of an input, or of what is not known. */
static bool is_moving_leaf(Derive *w, Expr leaf, uint32_t *moving, Expr *derivative)
{
    Dae *d = w->d;
    *derivative = expr_op(d->store, leaf) == EX_TIME ? expr_real(d->store, 1) : 0;
    if (expr_op(d->store, leaf) != EX_VAR)
        return false;
    uint32_t v = *moving = var_number(d->store, leaf);
    const DaeVar *var = &d->var.v[v];
    if (var->kind == DV_INPUT) {
        w->input = v + 1;
        return false;
    }
    if (var->kind > DV_PARAMETER && !is_mode_var(var) && !(v < w->nsteady && w->steady[v]))
        return true;
    *derivative = expr_real(d->store, 0);
    return false;
}

static Expr leaf_derivative(void *arg, Expr leaf)
{
    Derive *w = arg;
    uint32_t v;
    Expr derivative;
    bool moves = is_moving_leaf(w, leaf, &v, &derivative);
    return moves ? value_of(w->d, dae_derivative(w->d, v)) : derivative;
}

static void report_not_differentiable(Dae *d, int k, const Derive *w, const CalcError *err)
{
    Buf why = {0};
    if (w->input) {
        buf_printf(&why, "the derivative of the input `%s` is not known",
                   dae_var_text(d, w->input - 1));
    } else if (err->at) {
        ExprNames names = dae_names(d);
        buf_puts(&why, "in `");
        expr_print(d->store, err->at, &names, &why);
        buf_printf(&why, "`: %s", err->why ? err->why : "it has no derivative");
    }
    diag_error(
        d->ctx->diags, d->eq.v[k].span,
        "the constraint `%s` between states has to be differentiated, which is not possible: "
        "%s",
        dae_written_text(d, k), dae_text(d, &why));
}

/* ---- What has no derivative ---- */

static bool varies(void *arg, Expr e)
{
    const Derive *w = arg;
    const ExprNode *n = expr_node(w->d->store, e);
    if (n->op != EX_VAR)
        return n->op == EX_TIME || n->op == EX_DELAY || n->op == EX_BOUNDARY;
    const DaeVar *v = &w->d->var.v[n->payload];
    return v->kind > DV_PARAMETER && !is_mode_var(v) &&
           !(n->payload < w->nsteady && w->steady[n->payload]);
}

/* By something else than time. */
static bool varies_otherwise(void *arg, Expr e)
{
    const Derive *w = arg;
    return expr_op(w->d->store, e) == EX_CALL ||
           (expr_op(w->d->store, e) != EX_TIME && varies((void *)w, e));
}

/* What of a value may be rounding where one branch takes over from another. */
static const double LEAP = 1e-9;

/* A function that jumps where its operands vary continuously. sign(x) is a choice between branches
 * as `if x > 0` is: it may well be a factor of what vanishes there. */
static bool jumps(void *arg, Expr e)
{
    Derive *w = arg;
    switch (expr_op(w->d->store, e)) {
    case EX_SIGN:
        w->jump = e;
        return dae_any(w->d, e, varies, w) && !dae_any(w->d, e, varies_otherwise, w);
    case EX_FLOOR:
    case EX_CEIL:
    case EX_INTEGER:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        w->jump = e;
        return dae_any(w->d, e, varies, w);
    default:
        return false;
    }
}

/* Calls without the arguments whose derivatives the function's annotation does not ask for
 * (noDerivative). */
static Expr without_spared(void *arg, Expr old, Expr now)
{
    ExprStore *st = ((Derive *)arg)->d->store;
    const ExprNode n = *expr_node(st, now);
    const Func *f = n.op == EX_CALL ? func_get(st, (uint32_t)n.payload) : NULL;
    uint64_t spared = f && f->nderivatives ? f->derivative[0].no_derivative : 0;
    (void)old;
    if (!spared)
        return now;
    Expr *part = ARENA_ARRAY(((Derive *)arg)->d->arena, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++) {
        Expr e = expr_arg(st, now, i);
        part[i] = i < 64 && (spared >> i & 1) ? expr_real(st, 0) : e;
    }
    return expr_make(st, EX_CALL, n.type, n.flags, n.payload, n.nargs, part);
}

static CalcError find_jump(Derive *w, int k)
{
    Expr lhs = w->d->eq.v[k].lhs, rhs = w->d->eq.v[k].rhs;
    bool found = dae_any(w->d, lhs, jumps, w) || dae_any(w->d, rhs, jumps, w);
    if (found)
        found = dae_any(w->d, dae_rewrite(w->d, lhs, without_spared, w), jumps, w) ||
                dae_any(w->d, dae_rewrite(w->d, rhs, without_spared, w), jumps, w);
    return found ? (CalcError){w->jump, "it jumps"} : (CalcError){0};
}

/* A branch that depends on time and parameters alone, where it takes over at a time known from
 * parameters: whether it begins where the other ends. */
static bool leaps(void *arg, Expr e)
{
    Derive *w = arg;
    const ExprStore *s = w->d->store;
    Expr c = expr_op(s, e) == EX_IF ? expr_arg(s, e, 0) : 0;
    ExprOp op = c ? expr_op(s, c) : EX_VAR;
    if (op < EX_LT || op > EX_GE)
        return false;
    bool first = expr_op(s, expr_arg(s, c, 0)) == EX_TIME;
    Expr clock = expr_arg(s, c, !first), when = expr_arg(s, c, first);
    if (expr_op(s, clock) != EX_TIME || !is_parametric(w->d, when) ||
        dae_any(w->d, expr_arg(s, e, 1), varies_otherwise, w) ||
        dae_any(w->d, expr_arg(s, e, 2), varies_otherwise, w))
        return false;
    const double *value = dae_parameter_values(w->d);
    double t = expr_value(s, when, value, 0);
    double a = expr_value(s, expr_arg(s, e, 1), value, t),
           b = expr_value(s, expr_arg(s, e, 2), value, t);
    w->jump = e;
    return fabs(a - b) > LEAP * (1 + fabs(a) + fabs(b));
}

static void warn_of_leap(Derive *w, int k)
{
    Dae *d = w->d;
    const DaeEq *eq = &d->eq.v[k];
    if (eq->ndiff || !(dae_any(d, eq->lhs, leaps, w) || dae_any(d, eq->rhs, leaps, w)))
        return;
    ExprNames names = dae_names(d);
    Buf jump = {0};
    expr_print(d->store, w->jump, &names, &jump);
    VarList in = expr_vars(d->store, d->arena, 1, &w->jump);
    diag_warning(
        d->ctx->diags,
        in.n && !is_in_users_file(d, eq->span) ? users_place_of_var(d, in.var[0])
                                               : users_place_of_eq(d, k),
        "`%s` jumps, but what it gives is differentiated, and there the derivative is left out: a "
        "position, speed or voltage that is prescribed must be smooth, by a ramp or a filter",
        dae_text(d, &jump));
    diag_note(d->ctx->diags, eq->span, "it is differentiated in `%s`", dae_written_text(d, k));
    lead_lost(d);
}

/* d(x**p) = p*x**(p - 1) also where p is a parameter that might be 0: as the papers print it. */
static Expr plain_power(void *arg, Expr old, Expr e)
{
    (void)old;
    const ExprStore *s = arg;
    if (expr_op(s, e) != EX_IF || !expr_is_zero(s, expr_arg(s, e, 1)))
        return e;
    Expr c = expr_arg(s, e, 0);
    bool guard = expr_op(s, c) == EX_EQ && expr_node(s, c)->flags & EF_NOEVENT &&
                 expr_is_zero(s, expr_arg(s, c, 1));
    return guard ? expr_arg(s, e, 2) : e;
}

static bool differentiate(Derive *w, int k)
{
    Dae *d = w->d;
    CalcError err = find_jump(w, k);
    if (err.at) {
        report_not_differentiable(d, k, w, &err);
        return false;
    }
    Expr lhs = expr_derivative(d->store, d->eq.v[k].lhs, leaf_derivative, w, &err);
    Expr rhs = lhs ? expr_derivative(d->store, d->eq.v[k].rhs, leaf_derivative, w, &err) : 0;
    if (!lhs || !rhs) {
        report_not_differentiable(d, k, w, &err);
        return false;
    }
    warn_of_leap(w, k);
    if (d->policy) {
        lhs = dae_rewrite(d, lhs, plain_power, d->store);
        rhs = dae_rewrite(d, rhs, plain_power, d->store);
    }
    DaeEq eq = d->eq.v[k];
    eq.lhs = lhs;
    eq.rhs = rhs;
    eq.written_lhs = eq.written_rhs = 0;
    eq.source = (uint32_t)k;
    eq.ndiff++;
    d->eq.v[k].derivative = (uint32_t)d->eq.n;
    vec_push(d->arena, &d->eq, eq);
    return true;
}

typedef struct Needs {
    Derive w;
    VarVisit *visit;
    void *arg;
} Needs;

static Expr leaf_needed(void *arg, Expr leaf)
{
    Needs *n = arg;
    uint32_t v;
    Expr derivative;
    if (!is_moving_leaf(&n->w, leaf, &v, &derivative))
        return derivative;
    n->visit(n->arg, v);
    return leaf; /* anything that varies */
}

bool index_differentiable(Dae *d, int eq, VarVisit *visit, void *arg)
{
    Needs n = {.w = {.d = d}, .visit = visit, .arg = arg};
    CalcError err = find_jump(&n.w, eq);
    return !err.at && expr_derivative(d->store, d->eq.v[eq].lhs, leaf_needed, &n, &err) &&
           expr_derivative(d->store, d->eq.v[eq].rhs, leaf_needed, &n, &err);
}

/* ---- What never moves ---- */

static bool moves(void *arg, Expr e)
{
    return is_moving(expr_node(arg, e));
}

static bool take_steady(void *arg, int k, uint32_t v)
{
    Derive *w = arg;
    Dae *d = w->d;
    w->constant[k] = d->var.v[v].int_of == NONE && d->var.v[v].der_of == NONE &&
                     !dae_any(d, d->eq.v[k].lhs, moves, d->store) &&
                     !dae_any(d, d->eq.v[k].rhs, moves, d->store);
    return w->constant[k];
}

typedef struct Inputs {
    Derive *w;
    const DaeEq *eq;
    const bool *steady;
    bool moving;
} Inputs;

static void note_moving_input(void *arg, uint32_t v)
{
    Inputs *in = arg;
    bool own = in->steady[v];
    for (int i = 0; i < in->eq->noutputs && !own; i++)
        own = in->eq->output[i] == v;
    in->moving = in->moving || !own;
}

static void note_moving_node(void *arg, Expr e)
{
    Inputs *in = arg;
    const ExprNode *n = expr_node(in->w->d->store, e);
    in->moving = in->moving || n->op == EX_TIME || n->op == EX_DELAY || n->op == EX_BOUNDARY ||
                 n->flags & EF_IMPURE; /* what locals and arrays have is read elsewhere */
}

/* Algorithms that read what is steady; whether there was one more. */
static bool take_algorithms(Derive *w, bool *steady)
{
    Dae *d = w->d;
    bool more = false;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_ALGORITHM || eq->initial || eq->removed || eq->discrete ||
            w->constant[k])
            continue;
        Inputs in = {w, eq, steady, false};
        object_reads(d, eq, note_moving_input, &in);
        body_nodes(d->store, eq->body, note_moving_node, &in);
        for (int i = 0; i < eq->noutputs; i++)
            in.moving = in.moving || eq->output[i] == NONE ||
                        d->var.v[eq->output[i]].int_of != NONE ||
                        d->var.v[eq->output[i]].der_of != NONE;
        if (in.moving)
            continue;
        w->constant[k] = more = true;
        for (int i = 0; i < eq->noutputs; i++)
            steady[eq->output[i]] = true;
    }
    return more;
}

/* Variables that equations and algorithms of parameters alone determine: the place of a fixed
 * bearing. Their derivatives need no equations. */
static void find_steady(Derive *w)
{
    Dae *d = w->d;
    bool *steady = ARENA_ARRAY(w->a, bool, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++)
        steady[i] = d->var.v[i].kind <= DV_PARAMETER;
    w->constant = ARENA_ARRAY(w->a, bool, d->eq.n + 1);
    w->nconstant = d->eq.n;
    do
        dae_peel(d, steady, take_steady, w);
    while (take_algorithms(w, steady));
    w->steady = steady;
    w->nsteady = (uint32_t)d->var.n;
}

/* ---- Rounds ---- */

/* Whether all that a row determines changes at events only. */
static bool is_discrete_row(const Dae *d, const Row *row)
{
    const DaeEq *eq = &d->eq.v[row->eq];
    if (row->kind != ROW_OBJECT)
        return eq->discrete;
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE && !is_mode_var(&d->var.v[eq->output[i]]))
            return false;
    return true;
}

/* Rows that are computed by statements have no derivative; calls are split. */
static bool may_differentiate(Problem *p, int r, bool *split)
{
    Dae *d = p->d;
    const Row *row = &p->row.v[r];
    const DaeEq *eq = &d->eq.v[row->eq];
    if (row->kind == ROW_OBJECT && eq->kind == EQ_CALL && !eq->when) {
        call_split(d, row->eq, row->output);
        *split = true;
        return true;
    }
    const char *what = is_discrete_row(d, row)   ? "an equation that holds at events only"
                       : row->kind == ROW_OBJECT ? "an algorithm"
                                                 : NULL;
    if (!what)
        return true;
    diag_error(d->ctx->diags, eq->span,
               "`%s` constrains states and has to be differentiated, but it is %s",
               dae_written_text(d, row->eq), what);
    return false;
}

/* What events alone change has no derivative between them: where it prescribes a position the other
 * equations are differentiated, and the jumps left out. The user is told once. */
static void spare_discrete(Problem *p, bool *marked)
{
    Dae *d = p->d;
    int spared = -1;
    bool others = false;
    for (int r = 0; r < p->row.n; r++)
        others = others || (marked[r] && !is_discrete_row(d, &p->row.v[r]));
    for (int r = 0; r < p->row.n && others; r++)
        if (marked[r] && is_discrete_row(d, &p->row.v[r])) {
            marked[r] = false;
            spared = p->row.v[r].eq;
        }
    if (spared >= 0)
        diag_warning(d->ctx->diags, users_place_of_eq(d, spared),
                     "what `%s` gives changes at events only, but it is differentiated, and there "
                     "the derivative is "
                     "left out: a position, speed or voltage that is prescribed must be smooth, by "
                     "a ramp or a filter",
                     dae_written_text(d, spared));
}

/* The same in the order of the equations as they are written. */
static bool differentiate_listed(Problem *p, Derive *w, const bool *marked)
{
    int n = p->d->eq.n, *row = ARENA_ARRAY(p->a, int, n + 1);
    for (int r = 0; r < p->row.n; r++)
        row[p->row.v[r].eq] = marked[r];
    for (int i = 0; i < n; i++) {
        int k = i;
        while (p->d->eq.v[k].derivative != NONE)
            k = (int)p->d->eq.v[k].derivative;
        if (!p->d->eq.v[i].ndiff && k < n && row[k] && !differentiate(w, k))
            return false;
    }
    return true;
}

static bool differentiate_rows(Problem *p, Derive *w)
{
    Pattern solvable = solvable_part(p->a, &p->p);
    int *over = ARENA_ARRAY(p->a, int, p->row.n + 1), n = 0;
    bool *marked = ARENA_ARRAY(p->a, bool, p->row.n + 1), split = false;
    for (int r = 0; r < p->row.n; r++)
        if (p->row_col[r] < 0)
            over[n++] = r;
    n = dm_over_set(&solvable, p->col_row, over, n);
    KRON_MEMORY(n >= 0);
    if (!w->steady && !p->d->policy) /* a listing shows derV = 0 */
        find_steady(w);
    for (int i = 0; i < n; i++) {
        int k = p->row.v[over[i]].eq;
        marked[over[i]] = !(k < w->nconstant && w->constant[k]);
    }
    spare_discrete(p, marked);
    for (int r = 0; r < p->row.n; r++)
        if (marked[r] && !may_differentiate(p, r, &split))
            return false;
    for (int r = 0; r < p->row.n && !split && !p->d->policy; r++)
        if (marked[r] && !differentiate(w, p->row.v[r].eq))
            return false;
    return !p->d->policy || split || differentiate_listed(p, w, marked);
}

static bool says_nothing(const Problem *p, int r)
{
    const ExprStore *s = p->d->store;
    const Row *row = &p->row.v[r];
    return p->row_col[r] < 0 && row->kind == ROW_EQUATION && expr_is_number(s, row->lhs) &&
           expr_is_number(s, row->rhs) &&
           fabs(expr_number(s, row->lhs) - expr_number(s, row->rhs)) <= 1e-12;
}

/* An unknown, from column *c on, that equations have in differences only; NONE. What moves with it
 * is done. */
static VarId next_floating(Problem *p, Shift *shift, bool *done, int *c)
{
    const Dae *d = p->d;
    for (; *c < p->col.n; ++*c) {
        VarVec set = {0};
        VarId v = p->col.v[*c];
        if (done[v] || d->var.v[v].kind != DV_ALGEBRAIC || d->var.v[v].type != T_REAL)
            continue;
        bool found = shift_find(shift, v, &set);
        for (int i = 0; i < set.n; i++)
            done[dae_root(d, set.v[i], NULL)] = true;
        if (found)
            return v;
    }
    return NONE;
}

/* Models of libraries with equations that say 0 = 0, and as many islands whose potential nothing
 * determines: one of each has its start value. True if there were any. */
static bool settle_islands(Problem *p)
{
    Dae *d = p->d;
    Shift *shift = NULL;
    bool *done = ARENA_ARRAY(p->a, bool, d->var.n + 1), any = false;
    for (int r = 0, c = 0; r < p->row.n && accepts_redundant(d); r++) {
        if (!says_nothing(p, r))
            continue;
        shift = shift ? shift : shift_open(d, p->a);
        VarId v = next_floating(p, shift, done, &c);
        if (v == NONE)
            break;
        int k = p->row.v[r].eq;
        diag_warning(d->ctx->diags, users_place_of_eq(d, k),
                     "the equation `%s` follows from others, so `%s` is not determined; it has its "
                     "start value",
                     dae_written_text(d, k), dae_var_text(d, v));
        change_sides(&d->eq.v[k], expr_var(d->store, T_REAL, v),
                     expr_to_real(d->store, dae_start(d, v)));
        any = true;
    }
    return any;
}

/* One round; *done if nothing was left to differentiate: the problem stays for dae_states.
 * *checked: the rounds are known to end. False after errors. */
static bool one_round(Derive *w, bool *checked, bool *done)
{
    Problem *p = problem_matched(w->d);
    *done = w->d->policy ? problem_nmatched(p) == p->row.n : problem_is_matched(p);
    if (*done) {
        *done = w->d->policy || !index_hidden(w->d);
        *checked = *checked && *done;
        return true;
    }
    bool good = calls_open(p) || algorithms_open(p) || settle_islands(p);
    if (!good) {
        *checked = *checked || is_high_index(p);
        if (*checked)
            good = differentiate_rows(p, w);
        else
            diagnose_simulation(p);
    }
    problems_close(w->d);
    return good;
}

/* What is to be a state in any case has a derivative, whether the equations name it or not. */
static void differentiate_wished(Dae *d)
{
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        bool algebraic = v->kind == DV_ALGEBRAIC && v->int_of == NONE && !v->hidden;
        if (v->select == SELECT_ALWAYS && v->alias == NONE && v->type == T_REAL &&
            (algebraic || v->kind == DV_DERIVATIVE))
            dae_derivative(d, i);
    }
}

/* ---- Derivatives without effect ---- */

/* Derivatives that have not been met in an equation. */
typedef struct Unmet {
    Dae *d;
    bool *var;     /* [nvars] */
    int left[64];  /* how many of them have a bit of ExprNode.var_mask */
    uint64_t mask; /* bits of those that are left */
} Unmet;

static void meet(Unmet *u, uint64_t v)
{
    if (!u->var[v])
        return;
    u->var[v] = false;
    if (!--u->left[v % 64])
        u->mask &= ~((uint64_t)1 << v % 64);
}

static void meet_node(void *arg, Expr e)
{
    Unmet *u = arg;
    const ExprNode *n = expr_node(u->d->store, e);
    int64_t count =
        n->op == EX_ARRVAR ? type_elements(expr_types(u->d->store), n->type) : n->op == EX_VAR;
    for (int64_t i = 0; i < count; i++)
        meet(u, n->payload + (uint64_t)i);
}

static void meet_equation(Unmet *u, const DaeEq *eq)
{
    Expr side[] = {eq->lhs, eq->rhs, eq->when, eq->message, eq->level};
    for (size_t i = 0; i < sizeof side / sizeof *side; i++)
        if (side[i] && expr_node(u->d->store, side[i])->var_mask & u->mask)
            expr_visit(u->d->store, side[i], meet_node, u);
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE)
            meet(u, eq->output[i]);
    if (eq->body)
        body_nodes(u->d->store, eq->body, meet_node, u);
}

static void list_unmet(Unmet *u)
{
    const DaeVar *var = u->d->var.v;
    for (int i = 0; i < u->d->var.n; i++) {
        const DaeVar *dx = &var[i], *x = dx->int_of == NONE ? dx : &var[dx->int_of];
        if (x != dx && dx->kind == DV_DERIVATIVE && dx->alias == NONE && dx->der_of == NONE &&
            dx->select != SELECT_ALWAYS && x->kind == DV_STATE && x->int_of == NONE &&
            x->select != SELECT_ALWAYS && !x->reinitialized) {
            u->var[i] = true;
            u->left[i % 64]++;
            u->mask |= (uint64_t)1 << i % 64;
        }
    }
    for (int i = 0; i < u->d->var.n; i++)
        if (var[i].alias != NONE && var[i].int_of == NONE)
            meet(u, var[i].alias);
}

/* A derivative that eliminations have left in no equation, C*der(v) with C = 0, asks for nothing:
 * its variable is algebraic. */
static void drop_unmet(Dae *d)
{
    Arena *a = arena_new();
    Unmet u = {.d = d, .var = ARENA_ARRAY(a, bool, d->var.n + 1)};
    list_unmet(&u);
    for (int k = 0; k < d->eq.n && u.mask; k++)
        if (!d->eq.v[k].removed)
            meet_equation(&u, &d->eq.v[k]);
    for (int i = 0; i < d->var.n && u.mask; i++) {
        if (!u.var[i])
            continue;
        DaeVar *dx = &d->var.v[i];
        d->var.v[dx->int_of].kind = DV_ALGEBRAIC;
        d->var.v[dx->int_of].der_of = NONE;
        dx->meaning = expr_make(d->store, EX_DER, T_REAL, 0, 0, 1,
                                (Expr[]){expr_var(d->store, T_REAL, dx->int_of)});
        dx->int_of = NONE;
        dx->kind = DV_AUXILIARY;
        dx->hidden = dx->unused = true;
    }
    arena_free(a);
}

bool index_rounds(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    Derive w = {.d = d, .a = arena_new()};
    bool done = false, good = true, checked = false;
    for (int round = 0; good && !done; round++) {
        if (round == (d->policy ? MOST_LISTED : MOST_ROUNDS)) {
            diag_error(d->ctx->diags, (Span){0},
                       "the model has constraints that no number of differentiations resolves");
            break;
        }
        good = one_round(&w, &checked, &done);
    }
    arena_free(w.a);
    good = good && diags_errors(d->ctx->diags) == errors;
    if (!good)
        problems_close(d);
    return good;
}

bool dae_index(Dae *d)
{
    if (!d->policy)
        drop_unmet(d);
    differentiate_wished(d);
    link_chains(d);
    d->nindex = (uint32_t)d->var.n;
    return index_rounds(d);
}
