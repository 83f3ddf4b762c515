/* classic_expr.c - expressions, equations and modification in the classic language. The nodes are
 * those of the Modelica parser; precedence climbing over a table of operators. */
#include "syntax/classic_internal.h"

/* Levels of binding, weakest first. */
enum {
    LEVEL_OR = 1,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_RELATION,
    LEVEL_ADD,
    LEVEL_MUL,
    LEVEL_POW,
    LEVEL_PRIMARY
};

static const struct {
    uint8_t level, op;
} operator_of[CK_COUNT] = {
    [CK_OR] = {LEVEL_OR, OP_OR},       [CK_AND] = {LEVEL_AND, OP_AND},
    [CK_LT] = {LEVEL_RELATION, OP_LT}, [CK_LE] = {LEVEL_RELATION, OP_LE},
    [CK_GT] = {LEVEL_RELATION, OP_GT}, [CK_GE] = {LEVEL_RELATION, OP_GE},
    [CK_EQ] = {LEVEL_RELATION, OP_EQ}, [CK_NE] = {LEVEL_RELATION, OP_NE},
    [CK_ADD] = {LEVEL_ADD, OP_ADD},    [CK_SUB] = {LEVEL_ADD, OP_SUB},
    [CK_MUL] = {LEVEL_MUL, OP_MUL},    [CK_DIV] = {LEVEL_MUL, OP_DIV},
    [CK_POW] = {LEVEL_POW, OP_POW},
};

static const struct {
    const char *classic, *meaning;
} predefined[] = {
    {"Time", "time"}, {"arcsin", "asin"}, {"arccos", "acos"}, {"arctan", "atan"}, {"ln", "log"},
};

Name classic_meaning(Context *ctx, Name name)
{
    const char *text = text_of(ctx, name);
    for (size_t i = 0; i < sizeof predefined / sizeof *predefined; i++)
        if (!strcmp(predefined[i].classic, text))
            return name_cstr(ctx->names, predefined[i].meaning);
    return name;
}

static SynExp *operand(Classic *p, int level);

static SynExp *exp_new(Classic *p, SynExpKind kind, Span span)
{
    SynExp *e = ARENA_NEW(p->arena, SynExp);
    e->kind = (uint8_t)kind;
    e->span = span;
    return e;
}

/* What a failed rule returns; never used. */
static SynExp *place_holder(Classic *p)
{
    return exp_new(p, XP_END, classic_token(p)->span);
}

/* ---- Names ---- */

/* name { "." name }; behind a point any word is a name. */
SynName classic_name(Classic *p, const char *what)
{
    VEC(Name) part = {0};
    uint32_t beg = classic_token(p)->span.beg;
    vec_push(p->arena, &part, classic_ident(p, what));
    while (classic_accept(p, CK_DOT)) {
        const ClassicToken *t = classic_token(p);
        if (t->kind != CK_IDENT && t->kind < CK_MODEL) {
            classic_expected(p, "a name after the `.`");
            break;
        }
        vec_push(p->arena, &part, t->name);
        p->pos++;
    }
    SynName name = {.n = (uint16_t)part.n, .part = part.v, .span = classic_span(p, beg)};
    if (part.n > UINT16_MAX)
        classic_fail(p, name.span, "the name has more than %d parts", UINT16_MAX);
    return name;
}

SynRef *classic_ref(Classic *p, const char *what)
{
    SynName name = classic_name(p, what);
    SynRef *r = arena_alloc(p->arena, sizeof *r + name.n * sizeof *r->part);
    r->n = name.n;
    r->span = name.span;
    for (int i = 0; i < name.n; i++)
        r->part[i] = (SynPart){.name = name.part[i], .span = name.span};
    return r;
}

/* ---- Primaries ---- */

static SynExp *literal(Classic *p, SynExpKind kind)
{
    const ClassicToken *t = classic_token(p);
    SynExp *e = exp_new(p, kind, t->span);
    if (kind == XP_REAL)
        e->r = t->r;
    else if (kind == XP_STRING)
        e->str = t->name;
    else
        e->i = kind == XP_INT ? t->i : t->kind == CK_TRUE;
    p->pos++;
    return e;
}

/* "(" [ expression { "," expression } ] ")" */
static SynCall *arguments(Classic *p, SynRef *fn)
{
    VEC(SynExp *) arg = {0};
    p->pos++;
    if (!classic_accept(p, CK_RPAR)) {
        do
            vec_push(p->arena, &arg, classic_exp(p));
        while (classic_accept(p, CK_COMMA));
        classic_expect(p, CK_RPAR, "`,` or `)` in the arguments");
    }
    SynCall *call = ARENA_NEW(p->arena, SynCall);
    call->fn = fn;
    call->arg = arg.v;
    call->nargs = arg.n;
    return call;
}

