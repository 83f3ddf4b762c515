/* classic_decl.c - the declarations of the classic language.
 *
 *   [ "main" ] "cut" NAME "(" variables [ "/" variables ] ")" | NAME "[" names "]", ...
 *       variables with dimensions: r[3], R[3, 3]
 *   [ "main" ] "path" [ NAME ] "<" cut "-" cut ">", ...
 *   "node" names                        "notear" names
 *   ( "local" | "terminal" | "input" | "output" | "parameter" | "constant" ) variables with
 *       attributes and values
 *   "submodel" [ "(" class ")" ] NAME [ modification ], ...
 *   "inherit" class [ modification ], ...
 *
 * Commas between the items may be left out. Variables are components of type Real. Those named in
 * cuts are declared by that; a declaration of their own may add attributes, before or after.
 *
 * Two constructs are additions to the language of the papers (classic_function.c): a function,
 * whose lines are assignments in order, the one to its own name giving the result, and a table
 * of argument and value, strictly increasing in the argument:
 *
 *   function g(h)            table g(h)
 *     k = 2                    0.0   2.0
 *     g = k/(1 + h)            0.5   1.3
 *   end                      end */
#include "syntax/classic_internal.h"

/* ---- Names of the class ---- */

SynElement *classic_declare(Parser *p, ClassicBody *b, Name name, Span span)
{
    Arena *a = p->arena;
    if (at(p, TK_ERROR) || !name)
        return NULL;
    if (classic_meaning(p->ctx, name) == N_time) {
        parse_fail(p, span, "`%s` is predefined: the time", text_of(p->ctx, name));
        return NULL;
    }
    uint32_t known = map_get(&b->declared, name, 0);
    SynElement *el = known ? b->elem.v[known - 1] : ARENA_NEW(a, SynElement);
    if (known && !map_get(&b->implied, name, 0)) {
        parse_report(p, span, "`%s` is declared twice", text_of(p->ctx, name));
        parse_note(p, el->name_span, "it is declared here first");
        return NULL;
    }
    static const Name real = N_Real;
    el->kind = EL_COMPONENT;
    el->name = name;
    el->name_span = el->span = span;
    el->type = (SynName){.n = 1, .span = span, .part = arena_copy(a, &real, sizeof real)};
    if (!known) {
        vec_push(a, &b->elem, el);
        map_set(&b->declared, a, name, (uint32_t)b->elem.n);
    }
    map_set(&b->implied, a, name, 0);
    return el;
}

/* A variable of a cut, unless it is declared already. */
static void imply(Parser *p, ClassicBody *b, Name name, Span span)
{
    if (!map_get(&b->declared, name, 0) && classic_declare(p, b, name, span))
        map_set(&b->implied, p->arena, name, 1);
}

/* Enters the name of a cut, path or node. */
static bool enter_port(Parser *p, ClassicBody *b, Name name, Span span)
{
    if (at(p, TK_ERROR) || !name)
        return false;
    uint32_t known = map_get(&b->port, name, 0);
    if (known) {
        parse_report(p, span, "the name `%s` is used twice for a cut, path or node",
                     text_of(p->ctx, name));
        parse_note(p, b->port_span.v[known - 1], "it is declared here first");
        return false;
    }
    vec_push(p->arena, &b->port_span, span);
    map_set(&b->port, p->arena, name, (uint32_t)b->port_span.n);
    return true;
}

/* Whether the list goes on: behind a comma, or, where it may be left out, with another item. */
static bool another(Parser *p, int begins)
{
    return accept(p, TK_COMMA) || at(p, begins);
}

/* ---- Modification ---- */

static SynMod *modification(Parser *p, bool with_value);

/* name { "." name } modification */
static SynArg *modifier(Parser *p)
{
    SynArg *arg = ARENA_NEW(p->arena, SynArg);
    uint32_t beg = p->tok.span.beg;
    arg->name = parse_name(p, "a name");
    arg->mod = modification(p, true);
    arg->span = span_from(p, beg);
    if (!arg->mod)
        parse_expected(p, "`=` or `(` after the name");
    return arg;
}

