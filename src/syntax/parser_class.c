/* parser_class.c - classes, their elements, and modification. */
#include "base/map.h"
#include "base/vec.h"
#include "syntax/parser_internal.h"

static SynMod *modification(Parser *p);

/* description : description-string [ annotation-clause ] */
static void parse_description(Parser *p, Name *text, SynMod **annotation)
{
    *text = parse_description_string(p);
    if (at(p, N_annotation))
        *annotation = parse_annotation(p);
}

static SynElement *element_new(Parser *p, SynElementKind kind)
{
    SynElement *el = ARENA_NEW(p->arena, SynElement);
    el->kind = (uint8_t)kind;
    return el;
}

static void push_pointer(Parser *p, void *item)
{
    parse_push(p, &item, sizeof item);
}

/* ---- Components ---- */

/* type-prefix : [ flow | stream ] [ discrete | parameter | constant ] [ input | output ],
 * taken in any order, of each kind one */
static void type_prefix(Parser *p, SynElement *el)
{
    static const uint8_t connector[TK_COUNT] = {[N_flow] = CON_FLOW, [N_stream] = CON_STREAM};
    static const uint8_t direction[TK_COUNT] = {[N_input] = DIR_INPUT, [N_output] = DIR_OUTPUT};
    static const uint8_t variability[TK_COUNT] = {
        [N_discrete] = VAR_DISCRETE, [N_parameter] = VAR_PARAMETER, [N_constant] = VAR_CONSTANT};
    for (int kind; kind = p->tok.kind, connector[kind] | direction[kind] | variability[kind];) {
        uint8_t *prefix = connector[kind]   ? &el->connector
                          : direction[kind] ? &el->direction
                                            : &el->variability;
        if (*prefix)
            parse_fail(p, p->tok.span, "%s contradicts a prefix before it",
                       parse_spell(p, &p->tok));
        else
            advance(p);
        *prefix = connector[kind] | direction[kind] | variability[kind];
    }
}

/* Whether the name that follows begins an equation or statement, not a declaration: a type may
 * stand on a line of its own, also one of a name like `Protection`. Both have `=`: a type begins
 * with a capital letter there, most likely. */
static bool begins_equation(Parser *p, const char *word)
{
    int next = (int)lex_peek(&p->lx).kind;
    return next == TK_DOT || (next > TK_EQUALS && next <= TK_NE) ||
           (next == TK_EQUALS && !(*word >= 'A' && *word <= 'Z'));
}

#define FUNCTION_HEAD                                                                              \
    "a function declares its arguments inside: function f input Real x; output Real y; algorithm " \
    "y := 2*x; end f;"

/* A word of another language where a declaration begins. */
static void blame_foreign_word(Parser *p, const SynElement *el)
{
    static const struct {
        const char *word, *meant;
    } foreign[] = {
        {"private", "it is `protected`"},
        {"const", "it is `constant`"},
        {"static", "it is `constant`, or nothing"},
        {"readonly", "it is `constant` or `parameter`"},
        {"param", "it is `parameter`"},
        {"params", "it is `parameter`, before each"},
        {"var", "a declaration begins with the type: Real x"},
        {"vars", "a declaration begins with the type: Real x"},
        {"variable", "a declaration begins with the type: Real x"},
        {"variables", "a declaration begins with the type: Real x"},
        {"let", "a declaration begins with the type: Real x"},
        {"local", "a declaration begins with the type: Real x"},
        {"struct", "it is `record`: record R Real x; end R;"},
        {"enum", "it is type E = enumeration(one, two);"},
        {"interface", "it is `connector`, or `partial model`"},
        {"module", "it is `package`"},
        {"namespace", "it is `package`"},
        {"submodel", "a component is declared by its class: Resistor r1"},
        {"def", "it is `function`"},
        {"func", "it is `function`"},
        {"procedure", "it is `function`"},
        {"subroutine", "it is `function`"},
        {"from", "it is `import`: import Modelica.Units.SI;"},
        {"include", "it is `import`, or `extends` for what is inherited"},
        {"using", "it is `import`"},
        {"extend", "it is `extends`"},
        {"inherit", "it is `extends`"},
        {"imports", "it is `import`"},
        {"inherits", "it is `extends`"},
        {"implements", "it is `extends`"},
    };
    const char *word = el->type.n == 1 ? name_text(p->ctx->names, el->type.part[0]) : "";
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign && at(p, TK_IDENT); i++)
        if (!strcmp(word, foreign[i].word))
            parse_fail(p, el->type.span, "Modelica has no word `%s`: %s", word, foreign[i].meant);
}

/* Equation for equation */
static bool is_capital_of(const char *word, const char *keyword)
{
    return word[0] == keyword[0] - 'a' + 'A' && !strcmp(word + 1, keyword + 1);
}

/* A type that is a misspelt keyword: one of a section stands alone on its line, one of a
 * declaration before a type and a name. */
static void blame_keyword(Parser *p, const SynElement *el)
{
    blame_foreign_word(p, el);
    static const char *const section[] = {"equation", "algorithm", "protected", "public"},
                             *const prefix[] = {
                                 "parameter", "constant", "discrete", "input",    "output",
                                 "flow",      "stream",   "final",    "inner",    "replaceable",
                                 "redeclare", "model",    "package",  "function", "record",
                                 "connector", "extends",  "import",   "block"};
    if (el->type.n == 1 && at(p, TK_LPAR)) {
        Nearest near = nearest_to(p->ctx->diags, name_text(p->ctx->names, el->type.part[0]));
        nearest_offer(&near, "annotation");
        if (near.best)
            parse_fail(p, el->type.span, "`%s` is no keyword; is it `%s`?",
                       name_text(p->ctx->names, el->type.part[0]), near.best);
    }
    bool statement =
        at(p, N_der) || at(p, N_connect) || at(p, N_if) || at(p, N_for) || at(p, N_when);
    if (el->type.n != 1 || (!at(p, TK_IDENT) && !(statement && parse_new_line(p))))
        return;
    Nearest near = nearest_to(p->ctx->diags, name_text(p->ctx->names, el->type.part[0]));
    bool alone = parse_new_line(p);
    for (size_t i = 0; i < sizeof section / sizeof *section && alone; i++)
        if (is_capital_of(name_text(p->ctx->names, el->type.part[0]), section[i])) {
            p->capital = el->type.span; /* perhaps the name of a class: what follows shows */
            p->section = section[i];
        }
    if (alone && !statement && !begins_equation(p, name_text(p->ctx->names, el->type.part[0])))
        return;
    if (alone)
        for (size_t i = 0; i < sizeof section / sizeof *section; i++)
            nearest_offer(&near, section[i]);
    else if (lex_peek(&p->lx).kind == TK_IDENT)
        for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
            nearest_offer(&near, prefix[i]);
    if (near.best)
        parse_fail(p, el->type.span, "`%s` is no keyword; is it `%s`?",
                   name_text(p->ctx->names, el->type.part[0]), near.best);
}

