/* sheet_tear.c - linear systems torn (FM-35, BG-7, X-10): given values of a few unknowns, the
 * others follow one by one; the equations left over determine the few.
 *
 * residue(x) in an equation says that x is torn and that the equation is left over. Where the
 * model says nothing, graph/tearing.c chooses. The coefficients of the reduced system come from
 * the linear forms of the assignments, substituted in order; what is used more than once becomes
 * Q101, Q102 ... Two unknowns are solved by the determinant, more by elimination. */
#include "dae/sheet_internal.h"
#include "dae/sheet_solve.h"

#include <limits.h>

enum { MOST_TORN = 12, MOST_SINGLE = 60, MOST_PAIRS = 14 };

typedef struct Torn {
    Solve *k;
    SheetBlock *b;
    const Expr *m; /* [n * (n + 1)] the system, right-hand side last */
    int n, nt;
    int *torn;         /* [nt] columns */
    int *residual;     /* [nt] rows */
    int *order, *peel; /* [n - nt] rows, and the columns they are solved for */
    Expr *form;        /* [n * (nt + 1)] by column: its value in the torn ones, constant last */
    VEC(SheetAssign) out;
    int nreduced; /* of them: the torn unknowns and what they need */
} Torn;

/* ---- Choice ---- */

static const Hint *hint_in(Sheet *s, const DaeEq *e)
{
    for (int i = 0; i < s->d->hint.n; i++) {
        uint32_t v = s->d->hint.v[i].symbol;
        if (expr_has_var(s->d->store, e->lhs, v) || expr_has_var(s->d->store, e->rhs, v))
            return &s->d->hint.v[i];
    }
    return NULL;
}

static int column_of(const Torn *t, uint32_t var)
{
    var = sheet_root(t->k->s, var);
    for (int j = 0; j < t->n; j++)
        if (t->b->unknown[j] == var)
            return j;
    return -1;
}

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
    for (int i = 0; i < t->n; i++) {
        for (int j = 0; j < t->n; j++) {
            Expr e = t->m[i * (t->n + 1) + j];
            if (!e)
                continue;
            vec_push(a, &col, j);
            vec_push(a, &kind, (uint8_t)(is_residual[i] || !is_known_nonzero(t, e)));
        }
        p.ptr[i + 1] = col.n;
    }
    p.col = col.v;
    p.kind = kind.v;
    return p;
}

/* E-13: pairs that are not enough, or that cannot be used. */
static void report_incomplete(Torn *t, int given)
{
    Sheet *s = t->k->s;
    Buf names = {0};
    for (int i = given; i < t->nt; i++) {
        buf_puts(&names, i > given ? ", " : "");
        sheet_var_name(s, t->b->unknown[t->torn[i]], 0, &names);
    }
    diag_warning(s->d->ctx->diags, (Span){0},
                 "the tearing variables given by residue() do not determine the system of %d "
                 "equations; torn as well: %s",
                 t->n, buf_text(&names));
    buf_free(&names);
}

static void report_unused(Torn *t, const Hint *hint, const DaeEq *e)
{
    Sheet *s = t->k->s;
    Buf name = {0};
    sheet_var_name(s, hint->of, 0, &name);
    diag_warning(
        s->d->ctx->diags, e->span,
        "%s(%s) is not used: `%s` is not an unknown of the system this equation belongs to",
        hint->kind == HINT_LINRES ? "linres" : "residue", buf_text(&name), buf_text(&name));
    buf_free(&name);
}

/* The order in which the others follow, with these columns torn and these rows left over. */
static bool peel(Torn *t, const bool *is_residual, const int *given, int ngiven)
{
    Arena *a = t->k->a;
    Pattern p = pattern_of(t, is_residual);
    Tearing tear = {.order = ARENA_ARRAY(a, int, t->n),
                    .peel_col = ARENA_ARRAY(a, int, t->n),
                    .torn = ARENA_ARRAY(a, int, t->n),
                    .residual = ARENA_ARRAY(a, int, t->n)};
    t->nt = tear_block(&p, 1, NULL, given, ngiven, &tear);
    t->torn = tear.torn;
    t->residual = tear.residual;
    t->order = tear.order;
    t->peel = tear.peel_col;
    return t->nt > 0 && t->nt < t->n && t->nt <= MOST_TORN;
}

/* What residue() says: torn columns, and the rows left over. Returns how many. */
static int given_pairs_of(Torn *t, bool *is_residual, int *given)
{
    bool *is_torn = ARENA_ARRAY(t->k->a, bool, t->n);
    int ngiven = 0;
    for (int i = 0; i < t->n; i++) {
        const DaeEq *e = &t->k->d->eq.v[t->b->eq[i]];
        const Hint *hint = hint_in(t->k->s, e);
        int col = hint ? column_of(t, hint->of) : -1;
        if (hint && col < 0)
            report_unused(t, hint, e);
        if (col < 0 || is_torn[col])
            continue;
        is_torn[col] = is_residual[i] = true;
        given[ngiven++] = col;
    }
    return ngiven;
}

