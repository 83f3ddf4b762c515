/* flows.c - flows through an element that have the wrong sign.
 *
 * A flow counts positive into the element. What goes through it comes in at one connector and
 * leaves at the other, p.i + n.i = 0; users who think of one current write p.i = i and n.i = i, so
 * that it comes in at both. Such an element is balanced and runs, with wrong results. Equations of
 * two variables with factors 1 and -1 are joined to sets with signs; an element of the user's with
 * just two flows, of connectors of one class, that are the same by them is told, once for its
 * class. O(variables + equations). */
#include "dae/diagnose.h"
#include "model/flat.h"

typedef struct Signed {
    VarId same; /* a variable it is equal to but for the sign; itself: none */
    bool minus;
    int eq; /* the last equation that said so */
} Signed;

typedef struct Flows {
    Dae *d;
    Arena *a;
    Signed *of; /* [nflat] */
} Flows;

static bool is_own(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    return eq->kind == EQ_SCALAR && !eq->from_connect && !eq->initial && eq->source == NONE &&
           is_in_users_file(d, eq->span);
}

static VarId root_of(const Flows *w, VarId var, bool *minus)
{
    for (*minus = false; w->of[var].same != var; var = w->of[var].same)
        *minus = *minus != w->of[var].minus;
    return var;
}

/* 1 or -1; 0: another factor. */
static int unit_factor(const Dae *d, Expr e)
{
    double x = expr_is_number(d->store, e) ? expr_number(d->store, e) : 0;
    return x == 1 ? 1 : x == -1 ? -1 : 0;
}

static void join(Flows *w, int k)
{
    Dae *d = w->d;
    Sides q = written_sides(d, k);
    if (!is_own(d, k) || expr_type(d->store, q.lhs) != T_REAL)
        return;
    LinearForm f = written_sum(d, w->a, q);
    if (f.n != 2 || f.nnon || !expr_is_zero(d->store, f.rest))
        return;
    int sign = -unit_factor(d, f.coef[0]) * unit_factor(d, f.coef[1]);
    bool one, other;
    VarId a = root_of(w, f.var[0], &one), b = root_of(w, f.var[1], &other);
    if (!sign)
        return;
    w->of[f.var[0]].eq = w->of[f.var[1]].eq = k;
    if (a == b)
        return;
    w->of[a].same = b;
    w->of[a].minus = (one != other) != (sign < 0);
}

static uint32_t connector_part(const FlatModel *f, VarId var)
{
    uint32_t part = flat_var_of(f, var)->part;
    while (part && !f->part.v[part].is_connector)
        part = f->part.v[part].parent;
    return part;
}

/* The name of a flow inside its element: connector and variable. */
static const char *inner_text(Dae *d, VarId var, uint32_t element)
{
    int depth = 0;
    for (uint32_t p = flat_var_of(d->flat, var)->part; p != element; p = d->flat->part.v[p].parent)
        depth++;
    const char *text = dae_var_text(d, var), *from = text + strlen(text);
    while (from > text && (from[-1] != '.' || --depth))
        from--;
    return arena_strdup(d->arena, from);
}

static void report(const Flows *w, uint32_t element, VarId a, VarId b)
{
    Dae *d = w->d;
    int k = w->of[a].eq > w->of[b].eq ? w->of[a].eq : w->of[b].eq;
    const char *one = inner_text(d, a, element), *other = inner_text(d, b, element);
    diag_warning(d->ctx->diags, d->eq.v[k].span,
                 "`%s` and `%s` of `%s` are equal: both flow into it, and nothing leaves it; what "
                 "flows through it has the other sign there, `%s + %s = 0`",
                 one, other, flat_part_text(d->flat, element), one, other);
}

/* The two flows of an element; more, or none: n says so. */
typedef struct Pair {
    VarId flow[2];
    int n;
} Pair;

static bool is_equal(const Flows *w, const Pair *p)
{
    const FlatModel *f = w->d->flat;
    bool one, other;
    return p->n == 2 && root_of(w, p->flow[0], &one) == root_of(w, p->flow[1], &other) &&
           one == other &&
           f->part.v[connector_part(f, p->flow[0])].cls ==
               f->part.v[connector_part(f, p->flow[1])].cls;
}

void warn_flows(Dae *d)
{
    enum { MOST_TOLD = 3 };
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    Flows w = {.d = d, .a = arena_new()};
    Pair *pair = ARENA_ARRAY(w.a, Pair, d->flat->part.n + 1);
    w.of = ARENA_ARRAY(w.a, Signed, d->nflat + 1);
    for (VarId i = 0; i < d->nflat; i++)
        w.of[i] = (Signed){.same = i, .eq = -1};
    for (int k = 0; k < d->eq.n; k++)
        join(&w, k);
    for (VarId i = 0; i < d->nflat; i++) {
        if (connector_role(d, i) != ROLE_FLOW)
            continue;
        uint32_t element = d->flat->part.v[connector_part(d->flat, i)].parent;
        Pair *p = &pair[element];
        if (p->n < 2)
            p->flow[p->n] = i;
        p->n++;
    }
    uint32_t last = 0;
    for (int i = 1, told = 0; i < d->flat->part.n && told < MOST_TOLD; i++)
        if (is_equal(&w, &pair[i])) {
            int k = w.of[pair[i].flow[0]].eq;
            if (k >= 0 && d->eq.v[k].span.beg != last) {
                last = d->eq.v[k].span.beg;
                report(&w, (uint32_t)i, pair[i].flow[0], pair[i].flow[1]);
                told++;
            }
        }
    arena_free(w.a);
}
