/* cuts.c - classic connections: `connect a - (b // c) - d, e at n, f from n to m` as joins of
 * ports.
 *
 * A name stands for a submodel, a node, or a cut of the model itself. A submodel enters a chain by
 * its main path, a one-cut model by its main cut at both ends; `inst:name` chooses another path or
 * cut. A class without `main` that has only one (or two) cuts or connectors is used by those, so
 * Modelica classes fit in.
 *
 * Order of a node's ports decides how the equations are written (FM-61, FM-71, FM-81): a join puts
 * the ports of its right side in front of those of its left side. */
#include "model/flat_internal.h"

typedef struct Links {
    Model *m;
    Env *env;
    Comp *owner;
    JoinList *out;
} Links;

/* A path as a whole: what is connected before and behind it. */
typedef struct Ends {
    Port begin, end;
    bool one; /* begin and end are the same port */
} Ends;

/* ---- Cuts and paths of a class ---- */

void each_cut(ClassInst *ci, void (*visit)(void *arg, const SynCut *cut), void *arg)
{
    for (int i = 0; i < ci->base.n; i++)
        each_cut(ci->base.v[i], visit, arg);
    for (int i = 0; i < ci->def->ncuts; i++)
        visit(arg, &ci->def->cut[i]);
}

typedef struct CutSearch {
    Name name; /* 0: the main cut */
    const SynCut *found, *only;
    int n; /* cuts that are not part of others in the list */
    const SynCut *last;
} CutSearch;

static void look_at_cut(void *arg, const SynCut *cut)
{
    CutSearch *s = arg;
    if (s->name ? cut->name == s->name : cut->is_main)
        s->found = cut;
    s->n++;
    if (s->n == 1)
        s->only = cut;
    s->last = cut;
}

const SynCut *class_cut(ClassInst *ci, Name name)
{
    CutSearch s = {.name = name};
    each_cut(ci, look_at_cut, &s);
    return s.found;
}

/* The path of that name; 0: the main path. Derived classes count before their bases. */
static const SynPath *class_path(const ClassInst *ci, Name name)
{
    for (int i = 0; i < ci->def->npaths; i++) {
        const SynPath *p = &ci->def->path_decl[i];
        if (name ? p->name == name : p->is_main)
            return p;
    }
    for (int i = 0; i < ci->base.n; i++) {
        const SynPath *p = class_path(ci->base.v[i], name);
        if (p)
            return p;
    }
    return NULL;
}

static bool class_has_node(const ClassInst *ci, Name name)
{
    for (int i = 0; i < ci->def->nnodes; i++)
        if (ci->def->node[i].name == name)
            return true;
    for (int i = 0; i < ci->base.n; i++)
        if (class_has_node(ci->base.v[i], name))
            return true;
    return false;
}

static bool has_flow(Model *m, Comp *c, int depth)
{
    ClassInst *ci = c->use && !c->use->builtin ? comp_contents(m, c) : NULL;
    if (c->connector == CON_FLOW)
        return true;
    for (int i = 0; ci && depth < 8 && i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        Comp *k = !s->same && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        if (k && has_flow(m, k, depth + 1))
            return true;
    }
    return false;
}

/* The physical connectors of a Modelica class that exist: at most `most` are listed, the number of
 * all is returned. */
static int connectors_of(Model *m, ClassInst *ci, Comp **out, int most)
{
    int n = 0;
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (s->same || s->protected || s->written->kind != EL_COMPONENT)
            continue;
        Comp *k = slot_comp(m, s);
        if (!k || !k->is_connector || k->ndims || !comp_enabled(m, k) || !has_flow(m, k, 0))
            continue;
        if (n < most)
            out[n] = k;
        n++;
    }
    return n;
}

/* ---- Messages ---- */

typedef struct Offer {
    Model *m;
    Nearest *nearest;
} Offer;

static void offer_cut(void *arg, const SynCut *cut)
{
    Offer *o = arg;
    nearest_offer(o->nearest, text_of(o->m->ctx, cut->name));
}

