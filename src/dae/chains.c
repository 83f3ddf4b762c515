/* chains.c - in a step of an inlined method, recurrences along a chain of equal parts get one
 * product and one sum for each part.
 *
 * An elimination along a ladder computes y from w through unknowns between them, each by a formula
 * that is linear in the one before: a processor waits for each in turn. Where the factors depend
 * on h, parameters and modes only, y = q*w + rest is the same, with a q that is computed when one
 * of these changes (emit/c_model.c) and a rest that does not wait for w; what is between stays as
 * it is, off the way. Rounding errors are those of the same terms.
 *
 * The part that repeats is found by shapes: along the operands that come last, formulas have those
 * of the same number before them. Linear. */
#include "dae/blocks.h"

enum {
    MOST_LINKS = 8,   /* formulas in a part */
    LEAST_PARTS = 16, /* of a chain that is worth it */
    MOST_NODES = 60,  /* of a formula */
};

typedef struct Link {
    int before; /* the operand that is computed last, as the number of its assignment; -1: none */
    int depth;  /* of assignments that wait for each other up to here */
    int period; /* links after which shapes repeat; 0: none */
    int parts;  /* most of them in a chain through here */
    int level;  /* links since the last w */
    uint64_t shape;
} Link;

typedef struct Chains {
    Problem *p;
    const Block *b;
    Link *link; /* [b->nassign] */
    Map at;     /* variable + 1 -> its assignment + 1, if it moves while h stays */
    Map steady; /* variable + 1 -> 1: it does not */
    AssignVec made;
    VarId var; /* for the walks: a variable, and what stands for it */
    Expr value;
} Chains;

static bool is_plain(const Assign *a)
{
    return a->var != NONE && a->value && !a->pre && !a->start_of;
}

static bool moves(void *arg, uint32_t x)
{
    const Chains *w = arg;
    return !step_keeps(w->p, x) && !map_get(&w->steady, (uint64_t)x + 1, 0);
}

/* Equal for formulas that differ by their variables and numbers only. */
static uint64_t shape_of(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    uint64_t sum = n->op;
    for (uint32_t i = 0; i < n->nargs; i++) {
        uint64_t x = shape_of(s, expr_arg(s, e, i)) + (n->op == EX_DIV ? i : 0);
        x = (x ^ x >> 31) * 0x9E3779B97F4A7C15u;
        sum += x ^ x >> 29;
    }
    return sum * 0xBF58476D1CE4E5B9u + n->nargs;
}

/* The latest operand of e, and how deep the deepest is. */
static int last_operand(const Chains *w, Expr e, int *depth)
{
    VarList list = expr_vars(w->p->d->store, w->p->a, 1, &e);
    int last = -1;
    *depth = 0;
    for (int i = 0; i < list.n; i++) {
        int k = (int)map_get(&w->at, (uint64_t)list.var[i] + 1, 0) - 1;
        if (k < 0 || w->link[k].depth < *depth)
            continue;
        last = w->link[k].depth > *depth || k > last ? k : last;
        *depth = w->link[k].depth;
    }
    return last;
}

/* ---- Which chains there are ---- */

/* Whether the n links up to i have the shapes of the n links up to k. */
static bool repeats(const Chains *w, int i, int k, int n)
{
    for (; n > 0 && i >= 0 && k >= 0; n--, i = w->link[i].before, k = w->link[k].before)
        if (w->link[i].shape != w->link[k].shape)
            return false;
    return n == 0;
}

static void find_period(Chains *w, int i)
{
    Link *l = &w->link[i];
    int k = l->before;
    for (int n = 1; n <= MOST_LINKS && k >= 0; n++, k = w->link[k].before)
        if (repeats(w, i, k, n)) {
            l->period = n;
            l->parts = w->link[k].parts + 1;
            return;
        }
}

