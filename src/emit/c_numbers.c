/* c_numbers.c - numbers of what generated code refers to: Strings, relations, delays, blocks.
 *
 * One walk over all expressions that are written, each distinct node once: linear. */
#include "emit/emit_internal.h"

bool block_has_modes(const Block *b)
{
    return b->kind == BLOCK_MIXED && b->core->nmodes + b->core->nrelations > 0;
}

bool block_is_solved(const Block *b)
{
    return b->core->ntorn > 0 || b->core->whole || block_has_modes(b);
}

Part block_part(const Block *b)
{
    if (b->discrete && !b->needed_cross) /* algorithms are run for the relations inside */
        return PART_DISCRETE;
    return b->needed_rhs ? PART_RHS : b->needed_cross ? PART_CROSS : PART_OUT;
}

void stmts_visit(int n, Stmt *const *body, ExprVisit *visit, void *arg)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        Expr part[] = {t->value, t->iter, t->range, t->message, t->level};
        for (int k = 0; k < 5; k++)
            if (part[k])
                visit(arg, part[k]);
        for (int k = 0; k < t->ntargets; k++)
            visit(arg, t->target[k]);
        for (int k = 0; k < t->nbranches; k++) {
            if (t->branch[k].condition)
                visit(arg, t->branch[k].condition);
            stmts_visit(t->branch[k].n, t->branch[k].body, visit, arg);
        }
    }
}

void assign_visit(const Dae *d, const Assign *a, ExprVisit *visit, void *arg)
{
    const DaeEq *eq = a->var == NONE ? &d->eq.v[a->eq] : NULL;
    Expr part[] = {eq ? eq->rhs : a->value, eq ? eq->when : 0};
    for (int i = 0; i < 2; i++)
        if (part[i])
            visit(arg, part[i]);
    if (eq && eq->body)
        stmts_visit(eq->body->nbody, eq->body->body, visit, arg);
}

int assign_outputs(const Dae *d, const Assign *a, const uint32_t **list)
{
    const DaeEq *eq = a->var == NONE ? &d->eq.v[a->eq] : NULL;
    *list = eq ? eq->output : &a->var;
    return eq ? eq->noutputs : 1;
}

void block_visit(const Dae *d, const Block *b, ExprVisit *visit, void *arg)
{
    const BlockCore *part[] = {b->core, b->core->whole ? b->core->whole->core : &d->no_core};
    for (int i = 0; i < b->nassign; i++)
        assign_visit(d, &b->assign[i], visit, arg);
    for (int i = 0; i < b->core->nmodes; i++)
        assign_visit(d, &b->core->mode[i], visit, arg);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < part[k]->ntorn; i++)
            visit(arg, part[k]->residual[i]);
}

/* ---- The walk ---- */

typedef struct Walk {
    Dae *d;
    Arena *a;
    Numbers *num;
    uint8_t *seen; /* [exprs_count] by `where` */
    enum { IN_EQUATIONS = 1, IN_ALGORITHMS = 2, ELSEWHERE = 4 } where; /* of the simulation */
    VEC(Expr) stack;
} Walk;

static void note_pre(Walk *w, Expr e)
{
    Expr var = expr_arg(w->d->store, e, 0);
    if (expr_op(w->d->store, var) != EX_VAR)
        return;
    w->num->uses_pre[w->num->place[expr_node(w->d->store, var)->payload]] = true;
}

/* What is evaluated in equations, too, is not left to the algorithm, which may not pass by there.
 */
static void note_event(Walk *w, Expr e)
{
    bool alone = w->where == IN_ALGORITHMS && !(w->seen[e] & IN_EQUATIONS);
    uint32_t k = map_get(&w->num->relation, e, 0), kept = map_get(&w->num->kept, e, 0);
    if (k)
        w->num->in_algorithm[k - 1] = alone;
    if (kept)
        w->num->kept_in_algorithm[kept - 1] = alone;
}

static void note(Walk *w, Expr e)
{
    const ExprNode *n = expr_node(w->d->store, e);
    switch (n->op) {
    case EX_PRE:
    case EX_EDGE:
    case EX_CHANGE:
        note_pre(w, e);
        break;
    case EX_HOMOTOPY:
        w->num->uses_homotopy = true;
        break;
    case EX_DELAY:
        if (map_get(&w->num->delay, e, 0))
            break;
        vec_push(w->a, &w->num->delays, e);
        vec_push(w->a, &w->num->delays_at, ((Span){0}));
        map_set(&w->num->delay, w->a, e, (uint32_t)w->num->delays.n);
        break;
    case EX_TRANSPORT: {
        Expr boundary = expr_arg(w->d->store, e, 0);
        if (map_get(&w->num->delay, boundary, 0))
            break;
        vec_push(w->a, &w->num->delays, e);
        vec_push(w->a, &w->num->delays_at, ((Span){0}));
        map_set(&w->num->delay, w->a, boundary, (uint32_t)w->num->delays.n);
        break;
    }
    default:
        if (w->where != ELSEWHERE && op_info[n->op].flags & OPF_EVENT)
            note_event(w, e);
    }
}

static void walk(void *arg, Expr root)
{
    Walk *w = arg;
    if (!root)
        return;
    vec_push(w->a, &w->stack, root);
    while (w->stack.n) {
        Expr e = vec_pop(&w->stack);
        if (w->seen[e] & w->where)
            continue;
        w->seen[e] |= (uint8_t)w->where;
        note(w, e);
        for (uint32_t i = 0; i < expr_node(w->d->store, e)->nargs; i++)
            vec_push(w->a, &w->stack, expr_arg(w->d->store, e, i));
    }
}

