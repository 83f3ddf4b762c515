/* sheet_inline.c - sheets of discretised models (inline-integration-1995, IN-16, IN-40).
 *
 * The five steps of the paper: (1) the equations of the model are sorted with states known; (2) and
 * (3) x = h*derx + oldx is added for every state, and der(x) = v makes v the derivative; x may be
 * torn with that equation, unless derx belongs to a system of the model, where derx and the other
 * unknowns of that system may; (4) residue(), linres() and notear of the model come before; (5) all
 * is sorted with states unknown, which keeps the assignment of step 1. In a nonlinear system what
 * the model says is torn; then, while a part of the rest is not linear, the pair that leaves the
 * least of it. What follows from the torn unknowns is solved by formulas, linear systems inside too
 * (IN-18). Nothing is solved for an unknown whose coefficient vanishes for h = 0 (E-14). Trials are
 * at most MOST_TRIALS for each torn unknown, each linear in the system. */
#include "dae/sheet_internal.h"
#include "dae/torn_internal.h"

enum { MOST_TRIALS = 60 };

uint64_t sheet_row_key(const Row *row)
{
    return (uint64_t)(uint32_t)row->eq << 32 | (uint32_t)(row->output + 1);
}

/* ---- der(x) = v ---- */

/* The derivative of a state that equation k says is a variable; NONE: it does not say that. */
static VarId alias_of_derivative(const Dae *d, int k, VarId *v, int *sign)
{
    const DaeEq *q = &d->eq.v[k];
    if (q->removed || q->initial || q->kind != EQ_SCALAR)
        return NONE;
    for (int i = 0; i < 2; i++) {
        Expr e = i ? q->rhs : q->lhs, other = i ? q->lhs : q->rhs;
        *sign = expr_op(d->store, other) == EX_NEG ? -1 : 1;
        other = *sign < 0 ? expr_arg(d->store, other, 0) : other;
        if (expr_op(d->store, e) != EX_VAR || expr_op(d->store, other) != EX_VAR)
            continue;
        VarId dx = var_number(d->store, e);
        VarId x = d->var.v[dx].int_of;
        *v = var_number(d->store, other);
        const DaeVar *to = &d->var.v[*v];
        if (x != NONE && d->var.v[x].kind == DV_STATE && d->var.v[dx].kind != DV_STATE &&
            *v != dx && (dae_is_unknown(to) || to->kind == DV_STATE))
            return dx;
    }
    return NONE;
}

/* The equation goes, with one of its two unknowns; the other keeps an equation. */
static void take_derivative_aliases(Sheet *s, Arena *a, Map *matched)
{
    Dae *d = s->d;
    VarId v;
    int sign;
    for (int k = 0; k < d->eq.n; k++) {
        VarId dx = alias_of_derivative(d, k, &v, &sign);
        if (dx == NONE)
            continue;
        Row row = {.eq = k, .output = -1};
        if (map_get(matched, sheet_row_key(&row), 0) != dx + 1)
            for (int j = 0; j < d->eq.n; j++) {
                row.eq = j;
                if (map_get(matched, sheet_row_key(&row), 0) == dx + 1)
                    map_set(matched, a, sheet_row_key(&row), v + 1);
            }
        d->var.v[dx].alias = v;
        d->var.v[dx].alias_sign = (int8_t)sign;
        d->eq.v[k].removed = true;
        dae_rewrite_aliases(d);
    }
}

/* ---- The formula of the method ---- */

static VarId known_var(Dae *d)
{
    VarId v = dae_new_var(d, T_REAL, DV_INPUT);
    d->var.v[v].hidden = true;
    return v;
}

static Expr tree2(Dae *d, ExprOp op, Expr x, Expr y)
{
    return expr_make(d->store, op, T_REAL, 0, 0, 2, (Expr[]){x, y});
}

