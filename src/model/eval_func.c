/* eval_func.c - an interpreter of lowered functions.
 *
 * A frame holds the variables of one call; each array has memory of its own that is reused by
 * assignments. What a statement computes on the way lies in the frame's arena, which is dropped
 * between statements when it has grown, so that loops need bounded memory. Inputs are copied in,
 * outputs copied out. Costs what the statements cost; endless loops and endless recursion end at
 * the limits of eval_internal.h. */
#include "model/eval_internal.h"

#include "base/die.h"
#include "model/function.h"
#include "rt/memo.h"

#include <math.h>
#include <stdlib.h>

typedef enum { FLOW_NEXT, FLOW_BREAK, FLOW_RETURN, FLOW_FAILED } Flow;

static Flow run(Eval *ev, int n, Stmt *const *body);

/* ---- Variables ---- */

static void *taken(void *p, size_t bytes)
{
    if (!p)
        die_memory(bytes, 0);
    return p;
}

static void frame_open(Eval *ev, Frame *fr, const Func *f)
{
    size_t n = (size_t)f->nvars + 1;
    *fr = (Frame){.func = f, .depth = ev->frame->depth};
    fr->var = taken(calloc(n, sizeof *fr->var), n * sizeof *fr->var);
    Name empty = name_of(ev->m->ctx->names, "", 0);
    for (int i = 0; i < f->nvars; i++) {
        FrameVar *x = &fr->var[i];
        const TypeInfo *t = tinfo(ev->m, f->var[i].type);
        x->text = empty;
        x->v = (Value){.scalar = t->scalar, .ndims = t->ndims, .dim = x->dim, .n = !t->ndims};
        if (t->base == TY_STRING)
            x->v.str = &x->text;
        else
            x->v.num = &x->number;
    }
}

static void frame_close(Frame *fr)
{
    for (int i = 0; fr->func && i < fr->func->nvars; i++)
        free(fr->var[i].memory);
    free(fr->var);
    arena_free(fr->temp);
}

/* Gives an array its size; the contents are undefined. */
static bool resize(Eval *ev, FrameVar *x, const int32_t *dim)
{
    int64_t n = 1;
    for (int k = 0; k < x->v.ndims; k++) {
        n *= dim[k];
        if (dim[k] < 0 || n > MOST_ELEMENTS)
            return eval_fault(ev, "an array of %s elements",
                              dim[k] < 0 ? "less than 0" : "too many");
    }
    if (!x->v.ndims)
        return true;
    memmove(x->dim, dim, (size_t)x->v.ndims * sizeof *dim);
    x->v.n = n;
    if ((size_t)n > x->room) {
        size_t bytes = 2 * (size_t)n * sizeof(double);
        free(x->memory);
        x->memory = taken(malloc(bytes), bytes);
        x->room = 2 * (size_t)n;
        if (x->v.str)
            x->v.str = x->memory;
        else
            x->v.num = x->memory;
    }
    return true;
}

static const char *name_of_var(const Eval *ev, const Frame *fr, int i)
{
    Name name = fr->func->var[i].name;
    return name ? text_of(ev->m->ctx, name) : "a result";
}

/* A variable takes a value with its size. */
static bool take(Eval *ev, Frame *fr, int i, const Value *v)
{
    FrameVar *x = &fr->var[i];
    if (v->ndims != x->v.ndims || !v->num != !x->v.num)
        return eval_fault(ev, "`%s` has %d dimensions, its value has %d", name_of_var(ev, fr, i),
                          x->v.ndims, v->ndims);
    Value from = *v; /* may be the variable itself, or its elements in another shape */
    if (!resize(ev, x, v->dim))
        return false;
    value_put(&x->v, 0, &from, 0, from.n);
    return true;
}

static bool declared(const FuncVar *f, int k)
{
    return f->dim && f->dim[k];
}

