/* diagnose_under.c - unknowns that no equation determines: which of a set they are, most likely,
 * and what is said of them: the equations they are in, connectors without connection, signals of
 * buses that nobody gives, elements that a loop leaves out, branches that do not hold. Linear in
 * the equations for every unknown told. */
#include "dae/diagnose.h"
#include "model/flat.h"

enum { MOST_NAMES = 8, MOST_FAULTS = 3, MOST_USES = 4 };

/* Whether a variable stands alone on the left of an equation the user wrote: it was meant to be
 * determined by that. */
static bool is_defined(const Diagnosis *w, uint32_t var)
{
    const Dae *d = w->d;
    for (int k = 0; k < d->eq.n; k++) {
        Expr lhs = written_sides(d, k).lhs;
        if (d->eq.v[k].kind == EQ_SCALAR && !d->eq.v[k].initial && !d->eq.v[k].from_connect &&
            expr_op(d->store, lhs) == EX_VAR && var_number(d->store, lhs) == var)
            return true;
    }
    return false;
}

/* An input without a value that no equation is there for either. */
static bool is_forgotten_input(const Diagnosis *w, uint32_t v)
{
    return is_open_input(w->d, v) ? !is_defined(w, v) : is_lent_input(w->d, v);
}

/* Whether an output of a component is equal to it. */
static bool has_output(const Diagnosis *w, uint32_t v)
{
    const Dae *d = w->d;
    for (int m = w->first[dae_root(d, v, NULL)]; m; m = w->next[m - 1])
        if ((uint32_t)m - 1 < d->nflat &&
            d->flat->part.v[flat_var_of(d->flat, (uint32_t)m - 1)->part].output)
            return true;
    return false;
}

/* Whether it is a signal of a bus that no component gives a value. */
static bool is_open_bus_signal(const Diagnosis *w, uint32_t v)
{
    return is_bus_signal(w->d, v) && !has_output(w, v);
}

/* How unlikely it is that the user meant it to be open: inputs without value first; not a
 * derivative, not defined by an equation, not part of a connector unless its model lacks equations.
 */
static int open_rank(const Diagnosis *w, uint32_t v)
{
    return is_forgotten_input(w, v)               ? -1
           : is_open_bus_signal(w, v)             ? -1
           : v >= w->d->nflat                     ? 8
           : w->d->var.v[v].der_of != NONE        ? 3
           : connector_role(w->d, v) != ROLE_NONE ? 2 - is_of_lacking(w->d, v)
           : is_defined(w, v)                     ? 4
                                                  : 0;
}

static uint32_t most_open(const Diagnosis *w, const Fault *f, const bool *taken)
{
    uint32_t best = NONE;
    int least = 100;
    for (int i = 0; i < f->nvars && i < 200; i++) {
        uint32_t root = dae_root(w->d, f->var[i], NULL);
        for (int m = w->first[root]; m && !taken[root]; m = w->next[m - 1]) {
            int rank = open_rank(w, (uint32_t)m - 1);
            if (rank < least) {
                least = rank;
                best = (uint32_t)m - 1;
            }
        }
    }
    return best;
}

/* Whether all equations can be solved without the unknowns that were taken. */
static bool can_be_open(const Diagnosis *w, const bool *taken)
{
    Pattern some = {.nrows = w->pattern.nrows, .ncols = w->pattern.ncols};
    some.ptr = ARENA_ARRAY(w->a, int, some.nrows + 1);
    some.col = ARENA_ARRAY(w->a, int, w->pattern.ptr[some.nrows] + 1);
    int *row_col = ints_filled(w->a, some.nrows, -1), k = 0, before = 0;
    int *col_row = ints_filled(w->a, some.ncols, -1);
    for (int r = 0; r < some.nrows; r++) {
        for (int e = w->pattern.ptr[r]; e < w->pattern.ptr[r + 1]; e++)
            if (!taken[unknown_of(w, w->pattern.col[e])])
                some.col[k++] = w->pattern.col[e];
        some.ptr[r + 1] = k;
        before += w->row_col[r] >= 0;
    }
    return match_rows(&some, ~0u, NULL, row_col, col_row) == before;
}

