/* connect.c - connections become equations (specification, 9.2; FM-37).
 *
 * A port is a list of elements, each a scalar of the flat model with a role (potential, flow,
 * input, output, parameter) and a face: inside (a port of a component, seen from the class around
 * it) or outside (a port of the class itself). A connector is a port; its elements are numbered
 * 2 * scalar + outside. A classic cut is a port too, but its variables belong to the model and may
 * be in several cuts, with a sign; so its elements, and those of nodes, have numbers of their own
 * above. connect unites elements; each set of united elements gives equations: potentials are
 * equal, flows sum to zero (inside +, outside -). A flow of a connector that is left alone on its
 * inside face is zero; one of a cut is not.
 *
 * Union-find over all elements: near-linear. */
#include "model/connect_internal.h"

/* ---- Sets ---- */

uint32_t connect_find(Connect *c, uint32_t x)
{
    while (c->set.v[x].parent != x) {
        c->set.v[x].parent = c->set.v[c->set.v[x].parent].parent;
        x = c->set.v[x].parent;
    }
    return x;
}

void connect_unite(Connect *c, uint32_t a, uint32_t b)
{
    uint32_t x = connect_find(c, a), y = connect_find(c, b);
    if (x == y)
        return;
    vec_push(c->scratch, &c->united, ((United){a, b, c->by}));
    if (y < x) {
        uint32_t t = x;
        x = y;
        y = t;
    }
    c->set.v[y].parent = x; /* the lowest element leads: the result does not depend on the order */
    uint32_t t = c->set.v[x].next;
    c->set.v[x].next = c->set.v[y].next;
    c->set.v[y].next = t;
}

/* ---- Elements of connectors ---- */

/* The role of a simple component of a connector. */
static Role role_of(Model *m, const Comp *leaf)
{
    if (comp_variability(m, (Comp *)leaf) <= VARY_PARAMETER)
        return ROLE_PARAMETER;
    if (stream_prefixed(leaf))
        return ROLE_STREAM;
    int direction = DIR_NONE;
    for (const Comp *c = leaf; c; c = c->parent) {
        if (c->connector == CON_FLOW)
            return ROLE_FLOW;
        if (direction == DIR_NONE)
            direction = c->direction;
        if (c->is_connector && (!c->parent || !c->parent->is_connector))
            break;
    }
    return direction == DIR_INPUT    ? ROLE_INPUT
           : direction == DIR_OUTPUT ? ROLE_OUTPUT
                                     : ROLE_POTENTIAL;
}

bool connect_is_inside(const Connect *c, const Comp *k)
{
    return k && flat_in_connector(c->m->flat, k->id);
}

void connect_mark_role(Connect *c, const FlatVar *v)
{
    uint8_t role = (uint8_t)(role_of(c->m, var_comp(c->m, v)) + 1);
    for (uint32_t k = 0; k < v->count; k++)
        c->role[v->first + k] = role;
}

static void mark_roles(Connect *c)
{
    FlatModel *f = c->m->flat;
    for (int i = 0; i < f->var.n; i++)
        if (flat_in_connector(f, f->var.v[i].part))
            connect_mark_role(c, &f->var.v[i]);
}

/* ---- Equations from sets ---- */

Expr connect_scalar(Model *m, uint32_t number)
{
    const FlatVar *v = flat_var_of(m->flat, number);
    return expr_var(m->store, tinfo(m, v->type)->scalar, number);
}

static FlatVar *connect_variable(Connect *c, uint32_t number)
{
    return (FlatVar *)flat_var_of(c->m->flat, number);
}

void connect_mark(Connect *c, uint32_t e)
{
    FlatVar *v = connect_variable(c, e / 2);
    v->connected = true;
    v->fed += !(e & 1);
}

/* The outermost connector that an element belongs to. */
static Comp *connector_of(const Connect *c, uint32_t e)
{
    Comp *k = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    while (k->parent && connect_is_inside(c, k->parent))
        k = k->parent;
    return k;
}

Span connect_position(const Connect *c, uint32_t e)
{
    uint32_t by = c->set.v[e].made_by;
    return by ? c->source.v[by]->span : connector_of(c, e)->decl->name_span;
}

void connect_equation(Connect *c, Expr lhs, Expr rhs, const Comp *owner, Span span)
{
    FlatModel *f = c->m->flat;
    if (owner)
        f->part.v[owner->id].nconnections++;
    FlatConnection eq = {lhs, rhs, 0, owner ? owner->id : 0, span, false};
    vec_push(c->m->kept, &f->connection, eq);
}

