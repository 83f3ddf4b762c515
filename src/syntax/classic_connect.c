/* classic_connect.c - the connect statement of the classic language.
 *
 *   connect : "connect" item { "," item }
 *   item : series [ "at" name | [ "from" name ] [ "to" name ] ]
 *   series : parallel { "-" parallel }
 *   parallel : branch { "//" branch }
 *   branch : "\" branch | "(" series { "," series } ")" | name
 *   name : IDENT { "." IDENT } [ ":" IDENT ] */
#include "syntax/classic_internal.h"

static SynPathExp *series(Parser *p);

typedef VEC(SynPathExp *) Parts;

/* One part stands for itself. */
static SynPathExp *path_of(Parser *p, SynPathKind kind, const Parts *parts, uint32_t beg)
{
    if (parts->n == 1 && kind != PATH_REVERSED)
        return parts->v[0];
    SynPathExp *e = ARENA_NEW(p->arena, SynPathExp);
    e->kind = (uint8_t)kind;
    e->span = span_from(p, beg);
    e->n = parts->n;
    e->part = parts->v;
    return e;
}

static SynPathExp *path_name(Parser *p, const char *what)
{
    SynPathExp *e = ARENA_NEW(p->arena, SynPathExp);
    e->kind = PATH_NAME;
    e->ref = parse_ref(p, what);
    if (accept(p, TK_COLON))
        e->cut = parse_ident(p, "the name of a cut after the `:`");
    e->span = span_from(p, e->ref->span.beg);
    return e;
}

static SynPathExp *branch(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    Parts parts = {0};
    SynPathExp *e = NULL;
    if (!parse_enter(p)) {
        e = path_name(p, "");
    } else if (accept(p, CK_REVERSE)) {
        vec_push(p->arena, &parts, branch(p));
        e = path_of(p, PATH_REVERSED, &parts, beg);
    } else if (accept(p, TK_LPAR)) {
        do
            vec_push(p->arena, &parts, series(p));
        while (accept(p, TK_COMMA));
        parse_expect(p, TK_RPAR, "`,` or `)`");
        e = path_of(p, PATH_LIST, &parts, beg);
    } else {
        e = path_name(p, "a submodel, node or cut");
    }
    parse_leave(p);
    return e;
}

static SynPathExp *parallel(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    Parts parts = {0};
    do
        vec_push(p->arena, &parts, branch(p));
    while (accept(p, CK_PARALLEL));
    return path_of(p, PATH_PARALLEL, &parts, beg);
}

static SynPathExp *series(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    Parts parts = {0};
    do
        vec_push(p->arena, &parts, parallel(p));
    while (accept(p, TK_SUB));
    return path_of(p, PATH_SERIES, &parts, beg);
}

static bool accept_word(Parser *p, const char *word)
{
    if (!classic_at_word(p, word))
        return false;
    advance(p);
    return true;
}

static void check_chain(Parser *p, const SynLink *link)
{
    if (link->what->kind == PATH_LIST)
        parse_fail(p, link->what->span, "this connects nothing; write `a - b` or `(a, b) at node`");
    else if (link->what->kind == PATH_NAME || link->what->kind == PATH_REVERSED)
        parse_expected(p, "`-`, `//`, `at`, `from` or `to`");
}

static SynLink item(Parser *p)
{
    uint32_t beg = p->tok.span.beg;
    SynLink link = {.kind = LINK_CHAIN, .what = series(p)};
    if (accept_word(p, "at")) {
        link.kind = LINK_AT;
        link.to = path_name(p, "a node after `at`");
    } else {
        if (accept_word(p, "from"))
            link.from = path_name(p, "a node after `from`");
        if (accept_word(p, "to"))
            link.to = path_name(p, "a node after `to`");
        if (link.from || link.to)
            link.kind = LINK_FROM_TO;
        else
            check_chain(p, &link);
    }
    link.span = span_from(p, beg);
    return link;
}

SynEqu *classic_connect(Parser *p)
{
    VEC(SynLink) link = {0};
    SynEqu *e = ARENA_NEW(p->arena, SynEqu);
    e->kind = SE_LINK;
    e->span = p->tok.span;
    advance(p);
    do
        vec_push(p->arena, &link, item(p));
    while (accept(p, TK_COMMA));
    if (!at(p, TK_EOF))
        parse_expected(p, "`,` or the end of the line");
    e->link = link.v;
    e->nlinks = link.n;
    e->span = span_from(p, e->span.beg);
    return e;
}
