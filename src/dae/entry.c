/* entry.c - which outputs of an algorithm depend on the value they have at its entry.
 *
 * They have their previous or start values there. An output that is assigned on every way through
 * the statements before anything reads it depends on none of that (definite assignment); taken for
 * a dependency it would make a system of equations out of a sequence of statements. Elements of
 * arrays count as read where they are assigned by subscripts, and bodies of loops as left out;
 * `break` and `return` give the question up. Linear in the size of the algorithm. */
#include "dae/diagnose.h"
#include "dae/walk.h"

typedef struct Entry {
    Dae *d;
    Arena *a;
    Map at; /* variable -> place among the outputs + 1 */
    bool *assigned, *keeps;
    bool *touched, *early; /* assigned on some way; read before that; NULL: not asked for */
    VEC(int) order;        /* places, in the order in which they were assigned */
    bool leaves;           /* `break` or `return` */
} Entry;

static void note_read(void *arg, uint32_t var)
{
    Entry *w = arg;
    uint32_t k = map_get(&w->at, var, 0);
    if (k && !w->assigned[k - 1])
        w->keeps[k - 1] = true;
    if (k && w->early && !w->touched[k - 1])
        w->early[k - 1] = true;
}

static void note_touched(void *arg, uint32_t var)
{
    Entry *w = arg;
    uint32_t k = map_get(&w->at, var, 0);
    if (k && w->touched)
        w->touched[k - 1] = true;
}

static void note_assigned(Entry *w, int k)
{
    if (w->touched)
        w->touched[k] = true;
    if (w->assigned[k])
        return;
    w->assigned[k] = true;
    vec_push(w->a, &w->order, k);
}

static void read_expr(Entry *w, Expr e)
{
    if (e)
        dae_visible_vars(w->d, e, note_read, w);
}

static void take_target(Entry *w, Expr target)
{
    const ExprNode *n = expr_node(w->d->store, target);
    if (n->op != EX_VAR && n->op != EX_ARRVAR) {
        dae_visible_vars(w->d, target, note_touched, w);
        read_expr(w, n->op == EX_INDEX ? target : 0);
        return;
    }
    int64_t scalars = n->op == EX_VAR ? 1 : type_scalars(expr_types(w->d->store), n->type);
    for (int64_t i = 0; i < scalars; i++) {
        uint32_t k = map_get(&w->at, n->payload + (uint64_t)i, 0);
        if (k)
            note_assigned(w, (int)k - 1);
    }
}

static void walk(Entry *w, Stmt *const *body, int n);

typedef VEC(int) Places;

/* What a branch assigns, in *out; it is not assigned afterwards. */
static void walk_branch(Entry *w, const StmtBranch *b, Places *out)
{
    int before = w->order.n;
    out->n = 0;
    read_expr(w, b->condition);
    walk(w, b->body, b->n);
    for (; w->order.n > before; w->order.n--) {
        int k = w->order.v[w->order.n - 1];
        w->assigned[k] = false;
        vec_push(w->a, out, k);
    }
}

/* What all branches of an `if` with an `else` assign is assigned. */
static void walk_branches(Entry *w, const Stmt *s)
{
    Map times = {0};
    Places places = {0};
    for (int i = 0; i < s->nbranches; i++) {
        walk_branch(w, &s->branch[i], &places);
        for (int k = 0; k < places.n; k++) {
            uint64_t place = (uint64_t)places.v[k];
            map_set(&times, w->a, place, map_get(&times, place, 0) + 1);
        }
    }
    if (s->kind != ST_IF || s->branch[s->nbranches - 1].condition)
        return;
    for (int k = 0; k < places.n; k++)
        if (map_get(&times, (uint64_t)places.v[k], 0) == (uint32_t)s->nbranches)
            note_assigned(w, places.v[k]);
}

static void walk(Entry *w, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        w->leaves = w->leaves || s->kind == ST_BREAK || s->kind == ST_RETURN;
        read_expr(w, s->value);
        read_expr(w, s->range);
        read_expr(w, s->message);
        read_expr(w, s->level);
        if (s->nbranches)
            walk_branches(w, s);
        for (int k = 0; k < s->ntargets && s->kind != ST_REINIT; k++)
            take_target(w, s->target[k]);
    }
}

bool *algorithm_keeps(Dae *d, Arena *a, const DaeEq *eq)
{
    int n = eq->noutputs;
    Entry w = {.d = d, .a = a};
    w.assigned = ARENA_ARRAY(a, bool, n + 1);
    w.keeps = ARENA_ARRAY(a, bool, n + 1);
    for (int i = 0; i < n; i++)
        if (eq->output[i] != NONE)
            map_set(&w.at, a, eq->output[i], (uint32_t)i + 1);
    walk(&w, eq->body->body, eq->body->nbody);
    for (int i = 0; i < n; i++)
        w.keeps[i] = w.keeps[i] || !w.assigned[i] || w.leaves;
    return w.keeps;
}

/* Continuous variables of the user that the statements read first and assign later, in every case:
 * they are read with their start values, which nobody means. */
static void warn_algorithm(Dae *d, Arena *a, const DaeEq *eq)
{
    Entry w = {.d = d, .a = a};
    w.assigned = ARENA_ARRAY(a, bool, eq->noutputs + 1);
    w.keeps = ARENA_ARRAY(a, bool, eq->noutputs + 1);
    w.touched = ARENA_ARRAY(a, bool, eq->noutputs + 1);
    w.early = ARENA_ARRAY(a, bool, eq->noutputs + 1);
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE)
            map_set(&w.at, a, eq->output[i], (uint32_t)i + 1);
    walk(&w, eq->body->body, eq->body->nbody);
    for (int i = 0; i < eq->noutputs && !w.leaves; i++) {
        const DaeVar *v = eq->output[i] == NONE ? NULL : &d->var.v[eq->output[i]];
        if (v && w.early[i] && w.assigned[i] && v->kind == DV_ALGEBRAIC && v->type == T_REAL &&
            !v->hidden && !v->start && eq->output[i] < d->nflat)
            diag_warning(d->ctx->diags, eq->span,
                         "`%s` is read in this algorithm before it is assigned: it is 0 there, its "
                         "start value; the statement that assigns it must stand before",
                         dae_var_text(d, eq->output[i]));
    }
}

void warn_of_order(Dae *d)
{
    Arena *a = arena_new();
    for (int k = 0; k < d->eq.n; k++)
        if (d->eq.v[k].kind == EQ_ALGORITHM && !d->eq.v[k].initial && !d->eq.v[k].form_of &&
            !d->eq.v[k].removed && is_in_users_file(d, d->eq.v[k].span))
            warn_algorithm(d, a, &d->eq.v[k]);
    arena_free(a);
}
