/* connect.c - connections become equations (specification, 9.2).
 *
 * A connector is a port: a list of elements, each a scalar of the flat model with a role
 * (potential, flow, input, output, parameter) and a face: inside (the connector of a component,
 * seen from the class around it) or outside (a connector of the class itself). connect unites
 * elements; each set of united elements gives equations: potentials are equal, flows sum to zero
 * (inside +, outside -). A flow that is left alone on its inside face is zero.
 *
 * Union-find over 2 * scalars elements: near-linear. */
#include "model/flat_internal.h"

typedef enum { ROLE_POTENTIAL, ROLE_FLOW, ROLE_INPUT, ROLE_OUTPUT, ROLE_PARAMETER } Role;

/* A connector (or array element of one) that a reference denotes. */
typedef struct End {
    Comp *comp;
    int64_t position; /* among all elements on the path from the root */
    bool outside;
} End;

typedef VEC(End) EndList;

typedef struct Connect {
    Model *m;
    uint32_t *parent;  /* [2 * nscalars]: element 2 * scalar + outside */
    uint32_t *next;    /* circular list of the members of a set */
    uint8_t *role;     /* [nscalars], Role + 1; 0: not part of a connector */
    uint32_t *made_by; /* [2 * nscalars]: the last connection of an element, in `source`; 0: none */
    FlatEq *eq;        /* being expanded */
    VEC(const FlatEq *) source; /* connections met; [0] unused */
    EndList lhs, rhs;           /* of the connection being expanded */
} Connect;

/* ---- Sets ---- */