/* As many unknowns as are left open, those that are most likely meant. */
int open_unknowns(const Diagnosis *w, const Fault *f, uint32_t *out)
{
    int n = 0;
    bool *tried = ARENA_ARRAY(w->a, bool, w->d->var.n + 1);
    bool *taken = ARENA_ARRAY(w->a, bool, w->d->var.n + 1);
    for (int i = 0; i < 4 * f->surplus && n < f->surplus && n < MOST_NAMES; i++) {
        uint32_t v = most_open(w, f, tried);
        if (v == NONE)
            break;
        uint32_t root = dae_root(w->d, v, NULL);
        tried[root] = taken[root] = true;
        if (f->surplus == 1 || can_be_open(w, taken))
            out[n++] = v;
        else
            taken[root] = false;
    }
    return n;
}

static void note_uses(Diagnosis *w, uint32_t var)
{
    Dae *d = w->d;
    bool zero = false; /* a parameter that is 0 was named */
    for (int k = 0, notes = 0; k < d->eq.n && notes < MOST_USES; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->initial || eq->source != NONE || eq->from_connect)
            continue;
        Sides q = written_sides(d, k);
        if (has_alias_of(d, q.lhs, var) || has_alias_of(d, q.rhs, var)) {
            bool open = d->var.v[var].type != T_REAL && !eq->discrete;
            note_equation(d, k, "it is in ",
                          open ? ", but an equation of Reals determines Reals only" : "");
            bool left = has_alias_of(d, eq->lhs, var) || has_alias_of(d, eq->rhs, var);
            zero = zero || (!left && note_zero(d, k));
            notes++;
        }
    }
}

static void note_unconnected(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    for (int i = 0; i < f->nvars; i++)
        for (int m = w->first[dae_root(d, f->var[i], NULL)]; m; m = w->next[m - 1])
            if (is_unconnected(d, (uint32_t)m - 1)) {
                diag_note(d->ctx->diags, users_place_of_var(d, (uint32_t)m - 1),
                          "`%s` is not connected", connector_text(d, (uint32_t)m - 1));
                return;
            }
}

/* Flows that nothing determines while other equations are too many: constraints in a closed loop.
 */
static void note_redundant_loop(Diagnosis *w, const VarId *var, int n)
{
    bool flows = w->over.n > 0 && n > 1;
    for (int i = 0; i < n && flows; i++)
        flows = connector_role(w->d, var[i]) == ROLE_FLOW;
    if (flows)
        diag_note(
            w->d->ctx->diags, (Span){0},
            "these are flows, and other equations are too many: the constraints of a closed loop "
            "are "
            "redundant, as of a planar mechanism in space; one joint of the loop must leave them "
            "out (in MultiBody: RevolutePlanarLoopConstraint, or a spherical joint)");
}

/* Other names, by connections, of a variable in a connector. */
static void note_names(Diagnosis *w, uint32_t var)
{
    Dae *d = w->d;
    VarVec name = {0};
    for (int m = w->first[dae_root(d, var, NULL)]; m; m = w->next[m - 1])
        if ((uint32_t)m - 1 != var && connector_role(d, (uint32_t)m - 1) != ROLE_NONE)
            vec_push(w->a, &name, (uint32_t)m - 1);
    if (!name.n || connector_role(d, var) == ROLE_NONE)
        return;
    diag_note(d->ctx->diags, users_place_of_var(d, name.v[0]), "it is connected with %s",
              names_text(d, name.v, name.n, 4));
}

/* The text at a place has the name of the signal: it is not a connection of whole buses. */
static bool names_signal(const Dae *d, Span at, VarId var)
{
    Buf text = {0};
    source_text(d->ctx->sources, at, &text);
    bool found =
        strstr(buf_text(&text),
               text_of(d->ctx, d->flat->part.v[flat_var_of(d->flat, var)->part].name)) != NULL;
    buf_free(&text);
    return found;
}

/* The bus of a signal, a connector of a component, if it is connected with no other one; NULL. */
static const char *lonely_bus(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    int n = 0;
    for (int m = w->first[dae_root(d, var, NULL)]; m; m = w->next[m - 1])
        n += is_bus_signal(d, (VarId)m - 1);
    const char *bus =
        flat_part_text(d->flat, d->flat->part.v[flat_var_of(d->flat, var)->part].parent);
    return n == 1 && strchr(bus, '.') ? bus : NULL;
}

/* The connection, written by the user, that brings a signal on the bus; no position: none. */
static Span bus_connection(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    Span first = {0};
    for (int k = 0; k < d->eq.n; k++) {
        VarVec in = d->eq.v[k].from_connect ? vars_of_eq(d, w->a, k) : (VarVec){0};
        for (int i = 0; i < in.n; i++)
            if (dae_root(d, in.v[i], NULL) == dae_root(d, var, NULL) &&
                is_in_users_file(d, d->eq.v[k].span)) {
                if (names_signal(d, d->eq.v[k].span, var))
                    return d->eq.v[k].span;
                first = first.end ? first : d->eq.v[k].span;
            }
    }
    return first;
}