/* type-prefix type-specifier [ array-subscripts ] */
static void component_type(Parser *p, SynElement *el)
{
    type_prefix(p, el);
    if (at(p, TK_STRING))
        parse_fail(p, p->tok.span,
                   "a description stands before the `;` of what it describes: Real x \"a text\";");
    el->type = parse_name(p, "a type or component name");
    blame_keyword(p, el);
    el->clause_subs = parse_subscripts(p, &el->nclause_subs);
    bool ended = at(p, TK_EQUALS) || at(p, TK_SEMICOLON) || at(p, TK_COMMA) || at(p, TK_STRING);
    if (ended && el->type.n == 1 && (el->variability || el->direction || el->connector))
        parse_fail(p, el->type.span, "the type of `%s` is missing: %s Real %s",
                   name_text(p->ctx->names, el->type.part[0]),
                   el->direction == DIR_INPUT         ? "input"
                   : el->direction                    ? "output"
                   : el->connector == CON_FLOW        ? "flow"
                   : el->connector                    ? "stream"
                   : el->variability == VAR_PARAMETER ? "parameter"
                   : el->variability == VAR_DISCRETE  ? "discrete"
                                                      : "constant",
                   name_text(p->ctx->names, el->type.part[0]));
    if (at(p, TK_EQUALS) && el->redeclare)
        parse_fail(p, el->type.span,
                   "`redeclare` stands before a class or a component: redeclare package %s = ..., "
                   "redeclare model %s = ..., redeclare Resistor r",
                   name_text(p->ctx->names, el->type.part[el->type.n - 1]),
                   name_text(p->ctx->names, el->type.part[el->type.n - 1]));
    if (at(p, TK_COLON) && el->type.n == 1)
        parse_fail(p, p->tok.span, "a declaration has the type first: Real %s",
                   name_text(p->ctx->names, el->type.part[0]));
    if (at(p, TK_LPAR) || (p->tok.kind >= TK_EQUALS && p->tok.kind <= TK_NE)) {
        parse_blame_section(p, 1);
        if (p->capital.end)
            parse_fail(p, p->capital, "this is no keyword; is it `%s`?", p->section);
        const char *name = name_text(p->ctx->names, el->type.part[0]);
        if (at(p, TK_EQUALS) && el->type.n == 1)
            parse_fail(p, p->tok.span,
                       "expected a component name, found `=`; equations stand after `equation`; a "
                       "declaration has a type, Real %s = ..., or stands behind a comma",
                       name);
        parse_fail(p, p->tok.span, "expected a component name, found %s; %s",
                   parse_spell(p, &p->tok),
                   at(p, TK_ASSIGN) ? "statements stand after `algorithm`"
                                    : "equations stand after `equation`");
    }
}

/* declaration : IDENT [ array-subscripts ] [ modification ] */
static void declaration(Parser *p, SynElement *el)
{
    el->name_span = p->tok.span;
    if (p->prev.kind == TK_COMMA && (at(p, TK_INT) || at(p, TK_REAL)))
        parse_fail(
            p, p->tok.span,
            "expected a component name after the `,`, found a number; decimals have a point: "
            "3.5");
    bool listed = p->prev.kind == TK_COMMA;
    if (p->tok.kind <= N_within && !at(p, TK_IDENT) && lex_peek(&p->lx).kind == TK_IDENT)
        parse_fail(p, p->tok.span,
                   listed ? "%s begins another declaration: declarations are separated by `;`, the "
                            "names of one by `,`"
                          : "%s stands before the type: parameter Real x",
                   parse_spell(p, &p->tok));
    el->name = parse_ident(p, "a component name");
    if (listed && at(p, TK_IDENT))
        parse_fail(p, el->name_span,
                   "the names in a list have one type, which is written once: `Real x, y;`; "
                   "they are separated by `,`, declarations by `;`");
    el->subs = parse_subscripts(p, &el->nsubs);
    el->mod = modification(p);
    if (at(p, TK_LPAR) && el->mod && !el->mod->value)
        parse_fail(
            p, p->prev.span,
            "there is one list of modifiers; a size stands in brackets before it: %s[n](...)",
            name_text(p->ctx->names, el->name));
}

/* Up to Modelica 2 the word was `extends`. */
static bool at_constraint(const Parser *p, const SynElement *el)
{
    return at(p, N_constrainedby) || (el->replaceable && at(p, N_extends));
}

/* constraining-clause : constrainedby type-specifier [ class-modification ] */
static void constraint(Parser *p, SynElement *el)
{
    if (!el->replaceable || !at_constraint(p, el))
        return;
    if (at(p, N_extends))
        diag_warning(p->ctx->diags, p->tok.span,
                     "a constraining class is written behind `constrainedby` since Modelica 3");
    advance(p);
    el->constrained = true;
    el->constraint = parse_name(p, "a class after `constrainedby`");
    if (at(p, TK_LPAR))
        el->constraint_mod = modification(p);
}

/* A description behind the constraint is that of the element, which may have one already. */
static void constraint_description(Parser *p, SynElement *el)
{
    Name text = 0;
    SynMod *annotation = NULL;
    if (!el->constrained)
        return;
    parse_description(p, &text, &annotation);
    if (!el->description)
        el->description = text;
    if (!el->annotation)
        el->annotation = annotation;
}

/* component-declaration { "," component-declaration } [ constraining-clause description ];
 * component-declaration : declaration [ if expression ] description */
