/* diagnose.c - what is wrong with equations that cannot be matched, in the user's names and at the
 * user's lines.
 *
 * Each fault (faults.c) is one error: equations that are too many are named with what makes them
 * depend on each other, an unknown that nothing determines with the equations it is in, both with a
 * remedy where there is a likely one (remedy.c). */
#include "dae/diagnose.h"
#include "base/die.h"
#include "model/flat.h"

enum { MOST_NOTES = 8, MOST_NAMES = 8, MOST_FAULTS = 3, PLAIN = 3 };

/* ---- Over-determined ---- */

static bool is_known_by_nature(Diagnosis *w, int k)
{
    VarVec in = vars_of_eq(w->d, w->a, k);
    for (int i = 0; i < in.n; i++)
        if (w->d->var.v[in.v[i]].kind > DV_INPUT || w->d->var.v[in.v[i]].was_variable)
            return false;
    return true;
}

/* Why an equation without unknowns determines nothing, and how a parameter is set instead. */
static const char *known_words(Dae *d, int k)
{
    static const char only[] = ": it contains only time, inputs and parameters";
    if (d->eq.v[k].kind != EQ_SCALAR)
        return only;
    Sides q = written_sides(d, k);
    Expr e = expr_op(d->store, q.lhs) == EX_VAR ? q.lhs : q.rhs;
    uint32_t v = expr_op(d->store, e) == EX_VAR ? (uint32_t)expr_node(d->store, e)->payload : NONE;
    if (v == NONE || d->var.v[v].kind != DV_PARAMETER)
        return only;
    return arena_printf(d->arena, ": a parameter is set where %s is declared, %s",
                        strchr(dae_var_text(d, v), '.') ? "its component" : "it",
                        as_modifier(d->arena, dae_var_text(d, v)));
}

VarId given_by_eq(const Dae *d, int k)
{
    if (k < 0 || d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].from_connect)
        return NONE;
    Sides q = written_sides(d, k);
    Expr alone = expr_op(d->store, q.lhs) == EX_VAR ? q.lhs : q.rhs;
    VarId v = expr_op(d->store, alone) == EX_VAR ? var_number(d->store, alone) : NONE;
    if (expr_op(d->store, q.lhs) == EX_TOREAL) /* of an Integer, which it is to give */
        return NONE;
    return v == NONE || (d->var.v[v].kind <= DV_PARAMETER && !d->var.v[v].was_variable) ? NONE : v;
}

static VarId given_by(const Diagnosis *w, int r)
{
    return given_by_eq(w->d, w->p->row.v[r].eq);
}

typedef struct Search {
    const Dae *d;
    uint32_t root;
} Search;

static bool stands_for(void *arg, uint32_t var)
{
    const Search *s = arg;
    return dae_root(s->d, var, NULL) == s->root;
}

bool has_alias_of(Dae *d, Expr e, VarId v)
{
    return dae_any_var(d, e, stands_for, &(Search){d, dae_root(d, v, NULL)});
}

/* A Boolean or Integer that is computed from itself by way of others; false: it is not that. */
static bool report_loop(Diagnosis *w, int r)
{
    Dae *d = w->d;
    int k = w->p->row.v[r].eq;
    VarId v = given_by(w, r);
    if (v == NONE || d->var.v[v].type == T_REAL)
        return false;
    v = dae_root(d, v, NULL);
    Sides q = written_sides(d, k);
    Expr value = expr_op(d->store, q.lhs) == EX_VAR ? q.rhs : q.lhs;
    if (!has_alias_of(d, value, v))
        return false;
    VarVec name = {0};
    for (int m = w->first[v]; m; m = w->next[m - 1])
        vec_push(w->a, &name, (VarId)m - 1);
    diag_error(d->ctx->diags, users_place_of_eq(d, k),
               "%s depend%s on %s at the same instant: where values are computed in a loop one of "
               "them must be that before the event, by `pre`",
               names_text(d, name.v, name.n, MOST_NAMES), name.n == 1 ? "s" : "",
               name.n == 1 ? "itself" : "each other");
    Chain chain = {.d = d, .a = w->a};
    chain_open(&chain);
    for (int i = 1; i < name.n; i++)
        chain_way(&chain, name.v[0], name.v[i]);
    note_equation(d, k, "", "");
    for (int i = 0; i < chain.found.n && i < MOST_NOTES; i++)
        note_equation(d, chain.found.v[i], "", "");
    for (int f = 0; f < w->under.n; f++)
        for (int i = 0; i < w->under.v[f].nvars; i++)
            if (dae_root(d, w->under.v[f].var[i], NULL) == v)
                w->under.v[f].told = true;
    return true;
}

/* The variables of an equation the user wrote if all of them have derivatives, which other
 * equations give; none else. */
static VarVec states_of(Diagnosis *w, int k)
{
    const Dae *d = w->d;
    VarVec in = d->eq.v[k].kind == EQ_SCALAR && !d->eq.v[k].from_connect ? vars_of_eq(w->d, w->a, k)
                                                                         : (VarVec){0},
           out = {0};
    for (int i = 0; i < in.n; i++) {
        if (d->var.v[in.v[i]].kind <= DV_PARAMETER && !d->var.v[in.v[i]].was_variable)
            continue;
        if (d->var.v[in.v[i]].der_of == NONE)
            return (VarVec){0};
        vec_push(w->a, &out, in.v[i]);
    }
    return out;
}

/* An algorithm with a loop or the like, none of whose inputs is known otherwise. */
static void report_computed(Diagnosis *w, int k, const VarVec *var)
{
    Dae *d = w->d;
    VarVec given = {0};
    for (int i = 0; i < d->eq.v[k].noutputs; i++)
        if (d->eq.v[k].output[i] != NONE)
            vec_push(w->a, &given, d->eq.v[k].output[i]);
    diag_error(d->ctx->diags, d->eq.v[k].span,
               "the algorithm that computes %s cannot be solved for %s, and what it computes is "
               "known from other "
               "equations: write its statements as a function and call that in an equation, which "
               "can be solved for "
               "what is unknown",
               names_text(d, given.v, given.n, MOST_NAMES),
               names_text(d, var->v, var->n, MOST_NAMES));
}

