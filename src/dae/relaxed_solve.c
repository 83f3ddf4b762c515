/* relaxed_solve.c - symbolic Gaussian elimination in the order of the relaxed form (RX-11, RX-16,
 * RX-32; paper `relaxing-1996`, equations 8 to 11, 34 and 35).
 *
 * Diagonal blocks are eliminated one after the other, each after those it needs; where several may
 * come next, the one with least fill (Markowitz 1957), then the one whose equation is written
 * first. Entries that are zero make no code. A block of several equations is torn, as residue()
 * says or automatically: its triangular part is eliminated in the order of the tearing, then the
 * residuals for the tearing variables. Pivots are those the marks give, whatever their values are:
 * the run time checks the solution (rt/whole.c).
 *
 * What is used again becomes a variable of its own. O(operations * log n). */
#include "base/die.h"
#include "dae/linear_policy.h"
#include "dae/relaxed.h"
#include "graph/eliminate.h"

#include <math.h>

enum { MOST_WRITTEN = 30 }; /* nodes of a value that is written out in reports */

typedef struct RelaxEntry {
    int col; /* n: the right-hand side */
    Expr value;
} RelaxEntry;

/* An equation as it was before an unknown was eliminated from it. */
typedef struct Shorter {
    RelaxEntry *entry;
    int n;
} Shorter;

typedef struct Waiting {
    long score;
    int eq, block;
} Waiting;

typedef struct Relaxing {
    LinearSystem *s;
    const RelaxedForm *f;
    bool listing;
    Problem *p;
    ExprStore *st;
    Arena *a; /* for the time of the elimination */
    int n;
    Echelon e;
    Expr factor;                /* of the step at hand */
    VEC(Expr) part;             /* of a value that is made: its parts as they are written */
    VEC(VarList) before, after; /* listing: RelaxedForm.order_before, order_after */
    VEC(VarId) pivots;
    bool unsteady;             /* one of them is */
    Map name;                  /* value -> variable that has it */
    Map full;                  /* such a variable -> its value written out */
    int *block_of;             /* [n] of an equation; -1: none */
    int *solved_by;            /* [n] the equation that gives an unknown; -1 */
    int *waits;                /* [blocks] so many more must come first; -1: done */
    int *user_first;           /* [blocks] blocks that need it: place + 1 in `user` */
    VEC(EchelonLink) user;     /* row: a block; next: place + 1 */
    VEC(Waiting) queue;        /* a heap, some of it out of date */
    bool *left_row, *left_col; /* [n] no pivot after all */
    VEC(EchelonLink) attached; /* row: an equation; next: place + 1 */
    int *attached_last;        /* [blocks] equations to be eliminated with it: place + 1 */
    Shorter *shorter;          /* [n] what gives an unknown instead of its pivot's equation */
} Relaxing;

/* ---- Values ---- */

static Expr put_full(void *arg, Expr e)
{
    const Relaxing *w = arg;
    return expr_op(w->st, e) == EX_VAR ? map_get(&w->full, var_number(w->st, e), e) : e;
}

/* The value without variables of our own, unless it is too large. */
static Expr written_out(Relaxing *w, Expr e)
{
    Expr full = expr_replace(w->st, e, put_full, w);
    return expr_node(w->st, full)->size <= MOST_WRITTEN ? full : e;
}

/* The variables of the parts in their order, for a listing. */
static VarList order_of_parts(Relaxing *w)
{
    VEC(VarId) out = {0};
    for (int i = 0; i < w->part.n; i++) {
        VarList in = expr_vars(w->st, w->a, 1, &w->part.v[i]);
        for (int k = 0; k < in.n; k++)
            vec_push(w->p->a, &out, in.var[k]);
    }
    return (VarList){out.v, out.n};
}

static void set_parts(Relaxing *w, int n, const Expr *part)
{
    w->part.n = 0;
    for (int i = 0; i < n && w->listing; i++)
        if (part[i])
            vec_push(w->a, &w->part, part[i]);
}

