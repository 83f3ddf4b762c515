/* expr.h - the expression store: every expression of a model, hash-consed.
 *
 * An Expr is a 32-bit number; equal expressions are the same number, so comparison is ==, and
 * common subexpressions, memoised differentiation and substitution come for free. A node is
 * immutable. 0 is "no expression".
 *
 * The key of a node is operator, type, flags, payload and operands: Integer 1 is not Real 1.0,
 * -0.0 is not 0.0, and a relation inside noEvent is not the one outside. Impure calls are never
 * shared.
 *
 * Two levels live in one store. What the front end makes out of source text is built with
 * expr_make: operands as written, arrays and component references (EX_CREF) allowed. What the
 * equations of a DAE are made of is scalar and canonical, built with the constructors below
 * (expr_add, expr_mul, expr_build): literals folded, sums and products n-ary, flattened, in
 * canonical order, equal terms merged. Canonical order depends on variable numbers and structure
 * only, never on when a node was made.
 *
 * Positions belong to equations and statements, not to nodes. Every traversal is iterative: a
 * sum may have 100,000 terms and a chain may be 100,000 deep. */
#ifndef KRON_SYMBOLIC_EXPR_H
#define KRON_SYMBOLIC_EXPR_H

#include "symbolic/type.h"

typedef uint32_t Expr;

/* Payload of EX_CLOCK: which constructor (specification, 16.3). */
typedef enum {
    CLOCK_INFERRED, /* Clock() */
    CLOCK_RATIONAL, /* intervalCounter, resolution */
    CLOCK_INTERVAL, /* interval */
    CLOCK_EVENT,    /* condition, startInterval */
    CLOCK_SOLVER,   /* clock, solver method (a String literal) */
} ClockForm;

typedef enum ExprOp {
    EX_NONE,
#define X(id, text, arity, prec, c_name, flags) EX_##id,
#include "symbolic/ops.def"
#undef X
    EX_COUNT
} ExprOp;

/* Flags of operators. */
enum { OPF_ELEMENTARY = 1, OPF_DOMAIN = 2, OPF_EVENT = 4, OPF_ARRAY = 8, OPF_LEAF = 16 };

typedef struct OpInfo {
    const char *id;   /* "ADD" */
    const char *text; /* see ops.def */
    int arity, prec;
    const char *c_name;
    unsigned flags;
} OpInfo;
extern const OpInfo op_info[EX_COUNT];
/* Whether the present value of a variable inside e matters: false for pre, delay, sample ... */
bool op_hides_vars(ExprOp op);
/* Values of the functions and operators of numbers; bit for bit those of the run time. */
bool op_has_value(ExprOp op);
double op_value(ExprOp op, uint32_t n, const double *x); /* op_has_value(op) */

/* Flags of nodes. */
enum {
    EF_NOEVENT = 1, /* relation or event-generating function inside noEvent (or a function, or
                       smooth of order >= 1): taken literally */
    EF_IMPURE = 2,  /* impure call: unique */
    EF_PASSING = 4, /* relation in an algorithm on what is assigned before it and again after it */
};

/* Traits of nodes: what is true of the node or of something inside. */
enum {
    ET_FAIL = 1,   /* may fail: an operator defined only for some arguments, or a call */
    ET_IMPURE = 2, /* an impure call */
    ET_TIME = 4,   /* `time` */
    ET_LOCAL = 8,  /* LOCAL or ITER */
    ET_EVENT = 16, /* a relation of Reals or a jumping function outside noEvent */
};

typedef struct ExprNode {
    uint8_t op;
    uint8_t flags;
    uint8_t traits;
    Type type;
    uint32_t nargs;
    uint32_t args;     /* offset in the operand pool; use expr_args */
    uint64_t payload;  /* see ops.def */
    uint64_t hash;     /* structural: the same in every store and every run */
    uint32_t size;     /* nodes of the expression written out as a tree, saturating */
    uint32_t min_var;  /* lowest variable number inside, UINT32_MAX if there is none */
    uint64_t var_mask; /* bit (number mod 64) of every variable inside: prunes walks */
} ExprNode;

typedef struct Func Func;
typedef struct ExprStore ExprStore;

ExprStore *exprs_new(Arena *a, NameTable *names);
void exprs_free(ExprStore *s); /* the parts that are not on the arena */
TypeTable *expr_types(const ExprStore *s);
uint32_t exprs_count(const ExprStore *s); /* number of nodes + 1: ids are below it */

