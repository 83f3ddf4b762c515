/* expandable.c - expandable connectors get their members (specification, 9.1.3).
 *
 * Before variables are numbered, all connections that reach an expandable connector (a bus) are
 * read. One to a name that the bus does not have gives it a member with the type of the other side;
 * subscripts give an array that is as long as needed. Buses that are connected have equal members,
 * and so have the buses in them; this is repeated until nothing changes. Everything after this sees
 * ordinary connectors; what a bus has and no connection or equation mentions is zero (connect.c).
 * Each round is linear in the connections, and there are as many rounds as buses lie behind each
 * other. */
#include "model/flat_internal.h"

typedef struct Bus {
    Comp *comp;
    int parent; /* of united buses; a root: itself */
} Bus;

/* One side of a connection: a declared component and what follows it. */
typedef struct Side {
    Comp *comp;
    int next; /* part of the reference that comp does not have; its length: it is complete */
} Side;
typedef VEC(Side) Sides;

typedef struct BusLink {
    Env env; /* with the loop variables as literals */
    const SynEqu *q;
} BusLink;

typedef struct Buses {
    Model *m;
    VEC(Bus) bus;
    Map at;      /* component -> bus + 1 */
    Map present; /* components that connections mention */
    VEC(BusLink) link;
    bool changed;
} Buses;

static bool is_bus(const Comp *c)
{
    return c->use && c->use->restriction == CLS_EXPANDABLE_CONNECTOR;
}

/* ---- Buses ---- */

static int bus_of(Buses *b, Comp *c)
{
    uint32_t k = map_get(&b->at, c->id, 0);
    if (k)
        return (int)k - 1;
    int n = b->bus.n;
    vec_push(b->m->arena, &b->bus, ((Bus){c, n}));
    map_set(&b->at, b->m->arena, c->id, (uint32_t)b->bus.n);
    b->changed = true;
    return b->bus.n - 1;
}

static int leader(Buses *b, int k)
{
    while (b->bus.v[k].parent != k)
        k = b->bus.v[k].parent = b->bus.v[b->bus.v[k].parent].parent;
    return k;
}

static void unite(Buses *b, Comp *x, Comp *y)
{
    int i = leader(b, bus_of(b, x)), k = leader(b, bus_of(b, y));
    if (i == k)
        return;
    b->bus.v[i > k ? i : k].parent = i < k ? i : k;
    b->changed = true;
}

static void mark_present(Buses *b, const Comp *c)
{
    if (map_get(&b->present, c->id, 0))
        return;
    map_set(&b->present, b->m->arena, c->id, 1);
    b->changed = true;
}

/* ---- Members ---- */

/* The dimensions a new member has. */
typedef struct Shape {
    int n;
    int32_t dim[MAX_DIMS];
} Shape;

static void set_shape(Model *m, Comp *c, const Shape *shape, Span at)
{
    static SynExp unused = {.kind = XP_COLON};
    c->ndims = shape->n;
    c->dim = ARENA_ARRAY(m->arena, Dim, c->ndims);
    c->iter = c->ndims ? (uint32_t)m->iter.n : 0;
    for (int i = 0; i < c->ndims; i++) {
        SynExp *e = arena_copy(m->arena, &unused, sizeof unused);
        e->span = at;
        c->dim[i] = (Dim){.syntax = {e, c->owner}, .size = shape->dim[i]};
        c->dim[i].state = DIM_KNOWN;
        c->dim[i].index_type = T_INT;
        vec_push(m->arena, &m->iter, ((Iter){.comp = c, .dim = i, .type = T_INT}));
    }
}

/* An argument like the one that the strongest modifier of `env` stands for. */
static SynArg *argument_like(Model *m, const ModRef *r, Name name, Span at)
{
    SynArg *arg = ARENA_NEW(m->arena, SynArg);
    *arg = (SynArg){.span = at, .each = true};
    arg->name = (SynName){.n = 1, .span = at, .part = ARENA_ARRAY(m->arena, Name, 1)};
    arg->name.part[0] = name;
    arg->mod = (SynMod *)r->mod;
    arg->element = r->kind == MOD_DECL ? r->decl : NULL;
    return arg;
}

