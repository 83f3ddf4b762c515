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

void list_cuts(Model *m, const ClassInst *ci, CutList *out)
{
    for (int i = 0; i < ci->base.n; i++)
        list_cuts(m, ci->base.v[i], out);
    for (int i = 0; i < ci->def->ncuts; i++)
        vec_push(m->arena, out, &ci->def->cut[i]);
}

const SynCut *class_cut(const ClassInst *ci, Name name)
{
    for (int i = ci->def->ncuts; i-- > 0;)
        if (name ? ci->def->cut[i].name == name : ci->def->cut[i].is_main)
            return &ci->def->cut[i];
    const SynCut *found = NULL;
    for (int i = ci->base.n; i-- > 0 && !found;)
        found = class_cut(ci->base.v[i], name);
    return found;
}

/* The path of that name; 0: the main path. Derived classes count before their bases. */
static const SynPath *class_path(const ClassInst *ci, Name name)
{
    for (int i = 0; i < ci->def->npaths; i++) {
        const SynPath *p = &ci->def->path_decl[i];
        if (name ? p->name == name : p->is_main)
            return p;
    }
    const SynPath *found = NULL;
    for (int i = 0; i < ci->base.n && !found; i++)
        found = class_path(ci->base.v[i], name);
    return found;
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
        Comp *k = slot_member(m, ci->slot.v[i]);
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
        Comp *k = ci->slot.v[i]->protected ? NULL : slot_member(m, ci->slot.v[i]);
        if (!k || !k->is_connector || k->ndims || !comp_enabled(m, k) || !has_flow(m, k, 0))
            continue;
        if (n++ < most)
            out[n - 1] = k;
    }
    return n;
}

/* ---- Messages ---- */

typedef enum { CUTS, PATHS, NODES } Listed;

/* The names of such things in a class and its bases. */
static void offer(Links *l, const ClassInst *ci, Listed what, Nearest *near)
{
    for (int i = 0; i < ci->base.n; i++)
        offer(l, ci->base.v[i], what, near);
    const SynClass *d = ci->def;
    for (int i = 0; i < (what == CUTS ? d->ncuts : what == PATHS ? d->npaths : d->nnodes); i++) {
        Name name = what == CUTS    ? d->cut[i].name
                    : what == PATHS ? d->path_decl[i].name
                                    : d->node[i].name;
        if (name)
            nearest_offer(near, text_of(l->m->ctx, name));
    }
}

static void add_ends(Links *l, const ClassInst *ci, Buf *b)
{
    for (int i = 0; i < ci->base.n; i++)
        add_ends(l, ci->base.v[i], b);
    for (int i = 0; i < ci->def->ncuts + ci->def->npaths; i++) {
        const SynClass *d = ci->def;
        Name name = i < d->ncuts ? d->cut[i].name : d->path_decl[i - d->ncuts].name;
        if (name)
            buf_printf(b, "%s`%s`", b->n ? ", " : "; it has ", text_of(l->m->ctx, name));
    }
}

/* "; it has `A`, `B`". */
static const char *ends_text(Links *l, const ClassInst *ci)
{
    Buf b = {0};
    add_ends(l, ci, &b);
    const char *text = arena_strdup(l->m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static bool report_no_cut(Links *l, Comp *c, Name name, Span at)
{
    Model *m = l->m;
    Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name));
    offer(l, c->ci, CUTS, &near);
    offer(l, c->ci, PATHS, &near);
    refuse(m, at, "`%s` has no cut or path `%s`%s", comp_name_text(m, c), text_of(m->ctx, name),
           near.best ? "" : ends_text(l, c->ci));
    if (near.best)
        remark(m, at, "did you mean `%s`?", near.best);
    return false;
}

