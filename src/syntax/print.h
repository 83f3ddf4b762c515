/* print.h - the class tree as text, for engineers (--dump=load). */
#ifndef KRON_SYNTAX_PRINT_H
#define KRON_SYNTAX_PRINT_H

#include "base/buf.h"
#include "base/context.h"
#include "syntax/ast.h"

void syn_print_class(Context *ctx, Buf *out, const SynClass *c);

#endif
