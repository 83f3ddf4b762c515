/* print.c - the class tree as Modelica text, classes of the classic language as classic text. What
 * is printed parses to an equal tree: parentheses stand where they were written, and where the
 * precedence of operators needs them. O(nodes); recursion is bounded by SYN_MAX_DEPTH. */
#include "syntax/print.h"
#include "syntax/classic_internal.h"

#include <string.h>

typedef struct Printer {
    Context *ctx;
    Buf *out;
    bool classic; /* inside a class of the classic language */
} Printer;

static void print_mod(Printer *p, const SynMod *m);
static void print_equ(Printer *p, const SynEqu *e, int indent);
static void print_class(Printer *p, const SynClass *c, int indent);

static void put(Printer *p, const char *s)
{
    buf_puts(p->out, s);
}

static void put_name(Printer *p, Name n)
{
    buf_write(p->out, text_of(p->ctx, n), name_length(p->ctx->names, n));
}

static void put_if(Printer *p, bool condition, const char *s)
{
    if (condition)
        put(p, s);
}

static void new_line(Printer *p, int indent)
{
    buf_putc(p->out, '\n');
    for (int i = 0; i < indent; i++)
        put(p, "  ");
}

static void put_string(Printer *p, Name text)
{
    static const char code[128] = {
        ['"'] = '"',  ['\\'] = '\\', ['\a'] = 'a', ['\b'] = 'b', ['\f'] = 'f',
        ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't', ['\v'] = 'v'};
    const char *s = text_of(p->ctx, text), *end = s + name_length(p->ctx->names, text);
    buf_putc(p->out, '"');
    for (; s < end; s++) {
        char escape = (unsigned char)*s < 128 ? code[(unsigned char)*s] : 0;
        if (escape)
            buf_putc(p->out, '\\');
        buf_putc(p->out, escape ? escape : *s);
    }
    buf_putc(p->out, '"');
}

static void print_name(Printer *p, const SynName *n)
{
    put_if(p, n->global, ".");
    for (int i = 0; i < n->n; i++) {
        put_if(p, i, ".");
        put_name(p, n->part[i]);
    }
}

/* ---- Expressions ---- */

/* How tightly an expression binds; the order of the grammar's rules. */
enum {
    BIND_EXP,
    BIND_RANGE,
    BIND_OR,
    BIND_AND,
    BIND_NOT,
    BIND_RELATION,
    BIND_ADD,
    BIND_MUL,
    BIND_POW,
    BIND_PRIMARY
};

static const struct {
    const char *text;
    uint8_t bind;
} operators[] = {
    [OP_ADD] = {" + ", BIND_ADD},      [OP_SUB] = {" - ", BIND_ADD},
    [OP_DOT_ADD] = {" .+ ", BIND_ADD}, [OP_DOT_SUB] = {" .- ", BIND_ADD},
    [OP_MUL] = {"*", BIND_MUL},        [OP_DIV] = {"/", BIND_MUL},
    [OP_DOT_MUL] = {" .* ", BIND_MUL}, [OP_DOT_DIV] = {" ./ ", BIND_MUL},
    [OP_POW] = {"^", BIND_POW},        [OP_DOT_POW] = {" .^ ", BIND_POW},
    [OP_NEG] = {"-", BIND_ADD},        [OP_PLUS] = {"+", BIND_ADD},
    [OP_DOT_NEG] = {".-", BIND_ADD},   [OP_DOT_PLUS] = {".+", BIND_ADD},
    [OP_NOT] = {"not ", BIND_NOT},     [OP_LT] = {" < ", BIND_RELATION},
    [OP_LE] = {" <= ", BIND_RELATION}, [OP_GT] = {" > ", BIND_RELATION},
    [OP_GE] = {" >= ", BIND_RELATION}, [OP_EQ] = {" == ", BIND_RELATION},
    [OP_NE] = {" <> ", BIND_RELATION}, [OP_AND] = {" and ", BIND_AND},
    [OP_OR] = {" or ", BIND_OR},
};

