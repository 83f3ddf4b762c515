/* func_print.c - functions and algorithms as Modelica text. Records have become their leaves, so
 * variables may have dotted names. */
#include "symbolic/func_print.h"

typedef struct Printer {
    ExprStore *s;
    const Func *f;
    const NameTable *text;
    ExprNames names;
    Buf *out;
} Printer;

static void print_local(void *arg, Buf *out, uint32_t index)
{
    const Printer *p = arg;
    Name name = p->f->var[index].name;
    if (name)
        buf_puts(out, name_text(p->text, name));
    else
        buf_printf(out, "temp%u", index);
}

/* Names inside a function are its own; the caller's come through `outer`. */
typedef struct Both {
    Printer *p;
    const ExprNames *outer;
} Both;

static void both_local(void *arg, Buf *out, uint32_t index)
{
    print_local(((Both *)arg)->p, out, index);
}

static void both_var(void *arg, Buf *out, uint32_t n)
{
    const Both *b = arg;
    b->outer->var(b->outer->arg, out, n);
}

static void both_array(void *arg, Buf *out, Expr e)
{
    const Both *b = arg;
    b->outer->array(b->outer->arg, out, e);
}

static void both_iter(void *arg, Buf *out, uint32_t n)
{
    const Both *b = arg;
    b->outer->iter(b->outer->arg, out, n);
}

static void both_cref(void *arg, Buf *out, Expr e)
{
    const Both *b = arg;
    b->outer->cref(b->outer->arg, out, e);
}

static void both_func(void *arg, Buf *out, uint32_t n)
{
    const Both *b = arg;
    b->outer->func(b->outer->arg, out, n);
}

static void print(Printer *p, Expr e)
{
    expr_print(p->s, e, &p->names, p->out);
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
            buf_printf(p->out, "%s%s ", i ? "else" : "", word);
            print(p, s->branch[i].condition);
            buf_puts(p->out, " then\n");
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
            print(p, s->target[i]);
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
        print(p, s->value);
        buf_puts(p->out, ";\n");
        break;
    case ST_IF:
        print_branches(p, s, "if", level);
        break;
    case ST_WHEN:
        print_branches(p, s, "when", level);
        break;
    case ST_FOR:
    case ST_WHILE:
        if (s->kind == ST_FOR) {
            buf_puts(p->out, "for ");
            print(p, s->iter);
            buf_puts(p->out, " in ");
            print(p, s->range);
        } else {
            buf_puts(p->out, "while ");
            print(p, s->branch[0].condition);
        }
        buf_puts(p->out, " loop\n");
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
        buf_puts(p->out, "assert(");
        print(p, s->value);
        buf_puts(p->out, ", ");
        print(p, s->message);
        if (s->level) {
            buf_puts(p->out, ", ");
            print(p, s->level);
        }
        buf_puts(p->out, ");\n");
        break;
    case ST_TERMINATE:
        buf_puts(p->out, "terminate(");
        print(p, s->message);
        buf_puts(p->out, ");\n");
        break;
    case ST_REINIT:
        buf_puts(p->out, "reinit(");
        print(p, s->target[0]);
        buf_puts(p->out, ", ");
        print(p, s->value);
        buf_puts(p->out, ");\n");
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
    type_print(expr_types(p->s), p->text, t->scalar, p->out);
    buf_putc(p->out, ' ');
    print_local(p, p->out, (uint32_t)k);
    for (int i = 0; i < t->ndims; i++) {
        buf_puts(p->out, i ? ", " : "[");
        if (v->dim && v->dim[i])
            print(p, v->dim[i]);
        else
            buf_putc(p->out, ':');
    }
    if (t->ndims)
        buf_putc(p->out, ']');
    if (v->init) {
        buf_puts(p->out, " = ");
        print(p, v->init);
    }
    buf_puts(p->out, ";\n");
}

static void print_external(Printer *p, const FuncExternal *x)
{
    buf_printf(p->out, "  external \"%s\" ", name_text(p->text, x->language));
    if (x->result) {
        print(p, x->result);
        buf_puts(p->out, " = ");
    }
    buf_printf(p->out, "%s(", name_text(p->text, x->c_name));
    for (int i = 0; i < x->nargs; i++) {
        if (i)
            buf_puts(p->out, ", ");
        print(p, x->arg[i]);
    }
    buf_puts(p->out, ");\n");
}

static Printer start(ExprStore *s, const Func *f, const NameTable *text, Buf *out)
{
    return (Printer){.s = s, .f = f, .text = text, .out = out};
}

static ExprNames both_names(Both *b)
{
    return (ExprNames){.arg = b,
                       .var = both_var,
                       .array = both_array,
                       .local = both_local,
                       .iter = both_iter,
                       .cref = both_cref,
                       .func = both_func};
}

void func_print_body(ExprStore *s, const Func *f, const ExprNames *names, const NameTable *text,
                     int level, Buf *out)
{
    Printer p = start(s, f, text, out);
    Both b = {&p, names};
    p.names = both_names(&b);
    print_list(&p, f->body, f->nbody, level);
}

void func_print(ExprStore *s, const Func *f, const ExprNames *names, const NameTable *text,
                Buf *out)
{
    Printer p = start(s, f, text, out);
    Both b = {&p, names};
    p.names = both_names(&b);
    const char *name = name_text(text, f->name);
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
