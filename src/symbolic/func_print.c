/* func_print.c - functions and algorithms as Modelica text. Records have become their leaves, so
 * variables may have dotted names. */
#include "symbolic/func_print.h"
#include "symbolic/expr_internal.h"

typedef struct Printer {
    ExprStore *s;
    const Func *f;
    ExprNames names;
    Buf *out;
} Printer;

void func_put_variable(const ExprStore *s, const Func *f, uint32_t index, Buf *out)
{
    Name name = f->var[index].name;
    if (name)
        buf_puts(out, name_text(s->names, name));
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

static void print_variable(Printer *p, int k)
{
    static const char *const word[] = {"input ", "output ", ""};
    const FuncVar *v = &p->f->var[k];
    const TypeInfo *t = type_info(expr_types(p->s), v->type);
    buf_printf(p->out, "  %s", word[v->kind]);
    type_print(expr_types(p->s), p->s->names, t->scalar, p->out);
    buf_putc(p->out, ' ');
    func_put_variable(p->s, p->f, (uint32_t)k, p->out);
    for (int i = 0; i < t->ndims; i++) {
        const char *before = i ? ", " : "[";
        if (v->dim && v->dim[i])
            put(p, before, v->dim[i], "");
        else
            buf_printf(p->out, "%s:", before);
    }
    if (t->ndims)
        buf_putc(p->out, ']');
    if (v->init)
        put(p, " = ", v->init, "");
    buf_puts(p->out, ";\n");
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
            put(p, n++ ? ", " : "", x->arg[i].leaf[k], "");
    buf_puts(p->out, ");\n");
}

static Printer start(ExprStore *s, const Func *f, const ExprNames *names, Buf *out)
{
    Printer p = {s, f, *names, out};
    p.names.in = f;
    return p;
}

void func_print_body(ExprStore *s, const Func *f, const ExprNames *names, int level, Buf *out)
{
    Printer p = start(s, f, names, out);
    print_list(&p, f->body, f->nbody, level);
}

void func_print(ExprStore *s, const Func *f, const ExprNames *names, Buf *out)
{
    Printer p = start(s, f, names, out);
    p.names.in_function = !f->generate_events;
    const char *name = name_text(s->names, f->name);
    buf_printf(out, "%sfunction %s\n", f->impure ? "impure " : "", name);
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
    buf_printf(out, "end %s;\n", name);
}
