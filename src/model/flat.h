/* flat.h - the flat model: what the front end hands on, and all that the rest knows of it.
 *
 * One FlatVar is one simple component of the instance tree, however many elements it and the arrays
 * around it have; its scalars have consecutive numbers, last index fastest, outermost dimension
 * first. Constants and parameters have the lowest numbers.
 *
 * A FlatPart is one component, simple or not: its place in the tree, which gives names, roles and
 * the arrays that equations are repeated over. A reference (EX_CREF) names a part, with one
 * subscript for each dimension from the root. So a million scalars of an array of components cost a
 * few parts.
 *
 * Equations are templates: an equation of a class in an array of components is kept once, with
 * iterators (EX_ITER) for the position, and stands for all elements. flat_expand calls a visitor
 * for every one of them with the iterators' values.
 *
 * Whatever the evaluator had to decide is decided: subscripts, sizes, ranges and conditions are
 * simple expressions of Integers over iterators, or have their value in `known` (flat_known);
 * constants and structural parameters have theirs in FlatPart.value; functions and algorithms are
 * lowered (symbolic/func.h). A mistake in something that may never be used is kept and reported by
 * who uses it. Nothing points into the instance tree, which is gone when others read this. */
#ifndef KRON_MODEL_FLAT_H
#define KRON_MODEL_FLAT_H

#include "base/context.h"
#include "base/map.h"
#include "base/vec.h"
#include "symbolic/func.h"

typedef enum { VARY_CONSTANT, VARY_PARAMETER, VARY_DISCRETE, VARY_CONTINUOUS } Variability;

/* What is said of units of measure that do not fit. */
typedef enum { UNITS_WARN, UNITS_OFF, UNITS_ERROR } UnitsUse;

/* Numbers or strings that are known during translation. */
typedef struct FlatValue {
    Type type;         /* with its dimensions */
    int64_t n;         /* elements */
    const double *num; /* [n], or */
    const Name *str;   /* [n] */
} FlatValue;

/* What the evaluator found for an expression: a literal (or ARRAY of literals), or why not. */
typedef struct FlatKnown {
    Expr value;
    const char *why; /* with value 0: what follows the name of the thing in a message; NULL: it
                        varies, which is no mistake */
    Span declared;   /* of the component at fault, for a note; {0}: none */
    Name culprit;
    bool required; /* it must have a value */
} FlatKnown;

typedef struct FlatClass {
    Name name; /* full name */
    Span span; /* its name in the declaration */
    Name description;
} FlatClass;

typedef struct FlatPart {
    Name name;       /* 0: the model itself */
    uint32_t parent; /* number of the part it is in; 0: none */
    uint32_t cls;    /* in FlatModel.cls; of a constant of a package: the package; 0: not kept */
    uint32_t type;   /* simple: there, the type that was named; 0: a built-in one */
    uint32_t var;    /* simple: number of its FlatVar + 1; 0: none */
    uint32_t value;  /* simple: place of its value in FlatModel.value + 1; 0: none */
    uint32_t fault;  /* a constant without: place in FlatModel.known + 1 of why; 0: none */
    uint32_t iter;   /* iterator of its first dimension; the others follow */
    uint8_t ndims, nindex;
    uint16_t level;       /* depth in the instance tree */
    const int32_t *dim;   /* [ndims] */
    const int32_t *index; /* [nindex]: an element of a split array, and its subscripts */
    int nelements, nmembers;
    const uint32_t *element; /* [nelements]: an array split into parts, one for each element */
    const uint32_t *member;  /* [nmembers]: a record that is referred to: its fields */
    Span span;               /* its name in the declaration */
    bool simple;             /* of a built-in type or enumeration, or an external object */
    Name condition;          /* the Boolean by which it exists; 0: none, or an expression */
    bool is_connector, flow, stream, input, output, protected, terminal, inner;
    bool is_model;  /* neither a record nor a connector: its equations and unknowns are its own */
    bool bound;     /* has a declared value */
    bool bus;       /* an expandable connector */
    bool uncounted; /* redundant variables of a connector, or an expandable connector */
    uint32_t nthrough;     /* flows of its classic cuts */
    uint32_t nconnections; /* scalar equations from connections made in its class */
} FlatPart;

