/* unconnected.c - elements through which nothing flows because a connector was forgotten.
 *
 * A connector that is connected to nothing has flow 0, which is no error; but an element none of
 * whose flows is anything else has no effect: a resistor with one free pin, a spring whose other
 * end hangs in the air. Users who wrote that are told, with the connectors and the declaration.
 * So are those of a connector that exists only because a parameter was set, as a support, and is
 * free. Only elements declared in the file of the model count, and only if the user named that
 * file: libraries have their reasons. The free end of a shaft, through which another flange is
 * turned, is none of these, nor a mass that goes on with its speed because what it is connected to
 * pulls at nothing; a damper is, which has a speed too but passes on at one end what it takes at
 * the other. O(variables + equations), and texts for the elements concerned. */
#include "dae/diagnose.h"
#include "model/flat.h"

enum { MOST_TOLD = 5 };

typedef struct Element {
    const char *name;
    uint32_t part;
    VarId flow;               /* of the first free connector */
    const char *first, *last; /* connectors */
    const char *chosen;       /* one that exists because a parameter says so; NULL */
    Name asked;               /* that parameter */
    int nasked, nasked_free;  /* flows that exist by it */
    int nfree;
    bool kind; /* the flows of one name */
    int nflows, nfree_flows;
    bool lives;  /* something flows */
    bool stores; /* a flow is not that of the free connector by equations of the element */
} Element;

typedef struct Unconnected {
    Dae *d;
    Arena *a;
    bool *has;   /* [nparts] elements of it have free connectors */
    bool *moves; /* [nparts] variables of its own have derivatives */
    VarId *
        same; /* [nflat] variables equal but for their sign by equations of elements: one of them */
    Map at;   /* name -> place in element + 1 */
    VEC(Element) element;
} Unconnected;

/* The element a flow variable belongs to: what its connector is part of; 0: the model itself, or it
 * is no flow, or in a bus, which has what others put there. */
static uint32_t element_of(const Dae *d, VarId var)
{
    if (var >= d->nflat || connector_role(d, var) != ROLE_FLOW)
        return 0;
    uint32_t part = flat_var_of(d->flat, var)->part;
    while (part && !d->flat->part.v[part].is_connector)
        part = d->flat->part.v[part].parent;
    for (; part && d->flat->part.v[part].is_connector; part = d->flat->part.v[part].parent)
        if (d->flat->part.v[part].bus)
            return 0;
    return part == d->flat->root ? 0 : part;
}

/* Its name: of a variable without the last two parts, or more in connectors of connectors. */
static const char *element_text(Dae *d, VarId var)
{
    int depth = 0;
    uint32_t element = element_of(d, var);
    for (uint32_t p = flat_var_of(d->flat, var)->part; p != element; p = d->flat->part.v[p].parent)
        depth++;
    char *text = arena_strdup(d->arena, dae_var_text(d, var));
    for (; depth; depth--) {
        char *dot = strrchr(text, '.');
        if (dot)
            *dot = 0;
    }
    return text;
}

/* The name of the first flow in the connector of a flow, which tells the kinds of connectors apart.
 */
static Name kind_of(const Dae *d, VarId var)
{
    const FlatModel *f = d->flat;
    const FlatVar *v = flat_var_of(f, var);
    uint32_t part = v->part, connector = f->part.v[part].parent;
    while (v->first > 0) {
        v = flat_var_of(f, v->first - 1);
        const FlatPart *p = &f->part.v[v->part];
        if (p->parent != connector)
            break;
        part = p->flow ? v->part : part;
    }
    return f->part.v[part].name;
}

/* The element of a flow; kind: its connectors of that kind alone, as the pins of a machine are
 * without its flanges. */
static Element *find_element(Unconnected *w, VarId var, bool kind)
{
    const char *name = element_text(w->d, var);
    Name key = name_cstr(
        w->d->ctx->names,
        kind ? arena_printf(w->a, "%s.%s", name, text_of(w->d->ctx, kind_of(w->d, var))) : name);
    uint32_t at = map_get(&w->at, key, 0);
    if (at)
        return &w->element.v[at - 1];
    vec_push(w->a, &w->element,
             ((Element){.name = name, .part = element_of(w->d, var), .kind = kind}));
    map_set(&w->at, w->a, key, (uint32_t)w->element.n);
    return &vec_last(&w->element);
}

/* The parameter by which the connector of a flow, an own one of the element, exists; 0: none. */
static Name asked_by(const Dae *d, VarId var)
{
    uint32_t part = flat_var_of(d->flat, var)->part;
    while (part && !d->flat->part.v[part].is_connector)
        part = d->flat->part.v[part].parent;
    const FlatPart *p = &d->flat->part.v[part];
    return d->flat->part.v[p->parent].is_connector ? 0 : p->condition;
}

