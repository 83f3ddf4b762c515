/* classic_parser.c - the parser of the classic language: files, statements, error reports.
 *
 *   file : { model | function | table }
 *   model : "model" [ "type" | "class" ] NAME { declaration | equation | connect } "end" [ NAME ]
 *
 * Every token is read a bounded number of times: O(text). */
#include "syntax/classic.h"
#include "syntax/classic_internal.h"

bool is_classic_file(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && !strcmp(path + n - 4, ".dym");
}

bool classic_at_word(const Parser *p, const char *word)
{
    return at(p, TK_IDENT) && !strcmp(text_of(p->ctx, p->tok.name), word);
}

/* ---- Statements ---- */

/* What tokens other than the keywords that begin statements mean for the end of a statement. */
enum {
    WANTS = 1,     /* more after it: the statement goes on in the next line */
    CONTINUES = 2, /* the statement before it, if it is the first of its line */
    JOINS = WANTS | CONTINUES,
};

static const uint8_t role[TK_COUNT] = {
    [TK_LPAR] = WANTS,     [TK_LBRACKET] = WANTS, [TK_RPAR] = CONTINUES, [TK_RBRACKET] = CONTINUES,
    [TK_COMMA] = JOINS,    [TK_COLON] = JOINS,    [TK_DOT] = JOINS,      [TK_EQUALS] = JOINS,
    [TK_ASSIGN] = JOINS,   [TK_ADD] = WANTS,      [TK_SUB] = WANTS,      [TK_MUL] = JOINS,
    [TK_DIV] = JOINS,      [TK_POW] = JOINS,      [TK_LT] = JOINS,       [TK_LE] = JOINS,
    [TK_GT] = JOINS,       [TK_GE] = JOINS,       [TK_EQ] = JOINS,       [TK_NE] = JOINS,
    [CK_PARALLEL] = JOINS, [CK_REVERSE] = JOINS,  [N_if] = WANTS,        [N_then] = JOINS,
    [N_elseif] = JOINS,    [N_else] = JOINS,      [N_and] = JOINS,       [N_or] = JOINS,
    [N_not] = WANTS,
};

/* Whether the statement goes on between two tokens whatever it is, though a line ends there. */
static bool joined(const Token *t)
{
    return t[-1].kind > CK_END || role[t[-1].kind] & WANTS || role[t->kind] & CONTINUES;
}

/* Parentheses and brackets; in a path declaration also < and >. */
static int nesting(const Token *t, bool path)
{
    switch (t->kind) {
    case TK_LPAR:
    case TK_LBRACKET:
        return 1;
    case TK_RPAR:
    case TK_RBRACKET:
        return -1;
    case TK_LT:
        return path;
    case TK_GT:
        return -path;
    default:
        return 0;
    }
}

/* `at`, `from` and `to` of a connect statement. */
static bool is_preposition(const Lexer *lx, const Token *t)
{
    const char *text = t->kind == TK_IDENT ? text_of(lx->ctx, t->name) : "";
    return !strcmp(text, "at") || !strcmp(text, "from") || !strcmp(text, "to");
}

/* Whether a statement ends before a token, whatever it is. */
static bool is_boundary(const Token *t)
{
    return t->kind == TK_SEMICOLON || t->kind == CK_END || (t->first && t->kind >= CK_MODEL);
}

/* Whether the line that begins at token i, with all that must belong to it, has an `=` outside of
 * parentheses: then it is an equation of its own. */
static bool is_equation(const Lexer *lx, int i)
{
    int depth = 0;
    for (int j = i; j < lx->ntokens; j++) {
        const Token *t = &lx->list[j];
        if (j > i && (is_boundary(t) || (t->first && depth <= 0 && !joined(t))))
            return false;
        if (depth <= 0 && (t->kind == TK_EQUALS || t->kind == TK_ASSIGN))
            return true;
        depth += nesting(t, false);
    }
    return false;
}

