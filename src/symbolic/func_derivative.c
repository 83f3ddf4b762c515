/* func_derivative.c - the derivative of a function along a direction, made from its body.
 *
 * Forward mode, statement by statement: before `v := e` stands `dv := de`; conditions, loops and
 * control flow stay. Variables of the new function are the inputs, their derivatives, the
 * derivatives of the Real outputs as outputs, then all other variables of the old one and their
 * derivatives as locals. Real variables that no Real input can reach have no derivative; nor have
 * those that inputs reach whose derivatives are 0 in a call, where that is needed: what an external
 * function makes of parameters. O(size of the body), times the nesting of assignments for finding
 * what varies. */
#include "symbolic/calculus.h"
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include "base/vec.h"

typedef VEC(Stmt *) Stmts;

typedef struct Forward {
    ExprStore *s;
    Arena *a;
    const Func *f;
    Func *g;
    CalcError *err;
    bool failed;
    const bool *still; /* [f->ninputs] inputs that do not vary; NULL: none */
    bool *varies;      /* [f->nvars] */
    bool changed;      /* while finding what varies */
    int *value;        /* [f->nvars] index in g of the variable ... */
    int *derivative;   /* ... and of its derivative, -1: it has none */
    int *origin;       /* [2*f->nvars] variable of f that one of g is, -1: a derivative */
} Forward;

static void fail(Forward *w, Expr at, const char *why)
{
    if (!w->failed && w->err)
        *w->err = (CalcError){at, why};
    w->failed = true;
}

static bool is_real(const Forward *w, int var)
{
    return type_info(w->s->types, w->f->var[var].type)->base == TY_REAL;
}

/* The variable that an assignment changes; -1 for WILD. */
static int target_var(const Forward *w, Expr target)
{
    if (expr_op(w->s, target) == EX_INDEX)
        target = expr_arg(w->s, target, 0);
    const ExprNode *n = expr_node(w->s, target);
    return n->op == EX_LOCAL && n->payload < (uint64_t)w->f->nvars ? (int)n->payload : -1;
}

/* ---- What varies ---- */

static bool is_varying(void *arg, Expr e)
{
    const Forward *w = arg;
    const ExprNode *n = expr_node(w->s, e);
    return n->op == EX_LOCAL && n->payload < (uint64_t)w->f->nvars && w->varies[n->payload];
}

static void mark(Forward *w, int var, Expr value)
{
    if (var < 0 || w->varies[var] || !is_real(w, var) || !value ||
        !expr_any(w->s, value, is_varying, w))
        return;
    w->varies[var] = true;
    w->changed = true;
}

static void mark_statements(Forward *w, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        if (t->kind == ST_ASSIGN || t->kind == ST_CALL)
            for (int k = 0; k < t->ntargets; k++)
                mark(w, target_var(w, t->target[k]), t->value);
        for (int k = 0; k < t->nbranches; k++)
            mark_statements(w, t->branch[k].n, t->branch[k].body);
    }
}

static void find_what_varies(Forward *w)
{
    w->varies = ARENA_ARRAY(w->a, bool, w->f->nvars);
    for (int i = 0; i < w->f->ninputs; i++)
        w->varies[i] = is_real(w, i) && !(w->still && w->still[i]);
    do {
        w->changed = false;
        for (int i = w->f->ninputs; i < w->f->nvars; i++)
            mark(w, i, w->f->var[i].init);
        mark_statements(w, w->f->nbody, w->f->body);
    } while (w->changed);
}

/* ---- Variables ---- */

static Name derivative_name(Forward *w, Name name)
{
    if (!name)
        return 0;
    const char *text = arena_printf(w->a, "der(%s)", name_text(w->s->names, name));
    return name_cstr(w->s->names, text);
}

static int add_var(Forward *w, int of, FuncVarKind kind, bool derivative)
{
    FuncVar *v = &w->g->var[w->g->nvars];
    w->origin[w->g->nvars] = derivative ? -1 : of;
    *v = w->f->var[of];
    v->kind = (uint8_t)kind;
    if (derivative) {
        v->name = derivative_name(w, v->name);
        v->min = -__builtin_inf();
        v->max = __builtin_inf();
        v->init = 0;
    }
    return w->g->nvars++;
}

