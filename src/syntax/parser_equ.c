/* parser_equ.c - equation and algorithm sections. Equations and statements share one node type and
 * most of their syntax; `algorithm` tells which is being read. */
#include "syntax/parser_internal.h"

/* What differs between the two kinds of sections. */
typedef struct Dialect {
    bool algorithm;
    const char *item; /* for messages */
} Dialect;

static const Dialect equation_dialect = {false, "the equation"};
static const Dialect algorithm_dialect = {true, "the statement"};

static SynBranch parse_body(Parser *p, const Dialect *d, SynExp *condition);

bool parse_is_block(int keyword)
{
    return keyword == N_if || keyword == N_for || keyword == N_when || keyword == N_while;
}

static SynEqu *equ_new(Parser *p, SynEquKind kind)
{
    SynEqu *e = ARENA_NEW(p->arena, SynEqu);
    e->kind = (uint8_t)kind;
    e->span = p->tok.span;
    return e;
}

/* ---- Blocks ---- */

static bool is_open(const Parser *p, int keyword)
{
    const Block *b = p->block;
    while (b && b->kind != keyword)
        b = b->outer;
    return b != NULL;
}

/* end KEYWORD. If it closes something else that is open, it is left for that. */
static void end_block(Parser *p, Span opening, Span else_if, int keyword)
{
    Token next = at(p, N_end) ? lex_peek(&p->lx) : p->tok;
    if (at(p, N_end) && next.kind == keyword) {
        advance(p);
        advance(p);
        return;
    }
    const char *word = text_of(p->ctx, (Name)keyword);
    bool other = at(p, N_end) && parse_is_block(next.kind) && !is_open(p, next.kind);
    const char *found = parse_spell(p, &next);
    const char *end = at(p, N_end) ? "`end` " : "";
    if (!other && else_if.end) {
        parse_fail(p, else_if,
                   "`else if` begins an `if` of its own, which needs an `end if` too: write "
                   "`elseif`");
    } else if (keyword == N_when && at(p, N_else)) {
        parse_fail(
            p, p->tok.span,
            "a `when` acts at the instant at which its condition becomes true, and has no `else`: "
            "write `elsewhen` with another condition, or an `if`");
    } else if (!other) {
        parse_fail(p, p->tok.span, "expected `end %s`, found %s%s", word, end, found);
    } else {
        parse_report(p, p->tok.span, "expected `end %s`, found %s%s", word, end, found);
        advance(p);
        advance(p);
    }
    parse_note(p, opening, "the `%s` begins here%s", word,
               other && keyword == N_if && next.kind == N_when   ? ": is it to be a `when`?"
               : other && keyword == N_when && next.kind == N_if ? ": is it to be an `if`?"
                                                                 : "");
}

/* One branch: its condition, `then` or `loop`, and its body. Clears *whole after an error. */
static SynBranch conditional_branch(Parser *p, const Dialect *d, int keyword, bool *whole)
{
    bool loop = keyword == N_loop;
    advance(p);
    SynExp *condition = parse_exp(p);
    *whole &= parse_header_end(p, keyword, loop ? "`loop`" : "`then` after the condition");
    return parse_body(p, d, condition);
}

/* if e then BODY { elseif e then BODY } [ else BODY ] end if,
 * when e then BODY { elsewhen e then BODY } end when,   while e loop BODY end while */
static bool branches(Parser *p, const Dialect *d, SynEqu *e, int keyword)
{
    bool whole = true;
    int more = keyword == N_if ? N_elseif : N_elsewhen,
        header = keyword == N_while ? N_loop : N_then;
    size_t mark = p->top;
    SynBranch b = conditional_branch(p, d, header, &whole);
    parse_push(p, &b, sizeof b);
    while (keyword != N_while && at(p, more)) {
        b = conditional_branch(p, d, header, &whole);
        parse_push(p, &b, sizeof b);
    }
    if (keyword == N_if && accept(p, N_else)) {
        b = parse_body(p, d, NULL);
        parse_push(p, &b, sizeof b);
    }
    e->branch = parse_take(p, mark, sizeof b, &e->nbranches);
    return whole;
}