static bool report_unknown(Links *l, const SynPathExp *e)
{
    Model *m = l->m;
    const ClassInst *scope = l->env->scope;
    const char *name = text_of(m->ctx, e->ref->part[0].name);
    Nearest near = nearest_to(m->ctx->diags, name);
    for (int i = 0; i < scope->slot.n; i++)
        if (scope->slot.v[i]->written->kind == EL_COMPONENT)
            nearest_offer(&near, text_of(m->ctx, scope->slot.v[i]->name));
    offer(l, scope, NODES, &near);
    offer(l, scope, CUTS, &near);
    refuse(m, e->span, "there is no submodel, node or cut `%s` in `%s`", name,
           class_name_text(m, scope->def));
    if (near.best)
        remark(m, e->span, "did you mean `%s`?", near.best);
    return false;
}

/* ---- Names ---- */

static Port cut_port(Expr ref, const SynCut *cut, bool outside, Span span)
{
    return (Port){.ref = ref, .cut = cut, .outside = outside, .span = span};
}

/* Sets both ends: true, there are some. */
static bool set_ends(Ends *out, Port begin, Port end)
{
    *out = (Ends){begin, end, begin.ref == end.ref && begin.cut == end.cut};
    return true;
}

static bool cut_ends(Ends *out, Expr ref, const SynCut *from, const SynCut *to, bool outside,
                     Span span)
{
    return set_ends(out, cut_port(ref, from, outside, span), cut_port(ref, to, outside, span));
}

/* A connector of a component, as a port. */
static Port connector_port(Links *l, Comp *connector, Span span)
{
    return (Port){.ref = comp_self_ref(l->m, connector), .span = span};
}

/* `inst:name`. */
static bool named_ends(Links *l, Comp *c, Expr ref, const SynPathExp *e, Ends *out)
{
    const SynPath *path = class_path(c->ci, e->cut);
    const SynCut *cut = class_cut(c->ci, e->cut);
    if (cut)
        return cut_ends(out, ref, cut, cut, false, e->span);
    if (path) {
        const SynCut *from = class_cut(c->ci, path->from), *to = class_cut(c->ci, path->to);
        if (!from || !to)
            return report_no_cut(l, c, from ? path->to : path->from,
                                 from ? path->to_span : path->from_span);
        return cut_ends(out, ref, from, to, false, e->span);
    }
    Comp *k = slot_member(l->m, class_slot(l->m, c->ci, e->cut));
    if (!k || !k->is_connector)
        return report_no_cut(l, c, e->cut, e->span);
    Port port = connector_port(l, k, e->span);
    return set_ends(out, port, port);
}

/* A submodel by its main path, its main cut, or its only ones. `cut`: by its cut if it has one. */
static bool main_ends(Links *l, Comp *c, Expr ref, const SynPathExp *e, bool cut_first, Ends *out)
{
    Model *m = l->m;
    CutList all = {0};
    list_cuts(m, c->ci, &all);
    const SynPath *path = class_path(c->ci, 0);
    const SynCut *from = path ? class_cut(c->ci, path->from) : all.n == 2 ? all.v[0] : NULL;
    const SynCut *to = path ? class_cut(c->ci, path->to) : all.n == 2 ? all.v[1] : NULL;
    const SynCut *main_cut = all.n == 1 ? all.v[0] : class_cut(c->ci, 0);
    if (path && (!from || !to))
        return report_no_cut(l, c, from ? path->to : path->from, path->span);
    if (main_cut && (cut_first || !path))
        return cut_ends(out, ref, main_cut, main_cut, false, e->span);
    if (from && to)
        return cut_ends(out, ref, from, to, false, e->span);
    Comp *connector[2];
    int n = all.n ? 0 : connectors_of(m, c->ci, connector, 2);
    if (n == 1 || n == 2)
        return set_ends(out, connector_port(l, connector[0], e->span),
                        connector_port(l, connector[n - 1], e->span));
    const char *name = comp_name_text(m, c);
    if (all.n || n)
        refuse(m, e->span, "`%s` has %d %s and no main path: say which, `%s`:NAME", name,
               all.n ? all.n : n, all.n ? "cuts" : "connectors", name);
    else
        refuse(m, e->span, "`%s` has no cut to connect", name);
    remark(m, c->ci->def->name_span, "its class is declared here");
    return false;
}

