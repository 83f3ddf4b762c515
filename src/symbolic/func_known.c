/* func_known.c - what a call gives whatever the inputs are that are not known.
 *
 * The body is executed on numbers, NaN being a number that is not known (constant propagation,
 * Kildall 1973): 0*x is 0, a condition that is not known leaves what both branches agree on, a loop
 * leaves nothing of what it assigns. Arrays and Strings are not followed. Every statement is
 * executed once: O(size of the bodies of the function and those it calls). */
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSIDE = 20, MOST_STATEMENTS = 20000 };

typedef struct Known {
    ExprStore *s;
    const Func *f;
    double *x; /* [f->nvars] NaN: not known, or no scalar number */
    int depth; /* calls around this one */
    int *left; /* statements that may still be executed in all */
    bool returned;
} Known;

static bool execute(Known *k, int n, Stmt *const *body);

/* ---- Expressions ---- */

static bool is_scalar(const ExprStore *s, Type type)
{
    const TypeInfo *t = type_info(s->types, type);
    return !t->ndims && t->base != TY_STRING && t->base != TY_TUPLE;
}

static bool enter_numbers(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    return expr_op(s, e) != EX_PICK && !(op_info[expr_op(s, e)].flags & OPF_ARRAY);
}

static double product(uint32_t n, const double *x, double all)
{
    for (uint32_t i = 0; i < n; i++)
        if (x[i] == 0)
            return 0;
    return all;
}

/* and: ends = 0, or: ends = 1 */
static double logic(uint32_t n, const double *x, double ends)
{
    bool open = false;
    for (uint32_t i = 0; i < n; i++) {
        if (x[i] == ends)
            return ends;
        open = open || isnan(x[i]);
    }
    return open ? NAN : 1 - ends;
}

static double choice(const double *x)
{
    return isnan(x[0]) ? (x[1] == x[2] ? x[1] : NAN) : x[x[0] != 0 ? 1 : 2];
}

static double called(const Known *k, uint64_t number, uint32_t n, const double *x)
{
    double out = NAN;
    if (!(number >> 32) && func_get(k->s, (uint32_t)number)->noutputs == 1)
        func_known_inside(k->s, (uint32_t)number, (int)n, x, &out, k->depth + 1, k->left);
    return out;
}

static double operation(const Known *k, const ExprNode *n, const double *x)
{
    ExprOp op = (ExprOp)n->op;
    bool open = false;
    for (uint32_t i = 0; i < n->nargs; i++)
        open = open || isnan(x[i]);
    switch (op) {
    case EX_IF:
        return choice(x);
    case EX_AND:
        return logic(n->nargs, x, 0);
    case EX_OR:
        return logic(n->nargs, x, 1);
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return x[0];
    case EX_SMOOTH:
        return x[1];
    case EX_CALL:
        return called(k, n->payload, n->nargs, x);
    default:
        break;
    }
    double all = !open && op_has_value(op) ? op_value(op, n->nargs, x) : NAN;
    if (op == EX_MUL)
        return product(n->nargs, x, all);
    return op == EX_DIV && x[0] == 0 && x[1] != 0 ? 0 : all;
}

static double value_of(const Known *k, Expr e)
{
    const ExprStore *s = k->s;
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter_numbers, NULL);
    uint32_t most = 1;
    for (uint32_t i = 0; i < m->n; i++)
        if (expr_node(s, m->key[i])->nargs > most)
            most = expr_node(s, m->key[i])->nargs;
    double *value = store_resize(NULL, m->n + most, sizeof *value), *x = value + m->n;
    for (uint32_t i = 0; i < m->n; i++) {
        const ExprNode *n = expr_node(s, m->key[i]);
        value[i] = NAN;
        if (expr_is_number(s, m->key[i]))
            value[i] = expr_number(s, m->key[i]);
        else if (n->op == EX_LOCAL && n->payload < (uint64_t)k->f->nvars)
            value[i] = k->x[n->payload];
        else if (n->nargs && is_scalar(s, n->type) && enter_numbers(NULL, s, m->key[i])) {
            for (uint32_t j = 0; j < n->nargs; j++)
                x[j] = value[memo_find(m, expr_arg(s, m->key[i], j))];
            value[i] = operation(k, n, x);
        }
    }
    double result = value[m->n - 1];
    free(value);
    memo_give(s, m);
    return result;
}

/* ---- Statements ---- */

static void store(Known *k, Expr target, double x)
{
    const ExprNode *n = expr_node(k->s, target);
    if (n->op == EX_LOCAL && is_scalar(k->s, n->type))
        k->x[n->payload] = x;
}