static void offer_paths(Offer *o, const ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++)
        offer_paths(o, ci->base.v[i]);
    for (int i = 0; i < ci->def->npaths; i++)
        if (ci->def->path_decl[i].name)
            nearest_offer(o->nearest, text_of(o->m->ctx, ci->def->path_decl[i].name));
}

static void offer_nodes(Offer *o, const ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++)
        offer_nodes(o, ci->base.v[i]);
    for (int i = 0; i < ci->def->nnodes; i++)
        nearest_offer(o->nearest, text_of(o->m->ctx, ci->def->node[i].name));
}

static void offer_submodels(Offer *o, const ClassInst *ci)
{
    for (int i = 0; i < ci->slot.n; i++)
        if (ci->slot.v[i]->written->kind == EL_COMPONENT)
            nearest_offer(o->nearest, text_of(o->m->ctx, ci->slot.v[i]->name));
}

static void report_no_cut(Links *l, ClassInst *ci, const char *what, Name name, Span at)
{
    Model *m = l->m;
    Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name));
    Offer o = {m, &near};
    each_cut(ci, offer_cut, &o);
    offer_paths(&o, ci);
    refuse(m, at, "`%s` has no cut or path `%s`", what, text_of(m->ctx, name));
    if (near.best)
        remark(m, at, "did you mean `%s`?", near.best);
}

static void report_unknown(Links *l, const SynPathExp *e)
{
    Model *m = l->m;
    const char *name = text_of(m->ctx, e->ref->part[0].name);
    Nearest near = nearest_to(m->ctx->diags, name);
    Offer o = {m, &near};
    offer_submodels(&o, l->env->scope);
    offer_nodes(&o, l->env->scope);
    each_cut(l->env->scope, offer_cut, &o);
    refuse(m, e->span, "there is no submodel, node or cut `%s` in `%s`", name,
           class_name_text(m, l->env->scope->def));
    if (near.best)
        remark(m, e->span, "did you mean `%s`?", near.best);
}

/* ---- Names ---- */

static Port cut_port(Expr ref, const SynCut *cut, bool outside, Span span)
{
    return (Port){.ref = ref, .cut = cut, .outside = outside, .span = span};
}

static Ends one_end(Port p)
{
    return (Ends){p, p, true};
}

static Ends node_ends(Links *l, Name node, Span span)
{
    return one_end((Port){.ref = comp_self_ref(l->m, l->owner), .node = node, .span = span});
}

/* A connector of a component, as a port. */
static Port connector_port(Links *l, Comp *connector, Span span)
{
    return (Port){.ref = comp_self_ref(l->m, connector), .span = span};
}

/* `inst:name`. */
static bool named_ends(Links *l, Comp *c, Expr ref, const SynPathExp *e, Ends *out)
{
    Model *m = l->m;
    const SynPath *path = class_path(c->ci, e->cut);
    const SynCut *cut = class_cut(c->ci, e->cut);
    if (path && !cut) {
        const SynCut *from = class_cut(c->ci, path->from), *to = class_cut(c->ci, path->to);
        if (!from || !to) {
            report_no_cut(l, c->ci, comp_name_text(m, c), from ? path->to : path->from,
                          from ? path->to_span : path->from_span);
            return false;
        }
        *out =
            (Ends){cut_port(ref, from, false, e->span), cut_port(ref, to, false, e->span), false};
        return true;
    }
    if (cut) {
        *out = one_end(cut_port(ref, cut, false, e->span));
        return true;
    }
    Slot *s = class_slot(m, c->ci, e->cut);
    Comp *k = s && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
    if (k && k->is_connector) {
        *out = one_end(connector_port(l, k, e->span));
        return true;
    }
    report_no_cut(l, c->ci, comp_name_text(m, c), e->cut, e->span);
    return false;
}

