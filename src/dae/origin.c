/* origin.c - where variables and equations come from, for messages: their role in a connector, and
 * the line of the user's own file that is behind one of a library. */
#include "dae/diagnose.h"
#include "model/flat.h"

static const FlatVar *flat_of(const Dae *d, uint32_t var)
{
    return d->flat && var < d->nflat ? flat_var_of(d->flat, var) : NULL;
}

ConnectorRole connector_role(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    bool inside = false, flow = false;
    if (!f || f->variability != VARY_CONTINUOUS || d->var.v[var].type != T_REAL)
        return ROLE_NONE;
    for (uint32_t c = f->part; c; c = d->flat->part.v[c].parent) {
        const FlatPart *p = &d->flat->part.v[c];
        if (p->input || p->output || p->stream)
            return ROLE_NONE;
        inside = inside || p->is_connector;
        flow = flow || p->flow;
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
    return d->flat && file_of(d, at) == file_of(d, d->flat->span);
}

/* The declaration, in the user's file, of the component on the way to `part` that is the furthest
 * inside; connectors and variables are left out unless the model itself has them. */
static Span declared_at(const Dae *d, uint32_t part)
{
    Span at = {0};
    for (uint32_t c = d->flat ? part : 0; c && c != d->flat->root; c = d->flat->part.v[c].parent) {
        const FlatPart *p = &d->flat->part.v[c];
        bool plain = !p->simple && !p->is_connector;
        if (!plain)
            at.end = 0; /* what is inside of it does not count */
        if (!at.end && (plain || p->parent == d->flat->root) && is_in_users_file(d, p->span))
            at = p->span;
    }
    return at;
}

Span users_place_of_eq(const Dae *d, int eq)
{
    Span at = d->eq.v[eq].span, out = {0};
    uint32_t flow = unconnected_flow(d, eq);
    if (flow != NONE)
        out = users_place_of_var((Dae *)d, flow);
    else if (!is_in_users_file(d, at) && d->flat)
        out = declared_at(d, d->owner_part.v[d->eq.v[eq].owner]);
    return out.end ? out : at;
}

static uint32_t flat_number(const Dae *d, uint32_t var)
{
    while (var >= d->nflat && d->var.v[var].int_of != NONE)
        var = d->var.v[var].int_of;
    return var;
}

Span component_of_var(Dae *d, uint32_t var)
{
    uint32_t flat = flat_number(d, var);
    if (flat >= d->nflat)
        return d->var.v[var].span;
    const FlatVar *f = flat_of(d, flat);
    Span at = declared_at(d, f ? f->part : 0);
    return at.end ? at : d->var.v[flat].span;
}

Span users_place_of_var(Dae *d, uint32_t var)
{
    uint32_t flat = flat_number(d, var);
    Span own = d->var.v[flat].span;
    bool plain =
        connector_role(d, flat) == ROLE_NONE && !is_stream(d, flat) && is_in_users_file(d, own);
    return plain ? own : component_of_var(d, var);
}

Span users_place_of_start(Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, flat_number(d, var));
    uint32_t in = f ? d->flat->part.v[f->part].parent : 0;
    bool outside = in && d->var.v[var].start_level < d->flat->part.v[in].level;
    return outside ? component_of_var(d, var) : users_place_of_var(d, var);
}

const char *eq_owner(const Dae *d, int eq)
{
    uint32_t owner = d->eq.v[eq].owner;
    return owner ? text_of(d->ctx, d->owner.v[owner]) : "";
}

void written_vars(Dae *d, int k, VarVisit *visit, void *arg)
{
    Sides q = written_sides(d, k);
    if (q.lhs)
        dae_visible_vars(d, q.lhs, visit, arg);
    if (q.rhs)
        dae_visible_vars(d, q.rhs, visit, arg);
}

uint32_t unconnected_flow(const Dae *d, int k)
{
    Sides q = written_sides(d, k);
    if (!d->eq.v[k].from_connect || d->eq.v[k].kind != EQ_SCALAR)
        return NONE;
    if (expr_op(d->store, q.lhs) == EX_NEG)
        q.lhs = expr_arg(d->store, q.lhs, 0);
    bool alone = expr_op(d->store, q.lhs) == EX_VAR && expr_is_zero(d->store, q.rhs);
    return alone ? var_number(d->store, q.lhs) : NONE;
}

bool is_users_value(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    return f && f->value && is_in_users_file(d, f->value_span);
}

bool is_open_input(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    const FlatPart *p = f ? &d->flat->part.v[f->part] : NULL;
    return p && p->input && f->fed < f->count && !p->bound;
}

bool is_lent_input(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    const FlatPart *p = f ? &d->flat->part.v[f->part] : NULL;
    return p && p->input && f->fed < f->count && p->bound && p->condition;
}

bool is_input_of(const Dae *d, uint32_t var, const char *component)
{
    const FlatVar *f = flat_of(d, var);
    const FlatPart *p = f ? &d->flat->part.v[f->part] : NULL;
    size_t n = strlen(component);
    const char *name = dae_var_text((Dae *)d, var);
    return p && p->input && !strncmp(name, component, n) && name[n] == '.' &&
           !strchr(name + n + 1, '.');
}

bool is_of_lacking(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    return f && d->balance && d->balance[flat_owner(d->flat, d->flat->part.v[f->part].parent)] < 0;
}

bool is_stream(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    for (uint32_t c = f ? f->part : 0; c; c = d->flat->part.v[c].parent)
        if (d->flat->part.v[c].stream)
            return true;
    return false;
}

bool is_bus_signal(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    for (uint32_t c = f ? f->part : 0; c; c = d->flat->part.v[c].parent)
        if (d->flat->part.v[c].bus)
            return true;
    return false;
}

const char *determined_in(const Dae *d, uint32_t var)
{
    const FlatVar *f = flat_of(d, var);
    const FlatPart *part = d->flat ? d->flat->part.v : NULL;
    uint32_t owner = f ? flat_owner(d->flat, part[f->part].parent) : 0;
    if (owner && part[owner].parent && part[f->part].input && !part[f->part].bound)
        owner = flat_owner(d->flat, part[owner].parent);
    return owner && part[owner].name ? flat_part_text(d->flat, owner) : "";
}

const char *as_modifier(Arena *a, const char *name)
{
    Buf b = {0};
    int open = 0;
    for (const char *p = name; *p; p++)
        if (*p == '.') {
            buf_putc(&b, '(');
            open++;
        } else {
            buf_putc(&b, *p);
        }
    buf_puts(&b, " = ...");
    while (open--)
        buf_putc(&b, ')');
    const char *text = arena_strdup(a, buf_text(&b));
    buf_free(&b);
    return text;
}

static bool is_flat_variable(void *arg, uint32_t var)
{
    const Dae *d = arg;
    return var < d->nflat && (d->var.v[var].kind > DV_PARAMETER || d->var.v[var].was_variable);
}

LinearForm written_sum(Dae *d, Arena *a, Sides sides)
{
    return equation_linear(d->store, a, sides.lhs, sides.rhs, is_flat_variable, d);
}

VarId same_of(VarId *same, VarId var)
{
    while (same[var] != var)
        var = same[var] = same[same[var]];
    return var;
}
