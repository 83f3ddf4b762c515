/* torn.c - a strong component made into a block that can be evaluated.
 *
 * One equation is solved for its unknown. A larger component is split into discrete unknowns
 * (modes) and a continuous part, in which modes and the relations that depend on the unknowns count
 * as known. A linear part of moderate size is solved by elimination (torn_linear.c), a larger one
 * factored. A nonlinear part is torn (torn_choose.c): few unknowns are iterated, the others follow
 * from them. Near-linear but for the elimination. */
#include "base/die.h"
#include "dae/diagnose.h"
#include "dae/torn_internal.h"

/* ---- Assignments ---- */

void push_pre(Problem *p, AssignVec *out, uint32_t var)
{
    const DaeVar *v = dae_var(p->d, var);
    if (v->pre_of != NONE) {
        Expr x = expr_var(p->d->store, v->type, var);
        vec_push(p->a, out, ((Assign){.var = v->pre_of, .value = x, .eq = -1, .pre = true}));
    }
}

void push_assign(Problem *p, AssignVec *out, Assign a)
{
    vec_push(p->a, out, a);
    push_pre(p, out, a.var);
}

static Assign assign_by(const Row *row, uint32_t var, Expr value)
{
    return (Assign){.var = var, .value = value, .eq = row->eq, .start_of = row->start_of};
}

/* During initialization no `when` without initial() is active: its condition was true before. */
static void push_object(Problem *p, AssignVec *out, int k)
{
    const DaeEq *eq = &p->d->eq.v[k];
    for (int i = 0;
         p->role == SYSTEM_INITIAL && !eq->initial && eq->kind == EQ_ALGORITHM && i < eq->noutputs;
         i++) {
        const DaeVar *v = &p->d->var.v[eq->output[i]];
        if (v->hidden && v->type == T_BOOL)
            vec_push(p->a, out,
                     ((Assign){.var = eq->output[i],
                               .value = expr_bool(p->d->store, true),
                               .eq = -1,
                               .pre = true}));
    }
    vec_push(p->a, out, ((Assign){.var = NONE, .eq = k}));
}

void keep_assigns(Block *b, Dae *d, const AssignVec *list)
{
    b->nassign = list->n;
    b->assign = arena_copy(d->arena, list->v, (size_t)list->n * sizeof(Assign));
}

/* ---- One equation, one unknown ---- */

Expr explicit_solution(Problem *p, Expr lhs, Expr rhs, uint32_t var, CoefKind kind)
{
    Dae *d = p->d;
    SolveRules rules = d->policy ? d->policy->rules : (SolveRules){.arg = d, .range = dae_range};
    Expr value = defined_value(d, lhs, rhs, var);
    if (value || d->var.v[var].type != T_REAL)
        return value;
    bool may_vanish = (kind == KIND_PARAM || kind == KIND_LIN) && !d->policy;
    if (!may_vanish)
        value = expr_solve(d->store, lhs, rhs, var, &rules);
    if (value || (kind >= KIND_NON && !d->policy))
        return value;
    LinearForm f = equation_linear(d->store, p->a, lhs, rhs, is_this, &var);
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
    Expr value = explicit_solution(p, row->lhs, row->rhs, b->var[0], matched_kind(p, r));
    if (!value)
        return false;
    Assign few[2]; /* with that of pre() */
    AssignVec list = {.v = few, .cap = 2};
    push_assign(p, &list, assign_by(row, b->var[0], value));
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
        push_assign(p, out, assign_by(q, var, value));
    }
}

/* ---- Relations on the unknowns ---- */

/* An unknown of the block, or one of its modes; arg: the problem. */
static bool is_of_block(void *arg, uint32_t var)
{
    const Problem *p = arg;
    int col = problem_col(p, var);
    return col >= 0 && p->local[col] != LOCAL_NONE;
}