/* The class in which element e is connected. */
static const Comp *class_around(const Connect *c, uint32_t e)
{
    const Comp *in = connector_of(c, e)->parent;
    return in && !(e & 1) ? in->parent : in;
}

void connect_set_equation(Connect *c, Expr lhs, Expr rhs, uint32_t e)
{
    connect_equation(c, lhs, rhs, class_around(c, e), connect_position(c, e));
}

/* Where the equation of two potentials comes from: those of one component from the connection that
 * closes the circle. */
static Span pair_position(Connect *c, uint32_t lead, uint32_t e)
{
    const Comp *in = connector_of(c, lead)->parent;
    bool same = in && in->parent && in == connector_of(c, e)->parent;
    return same ? connect_closing(c, lead, e) : connect_position(c, e);
}

/* How many connectors of a component have flows. */
static int count_ports(Model *m, const Comp *c)
{
    int n = 0;
    for (int i = 0; c->ci && i < c->ci->slot.n; i++) {
        const Comp *k = slot_existing(m, c->ci->slot.v[i]);
        n += k && k->is_connector && connect_is_enabled(m, k) && connect_has_flow(m, k);
    }
    return n;
}

/* The component of the model itself that the connector of a flow belongs to, if it has two; NULL.
 */
static const Comp *two_port_of(const Connect *c, uint32_t e)
{
    const Comp *k = connector_of(c, e), *owner = k->parent;
    bool plain = !(e & 1) && owner && owner->name && owner->parent == c->m->root_comp &&
                 !owner->ndims && !k->ndims;
    return plain && count_ports(c->m, owner) == 2 ? owner : NULL;
}

/* Two connectors of one component that meet. */
typedef struct Bridge {
    const Comp *owner;
    uint32_t end[2];
} Bridge;

/* Several components have both connectors in one set: that of the connections which bridges most of
 * them is named once. */
static void tell_bridges(Connect *c, Bridge *bridge, int n)
{
    Model *m = c->m;
    uint32_t(*pair)[2] = arena_alloc(c->scratch, (size_t)n * sizeof *pair);
    for (int i = 0; i < n; i++)
        memcpy(pair[i], bridge[i].end, sizeof pair[i]);
    bool *through = ARENA_ARRAY(c->scratch, bool, n);
    uint32_t by = n > 1 ? connect_on_most_ways(c, pair, n, through) : 0;
    Buf names = {0};
    for (int i = 0, told = 0; by && i < n; i++)
        if (through[i])
            buf_printf(&names, "%s`%s`", told++ ? ", " : "", comp_name_text(m, bridge[i].owner));
    if (by)
        diag_warning(m->ctx->diags, c->source.v[by]->span,
                     "this connects both connectors of each of %s with each other, which bridges "
                     "them: is another "
                     "connector meant?",
                     buf_text(&names));
    buf_free(&names);
    for (int i = 0; i < n; i++)
        if (!through[i])
            diag_warning(m->ctx->diags, connect_closing(c, bridge[i].end[1], bridge[i].end[0]),
                         "this connects `%s` and `%s` of one component to each other, which "
                         "bridges it: is another connector meant?",
                         comp_name_text(m, connector_of(c, bridge[i].end[0])),
                         comp_name_text(m, connector_of(c, bridge[i].end[1])));
}

/* Both connectors of one component meet here: nothing happens in it. */
static void warn_bridged(Connect *c, uint32_t lead)
{
    Map first = {0};
    VEC(Bridge) found = {0};
    uint32_t e = lead;
    do {
        const Comp *owner = two_port_of(c, e);
        uint32_t other = owner ? map_get(&first, (uintptr_t)owner, 0) : 0;
        if (other && !map_get(&c->bridged, (uintptr_t)owner, 0)) {
            vec_push(c->scratch, &found, ((Bridge){owner, {other - 1, e}}));
            map_set(&c->bridged, c->scratch, (uintptr_t)owner, 1);
        } else if (owner)
            map_set(&first, c->scratch, (uintptr_t)owner, e + 1);
        e = c->set.v[e].next;
    } while (e != lead);
    if (found.n)
        tell_bridges(c, found.v, found.n);
}

