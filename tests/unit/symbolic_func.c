/* Functions: inlining against expected expressions; derivative functions run by a small
 * interpreter against numerical differences; annotations; what must be refused. */
#include "symbolic_text.h"

#include <math.h>

/* ---- Making functions ---- */

/* Variables by letter: inputs, outputs, locals. Text uses the same letters. */
typedef struct {
    Func *f;
    char letter[16];
    Stmt **stmt;
    int n;
} Maker;

static Maker m;

static void begin(const char *name, const char *in, const char *out, const char *local)
{
    Func *f = ARENA_NEW(arena, Func);
    m = (Maker){.f = f, .stmt = ARENA_ARRAY(arena, Stmt *, 64)};
    snprintf(m.letter, sizeof m.letter, "%s%s%s", in, out, local);
    f->name = name_cstr(names, name);
    f->ninputs = (int)strlen(in);
    f->noutputs = (int)strlen(out);
    f->nvars = (int)strlen(m.letter);
    f->var = ARENA_ARRAY(arena, FuncVar, f->nvars);
    f->smooth_order = -1;
    for (int i = 0; i < f->nvars; i++) {
        f->var[i].type = T_REAL;
        f->var[i].name = name_of(names, &m.letter[i], 1);
        f->var[i].kind = i < f->ninputs                 ? FV_INPUT
                         : i < f->ninputs + f->noutputs ? FV_OUTPUT
                                                        : FV_LOCAL;
    }
    f->result = T_REAL;
    func_add(S, f);
}

static int index_of(char letter)
{
    return (int)(strchr(m.letter, letter) - m.letter);
}

static void set_type(char letter, Type type)
{
    m.f->var[index_of(letter)].type = type;
}

static Type reals(int n)
{
    return type_array(expr_types(S), T_REAL, 1, (int32_t[]){n});
}

static Expr local(char letter)
{
    int i = index_of(letter);
    return expr_make(S, EX_LOCAL, m.f->var[i].type, 0, (uint64_t)i, 0, NULL);
}

static Expr to_local(void *arg, Expr e)
{
    (void)arg;
    uint64_t number = expr_node(S, e)->payload;
    if (expr_op(S, e) == EX_VAR && number < 26 && strchr(m.letter, (char)('a' + number)))
        return local((char)('a' + number));
    return e;
}

static Expr body(const char *text)
{
    return expr_replace(S, raw(text), to_local, NULL);
}

static Stmt *statement(StmtKind kind)
{
    Stmt *t = ARENA_NEW(arena, Stmt);
    t->kind = (uint8_t)kind;
    return t;
}

static void add(Stmt *t)
{
    m.stmt[m.n++] = t;
}

static Stmt *assign_to(Expr target, Expr value)
{
    Stmt *t = statement(ST_ASSIGN);
    t->ntargets = 1;
    t->target = arena_copy(arena, &target, sizeof target);
    t->value = value;
    return t;
}

static Stmt *assign(char letter, const char *text)
{
    return assign_to(local(letter), body(text));
}

/* Statements up to NULL. */
static StmtBranch branch(Expr condition, Stmt **list)
{
    int n = 0;
    while (list[n])
        n++;
    return (StmtBranch){condition, n, arena_copy(arena, list, sizeof *list * (size_t)n)};
}
#define BRANCH(condition, ...) branch(condition, (Stmt *[]){__VA_ARGS__, NULL})

static Stmt *if_stmt(StmtBranch a, StmtBranch b)
{
    Stmt *t = statement(ST_IF);
    t->nbranches = 2;
    t->branch = ARENA_ARRAY(arena, StmtBranch, 2);
    t->branch[0] = a;
    t->branch[1] = b;
    return t;
}

static Stmt *loop_stmt(StmtKind kind, Expr iter, Expr range, StmtBranch b)
{
    Stmt *t = statement(kind);
    t->iter = iter;
    t->range = range;
    t->nbranches = 1;
    t->branch = arena_copy(arena, &b, sizeof b);
    return t;
}

static Stmt *call_stmt(int n, const Expr *target, Expr value)
{
    Stmt *t = statement(ST_CALL);
    t->ntargets = n;
    t->target = arena_copy(arena, target, sizeof *target * (size_t)n);
    t->value = value;
    return t;
}

static uint32_t end(void)
{
    m.f->nbody = m.n;
    m.f->body = m.stmt;
    return m.f->number;
}

static Expr call(uint32_t func, uint32_t n, const Expr *args)
{
    return expr_make(S, EX_CALL, func_get(S, func)->result, 0, func, n, args);
}

static Expr call1(uint32_t func, Expr arg)
{
    return call(func, 1, &arg);
}

static Expr array(uint32_t n, const Expr *e)
{
    Type row = expr_type(S, e[0]);
    Type t = type_array(expr_types(S), row, 1, (int32_t[]){(int32_t)n});
    return expr_make(S, EX_ARRAY, t, 0, 0, n, e);
}

static Expr element(Expr a, Expr i)
{
    Type t = type_drop(expr_types(S), expr_type(S, a), 1);
    return expr_make(S, EX_INDEX, t, 0, 0, 2, (Expr[]){a, i});
}

/* ---- An interpreter: expressions with literal variables fold to literals ---- */

typedef struct {
    const Func *f;
    ArrayValue *value;
    bool returned, broken;
} Frame;

static void run(const Func *f, uint32_t nargs, const ArrayValue *args, ArrayValue *result);
static ArrayValue evaluate(Frame *fr, Expr e);