/* The parameters of a connector that becomes a member of a bus are those of its component, as far
 * as all elements of an array have the same. */
static ModEnv parameters_of(Model *m, Comp *like)
{
    ClassInst *ci = like->use && !like->use->builtin ? comp_contents(m, like) : NULL;
    VEC(ModRef) out = {0};
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT ||
            (s->written->variability != VAR_PARAMETER && s->written->variability != VAR_CONSTANT))
            continue;
        ModEnv env = mod_select_inside(m, like->env, like, s->name);
        const ModRef *r = env.n ? env.e : NULL;
        if (!r || (r->kind != MOD_ARGS && r->kind != MOD_DECL) || (r->split && like->ndims))
            continue;
        SynMod *mod = ARENA_NEW(m->arena, SynMod);
        *mod = (SynMod){.nargs = 1, .has_list = true, .arg = ARENA_ARRAY(m->arena, SynArg *, 1)};
        mod->arg[0] = argument_like(m, r, s->name, like->decl->name_span);
        mod->span = mod->arg[0]->span;
        vec_push(m->arena, &out,
                 ((ModRef){.kind = MOD_ARGS, .mod = mod, .scope = r->scope, .level = r->level}));
    }
    return (ModEnv){out.n, out.v};
}

/* A new member of a bus, of the type that `like` has. */
static Comp *add_member(Buses *b, Comp *bus, Name name, Comp *like, const Shape *shape, Span at)
{
    Model *m = b->m;
    ClassInst *ci = comp_contents(m, bus);
    if (!ci || !components_fit(m, 1, at))
        return NULL;
    SynElement *decl = ARENA_NEW(m->arena, SynElement);
    *decl = (SynElement){.kind = EL_COMPONENT, .name = name, .name_span = at, .span = at};
    decl->type = like->decl->type;
    decl->description = like->decl->description;
    Slot *s = ARENA_NEW(m->arena, Slot);
    *s = (Slot){.name = name, .written = decl, .decl = decl, .owner = ci};
    s->scope = like->slot ? like->slot->scope : ci;
    Comp *c = s->comp = new_comp(m);
    c->name = name;
    c->slot = s;
    c->decl = decl;
    c->owner = ci;
    c->parent = bus;
    c->level = (uint16_t)(bus->level + 1);
    c->use = like->use;
    c->env = parameters_of(m, like);
    c->variability = like->variability;
    c->is_connector = like->is_connector;
    c->condition_state = 2;
    set_shape(m, c, shape, at);
    table_add(m, ci, s);
    b->changed = true;
    return c;
}

/* Makes an array that grows with its subscripts as long as needed. */
static void grow(Buses *b, Comp *c, const Shape *to)
{
    for (int i = 0; i < c->ndims && i < to->n; i++) {
        Dim *d = &c->dim[i];
        bool open = d->syntax.exp && d->syntax.exp->kind == XP_COLON;
        if (!open || (d->state == DIM_KNOWN && d->size >= to->dim[i]))
            continue;
        d->size = to->dim[i];
        d->state = DIM_KNOWN;
        d->index_type = T_INT;
        b->changed = true;
    }
}

/* Declared with `:`, and not sized by any subscript yet. */
static bool is_sizeless(const Comp *c)
{
    for (int i = 0; i < c->ndims; i++)
        if (c->dim[i].state != DIM_KNOWN && c->dim[i].syntax.exp->kind == XP_COLON)
            return true;
    return false;
}

static Shape shape_of(Buses *b, Comp *c)
{
    Shape s = {.n = c->ndims};
    for (int i = 0; i < c->ndims; i++)
        s.dim[i] = c->dim[i].state == DIM_KNOWN || c->dim[i].syntax.exp->kind != XP_COLON
                       ? comp_dim(b->m, c, i) ? c->dim[i].size : 0
                       : 0;
    return s;
}

