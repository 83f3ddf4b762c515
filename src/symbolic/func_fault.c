/* func_fault.c - the first operation that has no finite result, in an expression and the functions
 * it calls, with the calls that lead to it.
 *
 * Expressions and bodies are executed on numbers, only what is needed of them: one branch of an
 * `if`, turns of a loop. Strings and external functions are not followed: what depends on them is
 * not known and no fault. The work is bounded (MOST_STEPS). */
#include "symbolic/func_fault.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 200000, MOST_NESTED = 200 };

typedef enum { RUN_ON, RUN_BREAK, RUN_RETURN, RUN_END } Flow;

static Flow run_body(Trial *t, int n, Stmt *const *body);

static bool is_followed(const ExprStore *s, Type type)
{
    const TypeInfo *info = type_info(expr_types(s), type);
    return info->base != TY_STRING && info->base != TY_TUPLE && info->base != TY_OBJECT;
}

/* ---- Calls ---- */

static void run_function(Trial *outer, uint32_t number, int n, const Num *in, Num *out)
{
    const Func *f = func_get(outer->s, number);
    FuncFault *fault = outer->out;
    for (int i = 0; i < f->noutputs; i++)
        out[i] = num_unknown;
    if (f->external || f->impure || f->failed || n != f->ninputs || fault->ncalls == FAULT_CALLS)
        return;
    Trial t = *outer;
    t.f = f;
    t.local = store_resize(NULL, (size_t)f->nvars + 1, sizeof *t.local);
    fault->call[fault->ncalls++] = (FaultCall){number, outer->at};
    for (int i = 0; i < f->nvars; i++)
        t.local[i] = i < n && is_followed(t.s, f->var[i].type) ? in[i] : num_unknown;
    for (int i = 0; i < f->nvars - n && !t.found; i++) {
        int v = f->entry ? f->entry[i] : n + i;
        t.at = f->var[v].span;
        t.local[v] = f->var[v].init && is_followed(t.s, f->var[v].type)
                         ? fault_value(&t, f->var[v].init)
                         : fault_fresh(&t, &f->var[v]);
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
        out[i] = num_unknown;
    if (number >> 32 || func_get(t->s, (uint32_t)number)->noutputs != noutputs)
        return;
    Num *in = store_resize(NULL, nargs + 1, sizeof *in);
    for (uint32_t i = 0; i < nargs && !t->found; i++)
        in[i] = fault_value(t, expr_arg(t->s, call, i));
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
    Num *out = store_resize(NULL, (size_t)n + 1, sizeof *out), result = num_unknown;
    run_call(t, call, out, n);
    if (which < (uint64_t)n)
        result = out[which];
    free(out);
    return result;
}

/* ---- Expressions ---- */

static Num choice(Trial *t, Expr e)
{
    Num test = fault_value(t, expr_arg(t->s, e, 0));
    return test.known && !t->found ? fault_value(t, expr_arg(t->s, e, test.x != 0 ? 1 : 2))
                                   : num_unknown;
}

/* and, or: no further than the first that decides. */
static Num logic(Trial *t, Expr e, double ends)
{
    bool open = false;
    for (uint32_t i = 0; i < expr_node(t->s, e)->nargs && !t->found; i++) {
        Num x = fault_value(t, expr_arg(t->s, e, i));
        if (x.known && x.x == ends)
            return x;
        open = open || !x.known;
    }
    return open ? num_unknown : num_known(1 - ends);
}

Num fault_operation(Trial *t, Expr e, ExprOp op, uint32_t n, const double *x)
{
    Num result = num_known(op_value(op, n, x));
    bool finite = true;
    for (uint32_t i = 0; i < n; i++)
        finite = finite && isfinite(x[i]);
    if (finite && !isfinite(result.x)) {
        t->found = true;
        t->out->e = e;
        t->out->argument = x[n - 1];
        t->out->at = t->at;
        t->out->func = t->f ? t->f->number : 0;
    }
    return result;
}

static Num operation(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    ExprOp op = (ExprOp)n->op;
    uint32_t nargs = n->nargs;
    Num few[8], *arg = nargs <= 8 ? few : store_resize(NULL, nargs, sizeof *arg);
    double *x = store_resize(NULL, nargs + 1, sizeof *x);
    bool all = op_has_value(op), grids = false;
    for (uint32_t i = 0; i < nargs && !t->found; i++) {
        arg[i] = fault_value(t, expr_arg(t->s, e, i));
        x[i] = arg[i].x;
        all = all && arg[i].known;
        grids = grids || arg[i].grid;
    }
    Num result = !all || t->found ? num_unknown
                 : grids          ? fault_elements(t, e, nargs, arg)
                                  : fault_operation(t, e, op, nargs, x);
    if (arg != few)
        free(arg);
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
        return fault_value(t, expr_arg(t->s, e, 0));
    case EX_SMOOTH:
        return fault_value(t, expr_arg(t->s, e, 1));
    case EX_CALL:
        return picked(t, e, 0);
    case EX_PICK:
        return picked(t, expr_arg(t->s, e, 0), n->payload >> 32);
    default:
        return operation(t, e);
    }
}

