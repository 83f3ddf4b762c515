/* sheet_solve.c - sorted equations solved: scalar ones by inversion (FM-40), linear systems by
 * determinants (FM-41) or left as matrices (FM-42), constants and what is not needed dropped
 * (FM-43, FM-44), common sums named Q101, Q102 ... (FM-45). */
#include "dae/sheet_internal.h"
#include "dae/torn_internal.h"
#include "graph/eliminate.h"
#include "symbolic/cramer.h"

#include <math.h>

enum { MOST_UNKNOWNS = 24, MOST_TERMS = 20000, MOST_TESTED = 200, TRIALS = 16 };

/* ---- Constants (FM-43) ---- */

static Expr constant_leaf(void *arg, Expr e)
{
    const Sheet *s = arg;
    uint32_t v = expr_op(s->d->store, e) == EX_VAR ? var_number(s->d->store, e) : NONE;
    return v < s->first_aux && s->constant[v] ? s->constant[v] : e;
}

/* The expression with constants replaced; terms multiplied by zero are dropped. */
static Expr evaluated(Solve *k, Expr e)
{
    if (!k->s->plan.on[SW_EVALUATE] || !e)
        return e;
    return expr_drop_zeros(k->st, expr_replace(k->st, e, constant_leaf, k->s));
}

/* var = number, or what has become an alias by that: replaced from now on. */
static bool is_constant(const Solve *k, uint32_t var, Expr value)
{
    bool trivial = expr_is_number(k->st, value) ||
                   (k->s->plan.on[SW_ELIMINATE] && expr_op(k->st, value) == EX_VAR);
    return k->s->plan.on[SW_EVALUATE] && trivial && !sheet_wanted(k->d, var);
}

/* ---- Systems ---- */

/* residue(x) is zero; in what is printed it stays where it is written. */
static Expr hint_leaf(void *arg, Expr e)
{
    Sheet *s = arg;
    if (expr_op(s->d->store, e) == EX_VAR)
        for (int i = 0; i < s->d->hint.n; i++)
            if (s->d->hint.v[i].symbol == var_number(s->d->store, e))
                return expr_real(s->d->store, 0);
    return e;
}

Expr without_hints(Solve *k, Expr e)
{
    return k->d->hint.n ? expr_replace(k->st, e, hint_leaf, k->s) : e;
}

bool read_entries(Solve *k, SheetBlock *b)
{
    int n = b->n;
    VEC(SheetEntry) out = {0};
    bool linear = true;
    for (int j = 0; j < n; j++)
        k->p->local[problem_col(k->p, b->unknown[j])] = j;
    for (int i = 0; i < n && linear; i++) {
        const Row *row = &k->p->row.v[b->row[i]];
        LinearForm f = {.nnon = 1};
        if (row->lhs && expr_type(k->st, row->lhs) == T_REAL)
            f = expr_linear(k->st, k->a, without_hints(k, expr_sub(k->st, row->lhs, row->rhs)),
                            is_local, k->p);
        linear = !f.nnon;
        for (int j = 0, first = out.n; linear && j < f.n; j++) {
            int col = k->p->local[problem_col(k->p, f.var[j])], at = out.n;
            vec_push(k->a, &out, ((SheetEntry){0}));
            for (; at > first && out.v[at - 1].col > col; at--)
                out.v[at] = out.v[at - 1];
            out.v[at] = (SheetEntry){col, i, f.coef[j]};
        }
        if (linear && f.rest && !expr_is_zero(k->st, f.rest))
            vec_push(k->a, &out, ((SheetEntry){n, i, expr_neg(k->st, f.rest)}));
    }
    for (int j = 0; j < n; j++)
        k->p->local[problem_col(k->p, b->unknown[j])] = LOCAL_NONE;
    b->entry = out.v;
    b->nentries = linear ? out.n : 0;
    return linear;
}

/* ---- Systems that never have a solution ---- */

/* A value for every variable, the same whenever it is asked for. */
static double some_value(uint32_t var, uint32_t trial)
{
    uint64_t h = ((uint64_t)var + 1) * 0x9E3779B97F4A7C15u + (uint64_t)trial * 0xBF58476D1CE4E5B9u;
    h ^= h >> 31;
    h *= 0x94D049BB133111EBu;
    h ^= h >> 29;
    return 0.5 + (double)(h >> 11) / 9007199254740992.0;
}

