/* simplify.c - canonical scalar expressions other than arithmetic: conditions, relations, logic,
 * functions of literals; and expr_build, the one entry for rebuilding a node.
 *
 * Only rules that are exact and cheap, O(operands). A rule returns 0 where it does not apply, and
 * the node is made as it is. */
#include "symbolic/expr_internal.h"

#include "base/die.h"
#include "symbolic/func.h"

#include <math.h>

typedef struct Call {
    ExprOp op;
    Type type;
    unsigned flags;
    uint64_t payload;
    uint32_t n;
    const Expr *arg;
} Call;

static Expr make(ExprStore *s, const Call *c)
{
    return expr_make(s, c->op, c->type, c->flags, c->payload, c->n, c->arg);
}

bool expr_is_scalar(const ExprStore *s, Expr e)
{
    return !type_info(s->types, expr_type(s, e))->ndims;
}

static bool is_bool(const ExprStore *s, Expr e, bool value)
{
    const ExprNode *n = expr_node(s, e);
    return n->op == EX_BOOL && (n->payload != 0) == value;
}

static bool all_numbers(const ExprStore *s, uint32_t n, const Expr *e)
{
    for (uint32_t i = 0; i < n; i++)
        if (!expr_is_number(s, e[i]))
            return false;
    return true;
}

/* ---- Logic ---- */

Expr expr_not(ExprStore *s, Expr a)
{
    if (expr_op(s, a) == EX_BOOL)
        return expr_bool(s, !expr_node(s, a)->payload);
    if (expr_op(s, a) == EX_NOT)
        return expr_arg(s, a, 0);
    return expr_make(s, EX_NOT, expr_type(s, a), 0, 0, 1, &a);
}

/* and, or: flat, each operand once, in the order given. */
static Expr build_logic(ExprStore *s, const Call *c)
{
    bool neutral = c->op == EX_AND;
    Memo *m = memo_take(s);
    bool absorbed = false;
    for (uint32_t i = 0; i < c->n; i++) {
        bool nested = expr_op(s, c->arg[i]) == c->op;
        uint32_t k = nested ? expr_node(s, c->arg[i])->nargs : 1;
        for (uint32_t j = 0; j < k; j++) {
            Expr e = nested ? expr_arg(s, c->arg[i], j) : c->arg[i];
            absorbed |= is_bool(s, e, !neutral);
            if (!is_bool(s, e, neutral) && memo_find(m, e) == MEMO_ABSENT)
                memo_add(m, e, 0);
        }
    }
    Expr result;
    if (absorbed || !m->n)
        result = expr_bool(s, absorbed ? !neutral : neutral);
    else if (m->n == 1)
        result = m->key[0];
    else
        result = expr_make(s, c->op, c->type, c->flags, c->payload, m->n, m->key);
    memo_give(s, m);
    return result;
}

/* The branch of a nested `if` on the same condition. */
static Expr under_condition(const ExprStore *s, Expr c, Expr e, bool holds)
{
    while (expr_op(s, e) == EX_IF && expr_arg(s, e, 0) == c)
        e = expr_arg(s, e, holds ? 1 : 2);
    return e;
}

Expr expr_if(ExprStore *s, Expr c, Expr a, Expr b)
{
    bool real = expr_type(s, a) == T_REAL || expr_type(s, b) == T_REAL;
    if (expr_op(s, c) == EX_BOOL) {
        Expr taken = expr_node(s, c)->payload ? a : b;
        return real ? expr_to_real(s, taken) : taken;
    }
    if (expr_op(s, c) == EX_NOT) {
        c = expr_arg(s, c, 0);
        Expr swap = a;
        a = b;
        b = swap;
    }
    a = under_condition(s, c, a, true);
    b = under_condition(s, c, b, false);
    if (real) {
        a = expr_to_real(s, a);
        b = expr_to_real(s, b);
    }
    if (a == b && is_pure(s, c))
        return a;
    if (is_bool(s, a, true) && is_bool(s, b, false))
        return c;
    if (is_bool(s, a, false) && is_bool(s, b, true))
        return expr_not(s, c);
    return expr_make(s, EX_IF, expr_type(s, a), 0, 0, 3, (Expr[]){c, a, b});
}

