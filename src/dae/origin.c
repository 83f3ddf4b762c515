/* origin.c - where variables and equations come from, for messages: their role in a connector, and
 * the line of the user's own file that is behind one of a library. */
#include "dae/diagnose_internal.h"
#include "model/flat.h"

static const FlatVar *flat_of(const Dae *d, uint32_t var)
{
    return var < d->nflat ? flat_var_of(d->name_arg, var) : NULL;
}

ConnectorRole connector_role(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    bool inside = false, flow = false;
    if (!f || f->variability != VARY_CONTINUOUS || d->var.v[var].type != T_REAL)
        return ROLE_NONE;
    for (const Comp *c = f->comp; c; c = c->parent) {
        if (c->direction != DIR_NONE)
            return ROLE_NONE;
        inside = inside || c->is_connector;
        flow = flow || c->connector == CON_FLOW;
    }
    return !inside ? ROLE_NONE : flow ? ROLE_FLOW : ROLE_POTENTIAL;
}

bool is_unconnected(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    return f && !f->connected && connector_role(d, var) == ROLE_POTENTIAL;
}

static const SourceFile *file_of(const Dae *d, Span at)
{
    return at.end ? source_place(d->ctx->sources, at.beg).file : NULL;
}

bool is_in_users_file(const Dae *d, Span at)
{
    const Model *m = d->name_arg;
    return m && file_of(d, at) == file_of(d, m->root_comp->use->written->name_span);
}

/* The declaration, in the user's file, of the component along `path` that is the furthest inside;
 * connectors and variables are left out unless the model itself has them. */
static Span declared_at(const Dae *d, const char *path)
{
    Model *m = d->name_arg;
    Span at = {0};
    for (ClassInst *ci = m ? m->root : NULL; ci && *path;) {
        size_t n = strcspn(path, ".[");
        const char *name = arena_strndup(d->arena, path, n);
        Slot *slot = class_slot(m, ci, name_cstr(d->ctx->names, name));
        const Comp *c = slot ? slot->comp : NULL;
        if (!c)
            break;
        bool part = !c->is_connector && (c->ci || c->nelements);
        if (is_in_users_file(d, c->decl->name_span) && (part || c->parent == m->root_comp))
            at = c->decl->name_span;
        if (!part)
            break;
        path += n + strcspn(path + n, ".");
        path += *path == '.';
        ci = c->nelements ? c->element[0]->ci : c->ci;
    }
    return at;
}

Span users_place_of_eq(const Dae *d, int eq)
{
    Span at = d->eq.v[eq].span, out = {0};
    uint32_t flow = unconnected_flow(d, eq);
    if (flow != NO_ALIAS)
        out = users_place_of_var((Dae *)d, flow);
    else if (!is_in_users_file(d, at))
        out = declared_at(d, eq_owner(d, eq));
    return out.end ? out : at;
}

static uint32_t flat_number(const Dae *d, uint32_t var)
{
    while (var >= d->nflat && d->var.v[var].int_of)
        var = d->var.v[var].int_of - 1;
    return var;
}

Span component_of_var(Dae *d, uint32_t var)
{
    uint32_t flat = flat_number(d, var);
    if (flat >= d->nflat)
        return d->var.v[var].span;
    Buf name = {0};
    dae_var_name(d, flat, &name);
    Span at = declared_at(d, buf_text(&name));
    buf_free(&name);
    return at.end ? at : d->var.v[flat].span;
}

Span users_place_of_var(Dae *d, uint32_t var)
{
    uint32_t flat = flat_number(d, var);
    Span own = d->var.v[flat].span;
    bool plain = connector_role(d, flat) == ROLE_NONE && is_in_users_file(d, own);
    return plain ? own : component_of_var(d, var);
}

Span users_place_of_start(Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, flat_number(d, var));
    const Comp *in = f ? f->comp->parent : NULL;
    bool outside = in && d->var.v[var].start_level < in->level;
    return outside ? component_of_var(d, var) : users_place_of_var(d, var);
}

const char *eq_owner(const Dae *d, int eq)
{
    uint32_t owner = d->eq.v[eq].owner;
    return owner ? text_of(d->ctx, d->owner.v[owner]) : "";
}

void written_sides(const Dae *d, int k, Expr *lhs, Expr *rhs)
{
    const DaeEq *eq = &d->eq.v[k];
    *lhs = eq->written_lhs ? eq->written_lhs : eq->lhs;
    *rhs = eq->written_lhs ? eq->written_rhs : eq->rhs;
}

uint32_t unconnected_flow(const Dae *d, int k)
{
    Expr lhs, rhs;
    if (!d->eq.v[k].from_connect || d->eq.v[k].kind != EQ_SCALAR)
        return NO_ALIAS;
    written_sides(d, k, &lhs, &rhs);
    if (expr_op(d->store, lhs) == EX_NEG)
        lhs = expr_arg(d->store, lhs, 0);
    bool alone = expr_op(d->store, lhs) == EX_VAR && expr_is_zero(d->store, rhs);
    return alone ? var_number(d->store, lhs) : NO_ALIAS;
}

bool is_open_input(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    return f && f->comp->direction == DIR_INPUT && !f->connected && !f->comp->value;
}

/* The connector a component is part of; NULL: none. */
static const Comp *connector_of(const Comp *c)
{
    const Comp *found = NULL;
    for (; c; c = c->parent)
        found = c->is_connector ? c : found;
    return found;
}

void note_connectors(Dae *d)
{
    Model *m = d->name_arg;
    for (int i = 0; i < m->flat->var.n;) {
        const Comp *c = connector_of(m->flat->var.v[i].comp);
        int potentials = 0, flows = 0, k = i;
        for (; k < m->flat->var.n && connector_of(m->flat->var.v[k].comp) == c; k++) {
            ConnectorRole role = c ? connector_role(d, m->flat->var.v[k].first) : ROLE_NONE;
            potentials += role == ROLE_POTENTIAL;
            flows += role == ROLE_FLOW;
        }
        i = k;
        if (potentials == flows)
            continue;
        diag_note(d->ctx->diags, c->use->written->name_span,
                  "the connector `%s` has %d variable%s with `flow` and %d without; each needs its "
                  "counterpart, or `input` and `output`",
                  class_name_text(m, c->use->written), flows, flows == 1 ? "" : "s", potentials);
        return;
    }
}

const char *determined_in(const Dae *d, uint32_t var)
{
    Model *m = d->name_arg;
    const FlatVar *f = flat_of(d, var);
    Comp *owner = f && f->comp->parent ? owning_model(f->comp->parent) : NULL;
    if (owner && owner->parent && f->comp->direction == DIR_INPUT && !f->comp->value)
        owner = owning_model(owner->parent);
    return owner && owner->name ? comp_name_text(m, owner) : "";
}