/* An equation that can be solved for nothing. */
static void report_useless(Diagnosis *w, int r)
{
    Problem *p = w->p;
    Dae *d = w->d;
    int k = p->row.v[r].eq;
    VarVec var = {0};
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        vec_push(w->a, &var, p->col.v[p->p.col[e]]);
    if (var.n && report_loop(w, r))
        return;
    if (var.n && d->eq.v[k].kind == EQ_ALGORITHM) {
        report_computed(w, k, &var);
        return;
    }
    if (var.n) {
        Sides q = written_sides(d, k);
        bool alone = expr_op(d->store, q.lhs) == EX_VAR || expr_op(d->store, q.rhs) == EX_VAR;
        bool real = !alone && (expr_op(d->store, q.lhs) == EX_TOREAL ||
                               expr_op(d->store, q.rhs) == EX_TOREAL);
        diag_error(
            d->ctx->diags, users_place_of_eq(d, k), "the equation `%s` cannot be solved for %s: %s",
            dae_written_text(d, k), names_text(d, var.v, var.n, MOST_NAMES),
            real    ? "the other side is a Real; integer(...) makes an Integer of it, rounded "
                      "down"
            : alone ? "what is not a Real is computed from what is known; where such variables "
                      "depend on each other, `pre` takes the value before the event"
                    : "a discrete unknown must stand alone on one side");
        return;
    }
    Dependent dep = dependent_equations(d, w->a, k);
    Cause cause = {.open = NONE};
    cause_of_dependent(w, &dep, &cause);
    if (report_absent(d, cause.open, "its equations contradict each other")) {
        tell_under(w, &cause);
        return;
    }
    VarVec state = states_of(w, k);
    if (state.n && !dep.n) {
        diag_error(d->ctx->diags, users_place_of_eq(d, k),
                   "the equation `%s` is one too many: %s follow%s from %s: remove it; what holds "
                   "%s besides "
                   "needs an unknown to do it, such as a force",
                   dae_written_text(d, k), names_text(d, state.v, state.n, MOST_NAMES),
                   state.n == 1 ? "s" : "", state.n == 1 ? "its derivative" : "their derivatives",
                   state.n == 1 ? "it" : "them");
        return;
    }
    const char *open = dep.n || is_known_by_nature(w, k) ? NULL : unconnected_behind(d, w->a, k);
    diag_error(d->ctx->diags, users_place_of_eq(d, k),
               "the equation `%s` determines nothing%s%s%s%s", dae_written_text(d, k),
               dep.rest == REST_CONTRADICTION   ? " and contradicts others"
               : dep.rest == REST_ZERO && dep.n ? ": it follows from others"
               : dep.n && dep.order[0]          ? ": its derivative is known already"
               : is_known_by_nature(w, k)       ? known_words(d, k)
                                                : ": what is in it is known already",
               open ? ", because `" : "", open ? open : "", open ? "` is not connected" : "");
    explain_by_aliases(d, k);
    note_zero(d, k);
    if (is_known_kind(&cause))
        advise(w, &cause);
}

static void note_rows(Diagnosis *w, const int *row, int n)
{
    int last = -1, notes = 0;
    for (int i = 0; i < n; i++) {
        int k = w->p->row.v[row[i]].eq;
        if (k < 0 || k == last)
            continue;
        last = k;
        if (notes++ < MOST_NOTES)
            note_equation(w->d, k, "", "");
    }
    note_more(w->d, notes - MOST_NOTES);
}

void find_ways(Diagnosis *w, const Fault *f, Chain *chain)
{
    Dae *d = w->d;
    chain_open(chain);
    for (int i = 0; i < f->nrows; i++) {
        const Row *row = &w->p->row.v[f->row[i]];
        VarVec in = {0};
        if (row->eq >= 0)
            in = vars_of_eq(d, w->a, row->eq);
        else if (row->start_of)
            vec_push(w->a, &in, row->start_of - 1);
        for (int j = 0; j < in.n && i < MOST_NOTES; j++) {
            uint32_t root = dae_root(d, in.v[j], NULL);
            if (d->var.v[root].was_variable)
                chain_way(chain, in.v[j], NONE);
            else if (root != in.v[j])
                chain_way(chain, in.v[j], root);
        }
    }
}

/* Two equations of a set that give the same unknown: one of them is the one too many, most likely.
 */
static bool find_pair(const Diagnosis *w, const Fault *f, int *first, int *second)
{
    enum { MOST_ROWS = 200 };
    for (int i = 0; i < f->nrows && i < MOST_ROWS; i++) {
        VarId v = given_by(w, f->row[i]);
        for (int j = 0; v != NONE && j < i; j++)
            if (given_by(w, f->row[j]) == v) {
                *first = f->row[j];
                *second = f->row[i];
                return true;
            }
    }
    return false;
}

/* u = 5 inside of the component whose input u is. */
static bool note_own_input(Dae *d, int k)
{
    Sides q = k < 0 ? (Sides){0} : written_sides(d, k);
    if (k < 0 || d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].from_connect || d->eq.v[k].binding ||
        expr_op(d->store, q.lhs) != EX_VAR)
        return false;
    VarId var = var_number(d->store, q.lhs);
    const char *owner = eq_owner(d, k);
    if (!*owner || !is_input_of(d, var, owner))
        return false;
    diag_note(
        d->ctx->diags, d->eq.v[k].span,
        "`%s` is an input of `%s`, which what it is connected to gives: this equation for it is "
        "one too many",
        dae_var_text(d, var), owner);
    return true;
}

static bool note_own_inputs(Diagnosis *w, const Fault *f)
{
    for (int i = 0; i < f->nrows && i < MOST_NOTES; i++)
        if (note_own_input(w->d, w->p->row.v[f->row[i]].eq))
            return true;
    return false;
}

static bool is_written_alike(const Diagnosis *w, int first, int second)
{
    const Row *a = &w->p->row.v[first], *b = &w->p->row.v[second];
    return a->lhs == b->lhs && a->rhs == b->rhs && a->kind == b->kind && a->kind == ROW_EQUATION;
}