static SynExp *reference_or_call(Classic *p)
{
    SynRef *r = classic_ref(p, "a name");
    if (r->n == 1)
        r->part[0].name = classic_meaning(p->ctx, r->part[0].name);
    if (r->n == 1 && r->part[0].name == N_der && !classic_at(p, CK_LPAR))
        classic_expected(p, "`(` after `der`");
    if (!classic_at(p, CK_LPAR)) {
        SynExp *e = exp_new(p, XP_REF, r->span);
        e->ref = r;
        return e;
    }
    SynCall *call = arguments(p, r);
    SynExp *e = exp_new(p, XP_CALL, classic_span(p, r->span.beg));
    e->call = call;
    return e;
}

static SynExp *parenthesis(Classic *p)
{
    uint32_t beg = classic_token(p)->span.beg;
    p->pos++;
    SynExp *e = classic_exp(p);
    classic_expect(p, CK_RPAR, "`)`");
    e->paren = true;
    e->span = classic_span(p, beg);
    return e;
}

/* primary : NUMBER | STRING | true | false | name [ arguments ] | "(" expression ")"
 * An `if` among operators means the same as in parentheses. */
static SynExp *primary(Classic *p)
{
    SynExp *e;
    switch (classic_token(p)->kind) {
    case CK_INT:
        return literal(p, XP_INT);
    case CK_REAL:
        return literal(p, XP_REAL);
    case CK_STRING:
        return literal(p, XP_STRING);
    case CK_TRUE:
    case CK_FALSE:
        return literal(p, XP_BOOL);
    case CK_IDENT:
        return reference_or_call(p);
    case CK_LPAR:
        return parenthesis(p);
    case CK_IF:
        e = classic_exp(p);
        e->paren = true;
        return e;
    default:
        classic_expected(p, "an expression");
        return place_holder(p);
    }
}

/* ---- Operators ---- */

/* A sign or `not`. Before an operand that binds more tightly, as in `x**-2`, it means the same as
 * in parentheses. */
static SynExp *prefixed(Classic *p, int level)
{
    const ClassicToken *t = classic_token(p);
    SynOp op = t->kind == CK_NOT ? OP_NOT : t->kind == CK_SUB ? OP_NEG : OP_PLUS;
    int own = op == OP_NOT ? LEVEL_NOT : LEVEL_ADD;
    uint32_t beg = t->span.beg;
    if (!classic_enter(p)) {
        classic_leave(p);
        return place_holder(p);
    }
    p->pos++;
    SynExp *arg = operand(p, level > own ? level : own + 1);
    classic_leave(p);
    SynExp *e = exp_new(p, XP_UNARY, classic_span(p, beg));
    e->op = (uint8_t)op;
    e->paren = level > own;
    e->n = 1;
    e->arg = arena_copy(p->arena, &arg, sizeof arg);
    return e;
}

/* A relation or power, neither of which can be repeated. */
static SynExp *binary(Classic *p, SynExp *left, int level)
{
    SynExp *arg[2] = {left, NULL};
    uint8_t op = operator_of[classic_token(p)->kind].op;
    p->pos++;
    arg[1] = operand(p, level + 1);
    SynExp *e = exp_new(p, XP_BINARY, classic_span(p, left->span.beg));
    e->op = op;
    e->n = 2;
    e->arg = arena_copy(p->arena, arg, sizeof arg);
    if (operator_of[classic_token(p)->kind].level == level)
        classic_fail(p, classic_token(p)->span,
                     level == LEVEL_POW ? "a power of a power needs parentheses"
                                        : "relations cannot be chained; connect them with `and`");
    return e;
}

/* first { operator operand } of one level as one node. */
static SynExp *chain(Classic *p, SynExp *first, int level)
{
    VEC(SynExp *) arg = {0};
    VEC(uint8_t) ops = {0};
    vec_push(p->arena, &arg, first);
    vec_push(p->arena, &ops, OP_NONE);
    while (operator_of[classic_token(p)->kind].level == level) {
        vec_push(p->arena, &ops, operator_of[classic_token(p)->kind].op);
        p->pos++;
        vec_push(p->arena, &arg, operand(p, level + 1));
    }
    SynExp *e = exp_new(p, XP_CHAIN, classic_span(p, first->span.beg));
    e->n = arg.n;
    e->arg = arg.v;
    e->ops = ops.v;
    return e;
}