/* "(" [ modifier { "," modifier } ] ")" */
static void modifiers(Parser *p, SynMod *m)
{
    VEC(SynArg *) arg = {0};
    m->has_list = true;
    if (accept(p, TK_RPAR))
        return;
    do
        vec_push(p->arena, &arg, modifier(p));
    while (accept(p, TK_COMMA));
    parse_expect(p, TK_RPAR, "`,` or `)` after the value");
    m->arg = arg.v;
    m->nargs = arg.n;
}

/* [ "(" modifiers ")" ] [ "=" expression ]; NULL if there is neither. */
static SynMod *modification(Parser *p, bool with_value)
{
    if (!at(p, TK_LPAR) && !(with_value && at(p, TK_EQUALS)))
        return NULL;
    SynMod *m = ARENA_NEW(p->arena, SynMod);
    uint32_t beg = p->tok.span.beg;
    if (parse_enter(p)) {
        if (accept(p, TK_LPAR))
            modifiers(p, m);
        if (with_value && accept(p, TK_EQUALS))
            m->value = parse_exp(p);
    }
    parse_leave(p);
    m->span = span_from(p, beg);
    return m;
}

void classic_attribute(Parser *p, SynElement *el, Name name, SynExp *value)
{
    SynMod *m = ARENA_NEW(p->arena, SynMod);
    SynArg *arg = ARENA_NEW(p->arena, SynArg);
    *m = el->mod ? *el->mod : (SynMod){.span = value->span};
    arg->span = value->span;
    arg->name = (SynName){.n = 1, .span = value->span};
    arg->name.part = arena_copy(p->arena, &name, sizeof name);
    arg->mod = ARENA_NEW(p->arena, SynMod);
    *arg->mod = (SynMod){.span = value->span, .value = value};
    m->has_list = true;
    m->arg = ARENA_ARRAY(p->arena, SynArg *, m->nargs + 1);
    for (int i = 0; i < m->nargs; i++) {
        m->arg[i] = el->mod->arg[i];
        if (m->arg[i]->name.part[0] == name)
            parse_report(p, value->span, "`%s` is given for `%s` twice", text_of(p->ctx, name),
                         text_of(p->ctx, el->name));
    }
    m->arg[m->nargs++] = arg;
    el->mod = m;
}

/* ---- Cuts ---- */

typedef VEC(SynCutVar) CutVars;

/* A variable twice in one cut has no meaning. Cuts are short. */
static void check_repeated(Parser *p, const CutVars *vars, const SynCutVar *v)
{
    for (int i = 0; i < vars->n; i++)
        if (v->name && vars->v[i].name == v->name) {
            parse_report(p, v->span, "`%s` stands twice in the cut", text_of(p->ctx, v->name));
            return;
        }
}

/* Dimensions that a cut gives a variable: the same wherever they stand. */
static void dimension(Parser *p, SynElement *el, int n, SynExp **sub)
{
    bool same = !n || !el->nsubs || n == el->nsubs;
    for (int i = 0; i < n && el->nsubs && same; i++)
        same = sub[i]->kind == XP_INT && el->subs[i]->kind == XP_INT ? sub[i]->i == el->subs[i]->i
                                                                     : true;
    if (!same) {
        parse_report(p, sub[0]->span, "`%s` has other dimensions elsewhere",
                     text_of(p->ctx, el->name));
        parse_note(p, el->name_span, "it is declared here first");
    } else if (n && !el->nsubs) {
        el->subs = sub;
        el->nsubs = n;
    }
}