static Expr port_reference(Links *l, const SynRef *r, Span at)
{
    Env inside = *l->env;
    inside.flags |= ENV_CONNECT;
    return resolve_ref(&inside, r, at);
}

static bool submodel_ends(Links *l, const SynPathExp *e, bool cut_first, Ends *out)
{
    Model *m = l->m;
    Expr ref = port_reference(l, e->ref, e->ref->span);
    if (!ref)
        return false;
    if (expr_op(m->store, ref) != EX_CREF)
        return refuse(m, e->span, "only submodels, nodes and cuts can be connected");
    Comp *c = comp_resolve(m, m->comp.v[expr_node(m->store, ref)->payload]);
    if (c && c->is_connector) {
        if (e->cut)
            return refuse(m, e->span, "`%s` is a connector: it has no cuts", comp_name_text(m, c));
        Port port = {.ref = ref, .outside = c->parent == l->owner, .span = e->span};
        return set_ends(out, port, port);
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
    ClassInst *scope = l->env->scope;
    Name name = e->ref->n == 1 && !e->cut ? e->ref->part[0].name : 0;
    if (!name)
        return false;
    Port node = {.ref = comp_self_ref(l->m, l->owner), .node = name, .span = e->span};
    if (class_has_node(scope, name))
        return set_ends(out, node, node);
    const SynCut *cut = class_cut(scope, name);
    const SynPath *path = cut ? NULL : class_path(scope, name);
    const SynCut *from = path ? class_cut(scope, path->from) : cut;
    const SynCut *to = path ? class_cut(scope, path->to) : cut;
    return from && to && cut_ends(out, node.ref, from, to, true, e->span);
}

/* `target`: stands after at, from or to, where nodes and cuts come first. */
static bool name_ends(Links *l, const SynPathExp *e, bool target, Ends *out)
{
    Name first = e->ref->part[0].name;
    Slot *s = class_slot(l->m, l->env->scope, first);
    bool submodel = s && s->written->kind == EL_COMPONENT;
    if (submodel && e->ref->n == 1 && !e->cut) {
        Comp *c = slot_member(l->m, s);
        submodel = c && (c->is_connector || (c->use && !c->use->builtin));
    }
    if ((target || !submodel) && own_ends(l, e, out))
        return true;
    return s && s->written->kind == EL_COMPONENT ? submodel_ends(l, e, target, out)
                                                 : report_unknown(l, e);
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
                      "this has two ends: a node or a cut of a submodel is needed here");
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
    if (!path_ends(l, what, &ends))
        return false;
    bool by_cut = !ends.one && what->kind == PATH_NAME && !what->cut;
    if (!ends.one && !(by_cut && name_ends(l, what, true, &ends) && ends.one))
        return refuse(l->m, what->span,
                      "this has two ends: write it with from ... to ... instead of `at`");
    join(l, ends.begin, node);
    return true;
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

/* The component on the way of a reference that is disabled; NULL: none. Where elements of arrays
 * differ it is left to them. */
static Comp *disabled_in(Env *env, const SynRef *r)
{
    Model *m = env->m;
    Found f = lookup_simple(m, env->scope, r->part[0].name);
    Comp *c = f.kind == FIND_SLOT ? slot_member(m, f.slot) : NULL;
    for (int i = 1; c && c->use; i++) {
        if (!comp_enabled(m, c))
            return c;
        if (c->ndims && comp_split(m, c))
            return NULL;
        c = comp_resolve(m, c);
        ClassInst *ci = c && i < r->n ? comp_contents(m, c) : NULL;
        c = ci ? slot_member(m, class_slot(m, ci, r->part[i].name)) : NULL;
    }
    return NULL;
}

/* A connection in the file of the model that is left out because of a connector that a component
 * does not have. */
static void note_absent(Env *env, const Comp *gone, const SynRef *other, Span at)
{
    Model *m = env->m;
    const Comp *owner = gone->parent;
    const Comp *self = env->scope->self;
    const SourceFile *own = source_place(m->ctx->sources, m->root->def->span.beg).file;
    if (!owner || !self || !gone->slot || !gone->slot->written->condition ||
        source_place(m->ctx->sources, at.beg).file != own)
        return;
    Buf condition = {0}, name = {0};
    if (self != m->root_comp)
        buf_printf(&name, "%s.", comp_name_text(m, self));
    source_text(m->ctx->sources, gone->slot->written->condition->span, &condition);
    source_text(m->ctx->sources, other->span, &name);
    FlatAbsent a = {arena_strdup(m->kept, buf_text(&name)),
                    arena_strdup(m->kept, comp_name_text(m, gone)),
                    arena_strdup(m->kept, buf_text(&condition)),
                    arena_strdup(m->kept, comp_name_text(m, owner)), at};
    vec_push(m->kept, &m->flat->absent, a);
    buf_free(&condition);
    buf_free(&name);
}

bool connection_is_off(Env *env, const SynEqu *q)
{
    if (q->lhs->kind != XP_REF || q->rhs->kind != XP_REF)
        return false;
    Comp *left = disabled_in(env, q->lhs->ref), *right = disabled_in(env, q->rhs->ref);
    if (left ? !right : right != NULL)
        note_absent(env, left ? left : right, left ? q->rhs->ref : q->lhs->ref, q->span);
    return left || right;
}

/* The class of the component that all names of a reference but the last one give; NULL: none. */
static ClassInst *class_before_last(Links *l, const SynRef *r)
{
    Model *m = l->m;
    Found f = lookup_simple(m, l->env->scope, r->part[0].name);
    Comp *c = f.kind == FIND_SLOT ? slot_member(m, f.slot) : NULL;
    for (int i = 1;; i++) {
        c = c ? comp_resolve(m, c) : NULL;
        ClassInst *ci = c ? comp_contents(m, c) : NULL;
        if (!ci || i + 1 == r->n)
            return ci;
        c = slot_member(m, class_slot(m, ci, r->part[i].name));
    }
}

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
    const ClassInst *ci = r->part[r->n - 1].nsubs ? NULL : class_before_last(l, r);
    if (!ci || !class_cut(ci, last))
        return 0;
    SynRef *head = arena_alloc(m->arena, sizeof *head + (size_t)(r->n - 1) * sizeof(SynPart));
    *head = (SynRef){.global = r->global, .n = (uint16_t)(r->n - 1), .span = r->span};
    memcpy(head->part, r->part, (size_t)(r->n - 1) * sizeof(SynPart));
    Expr ref = port_reference(l, head, head->span);
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

static bool is_inside(const Comp *c, const Comp *owner)
{
    while (c && c != owner)
        c = c->parent;
    return c;
}

/* by_name: the other side is no cut either, so that arrays are possible. */
static bool connector_of_reference(Links *l, const SynExp *e, bool by_name, Port *out)
{
    Model *m = l->m;
    Expr ref = port_reference(l, e->ref, e->span);
    if (!ref)
        return false;
    ExprOp op = expr_op(m->store, ref);
    Comp *c = op == EX_CREF ? m->comp.v[expr_node(m->store, ref)->payload] : NULL;
    if (by_name ? !c && op != EX_ARRAY && op != EX_INDEX : !c || !c->is_connector)
        return refuse(m, e->span, "only connectors can be connected");
    for (Comp *p = c ? c->parent : NULL; p && p != l->owner && !l->owner->ci->def->classic;
         p = p->parent)
        if (!p->is_connector && p->parent && p->parent != l->owner && is_inside(p, l->owner) &&
            !object_to(m, e->span,
                       "`%s` is a connector deep inside of `%s`: only connectors of "
                       "the components of this class can be connected",
                       comp_name_text(m, c), comp_name_text(m, p->parent)))
            return false;
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
