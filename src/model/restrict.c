/* restrict.c - what classes may contain, and which prefixes components may have (specification,
 * 4.4.2 prefixes, 4.7 specialised classes, 4.9.5 enumerations, 9.3.1 balance of connectors).
 *
 * Each class definition that the model uses is looked at once, each component once: linear. Models
 * in the classic language have rules of their own. */
#include "model/eval.h"
#include "model/flat_internal.h"
#include "model/resolve.h"

static bool is_record(int restriction)
{
    return restriction == CLS_RECORD || restriction == CLS_OPERATOR_RECORD;
}

static bool is_connector(int restriction)
{
    return restriction == CLS_CONNECTOR || restriction == CLS_EXPANDABLE_CONNECTOR;
}

/* `hides`: what a library may do nevertheless, as it changes no values. */
static bool refuse_element(const Model *m, const SynElement *el, const SynClass *in,
                           const char *prefix, bool hides)
{
    return (hides ? object_to : refuse)(
        m, el->name_span, "`%s` in the %s `%s` cannot be %s", text_of(m->ctx, el->name),
        is_record(in->restriction) ? "record" : "connector", text_of(m->ctx, in->name), prefix);
}

/* ---- Definitions ---- */

/* Elements of records and connectors are public, plain, and do not depend on time. */
static void check_plain_element(const Model *m, const SynClass *def, const SynElement *el)
{
    bool record = is_record(def->restriction);
    if (el->protected)
        refuse_element(m, el, def, "protected", record);
    if (el->inner || el->outer)
        refuse_element(m, el, def, el->inner ? "inner" : "outer", record && !el->inner);
    if (record && el->direction != DIR_NONE)
        refuse_element(m, el, def, el->direction == DIR_INPUT ? "an input" : "an output", false);
    if (record && el->connector != CON_POTENTIAL)
        refuse_element(m, el, def, el->connector == CON_FLOW ? "a flow" : "a stream", false);
    if (el->mod && exp_mentions(el->mod->value, N_time))
        refuse(m, el->mod->value->span, "`time` can be used in models and blocks, not in %s",
               record ? "records" : "connectors");
}

/* An operator holds functions. */
static void check_operator(const Model *m, const SynClass *def)
{
    for (int i = 0; i < def->nelements; i++) {
        const SynElement *el = def->elem[i];
        bool function = el->kind == EL_CLASS && (el->cls->restriction == CLS_FUNCTION ||
                                                 el->cls->restriction == CLS_OPERATOR_FUNCTION ||
                                                 el->cls->restriction == CLS_CLASS);
        if (el->kind != EL_IMPORT && el->kind != EL_EXTENDS && !function)
            refuse(m, el->name_span,
                   "`%s` stands in the operator `%s`, which can only have "
                   "functions",
                   text_of(m->ctx, el->name), text_of(m->ctx, def->name));
    }
}

static void check_definition(const Model *m, const SynClass *def)
{
    bool record = is_record(def->restriction);
    for (int i = 0; i < def->nelements; i++)
        if (def->elem[i]->kind == EL_COMPONENT && def->elem[i]->name == N_time && !record &&
            def->restriction != CLS_FUNCTION)
            diag_warning(
                m->ctx->diags, def->elem[i]->name_span,
                "this `time` hides the time of the simulation in `%s`: choose another name",
                text_of(m->ctx, def->name));
    for (int i = 0; i < def->nelements; i++)
        if (def->elem[i]->kind == EL_CLASS && def->elem[i]->cls->restriction == CLS_OPERATOR)
            check_operator(m, def->elem[i]->cls);
    if (!record && !is_connector(def->restriction))
        return;
    for (int i = 0; i < def->nsections; i++)
        if (def->section[i]->n)
            refuse(m, def->section[i]->span, "`%s` is a %s and cannot have %s",
                   text_of(m->ctx, def->name), record ? "record" : "connector",
                   def->section[i]->algorithm ? "algorithms" : "equations");
    for (int i = 0; i < def->nelements; i++)
        if (def->elem[i]->kind == EL_COMPONENT)
            check_plain_element(m, def, def->elem[i]);
}

static void check_class(Model *m, Map *seen, const ClassInst *ci)
{
    if (ci->def->classic)
        return;
    uint64_t key = (uint64_t)(uintptr_t)ci->def;
    if (!map_get(seen, key, 0)) {
        map_set(seen, m->arena, key, 1);
        check_definition(m, ci->def);
    }
    for (int i = 0; i < ci->base.n; i++)
        check_class(m, seen, ci->base.v[i]);
}

