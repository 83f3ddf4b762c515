/* lang_unfold.c - functions of a model as formulas, for languages that have none of their own.
 *
 * The body is executed on expressions. Where a condition depends on the arguments the rest of the
 * body is executed for both answers, so that control flow is decided on every way through: a table
 * (FM-19), which looks for its interval by bisection, becomes one polynomial for each interval
 * under a balanced tree of conditions. O(statements of all ways through), which is bounded; forks
 * are nested no deeper than that. */
#include "emit/lang_internal.h"
#include "symbolic/func_slots.h"

enum { MOST_STATEMENTS = 20000, MOST_FORKS = 400 };

/* What is left to be done: body[at .. n), the rest of a loop, and what follows. Never changed. */
typedef struct Rest {
    Stmt *const *body;
    int at, n;
    const Stmt *loop;        /* whose body it is; NULL: of none */
    double turn, step, last; /* ST_FOR: the present value of its iterator ... */
    const struct Rest *next;
} Rest;

typedef struct Unfold {
    Lang *w;
    ExprStore *st;
    const Func *f;
    int output;       /* which is asked for, */
    uint32_t element; /* ... and its element */
    int statements, forks;
    bool failed;
} Unfold;

/* The value of a scalar expression; 0: it is not known, or no scalar. */
static Expr value_of(Unfold *u, FuncSlots *env, Expr e)
{
    ArrayValue v;
    u->failed = u->failed || !slots_evaluate(env, e, &v) || v.n != 1 || !v.element[0];
    return u->failed ? 0 : v.element[0];
}

static const Rest *push(Unfold *u, Rest rest)
{
    return arena_copy(u->w->arena, &rest, sizeof rest);
}

static void assign(Unfold *u, FuncSlots *env, const Stmt *t)
{
    ArrayValue v;
    u->failed =
        u->failed || !slots_evaluate(env, t->value, &v) || !slots_assign(env, t->target[0], &v);
}

static bool is_number_in(Unfold *u, FuncSlots *env, Expr e, double *x)
{
    e = value_of(u, env, e);
    bool number = e && expr_is_number(u->st, e);
    *x = number ? expr_number(u->st, e) : 0;
    u->failed = u->failed || !number;
    return number;
}

/* The body of `for` before its first turn. */
static const Rest *enter_for(Unfold *u, FuncSlots *env, const Stmt *t, const Rest *next)
{
    Expr range = t->range;
    uint32_t n = expr_op(u->st, range) == EX_RANGE ? expr_node(u->st, range)->nargs : 0;
    Rest loop = {.loop = t, .step = 1, .next = next};
    u->failed = u->failed || n < 2;
    if (u->failed || !is_number_in(u, env, expr_arg(u->st, range, 0), &loop.turn) ||
        (n == 3 && !is_number_in(u, env, expr_arg(u->st, range, 1), &loop.step)) ||
        !is_number_in(u, env, expr_arg(u->st, range, n - 1), &loop.last))
        return next;
    loop.turn -= loop.step;
    return push(u, loop);
}

/* The next turn of a loop whose body has come to its end, or what follows the loop. *open: it
 * depends on this condition which of them; else 0. */
static const Rest *next_turn(Unfold *u, FuncSlots *env, const Rest *k, Expr *open)
{
    const Stmt *t = k->loop;
    Rest again = *k;
    bool on;
    if (t->kind == ST_FOR) {
        again.turn += k->step;
        on = k->step > 0 ? again.turn <= k->last : k->step < 0 && again.turn >= k->last;
        Expr turn = expr_literal(u->st, expr_type(u->st, t->iter), again.turn);
        if (on)
            u->failed =
                !slots_assign(env, t->iter, &(ArrayValue){expr_type(u->st, turn), 1, &turn});
    } else {
        Expr c = value_of(u, env, t->branch[0].condition);
        *open = c && expr_op(u->st, c) != EX_BOOL ? c : 0;
        on = c && (*open || expr_node(u->st, c)->payload);
    }
    again.body = t->branch[0].body;
    again.n = t->branch[0].n;
    again.at = 0;
    return on && !u->failed ? push(u, again) : k->next;
}