static bool is_written_twice(const Diagnosis *w, const Fault *f)
{
    return f->nrows == 2 && is_written_alike(w, f->row[0], f->row[1]);
}

/* Whether a flow is 0 in it because its connector is open, which explains more. */
static bool has_open_flow(Diagnosis *w, const Fault *f)
{
    for (int i = 0; i < f->nrows; i++) {
        VarVec in = {0};
        if (w->p->row.v[f->row[i]].eq >= 0)
            in = vars_of_eq(w->d, w->a, w->p->row.v[f->row[i]].eq);
        for (int k = 0; k < in.n; k++)
            if (connector_role(w->d, in.v[k]) == ROLE_FLOW && w->d->var.v[in.v[k]].was_variable)
                return true;
    }
    return false;
}

/* u = min(1, u) */
static bool is_of_itself(Dae *d, int k, VarId v)
{
    Sides q = written_sides(d, k);
    Expr value = expr_op(d->store, q.lhs) == EX_VAR ? q.rhs : q.lhs;
    return has_alias_of(d, value, v);
}

/* An equation of a component in which its input stands alone, but what it is to determine is in a
 * connector: v = p.v - n.v in a source that a signal controls. */
static bool drives_connector(Dae *d, Arena *a, int k, VarId v)
{
    const char *owner = eq_owner(d, k);
    VarVec in = *owner && !d->eq.v[k].binding && is_input_of(d, v, owner) ? vars_of_eq(d, a, k)
                                                                          : (VarVec){0};
    for (int i = 0; i < in.n; i++)
        if (connector_role(d, in.v[i]) != ROLE_NONE)
            return true;
    return false;
}

static bool is_input_var(const Dae *d, VarId v)
{
    const FlatVar *f = d->flat && v < d->nflat ? flat_var_of(d->flat, v) : NULL;
    return f && d->flat->part.v[f->part].input;
}

/* Two variables that are connected are both given, one of them an input, which should not be. */
static void report_connected_pair(Diagnosis *w, int k, int l)
{
    Dae *d = w->d;
    if (is_input_var(d, given_by_eq(d, l))) {
        int other = k;
        k = l;
        l = other;
    }
    VarId v = given_by_eq(d, k), other = given_by_eq(d, l);
    const char *name = dae_var_text(d, v), *owner = eq_owner(d, k);
    bool inside = *owner && is_input_of(d, v, owner);
    diag_error(d->ctx->diags,
               inside || d->eq.v[k].binding ? d->eq.v[k].span : users_place_of_eq(d, k),
               "`%s` is given twice: by %s, and by its connection with `%s`, which another "
               "equation gives: %s",
               name, d->eq.v[k].binding ? "this value" : "this equation", dae_var_text(d, other),
               d->eq.v[k].binding ? "remove the value or the connection"
               : inside           ? "an input is given from outside; remove the equation here"
                                  : "remove one of the equations, or the connection");
    note_equation(d, l, "", "");
    Chain chain = {.d = d, .a = w->a};
    chain_open(&chain);
    chain_way(&chain, v, other);
    for (int i = 0; i < chain.found.n && i < MOST_NOTES; i++)
        note_equation(d, chain.found.v[i], "with ", "");
}

/* An equation of the model itself that gives one component's output to another's input, u = y, as a
 * connection does. */
static bool hands_over(const Diagnosis *w, int k)
{
    Dae *d = w->d;
    if (d->eq.v[k].from_connect || d->eq.v[k].kind != EQ_SCALAR || d->eq.v[k].initial ||
        *eq_owner(d, k) || !d->flat)
        return false;
    Sides q = written_sides(d, k);
    if (expr_op(d->store, q.lhs) != EX_VAR || expr_op(d->store, q.rhs) != EX_VAR)
        return false;
    VarId side[2] = {var_number(d->store, q.lhs), var_number(d->store, q.rhs)};
    for (int i = 0; i < 2; i++)
        if (side[i] < d->nflat && side[!i] < d->nflat && is_input_var(d, side[i]) &&
            strchr(dae_var_text(d, side[i]), '.') &&
            d->flat->part.v[flat_var_of(d->flat, side[!i])->part].output &&
            strchr(dae_var_text(d, side[!i]), '.'))
            return true;
    return false;
}

/* Variables that connections make equal: one of them for each. */
static VarId *connected_ones(Diagnosis *w)
{
    Dae *d = w->d;
    VarId *same = ARENA_ARRAY(w->a, VarId, d->var.n + 1);
    for (int v = 0; v < d->var.n; v++)
        same[v] = (VarId)v;
    for (int k = 0; k < d->eq.n; k++) {
        bool joins = (d->eq.v[k].from_connect && d->eq.v[k].kind == EQ_SCALAR) || hands_over(w, k);
        Sides q = joins ? written_sides(d, k) : (Sides){0};
        if (q.lhs && expr_op(d->store, q.lhs) == EX_VAR && expr_op(d->store, q.rhs) == EX_VAR)
            same[same_of(same, var_number(d->store, q.lhs))] =
                same_of(same, var_number(d->store, q.rhs));
    }
    return same;
}

/* T*der(y) + y = u inside of the component whose input u is: that is used, not given. */
static bool uses_input(const Dae *d, int k, VarId v)
{
    const char *owner = eq_owner(d, k);
    return *owner && !d->eq.v[k].binding && is_input_of(d, v, owner) &&
           expr_op(d->store, written_sides(d, k).lhs) != EX_VAR;
}

/* Inputs that are given twice, as the equations are written: by a value or an equation, and by a
 * connection. How many. */
static int report_given_inputs(Diagnosis *w)
{
    Dae *d = w->d;
    VarId *same = connected_ones(w);
    int *by = ints_filled(w->a, d->var.n + 1, -1), n = 0;
    for (int k = 0; k < d->eq.n && n < MOST_FAULTS; k++) {
        VarId v = d->eq.v[k].initial || hands_over(w, k) ? NONE : given_by_eq(d, k),
              root = v == NONE ? 0 : same_of(same, v);
        if (v == NONE || drives_connector(d, w->a, k, v) || uses_input(d, k, v))
            continue;
        VarId other = by[root] < 0 ? NONE : given_by_eq(d, by[root]);
        if (other != NONE && other != v && (is_input_var(d, v) || is_input_var(d, other)))
            report_connected_pair(w, by[root], k), n++;
        by[root] = k;
    }
    return n;
}