/* A submodel by its main path, its main cut, or its only ones. `cut`: by its cut if it has one. */
static bool main_ends(Links *l, Comp *c, Expr ref, const SynPathExp *e, bool cut_first, Ends *out)
{
    Model *m = l->m;
    CutSearch cut = {0};
    each_cut(c->ci, look_at_cut, &cut);
    const SynPath *path = class_path(c->ci, 0);
    const SynCut *from = path ? class_cut(c->ci, path->from) : cut.n == 2 ? cut.only : NULL;
    const SynCut *to = path ? class_cut(c->ci, path->to) : cut.n == 2 ? cut.last : NULL;
    const SynCut *main_cut = cut.found ? cut.found : cut.n == 1 ? cut.only : NULL;
    if (path && (!from || !to)) {
        report_no_cut(l, c->ci, comp_name_text(m, c), from ? path->to : path->from, path->span);
        return false;
    }
    if (main_cut && (cut_first || !path)) {
        *out = one_end(cut_port(ref, main_cut, false, e->span));
        return true;
    }
    if (from && to) {
        *out =
            (Ends){cut_port(ref, from, false, e->span), cut_port(ref, to, false, e->span), false};
        return true;
    }
    Comp *connector[2];
    int n = cut.n ? 0 : connectors_of(m, c->ci, connector, 2);
    if (n == 1 || n == 2) {
        *out = (Ends){connector_port(l, connector[0], e->span),
                      connector_port(l, connector[n - 1], e->span), n == 1};
        return true;
    }
    const char *name = comp_name_text(m, c);
    if (cut.n || n)
        refuse(m, e->span, "`%s` has %d %s and no main path: say which by `%s:NAME`", name,
               cut.n ? cut.n : n, cut.n ? "cuts" : "connectors", name);
    else
        refuse(m, e->span, "`%s` has no cut to connect", name);
    remark(m, c->ci->def->name_span, "its class is declared here");
    return false;
}

static SynExp ref_exp(SynRef *r)
{
    return (SynExp){.kind = XP_REF, .span = r->span, .ref = r};
}

static Expr port_reference(Links *l, const SynExp *e)
{
    Env inside = *l->env;
    inside.flags |= ENV_CONNECT;
    return resolve_exp(&inside, e);
}

static bool submodel_ends(Links *l, const SynPathExp *e, bool cut_first, Ends *out)
{
    Model *m = l->m;
    SynExp name = ref_exp(e->ref);
    Expr ref = port_reference(l, &name);
    if (!ref)
        return false;
    if (expr_op(m->store, ref) != EX_CREF)
        return refuse(m, e->span, "only submodels, nodes and cuts can be connected");
    Comp *c = comp_resolve(m, m->comp.v[expr_node(m->store, ref)->payload]);
    if (c && c->is_connector) {
        if (e->cut)
            return refuse(m, e->span, "`%s` is a connector: it has no cuts", comp_name_text(m, c));
        *out = one_end((Port){.ref = ref, .outside = c->parent == l->owner, .span = e->span});
        return true;
    }
    if (!c || !c->ci)
        return refuse(m, e->span, "`%s` is a variable: only submodels can be connected",
                      c ? comp_name_text(m, c) : "");
    if (c->ndims)
        return refuse(m, e->span, "`%s` is an array: connect its elements", comp_name_text(m, c));
    return e->cut ? named_ends(l, c, ref, e, out) : main_ends(l, c, ref, e, cut_first, out);
}

static bool own_ends(Links *l, const SynPathExp *e, Ends *out)
{
    Name name = e->ref->n == 1 && !e->cut ? e->ref->part[0].name : 0;
    if (!name)
        return false;
    if (class_has_node(l->env->scope, name)) {
        *out = node_ends(l, name, e->span);
        return true;
    }
    const SynCut *cut = class_cut(l->env->scope, name);
    if (cut) {
        *out = one_end(cut_port(comp_self_ref(l->m, l->owner), cut, true, e->span));
        return true;
    }
    const SynPath *path = class_path(l->env->scope, name);
    if (!path)
        return false;
    Expr self = comp_self_ref(l->m, l->owner);
    const SynCut *from = class_cut(l->env->scope, path->from);
    const SynCut *to = class_cut(l->env->scope, path->to);
    if (!from || !to)
        return false;
    *out = (Ends){cut_port(self, from, true, e->span), cut_port(self, to, true, e->span), false};
    return true;
}