/* Behind the loop that is the innermost one. */
static const Rest *leave_loop(const Rest *k)
{
    while (k && !k->loop)
        k = k->next;
    return k ? k->next : NULL;
}

static Expr run(Unfold *u, const Rest *k, FuncSlots *env);

/* What follows in both cases, under that condition. */
static Expr either(Unfold *u, Expr condition, const Rest *yes, const Rest *no, FuncSlots *env)
{
    u->failed = u->failed || ++u->forks > MOST_FORKS;
    if (u->failed)
        return 0;
    FuncSlots copy = slots_copy(env);
    Expr a = run(u, yes, &copy), b = a ? run(u, no, env) : 0;
    return b ? expr_if(u->st, condition, a, b) : 0;
}

/* `if` from branch i on, then the rest. */
static Expr fork(Unfold *u, const Stmt *t, int i, const Rest *next, FuncSlots *env)
{
    for (; i < t->nbranches && !u->failed; i++) {
        const StmtBranch *b = &t->branch[i];
        const Rest *into = push(u, (Rest){.body = b->body, .n = b->n, .next = next});
        Expr c = b->condition ? value_of(u, env, b->condition) : expr_bool(u->st, true);
        if (!c)
            return 0;
        if (expr_op(u->st, c) == EX_BOOL && !expr_node(u->st, c)->payload)
            continue;
        if (expr_op(u->st, c) == EX_BOOL)
            return run(u, into, env);
        u->failed = u->failed || ++u->forks > MOST_FORKS;
        FuncSlots copy = slots_copy(env);
        Expr yes = u->failed ? 0 : run(u, into, &copy),
             no = u->failed ? 0 : fork(u, t, i + 1, next, env);
        return yes && no ? expr_if(u->st, c, yes, no) : 0;
    }
    return u->failed ? 0 : run(u, next, env);
}

/* The result of the function after what is left; 0: it cannot be written as a formula. */
static Expr run(Unfold *u, const Rest *k, FuncSlots *env)
{
    while (k && !u->failed) {
        if (k->at == k->n) {
            Expr open = 0;
            const Rest *on = k->loop ? next_turn(u, env, k, &open) : k->next;
            if (open)
                return either(u, open, on, k->next, env);
            k = on;
            continue;
        }
        const Stmt *t = k->body[k->at];
        Rest after = *k;
        after.at++;
        const Rest *next = push(u, after);
        u->failed = ++u->statements > MOST_STATEMENTS;
        switch ((StmtKind)t->kind) {
        case ST_ASSIGN:
            assign(u, env, t);
            k = next;
            break;
        case ST_IF:
            return fork(u, t, 0, next, env);
        case ST_WHILE:
            k = push(u, (Rest){.loop = t, .next = next});
            break;
        case ST_FOR:
            k = enter_for(u, env, t, next);
            break;
        case ST_BREAK:
            k = leave_loop(next);
            break;
        case ST_RETURN:
            k = NULL;
            break;
        case ST_ASSERT: /* programs do not watch */
            k = next;
            break;
        default:
            u->failed = true;
        }
    }
    return u->failed ? 0 : slots_output(env, u->output, u->element);
}

Expr lang_unfold(Lang *w, const Func *f, uint32_t nargs, const Expr *arg, int output,
                 uint32_t element)
{
    Unfold u = {.w = w, .st = w->d->store, .f = f, .output = output, .element = element};
    FuncSlots env = {.s = u.st, .arena = w->arena, .f = f};
    if (f->external || f->impure || f->failed || !slots_open(&env, nargs, arg))
        return 0;
    return run(&u, push(&u, (Rest){.body = f->body, .n = f->nbody}), &env);
}
