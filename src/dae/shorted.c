/* shorted.c - components that are connected with themselves: a damper with both flanges on one
 * mass, a resistor beside an ammeter, a controller that compares a signal with itself, or with its
 * own output.
 *
 * Potentials are one by connections and by equations such as flange_a.s = s - L/2, with a length of
 * 0, of other elements. An element that has two of them, of one kind, and an equation such as s_rel
 * = flange_b.s - flange_a.s, has no effect: its difference is always 0. (Where connections alone
 * make them one, that is told with these.) Elements that make the two one by themselves (an
 * ammeter, a rod) are meant so, as are those with a third end (a diode made from a transistor) or
 * elements inside.
 *
 * Signals are one by connections. An equation such as y = u1 - u2 in which two inputs cancel, or an
 * output that is an input of its own block which has another one, is a mistake, the latter where an
 * output of the model is left that nothing uses. O(equations + variables), and the texts of
 * connections for what is told. */
#include "dae/diagnose.h"
#include "model/flat.h"
#include <math.h>

enum { MOST_TOLD = 3 };

typedef struct Shorted {
    Dae *d;
    Arena *a;
    VarId *same;   /* [nflat] */
    VarId *fed;    /* [nflat] by connections of the model itself alone */
    bool *rigid;   /* [nparts] elements that make their ends one by themselves */
    bool searched; /* outputs that nothing uses */
    VarId idle[2];
    Map told; /* components */
    bool counted;
    Map ends; /* element and kind -> how many potentials of that kind are in it */
} Shorted;

static double value_of(const Shorted *w, Expr e)
{
    return expr_value(w->d->store, e, dae_parameter_values(w->d), NAN);
}

/* The element that the connector of a potential is part of; 0: it is none, or of the model itself.
 */
static uint32_t element_of(const Dae *d, VarId var)
{
    if (var >= d->nflat || connector_role(d, var) != ROLE_POTENTIAL)
        return 0;
    const FlatModel *f = d->flat;
    uint32_t part = flat_var_of(f, var)->part;
    while (part && !f->part.v[part].is_connector)
        part = f->part.v[part].parent;
    uint32_t element = part ? f->part.v[part].parent : 0;
    return element == f->root || f->part.v[element].is_connector ? 0 : element;
}

static bool is_plain(const Dae *d, int k)
{
    const DaeEq *eq = &d->eq.v[k];
    return eq->kind == EQ_SCALAR && !eq->initial && eq->source == NONE &&
           expr_type(d->store, written_sides(d, k).lhs) == T_REAL;
}

/* x = y, also where what is between them is a length of 0 */
static void join_pairs(Shorted *w)
{
    Dae *d = w->d;
    for (VarId i = 0; i < d->nflat; i++)
        w->same[i] = w->fed[i] = i;
    for (int k = 0; k < d->eq.n; k++) {
        if (!is_plain(d, k))
            continue;
        LinearForm f = written_sum(d, w->a, written_sides(d, k));
        if (f.n != 2 || f.nnon || value_of(w, f.rest) != 0 ||
            value_of(w, f.coef[0]) + value_of(w, f.coef[1]) != 0)
            continue;
        uint32_t element = d->eq.v[k].from_connect ? 0 : element_of(d, f.var[0]);
        w->rigid[element] = w->rigid[element] || element_of(d, f.var[1]) == element;
        w->same[same_of(w->same, f.var[0])] = same_of(w->same, f.var[1]);
        if (d->eq.v[k].from_connect && !*eq_owner(d, k))
            w->fed[same_of(w->fed, f.var[0])] = same_of(w->fed, f.var[1]);
    }
}

/* Potentials of each kind in connectors of elements, and in elements inside of them, are counted
 * once. */
static void count_all(Shorted *w)
{
    const Dae *d = w->d;
    const FlatModel *f = d->flat;
    w->counted = true;
    for (VarId v = 0; v < d->nflat; v++) {
        uint32_t part = flat_var_of(f, v)->part;
        Name kind = f->part.v[part].name;
        if (connector_role(d, v) != ROLE_POTENTIAL)
            continue;
        for (; part && part != f->root; part = f->part.v[part].parent) {
            uint64_t key = map_pair(part, kind);
            map_set(&w->ends, w->a, key, map_get(&w->ends, key, 0) + 1);
        }
    }
}

/* How many an element has of the kind of one. */
static uint32_t count_ends(Shorted *w, uint32_t element, VarId like)
{
    const FlatModel *f = w->d->flat;
    if (!w->counted)
        count_all(w);
    return map_get(&w->ends, map_pair(element, f->part.v[flat_var_of(f, like)->part].name), 0);
}