static int bind_of(const SynExp *e)
{
    switch (e->kind) {
    case XP_IF:
        return BIND_EXP;
    case XP_RANGE:
        return BIND_RANGE;
    case XP_UNARY:
    case XP_BINARY:
        return operators[e->op].bind;
    case XP_CHAIN:
        return operators[e->ops[1]].bind;
    default:
        return BIND_PRIMARY;
    }
}

static void print_bare(Printer *p, const SynExp *e);

/* Prints e where something that binds at least like `least` is expected. */
static void print_operand(Printer *p, const SynExp *e, int least)
{
    bool paren = e->paren || bind_of(e) < least;
    put_if(p, paren, "(");
    print_bare(p, e);
    put_if(p, paren, ")");
}

static void print_exp(Printer *p, const SynExp *e)
{
    print_operand(p, e, BIND_EXP);
}

static void print_list(Printer *p, SynExp **list, int n, const char *open, const char *separator,
                       const char *close)
{
    put(p, open);
    for (int i = 0; i < n; i++) {
        put_if(p, i, separator);
        if (list[i])
            print_exp(p, list[i]);
    }
    put(p, close);
}

static void print_subscripts(Printer *p, SynExp **sub, int n)
{
    if (n)
        print_list(p, sub, n, "[", ", ", "]");
}

static void print_ref(Printer *p, const SynRef *r)
{
    if (p->classic && r->n == 1) {
        put(p, classic_spelling(text_of(p->ctx, r->part[0].name)));
        return;
    }
    put_if(p, r->global, ".");
    for (int i = 0; i < r->n; i++) {
        put_if(p, i, ".");
        put_name(p, r->part[i].name);
        print_subscripts(p, r->part[i].sub, r->part[i].nsubs);
    }
}

static void print_iters(Printer *p, const SynIter *iter, int n)
{
    for (int i = 0; i < n; i++) {
        put_if(p, i, ", ");
        put_name(p, iter[i].name);
        if (iter[i].range) {
            put(p, " in ");
            print_exp(p, iter[i].range);
        }
    }
}

static void print_call(Printer *p, const SynCall *c)
{
    if (!c->braces)
        print_ref(p, c->fn);
    print_list(p, c->arg, c->nargs, c->braces ? "{" : "(", ", ", "");
    for (int i = 0; i < c->nnamed; i++) {
        put_if(p, i || c->nargs, ", ");
        put_name(p, c->named[i].name);
        put(p, " = ");
        print_exp(p, c->named[i].value);
    }
    if (c->niters) {
        put(p, " for ");
        print_iters(p, c->iter, c->niters);
    }
    put(p, c->braces ? "}" : ")");
}

static void print_real(Printer *p, double x)
{
    size_t from = p->out->n;
    buf_real(p->out, x);
    put_if(p, !strpbrk(p->out->s + from, ".en"), ".0");
}

static void print_chain(Printer *p, const SynExp *e)
{
    int bind = bind_of(e);
    /* A sign binds like a sum but is allowed as the first term of one. */
    print_operand(p, e->arg[0],
                  e->arg[0]->kind == XP_UNARY && bind == BIND_ADD ? BIND_ADD : bind + 1);
    for (int i = 1; i < e->n; i++) {
        put(p, operators[e->ops[i]].text);
        print_operand(p, e->arg[i], bind + 1);
    }
}

static void print_if(Printer *p, const SynExp *e)
{
    for (int i = 0; i + 1 < e->n; i += 2) {
        put(p, i ? " elseif " : "if ");
        print_exp(p, e->arg[i]);
        put(p, " then ");
        print_exp(p, e->arg[i + 1]);
    }
    put(p, " else ");
    print_exp(p, e->arg[e->n - 1]);
}

static void print_range(Printer *p, const SynExp *e)
{
    for (int i = 0; i < e->n; i++) {
        put_if(p, i, ":");
        print_operand(p, e->arg[i], BIND_OR);
    }
}

