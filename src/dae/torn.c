/* torn.c - a strong component made into a block that can be evaluated.
 *
 * One equation is solved for its unknown. A larger component is split into discrete unknowns
 * (modes) and a continuous part, in which modes and the relations that depend on the unknowns count
 * as known. A linear part of moderate size is solved by elimination (linear_solve.c) as far as that
 * can be done safely; what is left, and larger systems, are factored. A nonlinear part is torn: few
 * unknowns are iterated, the others follow from them. If it has linear equations in unknowns that
 * occur linearly everywhere, it is torn again after their elimination, and the better result
 * taken. Near-linear but for the elimination, and O(n^2) for n <= 100 when the depth is too large.
 */
#include "base/die.h"
#include "dae/incidence.h"
#include "dae/structure_internal.h"

#include <limits.h>
#include <math.h>

/* Of the numbers in an equation, those below are not divided by. */
#define LEAST_PIVOT 0.05

enum {
    SMALL = 4,             /* linear: systems that are solved without regard to sets of states */
    MOST_ELIMINATED = 250, /* linear: larger systems are factored as they are */
    DENSE_LIMIT = 60,      /* linear: LU up to here, else KLU */
    TEAR_LIMIT = 100,      /* nonlinear: larger blocks must be torn to a quarter and to this many */
    NONLINEAR_DEPTH = 10,  /* substitutions of sums into each other */
    NONLINEAR_STEP = 3,    /* a nonlinear function counts as so many sums */
};

/* The continuous part of a block; positions 0 .. n are local numbers of its rows and unknowns, row
 * i being matched to unknown i. */
typedef struct Part {
    Problem *p;
    Block *b;
    int n;
    int *row;         /* [n] of the problem */
    uint32_t *var;    /* [n] */
    Expr *lhs, *rhs;  /* [n] with `relation` replaced by variables; objects: 0 */
    LinearForm *form; /* [n] lhs - rhs in the unknowns of the part */
    bool linear, mixed;
    bool deep;      /* torn, but through long chains of sums */
    int npairs;     /* tearing variables given in the model */
    bool condensed; /* unknowns that occur linearly were eliminated */
    AssignVec before, after;
    VEC(Expr) relation;
    Map relation_at;                  /* relation -> the variable for it */
    Map variable_at;                  /* and back: number -> relation */
    int ncomponents, *order, *border; /* strong components, local numbers */
    AssignVec assign;
    VEC(int) torn, residual, object; /* object: equations that are evaluated already */
} Part;

static Dae *dae_of(const Part *t)
{
    return t->p->d;
}

/* ---- Assignments ---- */

static void push_assign(Problem *p, AssignVec *out, Assign a)
{
    vec_push(p->a, out, a);
    const DaeVar *v = &p->d->var.v[a.var];
    if (v->pre_of) {
        Expr x = expr_var(p->d->store, v->type, a.var);
        vec_push(p->a, out, ((Assign){.var = v->pre_of - 1, .value = x, .eq = -1, .pre = true}));
    }
}

/* During initialization no `when` without initial() is active: its condition was true before. */
static void push_object(Problem *p, AssignVec *out, int k)
{
    const DaeEq *eq = &p->d->eq.v[k];
    for (int i = 0; p->initial && !eq->initial && eq->kind == EQ_ALGORITHM && i < eq->noutputs;
         i++) {
        const DaeVar *v = &p->d->var.v[eq->output[i]];
        if (v->hidden && v->type == T_BOOL)
            vec_push(p->a, out,
                     ((Assign){.var = eq->output[i],
                               .value = expr_bool(p->d->store, true),
                               .eq = -1,
                               .pre = true}));
    }
    vec_push(p->a, out, ((Assign){.var = NO_ALIAS, .eq = k}));
}

static void keep_assigns(Block *b, Dae *d, const AssignVec *list)
{
    b->nassign = list->n;
    b->assign = arena_copy(d->arena, list->v, (size_t)list->n * sizeof(Assign));
}

/* ---- One equation, one unknown ---- */

static bool is_this(void *arg, uint32_t var)
{
    return var == *(const uint32_t *)arg;
}

/* The solution of lhs = rhs for a variable that occurs with a coefficient of that kind; 0 if it
 * cannot be written down. */
static Expr explicit_solution(Problem *p, Expr lhs, Expr rhs, uint32_t var, CoefKind kind)
{
    Dae *d = p->d;
    SolveRules rules = {.arg = d, .range = dae_range};
    Expr value = defined_value(d, lhs, rhs, var);
    if (value || is_mode_var(&d->var.v[var]))
        return value;
    bool may_vanish = kind == KIND_PARAM || kind == KIND_LIN;
    if (!may_vanish)
        value = expr_solve(d->store, lhs, rhs, var, &rules);
    if (value || kind >= KIND_NON)
        return value;
    LinearForm f = expr_linear(d->store, p->a, expr_sub(d->store, lhs, rhs), is_this, &var);
    if (f.nnon || f.n != 1 || (may_vanish && may_vanish_by_mode(d, f.coef[0])))
        return 0;
    value = expr_solve(d->store, lhs, rhs, var, &rules);
    return value ? value : expr_div(d->store, expr_neg(d->store, f.rest), f.coef[0]);
}

static CoefKind matched_kind(const Problem *p, int r)
{
    int e = p->p.ptr[r];
    while (p->p.col[e] != p->row_col[r])
        e++;
    return (CoefKind)p->p.kind[e];
}

static bool solve_one(Problem *p, Block *b, int r)
{
    const Row *row = &p->row.v[r];
    Assign a = {.var = b->var[0], .eq = row->eq, .start_of = row->start_of};
    a.value = explicit_solution(p, row->lhs, row->rhs, a.var, matched_kind(p, r));
    if (!a.value)
        return false;
    AssignVec list = {0};
    push_assign(p, &list, a);
    keep_assigns(b, p->d, &list);
    b->kind = b->discrete ? BLOCK_DISCRETE : BLOCK_EXPLICIT;
    b->solved = SOLVE_ASSIGN;
    return true;
}

static void object_block(Problem *p, Block *b)
{
    AssignVec list = {0};
    push_object(p, &list, b->eq[0]);
    keep_assigns(b, p->d, &list);
    bool algorithm = p->d->eq.v[b->eq[0]].kind == EQ_ALGORITHM;
    b->kind = algorithm ? BLOCK_ALGORITHM : b->discrete ? BLOCK_DISCRETE : BLOCK_EXPLICIT;
    b->solved = SOLVE_ASSIGN;
}

/* ---- Modes ---- */

