/* remedy.c - what is likely to be wrong, from facts: potentials that nothing fixes (reference.c),
 * connectors without connection, elements that determine one potential or flow together more than
 * once and so leave open what they should react with. Linear in the equations visited. */
#include "dae/diagnose.h"
#include "model/flat.h"

enum { MOST_NAMES = 8, MOST_FAULTS = 3 };

/* ---- Potentials without reference ---- */

/* The model that has the element to which the connector of a potential belongs. */
static uint32_t element_around(const FlatModel *f, VarId v)
{
    uint32_t part = flat_var_of(f, v)->part;
    while (part && !f->part.v[part].is_connector)
        part = f->part.v[part].parent;
    for (int level = 0; part && level < 2; level++)
        part = f->part.v[part].parent;
    return part;
}

/* A connector that is connected to nothing, whose potential its own element fixes, of the kind of
 * another one: a ground that was forgotten; beside: in the same model. NONE. */
static VarId idle_reference(const Dae *d, VarId like, bool beside)
{
    const FlatModel *f = d->flat;
    for (VarId v = 0; v < d->nflat; v++) {
        const DaeVar *root = &d->var.v[dae_root(d, v, NULL)];
        const FlatPart *p = &f->part.v[flat_var_of(f, v)->part],
                       *q = &f->part.v[flat_var_of(f, like)->part];
        if (p->name == q->name && is_unconnected(d, v) && root->kind <= DV_PARAMETER &&
            root->der_of == NONE && strchr(connector_text((Dae *)d, v), '.') &&
            (!beside || element_around(f, v) == element_around(f, like)))
            return v;
    }
    return NONE;
}

/* All of them are in one component: that is not connected, rather than that a network has no
 * reference. False: it is a network. */
static bool report_alone(Diagnosis *w, const VarVec *set, bool *done)
{
    Dae *d = w->d;
    VarId open = NONE;
    uint32_t component = 0;
    for (int i = 0; i < set->n; i++) {
        uint32_t part = set->v[i] < d->nflat
                            ? d->flat->part.v[flat_var_of(d->flat, set->v[i])->part].parent
                            : 0;
        while (part && part != d->flat->root && d->flat->part.v[part].parent != d->flat->root)
            part = d->flat->part.v[part].parent;
        if (!part || part == d->flat->root || d->flat->part.v[part].is_connector ||
            (component && part != component))
            return false;
        component = part;
        if (open == NONE && is_unconnected(d, set->v[i]))
            open = set->v[i];
    }
    if (open == NONE ||
        report_absent(
            d, open, arena_printf(d->arena, "nothing else determines `%s`", dae_var_text(d, open))))
        return open != NONE;
    for (int i = 0; i < set->n; i++)
        done[dae_root(d, set->v[i], NULL)] = true;
    diag_error(d->ctx->diags, component_of_var(d, open),
               "`%s` is not connected, and nothing else determines `%s`: connect it%s",
               connector_text(d, open), dae_var_text(d, open), or_left_out(d, open));
    return true;
}

/* One name for every node of a network. */
static void report_floating(Diagnosis *w, const VarVec *set, bool *done)
{
    Dae *d = w->d;
    if (report_alone(w, set, done))
        return;
    VarVec node = {0};
    uint32_t open = NONE;
    for (int i = 0; i < set->n; i++) {
        uint32_t v = set->v[i], root = dae_root(d, v, NULL);
        if (connector_role(d, v) != ROLE_POTENTIAL)
            continue;
        if (open == NONE && is_unconnected(d, v))
            open = v;
        if (!done[root])
            vec_push(w->a, &node, v);
        done[root] = true;
    }
    if (node.n == 1)
        node = *set;
    bool one = node.n == 1;
    diag_error(d->ctx->diags, users_place_of_var(d, node.v[0]), "nothing determines %s%s: %s",
               one ? "" : "the absolute values of ", names_text(d, node.v, node.n, MOST_NAMES),
               one ? "no equation depends on its value"
                   : "the equations contain only their differences");
    if (open != NONE) {
        diag_note(d->ctx->diags, users_place_of_var(d, open), "`%s` is not connected",
                  connector_text(d, open));
        note_absent(d, connector_text(d, open));
    }
    VarId idle = idle_reference(d, node.v[0], open != NONE);
    if (open == NONE && idle == NONE)
        lead_users_absent(d);
    if (idle != NONE)
        diag_lead(d->ctx->diags, users_place_of_var(d, idle),
                  "`%s`, which gives `%s` its value, is not connected: connect it with one of them",
                  connector_text(d, idle), dae_var_text(d, idle));
    else
        diag_note(
            d->ctx->diags, (Span){0},
            "a reference is missing: connect one of them to an element that fixes it, such as a "
            "ground or a fixed point");
}

/* The sets of potentials without reference among the members of a class; those visited are done.
 * Returns their number. */
static int find_floating(Diagnosis *w, Shift *shift, uint32_t root, bool *done)
{
    Dae *d = w->d;
    int found = 0;
    for (int v = w->first[root]; v && !done[root]; v = w->next[v - 1]) {
        VarVec set = {0};
        if (connector_role(d, (uint32_t)v - 1) != ROLE_POTENTIAL)
            continue;
        if (shift_find(shift, (uint32_t)v - 1, &set)) {
            report_floating(w, &set, done);
            found++;
        }
        for (int k = 0; k < set.n; k++) /* if one of them is fixed all are */
            done[dae_root(d, set.v[k], NULL)] = true;
        done[root] = true;
    }
    return found;
}