/* for for-indices loop BODY end for */
static bool for_loop(Parser *p, const Dialect *d, SynEqu *e)
{
    advance(p);
    e->iter = parse_iters(p, &e->niters);
    bool whole = parse_header_end(p, N_loop, "`loop`");
    SynBranch b = parse_body(p, d, NULL);
    e->nbranches = 1;
    e->branch = arena_copy(p->arena, &b, sizeof b);
    return whole;
}

static SynEqu *block(Parser *p, const Dialect *d)
{
    int keyword = p->tok.kind;
    Span opening = p->tok.span;
    SynEqu *e = equ_new(p, keyword == N_if      ? SE_IF
                           : keyword == N_for   ? SE_FOR
                           : keyword == N_while ? SE_WHILE
                                                : SE_WHEN);
    bool whole = parse_enter_block(p);
    if (whole) {
        if (keyword == N_if && p->block && p->prev.kind == N_else && !parse_new_line(p))
            p->block->else_if = (Span){p->prev.span.beg, opening.end};
        Block b = {keyword, {0}, p->block};
        p->block = &b;
        whole = keyword == N_for ? for_loop(p, d, e) : branches(p, d, e, keyword);
        p->block = b.outer;
        end_block(p, opening, b.else_if, keyword);
    }
    parse_leave(p);
    return whole ? e : NULL;
}

/* ---- Single equations and statements ---- */

/* An end of a connection: a name, nothing computed. */
static SynExp *connected(Parser *p)
{
    bool number = at(p, TK_INT) || at(p, TK_REAL) || at(p, TK_SUB) || at(p, TK_ADD);
    SynExp *e = number ? NULL : parse_ref_exp(p);
    bool relation = p->tok.kind > TK_EQUALS && p->tok.kind <= TK_NE;
    if (number || relation || (p->tok.kind >= TK_ADD && p->tok.kind <= TK_DIV))
        parse_fail(
            p, p->tok.span,
            "`connect` takes two connectors, not expressions: a signal is changed by a block, or "
            "by an equation, b.u = 2*a.y");
    return e;
}

/* connect "(" component-reference "," component-reference ")" */
SynEqu *parse_connect(Parser *p)
{
    SynEqu *e = equ_new(p, SE_CONNECT);
    advance(p);
    parse_expect(p, TK_LPAR, "`(` after `connect`");
    e->lhs = connected(p);
    parse_expect(p, TK_COMMA, "`,` between the connectors");
    e->rhs = connected(p);
    if (at(p, TK_COMMA))
        parse_fail(p, p->tok.span, "`connect` takes two connectors: connect(a, b); connect(a, c);");
    parse_expect(p, TK_RPAR, "`)` after the connectors");
    return e;
}

/* endif, end_for, endwhile: the word after `end`; NULL: it is another name. */
static const char *joined_end(const Parser *p, const SynExp *lhs)
{
    static const char *const word[] = {"if", "for", "while", "when"};
    if (lhs->kind != XP_REF || lhs->ref->n != 1)
        return NULL;
    const char *name = name_text(p->ctx->names, lhs->ref->part[0].name);
    if (strncasecmp(name, "end", 3) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcasecmp(name + 3 + (name[3] == '_'), word[i]))
            return word[i];
    return NULL;
}

/* The mistakes that beginners make after the left-hand side. */
static void wrong_equation(Parser *p, const SynExp *lhs)
{
    const char *ends = joined_end(p, lhs);
    if (ends) {
        parse_fail(p, lhs->span, "it is written in two words: `end %s`", ends);
    } else if (at(p, TK_IDENT) && lhs->kind == XP_REF) {
        parse_blame_section(p, 1);
        parse_fail(p, lhs->span,
                   "a declaration cannot stand here; put it before `equation` or after `public`");
    } else if (lhs->kind == XP_BINARY && lhs->op == OP_EQ && !lhs->paren) {
        parse_fail(p, lhs->span, "an equation is written with `=`, not `==`");
    } else if (lhs->kind == XP_BINARY && lhs->op >= OP_LT && lhs->op <= OP_GE && !lhs->paren) {
        parse_fail(p, lhs->span,
                   "an inequality is no equation: assert(x <= 5, \"text\") checks one, and "
                   "y = min(x, 5) limits a value");
    } else if (at(p, TK_COMMA) && lhs->kind == XP_REF) {
        parse_fail(p, p->tok.span,
                   "several results of a function stand in parentheses: (a, b) = f(x)");
    } else {
        parse_expected(p, at(p, TK_SEMICOLON) ? "`=`, as an equation has two sides" : "`=`");
    }
}