static void component_clause(Parser *p, const SynElement *prefix, uint32_t beg)
{
    SynElement clause = *prefix;
    clause.kind = EL_COMPONENT;
    component_type(p, &clause);
    size_t mark = p->top;
    do {
        SynElement *el = arena_copy(p->arena, &clause, sizeof clause);
        declaration(p, el);
        if (accept(p, N_if))
            el->condition = parse_exp(p);
        if (el->condition && at(p, TK_EQUALS))
            parse_fail(p, p->tok.span,
                       "expected `;` after the condition, found `=`; to compare write `==`");
        parse_description(p, &el->description, &el->annotation);
        if (parse_at_attributes(p))
            parse_fail(p, p->tok.span,
                       "attributes stand behind the name, then the value, then the description: "
                       "%s(%s = ...) = ... \"a text\"",
                       name_text(p->ctx->names, el->name),
                       name_text(p->ctx->names, lex_peek(&p->lx).name));
        el->span = span_from(p, beg);
        if (!at(p, TK_ERROR))
            push_pointer(p, el);
    } while (accept(p, TK_COMMA));
    if (!at_constraint(p, &clause))
        return;
    constraint(p, &clause);
    constraint_description(p, &clause);
    for (size_t i = mark; i < p->top; i += sizeof(SynElement *)) {
        SynElement *el;
        memcpy(&el, p->stack + i, sizeof el);
        el->constrained = clause.constrained;
        el->constraint = clause.constraint;
        el->constraint_mod = clause.constraint_mod;
        if (!el->description)
            el->description = clause.description;
        if (!el->annotation)
            el->annotation = clause.annotation;
    }
}

/* ---- Modification ---- */

/* ( short-class-definition | component-clause1 ) [ constraining-clause ] */
static void redeclaration(Parser *p, SynArg *arg, uint32_t beg)
{
    bool is_class = parse_role[p->tok.kind] & BEGINS_CLASS;
    SynElement *el = element_new(p, is_class ? EL_CLASS : EL_COMPONENT);
    el->redeclare = arg->redeclare;
    el->final = arg->final;
    el->replaceable = arg->replaceable;
    if (is_class) {
        SynClass *c = el->cls = parse_class(p, true);
        if (!c)
            return;
        c->element = el;
        el->name = c->name;
        el->name_span = c->name_span;
    } else {
        component_type(p, el);
        declaration(p, el);
        parse_description(p, &el->description, &el->annotation);
    }
    constraint(p, el);
    constraint_description(p, el);
    el->span = span_from(p, beg);
    arg->element = el;
    arg->name = (SynName){.n = 1, .span = el->name_span};
    arg->name.part = arena_copy(p->arena, &el->name, sizeof el->name);
}

/* break ( connect-equation | IDENT ) */
static void deselection(Parser *p, SynArg *arg)
{
    arg->is_break = true;
    advance(p);
    if (at(p, N_connect)) {
        arg->break_connect = parse_connect(p);
        arg->break_connect->span = span_from(p, arg->break_connect->span.beg);
        return;
    }
    arg->name = (SynName){.n = 1, .span = p->tok.span};
    Name name = parse_ident(p, "the name of a component, or `connect`, after `break`");
    arg->name.part = arena_copy(p->arena, &name, sizeof name);
}

/* argument : [ redeclare ] [ each ] [ final ] [ replaceable ] ...;  the prefixes in any order */
static void argument_prefix(Parser *p, SynArg *arg)
{
    for (;;) {
        bool *prefix = at(p, N_each)          ? &arg->each
                       : at(p, N_final)       ? &arg->final
                       : at(p, N_redeclare)   ? &arg->redeclare
                       : at(p, N_replaceable) ? &arg->replaceable
                                              : NULL;
        if (!prefix || *prefix)
            return;
        *prefix = true;
        advance(p);
    }
}

/* `table[:, :] = ...`: all elements, which the name alone says. */
static void whole_array(Parser *p)
{
    Span at = p->tok.span;
    int n;
    SynExp **sub = parse_subscripts(p, &n);
    for (int i = 0; i < n; i++)
        if (sub[i]->kind != XP_COLON) {
            parse_fail(p, at, "single array elements cannot be modified");
            return;
        }
    diag_warning(p->ctx->diags, (Span){at.beg, p->prev.span.end},
                 "a modifier names an array without subscripts: all its elements are meant");
}

/* argument : element-modification | element-replaceable | element-redeclaration,
 * in an extends clause also inheritance-modification */
static SynArg *argument(Parser *p, bool inherits)
{
    SynArg *arg = ARENA_NEW(p->arena, SynArg);
    uint32_t beg = p->tok.span.beg;
    argument_prefix(p, arg);
    if (inherits && at(p, N_break)) {
        deselection(p, arg);
    } else if (arg->redeclare || arg->replaceable) {
        redeclaration(p, arg, beg);
    } else {
        if (parse_role[p->tok.kind] & BEGINS_ELEMENT)
            parse_fail(p, p->tok.span, "expected `redeclare` before %s in a modifier",
                       parse_spell(p, &p->tok));
        if (!p->annotations && (at(p, TK_INT) || at(p, TK_REAL) || at(p, TK_STRING)))
            parse_fail(p, p->tok.span,
                       "a modifier has the name of an element before its value: name = value; "
                       "several values of an array "
                       "stand in braces: name = {1, 2}");
        arg->name = parse_name(p, "the name of an element to modify");
        if (at(p, TK_LBRACKET))
            whole_array(p);
        arg->mod = modification(p);
        arg->description = parse_description_string(p);
    }
    arg->span = span_from(p, beg);
    return arg;
}

/* Two arguments of which the first `skip` parts of the name are known to agree modify the same
 * element: both give it a value or redeclare it, or they do so with one of its elements. */
