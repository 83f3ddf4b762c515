/* parser_expr.c - expressions, by precedence climbing: one table gives the level of each operator,
 * so that a bare literal costs one call, not one for each rule of the grammar. The classic language
 * has the same rules, but `**` for the power, no arrays, and signs wherever they make sense. */
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
} operator_of[TK_COUNT] = {
    [N_or] = {LEVEL_OR, OP_OR},
    [N_and] = {LEVEL_AND, OP_AND},
    [TK_LT] = {LEVEL_RELATION, OP_LT},
    [TK_LE] = {LEVEL_RELATION, OP_LE},
    [TK_GT] = {LEVEL_RELATION, OP_GT},
    [TK_GE] = {LEVEL_RELATION, OP_GE},
    [TK_EQ] = {LEVEL_RELATION, OP_EQ},
    [TK_NE] = {LEVEL_RELATION, OP_NE},
    [TK_ADD] = {LEVEL_ADD, OP_ADD},
    [TK_SUB] = {LEVEL_ADD, OP_SUB},
    [TK_DOT_ADD] = {LEVEL_ADD, OP_DOT_ADD},
    [TK_DOT_SUB] = {LEVEL_ADD, OP_DOT_SUB},
    [TK_MUL] = {LEVEL_MUL, OP_MUL},
    [TK_DIV] = {LEVEL_MUL, OP_DIV},
    [TK_DOT_MUL] = {LEVEL_MUL, OP_DOT_MUL},
    [TK_DOT_DIV] = {LEVEL_MUL, OP_DOT_DIV},
    [TK_POW] = {LEVEL_POW, OP_POW},
    [TK_DOT_POW] = {LEVEL_POW, OP_DOT_POW},
};

static const uint8_t sign_of[TK_COUNT] = {
    [TK_ADD] = OP_PLUS,
    [TK_SUB] = OP_NEG,
    [TK_DOT_ADD] = OP_DOT_PLUS,
    [TK_DOT_SUB] = OP_DOT_NEG,
};

static SynExp *operand(Parser *p, int level);

static SynExp *exp_new(Parser *p, SynExpKind kind, Span span)
{
    SynExp *e = ARENA_NEW(p->arena, SynExp);
    e->kind = (uint8_t)kind;
    e->span = span;
    return e;
}

/* A node over the operands pushed since `mark`. */
static SynExp *exp_take(Parser *p, SynExpKind kind, size_t mark, uint32_t beg)
{
    SynExp *e = exp_new(p, kind, span_from(p, beg));
    e->arg = parse_take(p, mark, sizeof *e->arg, &e->n);
    return e;
}

static void push_exp(Parser *p, SynExp *e)
{
    parse_push(p, &e, sizeof e);
}

/* ---- References ---- */

/* "[" subscript { "," subscript } "]";  subscript : ":" | expression */
SynExp **parse_subscripts(Parser *p, int *n)
{
    *n = 0;
    if (!accept(p, TK_LBRACKET))
        return NULL;
    size_t mark = p->top;
    p->subscripts++;
    do {
        SynExp *e = at(p, TK_COLON) ? exp_new(p, XP_COLON, p->tok.span) : parse_exp(p);
        if (e->kind == XP_COLON)
            accept(p, TK_COLON);
        push_exp(p, e);
    } while (accept(p, TK_COMMA));
    p->subscripts--;
    if (at(p, TK_EQUALS))
        parse_fail(p, p->tok.span,
                   "expected `]` after the subscript, found `=`; values for elements stand in "
                   "parentheses: r(R = 10)");
    parse_expect(p, TK_RBRACKET, "`,` or `]` after the subscript");
    SynExp **sub = parse_take(p, mark, sizeof *sub, n);
    if (*n > UINT16_MAX)
        parse_fail(p, sub[0]->span, "more than %d subscripts", UINT16_MAX);
    return sub;
}

static SynRef *ref_new(Parser *p, int n, Span span)
{
    SynRef *r = arena_alloc(p->arena, sizeof *r + (size_t)n * sizeof *r->part);
    r->n = (uint16_t)n;
    r->span = span;
    return r;
}

/* A reference of one part to the current token, which is a keyword or identifier. */
static SynRef *ref_word(Parser *p)
{
    SynRef *r = ref_new(p, 1, p->tok.span);
    r->part[0] = (SynPart){.name = p->tok.name, .span = p->tok.span};
    advance(p);
    return r;
}

