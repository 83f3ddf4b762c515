/* print.h - the class tree as Modelica text again (messages, dumps, tests of the parser). */
#ifndef KRON_SYNTAX_PRINT_H
#define KRON_SYNTAX_PRINT_H

#include "base/buf.h"
#include "base/context.h"
#include "syntax/ast.h"

void syn_print_exp(Context *ctx, Buf *out, const SynExp *e);
void syn_print_ref(Context *ctx, Buf *out, const SynRef *r);
void syn_print_name(Context *ctx, Buf *out, const SynName *n);
void syn_print_mod(Context *ctx, Buf *out, const SynMod *m);
void syn_print_equ(Context *ctx, Buf *out, const SynEqu *e, int indent);
void syn_print_class(Context *ctx, Buf *out, const SynClass *c, int indent);
/* A whole file; what is printed parses to an equal tree. */
void syn_print_file(Context *ctx, Buf *out, const SynFile *f);

#endif