/* A value that is used again. Where it is of parameters alone it is a parameter of our own. */
static Expr named(Relaxing *w, Expr e)
{
    if (is_leaf(w->st, e))
        return e;
    uint32_t v = map_get(&w->name, e, 0);
    if (v)
        return expr_var(w->st, T_REAL, v);
    v = map_get(&w->name, expr_neg(w->st, e), 0);
    if (v)
        return expr_neg(w->st, expr_var(w->st, T_REAL, v));
    bool known = !w->listing && has_known_value(w->p->d, e);
    DaeVar var = dae_hidden_var(T_REAL, known ? DV_PARAMETER : DV_AUXILIARY);
    var.binding = var.start = known ? e : 0;
    var.fixed = known;
    var.meaning = known ? written_out(w, e) : 0;
    v = plan_add_var(w->p, w->s->plan, var);
    map_set(&w->name, w->a, e, v);
    if (known)
        map_set(&w->full, w->a, v, var.meaning);
    Assign assign = {.var = v, .value = e, .eq = -1};
    if (!known)
        vec_push(w->p->a, &w->s->before, assign);
    if (w->listing)
        vec_push(w->p->a, &w->before, order_of_parts(w));
    else
        sample_assigns(w->p, &(AssignVec){.v = &assign, .n = 1});
    return expr_var(w->st, T_REAL, v);
}

/* ---- One step: a row less factor times the pivot's row ---- */

static int begin_step(void *arg, int row, int by, const void *from, const void *pivot)
{
    Relaxing *w = arg;
    (void)row;
    w->factor =
        expr_div(w->st, ((const RelaxEntry *)from)->value, ((const RelaxEntry *)pivot)->value);
    set_parts(w, 2,
              (Expr[]){((const RelaxEntry *)from)->value, ((const RelaxEntry *)pivot)->value});
    if (w->e.row[by].n > 2)
        w->factor = named(w, w->factor);
    return 0;
}

static int combine(void *arg, const void *x, const void *y, void *out)
{
    Relaxing *w = arg;
    RelaxEntry *to = out;
    Expr product = expr_mul2(w->st, w->factor, ((const RelaxEntry *)y)->value);
    Expr value =
        x ? expr_sub(w->st, ((const RelaxEntry *)x)->value, product) : expr_neg(w->st, product);
    bool zero = is_number_zero(w->st, value);
    set_parts(w, 3,
              (Expr[]){x ? ((const RelaxEntry *)x)->value : 0, w->factor,
                       ((const RelaxEntry *)y)->value});
    if (!zero)
        to->value = named(w, value);
    return !zero;
}

static const Coefficients relaxed_coefficients = {sizeof(RelaxEntry), begin_step, combine, NULL};

static Expr value_at(const Relaxing *w, int i, int j)
{
    const RelaxEntry *x = echelon_entry(&w->e, i, j);
    return x ? x->value : 0;
}

/* Whether an entry may be divided by: it is not known to be zero with the parameters as they are.
 */
static bool may_be_pivot(const Relaxing *w, Expr e)
{
    Dae *d = w->p->d;
    if (!e || is_number_zero(w->st, e))
        return false;
    return w->listing || !has_known_value(d, e) ||
           expr_value(w->st, e, dae_parameter_values(d), NAN) != 0;
}

/* The rows that an elimination changes, and the blocks whose scores may be others then. */
static void queue_block(Relaxing *w, int block);

static void queue_around(Relaxing *w, int i)
{
    const RelaxEntry *at = echelon_row(&w->e, i);
    for (int k = 0; k < w->e.row[i].n; k++) {
        int by = at[k].col < w->n ? w->solved_by[at[k].col] : -1;
        if (by >= 0 && w->waits[w->block_of[by]] == 0)
            queue_block(w, w->block_of[by]);
    }
}