static void print_bare(Printer *p, const SynExp *e)
{
    int bind = bind_of(e);
    switch ((SynExpKind)e->kind) {
    case XP_INT:
        buf_printf(p->out, "%lld", (long long)e->i);
        break;
    case XP_REAL:
        print_real(p, e->r);
        break;
    case XP_STRING:
        put_string(p, e->str);
        break;
    case XP_BOOL:
        put(p, e->i ? "true" : "false");
        break;
    case XP_REF:
        print_ref(p, e->ref);
        break;
    case XP_FUNCTION:
        put(p, "function ");
        /* fall through */
    case XP_CALL:
        print_call(p, e->call);
        break;
    case XP_ARRAY:
        print_list(p, e->arg, e->n, "{", ", ", "}");
        break;
    case XP_MATRIX:
        print_list(p, e->arg, e->n, "[", "; ", "]");
        break;
    case XP_ROW:
        print_list(p, e->arg, e->n, "", ", ", "");
        break;
    case XP_RANGE:
        print_range(p, e);
        break;
    case XP_IF:
        print_if(p, e);
        break;
    case XP_UNARY:
        put(p, operators[e->op].text);
        print_operand(p, e->arg[0], bind + 1);
        break;
    case XP_BINARY:
        print_operand(p, e->arg[0], bind == BIND_POW ? BIND_PRIMARY : BIND_ADD);
        put(p, p->classic && e->op == OP_POW ? "**" : operators[e->op].text);
        print_operand(p, e->arg[1], bind == BIND_POW ? BIND_PRIMARY : BIND_ADD);
        break;
    case XP_CHAIN:
        print_chain(p, e);
        break;
    case XP_TUPLE:
        print_list(p, e->arg, e->n, "(", ", ", ")");
        break;
    case XP_END:
        put(p, "end");
        break;
    case XP_COLON:
        put(p, ":");
        break;
    }
}

/* ---- Modification and elements ---- */

static void print_description(Printer *p, Name description, const SynMod *annotation)
{
    if (description) {
        put(p, " ");
        put_string(p, description);
    }
    if (annotation) {
        put(p, " annotation");
        print_mod(p, annotation);
    }
}

static void print_component(Printer *p, const SynElement *el)
{
    static const char *const connector[] = {"", "flow ", "stream "};
    static const char *const variability[] = {"", "constant ", "parameter ", "discrete "};
    static const char *const direction[] = {"", "input ", "output "};
    put(p, connector[el->connector]);
    put(p, variability[el->variability]);
    put(p, direction[el->direction]);
    print_name(p, &el->type);
    print_subscripts(p, el->clause_subs, el->nclause_subs);
    put(p, " ");
    put_name(p, el->name);
    print_subscripts(p, el->subs, el->nsubs);
    if (el->mod)
        print_mod(p, el->mod);
    if (el->condition) {
        put(p, " if ");
        print_exp(p, el->condition);
    }
}

/* A class or component with what follows it; the prefixes have been printed. */
static void print_declared(Printer *p, const SynElement *el, int indent)
{
    if (el->kind == EL_CLASS)
        print_class(p, el->cls, indent);
    else
        print_component(p, el);
    if (el->constrained) {
        put(p, " constrainedby ");
        print_name(p, &el->constraint);
        if (el->constraint_mod)
            print_mod(p, el->constraint_mod);
    }
    print_description(p, el->description, el->annotation);
}

static void print_arg(Printer *p, const SynArg *a)
{
    put_if(p, a->redeclare, "redeclare ");
    put_if(p, a->each, "each ");
    put_if(p, a->final, "final ");
    put_if(p, a->replaceable, "replaceable ");
    put_if(p, a->is_break, "break ");
    if (a->element)
        print_declared(p, a->element, 0);
    else if (a->break_connect)
        print_equ(p, a->break_connect, 0);
    else
        print_name(p, &a->name);
    if (a->mod)
        print_mod(p, a->mod);
    print_description(p, a->description, NULL);
}

static void print_mod(Printer *p, const SynMod *m)
{
    if (m->has_list) {
        put(p, "(");
        for (int i = 0; i < m->nargs; i++) {
            put_if(p, i, ", ");
            print_arg(p, m->arg[i]);
        }
        put(p, ")");
    }
    if (m->value || m->value_break)
        put(p, m->assign ? " := " : " = ");
    put_if(p, m->value_break, "break");
    if (m->value)
        print_exp(p, m->value);
}

