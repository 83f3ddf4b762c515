/* returns.c - parts of a network that have no way back: a load whose other pin was not connected
 * with the source again, so that nothing can flow through what leads to it.
 *
 * Equations that sum up flows alone, with factors 1 and -1, are the vertices of a graph: those of
 * connections, and of elements with more than two flows. Flows that are equal but for their sign by
 * the equations of elements, as p.i and n.i of a resistor, are one; where it is in two sums it is
 * an edge between them, in a single one an edge to the earth, which takes anything: a ground, a
 * mass, a boundary. An edge without which a part would hang in the air, a bridge, carries nothing.
 * It is told if that part has a closed circle of its own, in which elements of one flow alone are:
 * free ends are told by unconnected.c, and a circuit behind a transformer is meant to stand apart.
 * Bridges by depth first search (Tarjan 1974), O(variables + equations). */
#include "dae/diagnose.h"
#include "model/flat.h"

enum { EARTH, MOST_NAMED = 4, MOST_TOLD = 3 };

typedef struct Edge {
    VarId flow[2]; /* as it is called in the sums; NONE */
    int end[2];    /* these */
} Edge;

typedef struct Returns {
    Dae *d;
    Arena *a;
    VarId *same; /* [nflat] a variable it is equal to but for the sign; itself: none */
    VEC(Edge) edge;
    int nvertices;
    int *first, *next;  /* edges at a vertex: 2*edge + side, + 1 */
    bool *element;      /* [nvertices] it is the sum of an element, no connection */
    int *number, *low;  /* [nvertices] of the search */
    int *by;            /* [nvertices] edge by which it was reached + 1 */
    int *order, nfound; /* vertices as they were reached */
    int *size, *inside; /* [nvertices] vertices below, and edges between them */
    bool *mixed;        /* [nvertices] one of the elements below is not of one flow */
    int *edge_of;       /* [nparts] of an element: its edge + 1; -1: it has several */
} Returns;

static bool is_flow(void *arg, uint32_t var)
{
    return connector_role(arg, var) == ROLE_FLOW;
}

static bool is_sum_of_flows(const Dae *d, const LinearForm *f)
{
    bool plain = f->n && !f->nnon && expr_is_zero(d->store, f->rest);
    for (int i = 0; i < f->n && plain; i++) {
        double c = expr_is_number(d->store, f->coef[i]) ? expr_number(d->store, f->coef[i]) : 0;
        plain = c == 1 || c == -1;
    }
    return plain;
}

static bool is_plain(const DaeEq *eq)
{
    return eq->kind == EQ_SCALAR && !eq->initial && eq->source == NONE;
}

/* p.i = i, n.i = -i */
static void join_equal(Returns *w)
{
    Dae *d = w->d;
    w->same = ARENA_ARRAY(w->a, VarId, d->nflat + 1);
    for (VarId i = 0; i < d->nflat; i++)
        w->same[i] = i;
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        if (!is_plain(&d->eq.v[k]) || d->eq.v[k].from_connect ||
            expr_type(d->store, q.lhs) != T_REAL)
            continue;
        LinearForm f = written_sum(d, w->a, q);
        if (f.n == 2 && is_sum_of_flows(d, &f))
            w->same[same_of(w->same, f.var[0])] = same_of(w->same, f.var[1]);
    }
}

static void add_end(Returns *w, int *at, VarId flow, int vertex)
{
    VarId root = same_of(w->same, flow);
    if (!at[root]) {
        vec_push(w->a, &w->edge, ((Edge){{NONE, NONE}, {EARTH, EARTH}}));
        at[root] = w->edge.n;
    }
    Edge *e = &w->edge.v[at[root] - 1];
    int side = e->flow[0] != NONE;
    e->end[side] = e->flow[side] == NONE ? vertex : EARTH; /* in three of them: it is no edge */
    e->flow[side] = flow;
}