/* A pivot that may vanish during the run has a variable, by which the run time can tell (E-3). */
static void note_pivot(Relaxing *w, int i, int j)
{
    RelaxEntry *at = echelon_row(&w->e, i);
    Expr pivot = value_at(w, i, j);
    if (w->listing || coef_kind(w->p, pivot) <= KIND_SAFE || has_known_value(w->p->d, pivot))
        return;
    double x[SAMPLES];
    coef_samples(w->p, pivot, x);
    w->unsteady = w->unsteady || !is_steady(x);
    w->s->may_vanish = true;
    pivot = named(w, pivot);
    for (int k = 0; k < w->e.row[i].n; k++)
        at[k].value = at[k].col == j ? pivot : at[k].value;
    Expr leaf = expr_op(w->st, pivot) == EX_NEG ? expr_arg(w->st, pivot, 0) : pivot;
    if (expr_op(w->st, leaf) != EX_VAR)
        return;
    vec_push(w->p->a, &w->pivots, var_number(w->st, leaf));
    vec_push(w->p->a, &w->pivots, w->s->var[j]);
}

static bool eliminate(Relaxing *w, int i, int j)
{
    if (!may_be_pivot(w, value_at(w, i, j)))
        return false;
    bool again = w->e.col[j].count > 1;
    RelaxEntry *at = echelon_row(&w->e, i);
    for (int k = 0; k < w->e.row[i].n && again; k++) {
        set_parts(w, 1, &at[k].value);
        at[k].value = named(w, at[k].value);
    }
    note_pivot(w, i, j);
    echelon_pivot(&w->e, i, j);
    KRON_MEMORY(!w->e.failed);
    queue_around(w, i);
    return true;
}

static void leave(Relaxing *w, int i, int j)
{
    w->left_row[i] = true;
    w->left_col[j] = true;
}

/* ---- Blocks of several equations ---- */

static int place_of(const RelaxedBlock *b, int col)
{
    for (int k = 0; k < b->n; k++)
        if (b->col[k] == col)
            return k;
    return -1;
}

/* What residue() says. */
static void read_given(Problem *p, const RelaxedForm *f, RelaxedBlock *b)
{
    for (int k = 0; k < b->n && p->d->hint.n; k++) {
        int pair;
        VarId x = given_residual(p, p->row.v[f->row[b->row[k]]].eq, &pair);
        int col = x == NONE || problem_col(p, x) < 0 ? -1 : p->local[problem_col(p, x)];
        int at = col < 0 ? -1 : place_of(b, col);
        bool again = at < 0;
        for (int i = 0; i < b->ngiven && !again; i++)
            again = b->given[i] == at;
        if (again)
            continue;
        b->given[b->ngiven] = at;
        b->pair[b->ngiven++] = pair;
        b->left[k] = true;
    }
}

static void tear_inner(Problem *p, const RelaxedForm *f, Arena *a, RelaxedBlock *b)
{
    Map index = {0};
    for (int k = 0; k < b->n; k++)
        map_set(&index, a, (uint64_t)b->col[k] + 1, (uint32_t)k + 1);
    PatternBuilder q = pattern_begin(a, b->n, b->n);
    for (int k = 0; k < b->n; k++) {
        int r = f->row[b->row[k]];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
            int col = p->local[p->p.col[e]];
            bool known = col < 0 || is_relaxed(p, r, p->p.col[e]);
            int at = known ? -1 : (int)map_get(&index, (uint64_t)col + 1, 0) - 1;
            pattern_put(&q, at, b->left[k] ? KIND_NOSOLVE : p->p.kind[e]);
        }
        pattern_next(&q);
    }
    b->t = tearing_room(a, b->n);
    KRON_MEMORY(tear_block_well(&q.p, MASK_PARAM, NULL, b->given, b->ngiven, &b->t) >= 0);
}

RelaxedBlock relaxed_block(Problem *p, const RelaxedForm *f, int block, Arena *a)
{
    RelaxedBlock b = {.row = f->order + f->begin[block],
                      .n = f->begin[block + 1] - f->begin[block]};
    b.col = ARENA_ARRAY(a, int, b.n);
    b.left = ARENA_ARRAY(a, bool, b.n);
    b.given = ARENA_ARRAY(a, int, b.n);
    b.pair = ARENA_ARRAY(a, int, b.n);
    for (int k = 0; k < b.n; k++)
        b.col[k] = f->solved[b.row[k]];
    if (b.n == 1)
        return b;
    read_given(p, f, &b);
    tear_inner(p, f, a, &b);
    return b;
}

