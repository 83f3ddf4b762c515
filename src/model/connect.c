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
#include "base/die.h"
#include "graph/eliminate.h"
#include "model/flat_internal.h"

typedef enum {
    ROLE_POTENTIAL,
    ROLE_FLOW,
    ROLE_STREAM,
    ROLE_INPUT,
    ROLE_OUTPUT,
    ROLE_PARAMETER
} Role;

/* An element of a cut or node. */
typedef struct CutElement {
    uint32_t scalar; /* NO_SCALAR: of a node, or `.` */
    int8_t sign;     /* in sums; 0: `.`, there is no sum */
    bool flow;
} CutElement;

#define NO_SCALAR UINT32_MAX
enum { MOST_NESTED = 32, MOST_SUMS = 3000 };

typedef VEC(uint32_t) ElementVec;

/* An element as a member of a set. */
typedef struct Member {
    uint32_t parent;  /* UINT32_MAX: a set that is done */
    uint32_t next;    /* circular list of the members of a set */
    uint32_t made_by; /* the last connection of the element, in Connect.source; 0: none */
} Member;

/* An element that was joined: its place in the ordered list of its set. */
typedef struct Linked {
    uint32_t element;
    int parent, tail, next; /* in Connect.linked; a root is the head of its list; next -1: last */
    int touched;            /* roots: place among the sets; 0: not joined yet */
    const FlatEq *by;
} Linked;

/* The elements of one cut, connector or node at one place. */
typedef struct PortElements {
    const SynCut *cut;
    Name node;
    bool outside;
    int next;      /* in Connect.port, of the same component and position; -1 */
    bool any_flow; /* `.` stands for any number of flows */
    bool failed;
    ElementVec across, flow;
} PortElements;

typedef struct Connect {
    Model *m;
    Arena *scratch;
    uint32_t nscalars;
    VEC(Member) set;            /* by element: 2 * scalar + outside, then those of cuts and nodes */
    uint8_t *role;              /* [nscalars], Role + 1; 0: not part of a connector */
    const FlatEq *eq;           /* being expanded */
    uint32_t by;                /* its place in source */
    VEC(const FlatEq *) source; /* connections met; [0] unused */
    EndList lhs, rhs;           /* of the connection being expanded */
    VEC(CutElement) cut;        /* element - 2 * nscalars */
    VEC(Linked) linked;
    Map linked_at; /* element + 1 -> place in linked + 1 */
    VEC(PortElements) port;
    Map port_at;  /* component, position -> place of the first in port + 1 */
    Echelon sums; /* see is_new_sum; opened when it is needed */
    RealStep sum_step;
    Map sum_column; /* model, scalar -> column */
    bool compare;   /* all sums with each other */
    int joins;
} Connect;

/* ---- Sets ---- */

static uint32_t find(Connect *c, uint32_t x)
{
    while (c->set.v[x].parent != x) {
        c->set.v[x].parent = c->set.v[c->set.v[x].parent].parent;
        x = c->set.v[x].parent;
    }
    return x;
}

static void unite(Connect *c, uint32_t a, uint32_t b)
{
    uint32_t x = find(c, a), y = find(c, b);
    if (x == y)
        return;
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

static bool is_in_connector(const Connect *c, const Comp *k)
{
    return k && flat_in_connector(c->m->flat, k->id);
}

static void mark_roles(Connect *c)
{
    FlatModel *f = c->m->flat;
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        if (!flat_in_connector(f, v->part))
            continue;
        uint8_t role = (uint8_t)(role_of(c->m, var_comp(c->m, v)) + 1);
        for (uint32_t k = 0; k < v->count; k++)
            c->role[v->first + k] = role;
    }
}

/* ---- One connection ---- */

static bool path_enabled(Model *m, const Comp *c)
{
    for (; c; c = c->parent)
        if (c->name && !comp_enabled(m, (Comp *)c))
            return false;
    return true;
}

/* A class inside of two connectors that is not the same in both, as the medium of fluid ports. */
static void remark_classes(Connect *c, const Comp *a, const Comp *b)
{
    Model *m = c->m;
    const ClassInst *p = a->parent ? a->parent->ci : NULL, *q = b->parent ? b->parent->ci : NULL;
    for (int i = 0; p && q && i < p->slot.n; i++) {
        Slot *s = p->slot.v[i], *t = class_slot(m, (ClassInst *)q, s->name);
        if (s->written->kind != EL_CLASS || !t || t->written->kind != EL_CLASS)
            continue;
        const ClassUse *x = slot_class(m, s, c->eq->span), *y = slot_class(m, t, c->eq->span);
        if (x && y && x->def != y->def)
            remark(
                m, (Span){0},
                "`%s` is `%s` in `%s` and `%s` in `%s`: what is connected must have the same one",
                text_of(m->ctx, s->name), class_name_text(m, x->written),
                comp_name_text(m, a->parent), class_name_text(m, y->written),
                comp_name_text(m, b->parent));
    }
}

static void report_pair(Connect *c, const Comp *a, const Comp *b, const char *why)
{
    Model *m = c->m;
    refuse(m, c->eq->span, "`%s` and `%s` cannot be connected: %s", comp_name_text(m, a),
           comp_name_text(m, b), why);
    remark(m, a->decl->name_span, "one is declared here");
    remark(m, b->decl->name_span, "the other is declared here");
    remark_classes(c, a, b);
}

/* Why connectors of different classes do not fit. */
static const char *unlike(Connect *c, const Comp *x, const Comp *y, const char *why)
{
    Model *m = c->m;
    bool signal[] = {x->use->builtin != 0, y->use->builtin != 0};
    if (signal[0] != signal[1])
        return arena_printf(m->arena,
                            "one is a signal, the other of the class `%s`, which has elements: "
                            "a source or a sensor must stand between them",
                            class_name_text(m, (signal[0] ? y : x)->use->written));
    if (x->use->def == y->use->def)
        return why;
    return arena_printf(m->arena, "one is of the class `%s`, the other of `%s`: %s",
                        class_name_text(m, x->use->written), class_name_text(m, y->use->written),
                        why);
}

static const char *different_types(Connect *c, Type s, Type t)
{
    Model *m = c->m;
    bool logical = (s == T_BOOL && t == T_REAL) || (s == T_REAL && t == T_BOOL);
    return arena_printf(
        m->arena, "they are of different types, %s and %s: %s", type_text(m, s), type_text(m, t),
        logical ? "`if u then 1 else 0` and `u > 0.5` convert them"
                : "a block that converts one into the other must stand between them");
}