/* Whether the statement that begins at `from` goes on at token i, the first of its line. */
static bool goes_on(const Lexer *lx, int from, int i, bool path)
{
    const Token *t = &lx->list[i];
    int keyword = lx->list[from].kind;
    if (keyword >= CK_MODEL && keyword <= CK_END)
        return false;
    if (joined(t) && (role[t->kind] & CONTINUES || !(path && t[-1].kind == TK_GT)))
        return true;
    if (keyword == CK_CONNECT && (is_preposition(lx, t) || is_preposition(lx, t - 1)))
        return true;
    return (t->kind == TK_ADD || t->kind == TK_SUB) && !is_equation(lx, i);
}

static int statement_end(const Lexer *lx, int from)
{
    const Token *t = lx->list;
    bool path = t[from].kind == CK_PATH ||
                (t[from].kind == CK_MAIN && from + 1 < lx->ntokens && t[from + 1].kind == CK_PATH);
    int depth = nesting(&t[from], path), rows = 0, i = from + 1;
    for (; i < lx->ntokens; i++) {
        bool row = t[i].kind == TK_SEMICOLON && rows > 0; /* in a matrix */
        if ((is_boundary(&t[i]) && !row) ||
            (t[i].first && depth <= 0 && !goes_on(lx, from, i, path)))
            break;
        depth += nesting(&t[i], path);
        rows += t[i].kind == TK_LBRACKET;
        rows -= t[i].kind == TK_RBRACKET;
    }
    return i;
}

/* Ends the statement before token i. */
static void set_stop(Lexer *lx, int i)
{
    lx->stop = i;
    lx->eol.span.beg = lx->eol.span.end = lx->list[i - 1].span.end;
}

/* The bounds of the next statement are found; false at the end of the file. */
static bool classic_begin_statement(Parser *p)
{
    Lexer *lx = &p->lx;
    lx->next = lx->stop;
    while (lx->next < lx->ntokens && lx->list[lx->next].kind == TK_SEMICOLON)
        lx->next++;
    lx->stop = lx->next;
    bool more = lx->next < lx->ntokens;
    if (more)
        set_stop(lx, statement_end(lx, lx->next));
    advance(p);
    return more;
}

void classic_one_line(Parser *p)
{
    int i = p->lx.next;
    while (i < p->lx.stop && !p->lx.list[i].first)
        i++;
    set_stop(&p->lx, i);
}

bool classic_end_statement(Parser *p)
{
    if (at(p, TK_RPAR) || at(p, TK_RBRACKET))
        parse_fail(p, p->tok.span, "%s closes nothing that is open", parse_spell(p, &p->tok));
    else if (!at(p, TK_EOF))
        parse_expected(p, "the end of the line");
    return !at(p, TK_ERROR);
}

/* ---- Models ---- */

/* Reports the nearest keyword for a misspelt one; false if there is none. */
static bool misspelt(Parser *p, const Token *t)
{
    static const char *const words[] = {
#define K(id, text) text,
        CLASSIC_KEYWORDS(K)
#undef K
    };
    if (t->kind != TK_IDENT || at(p, TK_ERROR))
        return false;
    Nearest near = nearest_to(p->ctx->diags, text_of(p->ctx, t->name));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        nearest_offer(&near, words[k]);
    if (!near.best)
        return false;
    parse_fail(p, t->span, "expected an equation or a declaration, found `%s`; is it `%s`?",
               near.wanted, near.best);
    return true;
}

/* The mistakes that are made after the left-hand side. */
static void wrong_equation(Parser *p, const SynExp *lhs, const Token *first)
{
    if (at(p, TK_ERROR))
        return;
    if (lhs->kind == XP_BINARY && lhs->op == OP_EQ && !lhs->paren)
        parse_fail(p, lhs->span, "an equation is written with `=`, not `==`");
    else if (!misspelt(p, first))
        parse_expected(p, "`=`");
}

