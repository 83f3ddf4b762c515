/* connect_pair.c - one connection: do its ends fit, and which elements does it unite? */
#include "model/connect_internal.h"

bool connect_is_enabled(Model *m, const Comp *c)
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

/* Whether a connector has all elements that another has. */
static bool has_all(Model *m, Comp *x, Comp *y)
{
    ClassInst *p = comp_contents(m, x), *q = comp_contents(m, y);
    int n = 0;
    for (int i = 0; p && q && i < q->slot.n; i++)
        if (slot_existing(m, q->slot.v[i])) {
            n++;
            if (!slot_existing(m, class_slot(m, p, q->slot.v[i]->name)))
                return false;
        }
    return n > 0;
}

/* "; `plug.pin[1]` would fit": an element of x that is a connector like y; NULL: there is none. */
static const char *fitting_member(Model *m, Comp *x, Comp *y)
{
    ClassInst *p = comp_contents(m, x);
    for (int i = 0; p && i < p->slot.n; i++) {
        Comp *k = slot_existing(m, p->slot.v[i]);
        if (k && !k->use->builtin && !k->is_object && has_all(m, k, y) && has_all(m, y, k))
            return arena_printf(
                m->arena,
                k->ndims == 1 ? "; `%s[1]` alone would fit; all of them are joined by a component "
                                "that has a connector of each kind"
                              : "; `%s` would fit",
                comp_name_text(m, k));
    }
    return NULL;
}

/* Whether a connection has it as one of its ends, from outside of its component. */
static bool is_in_connection(Model *m, const Comp *end)
{
    for (int i = 0; i < m->flat->eq.n; i++) {
        const FlatEq *eq = m->flat->eq.v[i];
        bool inside = end->parent && end->parent->name && eq->owner == end->parent->id;
        if (inside || eq->kind != FE_CONNECT || eq->source->graph || !eq->source->by_name)
            continue;
        Expr ref[2] = {eq->source->joins.v[0].left.ref, eq->source->joins.v[0].right.ref};
        for (int k = 0; k < 2; k++)
            if (expr_op(m->store, ref[k]) == EX_CREF && cref_comp(m, ref[k]) == end)
                return true;
    }
    return false;
}

/* The connector of the component that x belongs to, another one than x, which is like y, and one
 * without a connection before others; NULL. */
static const Comp *fitting_beside(Model *m, const Comp *x, Comp *y)
{
    if (x->parent == y->parent)
        return NULL;
    ClassInst *ci = x->parent && x->parent->name ? comp_contents(m, x->parent) : NULL;
    const Comp *found = NULL;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Comp *k = ci->slot.v[i]->protected ? NULL : slot_existing(m, ci->slot.v[i]);
        if (k && k != x && k->is_connector && !k->use->builtin && !k->ndims && has_all(m, k, y) &&
            has_all(m, y, k) && (!found || is_in_connection(m, found)))
            found = k;
    }
    return found;
}

/* The package in which the library that a component is of stands: Translational, of
 * Translational.Components.Mass; NULL. */
static const SynClass *domain_of(const Comp *k)
{
    const SynClass *in = k && k->use && !k->use->builtin ? k->use->def->parent : NULL;
    return in && in->parent && in->parent->parent && in->parent->parent->name ? in->parent : NULL;
}

/* How many components of a model are of it. */
static int count_of_domain(Model *m, const ClassInst *ci, const SynClass *domain)
{
    int n = 0;
    for (int i = 0; ci && i < ci->slot.n; i++)
        n += domain_of(slot_existing(m, ci->slot.v[i])) == domain;
    return n;
}

/* Components of two libraries built alike, one for each domain: the one of which fewer are in the
 * model may be meant to be of the other. */
static const char *other_domain(Model *m, const Comp *x, const Comp *y)
{
    const SynClass *of[] = {domain_of(x->parent), domain_of(y->parent)};
    if (!of[0] || !of[1] || of[0] == of[1] || of[0]->parent != of[1]->parent ||
        x->parent->parent != y->parent->parent ||
        x->parent->use->def->parent->name != y->parent->use->def->parent->name)
        return "";
    const ClassInst *model = x->parent->parent ? x->parent->parent->ci : NULL;
    int n[] = {count_of_domain(m, model, of[0]), count_of_domain(m, model, of[1])};
    if (n[0] == n[1])
        return "";
    const Comp *odd = n[0] < n[1] ? x->parent : y->parent,
               *like = n[0] < n[1] ? y->parent : x->parent;
    return arena_printf(m->arena, ", or is `%s` to be of a class of `%s`?", comp_name_text(m, odd),
                        class_name_text(m, like->use->def->parent));
}