/* What the first bus has the second gets. */
static void copy_members(Buses *b, Comp *from, Comp *to)
{
    Model *m = b->m;
    ClassInst *p = comp_contents(m, from), *q = comp_contents(m, to);
    for (int i = 0; p && q && i < p->slot.n; i++) {
        Comp *x = slot_existing(m, p->slot.v[i]);
        if (!x || x->outer)
            continue;
        Slot *s = class_slot(m, q, x->name);
        Comp *y = slot_member(m, s);
        Shape shape = shape_of(b, x);
        if (!s)
            y = add_member(b, to, x->name, x, &shape, x->decl->name_span);
        if (!y)
            continue;
        grow(b, y, &shape);
        if (map_get(&b->present, x->id, 0))
            mark_present(b, y);
        if (is_bus(x) && is_bus(y))
            unite(b, x, y);
    }
}

/* ---- References ---- */

static int64_t subscript_of(Env *env, const SynExp *e)
{
    if (e->kind == XP_COLON)
        return 0;
    Env inside = *env;
    int mark = diags_mark(env->m->ctx->diags);
    Expr sub = resolve_exp(&inside, e);
    Value *v = sub ? eval_try(env->m, sub, NULL) : NULL;
    diags_rollback(env->m->ctx->diags, mark); /* whoever types the connection reports it */
    double last = 0;
    for (int64_t i = 0; v && v->num && i < v->n; i++)
        last = v->num[i] > last ? v->num[i] : last;
    return last < INT32_MAX ? (int64_t)last : 0;
}

/* Elements of a split array that the subscripts may mean. */
static void sides_from(Buses *b, Env *env, const SynRef *r, Comp *c, int i, Sides *out);

static void element_sides(Buses *b, Env *env, const SynRef *r, Comp *c, int i, Sides *out)
{
    const SynPart *part = &r->part[i];
    for (int k = 0; k < c->nelements; k++) {
        bool meant = true;
        for (int j = 0; j < c->ndims && j < part->nsubs; j++) {
            int64_t at = subscript_of(env, part->sub[j]);
            meant = meant && (!at || at == c->element[k]->array_index[j]);
        }
        if (meant)
            sides_from(b, env, r, c->element[k], i, out);
    }
}

/* Part i of the reference is component c. */
static void sides_from(Buses *b, Env *env, const SynRef *r, Comp *c, int i, Sides *out)
{
    Model *m = b->m;
    c = comp_resolve(m, c);
    if (!c || !c->use || !comp_enabled(m, c))
        return;
    bool in_bus = c->parent && is_bus(c->parent);
    if (in_bus && r->part[i].nsubs) {
        Shape wanted = {.n = r->part[i].nsubs < MAX_DIMS ? r->part[i].nsubs : MAX_DIMS};
        for (int k = 0; k < wanted.n; k++)
            wanted.dim[k] = (int32_t)subscript_of(env, r->part[i].sub[k]);
        grow(b, c, &wanted);
    }
    if (in_bus)
        mark_present(b, c);
    if (c->ndims && !c->array && !is_sizeless(c) && comp_split(m, c)) {
        element_sides(b, env, r, c, i, out);
        return;
    }
    if (is_bus(c))
        bus_of(b, c);
    ClassInst *ci = i + 1 < r->n ? comp_contents(m, c) : NULL;
    Slot *s = ci ? class_slot(m, ci, r->part[i + 1].name) : NULL;
    Comp *next = slot_member(m, s);
    if (next)
        sides_from(b, env, r, next, i + 1, out);
    else if (i + 1 == r->n || (is_bus(c) && !s))
        vec_push(m->arena, out, ((Side){c, i + 1}));
}

static Sides sides_of(Buses *b, Env *env, const SynRef *r)
{
    Sides out = {0};
    Found f = lookup_simple(b->m, env->scope, r->part[0].name);
    Comp *c = f.kind == FIND_SLOT ? slot_member(b->m, f.slot) : NULL;
    if (c)
        sides_from(b, env, r, c, 0, &out);
    return out;
}

/* ---- Connections ---- */

/* The dimensions of the buses that a reference denotes, bus.x with `Bus bus[3]`. */
static int dims_of_buses(const SynRef *r, const Side *at)
{
    int n = 0;
    const Comp *c = at->comp;
    for (int i = at->next - 1; i >= 0 && c; i--, c = c->parent) {
        const SynPart *part = &r->part[i];
        n += part->nsubs ? 0 : c->array ? c->array->ndims : c->ndims;
        for (int k = 0; k < part->nsubs; k++)
            n += part->sub[k]->kind == XP_COLON;
    }
    return n;
}