static bool is_mode_row(const Problem *p, int r)
{
    const Row *row = &p->row.v[r];
    if (row->kind != ROW_OBJECT)
        return is_mode_var(&p->d->var.v[p->col.v[p->row_col[r]]]);
    const DaeEq *eq = &p->d->eq.v[row->eq];
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NO_ALIAS && !is_mode_var(&p->d->var.v[eq->output[i]]))
            return false;
    return true;
}

/* Assignments of discrete unknowns, each after those it needs where that is possible. */
static void order_modes(Problem *p, const int *row, int n, AssignVec *out)
{
    int *order = ARENA_ARRAY(p->a, int, n + 1), *border = ARENA_ARRAY(p->a, int, n + 1);
    row_components(p, row, n, order, border);
    int last_object = -1;
    for (int i = 0; i < n; i++) {
        int r = row[order[i]];
        const Row *q = &p->row.v[r];
        if (q->kind == ROW_OBJECT) {
            if (q->eq != last_object)
                push_object(p, out, q->eq);
            last_object = q->eq;
            continue;
        }
        uint32_t var = p->col.v[p->row_col[r]];
        Expr value = defined_value(p->d, q->lhs, q->rhs, var);
        KRON_ASSERT(value);
        push_assign(p, out,
                    (Assign){.var = var, .value = value, .eq = q->eq, .start_of = q->start_of});
    }
}

/* ---- Relations on the unknowns ---- */

static void note_dependence(void *arg, uint32_t var)
{
    void **to = arg;
    const Problem *p = to[0];
    int col = problem_col(p, var);
    if (col >= 0 && p->local[col] != LOCAL_NONE)
        *(bool *)to[1] = true;
}

static bool depends_on_block(Problem *p, Expr e)
{
    bool depends = false;
    void *to[2] = {p, &depends};
    dae_visible_vars(p->d, e, note_dependence, to);
    return depends;
}

static bool note_relation(void *arg, Expr e)
{
    Part *t = arg;
    Dae *d = dae_of(t);
    if (!(expr_node(d->store, e)->traits & ET_EVENT))
        return false;
    if (!is_event_relation(d->store, e))
        return true;
    if (!map_get(&t->relation_at, e, 0) && depends_on_block(t->p, e)) {
        uint32_t v = dae_new_var(d, T_BOOL, DV_AUXILIARY);
        d->var.v[v].hidden = true;
        vec_push(t->p->a, &t->relation, e);
        map_set(&t->relation_at, t->p->a, e, v);
        map_set(&t->variable_at, t->p->a, v, e);
    }
    return false;
}

static void note_body_events(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Part *t = arg;
    (void)stmt;
    (void)role;
    t->mixed = t->mixed || expr_node(dae_of(t)->store, *slot)->traits & ET_EVENT;
}

static Expr freeze(void *arg, Expr old, Expr now)
{
    const Part *t = arg;
    uint32_t v = map_get(&t->relation_at, old, 0);
    return v ? expr_var(dae_of(t)->store, T_BOOL, v) : now;
}

static Expr thaw(void *arg, Expr old, Expr now)
{
    const Part *t = arg;
    const ExprNode *n = expr_node(dae_of(t)->store, old);
    return n->op == EX_VAR && n->payload ? map_get(&t->variable_at, n->payload, now) : now;
}

static Expr thawed(Part *t, Expr e)
{
    return e && t->relation.n ? dae_rewrite(dae_of(t), e, thaw, t) : e;
}

/* ---- The continuous part ---- */

static bool is_local(void *arg, uint32_t var)
{
    const Problem *p = arg;
    int col = problem_col(p, var);
    return col >= 0 && p->local[col] >= 0;
}

static bool is_object_row(const Part *t, int i)
{
    return t->p->row.v[t->row[i]].kind == ROW_OBJECT;
}

static void read_part(Part *t)
{
    Problem *p = t->p;
    Dae *d = dae_of(t);
    for (int i = 0; i < t->n; i++) {
        const Row *row = &p->row.v[t->row[i]];
        t->lhs[i] = row->lhs;
        t->rhs[i] = row->rhs;
        if (row->kind != ROW_OBJECT) {
            dae_walk(d, row->lhs, note_relation, t);
            dae_walk(d, row->rhs, note_relation, t);
        } else if (d->eq.v[row->eq].body) {
            body_slots(d->eq.v[row->eq].body, note_body_events, t);
        }
    }
    t->mixed = t->mixed || t->relation.n;
    for (int i = 0; i < t->n && t->relation.n; i++)
        if (!is_object_row(t, i)) {
            t->lhs[i] = dae_rewrite(d, t->lhs[i], freeze, t);
            t->rhs[i] = dae_rewrite(d, t->rhs[i], freeze, t);
        }
}

static void read_forms(Part *t)
{
    ExprStore *s = dae_of(t)->store;
    t->linear = true;
    for (int i = 0; i < t->n; i++) {
        if (is_object_row(t, i)) {
            t->linear = false;
            continue;
        }
        t->form[i] = expr_linear(s, t->p->a, expr_sub(s, t->lhs[i], t->rhs[i]), is_local, t->p);
        t->linear = t->linear && !t->form[i].nnon;
    }
}

static int local_of(const Part *t, uint32_t var)
{
    return t->p->local[problem_col(t->p, var)];
}

/* ---- Tearing ---- */

/* What may be solved for while tearing. */
typedef enum {
    PEEL_SAFE,    /* coefficients that are never zero */
    PEEL_OBJECTS, /* calls and algorithms only: all else is iterated */
} PeelRule;

/* Whether an equation may be solved for an unknown with that coefficient. */
static bool may_peel(Part *t, PeelRule rule, Expr coef)
{
    CoefKind kind = rule == PEEL_SAFE ? coef_kind(t->p, coef) : KIND_NOSOLVE;
    return kind <= KIND_SAFE || (kind == KIND_PARAM && has_known_value(dae_of(t), coef));
}

/* One component of a part: local numbers of its rows (and unknowns), and the inverse. */
typedef struct Component {
    const int *at; /* [n] */
    int n;
    int *index; /* [part n] position in `at`, -1: known here */
} Component;

typedef struct PatternBuilder {
    Part *t;
    const Component *c;
    PeelRule rule;
    Pattern p;
    VEC(int) col;
    VEC(uint8_t) kind;
    int *stamp;
} PatternBuilder;

/* Kinds of the pattern of a component. */
enum { PEEL_YES, PEEL_NO, PEEL_NONLINEAR };