/* [ "." ] IDENT [ array-subscripts ] { "." IDENT [ array-subscripts ] } */
SynRef *parse_ref(Parser *p, const char *what)
{
    uint32_t beg = p->tok.span.beg;
    bool global = !p->classic && accept(p, TK_DOT);
    size_t mark = p->top;
    do {
        uint32_t part_beg = p->tok.span.beg;
        SynPart part = {.name = parse_ident(p, what)};
        int n;
        part.sub = parse_subscripts(p, &n);
        if (n && at(p, TK_LBRACKET) && !parse_new_line(p) && !p->matrices)
            parse_fail(p, p->tok.span, "subscripts stand in one pair of brackets: A[1, 2]");
        part.nsubs = (uint16_t)n;
        part.span = span_from(p, part_beg);
        parse_push(p, &part, sizeof part);
        what = "a name after the `.`";
    } while (accept(p, TK_DOT));
    int n = (int)((p->top - mark) / sizeof(SynPart));
    SynRef *r = ref_new(p, n, span_from(p, beg));
    r->global = global;
    memcpy(r->part, p->stack + mark, p->top - mark);
    p->top = mark;
    if (n > UINT16_MAX)
        parse_fail(p, r->span, "the reference has more than %d parts", UINT16_MAX);
    return r;
}

static SynExp *exp_ref(Parser *p, SynRef *r)
{
    SynExp *e = exp_new(p, XP_REF, r->span);
    e->ref = r;
    return e;
}

SynExp *parse_ref_exp(Parser *p)
{
    return exp_ref(p, parse_ref(p, "a name"));
}

/* ---- Calls and arrays ---- */

/* for-index { "," for-index };  for-index : IDENT [ in expression ] */
SynIter *parse_iters(Parser *p, int *n)
{
    size_t mark = p->top;
    do {
        uint32_t beg = p->tok.span.beg;
        if (at(p, TK_LPAR))
            parse_fail(p, p->tok.span, "a loop has no parentheses: for i in 1:3 loop ... end for;");
        SynIter it = {.name = parse_ident(p, "the name of an iterator")};
        if (accept(p, N_in))
            it.range = parse_exp(p);
        it.span = span_from(p, beg);
        parse_push(p, &it, sizeof it);
    } while (accept(p, TK_COMMA));
    return parse_take(p, mark, sizeof(SynIter), n);
}

static SynExp *function_argument(Parser *p);

/* named-argument { "," named-argument };  named-argument : IDENT "=" function-argument */
static void named_arguments(Parser *p, SynCall *call)
{
    size_t mark = p->top;
    do {
        uint32_t beg = p->tok.span.beg;
        if (!at(p, TK_IDENT) || !lex_equals_follows(&p->lx)) {
            parse_fail(p, p->tok.span, "expected `name = value`: the arguments before are named");
            break;
        }
        SynNamedArg arg = {.name = p->tok.name};
        advance(p);
        advance(p);
        arg.value = function_argument(p);
        arg.span = span_from(p, beg);
        parse_push(p, &arg, sizeof arg);
    } while (accept(p, TK_COMMA));
    call->named = parse_take(p, mark, sizeof *call->named, &call->nnamed);
}

/* assert(x > 0, x is not positive): words of a text without quotes. */
static void tell_unquoted(Parser *p, const SynRef *fn)
{
    bool word = at(p, TK_IDENT) || (p->tok.kind && p->tok.kind <= N_within);
    Name name = fn && fn->n == 1 ? fn->part[0].name : 0;
    if (word && p->prev.kind == TK_IDENT && (name == N_assert || name == N_terminate))
        parse_fail(p, (Span){p->prev.span.beg, p->tok.span.end},
                   "the message of `%s` is a text, which stands in double quotes: \"...\"",
                   name == N_assert ? "assert" : "terminate");
}