static int rate_pivot(void *arg, int row, const void *entry)
{
    (void)arg, (void)row;
    return 2000 + ilogb(((const RealEntry *)entry)->x);
}

/* The rank for values taken at random; -1: it cannot be told. */
static int rank_of(Solve *k, const SheetBlock *b, const double *x)
{
    Echelon e;
    RealStep step = {.noise = 1e-11};
    RealEntry *row = ARENA_ARRAY(k->a, RealEntry, b->n);
    bool good = echelon_open(&e, &real_coefficients, &step, b->n, b->n);
    for (int i = 0, at = 0; i < b->n && good; i++) {
        int n = 0;
        for (; at < b->nentries && b->entry[at].row == i; at++) {
            double value = expr_value(k->st, b->entry[at].value, x, 0.37);
            good = good && (b->entry[at].col == b->n || isfinite(value));
            if (b->entry[at].col < b->n && value != 0)
                row[n++] = (RealEntry){b->entry[at].col, value};
        }
        good = good && echelon_add(&e, row, n) == i;
    }
    if (good)
        echelon_by_rows(&e, rate_pivot);
    int rank = good && !e.failed ? e.npivots : -1;
    echelon_close(&e);
    return rank;
}

/* Whether a system is singular for values taken at random, in any mode. */
static bool is_singular(Solve *k, const SheetBlock *b)
{
    uint32_t nvars = (uint32_t)k->d->var.n;
    double *x = ARENA_ARRAY(k->a, double, nvars);
    bool singular = b->n <= MOST_TESTED;
    for (uint32_t trial = 0; trial < TRIALS && singular; trial++) {
        for (uint32_t v = 0; v < nvars; v++)
            x[v] = k->d->var.v[v].type == T_REAL ? some_value(v, trial) : some_value(v, trial) > 1;
        int rank = rank_of(k, b, x);
        singular = rank >= 0 && rank < b->n;
    }
    return singular;
}

/* Parameters have their values, others some. */
static double *values_with(Solve *k, int n, const SheetAssign *assign)
{
    const double *known = dae_parameter_values(k->d);
    uint32_t nvars = (uint32_t)k->d->var.n, size = nvars;
    for (int i = 0; i < n; i++)
        size = assign[i].var >= size ? assign[i].var + 1 : size;
    double *x = ARENA_ARRAY(k->a, double, size);
    for (uint32_t v = 0; v < nvars; v++) {
        const DaeVar *y = &k->d->var.v[v];
        bool given = (int)v < k->d->nvalues && y->kind <= DV_PARAMETER && isfinite(known[v]);
        x[v] = given ? known[v] : y->type == T_REAL ? some_value(v, 0) : 0;
    }
    return x;
}

bool keeps_digits(Solve *k, const SheetBlock *b, int n, const SheetAssign *assign)
{
    double *x = values_with(k, n, assign);
    for (int i = 0; i < n; i++)
        x[assign[i].var] = expr_value(k->st, assign[i].value, x, 0.37);
    for (int i = 0, at = 0; i < b->n; i++) {
        double sum = 0, size = 0;
        for (; at < b->nentries && b->entry[at].row == i; at++) {
            double a = expr_value(k->st, b->entry[at].value, x, 0.37);
            a *= b->entry[at].col < b->n ? x[b->unknown[b->entry[at].col]] : -1;
            sum += a;
            size += fabs(a);
        }
        if (fabs(sum) > SHEET_HOLDS * size) /* not if it cannot be told */
            return false;
    }
    return true;
}

static void report_too_large(Solve *k, const SheetBlock *b)
{
    Dae *d = k->s->d;
    Buf names = {0};
    for (int i = 0; i < b->n && i < 6; i++) {
        buf_puts(&names, i ? ", " : "");
        sheet_var_name(k->s, b->unknown[i], 0, &names);
    }
    const DaeEq *e = &k->d->eq.v[b->eq[0]];
    diag_error(
        d->ctx->diags, e->span,
        "the symbolic solution of the system of %d equations for %s%s is too large; use `set "
        "SolveLinearSyst off` with `set MatrixExpr on`, or tearing",
        b->n, buf_text(&names), b->n > 6 ? ", ..." : "");
    buf_free(&names);
}

