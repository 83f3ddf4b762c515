/* func_print.h - functions and algorithms as Modelica text. */
#ifndef KRON_SYMBOLIC_FUNC_PRINT_H
#define KRON_SYMBOLIC_FUNC_PRINT_H

#include "symbolic/func.h"

/* A whole function. Names of its own variables are taken from it, others from `names`. */
void func_print(ExprStore *s, const Func *f, const ExprNames *names, Buf *out);
/* The statements only. */
void func_print_body(ExprStore *s, const Func *f, const ExprNames *names, int indent, Buf *out);
/* One of its variables. */
void func_put_variable(const ExprStore *s, const Func *f, uint32_t index, Buf *out);

#endif