/* What to do about connectors of which neither has the elements of the other. */
static const char *between_words(Model *m, Comp *x, Comp *y)
{
    const char *member = fitting_member(m, x, y);
    member = member ? member : fitting_member(m, y, x);
    const Comp *beside = fitting_beside(m, x, y);
    beside = beside ? beside : fitting_beside(m, y, x);
    if (beside)
        return arena_printf(m->arena, "; `%s` is meant, most likely", comp_name_text(m, beside));
    return member ? member
           : has_all(m, x, y) || has_all(m, y, x)
               ? ""
               : arena_printf(
                     m->arena,
                     "; a component that has a connector of each kind must stand between them%s",
                     other_domain(m, x, y));
}

/* The only output, of a component beside that of an input, which is like it and in no connection;
 * NULL: none, or several. */
static const Comp *idle_output(const Connect *c, const Comp *input)
{
    Model *m = c->m;
    const Comp *model = input->parent ? input->parent->parent : NULL, *found = NULL;
    for (int i = 0; model && model->ci && i < model->ci->slot.n; i++) {
        Comp *k = slot_existing(m, model->ci->slot.v[i]);
        ClassInst *ci =
            k && k != input->parent && k->use && !k->use->builtin ? comp_contents(m, k) : NULL;
        for (int j = 0; ci && j < ci->slot.n; j++) {
            const Comp *out = ci->slot.v[j]->protected ? NULL : slot_existing(m, ci->slot.v[j]);
            if (!out || !out->is_connector || out->direction != DIR_OUTPUT ||
                out->use->builtin != input->use->builtin || is_in_connection(m, out))
                continue;
            if (found)
                return NULL;
            found = out;
        }
    }
    return found;
}

/* "the input `heat.Q_flow` is meant, or ...": a signal beside a connector that one was connected
 * to. */
static const char *signal_beside(const Connect *c, const Comp *signal, Comp *port)
{
    Model *m = c->m;
    const char *between = "a source or a sensor must stand between them";
    const Comp *idle = signal->direction == DIR_INPUT && signal->parent == port->parent
                           ? idle_output(c, signal)
                           : NULL;
    if (idle)
        return arena_printf(m->arena,
                            "an output is connected with `%s`, as `%s`, which is in no connection",
                            comp_name_text(m, signal), comp_name_text(m, idle));
    const Comp *beside = fitting_beside(m, signal, port);
    if (beside)
        return arena_printf(m->arena, "`%s` is meant, most likely", comp_name_text(m, beside));
    ClassInst *ci = port->parent && port->parent->name ? comp_contents(m, port->parent) : NULL;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        const Comp *k = ci->slot.v[i]->protected ? NULL : slot_existing(m, ci->slot.v[i]);
        if (k && k->is_connector && k->use->builtin == signal->use->builtin && k->direction &&
            k->direction != signal->direction && k->ndims == signal->ndims)
            return arena_printf(m->arena, "the %s `%s` is meant, most likely; else %s",
                                k->direction == DIR_INPUT ? "input" : "output",
                                comp_name_text(m, k), between);
    }
    return between;
}

/* Why connectors of different classes do not fit. */
static const char *unlike(Connect *c, Comp *x, Comp *y, const char *why)
{
    Model *m = c->m;
    bool signal[] = {x->use->builtin != 0, y->use->builtin != 0};
    if (signal[0] != signal[1])
        return arena_printf(m->arena,
                            "one is a signal, the other of the class `%s`, which has elements: %s",
                            class_name_text(m, (signal[0] ? y : x)->use->written),
                            signal_beside(c, signal[0] ? x : y, signal[0] ? y : x));
    if (x->use->def == y->use->def)
        return why;
    return arena_printf(m->arena, "one is of the class `%s`, the other of `%s`: %s%s",
                        class_name_text(m, x->use->written), class_name_text(m, y->use->written),
                        why, between_words(m, x, y));
}

static bool is_of_type(Model *m, const Comp *k, Type t)
{
    return k->flat && tinfo(m, comp_var(m, k)->type)->scalar == t;
}

