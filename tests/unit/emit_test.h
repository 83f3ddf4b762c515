/* emit_test.h - models built by hand for the tests of src/emit, compiled and run.
 *
 * Variables are numbers; expressions are read from text as in symbolic_text.h (a .. z are Real
 * variables 0 .. 25) or made with the store S. The initial problem is empty unless a test fills it:
 * variables begin with their start values. */
#ifndef KRON_EMIT_TEST_H
#define KRON_EMIT_TEST_H

#include "emit/emit_internal.h"
#include "emit_cache.h"
#include "rt/run.h"
#define put_var test_put_var /* the fixture's printer of names */
#include "symbolic_text.h"
#undef put_var

typedef struct Made {
    Context *ctx;
    Dae d;
    VEC(Block *) sim, init;
    Buf text;
    Jit *jit;
    Native *native;
    const KCode *code, *native_code;
    KModel *model;
    KInst *m;
    char message[2000];
    int messages;
} Made;

static Made M;

/* nreals Real algebraic variables to begin with. */
static inline void made_open(int nreals)
{
    M = (Made){.ctx = context_new()};
    arena = M.ctx->arena;
    names = M.ctx->names;
    S = exprs_new(arena, names);
    M.d = (Dae){.ctx = M.ctx, .arena = arena, .store = S};
    M.d.name = name_cstr(names, "Made");
    M.d.start = M.d.stop = M.d.tolerance = M.d.interval = NAN;
    vec_push(arena, &M.d.owner, (Name)0);
    for (int i = 0; i < nreals; i++)
        dae_new_var(&M.d, T_REAL, DV_ALGEBRAIC);
    M.d.nflat = (uint32_t)nreals;
}

static inline uint32_t made_var(Type type, DaeVarKind kind)
{
    uint32_t v = dae_new_var(&M.d, type, kind);
    M.d.nflat = (uint32_t)M.d.var.n;
    return v;
}

static inline uint32_t made_parameter(double value)
{
    uint32_t v = made_var(T_REAL, DV_PARAMETER);
    M.d.var.v[v].binding = expr_real(S, value);
    M.d.var.v[v].fixed = true;
    return v;
}

/* x becomes a state; returns der(x). */
static inline uint32_t made_state(uint32_t x, double start)
{
    M.d.var.v[x].start = expr_real(S, start);
    M.d.var.v[x].fixed = true;
    uint32_t dx = dae_derivative(&M.d, x);
    M.d.nflat = (uint32_t)M.d.var.n;
    return dx;
}

static inline int made_equation(Expr lhs, Expr rhs)
{
    vec_push(arena, &M.d.eq, (DAE_EQ(.kind = EQ_SCALAR, .lhs = lhs, .rhs = rhs)));
    return M.d.eq.n - 1;
}

static inline Expr var(uint32_t number)
{
    return expr_var(S, M.d.var.v[number].type, number);
}

static inline Block *made_block(void)
{
    Block *b = ARENA_NEW(arena, Block);
    b->core = ARENA_NEW(arena, BlockCore);
    b->needed_rhs = true;
    vec_push(arena, &M.sim, b);
    return b;
}

static inline void add_assign(Block *b, Assign a)
{
    Assign *list = ARENA_ARRAY(arena, Assign, b->nassign + 1);
    if (b->nassign)
        memcpy(list, b->assign, (size_t)b->nassign * sizeof a);
    list[b->nassign++] = a;
    b->assign = list;
}

/* v := value, part of the derivatives unless the flags of the block are changed. */
static inline Block *made_assign(uint32_t v, Expr value)
{
    Block *b = made_block();
    b->kind = BLOCK_EXPLICIT;
    b->solved = SOLVE_ASSIGN;
    add_assign(b, (Assign){.var = v, .value = value, .eq = made_equation(var(v), value)});
    return b;
}

/* An object equation as a block of its own. */
static inline Block *made_object(DaeEq eq)
{
    vec_push(arena, &M.d.eq, eq);
    Block *b = made_block();
    b->kind = eq.kind == EQ_ALGORITHM ? BLOCK_ALGORITHM : BLOCK_EXPLICIT;
    b->solved = SOLVE_ASSIGN;
    add_assign(b, (Assign){.var = NONE, .eq = M.d.eq.n - 1});
    return b;
}

static inline void made_message(void *arg, KLevel level, const char *text)
{
    (void)arg, (void)level;
    M.messages++;
    snprintf(M.message, sizeof M.message, "%s", text);
}

static inline void made_systems(void)
{
    System *sim = dae_add_system(&M.d, SYSTEM_SIMULATION);
    sim->block = M.sim.v;
    sim->nblocks = M.sim.n;
    System *initial = dae_add_system(&M.d, SYSTEM_INITIAL);
    initial->block = M.init.v;
    initial->nblocks = M.init.n;
    int n = 0;
    M.d.state = ARENA_ARRAY(arena, uint32_t, M.d.var.n);
    for (uint32_t i = 0; i < (uint32_t)M.d.var.n; i++)
        if (M.d.var.v[i].kind == DV_STATE && M.d.var.v[i].alias == NONE)
            M.d.state[n++] = i;
    M.d.nstates = n;
}

/* Writes, compiles and makes an instance; false with a message on stderr. */
static inline bool made_compile(void)
{
    const char *why = NULL;
    made_systems();
    if (!emit_c(&M.d, &M.text)) {
        diags_print(M.ctx->diags, stderr);
        return false;
    }
    M.model = emit_tables(&M.d);
    M.jit = jit_compile(buf_text(&M.text), M.model->nblocks, &why);
    if (!M.jit) {
        fprintf(stderr, "%s\n%s\n", why, buf_text(&M.text));
        return false;
    }
    M.code = jit_code(M.jit);
    M.m = k_inst_new(M.model, M.code, made_message, NULL);
    return true;
}

/* The same text by the system's compiler. */
static inline bool made_native(void)
{
    M.native_code = compile_native(buf_text(&M.text), M.model->nblocks, &M.native);
    return M.native_code != NULL;
}

static inline void made_close(void)
{
    k_inst_free(M.m);
    jit_free(M.jit);
    native_free(M.native);
    buf_free(&M.text);
    buf_free(&printed);
    exprs_free(S);
    context_free(M.ctx);
}

/* Equal bits, or both not a number. */
static inline bool same_bits(double a, double b)
{
    return !memcmp(&a, &b, sizeof a) || (isnan(a) && isnan(b));
}

#endif