/* ---- Relations and functions of literals ---- */

/* A relation of a Boolean x with a literal is x, not x, true or false; 0: it is no such relation.
 */
static Expr fold_truth(ExprStore *s, ExprOp op, Expr a, Expr b)
{
    bool left = expr_op(s, a) == EX_BOOL;
    Expr x = left ? b : a;
    if ((!left && expr_op(s, b) != EX_BOOL) || expr_type(s, x) != T_BOOL)
        return 0;
    double t = (double)(expr_node(s, left ? a : b)->payload != 0);
    bool value[2];
    for (int i = 0; i < 2; i++)
        value[i] = op_rule[op].eval2(left ? t : i, left ? i : t) != 0;
    if (expr_op(s, x) == EX_BOOL)
        return expr_bool(s, value[expr_node(s, x)->payload != 0]);
    if (value[0] == value[1])
        return is_pure(s, x) ? expr_bool(s, value[0]) : 0;
    return value[1] ? x : expr_not(s, x);
}

static Expr build_relation(ExprStore *s, const Call *c)
{
    Expr a = c->arg[0], b = c->arg[1];
    if (expr_type(s, a) == T_REAL || expr_type(s, b) == T_REAL) {
        a = expr_to_real(s, a);
        b = expr_to_real(s, b);
    }
    ExprOp op = expr_op(s, a);
    if (op == EX_INT && expr_op(s, b) == EX_INT) {
        int64_t x = (int64_t)expr_node(s, a)->payload, y = (int64_t)expr_node(s, b)->payload;
        return expr_bool(s, op_rule[c->op].eval2(x < y ? -1 : x > y, 0) != 0);
    }
    if (expr_is_number(s, a) && expr_is_number(s, b))
        return expr_bool(s, op_rule[c->op].eval2(expr_number(s, a), expr_number(s, b)) != 0);
    Expr truth = fold_truth(s, c->op, a, b);
    if (truth)
        return truth;
    if (op == EX_STRING && expr_op(s, b) == EX_STRING && (c->op == EX_EQ || c->op == EX_NE))
        return expr_bool(s, (a == b) == (c->op == EX_EQ));
    return expr_make(s, c->op, c->type, c->flags, c->payload, 2, (Expr[]){a, b});
}

/* Integer functions of Integer literals; 0 on overflow or division by zero. */
static Expr fold_integers(ExprStore *s, ExprOp op, int64_t x, int64_t y)
{
    bool divides = y != 0 && !(x == INT64_MIN && y == -1);
    switch (op) {
    case EX_ABS:
        return x == INT64_MIN ? 0 : expr_int(s, x < 0 ? -x : x);
    case EX_SIGN:
        return expr_int(s, x > 0 ? 1 : x < 0 ? -1 : 0);
    case EX_MIN:
        return expr_int(s, x < y ? x : y);
    case EX_MAX:
        return expr_int(s, x > y ? x : y);
    case EX_QUOT:
        return divides ? expr_int(s, x / y) : 0;
    case EX_REM:
        return divides ? expr_int(s, x % y) : 0;
    case EX_MOD:
        return divides ? expr_int(s, x % y + (x % y && (x < 0) != (y < 0) ? y : 0)) : 0;
    default:
        return 0;
    }
}

static Expr fold_function(ExprStore *s, const Call *c)
{
    if (!all_numbers(s, c->n, c->arg))
        return 0;
    if (c->type == T_INT && expr_op(s, c->arg[0]) == EX_INT) {
        int64_t x = (int64_t)expr_node(s, c->arg[0])->payload;
        int64_t y = c->n == 2 ? (int64_t)expr_node(s, c->arg[1])->payload : 0;
        return fold_integers(s, c->op, x, y);
    }
    double x[2] = {expr_number(s, c->arg[0]), c->n == 2 ? expr_number(s, c->arg[1]) : 0};
    double value = op_value(c->op, c->n, x);
    if (!isfinite(value))
        return 0;
    if (c->type == T_REAL)
        return expr_real(s, value);
    return c->type == T_INT && fabs(value) < 0x1p62 ? expr_int(s, (int64_t)value) : 0;
}