/* The node of an expression; valid until the next expression is made. */
const ExprNode *expr_node(const ExprStore *s, Expr e);
static inline ExprOp expr_op(const ExprStore *s, Expr e)
{
    return (ExprOp)expr_node(s, e)->op;
}
static inline Type expr_type(const ExprStore *s, Expr e)
{
    return expr_node(s, e)->type;
}
/* Operand i; and all of them (valid until the next expression is made). */
Expr expr_arg(const ExprStore *s, Expr e, uint32_t i);
const Expr *expr_args(const ExprStore *s, Expr e);

/* ---- Making nodes as they are ---- */
Expr expr_make(ExprStore *s, ExprOp op, Type type, unsigned flags, uint64_t payload, uint32_t n,
               const Expr *args);
Expr expr_real(ExprStore *s, double x);
Expr expr_int(ExprStore *s, int64_t i);
Expr expr_bool(ExprStore *s, bool b);
Expr expr_string(ExprStore *s, Name text);
Expr expr_enum(ExprStore *s, Type type, int64_t value);
/* x as a literal of a Real, Integer, Boolean or enumeration type. */
Expr expr_literal(ExprStore *s, Type scalar, double x);
Expr expr_time(ExprStore *s);
Expr expr_var(ExprStore *s, Type type, uint32_t number);

/* Literals (REAL, INT, BOOL, ENUM) read as a number. */
bool expr_is_number(const ExprStore *s, Expr e);
double expr_number(const ExprStore *s, Expr e);
bool expr_is_zero(const ExprStore *s, Expr e); /* literal 0 or 0.0 (not -0.0) */
bool expr_is_one(const ExprStore *s, Expr e);

/* ---- Canonical scalar expressions (arithmetic.c, simplify.c) ----
 * A sum is ADD(literal, terms in canonical order); a term is x, NEG(x), MUL(c, x..) or
 * DIV(MUL(c, x..), y) with a literal c, and -(a + b) is ADD(NEG a, NEG b). A product is
 * MUL(c, factors); the quotient of products is DIV(product, product), with the sign outside or in
 * c. Literal exponents are Real. Sums and products of more than 128 operands are flat when made at
 * once, but are not opened again inside others. Details at the head of arithmetic.c.
 * Only exact, cheap rules: literals are folded unless the result is infinite or not a number,
 * neutral elements dropped, signs moved outwards, nested sums and products flattened, equal terms
 * merged (x + x = 2*x, x*x = x^2). 0*x becomes 0 only where x is a literal or variable; x/x,
 * sqrt(x^2), x - x for operands that may fail are left alone (x - x of pure terms is 0).
 * Integer operands of Real results are converted (TOREAL), folded for literals. */
Expr expr_add(ExprStore *s, uint32_t n, const Expr *terms);
Expr expr_mul(ExprStore *s, uint32_t n, const Expr *factors);
Expr expr_add2(ExprStore *s, Expr a, Expr b);
Expr expr_sub(ExprStore *s, Expr a, Expr b);
Expr expr_mul2(ExprStore *s, Expr a, Expr b);
Expr expr_div(ExprStore *s, Expr a, Expr b);
Expr expr_neg(ExprStore *s, Expr a);
Expr expr_pow(ExprStore *s, Expr a, Expr b);
Expr expr_if(ExprStore *s, Expr c, Expr a, Expr b);
Expr expr_not(ExprStore *s, Expr a);
Expr expr_to_real(ExprStore *s, Expr e); /* TOREAL if e is Integer */
/* Any scalar operator, by the constructor above that fits: use it to rebuild a node with new
 * operands. */
Expr expr_build(ExprStore *s, ExprOp op, Type type, unsigned flags, uint64_t payload, uint32_t n,
                const Expr *args);

/* ---- Walks ---- */
/* Calls visit once for every distinct node, operands before users. */
void expr_visit(const ExprStore *s, Expr e, void (*visit)(void *arg, Expr e), void *arg);
/* Whether the test holds for a node of the expression. */
bool expr_any(const ExprStore *s, Expr e, bool (*test)(void *arg, Expr e), void *arg);
/* The variables (EX_VAR; also every element of EX_ARRVAR) inside, each once, ascending. */
typedef struct VarList {
    uint32_t *var;
    int n;
} VarList;
VarList expr_vars(const ExprStore *s, Arena *a, int n, const Expr *roots);
bool expr_has_var(const ExprStore *s, Expr e, uint32_t var);
bool expr_has_now(const ExprStore *s, Expr e, uint32_t var); /* not only inside of `pre` */

