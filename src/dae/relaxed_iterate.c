/* relaxed_iterate.c - relax() as an iteration: block Gauss-Seidel over the relaxed variables (RX-13
 * to RX-15, Q-13; paper `relaxing-1996`, section 4).
 *
 * The diagonal blocks of the relaxed form are computed one after the other, with the values of the
 * sweep before for what is relaxed. Only relaxed unknowns that are computed later than they are
 * used are iterated; of the blocks that may come next, the one that uses fewest of those is taken,
 * which keeps them few (RX-14). An equation that cannot be solved by a formula makes one step of
 * Newton's method a sweep; a linear block of several equations is eliminated.
 *
 * An iterated unknown x is set by the run time (rt/relax.c); its new value is a variable of our
 * own, which equations that come later use, and the residual is the difference. Code and memory are
 * linear in the size of the equations. */
#include "base/die.h"
#include "dae/relaxed.h"
#include "dae/torn_internal.h"

typedef struct Sweep {
    Part *t;
    RelaxedForm *f;
    int *col;       /* [n] of the problem */
    int *block_of;  /* [n] of an unknown */
    int *place;     /* [blocks] in the order; -1: not yet */
    int *sequence;  /* [blocks] */
    bool *iterated; /* [n] unknowns */
    VarId *fresh;   /* [n] the new value of an iterated unknown; NONE: none */
    int now;        /* the place of the block at hand */
} Sweep;

/* ---- Order ---- */

typedef struct Need {
    int block, next; /* next: place + 1 */
} Need;

typedef struct Order {
    Sweep *w;
    VEC(Need) hard, soft; /* blocks that need this one, and those that relax it */
    int *first_hard, *first_soft;
    int *waits, *misses;   /* hard and soft ones that are not computed yet */
    int *bucket, nbuckets; /* blocks that may come next, by misses: first + 1 */
    int *next, *previous;
} Order;

static void add_need(Order *o, bool soft, int of, int block)
{
    Arena *a = o->w->t->p->a;
    int *first = soft ? &o->first_soft[of] : &o->first_hard[of];
    if (soft) {
        vec_push(a, &o->soft, ((Need){block, *first}));
        *first = o->soft.n;
        o->misses[block]++;
    } else {
        vec_push(a, &o->hard, ((Need){block, *first}));
        *first = o->hard.n;
        o->waits[block]++;
    }
}

static void read_needs(Order *o)
{
    Sweep *w = o->w;
    Problem *p = w->t->p;
    const RelaxedForm *f = w->f;
    for (int b = 0; b < f->nblocks; b++)
        for (int k = f->begin[b]; k < f->begin[b + 1]; k++) {
            int r = f->row[f->order[k]];
            for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
                int c = p->local[p->p.col[e]];
                if (c >= 0 && w->block_of[c] != b)
                    add_need(o, is_relaxed(p, r, p->p.col[e]), w->block_of[c], b);
            }
        }
}

static void put_in(Order *o, int b)
{
    int k = o->misses[b] < o->nbuckets ? o->misses[b] : o->nbuckets - 1;
    o->next[b] = o->bucket[k];
    o->previous[b] = 0;
    if (o->bucket[k])
        o->previous[o->bucket[k] - 1] = b + 1;
    o->bucket[k] = b + 1;
}

static void take_out(Order *o, int b)
{
    int k = o->misses[b] < o->nbuckets ? o->misses[b] : o->nbuckets - 1;
    if (o->previous[b])
        o->next[o->previous[b] - 1] = o->next[b];
    else
        o->bucket[k] = o->next[b];
    if (o->next[b])
        o->previous[o->next[b] - 1] = o->previous[b];
}

static void find_order(Sweep *w)
{
    Arena *a = w->t->p->a;
    int n = w->f->nblocks;
    Order o = {.w = w, .nbuckets = 32};
    int **part[] = {&o.first_hard, &o.first_soft, &o.waits, &o.misses, &o.next, &o.previous};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        *part[i] = ints_filled(a, n, 0);
    o.bucket = ints_filled(a, o.nbuckets, 0);
    read_needs(&o);
    for (int b = n - 1; b >= 0; b--)
        if (!o.waits[b])
            put_in(&o, b);
    for (int k = 0; k < n; k++) {
        int least = 0;
        while (least < o.nbuckets && !o.bucket[least])
            least++;
        KRON_ASSERT(least < o.nbuckets);
        int b = o.bucket[least] - 1;
        take_out(&o, b);
        w->sequence[k] = b;
        w->place[b] = k;
        for (int i = o.first_soft[b]; i; i = o.soft.v[i - 1].next) {
            int user = o.soft.v[i - 1].block;
            bool ready = !o.waits[user] && w->place[user] < 0;
            if (ready)
                take_out(&o, user);
            o.misses[user]--;
            if (ready)
                put_in(&o, user);
        }
        for (int i = o.first_hard[b]; i; i = o.hard.v[i - 1].next)
            if (!--o.waits[o.hard.v[i - 1].block])
                put_in(&o, o.hard.v[i - 1].block);
    }
}

