/* classic_parser.c - the parser of the classic language: files, statements, error reports.
 *
 *   file : { model | function | table }
 *   model : "model" [ "type" | "class" ] NAME { declaration | equation | connect } "end" [ NAME ]
 *
 * Every token is read a bounded number of times: O(text). */
#include "syntax/classic.h"
#include "syntax/classic_internal.h"

enum { MOST_ERRORS = 100 }; /* to be reported in a file */

bool is_classic_file(const char *path)
{
    size_t n = strlen(path);
    return n > 4 && !strcmp(path + n - 4, ".dym");
}

/* ---- Reports ---- */

const char *classic_spell(Classic *p, const ClassicToken *t)
{
    enum { LONGEST = 40 };
    if (t->kind == CK_EOL)
        return p->stop == p->tokens.n ? "the end of the file" : "the end of the line";
    int n = (int)(t->span.end - t->span.beg), shown = n < LONGEST ? n : LONGEST;
    const char *text = p->source->text + (t->span.beg - p->source->base);
    while (shown < n && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--; /* not inside a UTF-8 character */
    return arena_printf(p->arena, "%s`%.*s%s`", t->kind == CK_STRING ? "the string " : "", shown,
                        text, shown < n ? "..." : "");
}

/* Of what is no token the lexer's opinion is given. */
static bool report(Classic *p, Span where, const char *fmt, va_list ap)
{
    const ClassicToken *t = classic_token(p);
    if (p->failed || p->reported >= MOST_ERRORS)
        return false;
    p->reported++;
    if (t->kind == CK_BAD && t->span.beg == where.beg)
        diag_error(p->ctx->diags, where, "%s", t->fault);
    else
        diag_vadd(p->ctx->diags, DIAG_ERROR, where, fmt, ap);
    if (p->reported == MOST_ERRORS)
        diag_note(p->ctx->diags, where, "too many mistakes; the rest of the file is not read");
    return true;
}

bool classic_report(Classic *p, Span where, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    bool reported = report(p, where, fmt, ap);
    va_end(ap);
    return reported;
}

void classic_fail(Classic *p, Span where, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    report(p, where, fmt, ap);
    va_end(ap);
    p->failed = true;
    p->pos = p->stop;
}

void classic_expected(Classic *p, const char *what)
{
    const ClassicToken *t = classic_token(p);
    bool keyword = t->kind >= CK_MODEL;
    classic_fail(p, t->span, "expected %s, found %s%s", what, keyword ? "the keyword " : "",
                 p->failed ? "" : classic_spell(p, t));
}

bool classic_expect(Classic *p, ClassicKind kind, const char *what)
{
    if (classic_accept(p, kind))
        return true;
    classic_expected(p, what);
    return false;
}

Name classic_ident(Classic *p, const char *what)
{
    Name name = classic_token(p)->name;
    if (classic_accept(p, CK_IDENT))
        return name;
    classic_expected(p, what);
    return 0;
}

bool classic_at_word(const Classic *p, const char *word)
{
    const ClassicToken *t = classic_token(p);
    return t->kind == CK_IDENT && !strcmp(text_of(p->ctx, t->name), word);
}

bool classic_enter(Classic *p)
{
    if (++p->depth <= SYN_MAX_DEPTH)
        return true;
    classic_fail(p, classic_token(p)->span, "nested more than %d levels deep", SYN_MAX_DEPTH);
    return false;
}

/* ---- Statements ---- */

enum {
    BEGINS = 1,    /* a statement, if it is the first of its line */
    WANTS = 2,     /* more after it: the statement goes on in the next line */
    CONTINUES = 4, /* the statement before it, if it is the first of its line */
};

static const uint8_t role[CK_COUNT] = {
    [CK_MODEL] = BEGINS,
    [CK_FUNCTION] = BEGINS,
    [CK_TABLE] = BEGINS,
    [CK_END] = BEGINS,
    [CK_MAIN] = BEGINS | WANTS,
    [CK_CUT] = BEGINS | WANTS,
    [CK_PATH] = BEGINS | WANTS,
    [CK_NODE] = BEGINS | WANTS,
    [CK_LOCAL] = BEGINS | WANTS,
    [CK_TERMINAL] = BEGINS | WANTS,
    [CK_INPUT] = BEGINS | WANTS,
    [CK_OUTPUT] = BEGINS | WANTS,
    [CK_PARAMETER] = BEGINS | WANTS,
    [CK_CONSTANT] = BEGINS | WANTS,
    [CK_SUBMODEL] = BEGINS | WANTS,
    [CK_INHERIT] = BEGINS | WANTS,
    [CK_CONNECT] = BEGINS | WANTS,
    [CK_NOTEAR] = BEGINS | WANTS,
    [CK_LPAR] = WANTS,
    [CK_LBRACKET] = WANTS,
    [CK_RPAR] = CONTINUES,
    [CK_RBRACKET] = CONTINUES,
    [CK_COMMA] = WANTS | CONTINUES,
    [CK_COLON] = WANTS | CONTINUES,
    [CK_DOT] = WANTS | CONTINUES,
    [CK_EQUALS] = WANTS | CONTINUES,
    [CK_ASSIGN] = WANTS | CONTINUES,
    [CK_ADD] = WANTS,
    [CK_SUB] = WANTS,
    [CK_MUL] = WANTS | CONTINUES,
    [CK_DIV] = WANTS | CONTINUES,
    [CK_POW] = WANTS | CONTINUES,
    [CK_LT] = WANTS | CONTINUES,
    [CK_LE] = WANTS | CONTINUES,
    [CK_GT] = WANTS | CONTINUES,
    [CK_GE] = WANTS | CONTINUES,
    [CK_EQ] = WANTS | CONTINUES,
    [CK_NE] = WANTS | CONTINUES,
    [CK_PARALLEL] = WANTS | CONTINUES,
    [CK_REVERSE] = WANTS | CONTINUES,
    [CK_IF] = WANTS,
    [CK_THEN] = WANTS | CONTINUES,
    [CK_ELSEIF] = WANTS | CONTINUES,
    [CK_ELSE] = WANTS | CONTINUES,
    [CK_AND] = WANTS | CONTINUES,
    [CK_OR] = WANTS | CONTINUES,
    [CK_NOT] = WANTS,
};

/* Parentheses and brackets; in a path declaration also < and >. */
static int nesting(const ClassicToken *t, bool path)
{
    switch (t->kind) {
    case CK_LPAR:
    case CK_LBRACKET:
        return 1;
    case CK_RPAR:
    case CK_RBRACKET:
        return -1;
    case CK_LT:
        return path;
    case CK_GT:
        return -path;
    default:
        return 0;
    }
}

/* `at`, `from` and `to` of a connect statement. */
static bool is_preposition(const Classic *p, const ClassicToken *t)
{
    const char *text = t->kind == CK_IDENT ? text_of(p->ctx, t->name) : "";
    return !strcmp(text, "at") || !strcmp(text, "from") || !strcmp(text, "to");
}

/* Whether a statement ends before token i, whatever it is. */
static bool is_boundary(const Classic *p, int i)
{
    const ClassicToken *t = &p->tokens.v[i];
    int before = p->tokens.v[i - 1].kind;
    if (t->kind == CK_SEMICOLON)
        return true;
    if (t->kind == CK_END)
        return before != CK_DOT && before != CK_COLON;
    return t->first && role[t->kind] & BEGINS;
}

/* Whether the line that begins at token i, with all that must belong to it, has an `=` outside of
 * parentheses: then it is an equation of its own. */
static bool is_equation(const Classic *p, int i)
{
    int depth = 0;
    for (int j = i; j < p->tokens.n; j++) {
        const ClassicToken *t = &p->tokens.v[j];
        if (j > i && is_boundary(p, j))
            return false;
        if (j > i && t->first && depth <= 0 &&
            !(role[t[-1].kind] & WANTS || role[t->kind] & CONTINUES))
            return false;
        if (depth <= 0 && (t->kind == CK_EQUALS || t->kind == CK_ASSIGN))
            return true;
        depth += nesting(t, false);
    }
    return false;
}

/* Whether the statement that begins at `from` goes on at token i, the first of its line. */
static bool goes_on(const Classic *p, int from, int i, bool path)
{
    const ClassicToken *t = &p->tokens.v[i];
    int keyword = p->tokens.v[from].kind;
    if (keyword >= CK_MODEL && keyword <= CK_END)
        return false;
    if (role[t->kind] & CONTINUES)
        return true;
    if (role[t[-1].kind] & WANTS && !(path && t[-1].kind == CK_GT))
        return true;
    if (keyword == CK_CONNECT && (is_preposition(p, t) || is_preposition(p, t - 1)))
        return true;
    return (t->kind == CK_ADD || t->kind == CK_SUB) && !is_equation(p, i);
}

static int statement_end(const Classic *p, int from)
{
    const ClassicToken *t = p->tokens.v;
    bool path = t[from].kind == CK_PATH ||
                (t[from].kind == CK_MAIN && from + 1 < p->tokens.n && t[from + 1].kind == CK_PATH);
    int depth = nesting(&t[from], path), i = from + 1;
    for (; i < p->tokens.n && !is_boundary(p, i); i++) {
        if (t[i].first && depth <= 0 && !goes_on(p, from, i, path))
            break;
        depth += nesting(&t[i], path);
    }
    return i;
}

bool classic_begin_statement(Classic *p)
{
    while (p->pos < p->tokens.n && p->tokens.v[p->pos].kind == CK_SEMICOLON)
        p->pos++;
    p->failed = false;
    p->depth = 0;
    if (p->pos == p->tokens.n || p->reported >= MOST_ERRORS) {
        p->pos = p->stop = p->tokens.n;
        return false;
    }
    p->stop = statement_end(p, p->pos);
    uint32_t end = p->tokens.v[p->stop - 1].span.end;
    p->eol.span = (Span){end, end};
    return true;
}

bool classic_end_statement(Classic *p)
{
    const ClassicToken *t = classic_token(p);
    if (t->kind == CK_RPAR || t->kind == CK_RBRACKET)
        classic_fail(p, t->span, "%s closes nothing that is open", classic_spell(p, t));
    else if (t->kind != CK_EOL)
        classic_expected(p, "the end of the line");
    p->pos = p->stop;
    return !p->failed;
}

/* ---- Models ---- */

bool classic_misspelt(Classic *p, const ClassicToken *t)
{
    if (t->kind != CK_IDENT || p->failed)
        return false;
    Nearest near = nearest_to(p->ctx->diags, text_of(p->ctx, t->name));
    for (int k = CK_MODEL; k < CK_IF; k++)
        nearest_offer(&near, classic_keyword((ClassicKind)k));
    if (!near.best)
        return false;
    classic_fail(p, t->span, "expected an equation or a declaration, found `%s`; is it `%s`?",
                 near.wanted, near.best);
    return true;
}

static void statement(Classic *p, ClassicBody *b)
{
    ClassicKind kind = (ClassicKind)classic_token(p)->kind;
    if (kind >= CK_MAIN && kind <= CK_NOTEAR && kind != CK_CONNECT) {
        classic_declaration(p, b);
        classic_end_statement(p);
        return;
    }
    SynEqu *e = kind == CK_CONNECT ? classic_connect(p) : classic_equation(p);
    if (classic_end_statement(p))
        vec_push(p->arena, &b->equ, e);
}

/* "end" [ NAME ] */
static void end_of_class(Classic *p, const SynClass *c)
{
    p->pos++;
    const ClassicToken *t = classic_token(p);
    Name name = t->name;
    Span span = t->span;
    if (classic_accept(p, CK_IDENT) && c->name && name != c->name)
        classic_report(p, span, "expected `end %s`, found `end %s`", text_of(p->ctx, c->name),
                       text_of(p->ctx, name));
    classic_end_statement(p);
}

bool classic_class_goes_on(Classic *p, SynClass *c)
{
    bool more = classic_begin_statement(p);
    if (more && classic_at(p, CK_END)) {
        end_of_class(p, c);
        c->span = classic_span(p, c->span.beg);
        return false;
    }
    const ClassicToken *t = classic_token(p);
    if (more && t->kind != CK_MODEL && t->kind != CK_FUNCTION && t->kind != CK_TABLE)
        return true;
    c->span = classic_span(p, c->span.beg);
    if ((more || !p->open_comment.end) &&
        classic_report(p, t->span, "expected `end` before %s", classic_spell(p, t)))
        diag_note(p->ctx->diags, c->name_span, "what it should end begins here");
    return false;
}

SynClass *classic_class_new(Classic *p, SynRestriction restriction)
{
    SynClass *c = ARENA_NEW(p->arena, SynClass);
    c->form = FORM_LONG;
    c->restriction = (uint8_t)restriction;
    c->classic = true;
    c->span = c->name_span = classic_token(p)->span;
    p->pos++;
    return c;
}

void classic_class_name(Classic *p, SynClass *c, const char *what)
{
    Span span = classic_token(p)->span;
    c->name = classic_ident(p, what);
    if (c->name)
        c->name_span = span;
}

static SynClass *model(Classic *p)
{
    ClassicBody b = {.cls = classic_class_new(p, CLS_MODEL)};
    b.cls->is_top = true;
    if (classic_at_word(p, "type") || classic_at_word(p, "class")) {
        b.cls->is_top = false;
        p->pos++;
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

static void add_class(Classic *p, Classes *list, Map *known, SynClass *c)
{
    uint32_t i = map_get(known, c->name, 0);
    if (i) {
        if (classic_report(p, c->name_span, "`%s` is defined twice", text_of(p->ctx, c->name)))
            diag_note(p->ctx->diags, list->v[i - 1]->name_span, "its first definition is here");
        return;
    }
    vec_push(p->arena, list, c);
    map_set(known, p->arena, c->name, (uint32_t)list->n);
}

/* Anything but a class; reported once for all that belongs together. */
static void stray_statement(Classic *p, bool *clean)
{
    const ClassicToken *t = classic_token(p);
    if (*clean && !classic_misspelt(p, t))
        classic_fail(p, t->span, "expected `model`, `function` or `table`, found %s",
                     classic_spell(p, t));
    *clean = false;
    p->pos = p->stop;
}

static void parse_classes(Classic *p, Classes *list, Map *known)
{
    bool clean = true;
    while (classic_begin_statement(p)) {
        int kind = classic_token(p)->kind;
        if (kind != CK_MODEL && kind != CK_FUNCTION && kind != CK_TABLE) {
            stray_statement(p, &clean);
            continue;
        }
        SynClass *c = kind == CK_MODEL      ? model(p)
                      : kind == CK_FUNCTION ? classic_function(p)
                                            : classic_table(p);
        clean = true;
        if (c)
            add_class(p, list, known, c);
    }
}

Name classic_derivative_name(Context *ctx, Name name)
{
    return name_cstr(ctx->names, arena_printf(ctx->syntax, "%sDER", text_of(ctx, name)));
}

/* Behind each table its derivative, unless the file has a function of that name. */
static void add_derivatives(Classic *p, const Classes *from, const Map *known, Classes *to)
{
    int next = 0;
    for (int i = 0; i < from->n; i++) {
        SynClass *c = from->v[i];
        vec_push(p->arena, to, c);
        while (next < p->derivatives.n &&
               p->derivatives.v[next]->name_span.beg <= c->name_span.beg) {
            SynClass *der = p->derivatives.v[next++];
            if (der->name_span.beg == c->name_span.beg && !map_get(known, der->name, 0))
                vec_push(p->arena, to, der);
        }
    }
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
    Classic p = {.ctx = ctx, .arena = ctx->syntax, .source = source};
    p.eol.span = (Span){source->base, source->base};
    classic_scan(&p);
    Classes parsed = {0}, all = {0};
    Map known = {0}; /* name -> index in parsed + 1 */
    parse_classes(&p, &parsed, &known);
    if (p.open_comment.end)
        diag_error(ctx->diags, p.open_comment, "the comment that begins here is never closed");
    add_derivatives(&p, &parsed, &known, &all);
    move_model_last(&all);
    SynFile *f = ARENA_NEW(ctx->syntax, SynFile);
    f->source = source;
    f->nclasses = all.n;
    f->cls = all.v;
    return f;
}