/* One equation that is there twice; false: they are two. */
static bool report_inherited(Diagnosis *w, int first, int second)
{
    Dae *d = w->d;
    const DaeEq *a = &d->eq.v[w->p->row.v[first].eq], *b = &d->eq.v[w->p->row.v[second].eq];
    if (!a->span.end || a->span.beg != b->span.beg || a->owner != b->owner ||
        !is_written_alike(w, first, second))
        return false;
    const char *owner = eq_owner(d, w->p->row.v[first].eq);
    diag_error(
        d->ctx->diags, a->span,
        "`%s` has this equation twice, as the class it is written in is inherited by two ways: "
        "let one `extends` of them do without that class",
        *owner ? owner : text_of(d->ctx, d->name));
    return true;
}

/* That, with the two; false: there are none. */
static bool report_pair(Diagnosis *w, const Fault *f)
{
    int first = 0, second = 0;
    if (f->surplus != 1 || f->nrows < 2 || !find_pair(w, f, &first, &second) ||
        (f->nrows == 2 && is_written_twice(w, f)) || has_open_flow(w, f))
        return false;
    Dae *d = w->d;
    VarId v = given_by(w, first);
    VarId other = w->under.n == 1 ? not_given(d, w->a, v) : NONE;
    int k[2] = {w->p->row.v[first].eq, w->p->row.v[second].eq};
    if (strlen(eq_owner(d, k[0])) < strlen(eq_owner(d, k[1]))) { /* the component's own is right */
        int own = k[1];
        k[1] = k[0];
        k[0] = own;
    }
    if (report_inherited(w, first, second))
        return true;
    int itself = is_of_itself(d, k[1], v) ? k[1] : is_of_itself(d, k[0], v) ? k[0] : -1;
    if (itself >= 0)
        diag_error(
            d->ctx->diags, users_place_of_eq(d, itself),
            "two equations give `%s`, this one from itself: an equation is no assignment; the "
            "new value is a variable of its own, or put one expression into the other",
            dae_var_text(d, v));
    else if (other == NONE)
        diag_error(d->ctx->diags, users_place_of_eq(d, k[1]),
                   "two equations give %s: remove one of them", names_text(d, &v, 1, 1));
    else
        diag_error(d->ctx->diags, users_place_of_eq(d, k[1]),
                   "two equations give `%s`, and none gives `%s`: is it meant in one of them?",
                   dae_var_text(d, v), dae_var_text(d, other));
    note_equation(d, k[0], "", "");
    note_equation(d, k[1], "", "");
    note_own_inputs(w, f);
    return true;
}

/* ---- Components with too many equations of their own ---- */

/* The component whose own equations one is of, if it has too many; 0. */
static uint32_t surplus_of(const Dae *d, int k)
{
    const DaeEq *eq = k < 0 ? NULL : &d->eq.v[k];
    if (!eq || !d->flat || !d->balance || eq->from_connect || eq->binding || !eq->owner)
        return 0;
    uint32_t part = flat_owner(d->flat, d->owner_part.v[eq->owner]);
    return part && d->flat->part.v[part].name && d->balance[part] > 0 ? part : 0;
}

/* The equation that follows, or where others are differentiated the last in the text of those that
 * are not, which has been added, most often. */
static int last_undifferentiated(const Dae *d, const Dependent *dep)
{
    int found = -1;
    bool plain = true;
    for (int i = 0; i < dep->n; i++) {
        plain = plain && !dep->order[i];
        if (!dep->order[i] && (found < 0 || d->eq.v[dep->eq[i]].span.beg > d->eq.v[found].span.beg))
            found = dep->eq[i];
    }
    return plain || found < 0 ? dep->eq[0] : found;
}

/* One of the equations that follows from others of them alone; false: there is none. */
static bool report_following(Diagnosis *w, const int *row, int n)
{
    Dae *d = w->d;
    for (int i = n - 1; i > 0; i--) {
        int k = w->p->row.v[row[i]].eq;
        Dependent dep = dependent_equations(d, w->a, k);
        bool own = dep.n > 1 && dep.rest == REST_ZERO;
        for (int j = 1; j < dep.n && own; j++)
            own = d->eq.v[dep.eq[j]].owner == d->eq.v[k].owner;
        if (!own)
            continue;
        k = last_undifferentiated(d, &dep);
        diag_error(
            d->ctx->diags, d->eq.v[k].span,
            dep.n == 2
                ? "this equation of `%s` says what another one says already: remove one of them"
                : "this equation of `%s` follows from others of it: remove one of them",
            eq_owner(d, k));
        for (int j = 0; j < dep.n; j++)
            note_equation(d, dep.eq[j], "", "");
        return true;
    }
    return false;
}

/* The same among all equations of the component, of which derivatives may be behind the fault. */
static bool report_following_of(Diagnosis *w, uint32_t part)
{
    enum { MOST_OWN = 30 };
    int row[MOST_OWN], n = 0, last = -1;
    for (int r = 0; r < w->p->row.n; r++) {
        int k = w->p->row.v[r].eq;
        if (k == last || surplus_of(w->d, k) != part)
            continue;
        if (n == MOST_OWN)
            return false;
        row[n++] = r;
        last = k;
    }
    return report_following(w, row, n);
}

/* Equations of one component that has too many: the last in the text is what has been added, most
 * often. */
static void tell_surplus(Dae *d, const int *eq, int n,
                         void tell(Diags *, Span, const char *, ...)
                             __attribute__((format(printf, 3, 4))))
{
    int last = eq[0];
    for (int i = 1; i < n; i++)
        if (d->eq.v[eq[i]].span.beg > d->eq.v[last].span.beg)
            last = eq[i];
    tell(d->ctx->diags, d->eq.v[last].span,
         "`%s` has an equation too many, for what it is connected to determines the rest: remove "
         "one of "
         "these",
         eq_owner(d, last));
    for (int i = 0; i < n; i++)
        note_equation(d, eq[i], "", "");
}