/* Whether a connection of the model gives a signal of type t a partner of its type. */
static bool is_served(const Connect *c, const Comp *signal, Type t)
{
    Model *m = c->m;
    for (int i = 0; i < m->flat->eq.n; i++) {
        const FlatEq *eq = m->flat->eq.v[i];
        if (eq->kind != FE_CONNECT || eq->source->graph || !eq->source->by_name)
            continue;
        Expr left = eq->source->joins.v[0].left.ref, right = eq->source->joins.v[0].right.ref;
        if (expr_op(m->store, left) != EX_CREF || expr_op(m->store, right) != EX_CREF)
            continue;
        const Comp *a = cref_comp(m, left), *b = cref_comp(m, right);
        if ((a == signal && is_of_type(m, b, t)) || (b == signal && is_of_type(m, a, t)))
            return true;
    }
    return false;
}

/* The signal of the component that x belongs to, with the direction of x, which is of type t and
 * has no partner of that type; NULL. */
static const Comp *signal_of_type(const Connect *c, const Comp *x, Type t)
{
    Model *m = c->m;
    ClassInst *ci = x->parent && x->parent->name ? comp_contents(m, x->parent) : NULL;
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Comp *k = ci->slot.v[i]->protected ? NULL : slot_existing(m, ci->slot.v[i]);
        if (k && k != x && k->is_connector && k->use->builtin && k->direction == x->direction &&
            !k->ndims && is_of_type(m, k, t) && !is_served(c, k, t))
            return k;
    }
    return NULL;
}

/* BooleanPulse for Pulse, and the other way round: the class beside that of the component of x
 * whose name says that it is of type t; NULL. */
static const char *class_of_type(Model *m, const Comp *x, Type t)
{
    static const char *const word[] = {[T_BOOL] = "Boolean", [T_INT] = "Integer", [T_REAL] = ""};
    const SynClass *cls = x->parent && x->parent->use ? x->parent->use->def : NULL;
    if (!cls || !cls->parent || (t != T_BOOL && t != T_INT && t != T_REAL))
        return NULL;
    const char *name = text_of(m->ctx, cls->name);
    if (!strncmp(name, "Boolean", 7) || !strncmp(name, "Integer", 7))
        name += 7;
    const char *wanted = arena_printf(m->arena, "%s%s", word[t], name);
    if (!strcmp(wanted, text_of(m->ctx, cls->name)))
        return NULL;
    for (int i = 0; i < cls->parent->nelements; i++) {
        const SynElement *e = cls->parent->elem[i];
        if (e->kind == EL_CLASS && !strcmp(text_of(m->ctx, e->name), wanted))
            return wanted;
    }
    return NULL;
}

static const char *different_types(Connect *c, const Comp *x, const Comp *y, Type s, Type t)
{
    Model *m = c->m;
    bool logical = (s == T_BOOL && t == T_REAL) || (s == T_REAL && t == T_BOOL);
    const Comp *beside = signal_of_type(c, y, s);
    beside = beside ? beside : signal_of_type(c, x, t);
    const char *words = arena_printf(
        m->arena, "they are of different types, %s and %s: ", type_text(m, s), type_text(m, t));
    if (beside)
        return arena_printf(m->arena, "%s`%s` is of type %s and is meant, most likely", words,
                            comp_name_text(m, beside),
                            type_text(m, tinfo(m, comp_var(m, beside)->type)->scalar));
    const Comp *source = x->direction == DIR_OUTPUT ? x : y;
    const char *other = class_of_type(m, source, source == x ? t : s);
    const char *name = comp_name_text(m, source);
    return arena_printf(
        m->arena, "%s%s%s%s%s", words,
        !logical ? "a block that converts one into the other must stand between them"
        : is_of_type(m, source, T_BOOL)
            ? arena_printf(m->arena,
                           "`if %s then 1 else 0` is a number (as of the block BooleanToReal)",
                           name)
            : arena_printf(m->arena, "`%s > 0.5` is a Boolean (as of the block RealToBoolean)",
                           name),
        other ? ", and `" : "", other ? other : "", other ? "` gives one of that type" : "");
}

/* "; `m` is 3 in `src.plug_n` and 2 in `s2.plug_p`", if one name gives the sizes of both; "". */
static const char *size_name(Model *m, const Comp *k, const Comp *l)
{
    for (int i = 0; i < k->ndims && i < l->ndims; i++) {
        const SynExp *e = k->dim[i].syntax.exp, *f = l->dim[i].syntax.exp;
        if (!e || !f || e->kind != XP_REF || f->kind != XP_REF || e->ref->n != 1 ||
            f->ref->n != 1 || e->ref->part[0].name != f->ref->part[0].name ||
            k->dim[i].size == l->dim[i].size || !k->parent->name || !l->parent->name)
            continue;
        return arena_printf(m->arena, "; `%s` is %d in `%s` and %d in `%s`",
                            text_of(m->ctx, e->ref->part[0].name), k->dim[i].size,
                            comp_name_text(m, k->parent), l->dim[i].size,
                            comp_name_text(m, l->parent));
    }
    return "";
}

