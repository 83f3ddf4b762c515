/* c_alike.c - functions of blocks that are alike, as those of the components of an array, are
 * written once, with the number of the block among them as a further parameter: compilers need
 * time, and processors room, for every statement. What they differ in are numbers of variables,
 * evenly spaced in most cases, and literals; c_roll.c finds both as it does for loops. What is
 * computed is the same, operation by operation, but for the order of the terms of sums.
 * Near-linear. */
#include "emit/emit_internal.h"

enum {
    FEWEST = 3,    /* functions that are worth one of their own */
    LONGEST = 100, /* items of one, as of a piece of a sequence */
};

typedef struct Alike {
    VEC(const char *) name, about; /* of each function; about: NULL: no comment */
    VEC(int) first;                /* its first item */
    Items items;                   /* of all of them */
} Alike;

void alike_add(Emit *e, const char *name, const char *about, const Items *items)
{
    Alike *w = e->alike = e->alike ? e->alike : ARENA_NEW(e->arena, Alike);
    vec_push(e->arena, &w->name, name);
    vec_push(e->arena, &w->about, about);
    vec_push(e->arena, &w->first, w->items.n);
    for (int i = 0; i < items->n; i++)
        vec_push(e->arena, &w->items, items->v[i]);
}

static int length_of(const Alike *w, int k)
{
    return w->first.v[k + 1] - w->first.v[k];
}

static void emit_alone(Emit *e, const Alike *w, int k)
{
    Items own = {.v = w->items.v + w->first.v[k], .n = length_of(w, k)};
    emit_driver(e, (Sequence){.name = w->name.v[k], .has_r = true}, &own);
}

/* Functions member[0 .. n) by one. */
static void emit_group(Emit *e, const Alike *w, int n, const int *member)
{
    const char *name = arena_printf(e->arena, "alike%d", e->nalike++);
    int *first = ARENA_ARRAY(e->arena, int, n);
    for (int k = 0; k < n; k++)
        first[k] = w->first.v[member[k]];
    Loop l = roll_pieces(e, &w->items, n, first, length_of(w, member[0]));
    emit_repeated(e, name, &w->items, &l);
    for (int k = 0; k < n; k++)
        putf(&e->text, "static int %s(KInst*m,double*r){return %s(m,r,%d);}\n",
             w->name.v[member[k]], name, k);
}

void emit_alike(Emit *e)
{
    Alike *w = e->alike;
    if (!w)
        return;
    int n = w->name.n;
    vec_push(e->arena, &w->first, w->items.n);
    uint32_t *shape = ARENA_ARRAY(e->arena, uint32_t, n + 1);
    uint32_t nshapes = roll_piece_shapes(e, &w->items, n, w->first.v, shape);
    int *count = ARENA_ARRAY(e->arena, int, nshapes + 2),
        *member = ARENA_ARRAY(e->arena, int, n + 1);
    for (int k = 0; k < n; k++) {
        shape[k] = length_of(w, k) > 0 && length_of(w, k) <= LONGEST ? shape[k] : 0;
        count[shape[k]]++;
    }
    int *at = ARENA_ARRAY(e->arena, int, nshapes + 2);
    for (uint32_t s = 1; s <= nshapes; s++)
        at[s + 1] = at[s] + count[s];
    for (int k = 0; k < n; k++)
        if (shape[k])
            member[at[shape[k]]++] = k;
    for (int k = 0; k < n; k++) {
        uint32_t s = shape[k];
        bool alone = !s || count[s] < FEWEST;
        if (w->about.v[k])
            put_comment(&e->text, w->about.v[k]);
        if (alone)
            emit_alone(e, w, k);
        else if (member[at[s] - count[s]] == k)
            emit_group(e, w, count[s], member + at[s] - count[s]);
    }
    e->alike = NULL;
}