/* The same by assignment: only dimensions declared as `:` may change. */
static bool assign_whole(Eval *ev, Frame *fr, int i, const Value *v)
{
    const FrameVar *x = &fr->var[i];
    for (int k = 0; k < x->v.ndims && k < v->ndims; k++)
        if (declared(&fr->func->var[i], k) && x->dim[k] != v->dim[k])
            return eval_fault(ev, "`%s` has size %d in dimension %d, its value has %d",
                              name_of_var(ev, fr, i), x->dim[k], k + 1, v->dim[k]);
    return take(ev, fr, i, v);
}

/* ---- Assignment ---- */

static int variable_of(Eval *ev, Expr target)
{
    const ExprStore *s = ev->m->store;
    if (expr_op(s, target) == EX_INDEX)
        target = expr_arg(s, target, 0);
    if (expr_op(s, target) == EX_LOCAL)
        return (int)expr_node(s, target)->payload;
    return eval_varies(ev, "a variable of the model") ? 0 : -1;
}

static bool is_inside(const FrameVar *x, const Value *v)
{
    const double *p = v->num ? v->num : NULL, *from = x->memory;
    const Name *q = v->str ? v->str : NULL, *text = x->memory;
    return from && (p ? p >= from && p < from + x->room : q >= text && q < text + x->room);
}

static bool assign_part(Eval *ev, int i, Expr target, const Value *v)
{
    FrameVar *x = &ev->frame->var[i];
    uint32_t n = expr_node(ev->m->store, target)->nargs - 1;
    Sub *sub;
    if (!eval_subscripts(ev, target, 1, n, &sub))
        return false;
    if (is_inside(x, v))
        v = value_copy(eval_arena(ev), v);
    return value_store(ev, &x->v, (int)n, sub, v, name_of_var(ev, ev->frame, i));
}

static bool assign(Eval *ev, Expr target, const Value *v)
{
    ExprOp op = expr_op(ev->m->store, target);
    if (op == EX_WILD)
        return true;
    int i = variable_of(ev, target);
    if (i < 0)
        return false;
    return op == EX_INDEX ? assign_part(ev, i, target, v) : assign_whole(ev, ev->frame, i, v);
}

static bool run_assign(Eval *ev, const Stmt *s)
{
    const ExprStore *st = ev->m->store;
    Expr target = s->target[0];
    if (expr_op(st, target) == EX_LOCAL) { /* scalars need no memory */
        FrameVar *x = &ev->frame->var[expr_node(st, target)->payload];
        double result; /* the value may use the variable */
        if (!x->v.ndims && x->v.num) {
            if (!eval_number(ev, s->value, &result))
                return false;
            x->number = result;
            return true;
        }
    }
    Value *v = eval_value(ev, s->value);
    return v ? assign(ev, target, v) : false;
}

/* ---- Loops ---- */

static Flow flow_if(bool good)
{
    return good ? FLOW_NEXT : FLOW_FAILED;
}

/* One pass through the body of a loop; false: the loop ends with *flow. */
static bool pass(Eval *ev, const Stmt *s, Flow *flow)
{
    *flow = eval_steps(ev, 1) ? run(ev, s->branch[0].n, s->branch[0].body) : FLOW_FAILED;
    if (*flow == FLOW_NEXT)
        return true;
    if (*flow == FLOW_BREAK)
        *flow = FLOW_NEXT;
    return false;
}

static Flow run_range(Eval *ev, const Stmt *s, FrameVar *x)
{
    const ExprStore *st = ev->m->store;
    uint32_t n = expr_node(st, s->range)->nargs;
    double start, step = 1, stop;
    if (!eval_number(ev, expr_arg(st, s->range, 0), &start) ||
        (n == 3 && !eval_number(ev, expr_arg(st, s->range, 1), &step)) ||
        !eval_number(ev, expr_arg(st, s->range, n - 1), &stop))
        return FLOW_FAILED;
    bool real = einfo(ev->m, s->range)->base == TY_REAL;
    int64_t length = value_range_length(ev, real, start, step, stop);
    Flow flow = length < 0 ? FLOW_FAILED : FLOW_NEXT;
    for (int64_t i = 0; i < length; i++) {
        x->number = start + (double)i * step;
        if (!pass(ev, s, &flow))
            break;
    }
    return flow;
}

