/* syntax_shape.h - trees of expressions with one pair of brackets for each node. */
#ifndef KRON_SYNTAX_SHAPE_H
#define KRON_SYNTAX_SHAPE_H

#include "syntax_test.h"

static inline void shape(Context *c, Buf *b, const SynExp *e);

static inline void shape_list(Context *c, Buf *b, SynExp **list, int n)
{
    for (int i = 0; i < n; i++) {
        buf_putc(b, ' ');
        shape(c, b, list[i]);
    }
}

static inline void shape_ref(Context *c, Buf *b, const SynRef *r)
{
    for (int i = 0; i < r->n; i++) {
        buf_printf(b, "%s%s", i || r->global ? "." : "", text_of(c, r->part[i].name));
        if (r->part[i].nsubs) {
            buf_puts(b, "[");
            shape_list(c, b, r->part[i].sub, r->part[i].nsubs);
            buf_puts(b, "]");
        }
    }
}

static inline void shape_call(Context *c, Buf *b, const SynCall *call)
{
    shape_ref(c, b, call->fn);
    buf_puts(b, call->braces ? "{" : "");
    shape_list(c, b, call->arg, call->nargs);
    for (int i = 0; i < call->nnamed; i++) {
        buf_printf(b, " %s=", text_of(c, call->named[i].name));
        shape(c, b, call->named[i].value);
    }
    for (int i = 0; i < call->niters; i++) {
        buf_printf(b, " for %s", text_of(c, call->iter[i].name));
        if (call->iter[i].range) {
            buf_puts(b, " in ");
            shape(c, b, call->iter[i].range);
        }
    }
}

static inline void shape(Context *c, Buf *b, const SynExp *e)
{
    static const char *const op[] = {"",   "+",  "-",  ".+",  ".-",  "*",    "/",    ".*",
                                     "./", "^",  ".^", "neg", "pos", ".neg", ".pos", "not",
                                     "<",  "<=", ">",  ">=",  "==",  "<>",   "and",  "or"};
    static const char *const word[] = {
        [XP_ARRAY] = "array", [XP_MATRIX] = "matrix", [XP_ROW] = "row",
        [XP_RANGE] = "range", [XP_IF] = "if",         [XP_TUPLE] = "tuple"};
    if (!e) {
        buf_puts(b, "_");
        return;
    }
    switch ((SynExpKind)e->kind) {
    case XP_INT:
    case XP_BOOL:
        buf_printf(b, "%lld", (long long)e->i);
        return;
    case XP_REAL:
        buf_printf(b, "%.17g", e->r);
        return;
    case XP_STRING:
        buf_printf(b, "'%s'", text_of(c, e->str));
        return;
    case XP_REF:
        shape_ref(c, b, e->ref);
        return;
    case XP_END:
        buf_puts(b, "END");
        return;
    case XP_COLON:
        buf_puts(b, ":");
        return;
    case XP_CALL:
    case XP_FUNCTION:
        buf_puts(b, e->kind == XP_CALL ? "(call " : "(function ");
        shape_call(c, b, e->call);
        break;
    case XP_CHAIN:
        buf_puts(b, "(chain ");
        shape(c, b, e->arg[0]);
        for (int i = 1; i < e->n; i++) {
            buf_printf(b, " %s ", op[e->ops[i]]);
            shape(c, b, e->arg[i]);
        }
        break;
    case XP_UNARY:
    case XP_BINARY:
        buf_printf(b, "(%s", op[e->op]);
        shape_list(c, b, e->arg, e->n);
        break;
    default:
        buf_printf(b, "(%s", word[e->kind]);
        shape_list(c, b, e->arg, e->n);
    }
    buf_puts(b, ")");
}

#endif