/* The size of an entry whose value parameters determine; else NaN. */
static double known_size(const Relaxing *w, Expr e)
{
    Dae *d = w->p->d;
    return has_known_value(d, e) ? fabs(expr_value(w->st, e, dae_parameter_values(d), NAN)) : NAN;
}

/* Whether an equation may give unknown j: its coefficient is known and not small for the others. */
static bool gives(const Relaxing *w, int i, int j)
{
    const RelaxEntry *at = echelon_row(&w->e, i);
    Expr own = value_at(w, i, j);
    double size = own ? known_size(w, own) : NAN;
    for (int k = 0; k < w->e.row[i].n; k++)
        if (at[k].col < w->n && known_size(w, at[k].value) * LEAST_PIVOT > size)
            return false;
    return size > 0;
}

/* Unknown j is about to be eliminated by equation i: another residual that has it gives it from
 * what comes later, too, with fewer terms. So the acceleration of a brake that holds is what the
 * brake says, not the rounding of all torques. */
static void note_shorter(Relaxing *w, const RelaxedBlock *b, const bool *used, int i, int j)
{
    for (int m = 0; m < b->t.ntorn && !w->listing; m++) {
        int k = b->row[b->t.residual[m]], n = w->e.row[k].n;
        bool fewer = 2 * n < w->e.row[i].n && (!w->shorter[j].n || n < w->shorter[j].n);
        if (used[m] || k == i || !fewer || !gives(w, k, j))
            continue;
        w->shorter[j] =
            (Shorter){arena_copy(w->a, echelon_row(&w->e, k), (size_t)n * sizeof(RelaxEntry)), n};
    }
}

/* The entry of residual m in column j, if it may be a pivot; else 0. */
static Expr torn_entry(const Relaxing *w, const RelaxedBlock *b, const bool *used, int m, int j)
{
    Expr e = used[m] ? 0 : value_at(w, b->row[b->t.residual[m]], j);
    return may_be_pivot(w, e) ? e : 0;
}

/* What numbers have of others in the trial where that is least. */
static double least_part(const double *x, const double *of)
{
    double part = 1;
    for (int k = 0; k < SAMPLES; k++)
        part = fmin(part, fabs(x[k]) / of[k]);
    return part;
}

/* The residual whose pivot is steady and has most of the largest entry of its column; -1: none. */
static int steady_residual(Relaxing *w, const RelaxedBlock *b, const bool *used, int j)
{
    double largest[SAMPLES] = {0}, x[SAMPLES], most = PIVOT_PART;
    int best = -1;
    for (int again = 0; again < 2; again++)
        for (int m = 0; m < b->t.ntorn; m++) {
            Expr e = torn_entry(w, b, used, m, j);
            if (!e)
                continue;
            coef_samples(w->p, e, x);
            for (int k = 0; k < SAMPLES && !again; k++)
                largest[k] = fmax(largest[k], fabs(x[k]));
            double part = again && is_steady(x) ? least_part(x, largest) : 0;
            if (part > most) {
                most = part;
                best = m;
            }
        }
    return best;
}

/* The residual that gives unknown j; -1: none. Where several unknowns are torn the marks give no
 * order: in a loop of bodies some entries vanish always, others at times, and what has no steady
 * pivot is left to be factored. */
static int choose_residual(Relaxing *w, const RelaxedBlock *b, const bool *used, int j)
{
    if (!w->listing && b->t.ntorn > 1)
        return steady_residual(w, b, used, j);
    for (int m = 0; m < b->t.ntorn; m++)
        if (torn_entry(w, b, used, m, j))
            return m;
    return -1;
}

/* The residuals for the tearing variables: a small system without structure. */
static void eliminate_torn(Relaxing *w, const RelaxedBlock *b, const Tearing *t)
{
    bool *used = ARENA_ARRAY(w->a, bool, t->ntorn + 1);
    for (int k = 0; k < t->ntorn; k++) {
        int j = b->col[t->torn[k]], m = choose_residual(w, b, used, j);
        if (m < 0) {
            w->left_col[j] = true;
            continue;
        }
        note_shorter(w, b, used, b->row[t->residual[m]], j);
        used[m] = eliminate(w, b->row[t->residual[m]], j);
    }
    for (int m = 0; m < t->ntorn; m++)
        if (!used[m])
            w->left_row[b->row[t->residual[m]]] = true;
}