static const char *different_sizes(Connect *c, Comp *k, Comp *l)
{
    Model *m = c->m;
    const char *a = type_text(m, comp_array_type(m, k)), *b = type_text(m, comp_array_type(m, l));
    const char *s = strrchr(a, '['), *t = strrchr(b, '[');
    return k->ndims == l->ndims && s && t
               ? arena_printf(m->arena,
                              "their sizes differ, %s and %s: the parameters, or the media, that "
                              "determine them must be the same on both sides",
                              s, t)
               : arena_printf(m->arena, "their types are %s and %s", a, b);
}

/* Signals of expandable connectors go wherever the connections lead them. */
static bool is_bus_member(const Comp *k)
{
    for (; k; k = k->parent)
        if (k->bus_member)
            return true;
    return false;
}

static bool roles_fit(Role a, Role b, bool open)
{
    bool causal[] = {a == ROLE_INPUT || a == ROLE_OUTPUT, b == ROLE_INPUT || b == ROLE_OUTPUT};
    return (a == ROLE_FLOW) == (b == ROLE_FLOW) && (a == ROLE_STREAM) == (b == ROLE_STREAM) &&
           (a == ROLE_PARAMETER) == (b == ROLE_PARAMETER) && (open || causal[0] == causal[1]);
}

/* Unites the scalars of two simple components, `inner` elements each. */
static void connect_leaves(Connect *c, const End *a, const End *b, const Comp *x, const Comp *y,
                           int64_t inner)
{
    Model *m = c->m;
    if (!x->flat || !y->flat)
        return;
    const FlatVar *u = comp_var(m, x), *v = comp_var(m, y);
    Type s = tinfo(m, u->type)->scalar, t = tinfo(m, v->type)->scalar;
    if (s != t && !(type_fits(m, s, t) && type_fits(m, t, s))) {
        report_pair(c, x, y, different_types(c, s, t));
        return;
    }
    uint32_t p = u->first + (uint32_t)(a->position * inner);
    uint32_t q = v->first + (uint32_t)(b->position * inner);
    bool open = is_bus_member(x) || is_bus_member(y);
    if (inner && !roles_fit((Role)(c->role[p] - 1), (Role)(c->role[q] - 1), open)) {
        report_pair(c, x, y,
                    c->role[p] == ROLE_FLOW + 1 || c->role[q] == ROLE_FLOW + 1
                        ? "one is a flow, the other is not"
                    : c->role[p] == ROLE_STREAM + 1 || c->role[q] == ROLE_STREAM + 1
                        ? "one is a stream, the other is not"
                    : c->role[p] == ROLE_PARAMETER + 1 || c->role[q] == ROLE_PARAMETER + 1
                        ? "one is a parameter, the other varies"
                        : "one is an input or output, the other is neither");
        return;
    }
    if (u->variability != v->variability && u->variability <= VARY_PARAMETER) {
        report_pair(c, x, y, "one is a constant, the other a parameter");
        return;
    }
    for (int64_t k = 0; k < inner; k++) {
        uint32_t e = 2 * (p + (uint32_t)k) + a->outside, f = 2 * (q + (uint32_t)k) + b->outside;
        unite(c, e, f);
        c->set.v[e].made_by = c->set.v[f].made_by = c->by;
    }
}

static void connect_members(Connect *c, const End *a, const End *b, Comp *x, Comp *y,
                            int64_t inner);

/* Pairs the parts of two connectors by name. `inner`: elements inside the end for each of its
 * positions. */
static void connect_parts(Connect *c, const End *a, const End *b, Comp *x, Comp *y, int64_t inner)
{
    Model *m = c->m;
    if ((x->use->builtin != 0) != (y->use->builtin != 0)) {
        report_pair(c, x, y, unlike(c, x, y, ""));
        return;
    }
    GraphEdge like = {.eq = c->eq, .by = c->by};
    if (!graph_connect(m, like, a, b, x, y, inner))
        connect_members(c, a, b, x, y, inner);
}

static void connect_members(Connect *c, const End *a, const End *b, Comp *x, Comp *y, int64_t inner)
{
    Model *m = c->m;
    if (x->use->builtin || x->is_object) {
        connect_leaves(c, a, b, x, y, inner);
        return;
    }
    ClassInst *p = comp_contents(m, x), *q = comp_contents(m, y);
    if (!p || !q)
        return;
    int members = 0, others = 0;
    for (int i = 0; i < p->slot.n; i++) {
        Comp *k = slot_existing(m, p->slot.v[i]);
        if (!k)
            continue;
        members++;
        Comp *l = slot_existing(m, class_slot(m, q, k->name));
        if (!l) {
            report_pair(c, x, y,
                        unlike(c, x, y,
                               arena_printf(m->arena, "only the first has `%s`",
                                            text_of(m->ctx, k->name))));
            return;
        }
        bool same = k->ndims == l->ndims;
        for (int d = 0; same && d < k->ndims; d++)
            same = k->dim[d].size == l->dim[d].size;
        if (!same) {
            report_pair(c, k, l, different_sizes(c, k, l));
            return;
        }
        connect_parts(c, a, b, k, l, inner * comp_count(k));
    }
    for (int i = 0; i < q->slot.n; i++)
        others += slot_existing(m, q->slot.v[i]) != NULL;
    if (others != members)
        report_pair(c, x, y, unlike(c, x, y, "the second has elements that the first has not"));
}

/* ---- Cuts and nodes ---- */

static uint32_t new_element(Connect *c, CutElement e)
{
    uint32_t k = (uint32_t)c->set.n;
    vec_push(c->scratch, &c->set, ((Member){k, k, 0}));
    vec_push(c->scratch, &c->cut, e);
    return k;
}

/* The first scalar of a variable a cut names, at a position of the component, and how many it has;
 * NO_SCALAR after a report. */
static uint32_t cut_scalar(Connect *c, const End *at, const SynCutVar *v, int64_t *count)
{
    Model *m = c->m;
    Comp *k = slot_member(m, class_slot(m, at->comp->ci, v->name));
    const char *why = !k                                           ? "is not declared"
                      : !k->use || k->use->builtin != BUILTIN_REAL ? "is not a variable"
                      : k->ndims && !comp_dims(m, k)               ? "has no size"
                      : !k->flat || comp_var(m, k)->variability <= VARY_PARAMETER ? "does not vary"
                                                                                  : NULL;
    if (why) {
        refuse(m, v->span, "`%s`, which the cut names, %s", text_of(m->ctx, v->name), why);
        return NO_SCALAR;
    }
    *count = comp_count(k);
    return comp_var(m, k)->first + (uint32_t)(at->position * *count);
}