/* Elementary functions: f(-u) for odd and even f, equal arguments of min and max. */
static Expr build_function(ExprStore *s, const Call *call)
{
    Call c = *call;
    Expr arg[2];
    KRON_ASSERT(c.n >= 1 && c.n <= 2);
    for (uint32_t i = 0; i < c.n; i++)
        arg[i] = c.type == T_REAL ? expr_to_real(s, c.arg[i]) : c.arg[i];
    c.arg = arg;
    Expr folded = fold_function(s, &c);
    if (folded)
        return folded;
    char parity = op_rule[c.op].parity;
    if (parity && term_negative(s, arg[0])) {
        arg[0] = expr_neg(s, arg[0]);
        Expr f = make(s, &c);
        return parity == 'o' ? expr_neg(s, f) : f;
    }
    if ((c.op == EX_MIN || c.op == EX_MAX) && arg[0] == arg[1])
        return arg[0];
    if (c.op == EX_INTEGER && expr_type(s, arg[0]) == T_INT)
        return arg[0];
    return make(s, &c);
}

static Expr build_conversion(ExprStore *s, const Call *c)
{
    Expr a = c->arg[0];
    const ExprNode *n = expr_node(s, a);
    switch (c->op) {
    case EX_TOREAL:
        return n->type == c->type ? a : n->type == T_INT ? expr_to_real(s, a) : make(s, c);
    case EX_ENUMINT:
        return n->op == EX_ENUM ? expr_int(s, (int64_t)n->payload) : make(s, c);
    default: {
        int64_t last = type_enum_info(s->types, c->type)->n, value = (int64_t)n->payload;
        bool valid = n->op == EX_INT && value >= 1 && value <= last;
        return valid ? expr_enum(s, c->type, value) : make(s, c);
    }
    }
}

static Expr build_concat(ExprStore *s, const Call *c)
{
    if (expr_op(s, c->arg[0]) != EX_STRING || expr_op(s, c->arg[1]) != EX_STRING)
        return make(s, c);
    Buf text = {0};
    for (int i = 0; i < 2; i++)
        buf_puts(&text, name_text(s->names, (Name)expr_node(s, c->arg[i])->payload));
    Name name = name_of(s->names, buf_text(&text), text.n);
    buf_free(&text);
    return expr_string(s, name);
}

/* ---- Operators with a meaning of their own ---- */

/* Whether a variable is in an argument that the call's derivative does not differentiate. */
static bool is_not_differentiated(const ExprStore *s, Expr call, Expr leaf)
{
    if (expr_op(s, call) == EX_PICK)
        call = expr_arg(s, call, 0);
    if (expr_op(s, call) != EX_CALL)
        return false;
    const Func *f = func_get(s, (uint32_t)expr_node(s, call)->payload);
    uint64_t mask = 0;
    for (int k = 0; k < f->nderivatives; k++)
        mask |= f->derivative[k].no_derivative;
    for (uint32_t i = 0; i < expr_node(s, call)->nargs && i < 64; i++)
        if (mask >> i & 1 &&
            expr_has_var(s, expr_arg(s, call, i), (uint32_t)expr_node(s, leaf)->payload))
            return true;
    return false;
}

/* Of a call that is a variable, or a number, is left what has the same derivative. */
static bool is_plain(const ExprStore *s, Expr value, Expr kept)
{
    if (expr_op(s, value) == EX_NEG)
        value = expr_arg(s, value, 0);
    return expr_is_number(s, value) ||
           (expr_op(s, value) == EX_VAR && !is_not_differentiated(s, expr_arg(s, kept, 0), value));
}