/* Calls and algorithms are walked as equations. */
static void walk_assigns(Walk *w, const Assign *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NONE)
            walk(w, a[i].value);
}

static void walk_system(Walk *w, SystemRole role)
{
    const System *s = dae_system(w->d, role);
    if (!s)
        return;
    w->where = role == SYSTEM_SIMULATION ? IN_EQUATIONS : ELSEWHERE;
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        walk_assigns(w, b->assign, b->nassign);
        walk_assigns(w, b->core->mode, b->core->nmodes);
        for (const BlockCore *c = b->core; c; c = c->whole ? c->whole->core : NULL)
            for (int k = 0; k < c->ntorn; k++)
                walk(w, c->residual[k]);
    }
}

static void walk_equation(Walk *w, const DaeEq *eq)
{
    if (eq->removed || eq->kind == EQ_SCALAR)
        return;
    w->where = eq->initial ? ELSEWHERE : IN_EQUATIONS;
    walk(w, eq->rhs);
    walk(w, eq->when);
    walk(w, eq->message);
    if (eq->kind == EQ_ALGORITHM)
        w->where = IN_ALGORITHMS;
    if (eq->body)
        stmts_visit(eq->body->nbody, eq->body->body, walk, w);
}

/* ---- Numbers ---- */

static Numbers *numbers_new(Dae *d, Arena *a)
{
    Numbers *num = ARENA_NEW(a, Numbers);
    num->nv = (uint32_t)d->var.n;
    num->place = ARENA_ARRAY(a, uint32_t, num->nv + 1);
    num->negated = ARENA_ARRAY(a, bool, num->nv + 1);
    num->string = ARENA_ARRAY(a, int, num->nv + 1);
    return num;
}

static void number_variables(Dae *d, Numbers *num)
{
    for (uint32_t i = 0; i < num->nv; i++) {
        int sign = 1;
        num->place[i] = dae_root(d, i, &sign);
        num->negated[i] = sign < 0;
        num->string[i] = d->var.v[i].type == T_STRING ? num->ns++ : -1;
    }
}

static void number_blocks(Dae *d, Arena *a, Numbers *num)
{
    const System *system[] = {dae_system(d, SYSTEM_SIMULATION), dae_system(d, SYSTEM_INITIAL),
                              dae_system(d, SYSTEM_STEP), dae_system(d, SYSTEM_STAGES)};
    int *end[] = {&num->nsim_blocks, &num->ninit_blocks, &num->nstep_blocks, &num->nsolved};
    enum { ROLES = sizeof end / sizeof *end };
    int most = 0;
    for (int k = 0; k < ROLES; k++)
        most += system[k] ? system[k]->nblocks : 0;
    num->block = ARENA_ARRAY(a, Block *, 2 * most + 1);
    for (int k = 0; k < ROLES; k++) {
        for (int i = 0; system[k] && i < system[k]->nblocks; i++)
            if (block_is_solved(system[k]->block[i]))
                num->block[num->nblocks++] = system[k]->block[i];
        *end[k] = num->nblocks;
    }
    num->whole = ARENA_ARRAY(a, int, num->nblocks + 1);
    for (int k = 0; k < num->nsolved; k++)
        if (num->block[k]->core->whole) {
            num->whole[k] = num->nblocks;
            num->block[num->nblocks++] = num->block[k]->core->whole;
        }
}

Numbers *plain_numbers(Dae *d, Arena *a)
{
    Numbers *num = numbers_new(d, a);
    for (uint32_t i = 0; i < num->nv; i++) {
        num->place[i] = i;
        num->string[i] = -1;
    }
    return num;
}

Numbers *emit_numbers(Dae *d, Arena *a)
{
    Numbers *num = numbers_new(d, a);
    num->uses_pre = ARENA_ARRAY(a, bool, num->nv);
    num->in_algorithm = ARENA_ARRAY(a, bool, d->relation.n);
    num->kept_in_algorithm = ARENA_ARRAY(a, bool, d->kept.n);
    number_variables(d, num);
    number_blocks(d, a, num);
    for (int i = 0; i < d->relation.n; i++)
        map_set(&num->relation, a, d->relation.v[i].e, (uint32_t)i + 1);
    for (int i = 0; i < d->kept.n; i++)
        map_set(&num->kept, a, d->kept.v[i], (uint32_t)i + 1);
    for (int i = 0; i < d->sample.n; i++)
        map_set(&num->sample, a, d->sample.v[i], (uint32_t)i + 1);
    Walk w = {.d = d, .a = a, .num = num};
    w.seen = ARENA_ARRAY(a, uint8_t, exprs_count(d->store));
    walk_system(&w, SYSTEM_SIMULATION);
    walk_system(&w, SYSTEM_INITIAL);
    walk_system(&w, SYSTEM_STEP);
    walk_system(&w, SYSTEM_STAGES);
    for (int i = 0; i < d->eq.n; i++)
        walk_equation(&w, &d->eq.v[i]);
    w.where = ELSEWHERE;
    for (int i = 0; i < d->relation.n; i++)
        walk(&w, d->relation.v[i].e);
    for (int i = 0; i < d->kept.n; i++)
        walk(&w, d->kept.v[i]);
    for (int i = 0; i < d->set.n; i++)
        for (int k = 0; k < d->set.v[i].m * (d->set.v[i].ngiven + d->set.v[i].n); k++)
            walk(&w, d->set.v[i].entry[k]);
    return num;
}