/* What is relaxed and comes later, or in the same block. */
static void find_iterated(Sweep *w)
{
    Problem *p = w->t->p;
    const RelaxedForm *f = w->f;
    for (int b = 0; b < f->nblocks; b++)
        for (int k = f->begin[b]; k < f->begin[b + 1]; k++) {
            int r = f->row[f->order[k]];
            for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
                int c = p->local[p->p.col[e]];
                if (c >= 0 && is_relaxed(p, r, p->p.col[e]) &&
                    w->place[w->block_of[c]] >= w->place[b])
                    w->iterated[c] = true;
            }
        }
}

/* ---- One sweep ---- */

/* The value of this sweep where there is one. */
static Expr newest(void *arg, Expr e)
{
    const Sweep *w = arg;
    ExprStore *s = dae_of(w->t)->store;
    int col = expr_op(s, e) == EX_VAR ? problem_col(w->t->p, var_number(s, e)) : -1;
    int c = col >= 0 ? w->t->p->local[col] : -1;
    bool earlier = c >= 0 && w->iterated[c] && w->place[w->block_of[c]] < w->now;
    return earlier && w->fresh[c] != NONE ? expr_var(s, T_REAL, w->fresh[c]) : e;
}

/* Unknown c is value now, by equation i. */
static void assign(Sweep *w, int i, int c, Expr value)
{
    Part *t = w->t;
    ExprStore *s = dae_of(t)->store;
    Assign a = {.var = t->var[c], .value = value, .eq = t->p->row.v[t->row[i]].eq};
    if (!w->iterated[c]) {
        push_assign(t->p, &t->assign, a);
        return;
    }
    a.var = w->fresh[c] = plan_add_var(t->p, t->plan, dae_hidden_var(T_REAL, DV_AUXILIARY));
    a.eq = -1;
    vec_push(t->p->a, &t->assign, a);
    push_torn(t, c);
    vec_push(t->p->a, &t->residual, i);
    t->lhs[i] = expr_var(s, T_REAL, t->var[c]);
    t->rhs[i] = expr_var(s, T_REAL, a.var);
}

static CoefKind kind_in(const Problem *p, int r, int col)
{
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        if (p->p.col[e] == col)
            return (CoefKind)p->p.kind[e];
    return KIND_NOSOLVE;
}

/* One equation; false if it cannot be used. */
static bool compute_one(Sweep *w, int i)
{
    Part *t = w->t;
    ExprStore *s = dae_of(t)->store;
    int c = w->f->solved[i];
    Expr lhs = expr_replace(s, t->lhs[i], newest, w), rhs = expr_replace(s, t->rhs[i], newest, w);
    CoefKind kind = kind_in(t->p, t->row[i], w->col[c]);
    Expr value = explicit_solution(t->p, lhs, rhs, t->var[c], kind);
    if (!value) { /* a step of Newton's method from the value of the sweep before */
        CalcError error = {0};
        Expr residual = expr_sub(s, lhs, rhs), slope = expr_diff(s, residual, t->var[c], &error);
        if (!slope || expr_is_zero(s, slope))
            return false;
        w->iterated[c] = true;
        value = expr_sub(s, expr_var(s, T_REAL, t->var[c]), expr_div(s, residual, slope));
    }
    assign(w, i, c, value);
    return true;
}

typedef struct Members {
    const Sweep *w;
    int block;
} Members;

/* An unknown of the block at hand. */
static bool is_member(void *arg, VarId var)
{
    const Members *m = arg;
    int col = problem_col(m->w->t->p, var), c = col >= 0 ? m->w->t->p->local[col] : -1;
    return c >= 0 && m->w->block_of[c] == m->block;
}

/* Elimination of a block by itself: its columns are numbered from 0, all others of its rows are
 * known for that time. */
static void eliminate_alone(LinearSystem *s, RelaxedForm *own)
{
    Problem *p = s->p;
    VEC(Need) kept = {0}; /* column, number */
    for (int i = 0; i < own->n; i++)
        for (int e = p->p.ptr[own->row[i]]; e < p->p.ptr[own->row[i] + 1]; e++) {
            int c = p->p.col[e];
            if (p->local[c] < 0)
                continue;
            vec_push(p->a, &kept, ((Need){c, p->local[c]}));
            p->local[c] = LOCAL_NONE;
        }
    for (int k = 0; k < own->n; k++)
        p->local[own->col[k]] = k;
    relaxed_eliminate(s, own, false);
    for (int i = 0; i < kept.n; i++)
        p->local[kept.v[i].block] = kept.v[i].next;
}

