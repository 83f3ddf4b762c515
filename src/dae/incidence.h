/* incidence.h - how unknowns occur in equations. */
#ifndef KRON_DAE_INCIDENCE_H
#define KRON_DAE_INCIDENCE_H

#include "dae/dae.h"

/* Kind of an entry, by willingness to solve for the unknown. */
typedef enum {
    KIND_ONE,     /* coefficient 1 or -1, or the variable a discrete equation or object defines */
    KIND_CONST,   /* a number other than 0 */
    KIND_SAFE,    /* an expression that is never 0 */
    KIND_PARAM,   /* of parameters, may be 0 */
    KIND_LIN,     /* varies, may be 0 */
    KIND_NON,     /* nonlinear */
    KIND_NOSOLVE, /* condition, input of an object, coefficient that is 0 with the parameters as
                     they are: cannot be solved for */
} CoefKind;

#define KIND_BIT(k) (1u << (k))
enum {
    MASK_NUMBER = KIND_BIT(KIND_ONE) | KIND_BIT(KIND_CONST),
    MASK_SAFE = MASK_NUMBER | KIND_BIT(KIND_SAFE),
    MASK_PARAM = MASK_SAFE | KIND_BIT(KIND_PARAM),
    MASK_LINEAR = MASK_PARAM | KIND_BIT(KIND_LIN),
    MASK_SOLVABLE = MASK_LINEAR | KIND_BIT(KIND_NON),
};

struct Problem;

/* Fills p->p from the rows and columns. O(size of the expressions). */
void incidence_build(struct Problem *p);
/* [nvars] values of the parameters as far as they follow from literals, others NaN. */
const double *dae_parameter_values(Dae *d);
/* A coefficient of an inlined step for h = 0, as it is in the model itself; others as they are. */
Expr coef_at_rest(struct Problem *p, Expr coef);
/* Kind of a coefficient that is not literally 0; of an inlined step, for h = 0. A step so long that
 * it vanishes fails, and a shorter one is taken. */
CoefKind coef_kind(struct Problem *p, Expr coef);
/* Whether e has a finite value that is known before the run but for the length of steps. */
bool has_fixed_value(struct Problem *p, Expr e);
/* Whether e depends on parameters and constants only. */
bool is_parametric(Dae *d, Expr e);
/* Whether e has a finite value that is known before the run: its parameters are given. */
bool has_known_value(Dae *d, Expr e);
/* Whether e is never 0, by its structure and the min and max of the variables inside. */
bool is_nonzero(Dae *d, Expr e);
/* The value an equation gives to a variable that stands alone on one side (or its opposite); 0 if
 * it does not. */
Expr defined_value(Dae *d, Expr lhs, Expr rhs, VarId var);

/* Whether it is the variable arg points to. */
bool is_this(void *arg, VarId var);
/* min and max of a variable, for SolveRules.range (arg: the Dae); false if neither is known. */
bool dae_range(void *arg, Expr e, double *lo, double *hi);

#endif
