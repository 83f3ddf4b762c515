/* func_fault.c - the first operation that has no finite result, in an expression and the functions it
 * calls, with the calls that lead to it.
 *
 * Expressions and bodies are executed on numbers, only what is needed of them: one branch of an
 * `if`, turns of a loop. Arrays, Strings and external functions are not followed: what depends on
 * them is not known and no fault. The work is bounded (MOST_STEPS). */
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 200000, MOST_NESTED = 200 };

typedef struct Num {
    double x;
    bool known;
} Num;

static const Num unknown = {0, false};

typedef enum { RUN_ON, RUN_BREAK, RUN_RETURN, RUN_END } Flow;

typedef struct Trial {
    ExprStore *s;
    const double *vars;
    double time;
    const Func *f; /* in which function; NULL: none */
    Num *local;    /* [f->nvars] */
    int nested;
    Span at; /* the statement */
    int *left;
    FuncFault *out;
    bool found;
} Trial;

static Num value_of(Trial *t, Expr e);
static Flow run_body(Trial *t, int n, Stmt *const *body);

static Num known(double x)
{
    return (Num){x, true};
}

static bool is_scalar(const ExprStore *s, Type type)
{
    const TypeInfo *info = type_info(expr_types(s), type);
    return !info->ndims && info->base != TY_STRING && info->base != TY_TUPLE;
}

/* ---- Calls ---- */

static void run_function(Trial *outer, uint32_t number, int n, const Num *in, Num *out)
{
    const Func *f = func_get(outer->s, number);
    FuncFault *fault = outer->out;
    for (int i = 0; i < f->noutputs; i++)
        out[i] = unknown;
    if (f->external || f->impure || f->failed || n != f->ninputs || fault->ncalls == FAULT_CALLS)
        return;
    Trial t = *outer;
    t.f = f;
    t.local = store_resize(NULL, (size_t)f->nvars + 1, sizeof *t.local);
    fault->call[fault->ncalls++] = (FaultCall){number, outer->at};
    for (int i = 0; i < f->nvars; i++)
        t.local[i] = !is_scalar(t.s, f->var[i].type) ? unknown : i < n ? in[i] : known(0);
    for (int i = 0; i < f->nvars - n && !t.found; i++) {
        int v = f->entry ? f->entry[i] : n + i;
        t.at = f->var[v].span;
        if (f->var[v].init && is_scalar(t.s, f->var[v].type))
            t.local[v] = value_of(&t, f->var[v].init);
    }
    if (!t.found && run_body(&t, f->nbody, f->body) != RUN_END)
        for (int i = 0; i < f->noutputs; i++)
            out[i] = t.local[n + i];
    outer->found = t.found;
    fault->ncalls -= !t.found;
    free(t.local);
}

static void run_call(Trial *t, Expr call, Num *out, int noutputs)
{
    const ExprNode *n = expr_node(t->s, call);
    uint32_t nargs = n->nargs;
    uint64_t number = n->payload;
    for (int i = 0; i < noutputs; i++)
        out[i] = unknown;
    if (number >> 32 || func_get(t->s, (uint32_t)number)->noutputs != noutputs)
        return;
    Num *in = store_resize(NULL, nargs + 1, sizeof *in);
    for (uint32_t i = 0; i < nargs && !t->found; i++)
        in[i] = value_of(t, expr_arg(t->s, call, i));
    if (!t->found)
        run_function(t, (uint32_t)number, (int)nargs, in, out);
    free(in);
}

static int outputs_of(const Trial *t, Expr call)
{
    const ExprNode *n = expr_node(t->s, call);
    return n->op != EX_CALL || n->payload >> 32 ? 0
                                                : func_get(t->s, (uint32_t)n->payload)->noutputs;
}

/* One output of a call. */
static Num picked(Trial *t, Expr call, uint64_t which)
{
    int n = outputs_of(t, call);
    Num *out = store_resize(NULL, (size_t)n + 1, sizeof *out), result = unknown;
    run_call(t, call, out, n);
    if (which < (uint64_t)n)
        result = out[which];
    free(out);
    return result;
}

/* ---- Expressions ---- */

static Num choice(Trial *t, Expr e)
{
    Num test = value_of(t, expr_arg(t->s, e, 0));
    return test.known && !t->found ? value_of(t, expr_arg(t->s, e, test.x != 0 ? 1 : 2)) : unknown;
}

/* and, or: no further than the first that decides. */
static Num logic(Trial *t, Expr e, double ends)
{
    bool open = false;
    for (uint32_t i = 0; i < expr_node(t->s, e)->nargs && !t->found; i++) {
        Num x = value_of(t, expr_arg(t->s, e, i));
        if (x.known && x.x == ends)
            return x;
        open = open || !x.known;
    }
    return open ? unknown : known(1 - ends);
}

static Num operation(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    ExprOp op = (ExprOp)n->op;
    uint32_t nargs = n->nargs;
    double few[8], *x = nargs <= 8 ? few : store_resize(NULL, nargs, sizeof *x);
    bool all = op_has_value(op), finite = true;
    for (uint32_t i = 0; i < nargs && !t->found; i++) {
        Num arg = value_of(t, expr_arg(t->s, e, i));
        x[i] = arg.x;
        all = all && arg.known;
        finite = finite && isfinite(arg.x);
    }
    Num result = all && !t->found ? known(op_value(op, nargs, x)) : unknown;
    if (result.known && finite && !isfinite(result.x)) {
        t->found = true;
        t->out->e = e;
        t->out->argument = x[nargs - 1];
        t->out->at = t->at;
        t->out->func = t->f ? t->f->number : 0;
    }
    if (x != few)
        free(x);
    return result;
}

