/* sheet_tear.c - linear systems torn (FM-35, BG-7, X-10): given values of a few unknowns, the
 * others follow one by one; the equations left over determine the few.
 *
 * residue(x) in an equation says that x is torn and that the equation is left over. Where the
 * model says nothing, that which leads to the fewest operations is torn. The others are eliminated
 * in the order in which they follow (graph/eliminate.c), which leaves the reduced system; what is
 * used more than once becomes Q101, Q102 ... Two unknowns are solved by the determinant, more by
 * elimination, from rows without common factors (sheet_scale.c) if that needs fewer operations. A
 * choice whose formulas lose the digits for some values (a long chain, torn at one end, is a
 * shooting method) is none. */
#include "dae/sheet_internal.h"
#include "graph/eliminate.h"

enum { MOST_EQUATIONS = 400, MOST_TORN = 12, MOST_SINGLE = 60, MOST_PAIRS = 14 };

typedef struct Torn {
    Solve *k;
    SheetBlock *b;
    int n, nt;
    int *torn;         /* [nt] columns */
    int *residual;     /* [nt] rows */
    int *order, *peel; /* [n - nt] rows, and the columns they are solved for */
    Expr factor;       /* of the step of the elimination at hand ... */
    bool naming;       /* ... and whether it is used more than once */
    bool scaled;       /* rows of the reduced system without common factors */
    AssignList out;
    int nreduced; /* of them: the torn unknowns and what they need */
} Torn;

/* ---- Choice ---- */

static bool is_known_nonzero(Torn *t, Expr coef)
{
    VarList in = expr_vars(t->k->st, t->k->a, 1, &coef);
    for (int i = 0; i < in.n; i++)
        if (t->k->d->var.v[in.var[i]].kind > DV_PARAMETER)
            return false;
    return true;
}

static Pattern pattern_of(Torn *t, const bool *is_residual)
{
    Arena *a = t->k->a;
    VEC(int) col = {0};
    VEC(uint8_t) kind = {0};
    Pattern p = {.nrows = t->n, .ncols = t->n, .ptr = ARENA_ARRAY(a, int, t->n + 1)};
    for (int i = 0, at = 0; i < t->n; i++) {
        for (; at < t->b->nentries && t->b->entry[at].row == i; at++) {
            const SheetEntry *e = &t->b->entry[at];
            if (e->col == t->n)
                continue;
            vec_push(a, &col, e->col);
            bool other = t->k->s->plan.on[SW_INLINE] && e->col != i; /* x = h*derx + oldx gives x */
            vec_push(a, &kind,
                     (uint8_t)(is_residual[i] || other || !is_known_nonzero(t, e->value)));
        }
        p.ptr[i + 1] = col.n;
    }
    p.col = col.v;
    p.kind = kind.v;
    return p;
}

/* The order in which the others follow, with these columns torn and these rows left over. */
static bool peel(Torn *t, const bool *is_residual, const int *given, int ngiven)
{
    Arena *a = t->k->a;
    Pattern p = pattern_of(t, is_residual);
    Tearing tear = tearing_room(a, t->n);
    t->nt = tear_block(&p, 1, NULL, given, ngiven, &tear);
    t->torn = tear.torn;
    t->residual = tear.residual;
    t->order = tear.order;
    t->peel = tear.peel_col;
    int most = t->k->s->plan.on[SW_INLINE] ? 2 : MOST_TORN; /* no pivot vanishes for h = 0 */
    return t->nt > 0 && t->nt < t->n && t->nt <= most;
}

/* What residue() says: torn columns, and the rows left over. Returns how many. */
static int given_pairs_of(Torn *t, bool *is_residual, int *given)
{
    Solve *k = t->k;
    bool *is_torn = ARENA_ARRAY(t->k->a, bool, t->n);
    int ngiven = 0, pair;
    for (int i = 0; i < t->n; i++) {
        uint32_t x = given_residual(k->p, t->b->eq[i], &pair);
        int col = 0;
        while (col < t->n && t->b->unknown[col] != x)
            col++;
        if (col == t->n || is_torn[col])
            continue;
        is_torn[col] = is_residual[i] = true;
        given[ngiven++] = col;
        vec_push(k->p->a, &k->plan->used, pair);
    }
    return k->plan->npairs = ngiven;
}