/* An expression whose operators bind at least as tightly as `level`; the rules of Modelica, but
 * `**` for the power and no operators on elements of arrays. */
static SynExp *operand(Classic *p, int level)
{
    bool prefix = classic_at(p, CK_ADD) || classic_at(p, CK_SUB) || classic_at(p, CK_NOT);
    SynExp *e = prefix ? prefixed(p, level) : primary(p);
    for (;;) {
        int next = operator_of[classic_token(p)->kind].level;
        if (next < level || !next)
            return e;
        e = next == LEVEL_POW || next == LEVEL_RELATION ? binary(p, e, next) : chain(p, e, next);
    }
}

/* if expression then expression { elseif expression then expression } else expression */
static SynExp *if_expression(Classic *p)
{
    VEC(SynExp *) arg = {0};
    uint32_t beg = classic_token(p)->span.beg;
    do {
        p->pos++;
        vec_push(p->arena, &arg, classic_exp(p));
        classic_expect(p, CK_THEN, "`then` after the condition");
        vec_push(p->arena, &arg, classic_exp(p));
    } while (classic_at(p, CK_ELSEIF));
    classic_expect(p, CK_ELSE, "`else` in the `if` expression");
    vec_push(p->arena, &arg, classic_exp(p));
    SynExp *e = exp_new(p, XP_IF, classic_span(p, beg));
    e->n = arg.n;
    e->arg = arg.v;
    return e;
}

SynExp *classic_exp(Classic *p)
{
    SynExp *e;
    if (!classic_enter(p))
        e = place_holder(p);
    else
        e = classic_at(p, CK_IF) ? if_expression(p) : operand(p, LEVEL_OR);
    classic_leave(p);
    return e;
}

/* ---- Equations ---- */

/* The mistakes that are made after the left-hand side. */
static void wrong_equation(Classic *p, const SynExp *lhs, const ClassicToken *first)
{
    if (p->failed)
        return;
    if (lhs->kind == XP_BINARY && lhs->op == OP_EQ && !lhs->paren)
        classic_fail(p, lhs->span, "an equation is written with `=`, not `==`");
    else if (!classic_misspelt(p, first))
        classic_expected(p, "`=`");
}

/* expression "=" expression */
SynEqu *classic_equation(Classic *p)
{
    const ClassicToken *first = classic_token(p);
    SynEqu *e = ARENA_NEW(p->arena, SynEqu);
    e->kind = SE_EQUALS;
    e->lhs = operand(p, LEVEL_OR);
    if (classic_at(p, CK_ASSIGN))
        classic_report(p, classic_token(p)->span, "write `=`; there is no `:=` in this language");
    if (classic_accept(p, CK_EQUALS) || classic_accept(p, CK_ASSIGN))
        e->rhs = classic_exp(p);
    else
        wrong_equation(p, e->lhs, first);
    e->span = classic_span(p, first->span.beg);
    return e;
}

/* ---- Modification ---- */

/* name { "." name } modification */
static SynArg *modifier(Classic *p)
{
    SynArg *arg = ARENA_NEW(p->arena, SynArg);
    uint32_t beg = classic_token(p)->span.beg;
    arg->name = classic_name(p, "a name");
    arg->mod = classic_modification(p, true);
    arg->span = classic_span(p, beg);
    if (!arg->mod)
        classic_expected(p, "`=` or `(` after the name");
    return arg;
}

/* "(" [ modifier { "," modifier } ] ")" */
static void modifiers(Classic *p, SynMod *m)
{
    VEC(SynArg *) arg = {0};
    m->has_list = true;
    if (classic_accept(p, CK_RPAR))
        return;
    do
        vec_push(p->arena, &arg, modifier(p));
    while (classic_accept(p, CK_COMMA));
    classic_expect(p, CK_RPAR, "`,` or `)` after the value");
    m->arg = arg.v;
    m->nargs = arg.n;
}

SynMod *classic_modification(Classic *p, bool with_value)
{
    if (!classic_at(p, CK_LPAR) && !(with_value && classic_at(p, CK_EQUALS)))
        return NULL;
    SynMod *m = ARENA_NEW(p->arena, SynMod);
    uint32_t beg = classic_token(p)->span.beg;
    if (classic_enter(p)) {
        if (classic_accept(p, CK_LPAR))
            modifiers(p, m);
        if (with_value && classic_accept(p, CK_EQUALS))
            m->value = classic_exp(p);
    }
    classic_leave(p);
    m->span = classic_span(p, beg);
    return m;
}
