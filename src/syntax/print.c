/* print.c - the class tree for engineers: its classes, elements and sections one below the other, a
 * line for each, what they say as it is written. One layout for both languages. O(text). */
#include "syntax/print.h"

typedef struct Printer {
    Context *ctx;
    Buf *out;
} Printer;

static void print_class(Printer *p, const SynClass *c, int indent);

static void put(Printer *p, bool condition, const char *s)
{
    if (condition)
        buf_puts(p->out, s);
}

static void new_line(Printer *p, int indent)
{
    buf_printf(p->out, "\n%*s", 2 * indent, "");
}

static void put_text(Printer *p, const char *before, uint32_t beg, uint32_t end)
{
    buf_puts(p->out, before);
    source_text(p->ctx->sources, (Span){beg, end}, p->out);
}

static void print_line(Printer *p, int indent, const char *before, Span text)
{
    new_line(p, indent);
    put_text(p, before, text.beg, text.end);
}

static void print_name(Printer *p, const SynName *n)
{
    for (int i = 0; i < n->n; i++)
        buf_printf(p->out, "%s%s", i || n->global ? "." : "", text_of(p->ctx, n->part[i]));
}

static void print_prefixes(Printer *p, const SynElement *el)
{
    static const char *const connector[] = {"", "flow ", "stream "};
    static const char *const variability[] = {"", "constant ", "parameter ", "discrete "};
    static const char *const direction[] = {"", "input ", "output "};
    put(p, el->protected, "protected ");
    put(p, el->redeclare, "redeclare ");
    put(p, el->final, "final ");
    put(p, el->inner, "inner ");
    put(p, el->outer, "outer ");
    put(p, el->replaceable, "replaceable ");
    put(p, el->terminal, "terminal ");
    put(p, true, connector[el->connector]);
    put(p, true, variability[el->variability]);
    put(p, true, direction[el->direction]);
}

static void print_element(Printer *p, const SynElement *el, int indent)
{
    new_line(p, indent);
    print_prefixes(p, el);
    if (el->kind == EL_CLASS) {
        print_class(p, el->cls, indent);
        return;
    }
    put(p, el->kind == EL_IMPORT, "import ");
    put(p, el->kind == EL_EXTENDS, "extends ");
    print_name(p, &el->type);
    if (el->nclause_subs)
        put_text(p, " ", el->clause_subs[0]->span.beg - 1,
                 el->clause_subs[el->nclause_subs - 1]->span.end + 1);
    if (el->name)
        buf_printf(p->out, "%s%s", el->kind == EL_IMPORT ? " as " : " ", text_of(p->ctx, el->name));
    if (el->kind == EL_COMPONENT)
        put_text(p, "", el->name_span.end, el->span.end);
    else if (el->mod)
        put_text(p, "", el->mod->span.beg, el->mod->span.end);
    put(p, el->import_kind == IMPORT_ALL, ".*");
}

/* Cuts, paths and nodes of classic models. */
static void print_ports(Printer *p, const SynClass *c, int indent)
{
    for (int i = 0; i < c->ncuts; i++)
        print_line(p, indent, c->cut[i].is_main ? "main cut " : "cut ", c->cut[i].span);
    for (int i = 0; i < c->npaths; i++)
        print_line(p, indent, c->path_decl[i].is_main ? "main path " : "path ",
                   c->path_decl[i].span);
    for (int i = 0; i < c->nnodes; i++)
        print_line(p, indent, "node ", c->node[i].span);
    for (int i = 0; i < c->nnotear; i++)
        print_line(p, indent, "notear ", c->notear[i].span);
}

static void print_body(Printer *p, const SynClass *c, int indent)
{
    print_ports(p, c, indent + 1);
    for (int i = 0; i < c->nelements; i++)
        print_element(p, c->elem[i], indent + 1);
    for (int i = 0; i < c->nsections; i++) {
        const SynSection *s = c->section[i];
        new_line(p, indent);
        put(p, s->initial, "initial ");
        put(p, true, s->algorithm ? "algorithm" : "equation");
        for (int k = 0; k < s->n; k++) {
            print_line(p, indent + 1, "", s->item[k]->span);
            put(p, true, ";");
        }
    }
    if (c->external)
        print_line(p, indent + 1, "", c->external->span);
    if (c->annotation)
        print_line(p, indent + 1, "annotation", c->annotation->span);
    new_line(p, indent);
    buf_printf(p->out, "end %s", text_of(p->ctx, c->name));
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
    bool unread = c->form == FORM_STUB || c->form == FORM_BROKEN;
    bool whole = c->form == FORM_LONG || c->form == FORM_EXTENDS;
    put(p, c->encapsulated, "encapsulated ");
    put(p, c->partial, "partial ");
    put(p, c->pure, "pure ");
    put(p, c->impure, "impure ");
    put(p, true, unread ? "class " : restriction[c->restriction]);
    put(p, c->form == FORM_EXTENDS, "extends ");
    if (unread || whole)
        buf_printf(p->out, "%s%s", text_of(p->ctx, c->name), unread ? " (not read)" : "");
    else
        put_text(p, "", c->name_span.beg, c->span.end);
    if (whole && c->mod)
        put_text(p, "", c->mod->span.beg, c->mod->span.end);
    if (whole)
        print_body(p, c, indent);
}

void syn_print_class(Context *ctx, Buf *out, const SynClass *c)
{
    print_class(&(Printer){ctx, out}, c, 0);
}