static Flow run_for(Eval *ev, const Stmt *s)
{
    FrameVar *x = &ev->frame->var[expr_node(ev->m->store, s->iter)->payload];
    if (expr_op(ev->m->store, s->range) == EX_RANGE)
        return run_range(ev, s, x);
    Value *v = eval_value(ev, s->range);
    if (!v)
        return FLOW_FAILED;
    if (!v->num != !x->v.num)
        return flow_if(eval_fault(ev, "a loop over something that is not a list of values"));
    int64_t n = v->n;
    Arena *own = arena_new(); /* statements drop what they computed */
    const Value *list = value_copy(own, v);
    Flow flow = FLOW_NEXT;
    for (int64_t i = 0; i < n; i++) {
        if (list->str)
            x->text = list->str[i];
        else
            x->number = list->num[i];
        if (!pass(ev, s, &flow))
            break;
    }
    arena_free(own);
    return flow;
}

static Flow run_while(Eval *ev, const Stmt *s)
{
    Flow flow = FLOW_NEXT;
    bool condition;
    do {
        if (!eval_condition(ev, s->branch[0].condition, &condition))
            return FLOW_FAILED;
    } while (condition && pass(ev, s, &flow));
    return flow;
}

/* ---- Other statements ---- */

static Flow run_if(Eval *ev, const Stmt *s)
{
    for (int i = 0; i < s->nbranches; i++) {
        bool condition = true;
        if (s->branch[i].condition && !eval_condition(ev, s->branch[i].condition, &condition))
            return FLOW_FAILED;
        if (condition)
            return run(ev, s->branch[i].n, s->branch[i].body);
    }
    return FLOW_NEXT;
}

static bool run_assert(Eval *ev, const Stmt *s)
{
    enum { LEVEL_WARNING = 1 };
    bool condition;
    double level = 0;
    if (ev->probing)
        return true;
    if (!eval_condition(ev, s->value, &condition))
        return false;
    if (condition || (s->level && !eval_number(ev, s->level, &level)))
        return condition;
    if (level == LEVEL_WARNING)
        return true;
    Value *text = eval_value(ev, s->message);
    return text ? eval_fault(ev, "assertion failed: \"%s\"", text_of(ev->m->ctx, text->str[0]))
                : NULL;
}

static bool invoke(Eval *ev, Expr call, Frame *fr);

static bool run_call(Eval *ev, const Stmt *s)
{
    Frame fr = {0};
    bool good = invoke(ev, s->value, &fr);
    for (int i = 0; good && i < s->ntargets && i < fr.func->noutputs; i++)
        good = assign(ev, s->target[i], &fr.var[fr.func->ninputs + i].v);
    frame_close(&fr);
    return good;
}

static Flow run_statement(Eval *ev, const Stmt *s)
{
    switch ((StmtKind)s->kind) {
    case ST_ASSIGN:
        return flow_if(run_assign(ev, s));
    case ST_CALL:
        return flow_if(run_call(ev, s));
    case ST_IF:
        return run_if(ev, s);
    case ST_FOR:
        return run_for(ev, s);
    case ST_WHILE:
        return run_while(ev, s);
    case ST_BREAK:
        return FLOW_BREAK;
    case ST_RETURN:
        return FLOW_RETURN;
    case ST_ASSERT:
        return flow_if(run_assert(ev, s));
    case ST_WHEN:
    case ST_TERMINATE:
    case ST_REINIT:
        break;
    }
    return flow_if(eval_varies(ev, "a statement of a model"));
}

static Flow run(Eval *ev, int n, Stmt *const *body)
{
    enum { MOST_GARBAGE = 1 << 18 };
    for (int i = 0; i < n; i++) {
        if (ev->frame->temp && arena_used(ev->frame->temp) > MOST_GARBAGE) {
            arena_free(ev->frame->temp);
            ev->frame->temp = NULL;
        }
        Flow flow = eval_steps(ev, 1) ? run_statement(ev, body[i]) : FLOW_FAILED;
        if (flow != FLOW_NEXT)
            return flow;
    }
    return FLOW_NEXT;
}