static const char *different_sizes(Connect *c, Comp *k, Comp *l)
{
    Model *m = c->m;
    const char *a = type_text(m, comp_array_type(m, k)), *b = type_text(m, comp_array_type(m, l));
    const char *s = strrchr(a, '['), *t = strrchr(b, '[');
    return k->ndims == l->ndims && s && t
               ? arena_printf(m->arena,
                              "their sizes differ, %s and %s: the parameters, or the media, that "
                              "determine them must be the same on both sides%s",
                              s, t, size_name(m, k, l))
               : arena_printf(m->arena, "their types are %s and %s", a, b);
}

bool connect_is_bus_member(const Comp *k)
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

/* Connectors that are one signal each, of which only one has a direction: nothing but the equation
 * between them is meant. Members of connectors agree but in libraries. */
static bool forgive_direction(Connect *c, const Comp *x, const Comp *y)
{
    bool signals = x->is_connector && y->is_connector;
    if (!signals && !c->m->of_library)
        return false;
    diag_warning(c->m->ctx->diags, c->eq->span,
                 "`%s` and `%s` are connected, of which one is an input or output and the other is "
                 "neither",
                 comp_name_text(c->m, x), comp_name_text(c->m, y));
    return true;
}

/* Equal values are meant. */
static bool forgive_variability(Connect *c, const Comp *x, const Comp *y)
{
    if (c->m->of_library)
        diag_warning(
            c->m->ctx->diags, c->eq->span,
            "`%s` and `%s` are connected, of which one is a constant and the other a parameter",
            comp_name_text(c->m, x), comp_name_text(c->m, y));
    return c->m->of_library;
}

/* Inputs of two components of the model itself, which something else must determine. */
static void note_inputs(Connect *c, const End *a, const End *b, const Comp *x, const Comp *y)
{
    Model *m = c->m;
    const Comp *root = m->root_comp;
    if (a->outside || b->outside || x->parent == y->parent || x->direction != DIR_INPUT ||
        y->direction != DIR_INPUT || x->parent->parent != root || y->parent->parent != root)
        return;
    vec_push(m->kept, &m->flat->inputs, ((FlatInputs){{x->id, y->id}, c->eq->span}));
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
        report_pair(c, x, y, different_types(c, x, y, s, t));
        return;
    }
    uint32_t p = u->first + (uint32_t)(a->position * inner);
    uint32_t q = v->first + (uint32_t)(b->position * inner);
    bool open = connect_is_bus_member(x) || connect_is_bus_member(y);
    Role r = (Role)(c->role[p] - 1), o = (Role)(c->role[q] - 1);
    if (inner && !roles_fit(r, o, open) && !(roles_fit(r, o, true) && forgive_direction(c, x, y))) {
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
    if (u->variability != v->variability && u->variability <= VARY_PARAMETER &&
        !forgive_variability(c, x, y)) {
        report_pair(c, x, y, "one is a constant, the other a parameter");
        return;
    }
    note_inputs(c, a, b, x, y);
    for (int64_t k = 0; k < inner; k++) {
        uint32_t e = 2 * (p + (uint32_t)k) + a->outside, f = 2 * (q + (uint32_t)k) + b->outside;
        connect_unite(c, e, f);
        c->set.v[e].made_by = c->set.v[f].made_by = c->by;
    }
}

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

void connect_members(Connect *c, const End *a, const End *b, Comp *x, Comp *y, int64_t inner)
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

/* ---- Its ends ---- */

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

/* An end of connect(a[1:n].p, b) as it is written, where it is a part of an array; NULL: it is
 * none. */