static bool frame_leaf(void *arg, Expr e, Type *type, const Expr **elements)
{
    Frame *fr = arg;
    const ExprNode *n = expr_node(S, e);
    if (n->op == EX_LOCAL) {
        *type = fr->value[n->payload].type;
        *elements = fr->value[n->payload].element;
    }
    return true;
}

/* A literal from a scalar whose calls have literal arguments. */
static Expr reduce(Expr e)
{
    if (expr_is_number(S, e))
        return e;
    ExprNode n = *expr_node(S, e);
    Expr arg[64];
    bool call_or_pick = n.op == EX_CALL || n.op == EX_PICK;
    for (uint32_t i = 0; i < n.nargs; i++)
        arg[i] = call_or_pick ? expr_arg(S, e, i) : reduce(expr_arg(S, e, i));
    if (call_or_pick) {
        Expr c = n.op == EX_CALL ? e : arg[0];
        const Func *f = func_get(S, (uint32_t)expr_node(S, c)->payload);
        ArrayValue in[16], out[16];
        uint32_t nargs = expr_node(S, c)->nargs;
        for (uint32_t i = 0; i < nargs; i++) {
            bool good = expr_scalarize(S, arena, expr_arg(S, c, i), NULL, NULL, &in[i]);
            CHECK(good);
            for (uint32_t k = 0; k < in[i].n; k++)
                in[i].element[k] = reduce(in[i].element[k]);
        }
        run(f, nargs, in, out);
        uint64_t payload = n.op == EX_PICK ? n.payload : 0;
        return out[payload >> 32].element[(uint32_t)payload];
    }
    Expr made = expr_build(S, (ExprOp)n.op, n.type, n.flags, n.payload, n.nargs, arg);
    if (!expr_is_number(S, made) && expr_op(S, made) != EX_ARRAY)
        die("does not reduce: %s", show(made));
    return made;
}

static ArrayValue evaluate(Frame *fr, Expr e)
{
    ArrayValue v = {0};
    if (!expr_scalarize(S, arena, e, frame_leaf, fr, &v))
        die("cannot evaluate %s", show(e));
    for (uint32_t k = 0; k < v.n; k++)
        if (type_info(expr_types(S), v.type)->base != TY_TUPLE)
            v.element[k] = reduce(v.element[k]);
    return v;
}

static bool is_true(Frame *fr, Expr e)
{
    return expr_number(S, evaluate(fr, e).element[0]) != 0;
}

static void store(Frame *fr, Expr target, ArrayValue v)
{
    bool index = expr_op(S, target) == EX_INDEX;
    Expr base = index ? expr_arg(S, target, 0) : target;
    if (expr_op(S, target) == EX_WILD)
        return;
    ArrayValue *to = &fr->value[expr_node(S, base)->payload];
    if (!index) {
        CHECK(to->n == 0 || to->n == v.n);
        *to = v;
        return;
    }
    uint32_t offset = 0;
    for (uint32_t i = 1; i < expr_node(S, target)->nargs; i++) {
        uint32_t k = (uint32_t)expr_number(S, evaluate(fr, expr_arg(S, target, i)).element[0]);
        offset = offset * (uint32_t)type_info(expr_types(S), to->type)->dim[i - 1] + k - 1;
    }
    to->element[offset] = v.element[0];
}

static void execute(Frame *fr, int n, Stmt *const *list)
{
    for (int i = 0; i < n && !fr->returned && !fr->broken; i++) {
        const Stmt *t = list[i];
        switch ((StmtKind)t->kind) {
        case ST_ASSIGN:
            store(fr, t->target[0], evaluate(fr, t->value));
            break;
        case ST_CALL: {
            ArrayValue in[16], out[16];
            uint32_t nargs = expr_node(S, t->value)->nargs;
            for (uint32_t k = 0; k < nargs; k++)
                in[k] = evaluate(fr, expr_arg(S, t->value, k));
            run(func_get(S, (uint32_t)expr_node(S, t->value)->payload), nargs, in, out);
            for (int k = 0; k < t->ntargets; k++)
                store(fr, t->target[k], out[k]);
            break;
        }
        case ST_IF:
            for (int k = 0; k < t->nbranches; k++)
                if (!t->branch[k].condition || is_true(fr, t->branch[k].condition)) {
                    execute(fr, t->branch[k].n, t->branch[k].body);
                    break;
                }
            break;
        case ST_FOR: {
            ArrayValue range = evaluate(fr, t->range);
            for (uint32_t k = 0; k < range.n && !fr->broken && !fr->returned; k++) {
                ArrayValue one = {expr_type(S, range.element[k]), 1, &range.element[k]};
                store(fr, t->iter, one);
                execute(fr, t->branch[0].n, t->branch[0].body);
            }
            fr->broken = false;
            break;
        }
        case ST_WHILE:
            while (!fr->broken && !fr->returned && is_true(fr, t->branch[0].condition))
                execute(fr, t->branch[0].n, t->branch[0].body);
            fr->broken = false;
            break;
        case ST_BREAK:
            fr->broken = true;
            break;
        case ST_RETURN:
            fr->returned = true;
            break;
        case ST_ASSERT:
            CHECK(is_true(fr, t->value));
            break;
        default:
            die("statement");
        }
    }
}

