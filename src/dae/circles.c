/* circles.c - connections that close a circle of components which are too many for it: a bar whose ends are
 * both fixed, a gear that drives itself.
 *
 * The equations of a fault and those by which its unknowns are one are known. Of the components that are
 * connected by them all connections are taken; in the order of the text the first that joins two which are
 * joined already closes a circle. Any connection of it might be left out: the last one in the text was
 * added last, most likely. Nothing is said where an equation of the user's own is among those of the
 * fault. Linear in the equations of the model. */
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

/* The component of the model that a variable belongs to; -1: it belongs to the model, or there are many. */
static int component_of(Circle *c, VarId var)
{
    const char *name = dae_var_text(c->d, var), *dot = strchr(name, '.');
    Name key = dot ? name_of(c->d->ctx->names, name, (size_t)(dot - name)) : 0;
    for (int i = 0; i < c->n; i++)
        if (c->name[i] == key)
            return i;
    if (!key || c->whole || c->n == MOST_COMPONENTS)
        return -1;
    c->name[c->n] = key;
    c->up[c->n] = c->n;
    return c->n++;
}

static int root_of(const Circle *c, int i)
{
    while (c->up[i] != i)
        i = c->up[i];
    return i;
}

/* A connection of two potentials, written in the model itself, once. */
static void add_link(Circle *c, Arena *a, int k)
{
    const Dae *d = c->d;
    VarVec in = d->eq.v[k].from_connect ? vars_of_eq(c->d, a, k) : (VarVec){0};
    bool plain = in.n == 2 && is_in_users_file(d, d->eq.v[k].span) && connector_role(d, in.v[0]) == ROLE_POTENTIAL;
    for (int i = 0; i < c->nlinks; i++)
        plain = plain && c->at[i].beg != d->eq.v[k].span.beg;
    int x = plain ? component_of(c, in.v[0]) : -1, y = plain ? component_of(c, in.v[1]) : -1;
    if (x < 0 || y < 0 || x == y || c->nlinks == MOST_COMPONENTS)
        return;
    int at = c->nlinks++;
    for (; at && c->at[at - 1].beg > d->eq.v[k].span.beg; at--) {
        c->at[at] = c->at[at - 1];
        memcpy(c->link[at], c->link[at - 1], sizeof c->link[at]);
    }
    c->at[at] = d->eq.v[k].span;
    c->link[at][0] = x;
    c->link[at][1] = y;
}

/* The components that equations of a fault connect; false: one of these is the user's own. */
static bool find_components(Circle *c, Arena *a, const Cause *cause)
{
    const Dae *d = c->d;
    for (int i = 0; i < cause->eq.n; i++)
        if (!d->eq.v[cause->eq.v[i]].from_connect && is_in_users_file(d, d->eq.v[cause->eq.v[i]].span))
            return false;
    for (int i = 0; i < cause->eq.n; i++)
        add_link(c, a, cause->eq.v[i]);
    return c->nlinks > 0;
}

/* What the components of the circle exchange is not determined for the same reason. */
static void tell_forces(Diagnosis *w, Circle *c)
{
    for (int i = 0; i < w->under.n; i++)
        for (int k = 0; k < w->under.v[i].nvars; k++)
            if (connector_role(w->d, w->under.v[i].var[k]) == ROLE_FLOW && component_of(c, w->under.v[i].var[k]) >= 0)
                w->under.v[i].told = true;
}

void lead_circle(Diagnosis *w, const Cause *cause)
{
    Circle c = {.d = w->d};
    Buf names = {0};
    int closing = -1;
    if (!find_components(&c, w->a, cause))
        return;
    c.whole = true;
    for (int k = 0; k < w->d->eq.n; k++)
        add_link(&c, w->a, k);
    for (int i = 0; i < c.nlinks && closing < 0; i++) {
        int x = root_of(&c, c.link[i][0]), y = root_of(&c, c.link[i][1]);
        closing = x == y ? i : -1;
        c.up[x] = y;
    }
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
                  "this connection closes a circle of %s%s, whose equations are more than their unknowns: is it meant?",
                  buf_text(&names), n > MOST_NAMED ? ", ..." : "");
    if (closing >= 0 && n > 2)
        tell_forces(w, &c);
    buf_free(&names);
}