/* A connector of the component which it hides, and whose flow is 0 outside for that: its equations
 * are right but for that. */
static bool has_protected_flow(const Dae *d, uint32_t part)
{
    const FlatModel *f = d->flat;
    for (VarId v = 0; v < d->nflat; v++) {
        const FlatPart *p = &f->part.v[flat_var_of(f, v)->part], *connector = &f->part.v[p->parent];
        if (p->flow && connector->is_connector && connector->protected && connector->parent == part)
            return true;
    }
    return false;
}

/* The one equation of a component with too many that is in the fault, beside its others. False:
 * there are many. */
static bool report_only(Diagnosis *w, int row, uint32_t part)
{
    enum { MOST_OWN = 6 };
    int eq[MOST_OWN + 1] = {w->p->row.v[row].eq}, n = 1;
    for (int r = 0; r < w->p->row.n; r++) {
        int k = w->p->row.v[r].eq;
        if (k == eq[0] || k == eq[n - 1] || surplus_of(w->d, k) != part)
            continue;
        if (n > MOST_OWN - 1)
            return false;
        eq[n++] = k;
    }
    if (n < 2)
        return false;
    tell_surplus(w->d, eq, n, diag_error);
    return true;
}

/* A fault that goes through a component with too many equations: one of those is the one too many.
 * False: it goes through none. */
static bool report_surplus(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    int *row = ARENA_ARRAY(w->a, int, f->nrows + 1), n = 0;
    uint32_t part = 0;
    for (int i = 0; i < f->nrows; i++) {
        uint32_t in = surplus_of(d, w->p->row.v[f->row[i]].eq);
        part = part ? part : in;
        if (in && in == part)
            row[n++] = f->row[i];
    }
    if (n == 1 && !has_protected_flow(d, part) &&
        (report_following_of(w, part) || report_only(w, row[0], part)))
        return true;
    if (n < 2 || n > MOST_NOTES || has_protected_flow(d, part))
        return false;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            if (report_inherited(w, row[j], row[i]))
                return true;
    Fault own = *f;
    own.row = row;
    own.nrows = n;
    if (report_following(w, row, n) || report_following_of(w, part) ||
        (n == 2 && report_pair(w, &own)))
        return true;
    int *eq = ARENA_ARRAY(w->a, int, n + 1);
    for (int i = 0; i < n; i++)
        eq[i] = w->p->row.v[row[i]].eq;
    tell_surplus(d, eq, n, diag_error);
    return true;
}

void lead_surplus(Dae *d, const int *eq, int n)
{
    int own[MOST_NOTES], m = 0;
    uint32_t part = 0;
    for (int i = 0; i < n; i++) {
        uint32_t in = surplus_of(d, eq[i]);
        part = part ? part : in;
        bool known = false;
        for (int j = 0; j < m; j++)
            known = known || own[j] == eq[i];
        if (in && in == part && m < MOST_NOTES && !known)
            own[m++] = eq[i];
    }
    if (m > 1 || (m && !surplus_of(d, eq[0]))) /* the only one is told already */
        tell_surplus(d, own, m, diag_lead);
}

/* The only component with too many equations of its own, where none has too few; 0: there are
 * others. */
static uint32_t only_surplus(const Dae *d)
{
    uint32_t found = 0;
    for (int i = 0; d->flat && d->balance && i < d->flat->part.n; i++) {
        if (d->balance[i] < 0 || (d->balance[i] > 0 && found))
            return 0;
        found = d->balance[i] > 0 ? (uint32_t)i : found;
    }
    return found && d->flat->part.v[found].name ? found : 0;
}

/* Such a component leads what its equations make of others. */
static void lead_only_surplus(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    uint32_t part = only_surplus(d);
    int own[MOST_NOTES], n = 0;
    for (int i = 0; i < f->nrows && part; i++)
        part = surplus_of(d, w->p->row.v[f->row[i]].eq) == part ? 0 : part;
    for (int k = 0; k < d->eq.n && part; k++) {
        VarId v = surplus_of(d, k) == part && !d->eq.v[k].initial ? given_by_eq(d, k) : NONE;
        if (surplus_of(d, k) != part || d->eq.v[k].initial || (v != NONE && is_stream(d, v)))
            continue;
        if (n == MOST_NOTES)
            return;
        own[n++] = k;
    }
    if (n)
        tell_surplus(d, own, n, diag_lead);
}

/* Several algorithms, and nothing else. */
static bool are_algorithms(const Diagnosis *w, const Fault *f)
{
    bool all = f->nrows > 1;
    for (int i = 0; i < f->nrows && all; i++) {
        int k = w->p->row.v[f->row[i]].eq;
        all = k >= 0 && w->d->eq.v[k].kind == EQ_ALGORITHM;
    }
    return all;
}

/* Notes on how the equations hang together that determine the same. */
static void note_ways(Diagnosis *w, const Fault *f, Cause *cause)
{
    Dae *d = w->d;
    Chain chain = {.d = d, .a = w->a};
    find_ways(w, f, &chain);
    for (int i = 0; i < f->nrows; i++)
        if (w->p->row.v[f->row[i]].eq >= 0)
            add_cause(w, cause, w->p->row.v[f->row[i]].eq);
    for (int i = 0, notes = 0; i < chain.found.n; i++) {
        int k = chain.found.v[i];
        add_cause(w, cause, k);
        if (!w->whole && notes < MOST_NOTES &&
            (d->eq.v[k].from_connect || is_in_users_file(d, d->eq.v[k].span)))
            note_equation(d, k, "with ", ""), notes++;
    }
}