/* ---- The reduced system ---- */

static Expr sum(Torn *t, Expr a, Expr b)
{
    return !a ? b : !b ? a : expr_add2(t->k->st, a, b);
}

static Expr product(Torn *t, Expr a, Expr b)
{
    return a && b ? expr_mul2(t->k->st, a, b) : 0;
}

/* The name that a value, or its negative, has already; else the value. */
static Expr by_name(Torn *t, Expr e)
{
    ExprStore *st = t->k->st;
    Expr inner = expr_op(st, e) == EX_NEG ? expr_arg(st, e, 0) : e;
    for (int i = 0; i < t->out.n; i++)
        if (t->out.v[i].value == inner)
            return expr_op(st, e) == EX_NEG ? expr_neg(st, expr_var(st, T_REAL, t->out.v[i].var))
                                            : expr_var(st, T_REAL, t->out.v[i].var);
    return e;
}

/* A value that is used more than once. */
static Expr named(Torn *t, Expr e)
{
    ExprStore *st = t->k->st;
    if (!e || by_name(t, e) != e)
        return e ? by_name(t, e) : 0;
    Expr inner = expr_op(st, e) == EX_NEG ? expr_arg(st, e, 0) : e;
    if (!expr_node(st, inner)->nargs)
        return e;
    uint32_t q = new_auxiliary(t->k);
    vec_push(t->k->a, &t->out, ((SheetAssign){q, inner, 0, {0}, 0, 0}));
    Expr v = expr_var(st, T_REAL, q);
    return inner == e ? v : expr_neg(st, v);
}

/* One step: the row plus factor times the pivot's row. */
static int begin_step(void *arg, int row, int by, const void *from, const void *pivot)
{
    Torn *t = arg;
    const SheetEntry *x = from, *y = pivot;
    (void)row, (void)by;
    t->factor = expr_neg(t->k->st, expr_div(t->k->st, x->value, y->value));
    if (t->naming)
        t->factor = named(t, t->factor);
    return 0;
}

static int add_multiple(void *arg, const void *to, const void *from, void *out)
{
    Torn *t = arg;
    const SheetEntry *x = to, *y = from;
    SheetEntry *c = out;
    Expr old = !x ? 0 : t->naming ? by_name(t, x->value) : x->value;
    c->value = sum(t, old, expr_mul2(t->k->st, t->factor, y->value));
    return !expr_is_zero(t->k->st, c->value);
}

static Expr cell_of(const Echelon *e, int row, int col)
{
    const SheetEntry *c = echelon_entry(e, row, col);
    return c ? c->value : 0;
}

static bool open_system(Torn *t, Echelon *e, int n, const SheetEntry *entry, int nentries)
{
    static const Coefficients formulas = {sizeof(SheetEntry), begin_step, add_multiple, NULL};
    bool good = echelon_open(e, &formulas, t, n + 1, n);
    for (int i = 0, at = 0; i < n && good; i++) {
        int first = at;
        while (at < nentries && entry[at].row == i)
            at++;
        good = echelon_add(e, entry + first, at - first) == i;
    }
    return good;
}

static void give(Torn *t, int i, Expr value)
{
    SheetAssign a = {t->b->unknown[t->torn[i]], value, 0, {0}, 0, 0};
    vec_push(t->k->a, &t->out, a);
}

static void solve_two(Torn *t, Expr *a, Expr *b)
{
    ExprStore *st = t->k->st;
    for (int i = 0; i < 4; i++)
        a[i] = named(t, a[i]);
    for (int i = 0; i < 2; i++)
        b[i] = named(t, b[i]);
    Expr cross = product(t, a[1], a[2]), straight = product(t, a[0], a[3]);
    Expr det = named(t, sum(t, straight, cross ? expr_neg(st, cross) : 0));
    for (int i = 0; i < 2; i++) {
        Expr p = product(t, b[i], a[i ? 0 : 3]), q = product(t, b[1 - i], a[i ? 2 : 1]);
        Expr num = sum(t, p, q ? expr_neg(st, q) : 0);
        give(t, i, num ? expr_div(st, num, det) : expr_real(st, 0));
    }
}

