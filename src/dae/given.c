/* given.c - tearing that the model gives: residue(x) in an equation (BG-1, BG-3, BG-4, E-13).
 *
 * The pair is the variable x and the equation. A residual sink is written e = Time*residue(f): its
 * equation says e = 0, which is eliminated long before blocks are made; the equation to leave over
 * is then the one in which e stands (the sum at the junction), or its derivative. So a row of a
 * block is the residual of a pair if the equation it comes from is the pair's, or if it contains,
 * as written, a variable that the pair's equation makes zero. An equation that only says what two
 * torques have to do with each other (that of a joint whose axis has zeros) is eliminated too; its
 * variable is torn all the same, and what is left over follows. Near-linear: maps are made once. */
#include "dae/diagnose.h"
#include "dae/problem.h"

#include <math.h>

enum { MOST_PASSES = 20 };

typedef struct GivenPairs {
    Map of_eq;   /* equation + 1 -> pair + 1 */
    Map carrier; /* variable + 1 -> pair + 1 */
    Map of_var;  /* variable + 1 -> pair + 1, of laws that are eliminated */
    Map law;     /* variable + 1 -> pair + 1, that such a law is about, or what is zero by it */
    VEC(uint64_t) about; /* the keys of `law` */
    bool *used;          /* [hint.n] */
} GivenPairs;

static bool is_equation(const DaeEq *q)
{
    return q->kind == EQ_SCALAR && q->lhs && q->rhs;
}

/* The variables of an equation as written. */
static VarList vars_in(const Dae *d, Arena *a, int k)
{
    Sides q = written_sides(d, k);
    return expr_vars(d->store, a, 2, (Expr[]){q.lhs, q.rhs});
}

static uint64_t root_key(const Dae *d, uint32_t var)
{
    return (uint64_t)dae_root(d, var, NULL) + 1;
}

/* What is not known, or made zero: e0*t is a law for t[1] where the axis e0 is {1, 0, 0}. */
static bool is_open(void *arg, uint32_t var)
{
    const Dae *d = arg;
    const DaeVar *v = dae_var(d, var);
    bool zero = v->kind == DV_CONSTANT && v->binding && expr_is_number(d->store, v->binding) &&
                expr_number(d->store, v->binding) == 0;
    return v->kind > DV_PARAMETER || zero;
}

/* The variables that an equation which has been eliminated determines each other by belong to a
 * pair, if to none yet. */
static void note_law(Dae *d, Arena *a, GivenPairs *g, int eq, uint32_t pair)
{
    Sides q = written_sides(d, eq);
    LinearForm f = equation_linear(d->store, a, q.lhs, q.rhs, is_open, d);
    for (int i = 0; i < f.n; i++) {
        uint64_t key = root_key(d, f.var[i]);
        if (f.var[i] == d->hint.v[pair].of || !is_parametric(d, f.coef[i]) ||
            map_get(&g->law, key, 0))
            continue;
        map_set(&g->law, a, key, pair + 1);
        vec_push(a, &g->about, key);
    }
}

/* What an eliminated law is about stands in sums at connections; those that have been eliminated,
 * too, pass it on to the others in them: nearest first. */
static void spread_laws(Dae *d, Arena *a, GivenPairs *g)
{
    Uses uses = uses_open(a, d);
    for (int k = 0; k < d->eq.n && g->about.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        VarList in = is_equation(q) && q->removed && !q->initial ? vars_in(d, a, k) : (VarList){0};
        for (int i = 0; i < in.n; i++)
            uses_add(&uses, dae_root(d, in.var[i], NULL), k);
    }
    for (int i = 0; i < g->about.n; i++) {
        uint64_t key = g->about.v[i];
        uint32_t pair = map_get(&g->law, key, 0) - 1;
        for (int u = uses.first[key - 1]; u; u = uses.use.v[u - 1].next)
            note_law(d, a, g, uses.use.v[u - 1].eq, pair);
    }
}

/* The variables of the pair's equation as written, but for the tearing variable. */
static void note_carriers(Dae *d, Arena *a, GivenPairs *g, int pair)
{
    const Hint *h = &d->hint.v[pair];
    if (!is_equation(&d->eq.v[h->eq]))
        return;
    VarList in = vars_in(d, a, h->eq);
    if (in.n != 1 || in.var[0] == h->of) { /* a law of its own, not the definition of a zero */
        if (d->eq.v[h->eq].removed) {
            map_set(&g->of_var, a, root_key(d, h->of), (uint32_t)pair + 1);
            note_law(d, a, g, h->eq, (uint32_t)pair);
        }
        return;
    }
    map_set(&g->carrier, a, root_key(d, in.var[0]), (uint32_t)pair + 1);
}