static void run(const Func *f, uint32_t nargs, const ArrayValue *args, ArrayValue *result)
{
    Frame fr = {.f = f, .value = ARENA_ARRAY(arena, ArrayValue, f->nvars)};
    CHECK_INT(nargs, f->ninputs);
    for (int i = 0; i < f->nvars; i++) {
        const FuncVar *v = &f->var[i];
        if (i < f->ninputs) {
            fr.value[i] = args[i];
            continue;
        }
        const TypeInfo *info = type_info(expr_types(S), v->type);
        int32_t dim[MAX_DIMS];
        for (int k = 0; k < info->ndims; k++)
            dim[k] = info->dim[k] >= 0
                         ? info->dim[k]
                         : (int32_t)expr_number(S, evaluate(&fr, v->dim[k]).element[0]);
        Type t = type_array(expr_types(S), info->scalar, info->ndims, dim);
        int64_t n = type_elements(expr_types(S), t);
        fr.value[i] = (ArrayValue){t, (uint32_t)n, ARENA_ARRAY(arena, Expr, n + 1)};
        for (int64_t k = 0; k < n; k++)
            fr.value[i].element[k] = info->scalar == T_INT ? expr_int(S, 0) : expr_real(S, 0);
        if (v->init)
            fr.value[i] = evaluate(&fr, v->init);
    }
    execute(&fr, f->nbody, f->body);
    for (int i = 0; i < f->noutputs; i++)
        result[i] = fr.value[f->ninputs + i];
}

/* The first output (element k) of a function of scalar and vector arguments given in a row. */
static double value_of(uint32_t func, const double *x, uint32_t k)
{
    const Func *f = func_get(S, func);
    ArrayValue in[16], out[16];
    for (int i = 0; i < f->ninputs; i++) {
        int64_t n = type_elements(expr_types(S), f->var[i].type);
        in[i] = (ArrayValue){f->var[i].type, (uint32_t)n, ARENA_ARRAY(arena, Expr, n)};
        for (int64_t j = 0; j < n; j++)
            in[i].element[j] = type_scalar(expr_types(S), f->var[i].type) == T_INT
                                   ? expr_int(S, (int64_t)*x++)
                                   : expr_real(S, *x++);
    }
    run(f, (uint32_t)f->ninputs, in, out);
    return expr_number(S, out[0].element[k]);
}

/* The derivative function along random directions against differences of the function. */
static void check_derivative(uint32_t func, int nreals, int nints, const double *lo,
                             const double *hi, uint32_t nout)
{
    CalcError err = {0};
    uint32_t g = func_derivative(S, arena, func, &err);
    if (!g)
        fprintf(stderr, "%s\n", err.why);
    CHECK(g != 0);
    CHECK(func_derivative(S, arena, func, &err) == g);
    for (int round = 0; round < 5 && g; round++) {
        double x[32], up[32], down[32], h = 1e-5;
        int n = nreals + nints;
        for (int i = 0; i < n; i++)
            x[i] = i < nreals ? random_in(lo[i], hi[i]) : lo[i];
        for (int i = 0; i < nreals; i++)
            x[n + i] = random_in(-1, 1);
        memcpy(up, x, sizeof up);
        memcpy(down, x, sizeof down);
        for (int i = 0; i < nreals; i++) {
            up[i] += h * x[n + i];
            down[i] -= h * x[n + i];
        }
        for (uint32_t k = 0; k < nout; k++) {
            double want = (value_of(func, up, k) - value_of(func, down, k)) / (2 * h);
            CHECK_REAL(value_of(g, x, k), want, 1e-7);
        }
    }
}

/* ---- Inlining ---- */

static Expr inlined(uint32_t func, uint32_t n, const Expr *args)
{
    return func_inline(S, func, n, args, 0, 0, 1000);
}

/* z := if x > 0 then x*y + 1 else -x*y + 1 by statements */
static uint32_t straight(void)
{
    begin("straight", "xy", "z", "t");
    add(assign('t', "x*y"));
    add(if_stmt(BRANCH(body("noEvent(x > 0)"), assign('z', "t")), BRANCH(0, assign('z', "-t"))));
    add(assign('z', "z + 1"));
    return end();
}

TEST(inline_scalars)
{
    fixture_open();
    uint32_t f = straight();
    Expr ab[] = {canon("a + 1"), raw("b")};
    CHECK(inlined(f, 2, ab) == canon("(if noEvent(a + 1 > 0) then (a + 1)*b else -(a + 1)*b) + 1"));
    Expr constant[] = {expr_real(S, 2), raw("b")};
    CHECK(inlined(f, 2, constant) == canon("2*b + 1"));
    CHECK(func_inline(S, f, 2, ab, 0, 0, 5) == 0); /* larger than the limit */
    CHECK(func_inline(S, f, 2, ab, 0, 1, 1000) == 0);
    CHECK(inlined(f, 1, ab) == 0);
    begin("starts", "x", "y", "t");
    m.f->var[2].init = body("x + 2");
    add(assign('y', "y + t"));
    CHECK(inlined(end(), 1, ab) == canon("a + 3")); /* outputs start at 0 */
    fixture_close();
}