static PortElements *port_elements(Connect *c, const Port *p, const End *at, int depth);

/* A hierarchical cut has the elements of its parts. */
static void add_part_elements(Connect *c, const End *at, const SynCutVar *v, int depth,
                              PortElements *out)
{
    const SynCut *cut = depth < MOST_NESTED ? class_cut(at->comp->ci, v->name) : NULL;
    if (!cut) {
        refuse(c->m, v->span,
               depth < MOST_NESTED ? "there is no cut `%s`" : "the cut `%s` is part of itself",
               text_of(c->m->ctx, v->name));
        out->failed = true;
        return;
    }
    Port port = {.cut = cut, .outside = at->outside};
    const PortElements *e = port_elements(c, &port, at, depth + 1);
    out->failed = out->failed || !e;
    for (int i = 0; e && i < e->across.n; i++)
        vec_push(c->scratch, &out->across, e->across.v[i]);
    for (int i = 0; e && i < e->flow.n; i++)
        vec_push(c->scratch, &out->flow, e->flow.v[i]);
    out->any_flow = out->any_flow || (e && e->any_flow);
}

static void add_cut_elements(Connect *c, const End *at, const SynCut *cut, int depth,
                             PortElements *out)
{
    for (int i = 0; i < cut->nparts && !out->failed; i++)
        add_part_elements(c, at, &cut->part[i], depth, out);
    bool open = cut->nthrough > 0;
    for (int i = 0; i < cut->nthrough; i++)
        open = open && !cut->through[i].name;
    out->any_flow = out->any_flow || open;
    for (int i = 0; i < cut->nacross + (open ? 0 : cut->nthrough); i++) {
        bool flow = i >= cut->nacross;
        const SynCutVar *v = flow ? &cut->through[i - cut->nacross] : &cut->across[i];
        CutElement e = {NO_SCALAR, v->negative != at->outside ? -1 : 1, flow};
        int64_t count = 1;
        if (!v->name)
            e.sign = 0;
        else if ((e.scalar = cut_scalar(c, at, v, &count)) == NO_SCALAR)
            out->failed = true;
        for (int64_t k = 0; k < count; k++, e.scalar += e.sign != 0)
            vec_push(c->scratch, flow ? &out->flow : &out->across, new_element(c, e));
    }
}

/* The elements of a connector in the order of declaration. */
static void add_connector_elements(Connect *c, const End *at, Comp *part, int64_t inner,
                                   PortElements *out)
{
    Model *m = c->m;
    if (part->use && part->use->builtin) {
        if (!part->flat)
            return;
        const FlatVar *v = comp_var(m, part);
        uint32_t first = v->first + (uint32_t)(at->position * inner);
        uint8_t role = c->role[first];
        if (role == ROLE_PARAMETER + 1)
            return;
        if (role == ROLE_STREAM + 1) {
            refuse(m, part->decl->name_span,
                   "a connector with streams can only be connected by `connect` of Modelica");
            out->failed = true;
            return;
        }
        ElementVec *list = role == ROLE_FLOW + 1 ? &out->flow : &out->across;
        for (int64_t i = 0; i < inner; i++)
            vec_push(c->scratch, list, 2 * (first + (uint32_t)i) + at->outside);
        return;
    }
    ClassInst *ci = comp_contents(m, part);
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Comp *k = slot_existing(m, ci->slot.v[i]);
        if (k)
            add_connector_elements(c, at, k, inner * comp_count(k), out);
    }
}

/* The elements of a port at one place, made when first needed; NULL after a report. A node has none
 * before it is joined with something else. */
static PortElements *port_elements(Connect *c, const Port *p, const End *at, int depth)
{
    uint64_t key = (uint64_t)at->comp->id << 32 | ((uint32_t)at->position + 1);
    int first = (int)map_get(&c->port_at, key, 0) - 1;
    for (int k = first; k >= 0; k = c->port.v[k].next) {
        PortElements *e = &c->port.v[k];
        if (e->cut == p->cut && e->node == p->node && e->outside == p->outside)
            return e;
    }
    PortElements made = {.cut = p->cut, .node = p->node, .outside = p->outside};
    if (p->cut)
        add_cut_elements(c, at, p->cut, depth, &made);
    else if (!p->node)
        add_connector_elements(c, at, at->comp, 1, &made);
    if (made.failed)
        return NULL;
    made.next = (int)map_get(&c->port_at, key, 0) - 1; /* parts may have been added */
    vec_push(c->scratch, &c->port, made);
    map_set(&c->port_at, c->scratch, key, (uint32_t)c->port.n);
    return &vec_last(&c->port);
}

static int linked_place(Connect *c, uint32_t element)
{
    uint32_t k = map_get(&c->linked_at, (uint64_t)element + 1, 0);
    if (k)
        return (int)k - 1;
    int n = c->linked.n;
    vec_push(c->scratch, &c->linked, ((Linked){element, n, n, -1, 0, NULL}));
    map_set(&c->linked_at, c->scratch, (uint64_t)element + 1, (uint32_t)c->linked.n);
    return n;
}

static int linked_root(Connect *c, int k)
{
    while (c->linked.v[k].parent != k)
        k = c->linked.v[k].parent = c->linked.v[c->linked.v[k].parent].parent;
    return k;
}

/* The list of the right one is put in front of that of the left one. The set takes the place of the
 * left one; what had none comes last. */
static void join_elements(Connect *c, uint32_t left, uint32_t right)
{
    int l = linked_root(c, linked_place(c, left)), r = linked_root(c, linked_place(c, right));
    unite(c, left, right);
    Linked *a = &c->linked.v[l], *b = &c->linked.v[r];
    if (l != r) {
        c->linked.v[b->tail].next = l;
        b->tail = a->tail;
        a->parent = r;
    }
    b->touched = a->touched ? a->touched : ++c->joins;
    b->by = c->eq;
    c->set.v[left].made_by = c->set.v[right].made_by = c->by;
}

/* New elements up to a number of them. */
static void fill_up(Connect *c, ElementVec *list, int n, CutElement like)
{
    while (list->n < n)
        vec_push(c->scratch, list, new_element(c, like));
}