static bool same_target(const SynArg *a, int skip_a, const SynArg *b, int skip_b)
{
    bool more_a = skip_a < a->name.n, more_b = skip_b < b->name.n;
    if (more_a && more_b)
        return a->name.part[skip_a] == b->name.part[skip_b] &&
               same_target(a, skip_a + 1, b, skip_b + 1);
    if (more_b)
        return same_target(b, skip_b, a, skip_a);
    if (!more_a && (a->element || b->element))
        return a->element && b->element;
    if (!more_a && a->mod && b->mod && (a->mod->value || a->mod->value_break) &&
        (b->mod->value || b->mod->value_break))
        return true;
    for (int i = 0; b->mod && i < b->mod->nargs; i++) {
        if (more_a && same_target(a, skip_a, b->mod->arg[i], 0))
            return true;
        for (int k = 0; !more_a && a->mod && k < a->mod->nargs; k++)
            if (same_target(a->mod->arg[k], 0, b->mod->arg[i], 0))
                return true;
    }
    return false;
}

static void check_pair(Parser *p, const SynArg *a, const SynArg *b)
{
    if (!a->name.n || !b->name.n || a->name.part[0] != b->name.part[0])
        return;
    if (a->is_break != b->is_break || a->is_break || same_target(a, 1, b, 1))
        parse_report(p, a->name.span, "`%s` is modified twice in one list",
                     name_text(p->ctx->names, a->name.part[a->name.n - 1]));
}

/* Of long lists only arguments whose names begin alike are compared. */
static void check_single_modification(Parser *p, const SynMod *m)
{
    enum { LONG = 32 };
    for (int i = 1; m->nargs < LONG && i < m->nargs; i++)
        for (int k = 0; k < i; k++)
            check_pair(p, m->arg[i], m->arg[k]);
    if (m->nargs < LONG)
        return;
    Map last = {0}; /* first part of the name -> number of its last argument + 1 */
    Arena *scratch = arena_new();
    int *before = ARENA_ARRAY(scratch, int, m->nargs);
    for (int i = 0; i < m->nargs; i++) {
        const SynArg *a = m->arg[i];
        if (!a->name.n)
            continue;
        before[i] = (int)map_get(&last, a->name.part[0], 0);
        map_set(&last, scratch, a->name.part[0], (uint32_t)i + 1);
        for (int k = before[i]; k; k = before[k - 1])
            check_pair(p, a, m->arg[k - 1]);
    }
    arena_free(scratch);
}

/* conversion-rule : IDENT function-call-args, behind the parenthesis: change(convertClass("A",
 * "B")) in an annotation is a modification whose value is the tuple of the arguments; the one that
 * may be named is the last of all. */
static void conversion_rule(Parser *p, SynMod *m)
{
    m->value = ARENA_NEW(p->arena, SynExp);
    *m->value = (SynExp){.kind = XP_TUPLE, .span = p->tok.span};
    size_t mark = p->top;
    do {
        SynExp *e = parse_exp(p);
        push_pointer(p, accept(p, TK_EQUALS) ? parse_exp(p) : e);
    } while (accept(p, TK_COMMA));
    m->value->span = span_from(p, m->value->span.beg);
    m->value->arg = parse_take(p, mark, sizeof *m->value->arg, &m->value->n);
    parse_expect(p, TK_RPAR, "`,` or `)` in the rule");
}

/* What stands where `,` or `)` should end an argument of a modifier. */
static void blame_separator(Parser *p, const SynMod *m)
{
    const SynArg *last = m->nargs ? m->arg[m->nargs - 1] : NULL;
    bool valued = last && last->mod && last->mod->value;
    if (p->annotations || at(p, TK_ERROR))
        return;
    Token next = lex_peek(&p->lx);
    const char *from = p->lx.text + (p->tok.span.end - p->lx.base);
    bool same_line = !memchr(from, '\n', next.span.beg - p->tok.span.end);
    if (at(p, TK_SEMICOLON) && next.kind == TK_IDENT && same_line)
        parse_fail(p, p->tok.span, "arguments are separated by `,`, not by `;`");
    else if (at(p, TK_IDENT) && valued && p->prev.span.end == p->tok.span.beg &&
             (p->prev.kind == TK_INT || p->prev.kind == TK_REAL))
        parse_fail(p, (Span){p->prev.span.beg, p->tok.span.end},
                   "a number has no letters behind it: a power of ten is written 100e3, a unit is "
                   "an attribute of the variable");
    else if (at(p, TK_IDENT) && valued)
        parse_fail(p, p->tok.span, "a `,` is missing before `%s`",
                   name_text(p->ctx->names, p->tok.name));
    else if (at(p, TK_IDENT) && last && !last->mod && last->name.n)
        parse_fail(
            p, p->tok.span,
            "a modifier has name = value; another class for `%s` is given by redeclare %s %s",
            name_text(p->ctx->names, p->tok.name),
            name_text(p->ctx->names, last->name.part[last->name.n - 1]),
            name_text(p->ctx->names, p->tok.name));
}

/* class-modification : "(" [ argument { "," argument } ] ")" */
static void class_modification(Parser *p, SynMod *m, bool inherits)
{
    m->has_list = true;
    uint32_t beg = p->tok.span.beg;
    advance(p);
    if (accept(p, TK_RPAR))
        return;
    if (p->annotations && (at(p, TK_STRING) || at(p, TK_LBRACE))) {
        conversion_rule(p, m);
        return;
    }
    if (parse_enter(p)) {
        size_t mark = p->top;
        do
            push_pointer(p, argument(p, inherits));
        while (accept(p, TK_COMMA));
        m->arg = parse_take(p, mark, sizeof *m->arg, &m->nargs);
        if (!p->annotations)
            check_single_modification(p, m);
    }
    parse_leave(p);
    blame_separator(p, m);
    parse_close(p, beg, "`,` or `)` in the modifier");
}

/* modification : class-modification [ "=" modification-expression ]
 *              | ( "=" | ":=" ) modification-expression;
 * modification-expression : expression | break */
static SynMod *modification(Parser *p)
{
    if (!at(p, TK_LPAR) && !at(p, TK_EQUALS) && !at(p, TK_ASSIGN))
        return NULL;
    SynMod *m = ARENA_NEW(p->arena, SynMod);
    uint32_t beg = p->tok.span.beg;
    if (at(p, TK_LPAR))
        class_modification(p, m, false);
    m->assign = at(p, TK_ASSIGN);
    if (m->assign && !p->annotations)
        diag_warning(p->ctx->diags, p->tok.span,
                     "a value in a declaration is given by `=`; `:=` is for statements of "
                     "algorithms");
    if (accept(p, TK_EQUALS) || accept(p, TK_ASSIGN)) {
        m->value_break = accept(p, N_break);
        if (!m->value_break)
            m->value = parse_exp(p);
    }
    m->span = span_from(p, beg);
    return m;
}