TEST(inline_arrays)
{
    fixture_open();
    /* v := {x, 2*x, 3}; v[2] := v[1]*v[3]; w := 2*v + u; y := w*w, with u an input array */
    begin("arrays", "xu", "y", "vw");
    set_type('u', type_array(expr_types(S), T_REAL, 1, (int32_t[]){DIM_UNKNOWN}));
    set_type('v', reals(3));
    set_type('w', reals(3));
    Expr x = local('x'), v = local('v'), w = local('w'), two = expr_int(S, 2);
    add(assign_to(v, array(3, (Expr[]){x, body("2*x"), expr_real(S, 3)})));
    Expr v1 = element(v, expr_int(S, 1)), v3 = element(v, expr_int(S, 3));
    add(assign_to(element(v, two), node2(EX_MUL, T_REAL, 0, v1, v3)));
    Expr twice = node2(EX_MUL, reals(3), 0, two, v);
    add(assign_to(w, node2(EX_ADD, reals(3), 0, twice, local('u'))));
    add(assign_to(local('y'), node2(EX_MATMUL, T_REAL, 0, w, w)));
    uint32_t f = end();
    Expr args[] = {raw("a"), array(3, (Expr[]){raw("b"), raw("c"), raw("d")})};
    CHECK(inlined(f, 2, args) == canon("(2*a + b)^2 + (6*a + c)^2 + (6 + d)^2"));
    Expr vars = expr_make(S, EX_ARRVAR, reals(3), 0, 1, 0, NULL);
    CHECK(inlined(f, 2, (Expr[]){raw("a"), vars}) == inlined(f, 2, args));
    /* an array as the result: element by element */
    begin("cross", "ab", "c", "");
    set_type('a', reals(3));
    set_type('b', reals(3));
    set_type('c', reals(3));
    add(assign_to(local('c'), node2(EX_CROSS, reals(3), 0, local('a'), local('b'))));
    f = end();
    Expr p = array(3, (Expr[]){raw("a"), raw("b"), raw("c")});
    Expr q = array(3, (Expr[]){raw("x"), raw("y"), raw("z")});
    CHECK(func_inline(S, f, 2, (Expr[]){p, q}, 0, 1, 100) == canon("c*x - a*z"));
    fixture_close();
}

TEST(inline_calls)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    begin("two", "x", "yz", "");
    m.f->result = type_tuple(t, 2, (Type[]){T_REAL, T_REAL});
    add(assign('y', "x + 1"));
    add(assign('z', "x + 2"));
    uint32_t two = end();
    begin("caller", "x", "y", "st");
    Expr targets[] = {local('s'), local('t')};
    add(call_stmt(2, targets, call1(two, body("2*x"))));
    add(assign('y', "s*t"));
    uint32_t caller = end();
    Expr a = raw("a"), e = inlined(caller, 1, &a);
    CHECK_STR(e ? show(e) : "no", "f1(2*a).y*f1(2*a).z");
    CHECK(func_inline(S, two, 1, &a, 1, 0, 100) == canon("a + 2"));
    fixture_close();
}

TEST(inline_refused)
{
    fixture_open();
    Expr a = raw("a");
    begin("loop", "x", "y", "i");
    Expr range = node2(EX_RANGE, reals(3), 0, expr_int(S, 1), expr_int(S, 3));
    add(loop_stmt(ST_FOR, local('i'), range, BRANCH(0, assign('y', "y + x"))));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("asserts", "x", "y", "");
    Stmt *t = statement(ST_ASSERT);
    t->value = body("x > 0");
    add(t);
    add(assign('y', "x"));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("recursive", "x", "y", "");
    add(assign_to(local('y'),
                  node2(EX_ADD, T_REAL, 0, local('x'), call1(m.f->number, local('x')))));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("impure", "x", "y", "");
    m.f->impure = true;
    add(assign('y', "x"));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("external", "x", "y", "");
    FuncExternal external = {0};
    m.f->external = &external;
    CHECK(inlined(end(), 1, &a) == 0);
    begin("early", "x", "y", "");
    add(assign('y', "x"));
    add(if_stmt(BRANCH(body("x > 0"), statement(ST_RETURN)), BRANCH(0, assign('y', "2*x"))));
    add(assign('y', "3*x"));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("large", "x", "y", "v");
    set_type('v', reals(1000000000));
    add(assign('y', "x"));
    CHECK(inlined(end(), 1, &a) == 0);
    begin("many", "x", "y", "");
    t = statement(ST_IF);
    t->nbranches = 100000;
    t->branch = ARENA_ARRAY(arena, StmtBranch, t->nbranches);
    Stmt *twice = assign('y', "2*x");
    for (int i = 0; i < t->nbranches; i++)
        t->branch[i] = (StmtBranch){body("noEvent(x > 0)"), 1, &twice};
    add(t);
    CHECK(inlined(end(), 1, &a) == 0);
    begin("subscript", "xi", "y", "v");
    set_type('i', T_INT);
    set_type('v', reals(2));
    add(assign_to(local('v'), array(2, (Expr[]){local('x'), local('x')})));
    add(assign_to(local('y'), element(local('v'), local('i'))));
    uint32_t f = end();
    CHECK(inlined(f, 2, (Expr[]){a, raw("n1")}) == 0);
    CHECK(inlined(f, 2, (Expr[]){a, expr_int(S, 2)}) == a); /* a literal subscript is fine */
    fixture_close();
}

/* ---- Derivative functions ---- */

/* y := 0; for i in 1:n loop y := y*x + c[i]; end for */
static uint32_t horner(void)
{
    begin("horner", "xcn", "y", "i");
    set_type('c', reals(4));
    set_type('n', T_INT);
    set_type('i', T_INT);
    Expr yx = node2(EX_MUL, T_REAL, 0, local('y'), local('x'));
    Expr step = node2(EX_ADD, T_REAL, 0, yx, element(local('c'), local('i')));
    Expr range = node2(EX_RANGE, type_array(expr_types(S), T_INT, 1, (int32_t[]){DIM_UNKNOWN}), 0,
                       expr_int(S, 1), local('n'));
    add(assign('y', "0.0"));
    add(loop_stmt(ST_FOR, local('i'), range, BRANCH(0, assign_to(local('y'), step))));
    return end();
}