/* `target`: stands after at, from or to, where nodes and cuts come first. */
static bool name_ends(Links *l, const SynPathExp *e, bool target, Ends *out)
{
    Name first = e->ref->part[0].name;
    Slot *s = class_slot(l->m, l->env->scope, first);
    bool submodel = s && s->written->kind == EL_COMPONENT;
    if (submodel && e->ref->n == 1 && !e->cut) {
        Comp *c = slot_comp(l->m, s);
        submodel = c && (c->is_connector || (c->use && !c->use->builtin));
    }
    if ((target || !submodel) && own_ends(l, e, out))
        return true;
    if (s && s->written->kind == EL_COMPONENT)
        return submodel_ends(l, e, target, out);
    report_unknown(l, e);
    return false;
}

/* ---- Paths ---- */

static void join(Links *l, Port left, Port right)
{
    vec_push(l->m->arena, l->out, ((PortJoin){left, right}));
}

static bool path_ends(Links *l, const SynPathExp *e, Ends *out);

static bool series_ends(Links *l, const SynPathExp *e, Ends *out)
{
    if (!path_ends(l, e->part[0], out))
        return false;
    for (int i = 1; i < e->n; i++) {
        Ends next;
        if (!path_ends(l, e->part[i], &next))
            return false;
        join(l, out->end, next.begin);
        out->end = next.end;
        out->one = false;
    }
    return true;
}

static bool parallel_ends(Links *l, const SynPathExp *e, Ends *out)
{
    for (int i = 0; i < e->n; i++) {
        Ends next;
        if (!path_ends(l, e->part[i], &next))
            return false;
        if (next.one && e->part[i]->kind == PATH_NAME)
            return refuse(l->m, e->part[i]->span, "`//` connects paths, but this has only one cut");
        if (i) {
            join(l, out->begin, next.begin);
            join(l, out->end, next.end);
        } else {
            *out = next;
        }
    }
    return true;
}

static bool path_ends(Links *l, const SynPathExp *e, Ends *out)
{
    switch ((SynPathKind)e->kind) {
    case PATH_NAME:
        return name_ends(l, e, false, out);
    case PATH_SERIES:
        return series_ends(l, e, out);
    case PATH_PARALLEL:
        return parallel_ends(l, e, out);
    case PATH_REVERSED: {
        Ends in;
        if (!path_ends(l, e->part[0], &in))
            return false;
        *out = (Ends){in.end, in.begin, in.one};
        return true;
    }
    case PATH_LIST:
        return refuse(l->m, e->span, "a list can only stand before `at`");
    }
    return false;
}

/* ---- Items ---- */

static bool target_port(Links *l, const SynPathExp *e, Port *out)
{
    Ends ends;
    if (e->kind != PATH_NAME)
        return refuse(l->m, e->span, "expected a node or a cut here");
    if (!name_ends(l, e, true, &ends))
        return false;
    if (!ends.one)
        return refuse(l->m, e->span,
                      "this has two ends: a node or a cut is needed here (`inst:cut`)");
    *out = ends.begin;
    return true;
}

static bool at_node(Links *l, const SynPathExp *what, Port node)
{
    if (what->kind == PATH_LIST) {
        for (int i = 0; i < what->n; i++)
            if (!at_node(l, what->part[i], node))
                return false;
        return true;
    }
    Ends ends;
    bool good =
        what->kind == PATH_NAME ? name_ends(l, what, false, &ends) : path_ends(l, what, &ends);
    if (good && !ends.one) {
        Ends by_cut;
        if (what->kind == PATH_NAME && !what->cut && name_ends(l, what, true, &by_cut) &&
            by_cut.one)
            ends = by_cut;
        else
            return refuse(l->m, what->span,
                          "this has two ends: write `from A to B` instead of `at`");
    }
    if (good)
        join(l, ends.begin, node);
    return good;
}

static bool link_item(Links *l, const SynLink *k)
{
    Port from, to;
    Ends ends;
    switch ((SynLinkKind)k->kind) {
    case LINK_CHAIN:
        if (k->what->kind == PATH_NAME)
            return refuse(l->m, k->span, "this is connected to nothing");
        return path_ends(l, k->what, &ends);
    case LINK_AT:
        return target_port(l, k->to, &to) && at_node(l, k->what, to);
    case LINK_FROM_TO:
        if ((k->from && !target_port(l, k->from, &from)) ||
            (k->to && !target_port(l, k->to, &to)) || !path_ends(l, k->what, &ends))
            return false;
        if (ends.one)
            return refuse(l->m, k->span, "this has only one cut: write `at`");
        if (k->from)
            join(l, ends.begin, from);
        if (k->to)
            join(l, ends.end, to);
        return true;
    }
    return false;
}