static void flow_equation(Connect *c, uint32_t lead)
{
    if (c->set.v[lead].next != lead)
        warn_bridged(c, lead);
    Model *m = c->m;
    VEC(Expr) term = {0};
    uint32_t e = lead;
    do {
        Expr v = connect_scalar(m, e / 2);
        if (e & 1)
            v = expr_make(m->store, EX_NEG, T_REAL, 0, 0, 1, &v);
        vec_push(m->arena, &term, v);
        e = c->set.v[e].next;
    } while (e != lead);
    Expr sum = term.n == 1 ? term.v[0]
                           : expr_make(m->store, EX_ADD, T_REAL, 0, 0, (uint32_t)term.n, term.v);
    connect_set_equation(c, sum, expr_real(m->store, 0), lead);
    vec_last(&m->flat->connection).sum = true;
}

/* Elements a and b. */
static void parameter_assert(Connect *c, uint32_t a, uint32_t b)
{
    Model *m = c->m;
    Expr arg[2] = {connect_scalar(m, a / 2), connect_scalar(m, b / 2)};
    const char *text =
        arena_printf(m->arena, "connected parameters `%s` and `%s` must be equal",
                     flat_scalar_text(m->flat, a / 2), flat_scalar_text(m->flat, b / 2));
    FlatConnection eq = {0,
                         expr_make(m->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, arg),
                         expr_string(m->store, name_cstr(m->ctx->names, text)),
                         0,
                         connect_position(c, b),
                         false};
    vec_push(m->kept, &m->flat->connection, eq);
}

bool connect_is_source(const Connect *c, uint32_t e)
{
    uint8_t role = c->role[e / 2];
    if (!(e & 1))
        return role == ROLE_OUTPUT + 1;
    if (role != ROLE_INPUT + 1)
        return false;
    const Comp *p = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    for (; p && connect_is_inside(c, p); p = p->parent)
        if (p->protected)
            return false;
    return true;
}

/* Outputs of states may be connected with each other: one of them is active (17.3.6). */
static bool is_state_output(const Connect *c, uint32_t e)
{
    const Comp *p = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    while (p && connect_is_inside(c, p))
        p = p->parent;
    return p && !(e & 1) && (p->is_state || (p->array && p->array->is_state));
}

/* Whether flows stand beside it in its connector: that has no direction as a whole. */
static bool is_beside_flow(const Connect *c, uint32_t e)
{
    const Comp *parent = var_comp(c->m, flat_var_of(c->m->flat, e / 2))->parent;
    for (int step = -1; step <= 1; step += 2)
        for (uint32_t k = e / 2; k < c->nscalars; k += (uint32_t)step) {
            if (var_comp(c->m, flat_var_of(c->m->flat, k))->parent != parent)
                break;
            if (c->role[k] == ROLE_FLOW + 1)
                return true;
        }
    return false;
}

static void note_mention(void *arg, Expr e)
{
    Connect *c = arg;
    if (expr_op(c->m->store, e) == EX_CREF)
        map_set(&c->mentioned, c->scratch, expr_node(c->m->store, e)->payload, 1);
}

bool connect_is_mentioned(Connect *c, uint32_t scalar)
{
    if (!c->mentions)
        flat_visit_exprs(c->m->store, &c->m->flat->eq, note_mention, c);
    c->mentions = true;
    return map_get(&c->mentioned, flat_var_of(c->m->flat, scalar)->part, 0);
}

static bool has_value(const Connect *c, uint32_t e)
{
    return var_comp(c->m, flat_var_of(c->m->flat, e / 2))->given;
}

static bool is_connected(const Connect *c, uint32_t e)
{
    return c->set.v[e].next != e;
}

/* How doubtful it is that a source is one. Libraries have inputs that are declared as outputs, and
 * inputs that stand for conditional ones inside of a model. */
typedef enum Doubt {
    DOUBT_NONE,      /* it has a value */
    DOUBT_NAMED,     /* an output that equations name, maybe to read it */
    DOUBT_READ,      /* an output that is only connected to what is no source, or an input that */
                     /* equations name and nothing outside gives a value */
    DOUBT_UNDECIDED, /* nothing says what it is */
} Doubt;

static Doubt doubt_of_output(Connect *c, uint32_t e)
{
    if (has_value(c, e))
        return DOUBT_NONE;
    for (uint32_t k = c->set.v[e + 1].next; k != e + 1; k = c->set.v[k].next)
        if (k >= 2 * c->nscalars || connect_is_source(c, k))
            return DOUBT_NONE;
    if (connect_is_mentioned(c, e / 2))
        return DOUBT_NAMED;
    return is_connected(c, e + 1) ? DOUBT_READ : DOUBT_UNDECIDED;
}