TEST(derivative_of_loops)
{
    fixture_open();
    uint32_t f = horner();
    check_derivative(f, 5, 1, (double[]){-1, -1, -1, -1, -1, 4}, (double[]){1, 1, 1, 1, 1, 4}, 1);
    /* Newton iteration for the square root, with while and break */
    begin("root", "x", "y", "dk");
    set_type('k', T_INT);
    m.f->var[1].init = body("x");
    add(loop_stmt(ST_WHILE, 0, 0,
                  BRANCH(body("k < 50"), assign('d', "(y - x/y)/2"), assign('y', "y - d"),
                         assign('k', "k + 1"),
                         if_stmt(BRANCH(body("abs(d) < 1e-13"), statement(ST_BREAK)),
                                 BRANCH(0, assign('d', "0.0"))))));
    uint32_t g = end();
    check_derivative(g, 1, 0, (double[]){1}, (double[]){4}, 1);
    /* and the derivative of the derivative */
    CalcError err = {0};
    uint32_t dg = func_derivative(S, arena, g, &err);
    check_derivative(dg, 2, 0, (double[]){1, -1}, (double[]){4, 1}, 1);
    fixture_close();
}

TEST(derivative_of_branches)
{
    fixture_open();
    begin("branches", "xy", "z", "t");
    add(assign('t', "sin(x)*y"));
    add(if_stmt(BRANCH(body("x > 2"), assign('z', "t^2"), statement(ST_RETURN)),
                BRANCH(0, assign('z', "t*x"))));
    add(assign('z', "z + exp(y)*t"));
    uint32_t f = end();
    check_derivative(f, 2, 0, (double[]){0, -1}, (double[]){1, 1}, 1);
    check_derivative(f, 2, 0, (double[]){3, -1}, (double[]){4, 1}, 1);
    uint32_t s = straight();
    check_derivative(s, 2, 0, (double[]){0.5, -1}, (double[]){1, 1}, 1);
    fixture_close();
}

TEST(derivative_of_arrays)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    Type matrix = type_array(t, T_REAL, 2, (int32_t[]){2, 2}), vector = reals(2);
    /* y = (A*x .+ 1)*x^2 + cross-like mixtures of array operators */
    begin("arrays", "ax", "y", "m");
    set_type('a', matrix);
    set_type('x', vector);
    set_type('y', vector);
    set_type('m', matrix);
    Expr a = local('a'), x = local('x'), mm = local('m');
    Expr outer = node2(EX_OUTERPRODUCT, matrix, 0, x, x);
    Expr transposed = expr_make(S, EX_TRANSPOSE, matrix, 0, 0, 1, &a);
    add(assign_to(mm, node2(EX_ADD, matrix, 0, outer, transposed)));
    Expr one_two[] = {mm, expr_int(S, 1), expr_int(S, 2)};
    Expr m12 = expr_make(S, EX_INDEX, T_REAL, 0, 0, 3, one_two);
    Expr total = expr_make(S, EX_SUM, T_REAL, 0, 0, 1, &a);
    add(assign_to(m12, node2(EX_MUL, T_REAL, 0, m12, total)));
    Expr ax = node2(EX_MATMUL, vector, 0, mm, x);
    Expr shifted = node2(EX_ADD, vector, 0, ax, expr_real(S, 1));
    Expr squares = node2(EX_MUL, vector, 0, shifted, node2(EX_POW, vector, 0, x, expr_int(S, 2)));
    Expr half = node2(EX_DIV, vector, 0, squares, total);
    Expr sine = expr_make(S, EX_SIN, vector, 0, 0, 1, &half);
    Expr x1 = element(x, expr_int(S, 1));
    Expr other = array(2, (Expr[]){x1, expr_real(S, 3)});
    Expr fill = expr_make(S, EX_FILL, vector, 0, 0, 2, (Expr[]){x1, expr_int(S, 2)});
    Expr parts[] = {expr_int(S, 1), expr_make(S, EX_ARRAY, reals(1), 0, 0, 1, &x1),
                    expr_make(S, EX_ARRAY, reals(1), 0, 0, 1, (Expr[]){expr_real(S, 2)})};
    Expr cat = expr_make(S, EX_CAT, vector, 0, 0, 3, parts);
    Expr sum = expr_make(S, EX_ADD, vector, 0, 0, 4, (Expr[]){sine, other, fill, cat});
    add(assign_to(local('y'), node2(EX_SUB, vector, 0, sum, x)));
    uint32_t f = end();
    check_derivative(f, 6, 0, (double[]){1, 1, 1, 1, 1, 1}, (double[]){2, 2, 2, 2, 2, 2}, 2);
    fixture_close();
}

TEST(derivative_of_calls)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    /* two outputs, one of them Integer, used by a statement */
    begin("two", "x", "yn", "i");
    set_type('n', T_INT);
    set_type('i', T_INT);
    m.f->result = type_tuple(t, 2, (Type[]){T_REAL, T_INT});
    Expr range = node2(EX_RANGE, reals(3), 0, expr_int(S, 1), expr_int(S, 3));
    add(assign('y', "1.0"));
    add(loop_stmt(ST_FOR, local('i'), range, BRANCH(0, assign('y', "y*x"), assign('n', "n + 1"))));
    uint32_t two = end();
    begin("caller", "x", "y", "sn");
    set_type('n', T_INT);
    add(call_stmt(2, (Expr[]){local('s'), local('n')}, call1(two, body("x + 1"))));
    add(assign('y', "s*n + x"));
    uint32_t caller = end();
    check_derivative(caller, 1, 0, (double[]){0}, (double[]){2}, 1);
    /* recursion: p(x, n) = x*p(x, n - 1) */
    begin("power", "xn", "y", "");
    set_type('n', T_INT);
    Expr inner = call(m.f->number, 2, (Expr[]){local('x'), body("n - 1")});
    Stmt *again = assign_to(local('y'), node2(EX_MUL, T_REAL, 0, local('x'), inner));
    add(if_stmt(BRANCH(body("n <= 0"), assign('y', "1.0")), BRANCH(0, again)));
    uint32_t power = end();
    check_derivative(power, 1, 1, (double[]){0.5, 5}, (double[]){2, 5}, 1);
    fixture_close();
}