/* A variable that an algorithm assigns and an equation gives; false: there is none. */
static bool report_assigned(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    for (int i = 0; i < f->nrows && i < MOST_NOTES && f->surplus == 1; i++) {
        const DaeEq *a = w->p->row.v[f->row[i]].eq < 0 ? NULL : &d->eq.v[w->p->row.v[f->row[i]].eq];
        for (int j = 0; a && a->kind == EQ_ALGORITHM && j < f->nrows; j++) {
            VarId v = given_by(w, f->row[j]);
            bool both = false;
            for (int k = 0; k < a->noutputs && v != NONE; k++)
                both = both || a->output[k] == v;
            if (!both)
                continue;
            diag_error(d->ctx->diags, users_place_of_eq(d, w->p->row.v[f->row[j]].eq),
                       "this equation gives `%s`, which an algorithm assigns: remove one of them",
                       dae_var_text(d, v));
            diag_note(d->ctx->diags, a->span, "this is the algorithm");
            return true;
        }
    }
    return false;
}

/* n = x of an Integer and a Real, which is solved for the Real; false: there is none. */
static bool report_integer(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    for (int i = 0; i < f->nrows && i < MOST_NOTES; i++) {
        int k = w->p->row.v[f->row[i]].eq;
        Sides q = k < 0 || d->eq.v[k].kind != EQ_SCALAR ? (Sides){0} : written_sides(d, k);
        Expr whole =
            q.lhs && expr_op(d->store, q.lhs) == EX_TOREAL ? expr_arg(d->store, q.lhs, 0) : 0;
        if (!whole || expr_op(d->store, whole) != EX_VAR)
            continue;
        VarId n = var_number(d->store, whole);
        diag_error(d->ctx->diags, users_place_of_eq(d, k),
                   "`%s` is an Integer, but the other side of `%s` a Real: integer(...) makes an "
                   "Integer of it, rounded down",
                   dae_var_text(d, n), dae_written_text(d, k));
        for (int u = 0; u < w->under.n; u++)
            for (int j = 0; j < w->under.v[u].nvars; j++)
                w->under.v[u].told |= w->under.v[u].var[j] == n;
        return true;
    }
    return false;
}

static void report_over(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    int first = w->p->row.v[f->row[0]].eq;
    Cause cause = {.open = NONE};
    if (report_integer(w, f) || report_assigned(w, f) || report_pair(w, f))
        return;
    Dependent dep = f->surplus == 1 ? dependent_equations(d, w->a, first) : (Dependent){0};
    if (are_algorithms(w, f) && f->nvars == 1)
        diag_error(d->ctx->diags, users_place_of_eq(d, w->p->row.v[f->row[f->nrows - 1]].eq),
                   "%d algorithm sections assign %s", f->nrows,
                   names_text(d, f->var, f->nvars, MOST_NAMES));
    else
        diag_error(d->ctx->diags, users_place_of_eq(d, first), "%d equations determine only %s%s",
                   f->nrows, f->nvars == 1 ? "" : "the unknowns ",
                   names_text(d, f->var, f->nvars, MOST_NAMES));
    bool zero = false;
    for (int i = 0; i < f->nrows && i < MOST_NOTES && !zero; i++)
        zero = w->p->row.v[f->row[i]].eq >= 0 && note_zero(d, w->p->row.v[f->row[i]].eq);
    if (dep.n && w->chains) {
        note_equation(d, first, "", dep.order[0] ? ", differentiated" : "");
        note_dependent(d, &dep);
    } else {
        note_rows(w, f->row, f->nrows);
    }
    for (int i = 0; i < f->nrows && i < MOST_NOTES; i++)
        if (w->p->row.v[f->row[i]].eq >= 0)
            note_valueless(d, w->p->row.v[f->row[i]].eq);
    cause_of_dependent(w, &dep, &cause);
    if (!dep.n && f->nrows <= MOST_NOTES)
        note_ways(w, f, &cause);
    for (int i = 0; i < dep.n && !w->chains && !w->whole; i++)
        if (d->eq.v[dep.eq[i]].from_connect)
            note_equation(d, dep.eq[i], "with ", "");
    lead_only_surplus(w, f);
    if (!is_known_kind(&cause) && !are_algorithms(w, f))
        lead_circle(w, &cause);
    if (are_algorithms(w, f))
        diag_note(d->ctx->diags, (Span){0},
                  "each algorithm section determines by itself all that it assigns: put the "
                  "statements for the same variable into one section");
    else if (is_known_kind(&cause))
        advise(w, &cause);
    else if (is_written_twice(w, f))
        diag_note(d->ctx->diags, (Span){0}, "they say the same: remove one of them");
    else if (!zero && !note_own_inputs(w, f) && f->nrows <= 4 && f->nrows == f->nvars + 1)
        diag_note(d->ctx->diags, (Span){0},
                  "one of them is too many: remove it, or let it determine "
                  "another unknown");
}

/* ---- Problems ---- */

/* The model as written, nothing eliminated. */
static void problem_as_written(Problem *p, Dae *d, Arena *a)
{
    problem_init(p, d, a, simulation_role(d));
    for (uint32_t i = 0; i < p->nvars; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->was_variable || (v->kind >= DV_DERIVATIVE && v->kind <= DV_DISCRETE))
            problem_add_col(p, i);
    }
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (!eq->initial && eq->source == NONE)
            problem_add_rows(p, k, written_sides(d, k));
    }
    problem_incidence(p);
    problem_match(p, p->row.n);
}

/* Few equations that are too many as they stand there are the better explanation than what is left
 * of them after elimination. */
static bool is_plain(const Diagnosis *w, const Diagnosis *eliminated)
{
    int surplus = 0;
    for (int i = 0; i < eliminated->over.n; i++)
        surplus -= eliminated->over.v[i].surplus;
    for (int i = 0; i < w->over.n; i++) {
        surplus += w->over.v[i].surplus;
        if (w->over.v[i].nrows > PLAIN)
            return false;
    }
    return w->over.n && !surplus;
}

/* Equations of flows alone contradict each other, as currents of two sources in series do: a
 * reference for potentials is not what is missing. Each question takes all equations: few are
 * asked. */
static bool flows_contradict(Diagnosis *w)
{
    for (int i = 0; i < w->over.n && i < MOST_NOTES; i++) {
        const Fault *f = &w->over.v[i];
        int k = w->p->row.v[f->row[0]].eq;
        Cause cause = {.open = NONE};
        Dependent dep =
            k < 0 || f->surplus != 1 ? (Dependent){0} : dependent_equations(w->d, w->a, k);
        if (dep.rest != REST_CONTRADICTION)
            continue;
        cause_of_dependent(w, &dep, &cause);
        if (cause.flow && !cause.potential)
            return true;
    }
    return false;
}