/* The dimensions of a declared side but for those of the `outer` buses, and after them those that
 * subscripts of the new name add in front. */
static bool new_shape(Buses *b, Env *env, const SynRef *known, const SynPart *part, int outer,
                      Shape *out)
{
    Model *m = b->m;
    Env inside = *env;
    inside.flags |= ENV_CONNECT;
    Expr ref = resolve_ref(&inside, known, known->span);
    if (!ref)
        return false;
    out->n = 0;
    for (int i = 0; i < part->nsubs && out->n < MAX_DIMS; i++)
        out->dim[out->n++] = (int32_t)subscript_of(env, part->sub[i]);
    const TypeInfo *t = einfo(m, ref);
    if (out->n + t->ndims > MAX_DIMS)
        return refuse(m, part->span, "`%s` would have more than %d dimensions",
                      text_of(m->ctx, part->name), MAX_DIMS);
    bool slices = false; /* x[1:3]: its dimension is the other side's */
    for (int i = 0; i < part->nsubs; i++) {
        Expr sub = part->sub[i]->kind == XP_COLON ? 0 : resolve_exp(&inside, part->sub[i]);
        slices = slices || (sub && einfo(m, sub)->ndims);
    }
    for (int i = outer < t->ndims ? outer : t->ndims; i < t->ndims && !slices; i++)
        out->dim[out->n++] = t->dim[i];
    return true;
}

/* The bus that bus.part.x asks for: where the class of the bus declares nothing, another like it.
 */
static void add_inner_bus(Buses *b, const Sides *at, const SynPart *part)
{
    const Comp *bus = at->v[0].comp;
    bool bare = !bus->use->def->nelements && !part->nsubs;
    if (!(bare ? object_to : refuse)(
            b->m, part->span, "`%s` is not declared in `%s`, so nothing in it can be connected",
            text_of(b->m->ctx, part->name), comp_name_text(b->m, bus)))
        return;
    for (int i = 0; i < at->n; i++)
        add_member(b, at->v[i].comp, part->name, at->v[i].comp, &(Shape){0}, part->span);
}

/* A member for the side that is not declared. */
static void augment(Buses *b, BusLink *l, const SynRef *open, const Sides *at, const SynRef *known,
                    const Sides *like)
{
    Shape shape;
    const SynPart *part = &open->part[at->v[0].next];
    if (at->v[0].next + 1 != open->n) {
        add_inner_bus(b, at, part);
        return;
    }
    if (!new_shape(b, &l->env, known, part, dims_of_buses(open, &at->v[0]), &shape))
        return;
    for (int i = 0; i < at->n; i++) {
        Comp *c = add_member(b, at->v[i].comp, part->name, like->v[0].comp, &shape, part->span);
        if (c)
            mark_present(b, c);
    }
}

static bool is_complete(const Sides *p, const SynRef *r)
{
    return p->v[0].next == r->n;
}

static void unite_sides(Buses *b, const BusLink *l, const Sides *x, const Sides *y)
{
    for (int i = 0; i < x->n; i++)
        for (int k = 0; k < y->n; k++) {
            Comp *p = x->v[i].comp, *q = y->v[k].comp;
            if (is_bus(p) && is_bus(q)) {
                unite(b, p, q);
            } else if (is_bus(p) != is_bus(q)) {
                refuse(b->m, l->q->span,
                       "`%s` is an expandable connector and can only be connected to one, which "
                       "`%s` is not",
                       comp_name_text(b->m, is_bus(p) ? p : q),
                       comp_name_text(b->m, is_bus(p) ? q : p));
                return;
            }
        }
}