/* ---- External functions ---- */

static const char **texts_of(Eval *ev, const Value *v)
{
    const char **text = ARENA_ARRAY(eval_arena(ev), const char *, v->n + 1);
    for (int64_t i = 0; i < v->n; i++)
        text[i] = text_of(ev->m->ctx, v->str[i]);
    return text;
}

static FuncData data_of(Eval *ev, const Value *v)
{
    FuncData d = {.ndims = v->ndims, .num = v->num};
    copy_dims(d.dim, v->dim, v->ndims);
    if (v->str)
        d.text = texts_of(ev, v);
    return d;
}

static bool take_data(Eval *ev, Frame *fr, int i, const FuncData *d)
{
    Value v = {
        .ndims = d->ndims, .dim = ARENA_ARRAY(eval_arena(ev), int32_t, d->ndims + 1), .n = 1};
    copy_dims(v.dim, d->dim, d->ndims);
    for (int k = 0; k < d->ndims; k++)
        v.n *= d->dim[k];
    v.num = d->num;
    if (!d->num)
        v.str = ARENA_ARRAY(eval_arena(ev), Name, v.n + 1);
    for (int64_t k = 0; !d->num && k < v.n; k++)
        v.str[k] = name_cstr(ev->m->ctx->names, d->text[k]);
    return take(ev, fr, i, &v);
}

/* Objects that a function makes for itself live in the memory of a program. */
static bool makes_objects(Eval *ev, const Func *f)
{
    for (int i = f->ninputs + f->noutputs; i < f->nvars; i++)
        if (tinfo(ev->m, f->var[i].type)->base == TY_OBJECT)
            return true;
    return false;
}

/* A function in C, with what it begins with, or one that must run as C. */
static bool run_external(Eval *ev, Frame *fr)
{
    Model *m = ev->m;
    const Func *f = fr->func;
    Arena *a = eval_arena(ev);
    FuncData *in = ARENA_ARRAY(a, FuncData, f->ninputs + 1);
    FuncData *out = ARENA_ARRAY(a, FuncData, f->noutputs + 1);
    for (int i = 0; i < f->ninputs; i++)
        in[i] = data_of(ev, &fr->var[i].v);
    bool varies = true;
    const char *why = NULL;
    if (m->runner && !ev->probing && function_complete(m, f->number)) {
        keep_resources(m);
        why = m->runner->run(m->runner, m->store, f, in, out, &varies);
    } else {
        why = "";
    }
    if (why && varies)
        return eval_varies(ev, arena_printf(m->arena, "`%s`, which is an external function%s%s%s",
                                            text_of(m->ctx, f->name), *why ? " (" : "", why,
                                            *why ? ")" : ""));
    if (why)
        return eval_fault(ev, "%s", why);
    for (int i = 0; i < f->noutputs; i++)
        if (!take_data(ev, fr, f->ninputs + i, &out[i]))
            return false;
    return true;
}

/* ---- Calls ---- */

/* Sizes that inputs must have. */
static bool check_inputs(Eval *ev, Frame *fr)
{
    for (int i = 0; i < fr->func->ninputs; i++)
        for (int k = 0; k < fr->var[i].v.ndims; k++) {
            double size;
            if (!declared(&fr->func->var[i], k))
                continue;
            if (!eval_number(ev, fr->func->var[i].dim[k], &size))
                return false;
            if (size != fr->var[i].dim[k])
                return eval_fault(ev, "the input `%s` has size %d in dimension %d instead of %.0f",
                                  name_of_var(ev, fr, i), fr->var[i].dim[k], k + 1, size);
        }
    return true;
}