static void print_import(Printer *p, const SynElement *el)
{
    put(p, "import ");
    if (el->import_kind == IMPORT_RENAMED) {
        put_name(p, el->name);
        put(p, " = ");
    }
    print_name(p, &el->type);
    put_if(p, el->import_kind == IMPORT_ALL, ".*");
    print_description(p, el->description, el->annotation);
}

static void print_element(Printer *p, const SynElement *el, int indent)
{
    if (el->kind == EL_IMPORT) {
        print_import(p, el);
        return;
    }
    if (el->kind == EL_EXTENDS) {
        put(p, "extends ");
        print_name(p, &el->type);
        if (el->mod)
            print_mod(p, el->mod);
        print_description(p, 0, el->annotation);
        return;
    }
    put_if(p, el->redeclare, "redeclare ");
    put_if(p, el->final, "final ");
    put_if(p, el->inner, "inner ");
    put_if(p, el->outer, "outer ");
    put_if(p, el->replaceable, "replaceable ");
    print_declared(p, el, indent);
}

/* ---- Equations and statements ---- */

static void print_items(Printer *p, SynEqu **item, int n, int indent)
{
    for (int i = 0; i < n; i++) {
        new_line(p, indent);
        print_equ(p, item[i], indent);
        put(p, ";");
    }
}

static void print_branches(Printer *p, const SynEqu *e, int indent, const char *first,
                           const char *next)
{
    for (int i = 0; i < e->nbranches; i++) {
        const SynBranch *b = &e->branch[i];
        if (i)
            new_line(p, indent);
        put(p, b->condition ? i ? next : first : "else");
        if (b->condition) {
            print_exp(p, b->condition);
            put(p, " then");
        }
        print_items(p, b->body, b->n, indent + 1);
    }
    new_line(p, indent);
}

static void print_loop(Printer *p, const SynEqu *e, int indent)
{
    put(p, e->kind == SE_FOR ? "for " : "while ");
    if (e->kind == SE_FOR)
        print_iters(p, e->iter, e->niters);
    else
        print_exp(p, e->branch[0].condition);
    put(p, " loop");
    print_items(p, e->branch[0].body, e->branch[0].n, indent + 1);
    new_line(p, indent);
    put(p, e->kind == SE_FOR ? "end for" : "end while");
}

/* ---- Classic connections ---- */

static void print_path(Printer *p, const SynPathExp *e, int least)
{
    static const char *const separator[] = {
        [PATH_SERIES] = " - ", [PATH_PARALLEL] = "//", [PATH_LIST] = ", "};
    bool paren = e->kind == PATH_LIST || (int)e->kind < least;
    if (e->kind == PATH_NAME) {
        print_ref(p, e->ref);
        if (e->cut) {
            put(p, ":");
            put_name(p, e->cut);
        }
        return;
    }
    put_if(p, paren, "(");
    put_if(p, e->kind == PATH_REVERSED, "\\");
    for (int i = 0; i < e->n; i++) {
        put_if(p, i, separator[e->kind]);
        print_path(p, e->part[i], e->kind == PATH_LIST ? PATH_SERIES : e->kind + 1);
    }
    put_if(p, paren, ")");
}

static void print_links(Printer *p, const SynEqu *e, int indent)
{
    put(p, "connect ");
    for (int i = 0; i < e->nlinks; i++) {
        const SynLink *link = &e->link[i];
        if (i) {
            put(p, ",");
            new_line(p, indent + 2);
        }
        print_path(p, link->what, PATH_SERIES);
        if (link->from) {
            put(p, " from ");
            print_path(p, link->from, PATH_SERIES);
        }
        if (link->to) {
            put(p, link->kind == LINK_AT ? " at " : " to ");
            print_path(p, link->to, PATH_SERIES);
        }
    }
}