static bool note_relation(void *arg, Expr e)
{
    Part *t = arg;
    Dae *d = dae_of(t);
    if (!(expr_node(d->store, e)->traits & ET_EVENT))
        return false;
    if (!is_event_relation(d->store, e))
        return true;
    if (!map_get(&t->relation_at, e, 0) && dae_any_var(d, e, is_of_block, t->p)) {
        uint32_t v = plan_add_var(t->p, t->plan, dae_hidden_var(T_BOOL, DV_AUXILIARY));
        vec_push(t->p->a, &t->relation, e);
        map_set(&t->relation_at, t->p->a, e, v);
        map_set(&t->variable_at, t->p->a, v, e);
    }
    return false;
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

Expr thawed(Part *t, Expr e)
{
    return e && t->relation.n ? dae_rewrite(dae_of(t), e, thaw, t) : e;
}

/* ---- The continuous part ---- */

bool is_local(void *arg, uint32_t var)
{
    const Problem *p = arg;
    int col = problem_col(p, var);
    return col >= 0 && p->local[col] >= 0;
}

static void read_part(Part *t)
{
    Problem *p = t->p;
    Dae *d = dae_of(t);
    int object = -1;
    for (int i = 0; i < t->n; i++) {
        const Row *row = &p->row.v[t->row[i]];
        t->lhs[i] = row->lhs;
        t->rhs[i] = row->rhs;
        if (row->kind != ROW_OBJECT) {
            dae_walk(d, row->lhs, note_relation, t);
            dae_walk(d, row->rhs, note_relation, t);
        } else if (d->eq.v[row->eq].body && row->eq != object) { /* once for all its rows */
            object = row->eq;
            t->mixed = body_has_events(d->store, d->eq.v[row->eq].body) || t->mixed;
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
        t->form[i] = equation_linear(s, t->p->a, t->lhs[i], t->rhs[i], is_local, t->p);
        t->linear = t->linear && !t->form[i].nnon;
    }
}

/* ---- Components in order ---- */

/* Whether a coefficient is divided by that may become small, or small against the others. */
static void note_pivot(Part *t, int row)
{
    const LinearForm *f = &t->form[row];
    for (int k = 0; k < f->n && !t->may_vanish; k++)
        t->may_vanish = !has_fixed_value(t->p, f->coef[k]);
}

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
    note_pivot(t, row);
    push_assign(p, &t->assign, assign_by(q, t->var[col], value));
}

void push_torn(Part *t, int col)
{
    vec_push(t->p->a, &t->torn, col);
    push_pre(t->p, &t->assign, t->var[col]);
}

Component first_component(const Part *t)
{
    return (Component){.index = ints_filled(t->p->a, t->n, -1)};
}

bool next_component(const Part *t, Component *c)
{
    for (int i = 0; i < c->n; i++)
        c->index[c->at[i]] = -1;
    if (c->number == t->ncomponents)
        return false;
    c->at = t->order + t->border[c->number];
    c->n = t->border[c->number + 1] - t->border[c->number];
    for (int i = 0; i < c->n; i++)
        c->index[c->at[i]] = i;
    c->number++;
    return true;
}

static void solve_component(Part *t, const Component *c, PeelRule rule)
{
    Tearing tear = tear_component(t, c, rule);
    for (int k = 0; k < tear.ntorn; k++) {
        int local = c->at[tear.torn[k]];
        KRON_ASSERT(!is_object_row(t, local)); /* calls.c has split those */
        push_torn(t, local);
    }
    for (int k = 0; k < tear.npeel; k++)
        push_solved(t, c->at[tear.order[k]], c->at[tear.peel_col[k]]);
    for (int k = 0; k < tear.ntorn; k++)
        vec_push(t->p->a, &t->residual, c->at[tear.residual[k]]);
}

/* With the modes known the part may fall apart. */
static void find_components(Part *t)
{
    t->order = ints_counting(t->p->a, t->n);
    t->border = ARENA_ARRAY(t->p->a, int, t->n + 2);
    t->ncomponents = 1;
    t->border[1] = t->n;
    if (t->mixed)
        t->ncomponents = row_components(t->p, t->row, t->n, t->order, t->border);
}

void number_unknowns(const Part *t)
{
    for (int i = 0; i < t->n; i++)
        t->p->local[problem_col(t->p, t->var[i])] = i;
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
        vec_push(p->a, &t->before, assign_by(q, t->var[i], value));
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
    Component c = first_component(t);
    t->assign.n = t->torn.n = t->residual.n = t->object.n = 0;
    t->deep = false;
    while (next_component(t, &c))
        solve_component(t, &c, c.n == 1 && t->linear ? PEEL_SAFE : rule);
}

/* Whether residue() in the model says that a variable is torn. */
static bool is_given_torn(Problem *p, VarId x)
{
    const Dae *d = p->d;
    bool given = false;
    for (int k = 0; k < d->hint.n; k++)
        given = given || (given_is_used(p, k) && dae_root(d, d->hint.v[k].of, NULL) == x);
    return given;
}

/* E-13: the pairs given in the model do not suffice. */
static void report_more_torn(Problem *p, const Plan *plan)
{
    Dae *d = p->d;
    const Block *b = plan->block;
    if (!plan->npairs || b->core->ntorn <= plan->npairs || p->role != SYSTEM_SIMULATION)
        return;
    bool users = false; /* who uses a library need not know of its marks */
    for (int k = 0; k < plan->used.n && !users; k++)
        users = given_by_user(d, plan->used.v[k]);
    if (!users)
        return;
    Buf names = {0};
    for (int i = 0, n = 0; i < b->core->ntorn; i++) {
        if (!is_given_torn(p, b->core->torn[i]) && n++ != 8)
            buf_printf(&names, "%s%s", names.n ? ", " : "", dae_var_text(d, b->core->torn[i]));
    }
    if (names.n)
        diag_warning(d->ctx->diags, d->eq.v[b->eq[0]].span,
                     "the tearing variables given by residue() do not determine the system of %d "
                     "equations; torn as well: %s",
                     b->n, buf_text(&names));
    buf_free(&names);
}

/* Whether the user wants all unknowns iterated: none is to be torn. */
static bool is_not_to_be_torn(const Part *t)
{
    int n = 0, never = 0;
    for (int i = 0; i < t->n; i++) {
        n += !is_object_row(t, i);
        never += !is_object_row(t, i) && dae_of(t)->var.v[t->var[i]].tear == SELECT_NEVER;
    }
    return n > 1 && never == n;
}

/* What became of unknowns that are not to be torn. */
static void report_not_torn(Problem *p, const Plan *plan)
{
    Dae *d = p->d;
    const Block *b = plan->block;
    if (plan->untorn && p->role == SYSTEM_SIMULATION)
        diag_warning(d->ctx->diags, d->var.v[b->core->torn[0]].span,
                     "no unknown of the system of %d nonlinear equations is to be torn: it is "
                     "solved as a whole, for %s%s",
                     b->n, names_text(d, b->core->torn, b->core->ntorn, 8),
                     b->core->ntorn < b->n ? ", from which calls compute the others" : "");
    for (int i = 0; i < b->core->ntorn && b->solved == SOLVE_NEWTON; i++)
        if (!plan->untorn && p->role == SYSTEM_SIMULATION &&
            d->var.v[b->core->torn[i]].tear == SELECT_NEVER && !is_given_torn(p, b->core->torn[i]))
            diag_warning(d->ctx->diags, d->var.v[b->core->torn[i]].span,
                         "`%s` is torn although it is declared not to be: what is left to tear "
                         "does not determine the system of %d equations",
                         dae_var_text(d, b->core->torn[i]), b->n);
}

/* Where the run time is to check what was eliminated, or may find a solution only with all
 * unknowns. */
static void keep_whole(Part *t, Block *whole)
{
    BlockCore *core = t->b->core;
    bool torn = whole && core->ntorn && core->ntorn < whole->n && whole->n <= MOST_SPARE;
    if (!whole || !core->ntorn || !(t->may_vanish || torn))
        return;
    core->whole = whole;
    core->spare = !t->may_vanish;
    if (core->spare)
        whole->core->size = NULL;
}

/* A large part of a step that cannot be torn to few unknowns: derivatives of states are iterated,
 * the others follow from them as in the simulation, and the matrix is as sparse as there. Unless
 * the fewer unknowns that t is torn to, if `torn`, have a matrix without more entries than that. */
static bool solve_for_slopes(Part *t, Part *u, bool torn)
{
    if (!u)
        return false;
    torn = torn && make_jacobian_through(t);
    BlockCore core = *t->b->core;
    plan_follow(t->p, u->plan);
    number_unknowns(u);
    find_components(u);
    solve_components(u, PEEL_SLOPES);
    u->derived = u->torn.n < u->n && make_jacobian_through(u);
    torn = torn && (!u->derived || core.nnz <= u->b->core->nnz);
    if (u->derived && !torn)
        part_take(t, u);
    else
        part_reject(t);
    if (torn) {
        *t->b->core = core;
        t->derived = true;
    }
    number_unknowns(t);
    return t->derived;
}

static void solve_part(Part *t)
{
    Block *b = t->b;
    read_part(t);
    find_components(t);
    strip_first(t);
    read_forms(t);
    bool small = t->n <= MOST_ELIMINATED;
    Block *whole = NULL;
    Part as_read = *t;
    if (solve_iterated(t) || (t->linear && solve_relaxed(t))) {
        whole = NULL;
    } else if (t->linear) {
        solve_linear(t);
    } else {
        bool untorn = t->plan->untorn = is_not_to_be_torn(t);
        whole = small && !untorn && !is_step(t->p) ? whole_nonlinear(t) : NULL;
        Part *as_it_is = is_step(t->p) && t->n > TEAR_LIMIT && !untorn ? part_try(t) : NULL;
        part_reject(t);
        if ((small || is_step(t->p)) && !untorn)
            condense_nonlinear(t);
        bool may_vanish = t->may_vanish;
        solve_components(t, untorn ? PEEL_OBJECTS : PEEL_SAFE);
        int most = is_step(t->p) ? STEP_TEAR_LIMIT : tear_limit(t);
        bool poor = t->torn.n * TEAR_QUARTER > t->n || t->deep;
        if (t->n > tear_limit(t) && (poor || t->torn.n > most)) {
            t->may_vanish = may_vanish;
            if (!solve_for_slopes(t, as_it_is, !poor))
                solve_components(t, PEEL_OBJECTS);
        }
    }
    keep_torn(t);
    keep_nested(t, &as_read);
    keep_whole(t, whole);
    b->kind = t->mixed ? BLOCK_MIXED : t->linear ? BLOCK_LINEAR : BLOCK_NONLINEAR;
    b->solved = !b->core->ntorn && t->condensed ? SOLVE_SYMBOLIC
                : !b->core->ntorn               ? SOLVE_ASSIGN
                : t->iterated                   ? SOLVE_RELAX
                : !t->linear                    ? SOLVE_NEWTON
                : b->sparse                     ? SOLVE_KLU
                                                : SOLVE_LU;
    b->constant = t->linear && !t->iterated && b->core->ntorn && has_constant_matrix(t);
}

static Part *part_new(Problem *p, Plan *plan, int n)
{
    Part *t = ARENA_NEW(p->a, Part);
    *t = (Part){.p = p, .plan = plan, .b = plan->block};
    t->row = ARENA_ARRAY(p->a, int, n);
    t->var = ARENA_ARRAY(p->a, uint32_t, n);
    t->lhs = ARENA_ARRAY(p->a, Expr, n);
    t->rhs = ARENA_ARRAY(p->a, Expr, n);
    t->form = ARENA_ARRAY(p->a, LinearForm, n);
    return t;
}

/* Modes are found by trying. What changes at events only but is a Real number is an unknown of the
 * equations like others: at an event they hold together (appendix B). */
static bool is_iterated(const Problem *p, int r)
{
    return is_mode_row(p, r) &&
           (p->row.v[r].kind == ROW_OBJECT || p->d->var.v[p->col.v[p->row_col[r]]].type != T_REAL);
}

static void general_block(Problem *p, Plan *plan, const int *row, int n)
{
    Block *b = plan->block;
    Part *t = part_new(p, plan, n);
    int nmodes = 0, *mode = ARENA_ARRAY(p->a, int, n);
    for (int i = 0; i < n; i++) {
        int col = p->row_col[row[i]];
        if (is_iterated(p, row[i])) {
            mode[nmodes++] = row[i];
            p->local[col] = LOCAL_MODE;
        } else {
            p->local[col] = t->n;
            t->var[t->n] = p->col.v[col];
            t->row[t->n++] = row[i];
        }
    }
    AssignVec modes = {0};
    b->core = ARENA_NEW(p->d->arena, BlockCore);
    order_modes(p, mode, nmodes, &modes);
    t->mixed = nmodes > 0;
    if (t->n) {
        solve_part(t);
        b->core->nmodes = modes.n;
        b->core->mode = arena_copy(p->d->arena, modes.v, (size_t)modes.n * sizeof(Assign));
    } else {
        keep_assigns(b, p->d, &modes);
        b->kind = BLOCK_DISCRETE;
        b->solved = SOLVE_ASSIGN;
    }
    for (int i = 0; i < n; i++)
        p->local[p->row_col[row[i]]] = LOCAL_NONE;
}

/* ---- Plans ---- */

void plan_follow(Problem *p, Plan *plan)
{
    Dae *d = p->d;
    d->draft = &plan->var;
    int n = dae_nvars(d);
    d->nvalues = d->nvalues < n ? d->nvalues : n;
    p->nsampled = p->nsampled < n ? p->nsampled : n;
}

Plan *plan_copy(Problem *p, const Plan *plan)
{
    Plan *copy = arena_copy(p->a, plan, sizeof *plan);
    copy->var.v = arena_copy(p->a, plan->var.v, (size_t)plan->var.n * sizeof *plan->var.v);
    copy->var.cap = plan->var.n;
    copy->used.v = arena_copy(p->a, plan->used.v, (size_t)plan->used.n * sizeof *plan->used.v);
    copy->used.cap = plan->used.n;
    return copy;
}

uint32_t plan_add_var(Problem *p, Plan *plan, DaeVar var)
{
    vec_push(p->a, &plan->var, var);
    return (uint32_t)(p->d->var.n + plan->var.n - 1);
}

Block *plan_commit(Problem *p, const Plan *plan)
{
    for (int i = 0; i < plan->var.n; i++)
        vec_push(p->d->arena, &p->d->var, plan->var.v[i]);
    for (int i = 0; i < plan->used.n; i++)
        given_use(p, plan->used.v[i]);
    report_more_torn(p, plan);
    report_not_torn(p, plan);
    return plan->block;
}

Plan plan_block(Problem *p, const int *row, int n)
{
    Dae *d = p->d;
    Block *b = ARENA_NEW(d->arena, Block);
    Plan plan = {.block = b};
    plan_follow(p, &plan);
    b->n = n;
    b->core = &d->no_core;
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
    else if ((n > 1 || !solve_one(p, b, row[0])) && !d->policy) /* a sheet solves systems itself */
        general_block(p, &plan, row, n);
    d->draft = NULL;
    return plan;
}