/* Equations that give what others relax, the last of a chain first. */
static void eliminate_attached(Relaxing *w, int last)
{
    int n = 0;
    for (int at = last; at; at = w->attached.v[at - 1].next)
        n++;
    int *row = ARENA_ARRAY(w->a, int, n + 1);
    for (int at = last; at; at = w->attached.v[at - 1].next)
        row[--n] = w->attached.v[at - 1].row;
    for (int at = last; at; at = w->attached.v[at - 1].next, n++)
        if (!eliminate(w, row[n], w->f->solved[row[n]]))
            leave(w, row[n], w->f->solved[row[n]]);
}

static void eliminate_block(Relaxing *w, int block)
{
    const RelaxedForm *f = w->f;
    eliminate_attached(w, w->attached_last[block]);
    RelaxedBlock b = relaxed_block(w->p, f, block, w->a);
    if (b.n == 1 && !eliminate(w, b.row[0], b.col[0]))
        leave(w, b.row[0], b.col[0]);
    for (int k = 0; k < b.t.npeel; k++)
        if (!eliminate(w, b.row[b.t.order[k]], b.col[b.t.peel_col[k]]))
            leave(w, b.row[b.t.order[k]], b.col[b.t.peel_col[k]]);
    eliminate_torn(w, &b, &b.t);
    w->s->plan->npairs += b.ngiven;
    for (int k = 0; k < b.ngiven; k++)
        vec_push(w->p->a, &w->s->plan->used, b.pair[k]);
}

/* ---- The order of blocks ---- */

static bool is_before(const Waiting *a, const Waiting *b)
{
    return a->score != b->score ? a->score < b->score
           : a->eq != b->eq     ? a->eq < b->eq
                                : a->block < b->block;
}

static void sift_up(Relaxing *w, int i)
{
    Waiting *q = w->queue.v;
    for (; i > 0 && is_before(&q[i], &q[(i - 1) / 2]); i = (i - 1) / 2) {
        Waiting x = q[i];
        q[i] = q[(i - 1) / 2];
        q[(i - 1) / 2] = x;
    }
}

static void sift_down(Relaxing *w)
{
    Waiting *q = w->queue.v;
    for (int i = 0, least = 0;; i = least) {
        for (int k = 2 * i + 1; k <= 2 * i + 2 && k < w->queue.n; k++)
            least = is_before(&q[k], &q[least]) ? k : least;
        if (least == i)
            return;
        Waiting x = q[i];
        q[i] = q[least];
        q[least] = x;
    }
}

/* The entries that the elimination of a block may make. */
static long fill_of(const Relaxing *w, int block)
{
    long fill = 0;
    for (int k = w->f->begin[block]; k < w->f->begin[block + 1]; k++) {
        int i = w->f->order[k], n = 0;
        const RelaxEntry *at = echelon_row(&w->e, i);
        for (int m = 0; m < w->e.row[i].n; m++)
            n += at[m].col < w->n;
        fill += (long)(n - 1) * (w->e.col[w->f->solved[i]].count - 1);
    }
    return fill / (w->f->begin[block + 1] - w->f->begin[block]);
}

static void queue_block(Relaxing *w, int block)
{
    int i = w->f->order[w->f->begin[block]];
    vec_push(w->a, &w->queue, ((Waiting){fill_of(w, block), w->s->eq[i], block}));
    sift_up(w, w->queue.n - 1);
}

static void eliminate_all(Relaxing *w)
{
    for (int k = 0; k < w->f->nblocks; k++)
        if (!w->waits[k])
            queue_block(w, k);
    while (w->queue.n) {
        Waiting x = w->queue.v[0];
        w->queue.v[0] = w->queue.v[--w->queue.n];
        sift_down(w);
        if (w->waits[x.block])
            continue;
        long fill = fill_of(w, x.block);
        if (fill > x.score) {
            queue_block(w, x.block);
            continue;
        }
        w->waits[x.block] = -1;
        eliminate_block(w, x.block);
        for (int u = w->user_first[x.block]; u; u = w->user.v[u - 1].next)
            if (--w->waits[w->user.v[u - 1].row] == 0)
                queue_block(w, w->user.v[u - 1].row);
    }
}

