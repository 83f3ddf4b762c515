/* overload.h - operators and constructors of operator records (specification, chapter 14). */
#ifndef KRON_MODEL_OVERLOAD_H
#define KRON_MODEL_OVERLOAD_H

#include "model/resolve.h"

/* The record type of a class with these fields; that of an operator record knows its operators. */
Type class_record_type(Model *m, ClassUse *use, int n, const Name *field, const Type *type);

/* Whether a class is an operator record that says itself how it is constructed. */
bool has_constructors(Model *m, ClassUse *use);
/* *itself: the call stands in the function that it would call, and 0 is returned without a report.
 */
Expr overloaded_constructor(Env *env, ClassUse *use, const Given *given, bool *itself);
/* String(x, ...) of an operator record x. */
Expr overloaded_string(Env *env, const Given *given);

/* a op b and op a where an operand is a record or an array of records; 0 after a report. */
Expr overloaded_binary(Env *env, SynOp op, Expr a, Expr b, Span at);
Expr overloaded_unary(Env *env, SynOp op, Expr a, Span at);
/* The elements of an array of operator records joined by '+' or '*'. */
Expr overloaded_reduction(Env *env, SynOp op, Expr array, Span at);

/* A call of an operator, written out where the function is just an expression (resolve_call.c). */
Expr call_overloaded(Env *env, ClassUse *use, const Given *given);

/* "+" */
const char *operator_text(SynOp op);

#endif