static void declare_variables(Forward *w)
{
    const Func *f = w->f;
    w->g->var = ARENA_ARRAY(w->a, FuncVar, 2 * f->nvars + 1);
    w->value = ARENA_ARRAY(w->a, int, f->nvars);
    w->derivative = ARENA_ARRAY(w->a, int, f->nvars);
    w->origin = ARENA_ARRAY(w->a, int, 2 * f->nvars + 1);
    for (int i = 0; i < f->nvars; i++)
        w->derivative[i] = -1;
    for (int i = 0; i < f->ninputs; i++)
        w->value[i] = add_var(w, i, FV_INPUT, false);
    for (int i = 0; i < f->ninputs; i++)
        if (is_real(w, i))
            w->derivative[i] = add_var(w, i, FV_INPUT, true);
    w->g->ninputs = w->g->nvars;
    for (int i = f->ninputs; i < f->ninputs + f->noutputs; i++)
        if (is_real(w, i))
            w->derivative[i] = add_var(w, i, FV_OUTPUT, true);
    w->g->noutputs = w->g->nvars - w->g->ninputs;
    for (int i = f->ninputs; i < f->nvars; i++) {
        w->value[i] = add_var(w, i, FV_LOCAL, false);
        if (i >= f->ninputs + f->noutputs && w->varies[i])
            w->derivative[i] = add_var(w, i, FV_LOCAL, true);
    }
}

/* ---- Expressions of the new function ---- */

static Expr renumber_leaf(void *arg, Expr e)
{
    const Forward *w = arg;
    const ExprNode n = *expr_node(w->s, e);
    if (n.op != EX_LOCAL || n.payload >= (uint64_t)w->f->nvars)
        return e;
    return expr_make(w->s, EX_LOCAL, n.type, n.flags, (uint64_t)w->value[n.payload], 0, NULL);
}

static Expr renumber(Forward *w, Expr e)
{
    return e ? expr_replace(w->s, e, renumber_leaf, w) : 0;
}

/* The derivative of a variable of the new function, by its number there. */
static Expr derivative_leaf(void *arg, Expr e)
{
    const Forward *w = arg;
    const ExprNode n = *expr_node(w->s, e);
    Expr zero = expr_real(w->s, 0);
    int var = n.op == EX_LOCAL && n.payload < (uint64_t)w->g->nvars ? w->origin[n.payload] : -1;
    if (var < 0 || !w->varies[var])
        return zero;
    return expr_make(w->s, EX_LOCAL, n.type, 0, (uint64_t)w->derivative[var], 0, NULL);
}

/* Derivative of an expression of the new function; 0 if it vanishes. */
static Expr differentiate(Forward *w, Expr e)
{
    Derivation how = {.leaf = derivative_leaf, .arg = w};
    Expr derivative = 0;
    if (!w->failed && !diff_run(w->s, e, &how, w->err, &derivative))
        w->failed = true;
    return derivative;
}

/* d(a[i]) is (da)[i]. `target` is of the new function, `var` the variable of the old one. */
static Expr derivative_target(Forward *w, Expr target, int var)
{
    ExprStore *s = w->s;
    bool index = expr_op(s, target) == EX_INDEX;
    Expr base = index ? expr_arg(s, target, 0) : target;
    Type type = expr_type(s, base);
    base = expr_make(s, EX_LOCAL, type, 0, (uint64_t)w->derivative[var], 0, NULL);
    if (!index)
        return base;
    const ExprNode n = *expr_node(s, target);
    Expr *arg = ARENA_ARRAY(w->a, Expr, n.nargs);
    arg[0] = base;
    for (uint32_t i = 1; i < n.nargs; i++)
        arg[i] = expr_arg(s, target, i);
    return expr_make(s, EX_INDEX, n.type, n.flags, n.payload, n.nargs, arg);
}

/* ---- Statements ---- */

static void translate(Forward *w, int n, Stmt *const *body, Stmts *out);

static Stmt *add_stmt(Forward *w, Stmts *out, StmtKind kind, Span span, int ntargets)
{
    Stmt *t = ARENA_NEW(w->a, Stmt);
    t->kind = (uint8_t)kind;
    t->span = span;
    t->ntargets = ntargets;
    t->target = ARENA_ARRAY(w->a, Expr, ntargets);
    vec_push(w->a, out, t);
    return t;
}

static void add_assignment(Forward *w, Stmts *out, Span span, Expr target, Expr value)
{
    Stmt *t = add_stmt(w, out, ST_ASSIGN, span, 1);
    t->target[0] = target;
    t->value = value;
}