static void print_equ(Printer *p, const SynEqu *e, int indent)
{
    switch ((SynEquKind)e->kind) {
    case SE_EQUALS:
        print_operand(p, e->lhs, BIND_RANGE);
        put(p, " = ");
        print_exp(p, e->rhs);
        break;
    case SE_ASSIGN:
        print_exp(p, e->lhs);
        put(p, p->classic ? " = " : " := ");
        print_exp(p, e->rhs);
        break;
    case SE_CONNECT:
        put(p, "connect(");
        print_exp(p, e->lhs);
        put(p, ", ");
        print_exp(p, e->rhs);
        put(p, ")");
        break;
    case SE_LINK:
        print_links(p, e, indent);
        break;
    case SE_CALL:
        print_exp(p, e->lhs);
        break;
    case SE_IF:
        print_branches(p, e, indent, "if ", "elseif ");
        put(p, "end if");
        break;
    case SE_WHEN:
        print_branches(p, e, indent, "when ", "elsewhen ");
        put(p, "end when");
        break;
    case SE_FOR:
    case SE_WHILE:
        print_loop(p, e, indent);
        break;
    case SE_BREAK:
        put(p, "break");
        break;
    case SE_RETURN:
        put(p, "return");
        break;
    }
    print_description(p, e->description, e->annotation);
}

/* ---- Classes ---- */

static void print_external(Printer *p, const SynExternal *x, int indent)
{
    new_line(p, indent);
    put(p, "external");
    print_description(p, x->language, NULL);
    put_if(p, x->function, " ");
    if (x->result) {
        print_exp(p, x->result);
        put(p, " = ");
    }
    if (x->function) {
        put_name(p, x->function);
        print_list(p, x->arg, x->nargs, "(", ", ", ")");
    }
    print_description(p, 0, x->annotation);
    put(p, ";");
}

static void print_composition(Printer *p, const SynClass *c, int indent)
{
    bool hidden = false;
    for (int i = 0; i < c->nelements; i++) {
        if (c->elem[i]->protected != hidden) {
            hidden = !hidden;
            new_line(p, indent);
            put(p, hidden ? "protected" : "public");
        }
        new_line(p, indent + 1);
        print_element(p, c->elem[i], indent + 1);
        put(p, ";");
    }
    for (int i = 0; i < c->nsections; i++) {
        new_line(p, indent);
        put_if(p, c->section[i]->initial, "initial ");
        put(p, c->section[i]->algorithm ? "algorithm" : "equation");
        print_items(p, c->section[i]->item, c->section[i]->n, indent + 1);
    }
    if (c->external)
        print_external(p, c->external, indent + 1);
    if (c->annotation) {
        new_line(p, indent + 1);
        put(p, "annotation");
        print_mod(p, c->annotation);
        put(p, ";");
    }
    new_line(p, indent);
    put(p, "end ");
    put_name(p, c->name);
}

static void print_enumeration(Printer *p, const SynClass *c)
{
    put(p, " = enumeration(");
    put_if(p, c->enum_open, ":");
    for (int i = 0; i < c->nliterals; i++) {
        put_if(p, i, ", ");
        put_name(p, c->literal[i].name);
        print_description(p, c->literal[i].description, NULL);
    }
    put(p, ")");
    print_description(p, c->description, c->annotation);
}

static void print_short(Printer *p, const SynClass *c)
{
    put(p, " = ");
    put(p, c->direction == DIR_INPUT ? "input " : c->direction == DIR_OUTPUT ? "output " : "");
    put_if(p, c->form == FORM_DER, "der(");
    print_name(p, &c->base);
    for (int i = 0; i < c->nwrt; i++) {
        put(p, ", ");
        put_name(p, c->wrt[i]);
    }
    put_if(p, c->form == FORM_DER, ")");
    print_subscripts(p, c->subs, c->nsubs);
    if (c->mod)
        print_mod(p, c->mod);
    print_description(p, c->description, c->annotation);
}

/* ---- Classic classes ---- */

static void print_cut_vars(Printer *p, const SynCutVar *v, int n)
{
    for (int i = 0; i < n; i++) {
        put_if(p, i, ", ");
        put_if(p, v[i].negative, "-");
        if (v[i].name)
            put_name(p, v[i].name);
        else
            put(p, ".");
    }
}