/* ---- Coefficients ---- */

static Expr sum(Torn *t, Expr a, Expr b)
{
    return !a ? b : !b ? a : expr_add2(t->k->st, a, b);
}

static Expr product(Torn *t, Expr a, Expr b)
{
    return a && b ? expr_mul2(t->k->st, a, b) : 0;
}

static Expr nonzero(Torn *t, Expr e)
{
    return e && !expr_is_zero(t->k->st, e) ? e : 0;
}

static Expr entry(const Torn *t, int row, int col)
{
    return t->m[row * (t->n + 1) + col];
}

/* The form of row * unknowns - right-hand side, but for column `except`. */
static void row_form(Torn *t, int row, int except, Expr *out)
{
    Expr b = entry(t, row, t->n);
    for (int k = 0; k <= t->nt; k++)
        out[k] = 0;
    out[t->nt] = b ? expr_neg(t->k->st, b) : 0;
    for (int j = 0; j < t->n; j++)
        for (int k = 0; k <= t->nt && entry(t, row, j) && j != except; k++)
            out[k] = sum(t, out[k], product(t, entry(t, row, j), t->form[j * (t->nt + 1) + k]));
    for (int k = 0; k <= t->nt; k++)
        out[k] = nonzero(t, out[k]);
}

static void make_forms(Torn *t)
{
    ExprStore *st = t->k->st;
    int w = t->nt + 1;
    t->form = ARENA_ARRAY(t->k->a, Expr, (size_t)t->n * (size_t)w);
    for (int i = 0; i < t->nt; i++)
        t->form[t->torn[i] * w + i] = expr_real(st, 1);
    for (int i = 0; i < t->n - t->nt; i++) {
        Expr *f = &t->form[t->peel[i] * w], pivot = entry(t, t->order[i], t->peel[i]);
        row_form(t, t->order[i], t->peel[i], f);
        for (int k = 0; k < w; k++)
            f[k] = f[k] ? expr_neg(st, expr_div(st, f[k], pivot)) : 0;
    }
}

/* ---- The reduced system ---- */

/* A value that is used more than once. */
static Expr named(Torn *t, Expr e)
{
    ExprStore *st = t->k->st;
    if (!e)
        return 0;
    Expr inner = expr_op(st, e) == EX_NEG ? expr_arg(st, e, 0) : e;
    if (!expr_node(st, inner)->nargs)
        return e;
    for (int i = 0; i < t->out.n; i++)
        if (t->out.v[i].value == inner)
            return expr_op(st, e) == EX_NEG ? expr_neg(st, expr_var(st, T_REAL, t->out.v[i].var))
                                            : expr_var(st, T_REAL, t->out.v[i].var);
    uint32_t q = dae_new_var(t->k->d, T_REAL, DV_AUXILIARY);
    t->k->s->naux++;
    vec_push(t->k->a, &t->out, ((SheetAssign){q, inner, 0}));
    Expr v = expr_var(st, T_REAL, q);
    return inner == e ? v : expr_neg(st, v);
}

