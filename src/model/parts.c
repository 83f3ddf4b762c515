/* parts.c - the instance tree as the flat model keeps it: for every component its place, role and
 * names (FlatPart). Linear in the number of components. */
#include "model/flat_internal.h"

static uint32_t class_number(Model *m, const SynClass *def)
{
    FlatModel *f = m->flat;
    uint32_t known = map_get(&m->class_number, (uintptr_t)def, 0);
    if (known)
        return known;
    if (!f->cls.n)
        vec_push(m->kept, &f->cls, (FlatClass){0});
    const char *name = class_name_text(m, def);
    FlatClass c = {*name ? name_cstr(m->ctx->names, name) : 0, def->name_span, def->description};
    vec_push(m->kept, &f->cls, c);
    map_set(&m->class_number, m->arena, (uintptr_t)def, (uint32_t)f->cls.n - 1);
    return (uint32_t)f->cls.n - 1;
}

static uint32_t count_flows(Model *m, const ClassInst *ci)
{
    CutList cuts = {0};
    uint32_t n = 0;
    list_cuts(m, ci, &cuts);
    for (int i = 0; i < cuts.n; i++)
        for (int k = 0; k < cuts.v[i]->nthrough; k++)
            n += cuts.v[i]->through[k].name != 0;
    return n;
}

static bool is_model(const Comp *c)
{
    return !c->use || !(c->use->restriction == CLS_RECORD ||
                        c->use->restriction == CLS_OPERATOR_RECORD || c->is_connector);
}

static bool in_split(const Comp *c)
{
    for (; c; c = c->parent)
        if (c->array)
            return true;
    return false;
}

static Name condition_name(const SynExp *e)
{
    return e && e->kind == XP_REF && e->ref->n == 1 && !e->ref->part[0].nsubs ? e->ref->part[0].name
                                                                              : 0;
}

static void make_part(Model *m, const Comp *c)
{
    FlatModel *f = m->flat;
    FlatPart p = {.name = c->name,
                  .parent = c->parent ? c->parent->id : 0,
                  .var = c->flat,
                  .iter = c->iter,
                  .ndims = (uint8_t)c->ndims,
                  .level = c->level,
                  .span = c->decl->name_span,
                  .simple = c->use && (c->use->builtin || c->is_object),
                  .condition = condition_name(c->decl->condition),
                  .is_connector = c->is_connector,
                  .flow = c->connector == CON_FLOW,
                  .stream = c->connector == CON_STREAM,
                  .input = c->direction == DIR_INPUT,
                  .output = c->direction == DIR_OUTPUT,
                  .protected = c->protected,
                  .terminal = c->decl->terminal,
                  .inner = c->decl->inner,
                  .is_model = is_model(c),
                  .bound = c->value != 0,
                  .bus = c->use && c->use->restriction == CLS_EXPANDABLE_CONNECTOR,
                  .uncounted = c->use && c->use->restriction == CLS_EXPANDABLE_CONNECTOR};
    int32_t *dim = ARENA_ARRAY(m->kept, int32_t, c->ndims);
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].size;
    p.dim = dim;
    if (c->array) {
        p.nindex = (uint8_t)c->array->ndims;
        p.index = arena_copy(m->kept, c->array_index, p.nindex * sizeof *p.index);
    }
    if (c->use && (c->ci || c->is_connector) && !c->in_function)
        p.cls = class_number(m, c->use->written);
    if (p.simple && c->use->written != c->use->def && !c->in_function)
        p.type = class_number(m, c->use->written);
    if (c->ci && c->parent)
        p.nthrough = count_flows(m, c->ci);
    uint32_t *element = ARENA_ARRAY(m->kept, uint32_t, c->nelements);
    for (int i = 0; i < c->nelements; i++)
        element[i] = c->element[i]->id;
    p.element = element;
    p.nelements = c->nelements;
    vec_push(m->kept, &f->part, p);
    if (c->parent && in_split(c->parent))
        map_set(&f->child, m->kept, map_pair(c->parent->id, c->name), c->id);
}

void make_parts(Model *m)
{
    FlatModel *f = m->flat;
    if (!f->part.n)
        vec_push(m->kept, &f->part, (FlatPart){0});
    while (f->part.n < m->comp.n)
        make_part(m, m->comp.v[f->part.n]);
}

static void add_members(Model *m, Comp *c)
{
    ClassInst *ci = comp_contents(m, c);
    VEC(uint32_t) list = {0};
    for (int i = 0; ci && i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        Comp *k = s->same || s->written->kind != EL_COMPONENT ? NULL : slot_comp(m, s);
        k = k ? comp_resolve(m, k) : NULL;
        if (k && k->use && comp_enabled(m, k))
            vec_push(m->kept, &list, k->id);
    }
    make_parts(m);
    m->flat->part.v[c->id].member = list.v;
    m->flat->part.v[c->id].nmembers = list.n;
}

void complete_part(Model *m, Comp *c, void (*leaf)(void *arg, Comp *c), void *arg)
{
    make_parts(m);
    FlatPart *p = &m->flat->part.v[c->id];
    const Comp *top = c;
    while (top->parent)
        top = top->parent;
    if (top != m->root_comp && top->owner && !top->in_function)
        m->flat->part.v[top->id].cls = class_number(m, top->owner->def);
    if (p->simple)
        leaf(arg, c);
    if (!c->use || p->simple || p->nmembers)
        return;
    add_members(m, c);
    for (int i = 0; i < m->flat->part.v[c->id].nmembers; i++)
        complete_part(m, m->comp.v[m->flat->part.v[c->id].member[i]], leaf, arg);
}