/* d target := d value, for a target of the new function. */
static void assign_derivative(Forward *w, Stmts *out, Span span, Expr target, int var, Expr value)
{
    if (var < 0 || w->derivative[var] < 0)
        return;
    Expr derivative = differentiate(w, value);
    if (!derivative && !w->varies[var] && expr_is_scalar(w->s, target))
        return; /* an output that never varies is zero from the start */
    if (!derivative)
        derivative = zero_like(w->s, value);
    add_assignment(w, out, span, derivative_target(w, target, var), derivative);
}

static void translate_assignment(Forward *w, const Stmt *t, Stmts *out)
{
    Expr target = renumber(w, t->target[0]), value = renumber(w, t->value);
    assign_derivative(w, out, t->span, target, target_var(w, t->target[0]), value);
    add_assignment(w, out, t->span, target, value);
}

/* (da, db) := df(x, dx) for the Real outputs. Zeros go to `after`: before the call the sizes of its
 * results are not known. */
static void call_derivative(Forward *w, const Stmt *t, Expr value, const Expr *target, Stmts *out,
                            Stmts *after)
{
    ExprStore *s = w->s;
    const Func *callee = func_get(s, (uint32_t)expr_node(s, value)->payload);
    Expr derivative = differentiate(w, value);
    Expr *wanted = ARENA_ARRAY(w->a, Expr, t->ntargets);
    Expr wild = expr_make(s, EX_WILD, T_NONE, 0, 0, 0, NULL);
    int n = 0;
    for (int k = 0; k < t->ntargets; k++) {
        int var = target_var(w, t->target[k]);
        Type output = callee->var[callee->ninputs + k].type;
        if (type_info(s->types, output)->base != TY_REAL)
            continue;
        bool has = var >= 0 && w->derivative[var] >= 0;
        wanted[n++] = has ? derivative_target(w, target[k], var) : wild;
        if (!derivative && has)
            add_assignment(w, after, t->span, wanted[n - 1], zero_like(s, target[k]));
    }
    if (!derivative || !n)
        return;
    bool call = expr_op(s, derivative) == EX_CALL;
    if (!call && wanted[0] == wild)
        return;
    Stmt *made = add_stmt(w, out, call ? ST_CALL : ST_ASSIGN, t->span, n);
    memcpy(made->target, wanted, sizeof *wanted * (size_t)n);
    made->value = derivative;
}

static void translate_call(Forward *w, const Stmt *t, Stmts *out)
{
    Expr value = renumber(w, t->value);
    Expr *target = ARENA_ARRAY(w->a, Expr, t->ntargets);
    for (int k = 0; k < t->ntargets; k++)
        target[k] = renumber(w, t->target[k]);
    if (expr_op(w->s, value) != EX_CALL) {
        fail(w, value, "a statement without a call has several targets");
        return;
    }
    Stmts after = {0};
    if (t->ntargets)
        call_derivative(w, t, value, target, out, &after);
    Stmt *made = add_stmt(w, out, ST_CALL, t->span, t->ntargets);
    memcpy(made->target, target, sizeof *target * (size_t)t->ntargets);
    made->value = value;
    for (int i = 0; i < after.n; i++)
        vec_push(w->a, out, after.v[i]);
}

static void translate_branches(Forward *w, const Stmt *t, Stmt *made)
{
    made->nbranches = t->nbranches;
    made->branch = ARENA_ARRAY(w->a, StmtBranch, t->nbranches);
    for (int k = 0; k < t->nbranches; k++) {
        Stmts body = {0};
        translate(w, t->branch[k].n, t->branch[k].body, &body);
        made->branch[k] = (StmtBranch){renumber(w, t->branch[k].condition), body.n, body.v};
    }
}

static void translate_control(Forward *w, const Stmt *t, Stmts *out)
{
    Stmt *made = add_stmt(w, out, (StmtKind)t->kind, t->span, 0);
    made->value = renumber(w, t->value);
    made->iter = renumber(w, t->iter);
    made->range = renumber(w, t->range);
    made->message = renumber(w, t->message);
    made->level = renumber(w, t->level);
    if (made->range && differentiate(w, made->range))
        fail(w, made->range, "the range of a loop depends on a Real input");
    translate_branches(w, t, made);
}