/* Which blocks need which. */
static void link_blocks(Relaxing *w)
{
    const Problem *p = w->p;
    const RelaxedForm *f = w->f;
    for (int k = 0; k < f->nblocks; k++)
        for (int i = f->begin[k]; i < f->begin[k + 1]; i++) {
            w->block_of[f->order[i]] = k;
            w->solved_by[f->solved[f->order[i]]] = f->order[i];
        }
    int *stamp = ints_filled(w->a, f->nblocks, -1);
    for (int k = 0; k < f->nblocks; k++)
        for (int i = f->begin[k]; i < f->begin[k + 1]; i++) {
            int r = f->row[f->order[i]];
            for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
                int col = p->local[p->p.col[e]];
                int by = col < 0 || is_relaxed(w->p, r, p->p.col[e]) ? -1 : w->solved_by[col];
                int before = by < 0 ? k : w->block_of[by];
                if (before == k || stamp[before] == k)
                    continue;
                stamp[before] = k;
                vec_push(w->a, &w->user, ((EchelonLink){k, w->user_first[before]}));
                w->user_first[before] = w->user.n;
                w->waits[k]++;
            }
        }
}

/* ---- What is relaxed everywhere ---- */

/* How often an unknown stands in equations that are not eliminated and do not relax it. */
static int *count_unrelaxed(Relaxing *w)
{
    const Problem *p = w->p;
    int *count = ints_filled(w->a, w->n, 0);
    for (int i = 0; i < w->n; i++) {
        int r = w->f->row[i];
        for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
            int col = p->local[p->p.col[e]];
            if (col >= 0 && !is_relaxed(w->p, r, p->p.col[e]))
                count[col]++;
        }
    }
    return count;
}

/* The only block of several equations that an equation needs; -1: none, or several. */
static int system_needed(const Relaxing *w, int i)
{
    const Problem *p = w->p;
    int found = -1, r = w->f->row[i];
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++) {
        int col = p->local[p->p.col[e]];
        int by = col < 0 || is_relaxed(w->p, r, p->p.col[e]) ? -1 : w->solved_by[col];
        int k = by < 0 ? -1 : w->block_of[by];
        if (k < 0 || w->f->begin[k + 1] - w->f->begin[k] == 1 || k == found)
            continue;
        if (found >= 0)
            return -1;
        found = k;
    }
    return found;
}

/* An unknown that other equations only relax, and that its own equation gives from those of a
 * block: it is put in before that block is eliminated. So the acceleration of a joint at the end of
 * a bar becomes that of the joint before; else it would stay in the equations of all bodies up to
 * the root. */
static void attach_all(Relaxing *w)
{
    const RelaxedForm *f = w->f;
    int *count = count_unrelaxed(w);
    for (int k = f->nblocks - 1; k >= 0; k--) {
        int i = f->order[f->begin[k]], j = f->solved[i], r = f->row[i];
        Expr pivot = f->begin[k + 1] - f->begin[k] == 1 ? value_at(w, i, j) : 0;
        if (!pivot || !expr_is_number(w->st, pivot) || fabs(expr_number(w->st, pivot)) != 1 ||
            count[j] != 1 || w->e.col[j].count == 1)
            continue;
        int with = system_needed(w, i);
        if (with < 0)
            continue;
        vec_push(w->a, &w->attached, ((EchelonLink){i, w->attached_last[with]}));
        w->attached_last[with] = w->attached.n;
        w->waits[k] = -1;
        for (int e = w->p->p.ptr[r]; e < w->p->p.ptr[r + 1]; e++) {
            int col = w->p->local[w->p->p.col[e]];
            if (col >= 0 && !is_relaxed(w->p, r, w->p->p.col[e]))
                count[col]--;
        }
    }
}