/* An array declared with `:` in a bus is as long as what is connected to it as a whole. */
static void size_by_other(Buses *b, const BusLink *l, const Sides *open, const SynRef *ref,
                          const Sides *like, const SynRef *known)
{
    Model *m = b->m;
    Shape shape = {0};
    bool wanted = false;
    for (int i = 0; i < open->n; i++)
        wanted = wanted || (open->v[i].comp->parent && is_bus(open->v[i].comp->parent) &&
                            is_sizeless(open->v[i].comp));
    if (!wanted || ref->part[ref->n - 1].nsubs)
        return;
    for (int i = 0; i < like->n; i++)
        if (is_sizeless(like->v[i].comp))
            return;
    Env inside = l->env;
    inside.flags |= ENV_CONNECT;
    Expr e = resolve_ref(&inside, known, known->span);
    const TypeInfo *t = e ? einfo(m, e) : NULL;
    for (int i = 0; t && i < t->ndims; i++)
        shape.dim[shape.n++] = t->dim[i];
    for (int i = 0; i < open->n; i++)
        grow(b, open->v[i].comp, &shape);
}

static void read_link(Buses *b, BusLink *l, bool last)
{
    const SynRef *r[2] = {l->q->lhs->ref, l->q->rhs->ref};
    Sides p[2] = {sides_of(b, &l->env, r[0]), sides_of(b, &l->env, r[1])};
    if (!p[0].n || !p[1].n)
        return;
    bool done[2] = {is_complete(&p[0], r[0]), is_complete(&p[1], r[1])};
    if (done[0] && done[1]) {
        unite_sides(b, l, &p[0], &p[1]);
        size_by_other(b, l, &p[0], r[0], &p[1], r[1]);
        size_by_other(b, l, &p[1], r[1], &p[0], r[0]);
    } else if (done[0] || done[1])
        augment(b, l, r[done[0]], &p[done[0]], r[!done[0]], &p[!done[0]]);
    else if (last)
        refuse(b->m, l->q->span,
               "neither `%s` nor `%s` is declared, so it is not known what is connected here",
               text_of(b->m->ctx, r[0]->part[p[0].v[0].next].name),
               text_of(b->m->ctx, r[1]->part[p[1].v[0].next].name));
}

/* ---- Equations ---- */

static void find_links(Buses *b, const Env *env, SynEqu *const *item, int n);

/* A connection that reaches a bus is kept. */
static void note_link(Buses *b, const Env *env, const SynEqu *q)
{
    BusLink l = {*env, q};
    if (q->lhs->kind != XP_REF || q->rhs->kind != XP_REF)
        return;
    const SynRef *r[2] = {q->lhs->ref, q->rhs->ref};
    for (int i = 0; i < 2; i++) {
        Sides p = sides_of(b, &l.env, r[i]);
        bool found = false;
        for (int k = 0; k < p.n; k++)
            for (const Comp *c = p.v[k].comp; c && !found; c = c->parent)
                found = is_bus(c);
        if (found) {
            vec_push(b->m->arena, &b->link, l);
            return;
        }
    }
}

static void find_in_loop(Buses *b, const Env *env, const SynEqu *q, int k)
{
    Model *m = b->m;
    if (k == q->niters) {
        find_links(b, env, q->branch[0].body, q->branch[0].n);
        return;
    }
    Env inside = *env;
    int mark = diags_mark(m->ctx->diags);
    Expr range = resolve_range_in(&inside, &q->iter[k], q->branch[0].body, q->branch[0].n);
    Value *v = range ? eval_try(m, range, NULL) : NULL;
    diags_rollback(m->ctx->diags, mark);
    for (int64_t i = 0; v && v->num && i < v->n; i++) {
        LoopVar *loop = ARENA_NEW(m->arena, LoopVar);
        *loop = (LoopVar){q->iter[k].name, value_literal(m, v, i), env->loops};
        inside.loops = loop;
        find_in_loop(b, &inside, q, k + 1);
    }
}

static void find_in_if(Buses *b, const Env *env, const SynEqu *q)
{
    Model *m = b->m;
    for (int i = 0; i < q->nbranches; i++) {
        Env inside = *env;
        int mark = diags_mark(m->ctx->diags);
        Expr c = q->branch[i].condition ? resolve_exp(&inside, q->branch[i].condition) : 0;
        Value *v = c ? eval_try(m, c, NULL) : NULL;
        diags_rollback(m->ctx->diags, mark);
        bool holds = !q->branch[i].condition || (v && v->num && v->num[0] != 0);
        if (holds || !v)
            find_links(b, env, q->branch[i].body, q->branch[i].n);
        if (holds)
            return;
    }
}