/* [ "-" ] NAME [ dimensions ] | "." */
static SynCutVar cut_variable(Parser *p, ClassicBody *b)
{
    uint32_t beg = p->tok.span.beg;
    SynCutVar v = {0};
    SynExp **sub = NULL;
    int n = 0;
    if (!accept(p, TK_DOT)) {
        v.negative = accept(p, TK_SUB);
        v.name = parse_ident(p, "a variable of the cut, or `.`");
        v.span = span_from(p, beg);
        sub = parse_subscripts(p, &n);
        if (v.name)
            imply(p, b, v.name, v.span);
    }
    uint32_t known = v.name ? map_get(&b->declared, v.name, 0) : 0;
    if (known && n)
        dimension(p, b->elem.v[known - 1], n, sub);
    v.span = span_from(p, beg);
    return v;
}

static bool at_cut_variable(const Parser *p)
{
    return at(p, TK_IDENT) || at(p, TK_SUB) || at(p, TK_DOT);
}

/* { variable [ "," ] }, up to the `/` or `)`. */
static void cut_variables(Parser *p, ClassicBody *b, CutVars *vars, bool through)
{
    while (at_cut_variable(p)) {
        SynCutVar v = cut_variable(p, b);
        if (v.negative && !through)
            parse_fail(p, v.span, "only a through variable can have a sign");
        check_repeated(p, vars, &v);
        vec_push(p->arena, vars, v);
        if (accept(p, TK_COMMA) && !at_cut_variable(p))
            parse_expected(p, "a variable after the `,`");
    }
}

/* "(" variables [ "/" variables ] ")" */
static void plain_cut(Parser *p, ClassicBody *b, SynCut *cut)
{
    CutVars vars = {0};
    cut_variables(p, b, &vars, false);
    cut->nacross = vars.n;
    if (accept(p, TK_DIV))
        cut_variables(p, b, &vars, true);
    cut->nthrough = vars.n - cut->nacross;
    parse_expect(p, TK_RPAR, cut->nthrough ? "`,` or `)`" : "`,`, `/` or `)`");
    cut->across = vars.v;
    cut->through = cut->nthrough ? vars.v + cut->nacross : NULL;
    if (!vars.n)
        parse_fail(p, cut->span, "the cut has no variables; write `.` for none on one side");
}

/* "[" NAME { NAME } "]" */
static void hierarchical_cut(Parser *p, SynCut *cut)
{
    CutVars parts = {0};
    do {
        SynCutVar v = {.span = p->tok.span};
        v.name = parse_ident(p, "the name of a cut");
        check_repeated(p, &parts, &v);
        vec_push(p->arena, &parts, v);
    } while (another(p, TK_IDENT));
    parse_expect(p, TK_RBRACKET, "`,` or `]`");
    cut->part = parts.v;
    cut->nparts = parts.n;
}

static void check_one_main_cut(Parser *p, const ClassicBody *b, const SynCut *cut)
{
    for (int i = 0; cut->is_main && i < b->cut.n; i++)
        if (b->cut.v[i].is_main) {
            parse_report(p, cut->span, "a model can have one main cut only");
            parse_note(p, b->cut.v[i].span, "`%s` is it already",
                       text_of(p->ctx, b->cut.v[i].name));
            return;
        }
}

static void cuts(Parser *p, ClassicBody *b, bool is_main)
{
    do {
        SynCut cut = {.is_main = is_main, .span = p->tok.span};
        cut.name = parse_ident(p, "the name of a cut");
        Span name_span = cut.span;
        if (accept(p, TK_LPAR))
            plain_cut(p, b, &cut);
        else if (accept(p, TK_LBRACKET))
            hierarchical_cut(p, &cut);
        else
            parse_expected(p, "`(` and the variables of the cut");
        cut.span = span_from(p, name_span.beg);
        check_one_main_cut(p, b, &cut);
        if (enter_port(p, b, cut.name, name_span))
            vec_push(p->arena, &b->cut, cut);
    } while (another(p, TK_IDENT));
}

/* ---- Paths ---- */

static void check_one_main_path(Parser *p, const ClassicBody *b, const SynPath *path)
{
    for (int i = 0; path->is_main && i < b->path.n; i++)
        if (b->path.v[i].is_main) {
            parse_report(p, path->span, "a model can have one main path only");
            parse_note(p, b->path.v[i].span, "the other is here");
            return;
        }
}

