/* func_print.c - functions and algorithms as Modelica text. Records have become their leaves, so
 * variables may have dotted names. */
#include "symbolic/func_print.h"
#include "base/name.h"
#include "symbolic/expr_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Printer {
    ExprStore *s;
    const Func *f;
    ExprNames names;
    Buf *out;
} Printer;

static bool is_identifier(const ExprStore *s, const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    Name known = name_of(s->names, name, strlen(name));
    return n && !name[n] && (*name < '0' || *name > '9') && known > N_within;
}

static bool is_in_quotes(const char *name)
{
    size_t n = 1;
    while (*name == '\'' && name[n] && name[n] != '\'')
        n += name[n] == '\\' && name[n + 1] ? 2 : 1;
    return *name == '\'' && name[n] == '\'' && !name[n + 1];
}

void func_put_quoted(const ExprStore *s, const char *name, Buf *out)
{
    if (is_identifier(s, name) || is_in_quotes(name)) {
        buf_puts(out, name);
        return;
    }
    buf_putc(out, '\'');
    for (; *name; name++) {
        if (*name == '\'' || *name == '\\')
            buf_putc(out, '\\');
        buf_putc(out, *name);
    }
    buf_putc(out, '\'');
}

/* Derivatives of functions have variables that others of theirs are called like. */
static bool is_second_of_name(const Func *f, uint32_t index)
{
    bool found = false;
    for (uint32_t k = 0; k < index && !found; k++)
        found = f->var[k].name == f->var[index].name;
    return found;
}

void func_put_variable(const ExprStore *s, const Func *f, uint32_t index, uint32_t quoted, Buf *out)
{
    Name name = f->var[index].name;
    if (name && quoted && is_second_of_name(f, index))
        buf_printf(out, "'again %u'", index);
    else if (name && quoted)
        func_put_quoted(s, name_text(s->names, name), out);
    else if (name)
        buf_puts(out, name_text(s->names, name));
    else if (quoted)
        buf_printf(out, "'temp %u.%u'", quoted, index);
    else
        buf_printf(out, "temp%u", index);
}

/* An expression with the text around it. */
static void put(Printer *p, const char *before, Expr e, const char *after)
{
    buf_puts(p->out, before);
    expr_print(p->s, e, &p->names, p->out);
    buf_puts(p->out, after);
}

static void indent(Printer *p, int n)
{
    for (int i = 0; i < n; i++)
        buf_puts(p->out, "  ");
}

static void print_list(Printer *p, Stmt *const *body, int n, int level);

static void print_branches(Printer *p, const Stmt *s, const char *word, int level)
{
    for (int i = 0; i < s->nbranches; i++) {
        if (i)
            indent(p, level);
        if (s->branch[i].condition) {
            buf_printf(p->out, "%s%s", i ? "else" : "", word);
            put(p, " ", s->branch[i].condition, " then\n");
        } else {
            buf_puts(p->out, "else\n");
        }
        print_list(p, s->branch[i].body, s->branch[i].n, level + 1);
    }
    indent(p, level);
    buf_printf(p->out, "end %s;\n", word);
}

static void print_targets(Printer *p, const Stmt *s)
{
    bool tuple = s->ntargets != 1;
    if (!s->ntargets)
        return;
    if (tuple)
        buf_putc(p->out, '(');
    for (int i = 0; i < s->ntargets; i++) {
        if (i)
            buf_puts(p->out, ", ");
        if (expr_op(p->s, s->target[i]) != EX_WILD)
            put(p, "", s->target[i], "");
    }
    buf_puts(p->out, tuple ? ") := " : " := ");
}