/* A node takes the form of what it is joined with. */
static void shape_node(Connect *c, PortElements *node, const PortElements *like)
{
    if (!node->node || node->across.n + node->flow.n || node->any_flow)
        return;
    fill_up(c, &node->across, like->across.n, (CutElement){NO_SCALAR, 1, false});
    fill_up(c, &node->flow, like->flow.n, (CutElement){NO_SCALAR, 1, true});
    node->any_flow = like->any_flow;
}

/* `.` stands for as many flows as the other side has; their sums are left open. */
static void open_flows(Connect *c, PortElements *p, int n)
{
    if (p->any_flow)
        fill_up(c, &p->flow, n, (CutElement){NO_SCALAR, 0, true});
}

static void join_ports(Connect *c, const PortJoin *j, const End *a, const End *b)
{
    if (!port_elements(c, &j->left, a, 0) || !port_elements(c, &j->right, b, 0))
        return;
    PortElements *x = port_elements(c, &j->left, a, 0), *y = port_elements(c, &j->right, b, 0);
    shape_node(c, x, y);
    shape_node(c, y, x);
    open_flows(c, x, y->flow.n);
    open_flows(c, y, x->flow.n);
    if (x->across.n != y->across.n || x->flow.n != y->flow.n) {
        refuse(c->m, j->left.span,
               "this cannot be connected there: it has %d across and %d through variable%s, not "
               "%d and %d",
               x->across.n, x->flow.n, x->flow.n == 1 ? "" : "s", y->across.n, y->flow.n);
        return;
    }
    for (int i = 0; i < x->across.n; i++)
        join_elements(c, x->across.v[i], y->across.v[i]);
    for (int i = 0; i < x->flow.n; i++)
        join_elements(c, x->flow.v[i], y->flow.v[i]);
}

/* ---- Joins ---- */