/* "(" ... ")" alone */
static SynMod *list_modification(Parser *p, bool inherits)
{
    SynMod *m = ARENA_NEW(p->arena, SynMod);
    uint32_t beg = p->tok.span.beg;
    class_modification(p, m, inherits);
    m->span = span_from(p, beg);
    return m;
}

/* annotation class-modification */
SynMod *parse_annotation(Parser *p)
{
    advance(p);
    if (!at(p, TK_LPAR)) {
        parse_expected(p, "`(` after `annotation`");
        return NULL;
    }
    p->annotations++;
    SynMod *m = list_modification(p, false);
    p->annotations--;
    return m;
}

/* ---- Imports and extends clauses ---- */

/* An import of `path`, known by the name of the token `last`. */
static SynElement *import_new(Parser *p, SynImportKind kind, SynName path, Token last)
{
    SynElement *el = element_new(p, EL_IMPORT);
    el->import_kind = (uint8_t)kind;
    el->type = path;
    el->name = last.name;
    el->name_span = last.span;
    return el;
}

static SynName path_extended(Parser *p, SynName path, Token last)
{
    Name *part = ARENA_ARRAY(p->arena, Name, path.n + 1);
    memcpy(part, path.part, path.n * sizeof *part);
    part[path.n] = last.name;
    path.part = part;
    path.n++;
    path.span = span_join(path.span, last.span);
    return path;
}

/* "{" IDENT { "," IDENT } "}" behind the path */
static void import_list(Parser *p, SynName path)
{
    advance(p);
    do {
        Token last = p->tok;
        if (parse_ident(p, "a name to import"))
            push_pointer(p, import_new(p, IMPORT_QUALIFIED, path_extended(p, path, last), last));
    } while (accept(p, TK_COMMA));
    parse_expect(p, TK_RBRACE, "`,` or `}` in the list of names");
}

/* name [ ".*" | "." ( "*" | "{" import-list "}" ) ] */
static void import_path(Parser *p)
{
    SynName path = {.span = p->tok.span};
    path.global = accept(p, TK_DOT);
    Token last = p->tok;
    size_t mark = p->top;
    do {
        if (at(p, TK_MUL) || at(p, TK_LBRACE))
            break;
        last = p->tok;
        Name part = parse_ident(p, "a name in the import");
        parse_push(p, &part, sizeof part);
    } while (accept(p, TK_DOT));
    int n;
    path.part = parse_take(p, mark, sizeof *path.part, &n);
    path.n = (uint16_t)n;
    path.span = span_from(p, path.span.beg);
    if (!n || n >= UINT16_MAX)
        parse_fail(p, path.span, "an import needs at least one and at most %d names", UINT16_MAX);
    if (at(p, TK_LBRACE))
        import_list(p, path);
    else if (accept(p, TK_MUL) || accept(p, TK_DOT_MUL))
        push_pointer(p, import_new(p, IMPORT_ALL, path, (Token){0}));
    else
        push_pointer(p, import_new(p, IMPORT_QUALIFIED, path, last));
}

/* import ( IDENT "=" name | path ) description */
static void import_clause(Parser *p, const SynElement *prefix)
{
    uint32_t beg = p->tok.span.beg;
    size_t mark = p->top;
    advance(p);
    if (at(p, TK_IDENT) && lex_equals_follows(&p->lx)) {
        Token alias = p->tok;
        advance(p);
        advance(p);
        SynName path = parse_name(p, "a name to import");
        push_pointer(p, import_new(p, IMPORT_RENAMED, path, alias));
    } else {
        import_path(p);
    }
    Name description = 0;
    SynMod *annotation = NULL;
    parse_description(p, &description, &annotation);
    for (size_t i = mark; i < p->top; i += sizeof(SynElement *)) {
        SynElement *el;
        memcpy(&el, p->stack + i, sizeof el);
        el->protected = prefix->protected;
        el->description = description;
        el->annotation = annotation;
        el->span = span_from(p, beg);
    }
}

/* extends type-specifier [ class-or-inheritance-modification ] [ annotation-clause ] */
static void extends_clause(Parser *p, const SynElement *prefix)
{
    uint32_t beg = p->tok.span.beg;
    SynElement *el = arena_copy(p->arena, prefix, sizeof *prefix);
    el->kind = EL_EXTENDS;
    advance(p);
    el->type = parse_name(p, "a base class after `extends`");
    if (at(p, TK_LPAR))
        el->mod = list_modification(p, true);
    if (at(p, N_annotation))
        el->annotation = parse_annotation(p);
    el->span = span_from(p, beg);
    push_pointer(p, el);
}

/* ---- Elements ---- */

/* class-definition [ constraining-clause description ] */
static void class_element(Parser *p, const SynElement *prefix, uint32_t beg)
{
    SynElement *el = arena_copy(p->arena, prefix, sizeof *prefix);
    el->kind = EL_CLASS;
    el->cls = parse_class(p, false);
    if (!el->cls)
        return;
    el->cls->element = el;
    el->name = el->cls->name;
    el->name_span = el->cls->name_span;
    if (at_constraint(p, el)) {
        constraint(p, el);
        constraint_description(p, el);
    }
    el->span = span_from(p, beg);
    push_pointer(p, el);
}

/* [ redeclare ] [ final ] [ inner ] [ outer ] [ replaceable ], in any order */
static void element_prefix(Parser *p, SynElement *el)
{
    for (;;) {
        bool *prefix = at(p, N_redeclare)     ? &el->redeclare
                       : at(p, N_final)       ? &el->final
                       : at(p, N_inner)       ? &el->inner
                       : at(p, N_outer)       ? &el->outer
                       : at(p, N_replaceable) ? &el->replaceable
                                              : NULL;
        if (!prefix)
            return;
        if (*prefix) {
            parse_fail(p, p->tok.span, "%s is given twice", parse_spell(p, &p->tok));
            return;
        }
        *prefix = true;
        advance(p);
    }
}