static void report_singular_matrix(Solve *k, const SheetBlock *b)
{
    Dae *d = k->s->d;
    const DaeEq *e = &k->d->eq.v[b->eq[0]];
    Buf text = {0};
    for (int i = 0; i < b->n && i < 6; i++) {
        buf_puts(&text, i ? "; " : "");
        sheet_print_equation(k->s, b->eq[i], &text);
    }
    diag_error(d->ctx->diags, e->span,
               "these equations have no unique solution, whatever the values are: %s%s",
               buf_text(&text), b->n > 6 ? "; ..." : "");
    buf_free(&text);
}

/* Whether the formulas need more operations than the elimination of a full matrix; what they divide
 * by is common. */
static bool is_longer(Solve *k, int n, const Quotient *x)
{
    long long total = expr_written_operations(k->st, x[0].den), size = n;
    for (int i = 0; i < n; i++)
        total += expr_written_operations(k->st, x[i].num) + 1;
    return total > 2 * size * size * size / 3 + 2 * size * size;
}

static bool solve_system(Solve *k, SheetBlock *b)
{
    int n = b->n;
    bool small = n <= MOST_UNKNOWNS, singular = false;
    Expr *m = ARENA_ARRAY(k->a, Expr, small ? n * (n + 1) : 0);
    Quotient *x = ARENA_ARRAY(k->a, Quotient, n);
    for (int i = 0; i < b->nentries && small; i++)
        m[b->entry[i].row * (n + 1) + b->entry[i].col] = b->entry[i].value;
    if (!small || !expr_cramer(k->st, n, m, MOST_TERMS, x, &singular)) {
        b->kind = SB_LINEAR;
        if (singular)
            report_singular_matrix(k, b);
        else if (!k->s->plan.lenient)
            report_too_large(k, b);
        return !singular && k->s->plan.lenient;
    }
    if (k->s->plan.lenient && !k->s->plan.on[SW_TEAR] && is_longer(k, n, x)) {
        b->kind = SB_LINEAR;
        return true;
    }
    b->kind = SB_SOLVED;
    b->assign = ARENA_ARRAY(k->a, SheetAssign, n);
    b->nassign = n;
    for (int i = 0; i < n; i++)
        b->assign[i] = (SheetAssign){b->unknown[i],
                                     expr_div(k->st, x[i].num, x[i].den),
                                     k->d->eq.v[b->eq[i]].owner,
                                     {0},
                                     0,
                                     0};
    return true;
}

bool linear_block(Solve *k, SheetBlock *b)
{
    b->kind = SB_LINEAR;
    if (b->n > 1 && is_singular(k, b)) {
        report_singular_matrix(k, b);
        return false;
    }
    if (!k->s->plan.on[SW_SOLVE_LINEAR])
        return true;
    if (k->s->plan.on[SW_INLINE])
        return formula_system(k, b) || tear_system(k, b) || true;
    if (k->s->plan.on[SW_RELAX] && relax_system(k, b))
        return !k->s->plan.on[SW_MATRIX] || read_entries(k, b);
    return (k->s->plan.on[SW_TEAR] && tear_system(k, b)) || solve_system(k, b);
}

static bool system_block(Solve *k, SheetBlock *b)
{
    if (k->s->plan.on[SW_INLINE])
        return inline_system(k, b);
    b->kind = SB_NONLINEAR;
    return !read_entries(k, b) || linear_block(k, b);
}

/* ---- Blocks ---- */

static void take_formula(Solve *k, SheetBlock *b, const Assign *a)
{
    b->kind = SB_EXPLICIT;
    b->nassign = 1;
    b->assign = ARENA_NEW(k->a, SheetAssign);
    *b->assign = (SheetAssign){a->var, a->value, k->d->eq.v[a->eq].owner, {0}, a->eq + 1, 0};
    if (is_constant(k, a->var, a->value)) {
        k->s->constant[a->var] = a->value;
        b->dropped = true;
    }
}

static bool solve_block(Solve *k, SheetBlock *b)
{
    for (int i = 0; i < b->n; i++) {
        Row *row = &k->p->row.v[b->row[i]];
        row->lhs = evaluated(k, row->lhs);
        row->rhs = evaluated(k, row->rhs);
        bool kept = !k->s->plan.on[SW_INLINE] || b->ntorn; /* see explicit_part */
        row->lhs = kept || !row->lhs ? row->lhs : without_hints(k, row->lhs);
        row->rhs = kept || !row->rhs ? row->rhs : without_hints(k, row->rhs);
    }
    Plan plan = plan_block(k->p, b->row, b->n);
    const Block *made = plan.block;
    k->plan = &plan;
    bool good = made->nassign || system_block(k, b);
    if (made->nassign && made->assign[0].value)
        take_formula(k, b, &made->assign[0]);
    else if (made->nassign)
        b->kind = SB_OBJECT;
    if (good)
        plan_commit(k->p, &plan);
    k->plan = NULL;
    return good;
}