/* Variables that were declared and forgotten; false: they are not all that is wrong. */
static bool report_unused(Diagnosis *w)
{
    int left = 0, n = 0;
    for (int i = 0; i < w->over.n; i++)
        left -= w->over.v[i].surplus;
    for (int i = 0; i < w->under.n; i++) {
        left += w->under.v[i].surplus - is_unused(w, &w->under.v[i]);
        n += is_unused(w, &w->under.v[i]);
    }
    for (int i = 0, told = 0; i < w->under.n && told < MOST_FAULTS && n && !left; i++)
        if (!w->under.v[i].told && is_unused(w, &w->under.v[i])) {
            report_under(w, &w->under.v[i], "");
            told++;
        }
    return n && !left;
}

/* An equation in which an unknown was multiplied by a parameter that is 0; -1: none. */
static int vanished_in(Dae *d, VarId var)
{
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->kind != EQ_SCALAR || eq->initial || eq->source != NONE || eq->from_connect ||
            !eq->written_lhs)
            continue;
        Sides q = written_sides(d, k);
        if ((has_alias_of(d, q.lhs, var) || has_alias_of(d, q.rhs, var)) &&
            !has_alias_of(d, eq->lhs, var) && !has_alias_of(d, eq->rhs, var) &&
            zero_factor(d, k) != NONE)
            return k;
    }
    return -1;
}

/* A potential of a connector that is not connected, which is the unknown by another name; NONE. */
static VarId open_potential(const Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    for (int k = 0; k < f->nvars && k < MOST_NAMES; k++)
        for (int v = w->first[dae_root(d, f->var[k], NULL)]; v; v = w->next[v - 1])
            if (connector_role(d, (VarId)v - 1) == ROLE_POTENTIAL &&
                is_unconnected(d, (VarId)v - 1))
                return (VarId)v - 1;
    return NONE;
}

/* What nothing determines for another reason than the parameter that is 0; false: it is none. */
static bool report_open(Diagnosis *w, const Fault *f)
{
    Dae *d = w->d;
    VarId open = open_potential(w, f);
    if (open != NONE &&
        report_absent(
            d, open, arena_printf(d->arena, "nothing else determines `%s`", dae_var_text(d, open))))
        return true;
    if (open != NONE) {
        diag_error(d->ctx->diags, component_of_var(d, open),
                   "`%s` is not connected, and nothing else determines `%s`: connect it%s",
                   connector_text(d, open), dae_var_text(d, open), or_left_out(d, open));
        return true;
    }
    return false;
}

/* Unknowns that parameters which are 0 take out of the equations: what contradicts others then is
 * no fault of its own. False: they do not explain all. */
static bool report_zeros(Diagnosis *w)
{
    Dae *d = w->d;
    int *eq = ARENA_ARRAY(w->a, int, w->under.n + 1);
    for (int i = 0; i < w->under.n; i++) {
        const Fault *f = &w->under.v[i];
        eq[i] = -1;
        for (int k = 0; k < f->nvars && k < MOST_NAMES && eq[i] < 0; k++)
            eq[i] = vanished_in(d, f->var[k]);
        if (eq[i] < 0)
            return false;
    }
    for (int i = 0; i < w->under.n && i < MOST_FAULTS; i++) {
        VarId zero = zero_factor(d, eq[i]);
        uint32_t *var = ARENA_ARRAY(w->a, uint32_t, w->under.v[i].nvars + 1);
        int n = open_unknowns(w, &w->under.v[i], var);
        bool own = !strchr(dae_var_text(d, zero), '.');
        if (report_open(w, &w->under.v[i]))
            continue;
        diag_error(
            d->ctx->diags, own ? users_place_of_var(d, zero) : component_of_var(d, zero),
            "`%s` is 0%s: what it multiplies is not in the equation, and no other determines "
            "%s; give it %s value",
            dae_var_text(d, zero), d->var.v[zero].valueless ? ", for it has no value" : "",
            names_text(d, var, n, MOST_NAMES), d->var.v[zero].valueless ? "a" : "another");
        note_equation(d, eq[i], "", "");
    }
    return w->under.n > 0;
}

/* A force or torque in space, a flow that is an array of three; NONE: there is none in the fault.
 */
static VarId force_in_space(const Dae *d, const Fault *f)
{
    for (int i = 0; d->flat && i < f->nvars; i++)
        if (f->var[i] < d->nflat && connector_role(d, f->var[i]) == ROLE_FLOW &&
            flat_var_of(d->flat, f->var[i])->count == 3 && !is_unconnected(d, f->var[i]))
            return f->var[i];
    return NONE;
}

/* Loops of joints that hold a direction more than once leave open by what forces; false: there is
 * something else. */
static bool report_loops_in_space(Diagnosis *w)
{
    Dae *d = w->d;
    uint32_t var[MOST_FAULTS];
    int n = w->under.n < MOST_FAULTS ? w->under.n : MOST_FAULTS;
    for (int i = 0; i < w->under.n; i++) {
        VarId v = force_in_space(d, &w->under.v[i]);
        if (v == NONE)
            return false;
        if (i < n)
            var[i] = v;
    }
    if (n && d->neq_flat == d->nunknowns_flat)
        diag_error(
            d->ctx->diags, component_of_var(d, var[0]),
            "nothing determines the forces or torques %s%s: the joints of a closed loop hold "
            "the same direction twice; one of them must hold less, in a plane a hinge that "
            "closes the loop (RevolutePlanarLoopConstraint, LoopHinge)",
            names_text(d, var, n, n), w->under.n > n ? ", ..." : "");
    if (n && d->neq_flat == d->nunknowns_flat)
        note_closing(w, var[0]);
    return n && d->neq_flat == d->nunknowns_flat;
}

/* A component of the model has too few equations of its own, which no reference outside would give.
 */
static bool has_lacking(const Dae *d)
{
    for (int i = 0; d->flat && d->balance && i < d->flat->part.n; i++)
        if (d->balance[i] < 0 && d->flat->part.v[i].name)
            return true;
    return false;
}