static Expr build_special(ExprStore *s, const Call *c)
{
    Expr a = c->arg[0];
    bool literal = expr_is_number(s, a) || expr_op(s, a) == EX_STRING;
    switch (c->op) {
    case EX_PRE:
    case EX_DELAY:
        return literal ? a : make(s, c);
    case EX_DER:
        return literal ? expr_real(s, 0) : make(s, c);
    case EX_EDGE:
    case EX_CHANGE:
        return literal ? expr_bool(s, false) : make(s, c);
    case EX_NOEVENT:
        return op_info[expr_op(s, a)].flags & OPF_LEAF ? a : make(s, c);
    case EX_SMOOTH:
        return op_info[expr_op(s, c->arg[1])].flags & OPF_LEAF ? c->arg[1] : make(s, c);
    case EX_HOMOTOPY:
        return a == c->arg[1] ? a : make(s, c);
    case EX_LATE:
        return is_plain(s, a, c->arg[1]) ? a : make(s, c);
    default: { /* SEMILINEAR */
        Expr real[3];
        for (int i = 0; i < 3; i++)
            real[i] = expr_to_real(s, c->arg[i]);
        if (expr_is_number(s, a))
            return expr_mul2(s, real[0], real[expr_number(s, a) >= 0 ? 1 : 2]);
        return expr_make(s, c->op, c->type, c->flags, c->payload, 3, real);
    }
    }
}

/* ---- Arrays ---- */

/* a[i, j, ..] with literal subscripts, of a constructor or of an array of variables. 0: no. */
static Expr fold_index(ExprStore *s, const Call *c)
{
    Expr array = c->arg[0];
    const TypeInfo *shape = type_info(s->types, expr_type(s, array));
    if (shape->ndims + 1 != (int)c->n)
        return 0;
    for (uint32_t i = 1; i < c->n; i++) {
        int64_t k;
        if (expr_op(s, c->arg[i]) != EX_INT || !expr_is_int_literal(s, c->arg[i], &k) || k < 1 ||
            shape->dim[i - 1] < 0 || k > shape->dim[i - 1])
            return 0;
    }
    if (expr_op(s, array) == EX_ARRVAR) {
        uint64_t offset = 0;
        for (uint32_t i = 1; i < c->n; i++)
            offset = offset * (uint64_t)shape->dim[i - 1] + expr_node(s, c->arg[i])->payload - 1;
        return expr_var(s, shape->scalar, (uint32_t)(expr_node(s, array)->payload + offset));
    }
    uint32_t i = 1;
    for (; i < c->n && expr_op(s, array) == EX_ARRAY; i++)
        array = expr_arg(s, array, (uint32_t)expr_node(s, c->arg[i])->payload - 1);
    if (i == c->n)
        return array;
    if (i == 1)
        return 0;
    Expr rest[MAX_DIMS + 1] = {array};
    for (uint32_t j = i; j < c->n; j++)
        rest[1 + j - i] = c->arg[j];
    return expr_build(s, EX_INDEX, c->type, c->flags, c->payload, 1 + c->n - i, rest);
}

static Expr fold_size(ExprStore *s, const Call *c)
{
    const TypeInfo *shape = type_info(s->types, expr_type(s, c->arg[0]));
    int64_t k;
    if (c->n != 2 || !expr_is_int_literal(s, c->arg[1], &k) || k < 1 || k > shape->ndims ||
        shape->dim[k - 1] < 0)
        return 0;
    return expr_int(s, shape->dim[k - 1]);
}

/* 0: it is to be converted to the type of the other one. */
static Expr taken_branch(const ExprStore *s, const Call *c)
{
    Expr e = c->arg[expr_node(s, c->arg[0])->payload ? 1 : 2];
    return type_scalar(s->types, expr_type(s, e)) == type_scalar(s->types, c->type) ? e : 0;
}

static Expr build_array(ExprStore *s, const Call *c)
{
    Expr e = 0;
    if (c->op == EX_INDEX)
        e = fold_index(s, c);
    else if (c->op == EX_SIZE)
        e = fold_size(s, c);
    else if (c->op == EX_IF && expr_op(s, c->arg[0]) == EX_BOOL)
        e = taken_branch(s, c);
    else if (c->op == EX_NEG && expr_op(s, c->arg[0]) == EX_NEG)
        e = expr_arg(s, c->arg[0], 0);
    else if (c->op == EX_TOREAL && expr_type(s, c->arg[0]) == c->type)
        e = c->arg[0];
    else if ((c->op == EX_MUL || c->op == EX_DIV) && c->n == 2 && expr_is_one(s, c->arg[1]) &&
             expr_type(s, c->arg[0]) == c->type)
        e = c->arg[0];
    else if (c->op == EX_MUL && c->n == 2 && expr_is_one(s, c->arg[0]) &&
             expr_type(s, c->arg[1]) == c->type)
        e = c->arg[1];
    return e ? e : make(s, c);
}