/* Replaces leaves: leaf(arg, e) is asked for every VAR, ARRVAR, LOCAL, ITER, TIME, PRE(VAR) and
 * DER(VAR) and returns what stands for it (or e itself). Rebuilds canonically with expr_build.
 * O(distinct nodes) a call. */
typedef Expr ExprLeaf(void *arg, Expr e);
Expr expr_replace(ExprStore *s, Expr e, ExprLeaf *leaf, void *arg);

/* The same for all nodes, operands first: node(arg, e) returns what stands for e. */
Expr expr_rewrite(ExprStore *s, Expr e, ExprLeaf *node, void *arg);

/* The expression rebuilt with 0*x = 0 and 0/x = 0 whatever x is: drops the terms multiplied by a
 * variable that was replaced by 0 (FM-43). */
Expr expr_drop_zeros(ExprStore *s, Expr e);

/* ---- Array operators (array_map.c) ----
 * What constructors, fill, cat, transpose, symmetric, identity, diagonal, skew, vector, matrix,
 * scalar, promote and products of arrays do: each element of the result is a sum of terms. */
typedef struct ArrayOperand {
    int ndims;
    const int32_t *dim; /* [ndims] */
    int64_t n;          /* elements */
    double number;      /* the first of them, where the operand is a size or a dimension */
} ArrayOperand;
typedef struct ArrayMap {
    ExprOp op;
    int n;
    const ArrayOperand *arg; /* [n] */
    int ndims;               /* of the result */
    int32_t dim[MAX_DIMS];
    int64_t count;         /* its elements; saturates */
    int64_t terms;         /* of each element; none: it is 0 */
    bool product;          /* terms are products of an element of operand 0 and one of operand 1 */
    int64_t inner, passed; /* places inside the operands */
    int along, part;
    char why[96]; /* it cannot be: the shapes do not fit */
} ArrayMap;
typedef struct ArrayTerm {
    int arg;      /* operand; -1: the number i */
    int64_t i, j; /* its element; of products also that of operand 1 */
    int64_t n;    /* this and the following elements of the operand follow in the result too */
    bool minus;
} ArrayTerm;
bool array_is_map(ExprOp op);
bool array_map(ArrayMap *m, ExprOp op, int n, const ArrayOperand *arg);
ArrayTerm array_term(ArrayMap *m, int64_t k, int64_t t); /* term t of element k; k ascending */

/* ---- Arrays as scalars (array.c) ---- */
typedef struct ArrayValue {
    Type type; /* T_NONE: not known */
    uint32_t n;
    Expr *element; /* [n] row by row */
} ArrayValue;
/* Nested constructors of the shape of `type` (all dimensions known) from its elements. */
Expr array_of(ExprStore *s, Type type, const Expr *element);
/* The reduction EX_SUM .. EX_MAXOF of n elements; 0: the least or greatest of none. */
Expr array_reduce(ExprStore *s, ExprOp op, Type type, uint32_t n, const Expr *element);
/* The elements of an operator whose operands' elements are known, each canonical. Returns their
 * number; if it is above `most` they are not made. -1 with *why (which may be NULL) if shapes do
 * not fit, or sizes are not literals. */
int64_t array_elements(ExprStore *s, Arena *a, Expr e, const ArrayValue *arg, int64_t most,
                       ArrayValue *out, const char **why);
/* The elements of an array expression; for a scalar with arrays inside
 * one element. leaf(arg, e, &type, &element) is asked for every leaf and may give what stands for
 * it: its elements and, in *type, its shape with all dimensions known (the node's own type may
 * leave them open). If it leaves *element NULL the leaf stands for itself, an ARRVAR for its
 * variables. It returns false for what is not known. expr_scalarize returns false if something
 * inside has no such form: comprehensions, subscripts that are not literals, unknown shapes. */
typedef bool ArrayLeaf(void *arg, Expr e, Type *type, const Expr **element);
bool expr_scalarize(ExprStore *s, Arena *a, Expr e, ArrayLeaf *leaf, void *arg, ArrayValue *out);

