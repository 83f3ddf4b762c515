/* classic_connect.c - the connect statement of the classic language.
 *
 *   connect : "connect" item { "," item }
 *   item : series [ "at" name | [ "from" name ] [ "to" name ] ]
 *   series : parallel { "-" parallel }
 *   parallel : branch { "//" branch }
 *   branch : "\" branch | "(" series { "," series } ")" | name
 *   name : IDENT { "." IDENT } [ ":" IDENT ] */
#include "syntax/classic_internal.h"

static SynPathExp *series(Classic *p);

typedef VEC(SynPathExp *) Parts;

/* One part stands for itself. */
static SynPathExp *path_of(Classic *p, SynPathKind kind, const Parts *parts, uint32_t beg)
{
    if (parts->n == 1 && kind != PATH_REVERSED)
        return parts->v[0];
    SynPathExp *e = ARENA_NEW(p->arena, SynPathExp);
    e->kind = (uint8_t)kind;
    e->span = classic_span(p, beg);
    e->n = parts->n;
    e->part = parts->v;
    return e;
}

static SynPathExp *path_name(Classic *p, const char *what)
{
    SynPathExp *e = ARENA_NEW(p->arena, SynPathExp);
    e->kind = PATH_NAME;
    e->ref = classic_ref(p, what);
    if (classic_accept(p, CK_COLON)) {
        const ClassicToken *t = classic_token(p);
        if (t->kind != CK_IDENT && t->kind < CK_MODEL) {
            classic_expected(p, "the name of a cut after the `:`");
        } else {
            e->cut = t->name;
            p->pos++;
        }
    }
    e->span = classic_span(p, e->ref->span.beg);
    return e;
}

static SynPathExp *branch(Classic *p)
{
    uint32_t beg = classic_token(p)->span.beg;
    Parts parts = {0};
    SynPathExp *e = NULL;
    if (!classic_enter(p)) {
        e = path_name(p, "");
    } else if (classic_accept(p, CK_REVERSE)) {
        vec_push(p->arena, &parts, branch(p));
        e = path_of(p, PATH_REVERSED, &parts, beg);
    } else if (classic_accept(p, CK_LPAR)) {
        do
            vec_push(p->arena, &parts, series(p));
        while (classic_accept(p, CK_COMMA));
        classic_expect(p, CK_RPAR, "`,` or `)`");
        e = path_of(p, PATH_LIST, &parts, beg);
    } else {
        e = path_name(p, "a submodel, node or cut");
    }
    classic_leave(p);
    return e;
}

static SynPathExp *parallel(Classic *p)
{
    uint32_t beg = classic_token(p)->span.beg;
    Parts parts = {0};
    do
        vec_push(p->arena, &parts, branch(p));
    while (classic_accept(p, CK_PARALLEL));
    return path_of(p, PATH_PARALLEL, &parts, beg);
}

static SynPathExp *series(Classic *p)
{
    uint32_t beg = classic_token(p)->span.beg;
    Parts parts = {0};
    do
        vec_push(p->arena, &parts, parallel(p));
    while (classic_accept(p, CK_SUB));
    return path_of(p, PATH_SERIES, &parts, beg);
}

static bool accept_word(Classic *p, const char *word)
{
    if (!classic_at_word(p, word))
        return false;
    p->pos++;
    return true;
}

static void check_chain(Classic *p, const SynLink *link)
{
    if (link->what->kind == PATH_LIST)
        classic_fail(p, link->what->span,
                     "this connects nothing; write `a - b` or `(a, b) at node`");
    else if (link->what->kind == PATH_NAME || link->what->kind == PATH_REVERSED)
        classic_expected(p, "`-`, `//`, `at`, `from` or `to`");
}

static SynLink item(Classic *p)
{
    uint32_t beg = classic_token(p)->span.beg;
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
    link.span = classic_span(p, beg);
    return link;
}

SynEqu *classic_connect(Classic *p)
{
    VEC(SynLink) link = {0};
    SynEqu *e = ARENA_NEW(p->arena, SynEqu);
    e->kind = SE_LINK;
    e->span = classic_token(p)->span;
    p->pos++;
    do
        vec_push(p->arena, &link, item(p));
    while (classic_accept(p, CK_COMMA));
    if (!classic_at(p, CK_EOL))
        classic_expected(p, "`,` or the end of the line");
    e->link = link.v;
    e->nlinks = link.n;
    e->span = classic_span(p, e->span.beg);
    return e;
}
