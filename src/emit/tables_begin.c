/* tables_begin.c - what is known of the start values of what is differentiated, and what of it
 * hangs together: start values of variables that follow from states move those that have none
 * (rt/follow.c), each group by itself.
 *
 * Backward from the given ones to the blocks of the initial problem that they need, forward from
 * states without start values to what changes with them; what changes together is a group. Linear
 * in the model. */
#include "dae/diagnose.h"
#include "dae/walk.h"
#include "emit/tables_internal.h"

typedef struct Begin {
    Dae *d;
    Arena *a;
    const System *s;  /* SYSTEM_INITIAL */
    int *block_of;    /* [nvars] -1: none */
    bool *needed;     /* [nblocks] */
    VEC(int) pending; /* needed ones that were not looked at */
    bool *moves;      /* [nvars] with a state without start value */
    VarId *group;     /* [nvars] one of its group, for what moves */
    VarId all;        /* what moves in the block at hand; NONE */
    bool join;        /* what is read is one group */
    VEC(VarId) list;  /* differentiated */
} Begin;

static bool is_given(const DaeVar *v)
{
    return v->start && v->start_level != LEVEL_NONE;
}

static int begin_of(const Dae *d, const DaeVar *v)
{
    bool given = is_given(v);
    return (v->kind == DV_STATE ? K_BEGIN_STATE : 0) | (given ? K_BEGIN_GIVEN : 0) |
           (v->fixed ? K_BEGIN_FIXED : 0) |
           (given && v->start_level == 0 && is_in_users_file(d, v->span) ? K_BEGIN_OWN : 0) |
           (v->int_of != NONE ? K_BEGIN_RATE : 0);
}

/* Of what is differentiated, but for candidates of sets that are chosen during the run. False: no
 * start value is given to one that follows from states. */
static bool find_begin(Begin *w)
{
    const Dae *d = w->d;
    bool any = false;
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->der_of == NONE || v->alias != NONE || v->type != T_REAL ||
            (v->kind != DV_STATE && v->kind != DV_ALGEBRAIC) || v->hidden ||
            dae_set_of(d, (uint32_t)i))
            continue;
        vec_push(w->a, &w->list, (VarId)i);
        any = any || (v->kind != DV_STATE && is_given(v));
    }
    return any;
}

/* ---- What blocks read ---- */

static void read_assigns(Begin *w, const Assign *a, int n, VarVisit *visit)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NONE)
            dae_visible_vars(w->d, a[i].value, visit, w);
        else
            object_reads(w->d, &w->d->eq.v[a[i].eq], visit, w);
}

static void read_block(Begin *w, const Block *b, VarVisit *visit)
{
    read_assigns(w, b->assign, b->nassign, visit);
    read_assigns(w, b->core->mode, b->core->nmodes, visit);
    for (int i = 0; i < b->core->ntorn; i++)
        dae_visible_vars(w->d, b->core->residual[i], visit, w);
}

static void need(void *arg, VarId var)
{
    Begin *w = arg;
    int b = w->block_of[var];
    if (b < 0 || w->needed[b])
        return;
    w->needed[b] = true;
    vec_push(w->a, &w->pending, b);
}

static void find_needed(Begin *w)
{
    const Dae *d = w->d;
    w->block_of = ints_filled(w->a, d->var.n, -1);
    w->needed = ARENA_ARRAY(w->a, bool, w->s->nblocks + 1);
    for (int i = 0; i < w->s->nblocks; i++)
        for (int k = 0; k < w->s->block[i]->n; k++)
            w->block_of[w->s->block[i]->var[k]] = i;
    for (int i = 0; i < w->list.n; i++)
        if (d->var.v[w->list.v[i]].kind != DV_STATE && is_given(&d->var.v[w->list.v[i]]))
            need(w, w->list.v[i]);
    while (w->pending.n)
        read_block(w, w->s->block[vec_pop(&w->pending)], need);
}

/* ---- Groups ---- */

static VarId group_of(Begin *w, VarId var)
{
    while (w->group[var] != var)
        var = w->group[var] = w->group[w->group[var]];
    return var;
}

static void follow_read(void *arg, VarId var)
{
    Begin *w = arg;
    if (!w->moves[var])
        return;
    if (w->all == NONE)
        w->all = group_of(w, var);
    else if (w->join)
        w->group[group_of(w, var)] = group_of(w, w->all);
}

/* What none of the given ones needs belongs to what it follows from, and joins nothing. */
static void find_groups(Begin *w)
{
    const Dae *d = w->d;
    w->moves = ARENA_ARRAY(w->a, bool, d->var.n + 1);
    w->group = ARENA_ARRAY(w->a, VarId, d->var.n + 1);
    for (int i = 0; i < d->var.n; i++)
        w->group[i] = (VarId)i;
    for (int i = 0; i < w->list.n; i++) {
        const DaeVar *v = &d->var.v[w->list.v[i]];
        w->moves[w->list.v[i]] = v->kind == DV_STATE && !is_given(v) && !v->fixed;
    }
    for (int i = 0; i < w->s->nblocks; i++) {
        const Block *b = w->s->block[i];
        w->join = w->needed[i];
        w->all = NONE;
        for (int k = 0; k < b->n; k++)
            follow_read(w, b->var[k]);
        read_block(w, b, follow_read);
        for (int k = 0; k < b->n && w->all != NONE; k++) {
            w->moves[b->var[k]] = true;
            w->group[group_of(w, b->var[k])] = group_of(w, w->all);
        }
    }
}

/* A list by groups, from 1 on; 0: what belongs to none with a given one that follows. */
static void put_groups(Begin *w, KModel *model)
{
    const Dae *d = w->d;
    int *number = ARENA_ARRAY(w->a, int, d->var.n + 1), *count, n = 0;
    for (int i = 0; i < w->list.n; i++) {
        VarId v = w->list.v[i], root = group_of(w, v);
        bool follows = d->var.v[v].kind != DV_STATE && is_given(&d->var.v[v]);
        if (w->moves[v] && follows && !number[root])
            number[root] =
                d->set.n ? 1 : ++n; /* where sets are chosen at the start, all hangs together */
    }
    model->ngroups = d->set.n ? 1 : n;
    count = ARENA_ARRAY(w->a, int, model->ngroups + 2);
    int *in = ARENA_ARRAY(w->a, int, w->list.n + 1),
        *list = ARENA_ARRAY(d->arena, int, 3 * w->list.n + 1);
    for (int i = 0; i < w->list.n; i++) {
        in[i] = d->set.n ? 1 : w->moves[w->list.v[i]] ? number[group_of(w, w->list.v[i])] : 0;
        count[in[i] + 1]++;
    }
    for (int g = 0; g <= model->ngroups; g++)
        count[g + 1] += count[g];
    for (int i = 0; i < w->list.n; i++) {
        int *at = list + 3 * count[in[i]]++;
        at[0] = (int)w->list.v[i];
        at[1] = begin_of(d, &d->var.v[w->list.v[i]]);
        at[2] = in[i];
    }
    model->nbegin = w->list.n;
    model->begin = list;
}

void tables_begin(Dae *d, KModel *model)
{
    Begin w = {.d = d, .a = arena_new(), .s = dae_system(d, SYSTEM_INITIAL)};
    if (find_begin(&w)) {
        find_needed(&w);
        find_groups(&w);
        put_groups(&w, model);
    }
    arena_free(w.a);
}