typedef struct FlatVar {
    uint32_t part;
    Type type;      /* with all dimensions from the root */
    uint32_t first; /* number of its first scalar */
    uint32_t count;
    uint8_t variability; /* Variability, of the whole path */
    bool top_input;      /* an input of the model itself */
    bool top_output;     /* an output of it */
    bool connected;      /* (an element of it) is equal to others by connections */
    uint32_t fed;     /* elements that are so by connections around the component they belong to */
    bool structural;  /* parameter: its value was needed during translation */
    bool final;       /* its value must not be modified */
    bool fixed_given; /* the attribute was written */
    uint8_t fixed;    /* 0, 1 */
    uint8_t select;   /* StateSelect */
    uint8_t tear;     /* TearingSelect, the same numbers */
    uint16_t start_level; /* how far out `start` was written: 0 = the model itself */
    Name unit, description;
    Name display_unit, quantity;         /* 0: none, or they differ between elements */
    const uint8_t *fixed_at, *select_at; /* [count] where elements differ; NULL */
    const Name *unit_at;
    Expr start, min, max, nominal; /* for one element: templates over all iterators; 0: none */
    Expr value;                    /* constants and parameters: template for the part as a whole */
    Span value_span;
    uint32_t computed; /* parameters whose value calls functions: place of it in FlatModel.value +
                          1; 0: not known */
} FlatVar;

typedef enum {
    FE_EQUAL,     /* lhs = rhs (raw; arrays and records elementwise) */
    FE_CALL,      /* (outputs) = call: output[] references or EX_WILD, rhs the call */
    FE_IF,        /* branches */
    FE_FOR,       /* iter over range: branch[0].body */
    FE_WHEN,      /* branches; conditions may be vectors */
    FE_CONNECT,   /* connectors, cuts and nodes are joined; only while flattening */
    FE_ASSERT,    /* rhs: condition; message, level */
    FE_TERMINATE, /* message */
    FE_REINIT,    /* reinit(lhs, rhs) */
    FE_ALGORITHM, /* body[] */
    FE_MACHINE,   /* rhs: TRANSITION or INITIALSTATE */
} FlatEqKind;

typedef struct FlatEq FlatEq;

typedef VEC(FlatEq *) FlatEqs;

typedef struct FlatBranch {
    Expr condition; /* 0: else */
    FlatEqs body;
} FlatBranch;

struct FlatEq {
    uint8_t kind;
    bool initial;
    bool structural; /* FE_IF: the condition chooses during translation, per element */
    bool open;    /* structural FE_IF: where its condition is known at the start of the run only it
                     varies */
    bool late;    /* and not before all connections are known */
    bool binding; /* the declaration's value */
    bool continuous; /* what changes at events only varies continuously: on clocks alone */
    Span span;
    uint32_t owner; /* the part whose class has it: gives the arrays it is repeated over */
    Expr lhs, rhs;
    Expr message, level;
    Expr iter, range; /* FE_FOR */
    int noutputs;
    Expr *output; /* FE_CALL */
    int nbranches;
    FlatBranch *branch;
    int nbodies;
    Func **body;                     /* FE_ALGORITHM: for each position, in their order */
    const struct FlatSource *source; /* the front end's own; NULL when it has ended */
};

/* An equation made from connections, over scalars; `message`: an assertion that rhs holds. */
typedef struct FlatConnection {
    Expr lhs, rhs, message;
    uint32_t label; /* the part in whose class the connection is made; 0: none */
    Span span;
    bool sum; /* flows at a connection sum up to zero */
} FlatConnection;

/* A declaration `outer output`. */
typedef struct FlatOuter {
    uint32_t owner; /* the part whose class has it */
    uint32_t inner; /* the part it stands for */
} FlatOuter;

/* A scalar with the prefix `stream`. */
typedef struct FlatStream {
    uint32_t flow; /* the scalar that carries it */
    Expr in;       /* inStream of it, over scalars and EX_INSTREAM of others */
} FlatStream;

/* A connection of the model itself with a connector that does not exist, for messages. */
typedef struct FlatAbsent {
    const char *other; /* the connector that is there */
    const char *gone, *condition,
        *owner; /* the one that is not, as `condition` is false in `owner` */
    Span at;
} FlatAbsent;