/* simple-expression "=" expression  |  component-reference function-call-args */
static SynEqu *simple_equation(Parser *p)
{
    SynEqu *e = equ_new(p, SE_EQUALS);
    e->lhs = parse_simple_exp(p);
    if (at(p, TK_ASSIGN)) {
        parse_blame_section(p, 3);
        parse_report(p, p->tok.span, "an equation is written with `=`; `:=` is for algorithms");
    }
    if (accept(p, TK_EQUALS) || accept(p, TK_ASSIGN))
        e->rhs = parse_exp(p);
    else if (parse_is_call(e->lhs))
        e->kind = SE_CALL;
    else
        wrong_equation(p, e->lhs);
    return e;
}

/* component-reference ( ":=" expression | function-call-args )
 * | "(" output-expression-list ")" ":=" component-reference function-call-args */
static SynEqu *assignment(Parser *p)
{
    SynEqu *e = equ_new(p, SE_ASSIGN);
    e->lhs = parse_primary(p);
    if (at(p, TK_EQUALS)) {
        parse_blame_section(p, 3);
        parse_report(p, p->tok.span, "an assignment is written with `:=`; `=` is for equations");
    }
    if (!at(p, TK_ASSIGN) && !at(p, TK_EQUALS)) {
        e->kind = SE_CALL;
        if (at(p, TK_IDENT) && e->lhs->kind == XP_REF) {
            parse_blame_section(p, 1);
            parse_fail(p, e->lhs->span,
                       "a declaration cannot stand here; put it before `algorithm`");
        } else if (!parse_is_call(e->lhs)) {
            parse_expected(p, "`:=`");
        }
        return e;
    }
    if (e->lhs->kind == XP_REF && e->lhs->paren) { /* `(a) := f(x)` takes the first result */
        e->lhs->paren = false;
    } else if (e->lhs->kind != XP_REF && e->lhs->kind != XP_TUPLE) {
        parse_fail(p, e->lhs->span, "only a variable, or several in parentheses, can be assigned%s",
                   e->lhs->kind == XP_CALL ? "; what der(x) is stands in an equation" : "");
    }
    advance(p);
    e->rhs = parse_exp(p);
    if (e->lhs->kind == XP_TUPLE && !at(p, TK_ERROR) && e->rhs->kind != XP_CALL)
        parse_fail(p, e->rhs->span, "several variables can only be assigned from a function call");
    return e;
}

static SynEqu *keyword_statement(Parser *p, SynEquKind kind)
{
    SynEqu *e = equ_new(p, kind);
    advance(p);
    if (kind == SE_RETURN && !at(p, TK_SEMICOLON) && !parse_new_line(p) && !at(p, TK_EOF))
        parse_fail(p, p->tok.span,
                   "`return` has no value: assign the output before it, y := ...; return;");
    return e;
}

/* equation or statement, without its description */
static SynEqu *undescribed(Parser *p, const Dialect *d)
{
    switch (p->tok.kind) {
    case N_while:
        if (!d->algorithm)
            break;
        /* fall through */
    case N_if:
    case N_for:
    case N_when:
        return block(p, d);
    case N_connect:
        if (d->algorithm)
            break;
        return parse_connect(p);
    case N_break:
    case N_return:
        if (!d->algorithm)
            break;
        return keyword_statement(p, at(p, N_break) ? SE_BREAK : SE_RETURN);
    default:
        return d->algorithm ? assignment(p) : simple_equation(p);
    }
    parse_blame_section(p, 1);
    parse_fail(
        p, p->tok.span, "%s can only stand in an %s section%s", parse_spell(p, &p->tok),
        d->algorithm ? "equation" : "algorithm",
        at(p, N_while)
            ? "; equations hold at all times, under a condition by `if`, at an instant by `when`"
            : "");
    return NULL;
}

