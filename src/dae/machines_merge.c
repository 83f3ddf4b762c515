/* machines_merge.c - variables that several states determine (specification, 17.3.5 and 17.3.6).
 *
 * Which of its outer outputs a state determines, a matching of its equations with its own variables
 * first tells. For each it gets a copy that its equations determine instead; the variable itself is
 * the copy of the state that is active, else it keeps its value. The same is done for outputs of
 * states that are connected with each other. States that determine one variable must exclude each
 * other. Near-linear but for matching. */
#include "dae/machines_internal.h"
#include "dae/problem.h"

#include <stdlib.h>

/* A variable that a state may determine. */
typedef struct Claim {
    int state;
    VarId v;
    bool used;   /* it does */
    bool object; /* by a call or an algorithm */
} Claim;

typedef struct Merge {
    Machines *m;
    VEC(Claim) claim;
    Map claimed; /* state, variable -> claim + 1 */
    /* equations of states, as rows to be matched; claims have columns after the variables */
    IntList row, entry;
    VEC(uint8_t) kind;
    int *ptr;
    int state;   /* of the row at hand */
    bool *given; /* [nvars] an object gives it */
} Merge;

static uint64_t claim_key(int state, VarId v)
{
    return map_pair((uint32_t)state + 1, v + 1);
}

VarId copy_in_state(const Machines *m, int state, VarId v)
{
    return state < 0 ? NONE : map_get(&m->copy, claim_key(state, v), 0) - 1;
}

/* ---- What is declared ---- */

static bool is_below(const FlatModel *f, uint32_t part, uint32_t top)
{
    while (part && part != top)
        part = f->part.v[part].parent;
    return part == top;
}

typedef struct OuterAt {
    Merge *w;
    const FlatOuter *outer;
} OuterAt;

/* The elements of a variable that belong to one element of the model around the inner component. */
static void add_claims(Merge *w, int state, const FlatVar *var, FlatPlace around)
{
    Machines *m = w->m;
    uint64_t n = 1;
    for (uint32_t p = around.part; p; p = m->f->part.v[p].parent)
        n *= elements_of(&m->f->part.v[p]);
    VarId count = n ? var->count / (VarId)n : 0, first = var->first + (VarId)around.at * count;
    for (VarId v = first; v < first + count; v++) {
        if (m->d->var.v[v].in_state == state + 1 || map_get(&w->claimed, claim_key(state, v), 0))
            continue;
        vec_push(m->a, &w->claim, ((Claim){.state = state, .v = v}));
        map_set(&w->claimed, m->a, claim_key(state, v), (uint32_t)w->claim.n);
    }
}

static void claim_at(void *arg, const IterValue *iters)
{
    const OuterAt *o = arg;
    Machines *m = o->w->m;
    FlatPlace p = flat_place(m->f, o->outer->owner, iters);
    int state = state_around(m, p);
    uint32_t home = m->f->part.v[o->outer->inner].parent;
    if (state < 0)
        return;
    while (p.part && p.part != home)
        p = place_around(m, p);
    for (int i = 0; p.part && i < m->f->var.n; i++)
        if (m->f->var.v[i].variability > VARY_PARAMETER &&
            is_below(m->f, m->f->var.v[i].part, o->outer->inner))
            add_claims(o->w, state, &m->f->var.v[i], p);
}

/* ---- What is determined ---- */

/* Given from outside of the state. */
static bool is_input(const FlatModel *f, uint32_t part)
{
    for (; part && !(f->part.v[part].is_model && !f->part.v[part].simple);
         part = f->part.v[part].parent)
        if (f->part.v[part].input)
            return !f->part.v[part].bound;
    return false;
}

static void note_entry(void *arg, VarId v)
{
    Merge *w = arg;
    Dae *d = w->m->d;
    if (d->var.v[v].kind <= DV_PARAMETER || w->given[v])
        return;
    VarId x = d->var.v[v].int_of;
    if (x != NONE && map_get(&w->claimed, claim_key(w->state, x), 0) && !w->m->failed)
        machines_report(w->m, d->var.v[x].span,
                        "`%s` is an outer output of a state and differentiated, which is not "
                        "supported; integrate a variable of the state itself",
                        dae_var_text(d, x));
    bool own = v >= d->nflat || d->var.v[v].in_state == w->state + 1;
    uint32_t claim = own ? 0 : map_get(&w->claimed, claim_key(w->state, v), 0);
    if (own ? v < d->nflat && is_input(w->m->f, place_of_scalar(w->m, v).part)
            : !claim || w->claim.v[claim - 1].object)
        return;
    vec_push(w->m->a, &w->entry, own ? (int)v : d->var.n + (int)claim - 1);
    vec_push(w->m->a, &w->kind, (uint8_t)(own ? 0 : 1));
}