/* A cut of a classic component of the model that no connection names. */
typedef struct FlatOpenCut {
    uint32_t part; /* the component */
    Name cut;
    bool is_main;
    int nvars;
    const uint32_t *var; /* [nvars] the first scalars of what it names */
} FlatOpenCut;

/* A connection of inputs of two components of the model. */
typedef struct FlatInputs {
    uint32_t part[2];
    Span at;
} FlatInputs;

/* An equation for a variable of `owner` in a branch of an `if` that does not hold. */
typedef struct FlatLeft {
    uint32_t owner;
    Name name;
    Span at, condition; /* of that branch; no position: `else` */
} FlatLeft;

typedef struct FlatModel {
    Context *ctx;
    ExprStore *store; /* of all expressions of the translation */
    Arena *arena;     /* of the flat model and all that is made from it */
    Name name;
    Name description; /* of the class; 0: none */
    Span span;        /* the name of the class in its declaration */
    bool classic;
    bool of_library;    /* the model was found on the path: Model.of_library */
    bool through_outer; /* something is connected to an inner component from inside of others, or
                           one was added */
    bool component;     /* it is checked as one, not to be run */
    double start, stop, tolerance, interval; /* experiment annotation; NaN: not given */
    uint32_t root;                           /* the part that is the model itself */
    VEC(FlatVar) var;
    uint32_t nscalars; /* constants and parameters have the lowest numbers */
    FlatEqs eq;
    VEC(FlatConnection) connection;
    bool machines; /* it has state machines */
    VEC(FlatOuter) outer;
    VEC(FlatStream) stream;
    Map stream_at;          /* scalar + 1 -> place in stream + 1 */
    VEC(uint32_t) instance; /* parts with contents, the model itself first */
    VEC(FlatAbsent) absent; /* connections that a condition leaves out */
    VEC(FlatOpenCut) open_cut;
    VEC(FlatInputs) inputs;
    uint32_t without_flow; /* a part of a connector that has potentials only, which by its unit or
                              name flows */
    VEC(FlatLeft) left;
    VEC(FlatPart) part;         /* by number; [0] unused */
    VEC(FlatClass) cls;         /* [0] unused */
    VEC(Name) iter;             /* names of iterators by number; 0: none */
    VEC(FuncResource) resource; /* of all packages that were read */
    VEC(FlatValue) value;
    VEC(FlatKnown) known;
    Map known_at; /* expression, or what flat_key makes of it -> place in known + 1 */
    Map child;    /* map_pair(element of a split array or part of one, name) -> part */
    Map callee;   /* calls with functions as arguments -> function to call */
} FlatModel;

void flat_free(const FlatModel *f); /* the store and the arena too */

/* ---- Names and places (flat_names.c) ---- */

/* "a[2].b.x[1,3]": the name of scalar number `number`; "a.b": of a part, without positions. */
void flat_scalar_name(const FlatModel *f, uint32_t number, Buf *out);
void flat_part_name(const FlatModel *f, uint32_t part, Buf *out);
/* "a[2].b": of an element of a part, by its number among all elements on the way from the root. */
void flat_place_name(const FlatModel *f, uint32_t part, uint64_t at, Buf *out);
const char *flat_scalar_text(const FlatModel *f, uint32_t number); /* on the arena, */
const char *flat_part_text(const FlatModel *f, uint32_t part);     /* like this */
/* Names for expr_print of raw and scalar expressions of this model. */
ExprNames flat_names(const FlatModel *f);
/* The same for messages about templates: `tank.h` stands for that of all elements of an array of
 * tanks. */
ExprNames flat_names_of_each(const FlatModel *f);
/* "; ...": how a subscript k that is outside 1 .. size comes inside; loop: it has iterators. */
const char *hint_position(int64_t k, int64_t size, bool loop);
/* The variable a scalar belongs to. */
const FlatVar *flat_var_of(const FlatModel *f, uint32_t number);
/* The value of a parameter that calls functions; NaN: not known. */
double flat_computed(const FlatModel *f, uint32_t number);
/* The part that a reference through split arrays denotes; sub[n]: positions, 0 for what is not
 * known, which must not be in a split array. rest[*nrest]: which of them are left. 0: there is
 * none. */