static const char *end_text(Model *m, Span at, int which)
{
    Buf text = {0};
    source_text(m->ctx->sources, at, &text);
    const char *p = strchr(buf_text(&text), '('), *found = NULL;
    for (int k = 0; p && *p && k <= which; k++) {
        const char *from = p + 1 + strspn(p + 1, " \t\n");
        int depth = 0;
        for (p = from; *p && (depth || (*p != ',' && *p != ')')); p++)
            depth += (*p == '[' || *p == '(') - (*p == ']' || *p == ')');
        bool part = memchr(from, ':', (size_t)(p - from)) != NULL;
        found = k == which && part ? arena_printf(m->arena, "%.*s", (int)(p - from), from) : NULL;
    }
    buf_free(&text);
    return found;
}

static bool refuse_sizes(Connect *c, Type x, Type y)
{
    Model *m = c->m;
    const Comp *a = c->lhs.n ? c->lhs.v[0].comp : NULL, *b = c->rhs.n ? c->rhs.v[0].comp : NULL;
    if (!a || !b)
        return refuse(m, c->eq->span, "the connected arrays differ in size: %s and %s",
                      type_text(m, x), type_text(m, y));
    const char *one = end_text(m, c->eq->span, 0), *other = end_text(m, c->eq->span, 1);
    refuse(m, c->eq->span, "the connected arrays differ in size: `%s` %s, `%s` %s%s",
           one ? one : comp_name_text(m, a), size_words(m, x), other ? other : comp_name_text(m, b),
           size_words(m, y),
           tinfo(m, x)->ndims && tinfo(m, y)->ndims ? ""
                                                    : element_words(m, tinfo(m, x)->ndims ? a : b));
    for (const Comp *p = a; p; p = p->parent)
        for (int k = 0; k < p->ndims; k++)
            remark_dimension(m, p, k);
    for (const Comp *p = b; p; p = p->parent) {
        const Comp *known = a;
        while (known && known != p)
            known = known->parent;
        for (int k = 0; k < p->ndims && !known; k++)
            remark_dimension(m, p, k);
    }
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

bool connect_has_flow(Model *m, const Comp *connector)
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
        !connect_has_flow(m, a->parent) || !connect_has_flow(m, b->parent))
        return;
    diag_warning(m->ctx->diags, c->eq->span,
                 "`%s` and `%s` are variables of connectors, and nothing flows between these: "
                 "connect(%s, %s) is meant, most likely",
                 comp_name_text(m, a), comp_name_text(m, b), comp_name_text(m, a->parent),
                 comp_name_text(m, b->parent));
}

static const char *list_connectors(Model *m, const Comp *k, const char *intro)
{
    enum { MOST = 6 };
    ClassInst *ci = comp_contents(m, (Comp *)k);
    Buf b = {0};
    int n = 0;
    for (int i = 0; ci && i < ci->slot.n && n <= MOST; i++) {
        const Comp *s = ci->slot.v[i]->protected ? NULL : slot_existing(m, ci->slot.v[i]);
        if (!s || !s->is_connector)
            continue;
        if (n++ < MOST)
            buf_printf(&b, "%s `%s.%s`", n > 1 ? "," : intro, comp_name_text(m, k),
                       text_of(m->ctx, s->name));
    }
    buf_puts(&b, n > MOST ? ", ..." : "");
    const char *s = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return s;
}

/* What to connect instead of what is no connector: those inside of it; of a variable its equation
 * is meant, or a connector beside it. */
static const char *connectors_of(Model *m, const Comp *k)
{
    ClassInst *ci = comp_contents(m, (Comp *)k);
    if (ci)
        return list_connectors(m, k, "; its connectors are");
    bool fixed = comp_variability(m, (Comp *)k) <= VARY_PARAMETER;
    const char *way = fixed ? arena_printf(m->arena,
                                           "a parameter is set where its component is declared, "
                                           "(%s = ...)",
                                           text_of(m->ctx, k->name))
                            : "the values of variables are made equal by an equation, a = b";
    return arena_printf(m->arena, "; %s%s", way,
                        k->parent && k->parent->name
                            ? list_connectors(m, k->parent, "; the connectors beside it are")
                            : "");
}

/* A constant list of names; NULL: it is none, or empty. */
static const Value *names_in(Model *m, Slot *s)
{
    Comp *c = s && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
    Type t = c ? comp_array_type(m, c) : 0;
    Expr e = t && tinfo(m, t)->scalar == T_STRING && tinfo(m, t)->ndims == 1 ? comp_value(m, c) : 0;
    const Value *v = e ? eval_try(m, e, NULL) : NULL;
    return v && v->n ? v : NULL;
}

/* Whether two packages have the same lists of names, as two forms of one medium have those of its
 * substances. */