static void put(PatternBuilder *w, int row, int local, int kind)
{
    int col = local >= 0 ? w->c->index[local] : -1;
    if (col < 0 || w->stamp[col] == row + 1)
        return;
    w->stamp[col] = row + 1;
    vec_push(w->t->p->a, &w->col, col);
    vec_push(w->t->p->a, &w->kind, (uint8_t)kind);
}

static void put_object(PatternBuilder *w, int row, int local)
{
    Problem *p = w->t->p;
    int r = w->t->row[local];
    put(w, row, local, PEEL_YES);
    while (r > 0 && p->row.v[r - 1].kind == ROW_OBJECT && p->row.v[r - 1].eq == p->row.v[r].eq)
        r--; /* the first output has the inputs */
    for (int e = p->p.ptr[r]; e < p->p.ptr[r + 1]; e++)
        if (p->p.col[e] != p->row_col[r])
            put(w, row, p->local[p->p.col[e]], PEEL_NO);
}

/* What an object computes is not solved for elsewhere: the object cannot be a residual. */
static void put_equation(PatternBuilder *w, int row, int local)
{
    Part *t = w->t;
    const LinearForm *f = &t->form[local];
    for (int k = 0; k < f->nnon; k++)
        put(w, row, local_of(t, f->non[k]), PEEL_NONLINEAR);
    double largest = 0;
    for (int k = 0; k < f->n; k++)
        if (expr_is_number(dae_of(t)->store, f->coef[k]))
            largest = fmax(largest, fabs(expr_number(dae_of(t)->store, f->coef[k])));
    for (int k = 0; k < f->n; k++) {
        int col = local_of(t, f->var[k]);
        bool tiny = expr_is_number(dae_of(t)->store, f->coef[k]) &&
                    fabs(expr_number(dae_of(t)->store, f->coef[k])) < LEAST_PIVOT * largest;
        bool peel = !is_object_row(t, col) && !tiny && may_peel(t, w->rule, f->coef[k]);
        put(w, row, col, peel ? PEEL_YES : PEEL_NO);
    }
}

static Pattern component_pattern(Part *t, const Component *c, PeelRule rule)
{
    PatternBuilder w = {.t = t, .c = c, .rule = rule};
    w.stamp = ARENA_ARRAY(t->p->a, int, c->n);
    w.p = (Pattern){.nrows = c->n, .ncols = c->n, .ptr = ARENA_ARRAY(t->p->a, int, c->n + 1)};
    for (int i = 0; i < c->n; i++) {
        if (is_object_row(t, c->at[i]))
            put_object(&w, i, c->at[i]);
        else
            put_equation(&w, i, c->at[i]);
        w.p.ptr[i + 1] = w.col.n;
    }
    w.p.col = w.col.v;
    w.p.kind = w.kind.v;
    return w.p;
}

/* Lower is torn first: what occurs nonlinearly, what has a start value. */
static int *tear_costs(Part *t, const Component *c)
{
    int *cost = ARENA_ARRAY(t->p->a, int, c->n);
    for (int i = 0; i < c->n; i++) {
        const DaeVar *v = &dae_of(t)->var.v[t->var[c->at[i]]];
        bool object = is_object_row(t, c->at[i]) || is_mode_var(v);
        cost[i] = object || v->tear == 1                     ? INT_MAX
                  : v->start && v->start_level != LEVEL_NONE ? 10
                                                             : 20;
        if (cost[i] < INT_MAX) /* TearingSelect: avoid .. prefer */
            cost[i] += 1000 * (3 - v->tear);
    }
    for (int i = 0; i < c->n; i++) {
        if (is_object_row(t, c->at[i]))
            continue;
        const LinearForm *f = &t->form[c->at[i]];
        for (int k = 0; k < f->nnon; k++) {
            int col = c->index[local_of(t, f->non[k])];
            if (col >= 0 && cost[col] >= 10 && cost[col] < INT_MAX)
                cost[col] -= 10;
        }
    }
    return cost;
}

/* The first unknown that would be computed through more than NONLINEAR_DEPTH sums of others;
 * functions of functions count NONLINEAR_STEP each: a chain of them is a shooting method. */
static int too_deep(Arena *a, const Pattern *p, const Tearing *tear)
{
    int *depth = ARENA_ARRAY(a, int, p->ncols);
    for (int k = 0; k < tear->npeel; k++) {
        int r = tear->order[k], deepest = 0;
        for (int e = p->ptr[r]; e < p->ptr[r + 1]; e++) {
            if (p->col[e] == tear->peel_col[k])
                continue;
            int its = depth[p->col[e]] + (p->kind[e] == PEEL_NONLINEAR ? NONLINEAR_STEP : 0);
            deepest = its > deepest ? its : deepest;
        }
        deepest += p->ptr[r + 1] - p->ptr[r] > 2;
        if (deepest > NONLINEAR_DEPTH)
            return tear->peel_col[k];
        depth[tear->peel_col[k]] = deepest;
    }
    return -1;
}

/* Candidates of the sets of states that are decided here are torn: the run time knows some of them
 * by the states (rt/block.c). Returns how many. */
static int give_candidates(Part *t, const Component *c, int *given)
{
    const Dae *d = dae_of(t);
    bool *torn = ARENA_ARRAY(t->p->a, bool, c->n + 1);
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        const Row *row = &t->p->row.v[t->row[c->at[i]]];
        const StateSet *set =
            row->eq >= 0 && d->eq.v[row->eq].of_set ? &d->set.v[d->eq.v[row->eq].set] : NULL;
        for (int k = 0; set && k < set->n; k++) {
            uint32_t x = set->x[set->ngiven + k];
            int col = is_local(t->p, x) ? c->index[local_of(t, x)] : -1;
            if (col < 0 || torn[col])
                continue;
            torn[col] = true;
            given[n++] = col;
        }
    }
    return n;
}

/* Pairs that the model gives: the variable is torn, its equation left over. `given` has n already.
 * Returns how many there are then; left[i] is set for rows that are left over. */
static int give_pairs(Part *t, const Component *c, int *given, int n, bool *left)
{
    Dae *d = dae_of(t);
    t->npairs = 0;
    for (int i = 0; i < c->n && d->hint.n; i++) {
        int pair;
        uint32_t x = given_residual(t->p, t->p->row.v[t->row[c->at[i]]].eq, &pair);
        int col = x != NO_ALIAS && is_local(t->p, x) ? c->index[local_of(t, x)] : -1;
        bool known = col < 0 || is_object_row(t, c->at[i]);
        for (int k = 0; k < n && !known; k++)
            known = given[k] == col;
        if (known)
            continue;
        given[n++] = col;
        left[i] = true;
        t->npairs++;
        given_use(t->p, pair);
    }
    for (int i = 0; i < c->n; i++) /* TearingSelect.always */
        if (d->var.v[t->var[c->at[i]]].tear == 5 && !is_object_row(t, c->at[i])) {
            bool known = false;
            for (int k = 0; k < n; k++)
                known = known || given[k] == i;
            if (!known)
                given[n++] = i;
        }
    return n;
}