SynEqu *classic_equation(Parser *p)
{
    Token first = p->tok;
    SynEqu *e = ARENA_NEW(p->arena, SynEqu);
    e->kind = SE_EQUALS;
    e->lhs = parse_simple_exp(p);
    if (at(p, TK_ASSIGN))
        parse_report(p, p->tok.span, "write `=`; there is no `:=` in this language");
    if (accept(p, TK_EQUALS) || accept(p, TK_ASSIGN))
        e->rhs = parse_exp(p);
    else
        wrong_equation(p, e->lhs, &first);
    e->span = span_from(p, first.span.beg);
    return e;
}

Name classic_meaning(Context *ctx, Name name)
{
    static const struct {
        const char *classic;
        Name meaning;
    } predefined[] = {{"Time", N_time},   {"arcsin", N_asin}, {"arccos", N_acos},
                      {"arctan", N_atan}, {"ln", N_log},      {"DERIV", N_der}};
    for (size_t i = 0; i < sizeof predefined / sizeof *predefined; i++)
        if (!strcmp(predefined[i].classic, text_of(ctx, name)))
            return predefined[i].meaning;
    return name;
}

void classic_predefined(Parser *p, SynRef *r)
{
    r->part[0].name = classic_meaning(p->ctx, r->part[0].name);
    if (r->part[0].name == N_der && !at(p, TK_LPAR))
        parse_expected(p, "`(` after `der`");
}

static bool is_integral(const Parser *p, const SynExp *e)
{
    return e->kind == XP_CALL && e->call->fn->n == 1 &&
           !strcmp(text_of(p->ctx, e->call->fn->part[0].name), "INTEG");
}

static bool is_complete_integral(Parser *p, const SynExp *e)
{
    bool complete = e->call->nargs == 2 && !e->call->nnamed;
    if (!complete)
        parse_report(p, e->span, "write INTEG(rate, start)");
    return complete;
}

/* x, a variable of the model: der(x) = rate, and x begins with what INTEG(rate, start) says. The
 * call becomes der(x); the rate is returned. */
static SynExp *integrate(Parser *p, SynElement *el, SynExp *x, SynExp *integral)
{
    SynCall *call = integral->call;
    SynExp *rate = call->arg[0], *yes = ARENA_NEW(p->arena, SynExp);
    *yes = (SynExp){.kind = XP_BOOL, .span = integral->span, .i = 1};
    classic_attribute(p, el, N_start, call->arg[1]);
    classic_attribute(p, el, N_fixed, yes);
    call->arg[0] = x;
    call->nargs = 1;
    call->fn->part[0].name = N_der;
    return rate;
}

/* The variable of the model that a reference is; NULL: it is another thing. */
static SynElement *own_variable(const ClassicBody *b, const SynExp *x)
{
    bool plain = x->kind == XP_REF && x->ref->n == 1 && !x->ref->part[0].nsubs;
    uint32_t i = plain ? map_get(&b->declared, x->ref->part[0].name, 0) : 0;
    return i ? b->elem.v[i - 1] : NULL;
}

static SynExp *reference(Parser *p, Name name, Span span)
{
    SynExp *e = ARENA_NEW(p->arena, SynExp);
    SynRef *r = arena_alloc(p->arena, sizeof *r + sizeof *r->part);
    memset(r, 0, sizeof *r);
    r->n = 1;
    r->span = span;
    r->part[0] = (SynPart){.name = name, .span = span};
    *e = (SynExp){.kind = XP_REF, .span = span, .ref = r};
    return e;
}