/* x = h*derx + oldx, listed with the equations of the instance that has x. */
static void add_formula(Sheet *s, Arena *a, int i, Map *matched)
{
    Dae *d = s->d;
    VarId x = d->state[i], dx = d->var.v[x].der_of;
    int sign = 1;
    VarId root = dae_root(d, dx, &sign);
    Expr var[4] = {expr_var(d->store, T_REAL, x), expr_var(d->store, T_REAL, d->step.h),
                   expr_var(d->store, T_REAL, dx), expr_var(d->store, T_REAL, d->step.old[i])};
    Expr slope = expr_var(d->store, T_REAL, root);
    slope = sign < 0 ? expr_neg(d->store, slope) : slope;
    DaeEq q = DAE_EQ(.kind = EQ_SCALAR, .lhs = var[0], .span = d->var.v[x].span);
    q.rhs = expr_add2(d->store, expr_mul2(d->store, var[1], slope), var[3]);
    for (int k = 0; k < d->eq.n; k++) /* an owner that has it in an equation of its own */
        if (!d->eq.v[k].removed && d->eq.v[k].kind == EQ_SCALAR && d->eq.v[k].owner &&
            (expr_has_var(d->store, d->eq.v[k].lhs, root) ||
             expr_has_var(d->store, d->eq.v[k].rhs, root))) {
            q.owner = d->eq.v[k].owner;
            break;
        }
    int eq = d->eq.n;
    vec_push(d->arena, &d->eq, q);
    s->order[eq] = (WrittenOrder){.eq = eq, .n = 4};
    s->order[eq].var = ARENA_ARRAY(a, VarId, 5); /* and a residue */
    for (int k = 0; k < 4; k++)
        s->order[eq].var[k] = var_number(d->store, var[k]);
    s->order[eq].side[0] = var[0];
    s->order[eq].side[1] = tree2(d, EX_ADD, tree2(d, EX_MUL, var[1], var[2]), var[3]);
    map_set(matched, a, sheet_row_key(&(Row){.eq = eq, .output = -1}), x + 1);
}

/* States by number; false after an error. */
static bool list_states(Sheet *s, Arena *a)
{
    Dae *d = s->d;
    NumberList state = {0};
    for (VarId v = 0; v < (VarId)d->var.n; v++) {
        if (d->var.v[v].kind != DV_STATE || d->var.v[v].alias != NONE)
            continue;
        VarId dx = d->var.v[v].der_of;
        if (dx == NONE || d->var.v[dx].kind == DV_AUXILIARY) {
            diag_error(d->ctx->diags, d->var.v[v].span,
                       "the equations do not determine the derivative of the state `%s`, which is "
                       "needed to discretise it; `differentiate` adds the equations for it",
                       dae_var_text(d, v));
            return false;
        }
        vec_push(a, &state, v);
    }
    d->state = state.v;
    d->nstates = state.n;
    return true;
}

bool sheet_discretise(Sheet *s, Arena *a, Map *matched)
{
    Dae *d = s->d;
    if (!list_states(s, a))
        return false;
    s->looped = ARENA_ARRAY(a, bool, d->var.n + 1);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i].n && s->block[i].n > 1; k++)
            s->looped[s->block[i].unknown[k]] = true;
    take_derivative_aliases(s, a, matched);
    d->step.h = known_var(d);
    d->var.v[d->step.h].min = expr_real(d->store, 0);
    d->step.old = ARENA_ARRAY(a, VarId, d->nstates + 1);
    for (int i = 0; i < d->nstates; i++)
        d->step.old[i] = known_var(d);
    int n = s->neq + d->nstates;
    WrittenOrder *order = ARENA_ARRAY(a, WrittenOrder, n + 1);
    VarId *solved = ARENA_ARRAY(a, VarId, n + 1);
    memcpy(order, s->order, (size_t)s->neq * sizeof *order);
    memcpy(solved, s->solved, (size_t)s->neq * sizeof *solved);
    s->order = order;
    s->solved = solved;
    for (int i = 0; i < d->nstates; i++)
        add_formula(s, a, i, matched);
    for (int i = 0; i < d->nstates; i++) {
        VarId x = d->state[i], dx = d->var.v[x].der_of;
        d->var.v[x].kind = DV_ALGEBRAIC;
        d->var.v[dx].kind = DV_ALGEBRAIC;
    }
    s->neq = d->eq.n;
    return true;
}

/* ---- The choice of what is iterated ---- */