static void print_stmt(Printer *p, const Stmt *s, int level)
{
    indent(p, level);
    switch ((StmtKind)s->kind) {
    case ST_ASSIGN:
    case ST_CALL:
        print_targets(p, s);
        put(p, "", s->value, ";\n");
        break;
    case ST_IF:
        print_branches(p, s, "if", level);
        break;
    case ST_WHEN:
        print_branches(p, s, "when", level);
        break;
    case ST_FOR:
    case ST_WHILE:
        if (s->kind == ST_FOR)
            put(p, "for ", s->iter, " in ");
        put(p, s->kind == ST_FOR ? "" : "while ",
            s->kind == ST_FOR ? s->range : s->branch[0].condition, " loop\n");
        print_list(p, s->branch[0].body, s->branch[0].n, level + 1);
        indent(p, level);
        buf_printf(p->out, "end %s;\n", s->kind == ST_FOR ? "for" : "while");
        break;
    case ST_BREAK:
        buf_puts(p->out, "break;\n");
        break;
    case ST_RETURN:
        buf_puts(p->out, "return;\n");
        break;
    case ST_ASSERT:
        put(p, "assert(", s->value, ", ");
        put(p, "", s->message, "");
        if (s->level)
            put(p, ", ", s->level, "");
        buf_puts(p->out, ");\n");
        break;
    case ST_TERMINATE:
        put(p, "terminate(", s->message, ");\n");
        break;
    case ST_REINIT:
        put(p, "reinit(", s->target[0], ", ");
        put(p, "", s->value, ");\n");
        break;
    }
}

static void print_list(Printer *p, Stmt *const *body, int n, int level)
{
    for (int i = 0; i < n; i++)
        print_stmt(p, body[i], level);
}

static void print_type(Printer *p, const TypeInfo *t)
{
    if (p->names.quoted && t->base == TY_ENUM)
        func_put_quoted(p->s,
                        name_text(p->s->names, type_enum_info(expr_types(p->s), t->scalar)->name),
                        p->out);
    else
        type_print(expr_types(p->s), p->s->names, t->scalar, p->out);
}

/* What variable k of an external function begins with; 0: nothing. */
static Expr beginning(const Printer *p, int k)
{
    Expr init = 0;
    for (int i = 0; i < p->f->nbody; i++) {
        const Stmt *s = p->f->body[i];
        const ExprNode *n = s->kind == ST_ASSIGN ? expr_node(p->s, s->target[0]) : NULL;
        if (n && n->op == EX_LOCAL && n->payload == (uint64_t)k)
            init = s->value;
    }
    return init;
}

static void print_variable(Printer *p, int k)
{
    static const char *const word[] = {"input ", "output ", ""};
    const FuncVar *v = &p->f->var[k];
    const TypeInfo *t = type_info(expr_types(p->s), v->type);
    buf_printf(p->out, "  %s", word[v->kind]);
    print_type(p, t);
    buf_putc(p->out, ' ');
    func_put_variable(p->s, p->f, (uint32_t)k, p->names.quoted, p->out);
    for (int i = 0; i < t->ndims; i++) {
        const char *before = i ? ", " : "[";
        if (v->dim && v->dim[i])
            put(p, before, v->dim[i], "");
        else
            buf_printf(p->out, "%s:", before);
    }
    if (t->ndims)
        buf_putc(p->out, ']');
    Expr init = p->f->external && !v->init ? beginning(p, k) : v->init;
    if (init)
        put(p, " = ", init, "");
    buf_puts(p->out, ";\n");
}

/* name = {"a", "b"} of an annotation; returns what comes before the next one. */
static const char *print_names(Printer *p, const char *before, const char *name,
                               const FuncNames *list)
{
    for (int i = 0; i < list->n; i++) {
        Expr text = expr_string(p->s, list->v[i]);
        buf_printf(p->out, "%s%s%s", i ? "" : before, i ? ", " : name, i ? "" : " = {");
        put(p, "", text, "");
    }
    buf_puts(p->out, list->n ? "}" : "");
    return list->n ? ", " : before;
}

/* Sizes are numbers without sign in C: one that is known is written as the size of something. */
static void print_argument(Printer *p, const char *before, const FuncArgument *a, int k)
{
    bool known = a->is_size && p->names.quoted && expr_op(p->s, a->leaf[k]) != EX_SIZE;
    buf_puts(p->out, before);
    put(p, known ? "size(fill(0, " : "", a->leaf[k], known ? "), 1)" : "");
}