/* Another signal of the same bus whose name is nearly that; NULL. */
static const char *bus_name_near(Dae *d, VarId var)
{
    const FlatModel *f = d->flat;
    uint32_t part = flat_var_of(f, var)->part, bus = f->part.v[part].parent;
    Nearest near = nearest_to(d->ctx->diags, text_of(d->ctx, f->part.v[part].name));
    for (int i = 0; i < f->var.n; i++)
        if (f->part.v[f->var.v[i].part].parent == bus && f->var.v[i].part != part)
            nearest_offer(&near, text_of(d->ctx, f->part.v[f->var.v[i].part].name));
    return near.best;
}

/* What a signal of a bus lacks, with those that wait for it. */
static void lead_bus(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    VarVec name = {0};
    if (!is_open_bus_signal(w, var))
        return;
    for (int m = w->first[dae_root(d, var, NULL)]; m; m = w->next[m - 1])
        if (!is_bus_signal(d, (VarId)m - 1))
            vec_push(w->a, &name, (VarId)m - 1);
    Span at = bus_connection(w, var);
    const char *near = bus_name_near(d, var), *lonely = lonely_bus(w, var);
    if (!at.end && name.n)
        at = users_place_of_var(d, name.v[0]);
    diag_lead(d->ctx->diags, at, "no output is connected with the signal `%s` of the bus%s%s%s: %s",
              dae_var_text(d, var), name.n ? ", which " : "",
              name.n ? names_text(d, name.v, name.n, 4) : "",
              name.n == 1 ? " reads"
              : name.n    ? " read"
                          : "",
              near ? arena_printf(w->a, "there is `%s`; is that meant?", near)
              : lonely
                  ? arena_printf(w->a, "`%s` is connected with no other bus", lonely)
                  : "connect one, or see whether the name is the one under which it is put on the "
                    "bus");
}

/* A variable of an equation, and what it is the derivative of, are used. */
static bool mark_used(void *arg, uint32_t var)
{
    const Diagnosis *w = arg;
    uint32_t of = w->d->var.v[var].int_of;
    w->used[dae_root(w->d, var, NULL)] = true;
    if (of != NONE)
        w->used[dae_root(w->d, of, NULL)] = true;
    return false;
}

/* Which variables are in equations, as they were written or as they are; found once. */
static bool is_used(Diagnosis *w, uint32_t var)
{
    Dae *d = w->d;
    bool known = w->used != NULL;
    if (!known)
        w->used = ARENA_ARRAY(w->a, bool, dae_nvars(d) + 1);
    for (int k = 0; k < d->eq.n && !known; k++) {
        if (d->eq.v[k].initial)
            continue;
        Sides q = written_sides(d, k);
        VarVec in = vars_of_eq(d, w->a, k);
        if (q.lhs)
            dae_any_var(d, q.lhs, mark_used, w);
        if (q.rhs)
            dae_any_var(d, q.rhs, mark_used, w);
        for (int i = 0; i < in.n; i++)
            mark_used(w, in.v[i]);
    }
    return w->used[dae_root(d, var, NULL)];
}

bool is_unused(Diagnosis *w, const Fault *f)
{
    return f->nvars == 1 && connector_role(w->d, f->var[0]) == ROLE_NONE &&
           !is_open_input(w->d, f->var[0]) && !is_used(w, f->var[0]);
}

typedef struct Tally {
    const Dae *d;
    int *uses; /* [nflat] equations it is in, as they are written */
} Tally;

static bool count_use(void *arg, uint32_t var)
{
    const Tally *t = arg;
    if (var < t->d->nflat)
        t->uses[var]++;
    return false;
}

typedef struct Sought {
    const Dae *d;
    VarId var;
} Sought;

static bool is_sought(void *arg, uint32_t var)
{
    const Sought *s = arg;
    return dae_root(s->d, var, NULL) == dae_root(s->d, s->var, NULL);
}

/* Whether an equation has a variable in it. */
static bool is_in_equation(Dae *d, int eq, VarId var)
{
    Sought s = {d, var};
    Sides q = written_sides(d, eq);
    return (q.lhs && dae_any_var(d, q.lhs, is_sought, &s)) ||
           (q.rhs && dae_any_var(d, q.rhs, is_sought, &s));
}

/* The only variable beside `var`, of its type and declared in the same class by the user, that one
 * equation, without `var`, computes and no other one uses; NONE: none, or several. */