typedef struct Choice {
    Sheet *s;
    Problem *p;
    Dae *d;
    Arena *a; /* of the sheet */
    int n;
    const int *row;    /* [n] of the problem */
    bool *is_residual; /* [rows of the problem] */
    bool *is_given;    /* [rows of the problem] by the model */
    bool *inside;      /* [rows of the problem] of the block */
    bool *linear;      /* [rows of the problem] in all unknowns of the block */
} Choice;

static VarId var_of_row(const Choice *c, int r)
{
    return c->p->col.v[c->p->row_col[r]];
}

/* Whether rows, solved for their unknowns at once, are linear; one alone: solvable too. */
static bool is_solvable(Choice *c, const int *row, int n)
{
    Problem *p = c->p;
    bool good = true;
    for (int i = 0; i < n; i++)
        p->local[p->row_col[row[i]]] = i;
    for (int i = 0; i < n && good; i++) {
        const Row *r = &p->row.v[row[i]];
        if (c->linear[row[i]] && n > 1)
            continue;
        LinearForm f = equation_linear(c->d->store, c->a, r->lhs, r->rhs, is_local, p);
        good = !f.nnon && (n > 1 || (f.n == 1 && coef_kind(p, f.coef[0]) <= KIND_PARAM));
    }
    for (int i = 0; i < n; i++)
        p->local[p->row_col[row[i]]] = LOCAL_NONE;
    return good;
}

static void find_linear(Choice *c)
{
    Problem *p = c->p;
    for (int i = 0; i < c->n; i++)
        p->local[p->row_col[c->row[i]]] = i;
    for (int i = 0; i < c->n; i++) {
        const Row *r = &p->row.v[c->row[i]];
        c->linear[c->row[i]] =
            !equation_linear(c->d->store, c->a, r->lhs, r->rhs, is_local, p).nnon;
    }
    for (int i = 0; i < c->n; i++)
        p->local[p->row_col[c->row[i]]] = LOCAL_NONE;
}

/* The rows, without residuals, that belong to parts which are not solvable; `first`, if asked for:
 * those of the first such part. */
static int count_bad(Choice *c, const int *row, int n, int *first, int *nfirst)
{
    Problem *p = c->p;
    int m = 0, bad = 0;
    int *rest = ARENA_ARRAY(p->a, int, n + 1), *order = ARENA_ARRAY(p->a, int, n + 1);
    int *border = ARENA_ARRAY(p->a, int, n + 1), *part = ARENA_ARRAY(p->a, int, n + 1);
    for (int i = 0; i < n; i++)
        if (!c->is_residual[row[i]])
            rest[m++] = row[i];
    int count = row_components(p, rest, m, order, border);
    for (int k = 0; k < count; k++) {
        int size = border[k + 1] - border[k];
        for (int i = 0; i < size; i++)
            part[i] = rest[order[border[k] + i]];
        if (is_solvable(c, part, size))
            continue;
        if (first && !bad)
            memcpy(first, part, (size_t)(*nfirst = size) * sizeof *first);
        bad += size;
    }
    return bad;
}

/* Row `from` has lost its unknown: a way through others that can be solved for something else, to a
 * column without row. */
static bool find_way(Choice *c, int from)
{
    Problem *p = c->p;
    int *queue = ARENA_ARRAY(p->a, int, c->n + 1), *by = ARENA_ARRAY(p->a, int, c->n + 1);
    bool *seen = ARENA_ARRAY(p->a, bool, p->row.n);
    int head = 0, tail = 0, end = -1;
    queue[tail++] = from;
    seen[from] = true;
    while (head < tail && end < 0) {
        int r = queue[head++];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1] && end < 0; e++) {
            int other = p->col_row[p->p.col[e]];
            bool solvable = KIND_BIT(p->p.kind[e]) & MASK_SOLVABLE;
            if (!solvable ||
                (other >= 0 && (!c->inside[other] || c->is_residual[other] || seen[other])))
                continue;
            if (other >= 0) {
                seen[other] = true;
                by[tail] = head - 1;
                queue[tail++] = other;
                continue;
            }
            end = p->p.col[e];
            for (int at = head - 1;; at = by[at]) { /* every row on the way takes the next column */
                int mine = p->row_col[queue[at]];
                p->row_col[queue[at]] = end;
                p->col_row[end] = queue[at];
                if (!at)
                    return true;
                end = mine;
            }
        }
    }
    return false;
}