/* ---- The solution ---- */

/* The unknown of a pivot from those that come later. */
static void solve_back(Relaxing *w, int i, int j)
{
    ExprStore *st = w->st;
    const RelaxEntry *at = w->shorter[j].n ? w->shorter[j].entry : echelon_row(&w->e, i);
    int n = w->shorter[j].n ? w->shorter[j].n : w->e.row[i].n;
    Expr pivot = 0, sum = 0;
    for (int k = 0; k < n; k++) {
        pivot = at[k].col == j ? at[k].value : pivot;
        sum = at[k].col == w->n ? at[k].value : sum;
    }
    bool minus = expr_is_number(st, pivot) && expr_number(st, pivot) == -1;
    sum = sum ? sum : expr_real(st, 0);
    set_parts(w, 1, &sum);
    sum = minus ? expr_neg(st, sum) : sum;
    for (int k = 0; k < n; k++) {
        if (at[k].col == j || at[k].col == w->n)
            continue;
        Expr x = expr_var(st, T_REAL, w->s->var[at[k].col]), term = expr_mul2(st, at[k].value, x);
        sum = minus ? expr_add2(st, sum, term) : expr_sub(st, sum, term);
        vec_push(w->a, &w->part, at[k].value);
        vec_push(w->a, &w->part, x);
    }
    vec_push(w->a, &w->part, pivot);
    if (w->listing)
        vec_push(w->p->a, &w->after, order_of_parts(w));
    vec_push(w->p->a, &w->s->after,
             ((Assign){.var = w->s->var[j],
                       .value = minus ? sum : expr_div(st, sum, pivot),
                       .eq = w->s->eq[i]}));
}

/* Signs of an equation that is left: without minus on its right-hand side. */
static void turn_sign(Relaxing *w, int i)
{
    RelaxEntry *at = echelon_row(&w->e, i);
    Expr rhs = value_at(w, i, w->n);
    if (!rhs || expr_op(w->st, rhs) != EX_NEG)
        return;
    for (int k = 0; k < w->e.row[i].n; k++)
        at[k].value = expr_neg(w->st, at[k].value);
}

/* The equations that are left, in the unknowns that are left. */
static void write_left(Relaxing *w)
{
    LinearSystem *s = w->s;
    Arena *a = w->p->a;
    s->row_left = ARENA_ARRAY(a, int, w->n + 1);
    s->col_left = ARENA_ARRAY(a, int, w->n + 1);
    s->nleft = 0;
    int ncols = 0;
    for (int k = 0; k < w->n; k++)
        if (w->left_col[k])
            s->col_left[ncols++] = k;
    for (int i = 0; i < w->n; i++) {
        if (!w->left_row[i])
            continue;
        LinearForm *f = &s->form[i];
        int n = w->e.row[i].n;
        turn_sign(w, i);
        const RelaxEntry *at = echelon_sorted(&w->e, i);
        s->row_left[s->nleft++] = i;
        *f = (LinearForm){.var = ARENA_ARRAY(a, VarId, n + 1), .coef = ARENA_ARRAY(a, Expr, n + 1)};
        f->rest = expr_real(w->st, 0);
        for (int k = 0; k < n; k++) {
            if (at[k].col == w->n) {
                f->rest = expr_neg(w->st, at[k].value);
                continue;
            }
            f->var[f->n] = s->var[at[k].col];
            f->coef[f->n++] = at[k].value;
        }
    }
    KRON_ASSERT(s->nleft == ncols);
}

/* A listing solves what is left too: fewest entries first. */
static void eliminate_left(Relaxing *w)
{
    for (;;) {
        long best = -1;
        int row = 0, col = 0;
        for (int i = 0; i < w->n; i++) {
            const RelaxEntry *at = echelon_row(&w->e, i);
            for (int k = 0; k < w->e.row[i].n && w->left_row[i]; k++) {
                if (at[k].col == w->n || !w->left_col[at[k].col] || !may_be_pivot(w, at[k].value))
                    continue;
                long fill = (long)(w->e.row[i].n - 1) * (w->e.col[at[k].col].count - 1);
                if (best >= 0 && fill >= best)
                    continue;
                best = fill;
                row = i;
                col = at[k].col;
            }
        }
        if (best < 0)
            return;
        w->left_row[row] = w->left_col[col] = false;
        eliminate(w, row, col);
    }
}