/* "has 2 elements", "has 2 x 3 elements", "is none" */
static const char *size_words(Model *m, Type t)
{
    const TypeInfo *ti = tinfo(m, t);
    Buf b = {0};
    buf_puts(&b, ti->ndims ? "has " : "is no array");
    for (int k = 0; k < ti->ndims; k++)
        buf_printf(&b, "%s%d", k ? " x " : "", ti->dim[k]);
    if (ti->ndims)
        buf_puts(&b, ti->ndims == 1 && ti->dim[0] == 1 ? " element" : " elements");
    const char *s = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

/* "; an element is connected by its number, as `gain[1].u`" */
static const char *element_words(Model *m, const Comp *k)
{
    const Comp *array = k;
    while (array->parent && !array->ndims)
        array = array->parent;
    const char *whole = comp_name_text(m, k), *first = comp_name_text(m, array);
    bool inside = !strncmp(whole, first, strlen(first));
    return arena_printf(m->arena, "; an element is connected by its number, as `%s[1]%s`",
                        inside ? first : whole, inside ? whole + strlen(first) : "");
}

static bool refuse_sizes(Connect *c, Type x, Type y)
{
    Model *m = c->m;
    const Comp *a = c->lhs.n ? c->lhs.v[0].comp : NULL, *b = c->rhs.n ? c->rhs.v[0].comp : NULL;
    if (!a || !b)
        return refuse(m, c->eq->span, "the connected arrays differ in size: %s and %s",
                      type_text(m, x), type_text(m, y));
    refuse(m, c->eq->span, "the connected arrays differ in size: `%s` %s, `%s` %s%s",
           comp_name_text(m, a), size_words(m, x), comp_name_text(m, b), size_words(m, y),
           tinfo(m, x)->ndims && tinfo(m, y)->ndims ? ""
                                                    : element_words(m, tinfo(m, x)->ndims ? a : b));
    for (int k = 0; k < a->ndims; k++)
        remark_dimension(m, a, k);
    for (int k = 0; k < b->ndims; k++)
        remark_dimension(m, b, k);
    return false;
}

/* Whether the ends found fit each other in number. */
static bool ends_fit(Connect *c, const PortJoin *j)
{
    Model *m = c->m;
    TypeTable *types = expr_types(m->store);
    Type x = expr_type(m->store, j->left.ref), y = expr_type(m->store, j->right.ref);
    if (!c->eq->source->by_name)
        return (c->lhs.n == 1 && c->rhs.n == 1) ||
               (!diags_errors(m->ctx->diags) &&
                refuse(m, c->eq->span, "arrays of cuts cannot be connected at once"));
    return (type_reshape(types, x, T_REAL) == type_reshape(types, y, T_REAL) &&
            c->lhs.n == c->rhs.n) ||
           refuse_sizes(c, x, y);
}

static bool has_flow(Model *m, const Comp *connector)
{
    ClassInst *ci = comp_contents(m, (Comp *)connector);
    for (int i = 0; ci && i < ci->slot.n; i++) {
        const Comp *k = slot_existing(m, ci->slot.v[i]);
        if (k && k->connector == CON_FLOW)
            return true;
    }
    return false;
}

/* Variables inside of connectors are connected, not the connectors: nothing flows between them. */
static void warn_member(Connect *c, const Comp *a, const Comp *b)
{
    Model *m = c->m;
    if (a->is_connector || b->is_connector || a->direction || b->direction || !a->parent ||
        !b->parent || !a->parent->is_connector || !b->parent->is_connector ||
        !has_flow(m, a->parent) || !has_flow(m, b->parent))
        return;
    diag_warning(m->ctx->diags, c->eq->span,
                 "`%s` and `%s` are variables of connectors, and nothing flows between these: "
                 "connect(%s, %s) is meant, most likely",
                 comp_name_text(m, a), comp_name_text(m, b), comp_name_text(m, a->parent),
                 comp_name_text(m, b->parent));
}

/* What to connect instead of what is no connector: those inside of it; of a variable its equation
 * is meant. */
static const char *connectors_of(Model *m, const Comp *k)
{
    enum { MOST = 6 };
    ClassInst *ci = comp_contents(m, (Comp *)k);
    if (!ci && comp_variability(m, (Comp *)k) <= VARY_PARAMETER)
        return arena_printf(m->arena,
                            "; a parameter is set where its component is declared, (%s = ...)",
                            text_of(m->ctx, k->name));
    if (!ci)
        return "; the values of variables are made equal by an equation, a = b";
    Buf b = {0};
    int n = 0;
    for (int i = 0; i < ci->slot.n && n <= MOST; i++) {
        const Comp *s = ci->slot.v[i]->protected ? NULL : slot_existing(m, ci->slot.v[i]);
        if (!s || !s->is_connector)
            continue;
        if (n++ < MOST)
            buf_printf(&b, "%s `%s.%s`", n > 1 ? "," : "; its connectors are", comp_name_text(m, k),
                       text_of(m->ctx, s->name));
    }
    buf_puts(&b, n > MOST ? ", ..." : "");
    const char *s = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

/* How many connectors of a component have flows. */
static int count_ports(Model *m, const Comp *c)
{
    int n = 0;
    for (int i = 0; c->ci && i < c->ci->slot.n; i++) {
        const Comp *k = slot_existing(m, c->ci->slot.v[i]);
        n += k && k->is_connector && path_enabled(m, (Comp *)k) && has_flow(m, k);
    }
    return n;
}

/* The two connectors of one component: nothing but it lies between them. */
static void warn_bridged(Connect *c, const End *a, const End *b)
{
    Model *m = c->m;
    const Comp *x = a->comp, *y = b->comp;
    bool single = !x->ndims && !y->ndims; /* of arrays different elements may be meant */
    for (const Comp *p = x->parent; p; p = p->parent)
        single = single && !p->ndims;
    if (!single || x == y || a->outside || b->outside || x->parent != y->parent ||
        !x->parent->name || !x->is_connector || !has_flow(m, x) || !has_flow(m, y) ||
        count_ports(m, x->parent) != 2)
        return;
    diag_warning(m->ctx->diags, c->eq->span,
                 "this connects `%s` and `%s` of one component, which is bridged by it: is another "
                 "component meant?",
                 comp_name_text(m, x), comp_name_text(m, y));
}

static bool is_connector(Connect *c, const Comp *k)
{
    if (is_in_connector(c, k))
        return true;
    refuse(c->m, c->eq->span, "`%s` is not a connector%s", comp_name_text(c->m, k),
           connectors_of(c->m, k));
    remark(c->m, k->decl->name_span, "it is declared here");
    return false;
}

/* Whether an end belongs to a component of the class that has the connection, or to that itself. */
static bool is_near(const Connect *c, const Comp *end)
{
    while (end->parent && is_in_connector(c, end->parent))
        end = end->parent;
    for (int k = 0; k < 2 && end->parent; k++) {
        end = end->parent;
        if (end->id == c->eq->owner)
            return true;
    }
    return false;
}

static void connect_one(void *data, const FlatEq *eq, const IterValue *iters)
{
    Connect *c = data;
    if (eq->kind != FE_CONNECT)
        return;
    if (eq->source->graph) {
        graph_statement(c->m, eq, iters);
        return;
    }
    if (eq != c->eq)
        vec_push(c->m->arena, &c->source, eq);
    c->eq = eq;
    c->by = (uint32_t)c->source.n - 1;
    for (int i = 0; i < eq->source->joins.n; i++) {
        const PortJoin *j = &eq->source->joins.v[i];
        if (!reference_ends(c->m, j->left.ref, iters, eq->span, "`connect`", &c->lhs) ||
            !reference_ends(c->m, j->right.ref, iters, eq->span, "`connect`", &c->rhs) ||
            !ends_fit(c, j))
            return;
        if (c->lhs.n && c->rhs.n)
            warn_member(c, c->lhs.v[0].comp, c->rhs.v[0].comp);
        if (c->lhs.n && c->rhs.n && eq->source->by_name)
            c->m->flat->through_outer |=
                !is_near(c, c->lhs.v[0].comp) || !is_near(c, c->rhs.v[0].comp);
        for (int k = 0; k < c->lhs.n; k++) {
            End *a = &c->lhs.v[k], *b = &c->rhs.v[k];
            a->outside = j->left.outside;
            b->outside = j->right.outside;
            if (!path_enabled(c->m, a->comp) || !path_enabled(c->m, b->comp))
                continue;
            if (c->m->counts) {
                graph_count(c->m, a);
                graph_count(c->m, b);
            }
            if (!eq->source->by_name)
                join_ports(c, j, a, b);
            else if (is_connector(c, a->comp) && is_connector(c, b->comp)) {
                warn_bridged(c, a, b);
                connect_parts(c, a, b, a->comp, b->comp, 1);
            } else
                return;
        }
    }
}

/* ---- Equations from sets ---- */

static Expr scalar_ref(Model *m, uint32_t number)
{
    const FlatVar *v = flat_var_of(m->flat, number);
    return expr_var(m->store, tinfo(m, v->type)->scalar, number);
}

static FlatVar *variable_of(Connect *c, uint32_t number)
{
    return (FlatVar *)flat_var_of(c->m->flat, number);
}

/* The outermost connector that an element belongs to. */
static Comp *connector_of(const Connect *c, uint32_t e)
{
    Comp *k = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    while (k->parent && is_in_connector(c, k->parent))
        k = k->parent;
    return k;
}

/* Where an equation comes from: a connection of the element, or the connector's declaration. */
static Span position_of(const Connect *c, uint32_t e)
{
    uint32_t by = c->set.v[e].made_by;
    return by ? c->source.v[by]->span : connector_of(c, e)->decl->name_span;
}

static void add_equation(Connect *c, Expr lhs, Expr rhs, const Comp *owner, Span span)
{
    FlatModel *f = c->m->flat;
    if (owner)
        f->part.v[owner->id].nconnections++;
    FlatConnection eq = {lhs, rhs, 0, owner ? owner->id : 0, span, false};
    vec_push(c->m->kept, &f->connection, eq);
}

/* An equation of the class in which the element is connected; none for the outside of the model. */
static void connection_eq(Connect *c, Expr lhs, Expr rhs, uint32_t e)
{
    const Comp *in = connector_of(c, e)->parent;
    add_equation(c, lhs, rhs, in && !(e & 1) ? in->parent : in, position_of(c, e));
}

/* Of two elements the one that was connected last, if they belong to connectors of one component:
 * that connection closes the circle. */
static uint32_t closing(const Connect *c, uint32_t lead, uint32_t e)
{
    const Comp *in = connector_of(c, lead)->parent;
    bool same = in && in->parent && in == connector_of(c, e)->parent;
    return same && c->set.v[lead].made_by > c->set.v[e].made_by ? lead : e;
}

static void flow_equation(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    VEC(Expr) term = {0};
    uint32_t e = lead;
    do {
        Expr v = scalar_ref(m, e / 2);
        if (e & 1)
            v = expr_make(m->store, EX_NEG, T_REAL, 0, 0, 1, &v);
        vec_push(m->arena, &term, v);
        e = c->set.v[e].next;
    } while (e != lead);
    Expr sum = term.n == 1 ? term.v[0]
                           : expr_make(m->store, EX_ADD, T_REAL, 0, 0, (uint32_t)term.n, term.v);
    connection_eq(c, sum, expr_real(m->store, 0), lead);
    vec_last(&m->flat->connection).sum = true;
}

/* Elements a and b. */
static void parameter_assert(Connect *c, uint32_t a, uint32_t b)
{
    Model *m = c->m;
    Expr arg[2] = {scalar_ref(m, a / 2), scalar_ref(m, b / 2)};
    const char *text =
        arena_printf(m->arena, "connected parameters `%s` and `%s` must be equal",
                     flat_scalar_text(m->flat, a / 2), flat_scalar_text(m->flat, b / 2));
    FlatConnection eq = {0,
                         expr_make(m->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, arg),
                         expr_string(m->store, name_cstr(m->ctx->names, text)),
                         0,
                         position_of(c, b),
                         false};
    vec_push(m->kept, &m->flat->connection, eq);
}

/* An output of a component, or a public input of the class itself. */
static bool is_source(const Connect *c, uint32_t e)
{
    uint8_t role = c->role[e / 2];
    if (!(e & 1))
        return role == ROLE_OUTPUT + 1;
    if (role != ROLE_INPUT + 1)
        return false;
    const Comp *p = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    for (; p && is_in_connector(c, p); p = p->parent)
        if (p->protected)
            return false;
    return true;
}

/* Outputs of states may be connected with each other: one of them is active (17.3.6). */
static bool is_state_output(const Connect *c, uint32_t e)
{
    const Comp *p = var_comp(c->m, flat_var_of(c->m->flat, e / 2));
    while (p && is_in_connector(c, p))
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

/* Signals: exactly one source. */
static void check_sources(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    uint32_t source = UINT32_MAX, e = lead;
    do {
        if (is_source(c, e) && source != UINT32_MAX &&
            !(is_state_output(c, e) && is_state_output(c, source))) {
            if (is_beside_flow(c, e) && is_beside_flow(c, source))
                diag_warning(m->ctx->diags, position_of(c, e),
                             "`%s` and `%s` are connected, but both are sources of a signal",
                             flat_scalar_text(m->flat, source / 2),
                             flat_scalar_text(m->flat, e / 2));
            else
                refuse(m, position_of(c, e),
                       "`%s` and `%s` are connected, but both are sources of a signal: connect one "
                       "of them "
                       "only, or their sum",
                       flat_scalar_text(m->flat, source / 2), flat_scalar_text(m->flat, e / 2));
            return;
        }
        source = is_source(c, e) ? e : source;
        e = c->set.v[e].next;
    } while (e != lead);
}

static void potential_equations(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    check_sources(c, lead);
    uint32_t last = lead;
    variable_of(c, lead / 2)->connected = true;
    for (uint32_t e = c->set.v[lead].next; e != lead; e = c->set.v[e].next) {
        variable_of(c, e / 2)->connected = true;
        if (c->role[lead / 2] == ROLE_PARAMETER + 1)
            parameter_assert(c, lead, e);
        else if (e / 2 != last / 2)
            connection_eq(c, scalar_ref(m, lead / 2), scalar_ref(m, e / 2), closing(c, lead, e));
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
            connection_eq(c, scalar_ref(c->m, e / 2), value[i], e);
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

/* ---- Equations from joins ---- */

static uint32_t scalar_of(const Connect *c, uint32_t e)
{
    return e < 2 * c->nscalars ? e / 2 : c->cut.v[e - 2 * c->nscalars].scalar;
}

static int sign_of(const Connect *c, uint32_t e)
{
    return e >= 2 * c->nscalars ? c->cut.v[e - 2 * c->nscalars].sign : e & 1 ? -1 : 1;
}

static bool is_flow(const Connect *c, uint32_t e)
{
    return e < 2 * c->nscalars ? c->role[e / 2] == ROLE_FLOW + 1
                               : c->cut.v[e - 2 * c->nscalars].flow;
}

/* The sum of the flows that come in (sign 1) or go out (-1), the last member first; 0: none do. */
static Expr sum_of(Connect *c, const ElementVec *all, int sign)
{
    Model *m = c->m;
    VEC(Expr) term = {0};
    for (int i = all->n; i-- > 0;)
        if (sign_of(c, all->v[i]) == sign && scalar_of(c, all->v[i]) != NO_SCALAR)
            vec_push(c->scratch, &term, scalar_ref(m, scalar_of(c, all->v[i])));
    return term.n > 1 ? expr_make(m->store, EX_ADD, T_REAL, 0, 0, (uint32_t)term.n, term.v)
           : term.n   ? term.v[0]
                      : 0;
}

/* ---- Redundant sums ---- */

/* In a model whose cuts share a through variable (what flows in at one flows out at the other) the
 * sums of its nodes are not independent, be it by themselves or by what its parts say. All sums are
 * then eliminated one by one (graph/eliminate.h), together with the equations a + b = 0 and a = b
 * that classes state. Numbers are exact: coefficients stay -1, 0 and 1 because every flow enters
 * and leaves. In large models only the sums of one model are compared: a scalar is another column
 * in each of them. */
typedef struct FlowRow {
    Comp *owner;
    VEC(RealEntry) term;
} FlowRow;

static bool shares_flows(Connect *c, const Comp *owner)
{
    Map seen = {0};
    CutList cuts = {0};
    if (owner && owner->ci)
        list_cuts(c->m, owner->ci, &cuts);
    for (int i = 0; i < cuts.n; i++)
        for (int k = 0; k < cuts.v[i]->nthrough; k++) {
            Name name = cuts.v[i]->through[k].name;
            if (name && map_get(&seen, name, 0))
                return true;
            if (name)
                map_set(&seen, c->scratch, name, 1);
        }
    return false;
}

static void add_term(Connect *c, FlowRow *row, uint32_t scalar, int coef)
{
    uint64_t key = map_pair(c->compare || !row->owner ? 0 : row->owner->id + 1, scalar + 1);
    int col = (int)map_get(&c->sum_column, key, 0);
    for (int i = 0; i < row->term.n && col; i++)
        if (row->term.v[i].col == col) {
            if ((row->term.v[i].x += coef) == 0)
                row->term.v[i] = row->term.v[--row->term.n];
            return;
        }
    if (!col)
        map_set(&c->sum_column, c->scratch, key, (uint32_t)(col = (int)c->sum_column.n + 1));
    vec_push(c->scratch, &row->term, ((RealEntry){col, coef}));
}

/* Reduces a row by those before it and keeps it; false if nothing is left. */
static bool keep_row(Connect *c, FlowRow *row)
{
    Echelon *e = &c->sums;
    int most = c->set.n + 1; /* each belongs to one sum */
    if (!e->coef)
        KRON_MEMORY(echelon_open(e, &real_coefficients, &c->sum_step, most, most));
    int r = echelon_add(e, row->term.v, row->term.n);
    KRON_MEMORY(r >= 0);
    if (echelon_reduce(e, r))
        return false;
    if (!e->row[r].out)
        echelon_take(e, r, *(const int *)echelon_row(e, r));
    KRON_MEMORY(!e->failed);
    return true;
}

/* Whether a model connects parts of its own. */
static bool has_links(const FlatModel *f, const Comp *c)
{
    for (int i = 0; i < f->eq.n; i++)
        if (f->eq.v[i]->kind == FE_CONNECT && !f->eq.v[i]->source->by_name &&
            f->eq.v[i]->owner == c->id)
            return true;
    return false;
}

/* Whether the sum says something that the sums before it have not said. */
static bool is_new_sum(Connect *c, const ElementVec *all, Comp *owner)
{
    if (!c->compare && !shares_flows(c, owner))
        return true;
    FlowRow row = {.owner = owner};
    for (int i = 0; i < all->n; i++)
        if (scalar_of(c, all->v[i]) != NO_SCALAR)
            add_term(c, &row, scalar_of(c, all->v[i]), sign_of(c, all->v[i]));
    return keep_row(c, &row);
}

/* A scalar variable, or minus one, outside of arrays of components. */
static bool read_term(Connect *c, Expr e, FlowRow *row, int sign)
{
    ExprStore *s = c->m->store;
    if (expr_op(s, e) == EX_NEG)
        return read_term(c, expr_arg(s, e, 0), row, -sign);
    if (expr_op(s, e) != EX_CREF || expr_node(s, e)->nargs)
        return false;
    const Comp *k = c->m->comp.v[expr_node(s, e)->payload];
    if (!k->flat || comp_var(c->m, k)->variability <= VARY_PARAMETER ||
        comp_var(c->m, k)->count != 1)
        return false;
    add_term(c, row, comp_var(c->m, k)->first, sign);
    return true;
}

static bool read_side(Connect *c, Expr e, FlowRow *row, int sign)
{
    ExprStore *s = c->m->store;
    ExprOp op = expr_op(s, e);
    if (expr_is_number(s, e))
        return expr_number(s, e) == 0;
    if ((op != EX_ADD && op != EX_SUB) || expr_node(s, e)->nargs != 2)
        return read_term(c, e, row, sign);
    return read_term(c, expr_arg(s, e, 0), row, sign) &&
           read_term(c, expr_arg(s, e, 1), row, op == EX_SUB ? -sign : sign);
}

/* If some model shares flows: what the classes themselves say about two variables. */
static void prepare_comparison(Connect *c)
{
    FlatModel *f = c->m->flat;
    bool shared = false;
    for (int i = 0; i < c->m->instance.n && !shared; i++) {
        Comp *in = c->m->instance.v[i];
        shared =
            in->ci && in->ci->def->classic && in->parent && shares_flows(c, in) && has_links(f, in);
    }
    c->compare = shared && c->linked.n < 2 * MOST_SUMS;
    for (int i = 0; c->compare && i < f->eq.n; i++) {
        const FlatEq *eq = f->eq.v[i];
        FlowRow row = {.owner = eq->owner ? c->m->comp.v[eq->owner] : NULL};
        if (eq->kind == FE_EQUAL && !eq->initial && read_side(c, eq->lhs, &row, 1) &&
            read_side(c, eq->rhs, &row, -1) && row.term.n == 2)
            keep_row(c, &row);
    }
}

/* Flows that come in on the left, flows that go out on the right. */
static void linked_flows(Connect *c, const ElementVec *all, Comp *owner, Span span)
{
    for (int i = 0; i < all->n; i++)
        if (!sign_of(c, all->v[i]))
            return; /* there is an unlimited source */
    if (!is_new_sum(c, all, owner))
        return;
    Expr in = sum_of(c, all, 1), out = sum_of(c, all, -1), none = expr_real(c->m->store, 0);
    if (!in && !out)
        return;
    add_equation(c, in ? in : out, in && out ? out : none, owner, span);
    vec_last(&c->m->flat->connection).sum = true;
}

static void linked_potentials(Connect *c, const ElementVec *all, Comp *owner, Span span)
{
    uint32_t behind = NO_SCALAR;
    for (int i = all->n; i-- > 0;) {
        uint32_t x = scalar_of(c, all->v[i]);
        if (x == NO_SCALAR)
            continue;
        variable_of(c, x)->connected = true;
        if (behind != NO_SCALAR && behind != x)
            add_equation(c, scalar_ref(c->m, x), scalar_ref(c->m, behind), owner, span);
        behind = x;
    }
}

/* The sets with joined elements in their order. Elements of the same set that connect() has added
 * come last. */
static void linked_equations(Connect *c)
{
    int *root = ARENA_ARRAY(c->scratch, int, c->joins + 1); /* place in linked + 1, by `touched` */
    Map lists = {0}; /* leader of the whole set + 1 -> place in `all` + 1 */
    VEC(ElementVec) all = {0};
    for (int i = 0; i < c->linked.n; i++)
        if (c->linked.v[i].parent == i)
            root[c->linked.v[i].touched] = i + 1;
    VEC(const Linked *) of = {0};
    for (int i = 1; i <= c->joins; i++) {
        if (!root[i])
            continue;
        const Linked *r = &c->linked.v[root[i] - 1];
        uint64_t key = (uint64_t)find(c, r->element) + 1;
        uint32_t place = map_get(&lists, key, 0);
        if (!place) {
            vec_push(c->scratch, &all, ((ElementVec){0}));
            vec_push(c->scratch, &of, r);
            map_set(&lists, c->scratch, key, place = (uint32_t)all.n);
        }
        for (int k = root[i] - 1; k >= 0; k = c->linked.v[k].next)
            vec_push(c->scratch, &all.v[place - 1], c->linked.v[k].element);
    }
    for (int i = 0; i < all.n; i++) {
        uint32_t first = all.v[i].v[0];
        for (uint32_t e = c->set.v[first].next; e != first; e = c->set.v[e].next)
            if (!map_get(&c->linked_at, (uint64_t)e + 1, 0))
                vec_push(c->scratch, &all.v[i], e);
        Comp *owner = c->m->comp.v[of.v[i]->by->owner];
        if (is_flow(c, first))
            linked_flows(c, &all.v[i], owner, of.v[i]->by->span);
        else
            linked_potentials(c, &all.v[i], owner, of.v[i]->by->span);
        c->set.v[find(c, first)].parent = UINT32_MAX; /* done */
    }
}

/* ---- Expandable connectors ---- */

typedef struct BusScalars {
    Connect *c;
    uint8_t *state; /* [nscalars] */
    uint32_t source;
    bool found;    /* what spread has reached is mentioned in an equation */
    Map mentioned; /* components */
    ElementVec todo;
} BusScalars;
enum { BUS_OTHER, BUS_OPEN, BUS_DRIVEN, BUS_DONE };

/* Components that equations name; algorithms are not read. */
static void note_mentioned(void *arg, Expr e)
{
    BusScalars *b = arg;
    if (expr_op(b->c->m->store, e) == EX_CREF)
        map_set(&b->mentioned, b->c->scratch, expr_node(b->c->m->store, e)->payload, 1);
}

static void find_mentioned(BusScalars *b, const FlatEqs *list)
{
    ExprStore *s = b->c->m->store;
    for (int i = 0; i < list->n; i++) {
        const FlatEq *eq = list->v[i];
        Expr part[] = {eq->lhs, eq->rhs};
        for (int k = 0; k < 2; k++)
            if (part[k])
                expr_visit(s, part[k], note_mentioned, b);
        for (int k = 0; k < eq->noutputs; k++)
            expr_visit(s, eq->output[k], note_mentioned, b);
        for (int k = 0; k < eq->nbranches; k++)
            find_mentioned(b, &eq->branch[k].body);
    }
}

static bool is_mentioned(const BusScalars *b, uint32_t scalar)
{
    return map_get(&b->mentioned, flat_var_of(b->c->m->flat, scalar)->part, 0);
}

/* One source, however many buses a signal goes through. */
static void check_bus_source(BusScalars *b, uint32_t e)
{
    Connect *c = b->c;
    if (e >= 2 * c->nscalars || b->state[e / 2] != BUS_OTHER || !is_source(c, e) || e == b->source)
        return;
    if (b->source != UINT32_MAX && !diags_errors(c->m->ctx->diags))
        refuse(c->m, position_of(c, e),
               "`%s` and `%s` are connected, but both are sources of a signal: connect one of them "
               "only, or "
               "their sum",
               flat_scalar_text(c->m->flat, b->source / 2), flat_scalar_text(c->m->flat, e / 2));
    b->source = e;
}

/* All scalars of buses that are equal to one of those in todo. */
static void spread(BusScalars *b, uint8_t state)
{
    b->source = UINT32_MAX;
    b->found = false;
    while (b->todo.n) {
        uint32_t x = vec_pop(&b->todo);
        b->found = b->found || is_mentioned(b, x);
        for (uint32_t face = 2 * x; face <= 2 * x + 1; face++)
            for (uint32_t e = b->c->set.v[face].next; e != face; e = b->c->set.v[e].next) {
                check_bus_source(b, e);
                if (e < 2 * b->c->nscalars && b->state[e / 2] == BUS_OPEN) {
                    b->state[e / 2] = state;
                    vec_push(b->c->scratch, &b->todo, e / 2);
                }
            }
    }
}

static Expr no_value(Connect *c, uint32_t scalar)
{
    const TypeInfo *t = tinfo(c->m, flat_var_of(c->m->flat, scalar)->type);
    return t->base == TY_STRING ? expr_string(c->m->store, name_cstr(c->m->ctx->names, ""))
                                : expr_literal(c->m->store, t->scalar, t->base == TY_ENUM);
}

/* Elements of buses that are not connected to anything else, and that no equation names, have no
 * value: they are zero. */
static void bus_equations(Connect *c)
{
    FlatModel *f = c->m->flat;
    BusScalars b = {.c = c, .state = ARENA_ARRAY(c->scratch, uint8_t, c->nscalars)};
    find_mentioned(&b, &f->eq);
    for (int i = 0; i < f->var.n; i++)
        if (f->var.v[i].variability > VARY_PARAMETER && is_bus_member(var_comp(c->m, &f->var.v[i])))
            memset(b.state + f->var.v[i].first, BUS_OPEN, f->var.v[i].count);
    for (uint32_t x = 0; x < c->nscalars; x++) {
        if (b.state[x] != BUS_OPEN || c->role[x] == ROLE_FLOW + 1)
            continue;
        bool driven = false;
        for (uint32_t face = 2 * x; face <= 2 * x + 1; face++)
            for (uint32_t e = c->set.v[face].next; e != face; e = c->set.v[e].next)
                driven = driven || e >= 2 * c->nscalars || b.state[e / 2] == BUS_OTHER;
        if (!driven)
            continue;
        b.state[x] = BUS_DRIVEN;
        vec_push(c->scratch, &b.todo, x);
        spread(&b, BUS_DRIVEN);
    }
    for (uint32_t x = 0; x < c->nscalars; x++) {
        bool flow = c->role[x] == ROLE_FLOW + 1, alone = c->set.v[2 * x + 1].next == 2 * x + 1;
        if (b.state[x] != BUS_OTHER && flow && alone && c->set.v[2 * x].next != 2 * x)
            connection_eq(c, scalar_ref(c->m, x), expr_real(c->m->store, 0), 2 * x + 1);
        if (b.state[x] != BUS_OPEN || flow)
            continue;
        b.state[x] = BUS_DONE;
        vec_push(c->scratch, &b.todo, x);
        spread(&b, BUS_DONE);
        if (!b.found)
            connection_eq(c, scalar_ref(c->m, x), no_value(c, x), 2 * x + 1);
    }
}

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
        prepare_comparison(&c);
        linked_equations(&c);
        for (uint32_t e = 0; e < 2 * n; e++)
            if (c.set.v[e].parent == e && c.role[e / 2])
                set_equations(&c, e);
        if (m->bus.n)
            bus_equations(&c);
    }
    echelon_close(&c.sums);
    arena_free(scratch);
}