static void find_links(Chains *w)
{
    Dae *d = w->p->d;
    for (int i = 0; i < w->b->nassign; i++) {
        const Assign *a = &w->b->assign[i];
        Link *l = &w->link[i];
        *l = (Link){.before = -1};
        if (!is_plain(a))
            continue;
        if (!dae_any_var(d, a->value, moves, w)) {
            map_set(&w->steady, w->p->a, (uint64_t)a->var + 1, 1);
            continue;
        }
        map_set(&w->at, w->p->a, (uint64_t)a->var + 1, (uint32_t)i + 1);
        l->before = last_operand(w, a->value, &l->depth);
        l->depth++;
        if (l->before >= 0 && expr_node(d->store, a->value)->size <= MOST_NODES) {
            l->shape = shape_of(d->store, a->value) | 1;
            find_period(w, i);
        }
    }
    for (int i = w->b->nassign - 1; i >= 0; i--) {
        const Link *l = &w->link[i];
        Link *before = l->before >= 0 ? &w->link[l->before] : NULL;
        if (before && l->period && before->period && before->parts < l->parts)
            before->parts = l->parts;
    }
}

/* ---- Their formulas ---- */

static Expr put_value(void *arg, Expr leaf)
{
    const Chains *w = arg;
    const ExprNode *n = expr_node(w->p->d->store, leaf);
    return n->op == EX_VAR && n->payload == w->var ? w->value : leaf;
}

static Expr with_value(Chains *w, Expr e, VarId var, Expr value)
{
    w->var = var;
    w->value = value;
    return expr_replace(w->p->d->store, e, put_value, w);
}

static bool is_var(void *arg, uint32_t x)
{
    return x == ((const Chains *)arg)->var;
}

/* The value of assignment i by that of `from`, so many links before; 0: it is not the shorter way.
 */
static Expr contracted(Chains *w, int i, int from)
{
    Dae *d = w->p->d;
    ExprStore *s = d->store;
    const Assign *assign = w->b->assign;
    Expr e = assign[i].value;
    for (int k = w->link[i].before; k != from; k = w->link[k].before)
        e = with_value(w, e, assign[k].var, assign[k].value);
    VarId x = w->var = assign[from].var;
    LinearForm form = expr_linear(s, w->p->a, e, is_var, w);
    if (form.n != 1 || form.nnon || dae_any_var(d, form.coef[0], moves, w))
        return 0;
    Expr rest = with_value(w, e, x, expr_real(s, 0));
    int depth;
    last_operand(w, rest, &depth);
    if (depth > w->link[from].depth)
        return 0;
    VarId q = dae_new_var(d, T_REAL, DV_AUXILIARY);
    d->var.v[q].hidden = true;
    vec_push(w->p->a, &w->made, ((Assign){.var = q, .value = form.coef[0], .eq = -1}));
    map_set(&w->steady, w->p->a, (uint64_t)q + 1, 1);
    return expr_add2(s, expr_mul2(s, expr_var(s, T_REAL, q), expr_var(s, T_REAL, x)), rest);
}

static void write_chains(Chains *w)
{
    for (int i = 0; i < w->b->nassign; i++) {
        Assign a = w->b->assign[i];
        Link *l = &w->link[i];
        int from = i, depth;
        if (l->period && l->parts >= LEAST_PARTS) {
            l->level = w->link[l->before].level + 1;
            for (int k = 0; k < l->level; k++)
                from = w->link[from].before;
        }
        Expr value = l->level >= l->period && l->level > 1 ? contracted(w, i, from) : 0;
        if (value)
            a.value = value;
        if (l->level >= l->period)
            l->level = 0;
        if (is_plain(&a) && l->depth) {
            last_operand(w, a.value, &depth);
            l->depth = depth + 1;
        }
        vec_push(w->p->a, &w->made, a);
    }
}

static void in_block(Problem *p, Block *b)
{
    Chains w = {.p = p, .b = b, .link = ARENA_ARRAY(p->a, Link, b->nassign + 1)};
    bool any = false;
    find_links(&w);
    for (int i = 0; i < b->nassign; i++)
        any = any || w.link[i].parts >= LEAST_PARTS;
    if (!any)
        return;
    write_chains(&w);
    if (w.made.n > b->nassign) {
        b->assign = arena_copy(p->d->arena, w.made.v, (size_t)w.made.n * sizeof *w.made.v);
        b->nassign = w.made.n;
    }
}

void step_chains(Problem *p)
{
    const System *s = dae_system(p->d, p->role);
    for (int i = 0; i < s->nblocks; i++)
        if (!s->block[i]->core->ntorn && s->block[i]->nassign > LEAST_PARTS)
            in_block(p, s->block[i]);
}