bool check_literals(const Model *m, const SynClass *def)
{
    static const Name attribute[] = {N_quantity, N_min, N_max, N_start, N_fixed};
    bool good = true;
    Map first = {0};
    for (int i = 0; i < def->nliterals; i++) {
        const SynEnumLiteral *l = &def->literal[i];
        for (size_t k = 0; k < sizeof attribute / sizeof *attribute; k++)
            if (l->name == attribute[k])
                good = refuse(m, l->span, "`%s` is an attribute of enumerations, not a literal",
                              text_of(m->ctx, l->name));
        uint32_t before = map_get(&first, l->name, 0);
        if (before) {
            good = refuse(m, l->span, "the enumeration `%s` has the literal `%s` twice",
                          text_of(m->ctx, def->name), text_of(m->ctx, l->name));
            remark(m, def->literal[before - 1].span, "the first one is here");
        }
        map_set(&first, m->arena, l->name, (uint32_t)i + 1);
    }
    return good;
}

/* ---- Prefixes of components ---- */

static const char *prefix_of(const Comp *c)
{
    static const char *const variability[] = {
        [VARY_CONSTANT] = "constant", [VARY_PARAMETER] = "parameter", [VARY_DISCRETE] = "discrete"};
    return c->declared_variability      ? variability[c->variability]
           : c->direction == DIR_INPUT  ? "input"
           : c->direction == DIR_OUTPUT ? "output"
           : c->connector == CON_FLOW   ? "flow"
           : c->connector == CON_STREAM ? "stream"
                                        : NULL;
}

/* An element of c, at any depth, that has a prefix of the same kind; NULL. */
static const Comp *same_prefix_inside(Model *m, const Comp *c, bool direction)
{
    for (int i = 0; c->ci && i < c->ci->slot.n; i++) {
        const Comp *k = slot_member(m, c->ci->slot.v[i]);
        if (!k)
            continue;
        if (direction ? k->direction != DIR_NONE : k->connector != CON_POTENTIAL)
            return k;
        k = same_prefix_inside(m, k, direction);
        if (k)
            return k;
    }
    return NULL;
}

static void check_conflict(Model *m, const Comp *c, bool direction)
{
    if (direction ? c->direction == DIR_NONE : c->connector == CON_POTENTIAL)
        return;
    const Comp *inside = same_prefix_inside(m, c, direction);
    if (!inside)
        return;
    refuse(m, c->decl->name_span,
           "`%s` has the prefix `%s`, but its element `%s` has the prefix `%s` already",
           comp_name_text(m, c),
           direction                  ? c->direction == DIR_INPUT ? "input" : "output"
           : c->connector == CON_FLOW ? "flow"
                                      : "stream",
           text_of(m->ctx, inside->name), prefix_of(inside));
    remark(m, inside->decl->name_span, "it is declared here");
}

/* Records hold records and simple types, connectors also connectors. */
static void check_inside(Model *m, const Comp *c)
{
    int kind = c->use->restriction, in = c->owner ? c->owner->def->restriction : CLS_CLASS;
    bool acts = kind == CLS_MODEL || kind == CLS_BLOCK;
    if ((is_record(in) && (acts || is_connector(kind))) || (is_connector(in) && acts))
        refuse(m, c->decl->name_span, "`%s` is a %s, which cannot be an element of the %s `%s`",
               comp_name_text(m, c),
               kind == CLS_MODEL   ? "model"
               : kind == CLS_BLOCK ? "block"
                                   : "connector",
               is_record(in) ? "record" : "connector", class_name_text(m, c->owner->def));
}

static void check_prefixes(Model *m, const Comp *c)
{
    int kind = c->use->restriction;
    check_inside(m, c);
    const char *prefix = prefix_of(c);
    if (prefix && (kind == CLS_MODEL || kind == CLS_BLOCK))
        refuse(m, c->decl->name_span, "`%s` is a %s and cannot be declared `%s`",
               comp_name_text(m, c), kind == CLS_MODEL ? "model" : "block", prefix);
    else if (is_connector(kind) && c->declared_variability && c->variability <= VARY_PARAMETER)
        refuse(m, c->decl->name_span, "`%s` is a connector and cannot be declared `%s`",
               comp_name_text(m, c), prefix);
    check_conflict(m, c, true);
    check_conflict(m, c, false);
}

/* ---- Connectors ---- */