static uint32_t find(Connect *c, uint32_t x)
{
    while (c->parent[x] != x) {
        c->parent[x] = c->parent[c->parent[x]];
        x = c->parent[x];
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
    c->parent[y] = x; /* the lowest element leads: the result does not depend on the order */
    uint32_t t = c->next[x];
    c->next[x] = c->next[y];
    c->next[y] = t;
}

/* ---- Elements of connectors ---- */

/* The role of a simple component of a connector. */
static Role role_of(Model *m, const Comp *leaf)
{
    if (comp_variability(m, (Comp *)leaf) <= VARY_PARAMETER)
        return ROLE_PARAMETER;
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

static bool is_in_connector(const Comp *c)
{
    for (; c; c = c->parent)
        if (c->is_connector)
            return true;
    return false;
}

static void mark_roles(Connect *c)
{
    FlatModel *f = c->m->flat;
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        if (!is_in_connector(v->comp))
            continue;
        uint8_t role = (uint8_t)(role_of(c->m, v->comp) + 1);
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

static void ends_of_reference(Connect *c, Expr e, const IterValue *iters, EndList *out);

/* Positions of one subscript: a scalar, a vector, or the whole dimension. */
static int64_t *subscript_values(Connect *c, Expr sub, int32_t size, const IterValue *iters,
                                 int64_t *one, int64_t *n)
{
    Model *m = c->m;
    if (expr_op(m->store, sub) == EX_COLON) {
        int64_t *all = ARENA_ARRAY(m->arena, int64_t, size);
        for (int32_t i = 0; i < size; i++)
            all[i] = i + 1;
        *n = size;
        return all;
    }
    *n = 1;
    if (eval_subscript(m, sub, iters, one))
        return one;
    Value *v = eval_required(m, sub, iters, c->eq->span, "a subscript in `connect`");
    if (!v)
        return NULL;
    int64_t *all = ARENA_ARRAY(m->arena, int64_t, v->n);
    for (int64_t i = 0; i < v->n; i++)
        all[i] = (int64_t)v->num[i];
    *n = v->n;
    return all;
}

/* Elements of an EX_CREF, in the order of its dimensions. */
static void ends_of_cref(Connect *c, Expr e, const IterValue *iters, EndList *out)
{
    Model *m = c->m;
    Comp *comp = m->comp.v[expr_node(m->store, e)->payload];
    const Dim *dim[8 * MAX_DIMS];
    const Comp *chain[256];
    int depth = 0, nd = 0;
    for (const Comp *p = comp; p && depth < 256; p = p->parent)
        chain[depth++] = p;
    while (depth--)
        for (int k = 0; k < chain[depth]->ndims && nd < 8 * MAX_DIMS; k++)
            dim[nd++] = &chain[depth]->dim[k];
    int64_t *value[8 * MAX_DIMS], one[8 * MAX_DIMS], count[8 * MAX_DIMS], at[8 * MAX_DIMS];
    int64_t total = 1;
    for (int k = 0; k < nd; k++) {
        value[k] = subscript_values(c, expr_arg(m->store, e, (uint32_t)k), dim[k]->size, iters,
                                    &one[k], &count[k]);
        if (!value[k])
            return;
        for (int64_t i = 0; i < count[k]; i++)
            if (value[k][i] < 1 || value[k][i] > dim[k]->size) {
                diag_error(m->ctx->diags, c->eq->span,
                           "subscript %lld in `connect` is outside 1 .. %d of `%s`",
                           (long long)value[k][i], dim[k]->size, comp_name_text(m, comp));
                return;
            }
        total *= count[k];
        at[k] = 0;
    }
    for (int64_t i = 0; i < total; i++) {
        int64_t position = 0;
        for (int k = 0; k < nd; k++)
            position = position * dim[k]->size + value[k][at[k]] - 1;
        vec_push(m->arena, out, ((End){comp, position, false}));
        for (int k = nd - 1; k >= 0 && ++at[k] == count[k]; k--)
            at[k] = 0;
    }
}

static void ends_of_reference(Connect *c, Expr e, const IterValue *iters, EndList *out)
{
    Model *m = c->m;
    ExprStore *s = m->store;
    uint32_t n = expr_node(s, e)->nargs;
    switch (expr_op(s, e)) {
    case EX_CREF:
        ends_of_cref(c, e, iters, out);
        return;
    case EX_ARRAY:
        for (uint32_t i = 0; i < n; i++)
            ends_of_reference(c, expr_arg(s, e, i), iters, out);
        return;
    case EX_INDEX: { /* an element of a split array */
        int64_t k;
        Expr array = expr_arg(s, e, 0);
        if (n == 2 && expr_op(s, array) == EX_ARRAY &&
            eval_subscript(m, expr_arg(s, e, 1), iters, &k) && k >= 1 &&
            k <= (int64_t)expr_node(s, array)->nargs) {
            ends_of_reference(c, expr_arg(s, array, (uint32_t)k - 1), iters, out);
            return;
        }
        break;
    }
    default:
        break;
    }
    diag_error(m->ctx->diags, c->eq->span, "only connectors can be connected");
}

static int64_t own_count(const Comp *c)
{
    int64_t n = 1;
    for (int k = 0; k < c->ndims; k++)
        n *= c->dim[k].size;
    return n;
}

static void report_pair(Connect *c, const Comp *a, const Comp *b, const char *why)
{
    Model *m = c->m;
    diag_error(m->ctx->diags, c->eq->span, "`%s` and `%s` cannot be connected: %s",
               comp_name_text(m, a), comp_name_text(m, b), why);
    diag_note(m->ctx->diags, a->decl->name_span, "one is declared here");
    diag_note(m->ctx->diags, b->decl->name_span, "the other is declared here");
}

static bool roles_fit(Role a, Role b)
{
    return (a == ROLE_FLOW) == (b == ROLE_FLOW) && (a == ROLE_PARAMETER) == (b == ROLE_PARAMETER);
}

/* Unites the scalars of two simple components, `inner` elements each. */
static void connect_leaves(Connect *c, const End *a, const End *b, const Comp *x, const Comp *y,
                           int64_t inner)
{
    Model *m = c->m;
    if (!x->flat || !y->flat)
        return;
    const FlatVar *u = &m->flat->var.v[x->flat - 1], *v = &m->flat->var.v[y->flat - 1];
    if (tinfo(m, u->type)->scalar != tinfo(m, v->type)->scalar &&
        !type_fits(m, tinfo(m, u->type)->scalar, tinfo(m, v->type)->scalar)) {
        report_pair(c, x, y, "they are of different types");
        return;
    }
    uint32_t p = u->first + (uint32_t)(a->position * inner);
    uint32_t q = v->first + (uint32_t)(b->position * inner);
    if (inner && !roles_fit((Role)(c->role[p] - 1), (Role)(c->role[q] - 1))) {
        report_pair(c, x, y,
                    c->role[p] == ROLE_FLOW + 1 || c->role[q] == ROLE_FLOW + 1
                        ? "one is a flow, the other is not"
                        : "one is a parameter, the other varies");
        return;
    }
    for (int64_t k = 0; k < inner; k++) {
        uint32_t e = 2 * (p + (uint32_t)k) + a->outside, f = 2 * (q + (uint32_t)k) + b->outside;
        unite(c, e, f);
        c->made_by[e] = c->made_by[f] = (uint32_t)c->source.n - 1;
    }
}

/* Pairs the parts of two connectors by name. `inner`: elements inside the end for each of its
 * positions. */
static void connect_parts(Connect *c, const End *a, const End *b, Comp *x, Comp *y, int64_t inner)
{
    Model *m = c->m;
    if ((x->use->builtin != 0) != (y->use->builtin != 0)) {
        report_pair(c, x, y, "one is a simple type, the other has elements");
        return;
    }
    if (x->use->builtin) {
        connect_leaves(c, a, b, x, y, inner);
        return;
    }
    ClassInst *p = comp_contents(m, x), *q = comp_contents(m, y);
    if (!p || !q)
        return;
    int members = 0, others = 0;
    for (int i = 0; i < p->slot.n; i++) {
        Slot *s = p->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT)
            continue;
        Comp *k = slot_comp(m, s);
        if (!k || !k->use || !comp_enabled(m, k))
            continue;
        members++;
        Slot *t = class_slot(m, q, s->name);
        Comp *l = t && t->written->kind == EL_COMPONENT ? slot_comp(m, t) : NULL;
        if (!l || !l->use || !comp_enabled(m, l)) {
            report_pair(
                c, x, y,
                arena_printf(m->arena, "only the first has `%s`", text_of(m->ctx, s->name)));
            return;
        }
        bool same = k->ndims == l->ndims;
        for (int d = 0; same && d < k->ndims; d++)
            same = k->dim[d].size == l->dim[d].size;
        if (!same) {
            report_pair(c, k, l, "they have different sizes");
            return;
        }
        connect_parts(c, a, b, k, l, inner * own_count(k));
    }
    for (int i = 0; i < q->slot.n; i++) {
        Slot *s = q->slot.v[i];
        Comp *k = !s->same && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        others += k && k->use && comp_enabled(m, k);
    }
    if (others != members)
        report_pair(c, x, y, "the second has elements that the first has not");
}

static bool same_shape(Model *m, Expr a, Expr b)
{
    const TypeInfo *x = tinfo(m, expr_type(m->store, a)), *y = tinfo(m, expr_type(m->store, b));
    if (x->ndims != y->ndims)
        return false;
    for (int i = 0; i < x->ndims; i++)
        if (x->dim[i] != y->dim[i])
            return false;
    return true;
}

static void connect_one(void *data, FlatEq *eq, const IterValue *iters)
{
    Connect *c = data;
    Model *m = c->m;
    if (eq->kind != FE_CONNECT)
        return;
    if (eq != c->eq)
        vec_push(m->arena, &c->source, eq);
    c->eq = eq;
    c->lhs.n = c->rhs.n = 0;
    ends_of_reference(c, eq->lhs, iters, &c->lhs);
    ends_of_reference(c, eq->rhs, iters, &c->rhs);
    if (!same_shape(m, eq->lhs, eq->rhs) || c->lhs.n != c->rhs.n) {
        diag_error(m->ctx->diags, eq->span, "the connected arrays differ in size: %s and %s",
                   type_text(m, expr_type(m->store, eq->lhs)),
                   type_text(m, expr_type(m->store, eq->rhs)));
        return;
    }
    for (int i = 0; i < c->lhs.n; i++) {
        End *a = &c->lhs.v[i], *b = &c->rhs.v[i];
        Comp *x = a->comp, *y = b->comp;
        if (!path_enabled(m, x) || !path_enabled(m, y))
            continue;
        if (!is_in_connector(x) || !is_in_connector(y)) {
            const Comp *wrong = is_in_connector(x) ? y : x;
            diag_error(m->ctx->diags, eq->span, "`%s` is not a connector",
                       comp_name_text(m, wrong));
            diag_note(m->ctx->diags, wrong->decl->name_span, "it is declared here");
            return;
        }
        a->outside = eq->lhs_outside;
        b->outside = eq->rhs_outside;
        connect_parts(c, a, b, x, y, 1);
    }
}

/* ---- Equations from sets ---- */

static Expr scalar_ref(Model *m, uint32_t number)
{
    const FlatVar *v = flat_var_of(m, number);
    return expr_var(m->store, tinfo(m, v->type)->scalar, number);
}

/* The component in whose class an element is connected; NULL for the outside of the model. */
static Comp *connecting(const Connect *c, uint32_t e)
{
    Comp *k = flat_var_of(c->m, e / 2)->comp;
    while (!k->is_connector || (k->parent && is_in_connector(k->parent)))
        k = k->parent;
    return e & 1 ? k->parent : k->parent ? k->parent->parent : NULL;
}

/* Where an equation comes from: a connection of the element, or the connector's declaration. */
static Span position_of(const Connect *c, uint32_t element)
{
    if (c->made_by[element])
        return c->source.v[c->made_by[element]]->span;
    const Comp *k = flat_var_of(c->m, element / 2)->comp;
    while (k->parent && is_in_connector(k->parent))
        k = k->parent;
    return k->decl->name_span;
}

static FlatEq *connection_eq(Connect *c, Expr lhs, Expr rhs, uint32_t element)
{
    Comp *owner = connecting(c, element);
    if (owner)
        owner->nconnections++;
    FlatEq *eq = ARENA_NEW(c->m->arena, FlatEq);
    eq->kind = FE_EQUAL;
    eq->from_connect = true;
    eq->span = position_of(c, element);
    eq->lhs = lhs;
    eq->rhs = rhs;
    vec_push(c->m->arena, &c->m->flat->eq, eq);
    return eq;
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
        e = c->next[e];
    } while (e != lead);
    Expr sum = term.n == 1 ? term.v[0]
                           : expr_make(m->store, EX_ADD, T_REAL, 0, 0, (uint32_t)term.n, term.v);
    connection_eq(c, sum, expr_real(m->store, 0), lead);
}

/* Elements a and b. */
static void parameter_assert(Connect *c, uint32_t a, uint32_t b)
{
    Model *m = c->m;
    Expr arg[2] = {scalar_ref(m, a / 2), scalar_ref(m, b / 2)};
    Buf text = {0};
    buf_puts(&text, "connected parameters `");
    flat_scalar_name(m, a / 2, &text);
    buf_puts(&text, "` and `");
    flat_scalar_name(m, b / 2, &text);
    buf_puts(&text, "` must be equal");
    FlatEq *eq = ARENA_NEW(m->arena, FlatEq);
    eq->kind = FE_ASSERT;
    eq->from_connect = true;
    eq->span = position_of(c, b);
    eq->rhs = expr_make(m->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, arg);
    eq->message = expr_string(m->store, name_cstr(m->ctx->names, buf_text(&text)));
    buf_free(&text);
    vec_push(m->arena, &m->flat->eq, eq);
}

/* An output of a component, or a public input of the class itself. */
static bool is_source(const Connect *c, uint32_t e)
{
    uint8_t role = c->role[e / 2];
    if (!(e & 1))
        return role == ROLE_OUTPUT + 1;
    if (role != ROLE_INPUT + 1)
        return false;
    for (const Comp *p = flat_var_of(c->m, e / 2)->comp; p && is_in_connector(p); p = p->parent)
        if (p->protected)
            return false;
    return true;
}

static bool is_causal(const Connect *c, uint32_t e)
{
    return c->role[e / 2] == ROLE_INPUT + 1 || c->role[e / 2] == ROLE_OUTPUT + 1;
}

/* Signals: exactly one source. */
static void check_sources(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    uint32_t source = UINT32_MAX, e = lead;
    do {
        if (is_causal(c, e) && is_source(c, e)) {
            if (source != UINT32_MAX) {
                Buf a = {0}, b = {0};
                flat_scalar_name(m, source / 2, &a);
                flat_scalar_name(m, e / 2, &b);
                diag_error(m->ctx->diags, position_of(c, e),
                           "`%s` and `%s` are connected, but both are sources of a signal",
                           buf_text(&a), buf_text(&b));
                buf_free(&a);
                buf_free(&b);
                return;
            }
            source = e;
        }
        e = c->next[e];
    } while (e != lead);
}

static void potential_equations(Connect *c, uint32_t lead)
{
    Model *m = c->m;
    check_sources(c, lead);
    uint32_t last = lead;
    if (c->next[lead] != lead)
        flat_var_of(m, lead / 2)->connected = true;
    for (uint32_t e = c->next[lead]; e != lead; e = c->next[e]) {
        flat_var_of(m, e / 2)->connected = true;
        if (c->role[lead / 2] == ROLE_PARAMETER + 1)
            parameter_assert(c, lead, e);
        else if (e / 2 != last / 2)
            connection_eq(c, scalar_ref(m, lead / 2), scalar_ref(m, e / 2), e);
        last = e;
    }
}

void connect_all(Model *m)
{
    uint32_t n = m->flat->nscalars;
    Arena *scratch = arena_new();
    Connect c = {.m = m};
    c.parent = ARENA_ARRAY(scratch, uint32_t, 2 * (size_t)n);
    c.next = ARENA_ARRAY(scratch, uint32_t, 2 * (size_t)n);
    c.role = ARENA_ARRAY(scratch, uint8_t, n);
    c.made_by = ARENA_ARRAY(scratch, uint32_t, 2 * (size_t)n);
    vec_push(m->arena, &c.source, (const FlatEq *)NULL);
    for (uint32_t i = 0; i < 2 * n; i++)
        c.parent[i] = c.next[i] = i;
    mark_roles(&c);
    flat_expand(m, connect_one, &c);
    if (!diags_errors(m->ctx->diags))
        for (uint32_t e = 0; e < 2 * n; e++) {
            if (c.parent[e] != e || !c.role[e / 2])
                continue;
            bool alone = c.next[e] == e;
            if (c.role[e / 2] == ROLE_FLOW + 1 && !(alone && e & 1))
                flow_equation(&c, e);
            else if (c.role[e / 2] != ROLE_FLOW + 1 && !alone)
                potential_equations(&c, e);
        }
    arena_free(scratch);
}