/* element : import-clause | extends-clause | [ prefixes ] ( class-definition | component-clause );
 * the elements are pushed on the stack. `after` is the section keyword behind which it stands
 * of the class c without `public` or `protected`, 0 if it is in its place. */
static void push_element(Parser *p, const SynClass *c, bool hidden, int after)
{
    SynElement prefix = {.protected = hidden};
    size_t mark = p->top;
    uint32_t beg = parse_begin_statement(p);
    const char *what = "the declaration";
    if (after) {
        parse_blame_section(p, 1);
        if (c->name && parse_role[p->tok.kind] & BEGINS_CLASS)
            parse_report(p, p->tok.span,
                         "a class cannot begin behind `%s`: is `end %s;` missing before it?",
                         text_of(p->ctx, (Name)after), text_of(p->ctx, c->name));
        else
            parse_report(p, p->tok.span,
                         "a declaration behind `%s` needs `public` or `protected` before it",
                         text_of(p->ctx, (Name)after));
    }
    if (at(p, N_import)) {
        import_clause(p, &prefix);
        what = "the import";
    } else if (at(p, N_extends)) {
        extends_clause(p, &prefix);
        what = "the `extends` clause";
    } else {
        element_prefix(p, &prefix);
        if (parse_role[p->tok.kind] & BEGINS_CLASS) {
            class_element(p, &prefix, beg);
            what = "the class";
        } else {
            component_clause(p, &prefix, beg);
        }
    }
    if (!parse_end_statement(p, beg, what))
        p->top = mark;
}

/* ---- External functions ---- */

/* external-function-call : [ component-reference "=" ] IDENT "(" [ expression-list ] ")" */
static void external_call(Parser *p, SynExternal *x)
{
    SynExp *first = parse_ref_exp(p);
    if (accept(p, TK_EQUALS)) {
        x->result = first;
        first = parse_ref_exp(p);
    }
    if (first->ref->n != 1 || first->ref->part[0].nsubs || first->ref->global)
        parse_fail(p, first->span, "expected the name of an external function");
    x->function = first->ref->part[0].name;
    parse_expect(p, TK_LPAR, "`(` after the external function");
    if (!at(p, TK_RPAR))
        x->arg = parse_exp_list(p, &x->nargs);
    parse_expect(p, TK_RPAR, "`,` or `)` in the arguments");
}

/* external [ STRING ] [ external-function-call ] [ annotation-clause ] ";" */
static void external_clause(Parser *p, SynClass *c)
{
    uint32_t beg = parse_begin_statement(p);
    SynExternal *x = ARENA_NEW(p->arena, SynExternal);
    if (c->external)
        parse_report(p, p->tok.span, "the class has an `external` clause already");
    advance(p);
    x->language = at(p, TK_STRING) ? p->tok.name : 0;
    accept(p, TK_STRING);
    if (at(p, TK_IDENT) || at(p, TK_DOT))
        external_call(p, x);
    if (at(p, N_annotation))
        x->annotation = parse_annotation(p);
    x->span = span_from(p, beg);
    if (parse_end_statement(p, beg, "the `external` clause"))
        c->external = x;
}

/* ---- Classes ---- */

/* annotation-clause ";" of the class */
static void class_annotation(Parser *p, SynClass *c)
{
    uint32_t beg = parse_begin_statement(p);
    if (c->annotation)
        diag_warning(p->ctx->diags, p->tok.span,
                     "the class has an annotation already; this belongs into it");
    SynMod *m = parse_annotation(p);
    if (!parse_end_statement(p, beg, "the annotation"))
        return;
    if (c->annotation && m) { /* the first of equal names is the one that is found */
        SynArg **all = ARENA_ARRAY(p->arena, SynArg *, c->annotation->nargs + m->nargs);
        memcpy(all, c->annotation->arg, (size_t)c->annotation->nargs * sizeof *all);
        memcpy(all + c->annotation->nargs, m->arg, (size_t)m->nargs * sizeof *all);
        m->arg = all;
        m->nargs += c->annotation->nargs;
    }
    c->annotation = m;
}

/* Reports an `end` that is not `end NAME` of this class. */
static void wrong_end(Parser *p, const SynClass *c, const Token *next)
{
    if (p->end_reported == p->tok.span.beg || !c->name)
        return;
    p->end_reported = p->tok.span.beg;
    const char *name = text_of(p->ctx, c->name);
    Span where = p->tok.span;
    if (at(p, TK_EOF)) {
        parse_report(p, where, "expected `end %s` before the end of the file", name);
    } else {
        if (next->kind == TK_IDENT)
            where = span_join(where, next->span);
        parse_report(p, where, "expected `end %s`, found `end` %s", name, parse_spell(p, next));
    }
    parse_note(p, c->name_span, "`%s` begins here", name);
}

/* How far the line of a position is indented. */
static int indentation(const Parser *p, uint32_t position)
{
    const char *s = p->lx.text + (position - p->lx.base);
    while (s > p->lx.text && s[-1] != '\n')
        s--;
    return (int)strspn(s, " \t");
}

/* end IDENT. Returns false if it closes neither this class nor one around it, and earlier
 * mistakes in this class and its indentation make it likely that it belongs to a class that was
 * not recognised: then it is skipped and the body goes on. An `end` of a class around this one is
 * left. */
static bool end_class(Parser *p, SynClass *c, bool mistakes)
{
    parse_begin_statement(p);
    Token next = lex_peek(&p->lx);
    bool named = at(p, N_end) && next.kind == TK_IDENT;
    if (named && next.name == c->name) {
        advance(p);
        advance(p);
        return true;
    }
    if (at(p, TK_EOF) || (named && parse_encloses(c->parent, next.name))) {
        wrong_end(p, c, &next);
        return true;
    }
    bool stray =
        mistakes && c->name && indentation(p, p->tok.span.beg) != indentation(p, c->name_span.beg);
    if (!stray)
        wrong_end(p, c, &next);
    advance(p);
    if (named || parse_is_block(p->tok.kind))
        advance(p);
    if (stray)
        accept(p, TK_SEMICOLON);
    return !stray;
}