static void find_links(Buses *b, const Env *env, SynEqu *const *item, int n)
{
    for (int i = 0; i < n; i++) {
        if (item[i]->kind == SE_CONNECT && !connection_left_out(b->m, env->scope, item[i]))
            note_link(b, env, item[i]);
        else if (item[i]->kind == SE_FOR)
            find_in_loop(b, env, item[i], 0);
        else if (item[i]->kind == SE_IF)
            find_in_if(b, env, item[i]);
    }
}

static void find_in_class(Buses *b, ClassInst *ci)
{
    for (int i = 0; i < ci->base.n; i++)
        find_in_class(b, ci->base.v[i]);
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *sec = ci->def->section[i];
        Env env = env_in(b->m, ci);
        if (!sec->algorithm && !sec->initial)
            find_links(b, &env, sec->item, sec->n);
    }
}

/* ---- The whole ---- */

static void check_members(Model *m, ClassInst *ci)
{
    for (int i = 0; i < ci->slot.n; i++) {
        Comp *c = slot_member(m, ci->slot.v[i]);
        if (c && c->connector == CON_FLOW)
            refuse(m, c->decl->name_span, "a flow cannot be declared in an expandable connector");
    }
}

/* Connectors that no connection mentions do not exist, nor do arrays of unknown size. */
static void settle_members(Buses *b, Comp *bus)
{
    Model *m = b->m;
    ClassInst *ci = comp_contents(m, bus);
    if (!ci)
        return;
    check_members(m, ci);
    for (int i = 0; i < ci->slot.n; i++) {
        Comp *c = slot_existing(m, ci->slot.v[i]);
        if (!c || c->outer || is_bus(c) || comp_variability(m, c) <= VARY_PARAMETER)
            continue;
        c->direction = DIR_NONE; /* the connections say where signals come from */
        c->bus_member = true;
        bool plain = c->use->builtin && !is_sizeless(c);
        if (!plain && !map_get(&b->present, c->id, 0))
            c->condition_state = 3;
    }
}

/* Buses in buses. */
static void note_inner_buses(Buses *b, Comp *bus)
{
    ClassInst *ci = comp_contents(b->m, bus);
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Comp *c = slot_existing(b->m, ci->slot.v[i]);
        if (c && !c->outer && is_bus(c))
            bus_of(b, c);
    }
}

void expand_connectors(Model *m)
{
    Buses b = {.m = m};
    if (!m->bus.n)
        return;
    for (int i = 0; i < m->bus.n; i++) {
        Comp *c = m->bus.v[i];
        bool split = c->ndims && comp_split(m, c);
        for (int k = 0; k < (split ? c->nelements : 1); k++)
            bus_of(&b, split ? c->element[k] : c);
    }
    for (int i = 0; i < m->instance.n; i++)
        if (m->instance.v[i]->ci)
            find_in_class(&b, m->instance.v[i]->ci);
    int before = diags_errors(m->ctx->diags);
    do {
        b.changed = false;
        for (int i = 0; i < b.bus.n; i++)
            note_inner_buses(&b, b.bus.v[i].comp);
        for (int i = 0; i < b.link.n; i++)
            read_link(&b, &b.link.v[i], false);
        for (int i = 0; i < b.bus.n; i++) {
            Comp *first = b.bus.v[leader(&b, i)].comp;
            if (first != b.bus.v[i].comp)
                copy_members(&b, b.bus.v[i].comp, first);
        }
        for (int i = 0; i < b.bus.n; i++) {
            Comp *first = b.bus.v[leader(&b, i)].comp;
            if (first != b.bus.v[i].comp)
                copy_members(&b, first, b.bus.v[i].comp);
        }
    } while (b.changed && diags_errors(m->ctx->diags) == before);
    for (int i = 0; i < b.link.n && diags_errors(m->ctx->diags) == before; i++)
        read_link(&b, &b.link.v[i], true);
    for (int i = 0; i < b.bus.n; i++)
        settle_members(&b, b.bus.v[i].comp);
}