static void print_cuts(Printer *p, const SynClass *c, int indent)
{
    for (int i = 0; i < c->ncuts; i++) {
        const SynCut *cut = &c->cut[i];
        new_line(p, indent);
        put(p, cut->is_main ? "main cut " : "cut ");
        put_name(p, cut->name);
        put(p, cut->nparts ? " [" : " (");
        print_cut_vars(p, cut->part, cut->nparts);
        print_cut_vars(p, cut->across, cut->nacross);
        put_if(p, cut->nthrough, cut->nacross ? " / " : "/ ");
        print_cut_vars(p, cut->through, cut->nthrough);
        put(p, cut->nparts ? "]" : ")");
    }
}

static void print_paths(Printer *p, const SynClass *c, int indent)
{
    for (int i = 0; i < c->npaths; i++) {
        const SynPath *path = &c->path_decl[i];
        new_line(p, indent);
        put(p, path->is_main ? "main path " : "path ");
        if (path->name) {
            put_name(p, path->name);
            put(p, " ");
        }
        put(p, "< ");
        put_name(p, path->from);
        put(p, " - ");
        put_name(p, path->to);
        put(p, " >");
    }
}

/* Whether a cut declares the variable and nothing more is to be said of it. */
static bool is_implied(const SynClass *c, const SynElement *el)
{
    if (el->mod || el->variability || el->direction || el->type.global)
        return false;
    for (int i = 0; i < c->ncuts; i++) {
        const SynCut *cut = &c->cut[i];
        for (int k = 0; k < cut->nacross; k++)
            if (cut->across[k].name == el->name)
                return true;
        for (int k = 0; k < cut->nthrough; k++)
            if (cut->through[k].name == el->name)
                return true;
    }
    return false;
}

/* The class of a submodel or a base. */
static void print_class_name(Printer *p, const SynName *type)
{
    SynName name = *type;
    name.global = false;
    print_name(p, &name);
}

static void print_classic_element(Printer *p, const SynElement *el)
{
    if (el->kind == EL_EXTENDS) {
        put(p, "inherit ");
        print_class_name(p, &el->type);
    } else if (el->type.global) {
        put(p, "submodel ");
        if (el->type.n != 1 || el->type.part[0] != el->name) {
            put(p, "(");
            print_class_name(p, &el->type);
            put(p, ") ");
        }
        put_name(p, el->name);
    } else {
        put(p, el->variability == VAR_PARAMETER  ? "parameter "
               : el->variability == VAR_CONSTANT ? "constant "
               : el->direction == DIR_INPUT      ? "input "
               : el->direction == DIR_OUTPUT     ? "output "
               : el->terminal                    ? "terminal "
                                                 : "local ");
        put_name(p, el->name);
    }
    if (el->mod)
        print_mod(p, el->mod);
}

static void print_classic_model(Printer *p, const SynClass *c, int indent)
{
    put(p, c->is_top ? "model " : "model type ");
    put_name(p, c->name);
    print_cuts(p, c, indent + 1);
    print_paths(p, c, indent + 1);
    for (int i = 0; i < c->nelements; i++) {
        if (c->elem[i]->kind == EL_COMPONENT && is_implied(c, c->elem[i]))
            continue;
        new_line(p, indent + 1);
        print_classic_element(p, c->elem[i]);
    }
    for (int i = 0; i < c->nnodes; i++) {
        new_line(p, indent + 1);
        put(p, "node ");
        put_name(p, c->node[i].name);
    }
    for (int i = 0; i < c->nnotear; i++) {
        new_line(p, indent + 1);
        put(p, "notear ");
        put_name(p, c->notear[i].name);
    }
}

static void print_classic_function(Printer *p, const SynClass *c)
{
    put(p, "function ");
    put_name(p, c->name);
    put(p, "(");
    for (int i = 0; i < c->nelements && c->elem[i]->direction == DIR_INPUT; i++) {
        put_if(p, i, ", ");
        put_name(p, c->elem[i]->name);
    }
    put(p, ")");
}