/* Rows that are left over are not solved for anything. */
static void leave_rows(Pattern *p, const bool *left)
{
    for (int i = 0; i < p->nrows; i++)
        for (int e = p->ptr[i]; e < p->ptr[i + 1] && left[i]; e++)
            p->kind[e] = p->kind[e] == PEEL_YES ? PEEL_NO : p->kind[e];
}

/* It could be torn, whatever the model wishes. */
static bool is_plain_unknown(const Part *t, int local)
{
    return !is_object_row(t, local) && !is_mode_var(&dae_of(t)->var.v[t->var[local]]);
}

static Tearing tear_component(Part *t, const Component *c, Pattern *p, PeelRule rule)
{
    Arena *a = t->p->a;
    Tearing tear = {.order = ARENA_ARRAY(a, int, c->n),
                    .peel_col = ARENA_ARRAY(a, int, c->n),
                    .torn = ARENA_ARRAY(a, int, c->n),
                    .residual = ARENA_ARRAY(a, int, c->n)};
    int *given = ARENA_ARRAY(a, int, c->n + 1), *cost = tear_costs(t, c);
    int ngiven = rule == PEEL_OBJECTS ? 0 : give_candidates(t, c, given);
    if (rule != PEEL_OBJECTS) {
        bool *left = ARENA_ARRAY(a, bool, c->n + 1);
        ngiven = give_pairs(t, c, given, ngiven, left);
        leave_rows(p, left);
    }
    int deep;
    do {
        int ntorn = rule == PEEL_OBJECTS ? tear_block(p, 1, cost, given, ngiven, &tear)
                                         : tear_block_well(p, 1, cost, given, ngiven, &tear);
        KRON_ASSERT(ntorn >= 0);
        deep = rule == PEEL_OBJECTS ? -1 : too_deep(a, p, &tear);
        t->deep = t->deep || deep >= 0;
        if (deep >= 0 && (cost[deep] != INT_MAX || is_plain_unknown(t, c->at[deep])) &&
            c->n <= TEAR_LIMIT)
            given[ngiven++] = deep;
        else
            deep = -1;
    } while (deep >= 0);
    return tear;
}

/* ---- Objects whose outputs would have to be iterated ---- */

typedef struct Rename {
    Dae *d;
    uint32_t from, to;
    bool failed;
} Rename;

static Expr rename_leaf(void *arg, Expr e)
{
    Rename *r = arg;
    const ExprNode *n = expr_node(r->d->store, e);
    if (n->op == EX_VAR && n->payload == r->from)
        return expr_var(r->d->store, n->type, r->to);
    if (n->op == EX_ARRVAR && r->from >= n->payload &&
        r->from - n->payload < (uint64_t)type_elements(expr_types(r->d->store), n->type))
        r->failed = true;
    return e;
}

static void rename_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Rename *r = arg;
    (void)stmt;
    (void)role;
    *slot = expr_replace(r->d->store, *slot, rename_leaf, r);
}

/* Output number `output` (of all scalars) of a call, alone. */
static Expr pick_output(Dae *d, Expr call, int output)
{
    const TypeTable *types = expr_types(d->store);
    Type t = expr_type(d->store, call), scalar = type_scalar(types, t);
    uint64_t which = 0;
    if (type_info(types, t)->base == TY_TUPLE) {
        const RecordInfo *results = type_record_info(types, scalar);
        while (output >= type_elements(types, results->type[which]))
            output -= (int)type_elements(types, results->type[which++]);
        scalar = type_scalar(types, results->type[which]);
    }
    return expr_make(d->store, EX_PICK, scalar, 0, which << 32 | (uint32_t)output, 1, &call);
}

/* x = h, the algorithm computing the hidden variable h instead of x. */
static Expr rename_output(Dae *d, int k, uint32_t x)
{
    uint32_t h = dae_new_var(d, d->var.v[x].type, (DaeVarKind)d->var.v[x].kind);
    d->var.v[h].hidden = true;
    d->var.v[h].span = d->var.v[x].span;
    d->var.v[h].meaning = expr_var(d->store, d->var.v[x].type, x);
    Rename rename = {d, x, h, false};
    body_slots(d->eq.v[k].body, rename_slot, &rename);
    if (rename.failed) {
        Buf name = {0};
        dae_var_name(d, x, &name);
        diag_error(
            d->ctx->diags, d->eq.v[k].span,
            "this algorithm is part of a loop of equations through `%s`, an element of an array "
            "it assigns; that is not supported",
            buf_text(&name));
        buf_free(&name);
    }
    return expr_var(d->store, d->var.v[x].type, h);
}

/* Calls: x = the output picked from the call. Algorithms: see above. */
void split_output(Problem *p, int r)
{
    Dae *d = p->d;
    int k = p->row.v[r].eq, output = p->row.v[r].output;
    uint32_t x = d->eq.v[k].output[output];
    bool call = d->eq.v[k].kind == EQ_CALL;
    Expr value = call ? pick_output(d, d->eq.v[k].rhs, output) : rename_output(d, k, x);
    d->eq.v[k].output[output] = call ? NO_ALIAS : var_number(d->store, value);
    DaeEq *eq = vec_add(d->arena, &d->eq);
    *eq = (DaeEq){.kind = EQ_SCALAR,
                  .span = d->eq.v[k].span,
                  .owner = d->eq.v[k].owner,
                  .source = (uint32_t)k + 1,
                  .initial = d->eq.v[k].initial};
    eq->discrete = is_mode_var(&d->var.v[x]);
    eq->lhs = expr_var(d->store, d->var.v[x].type, x);
    eq->rhs = value;
    p->restart = true;
}

/* ---- Components in order ---- */

static void push_solved(Part *t, int row, int col)
{
    Problem *p = t->p;
    const Row *q = &p->row.v[t->row[row]];
    if (q->kind == ROW_OBJECT) {
        for (int i = 0; i < t->object.n; i++)
            if (t->object.v[i] == q->eq)
                return;
        vec_push(p->a, &t->object, q->eq);
        push_object(p, &t->assign, q->eq);
        return;
    }
    Expr value = explicit_solution(p, t->lhs[row], t->rhs[row], t->var[col], KIND_SAFE);
    KRON_ASSERT(value);
    push_assign(p, &t->assign,
                (Assign){.var = t->var[col], .value = value, .eq = q->eq, .start_of = q->start_of});
}

