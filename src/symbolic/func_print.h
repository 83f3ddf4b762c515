/* func_print.h - functions and algorithms as Modelica text. */
#ifndef KRON_SYMBOLIC_FUNC_PRINT_H
#define KRON_SYMBOLIC_FUNC_PRINT_H

#include "symbolic/func.h"

/* A whole function. Names of its own variables are taken from it, others from `names`. */
void func_print(ExprStore *s, const Func *f, const ExprNames *names, Buf *out);
/* The statements only. */
void func_print_body(ExprStore *s, const Func *f, const ExprNames *names, int indent, Buf *out);
/* The declarations of its variables that loops do not declare. */
void func_print_locals(ExprStore *s, const Func *f, const ExprNames *names, Buf *out);
/* One of its variables; quoted: as in ExprNames. */
void func_put_variable(const ExprStore *s, const Func *f, uint32_t index, uint32_t quoted,
                       Buf *out);
/* A name, in quotes where it is no identifier. */
void func_put_quoted(const ExprStore *s, const char *name, Buf *out);

#endif