/* "(" [ function-arguments ] ")"; the current token is the parenthesis. */
static SynCall *call_arguments(Parser *p, SynRef *fn)
{
    SynCall *call = ARENA_NEW(p->arena, SynCall);
    call->fn = fn;
    uint32_t beg = p->tok.span.beg;
    advance(p);
    if (accept(p, TK_RPAR))
        return call;
    size_t mark = p->top;
    bool named = false;
    do {
        named = at(p, TK_IDENT) && lex_equals_follows(&p->lx);
        if (!named)
            push_exp(p, function_argument(p));
    } while (!named && accept(p, TK_COMMA));
    call->arg = parse_take(p, mark, sizeof *call->arg, &call->nargs);
    if (named)
        named_arguments(p, call);
    else if (call->nargs == 1 && accept(p, N_for))
        call->iter = parse_iters(p, &call->niters);
    if (at(p, N_in) && call->nargs == 1)
        parse_fail(p, p->tok.span,
                   "the values of an iterator stand behind `for`: sum(x[i] for i in 1:3)");
    tell_unquoted(p, fn);
    parse_close(p, beg, "`,` or `)` in the arguments");
    return call;
}

static SynExp *exp_call(Parser *p, SynRef *fn)
{
    SynExp *e = exp_new(p, XP_CALL, fn->span);
    e->call = call_arguments(p, fn);
    e->span = span_from(p, fn->span.beg);
    return e;
}

/* function type-specifier "(" [ named-arguments ] ")" */
static SynExp *partial_application(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    SynExp *e = exp_new(p, XP_FUNCTION, p->tok.span);
    advance(p);
    SynRef *fn = parse_ref(p, "a name");
    if (!at(p, TK_LPAR)) {
        parse_expected(p, "`(` after the name of the function");
        return e;
    }
    e->call = call_arguments(p, fn);
    e->span = span_from(p, beg);
    if (e->call->nargs)
        parse_fail(p, e->span, "`function` in an argument takes named arguments only");
    return e;
}

/* function-argument : function-partial-application | expression */
static SynExp *function_argument(Parser *p)
{
    if (!at(p, N_function))
        return parse_exp(p);
    SynExp *e = parse_enter(p) ? partial_application(p) : exp_new(p, XP_END, p->tok.span);
    parse_leave(p);
    return e;
}

/* expression { "," expression } */
SynExp **parse_exp_list(Parser *p, int *n)
{
    size_t mark = p->top;
    do
        push_exp(p, parse_exp(p));
    while (accept(p, TK_COMMA));
    return parse_take(p, mark, sizeof(SynExp *), n);
}

/* `{e for i in r}` is a call of `array`. */
static SynExp *comprehension(Parser *p, SynExp *array)
{
    SynCall *call = ARENA_NEW(p->arena, SynCall);
    call->fn = ref_new(p, 1, array->span);
    call->fn->part[0] = (SynPart){.name = N_array, .span = array->span};
    call->braces = true;
    call->arg = array->arg;
    call->nargs = array->n;
    call->iter = parse_iters(p, &call->niters);
    SynExp *e = exp_new(p, XP_CALL, array->span);
    e->call = call;
    return e;
}

/* Whether the rest of a matrix stands behind this `;`: a `}` on the same line. */
static bool row_follows(const Parser *p)
{
    const char *s = p->lx.text + (p->tok.span.end - p->lx.base);
    return s[strcspn(s, "}\n")] == '}';
}

/* "{" expression ( { "," expression } | for for-indices ) "}" */
static SynExp *array(Parser *p)
{
    SynExp *e = exp_new(p, XP_ARRAY, p->tok.span);
    advance(p);
    if (at(p, TK_RBRACE) && !p->annotations)
        parse_fail(p, span_join(p->prev.span, p->tok.span),
                   "an array needs an element; an empty one is written `fill(0, 0)`");
    if (!at(p, TK_RBRACE))
        e->arg = parse_exp_list(p, &e->n);
    if (e->n == 1 && accept(p, N_for))
        e = comprehension(p, e);
    if (at(p, TK_SEMICOLON) && e->n > 0 && row_follows(p))
        parse_fail(p, p->tok.span,
                   "rows are separated by `;` in brackets only: [1, 2; 3, 4], or {{1, 2}, {3, 4}}");
    parse_expect(p, TK_RBRACE, "`,` or `}` in the array");
    e->span = span_from(p, e->span.beg);
    return e;
}

