/* lower_loop.c - loops of statements.
 *
 * A loop of a model's algorithm is written out where its range is known and short: the variables
 * that it touches are known one by one then. A long one stays a loop, if nothing in it must be
 * known turn by turn: a relation that makes events, each turn one of its own; pre of an element;
 * elements of an array that are assigned while others are not. What it is like is seen in the
 * lowered loop, so a loop with loops inside is lowered twice. */
#include "model/lower_internal.h"

enum {
    MOST_TURNS = 1000,        /* of a loop that is written out without need */
    MOST_ALL_TURNS = 10000,   /* of such loops inside each other, together */
    MOST_STATEMENTS = 400000, /* of one that must be written out: about 10 s */
};

/* How many turns the loop of an iterator has that is a variable; 0: not known. *whole: they are 1,
 * 2, 3 and so on. */
static int64_t turns_of(const Lower *l, Expr iter, bool *whole)
{
    const ExprNode *n = expr_node(l->m->store, iter);
    uint32_t turns = n->op == EX_LOCAL ? map_get(&l->loop_turns, n->payload, 0) : 0;
    *whole = turns & 1;
    return turns / 2;
}

static void note_turns(Lower *l, Expr iter, const Value *v, bool numbers)
{
    bool whole = numbers;
    for (int64_t i = 0; i < v->n && whole; i++)
        whole = v->num[i] == (double)(i + 1);
    if (v->n < INT32_MAX)
        map_set(&l->loop_turns, l->m->kept, expr_node(l->m->store, iter)->payload,
                2 * (uint32_t)v->n + whole);
}

static bool has_break(SynEqu *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind == SE_BREAK || body[i]->kind == SE_RETURN)
            return true;
        for (int k = 0; k < body[i]->nbranches; k++)
            if (has_break(body[i]->branch[k].body, body[i]->branch[k].n))
                return true;
    }
    return false;
}

static bool turn_body(Lower *l, Env *env, const SynEqu *q)
{
    l->loops++;
    bool good = lower_body(l, env, q->branch[0].body, q->branch[0].n);
    l->loops--;
    return good;
}

/* Statements that `break` leaves. */
static void run_once(Lower *l, StmtList body)
{
    Model *m = l->m;
    const int32_t one = 1;
    Stmt *s = lower_emit_body(l, ST_FOR, 0, body);
    s->iter = lower_temporary(l, T_INT);
    s->range =
        raw2(m, EX_RANGE, tarray(m, T_INT, 1, &one), expr_int(m->store, 1), expr_int(m->store, 1));
    s->once = true;
}

/* What a loop runs over: a vector of numbers, or the positions of one of records. */
typedef struct LoopRange {
    Expr range;
    Expr records; /* 0: none */
    ExprList kept;
} LoopRange;

static bool find_turns(Lower *l, Env *env, const SynEqu *q, int k, LoopRange *t)
{
    Model *m = l->m;
    Env outside = *env;
    outside.flags |= ENV_TURNS;
    t->range = resolve_range_in(&outside, &q->iter[k], q->branch[0].body, q->branch[0].n);
    if (!t->range || einfo(m, t->range)->base != TY_RECORD)
        return t->range;
    t->records = t->range;
    if (!lower_keep_leaves(l, t->records, &t->kept))
        return false;
    t->range = raw_positions(m, t->kept.n ? t->kept.v[0] : t->records, 0);
    return true;
}

/* The iterator's value where it stands at this element of the range. */
static Expr turn(Lower *l, const LoopRange *t, Expr at)
{
    return t->records ? lower_kept_element(l, t->records, &t->kept, at) : at;
}

/* ---- What a loop is like ---- */

typedef struct LoopNature {
    Lower *l;
    int64_t turns;      /* of the loops inside, those of each other multiplied */
    int64_t statements; /* once all are written out */
    bool needs;         /* to be written out */
} LoopNature;