static Doubt doubt_of_input(Connect *c, uint32_t e)
{
    const Comp *p = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    while (p && connect_is_inside(c, p))
        p = p->parent;
    if (!p || !p->parent || has_value(c, e) || is_connected(c, e - 1))
        return DOUBT_NONE;
    return connect_is_mentioned(c, e / 2) ? DOUBT_READ : DOUBT_UNDECIDED;
}

static Doubt doubt_of_source(Connect *c, uint32_t e)
{
    return e & 1 ? doubt_of_input(c, e) : doubt_of_output(c, e);
}

/* The first input without signal of each component. */
static void find_open_inputs(Connect *c)
{
    Model *m = c->m;
    for (uint32_t k = 0; k < c->nscalars && !c->opens; k++) {
        const Comp *of = var_comp(m, flat_var_of(m->flat, k))->parent;
        if (c->role[k] == ROLE_INPUT + 1 && of && of->name && !has_value(c, 2 * k) &&
            !is_connected(c, 2 * k) && !map_get(&c->open_of, (uintptr_t)of, 0))
            map_set(&c->open_of, c->scratch, (uintptr_t)of, k + 1);
    }
    c->opens = true;
}

/* An input without signal, another one, of a component that is connected here, those of the two
 * sources first: it is meant. */
static uint32_t open_input(Connect *c, uint32_t a, uint32_t b)
{
    Model *m = c->m;
    if ((a | b) & 1)
        return UINT32_MAX;
    find_open_inputs(c);
    uint32_t beside[] = {a, b}, k = 0;
    for (int i = 0; i < 2 && !k; i++)
        k = map_get(&c->open_of,
                    (uintptr_t)var_comp(m, flat_var_of(m->flat, beside[i] / 2))->parent, 0);
    for (uint32_t e = c->set.v[a].next; e != a && !k; e = c->set.v[e].next)
        if (e < 2 * c->nscalars)
            k = map_get(&c->open_of, (uintptr_t)var_comp(m, flat_var_of(m->flat, e / 2))->parent,
                        0);
    k--;
    return k == a / 2 || k == b / 2 ? UINT32_MAX : k;
}

/* Two sources of one signal: told at the connection that brings them together. */
static void refuse_second_source(Connect *c, uint32_t source, uint32_t e)
{
    Model *m = c->m;
    uint32_t input = connect_closing_input(c, source, e);
    refuse(m, connect_closing(c, source, e),
           "`%s` and `%s` are connected%s, but both are sources of a signal: connect one of them "
           "only, or their sum",
           flat_scalar_text(m->flat, source / 2), flat_scalar_text(m->flat, e / 2),
           input == UINT32_MAX
               ? ""
               : arena_printf(m->arena, " with `%s`", flat_scalar_text(m->flat, input)));
}

/* Signals: exactly one source. The more doubtful one is none, with a warning; whether the equations
 * are enough for that is seen later. */
static void check_sources(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    uint32_t source = UINT32_MAX, e = lead;
    do {
        if (connect_is_source(c, e) && source != UINT32_MAX &&
            !(is_state_output(c, e) && is_state_output(c, source))) {
            Doubt x = doubt_of_source(c, e), y = doubt_of_source(c, source);
            bool decided =
                (x != y || x == DOUBT_READ) && x != DOUBT_UNDECIDED && y != DOUBT_UNDECIDED;
            uint32_t open = open_input(c, source, e);
            if (open == UINT32_MAX &&
                (decided || (is_beside_flow(c, e) && is_beside_flow(c, source))))
                diag_warning(m->ctx->diags, connect_position(c, e),
                             "`%s` and `%s` are connected, but both are sources of a signal",
                             flat_scalar_text(m->flat, source / 2),
                             flat_scalar_text(m->flat, e / 2));
            else {
                refuse_second_source(c, source, e);
                if (open != UINT32_MAX)
                    remark(m, var_comp(m, flat_var_of(m->flat, open))->parent->decl->name_span,
                           "the input `%s` is not connected: is it meant?",
                           flat_scalar_text(m->flat, open));
            }
            if (!decided || open != UINT32_MAX)
                return;
            source = x > y ? source : e;
        } else if (connect_is_source(c, e)) {
            source = e;
        }
        e = c->set.v[e].next;
    } while (e != lead);
}

/* Inputs that get their value inside of their component, from a bus it has, are fed as by
 * connections around it. */