/* Calls and algorithms determine their outputs. */
static void note_objects(Merge *w)
{
    Dae *d = w->m->d;
    w->given = ARENA_ARRAY(w->m->a, bool, d->var.n);
    for (int k = 0; k < d->eq.n; k++)
        for (int i = 0; i < d->eq.v[k].noutputs; i++) {
            const DaeEq *e = &d->eq.v[k];
            if (!e->in_state || e->output[i] == NONE)
                continue;
            uint32_t claim = map_get(&w->claimed, claim_key(e->in_state - 1, e->output[i]), 0);
            if (claim)
                w->claim.v[claim - 1].used = w->claim.v[claim - 1].object = true;
            else
                w->given[e->output[i]] = true;
            if (claim)
                w->m->own[flat_owner(w->m->f, d->owner_part.v[e->owner])]--;
        }
}

static void collect_rows(Merge *w)
{
    Machines *m = w->m;
    Dae *d = m->d;
    w->ptr = ARENA_ARRAY(m->a, int, d->eq.n + 1);
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *e = &d->eq.v[k];
        if (e->kind != EQ_SCALAR || !e->in_state || e->initial)
            continue;
        w->state = e->in_state - 1;
        vec_push(m->a, &w->row, k);
        Expr both[2] = {e->lhs, e->rhs};
        dae_visible_vars(d, expr_make(d->store, EX_EQ, T_BOOL, EF_NOEVENT, 0, 2, both), note_entry,
                         w);
        w->ptr[w->row.n] = w->entry.n;
    }
}

static void match_claims(Merge *w)
{
    Machines *m = w->m;
    int nvars = m->d->var.n, ncols = nvars + w->claim.n;
    note_objects(w);
    collect_rows(w);
    Pattern p = {w->row.n, ncols, w->ptr, w->entry.v, w->kind.v};
    int *row_col = ints_filled(m->a, w->row.n + 1, -1), *col_row = ints_filled(m->a, ncols + 1, -1);
    if (w->row.n && (match_rows(&p, 1u, NULL, row_col, col_row) < 0 ||
                     match_rows(&p, ~0u, NULL, row_col, col_row) < 0))
        m->failed = true;
    for (int i = 0; i < w->row.n; i++) {
        if (row_col[i] < nvars)
            continue;
        w->claim.v[row_col[i] - nvars].used = true;
        m->own[flat_owner(m->f, m->d->owner_part.v[m->d->eq.v[w->row.v[i]].owner])]--;
    }
}

/* ---- Values of several states ---- */

/* The states that determine a variable: on each level those of one machine. */
typedef struct Sources {
    VarId v;
    IntList state;
    VEC(Expr) value;
    Map machine_at; /* number of the state around + 2 -> machine + 1 */
    Map first_at;   /* the same -> the first state there + 1 */
} Sources;

/* home: the state that the variable is declared in, -1: none. */
static void add_source(Machines *m, Sources *s, int state, Expr value, int home, Span at)
{
    for (int p = state; p >= 0 && p != home; p = m->state.v[p].parent) {
        uint64_t level = (uint64_t)(m->state.v[p].parent + 2);
        uint32_t machine = (uint32_t)m->state.v[p].machine + 1;
        uint32_t other = map_get(&s->machine_at, level, machine);
        if (other != machine)
            machines_report(m, at,
                            "`%s` is determined in the states `%s` and `%s`, which can be active "
                            "at the same time",
                            dae_var_text(m->d, s->v),
                            state_text(m, (int)map_get(&s->first_at, level, 1) - 1),
                            state_text(m, state));
        if (other != machine)
            return;
        map_set(&s->machine_at, m->a, level, machine);
        if (!map_get(&s->first_at, level, 0))
            map_set(&s->first_at, m->a, level, (uint32_t)state + 1);
    }
    vec_push(m->a, &s->state, state);
    vec_push(m->a, &s->value, value);
}