static void note_free_flow(Unconnected *w, VarId flow, const char *connector, bool kind)
{
    Dae *d = w->d;
    Element *e = find_element(w, flow, kind);
    e->nfree_flows++;
    Name asked = asked_by(d, flow);
    if (!e->asked && asked) {
        e->asked = asked;
        e->chosen = connector;
    }
    e->nasked_free += asked && asked == e->asked;
    if (e->nfree && !strcmp(e->last, connector))
        return; /* another flow of it */
    if (!e->nfree++) {
        e->flow = flow;
        e->first = connector;
    }
    e->last = connector;
}

static void note_free(Unconnected *w, int k)
{
    Dae *d = w->d;
    VarId flow = unconnected_flow(d, k);
    uint32_t part = flow == NONE ? 0 : element_of(d, flow);
    if (!part || !is_in_users_file(d, d->flat->part.v[part].span) || d->flat->part.v[part].inner)
        return;
    const char *connector = connector_text(d, flow);
    note_free_flow(w, flow, connector, false);
    note_free_flow(w, flow, connector, true);
    w->has[part] = true;
}

static bool is_zero(const Dae *d, VarId var)
{
    const DaeVar *v = &d->var.v[dae_root(d, var, NULL)];
    return v->kind == DV_CONSTANT && v->binding && expr_is_number(d->store, v->binding) &&
           expr_number(d->store, v->binding) == 0; /* also -0 */
}

/* Equations such as p.i + n.i = 0, as they were written. */
static void join_pairs(Unconnected *w)
{
    Dae *d = w->d;
    for (VarId i = 0; i < d->nflat; i++)
        w->same[i] = i;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        Sides q = written_sides(d, k);
        if (eq->kind != EQ_SCALAR || eq->from_connect || eq->initial || eq->source != NONE ||
            expr_type(d->store, q.lhs) != T_REAL)
            continue;
        LinearForm f = written_sum(d, w->a, q);
        if (f.n == 2 && !f.nnon && expr_is_zero(d->store, f.rest))
            w->same[same_of(w->same, f.var[0])] = same_of(w->same, f.var[1]);
    }
}

/* What the flows of elements with free connectors are, and which of these elements move. */
static void look_at_elements(Unconnected *w)
{
    const Dae *d = w->d;
    for (VarId i = 0; i < d->nflat; i++) {
        uint32_t part = element_of(d, i),
                 in = d->flat->part.v[flat_var_of(d->flat, i)->part].parent;
        const DaeVar *v = &d->var.v[dae_root(d, i, NULL)];
        w->moves[in] |= !part && v->kind != DV_CONSTANT && v->der_of != NONE;
        if (!part || !w->has[part])
            continue;
        for (int kind = 0; kind < 2; kind++) {
            Element *e = find_element(w, i, kind);
            e->nflows++;
            e->nasked += e->asked && asked_by(d, i) == e->asked;
            e->lives |= !is_zero(d, i);
            e->stores |= e->nfree && same_of(w->same, i) != same_of(w->same, e->flow);
        }
    }
}

/* Of one of several kinds of flows: another connector of it is connected, in vain. */
static bool is_idle(const Unconnected *w, const Element *e)
{
    const Element *whole =
        &w->element.v[map_get(&w->at, name_cstr(w->d->ctx->names, e->name), 1) - 1];
    if (e->kind && (!whole->lives || e->nflows == e->nfree_flows))
        return false;
    return e->nfree && !e->lives &&
           (!w->moves[e->part] || !e->stores || e->nflows == e->nfree_flows);
}

/* All that a parameter brought is free; of a flange and its support one may be enough. */
static bool is_asked_in_vain(const Element *e)
{
    return !e->kind && e->chosen && e->nasked == e->nasked_free;
}

static void report_chosen(Unconnected *w, const Element *e)
{
    diag_warning(w->d->ctx->diags, component_of_var(w->d, e->flow),
                 "connector `%s` exists because a parameter of `%s` asks for it, but it is not "
                 "connected: connect it%s",
                 e->chosen, e->name, or_left_out(w->d, e->flow));
}