static void push_torn(Part *t, int col)
{
    Dae *d = dae_of(t);
    vec_push(t->p->a, &t->torn, col);
    const DaeVar *v = &d->var.v[t->var[col]];
    if (v->pre_of) {
        Expr x = expr_var(d->store, v->type, t->var[col]);
        vec_push(t->p->a, &t->assign,
                 ((Assign){.var = v->pre_of - 1, .value = x, .eq = -1, .pre = true}));
    }
}

static void solve_component(Part *t, const Component *c, PeelRule rule)
{
    Pattern pattern = component_pattern(t, c, rule);
    Tearing tear = tear_component(t, c, &pattern, rule);
    for (int k = 0; k < tear.ntorn; k++) {
        int local = c->at[tear.torn[k]];
        if (is_object_row(t, local))
            split_output(t->p, t->row[local]);
        push_torn(t, local);
    }
    for (int k = 0; k < tear.npeel && !t->p->restart; k++)
        push_solved(t, c->at[tear.order[k]], c->at[tear.peel_col[k]]);
    for (int k = 0; k < tear.ntorn; k++)
        vec_push(t->p->a, &t->residual, c->at[tear.residual[k]]);
}

/* With the modes known the part may fall apart. */
static void find_components(Part *t)
{
    t->order = ARENA_ARRAY(t->p->a, int, t->n + 1);
    t->border = ARENA_ARRAY(t->p->a, int, t->n + 2);
    t->ncomponents = 1;
    t->border[1] = t->n;
    for (int i = 0; i < t->n; i++)
        t->order[i] = i;
    if (t->mixed)
        t->ncomponents = row_components(t->p, t->row, t->n, t->order, t->border);
}

/* ---- Linear equations eliminated ---- */

/* What must not be eliminated: what occurs nonlinearly or belongs to an object, and sets of states.
 */
static void mark_stays(Part *t, bool *row, bool *col)
{
    Component all = {.n = t->n, .at = t->order, .index = t->order};
    int *given = ARENA_ARRAY(t->p->a, int, t->n + 1);
    int ngiven = t->n > SMALL ? give_candidates(t, &all, given) : 0;
    bool objects = false, *left = ARENA_ARRAY(t->p->a, bool, t->n + 1);
    int ntorn = give_pairs(t, &all, given, ngiven, left);
    for (int k = 0; k < ntorn; k++)
        col[given[k]] = true;
    for (int i = 0; i < t->n; i++) {
        const Row *r = &t->p->row.v[t->row[i]];
        row[i] = r->kind == ROW_OBJECT || left[i] ||
                 (ngiven && r->eq >= 0 && dae_of(t)->eq.v[r->eq].of_set);
        col[i] = col[i] || r->kind == ROW_OBJECT || is_mode_var(&dae_of(t)->var.v[t->var[i]]);
        for (int k = 0; k < t->form[i].nnon; k++)
            col[local_of(t, t->form[i].non[k])] = true;
        objects = objects || r->kind == ROW_OBJECT;
    }
    Pattern p = {0};
    if (objects)
        p = component_pattern(t, &all, PEEL_OBJECTS);
    for (int i = 0; i < t->n && objects; i++)
        for (int e = p.ptr[i]; e < p.ptr[i + 1] && is_object_row(t, i); e++)
            col[p.col[e]] = true;
}

static void number_unknowns(const Part *t)
{
    for (int i = 0; i < t->n; i++)
        t->p->local[problem_col(t->p, t->var[i])] = i;
}

/* Rows and unknowns that are left, rows of objects beside their outputs, others in order. */
static void keep_left(Part *t, const LinearSystem *s)
{
    Problem *p = t->p;
    ExprStore *store = dae_of(t)->store;
    const uint32_t *var = t->var;
    for (int i = 0; i < t->n; i++)
        p->local[problem_col(p, var[i])] = LOCAL_NONE;
    bool *taken = ARENA_ARRAY(p->a, bool, t->n + 1);
    t->var = ARENA_ARRAY(p->a, uint32_t, s->nleft + 1);
    for (int i = 0; i < s->nleft; i++)
        if (is_object_row(t, s->row_left[i])) {
            t->var[i] = var[s->row_left[i]];
            taken[s->row_left[i]] = true;
        }
    for (int i = 0, next = 0; i < s->nleft; i++) {
        int r = s->row_left[i];
        if (is_object_row(t, r))
            continue;
        while (taken[s->col_left[next]])
            next++;
        t->var[i] = var[s->col_left[next++]];
    }
    for (int i = 0; i < s->nleft; i++) {
        int r = s->row_left[i];
        t->row[i] = t->row[r];
        t->lhs[i] = t->lhs[r];
        t->rhs[i] = t->rhs[r];
        t->form[i] = s->form[r];
        if (is_object_row(t, i))
            continue;
        const LinearForm *f = &t->form[i];
        Expr sum = f->rest;
        for (int k = 0; k < f->n; k++)
            sum = expr_add2(store, sum,
                            expr_mul2(store, f->coef[k], expr_var(store, T_REAL, f->var[k])));
        t->lhs[i] = sum;
        t->rhs[i] = expr_real(store, 0);
    }
    t->n = s->nleft;
    number_unknowns(t);
}

/* Eliminates what can be; false if nothing can. */
static bool condense(Part *t)
{
    Arena *a = t->p->a;
    int *eq = ARENA_ARRAY(a, int, t->n + 1);
    bool *row = ARENA_ARRAY(a, bool, t->n + 1), *col = ARENA_ARRAY(a, bool, t->n + 1);
    for (int i = 0; i < t->n; i++)
        eq[i] = t->p->row.v[t->row[i]].eq;
    mark_stays(t, row, col);
    LinearSystem s = {.p = t->p, .n = t->n, .var = t->var, .eq = eq, .nonlinear = !t->linear};
    s.form = arena_copy(a, t->form, (size_t)t->n * sizeof *s.form);
    s.row_stays = row;
    s.col_stays = col;
    linear_eliminate(&s);
    if (s.nleft == t->n)
        return false;
    keep_left(t, &s);
    for (int i = 0; i < s.before.n; i++)
        vec_push(a, &t->before, s.before.v[i]);
    t->after = s.after;
    t->condensed = true;
    return true;
}