/* The row becomes the residual of the variable in column `col`; false (nothing done): the others
 * cannot be assigned then. */
static bool take_pair(Choice *c, int row, int col)
{
    Problem *p = c->p;
    int other = p->col_row[col], mine = p->row_col[row];
    c->is_residual[row] = true;
    if (other == row)
        return true;
    p->row_col[row] = col;
    p->col_row[col] = row;
    p->row_col[other] = -1;
    p->col_row[mine] = -1;
    if (find_way(c, other))
        return true;
    c->is_residual[row] = false;
    p->row_col[row] = mine;
    p->col_row[mine] = row;
    p->row_col[other] = col;
    p->col_row[col] = other;
    return false;
}

/* What the model says of x, or of its derivative, counts for both (step 4). */
static bool is_left_to_us(const Choice *c, VarId v)
{
    const Dae *d = c->d;
    for (int i = 0; i < d->hint.n && c->s->plan.on[SW_RESIDUE]; i++) {
        VarId of = d->hint.v[i].of;
        VarId x = d->var.v[of].int_of;
        if (dae_root(d, of, NULL) == v || (x != NONE && dae_root(d, x, NULL) == v) ||
            (d->var.v[of].der_of != NONE && d->var.v[of].der_of == v))
            return false;
    }
    VarId dx = d->var.v[v].der_of;
    return d->var.v[v].tear != SELECT_NEVER && (dx == NONE || d->var.v[dx].tear != SELECT_NEVER);
}

static bool is_formula(const Choice *c, int row)
{
    return c->p->row.v[row].eq >= c->d->eq.n - c->d->nstates;
}

/* By steps 2 and 3 of the paper; else any unknown that may be torn; else any. */
static bool may_be_torn(const Choice *c, int row, int class)
{
    VarId v = var_of_row(c, row);
    VarId dx = c->d->var.v[v].der_of;
    switch (class) {
    case 0:
        return is_formula(c, row) && is_left_to_us(c, v) && dx != NONE &&
               c->d->var.v[dx].alias == NONE && !c->s->looped[dx];
    case 1:
        return !is_formula(c, row) && is_left_to_us(c, v) && c->s->looped[v];
    case 2:
        return is_left_to_us(c, v);
    default:
        return true;
    }
}

/* One more unknown of a part is torn: the one that leaves least. */
static void tear_part(Choice *c, const int *part, int n)
{
    int best = -1, least = n + 1, trials = 0;
    for (int class = 0; class < 4 && best < 0; class ++)
        for (int i = 0; i < n && trials < MOST_TRIALS && least; i++) {
            if (c->p->row.v[part[i]].kind != ROW_EQUATION || !may_be_torn(c, part[i], class))
                continue;
            c->is_residual[part[i]] = true;
            int left = count_bad(c, part, n, NULL, NULL);
            c->is_residual[part[i]] = false;
            trials++;
            if (left >= least)
                continue;
            least = left;
            best = part[i];
        }
    c->is_residual[best < 0 ? part[0] : best] = true;
}

static void take_given(Choice *c)
{
    int pair;
    for (int i = 0; i < c->n && c->s->plan.on[SW_RESIDUE]; i++) {
        const Row *row = &c->p->row.v[c->row[i]];
        VarId x = row->kind == ROW_EQUATION ? given_residual(c->p, row->eq, &pair) : NONE;
        int col = x == NONE ? -1 : problem_col(c->p, x);
        if (col < 0 || c->d->hint.v[pair].kind == HINT_LINRES || !c->inside[c->p->col_row[col]] ||
            c->is_residual[c->p->col_row[col]])
            continue;
        c->is_given[c->row[i]] = take_pair(c, c->row[i], col);
    }
}