/* How the condition of a connector that is not there comes true, if it is a plain name. */
static const char *setting_words(const Dae *d, const FlatAbsent *a)
{
    size_t n =
        strspn(a->condition, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return a->condition[n] || !*a->owner
               ? ""
               : arena_printf(d->arena, ": %s(%s = true)", a->owner, a->condition);
}

static const char absent_words[] =
    "this connection is left out: `%s` does not exist, because `%s` is false in `%s`%s";

const char *or_left_out(const Dae *d, VarId v)
{
    const FlatModel *f = d->flat;
    uint32_t part = f && v < d->nflat ? flat_var_of(f, v)->part : 0;
    while (part && !f->part.v[part].condition)
        part = f->part.v[part].parent;
    uint32_t owner = part ? f->part.v[part].parent : 0;
    return owner && f->part.v[owner].name
               ? arena_printf(d->arena, ", or leave it out by %s(%s = false)",
                              flat_part_text(f, owner), text_of(d->ctx, f->part.v[part].condition))
               : "";
}

void lead_open(Dae *d, VarId flow, const char *more)
{
    const char *connector = connector_text(d, flow);
    if (!strchr(connector, '.')) /* of the model itself: it is connected where that is used */
        return;
    uint32_t part = flat_var_of(d->flat, flow)->part;
    while (part && !d->flat->part.v[part].is_connector)
        part = d->flat->part.v[part].parent;
    if (d->flat->part.v[part].protected) {
        diag_lead(d->ctx->diags, d->flat->part.v[part].span,
                  "`%s` is a protected connector: nothing outside can be connected to it, so that "
                  "its flow is 0 there; what "
                  "is connected with it inside is a component that has such a connector%s",
                  connector, more);
        return;
    }
    diag_lead(d->ctx->diags, users_place_of_var(d, flow),
              "`%s` is not connected, so that no flow can leave it: connect it%s%s", connector,
              or_left_out(d, flow), more);
}

static void lead_absent(Dae *d, const FlatAbsent *a)
{
    diag_lead(d->ctx->diags, a->at, absent_words, a->gone, a->condition, a->owner,
              setting_words(d, a));
}

bool lead_users_absent(Dae *d)
{
    for (int i = 0; i < d->flat->absent.n; i++)
        if (is_in_users_file(d, d->flat->absent.v[i].at)) {
            lead_absent(d, &d->flat->absent.v[i]);
            return true;
        }
    return false;
}

void note_absent(Dae *d, const char *connector)
{
    for (int i = 0; i < d->flat->absent.n; i++) {
        const FlatAbsent *a = &d->flat->absent.v[i];
        if (!strcmp(a->other, connector))
            lead_absent(d, a);
    }
}

bool report_absent(Dae *d, VarId of, const char *so)
{
    const char *connector = of == NONE ? "" : connector_text(d, of);
    for (int i = 0; d->flat && i < d->flat->absent.n; i++) {
        const FlatAbsent *a = &d->flat->absent.v[i];
        if (strcmp(a->other, connector))
            continue;
        diag_error(d->ctx->diags, a->at, absent_words, a->gone, a->condition, a->owner,
                   setting_words(d, a));
        diag_note(d->ctx->diags, users_place_of_var(d, of), "so `%s` is not connected, and %s",
                  connector, so);
        return true;
    }
    return false;
}

static void report(Unconnected *w, const Element *e)
{
    Dae *d = w->d;
    uint32_t cls = d->flat->part.v[e->part].cls;
    const char *of = cls ? text_of(d->ctx, d->flat->cls.v[cls].name) : "", *dot = strrchr(of, '.');
    const char *flow = text_of(d->ctx, kind_of(d, e->flow));
    diag_warning(d->ctx->diags, component_of_var(d, e->flow),
                 "connector%s `%s`%s%s%s%s%s %s not connected: no%s%s%s flows through `%s`",
                 e->nfree > 1 ? "s" : "", e->first,
                 e->nfree == 2  ? " and `"
                 : e->nfree > 2 ? " to `"
                                : "",
                 e->nfree > 1 ? e->last : "", e->nfree > 1 ? "`" : "", *of ? " of " : "",
                 dot ? dot + 1 : of, e->nfree > 1 ? "are" : "is", e->kind ? " `" : "thing",
                 e->kind ? flow : "", e->kind ? "`" : "", e->name);
    note_absent(d, e->first);
    if (strcmp(e->first, e->last))
        note_absent(d, e->last);
}

/* ---- Cuts of the classic language ---- */

/* Nothing but its component says what its variables are, and that is not enough: they are not
 * determined, or they are the reference that others lack. */
static bool is_open_cut(const Diagnosis *w, const FlatOpenCut *c, const bool *used)
{
    const Dae *d = w->d;
    bool lacks = false;
    for (int i = 0; i < c->nvars; i++) {
        VarId root = dae_root(d, c->var[i], NULL);
        if (used[c->var[i]])
            return false;
        lacks = lacks || (d->var.v[root].kind <= DV_PARAMETER && d->neq_flat == d->nunknowns_flat);
        for (int f = 0; f < w->under.n && !lacks; f++)
            for (int k = 0; k < w->under.v[f].nvars && !lacks; k++)
                lacks = dae_root(d, w->under.v[f].var[k], NULL) == root;
    }
    return lacks;
}

bool report_open_cuts(Diagnosis *w)
{
    Dae *d = w->d;
    const FlatModel *f = d->flat;
    int told = 0;
    if (!f || !f->open_cut.n)
        return false;
    bool *used = used_outside(d, w->a);
    for (int i = 0; i < f->open_cut.n && told < MOST_TOLD; i++) {
        const FlatOpenCut *c = &f->open_cut.v[i];
        if (!is_open_cut(w, c, used))
            continue;
        const char *name = flat_part_text(f, c->part);
        diag_error(d->ctx->diags, f->part.v[c->part].span,
                   "the cut `%s` of `%s` is connected to nothing, and no equation of `%s` names "
                   "%s: connect it, as in "
                   "`connect %s%s%s at ...`",
                   text_of(d->ctx, c->cut), name, text_of(d->ctx, d->name),
                   names_text(d, c->var, c->nvars, MOST_TOLD), name, c->is_main ? "" : ":",
                   c->is_main ? "" : text_of(d->ctx, c->cut));
        told++;
    }
    return told > 0;
}

/* ---- Inputs where outputs are meant ---- */

typedef struct Seen {
    Dae *d;
    bool *used;       /* [nflat] in an equation of another component */
    const char *from; /* the component whose equation is looked at */
} Seen;

static void note_use(void *arg, VarId var)
{
    Seen *u = arg;
    if (var < u->d->nflat && strcmp(determined_in(u->d, var), u->from) != 0)
        u->used[var] = true;
}

/* An output of a component that nothing uses, if there is none that is used; NONE. */
static VarId idle_output(const Seen *u, uint32_t component)
{
    const FlatModel *f = u->d->flat;
    VarId found = NONE;
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        if (f->part.v[v->part].parent != component || !f->part.v[v->part].output ||
            !f->part.v[v->part].is_connector)
            continue;
        if (v->connected || u->used[v->first] || v->count != 1)
            return NONE;
        found = found == NONE ? v->first : found;
    }
    return found;
}