/* INTEG(rate, start) inside an expression is a variable of its own: INTEG1, INTEG2 ... */
static void name_integral(Parser *p, ClassicBody *b, SynExp *e)
{
    Name name;
    int n = 1;
    do
        name = name_cstr(p->ctx->names, arena_printf(p->arena, "INTEG%d", n++));
    while (map_get(&b->declared, name, 0));
    SynElement *el = is_complete_integral(p, e) ? classic_declare(p, b, name, e->span) : NULL;
    if (!el)
        return;
    SynExp *integral = arena_copy(p->arena, e, sizeof *e);
    SynEqu *q = ARENA_NEW(p->arena, SynEqu);
    *q = (SynEqu){.kind = SE_EQUALS, .span = e->span, .lhs = integral};
    *e = *reference(p, name, e->span);
    q->rhs = integrate(p, el, reference(p, name, e->span), integral);
    vec_push(p->arena, &b->equ, q);
}

/* Depth is that of the syntax. */
static void name_integrals(Parser *p, ClassicBody *b, SynExp *e)
{
    bool call = e && (e->kind == XP_CALL || e->kind == XP_FUNCTION);
    if (!e || e->kind <= XP_REF || e->kind == XP_END || e->kind == XP_COLON)
        return;
    for (int i = 0; i < (call ? e->call->nargs : e->n); i++)
        name_integrals(p, b, call ? e->call->arg[i] : e->arg[i]);
    if (e->kind == XP_CALL && is_integral(p, e))
        name_integral(p, b, e);
}

/* `x = INTEG(rate, start)` is der(x) = rate (FM-18). */
static void take_integral(Parser *p, ClassicBody *b, SynEqu *e)
{
    bool left = is_integral(p, e->lhs);
    SynExp *x = left ? e->rhs : e->lhs, *integral = left ? e->lhs : e->rhs;
    SynElement *el = is_integral(p, integral) ? own_variable(b, x) : NULL;
    if (el && !is_complete_integral(p, integral))
        return;
    if (el) {
        e->rhs = integrate(p, el, x, integral);
        e->lhs = integral;
    }
    name_integrals(p, b, e->lhs);
    name_integrals(p, b, e->rhs);
}

static void statement(Parser *p, ClassicBody *b)
{
    int kind = p->tok.kind;
    if (kind >= CK_MAIN && kind <= CK_NOTEAR && kind != CK_CONNECT) {
        classic_declaration(p, b);
        classic_end_statement(p);
        return;
    }
    SynEqu *e = kind == CK_CONNECT ? classic_connect(p) : classic_equation(p);
    if (!classic_end_statement(p))
        return;
    if (e->kind == SE_EQUALS)
        take_integral(p, b, e);
    vec_push(p->arena, &b->equ, e);
}

/* "end" [ NAME ] */
static void end_of_class(Parser *p, const SynClass *c)
{
    advance(p);
    Token t = p->tok;
    if (accept(p, TK_IDENT) && c->name && t.name != c->name)
        parse_report(p, t.span, "expected `end %s`, found `end %s`", text_of(p->ctx, c->name),
                     text_of(p->ctx, t.name));
    classic_end_statement(p);
}

/* Whether the current statement begins a class. */
static bool at_class(const Parser *p)
{
    return at(p, CK_MODEL) || at(p, CK_FUNCTION) || at(p, CK_TABLE);
}

bool classic_class_goes_on(Parser *p, SynClass *c)
{
    bool more = classic_begin_statement(p), ends = more && at(p, CK_END);
    if (more && !ends && !at_class(p))
        return true;
    if (ends)
        end_of_class(p, c);
    else
        p->lx.stop = p->lx.next - more; /* the statement begins anew */
    c->span = span_from(p, c->span.beg);
    if (!ends && (more || !p->lx.open.end)) {
        parse_report(p, p->tok.span, "expected `end` before %s", parse_spell(p, &p->tok));
        parse_note(p, c->name_span, "what it should end begins here");
    }
    return false;
}

SynClass *classic_class_new(Parser *p, SynRestriction restriction)
{
    SynClass *c = ARENA_NEW(p->arena, SynClass);
    c->form = FORM_LONG;
    c->restriction = (uint8_t)restriction;
    c->classic = true;
    c->span = c->name_span = p->tok.span;
    advance(p);
    return c;
}