/* Real variables that inputs do not reach get no derivative. */
TEST(constants_are_not_differentiated)
{
    fixture_open();
    begin("constants", "x", "y", "cd");
    set_type('d', reals(100));
    m.f->var[2].init = expr_real(S, 2);
    add(assign('y', "c*x"));
    uint32_t f = end();
    CalcError err = {0};
    const Func *g = func_get(S, func_derivative(S, arena, f, &err));
    /* x, der(x); der(y); y, c, d */
    CHECK_INT(g->nvars, 6);
    CHECK_INT(g->ninputs, 2);
    CHECK_INT(g->noutputs, 1);
    CHECK_STR(name_text(names, g->name), "der(constants)");
    CHECK_STR(name_text(names, g->var[1].name), "der(x)");
    check_derivative(f, 1, 0, (double[]){-1}, (double[]){1}, 1);
    fixture_close();
}

TEST(derivative_refused)
{
    fixture_open();
    CalcError err = {0};
    begin("external", "x", "y", "");
    FuncExternal external = {0};
    m.f->external = &external;
    uint32_t f = end();
    CHECK(!func_derivative(S, arena, f, &err) && strstr(err.why, "external"));
    Expr e = call1(f, raw("x"));
    err = (CalcError){0};
    CHECK(!expr_diff(S, e, 23, &err) && err.at == e);
    CHECK(expr_diff(S, e, 0, &err) == expr_real(S, 0));
    begin("impure", "x", "y", "");
    m.f->impure = true;
    f = end();
    CHECK(!func_derivative(S, arena, f, &err) && strstr(err.why, "impure"));
    begin("product", "x", "y", "");
    set_type('x', reals(3));
    Expr x = local('x');
    add(assign_to(local('y'), expr_make(S, EX_PRODUCT, T_REAL, 0, 0, 1, &x)));
    f = end();
    err = (CalcError){0};
    CHECK(!func_derivative(S, arena, f, &err) && strstr(err.why, "product"));
    CHECK(!func_get(S, f)->derived);
    fixture_close();
}

/* ---- Calls in equations ---- */

static Expr constant_but_x(void *arg, Expr leaf)
{
    (void)arg;
    if (expr_op(S, leaf) == EX_TIME)
        return expr_real(S, 1);
    return leaf == raw("x") ? raw("y") : leaf == raw("y") ? raw("z") : expr_real(S, 0);
}

static Expr total(Expr e)
{
    CalcError err = {0};
    Expr d = expr_derivative(S, e, constant_but_x, NULL, &err);
    if (!d)
        fprintf(stderr, "%s\n", err.why);
    return d;
}

TEST(annotations)
{
    fixture_open();
    begin("df", "xpd", "y", "");
    uint32_t df = end();
    begin("df_all", "xpde", "y", "");
    uint32_t df_all = end();
    begin("f", "xp", "y", "");
    FuncDerivative rules[] = {{.func = df, .order = 1, .zero_derivative = 2},
                              {.func = df_all, .order = 1}};
    m.f->derivative = rules;
    m.f->nderivatives = 2;
    uint32_t f = end();
    /* p constant: the first rule; p varying: the second */
    Expr e = call(f, 2, (Expr[]){canon("2*x"), raw("p")});
    CHECK(total(e) == call(df, 3, (Expr[]){canon("2*x"), raw("p"), canon("2*y")}));
    e = call(f, 2, (Expr[]){raw("a"), raw("x")});
    Expr zero = expr_real(S, 0);
    CHECK(total(e) == call(df_all, 4, (Expr[]){raw("a"), raw("x"), zero, raw("y")}));
    CHECK(total(call(f, 2, (Expr[]){raw("a"), raw("b")})) == zero);
    /* noDerivative */
    rules[0] = (FuncDerivative){.func = df, .order = 1, .no_derivative = 1};
    e = call(f, 2, (Expr[]){raw("x"), raw("x")});
    CHECK(total(e) == call(df, 3, (Expr[]){raw("x"), raw("x"), raw("y")}));
    /* arrays: derivatives element by element, zeros too */
    begin("dg", "vd", "y", "");
    set_type('v', reals(2));
    set_type('d', reals(2));
    uint32_t dg = end();
    begin("g", "v", "y", "");
    set_type('v', reals(2));
    FuncDerivative rule = {.func = dg, .order = 1};
    m.f->derivative = &rule;
    m.f->nderivatives = 1;
    uint32_t g = end();
    Expr v = array(2, (Expr[]){raw("a"), raw("x")}), dv = array(2, (Expr[]){zero, raw("y")});
    CHECK(total(call(g, 1, &v)) == call(dg, 2, (Expr[]){v, dv}));
    Expr vars = expr_make(S, EX_ARRVAR, reals(2), 0, 22, 0, NULL); /* w, x */
    CHECK(total(call(g, 1, &vars)) == call(dg, 2, (Expr[]){vars, dv}));
    CalcError err = {0};
    Expr unit = array(2, (Expr[]){zero, expr_real(S, 1)});
    CHECK(expr_diff(S, call(g, 1, &vars), 23, &err) == call(dg, 2, (Expr[]){vars, unit}));
    fixture_close();
}