uint32_t new_auxiliary(Solve *k)
{
    return k->plan ? plan_add_var(k->p, k->plan, dae_hidden_var(T_REAL, DV_AUXILIARY))
                   : dae_new_var(k->d, T_REAL, DV_AUXILIARY);
}

/* ---- Common subexpressions of reduced systems (FM-45) ---- */

typedef struct Shared {
    Solve *k;
    Map count;  /* expression -> how often it is an operand, or a formula */
    Map symbol; /* expression -> what stands for it */
    VEC(Expr) seen;
} Shared;

/* Sums, quotients and products of coefficients: 1/C3.C. */
static void count_use(Shared *h, Expr x)
{
    ExprStore *st = h->k->st;
    ExprOp op = expr_op(st, x);
    if (op != EX_DIV && op != EX_ADD && op != EX_MUL)
        return;
    uint32_t n = map_get(&h->count, x, 0);
    if (!n)
        vec_push(h->k->a, &h->seen, x);
    map_set(&h->count, h->k->a, x, n + 1);
}

static void count_operands(void *arg, Expr e)
{
    Shared *h = arg;
    for (uint32_t i = 0; i < expr_node(h->k->st, e)->nargs; i++)
        count_use(h, expr_arg(h->k->st, e, i));
}

static Expr symbol_rule(void *arg, Expr old, Expr now)
{
    const Shared *h = arg;
    return map_get(&h->symbol, old, now);
}

void name_common(Solve *k, Expr *e, int n, AssignList *out)
{
    Shared h = {.k = k};
    for (int i = 0; i < n; i++) {
        if (e[i])
            expr_visit(k->st, e[i], count_operands, &h); /* a node once for each formula */
        if (e[i])
            count_use(&h, e[i]);
    }
    for (int i = 0; i < h.seen.n; i++) {
        Expr x = h.seen.v[i];
        if (map_get(&h.count, x, 0) < 2)
            continue;
        uint32_t q = new_auxiliary(k);
        Expr value = dae_rewrite(k->d, x, symbol_rule, &h); /* inner ones came first */
        vec_push(k->a, out, ((SheetAssign){q, value, 0, {0}, 0, 0}));
        map_set(&h.symbol, k->a, x, expr_var(k->st, T_REAL, q));
    }
    for (int i = 0; i < n; i++)
        e[i] = e[i] ? dae_rewrite(k->d, e[i], symbol_rule, &h) : 0;
}

/* All formulas of the listing. */
static void share_all(Solve *k)
{
    Sheet *s = k->s;
    VEC(Expr) formula = {0};
    AuxiliaryList aux = {0};
    for (int i = 0; i < s->nblocks; i++)
        for (int j = 0; j < s->block[i].nassign && !s->block[i].dropped; j++)
            vec_push(k->a, &formula, s->block[i].assign[j].value);
    sheet_share(s, k->a, formula.n, formula.v, true, 0, &aux);
    for (int i = 0, at = 0, next = 0; i < s->nblocks; i++) {
        SheetBlock *b = &s->block[i];
        AssignList out = {0};
        int ntorn = b->ntorn_assign;
        for (int j = 0; j < b->nassign && !b->dropped; j++, at++) {
            for (; next < aux.n && aux.v[next].before == at; next++) {
                vec_push(k->a, &out, aux.v[next].assign);
                b->ntorn_assign += j < ntorn;
            }
            b->assign[j].value = formula.v[at];
            vec_push(k->a, &out, b->assign[j]);
        }
        if (b->dropped)
            continue;
        b->assign = out.v;
        b->nassign = out.n;
    }
}

/* ---- What is not needed (FM-44) ---- */

static void mark_vars(Solve *k, bool *needed, Expr e)
{
    if (!e)
        return;
    VarList in = expr_vars(k->st, k->a, 1, &e);
    for (int i = 0; i < in.n; i++)
        needed[in.var[i]] = true;
}

