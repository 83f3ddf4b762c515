/* func.h - functions and algorithm sections: statements over expressions.
 *
 * Functions are lowered by the front end: records are replaced by their leaves, so that every
 * variable is a scalar or an array of Real, Integer, Boolean, String or enumeration (or an
 * external object, or a function); an array of records becomes arrays of its fields. Calls that
 * give more than a scalar stand only as statements (ST_CALL) with plain targets, or as the whole
 * right-hand side of an assignment to a whole array. Expressions may have array operators.
 *
 * An algorithm section of a model has the same form; its variables are those of the model (VAR,
 * ARRVAR), its Func.var are only iterators and temporaries. */
#ifndef KRON_SYMBOLIC_FUNC_H
#define KRON_SYMBOLIC_FUNC_H

#include "base/source.h"
#include "symbolic/expr.h"

typedef enum { FV_INPUT, FV_OUTPUT, FV_LOCAL } FuncVarKind;

typedef struct FuncVar {
    Name name; /* as the user knows it: "r.phi"; temporaries: 0 */
    uint8_t kind;
    Type type; /* dimensions may be DIM_UNKNOWN */
    Expr *dim; /* [ndims]: size as an expression over earlier variables; 0 for `:` (taken from
                  the argument, or from what is assigned) */
    Expr init; /* value at entry (outputs and locals), 0: none (numbers start at 0, strings "") */
    double min, max; /* -inf, inf: no declared bound */
    Name unit;       /* 0: none */
    Span span;
} FuncVar;

typedef enum StmtKind {
    ST_ASSIGN, /* target := value */
    ST_CALL,   /* (target[0], ..) := value (an EX_CALL); targets may be EX_WILD; ntargets 0 for a
                  call without results */
    ST_IF,     /* branches; the last may have no condition */
    ST_FOR,    /* iter (an EX_LOCAL, Integer/Boolean/enum/Real) over range; branch[0].body */
    ST_WHILE,  /* branch[0] */
    ST_WHEN,   /* models only: branches; conditions become Boolean variables elsewhere */
    ST_BREAK,
    ST_RETURN,
    ST_ASSERT,    /* value: condition, message, level (Expr of AssertionLevel or 0) */
    ST_TERMINATE, /* models only: message */
    ST_REINIT,    /* models only: target := value */
} StmtKind;

typedef struct Stmt Stmt;

typedef struct StmtBranch {
    Expr condition; /* 0: else */
    int n;
    Stmt **body;
} StmtBranch;

/* Targets are LOCAL, VAR, ARRVAR, or INDEX of LOCAL or ARRVAR; subscripts may be ranges, vectors
 * or COLON (whole dimension). */
struct Stmt {
    uint8_t kind;
    bool once; /* ST_FOR: written out, the loop is there for `break` to leave */
    Span span;
    int ntargets, nbranches;
    Expr *target;
    Expr value;
    Expr iter, range;
    Expr message, level;
    StmtBranch *branch;
};

typedef struct FuncDerivative {
    uint32_t func; /* number of the derivative function */
    int order;
    uint64_t no_derivative;   /* bit k: input k (of the source function, after lowering) has no
                                 derivative input */
    uint64_t zero_derivative; /* bit k: usable only if input k does not vary */
} FuncDerivative;

typedef struct FuncInverse {
    uint32_t func;
    int input; /* which input it solves for (0-based, after lowering) */
    Expr *arg; /* arguments of the inverse in terms of LOCALs of this function */
    int nargs;
    int8_t holds; /* memo: 1 as far as it was tried it gives the input back, -1 it does not; 0: not
                     tried */
} FuncInverse;

struct Func {
    uint32_t number;
    Name name; /* full name, for messages and listings */
    int nvars, ninputs, noutputs;
    FuncVar *var; /* inputs, then outputs, then locals, each in declaration order */
    int *entry;   /* [nvars - ninputs]: outputs and locals in the order in which they get their size
                     and initial value at entry (sizes may depend on earlier ones) */
    int nbody;
    Stmt **body;
    bool impure, generate_events, inline_hint, late_inline, no_inline;
    bool inline_after_index; /* and late_inline */
    int smooth_order;        /* annotation smoothOrder, -1: none */
    int nderivatives, ninverses;
    FuncDerivative *derivative;
    FuncInverse *inverse;
    /* external "C": the function that is called; NULL: none. The body is then what its variables
       begin with */
    struct FuncExternal *external;
    uint32_t partial; /* number of the function that is the derivative of this one with respect to
                         its only input (FM-19), 0: none */
    const char *undefined; /* a name only: it can be listed, not run; what may have been meant */
    uint32_t derived;      /* memo: number of the function made by func_derivative, 0: not made */
    const char *underived; /* memo: why there is none */
    struct FuncDerived *derived_for; /* the same where some inputs do not vary */
    Span span;
    Type result; /* type of a call: T_NONE, the output's type, or a tuple */
    bool failed; /* could not be lowered; reported */
    Span drifts; /* an algorithm: a statement that changes what is not a Real between events */
};