/* Variables come in the order of their numbers. */
static const FlatVar *var_of(const FlatModel *f, uint64_t number)
{
    int low = 0, high = f->var.n;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (f->var.v[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    return &f->var.v[low];
}

static bool varies(void *arg, Expr e)
{
    const Model *m = arg;
    const ExprNode *n = expr_node(m->store, e);
    return n->op == EX_TIME || ((n->op == EX_VAR || n->op == EX_ARRVAR) &&
                                var_of(m->flat, n->payload)->variability > VARY_PARAMETER);
}

static bool is_event(void *arg, Expr e)
{
    Model *m = arg;
    const ExprNode *n = expr_node(m->store, e);
    if (!(n->traits & ET_EVENT) || !(op_info[n->op].flags & OPF_EVENT) || n->flags & EF_NOEVENT)
        return false;
    return expr_any(m->store, e, varies, m);
}

static bool is_past(void *arg, Expr e)
{
    const Model *m = arg;
    ExprOp op = expr_op(m->store, e);
    return (op == EX_PRE || op == EX_EDGE || op == EX_CHANGE || op == EX_PREVIOUS) &&
           expr_op(m->store, expr_arg(m->store, e, 0)) != EX_VAR;
}

static void look_at(LoopNature *w, Expr e)
{
    Model *m = w->l->m;
    if (e && !w->needs)
        w->needs = (!w->l->in_when && expr_any(m->store, e, is_event, m)) ||
                   expr_any(m->store, e, is_past, m);
}

/* Whether an element is assigned whose place is not the iterator of a loop over all of them. */
static bool is_part(const Lower *l, Expr target)
{
    const ExprStore *s = l->m->store;
    if (expr_op(s, target) != EX_INDEX || expr_op(s, expr_arg(s, target, 0)) != EX_ARRVAR)
        return false;
    const TypeInfo *t = einfo(l->m, expr_arg(s, target, 0));
    for (uint32_t k = 1; k < expr_node(s, target)->nargs; k++) {
        Expr sub = expr_arg(s, target, k);
        bool whole;
        int64_t turns = turns_of(l, sub, &whole);
        if (expr_op(s, sub) != EX_COLON && (!whole || turns != t->dim[k - 1]))
            return true;
    }
    return false;
}

static void look_at_body(LoopNature *w, Stmt *const *body, int n)
{
    int64_t most = 1;
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        w->statements++;
        look_at(w, s->value);
        look_at(w, s->range);
        for (int k = 0; k < s->ntargets; k++)
            w->needs = w->needs || is_part(w->l, s->target[k]);
        LoopNature inside = {w->l, 1, 0, w->needs};
        for (int k = 0; k < s->nbranches; k++) {
            look_at(&inside, s->branch[k].condition);
            look_at_body(&inside, s->branch[k].body, s->branch[k].n);
        }
        bool whole;
        int64_t turns = s->kind == ST_FOR && s->iter ? turns_of(w->l, s->iter, &whole) : 1;
        turns = turns ? turns : 1;
        most = inside.turns * turns > most ? inside.turns * turns : most;
        w->statements += inside.statements * turns;
        w->needs = inside.needs;
    }
    w->turns = most;
}

/* ---- for ---- */

static bool lower_iterator(Lower *l, Env *env, const SynEqu *q, int k);

static bool has_loop(const SynEqu *q, int k)
{
    bool any = k + 1 < q->niters;
    for (int i = 0; i < q->branch[0].n; i++)
        any = any || q->branch[0].body[i]->kind != SE_ASSIGN;
    return any;
}

/* Each turn after the other. */
static bool write_turns(Lower *l, Env *env, const SynEqu *q, int k, const LoopRange *t, Value *v)
{
    Model *m = l->m;
    int64_t before = l->turns;
    bool good = true;
    l->turns = v->n * (before ? before : 1);
    StmtList *outer = l->out, body = {0};
    bool leaves = k == q->niters - 1 && has_break(q->branch[0].body, q->branch[0].n);
    if (leaves)
        l->out = &body;
    for (int64_t i = 0; i < v->n && good; i++) {
        LoopVar loop = {q->iter[k].name, turn(l, t, value_literal(m, v, i)), env->loops};
        Env inside = *env;
        inside.loops = &loop;
        good = lower_iterator(l, &inside, q, k + 1);
    }
    l->out = outer;
    if (leaves)
        run_once(l, body);
    l->turns = before;
    return good;
}

/* The loop as one; NULL after a failure. v: its values, if they are known. */
static Stmt *keep_loop(Lower *l, Env *env, const SynEqu *q, int k, const LoopRange *t,
                       const Value *v)
{
    Model *m = l->m;
    Expr lowered = lower_expr(l, t->range);
    if (!lowered)
        return NULL;
    Expr var = lower_temporary(l, einfo(m, t->range)->scalar);
    l->var.v[expr_node(m->store, var)->payload].name = q->iter[k].name;
    if (v && v->num)
        note_turns(l, var, v, !t->records);
    StmtList *outer = l->out, body = {0};
    LoopVar loop = {q->iter[k].name, turn(l, t, var), env->loops};
    Env inside = *env;
    inside.loops = &loop;
    l->out = &body;
    bool good = lower_iterator(l, &inside, q, k + 1);
    l->out = outer;
    if (!good)
        return NULL;
    Stmt *s = lower_emit_body(l, ST_FOR, 0, body);
    s->iter = var;
    s->range = lowered;
    return s;
}

/* Whether a loop whose turns are known is better written out. It stands as the last statement. */
static bool is_written_out(Lower *l, const Stmt *s, const Value *v)
{
    LoopNature w = {.l = l};
    look_at_body(&w, s->branch[0].body, s->branch[0].n);
    int64_t around = l->turns ? l->turns : 1, all = v->n * around * w.turns;
    if (v->n <= MOST_TURNS && all <= MOST_ALL_TURNS)
        return true;
    if (w.needs && v->n * around * w.statements <= MOST_STATEMENTS)
        return true;
    return false;
}

/* A loop of a model's algorithm whose turns are known: as a loop first, unless it is short. */
static bool lower_known(Lower *l, Env *env, const SynEqu *q, int k, const LoopRange *t, Value *v)
{
    struct Diags *diags = l->m->ctx->diags;
    bool is_short = v->n <= MOST_TURNS && v->n * (l->turns ? l->turns : 1) <= MOST_ALL_TURNS;
    if (is_short && !has_loop(q, k))
        return write_turns(l, env, q, k, t, v);
    int mark = diags_mark(diags), before = l->out->n;
    bool absent = l->absent;
    const Stmt *s = keep_loop(l, env, q, k, t, v);
    if (s && !is_written_out(l, s, v))
        return true;
    l->out->n = before;
    l->absent = absent;
    diags_rollback(diags, mark);
    return write_turns(l, env, q, k, t, v);
}

static bool lower_iterator(Lower *l, Env *env, const SynEqu *q, int k)
{
    Model *m = l->m;
    if (k == q->niters)
        return turn_body(l, env, q);
    LoopRange t = {0};
    if (!find_turns(l, env, q, k, &t))
        return false;
    Value *v = l->info ? NULL : eval_try(m, t.range, l->iters);
    return v ? lower_known(l, env, q, k, &t, v) : keep_loop(l, env, q, k, &t, NULL) != NULL;
}

bool lower_for(Lower *l, Env *env, const SynEqu *q)
{
    return lower_iterator(l, env, q, 0);
}

/* ---- while ---- */

/* A condition that needs statements is tested inside an endless loop. */
bool lower_while(Lower *l, Env *env, const SynEqu *q)
{
    Model *m = l->m;
    StmtList *outer = l->out, body = {0}, leave = {0};
    bool moving = l->moving;
    l->out = &body;
    Expr c = lower_condition(l, env, q->branch[0].condition, 0);
    if (c && body.n) {
        l->out = &leave;
        lower_emit(l, ST_BREAK);
        l->out = &body;
        lower_emit_body(l, ST_IF, raw1(m, EX_NOT, T_BOOL, c), leave);
        c = expr_bool(m->store, true);
    }
    bool good = c && turn_body(l, env, q);
    l->out = outer;
    l->at = q->span;
    l->moving = moving;
    lower_emit_body(l, ST_WHILE, c, body);
    return good;
}