/* z = x - y of two ends that are one. */
static bool is_shorted(Shorted *w, int k, VarId end[2], VarId *difference)
{
    const Dae *d = w->d;
    if (!is_plain(d, k) || d->eq.v[k].from_connect || !*eq_owner(d, k))
        return false;
    LinearForm f = written_sum(w->d, w->a, written_sides(d, k));
    int n = 0;
    double sum = 0;
    *difference = NONE;
    for (int i = 0; i < f.n && f.n == 3 && !f.nnon; i++)
        if (!element_of(d, f.var[i])) {
            *difference = f.var[i];
        } else if (n < 2) {
            sum += value_of(w, f.coef[i]);
            end[n++] = f.var[i];
        }
    uint32_t element = n == 2 ? element_of(d, end[0]) : 0;
    return element && *difference != NONE && sum == 0 && element == element_of(d, end[1]) &&
           !w->rigid[element] && same_of(w->same, end[0]) == same_of(w->same, end[1]) &&
           same_of(w->fed, end[0]) != same_of(w->fed, end[1]) /* told with the connections */ &&
           count_ends(w, element, end[0]) == 2;
}

/* The last connection in the text that names one of two connectors. */
static Span last_connection(Dae *d, const char *one, const char *other)
{
    Span found = {0};
    for (int k = 0; k < d->eq.n; k++) {
        Span at = d->eq.v[k].span;
        if (!d->eq.v[k].from_connect || at.beg <= found.beg || *eq_owner(d, k) ||
            !is_in_users_file(d, at))
            continue;
        Buf text = {0};
        source_text(d->ctx->sources, at, &text);
        if (strstr(buf_text(&text), one) || strstr(buf_text(&text), other))
            found = at;
        buf_free(&text);
    }
    return found;
}

static bool warn_ends(Shorted *w, int k)
{
    Dae *d = w->d;
    VarId end[2], difference;
    Span own = users_place_of_eq(d, k);
    if (!is_in_users_file(d, own) || !is_shorted(w, k, end, &difference))
        return false;
    const char *one = connector_text(d, end[0]), *other = connector_text(d, end[1]);
    Span at = last_connection(d, one, other);
    diag_warning(d->ctx->diags, at.end ? at : own,
                 "`%s` and `%s` are one by what they are connected to, so that `%s` is always 0: "
                 "the element has no effect; is "
                 "another connector meant?",
                 one, other, dae_var_text(d, difference));
    if (at.end)
        diag_note(d->ctx->diags, component_of_var(d, end[0]), "the element");
    return true;
}

/* ---- Signals ---- */

/* The component of the model that a part is, or is in, which is declared in the user's file; 0:
 * none. */
static uint32_t users_component(const Dae *d, uint32_t part)
{
    const FlatModel *f = d->flat;
    while (part && part != f->root && f->part.v[part].parent != f->root)
        part = f->part.v[part].parent;
    return part && part != f->root && is_in_users_file(d, f->part.v[part].span) ? part : 0;
}

static bool is_signal(const Dae *d, VarId v, bool output)
{
    const FlatPart *p = &d->flat->part.v[flat_var_of(d->flat, v)->part];
    return d->var.v[v].type == T_REAL && (output ? p->output : p->input) && !p->protected;
}

/* Outputs of two components of the model that nothing uses, rather of those with physical
 * connectors. */
static void find_idle(Shorted *w)
{
    Dae *d = w->d;
    const FlatModel *f = d->flat;
    bool *used = used_outside(d, w->a), *physical = ARENA_ARRAY(w->a, bool, f->part.n + 1);
    uint32_t of[2] = {0};
    w->searched = true;
    for (VarId v = 0; v < d->nflat; v++)
        physical[element_of(d, v)] = true;
    for (VarId v = 0; v < d->nflat; v++) {
        const FlatVar *var = flat_var_of(f, v);
        uint32_t part = f->part.v[var->part].parent;
        if (!part || f->part.v[part].parent != f->root || !is_signal(d, v, true) ||
            var->connected || used[v] || !f->part.v[var->part].is_connector ||
            !is_in_users_file(d, f->part.v[part].span))
            continue;
        int i = !of[0] || part == of[0] ? 0 : 1;
        if (of[i] && !(physical[part] && !physical[of[i]]))
            continue;
        of[i] = part;
        w->idle[i] = v;
    }
    if (physical[of[1]] && of[1] && !physical[of[0]]) {
        VarId first = w->idle[0];
        w->idle[0] = w->idle[1];
        w->idle[1] = first;
    }
}

/* One of another component; NONE. */
static VarId unused_output(Shorted *w, uint32_t component)
{
    const FlatModel *f = w->d->flat;
    if (!w->searched)
        find_idle(w);
    for (int i = 0; i < 2; i++)
        if (w->idle[i] != NONE && f->part.v[flat_var_of(f, w->idle[i])->part].parent != component)
            return w->idle[i];
    return NONE;
}

/* One by the equations that were eliminated, or (of what is constant) by those that are written. */
static bool is_one(const Shorted *w, VarId a, VarId b)
{
    return dae_root(w->d, a, NULL) == dae_root(w->d, b, NULL) ||
           same_of(w->same, a) == same_of(w->same, b);
}