/* Zeros that connections made equal to a carrier are carriers too. */
static void spread_carriers(Dae *d, Arena *a, GivenPairs *g)
{
    bool more = true;
    for (int pass = 0; pass < MOST_PASSES && more; pass++) {
        more = false;
        for (int k = 0; k < d->eq.n; k++) {
            const DaeEq *q = &d->eq.v[k];
            if (!is_equation(q) || !q->removed || q->initial)
                continue;
            VarList in = vars_in(d, a, k);
            for (int i = 0; i < 2 && in.n == 2; i++) {
                uint32_t pair = map_get(&g->carrier, root_key(d, in.var[i]), 0);
                uint64_t other = root_key(d, in.var[1 - i]);
                if (!pair || d->var.v[other - 1].kind != DV_CONSTANT ||
                    map_get(&g->carrier, other, 0))
                    continue;
                map_set(&g->carrier, a, other, pair);
                more = true;
            }
        }
    }
}

void given_select(Dae *d)
{
    int kept = 0;
    for (int i = 0; i < d->hint.n; i++) {
        Expr c = d->hint.v[i].condition;
        bool off = c && has_known_value(d, c) &&
                   expr_value(d->store, c, dae_parameter_values(d), NAN) == 0;
        if (!off)
            d->hint.v[kept++] = d->hint.v[i];
    }
    d->hint.n = kept;
}

static GivenPairs *pairs_of(Problem *p)
{
    Dae *d = p->d;
    if (p->given)
        return p->given;
    GivenPairs *g = p->given = ARENA_NEW(p->a, GivenPairs);
    g->used = ARENA_ARRAY(p->a, bool, d->hint.n);
    for (int i = 0; i < d->hint.n; i++) {
        if (d->hint.v[i].eq < 0)
            continue;
        map_set(&g->of_eq, p->a, (uint64_t)d->hint.v[i].eq + 1, (uint32_t)i + 1);
        note_carriers(d, p->a, g, i);
    }
    spread_carriers(d, p->a, g);
    spread_laws(d, p->a, g);
    return g;
}

/* In a listing residue(x) is a symbol: the pair whose symbol an equation has. */
static int pair_written(const Dae *d, int k)
{
    const DaeEq *q = &d->eq.v[k];
    for (int i = 0; i < d->hint.n && is_equation(q); i++)
        if (expr_has_var(d->store, q->lhs, d->hint.v[i].symbol) ||
            expr_has_var(d->store, q->rhs, d->hint.v[i].symbol))
            return i;
    return -1;
}

static int first_source(const Dae *d, int k)
{
    while (d->eq.v[k].source != NONE)
        k = (int)d->eq.v[k].source;
    return k;
}

static int pair_in(Dae *d, Arena *a, const GivenPairs *g, int k)
{
    if (d->for_sheet)
        return pair_written(d, k);
    k = first_source(d, k);
    uint32_t pair = map_get(&g->of_eq, (uint64_t)k + 1, 0);
    if (pair || !is_equation(&d->eq.v[k]))
        return (int)pair - 1;
    VarList in = vars_in(d, a, k);
    for (int i = 0; i < in.n && !pair; i++)
        pair = map_get(&g->carrier, root_key(d, in.var[i]), 0);
    return (int)pair - 1;
}

uint32_t given_residual(Problem *p, int eq, int *pair)
{
    Dae *d = p->d;
    *pair = d->hint.n && eq >= 0 ? pair_in(d, p->a, pairs_of(p), eq) : -1;
    return *pair < 0 ? NONE : dae_root(d, d->hint.v[*pair].of, NULL);
}

int given_by_laws(Problem *p, int eq, int **pair)
{
    Dae *d = p->d;
    if (!d->hint.n || eq < 0 || d->for_sheet || !is_equation(&d->eq.v[first_source(d, eq)]))
        return 0;
    VarList in = vars_in(d, p->a, first_source(d, eq));
    int n = 0;
    *pair = ARENA_ARRAY(p->a, int, in.n + 1);
    for (int i = 0; i < in.n; i++) {
        uint32_t k = map_get(&pairs_of(p)->law, root_key(d, in.var[i]), 0);
        if (k)
            (*pair)[n++] = (int)k - 1;
    }
    return n;
}