/* A linear block of several equations, eliminated. */
static bool compute_block(Sweep *w, int block)
{
    Part *t = w->t;
    Problem *p = t->p;
    ExprStore *st = dae_of(t)->store;
    const RelaxedForm *f = w->f;
    int n = f->begin[block + 1] - f->begin[block], first = f->begin[block];
    RelaxedForm own = {.n = n, .nblocks = 1, .npairs = n};
    int *row = ARENA_ARRAY(p->a, int, n), *col = ARENA_ARRAY(p->a, int, n);
    int *eq = ARENA_ARRAY(p->a, int, n), *local = ARENA_ARRAY(p->a, int, n);
    VarId *var = ARENA_ARRAY(p->a, VarId, n);
    LinearSystem s = {.p = p, .plan = t->plan, .n = n, .var = var, .eq = eq};
    s.form = ARENA_ARRAY(p->a, LinearForm, n);
    own.begin = ints_counting(p->a, 2);
    own.begin[1] = n;
    own.order = own.solved = ints_counting(p->a, n);
    own.row = row;
    own.col = col;
    bool linear = true;
    for (int k = 0; k < n; k++) {
        int i = f->order[first + k];
        local[k] = f->solved[i];
        row[k] = t->row[i];
        col[k] = w->col[local[k]];
        var[k] = t->var[local[k]];
        eq[k] = p->row.v[row[k]].eq;
        s.form[k] = equation_linear(st, p->a, expr_replace(st, t->lhs[i], newest, w),
                                    expr_replace(st, t->rhs[i], newest, w), is_member,
                                    &(Members){w, block});
        linear = linear && !s.form[k].nnon;
    }
    if (!linear)
        return false;
    eliminate_alone(&s, &own);
    for (int i = 0; i < s.before.n; i++)
        vec_push(p->a, &t->assign, s.before.v[i]);
    w->now++; /* those of the block that are computed already count */
    for (int k = 0; k < s.after.n; k++) {
        Expr value = expr_replace(st, s.after.v[k].value, newest, w);
        int i = f->order[first + own.step_row[own.nsteps - 1 - k]];
        assign(w, i, local[own.step_col[own.nsteps - 1 - k]], value);
    }
    return !s.nleft;
}

/* ---- All of it ---- */

static void report_not_iterated(const Part *t, const char *why)
{
    Dae *d = dae_of(t);
    if (t->p->role == SYSTEM_SIMULATION)
        diag_warning(d->ctx->diags, d->eq.v[t->p->row.v[t->row[0]].eq].span,
                     "the system of %d equations is not iterated over what is relaxed: %s", t->n,
                     why);
}

static const char *sweep_all(Sweep *w)
{
    Part *t = w->t;
    for (int i = 0; i < t->n; i++)
        if (is_object_row(t, i))
            return "there are calls or algorithms among its equations";
    if (w->f->nleft)
        return "without what is relaxed, sums at nodes determine nothing";
    for (int b = 0; b < w->f->nblocks; b++)
        for (int k = w->f->begin[b]; k < w->f->begin[b + 1]; k++)
            w->block_of[w->f->solved[w->f->order[k]]] = b;
    find_order(w);
    find_iterated(w);
    for (int k = 0; k < w->f->nblocks; k++) {
        int b = w->sequence[k], n = w->f->begin[b + 1] - w->f->begin[b];
        w->now = k;
        if (n == 1 ? !compute_one(w, w->f->order[w->f->begin[b]]) : !compute_block(w, b))
            return n == 1 ? "an equation cannot be solved" : "a part of it is not linear";
    }
    return NULL;
}

bool solve_iterated(Part *t)
{
    Problem *p = t->p;
    if (dae_of(t)->relax != RELAX_ITERATE)
        return false;
    Sweep w = {.t = t, .col = ARENA_ARRAY(p->a, int, t->n + 1)};
    for (int i = 0; i < t->n; i++)
        w.col[i] = problem_col(p, t->var[i]);
    w.f = relaxed_form(p, t->row, w.col, t->n);
    if (!w.f || w.f->nover)
        return false;
    w.block_of = ints_filled(p->a, t->n, -1);
    w.place = ints_filled(p->a, w.f->nblocks, -1);
    w.sequence = ints_filled(p->a, w.f->nblocks, -1);
    w.iterated = ARENA_ARRAY(p->a, bool, t->n + 1);
    w.fresh = ARENA_ARRAY(p->a, VarId, t->n + 1);
    for (int i = 0; i < t->n; i++)
        w.fresh[i] = NONE;
    Expr *lhs = arena_copy(p->a, t->lhs, (size_t)t->n * sizeof *lhs);
    Expr *rhs = arena_copy(p->a, t->rhs, (size_t)t->n * sizeof *rhs);
    const char *why = sweep_all(&w);
    if (why) {
        report_not_iterated(t, why);
        t->assign.n = t->torn.n = t->residual.n = 0;
        t->lhs = lhs;
        t->rhs = rhs;
        return false;
    }
    BlockCore *core = t->b->core;
    core->relaxed = ARENA_ARRAY(dae_of(t)->arena, VarId, t->n + 1);
    for (int i = 0; i < t->n; i++)
        if (w.f->relaxed[i])
            core->relaxed[core->nrelaxed++] = t->var[i];
    t->iterated = true;
    return true;
}
