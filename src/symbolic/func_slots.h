/* func_slots.h - the body of a function executed on expressions: what the scalars of its variables
 * stand for in terms of the arguments of a call. */
#ifndef KRON_SYMBOLIC_FUNC_SLOTS_H
#define KRON_SYMBOLIC_FUNC_SLOTS_H

#include "symbolic/func.h"

typedef struct FuncSlots {
    ExprStore *s;
    Arena *arena; /* for this call only */
    const Func *f;
    Type *type;     /* [nvars] with known dimensions, T_NONE: not known yet */
    Expr **element; /* [nvars] slots of each variable; 0: nothing yet */
} FuncSlots;

/* The variables at entry; s, arena and f are given. False, as below: it is not known, or too much.
 */
bool slots_open(FuncSlots *in, uint32_t nargs, const Expr *args);
/* The elements of an expression of the body. */
bool slots_evaluate(FuncSlots *in, Expr e, ArrayValue *out);
/* target := value, the target being a variable, part of one, or WILD. */
bool slots_assign(FuncSlots *in, Expr target, const ArrayValue *v);
FuncSlots slots_copy(const FuncSlots *in); /* to go back to */
/* An element of an output; 0: it is not known. */
Expr slots_output(const FuncSlots *in, int output, uint32_t element);

#endif