static void give(Torn *t, int i, Expr value)
{
    SheetAssign a = {t->b->unknown[t->torn[i]], value, 0};
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

/* Gaussian elimination; false if a pivot is missing: the matrix is singular whatever the values. */
static bool solve_many(Torn *t, Expr *a, Expr *b)
{
    ExprStore *st = t->k->st;
    int n = t->nt, *row = ARENA_ARRAY(t->k->a, int, n);
    for (int i = 0; i < n; i++)
        row[i] = i;
    for (int k = 0; k < n; k++) {
        int p = k;
        while (p < n && !a[row[p] * n + k])
            p++;
        if (p == n)
            return false;
        int top = row[p];
        row[p] = row[k];
        row[k] = top;
        for (int j = k; j < n; j++)
            a[top * n + j] = named(t, a[top * n + j]);
        b[top] = named(t, b[top]);
        for (int i = k + 1; i < n; i++) {
            int r = row[i];
            if (!a[r * n + k])
                continue;
            Expr f = named(t, expr_neg(st, expr_div(st, a[r * n + k], a[top * n + k])));
            for (int j = k + 1; j < n; j++)
                a[r * n + j] = nonzero(t, sum(t, a[r * n + j], product(t, f, a[top * n + j])));
            b[r] = nonzero(t, sum(t, b[r], product(t, f, b[top])));
            a[r * n + k] = 0;
        }
    }
    for (int k = n; k-- > 0;) {
        Expr value = b[row[k]];
        for (int j = k + 1; j < n; j++) {
            Expr x = expr_var(st, T_REAL, t->b->unknown[t->torn[j]]);
            Expr term = product(t, a[row[k] * n + j], x);
            value = sum(t, value, term ? expr_neg(st, term) : 0);
        }
        give(t, k, value ? expr_div(st, value, a[row[k] * n + k]) : expr_real(st, 0));
    }
    return true;
}

/* ---- The block ---- */

/* Quotients and sums that appear more than once in the reduced system are named first: 1/C3.C. */
typedef struct Uses {
    Torn *t;
    Map count;
    VEC(Expr) seen;
} Uses;

static void count_use(void *arg, Expr e)
{
    Uses *u = arg;
    ExprStore *st = u->t->k->st;
    ExprOp op = expr_op(st, e);
    if (op != EX_DIV && op != EX_ADD && op != EX_MUL)
        return;
    uint32_t n = map_get(&u->count, e, 0);
    if (!n)
        vec_push(u->t->k->a, &u->seen, e);
    map_set(&u->count, u->t->k->a, e, n + 1);
}

static Expr name_rule(void *arg, Expr old, Expr now)
{
    const Map *symbol = arg;
    uint32_t q = map_get(symbol, old, 0);
    return q ? q : now;
}

static void name_shared(Torn *t, Expr *e, int n)
{
    Uses u = {.t = t};
    Map symbol = {0};
    for (int i = 0; i < n; i++)
        if (e[i])
            expr_visit(t->k->st, e[i], count_use, &u);
    for (int i = 0; i < u.seen.n; i++)
        if (map_get(&u.count, u.seen.v[i], 0) > 1) {
            Expr value = dae_rewrite(t->k->d, u.seen.v[i], name_rule, &symbol);
            map_set(&symbol, t->k->a, u.seen.v[i], named(t, value));
        }
    for (int i = 0; i < n; i++)
        e[i] = e[i] ? dae_rewrite(t->k->d, e[i], name_rule, &symbol) : 0;
}

static bool solve_reduced(Torn *t)
{
    int n = t->nt;
    Expr *ab = ARENA_ARRAY(t->k->a, Expr, (size_t)n * (size_t)(n + 1));
    Expr *a = ab, *b = ab + n * n, *row = ARENA_ARRAY(t->k->a, Expr, n + 1);
    for (int i = 0; i < n; i++) {
        row_form(t, t->residual[i], -1, row);
        for (int k = 0; k < n; k++)
            a[i * n + k] = row[k];
        b[i] = row[n] ? expr_neg(t->k->st, row[n]) : 0;
    }
    name_shared(t, ab, n * (n + 1));
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
        const DaeEq *e = &k->d->eq.v[t->b->eq[t->order[i]]];
        uint32_t var = t->b->unknown[t->peel[i]];
        Expr value = solve_equation(k, e, var);
        vec_push(k->a, &t->out, ((SheetAssign){var, value, e->owner}));
    }
}

/* Solves with the columns chosen; the operations of the block, -1 if that is not possible. */
static long long solve_torn(Torn *t)
{
    t->out.n = 0;
    t->out.v = NULL;
    t->out.cap = 0;
    make_forms(t);
    if (!solve_reduced(t))
        return -1;
    t->nreduced = t->out.n;
    add_rest(t);
    long long n = 0;
    for (int i = 0; i < t->out.n; i++)
        n += sheet_operations(t->k->st, t->out.v[i].value);
    return n;
}

/* Auxiliary variables of a trial are given back. */
static long long try_torn(Torn *t, const bool *is_residual, const int *given, int ngiven)
{
    Sheet *s = t->k->s;
    int nvars = s->d->var.n, naux = s->naux;
    long long n =
        peel(t, is_residual, given, ngiven) && (!ngiven || t->nt == ngiven) ? solve_torn(t) : -1;
    s->d->var.n = nvars;
    s->naux = naux;
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

bool tear_system(Solve *k, SheetBlock *b, const Expr *m)
{
    Torn t = {.k = k, .b = b, .m = m, .n = b->n};
    int *given = ARENA_ARRAY(k->a, int, b->n + 2);
    bool *is_residual = ARENA_ARRAY(k->a, bool, b->n);
    int ngiven = k->s->plan.on[SW_RESIDUE] ? given_pairs_of(&t, is_residual, given) : 0;
    bool by_model = ngiven > 0;
    if (!by_model)
        ngiven = choose_torn(&t, given);
    if (!peel(&t, is_residual, given, ngiven))
        return false;
    if (by_model && t.nt > ngiven)
        report_incomplete(&t, ngiven);
    if (solve_torn(&t) < 0)
        return false;
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
    return true;
}