/* The argument's name stands in quotes. */
static void print_table(Printer *p, const SynClass *c, int indent)
{
    SynExp **x, **y;
    int n = classic_table_points(c, &x, &y);
    const char *arg = text_of(p->ctx, c->elem[0]->name);
    put(p, "table ");
    put_name(p, c->name);
    put(p, "(");
    buf_write(p->out, arg + 1, strlen(arg) - 2);
    put(p, ")");
    for (int i = 0; i < n; i++) {
        new_line(p, indent + 1);
        print_exp(p, x[i]);
        put(p, " ");
        print_exp(p, y[i]);
    }
}

static bool is_table(const SynClass *c)
{
    SynExp **x, **y;
    return classic_table_points(c, &x, &y) > 0;
}

static void print_classic(Printer *p, const SynClass *c, int indent)
{
    bool table = is_table(c);
    p->classic = true;
    if (table)
        print_table(p, c, indent);
    else if (c->restriction == CLS_FUNCTION)
        print_classic_function(p, c);
    else
        print_classic_model(p, c, indent);
    for (int i = 0; !table && i < c->nsections; i++)
        for (int k = 0; k < c->section[i]->n; k++) {
            new_line(p, indent + 1);
            print_equ(p, c->section[i]->item[k], indent + 1);
        }
    new_line(p, indent);
    put(p, "end");
    p->classic = false;
}

static void print_class(Printer *p, const SynClass *c, int indent)
{
    static const char *const restriction[] = {"class ",
                                              "model ",
                                              "record ",
                                              "block ",
                                              "connector ",
                                              "type ",
                                              "package ",
                                              "function ",
                                              "operator ",
                                              "operator record ",
                                              "operator function ",
                                              "expandable connector "};
    if (c->classic && !classic_is_derivative(c)) {
        print_classic(p, c, indent);
        return;
    }
    put_if(p, c->encapsulated, "encapsulated ");
    put_if(p, c->partial, "partial ");
    put_if(p, c->pure, "pure ");
    put_if(p, c->impure, "impure ");
    put(p, restriction[c->restriction]);
    put_if(p, c->form == FORM_EXTENDS, "extends ");
    put_name(p, c->name);
    switch ((SynClassForm)c->form) {
    case FORM_LONG:
    case FORM_EXTENDS:
        if (c->mod)
            print_mod(p, c->mod);
        print_description(p, c->description, NULL);
        print_composition(p, c, indent);
        break;
    case FORM_SHORT:
    case FORM_DER:
        print_short(p, c);
        break;
    case FORM_ENUM:
        print_enumeration(p, c);
        break;
    case FORM_STUB:
    case FORM_BROKEN:
        put(p, " /* not read */ end ");
        put_name(p, c->name);
        break;
    }
}

/* ---- Entries ---- */

void syn_print_exp(Context *ctx, Buf *out, const SynExp *e)
{
    print_exp(&(Printer){.ctx = ctx, .out = out}, e);
}

void syn_print_ref(Context *ctx, Buf *out, const SynRef *r)
{
    print_ref(&(Printer){.ctx = ctx, .out = out}, r);
}

void syn_print_name(Context *ctx, Buf *out, const SynName *n)
{
    print_name(&(Printer){.ctx = ctx, .out = out}, n);
}

void syn_print_mod(Context *ctx, Buf *out, const SynMod *m)
{
    print_mod(&(Printer){.ctx = ctx, .out = out}, m);
}

void syn_print_equ(Context *ctx, Buf *out, const SynEqu *e, int indent)
{
    print_equ(&(Printer){.ctx = ctx, .out = out}, e, indent);
}

void syn_print_class(Context *ctx, Buf *out, const SynClass *c, int indent)
{
    print_class(&(Printer){.ctx = ctx, .out = out}, c, indent);
}

void syn_print_file(Context *ctx, Buf *out, const SynFile *f)
{
    Printer p = {.ctx = ctx, .out = out};
    if (f->has_within) {
        put(&p, "within");
        put_if(&p, f->within.n, " ");
        print_name(&p, &f->within);
        put(&p, ";\n");
    }
    for (int i = 0; i < f->nclasses; i++) {
        if (classic_is_derivative(f->cls[i])) /* the parser makes it again */
            continue;
        print_class(&p, f->cls[i], 0);
        put(&p, f->cls[i]->classic ? "\n" : ";\n");
    }
}