/* Sizes and initial values of outputs and locals. */
static bool enter_variables(Eval *ev, Frame *fr)
{
    const Func *f = fr->func;
    for (int j = 0; j < f->nvars - f->ninputs; j++) {
        int i = f->entry[j];
        FrameVar *x = &fr->var[i];
        int32_t dim[MAX_DIMS] = {0};
        for (int k = 0; k < x->v.ndims; k++) {
            double size = 0;
            if (declared(&f->var[i], k) && !eval_number(ev, f->var[i].dim[k], &size))
                return false;
            if (size < 0 || size > MOST_ELEMENTS)
                return eval_fault(ev, "the size of `%s` is %.0f", name_of_var(ev, fr, i), size);
            dim[k] = (int32_t)size;
        }
        if (!resize(ev, x, dim))
            return false;
        for (int64_t k = 0; x->v.ndims && k < x->v.n; k++) {
            if (x->v.str)
                x->v.str[k] = x->text;
            else
                x->v.num[k] = 0;
        }
        Value *init = f->var[i].init ? eval_value(ev, f->var[i].init) : NULL;
        if (f->var[i].init && (!init || !assign_whole(ev, fr, i, init)))
            return false;
    }
    return true;
}

static bool run_body(Eval *ev, Frame *fr)
{
    if (!check_inputs(ev, fr))
        return false;
    if (fr->func->external || makes_objects(ev, fr->func))
        return run_external(ev, fr);
    return enter_variables(ev, fr) && run(ev, fr->func->nbody, fr->func->body) != FLOW_FAILED;
}

static bool outputs_are_finite(const Frame *fr)
{
    const Func *f = fr->func;
    for (int i = f->ninputs; i < f->ninputs + f->noutputs; i++)
        for (int64_t k = 0; fr->var[i].v.num && k < fr->var[i].v.n; k++)
            if (!isfinite(fr->var[i].v.num[k]))
                return false;
    return true;
}

/* An operation has no result: as at run time, it may not matter to that of the whole. */
static bool run_again(Eval *ev, Frame *fr)
{
    const char *why = ev->why;
    eval_fail(ev, EVAL_OK, NULL, NULL);
    ev->ieee = true;
    bool good = run_body(ev, fr) && outputs_are_finite(fr);
    ev->ieee = false;
    if (!good)
        eval_fail(ev, EVAL_FAULT, NULL, why);
    return good;
}

/* Runs a function whose inputs are set. */
static bool run_function(Eval *ev, Frame *fr)
{
    struct Frame *caller = ev->frame;
    const IterValue *iters = ev->iters;
    if (ev->calls >= MOST_CALLS)
        return eval_fault(ev, "more than %d calls inside each other", MOST_CALLS);
    if (!eval_steps(ev, CALL_STEPS))
        return false;
    ev->calls++;
    ev->frame = fr;
    ev->iters = NULL;
    ev->not_finite = ev->not_finite && caller->func;
    bool good = run_body(ev, fr) ||
                (ev->not_finite && ev->status == EVAL_FAULT && !caller->func && run_again(ev, fr));
    if (!good)
        eval_fault_in(ev, "", text_of(ev->m->ctx, fr->func->name));
    ev->iters = iters;
    ev->frame = caller;
    ev->calls--;
    return good;
}

/* The function to run; NULL if it cannot be run during translation. */
static const Func *find_function(Eval *ev, uint32_t number)
{
    const FuncInfo *info = function_info(ev->m, number);
    if (info && info->state == 1) {
        eval_fault(ev, "`%s` is needed while it is being translated",
                   text_of(ev->m->ctx, info->func->name));
        return NULL;
    }
    const Func *f = function_lowered(ev->m, number);
    if (!f) {
        eval_reported(ev);
        return NULL;
    }
    bool now = ev->mark || ev->constant; /* data of a file that decide about structure */
    if (!f->impure || (now && f->external))
        return f;
    eval_varies(ev,
                arena_printf(ev->m->arena, "`%s`, which is impure", text_of(ev->m->ctx, f->name)));
    return NULL;
}

enum { FEW = 12 };

static bool has_few_numbers(Eval *ev, Expr call)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, call)->nargs;
    for (uint32_t i = 0; n <= FEW && i < n; i++)
        if (!is_number(einfo(ev->m, expr_arg(s, call, i))))
            return false;
    return n <= FEW;
}