/* Rows of the reduced system are named when they become pivots. */
static bool solve_many(Torn *t, const Expr *a, const Expr *b)
{
    ExprStore *st = t->k->st;
    int n = t->nt, k = 0, *row = ARENA_ARRAY(t->k->a, int, n);
    VEC(SheetEntry) entry = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            if (j < n ? a[i * n + j] : b[i])
                vec_push(t->k->a, &entry, ((SheetEntry){j, i, j < n ? a[i * n + j] : b[i]}));
    Echelon e;
    bool good = open_system(t, &e, n, entry.v, entry.n);
    for (t->naming = true; k < n && good; k++) {
        for (row[k] = 0; row[k] < n && !(echelon_is_open(&e, row[k]) && cell_of(&e, row[k], k));)
            row[k]++;
        good = row[k] < n;
        SheetEntry *cell = good ? echelon_row(&e, row[k]) : NULL;
        for (int i = 0; good && i < e.row[row[k]].n; i++)
            cell[i].value = named(t, cell[i].value);
        if (good)
            echelon_pivot(&e, row[k], k);
    }
    while (k-- > 0 && good) {
        Expr value = cell_of(&e, row[k], n);
        for (int j = k + 1; j < n; j++) {
            Expr c = cell_of(&e, row[k], j), x = expr_var(st, T_REAL, t->b->unknown[t->torn[j]]);
            value = c ? sum(t, value, expr_neg(st, expr_mul2(st, c, x))) : value;
        }
        give(t, k, value ? expr_div(st, value, cell_of(&e, row[k], k)) : expr_real(st, 0));
    }
    good = good && !e.failed;
    echelon_close(&e);
    return good;
}

/* ---- The block ---- */

static bool solve_reduced(Torn *t)
{
    int n = t->nt;
    Expr *ab = ARENA_ARRAY(t->k->a, Expr, (size_t)n * (size_t)(n + 1)), *a = ab, *b = ab + n * n;
    Echelon e;
    t->naming = false;
    bool good = open_system(t, &e, t->n, t->b->entry, t->b->nentries);
    for (int i = 0; i < t->n - n && good; i++)
        echelon_pivot(&e, t->order[i], t->peel[i]);
    Expr *row = ARENA_ARRAY(t->k->a, Expr, n + 1);
    for (int i = 0; i < n && good; i++) {
        for (int k = 0; k <= n; k++)
            row[k] = cell_of(&e, t->residual[i], k < n ? t->torn[k] : t->n);
        if (t->scaled)
            scale_row(t->k, n + 1, row);
        memcpy(a + i * n, row, sizeof *row * (size_t)n);
        b[i] = row[n];
    }
    good = good && !e.failed;
    echelon_close(&e);
    if (!good)
        return false;
    name_common(t->k, ab, n * (n + 1), &t->out);
    if (n == 1) {
        if (!a[0])
            return false;
        give(t, 0, b[0] ? expr_div(t->k->st, b[0], a[0]) : expr_real(t->k->st, 0));
        return true;
    }
    if (n == 2) {
        solve_two(t, a, b);
        return true;
    }
    return solve_many(t, a, b);
}

/* The others, from their own equations. */
static void add_rest(Torn *t)
{
    Solve *k = t->k;
    for (int i = 0; i < t->n - t->nt; i++) {
        const Row *row = &k->p->row.v[t->b->row[t->order[i]]];
        uint32_t var = t->b->unknown[t->peel[i]];
        Expr value = explicit_solution(k->p, row->lhs, row->rhs, var, KIND_SAFE);
        vec_push(k->a, &t->out,
                 ((SheetAssign){var, value, k->d->eq.v[row->eq].owner, {0}, row->eq + 1, 0}));
    }
}

/* Solves with the columns chosen; the operations of the block, -1 if that is not possible. */
static long long solve_torn(Torn *t)
{
    t->out.n = 0;
    t->out.v = NULL;
    t->out.cap = 0;
    if (!solve_reduced(t))
        return -1;
    t->nreduced = t->out.n;
    add_rest(t);
    long long n = 0;
    for (int i = 0; i < t->out.n; i++)
        n += expr_written_operations(t->k->st, t->out.v[i].value);
    return n;
}

