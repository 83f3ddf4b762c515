/* reference.c - potentials of which only differences occur: a circuit without ground, a shaft that
 * is fixed nowhere.
 *
 * A set of variables can be shifted together if every equation has derivative 0 along that
 * direction. The set is grown from one potential: an equation that a shift would change asks for
 * another potential in it to be shifted as well; if there is none that helps, something fixes the
 * potential. Exact for any equation, linear or not. Linear in the equations the set touches, but
 * for the attempts to find the next member, whose number is limited. */
#include "dae/diagnose.h"

struct Shift {
    Dae *d;
    Arena *a;
    Uses uses;
    bool *in;     /* [nvars] is shifted */
    bool *queued; /* [neq] */
    VEC(int) queue;
    VarVec var; /* of the equation at hand */
    int at;
    long work; /* nodes differentiated so far */
};

enum { MOST_WORK = 2000000, MOST_VARS = 50 };

/* ---- Incidence ---- */

static void note_use(void *arg, uint32_t var)
{
    Shift *s = arg;
    uses_add(&s->uses, var, s->at);
}

static void collect(void *arg, uint32_t var)
{
    Shift *s = arg;
    vec_push(s->a, &s->var, var);
}

static void visit_equation(Shift *s, int k, VarVisit *visit)
{
    const DaeEq *eq = &s->d->eq.v[k];
    s->at = k;
    if (eq->kind == EQ_SCALAR)
        written_vars(s->d, k, visit, s);
    else if (eq->kind == EQ_CALL)
        dae_visible_vars(s->d, eq->rhs, visit, s);
    else
        body_reads(s->d, eq->body, visit, s);
    for (int i = 0; i < eq->noutputs; i++)
        if (eq->output[i] != NONE)
            visit(s, eq->output[i]);
}

Shift *shift_open(Dae *d, Arena *a)
{
    Shift *s = ARENA_NEW(a, Shift);
    *s = (Shift){.d = d, .a = a};
    s->uses = uses_open(a, d);
    s->in = ARENA_ARRAY(a, bool, d->var.n + 1);
    s->queued = ARENA_ARRAY(a, bool, d->eq.n + 1);
    for (int k = d->eq.n - 1; k >= 0; k--) {
        const DaeEq *eq = &d->eq.v[k];
        if (!eq->initial && eq->source == NONE && eq->kind <= EQ_ALGORITHM)
            visit_equation(s, k, note_use);
    }
    return s;
}

/* ---- Growth ---- */

static Expr along_shift(void *arg, Expr leaf)
{
    const Shift *s = arg;
    bool moved = expr_op(s->d->store, leaf) == EX_VAR && s->in[var_number(s->d->store, leaf)];
    return expr_real(s->d->store, moved);
}

/* Whether the shift leaves an equation as it is. */
static bool is_kept(Shift *s, int k)
{
    ExprStore *st = s->d->store;
    CalcError err;
    Sides q = written_sides(s->d, k);
    if (s->d->eq.v[k].kind != EQ_SCALAR || expr_type(st, q.lhs) != T_REAL || s->work > MOST_WORK)
        return false;
    s->work += (long)expr_node(st, q.lhs)->size + (long)expr_node(st, q.rhs)->size;
    Expr left = expr_derivative(st, q.lhs, along_shift, s, &err);
    Expr right = left ? expr_derivative(st, q.rhs, along_shift, s, &err) : 0;
    if (!right)
        return false;
    Expr change = expr_drop_zeros(st, expr_sub(st, left, right));
    return expr_is_number(st, change) && expr_number(st, change) == 0;
}

/* A state keeps the level it starts with. */
static bool is_state(const Dae *d, uint32_t v)
{
    return d->var.v[dae_root(d, v, NULL)].kind == DV_STATE || d->var.v[v].der_of != NONE;
}

static void add_member(Shift *s, uint32_t v, VarVec *out)
{
    s->in[v] = true;
    vec_push(s->a, out, v);
    for (int e = s->uses.first[v]; e; e = s->uses.use.v[e - 1].next) {
        int k = s->uses.use.v[e - 1].eq;
        if (!s->queued[k])
            vec_push(s->a, &s->queue, k);
        s->queued[k] = true;
    }
}

/* Another variable of the equation that has to be shifted too: potentials before others. */
static bool repair(Shift *s, int k, VarVec *out)
{
    s->var.n = 0;
    visit_equation(s, k, collect);
    if (s->var.n > MOST_VARS)
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->var.n; i++) {
            uint32_t v = s->var.v[i];
            bool potential = connector_role(s->d, v) == ROLE_POTENTIAL;
            if (s->in[v] || v >= s->d->nflat || potential != !pass ||
                (s->d->var.v[v].kind <= DV_INPUT && !s->d->var.v[v].was_variable))
                continue;
            s->in[v] = true;
            if (is_kept(s, k)) {
                add_member(s, v, out);
                return true;
            }
            s->in[v] = false;
        }
    return false;
}

bool shift_find(Shift *s, uint32_t start, VarVec *out)
{
    bool free = true;
    out->n = 0;
    s->queue.n = 0;
    add_member(s, start, out);
    for (int i = 0; i < s->queue.n && free; i++) {
        int k = s->queue.v[i];
        s->queued[k] = false;
        free = is_kept(s, k) || repair(s, k, out);
    }
    for (int i = 0; i < s->queue.n; i++)
        s->queued[s->queue.v[i]] = false;
    for (int i = 0; i < out->n; i++) {
        s->in[out->v[i]] = false;
        free = free && !is_state(s->d, out->v[i]);
    }
    return free;
}