/* In the classic language one row, or one column, is a vector; more are a matrix. */
static SynExp *classic_matrix(SynExp *m)
{
    bool column = m->n > 1;
    for (int i = 0; i < m->n; i++)
        column = column && m->arg[i]->n == 1;
    if (m->n == 1)
        m = m->arg[0];
    for (int i = 0; i < m->n && m->kind == XP_MATRIX; i++)
        if (column)
            m->arg[i] = m->arg[i]->arg[0];
        else
            m->arg[i]->kind = XP_ARRAY;
    m->kind = XP_ARRAY;
    return m;
}

/* "[" expression-list { ";" expression-list } "]" */
static SynExp *matrix(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    size_t mark = p->top;
    advance(p);
    p->matrices++;
    do {
        SynExp *row = exp_new(p, XP_ROW, p->tok.span);
        row->arg = parse_exp_list(p, &row->n);
        row->span = span_from(p, row->span.beg);
        push_exp(p, row);
    } while (accept(p, TK_SEMICOLON));
    parse_expect(p, TK_RBRACKET, "`,`, `;` or `]` in the matrix");
    p->matrices--;
    SynExp *m = exp_take(p, XP_MATRIX, mark, beg);
    return p->classic && !at(p, TK_ERROR) ? classic_matrix(m) : m;
}

/* What stands behind "(" expression ")": subscripts or a field. */
static SynExp *selection(Parser *p, SynExp *of)
{
    size_t mark = p->top;
    if (p->classic || (!at(p, TK_LBRACKET) && !at(p, TK_DOT)))
        return of;
    push_exp(p, of);
    Name field = 0;
    if (accept(p, TK_DOT)) {
        field = p->tok.name;
        parse_expect(p, TK_IDENT, "the name of a field");
    } else {
        int n = 0;
        SynExp **sub = parse_subscripts(p, &n);
        for (int i = 0; i < n; i++)
            push_exp(p, sub[i]);
    }
    SynExp *e = exp_take(p, XP_SELECT, mark, of->span.beg);
    e->field = field;
    return e;
}

/* "(" [ expression ] { "," [ expression ] } ")"; classic: "(" expression ")" */
static SynExp *parenthesis(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    size_t mark = p->top;
    advance(p);
    do
        push_exp(p, !p->classic && (at(p, TK_COMMA) || at(p, TK_RPAR)) ? NULL : parse_exp(p));
    while (!p->classic && accept(p, TK_COMMA));
    parse_close(p, beg, p->classic ? "`)`" : "`,` or `)`");
    SynExp *e = exp_take(p, XP_TUPLE, mark, beg);
    if (e->n > 1)
        return e;
    if (!e->arg[0]) {
        e->n = 0;
        e->arg = NULL;
        return e;
    }
    SynExp *inner = e->arg[0];
    inner->paren = true;
    inner->span = e->span;
    return selection(p, inner);
}

/* ---- Primaries and operators ---- */

static SynExp *literal(Parser *p, SynExpKind kind)
{
    SynExp *e = exp_new(p, kind, p->tok.span);
    if (kind == XP_REAL)
        e->r = p->tok.r;
    else if (kind == XP_STRING)
        e->str = p->tok.name;
    else
        e->i = kind == XP_INT ? p->tok.i : at(p, N_true);
    advance(p);
    return e;
}

/* `der`, `initial` or `pure` with its arguments. */
static SynExp *keyword_call(Parser *p)
{
    SynRef *fn = ref_word(p);
    if (at(p, TK_LPAR))
        return exp_call(p, fn);
    parse_expected(p, "`(`");
    return exp_new(p, XP_END, fn->span);
}

/* Whether equations or statements follow this keyword at once. */
static bool opens_body(int kind)
{
    return kind == N_equation || kind == N_algorithm || kind == N_then || kind == N_else ||
           kind == N_loop;
}

static SynExp *reference_or_call(Parser *p)
{
    SynRef *r = parse_ref(p, "a name");
    if (p->classic && r->n == 1)
        classic_predefined(p, r);
    if (at(p, TK_LPAR))
        return exp_call(p, r);
    return exp_ref(p, r);
}

/* primary : UNSIGNED-NUMBER | STRING | false | true
 *         | ( component-reference | der | initial | pure ) function-call-args
 *         | component-reference | "(" output-expression-list ")"
 *         | "[" expression-list { ";" expression-list } "]" | "{" array-arguments "}" | end
 * After an error the node is a place holder that is never used. In the classic language an `if`
 * among operators means the same as in parentheses. */