bool diagnose_floating(Diagnosis *w)
{
    int found = 0;
    bool *done = ARENA_ARRAY(w->a, bool, w->d->var.n + 1);
    Shift *shift = w->under.n && w->d->flat ? shift_open(w->d, w->a) : NULL;
    for (int f = 0; f < w->under.n; f++)
        for (int i = 0; i < w->under.v[f].nvars && found < MOST_FAULTS; i++)
            found += find_floating(w, shift, dae_root(w->d, w->under.v[f].var[i], NULL), done);
    return found > 0;
}

bool diagnose_references(Dae *d, Arena *a)
{
    Diagnosis w = {.d = d, .a = a};
    bool *done = ARENA_ARRAY(a, bool, d->var.n + 1);
    Shift *shift = shift_open(d, a);
    find_members(&w);
    int found = 0;
    for (uint32_t v = 0; v < d->nflat && found < MOST_FAULTS; v++)
        if (d->var.v[v].alias == NONE && d->var.v[v].kind == DV_ALGEBRAIC)
            found += find_floating(&w, shift, v, done);
    return found > 0;
}

/* ---- Elements that determine the same ---- */

/* a = b: another name for it. */
static bool is_naming(const Dae *d, int k)
{
    Sides q = written_sides(d, k);
    return d->eq.v[k].kind == EQ_SCALAR && expr_op(d->store, q.lhs) == EX_VAR &&
           expr_op(d->store, q.rhs) == EX_VAR &&
           d->var.v[var_number(d->store, q.rhs)].kind > DV_PARAMETER;
}

void add_cause(Diagnosis *w, Cause *c, int k)
{
    Dae *d = w->d;
    bool known = false;
    VarVec in = vars_of_eq(d, w->a, k);
    vec_push(w->a, &c->eq, k);
    for (int i = 0; i < in.n; i++) {
        ConnectorRole role = connector_role(d, in.v[i]);
        c->potential = c->potential || role == ROLE_POTENTIAL;
        c->flow = c->flow || role == ROLE_FLOW;
    }
    if (unconnected_flow(d, k) != NONE)
        c->open = unconnected_flow(d, k);
    if (d->eq.v[k].from_connect || is_naming(d, k))
        return;
    if (!d->eq.v[k].owner) {
        c->by_model = true;
        return;
    }
    Name owner = d->owner.v[d->eq.v[k].owner];
    for (int i = 0; i < c->owner.n; i++)
        known = known || c->owner.v[i] == owner;
    if (!known)
        vec_push(w->a, &c->owner, owner);
}

static bool belongs_to(Diagnosis *w, uint32_t var, const char *owner)
{
    const char *name = dae_var_text(w->d, var);
    size_t n = strlen(owner);
    return !strncmp(name, owner, n) && name[n] == '.';
}

/* The unknowns of a fault that are part of the elements of a cause, by a name there. */
static void left_open(Diagnosis *w, const Fault *under, const Cause *c, VarVec *out)
{
    for (int i = 0; i < under->nvars; i++) {
        int v = w->first[dae_root(w->d, under->var[i], NULL)];
        uint32_t found = NONE;
        for (; v; v = w->next[v - 1])
            for (int k = 0; k < c->owner.n; k++)
                if (belongs_to(w, (uint32_t)v - 1, text_of(w->d->ctx, c->owner.v[k])) &&
                    (found == NONE || !connector_role(w->d, (uint32_t)v - 1)))
                    found = (uint32_t)v - 1;
        if (found != NONE)
            vec_push(w->a, out, found);
    }
}

static const char *owners_text(Diagnosis *w, const Cause *c)
{
    Buf text = {0};
    int last = c->owner.n - !c->by_model;
    for (int i = 0; i < c->owner.n && i < MOST_NAMES; i++)
        buf_printf(&text, "%s`%s`",
                   !i          ? ""
                   : i == last ? " and "
                               : ", ",
                   text_of(w->d->ctx, c->owner.v[i]));
    if (c->by_model)
        buf_puts(&text, " and equations of the model");
    return dae_text(w->d, &text);
}

/* What to do about elements that determine a potential difference or a flow more than once. */
VarVec tell_under(Diagnosis *w, const Cause *c)
{
    VarVec open = {0};
    for (int f = 0; f < w->under.n; f++) {
        int before = open.n;
        left_open(w, &w->under.v[f], c, &open);
        w->under.v[f].told = w->under.v[f].told || open.n > before;
    }
    return open;
}

void advise(Diagnosis *w, const Cause *c)
{
    Dae *d = w->d;
    VarVec open = tell_under(w, c);
    const char *left = "";
    if (open.n)
        left = arena_printf(d->arena, "; nothing is left to determine %s",
                            names_text(d, open.v, open.n, 4));
    if (c->open == NONE && lead_short(d, c->eq.v, c->eq.n))
        return;
    if (c->open != NONE) {
        lead_open(d, c->open, left);
        note_absent(d, connector_text(d, c->open));
    } else if (open.n)
        diag_lead(d->ctx->diags, component_of_var(d, open.v[0]),
                  "%s determine the same %s, as %s do%s: remove one, or put another element %s",
                  owners_text(w, c), c->flow ? "flow" : "potential",
                  c->flow ? "current sources in series"
                          : "voltage sources in parallel or prescribed motions of one body",
                  left, c->flow ? "in parallel to one" : "between them");
}

bool is_known_kind(const Cause *c)
{
    return c->open != NONE || (c->owner.n + c->by_model > 1 && c->potential != c->flow);
}

void cause_of_dependent(Diagnosis *w, const Dependent *dep, Cause *c)
{
    for (int i = 0; i < dep->n; i++)
        add_cause(w, c, dep->eq[i]);
}