static Num inner_value(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    switch (n->op) {
    case EX_IF:
        return choice(t, e);
    case EX_AND:
        return logic(t, e, 0);
    case EX_OR:
        return logic(t, e, 1);
    case EX_NOEVENT:
    case EX_HOMOTOPY:
    case EX_LATE:
        return value_of(t, expr_arg(t->s, e, 0));
    case EX_SMOOTH:
        return value_of(t, expr_arg(t->s, e, 1));
    case EX_CALL:
        return picked(t, e, 0);
    case EX_PICK:
        return picked(t, expr_arg(t->s, e, 0), n->payload >> 32);
    default:
        return operation(t, e);
    }
}

static Num value_of(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    if (t->found || --*t->left < 0 || t->nested >= MOST_NESTED || !is_scalar(t->s, n->type))
        return unknown;
    if (expr_is_number(t->s, e))
        return known(expr_number(t->s, e));
    if (n->op == EX_VAR)
        return known(t->vars[n->payload]);
    if (n->op == EX_TIME)
        return known(t->time);
    if (n->op == EX_LOCAL)
        return t->f && n->payload < (uint64_t)t->f->nvars ? t->local[n->payload] : unknown;
    if (!n->nargs || (op_info[n->op].flags & OPF_ARRAY && n->op != EX_CALL && n->op != EX_PICK))
        return unknown;
    t->nested++;
    Num x = inner_value(t, e);
    t->nested--;
    return x;
}

/* ---- Statements ---- */

static void store_in(Trial *t, Expr target, Num x)
{
    const ExprNode *n = expr_node(t->s, target);
    if (n->op == EX_LOCAL && t->f && n->payload < (uint64_t)t->f->nvars)
        t->local[n->payload] = is_scalar(t->s, n->type) ? x : unknown;
}

static void run_calls(Trial *t, const Stmt *q)
{
    int n = outputs_of(t, q->value);
    Num *out = store_resize(NULL, (size_t)n + 1, sizeof *out);
    run_call(t, q->value, out, n);
    for (int i = 0; i < q->ntargets; i++)
        store_in(t, q->target[i], i < n ? out[i] : unknown);
    free(out);
}

static Flow run_if(Trial *t, const Stmt *q)
{
    for (int i = 0; i < q->nbranches; i++) {
        Num test = q->branch[i].condition ? value_of(t, q->branch[i].condition) : known(1);
        if (t->found || !test.known)
            return RUN_END;
        if (test.x != 0)
            return run_body(t, q->branch[i].n, q->branch[i].body);
    }
    return RUN_ON;
}

static Flow run_while(Trial *t, const Stmt *q)
{
    for (;;) {
        Num test = value_of(t, q->branch[0].condition);
        if (t->found || !test.known)
            return RUN_END;
        if (test.x == 0)
            return RUN_ON;
        Flow flow = run_body(t, q->branch[0].n, q->branch[0].body);
        if (flow != RUN_ON)
            return flow == RUN_BREAK ? RUN_ON : flow;
    }
}

static Flow run_for(Trial *t, const Stmt *q)
{
    const ExprNode *n = expr_node(t->s, q->range);
    if (n->op != EX_RANGE || n->nargs < 2)
        return RUN_END;
    uint32_t last = n->nargs - 1;
    Num from = value_of(t, expr_arg(t->s, q->range, 0)),
        step = last == 2 ? value_of(t, expr_arg(t->s, q->range, 1)) : known(1),
        to = value_of(t, expr_arg(t->s, q->range, last));
    if (t->found || !from.known || !step.known || !to.known || step.x == 0)
        return RUN_END;
    for (double x = from.x; step.x > 0 ? x <= to.x : x >= to.x; x += step.x) {
        store_in(t, q->iter, known(x));
        Flow flow = run_body(t, q->branch[0].n, q->branch[0].body);
        if (flow != RUN_ON)
            return flow == RUN_BREAK ? RUN_ON : flow;
    }
    return RUN_ON;
}

static Flow run_statement(Trial *t, const Stmt *q)
{
    switch (q->kind) {
    case ST_ASSIGN:
        store_in(t, q->target[0], value_of(t, q->value));
        return RUN_ON;
    case ST_CALL:
        run_calls(t, q);
        return RUN_ON;
    case ST_IF:
        return run_if(t, q);
    case ST_FOR:
        return run_for(t, q);
    case ST_WHILE:
        return run_while(t, q);
    case ST_BREAK:
        return RUN_BREAK;
    case ST_RETURN:
        return RUN_RETURN;
    case ST_ASSERT:
        return RUN_ON;
    default:
        return RUN_END;
    }
}

static Flow run_body(Trial *t, int n, Stmt *const *body)
{
    Flow flow = RUN_ON;
    for (int i = 0; i < n && flow == RUN_ON; i++) {
        t->at = body[i]->span;
        if (t->found || --*t->left < 0)
            return RUN_END;
        flow = run_statement(t, body[i]);
    }
    return t->found ? RUN_END : flow;
}

bool func_fault(ExprStore *s, Expr e, const double *vars, double time, FuncFault *out)
{
    int left = MOST_STEPS;
    *out = (FuncFault){0};
    Trial t = {.s = s, .vars = vars, .time = time, .left = &left, .out = out};
    value_of(&t, e);
    return t.found;
}