static void call_outputs(Known *k, const Stmt *t)
{
    const ExprNode *n = expr_node(k->s, t->value);
    int noutputs = n->op == EX_CALL && !(n->payload >> 32)
                       ? func_get(k->s, (uint32_t)n->payload)->noutputs
                       : 0;
    double *out = store_resize(NULL, n->nargs + (size_t)noutputs + 1, sizeof *out);
    double *in = out + noutputs;
    for (int i = 0; i < noutputs; i++)
        out[i] = NAN;
    for (uint32_t i = 0; noutputs && i < n->nargs; i++)
        in[i] = value_of(k, expr_arg(k->s, t->value, i));
    if (noutputs)
        func_known_inside(k->s, (uint32_t)n->payload, (int)n->nargs, in, out, k->depth + 1,
                          k->left);
    for (int i = 0; i < t->ntargets; i++)
        store(k, t->target[i], i < noutputs ? out[i] : NAN);
    free(out);
}

/* What statements assign is not known. False if they may end the function. */
static bool forget(Known *k, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < body[i]->ntargets; j++)
            store(k, body[i]->target[j], NAN);
        for (int j = 0; j < body[i]->nbranches; j++)
            if (!forget(k, body[i]->branch[j].n, body[i]->branch[j].body))
                return false;
        if (body[i]->kind == ST_RETURN)
            return false;
    }
    return true;
}

/* Branches from `at` on; nested as deep as there are branches. */
static bool execute_if(Known *k, const Stmt *t, int at)
{
    if (at == t->nbranches)
        return true;
    const StmtBranch *b = &t->branch[at];
    double test = b->condition ? value_of(k, b->condition) : 1;
    if (!isnan(test))
        return test != 0 ? execute(k, b->n, b->body) : execute_if(k, t, at + 1);
    Known other = *k;
    size_t bytes = (size_t)k->f->nvars * sizeof *k->x;
    other.x = store_resize(NULL, (size_t)k->f->nvars + 1, sizeof *other.x);
    memcpy(other.x, k->x, bytes);
    bool good = execute(k, b->n, b->body) && execute_if(&other, t, at + 1) && !k->returned &&
                !other.returned;
    for (int i = 0; i < k->f->nvars; i++)
        if (k->x[i] != other.x[i])
            k->x[i] = NAN;
    free(other.x);
    return good;
}

static bool execute(Known *k, int n, Stmt *const *body)
{
    bool good = true;
    for (int i = 0; i < n && good && !k->returned; i++) {
        const Stmt *t = body[i];
        if (--*k->left < 0)
            return false;
        switch (t->kind) {
        case ST_ASSIGN:
            store(k, t->target[0], value_of(k, t->value));
            break;
        case ST_CALL:
            call_outputs(k, t);
            break;
        case ST_IF:
            good = execute_if(k, t, 0);
            break;
        case ST_FOR:
        case ST_WHILE:
            good = forget(k, t->branch[0].n, t->branch[0].body);
            break;
        case ST_RETURN:
            k->returned = true;
            break;
        case ST_ASSERT:
            break;
        default:
            good = false;
        }
    }
    return good;
}

void func_known_inside(ExprStore *s, uint32_t func, int n, const double *in, double *out, int depth,
                       int *left)
{
    const Func *f = func_get(s, func);
    for (int i = 0; i < f->noutputs; i++)
        out[i] = NAN;
    if (f->external || f->impure || f->failed || n != f->ninputs || depth > MOST_INSIDE)
        return;
    Known k = {.s = s, .f = f, .depth = depth, .left = left};
    k.x = store_resize(NULL, (size_t)f->nvars + 1, sizeof *k.x);
    for (int i = 0; i < f->nvars; i++)
        k.x[i] = !is_scalar(s, f->var[i].type) ? NAN : i < n ? in[i] : 0;
    for (int i = 0; i < f->nvars - n; i++) {
        int v = f->entry ? f->entry[i] : n + i;
        if (f->var[v].init && is_scalar(s, f->var[v].type))
            k.x[v] = value_of(&k, f->var[v].init);
    }
    if (execute(&k, f->nbody, f->body))
        memcpy(out, k.x + n, (size_t)f->noutputs * sizeof *out);
    free(k.x);
}

void func_known(ExprStore *s, uint32_t func, int n, const double *in, double *out)
{
    int left = MOST_STATEMENTS;
    func_known_inside(s, func, n, in, out, 0, &left);
}