/* What only a class is annotated with: the `;` of the equation before it is missing. */
static void check_annotation(Parser *p, const SynMod *annotation, Span end)
{
    static const char *const of_class[] = {"experiment", "Icon", "Diagram", "Documentation",
                                           "uses"};
    for (int i = 0; annotation && i < annotation->nargs; i++)
        for (size_t k = 0; k < sizeof of_class / sizeof *of_class; k++)
            if (annotation->arg[i]->name.n == 1 &&
                !strcmp(name_text(p->ctx->names, annotation->arg[i]->name.part[0]), of_class[k])) {
                diag_warning(p->ctx->diags, (Span){end.end - 1, end.end},
                             "a `;` is missing here: `%s` is for the model, but this annotation "
                             "belongs to the equation",
                             of_class[k]);
                return;
            }
}

static SynEqu *described(Parser *p, const Dialect *d)
{
    uint32_t beg = p->tok.span.beg;
    SynEqu *e = undescribed(p, d);
    Name description = parse_description_string(p);
    Span before = p->prev.span;
    SynMod *annotation = at(p, N_annotation) ? parse_annotation(p) : NULL;
    check_annotation(p, annotation, before);
    if (!e)
        return NULL;
    e->description = description;
    e->annotation = annotation;
    e->span = span_from(p, beg);
    return e;
}

/* Whether the current token can begin an equation or statement. */
static bool item_begins(Parser *p)
{
    if (at(p, N_initial))
        return !(parse_role[lex_peek(&p->lx).kind] & RECOVERS);
    return !(parse_role[p->tok.kind] & ENDS_SECTION);
}

/* { equation ";" }  or  { statement ";" }, pushed on the stack */
static void push_items(Parser *p, const Dialect *d)
{
    while (item_begins(p)) {
        uint32_t beg = parse_begin_statement(p);
        SynEqu *e = described(p, d);
        if (parse_end_statement(p, beg, d->item) && e)
            parse_push(p, &e, sizeof e);
    }
}

static SynBranch parse_body(Parser *p, const Dialect *d, SynExp *condition)
{
    SynBranch b = {.condition = condition};
    size_t mark = p->top;
    push_items(p, d);
    b.body = parse_take(p, mark, sizeof *b.body, &b.n);
    return b;
}

/* ---- Sections ---- */

static bool at_stray(Parser *p)
{
    return at(p, N_else) || at(p, N_elseif) || at(p, N_elsewhen) ||
           (at(p, N_end) && parse_is_block(lex_peek(&p->lx).kind));
}

/* Skips an `else`, `end if` or the like that belongs to nothing. */
static void parse_skip_stray(Parser *p)
{
    bool end = accept(p, N_end);
    parse_report(p, end ? span_join(p->prev.span, p->tok.span) : p->tok.span,
                 "%s%s belongs to nothing that is open", end ? "`end` " : "",
                 parse_spell(p, &p->tok));
    int keyword = p->tok.kind;
    advance(p);
    if (keyword != N_else) /* skip a condition, or the `;` after `end if` */
        while (!at(p, TK_EOF) && !at(p, N_end) && !accept(p, N_then) && !accept(p, TK_SEMICOLON))
            advance(p);
}

/* [ initial ] equation { equation ";" }  |  [ initial ] algorithm { statement ";" } */
SynSection *parse_section(Parser *p, int keyword)
{
    SynSection *s = ARENA_NEW(p->arena, SynSection);
    uint32_t beg = parse_begin_statement(p);
    s->initial = accept(p, N_initial);
    s->algorithm = at(p, N_algorithm) || keyword == N_algorithm;
    if (!keyword && !accept(p, N_algorithm) && !accept(p, N_equation)) {
        parse_expected(p, "`equation` or `algorithm` after `initial`");
        parse_end_statement(p, beg, "the section");
        return NULL;
    }
    const Dialect *d = s->algorithm ? &algorithm_dialect : &equation_dialect;
    if (at(p, TK_COLON)) {
        parse_report(p, p->tok.span, "no `:` stands after `%s`",
                     s->algorithm ? "algorithm" : "equation");
        advance(p);
    }
    Block *outer = p->block;
    size_t mark = p->top;
    int failures = p->failures;
    p->block = NULL;
    push_items(p, d);
    while (at_stray(p)) {
        parse_begin_statement(p);
        p->blamed = p->failures > failures; /* an earlier mistake explains it */
        parse_skip_stray(p);
        push_items(p, d);
    }
    p->block = outer;
    s->item = parse_take(p, mark, sizeof *s->item, &s->n);
    s->span = span_from(p, beg);
    return s;
}