/* The vertices, and the flows between them. */
static void find_edges(Returns *w)
{
    Dae *d = w->d;
    int *at = ARENA_ARRAY(w->a, int, d->nflat + 1); /* edge + 1 */
    w->nvertices = 1;
    w->element = ARENA_ARRAY(w->a, bool, d->eq.n + 2);
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        if (!is_plain(&d->eq.v[k]) || expr_type(d->store, q.lhs) != T_REAL)
            continue;
        LinearForm f = equation_linear(d->store, w->a, q.lhs, q.rhs, is_flow, d);
        if (!is_sum_of_flows(d, &f) || (!d->eq.v[k].from_connect && f.n < 3))
            continue;
        w->element[w->nvertices] = !d->eq.v[k].from_connect;
        for (int i = 0; i < f.n; i++)
            add_end(w, at, f.var[i], w->nvertices);
        w->nvertices++;
    }
}

static void link_edges(Returns *w)
{
    w->first = ARENA_ARRAY(w->a, int, w->nvertices);
    w->next = ARENA_ARRAY(w->a, int, 2 * w->edge.n + 1);
    for (int e = w->edge.n - 1; e >= 0; e--)
        for (int side = 1; side >= 0; side--) {
            int v = w->edge.v[e].end[side];
            w->next[2 * e + side] = w->first[v];
            w->first[v] = 2 * e + side + 1;
        }
}

/* Numbers vertices from the earth on, in depth; low: the least number that a vertex or those below
 * reach otherwise. */
static void search(Returns *w)
{
    int n = w->nvertices, depth = 0;
    int *stack = ARENA_ARRAY(w->a, int, n), *left = ARENA_ARRAY(w->a, int, n);
    w->number = ARENA_ARRAY(w->a, int, n);
    w->low = ARENA_ARRAY(w->a, int, n);
    w->by = ARENA_ARRAY(w->a, int, n);
    w->order = ARENA_ARRAY(w->a, int, n);
    memcpy(left, w->first, (size_t)n * sizeof *left);
    w->number[EARTH] = w->low[EARTH] = 1;
    w->order[w->nfound++] = stack[depth++] = EARTH;
    while (depth) {
        int v = stack[depth - 1], at = left[v] - 1;
        if (at < 0) {
            depth--;
            int above = depth ? stack[depth - 1] : v;
            w->low[above] = w->low[v] < w->low[above] ? w->low[v] : w->low[above];
            continue;
        }
        left[v] = w->next[at];
        int e = at / 2, u = w->edge.v[e].end[!(at & 1)];
        if (e + 1 == w->by[v])
            continue;
        if (!w->number[u]) {
            w->by[u] = e + 1;
            w->order[w->nfound++] = stack[depth++] = u;
            w->number[u] = w->low[u] = w->nfound;
        } else if (w->number[u] < w->low[v]) {
            w->low[v] = w->number[u];
        }
    }
}

static int above(const Returns *w, int v)
{
    const Edge *e = &w->edge.v[w->by[v] - 1];
    return e->end[0] == v ? e->end[1] : e->end[0];
}

static uint32_t element_of(const Dae *d, VarId flow)
{
    uint32_t part = flat_var_of(d->flat, flow)->part;
    while (part && !d->flat->part.v[part].is_connector)
        part = d->flat->part.v[part].parent;
    return d->flat->part.v[part].parent;
}

static void find_elements(Returns *w)
{
    w->edge_of = ARENA_ARRAY(w->a, int, w->d->flat->part.n + 1);
    for (int e = 0; e < w->edge.n; e++)
        for (int side = 0; side < 2 && w->edge.v[e].flow[side] != NONE; side++) {
            int *of = &w->edge_of[element_of(w->d, w->edge.v[e].flow[side])];
            *of = !*of || *of == e + 1 ? e + 1 : -1;
        }
}

/* Of the elements at a vertex, where `from_above` at its edge from above, else at the others. */
static bool any_mixed(const Returns *w, int v, bool from_above)
{
    bool any = false;
    for (int at = w->first[v]; at; at = w->next[at - 1]) {
        int e = (at - 1) / 2;
        if ((e + 1 == w->by[v]) == from_above)
            any |= w->edge_of[element_of(w->d, w->edge.v[e].flow[(at - 1) & 1])] < 0;
    }
    return any;
}

/* Vertices below each, edges that have both ends there, and whether there are elements of several
 * flows. */