/* residue(v) stands in the equation that was chosen. */
static void add_residue(Choice *c, int r)
{
    Dae *d = c->d;
    Row *row = &c->p->row.v[r];
    VarId symbol = dae_new_var(d, T_REAL, DV_PARAMETER);
    Expr e = expr_var(d->store, T_REAL, symbol);
    d->var.v[symbol].hidden = d->var.v[symbol].fixed = true;
    d->var.v[symbol].binding = expr_real(d->store, 0);
    Hint hint = {.symbol = symbol, .of = var_of_row(c, r), .eq = row->eq, .kind = HINT_RESIDUE};
    vec_push(d->arena, &d->hint, hint);
    d->eq.v[row->eq].rhs = expr_add2(d->store, d->eq.v[row->eq].rhs, e);
    row->rhs = expr_add2(d->store, row->rhs, e);
    WrittenOrder *o = &c->s->order[row->eq];
    VarId *var = ARENA_ARRAY(c->a, VarId, o->n + 1);
    if (o->n)
        memcpy(var, o->var, (size_t)o->n * sizeof *var);
    var[o->n++] = symbol;
    o->var = var;
    if (o->side[1])
        o->side[1] = expr_is_zero(d->store, o->side[1]) ? e : tree2(d, EX_ADD, o->side[1], e);
    c->p->given = NULL; /* made anew, with this one */
}

/* Pairs of ours that were not needed after all. */
static void drop_needless(Choice *c)
{
    for (int i = c->n - 1; i >= 0 && c->n <= MOST_TRIALS; i--) {
        int r = c->row[i];
        if (!c->is_residual[r] || c->is_given[r])
            continue;
        c->is_residual[r] = false;
        c->is_residual[r] = count_bad(c, c->row, c->n, NULL, NULL) > 0;
    }
}

void sheet_choose(Sheet *s, Arena *a, SheetBlock *b)
{
    Problem *p = s->problem;
    Choice c = {.s = s, .p = p, .d = s->d, .a = a, .n = b->n, .row = b->row};
    c.is_residual = ARENA_ARRAY(a, bool, p->row.n);
    c.is_given = ARENA_ARRAY(a, bool, p->row.n);
    c.inside = ARENA_ARRAY(a, bool, p->row.n);
    c.linear = ARENA_ARRAY(a, bool, p->row.n);
    for (int i = 0; i < b->n; i++) {
        const Row *r = &p->row.v[b->row[i]];
        if (r->kind != ROW_EQUATION || expr_type(s->d->store, r->lhs) != T_REAL ||
            s->d->var.v[b->unknown[i]].kind == DV_DISCRETE)
            return;
        c.inside[b->row[i]] = true;
    }
    find_linear(&c);
    const Row *one = &p->row.v[b->row[0]];
    if (is_solvable(&c, b->row, b->n) ||
        (b->n == 1 && explicit_solution(p, one->lhs, one->rhs, b->unknown[0], KIND_NON)))
        return;
    take_given(&c);
    int *part = ARENA_ARRAY(a, int, b->n + 1), n;
    while (count_bad(&c, b->row, b->n, part, &n))
        tear_part(&c, part, n);
    drop_needless(&c);
    b->torn = ARENA_ARRAY(a, VarId, b->n);
    b->residual = ARENA_ARRAY(a, int, b->n);
    for (int i = 0; i < b->n; i++) {
        int r = b->row[i];
        b->unknown[i] = var_of_row(&c, r);
        s->solved[b->eq[i]] = b->unknown[i];
        if (!c.is_residual[r])
            continue;
        if (!c.is_given[r])
            add_residue(&c, r);
        b->torn[b->ntorn] = b->unknown[i];
        b->residual[b->ntorn++] = b->eq[i];
    }
}

/* ---- Solution ---- */

static bool explicit_part(Solve *k, SheetBlock *b)
{
    const Row *row = &k->p->row.v[b->row[0]];
    Expr value = explicit_solution(k->p, without_hints(k, row->lhs), without_hints(k, row->rhs),
                                   b->unknown[0], KIND_SAFE);
    b->kind = SB_EXPLICIT;
    b->nassign = 1;
    b->assign = ARENA_NEW(k->a, SheetAssign);
    *b->assign =
        (SheetAssign){b->unknown[0], value, k->d->eq.v[row->eq].owner, {0}, row->eq + 1, 0};
    return value != 0;
}