static VarId idle_beside(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    Tally t = {d, ARENA_ARRAY(w->a, int, d->nflat + 1)};
    VarId found = NONE;
    int *by = ints_filled(w->a, (int)d->nflat + 1, -1);
    for (int k = 0; k < d->eq.n; k++) {
        Sides q = written_sides(d, k);
        VarId v = d->eq.v[k].initial ? NONE : given_by_eq(d, k);
        if (v < d->nflat)
            by[v] = k;
        if (q.lhs)
            dae_any_var(d, q.lhs, count_use, &t);
        if (q.rhs)
            dae_any_var(d, q.rhs, count_use, &t);
    }
    const FlatVar *own = flat_var_of(d->flat, var);
    for (VarId v = 0; v < d->nflat; v++) {
        const FlatVar *f = flat_var_of(d->flat, v);
        if (v == var || by[v] < 0 || t.uses[v] != 1 || f->type != own->type || f->top_output ||
            d->flat->part.v[f->part].parent != d->flat->part.v[own->part].parent ||
            !is_in_users_file(d, d->eq.v[by[v]].span) || is_in_equation(d, by[v], var))
            continue;
        if (found != NONE)
            return NONE;
        found = v;
    }
    return found;
}

/* An equation for it in a branch that does not hold; false: there is none. */
static bool note_left(Dae *d, VarId var)
{
    const FlatModel *f = d->flat;
    if (!f || var >= d->nflat)
        return false;
    uint32_t part = flat_var_of(f, var)->part;
    for (int i = 0; i < f->left.n; i++) {
        const FlatLeft *left = &f->left.v[i];
        if (left->owner != f->part.v[part].parent || left->name != f->part.v[part].name)
            continue;
        Buf text = {0};
        source_text(d->ctx->sources, left->condition, &text);
        diag_note(d->ctx->diags, left->at,
                  "it has an equation here, but in a branch that does not hold: %s%s%s; the other "
                  "branch needs one, too",
                  text.n ? "`" : "`else`", text.n ? buf_text(&text) : "",
                  text.n ? "` is false" : "");
        buf_free(&text);
        return true;
    }
    return false;
}

/* Something that is computed and used nowhere, where an equation is missing: is it that? */
static void note_idle(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    VarId idle = !d->flat || var >= d->nflat || connector_role(d, var) != ROLE_NONE ||
                         is_open_input(d, var) || is_lent_input(d, var) || !is_used(w, var)
                     ? NONE
                     : idle_beside(w, var);
    if (idle != NONE)
        diag_note(d->ctx->diags, users_place_of_var(d, idle),
                  "`%s` is computed and used nowhere: is `%s = %s` missing?", dae_var_text(d, idle),
                  dae_var_text(d, var), dae_var_text(d, idle));
}

/* A fixed start value is that of a state, which has a derivative; false: it has none. */
static bool note_no_derivative(const Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    const DaeVar *v = &d->var.v[var];
    bool meant = var < d->nflat && v->type == T_REAL && v->fixed && v->fixed_given &&
                 v->kind == DV_ALGEBRAIC && is_in_users_file(d, v->span);
    if (meant)
        diag_note(d->ctx->diags, (Span){0},
                  "the start value of `%s` is fixed, as that of a state, but no equation has its "
                  "derivative: is `der(%s) = ...` missing?",
                  dae_var_text(d, var), dae_var_text(d, var));
    return meant;
}

typedef struct Among {
    Arena *a;
    VarVec var;
} Among;

static void collect_var(void *arg, VarId var)
{
    Among *to = arg;
    vec_push(to->a, &to->var, var);
}

/* The element of the array of `var`, or its derivative, on the left side of an equation; NONE:
 * there is none. */
static VarId element_given(Dae *d, Arena *a, int k, VarId var)
{
    const FlatVar *array = flat_var_of(d->flat, var);
    Among in = {.a = a};
    if (d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial || d->eq.v[k].from_connect)
        return NONE;
    dae_visible_vars(d, written_sides(d, k).lhs, collect_var, &in);
    for (int i = 0; i < in.var.n; i++) {
        VarId v = in.var.v[i], of = d->var.v[v].int_of != NONE ? d->var.v[v].int_of : v;
        if (of < d->nflat && of != var && flat_var_of(d->flat, of) == array)
            return of;
    }
    return NONE;
}