int given_unknown(Problem *p, VarId var)
{
    return p->d->hint.n ? (int)map_get(&pairs_of(p)->of_var, (uint64_t)var + 1, 0) - 1 : -1;
}

void given_use(Problem *p, int pair)
{
    pairs_of(p)->used[pair] = true;
}

bool given_is_used(Problem *p, int pair)
{
    return pairs_of(p)->used[pair];
}

/* Whether an equation that could be the residual of a pair is left at all. */
static bool *live_pairs(Problem *p)
{
    Dae *d = p->d;
    bool *live = ARENA_ARRAY(p->a, bool, d->hint.n);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *q = &d->eq.v[k];
        int pair = q->removed || q->initial ? -1 : pair_in(d, p->a, pairs_of(p), k);
        if (pair >= 0)
            live[pair] = true;
    }
    return live;
}

static const char *hint_word(const Hint *h)
{
    return h->kind == HINT_LINRES ? "linres" : "residue";
}

bool given_by_user(const Dae *d, int pair)
{
    int eq = d->hint.v[pair].eq;
    return d->classic || !d->flat || eq < 0 || is_in_users_file(d, d->eq.v[eq].span);
}

/* Why a pair is of no use although its equation is there; other: the pair that takes its place. */
static void report_unused(Dae *d, const Hint *h, const Hint *other)
{
    const char *x = dae_var_text(d, h->of), *what = hint_word(h);
    Span at = d->eq.v[h->eq].span;
    if (!other)
        diag_warning(d->ctx->diags, at,
                     "%s(%s) is not used: `%s` and this equation do not belong to one system of "
                     "simultaneous equations",
                     what, x, x);
    else if (other->eq == h->eq)
        diag_warning(
            d->ctx->diags, at,
            "%s(%s) is not used: this equation is left over for `%s` already; give another "
            "equation for `%s`",
            what, x, dae_var_text(d, other->of), x);
    else
        diag_warning(d->ctx->diags, at,
                     "%s(%s) is not used: `%s` is torn already, with another equation", what, x, x);
}

/* A mark in an assertion, a when or an algorithm. */
static void report_nowhere(Dae *d, const Hint *h)
{
    diag_warning(d->ctx->diags, d->var.v[h->of].span,
                 "%s(%s) is not used: it does not stand in an equation that could be left over",
                 hint_word(h), dae_var_text(d, h->of));
}

/* A pair that is used and has the same equation, or the same variable. */
static const Hint *pair_instead(Problem *p, const Hint *h)
{
    const Dae *d = p->d;
    for (int k = 0; k < d->hint.n; k++) {
        const Hint *other = &d->hint.v[k];
        if (other != h && pairs_of(p)->used[k] &&
            (other->eq == h->eq || root_key(d, other->of) == root_key(d, h->of)))
            return other;
    }
    return NULL;
}

static void report_contradiction(Dae *d, const Hint *h)
{
    if (d->var.v[h->of].tear == SELECT_NEVER ||
        d->var.v[dae_root(d, h->of, NULL)].tear == SELECT_NEVER)
        diag_warning(d->ctx->diags, d->eq.v[h->eq].span,
                     "`%s` is torn because of %s(), although it is declared not to be torn",
                     dae_var_text(d, h->of), hint_word(h));
}

/* A state or its derivative is torn in discretised systems (IN-16), whether this run has one or
 * not: the mark is no mistake. */
static bool is_of_state(const Dae *d, VarId v)
{
    const DaeVar *x = &d->var.v[dae_root(d, v, NULL)];
    return x->kind == DV_STATE || (x->int_of != NONE && d->var.v[x->int_of].kind == DV_STATE);
}

void given_report(Problem *p)
{
    Dae *d = p->d;
    if (!d->hint.n)
        return;
    const bool *live = live_pairs(p);
    for (int i = 0; i < d->hint.n; i++) {
        Hint *h = &d->hint.v[i];
        if (h->eq < 0 || !is_equation(&d->eq.v[h->eq])) {
            h->fate = HINT_MISPLACED;
            report_nowhere(d, h);
            continue;
        }
        bool used = pairs_of(p)->used[i];
        const Hint *other = used ? NULL : pair_instead(p, h);
        h->fate = used ? HINT_USED : live[i] || other ? HINT_MISPLACED : HINT_NOT_NEEDED;
        bool of_step = !other && (d->step.stages || is_of_state(d, h->of));
        if (h->fate == HINT_MISPLACED && given_by_user(d, i) && !of_step)
            report_unused(d, h, other);
        else if (h->fate == HINT_USED)
            report_contradiction(d, h);
    }
}