/* A state must not determine what states in it determine too. */
static void check_nested(Machines *m, const Sources *s, Span at)
{
    for (int i = 0; i < s->state.n && !m->failed; i++) {
        uint32_t inner = map_get(&s->first_at, (uint64_t)(s->state.v[i] + 2), 0);
        if (inner)
            machines_report(m, at,
                            "`%s` is determined in the state `%s` and in the state `%s` inside it",
                            dae_var_text(m->d, s->v), state_text(m, s->state.v[i]),
                            state_text(m, (int)inner - 1));
    }
}

static Expr merged_value(Machines *m, const Sources *s, Expr otherwise)
{
    Expr value = otherwise;
    for (int i = s->state.n - 1; i >= 0; i--)
        value = expr_if(m->d->store, value_of(m->d, m->state.v[s->state.v[i]].active),
                        s->value.v[i], value);
    return value;
}

/* ---- Outer outputs ---- */

static void make_copy(Machines *m, const Claim *c)
{
    Dae *d = m->d;
    VarId copy = dae_new_var(d, d->var.v[c->v].type, DV_ALGEBRAIC);
    const DaeVar *like = &d->var.v[c->v];
    DaeVar *x = &d->var.v[copy];
    *x = dae_hidden_var(like->type, like->type == T_REAL ? DV_ALGEBRAIC : DV_DISCRETE);
    x->span = like->span;
    x->start = like->start;
    x->nominal = like->nominal;
    x->meaning = value_of(d, c->v);
    map_set(&m->copy, m->a, claim_key(c->state, c->v), copy + 1);
}

static void merge_variable(Machines *m, Sources *s)
{
    Dae *d = m->d;
    int home = d->var.v[s->v].in_state - 1;
    check_nested(m, s, d->var.v[s->v].span);
    Expr value = merged_value(m, s, value_before(m, s->v));
    DaeEq *e = machine_equation(m, s->v, value, d->var.v[s->v].span);
    e->discrete = d->var.v[s->v].type != T_REAL;
    e->in_state = home + 1;
    m->own[flat_owner(m->f, m->f->part.v[flat_var_of(m->f, s->v)->part].parent)]++;
}

void merge_outer(Machines *m)
{
    Merge w = {.m = m};
    Map at = {0};
    VEC(Sources) merged = {0};
    for (int i = 0; i < m->f->outer.n; i++) {
        OuterAt o = {&w, &m->f->outer.v[i]};
        flat_positions(m->f, o.outer->owner, claim_at, &o);
    }
    match_claims(&w);
    for (int i = 0; i < w.claim.n && !m->failed; i++) {
        const Claim *c = &w.claim.v[i];
        if (!c->used)
            continue;
        make_copy(m, c);
        uint32_t n = map_get(&at, (uint64_t)c->v + 1, 0);
        if (!n) {
            vec_push(m->a, &merged, ((Sources){.v = c->v}));
            n = (uint32_t)merged.n;
            map_set(&at, m->a, (uint64_t)c->v + 1, n);
        }
        add_source(m, &merged.v[n - 1], c->state, value_of(m->d, copy_in_state(m, c->state, c->v)),
                   m->d->var.v[c->v].in_state - 1, m->d->var.v[c->v].span);
    }
    for (int i = 0; i < merged.n && !m->failed; i++)
        merge_variable(m, &merged.v[i]);
}

/* ---- Connected outputs ---- */

/* Variables that connections make equal. */
typedef struct Connected {
    Machines *m;
    Map up;               /* variable + 1 -> leader + 1 */
    Map at;               /* leader + 1 -> place in set + 1 */
    VEC(IntList) set, eq; /* variables; equations between them */
} Connected;

static VarId leader(const Connected *c, VarId v)
{
    uint32_t up;
    while ((up = map_get(&c->up, (uint64_t)v + 1, 0)) && up - 1 != v)
        v = up - 1;
    return v;
}

static bool is_equality(const Dae *d, const DaeEq *e)
{
    return e->from_connect && e->kind == EQ_SCALAR && expr_op(d->store, e->lhs) == EX_VAR &&
           expr_op(d->store, e->rhs) == EX_VAR &&
           d->var.v[var_number(d->store, e->lhs)].kind > DV_PARAMETER &&
           d->var.v[var_number(d->store, e->rhs)].kind > DV_PARAMETER;
}