/* position(q, t), position_der(q, t, dt) with order=2, position_der2(q, t, dt, ddt): as in drives
 * with prescribed motion. */
TEST(second_order_annotation)
{
    fixture_open();
    begin("position_der2", "qabc", "y", "");
    uint32_t der2 = end();
    begin("position_der", "qab", "y", "");
    FuncDerivative second = {.func = der2, .order = 2, .no_derivative = 1};
    m.f->derivative = &second;
    m.f->nderivatives = 1;
    uint32_t der = end();
    begin("position", "qa", "y", "");
    FuncDerivative first = {.func = der, .order = 1, .no_derivative = 1};
    m.f->derivative = &first;
    m.f->nderivatives = 1;
    uint32_t position = end();
    Expr one = expr_real(S, 1), zero = expr_real(S, 0), time = expr_time(S), q = raw("x");
    Expr e = call(position, 2, (Expr[]){q, time});
    Expr d = total(e);
    CHECK(d == call(der, 3, (Expr[]){q, time, one}));
    Expr dd = total(d);
    CHECK(dd == call(der2, 4, (Expr[]){q, time, one, zero}));
    /* with a moving second argument: x, y = x', z = y' */
    d = total(call(position, 2, (Expr[]){raw("a"), raw("x")}));
    CHECK(d == call(der, 3, (Expr[]){raw("a"), raw("x"), raw("y")}));
    CHECK(total(d) == call(der2, 4, (Expr[]){raw("a"), raw("x"), raw("y"), raw("z")}));
    /* both rules written on the function itself */
    func_get(S, der)->nderivatives = 0;
    FuncDerivative both[] = {first, second};
    func_get(S, position)->derivative = both;
    func_get(S, position)->nderivatives = 2;
    CHECK(total(d) == call(der2, 4, (Expr[]){raw("a"), raw("x"), raw("y"), raw("z")}));
    fixture_close();
}

static Expr x_is_0_7(void *arg, Expr leaf)
{
    (void)arg;
    return leaf == raw("x") ? expr_real(S, 0.7) : leaf;
}

TEST(calls_without_annotation)
{
    fixture_open();
    /* small: written out */
    uint32_t f = straight();
    CalcError err = {0};
    Expr e = call(f, 2, (Expr[]){raw("x"), raw("b")});
    CHECK_STR(show(expr_diff(S, e, 23, &err)), "if noEvent(x > 0) then b else -b");
    /* f(f(f(x))), deep: linear work */
    begin("small", "x", "y", "");
    add(assign('y', "x + 0.5*sin(x)"));
    uint32_t small = end();
    Expr nest = raw("x"), d = 0;
    double value = 0.7, slope = 1;
    uint32_t before = 0;
    for (int i = 0; i < 30; i++) {
        nest = call1(small, nest);
        slope *= 1 + 0.5 * cos(value);
        value += 0.5 * sin(value);
        before = exprs_count(S);
        d = expr_diff(S, nest, 23, &err);
        if (i == 8) /* reduce() walks the tree, which doubles with each call */
            CHECK_REAL(expr_number(S, reduce(expr_replace(S, d, x_is_0_7, NULL))), slope, 1e-12);
    }
    CHECK(d && exprs_count(S) - before < 3000);
    /* loops: a derivative function */
    uint32_t h = horner();
    Expr c = array(4, (Expr[]){raw("a"), raw("b"), raw("c"), raw("d")});
    Expr poly = call(h, 3, (Expr[]){raw("x"), c, expr_int(S, 4)});
    d = expr_diff(S, poly, 23, &err);
    uint32_t made = func_get(S, h)->derived;
    CHECK(made != 0);
    Expr zeros =
        array(4, (Expr[]){expr_real(S, 0), expr_real(S, 0), expr_real(S, 0), expr_real(S, 0)});
    CHECK(d == call(made, 5, (Expr[]){raw("x"), c, expr_int(S, 4), expr_real(S, 1), zeros}));
    /* one element of an array result */
    TypeTable *t = expr_types(S);
    begin("pair", "x", "ny", "i");
    set_type('n', T_INT);
    set_type('y', reals(2));
    set_type('i', T_INT);
    m.f->result = type_tuple(t, 2, (Type[]){T_INT, reals(2)});
    Expr range = node2(EX_RANGE, reals(2), 0, expr_int(S, 1), expr_int(S, 2));
    Stmt *step = assign_to(element(local('y'), local('i')), local('x'));
    add(loop_stmt(ST_FOR, local('i'), range, BRANCH(0, step)));
    uint32_t pair = end();
    Expr pc = call1(pair, raw("x"));
    Expr pick = expr_make(S, EX_PICK, T_REAL, 0, UINT64_C(1) << 32 | 1, 1, &pc);
    d = expr_diff(S, pick, 23, &err);
    made = func_get(S, pair)->derived;
    Expr dc = call(made, 2, (Expr[]){raw("x"), expr_real(S, 1)});
    CHECK(d == expr_make(S, EX_PICK, T_REAL, 0, 1, 1, &dc)); /* output 0 there, element 1 */
    Expr whole = expr_make(S, EX_PICK, T_INT, 0, 0, 1, &pc);
    CHECK(expr_diff(S, whole, 23, &err) == expr_real(S, 0));
    fixture_close();
}

/* ---- Arrays as scalars ---- */