/* Whether what stands here is an equation, not an element: behind a section (`after` is its
 * keyword) all is that does not look like a declaration, elsewhere what can be nothing else. */
static bool at_equation(Parser *p, int after)
{
    if (parse_role[p->tok.kind] & BEGINS_ELEMENT)
        return false;
    if (after)
        return !at(p, TK_IDENT) || lex_peek(&p->lx).kind != TK_IDENT;
    return parse_is_block(p->tok.kind) || at(p, N_connect) || at(p, N_der) || at(p, TK_LPAR);
}

/* Equations without the keyword before them, or behind a class annotation (as in Modelica 2). */
static SynSection *headless_section(Parser *p, const SynClass *c, int after)
{
    bool function = c->restriction == CLS_FUNCTION || c->restriction == CLS_OPERATOR_FUNCTION;
    if (!after) {
        parse_begin_statement(p);
        parse_blame_section(p, 1);
        parse_report(p, p->tok.span,
                     "%s can only stand in an equation or algorithm section: write `%s` before it",
                     parse_spell(p, &p->tok), function ? "algorithm" : "equation");
    }
    return parse_section(p, after ? after : function ? N_algorithm : N_equation);
}

/* Packages and operators have no behaviour (4.7). */
static void check_kind(Parser *p, const SynClass *c, const SynSection *first)
{
    if (first && (c->restriction == CLS_PACKAGE || c->restriction == CLS_OPERATOR))
        parse_report(p, first->span, "the %s `%s` can only have declarations, no %s",
                     c->restriction == CLS_PACKAGE ? "package" : "operator",
                     name_text(p->ctx->names, c->name),
                     first->algorithm ? "algorithms" : "equations");
}

/* composition : element-list { public element-list | protected element-list | equation-section
 *   | algorithm-section } [ external ... ";" ] [ annotation-clause ";" ]
 * up to and with `end IDENT`. The class annotation may also stand elsewhere, as in Modelica 2. */
static void composition(Parser *p, SynClass *c)
{
    size_t mark = p->top;
    VEC(SynSection *) sections = {0};
    bool hidden = false, open = true;
    int after = 0, failures = p->failures;
    while (open) {
        SynSection *section = NULL;
        switch (p->tok.kind) {
        case N_public:
        case N_protected:
            hidden = at(p, N_protected);
            after = 0;
            advance(p);
            break;
        case N_initial:
        case N_equation:
        case N_algorithm:
            section = parse_section(p, 0);
            break;
        case N_external:
            external_clause(p, c);
            break;
        case N_annotation:
            class_annotation(p, c);
            break;
        case N_end:
        case TK_EOF:
            open = !end_class(p, c, p->failures > failures);
            p->wrong_section++; /* what follows a stray `end` may be in any section */
            break;
        default:
            if (at_equation(p, after)) {
                section = headless_section(p, c, after);
            } else {
                push_element(p, c, hidden, after);
                after = 0;
            }
        }
        if (section) {
            vec_push(p->arena, &sections, section);
            after = section->algorithm ? N_algorithm : N_equation;
        }
    }
    c->elem = parse_take(p, mark, sizeof *c->elem, &c->nelements);
    c->section = sections.v;
    c->nsections = sections.n;
    if (p->failures == failures) /* else it may be the section of another class */
        check_kind(p, c, sections.n ? sections.v[0] : NULL);
}

/* The body of a long class, in which it is the enclosing class. */
static void class_body(Parser *p, SynClass *c)
{
    c->description = parse_description_string(p);
    SynClass *outer = p->cls;
    int wrong_section = p->wrong_section;
    p->cls = c;
    p->wrong_section = 0;
    if (at(p, TK_ERROR)) /* a mistake in the head does not cost the body */
        parse_end_statement(p, 0, "the head of the class");
    composition(p, c);
    p->cls = outer;
    p->wrong_section = wrong_section;
}

/* "(" ( [ enumeration-literal { "," enumeration-literal } ] | ":" ) ")" description;
 * enumeration-literal : IDENT description */
static void enumeration(Parser *p, SynClass *c)
{
    c->form = FORM_ENUM;
    advance(p);
    parse_expect(p, TK_LPAR, "`(` after `enumeration`");
    c->enum_open = accept(p, TK_COLON);
    size_t mark = p->top;
    if (!c->enum_open && !at(p, TK_RPAR)) {
        do {
            SynEnumLiteral literal = {.span = p->tok.span};
            SynMod *annotation;
            literal.name = parse_ident(p, "the name of an enumeration literal");
            parse_description(p, &literal.description, &annotation);
            parse_push(p, &literal, sizeof literal);
        } while (accept(p, TK_COMMA));
    }
    c->literal = parse_take(p, mark, sizeof *c->literal, &c->nliterals);
    parse_expect(p, TK_RPAR, "`,` or `)` in the enumeration");
}

/* der "(" type-specifier "," IDENT { "," IDENT } ")" description */
static void derivative(Parser *p, SynClass *c)
{
    c->form = FORM_DER;
    advance(p);
    parse_expect(p, TK_LPAR, "`(` after `der`");
    c->base = parse_name(p, "the name of a function");
    parse_expect(p, TK_COMMA, "`,` and a variable to differentiate by");
    size_t mark = p->top;
    do {
        Name name = parse_ident(p, "a variable to differentiate by");
        parse_push(p, &name, sizeof name);
    } while (accept(p, TK_COMMA));
    c->wrt = parse_take(p, mark, sizeof *c->wrt, &c->nwrt);
    parse_expect(p, TK_RPAR, "`,` or `)`");
}

/* IDENT "=" [ input | output ] type-specifier [ array-subscripts ] [ class-modification ]
 * description, and the forms with enumeration and der; behind the "=" */