/* The coefficient of the flow in an element's equation that is left in place of the sum at a node
 * of two elements: the equation is divided by it, and says that the flows are equal. 0: it is none.
 */
static Expr flow_coefficient(const Relaxing *w, int i)
{
    const LinearForm *f = &w->s->form[i];
    Expr coef = 0;
    bool marks = false;
    for (int k = 0; k < f->n; k++) {
        int c = problem_col(w->p, f->var[k]);
        if (is_relaxed(w->p, w->f->row[i], c))
            marks = true;
        else if (coef)
            return 0;
        else
            coef = f->coef[k];
    }
    return w->f->solved[i] < 0 && marks ? coef : 0;
}

static void read_rows(Relaxing *w)
{
    const LinearSystem *s = w->s;
    for (int i = 0; i < w->n; i++) {
        const LinearForm *f = &s->form[i];
        RelaxEntry *at = ARENA_ARRAY(w->a, RelaxEntry, f->n + 2);
        int n = 0;
        if (f->rest && !expr_is_zero(w->st, f->rest)) /* first: its value is computed first */
            at[n++] = (RelaxEntry){w->n, expr_neg(w->st, f->rest)};
        for (int k = 0; k < f->n; k++)
            at[n++] = (RelaxEntry){w->p->local[problem_col(w->p, f->var[k])], f->coef[k]};
        Expr flow = flow_coefficient(w, i);
        for (int k = 0; k < n && flow; k++)
            at[k].value =
                at[k].value == flow ? expr_real(w->st, 1) : expr_div(w->st, at[k].value, flow);
        KRON_MEMORY(echelon_add(&w->e, at, n) >= 0);
    }
}

void relaxed_eliminate(LinearSystem *s, RelaxedForm *f, bool listing)
{
    Relaxing w = {.s = s, .f = f, .listing = listing, .p = s->p, .n = s->n};
    w.st = s->p->d->store;
    w.a = arena_new();
    w.block_of = ints_filled(w.a, w.n, -1);
    w.solved_by = ints_filled(w.a, w.n, -1);
    w.waits = ints_filled(w.a, f->nblocks, 0);
    w.user_first = ints_filled(w.a, f->nblocks, 0);
    w.attached_last = ints_filled(w.a, f->nblocks, 0);
    w.left_row = ARENA_ARRAY(w.a, bool, w.n + 1);
    w.left_col = ARENA_ARRAY(w.a, bool, w.n + 1);
    w.shorter = ARENA_ARRAY(w.a, Shorter, w.n + 1);
    KRON_MEMORY(echelon_open(&w.e, &relaxed_coefficients, &w, w.n + 1, w.n));
    w.e.oldest_first = true;
    if (!listing)
        sample_blocks(s->p);
    read_rows(&w);
    link_blocks(&w);
    for (int k = 0; k < f->nleft; k++)
        leave(&w, f->row_left[k], f->col_left[k]);
    attach_all(&w);
    eliminate_all(&w);
    write_left(&w);
    if (listing)
        eliminate_left(&w);
    for (int k = w.e.npivots - 1; k >= 0; k--)
        solve_back(&w, w.e.pivot[k].row, w.e.pivot[k].col);
    f->pivots = (VarList){w.pivots.v, w.pivots.n};
    f->steady = w.pivots.n > 0 && !w.unsteady;
    f->order_before = w.before.v;
    f->order_after = w.after.v;
    f->nsteps = w.e.npivots;
    f->step_row = ARENA_ARRAY(s->p->a, int, w.n + 1);
    f->step_col = ARENA_ARRAY(s->p->a, int, w.n + 1);
    for (int k = 0; k < f->nsteps; k++) {
        f->step_row[k] = w.e.pivot[k].row;
        f->step_col[k] = w.e.pivot[k].col;
    }
    echelon_close(&w.e);
    arena_free(w.a);
}