/* Opens the frame of a call with n arguments. */
static bool open_call(Eval *ev, Frame *fr, uint32_t number, int n)
{
    const Func *f = find_function(ev, number);
    if (f && n != f->ninputs)
        return eval_fault(ev, "`%s` with %d arguments", text_of(ev->m->ctx, f->name), n);
    if (f)
        frame_open(ev, fr, f);
    return f;
}

/* ---- Results that are known ---- */

/* A function that calls itself twice with the same numbers, in calls that do so again, would never
 * end: results of calls inside functions are kept for a while, one for each hash of the arguments.
 */
enum { MEMO_BITS = 8 };

typedef struct Known {
    const Func *func; /* NULL: empty */
    double in[FEW], out;
} Known;

struct EvalMemo {
    Known known[1 << MEMO_BITS];
};

/* Where the result of a call from inside a function may be kept; NULL: it is not. */
static Known *known_of(Eval *ev, const Func *f, const double *in)
{
    Model *m = ev->m;
    if (!ev->frame->func || ev->ieee || ev->probing || f->impure || f->noutputs != 1 ||
        !is_number(tinfo(m, f->var[f->ninputs].type)))
        return NULL;
    if (!m->memo)
        m->memo = ARENA_NEW(m->arena, struct EvalMemo);
    return &m->memo->known[memo_hash(f->number, f->ninputs, in, MEMO_BITS)];
}

static bool run_remembered(Eval *ev, Frame *fr, const double *in)
{
    const Func *f = fr->func;
    size_t size = (size_t)f->ninputs * sizeof *in;
    Known *k = known_of(ev, f, in);
    double *result = k ? &fr->var[f->ninputs].number : NULL;
    if (k && k->func == f && !memcmp(k->in, in, size)) {
        *result = k->out;
        return true;
    }
    if (!run_function(ev, fr))
        return false;
    if (k) {
        *k = (Known){.func = f, .out = *result};
        memcpy(k->in, in, size);
    }
    return true;
}

/* The usual case, which needs no memory but the frame. */
static bool call_with_numbers(Eval *ev, Expr call, Frame *fr)
{
    const ExprStore *s = ev->m->store;
    int n = (int)expr_node(s, call)->nargs;
    double in[FEW];
    for (int i = 0; i < n; i++)
        if (!eval_number(ev, expr_arg(s, call, (uint32_t)i), &in[i]))
            return false;
    if (!open_call(ev, fr, (uint32_t)expr_node(s, call)->payload, n))
        return false;
    for (int i = 0; i < n; i++) {
        Value number = {.n = 1, .num = &in[i]};
        if (!take(ev, fr, i, &number))
            return false;
    }
    return run_remembered(ev, fr, in);
}

typedef VEC(const Value *) Leaves;

/* The parts of a value in the order of lowering: fields depth first. */
static void add_leaves(Arena *a, const Value *v, Leaves *out)
{
    if (!v->field)
        vec_push(a, out, v);
    for (int i = 0; i < v->nfields; i++)
        add_leaves(a, v->field[i], out);
}

/* The type of the record that a function as it was written takes in place i; 0: none. */
static Type wanted_record(Model *m, const FuncInfo *info, int i)
{
    Comp **input;
    int n = info && info->ci ? function_inputs(m, info->ci, &input) : 0;
    return i < n ? comp_type(m, input[i]) : 0;
}

/* Argument i as it was written; of a function, its bound values. */
static bool add_argument(Eval *ev, Expr arg, const FuncInfo *info, int i, Leaves *out)
{
    const ExprStore *s = ev->m->store;
    Arena *a = eval_arena(ev);
    if (expr_op(s, arg) == EX_FUNCREF) {
        bool good = true;
        for (uint32_t k = 0; good && k < expr_node(s, arg)->nargs; k++)
            good = add_argument(ev, expr_arg(s, arg, k), NULL, 0, out);
        return good;
    }
    if (einfo(ev->m, arg)->base == TY_FUNC)
        return eval_varies(ev, "a function given as an argument");
    Value *v = eval_value(ev, arg);
    Type want = v && v->field ? wanted_record(ev->m, info, i) : 0;
    if (v)
        add_leaves(a, want ? value_as(ev, v, want) : v, out);
    return v;
}