/* The state whose output a variable is; -1: none. */
static int output_of(const Machines *m, VarId v)
{
    int state = v < m->d->nflat ? m->d->var.v[v].in_state - 1 : -1;
    if (state < 0)
        return -1;
    FlatPlace p = place_of_scalar(m, v);
    bool output = false;
    for (; p.part != m->state.v[state].place.part; p = place_around(m, p)) {
        if (m->f->part.v[p.part].is_model && !m->f->part.v[p.part].simple)
            return -1; /* of a component in the state */
        output = output || m->f->part.v[p.part].output;
    }
    return output ? state : -1;
}

static void collect_sets(Connected *c)
{
    Dae *d = c->m->d;
    for (int k = 0; k < d->eq.n; k++) {
        if (!is_equality(d, &d->eq.v[k]))
            continue;
        VarId a = leader(c, var_number(d->store, d->eq.v[k].lhs)),
              b = leader(c, var_number(d->store, d->eq.v[k].rhs));
        map_set(&c->up, c->m->a, (uint64_t)(a > b ? a : b) + 1, (a > b ? b : a) + 1);
    }
    for (int k = 0; k < d->eq.n; k++) {
        if (!is_equality(d, &d->eq.v[k]))
            continue;
        VarId side[2] = {var_number(d->store, d->eq.v[k].lhs),
                         var_number(d->store, d->eq.v[k].rhs)};
        uint64_t key = (uint64_t)leader(c, side[0]) + 1;
        uint32_t n = map_get(&c->at, key, 0);
        if (!n) {
            vec_push(c->m->a, &c->set, (IntList){0});
            vec_push(c->m->a, &c->eq, (IntList){0});
            map_set(&c->at, c->m->a, key, n = (uint32_t)c->set.n);
        }
        vec_push(c->m->a, &c->eq.v[n - 1], k);
        for (int i = 0; i < 2; i++)
            vec_push(c->m->a, &c->set.v[n - 1], (int)side[i]);
    }
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* v = the output of the state that is active; the others are v. */
static void merge_set(Machines *m, IntList *set, const IntList *eqs)
{
    Dae *d = m->d;
    int n = 0, ninner = 0;
    qsort(set->v, (size_t)set->n, sizeof *set->v, by_number);
    for (int i = 0; i < set->n; i++)
        if (!i || set->v[i] != set->v[i - 1])
            set->v[n++] = set->v[i];
    Map inside = {0}; /* states with others in the set inside of them: they take, not give */
    for (int i = 0; i < n; i++) {
        int s = output_of(m, (VarId)set->v[i]);
        for (int p = s < 0 ? -1 : m->state.v[s].parent; p >= 0; p = m->state.v[p].parent)
            map_set(&inside, m->a, (uint64_t)p + 1, 1);
    }
    Sources s = {.v = (VarId)set->v[0]};
    IntList taker = {0};
    for (int i = 0; i < n; i++) {
        VarId v = (VarId)set->v[i];
        int state = output_of(m, v);
        if (state >= 0 && !map_get(&inside, (uint64_t)state + 1, 0)) {
            s.v = v;
            ninner++;
            vec_push(m->a, &s.state, state);
            vec_push(m->a, &s.value, value_of(d, v));
        } else {
            vec_push(m->a, &taker, (int)v);
        }
    }
    if (ninner < 2 || taker.n + 1 > eqs->n)
        return;
    Sources checked = {.v = s.v};
    Span at = d->eq.v[eqs->v[0]].span;
    for (int i = 0; i < s.state.n && !m->failed; i++)
        add_source(m, &checked, s.state.v[i], s.value.v[i], -1, at);
    Expr start = dae_start(d, s.v);
    VarId v = machine_variable(m, d->var.v[s.v].type, start, at);
    d->var.v[v].meaning = value_of(d, s.v);
    m->own[flat_owner(m->f, d->owner_part.v[d->eq.v[eqs->v[0]].owner])] -= ninner - 1;
    machine_equation(m, v, merged_value(m, &checked, previous_of(d, v)), at)->discrete =
        d->var.v[v].type != T_REAL;
    for (int i = 0; i < eqs->n; i++) {
        DaeEq *e = &d->eq.v[eqs->v[i]];
        e->removed = i >= taker.n;
        if (e->removed)
            continue;
        e->lhs = value_of(d, (VarId)taker.v[i]);
        e->rhs = value_of(d, v);
        e->in_state = output_of(m, (VarId)taker.v[i]) + 1;
    }
}

void merge_connected(Machines *m)
{
    Connected c = {.m = m};
    collect_sets(&c);
    for (int i = 0; i < c.set.n && !m->failed; i++)
        merge_set(m, &c.set.v[i], &c.eq.v[i]);
}
