/* symbolic_text.h - for the tests of src/symbolic: expressions from text and back.
 *
 * a .. z are Real variables 0 .. 25, n1, n2, .. Integer variables 101 .., b1, b2, .. Boolean
 * variables 201 ..; functions by the names of ops.def. `raw` makes the nodes as written, `canon`
 * the canonical form. A shared fixture: one store per test. */
#ifndef KRON_SYMBOLIC_TEXT_H
#define KRON_SYMBOLIC_TEXT_H

#include "base/die.h"
#include "symbolic/calculus.h"
#include "symbolic/expr.h"
#include "symbolic/func.h"
#include "test.h"

#include <ctype.h>

static Arena *arena;
static NameTable *names;
static ExprStore *S;
static Buf printed;

static inline void fixture_open(void)
{
    arena = arena_new();
    names = names_new();
    S = exprs_new(arena, names);
}

static inline void fixture_close(void)
{
    exprs_free(S);
    names_free(names);
    arena_free(arena);
    buf_free(&printed);
}

/* ---- Reading ---- */

typedef struct Reader {
    const char *p;
    int literal; /* depth of noEvent */
} Reader;

static Expr read_expression(Reader *r);

static bool accept(Reader *r, const char *token)
{
    while (*r->p == ' ')
        r->p++;
    size_t n = strlen(token);
    if (strncmp(r->p, token, n) ||
        (isalpha((unsigned char)token[0]) && isalnum((unsigned char)r->p[n])))
        return false;
    r->p += n;
    return true;
}

static void expect(Reader *r, const char *token)
{
    if (!accept(r, token))
        die("expected `%s` at `%s`", token, r->p);
}

static Type wider(Expr a, Expr b)
{
    return expr_type(S, a) == T_REAL || expr_type(S, b) == T_REAL ? T_REAL : expr_type(S, a);
}

static Expr node2(ExprOp op, Type type, unsigned flags, Expr a, Expr b)
{
    return expr_make(S, op, type, flags, 0, 2, (Expr[]){a, b});
}

static Expr read_function(Reader *r, const char *name, size_t length)
{
    ExprOp op = EX_NONE;
    for (int k = EX_SIN - 4; k < EX_CALL; k++)
        if (!op && strlen(op_info[k].text) == length && !memcmp(op_info[k].text, name, length))
            op = (ExprOp)k;
    if (!op)
        die("unknown function `%.*s`", (int)length, name);
    Expr arg[8];
    uint32_t n = 0;
    expect(r, "(");
    while (!accept(r, ")")) {
        if (n)
            expect(r, ",");
        bool smooth = op == EX_SMOOTH && n == 1 && expr_number(S, arg[0]) >= 1;
        r->literal += op == EX_NOEVENT || smooth;
        arg[n++] = read_expression(r);
        r->literal -= op == EX_NOEVENT || smooth;
    }
    Type type = op == EX_SIGN || op == EX_INTEGER || op == EX_ENUMINT ? T_INT : T_REAL;
    if (op == EX_ABS || op == EX_PRE || op == EX_NOEVENT)
        type = expr_type(S, arg[0]);
    if (op == EX_MIN || op == EX_MAX || op == EX_QUOT || op == EX_MOD || op == EX_REM)
        type = wider(arg[0], arg[1]);
    if (op == EX_EDGE || op == EX_CHANGE || op == EX_INITIAL || op == EX_SAMPLE)
        type = T_BOOL;
    unsigned flags = (op_info[op].flags & OPF_EVENT) && r->literal ? EF_NOEVENT : 0;
    return expr_make(S, op, type, flags, 0, n, arg);
}

static Expr read_name(Reader *r)
{
    const char *start = r->p;
    while (isalnum((unsigned char)*r->p))
        r->p++;
    size_t length = (size_t)(r->p - start);
    if (length == 4 && !memcmp(start, "true", 4))
        return expr_bool(S, true);
    if (length == 5 && !memcmp(start, "false", 5))
        return expr_bool(S, false);
    if (length == 4 && !memcmp(start, "time", 4))
        return expr_time(S);
    if (length == 1)
        return expr_var(S, T_REAL, (uint32_t)(*start - 'a'));
    if (*start == 'n' && isdigit((unsigned char)start[1]))
        return expr_var(S, T_INT, 100 + (uint32_t)atoi(start + 1));
    if (*start == 'b' && isdigit((unsigned char)start[1]))
        return expr_var(S, T_BOOL, 200 + (uint32_t)atoi(start + 1));
    return read_function(r, start, length);
}