/* Connections of a connector whose variables are all potentials do not fit the elements: nothing
 * else needs to be wrong. False: there is none. */
static bool report_without_flow(Dae *d)
{
    const FlatModel *f = d->flat;
    if (!f || !f->without_flow)
        return false;
    const FlatPart *p = &f->part.v[f->without_flow];
    const char *name = text_of(d->ctx, p->name);
    diag_error(d->ctx->diags, p->span,
               "`%s` of the connector of `%s` is declared without `flow`: connections make it "
               "equal on all sides, "
               "instead of its sum 0, and the equations of the model do not fit",
               name, flat_part_text(f, p->parent));
    return true;
}

void diagnose_simulation(Problem *p)
{
    Problem whole;
    Diagnosis w = {.p = p, .d = p->d, .a = p->a},
              plain = {.p = &whole, .d = p->d, .a = p->a, .whole = true};
    if (report_without_flow(p->d))
        return;
    find_members(&w);
    find_faults(&w);
    if (report_open_cuts(&w) || report_free_port(&w))
        return;
    bool too_many = p->d->neq_flat > p->d->nunknowns_flat;
    if (report_loops_in_space(&w) || report_zeros(&w) || report_unused(&w) ||
        (!too_many && !has_lacking(p->d) && !flows_contradict(&w) && diagnose_floating(&w)))
        return;
    problem_as_written(&whole, p->d, p->a);
    find_members(&plain);
    find_faults(&plain);
    plain.under = w.under;
    Diagnosis *over = is_plain(&plain, &w) ? &plain : &w;
    int told = w.over.n ? report_given_inputs(&w) : 0;
    for (int i = 0; i < plain.over.n && i < MOST_FAULTS && w.over.n && !told; i++)
        told += report_surplus(&plain, &plain.over.v[i]);
    for (int i = 0; i < over->over.n && i < MOST_FAULTS && !told; i++) {
        const Fault *f = &over->over.v[i];
        if (f->nrows == 1)
            report_useless(over, f->row[0]);
        else
            report_over(over, f);
    }
    for (int i = 0, n = 0; i < w.under.n && n < MOST_FAULTS; i++)
        if (!w.under.v[i].told) {
            report_under(&w, &w.under.v[i], "");
            n++;
        }
}

void diagnose_balance(Dae *d)
{
    Arena *a = arena_new();
    if (dae_fold(d) && dae_alias(d)) {
        Problem p;
        problem_of_simulation(&p, d, a);
        problem_match(&p, p.row.n);
        diagnose_simulation(&p);
    }
    arena_free(a);
}

/* ---- Parts that are not balanced ---- */

/* Whether an equation is there to determine a variable: one of its own component, or an input of a
 * component of that. Connections and values in declarations may determine what they name. */
static bool may_determine(const Dae *d, int eq, uint32_t var)
{
    return d->eq.v[eq].from_connect || d->eq.v[eq].binding ||
           !strcmp(eq_owner(d, eq), determined_in(d, var));
}

static bool has_connector(Diagnosis *w, const Fault *f)
{
    for (int i = 0; i < f->nrows; i++) {
        VarVec in = vars_of_eq(w->d, w->a, w->p->row.v[f->row[i]].eq);
        for (int k = 0; k < in.n; k++)
            if (connector_role(w->d, in.v[k]) != ROLE_NONE)
                return true;
    }
    return false;
}

/* The matching in which every component determines its own variables. Where flows and potentials
 * are involved components determine them together, so nothing is said there. */
static void match_by_part(Diagnosis *w)
{
    Pattern p = merged_pattern(w->p);
    int k = 0;
    for (int r = 0, e = 0; r < p.nrows; r++) {
        for (; e < p.ptr[r + 1]; e++) {
            uint32_t v = unknown_of(w, p.col[e]);
            if (KIND_BIT(p.kind[e]) & MASK_SOLVABLE && connector_role(w->d, v) == ROLE_NONE &&
                may_determine(w->d, w->p->row.v[r].eq, v))
                p.col[k++] = p.col[e];
        }
        p.ptr[r + 1] = k;
    }
    w->pattern = (Pattern){.nrows = p.nrows, .ncols = p.ncols, .ptr = p.ptr, .col = p.col};
    w->row_col = w->p->row_col;
    w->col_row = w->p->col_row;
    int matched = match_rows(&w->pattern, ~0u, NULL, w->row_col, w->col_row);
    KRON_MEMORY(matched >= 0);
}

void diagnose_parts(Dae *d)
{
    Problem p;
    Arena *a = arena_new();
    problem_of_simulation(&p, d, a);
    Diagnosis w = {.p = &p, .d = d, .a = a, .chains = true, .whole = true};
    find_members(&w);
    match_by_part(&w);
    find_over(&w);
    find_under(&w);
    for (int i = 0, n = 0; i < w.over.n && n < MOST_FAULTS; i++) {
        const Fault *f = &w.over.v[i];
        if (has_connector(&w, f))
            continue;
        n++;
        for (int k = 0; k < f->nrows && k < PLAIN; k++)
            note_equation(d, p.row.v[f->row[k]].eq, k ? "or " : "too many: ", "");
    }
    for (int i = 0, n = 0; i < w.under.n && n < MOST_FAULTS; i++) {
        const Fault *f = &w.under.v[i];
        uint32_t *var = ARENA_ARRAY(a, uint32_t, f->nvars + 1);
        if (f->nvars == 1 && connector_role(d, f->var[0]) != ROLE_NONE)
            continue;
        if (has_connector(&w, f))
            continue;
        n++;
        int open = open_unknowns(&w, f, var);
        if (!open)
            continue;
        const char *names = names_text(d, var, open, MOST_NAMES);
        bool more = f->nvars > f->surplus;
        diag_note(d->ctx->diags, d->var.v[var[0]].span, "missing: an equation for %s%s%s%s", names,
                  more ? " (of " : "", more ? names_text(d, f->var, f->nvars, MOST_NAMES) : "",
                  more ? ")" : "");
    }
    arena_free(a);
}