SynExp *parse_primary(Parser *p)
{
    SynExp *e;
    switch (p->tok.kind) {
    case TK_INT:
        return literal(p, XP_INT);
    case TK_REAL:
        return literal(p, XP_REAL);
    case TK_STRING:
        return literal(p, XP_STRING);
    case N_true:
    case N_false:
        return literal(p, XP_BOOL);
    case TK_DOT:
        if (p->classic)
            break;
        /* fall through */
    case TK_IDENT:
        return reference_or_call(p);
    case N_der:
        if (lex_peek(&p->lx).kind == TK_IDENT)
            parse_fail(p, p->tok.span, "the argument of `der` stands in parentheses: der(x)");
        /* fall through */
    case N_initial:
    case N_pure:
        return keyword_call(p);
    case TK_LPAR:
        return parenthesis(p);
    case TK_LBRACKET:
        return matrix(p);
    case TK_LBRACE:
        return array(p);
    case N_end:
        if (p->subscripts)
            return literal(p, XP_END);
        break;
    case N_if:
        if (!p->classic)
            parse_report(p, p->tok.span, "an `if` expression must stand in parentheses here");
        e = parse_exp(p);
        e->paren = true;
        return e;
    default:
        break;
    }
    if (at(p, TK_MUL) && p->prev.kind == TK_MUL)
        parse_fail(p, (Span){p->prev.span.beg, p->tok.span.end},
                   "expected an expression after `*`; a power is written `^`: x^2");
    else if ((p->prev.kind == N_and || p->prev.kind == N_or) && p->tok.kind >= TK_LT &&
             p->tok.kind <= TK_NE)
        parse_fail(p, p->tok.span, "both sides of a relation are written: x > 0 %s x < 5",
                   name_text(p->ctx->names, (Name)p->prev.kind));
    else if (at(p, TK_SEMICOLON) && opens_body(p->prev.kind) && !parse_new_line(p))
        parse_fail(p, p->tok.span, "no `;` stands behind `%s`",
                   name_text(p->ctx->names, (Name)p->prev.kind));
    else
        parse_expected(p, "an expression");
    return exp_new(p, XP_END, p->tok.span);
}

/* A sign or `not` before an operand that binds more tightly than it, as in `x^-2`: the meaning is
 * clear, but Modelica wants parentheses. */
static SynExp *misplaced_operand(Parser *p, int level)
{
    SynExp *e = parse_enter(p) ? operand(p, level) : exp_new(p, XP_END, p->tok.span);
    parse_leave(p);
    return e;
}

/* add-operator term  |  not relation */
static SynExp *prefixed(Parser *p, int level)
{
    bool negation = at(p, N_not);
    uint32_t beg = p->tok.span.beg;
    SynOp op = negation ? OP_NOT : (SynOp)sign_of[p->tok.kind];
    bool misplaced = level > (negation ? LEVEL_NOT : LEVEL_ADD);
    if (misplaced && !p->classic)
        parse_report(p, p->tok.span, "%s and its operand must stand in parentheses here",
                     parse_spell(p, &p->tok));
    advance(p);
    SynExp *arg =
        misplaced ? misplaced_operand(p, level) : operand(p, negation ? LEVEL_RELATION : LEVEL_MUL);
    SynExp *e = exp_new(p, XP_UNARY, span_from(p, beg));
    e->op = (uint8_t)op;
    e->paren = misplaced;
    e->n = 1;
    e->arg = arena_copy(p->arena, &arg, sizeof arg);
    return e;
}

/* A relation or power, neither of which can be repeated. */
static SynExp *binary(Parser *p, SynExp *left, int level)
{
    size_t mark = p->top;
    uint8_t op = operator_of[p->tok.kind].op;
    advance(p);
    push_exp(p, left);
    push_exp(p, operand(p, level + 1));
    SynExp *e = exp_take(p, XP_BINARY, mark, left->span.beg);
    e->op = op;
    if (operator_of[p->tok.kind].level == level)
        parse_fail(p, p->tok.span,
                   level == LEVEL_POW ? "a power of a power needs parentheses"
                   : op == OP_EQ      ? "relations cannot be chained; connect them with `and`; an "
                                        "equation is written with one `=`"
                                      : "relations cannot be chained; connect them with `and`");
    return e;
}