/* A variable of a connector without direction; NULL. */
static const Comp *undirected(Model *m, Comp *c)
{
    if (c->direction != DIR_NONE || comp_variability(m, c) <= VARY_PARAMETER)
        return NULL;
    if (c->use && c->use->builtin)
        return c;
    for (int i = 0; c->ci && i < c->ci->slot.n; i++) {
        Comp *k = slot_existing(m, c->ci->slot.v[i]);
        const Comp *found = k ? undirected(m, k) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* Public connectors of blocks have nothing but inputs and outputs. */
static void check_block_port(Model *m, Comp *c)
{
    const Comp *block = c->parent;
    if (!block || !block->use || block->use->restriction != CLS_BLOCK || c->protected ||
        c->use->restriction != CLS_CONNECTOR)
        return;
    const Comp *free = undirected(m, c);
    if (free)
        object_to(
            m, c->decl->name_span,
            "`%s` belongs to a block, but `%s` is neither input nor output; declare `%s` as a "
            "model",
            comp_name_text(m, c), comp_name_text(m, free), class_name_text(m, block->use->def));
}

typedef struct Balance {
    int64_t flow, potential;
    int64_t redundant; /* of the potentials: what overdetermined ones leave */
    bool streams;      /* there are some: they need one flow (streams.c) */
    bool unknown;      /* a size that is not known */
} Balance;

/* The length of the result of equalityConstraint; -1: it is not written as a number. */
static int64_t count_residues(const SynClass *f)
{
    for (int i = 0; i < f->nelements; i++) {
        const SynElement *el = f->elem[i];
        if (el->kind != EL_COMPONENT || el->direction != DIR_OUTPUT ||
            el->nsubs + el->nclause_subs != 1)
            continue;
        const SynExp *size = el->nsubs ? el->subs[0] : el->clause_subs[0];
        return size->kind == XP_INT ? size->i : -1;
    }
    return -1;
}

/* Counts an overdetermined component: what its equalityConstraint leaves. */
static void count_overdetermined(const Comp *c, const ClassUse *f, bool flow, Balance *b,
                                 int64_t times)
{
    int64_t residues = flow ? -1 : count_residues(f->def);
    b->unknown = b->unknown || residues < 0;
    for (int k = 0; k < c->ndims - c->use->ndims; k++)
        times *= c->dim[k].size;
    b->potential += times * residues;
    b->redundant += times * residues;
}

/* Flows are added, negated and set to zero. */
static void check_sums(Model *m, const Comp *c)
{
    static const char *const needed[] = {"'+'", "'-'", "'0'"};
    for (size_t i = 0; c->ci && i < sizeof needed / sizeof *needed; i++)
        if (!class_slot(m, c->ci, name_cstr(m->ctx->names, needed[i]))) {
            refuse(m, c->decl->name_span,
                   "`%s` is a flow, so its operator record `%s` must have the operator %s",
                   comp_name_text(m, c), class_name_text(m, c->use->def), needed[i]);
            return;
        }
}

static void count_variables(Model *m, Comp *c, bool flow, Balance *b, int64_t times)
{
    flow = flow || c->connector == CON_FLOW;
    if (flow && c->use && c->use->restriction == CLS_OPERATOR_RECORD)
        check_sums(m, c);
    b->streams = b->streams || c->connector == CON_STREAM;
    if ((c->direction != DIR_NONE && !flow) || c->connector == CON_STREAM ||
        comp_variability(m, c) <= VARY_PARAMETER)
        return;
    for (int k = 0; k < c->ndims; k++)
        b->unknown = b->unknown || c->dim[k].state != DIM_KNOWN;
    const ClassUse *constraint = b->unknown || c->element ? NULL : equality_constraint(m, c);
    if (constraint) {
        count_overdetermined(c, constraint, flow, b, times);
        return;
    }
    if (!b->unknown)
        times *= comp_count(c);
    if (c->use && c->use->builtin)
        *(flow ? &b->flow : &b->potential) += times;
    b->unknown = b->unknown || c->element;
    if (!c->ci)
        return;
    for (int i = 0; i < c->ci->slot.n && !b->unknown; i++) {
        Comp *k = slot_existing(m, c->ci->slot.v[i]);
        if (k)
            count_variables(m, k, flow, b, times);
    }
}

static bool has_connections(SynEqu *const *item, int n)
{
    bool found = false;
    for (int i = 0; i < n && !found; i++) {
        found = item[i]->kind == SE_CONNECT;
        for (int k = 0; k < item[i]->nbranches && !found && item[i]->kind != SE_CONNECT; k++)
            found = has_connections(item[i]->branch[k].body, item[i]->branch[k].n);
    }
    return found;
}

static bool connects(const ClassInst *ci)
{
    bool found = false;
    for (int i = 0; i < ci->base.n && !found; i++)
        found = connects(ci->base.v[i]);
    for (int i = 0; i < ci->def->nsections && !found; i++)
        found = has_connections(ci->def->section[i]->item, ci->def->section[i]->n);
    return found;
}

/* Whether the model or one of its components connects something. */
static bool is_connected(const Model *m)
{
    bool found = false;
    for (int i = 0; i < m->instance.n && !found; i++)
        found = connects(m->instance.v[i]->ci);
    return found;
}

/* Whether a variable is by its unit, or without one by its name, what flows. */
static bool is_like_flow(Model *m, Comp *k)
{
    static const char *const units[] = {"A", "N", "N.m", "W", "J/s", "kg/s", "m3/s", "mol/s", NULL},
                             *const names[] = {"i",      "f",    "F",    "tau", "Q_flow",
                                               "m_flow", "mdot", "Qdot", NULL};
    if (!k->use || k->use->builtin != BUILTIN_REAL || k->connector || k->direction != DIR_NONE)
        return false;
    Expr e = comp_attribute(m, k, ATTR_UNIT);
    bool given = e && expr_op(m->store, e) == EX_STRING &&
                 *text_of(m->ctx, (Name)expr_node(m->store, e)->payload);
    const char *text = text_of(m->ctx, given ? (Name)expr_node(m->store, e)->payload : k->name);
    for (const char *const *p = given ? units : names; *p; p++)
        if (!strcmp(*p, text))
            return true;
    return false;
}

/* The one of two potentials that was to flow; NULL: it is not clear. */
static Comp *forgotten_flow(Model *m, const Comp *c)
{
    Comp *found = NULL;
    int n = 0;
    for (int i = 0; i < c->ci->slot.n; i++) {
        Comp *k = slot_existing(m, c->ci->slot.v[i]);
        if (k && is_like_flow(m, k)) {
            found = k;
            n++;
        }
    }
    return n == 1 ? found : NULL;
}

static void check_balance(Model *m, Comp *c, bool connected)
{
    if (c->use->restriction != CLS_CONNECTOR || c->array || (c->parent && c->parent->is_connector))
        return;
    Balance b = {0};
    for (int i = 0; i < c->ci->slot.n && !b.unknown; i++) {
        Comp *k = slot_existing(m, c->ci->slot.v[i]);
        if (k)
            count_variables(m, k, c->connector == CON_FLOW, &b, 1);
    }
    /* an overdetermined potential without a flow of its own is widespread: it is let pass */
    if (b.unknown || b.flow == b.potential || b.flow == b.potential - b.redundant ||
        (b.streams && b.flow != 1) || c->direction != DIR_NONE)
        return;
    Comp *without = !b.flow && b.potential == 2 && connected ? forgotten_flow(m, c) : NULL;
    if (without && !m->flat->without_flow)
        m->flat->without_flow = without->id;
    /* flows alone are sums over all connections, potentials alone are equal in all of them, for
     * which some libraries use them, and others have dimensions beside flows; where there are
     * connections the count of all equations shows what is wrong with it */
    (b.potential && b.flow && !connected ? diag_error : diag_warning)(
        m->ctx->diags, c->ci->def->name_span,
        "the connector `%s` has %lld flow variable%s, but %lld potential%s (variables without "
        "`flow`, `stream`, `input`, `output`): connections need as many of each%s",
        class_name_text(m, c->ci->def), (long long)b.flow, b.flow == 1 ? "" : "s",
        (long long)b.potential, b.potential == 1 ? "" : "s",
        b.flow    ? ""
        : without ? arena_printf(m->arena, "; `%s` flows: flow ... %s",
                                 text_of(m->ctx, without->name), text_of(m->ctx, without->name))
                  : "; what flows from one component to the other, as a current, a force or a mass "
                    "flow, is declared with `flow`");
    remark(m, c->decl->name_span, "it is used here");
}

/* ---- All of it ---- */

void check_restrictions(Model *m)
{
    Map seen = {0};
    bool connected = is_connected(m);
    for (int i = 0; i < m->instance.n; i++) {
        Comp *c = m->instance.v[i];
        check_class(m, &seen, c->ci);
        if (!c->name || c->ci->def->classic || (c->owner && c->owner->def->classic))
            continue;
        check_prefixes(m, c);
        check_block_port(m, c);
        check_balance(m, c, connected);
    }
    for (int i = 0; i < m->leaf.n; i++) {
        Comp *c = m->leaf.v[i];
        if (c->parent && c->is_connector)
            check_block_port(m, c);
        if (c->connector == CON_STREAM && c->use->builtin != BUILTIN_REAL)
            refuse(m, c->decl->name_span, "`%s` is a stream, so it must be a Real",
                   comp_name_text(m, c));
    }
}