static void print_external(Printer *p, const FuncExternal *x)
{
    buf_printf(p->out, "  external \"%s\" ", name_text(p->s->names, x->language));
    for (int k = 0; k < x->result.n; k++)
        put(p, k ? ", " : "", x->result.leaf[k], k + 1 < x->result.n ? "" : " = ");
    buf_printf(p->out, "%s(", name_text(p->s->names, x->c_name));
    int n = 0;
    for (int i = 0; i < x->nargs; i++)
        for (int k = 0; k < x->arg[i].n; k++)
            print_argument(p, n++ ? ", " : "", &x->arg[i], k);
    buf_putc(p->out, ')');
    const char *comma = " annotation(";
    if (p->names.quoted) {
        comma = print_names(p, comma, "Include", &x->include);
        comma = print_names(p, comma, "Library", &x->library);
    }
    buf_puts(p->out, *comma == ',' ? ");\n" : ";\n");
}

static Printer start(ExprStore *s, const Func *f, const ExprNames *names, Buf *out)
{
    Printer p = {s, f, *names, out};
    p.names.in = f;
    return p;
}

/* Which variables statements use, and which of them loops declare. */
typedef struct Uses {
    const ExprStore *s;
    bool *used, *iterator; /* [nvars] */
} Uses;

static void note_use(void *arg, Expr e)
{
    Uses *u = arg;
    if (expr_op(u->s, e) == EX_LOCAL)
        u->used[expr_node(u->s, e)->payload] = true;
}

static void find_uses(Uses *u, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        if (s->kind == ST_FOR)
            u->iterator[expr_node(u->s, s->iter)->payload] = true;
        const Expr part[] = {s->value, s->range, s->message};
        for (int k = 0; k < 3; k++)
            if (part[k])
                expr_visit(u->s, part[k], note_use, u);
        for (int k = 0; k < s->ntargets; k++)
            expr_visit(u->s, s->target[k], note_use, u);
        for (int k = 0; k < s->nbranches; k++) {
            if (s->branch[k].condition)
                expr_visit(u->s, s->branch[k].condition, note_use, u);
            find_uses(u, s->branch[k].body, s->branch[k].n);
        }
    }
}

void func_print_locals(ExprStore *s, const Func *f, const ExprNames *names, Buf *out)
{
    Printer p = start(s, f, names, out);
    bool *mark = store_resize(NULL, 2 * (size_t)f->nvars + 1, sizeof *mark);
    memset(mark, 0, (2 * (size_t)f->nvars + 1) * sizeof *mark);
    Uses u = {s, mark, mark + f->nvars};
    find_uses(&u, f->body, f->nbody);
    for (int k = 0; k < f->nvars; k++)
        if (u.used[k] && !u.iterator[k])
            print_variable(&p, k);
    free(mark);
}

void func_print_body(ExprStore *s, const Func *f, const ExprNames *names, int level, Buf *out)
{
    Printer p = start(s, f, names, out);
    print_list(&p, f->body, f->nbody, level);
}

static void print_name(Printer *p, const char *name)
{
    if (p->names.quoted)
        func_put_quoted(p->s, name, p->out);
    else
        buf_puts(p->out, name);
}

void func_print(ExprStore *s, const Func *f, const ExprNames *names, Buf *out)
{
    Printer p = start(s, f, names, out);
    p.names.in_function = !f->generate_events;
    const char *name = name_text(s->names, f->name);
    buf_puts(out, f->impure ? "impure function " : "function ");
    print_name(&p, name);
    buf_putc(out, '\n');
    for (int k = 0; k < f->nvars; k++) {
        if (k == f->ninputs + f->noutputs)
            buf_puts(out, "protected\n");
        print_variable(&p, k);
    }
    if (f->external) {
        print_external(&p, f->external);
    } else {
        buf_puts(out, "algorithm\n");
        print_list(&p, f->body, f->nbody, 1);
    }
    buf_puts(out, "end ");
    print_name(&p, name);
    buf_puts(out, ";\n");
}
