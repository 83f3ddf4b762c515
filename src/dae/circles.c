/* circles.c - connections that close a circle of components which are too many for it: a bar whose
 * ends are both fixed, a gear that drives itself.
 *
 * The equations of a fault and those by which its unknowns are one are known. Of the components
 * that are connected by them all connections are taken; in the order of the text the first that
 * joins two which are joined already closes a circle. Any connection of it might be left out: the
 * last one in the text was added last, most likely. Nothing is said where an equation of the user's
 * own is among those of the fault. Linear in the equations of the model. */
#include "dae/diagnose.h"
#include "model/flat.h"

enum { MOST_COMPONENTS = 24, MOST_NAMED = 5 };

typedef struct Circle {
    Dae *d;
    int n;
    Name name[MOST_COMPONENTS];
    int up[MOST_COMPONENTS];
    bool whole; /* all components are known */
    int nlinks;
    int link[MOST_COMPONENTS][2]; /* components that a connection joins */
    Span at[MOST_COMPONENTS];
} Circle;

static int root_of(const Circle *c, int i)
{
    while (c->up[i] != i)
        i = c->up[i];
    return i;
}

/* The components in connect(a.p, b.q), as it is written; false: it is something else, or an element
 * of an array. */
static bool read_ends(const Circle *c, Span at, Name out[2])
{
    Buf text = {0};
    source_text(c->d->ctx->sources, at, &text);
    const char *p = strchr(buf_text(&text), '(');
    bool good = p && !strncmp(buf_text(&text), "connect", 7);
    for (int i = 0; i < 2 && good; i++) {
        p += 1 + strspn(p + 1, " \t\n");
        size_t n = strcspn(p, ".,)[ ");
        good = p[n] == '.';
        out[i] = name_of(c->d->ctx->names, p, n);
        p += strcspn(p, ",)");
        good = good && (*p == ',' || i);
    }
    buf_free(&text);
    return good;
}

/* The number of a component by its name; -1: there are many, or all are known and it is none of
 * them. */
static int number_of(Circle *c, Name name)
{
    for (int i = 0; i < c->n; i++)
        if (c->name[i] == name)
            return i;
    if (c->whole || c->n == MOST_COMPONENTS)
        return -1;
    c->name[c->n] = name;
    c->up[c->n] = c->n;
    return c->n++;
}

/* The component of the model that a variable belongs to; -1: it belongs to the model, or there are
 * many. */
static int component_of(Circle *c, VarId var)
{
    const char *name = dae_var_text(c->d, var), *dot = strchr(name, '.');
    return dot ? number_of(c, name_of(c->d->ctx->names, name, (size_t)(dot - name))) : -1;
}

/* A connection of potentials, written in the model itself, once. */
static void add_link(Circle *c, Arena *a, int k)
{
    const Dae *d = c->d;
    Span at = d->eq.v[k].span;
    VarVec in = d->eq.v[k].from_connect ? vars_of_eq(c->d, a, k) : (VarVec){0};
    bool plain = in.n == 2 && !*eq_owner(d, k) && is_in_users_file(d, at) &&
                 connector_role(d, in.v[0]) == ROLE_POTENTIAL;
    Name end[2];
    for (int i = 0; i < c->nlinks; i++)
        plain = plain && c->at[i].beg != at.beg;
    plain = plain && read_ends(c, at, end);
    int x = plain ? number_of(c, end[0]) : -1, y = plain ? number_of(c, end[1]) : -1;
    if (x < 0 || y < 0 || x == y || c->nlinks == MOST_COMPONENTS)
        return;
    int place = c->nlinks++;
    for (; place && c->at[place - 1].beg > at.beg; place--) {
        c->at[place] = c->at[place - 1];
        memcpy(c->link[place], c->link[place - 1], sizeof c->link[place]);
    }
    c->at[place] = at;
    c->link[place][0] = x;
    c->link[place][1] = y;
}

/* The components that equations of a fault connect; false: one of these is the user's own. */
static bool find_components(Circle *c, Arena *a, const Cause *cause)
{
    const Dae *d = c->d;
    for (int i = 0; i < cause->eq.n; i++)
        if (!d->eq.v[cause->eq.v[i]].from_connect &&
            is_in_users_file(d, d->eq.v[cause->eq.v[i]].span))
            return false;
    for (int i = 0; i < cause->eq.n; i++)
        add_link(c, a, cause->eq.v[i]);
    return c->nlinks > 0;
}