/* An argument of an external call, or its result. */
typedef struct FuncArgument {
    bool is_size; /* written as size(...): an unsigned number */
    Type type;    /* as it was written: of a record it gives the struct */
    int n;
    Expr *leaf; /* [n] expressions over LOCALs: a LOCAL that is no input is written to; one, or
                   those of a record */
} FuncArgument;

typedef struct FuncNames {
    int n;
    Name *v;
} FuncNames;

/* The call of an external function, which stands after the statements of the body. */
typedef struct FuncExternal {
    Name language; /* N_C, N_builtin, N_fortran */
    Name c_name;
    FuncArgument result; /* n = 0: none */
    int nargs;
    FuncArgument *arg;
    FuncNames library, include;                     /* as written */
    FuncNames include_dir, library_dir, source_dir; /* paths */
    Name beside;                                    /* path of the folder of its library or model */
    uint32_t destructor; /* constructors of external objects: what ends them */
    Span span;
} FuncExternal;

/* A value that goes into or comes out of a function that is run. */
typedef struct FuncData {
    int ndims;
    int32_t dim[MAX_DIMS];
    double *num; /* NULL: Strings */
    const char **text;
} FuncData;

/* Where the resources of a top-level package are. */
typedef struct FuncResource {
    Name package, folder;
} FuncResource;

/* Runs external functions during translation. */
typedef struct FuncRunner FuncRunner;
struct FuncRunner {
    bool used; /* something was run */
    int nresources;
    const char *model; /* the name of the model; NULL: none is made */
    const FuncResource *resource;
    /* From in[ninputs] to out[noutputs], which lasts until the next run. NULL, or why it failed;
     * *varies: it cannot be run at all. */
    const char *(*run)(FuncRunner *r, ExprStore *s, const Func *f, const FuncData *in,
                       FuncData *out, bool *varies);
};

/* The derivative of a function along a direction, made from its body (forward mode, statement by
 * statement, control flow kept): inputs x, then dx for every Real input; outputs dy for every
 * Real output, in order. Number of the new function, 0 with *err if the body cannot be
 * differentiated. Memoised. `no_derivative` of the result of the annotation route is resolved by
 * the caller (diff.c). */
struct CalcError;
uint32_t func_derivative(ExprStore *s, Arena *a, uint32_t func, struct CalcError *err);
/* The same for calls where dx of the inputs marked in still[ninputs] is 0: what depends on them
 * alone, as what external functions make of parameters, needs no derivative. */
uint32_t func_derivative_for(ExprStore *s, Arena *a, uint32_t func, const bool *still,
                             struct CalcError *err);

/* The partial derivative by one scalar Real input of a function whose outputs are all Real: a
 * function with the same inputs and outputs. Number of it, 0 with *err. */
uint32_t func_partial(ExprStore *s, Arena *a, uint32_t func, int input, struct CalcError *err);

/* A call of a function whose body is straight-line scalar assignments, written out as an
 * expression for one output: the call disappears. 0 if the function is not of that kind (array
 * locals with variable subscripts, loops, asserts, external, recursion) or the result would
 * exceed `limit` tree nodes. args: the call's arguments (scalars, or ARRAY nodes of scalars). */
Expr func_inline(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args, int output,
                 uint32_t element, uint32_t limit);
/* The same for count[i] elements of each output i, one after the other; false: not for all. */
bool func_inline_outputs(ExprStore *s, uint32_t func, uint32_t nargs, const Expr *args,
                         int noutputs, const int64_t *count, uint32_t limit, Expr *result);
/* Whether a derivative that it names is not that of its body: some inputs have none (noDerivative).
 * Written out before it is differentiated the function would have another one. */
bool func_differs_derived(const Func *f);
/* An expression with all calls of such functions written out, and those in what they make. */
Expr func_inline_all(ExprStore *s, Expr e, uint32_t limit);
/* The same for functions of at most so many statements that nothing is said of, too. */
Expr func_inline_plain(ExprStore *s, Expr e, uint32_t limit, int most);
/* A scalar of a call written out, by which it is differentiated all the same (EX_LATE). */
Expr expr_late(ExprStore *s, Expr call);

/* What the outputs of a call are whatever the inputs are that are not known: in[n] and out, one for
 * each output, NaN for what is not known and for what is no scalar number. */
void func_known(ExprStore *s, uint32_t func, int n, const double *in, double *out);
/* The same for a call at a depth, with what is left of the statements that may be executed. */
void func_known_inside(ExprStore *s, uint32_t func, int n, const double *in, double *out, int depth,
                       int *left);

enum { FAULT_CALLS = 20 };

/* A call on the way to an operation: of which function, and the statement it is in (none: the
 * expression that was asked for). */
typedef struct FaultCall {
    uint32_t func;
    Span at;
} FaultCall;

/* An operation on finite numbers whose result is not finite. */
typedef struct FuncFault {
    Expr e;          /* the operation */
    double argument; /* the value of its last operand */
    uint32_t func;   /* the function it is in; 0: in none */
    Span at;         /* the statement there */
    int ncalls;      /* that lead to it, the outermost first */
    FaultCall call[FAULT_CALLS];
} FuncFault;

/* The first such operation when an expression is evaluated; false: none was found. */
bool func_fault(ExprStore *s, Expr e, const double *vars, const double *pre, double time,
                FuncFault *out);

#endif