bool link_joins(Env *env, Comp *owner, const SynEqu *q, JoinList *out)
{
    Links l = {env->m, env, owner, out};
    bool good = true;
    for (int i = 0; i < q->nlinks; i++)
        good = link_item(&l, &q->link[i]) && good;
    return good;
}

/* ---- connect(a, b) of Modelica ---- */

/* The last name is a cut: the port. 0: it is not; -1: reported. */
static int cut_of_reference(Links *l, const SynRef *r, Port *out)
{
    Model *m = l->m;
    Name last = r->part[r->n - 1].name;
    if (r->n == 1) {
        const SynCut *cut =
            class_slot(m, l->env->scope, last) ? NULL : class_cut(l->env->scope, last);
        if (cut)
            *out = cut_port(comp_self_ref(m, l->owner), cut, true, r->span);
        return cut != NULL;
    }
    if (class_slot(m, l->env->scope, r->part[0].name) == NULL || r->part[r->n - 1].nsubs)
        return 0;
    SynRef *head = arena_alloc(m->arena, sizeof *head + (size_t)(r->n - 1) * sizeof(SynPart));
    *head = (SynRef){.global = r->global, .n = (uint16_t)(r->n - 1), .span = r->span};
    memcpy(head->part, r->part, (size_t)(r->n - 1) * sizeof(SynPart));
    SynExp name = ref_exp(head);
    Expr ref = port_reference(l, &name);
    if (!ref)
        return -1;
    if (expr_op(m->store, ref) != EX_CREF)
        return 0;
    Comp *c = comp_resolve(m, m->comp.v[expr_node(m->store, ref)->payload]);
    const SynCut *cut = c && c->ci ? class_cut(c->ci, last) : NULL;
    if (cut)
        *out = cut_port(ref, cut, false, r->span);
    return cut != NULL;
}

/* Whether a reference starts with a connector of the class itself. */
static bool is_outside(Links *l, const SynRef *r)
{
    Found f = lookup_simple(l->m, l->env->scope, r->part[0].name);
    Comp *c = f.kind == FIND_SLOT ? slot_member(l->m, f.slot) : NULL;
    return c && c->is_connector;
}

/* by_name: the other side is no cut either, so that arrays are possible. */
static bool connector_of_reference(Links *l, const SynExp *e, bool by_name, Port *out)
{
    Model *m = l->m;
    Expr ref = port_reference(l, e);
    if (!ref)
        return false;
    ExprOp op = expr_op(m->store, ref);
    Comp *c = op == EX_CREF ? m->comp.v[expr_node(m->store, ref)->payload] : NULL;
    if (by_name ? !c && op != EX_ARRAY && op != EX_INDEX : !c || !c->is_connector)
        return refuse(m, e->span, "only connectors can be connected");
    bool outside = by_name ? is_outside(l, e->ref) : c->parent == l->owner;
    *out = (Port){.ref = ref, .outside = outside, .span = e->span};
    return true;
}

bool connect_joins(Env *env, Comp *owner, const SynEqu *q, FlatSource *out)
{
    Links l = {env->m, env, owner, &out->joins};
    const SynExp *side[2] = {q->lhs, q->rhs};
    Port port[2];
    int is_cut[2];
    for (int i = 0; i < 2; i++)
        is_cut[i] = cut_of_reference(&l, side[i]->ref, &port[i]);
    out->by_name = !is_cut[0] && !is_cut[1];
    for (int i = 0; i < 2; i++)
        if (is_cut[i] < 0 ||
            (!is_cut[i] && !connector_of_reference(&l, side[i], out->by_name, &port[i])))
            return false;
    join(&l, port[!out->by_name], port[out->by_name]);
    return true;
}