/* The first connection in the text that joins components which are joined already; -1: none does.
 */
static int closing_link(Circle *c)
{
    for (int i = 0; i < c->nlinks; i++) {
        int x = root_of(c, c->link[i][0]), y = root_of(c, c->link[i][1]);
        if (x == y)
            return i;
        c->up[x] = y;
    }
    return -1;
}

/* What the components of the circle exchange is not determined for the same reason. */
static void tell_forces(Diagnosis *w, Circle *c)
{
    for (int i = 0; i < w->under.n; i++)
        for (int k = 0; k < w->under.v[i].nvars; k++)
            if (connector_role(w->d, w->under.v[i].var[k]) == ROLE_FLOW &&
                component_of(c, w->under.v[i].var[k]) >= 0)
                w->under.v[i].told = true;
}

void lead_circle(Diagnosis *w, const Cause *cause)
{
    Circle c = {.d = w->d};
    Buf names = {0};
    if (!find_components(&c, w->a, cause))
        return;
    c.whole = true;
    for (int k = 0; k < w->d->eq.n; k++)
        add_link(&c, w->a, k);
    int closing = closing_link(&c);
    int n = 0;
    for (int i = 0; i < c.n; i++) {
        int joins = 0;
        for (int k = 0; k < c.nlinks; k++)
            joins += c.link[k][0] == i || c.link[k][1] == i;
        if (joins > 1 && n++ < MOST_NAMED)
            buf_printf(&names, "%s`%s`", n > 1 ? ", " : "", text_of(w->d->ctx, c.name[i]));
    }
    if (closing >= 0 && n > 2)
        diag_lead(w->d->ctx->diags, c.at[closing],
                  "this connection closes a circle of %s%s, whose equations are more than their "
                  "unknowns: is it meant?",
                  buf_text(&names), n > MOST_NAMED ? ", ..." : "");
    if (closing >= 0 && n > 2)
        tell_forces(w, &c);
    buf_free(&names);
}

void note_closing(Diagnosis *w, VarId flow)
{
    Circle c = {.d = w->d};
    component_of(&c, flow);
    for (int k = 0; k < w->d->eq.n; k++)
        add_link(&c, w->a, k);
    int closing = c.n < MOST_COMPONENTS && c.nlinks < MOST_COMPONENTS ? closing_link(&c) : -1;
    if (closing >= 0)
        diag_note(
            w->d->ctx->diags, c.at[closing],
            "this connection closes the loop: if it is meant, that is the remedy; else remove it");
}

/* phi_a = ratio*phi_b, of two connectors of one element that connections make one. */
static bool holds_at_zero(Dae *d, Arena *a, int k, VarId *x, VarId *y)
{
    const DaeEq *eq = &d->eq.v[k];
    if (eq->kind != EQ_SCALAR || eq->from_connect || eq->initial || eq->source != NONE ||
        !*eq_owner(d, k) || expr_type(d->store, written_sides(d, k).lhs) != T_REAL)
        return false;
    VarVec in = vars_of_eq(d, a, k);
    int n = 0;
    VarId var[2];
    for (int i = 0; i < in.n; i++)
        if (d->var.v[in.v[i]].kind > DV_INPUT || d->var.v[in.v[i]].was_variable) {
            if (n == 2 || connector_role(d, in.v[i]) != ROLE_POTENTIAL)
                return false;
            var[n++] = in.v[i];
        }
    if (n != 2 || dae_root(d, var[0], NULL) != dae_root(d, var[1], NULL) ||
        is_unconnected(d, var[0]) || is_unconnected(d, var[1]))
        return false;
    LinearForm f = written_sum(d, a, written_sides(d, k));
    *x = var[0];
    *y = var[1];
    return f.n == 2 && !f.nnon && expr_is_zero(d->store, f.rest) && in.n > 2;
}

void warn_circles(Dae *d)
{
    enum { MOST_TOLD = 3 };
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    Arena *a = arena_new();
    for (int k = 0, told = 0; k < d->eq.n && told < MOST_TOLD; k++) {
        VarId x, y;
        if (!holds_at_zero(d, a, k, &x, &y))
            continue;
        told++;
        diag_warning(d->ctx->diags, users_place_of_eq(d, k),
                     "`%s` and `%s` are connected with each other, so that `%s` holds only where "
                     "both are 0: nothing can "
                     "move there; is another connector meant?",
                     connector_text(d, x), connector_text(d, y), dae_written_text(d, k));
        explain_pair(d, x, y);
    }
    arena_free(a);
}