/* [ NAME ] "<" cut "-" cut ">" */
static void paths(Parser *p, ClassicBody *b, bool is_main)
{
    do {
        SynPath path = {.is_main = is_main, .span = p->tok.span};
        Span name_span = path.span;
        if (!at(p, TK_LT) || !is_main)
            path.name =
                parse_ident(p, is_main ? "the name of the path, or `<`" : "the name of the path");
        parse_expect(p, TK_LT, "`<` and the cuts of the path");
        path.from_span = p->tok.span;
        path.from = parse_ident(p, "the cut at which the path begins");
        parse_expect(p, TK_SUB, "`-` between the cuts of the path");
        path.to_span = p->tok.span;
        path.to = parse_ident(p, "the cut at which the path ends");
        parse_expect(p, TK_GT, "`>` after the cuts of the path");
        path.span = span_from(p, path.span.beg);
        check_one_main_path(p, b, &path);
        if (!at(p, TK_ERROR) && (!path.name || enter_port(p, b, path.name, name_span)))
            vec_push(p->arena, &b->path, path);
    } while (another(p, TK_IDENT));
}

/* ---- Nodes, variables, submodels ---- */

static void nodes(Parser *p, ClassicBody *b)
{
    do {
        SynNode node = {.span = p->tok.span};
        node.name = parse_ident(p, "the name of a node");
        if (enter_port(p, b, node.name, node.span))
            vec_push(p->arena, &b->node, node);
    } while (another(p, TK_IDENT));
}

static void notears(Parser *p, ClassicBody *b)
{
    do {
        SynCutVar v = {.span = p->tok.span};
        v.name = parse_ident(p, "the name of a variable");
        if (!at(p, TK_ERROR))
            vec_push(p->arena, &b->notear, v);
    } while (another(p, TK_IDENT));
}

/* NAME [ dimensions ] [ "(" attributes ")" ] [ "=" expression ] */
static void variables(Parser *p, ClassicBody *b, int keyword)
{
    static const uint8_t direction[TK_COUNT] = {[CK_INPUT] = DIR_INPUT, [CK_OUTPUT] = DIR_OUTPUT};
    static const uint8_t variability[TK_COUNT] = {
        [CK_PARAMETER] = VAR_PARAMETER, [CK_CONSTANT] = VAR_CONSTANT};
    do {
        Span span = p->tok.span;
        Name name = parse_ident(p, "the name of a variable");
        int n;
        SynExp **sub = parse_subscripts(p, &n);
        SynMod *mod = modification(p, true);
        SynElement *el = classic_declare(p, b, name, span);
        if (!el)
            continue;
        dimension(p, el, n, sub);
        el->direction = direction[keyword];
        el->variability = variability[keyword];
        el->terminal = keyword == CK_TERMINAL;
        el->mod = mod;
        el->span = span_from(p, span.beg);
    } while (another(p, TK_IDENT));
}

/* The name of a class, which is never looked for in the class that names it. */
static SynName class_name(Parser *p, const char *what)
{
    SynName name = parse_name(p, what);
    name.global = true;
    return name;
}

/* [ "(" class ")" ] NAME [ "(" modification ")" ] */
static void submodels(Parser *p, ClassicBody *b)
{
    SynName type = {0};
    if (accept(p, TK_LPAR)) {
        type = class_name(p, "the class of the submodel");
        parse_expect(p, TK_RPAR, "`)` after the class");
    }
    do {
        Span span = p->tok.span;
        Name name = parse_ident(p, type.n ? "the name of a submodel"
                                          : "`(` and a class, or the name of a submodel");
        SynMod *mod = modification(p, false);
        SynElement *el = classic_declare(p, b, name, span);
        if (!el)
            continue;
        el->type = type;
        if (!type.n)
            el->type = (SynName){.global = true,
                                 .n = 1,
                                 .span = span,
                                 .part = arena_copy(p->arena, &name, sizeof name)};
        el->mod = mod;
        el->span = span_from(p, span.beg);
    } while (another(p, TK_IDENT));
}