static void short_class(Parser *p, SynClass *c)
{
    if (at(p, N_enumeration)) {
        enumeration(p, c);
    } else if (at(p, N_der)) {
        derivative(p, c);
    } else {
        c->form = FORM_SHORT;
        c->direction = accept(p, N_input) ? DIR_INPUT : accept(p, N_output) ? DIR_OUTPUT : DIR_NONE;
        c->base = parse_name(p, "a class after `=`");
        c->subs = parse_subscripts(p, &c->nsubs);
        if (at(p, TK_LPAR))
            c->mod = list_modification(p, false);
    }
    parse_description(p, &c->description, &c->annotation);
    bool bare = c->mod && c->mod->nargs && c->mod->arg[0]->name.n == 1 && !c->mod->arg[0]->mod;
    if (c->restriction == CLS_FUNCTION && bare && !at(p, TK_SEMICOLON) && parse_new_line(p))
        parse_fail(p, span_from(p, c->name_span.beg), "%s", FUNCTION_HEAD);
}

/* class-prefixes : [ partial ] ( class | model | [ operator ] record | block
 *   | [ expandable ] connector | type | package | [ pure | impure ] [ operator ] function
 *   | operator ), with `encapsulated` before it */
static void class_prefixes(Parser *p, SynClass *c)
{
    static const uint8_t restriction[TK_COUNT] = {
        [N_class] = CLS_CLASS + 1,         [N_model] = CLS_MODEL + 1,
        [N_record] = CLS_RECORD + 1,       [N_block] = CLS_BLOCK + 1,
        [N_connector] = CLS_CONNECTOR + 1, [N_type] = CLS_TYPE + 1,
        [N_package] = CLS_PACKAGE + 1,     [N_function] = CLS_FUNCTION + 1,
    };
    for (;;) {
        bool *prefix = at(p, N_encapsulated) ? &c->encapsulated
                       : at(p, N_partial)    ? &c->partial
                       : at(p, N_pure)       ? &c->pure
                       : at(p, N_impure)     ? &c->impure
                                             : NULL;
        if (!prefix || *prefix)
            break;
        *prefix = true;
        advance(p);
    }
    bool expandable = accept(p, N_expandable), is_operator = !expandable && accept(p, N_operator);
    int kind = restriction[p->tok.kind];
    c->restriction = (uint8_t)(kind ? kind - 1 : CLS_CLASS);
    if (expandable && at(p, N_connector))
        c->restriction = CLS_EXPANDABLE_CONNECTOR;
    else if (is_operator && at(p, N_record))
        c->restriction = CLS_OPERATOR_RECORD;
    else if (is_operator && at(p, N_function))
        c->restriction = CLS_OPERATOR_FUNCTION;
    else if (expandable)
        parse_expected(p, "`connector` after `expandable`");
    else if (is_operator && !kind)
        c->restriction = CLS_OPERATOR;
    else if (is_operator)
        parse_expected(p, "`record`, `function` or a name after `operator`");
    else if ((c->pure || c->impure) && !at(p, N_function))
        parse_expected(p, "`function`");
    else if (!kind)
        parse_expected(p, "`model`, `function` or another kind of class");
    if (kind && !at(p, TK_ERROR))
        advance(p);
}

/* IDENT, but for the names of the predefined types */
static Name class_name(Parser *p)
{
    Name n = p->tok.name;
    if (at(p, TK_IDENT) && (n == N_Real || n == N_Integer || n == N_Boolean || n == N_String)) {
        parse_expected(p, "the name of the class");
        return 0;
    }
    return parse_ident(p, "the name of the class");
}

static SynClass *class_new(Parser *p)
{
    SynClass *c = p->reuse ? p->reuse : ARENA_NEW(p->arena, SynClass);
    p->reuse = NULL;
    *c = (SynClass){.parent = p->cls};
    return c;
}

/* What other languages have behind the name of a class, which begins its body at once. */
static void blame_head(Parser *p, const SynClass *c)
{
    bool function = c->restriction == CLS_FUNCTION;
    if (at(p, TK_SEMICOLON)) {
        parse_report(p, p->tok.span,
                     "no `;` stands behind the name of a class, whose body begins there");
        advance(p);
    } else if (at(p, TK_LPAR) && function) {
        parse_fail(p, p->tok.span, "%s", FUNCTION_HEAD);
    } else if (at(p, TK_LPAR)) {
        parse_fail(p, p->tok.span,
                   "a class has no list of arguments: what can be set is declared inside, "
                   "`parameter Real k = 1;`");
    } else if (at(p, TK_LBRACE)) {
        parse_fail(p, p->tok.span, "a class has no braces: it ends with `end %s;`",
                   name_text(p->ctx->names, c->name));
    }
}

/* class-specifier : IDENT description-string composition end IDENT
 *   | extends IDENT [ class-modification ] description-string composition end IDENT
 *   | IDENT "=" ...; in a modifier only the last */
static void class_specifier(Parser *p, SynClass *c, bool modifier)
{
    if (accept(p, N_extends))
        c->form = FORM_EXTENDS;
    c->name_span = p->tok.span;
    bool nameless_short = at(p, TK_EQUALS);
    if (at(p, TK_LBRACKET) && c->restriction == CLS_FUNCTION)
        parse_fail(p, p->tok.span, "%s", FUNCTION_HEAD);
    c->name = class_name(p);
    if (modifier && (c->form == FORM_EXTENDS || !at(p, TK_EQUALS)))
        parse_fail(p, c->name_span, "a class in a modifier must have the form `name = ...`");
    if (c->form == FORM_EXTENDS && at(p, TK_LPAR))
        c->mod = list_modification(p, false);
    if (at(p, TK_ERROR))
        c->mod = NULL;
    if (c->form == FORM_LONG && accept(p, TK_EQUALS))
        short_class(p, c);
    else if (!nameless_short && !modifier) {
        blame_head(p, c);
        class_body(p, c);
    }
}

/* class-definition : [ encapsulated ] class-prefixes class-specifier. NULL if it has no name, is
 * a broken short class or lies too deep. */
SynClass *parse_class(Parser *p, bool modifier)
{
    SynClass *c = class_new(p);
    uint32_t beg = p->tok.span.beg;
    if (parse_enter_block(p)) {
        class_prefixes(p, c);
        if (!at(p, TK_ERROR))
            class_specifier(p, c, modifier);
    }
    parse_leave(p);
    c->span = span_from(p, beg);
    return c->name && !at(p, TK_ERROR) && !p->abandoned ? c : NULL;
}