void classic_class_name(Parser *p, SynClass *c, const char *what)
{
    Span span = p->tok.span;
    c->name = parse_ident(p, what);
    if (c->name)
        c->name_span = span;
}

static SynClass *model(Parser *p)
{
    ClassicBody b = {.cls = classic_class_new(p, CLS_MODEL)};
    b.cls->is_top = true;
    if (classic_at_word(p, "type") || classic_at_word(p, "class")) {
        b.cls->is_top = false;
        advance(p);
    }
    classic_class_name(p, b.cls, b.cls->is_top ? "`type`, or a name, after `model`" : "a name");
    classic_end_statement(p);
    while (classic_class_goes_on(p, b.cls))
        statement(p, &b);
    classic_body_finish(p, &b);
    return b.cls->name ? b.cls : NULL;
}

/* ---- Files ---- */

typedef VEC(SynClass *) Classes;

static bool add_class(Parser *p, Classes *list, Map *known, SynClass *c)
{
    uint32_t i = map_get(known, c->name, 0);
    if (i) {
        parse_report(p, c->name_span, "`%s` is defined twice", text_of(p->ctx, c->name));
        parse_note(p, list->v[i - 1]->name_span, "its first definition is here");
        return false;
    }
    vec_push(p->arena, list, c);
    map_set(known, p->arena, c->name, (uint32_t)list->n);
    return true;
}

/* Derivatives of tables stand behind them and are not known, lest they hide functions. */
static void parse_classes(Parser *p, Classes *list, Map *known)
{
    bool clean = true; /* what is no class is reported once for all that belongs together */
    while (classic_begin_statement(p)) {
        if (!at_class(p)) {
            if (clean && !misspelt(p, &p->tok))
                parse_fail(p, p->tok.span, "expected `model`, `function` or `table`, found %s",
                           parse_spell(p, &p->tok));
            clean = false;
            continue;
        }
        SynClass *der = NULL;
        SynClass *c = at(p, CK_MODEL)      ? model(p)
                      : at(p, CK_FUNCTION) ? classic_function(p)
                                           : classic_table(p, &der);
        clean = true;
        if (c && add_class(p, list, known, c) && der)
            vec_push(p->arena, list, der);
    }
}

/* Without derivatives of tables for which the file has a function of that name. */
static void drop_derivatives(Classes *list, const Map *known)
{
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        uint32_t at = map_get(known, list->v[i]->name, 0);
        if (!at || at == (uint32_t)i + 1)
            list->v[n++] = list->v[i];
    }
    list->n = n;
}

/* The file's model goes to the end: the last top model, else the last model. */
static void move_model_last(Classes *list)
{
    int last = -1;
    for (int i = 0; i < list->n; i++)
        if (list->v[i]->is_top ||
            (list->v[i]->restriction == CLS_MODEL && (last < 0 || !list->v[last]->is_top)))
            last = i;
    if (last < 0)
        return;
    SynClass *c = list->v[last];
    memmove(list->v + last, list->v + last + 1, (size_t)(list->n - last - 1) * sizeof *list->v);
    list->v[list->n - 1] = c;
}

SynFile *parse_classic(Context *ctx, SourceFile *source)
{
    Parser p = {
        .ctx = ctx, .arena = ctx->syntax, .classic = true, .most_depth = parse_most_depth()};
    p.lx = (Lexer){.ctx = ctx, .text = source->text, .at = source->text, .base = source->base};
    p.lx.end = source->text + source->length;
    p.lx.eol.span = (Span){source->base, source->base};
    classic_scan(&p.lx);
    Classes list = {0};
    Map known = {0}; /* name -> index in list + 1 */
    parse_classes(&p, &list, &known);
    drop_derivatives(&list, &known);
    move_model_last(&list);
    parse_finish(&p);
    SynFile *f = ARENA_NEW(ctx->syntax, SynFile);
    f->source = source;
    f->nclasses = list.n;
    f->cls = list.v;
    return f;
}