Num fault_value(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    if (t->found || --*t->left < 0 || t->nested >= MOST_NESTED || !is_followed(t->s, n->type))
        return num_unknown;
    if (expr_is_number(t->s, e))
        return num_known(expr_number(t->s, e));
    if (n->op == EX_VAR)
        return num_known(t->vars[n->payload]);
    if (n->op == EX_TIME)
        return num_known(t->time);
    if (n->op == EX_PRE && expr_op(t->s, expr_arg(t->s, e, 0)) == EX_VAR)
        return num_known(t->pre[expr_node(t->s, expr_arg(t->s, e, 0))->payload]);
    if (n->op == EX_LOCAL)
        return t->f && n->payload < (uint64_t)t->f->nvars ? t->local[n->payload] : num_unknown;
    if (n->op == EX_ITER)
        return e == t->iter ? num_known(t->turn) : num_unknown;
    bool array = op_info[n->op].flags & OPF_ARRAY || n->op == EX_ARRVAR;
    if (!n->nargs && !array)
        return num_unknown;
    t->nested++;
    Num x = array && n->op != EX_CALL && n->op != EX_PICK ? fault_array(t, e) : inner_value(t, e);
    t->nested--;
    return x;
}

/* ---- Statements ---- */

void fault_store(Trial *t, Expr target, Num x)
{
    const ExprNode *n = expr_node(t->s, target);
    if (n->op == EX_LOCAL && t->f && n->payload < (uint64_t)t->f->nvars)
        t->local[n->payload] = is_followed(t->s, n->type) ? fault_copy(t, x) : num_unknown;
    else if (n->op == EX_INDEX)
        fault_store_part(t, target, x);
}

static void run_calls(Trial *t, const Stmt *q)
{
    int n = outputs_of(t, q->value);
    Num *out = store_resize(NULL, (size_t)n + 1, sizeof *out);
    run_call(t, q->value, out, n);
    for (int i = 0; i < q->ntargets; i++)
        fault_store(t, q->target[i], i < n ? out[i] : num_unknown);
    free(out);
}

static Flow run_if(Trial *t, const Stmt *q)
{
    for (int i = 0; i < q->nbranches; i++) {
        Num test = q->branch[i].condition ? fault_value(t, q->branch[i].condition) : num_known(1);
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
        Num test = fault_value(t, q->branch[0].condition);
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
    Num over = fault_value(t, q->range);
    if (t->found || !over.known || !over.grid)
        return RUN_END;
    for (int i = 0; i < over.grid->n; i++) {
        fault_store(t, q->iter, num_known(over.grid->x[i]));
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
        fault_store(t, q->target[0], fault_value(t, q->value));
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

bool func_fault(ExprStore *s, Expr e, const double *vars, const double *pre, double time,
                FuncFault *out)
{
    int left = MOST_STEPS;
    Grid *grids = NULL;
    *out = (FuncFault){0};
    Trial t = {
        .s = s, .vars = vars, .pre = pre, .time = time, .left = &left, .grids = &grids, .out = out};
    fault_value(&t, e);
    for (Grid *next; grids; grids = next) {
        next = grids->next;
        free(grids);
    }
    return t.found;
}