/* first { operator operand } of one level as one node. */
static SynExp *chain(Parser *p, SynExp *first, int level)
{
    struct {
        SynExp *arg;
        uint8_t op;
    } link = {first, OP_NONE};
    size_t mark = p->top;
    parse_push(p, &link, sizeof link);
    while (operator_of[p->tok.kind].level == level) {
        link.op = operator_of[p->tok.kind].op;
        advance(p);
        link.arg = operand(p, level + 1);
        parse_push(p, &link, sizeof link);
    }
    SynExp *e = exp_new(p, XP_CHAIN, span_from(p, first->span.beg));
    e->n = (int)((p->top - mark) / sizeof link);
    e->arg = ARENA_ARRAY(p->arena, SynExp *, e->n);
    e->ops = ARENA_ARRAY(p->arena, uint8_t, e->n);
    for (int i = 0; i < e->n; i++) {
        memcpy(&link, p->stack + mark + (size_t)i * sizeof link, sizeof link);
        e->arg[i] = link.arg;
        e->ops[i] = link.op;
    }
    p->top = mark;
    return e;
}

/* An expression whose operators bind at least as tightly as `level`:
 *   logical-expression : logical-term { or logical-term }
 *   logical-term : logical-factor { and logical-factor }
 *   logical-factor : [ not ] relation
 *   relation : arithmetic-expression [ relational-operator arithmetic-expression ]
 *   arithmetic-expression : [ add-operator ] term { add-operator term }
 *   term : factor { mul-operator factor }
 *   factor : primary [ ("^" | ".^") primary ] */
static SynExp *operand(Parser *p, int level)
{
    bool prefix = sign_of[p->tok.kind] || at(p, N_not);
    SynExp *e = prefix ? prefixed(p, level) : parse_primary(p);
    for (;;) {
        int next = operator_of[p->tok.kind].level;
        if (next < level || !next)
            return e;
        e = next == LEVEL_POW || next == LEVEL_RELATION ? binary(p, e, next) : chain(p, e, next);
    }
}

/* simple-expression : logical-expression [ ":" logical-expression [ ":" logical-expression ] ] */
SynExp *parse_simple_exp(Parser *p)
{
    SynExp *first = operand(p, LEVEL_OR);
    if (p->classic || !at(p, TK_COLON))
        return first;
    size_t mark = p->top;
    push_exp(p, first);
    for (int i = 0; i < 2 && at(p, TK_COLON); i++) {
        Span colon = p->tok.span;
        advance(p);
        if (first->kind == XP_BINARY && first->op >= OP_LT && first->op <= OP_NE &&
            parse_new_line(p))
            parse_fail(p, colon,
                       "a condition ends with `then`, not with `:`, and what depends on it with "
                       "`end`: if x > 0 then y = 1; else y = 2; end if;");
        push_exp(p, operand(p, LEVEL_OR));
    }
    return exp_take(p, XP_RANGE, mark, first->span.beg);
}

/* if expression then expression { elseif expression then expression } else expression */
static SynExp *if_expression(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    size_t mark = p->top;
    do {
        advance(p);
        push_exp(p, parse_exp(p));
        if (at(p, TK_EQUALS))
            parse_fail(p, p->tok.span,
                       "expected `then` after the condition, found `=`; to compare write `==`");
        parse_expect(p, N_then, "`then` after the condition");
        push_exp(p, parse_exp(p));
    } while (at(p, N_elseif));
    if (at(p, TK_IDENT) && !parse_new_line(p) && parse_is_elseif(p))
        parse_fail(p, p->tok.span, "%s is no keyword; is it `elseif`?", parse_spell(p, &p->tok));
    parse_expect(p, N_else, "`else` in the `if` expression");
    push_exp(p, parse_exp(p));
    return exp_take(p, XP_IF, mark, beg);
}

/* expression : simple-expression | if-expression */
SynExp *parse_exp(Parser *p)
{
    if (!parse_enter(p)) {
        parse_leave(p);
        return exp_new(p, XP_END, p->tok.span);
    }
    SynExp *e = at(p, N_if) ? if_expression(p) : parse_simple_exp(p);
    parse_leave(p);
    return e;
}

bool parse_is_call(const SynExp *e)
{
    if (e->kind != XP_CALL || e->paren || e->call->braces)
        return false;
    Name fn = e->call->fn->part[0].name;
    return fn != N_der && fn != N_initial && fn != N_pure;
}
