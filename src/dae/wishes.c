/* wishes.c - variables that are to be states by stateSelect although no equation has their
 * derivative (specification, 4.8.8.1: StateSelect.prefer).
 *
 * A volume of fluid is described by mass and energy, but pressure and temperature are better
 * states: of a liquid the pressure cannot be had from the mass. Such a variable gets a derivative
 * if it follows from states that are less wished for, by equations that can be differentiated;
 * index reduction then finds that those are constraints, and the choice of states takes what is
 * preferred. Variables that follow from common states are taken together, and only if they are not
 * more than these. What a wish would need is followed for MOST_FOLLOWED equations at most: linear.
 */
#include "base/die.h"
#include "dae/diagnose.h"

enum { MOST_FOLLOWED = 60 };

typedef struct Wishes {
    Problem *p;
    int *component; /* [nrows] of the sorted problem */
    uint32_t *seen; /* [nrows] number of the wish that has followed it */
    uint32_t now;
    VEC(int) rows;        /* to be differentiated for the wish at hand */
    VEC(VarId) needed;    /* the derivatives that takes */
    VarVec from;          /* states it follows from */
    uint32_t *group;      /* [nvars] union-find of states; of these alone */
    int *members, *count; /* [nvars] of the group a state leads: states, wishes */
} Wishes;

static bool is_wished(const Dae *d, VarId i)
{
    const DaeVar *v = &d->var.v[i];
    return v->select == SELECT_PREFER && v->kind == DV_ALGEBRAIC && v->alias == NONE &&
           v->type == T_REAL && !v->hidden && v->der_of == NONE && v->int_of == NONE;
}

/* ---- What one wish needs ---- */

static void need(void *arg, VarId var)
{
    Wishes *w = arg;
    vec_push(w->p->a, &w->needed, var);
}

/* The rows of the component that determines an unknown. */
static void follow_column(Wishes *w, int col)
{
    const Problem *p = w->p;
    int r = p->col_row[col];
    if (r < 0 || w->seen[r] == w->now)
        return;
    int c = w->component[r];
    for (int k = p->border[c]; k < p->border[c + 1]; k++) {
        w->seen[p->order[k]] = w->now;
        vec_push(p->a, &w->rows, p->order[k]);
    }
}

/* Whether a variable's derivative can be had; its equations, or itself as a state, are noted. */
static bool follow_variable(Wishes *w, VarId var)
{
    const DaeVar *v = &w->p->d->var.v[var];
    int col = problem_col(w->p, var);
    if (v->int_of != NONE) /* it would be a second derivative */
        return false;
    if (col >= 0) {
        follow_column(w, col);
        return true;
    }
    if (v->der_of == NONE || v->select >= SELECT_PREFER)
        return false;
    vec_push(w->p->a, &w->from, var);
    return true;
}

static bool follow_row(Wishes *w, int r)
{
    const Problem *p = w->p;
    if (is_mode_row(p, r))
        return true;
    if (p->row.v[r].kind != ROW_EQUATION)
        return false;
    w->needed.n = 0;
    if (!index_differentiable(p->d, p->row.v[r].eq, need, w))
        return false;
    for (int i = 0; i < w->needed.n; i++)
        if (!follow_variable(w, w->needed.v[i]))
            return false;
    return true;
}

/* Whether it follows from states by few equations that can be differentiated. */
static bool can_be_state(Wishes *w, VarId x)
{
    w->now++;
    w->rows.n = w->from.n = 0;
    follow_column(w, problem_col(w->p, x));
    for (int i = 0; i < w->rows.n; i++)
        if (w->rows.n > MOST_FOLLOWED || !follow_row(w, w->rows.v[i]))
            return false;
    return w->from.n > 0;
}

/* ---- Groups ---- */

static VarId leader(Wishes *w, VarId v)
{
    while (w->group[v] != v)
        v = w->group[v] = w->group[w->group[v]];
    return v;
}

static void join_states(Wishes *w)
{
    VarId a = leader(w, w->from.v[0]);
    for (int i = 1; i < w->from.n; i++) {
        VarId b = leader(w, w->from.v[i]);
        if (a == b)
            continue;
        w->group[b] = a;
        w->members[a] += w->members[b];
        w->count[a] += w->count[b];
    }
    w->count[a]++;
}

VarList preferred_states(Problem *p)
{
    Dae *d = p->d;
    uint32_t n = (uint32_t)d->var.n;
    VarVec can = {0}, of = {0}, out = {0}; /* wishes that can be met; a state each follows from */
    Wishes w = {.p = p};
    for (uint32_t i = 0; i < n; i++) {
        if (!is_wished(d, i) || problem_col(p, i) < 0)
            continue;
        if (!w.seen) {
            problem_sort(p);
            w.component = ARENA_ARRAY(p->a, int, p->row.n + 1);
            w.seen = ARENA_ARRAY(p->a, uint32_t, p->row.n + 1);
            w.group = ARENA_ARRAY(p->a, uint32_t, n);
            w.members = ARENA_ARRAY(p->a, int, n);
            w.count = ARENA_ARRAY(p->a, int, n);
            for (uint32_t v = 0; v < n; v++) {
                w.group[v] = v;
                w.members[v] = 1;
            }
            for (int c = 0; c < p->ncomponents; c++)
                for (int k = p->border[c]; k < p->border[c + 1]; k++)
                    w.component[p->order[k]] = c;
        }
        if (!can_be_state(&w, i))
            continue;
        join_states(&w);
        vec_push(p->a, &can, i);
        vec_push(p->a, &of, w.from.v[0]);
    }
    for (int i = 0; i < can.n; i++) {
        VarId group = leader(&w, of.v[i]);
        if (w.count[group] <= w.members[group])
            vec_push(d->arena, &out, can.v[i]);
    }
    return (VarList){out.v, out.n};
}