/* An input of a component itself that is one with a signal, and not `other`. */
static bool find_same(const Shorted *w, uint32_t component, VarId like, VarId other, VarId *out)
{
    const Dae *d = w->d;
    for (VarId v = 0; v < d->nflat; v++)
        if (v != other && d->flat->part.v[flat_var_of(d->flat, v)->part].parent == component &&
            is_signal(d, v, false) && is_one(w, v, like) &&
            (other == NONE || same_of(w->fed, v) == same_of(w->fed, other))) {
            *out = v;
            return true;
        }
    return false;
}

/* Two inputs that cancel in an equation: y = u1 - u2. */
static bool warn_same_inputs(Shorted *w, int k)
{
    Dae *d = w->d;
    uint32_t component = users_component(d, d->owner_part.v[d->eq.v[k].owner]);
    if (!component || d->eq.v[k].from_connect || !is_plain(d, k) || map_get(&w->told, component, 0))
        return false;
    LinearForm f = written_sum(d, w->a, written_sides(d, k));
    for (int i = 0; i < f.n; i++)
        for (int j = 0; j < i && is_signal(d, f.var[i], false); j++) {
            VarId one, other, idle = NONE;
            if (!is_signal(d, f.var[j], false) || !is_one(w, f.var[i], f.var[j]) ||
                value_of(w, f.coef[i]) + value_of(w, f.coef[j]) != 0)
                continue;
            map_set(&w->told, w->a, component, 1);
            if (!find_same(w, component, f.var[i], NONE, &one) ||
                !find_same(w, component, f.var[i], one, &other))
                return false;
            idle = unused_output(w, component);
            const char *first = dae_var_text(d, one), *second = dae_var_text(d, other);
            Span at = last_connection(d, first, second);
            at = at.end ? at : d->flat->part.v[component].span;
            if (idle == NONE)
                diag_warning(d->ctx->diags, at,
                             "`%s` and `%s` are connected with each other, so that their "
                             "difference is always 0: is another "
                             "signal meant for one of them?",
                             first, second);
            else
                diag_warning(d->ctx->diags, at,
                             "`%s` and `%s` are connected with each other, so that their "
                             "difference is always 0, and nothing uses "
                             "the output `%s`: is that meant for one of them?",
                             first, second, dae_var_text(d, idle));
            return true;
        }
    return false;
}

/* An output of a component that is one of its inputs, while another input is something else. */
static bool warn_own_output(Shorted *w, VarId output, VarId input)
{
    Dae *d = w->d;
    const FlatModel *f = d->flat;
    uint32_t component = f->part.v[flat_var_of(f, output)->part].parent;
    VarId idle = unused_output(w, component);
    bool other = false;
    if (idle == NONE)
        return false;
    for (VarId v = 0; v < d->nflat && !other; v++)
        other = f->part.v[flat_var_of(f, v)->part].parent == component && is_signal(d, v, false) &&
                dae_root(d, v, NULL) != dae_root(d, output, NULL);
    if (!other)
        return false;
    const char *name = dae_var_text(d, input);
    Span at = last_connection(d, name, name);
    diag_warning(d->ctx->diags, at.end ? at : f->part.v[component].span,
                 "the output `%s` is connected to `%s`, an input of the same block: is another "
                 "output meant? Nothing uses `%s`",
                 dae_var_text(d, output), name, dae_var_text(d, idle));
    return true;
}

static int warn_own_outputs(Shorted *w, int most)
{
    Dae *d = w->d;
    const FlatModel *f = d->flat;
    Map input = {0}; /* component and what stands for a signal -> the input + 1 */
    int told = 0;
    for (int output = 0; output < 2; output++)
        for (VarId v = 0; v < d->nflat && told < most; v++) {
            const FlatVar *var = flat_var_of(f, v);
            uint32_t component = f->part.v[var->part].parent;
            if (!var->connected || !is_signal(d, v, output) ||
                component != users_component(d, component))
                continue;
            uint64_t key = map_pair(component, same_of(w->fed, v));
            uint32_t known = map_get(&input, key, 0);
            if (!output)
                map_set(&input, w->a, key, v + 1);
            else if (known)
                told += warn_own_output(w, v, known - 1);
        }
    return told;
}

void warn_shorted(Dae *d)
{
    if (!d->flat || d->of_library || d->classic || d->policy)
        return;
    Shorted w = {.d = d, .a = arena_new(), .idle = {NONE, NONE}};
    w.same = ARENA_ARRAY(w.a, VarId, d->nflat + 1);
    w.fed = ARENA_ARRAY(w.a, VarId, d->nflat + 1);
    w.rigid = ARENA_ARRAY(w.a, bool, d->flat->part.n + 1);
    join_pairs(&w);
    int told = 0;
    for (int k = 0; k < d->eq.n && told < MOST_TOLD; k++)
        told += warn_ends(&w, k) || warn_same_inputs(&w, k);
    warn_own_outputs(&w, MOST_TOLD - told);
    arena_free(w.a);
}