static void count_below(Returns *w)
{
    w->mixed = ARENA_ARRAY(w->a, bool, w->nvertices);
    w->size = ARENA_ARRAY(w->a, int, w->nvertices);
    w->inside = ARENA_ARRAY(w->a, int, w->nvertices);
    for (int e = 0; e < w->edge.n; e++) {
        int a = w->edge.v[e].end[0], b = w->edge.v[e].end[1];
        w->inside[w->number[a] > w->number[b] ? b
                                              : a]++; /* of the one that is nearer to the earth */
    }
    for (int i = w->nfound - 1; i > 0; i--) {
        int v = w->order[i];
        w->size[v]++;
        w->size[above(w, v)] += w->size[v];
        w->inside[above(w, v)] += w->inside[v];
        w->mixed[v] |= any_mixed(w, v, false);
        w->mixed[above(w, v)] |= w->mixed[v] || any_mixed(w, v, true);
    }
}

static bool is_bridge(const Returns *w, int v)
{
    return w->by[v] && w->low[v] == w->number[v];
}

/* Whether another edge than that from above goes on from a vertex, and is no bridge. */
static bool is_in_circle(const Returns *w, int v)
{
    for (int at = w->first[v]; at; at = w->next[at - 1]) {
        int e = (at - 1) / 2, u = w->edge.v[e].end[!((at - 1) & 1)];
        if (e + 1 != w->by[v] && !(w->by[u] == e + 1 && is_bridge(w, u)))
            return true;
    }
    return false;
}

/* The elements below v, in the order of the search, at most MOST_NAMED: how many. `back`: a flow
 * there at another connection than v. */
static int elements_below(const Returns *w, int v, uint32_t *part, VarId *back)
{
    int n = 0, begin = w->number[v] - 1;
    for (int i = begin; i < begin + w->size[v] && (n < MOST_NAMED || *back == NONE); i++)
        for (int at = w->first[w->order[i]]; at; at = w->next[at - 1]) {
            int e = (at - 1) / 2;
            VarId flow = w->edge.v[e].flow[(at - 1) & 1];
            uint32_t element = element_of(w->d, flow);
            if (e + 1 == w->by[v])
                continue;
            bool known = false;
            for (int k = 0; k < n; k++)
                known |= part[k] == element;
            if (!known && n < MOST_NAMED)
                part[n++] = element;
            if (!w->element[w->order[i]] && w->order[i] != v && *back == NONE)
                *back = flow;
        }
    return n;
}

/* The flow by which a vertex was reached, as it is called there. */
static VarId flow_into(const Returns *w, int v)
{
    const Edge *e = &w->edge.v[w->by[v] - 1];
    return e->flow[e->end[0] == v ? 0 : 1];
}

static bool report(const Returns *w, int v)
{
    Dae *d = w->d;
    uint32_t part[MOST_NAMED], to = element_of(d, flow_into(w, v));
    VarId back = NONE;
    if (w->mixed[v] || !is_in_users_file(d, d->flat->part.v[to].span))
        return false;
    int n = elements_below(w, v, part, &back);
    if (n < 2 || back == NONE)
        return false;
    Buf names = {0};
    for (int i = 0; i < n; i++)
        buf_printf(&names, "%s`%s`", i ? ", " : "", flat_part_text(d->flat, part[i]));
    diag_warning(
        d->ctx->diags, component_of_var(d, back),
        "nothing can flow through `%s`, by which alone %s%s are connected with the rest: a "
        "way back is missing, as from `%s`",
        flat_part_text(d->flat, to), buf_text(&names), n == MOST_NAMED ? ", ..." : "",
        connector_text(d, back));
    buf_free(&names);
    return true;
}

void warn_returns(Dae *d)
{
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    Returns w = {.d = d, .a = arena_new()};
    join_equal(&w);
    find_edges(&w);
    link_edges(&w);
    search(&w);
    find_elements(&w);
    count_below(&w);
    for (int i = 1, told = 0; i < w.nfound && told < MOST_TOLD; i++) {
        int v = w.order[i];
        if (is_bridge(&w, v) && !w.element[v] && above(&w, v) != EARTH && is_in_circle(&w, v) &&
            w.inside[v] >= w.size[v])
            told += report(&w, v);
    }
    arena_free(w.a);
}
