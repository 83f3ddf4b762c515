/* flat.h - the flat model: variables with numbers, and equations.
 *
 * One FlatVar is one simple component of the instance tree, however many elements it and the arrays
 * around it have; its scalars have consecutive numbers, last index fastest, outermost dimension
 * first. Constants and parameters have the lowest numbers.
 *
 * Equations are templates: an equation of a class in an array of components is kept once, with
 * iterators (EX_ITER) for the position, and stands for all elements. flat_expand calls a visitor
 * for every one of them with the iterators' values. */
#ifndef KRON_MODEL_FLAT_H
#define KRON_MODEL_FLAT_H

#include "model/eval.h"
#include "model/function.h"

typedef struct FlatVar {
    Comp *comp;
    Type type;      /* with all dimensions from the root */
    uint32_t first; /* number of its first scalar */
    uint32_t count;
    uint8_t variability; /* Variability, of the whole path */
    bool top_input;      /* an input of the model itself */
    bool hidden;         /* our own: not a component of the user's */
    bool connected;      /* (an element of it) is equal to others by connections */
} FlatVar;

typedef enum {
    FE_EQUAL,     /* lhs = rhs (raw; arrays and records elementwise) */
    FE_CALL,      /* (outputs) = call: lhs[] references or EX_WILD, rhs the call */
    FE_IF,        /* branches */
    FE_FOR,       /* iter over range: branch[0].body */
    FE_WHEN,      /* branches; conditions may be vectors */
    FE_CONNECT,   /* connect(lhs, rhs): references */
    FE_LINK,      /* cuts, nodes and connectors are joined: join[] */
    FE_ASSERT,    /* rhs: condition; message, level */
    FE_TERMINATE, /* message */
    FE_REINIT,    /* reinit(lhs, rhs) */
    FE_ALGORITHM, /* syn: an algorithm section of scope */
} FlatEqKind;

typedef struct FlatEq FlatEq;

typedef struct FlatBranch {
    Expr condition; /* 0: else */
    int n;
    FlatEq **body;
} FlatBranch;

/* What a join connects: a cut or connector of a component, or a node of a model. */
typedef struct Port {
    Expr ref;          /* EX_CREF of the connector, or of the component that has the cut or node */
    const SynCut *cut; /* NULL: a connector or a node */
    Name node;         /* 0: a cut or a connector */
    bool outside;      /* a cut or connector of the class itself */
    Span span;
} Port;

typedef struct PortJoin {
    Port left, right;
} PortJoin;

struct FlatEq {
    uint8_t kind;
    bool initial;
    bool structural;   /* FE_IF: the condition chooses during translation, per element */
    bool from_connect; /* made from connections */
    bool lhs_outside, rhs_outside; /* FE_CONNECT: a connector of the class itself */
    bool binding;                  /* the declaration's value */
    Span span;
    Comp *owner; /* the component whose class has it: gives the arrays it is repeated over */
    Expr lhs, rhs;
    int noutputs;
    Expr *output;     /* FE_CALL */
    Expr iter, range; /* FE_FOR */
    Expr message, level;
    int nbranches;
    FlatBranch *branch;
    int njoins;
    PortJoin *join; /* FE_LINK */
    Comp *label;    /* from_connect: the component in whose class the connection is made */
    const SynSection *section; /* FE_ALGORITHM */
    ClassInst *scope;
};

typedef struct FlatModel {
    Name name;
    VEC(FlatVar) var;
    uint32_t nscalars;
    uint32_t nparams; /* scalars 0 .. nparams are constants and parameters */
    VEC(FlatEq *) eq;
    VEC(Comp *) leaf;     /* simple components that exist, in order of declaration */
    VEC(Comp *) instance; /* components with contents, the model itself first */
} FlatModel;

/* The whole way from a class to a flat model. NULL or errors in ctx->diags if it is wrong. */
FlatModel *flatten(Model *m, ClassUse *use, ModEnv settings);

/* A reference to variables: VAR, ARRVAR (whole contiguous array) or INDEX of ARRVAR. sub[n]: one
 * per dimension, literals, run-time expressions or EX_COLON. */
Expr flat_reference(Model *m, Comp *c, uint32_t n, const Expr *sub, Type type);
/* "a[2].b.x[1,3]": the name of scalar number `number`. */
void flat_scalar_name(Model *m, uint32_t number, Buf *out);
FlatVar *flat_var_of(Model *m, uint32_t number);

/* Calls `visit` for every equation of the model with the positions in arrays of components: for
 * loops and structural ifs are resolved too, so kinds FE_FOR and structural FE_IF do not appear.
 * Connections have become equations. */
typedef void FlatVisit(void *arg, FlatEq *eq, const IterValue *iters);
void flat_expand(Model *m, FlatVisit *visit, void *arg);
/* The same for the equations of one branch. */
void flat_expand_list(Model *m, FlatEq *const *eq, int n, const IterValue *iters, FlatVisit *visit,
                      void *arg);
/* Calls visit for every element of the arrays around (and including) a component. */
typedef void PositionVisit(void *arg, const IterValue *iters);
void each_position(Model *m, const Comp *c, const IterValue *iters, PositionVisit *visit,
                   void *arg);

/* Compares the numbers of equations and unknowns, in all and of every model by itself. False after
 * an error that names the components at fault; a warning if only parts are out of balance. Needs
 * Comp.nequations and nconnections. */
bool balance_check(Model *m, int64_t nequations, int64_t nunknowns);
/* The model (not record or connector) a component's equations and variables count for. */
Comp *owning_model(Comp *c);

/* `kron flatten`: the flat model as Modelica text. */
void flat_print(Model *m, Buf *out);
/* Names for expr_print of raw and scalar expressions of this model. */
ExprNames flat_names(Model *m);

#endif