/* Pairs rows with unknowns, and finds the strong components; false if they cannot be paired. */
static bool pair_left(Part *t)
{
    Arena *a = t->p->a;
    int n = t->n, *row_col = ARENA_ARRAY(a, int, n + 1), *col_row = ARENA_ARRAY(a, int, n + 1);
    uint8_t *frozen = ARENA_ARRAY(a, uint8_t, n + 1);
    for (int i = 0; i < n; i++) {
        t->order[i] = i;
        frozen[i] = is_object_row(t, i);
        row_col[i] = col_row[i] = frozen[i] ? i : -1;
    }
    Component all = {.n = n, .at = t->order, .index = t->order};
    Pattern p = component_pattern(t, &all, PEEL_SAFE);
    int matched = match_rows(&p, 1, frozen, row_col, col_row);
    matched = matched < 0 ? matched : match_rows(&p, ~0u, frozen, row_col, col_row);
    if (matched < n)
        return false;
    uint32_t *var = ARENA_ARRAY(a, uint32_t, n + 1);
    for (int i = 0; i < n; i++)
        var[i] = t->var[row_col[i]];
    t->var = var;
    number_unknowns(t);
    VEC(int) succ = {0};
    int *ptr = ARENA_ARRAY(a, int, n + 1);
    for (int i = 0; i < n; i++) {
        for (int e = p.ptr[i]; e < p.ptr[i + 1]; e++)
            vec_push(a, &succ, col_row[p.col[e]]);
        for (int k = i - 1; k <= i + 1; k += 2)
            if (k >= 0 && k < n && frozen[i] && frozen[k] &&
                t->p->row.v[t->row[i]].eq == t->p->row.v[t->row[k]].eq)
                vec_push(a, &succ, k);
        ptr[i + 1] = succ.n;
    }
    t->ncomponents = strong_components(n, ptr, succ.v, t->order, t->border);
    KRON_ASSERT(t->ncomponents >= 0);
    return true;
}

/* How many unknowns would be torn. */
static int count_torn(Part *t)
{
    Component c = {.index = ARENA_ARRAY(t->p->a, int, t->n + 1)};
    int torn = 0;
    for (int i = 0; i < t->n; i++)
        c.index[i] = -1;
    for (int k = 0; k < t->ncomponents; k++) {
        c.at = t->order + t->border[k];
        c.n = t->border[k + 1] - t->border[k];
        for (int i = 0; i < c.n; i++)
            c.index[c.at[i]] = i;
        Pattern pattern = component_pattern(t, &c, PEEL_SAFE);
        torn += tear_component(t, &c, &pattern, PEEL_SAFE).ntorn;
        for (int i = 0; i < c.n; i++)
            c.index[c.at[i]] = -1;
    }
    t->deep = false;
    return torn;
}

/* A copy whose arrays may be changed. */
static Part *part_copy(const Part *t)
{
    Arena *a = t->p->a;
    Part *u = arena_copy(a, t, sizeof *t);
    size_t n = (size_t)t->n;
    u->row = arena_copy(a, t->row, n * sizeof *t->row);
    u->lhs = arena_copy(a, t->lhs, n * sizeof *t->lhs);
    u->rhs = arena_copy(a, t->rhs, n * sizeof *t->rhs);
    u->form = arena_copy(a, t->form, n * sizeof *t->form);
    u->before.v = arena_copy(a, t->before.v, (size_t)t->before.n * sizeof *t->before.v);
    u->before.cap = t->before.n;
    u->order = ARENA_ARRAY(a, int, t->n + 1);
    u->border = ARENA_ARRAY(a, int, t->n + 2);
    for (int i = 0; i < t->n; i++)
        u->order[i] = i;
    return u;
}

/* Condenses a nonlinear part if fewer unknowns are then torn. */
static void condense_nonlinear(Part *t)
{
    int torn = count_torn(t);
    Part *u = part_copy(t);
    if (torn > 1 && condense(u) && pair_left(u) && count_torn(u) < torn)
        *t = *u;
    else
        for (int i = 0; i < t->n; i++)
            t->p->local[problem_col(t->p, t->var[i])] = i;
}

/* All that is left of a linear part is factored. */
static void solve_linear(Part *t)
{
    Part *u = part_copy(t);
    if (condense(u))
        *t = *u;
    for (int i = 0; i < t->n; i++) {
        push_torn(t, i);
        vec_push(t->p->a, &t->residual, i);
    }
}

/* Unknowns that follow from the modes alone are no longer unknowns of the part: what is linear then
 * could not be seen before. */
static void strip_first(Part *t)
{
    Problem *p = t->p;
    int nsolved = 0;
    bool *solved = ARENA_ARRAY(p->a, bool, t->n + 1);
    while (nsolved < t->ncomponents - 1 && t->border[nsolved + 1] - t->border[nsolved] == 1) {
        int i = t->order[t->border[nsolved]];
        const Row *q = &p->row.v[t->row[i]];
        Expr value =
            q->kind == ROW_OBJECT ? 0 : defined_value(dae_of(t), t->lhs[i], t->rhs[i], t->var[i]);
        if (!value)
            break;
        vec_push(
            p->a, &t->before,
            ((Assign){.var = t->var[i], .value = value, .eq = q->eq, .start_of = q->start_of}));
        p->local[problem_col(p, t->var[i])] = LOCAL_NONE;
        solved[i] = true;
        nsolved++;
    }
    int n = 0;
    for (int i = 0; i < t->n && nsolved; i++) {
        if (solved[i])
            continue;
        t->row[n] = t->row[i];
        t->var[n] = t->var[i];
        t->lhs[n] = t->lhs[i];
        t->rhs[n++] = t->rhs[i];
    }
    if (!nsolved)
        return;
    t->n = n;
    number_unknowns(t);
    find_components(t);
}

static void solve_components(Part *t, PeelRule rule)
{
    Component c = {.index = ARENA_ARRAY(t->p->a, int, t->n)};
    for (int i = 0; i < t->n; i++)
        c.index[i] = -1;
    t->assign.n = t->torn.n = t->residual.n = t->object.n = 0;
    t->deep = false;
    for (int k = 0; k < t->ncomponents && !t->p->restart; k++) {
        c.at = t->order + t->border[k];
        c.n = t->border[k + 1] - t->border[k];
        for (int i = 0; i < c.n; i++)
            c.index[c.at[i]] = i;
        solve_component(t, &c, c.n == 1 && t->linear ? PEEL_SAFE : rule);
        for (int i = 0; i < c.n; i++)
            c.index[c.at[i]] = -1;
    }
}

/* ---- The Jacobian of a part without inner assignments ---- */

typedef VEC(Expr) ExprVec;