bool *used_outside(Dae *d, Arena *a)
{
    Seen u = {.d = d, .used = ARENA_ARRAY(a, bool, d->nflat + 1)};
    for (int k = 0; k < d->eq.n; k++)
        if (!d->eq.v[k].from_connect) {
            u.from = eq_owner(d, k);
            written_vars(d, k, note_use, &u);
        }
    return u.used;
}

/* connect(feedback.u2, plant.u) leaves the output feedback.y alone. */
static void warn_inputs(Dae *d)
{
    if (!d->flat->inputs.n)
        return;
    Arena *a = arena_new();
    Seen u = {.d = d, .used = used_outside(d, a)};
    for (int i = 0, told = 0; i < d->flat->inputs.n && told < MOST_TOLD; i++) {
        const FlatInputs *p = &d->flat->inputs.v[i];
        for (int k = 0; k < 2 && is_in_users_file(d, p->at); k++) {
            VarId out = idle_output(&u, d->flat->part.v[p->part[k]].parent);
            if (out == NONE)
                continue;
            diag_warning(d->ctx->diags, p->at,
                         "`%s` and `%s` are both inputs, and nothing uses the output `%s`: is that "
                         "to be connected?",
                         flat_part_text(d->flat, p->part[0]), flat_part_text(d->flat, p->part[1]),
                         dae_var_text(d, out));
            told++;
            break;
        }
    }
    arena_free(a);
}

void warn_unconnected(Dae *d)
{
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    warn_inputs(d);
    Unconnected w = {.d = d, .a = arena_new()};
    int told = 0;
    w.has = ARENA_ARRAY(w.a, bool, d->flat->part.n + 1);
    w.moves = ARENA_ARRAY(w.a, bool, d->flat->part.n + 1);
    for (int k = 0; k < d->eq.n; k++)
        if (d->eq.v[k].from_connect)
            note_free(&w, k);
    if (w.element.n) {
        w.same = ARENA_ARRAY(w.a, VarId, d->nflat + 1);
        join_pairs(&w);
        look_at_elements(&w);
    }
    for (int i = 0; i < w.element.n; i++)
        if (is_idle(&w, &w.element.v[i]) && told++ < MOST_TOLD)
            report(&w, &w.element.v[i]);
        else if (is_asked_in_vain(&w.element.v[i]) && !is_idle(&w, &w.element.v[i]) &&
                 told++ < MOST_TOLD)
            report_chosen(&w, &w.element.v[i]);
    if (told > MOST_TOLD)
        diag_note(d->ctx->diags, (Span){0}, "and so are those of %d more elements",
                  told - MOST_TOLD);
    arena_free(w.a);
}