/* Backwards: a block is needed if one of its unknowns is wanted or used later. Of a solved system
 * only the needed unknowns are computed, unless it comes from differentiation, which is shown
 * whole. */
static void drop_unneeded(Solve *k)
{
    Sheet *s = k->s;
    bool *needed = ARENA_ARRAY(k->a, bool, s->d->var.n);
    for (int i = s->nblocks; i-- > 0;) {
        SheetBlock *b = &s->block[i];
        if (b->dropped)
            continue;
        bool any = false;
        for (int j = 0; j < b->n; j++)
            any = any || needed[b->unknown[j]] || sheet_wanted(k->d, b->unknown[j]);
        b->dropped = !any && b->kind != SB_OBJECT;
        if (b->dropped)
            continue;
        bool whole = b->kind != SB_SOLVED || b->differentiated;
        int n = 0;
        for (int j = b->nassign; j-- > 0;) {
            SheetAssign a = b->assign[j];
            if (!whole && !needed[a.var] && !sheet_wanted(k->d, a.var))
                continue;
            b->assign[b->nassign - ++n] = a;
            mark_vars(k, needed, a.value);
        }
        b->assign += b->nassign - n;
        b->nassign = n;
        for (int j = 0; j < b->nentries; j++)
            mark_vars(k, needed, b->entry[j].value);
        for (int j = 0; j < b->n && !b->nassign; j++) {
            const DaeEq *e = &s->d->eq.v[b->eq[j]];
            mark_vars(k, needed, evaluated(k, e->lhs));
            mark_vars(k, needed, evaluated(k, e->rhs));
            if (!e->lhs)
                mark_vars(k, needed, e->rhs);
        }
    }
}

/* y = x where x has no other use is the formula of x itself: the output is computed directly. */
static void merge_outputs(Solve *k)
{
    Sheet *s = k->s;
    int *uses = ARENA_ARRAY(k->a, int, s->d->var.n);
    SheetAssign **made = ARENA_ARRAY(k->a, SheetAssign *, s->d->var.n);
    for (int i = 0; i < s->nblocks; i++) {
        SheetBlock *b = &s->block[i];
        for (int j = 0; j < b->nassign && !b->dropped; j++) {
            VarList in = expr_vars(k->st, k->a, 1, &b->assign[j].value);
            for (int v = 0; v < in.n; v++)
                uses[in.var[v]]++;
            if (b->kind == SB_SOLVED && !b->differentiated)
                made[b->assign[j].var] = &b->assign[j];
        }
    }
    for (int i = 0; i < s->nblocks; i++) {
        SheetBlock *b = &s->block[i];
        if (b->dropped || b->kind != SB_EXPLICIT || expr_op(k->st, b->assign[0].value) != EX_VAR)
            continue;
        uint32_t x = var_number(k->st, b->assign[0].value);
        if (!s->d->var.v[b->assign[0].var].top_output || uses[x] != 1 || !made[x] ||
            s->d->var.v[x].top_output)
            continue;
        b->assign[0].value = made[x]->value;
        made[x]->var = NONE;
    }
    for (int i = 0; i < s->nblocks; i++) {
        SheetBlock *b = &s->block[i];
        int n = 0;
        for (int j = 0; j < b->nassign; j++)
            if (b->assign[j].var != NONE)
                b->assign[n++] = b->assign[j];
        b->dropped = b->dropped || (b->kind == SB_SOLVED && !n);
        b->nassign = n;
    }
}

bool sheet_solve(Sheet *s, Arena *a)
{
    Solve k = {.s = s, .d = s->d, .p = s->problem, .st = s->d->store, .a = a};
    bool good = true;
    s->constant = ARENA_ARRAY(a, Expr, s->first_aux);
    for (int i = 0; i < s->nblocks; i++)
        good = solve_block(&k, &s->block[i]) && good;
    if (!good)
        return false;
    bool inlined = s->plan.on[SW_INLINE]; /* shown as the paper does */
    if ((s->plan.on[SW_TEAR] || inlined) && s->plan.on[SW_RESIDUE])
        given_report(k.p);
    if (s->plan.on[SW_EVALUATE] && !inlined) {
        drop_unneeded(&k);
        merge_outputs(&k);
    }
    if (s->plan.on[SW_SUB_EXPR] && !inlined)
        share_all(&k);
    s->naux = s->d->var.n - (int)s->first_aux;
    return true;
}