uint32_t flat_descend(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub,
                      uint32_t *rest, uint32_t *nrest);
/* The scalar, if all are known; UINT32_MAX: none. */
uint32_t flat_element(const FlatModel *f, uint32_t part, uint32_t n, const int64_t *sub);
/* The model (not record or connector) whose equations and variables a part's count for. */
uint32_t flat_owner(const FlatModel *f, uint32_t part);
bool flat_in_connector(const FlatModel *f, uint32_t part);

/* ---- Values (flat_value.c) ---- */

/* Values of iterators at one position. */
typedef struct IterValue {
    uint32_t iter;
    double value; /* of a String the number of its name */
    const struct IterValue *outer;
    double end[2]; /* of a loop of equations: its first and last value; else 0 */
} IterValue;

Expr flat_literal(const FlatModel *f, const FlatValue *v, int64_t k);
/* The value of an expression where the iterators have these values; NULL: never asked for. */
const FlatKnown *flat_known(const FlatModel *f, Expr e, const IterValue *iters);
/* The expression under which that is kept: e itself if it has no iterators. */
Expr flat_key(const FlatModel *f, Expr e, const IterValue *iters);
/* An Integer, Boolean (0, 1) or enumeration. False if it is not known; *why may say why. */
bool flat_integer(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out,
                  const FlatKnown **why);
/* The same as a subscript: Boolean ones count from 1. */
bool flat_subscript(const FlatModel *f, Expr e, const IterValue *iters, int64_t *out);
/* Reports that `what` must be known during translation but is not. */
void flat_report(const FlatModel *f, const FlatKnown *why, Span at, const char *what);

/* What a loop runs over: start + i*step, or a list of literals. */
typedef struct Turns {
    int64_t n, start, step;
    Expr list; /* ARRAY; 0: use start and step */
} Turns;

bool flat_turns(const FlatModel *f, Expr range, const IterValue *iters, Turns *t,
                const FlatKnown **why);
double flat_turn(const FlatModel *f, const Turns *t, int64_t i);

/* ---- Expansion (flat_expand.c) ---- */

/* Calls `visit` for every expression inside of the sides and results of equations, and of those in
 * their branches; conditions are left out. */
void flat_visit_exprs(const ExprStore *s, const FlatEqs *list, void (*visit)(void *arg, Expr e),
                      void *arg);
void flat_visit_eq(const ExprStore *s, const FlatEq *eq, void (*visit)(void *arg, Expr e),
                   void *arg);

/* One pass over the equations written out; counts them against a limit. */
typedef struct FlatExpand {
    const FlatModel *f;
    int64_t count;
    bool early; /* leave out what is chosen late */
} FlatExpand;

/* Calls `visit` for every equation of the model with the positions in arrays of components: for
 * loops and structural ifs are resolved too, so kinds FE_FOR and structural FE_IF do not appear. */
typedef void FlatVisit(void *arg, const FlatEq *eq, const IterValue *iters);
void flat_expand(FlatExpand *x, FlatVisit *visit, void *arg);
/* The same for the equations of one branch. */
void flat_expand_list(FlatExpand *x, const FlatEqs *list, const IterValue *iters, FlatVisit *visit,
                      void *arg);
/* Counts one more equation or turn; false, and reported once, if they are too many; false also
 * after too many errors. */
bool flat_count(FlatExpand *x, Span at);
/* Calls visit for every element of the arrays around (and including) a part. */
typedef void PositionVisit(void *arg, const IterValue *iters);
void flat_positions(const FlatModel *f, uint32_t part, PositionVisit *visit, void *arg);

/* ---- Balance (balance.c) ---- */

/* Compares the numbers of equations and unknowns, in all and of every model by itself. own[part]:
 * scalar equations of a model's sections and of its variables' values. An error names the
 * components at fault; a warning if only parts are out of balance. balance[part]: -1 if the model
 * has fewer equations than it needs, 1 if it has more. */
typedef enum {
    BALANCED,
    UNBALANCED,
    EXPLAINED, /* not balanced, and the error says why */
} BalanceState;
BalanceState balance_check(const FlatModel *f, const int64_t *own, int64_t nequations,
                           int64_t nunknowns, int8_t *balance);

#endif
