/* builtin.h - the functions and operators of the language that are not written in it. */
#ifndef KRON_MODEL_BUILTIN_H
#define KRON_MODEL_BUILTIN_H

#include "model/resolve.h"

/* Whether `name` is a built-in function. */
bool builtin_function(Name name);
/* Offers their names to a search for the nearest name. */
void builtin_offer(Context *ctx, Nearest *near);
/* Types a call of a built-in function; 0 after a report. */
Expr builtin_call(Env *env, Name name, const SynExp *call);
/* Connections.branch(...) and its like. */
Expr builtin_connections(Env *env, Name name, const SynExp *call);
/* Conversions spelled as calls of types: Integer(e), String(x, ...), E(i); 0 after a report. */
Expr builtin_conversion(Env *env, ClassUse *type, const SynExp *call);
/* The expression operator of an elementary function of that name (sin, sqrt, ...), EX_NONE. */
ExprOp builtin_elementary(Name name);

/* residue(x), linres(x) or relax(x) of a variable or derivative; 0 after a report. */
Expr make_hint(Env *env, ExprOp op, Expr x, Span span);

/* State machines (machines.c): activeState(s), and what transition(...) and initialState(...)
 * state; 0 after a report. */
Expr active_state(Env *env, const SynExp *call);
Expr machine_statement(Env *env, const SynExp *call);

#endif