TEST(scalarize)
{
    fixture_open();
    TypeTable *t = expr_types(S);
    Type mat = type_array(t, T_REAL, 2, (int32_t[]){2, 2});
    Expr a = expr_make(S, EX_ARRVAR, mat, 0, 0, 0, NULL);       /* {{a, b}, {c, d}} */
    Expr v = expr_make(S, EX_ARRVAR, reals(2), 0, 23, 0, NULL); /* {x, y} */
    ArrayValue out = {0};
    CHECK(expr_scalarize(S, arena, node2(EX_MATMUL, reals(2), 0, a, v), NULL, NULL, &out));
    CHECK(out.n == 2 && out.element[0] == canon("a*x + b*y") &&
          out.element[1] == canon("c*x + d*y"));
    Expr colon = expr_make(S, EX_COLON, T_NONE, 0, 0, 0, NULL);
    Expr column = expr_make(S, EX_INDEX, reals(2), 0, 0, 3, (Expr[]){a, colon, expr_int(S, 2)});
    CHECK(expr_scalarize(S, arena, column, NULL, NULL, &out));
    CHECK(out.n == 2 && out.element[0] == raw("b") && out.element[1] == raw("d"));
    Expr tr = expr_make(S, EX_TRANSPOSE, mat, 0, 0, 1, &a);
    CHECK(expr_scalarize(S, arena, tr, NULL, NULL, &out) && out.element[1] == raw("c"));
    Expr sym = expr_make(S, EX_SYMMETRIC, mat, 0, 0, 1, &a);
    CHECK(expr_scalarize(S, arena, sym, NULL, NULL, &out) && out.element[2] == raw("b"));
    Expr power = node2(EX_MATPOW, mat, 0, a, expr_int(S, 2));
    CHECK(expr_scalarize(S, arena, power, NULL, NULL, &out) &&
          out.element[0] == canon("a^2 + b*c"));
    Type imat = type_reshape(t, mat, T_INT);
    Expr two = expr_int(S, 2), eye = expr_make(S, EX_IDENTITY, imat, 0, 0, 1, &two);
    CHECK(expr_scalarize(S, arena, eye, NULL, NULL, &out) && out.element[3] == expr_int(S, 1) &&
          out.element[1] == expr_int(S, 0));
    Expr three = array(3, (Expr[]){raw("a"), raw("b"), raw("c")});
    Type m3 = type_array(t, T_REAL, 2, (int32_t[]){3, 3});
    Expr skew = expr_make(S, EX_SKEW, m3, 0, 0, 1, &three);
    Expr other = array(3, (Expr[]){raw("x"), raw("y"), raw("z")});
    ArrayValue by_skew, by_cross;
    CHECK(
        expr_scalarize(S, arena, node2(EX_MATMUL, reals(3), 0, skew, other), NULL, NULL, &by_skew));
    CHECK(expr_scalarize(S, arena, node2(EX_CROSS, reals(3), 0, three, other), NULL, NULL,
                         &by_cross));
    for (int i = 0; i < 3; i++)
        CHECK(by_skew.element[i] == by_cross.element[i]);
    Expr line =
        expr_make(S, EX_LINSPACE, reals(3), 0, 0, 3, (Expr[]){raw("a"), raw("b"), expr_int(S, 3)});
    CHECK(expr_scalarize(S, arena, line, NULL, NULL, &out) &&
          out.element[1] == canon("a + (b - a)/2"));
    Expr unknown = element(v, raw("n1"));
    CHECK(!expr_scalarize(S, arena, unknown, NULL, NULL, &out));
    fixture_close();
}

/* ---- What is known of a call ---- */

static double known(uint32_t func, int n, const double *in)
{
    double out[4] = {0};
    func_known(S, func, n, in, out);
    return out[0];
}

TEST(known_outputs)
{
    fixture_open();
    begin("both", "xy", "z", "t");
    add(assign('t', "x*y"));
    add(if_stmt(BRANCH(body("noEvent(y > 1)"), assign('z', "t/(y + 2)")),
                BRANCH(0, assign('z', "x"))));
    uint32_t f = end();
    CHECK(known(f, 2, (double[]){0, NAN}) == 0);
    CHECK(isnan(known(f, 2, (double[]){1, NAN})));
    CHECK(isnan(known(f, 2, (double[]){NAN, 1.5})));
    CHECK(known(f, 2, (double[]){6, 4}) == 4);
    CHECK(known(f, 2, (double[]){7, 1}) == 7);
    begin("early", "xy", "z", "");
    add(if_stmt(BRANCH(body("x > 0"), statement(ST_RETURN)), BRANCH(0, assign('z', "0*y"))));
    uint32_t g = end();
    CHECK(isnan(known(g, 2, (double[]){NAN, 1})));
    CHECK(known(g, 2, (double[]){-1, NAN}) == 0);
    begin("looping", "xy", "z", "i");
    set_type('i', T_INT);
    Expr range = node2(EX_RANGE, reals(3), 0, expr_int(S, 1), expr_int(S, 3));
    add(assign('z', "x"));
    add(loop_stmt(ST_FOR, local('i'), range, BRANCH(0, assign('z', "z + y"))));
    CHECK(isnan(known(end(), 2, (double[]){0, 0})));
    fixture_close();
}

TEST_MAIN(T(known_outputs), T(inline_scalars), T(inline_arrays), T(inline_calls), T(inline_refused),
          T(derivative_of_loops), T(derivative_of_branches), T(derivative_of_arrays),
          T(derivative_of_calls), T(constants_are_not_differentiated), T(derivative_refused),
          T(annotations), T(second_order_annotation), T(calls_without_annotation), T(scalarize))