static bool has_array(const ExprStore *s, const Call *c)
{
    if (type_info(s->types, c->type)->ndims)
        return true;
    for (uint32_t i = 0; i < c->n; i++)
        if (!expr_is_scalar(s, c->arg[i]))
            return true;
    return false;
}

/* ---- The entry ---- */

static Expr build_scalar(ExprStore *s, const Call *c)
{
    const Expr *a = c->arg;
    switch (c->op) {
    case EX_ADD:
        return expr_add(s, c->n, a);
    case EX_SUB:
        return expr_sub(s, a[0], a[1]);
    case EX_MUL:
        return expr_mul(s, c->n, a);
    case EX_DIV:
        return expr_div(s, a[0], a[1]);
    case EX_NEG:
        return expr_neg(s, a[0]);
    case EX_POW:
        return expr_pow(s, a[0], a[1]);
    case EX_LT:
    case EX_LE:
    case EX_GT:
    case EX_GE:
    case EX_EQ:
    case EX_NE:
        return build_relation(s, c);
    case EX_AND:
    case EX_OR:
        return build_logic(s, c);
    case EX_NOT:
        return expr_not(s, a[0]);
    case EX_IF:
        return expr_if(s, a[0], a[1], a[2]);
    case EX_TOREAL:
    case EX_ENUMINT:
    case EX_INTENUM:
        return build_conversion(s, c);
    case EX_CONCAT:
        return build_concat(s, c);
    case EX_PRE:
    case EX_DELAY:
    case EX_DER:
    case EX_EDGE:
    case EX_CHANGE:
    case EX_NOEVENT:
    case EX_SMOOTH:
    case EX_HOMOTOPY:
    case EX_LATE:
    case EX_SEMILINEAR:
        return build_special(s, c);
    default:
        if (op_has_value(c->op))
            return build_function(s, c);
        return make(s, c);
    }
}

/* + - * / ^ on something that is not a number: a wrong expression, reported elsewhere. */
static bool is_misused(const ExprStore *s, const Call *c)
{
    if (c->op < EX_ADD || c->op > EX_POW)
        return false;
    for (uint32_t i = 0; i < c->n; i++)
        if (expr_type(s, c->arg[i]) != T_REAL && expr_type(s, c->arg[i]) != T_INT)
            return true;
    return false;
}

Expr expr_build(ExprStore *s, ExprOp op, Type type, unsigned flags, uint64_t payload, uint32_t n,
                const Expr *args)
{
    Call c = {op, type, flags, payload, n, args};
    if (flags & EF_IMPURE)
        return make(s, &c);
    if (has_array(s, &c))
        return build_array(s, &c);
    if (is_misused(s, &c))
        return make(s, &c);
    Expr e = build_scalar(s, &c);
    return type == T_REAL ? expr_to_real(s, e) : e;
}

static Type applied_scalar(const ExprStore *s, ExprOp op, uint32_t n, const Expr *args)
{
    switch (op) {
    case EX_ADD:
    case EX_SUB:
    case EX_MUL:
    case EX_NEG:
    case EX_MIN:
    case EX_MAX:
    case EX_ABS:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        break;
    case EX_IF:
        args++;
        n--;
        break;
    case EX_SIGN:
    case EX_INTEGER:
        return T_INT;
    default:
        return op_info[op].prec && op_info[op].prec <= 4 ? T_BOOL : T_REAL;
    }
    Type type = type_scalar(s->types, expr_type(s, args[0]));
    for (uint32_t i = 1; i < n; i++)
        if (type_scalar(s->types, expr_type(s, args[i])) == T_REAL)
            type = T_REAL;
    return type;
}

Expr expr_apply(ExprStore *s, ExprOp op, unsigned flags, uint32_t n, const Expr *args)
{
    Type type = applied_scalar(s, op, n, args);
    for (uint32_t i = 0; i < n; i++) {
        if (expr_is_scalar(s, args[i]))
            continue;
        type = type_reshape(s->types, expr_type(s, args[i]), type);
        break;
    }
    return expr_build(s, op, type, flags, 0, n, args);
}