/* class [ "(" modification ")" ] */
static void inherits(Parser *p, ClassicBody *b)
{
    do {
        SynElement *el = ARENA_NEW(p->arena, SynElement);
        el->kind = EL_EXTENDS;
        el->span = p->tok.span;
        el->type = class_name(p, "the class to inherit");
        el->mod = modification(p, false);
        el->span = span_from(p, el->span.beg);
        if (!at(p, TK_ERROR))
            vec_push(p->arena, &b->elem, el);
    } while (another(p, TK_IDENT));
}

void classic_declaration(Parser *p, ClassicBody *b)
{
    bool is_main = accept(p, CK_MAIN);
    int keyword = p->tok.kind;
    if (is_main && keyword != CK_CUT && keyword != CK_PATH) {
        parse_expected(p, "`cut` or `path` after `main`");
        return;
    }
    advance(p);
    switch (keyword) {
    case CK_CUT:
        cuts(p, b, is_main);
        break;
    case CK_PATH:
        paths(p, b, is_main);
        break;
    case CK_NODE:
        nodes(p, b);
        break;
    case CK_NOTEAR:
        notears(p, b);
        break;
    case CK_SUBMODEL:
        submodels(p, b);
        break;
    case CK_INHERIT:
        inherits(p, b);
        break;
    default:
        variables(p, b, keyword);
        break;
    }
}

/* ---- The whole class ---- */

static void check_is_cut(Parser *p, const ClassicBody *b, Name name, Span span)
{
    Nearest near = nearest_to(p->ctx->diags, text_of(p->ctx, name));
    for (int i = 0; i < b->cut.n; i++) {
        if (b->cut.v[i].name == name)
            return;
        nearest_offer(&near, text_of(p->ctx, b->cut.v[i].name));
    }
    parse_report(p, span, "`%s` is no cut of `%s`%s%s%s", text_of(p->ctx, name),
                 text_of(p->ctx, b->cls->name), near.best ? "; is it `" : "",
                 near.best ? near.best : "", near.best ? "`?" : "");
}

/* What paths and hierarchical cuts name, unless it may be inherited. */
static void check_cuts(Parser *p, const ClassicBody *b)
{
    for (int i = 0; i < b->elem.n; i++)
        if (b->elem.v[i]->kind == EL_EXTENDS)
            return;
    for (int i = 0; i < b->path.n; i++) {
        check_is_cut(p, b, b->path.v[i].from, b->path.v[i].from_span);
        check_is_cut(p, b, b->path.v[i].to, b->path.v[i].to_span);
    }
    for (int i = 0; i < b->cut.n; i++)
        for (int k = 0; k < b->cut.v[i].nparts; k++)
            check_is_cut(p, b, b->cut.v[i].part[k].name, b->cut.v[i].part[k].span);
}

void classic_body_finish(Parser *p, ClassicBody *b)
{
    SynClass *c = b->cls;
    check_cuts(p, b);
    c->elem = b->elem.v;
    c->nelements = b->elem.n;
    c->cut = b->cut.v;
    c->ncuts = b->cut.n;
    c->path_decl = b->path.v;
    c->npaths = b->path.n;
    c->node = b->node.v;
    c->nnodes = b->node.n;
    c->notear = b->notear.v;
    c->nnotear = b->notear.n;
    if (!b->equ.n)
        return;
    SynSection *s = ARENA_NEW(p->arena, SynSection);
    s->algorithm = c->restriction == CLS_FUNCTION;
    s->item = b->equ.v;
    s->n = b->equ.n;
    s->span = span_join(b->equ.v[0]->span, b->equ.v[b->equ.n - 1]->span);
    c->section = arena_alloc(p->arena, sizeof *c->section);
    c->section[0] = s;
    c->nsections = 1;
}