/* A trial has a plan of its own. */
static long long try_scaled(Torn *t, bool scaled)
{
    Plan *plan = t->k->plan;
    t->k->plan = plan_copy(t->k->p, plan);
    t->scaled = scaled;
    long long n = solve_torn(t);
    t->k->plan = plan;
    return n;
}

/* Two unknowns are solved by the determinant, as the paper prints it. */
static bool is_better_scaled(Torn *t)
{
    if (t->nt <= 2)
        return false;
    long long plain = try_scaled(t, false), scaled = try_scaled(t, true);
    return scaled >= 0 && (plain < 0 || scaled < plain);
}

static long long try_torn(Torn *t, const bool *is_residual, const int *given, int ngiven)
{
    Plan *plan = t->k->plan;
    t->k->plan = plan_copy(t->k->p, plan);
    long long n =
        peel(t, is_residual, given, ngiven) && (!ngiven || t->nt == ngiven) ? solve_torn(t) : -1;
    if (n >= 0 && !keeps_digits(t->k, t->b, t->out.n, t->out.v))
        n = -1;
    t->k->plan = plan;
    return n;
}

/* The least number of operations among: what graph/tearing.c finds, every unknown alone, and in
 * small systems every two. */
static int choose_torn(Torn *t, int *given)
{
    bool *none = ARENA_ARRAY(t->k->a, bool, t->n);
    long long least = try_torn(t, none, NULL, 0);
    int best[2] = {-1, -1}, nbest = 0;
    for (int i = 0; i < t->n && t->n <= MOST_SINGLE; i++)
        for (int j = i; j < (t->n <= MOST_PAIRS ? t->n : i + 1); j++) {
            int pair[2] = {i, j}, n = i == j ? 1 : 2;
            long long ops = try_torn(t, none, pair, n);
            if (ops < 0 || (least >= 0 && ops >= least))
                continue;
            least = ops;
            nbest = n;
            memcpy(best, pair, sizeof best);
        }
    memcpy(given, best, (size_t)nbest * sizeof *given);
    return nbest;
}

bool tear_system(Solve *k, SheetBlock *b)
{
    Torn t = {.k = k, .b = b, .n = b->n};
    if (b->n > MOST_EQUATIONS)
        return false;
    int *given = ARENA_ARRAY(k->a, int, b->n + 2);
    bool *is_residual = ARENA_ARRAY(k->a, bool, b->n);
    int ngiven = k->s->plan.on[SW_RESIDUE] ? given_pairs_of(&t, is_residual, given) : 0;
    if (!ngiven)
        ngiven = choose_torn(&t, given);
    if (!peel(&t, is_residual, given, ngiven))
        return false;
    t.scaled = is_better_scaled(&t);
    if (solve_torn(&t) < 0)
        return false;
    if (!keeps_digits(k, b, t.out.n, t.out.v)) {
        if (k->s->plan.lenient)
            return false;
        diag_warning(
            k->s->d->ctx->diags, k->d->eq.v[b->eq[0]].span,
            "torn, the system of %d equations loses its digits, because its unknowns follow "
            "from each other in a long chain: `set tear off`, or tear it at more places",
            b->n);
    }
    b->ntorn_assign = t.nreduced;
    b->kind = SB_TORN;
    b->assign = t.out.v;
    b->nassign = t.out.n;
    b->ntorn = t.nt;
    b->torn = ARENA_ARRAY(k->a, uint32_t, t.nt);
    b->residual = ARENA_ARRAY(k->a, int, t.nt);
    for (int i = 0; i < t.nt; i++) {
        b->torn[i] = b->unknown[t.torn[i]];
        b->residual[i] = b->eq[t.residual[i]];
    }
    BlockCore *core = arena_copy(k->a, k->plan->block->core, sizeof *core);
    core->ntorn = t.nt;
    core->torn = b->torn;
    k->plan->block->core = core;
    return true;
}