typedef struct Jacobian {
    Part *t;
    int *position;   /* [n] local unknown -> column */
    ExprVec *column; /* [n] entries of the row at hand, by column */
    VEC(int) touched;
    VEC(int) row, col;
    VEC(Expr) entry;
    Expr term;
    bool failed;
} Jacobian;

static void add_to_entry(Jacobian *j, int col, Expr e)
{
    if (!j->column[col].n)
        vec_push(j->t->p->a, &j->touched, col);
    vec_push(j->t->p->a, &j->column[col], e);
}

static void differentiate_term(void *arg, uint32_t var)
{
    Jacobian *j = arg;
    if (!is_local(j->t->p, var))
        return;
    CalcError error = {0};
    Expr e = expr_diff(dae_of(j->t)->store, j->term, var, &error);
    j->failed = j->failed || !e;
    add_to_entry(j, j->position[local_of(j->t, var)], e ? e : expr_real(dae_of(j->t)->store, 0));
}

/* Nonlinear terms one by one: each has few variables. */
static void row_entries(Jacobian *j, const LinearForm *f)
{
    ExprStore *s = dae_of(j->t)->store;
    for (int k = 0; k < f->n; k++)
        add_to_entry(j, j->position[local_of(j->t, f->var[k])], f->coef[k]);
    if (!f->nnon)
        return;
    bool sum = expr_op(s, f->rest) == EX_ADD;
    uint32_t n = sum ? expr_node(s, f->rest)->nargs : 1;
    for (uint32_t i = 0; i < n; i++) {
        j->term = sum ? expr_arg(s, f->rest, i) : f->rest;
        dae_visible_vars(dae_of(j->t), j->term, differentiate_term, j);
    }
}

static void finish_row(Jacobian *j, int row)
{
    Arena *a = j->t->p->a;
    for (int i = 0; i < j->touched.n; i++) {
        ExprVec *terms = &j->column[j->touched.v[i]];
        Expr e = terms->n == 1 ? terms->v[0]
                               : expr_add(dae_of(j->t)->store, (uint32_t)terms->n, terms->v);
        vec_push(a, &j->row, row);
        vec_push(a, &j->col, j->touched.v[i]);
        vec_push(a, &j->entry, e);
        terms->n = 0;
    }
    j->touched.n = 0;
}

/* Entries column by column, rows ascending. */
static void keep_jacobian(Jacobian *j)
{
    Part *t = j->t;
    Block *b = t->b;
    Arena *a = dae_of(t)->arena;
    b->nnz = j->row.n;
    b->colptr = ARENA_ARRAY(a, int, b->ntorn + 1);
    b->rowidx = ARENA_ARRAY(a, int, b->nnz);
    Expr *entry = ARENA_ARRAY(a, Expr, b->nnz);
    for (int i = 0; i < j->col.n; i++)
        b->colptr[j->col.v[i] + 1]++;
    for (int c = 0; c < b->ntorn; c++)
        b->colptr[c + 1] += b->colptr[c];
    int *next = arena_copy(t->p->a, b->colptr, ((size_t)b->ntorn + 1) * sizeof(int));
    for (int i = 0; i < j->row.n; i++) {
        int at = next[j->col.v[i]]++;
        b->rowidx[at] = j->row.v[i];
        entry[at] = thawed(t, j->entry.v[i]);
    }
    b->entry = j->failed ? NULL : entry;
}

static void make_jacobian(Part *t)
{
    Arena *a = t->p->a;
    Jacobian j = {
        .t = t, .position = ARENA_ARRAY(a, int, t->n), .column = ARENA_ARRAY(a, ExprVec, t->n)};
    for (int i = 0; i < t->torn.n; i++)
        j.position[t->torn.v[i]] = i;
    for (int i = 0; i < t->residual.n; i++) {
        row_entries(&j, &t->form[t->residual.v[i]]);
        finish_row(&j, i);
    }
    keep_jacobian(&j);
}

/* ---- ... and through inner assignments, by the chain rule ---- */

enum { THROUGH_LIMIT = 1000 };

/* Derivatives with respect to one torn variable. */
typedef struct Through {
    Dae *d;
    Map derivative; /* variable + 1 -> its derivative */
} Through;

static Expr through_leaf(void *arg, Expr leaf)
{
    Through *w = arg;
    ExprStore *s = w->d->store;
    Expr e = expr_op(s, leaf) == EX_VAR ? map_get(&w->derivative, var_number(s, leaf) + 1, 0) : 0;
    return e ? e : expr_real(s, 0);
}

static Expr derivative_through(Jacobian *j, Through *w, Expr e)
{
    CalcError error = {0};
    Expr derivative = expr_derivative(w->d->store, e, through_leaf, w, &error);
    j->failed = j->failed || !derivative;
    return derivative && !expr_is_zero(w->d->store, derivative) ? derivative : 0;
}

static bool has_plain_assigns(const Part *t)
{
    for (int i = 0; i < t->assign.n; i++)
        if (t->assign.v[i].var == NO_ALIAS || t->assign.v[i].pre)
            return false;
    return t->assign.n * t->torn.n <= THROUGH_LIMIT;
}

/* Column by column: the derivatives of the inner variables, then the entries. */
static void make_jacobian_through(Part *t)
{
    Arena *a = t->p->a;
    Dae *d = dae_of(t);
    Jacobian j = {.t = t};
    for (int c = 0; c < t->torn.n && !j.failed; c++) {
        Through w = {.d = d};
        map_set(&w.derivative, a, t->var[t->torn.v[c]] + 1, expr_real(d->store, 1));
        for (int i = 0; i < t->assign.n && !j.failed; i++) {
            Expr e = derivative_through(&j, &w, t->assign.v[i].value);
            if (e)
                map_set(&w.derivative, a, t->assign.v[i].var + 1, e);
        }
        for (int i = 0; i < t->residual.n && !j.failed; i++) {
            int r = t->residual.v[i];
            Expr e = derivative_through(&j, &w, expr_sub(d->store, t->lhs[r], t->rhs[r]));
            if (!e)
                continue;
            vec_push(a, &j.row, i);
            vec_push(a, &j.col, c);
            vec_push(a, &j.entry, e);
        }
    }
    if (!j.failed)
        keep_jacobian(&j);
}

/* ---- Blocks ---- */

