/* connect_ports.c - cuts and nodes of the classic language: ports as lists of elements that are
 * joined in order, and the equations of the lists (FM-37).
 *
 * A model may be joined to itself through several cuts, so that sums repeat each other: a sum that
 * follows from those before, by exact elimination, gives no equation. */
#include "base/die.h"
#include "model/connect_internal.h"

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
    connect_unite(c, left, right);
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

void connect_join_ports(Connect *c, const PortJoin *j, const End *a, const End *b)
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
            vec_push(c->scratch, &term, connect_scalar(m, scalar_of(c, all->v[i])));
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

void connect_prepare_joins(Connect *c)
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
    connect_equation(c, in ? in : out, in && out ? out : none, owner, span);
    vec_last(&c->m->flat->connection).sum = true;
}

static void linked_potentials(Connect *c, const ElementVec *all, Comp *owner, Span span)
{
    uint32_t behind = NO_SCALAR;
    for (int i = all->n; i-- > 0;) {
        uint32_t x = scalar_of(c, all->v[i]);
        if (x == NO_SCALAR)
            continue;
        connect_mark(c, 2 * x);
        if (behind != NO_SCALAR && behind != x)
            connect_equation(c, connect_scalar(c->m, x), connect_scalar(c->m, behind), owner, span);
        behind = x;
    }
}

void connect_join_equations(Connect *c)
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
        uint64_t key = (uint64_t)connect_find(c, r->element) + 1;
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
        c->set.v[connect_find(c, first)].parent = UINT32_MAX; /* done */
    }
}

/* ---- Cuts that no connection names ---- */

static bool is_joined(Connect *c, const Comp *of, const SynCut *cut)
{
    uint64_t key = (uint64_t)of->id << 32 | 1;
    for (int k = (int)map_get(&c->port_at, key, 0) - 1; k >= 0; k = c->port.v[k].next)
        if (c->port.v[k].cut == cut && !c->port.v[k].outside)
            return true;
    return false;
}

static bool is_part_of(const CutList *all, Name name)
{
    for (int i = 0; i < all->n; i++)
        for (int k = 0; k < all->v[i]->nparts; k++)
            if (all->v[i]->part[k].name == name)
                return true;
    return false;
}

static void note_open_cut(Connect *c, Comp *of, const SynCut *cut)
{
    Model *m = c->m;
    uint32_t *var = ARENA_ARRAY(m->kept, uint32_t, cut->nacross + cut->nthrough + 1);
    FlatOpenCut open = {.part = of->id, .cut = cut->name, .is_main = cut->is_main, .var = var};
    for (int i = 0; i < cut->nacross + cut->nthrough; i++) {
        const SynCutVar *v = i < cut->nacross ? &cut->across[i] : &cut->through[i - cut->nacross];
        Comp *k = v->name ? slot_member(m, class_slot(m, of->ci, v->name)) : NULL;
        if (k && k->flat)
            var[open.nvars++] = comp_var(m, k)->first;
    }
    vec_push(m->kept, &m->flat->open_cut, open);
}

void connect_note_open_cuts(Connect *c)
{
    Model *m = c->m;
    for (int i = 0; i < m->instance.n; i++) {
        Comp *of = m->instance.v[i];
        if (!of->ci || !of->ci->def->classic || of->parent != m->root_comp || of->ndims)
            continue;
        CutList cuts = {0};
        list_cuts(m, of->ci, &cuts);
        for (int k = 0; k < cuts.n; k++)
            if (!cuts.v[k]->nparts && !is_part_of(&cuts, cuts.v[k]->name) &&
                !is_joined(c, of, cuts.v[k]))
                note_open_cut(c, of, cuts.v[k]);
    }
}