static Expr read_primary(Reader *r)
{
    if (accept(r, "(")) {
        Expr e = read_expression(r);
        expect(r, ")");
        return e;
    }
    if (isalpha((unsigned char)*r->p))
        return read_name(r);
    char *end;
    double x = strtod(r->p, &end);
    if (end == r->p)
        die("expected an expression at `%s`", r->p);
    bool integer =
        !memchr(r->p, '.', (size_t)(end - r->p)) && !memchr(r->p, 'e', (size_t)(end - r->p));
    int64_t i = integer ? strtoll(r->p, NULL, 10) : 0;
    r->p = end;
    return integer ? expr_int(S, i) : expr_real(S, x);
}

static Expr read_factor(Reader *r)
{
    Expr e = read_primary(r);
    return accept(r, "^") ? node2(EX_POW, T_REAL, 0, e, read_primary(r)) : e;
}

static Expr read_term(Reader *r)
{
    Expr e = read_factor(r);
    for (;;) {
        if (accept(r, "*")) {
            Expr f = read_factor(r);
            e = node2(EX_MUL, wider(e, f), 0, e, f);
        } else if (accept(r, "/")) {
            e = node2(EX_DIV, T_REAL, 0, e, read_factor(r));
        } else {
            return e;
        }
    }
}

static Expr read_sum(Reader *r)
{
    bool minus = accept(r, "-");
    Expr e = read_term(r);
    if (minus)
        e = expr_make(S, EX_NEG, expr_type(S, e), 0, 0, 1, &e);
    for (;;) {
        bool plus = accept(r, "+");
        if (!plus && !accept(r, "-"))
            return e;
        Expr t = read_term(r);
        e = node2(plus ? EX_ADD : EX_SUB, wider(e, t), 0, e, t);
    }
}

static Expr read_relation(Reader *r)
{
    static const char *const sign[] = {"<=", ">=", "==", "<>", "<", ">"};
    static const ExprOp op[] = {EX_LE, EX_GE, EX_EQ, EX_NE, EX_LT, EX_GT};
    bool not = accept(r, "not");
    Expr e = read_sum(r);
    for (int i = 0; i < 6; i++)
        if (accept(r, sign[i])) {
            e = node2(op[i], T_BOOL, r->literal ? EF_NOEVENT : 0, e, read_sum(r));
            break;
        }
    return not ? expr_make(S, EX_NOT, T_BOOL, 0, 0, 1, &e) : e;
}

static Expr read_and(Reader *r)
{
    Expr e = read_relation(r);
    while (accept(r, "and"))
        e = node2(EX_AND, T_BOOL, 0, e, read_relation(r));
    return e;
}

static Expr read_expression(Reader *r)
{
    if (accept(r, "if")) {
        Expr part[3];
        part[0] = read_expression(r);
        expect(r, "then");
        part[1] = read_expression(r);
        expect(r, "else");
        part[2] = read_expression(r);
        return expr_make(S, EX_IF, wider(part[1], part[2]), 0, 0, 3, part);
    }
    Expr e = read_and(r);
    while (accept(r, "or"))
        e = node2(EX_OR, T_BOOL, 0, e, read_and(r));
    return e;
}

static inline Expr raw(const char *text)
{
    Reader r = {text, 0};
    Expr e = read_expression(&r);
    while (*r.p == ' ')
        r.p++;
    if (*r.p)
        die("left over: `%s`", r.p);
    return e;
}

static Expr leaf_itself(void *arg, Expr e)
{
    (void)arg;
    return e;
}

static inline Expr canon(const char *text)
{
    return expr_replace(S, raw(text), leaf_itself, NULL);
}

/* ---- Printing ---- */

static void put_var(void *arg, Buf *out, uint32_t number)
{
    (void)arg;
    if (number < 26)
        buf_putc(out, (char)('a' + number));
    else
        buf_printf(out, "%c%u", number < 200 ? 'n' : 'b', number % 100);
}

static inline const char *show(Expr e)
{
    static const ExprNames letters = {.var = put_var};
    buf_clear(&printed);
    expr_print(S, e, &letters, &printed);
    return buf_text(&printed);
}

/* ---- Random numbers, the same in every run ---- */

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static inline double random_in(double lo, double hi)
{
    return lo + (hi - lo) * (double)(random_bits() >> 11) * 0x1p-53;
}

static inline int random_below(int n)
{
    return (int)(random_bits() % (uint64_t)n);
}

#endif