/* Statements are nested no deeper than the parser allows. */
static void translate(Forward *w, int n, Stmt *const *body, Stmts *out)
{
    for (int i = 0; i < n && !w->failed; i++) {
        switch ((StmtKind)body[i]->kind) {
        case ST_ASSIGN:
            translate_assignment(w, body[i], out);
            break;
        case ST_CALL:
            translate_call(w, body[i], out);
            break;
        case ST_IF:
        case ST_FOR:
        case ST_WHILE:
        case ST_BREAK:
        case ST_RETURN:
        case ST_ASSERT:
            translate_control(w, body[i], out);
            break;
        default:
            fail(w, body[i]->value, "a statement of models in a function");
        }
    }
}

/* ---- The function ---- */

static bool is_no_input(void *arg, Expr e)
{
    const Forward *w = arg;
    const ExprNode *n = expr_node(w->s, e);
    return n->op == EX_LOCAL && n->payload >= (uint64_t)w->g->ninputs;
}

/* Sizes of outputs may depend on inputs only: nothing else comes before the outputs. */
static void check_output_sizes(Forward *w, const FuncVar *v)
{
    int ndims = type_info(w->s->types, v->type)->ndims;
    for (int i = 0; v->dim && i < ndims; i++)
        if (v->dim[i] && expr_any(w->s, v->dim[i], is_no_input, w))
            fail(w, v->dim[i], "the size of an output depends on another output");
}

/* Sizes and start values in terms of the new variables; derivatives of start values become the
 * first statements. */
static void finish_variables(Forward *w, Stmts *out)
{
    for (int i = 0; i < w->g->nvars; i++) {
        FuncVar *v = &w->g->var[i];
        int ndims = type_info(w->s->types, v->type)->ndims;
        Expr *dim = v->dim;
        v->init = renumber(w, v->init);
        if (!dim)
            continue;
        v->dim = ARENA_ARRAY(w->a, Expr, ndims);
        for (int k = 0; k < ndims; k++)
            v->dim[k] = renumber(w, dim[k]);
        if (v->kind == FV_OUTPUT)
            check_output_sizes(w, v);
    }
    for (int i = w->f->ninputs; i < w->f->nvars; i++) {
        const FuncVar *v = &w->g->var[w->value[i]];
        if (!v->init)
            continue;
        Expr target = expr_make(w->s, EX_LOCAL, v->type, 0, (uint64_t)w->value[i], 0, NULL);
        assign_derivative(w, out, v->span, target, i, v->init);
    }
}

/* Variables get their sizes in the order of the original, each before its derivative. */
static void order_entry(Forward *w)
{
    const Func *f = w->f;
    int n = 0;
    w->g->entry = ARENA_ARRAY(w->a, int, w->g->nvars - w->g->ninputs);
    for (int i = 0; i < f->nvars - f->ninputs; i++) {
        int k = f->entry ? f->entry[i] : f->ninputs + i;
        int both[2] = {w->value[k], w->derivative[k]};
        for (int j = 0; j < 2; j++)
            if (both[j] >= w->g->ninputs)
                w->g->entry[n++] = both[j];
    }
}

static Type result_type(Forward *w)
{
    int n = w->g->noutputs;
    Type *type = ARENA_ARRAY(w->a, Type, n);
    for (int i = 0; i < n; i++)
        type[i] = w->g->var[w->g->ninputs + i].type;
    return type_results(w->s->types, n, type);
}

static const char *refusal(const Func *f)
{
    if (f->external)
        return "an external function without `derivative` annotation has no derivative";
    if (f->impure)
        return "an impure function has no derivative";
    return f->failed ? "the function has errors" : NULL;
}

/* Into *memo. */
static uint32_t make_derivative(Forward *w, uint32_t *memo)
{
    const Func *f = w->f;
    Func *g = w->g = ARENA_NEW(w->a, Func);
    *g = (Func){.name = derivative_name(w, f->name),
                .inline_hint = f->inline_hint,
                .late_inline = f->late_inline,
                .no_inline = f->no_inline,
                .smooth_order = f->smooth_order > 0 ? f->smooth_order - 1 : -1,
                .span = f->span};
    find_what_varies(w);
    declare_variables(w);
    order_entry(w);
    g->result = result_type(w);
    *memo = func_add(w->s, g); /* before the body: it may call itself */
    Stmts body = {0};
    finish_variables(w, &body);
    translate(w, f->nbody, f->body, &body);
    g->nbody = body.n;
    g->body = body.v;
    if (w->failed) {
        g->failed = true;
        *memo = 0;
    }
    return *memo;
}