static bool same_names(Model *m, const ClassUse *x, const ClassUse *y)
{
    ClassInst *p = class_plain(m, (ClassUse *)x), *q = class_plain(m, (ClassUse *)y);
    int names = 0;
    for (int i = 0; i < p->slot.n; i++) {
        const Value *f = names_in(m, p->slot.v[i]);
        const Value *g = f ? names_in(m, class_slot(m, q, p->slot.v[i]->name)) : NULL;
        bool same = g && f->n == g->n;
        for (int64_t k = 0; same && k < f->n; k++)
            same = f->str[k] == g->str[k];
        if (g && !same)
            return false;
        names += same;
    }
    return names > 0;
}

/* Connectors that are alike but for a class inside of both, as the medium of fluid ports. */
static void warn_classes(Connect *c, const End *a, const End *b)
{
    Model *m = c->m;
    const ClassInst *p = a->comp->ci, *q = b->comp->ci;
    for (int i = 0; p && q && i < p->slot.n; i++) {
        Slot *s = p->slot.v[i], *t = class_slot(m, (ClassInst *)q, s->name);
        if (s->written->kind != EL_CLASS || !s->written->replaceable || !t ||
            t->written->kind != EL_CLASS)
            continue;
        const ClassUse *x = slot_class(m, s, c->eq->span), *y = slot_class(m, t, c->eq->span);
        if (x && y && x->def != y->def && !x->def->partial && !y->def->partial &&
            !same_names(m, x, y))
            diag_warning(m->ctx->diags, c->eq->span,
                         "`%s` is `%s` in `%s` and `%s` in `%s`: what is connected must have the "
                         "same one",
                         text_of(m->ctx, s->name), class_name_text(m, x->written),
                         comp_name_text(m, a->comp), class_name_text(m, y->written),
                         comp_name_text(m, b->comp));
    }
}

/* A variable outside of connectors, in a library: what connectors of one signal would say is meant.
 */
static bool forgive_variable(Connect *c, const Comp *k)
{
    if (!c->m->of_library || !k->use || !k->use->builtin || !k->flat ||
        comp_variability(c->m, (Comp *)k) <= VARY_PARAMETER)
        return false;
    diag_warning(c->m->ctx->diags, c->eq->span,
                 "`%s` is connected and is not a connector; the values of variables are made equal "
                 "by an equation, a = b",
                 comp_name_text(c->m, k));
    const FlatVar *v = &c->m->flat->var.v[k->flat - 1];
    connect_mark_role(c, v);
    if (k->parent &&
        k->parent->id == c->eq->owner) /* of the class itself: no source inside of it */
        memset(c->role + v->first, ROLE_POTENTIAL + 1, v->count);
    return true;
}

static bool connect_is_connector(Connect *c, const Comp *k)
{
    if (connect_is_inside(c, k) || forgive_variable(c, k))
        return true;
    refuse(c->m, c->eq->span, "`%s` is not a connector%s", comp_name_text(c->m, k),
           connectors_of(c->m, k));
    remark(c->m, k->decl->name_span, "it is declared here");
    return false;
}

/* Whether an end belongs to a component of the class that has the connection, or to that itself. */
static bool is_near(const Connect *c, const Comp *end)
{
    while (end->parent && connect_is_inside(c, end->parent))
        end = end->parent;
    for (int k = 0; k < 2 && end->parent; k++) {
        end = end->parent;
        if (end->id == c->eq->owner)
            return true;
    }
    return false;
}

void connect_one(void *data, const FlatEq *eq, const IterValue *iters)
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
            if (!connect_is_enabled(c->m, a->comp) || !connect_is_enabled(c->m, b->comp))
                continue;
            if (c->m->counts) {
                graph_count(c->m, a);
                graph_count(c->m, b);
            }
            if (!eq->source->by_name)
                connect_join_ports(c, j, a, b);
            else if (connect_is_connector(c, a->comp) && connect_is_connector(c, b->comp)) {
                int errors = diags_errors(c->m->ctx->diags);
                if (a->comp == b->comp && a->position == b->position && a->outside == b->outside)
                    diag_warning(c->m->ctx->diags, eq->span,
                                 "`%s` is connected with itself: is another connector meant?",
                                 comp_name_text(c->m, a->comp));
                connect_parts(c, a, b, a->comp, b->comp, 1);
                if (!k && eq->owner == c->m->flat->root && diags_errors(c->m->ctx->diags) == errors)
                    warn_classes(c, a, b);
            } else
                return;
        }
    }
}