/* ---- Numerical value (tests, pivots, constant folding) ----
 * Scalar expressions; vars[number] are the values of variables; der and pre must have been
 * replaced; calls give NaN. Booleans are 0 and 1. */
double expr_value(const ExprStore *s, Expr e, const double *vars, double time);
/* The same where variables that are NAN are not known: NAN if the value depends on one of them, on
 * time, or on a call. */
double expr_value_known(const ExprStore *s, Expr e, const double *vars);

/* ---- Printing ----
 * As Modelica text. Names of variables, components, iterators, functions come from the caller. */
typedef struct ExprNames {
    void *arg;
    void (*var)(void *arg, Buf *out, uint32_t number);  /* VAR */
    void (*array)(void *arg, Buf *out, Expr e);         /* ARRVAR */
    void (*local)(void *arg, Buf *out, uint32_t index); /* LOCAL */
    void (*iter)(void *arg, Buf *out, uint32_t number); /* ITER */
    void (*cref)(void *arg, Buf *out, Expr e);          /* CREF with its subscripts */
    void (*func)(void *arg, Buf *out, uint32_t number); /* CALL, FUNCREF */
    const Func *in;   /* LOCALs are its variables, by their names; NULL: local */
    uint32_t quoted;  /* names that are no identifiers stand in quotes; variables of `in` without a
                         name are told from those of others by this number; 0: as they are */
    bool in_function; /* relations are literal anyway: no noEvent() around them */
    /* Terms of sums and factors of products by the lowest rank of a variable inside; NULL: in
     * canonical order. A sum with ranks begins with its first term, whatever its sign, unless
     * positive_first. */
    uint32_t (*rank)(void *arg, uint32_t number);
    bool (*leads)(void *arg, uint32_t number); /* with rank: factors that come first; NULL: none */
    bool positive_first;
    /* With rank, for a canonical node that is part of a text: the tree to print in its place, as it
     * stands (0: none); its rank there (UINT32_MAX: that of its variables); whether it comes after
     * other terms of a sum. NULL, all three: there is no such text. */
    Expr (*written)(void *arg, Expr e);
    uint32_t (*place)(void *arg, Expr e);
    bool (*moved)(void *arg, Expr e);
    bool spelled; /* SPELLED literals as they were written; else by their values */
    size_t most;  /* bytes, then `...`: what is shared is printed at every place; 0: all */
    const struct ExprDialect *dialect; /* NULL: Modelica */
} ExprNames;

/* How another language writes what Modelica writes otherwise. NULL: as Modelica does. */
typedef struct ExprDialect {
    const char *power;    /* "**"; "" : as the function pow(a, b) */
    const char *time;     /* "Time" */
    const char *truth[2]; /* false, true */
    const char *and_, *or_, *not_, *equal, *not_equal;
    const char *conditional[3]; /* "ifelse(", ", ", ", " (and ")"): if c then a else b */
    const char *const (
        *function)[2];  /* {"asin", "arcsin"}, ..., {NULL, NULL}: names of functions */
    bool real_literals; /* 1 is written 1.0 */
} ExprDialect;
/* Callbacks that are NULL (or no ExprNames at all) give v1, v1, u1, i1, c1, f1. */
void expr_print(const ExprStore *s, Expr e, const ExprNames *names, Buf *out);

/* ---- Cost ----
 * Operations of the distinct nodes reachable from the roots (what evaluating with shared
 * subexpressions costs): every binary + - * / counts 1, unary minus 0. */
typedef struct OpCount {
    long long add, mul, div, call; /* add: + and -; call: functions, powers, relations */
} OpCount;
void expr_count(const ExprStore *s, int n, const Expr *roots, OpCount *out);
/* Operations of an expression as it is printed: what is written twice counts twice; a sign none. */
long long expr_written_operations(const ExprStore *s, Expr e);

/* ---- Functions ---- (func.h) */
uint32_t func_add(ExprStore *s, Func *f); /* gives it its number (from 1) */
Func *func_get(const ExprStore *s, uint32_t number);
uint32_t funcs_count(const ExprStore *s); /* numbers are 1 .. count */

/* How the arguments of TOSTRING are to be read (its payload). */
typedef enum { STRING_FORM_OPTIONS, STRING_FORM_FORMAT } StringForm;

#endif