static void keep_torn(Part *t)
{
    Block *b = t->b;
    Dae *d = dae_of(t);
    b->ntorn = t->torn.n;
    b->torn = ARENA_ARRAY(d->arena, uint32_t, b->ntorn);
    b->residual = ARENA_ARRAY(d->arena, Expr, b->ntorn);
    b->residual_eq = ARENA_ARRAY(d->arena, int, b->ntorn);
    for (int i = 0; i < b->ntorn; i++) {
        int r = t->residual.v[i];
        KRON_ASSERT(!is_object_row(t, r));
        b->torn[i] = t->var[t->torn.v[i]];
        b->residual[i] = thawed(t, expr_sub(d->store, t->lhs[r], t->rhs[r]));
        b->residual_eq[i] = t->p->row.v[t->row[r]].eq;
    }
    if (b->ntorn && !t->assign.n)
        make_jacobian(t);
    else if (b->ntorn && has_plain_assigns(t))
        make_jacobian_through(t);
    AssignVec list = {0};
    for (int i = 0; i < t->before.n; i++)
        push_assign(t->p, &list, t->before.v[i]);
    for (int i = 0; i < t->assign.n; i++)
        vec_push(t->p->a, &list, t->assign.v[i]);
    for (int i = 0; i < t->after.n; i++)
        push_assign(t->p, &list, t->after.v[i]);
    for (int i = 0; i < list.n; i++)
        list.v[i].value = thawed(t, list.v[i].value);
    keep_assigns(b, d, &list);
}

static bool has_constant_matrix(Part *t)
{
    for (int i = 0; i < t->n; i++)
        for (int k = 0; k < t->form[i].n; k++)
            if (coef_kind(t->p, t->form[i].coef[k]) >= KIND_SAFE &&
                !is_parametric(dae_of(t), t->form[i].coef[k]))
                return false;
    return true;
}

/* E-13: the pairs given in the model do not suffice. */
static void report_more_torn(const Part *t)
{
    Dae *d = dae_of(t);
    const Block *b = t->b;
    if (!t->npairs || b->ntorn <= t->npairs || t->p->initial)
        return;
    Buf names = {0};
    for (int i = 0, n = 0; i < b->ntorn; i++) {
        bool given = false;
        for (int k = 0; k < d->hint.n; k++) {
            int sign = 1;
            given = given || dae_root(d, d->hint.v[k].of, &sign) == b->torn[i];
        }
        if (given || n++ == 8)
            continue;
        buf_puts(&names, names.n ? ", " : "");
        dae_var_name(d, b->torn[i], &names);
    }
    if (names.n)
        diag_warning(d->ctx->diags, d->eq.v[b->eq[0]].span,
                     "the tearing variables given by residue() do not determine the system of %d "
                     "equations; torn as well: %s",
                     b->n, buf_text(&names));
    buf_free(&names);
}

static void solve_part(Part *t)
{
    Block *b = t->b;
    read_part(t);
    find_components(t);
    strip_first(t);
    read_forms(t);
    bool small = t->n <= MOST_ELIMINATED;
    if (t->linear && small) {
        solve_linear(t);
    } else if (t->linear) {
        solve_components(t, PEEL_OBJECTS);
    } else {
        if (small)
            condense_nonlinear(t);
        solve_components(t, PEEL_SAFE);
        bool poor = t->torn.n * 4 > t->n || t->torn.n > TEAR_LIMIT || t->deep;
        if (t->n > TEAR_LIMIT && poor && !t->p->restart)
            solve_components(t, PEEL_OBJECTS);
    }
    if (t->p->restart)
        return;
    keep_torn(t);
    report_more_torn(t);
    b->kind = t->mixed ? BLOCK_MIXED : t->linear ? BLOCK_LINEAR : BLOCK_NONLINEAR;
    b->solved = !b->ntorn && t->condensed ? SOLVE_SYMBOLIC
                : !b->ntorn               ? SOLVE_ASSIGN
                : !t->linear              ? SOLVE_NEWTON
                : b->ntorn <= DENSE_LIMIT ? SOLVE_LU
                                          : SOLVE_KLU;
    b->constant = t->linear && b->ntorn && has_constant_matrix(t);
}

static Part *part_new(Problem *p, Block *b, int n)
{
    Part *t = ARENA_NEW(p->a, Part);
    *t = (Part){.p = p, .b = b};
    t->row = ARENA_ARRAY(p->a, int, n);
    t->var = ARENA_ARRAY(p->a, uint32_t, n);
    t->lhs = ARENA_ARRAY(p->a, Expr, n);
    t->rhs = ARENA_ARRAY(p->a, Expr, n);
    t->form = ARENA_ARRAY(p->a, LinearForm, n);
    return t;
}

static void general_block(Problem *p, Block *b, const int *row, int n)
{
    Part *t = part_new(p, b, n);
    int nmodes = 0, *mode = ARENA_ARRAY(p->a, int, n);
    for (int i = 0; i < n; i++) {
        int col = p->row_col[row[i]];
        if (is_mode_row(p, row[i])) {
            mode[nmodes++] = row[i];
            p->local[col] = LOCAL_MODE;
        } else {
            p->local[col] = t->n;
            t->var[t->n] = p->col.v[col];
            t->row[t->n++] = row[i];
        }
    }
    AssignVec modes = {0};
    order_modes(p, mode, nmodes, &modes);
    t->mixed = nmodes > 0;
    if (t->n) {
        solve_part(t);
        b->nmodes = modes.n;
        b->mode = arena_copy(p->d->arena, modes.v, (size_t)modes.n * sizeof(Assign));
    } else {
        keep_assigns(b, p->d, &modes);
        b->kind = BLOCK_DISCRETE;
        b->solved = SOLVE_ASSIGN;
    }
    for (int i = 0; i < n; i++)
        p->local[p->row_col[row[i]]] = LOCAL_NONE;
}

Block *block_make(Problem *p, const int *row, int n)
{
    Dae *d = p->d;
    Block *b = ARENA_NEW(d->arena, Block);
    b->n = n;
    b->eq = ARENA_ARRAY(d->arena, int, n);
    b->var = ARENA_ARRAY(d->arena, uint32_t, n);
    b->discrete = true;
    bool object = true;
    for (int i = 0; i < n; i++) {
        const Row *r = &p->row.v[row[i]];
        b->var[i] = p->col.v[p->row_col[row[i]]];
        b->discrete = b->discrete && is_mode_var(&d->var.v[b->var[i]]);
        object = object && r->kind == ROW_OBJECT && r->eq == p->row.v[row[0]].eq;
        if (r->kind != ROW_OBJECT || i == 0 || p->row.v[row[i - 1]].eq != r->eq)
            b->eq[b->neq++] = r->eq;
    }
    if (object)
        object_block(p, b);
    else if (n > 1 || !solve_one(p, b, row[0]))
        general_block(p, b, row, n);
    return b;
}