/* What is left over, and is to be zero: the symbol of residue() solved for, or lhs - rhs. */
static SheetAssign residual_of(Solve *k, int eq, const Row *row)
{
    int pair;
    SheetAssign out = {NONE, 0, k->d->eq.v[eq].owner, {0}, eq + 1, 0};
    if (given_residual(k->p, eq, &pair) != NONE) {
        vec_push(k->p->a, &k->plan->used, pair);
        out.var = k->d->hint.v[pair].symbol;
        LinearForm f = equation_linear(k->st, k->a, row->lhs, row->rhs, is_this, &out.var);
        if (!f.nnon && f.n == 1 && expr_is_number(k->st, f.coef[0]) &&
            (expr_number(k->st, f.coef[0]) == 1 || expr_number(k->st, f.coef[0]) == -1))
            out.value = explicit_solution(k->p, row->lhs, row->rhs, out.var, KIND_ONE);
    }
    if (!out.value) {
        out.value = without_hints(k, expr_sub(k->st, row->lhs, row->rhs));
        out.from = 0;
    }
    return out;
}

static bool make_part(Solve *k, SheetBlock *b, const int *row, int n)
{
    *b = (SheetBlock){.n = n};
    b->row = arena_copy(k->a, row, (size_t)n * sizeof *row);
    b->eq = ARENA_ARRAY(k->a, int, n);
    b->unknown = ARENA_ARRAY(k->a, VarId, n);
    for (int i = 0; i < n; i++) {
        b->eq[i] = k->p->row.v[row[i]].eq;
        b->unknown[i] = k->p->col.v[k->p->row_col[row[i]]];
    }
    return n == 1 ? explicit_part(k, b) : read_entries(k, b) && linear_block(k, b);
}

/* Equations in the order of the paper: what is left over, then what is solved. */
static void show_in_order(Solve *k, SheetBlock *b, const int *residual)
{
    int n = 0;
    int *row = ARENA_ARRAY(k->a, int, b->n);
    for (; n < b->ntorn; n++)
        row[n] = residual[n];
    for (int i = 0; i < b->nparts; i++)
        for (int j = 0; j < b->part[i].n; j++)
            row[n++] = b->part[i].row[j];
    for (int i = 0; i < b->n; i++) {
        b->row[i] = row[i];
        b->eq[i] = k->p->row.v[row[i]].eq;
    }
    n = 0;
    for (; n < b->ntorn; n++)
        b->unknown[n] = b->torn[n];
    for (int i = 0; i < b->nparts; i++)
        for (int j = 0; j < b->part[i].n; j++)
            b->unknown[n++] = b->part[i].unknown[j];
    for (int i = 0; i < b->n; i++)
        k->s->solved[b->eq[i]] = b->unknown[i];
}

bool inline_system(Solve *k, SheetBlock *b)
{
    b->kind = SB_NONLINEAR;
    if (!b->ntorn)
        return !read_entries(k, b) || linear_block(k, b);
    Problem *p = k->p;
    int m = 0, nr = 0;
    int *rest = ARENA_ARRAY(k->a, int, b->n + 1), *order = ARENA_ARRAY(k->a, int, b->n + 1);
    int *border = ARENA_ARRAY(k->a, int, b->n + 1), *left = ARENA_ARRAY(k->a, int, b->n + 1);
    for (int i = 0; i < b->n; i++) {
        bool torn = nr < b->ntorn && b->residual[nr] == b->eq[i];
        if (torn)
            left[nr++] = b->row[i];
        else
            rest[m++] = b->row[i];
    }
    b->kind = SB_ITERATED;
    b->nparts = row_components(p, rest, m, order, border);
    b->part = ARENA_ARRAY(k->a, SheetBlock, b->nparts);
    bool good = true;
    for (int i = 0; i < b->nparts && good; i++) {
        int size = border[i + 1] - border[i];
        int *row = ARENA_ARRAY(k->a, int, size);
        for (int j = 0; j < size; j++)
            row[j] = rest[order[border[i] + j]];
        good = make_part(k, &b->part[i], row, size);
    }
    b->assign = ARENA_ARRAY(k->a, SheetAssign, b->ntorn);
    b->nassign = b->ntorn;
    for (int i = 0; i < b->ntorn; i++)
        b->assign[i] = residual_of(k, b->residual[i], &p->row.v[left[i]]);
    if (good)
        show_in_order(k, b, left);
    return good;
}