static void feed_by_bus(Connect *c, uint32_t lead)
{
    bool bus = false, inside = false;
    uint32_t e = lead;
    do {
        inside = inside || ((e & 1) && c->role[e / 2] == ROLE_INPUT + 1);
        e = c->set.v[e].next;
    } while (e != lead);
    for (e = c->set.v[lead].next; inside && !bus && e != lead; e = c->set.v[e].next)
        bus = connect_is_bus_member(var_comp(c->m, flat_var_of(c->m->flat, e / 2)));
    bus =
        bus || (inside && connect_is_bus_member(var_comp(c->m, flat_var_of(c->m->flat, lead / 2))));
    for (e = c->set.v[lead].next; bus && e != lead; e = c->set.v[e].next)
        connect_variable(c, e / 2)->fed += (e & 1) && c->role[e / 2] == ROLE_INPUT + 1;
    connect_variable(c, lead / 2)->fed += bus && (lead & 1) && c->role[lead / 2] == ROLE_INPUT + 1;
}

static void potential_equations(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    check_sources(c, lead);
    uint32_t last = lead;
    connect_mark(c, lead);
    feed_by_bus(c, lead);
    for (uint32_t e = c->set.v[lead].next; e != lead; e = c->set.v[e].next) {
        connect_mark(c, e);
        if (c->role[lead / 2] == ROLE_PARAMETER + 1)
            parameter_assert(c, lead, e);
        else if (e / 2 != last / 2)
            connect_equation(c, connect_scalar(m, lead / 2), connect_scalar(m, e / 2),
                             class_around(c, e), pair_position(c, lead, e));
        last = e;
    }
}

static void stream_equations(Connect *c, uint32_t lead)
{
    StreamSet set = {0};
    uint32_t e = lead;
    do {
        vec_push(c->scratch, &set, ((StreamMember){e / 2, e & 1}));
        e = c->set.v[e].next;
    } while (e != lead);
    Expr *value = ARENA_ARRAY(c->scratch, Expr, set.n);
    connect_streams(c->m, &set, value);
    for (int i = 0; i < set.n; i++, e = c->set.v[e].next)
        if (value[i])
            connect_set_equation(c, connect_scalar(c->m, e / 2), value[i], e);
}

/* The equations of a set that connect() made; of one element: none, or that it is zero. */
static void set_equations(Connect *c, uint32_t lead)
{
    bool alone = c->set.v[lead].next == lead;
    if (c->role[lead / 2] == ROLE_FLOW + 1 && !(alone && lead & 1))
        flow_equation(c, lead);
    else if (c->role[lead / 2] == ROLE_STREAM + 1 && !alone)
        stream_equations(c, lead);
    else if (c->role[lead / 2] != ROLE_FLOW + 1 && !alone)
        potential_equations(c, lead);
}

/* ---- All connections ---- */

/* A connection that is part of a spanning tree. */
static void join_instances(void *arg, const GraphEdge *e)
{
    Connect *c = arg;
    c->eq = e->eq;
    c->by = e->by;
    connect_members(c, &e->end[0], &e->end[1], e->end[0].comp, e->end[1].comp, e->unit);
}

void connect_all(Model *m)
{
    uint32_t n = m->flat->nscalars;
    Arena *scratch = arena_new();
    Connect c = {.m = m, .scratch = scratch, .nscalars = n};
    c.set.v = ARENA_ARRAY(scratch, Member, 2 * (size_t)n);
    c.set.n = c.set.cap = 2 * (int)n;
    c.role = ARENA_ARRAY(scratch, uint8_t, n);
    vec_push(m->arena, &c.source, (const FlatEq *)NULL);
    for (uint32_t i = 0; i < 2 * n; i++)
        c.set.v[i] = (Member){i, i, 0};
    mark_roles(&c);
    find_streams(m);
    FlatExpand all = {.f = m->flat, .early = true};
    graph_open(m);
    flat_expand(&all, connect_one, &c);
    if (!diags_errors(m->ctx->diags))
        graph_close(m, join_instances, &c);
    if (!diags_errors(m->ctx->diags)) {
        connect_prepare_joins(&c);
        connect_join_equations(&c);
        connect_note_open_cuts(&c);
        for (uint32_t e = 0; e < 2 * n; e++)
            if (c.set.v[e].parent == e && c.role[e / 2])
                set_equations(&c, e);
        if (m->bus.n)
            connect_bus_equations(&c);
    }
    echelon_close(&c.sums);
    arena_free(scratch);
}