/* Whether it has a derivative at all. */
static bool may_be_derived(Forward *w)
{
    const char *why = refusal(w->f);
    if (why)
        fail(w, 0, arena_printf(w->a, "%s: `%s`", why, name_text(w->s->names, w->f->name)));
    return !why;
}

uint32_t func_derivative(ExprStore *s, Arena *a, uint32_t func, CalcError *err)
{
    Func *f = func_get(s, func);
    if (f->derived)
        return f->derived;
    Forward w = {.s = s, .a = a, .f = f, .err = err};
    if (f->underived)
        fail(&w, 0, f->underived);
    else if (may_be_derived(&w) && !make_derivative(&w, &f->derived) && err)
        f->underived = err->why;
    return f->derived;
}

/* A derivative of a function where some inputs do not vary. */
typedef struct FuncDerived {
    const bool *still; /* [ninputs] */
    uint32_t made;     /* 0: it has none */
    struct FuncDerived *next;
} FuncDerived;

uint32_t func_derivative_for(ExprStore *s, Arena *a, uint32_t func, const bool *still,
                             CalcError *err)
{
    Func *f = func_get(s, func);
    size_t size = (size_t)f->ninputs * sizeof *still;
    for (FuncDerived *d = f->derived_for; d; d = d->next)
        if (d->made && !memcmp(d->still, still, size))
            return d->made;
    Forward w = {.s = s, .a = a, .f = f, .err = err};
    if (!may_be_derived(&w))
        return 0;
    FuncDerived *d = ARENA_NEW(a, FuncDerived);
    w.still = d->still = arena_copy(a, still, size);
    d->next = f->derived_for;
    f->derived_for = d;
    return make_derivative(&w, &d->made);
}

/* ---- Partial derivatives ---- */

/* A function with the inputs and outputs of f that does nothing but call another one, with further
 * arguments. */
static uint32_t calling(ExprStore *s, Arena *a, const Func *f, uint32_t callee, uint32_t nmore,
                        const Expr *more)
{
    Func *g = ARENA_NEW(a, Func);
    *g = (Func){.name = f->name,
                .ninputs = f->ninputs,
                .noutputs = f->noutputs,
                .nvars = f->ninputs + f->noutputs,
                .nbody = 1,
                .smooth_order = -1,
                .result = f->result,
                .span = f->span};
    g->var = arena_copy(a, f->var, (size_t)g->nvars * sizeof *g->var);
    g->entry = ARENA_ARRAY(a, int, g->noutputs);
    Expr *arg = ARENA_ARRAY(a, Expr, g->nvars + (int)nmore);
    for (int i = 0; i < g->nvars; i++)
        arg[i] = expr_make(s, EX_LOCAL, g->var[i].type, 0, (uint64_t)i, 0, NULL);
    Stmt *call = ARENA_NEW(a, Stmt);
    *call = (Stmt){.kind = ST_CALL, .span = f->span, .ntargets = g->noutputs};
    call->target = arena_copy(a, arg + g->ninputs, (size_t)g->noutputs * sizeof *arg);
    for (int i = 0; i < g->noutputs; i++) {
        g->entry[i] = g->ninputs + i;
        g->var[g->ninputs + i].init = 0;
    }
    for (uint32_t i = 0; i < nmore; i++)
        arg[g->ninputs + (int)i] = more[i];
    call->value = expr_make(s, EX_CALL, func_get(s, callee)->result, 0, callee,
                            (uint32_t)g->ninputs + nmore, arg);
    g->body = arena_copy(a, &call, sizeof call);
    g->number = func_add(s, g);
    return g->number;
}

uint32_t func_partial(ExprStore *s, Arena *a, uint32_t func, int input, CalcError *err)
{
    const Func *f = func_get(s, func);
    uint32_t d = func_derivative(s, a, calling(s, a, f, func, 0, NULL), err);
    if (!d)
        return 0;
    Expr *seed = ARENA_ARRAY(a, Expr, f->ninputs + 1);
    uint32_t n = 0;
    for (int i = 0; i < f->ninputs; i++) {
        Expr x = expr_make(s, EX_LOCAL, f->var[i].type, 0, (uint64_t)i, 0, NULL);
        if (type_info(s->types, f->var[i].type)->base == TY_REAL)
            seed[n++] = i == input ? expr_real(s, 1) : zero_like(s, x);
    }
    return calling(s, a, f, d, n, seed);
}