/* Other elements of an array get their equations by a loop, which leaves this one out. */
static void note_loop(Diagnosis *w, VarId var)
{
    Dae *d = w->d;
    if (!d->flat || var >= d->nflat || flat_var_of(d->flat, var)->count < 2 ||
        d->flat->part.v[flat_var_of(d->flat, var)->part].ndims != 1)
        return;
    VarId first = NONE, best[2] = {NONE, NONE};
    int begin = -1, loop = -1;
    for (int k = 0, n = 0, most = 1; k < d->eq.n; k++) {
        VarId v = element_given(d, w->a, k, var);
        if (v == NONE)
            continue;
        if (begin < 0 || d->eq.v[k].span.beg != d->eq.v[begin].span.beg) {
            begin = k;
            first = v;
            n = 0;
        }
        if (++n > most) { /* a statement of several equations is in a loop */
            most = n;
            best[0] = first;
            best[1] = v;
            loop = k;
        }
    }
    if (loop >= 0)
        diag_note(d->ctx->diags, d->eq.v[loop].span,
                  "these equations give `%s` to `%s`, and leave `%s` out: are they to begin "
                  "earlier or end later?",
                  dae_var_text(d, best[0]), dae_var_text(d, best[1]), dae_var_text(d, var));
}

/* Other elements of the array of var[0] that are faults of their own are told with it. How many
 * there are. */
static int add_same_array(Diagnosis *w, VarId *var)
{
    enum { MOST_ASKED = 40 };
    Dae *d = w->d;
    const FlatVar *array = d->flat && var[0] < d->nflat ? flat_var_of(d->flat, var[0]) : NULL;
    int n = 1;
    for (int i = 0, asked = 0; i < w->under.n && array && array->count > 1; i++) {
        Fault *f = &w->under.v[i];
        VarId *open = f->nvars == 1 ? f->var : ARENA_ARRAY(w->a, VarId, f->nvars + 1);
        if (f->told || f->surplus != 1 ||
            (f->nvars > 1 && (asked++ >= MOST_ASKED || open_unknowns(w, f, open) != 1)) ||
            open[0] >= d->nflat || flat_var_of(d->flat, open[0]) != array)
            continue;
        f->told = true;
        if (open[0] != var[0])
            var[n++] = open[0];
    }
    return n;
}

void report_under(Diagnosis *w, const Fault *f, const char *when)
{
    Dae *d = w->d;
    uint32_t *var = ARENA_ARRAY(w->a, uint32_t, f->nvars + w->under.n + 1);
    uint32_t *other = ARENA_ARRAY(w->a, uint32_t, f->nvars + 1);
    int nother = 0, nvar = open_unknowns(w, f, var);
    for (int i = 0; i < f->nvars; i++) {
        bool named = false;
        for (int k = 0; k < nvar; k++)
            named = named || dae_root(d, var[k], NULL) == dae_root(d, f->var[i], NULL);
        bool beside = nvar && is_of_lacking(d, var[0]) && !is_of_lacking(d, f->var[i]);
        if (!named && !beside && !(nvar && is_forgotten_input(w, var[0])))
            other[nother++] = f->var[i];
    }
    Span at =
        is_forgotten_input(w, var[0]) ? component_of_var(d, var[0]) : users_place_of_var(d, var[0]);
    int nnames = nvar == 1 && !nother ? add_same_array(w, var) : nvar;
    diag_error(d->ctx->diags, at, "%sno equation determines %s%s%s%s%s", when,
               names_text(d, var, nnames, MOST_NAMES), nother ? " (it could also be " : "",
               names_text(d, other, nother, MOST_NAMES), nother ? ")" : "",
               nvar == 1 && is_forgotten_input(w, var[0])
                   ? ": connect this input, or give it a value"
               : nvar == 1 && !w->over.n && is_unused(w, f)
                   ? nnames > 1 ? ": they are in none" : ": it is in none"
                   : "");
    for (int k = 0; k < nvar && k < MOST_FAULTS; k++) {
        note_uses(w, var[k]);
        note_names(w, var[k]);
        lead_bus(w, var[k]);
        if (is_stream(d, var[k]))
            diag_note(d->ctx->diags, (Span){0},
                      "it is a stream: the component says, by an equation for it, with which value "
                      "what flows out leaves through its connector");
    }
    if (!is_forgotten_input(w, var[0]))
        note_unconnected(w, f);
    bool left = note_left(d, var[0]);
    if (nvar == 1)
        note_loop(w, var[0]);
    if (nvar == 1 && f->surplus == 1 && !w->over.n && !left && !note_no_derivative(w, var[0]))
        note_idle(w, var[0]);
    note_redundant_loop(w, var, nvar);
}