/* Any call: as it was written, records and functions are arguments too; in the body of a lowered
 * function there is one for each input. */
static bool call_with_values(Eval *ev, Expr call, Frame *fr)
{
    Model *m = ev->m;
    uint32_t n = expr_node(m->store, call)->nargs;
    uint32_t number = (uint32_t)expr_node(m->store, call)->payload;
    const FuncInfo *info = function_info(m, number);
    Arena *a = eval_arena(ev);
    Expr *arg = arena_copy(a, expr_args(m->store, call), n * sizeof *arg);
    Leaves leaf = {0};
    for (uint32_t i = 0; i < n; i++)
        if (!add_argument(ev, arg[i], info, (int)i, &leaf))
            return false;
    if (info && !info->nspecial && !ev->frame->func)
        number = function_special(m, number, n, arg, NULL, ev->at);
    if (!number)
        return eval_reported(ev);
    if (!open_call(ev, fr, number, leaf.n))
        return false;
    for (int i = 0; i < leaf.n; i++)
        if (!take(ev, fr, i, leaf.v[i]))
            return false;
    return run_function(ev, fr);
}

/* Runs the function of a call; its outputs are variables of the frame, which the caller closes. */
static bool invoke(Eval *ev, Expr call, Frame *fr)
{
    const ExprNode *node = expr_node(ev->m->store, call);
    if (node->payload >> 32)
        return eval_varies(ev, "a function given as an argument");
    const FuncInfo *info = function_info(ev->m, (uint32_t)node->payload);
    bool now = ev->mark || ev->constant;
    if (node->flags & EF_IMPURE && !(now && info && info->use->def->external))
        return eval_varies(ev, "an impure function");
    return has_few_numbers(ev, call) ? call_with_numbers(ev, call, fr)
                                     : call_with_values(ev, call, fr);
}

/* ---- Results ---- */

/* The leaves from *next on as a value of some type. */
static Value *assemble(Eval *ev, const Frame *fr, Type type, int *next)
{
    const TypeInfo *t = tinfo(ev->m, type);
    if (t->base != TY_RECORD && t->base != TY_TUPLE) {
        if (*next >= fr->func->noutputs)
            return eval_fault(ev, "a result that is not there");
        Value *v = value_copy(eval_arena(ev), &fr->var[fr->func->ninputs + (*next)++].v);
        return value_as(ev, v, t->scalar);
    }
    TypeTable *types = expr_types(ev->m->store);
    const RecordInfo *info = type_record_info(types, t->scalar);
    int32_t dim[MAX_DIMS] = {0};
    Value **field = ARENA_ARRAY(eval_arena(ev), Value *, info->n);
    for (int i = 0; i < info->n; i++) {
        field[i] = assemble(ev, fr, type_array(types, info->type[i], t->ndims, t->dim), next);
        if (!field[i])
            return NULL;
        for (int k = 0; k < t->ndims && k < field[i]->ndims; k++)
            dim[k] = field[i]->dim[k];
    }
    Value *v = value_make(ev, t->scalar, t->ndims, dim);
    if (v)
        v->field = field;
    return v;
}

Value *eval_call(Eval *ev, Expr call)
{
    Frame fr = {0};
    Value *v = NULL;
    int next = 0;
    if (invoke(ev, call, &fr))
        v = assemble(ev, &fr, expr_type(ev->m->store, call), &next);
    frame_close(&fr);
    return v;
}

bool eval_call_number(Eval *ev, Expr call, double *x)
{
    Frame fr = {0};
    bool good = invoke(ev, call, &fr);
    if (good) {
        const FrameVar *result = &fr.var[fr.func->ninputs];
        if (fr.func->noutputs && !result->v.ndims && result->v.num)
            *x = result->number;
        else
            good = eval_fault(ev, "a call without a number as its result");
    }
    frame_close(&fr);
    return good;
}
