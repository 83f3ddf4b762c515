/* dae.h - the model as scalar variables and equations, and what the passes make of it.
 *
 * A variable is a number: first the scalars of the flat model with their numbers (parameters
 * lowest), then derivatives and variables of our own. The number is also the variable's place in
 * the run time's memory (m->v), so arrays stay contiguous. Expressions are scalar and canonical
 * (symbolic/expr.h); leaves are EX_VAR, EX_TIME and literals. der(x) is a variable of its own (der
 * of the variable x); pre(v), edge(v), change(v) stay operators on an EX_VAR.
 *
 * Passes, in the order of src/pipeline.c; each is one file:
 *   scalar.c     flat model -> Dae: arrays and records to scalars, when to if, der(expr) expanded
 *   fold.c       conditions on parameters decided
 *   clocks.c     clocked partitions made into discrete equations
 *   semilinear.c equations that say nothing without flow
 *   alias.c      aliases, zeros and constants eliminated
 *   exact.c      hidden constraints and redundant equations found by exact elimination
 *   index.c      constraints between states differentiated
 *   states.c     which variables are integrated: dummy derivatives (state_sets.c where that is
 *                decided during the run), start values where none are given (guess.c)
 *   calls.c      calls and algorithms that cannot stay whole taken apart
 *   structure.c  the simulation matched and sorted (problem.c), its blocks solved (torn.c)
 *   hoist.c      what blocks need not evaluate again and again
 *   inline.c     a step of an inlined integration method, by the same steps
 *   initial.c    the initial problem, by the same steps
 *   events.c     relations, time events, samples, what is needed for what
 */
#ifndef KRON_DAE_DAE_H
#define KRON_DAE_DAE_H

#include "base/context.h"
#include "base/map.h"
#include "base/vec.h"
#include "graph/graph.h"
#include "symbolic/calculus.h"
#include "symbolic/func.h"

/* ---- Numbers ---- */

typedef uint32_t VarId; /* of a variable: its place in Dae.var */
typedef uint32_t EqId;  /* of an equation: its place in Dae.eq */
#define NONE UINT32_MAX /* no variable, no equation */

/* ---- Variables ---- */

typedef enum {
    DV_CONSTANT,  /* value in `binding` (a literal) */
    DV_PARAMETER, /* `binding` over other parameters; or unknown of the initial problem if !fixed */
    DV_INPUT,     /* of the model: known */
    DV_STATE,     /* has a derivative and is integrated */
    DV_DERIVATIVE, /* der(x) of a state */
    DV_ALGEBRAIC,  /* continuous unknown */
    DV_DISCRETE,   /* changes at events only */
    DV_AUXILIARY,  /* ours: a value that blocks assign (coefficient; pre(v) of initial problem) */
} DaeVarKind;

/* Where a start value comes from decides among aliases: the outermost wins. */
enum { LEVEL_NONE = 0xFFFF };

typedef struct DaeVar {
    Type type;                 /* scalar: T_REAL, T_INT, T_BOOL, an enumeration, T_STRING */
    uint8_t kind;              /* DaeVarKind */
    uint8_t select;            /* StateSelect */
    uint8_t tear;              /* the same for TearingSelect */
    int8_t alias_sign;         /* with alias: +1 or -1 (Boolean: -1 is not) */
    bool fixed;                /* start is an initial equation; for parameters: not an unknown */
    bool fixed_given;          /* the attribute was written */
    bool is_protected, hidden; /* hidden: ours, not shown to the user */
    bool top_output;           /* output of the model: kept */
    bool evaluated;            /* parameter whose value is part of the translation (structural) */
    bool final;                /* parameter whose value cannot be modified */
    bool appears_in_when;      /* assigned in a when clause */
    bool drifts;               /* not a Real, and yet changed between events: DaeEq.drifts */
    bool reinitialized;        /* by reinit() */
    bool sought;               /* parameter that the initial problem determines */
    bool valueless;            /* parameter without a value: it has its start value, or 0 */
    bool unused;               /* parameter or variable nothing depends on */
    bool was_variable; /* DV_CONSTANT that alias.c found: in results it is a variable like others */
    bool start_wished; /* the start value is that of a name that is wished as a state */
    uint16_t start_level; /* how far out the start value was written; LEVEL_NONE: default */
    VarId alias;          /* the variable it equals (times sign); NONE: it stays */
    VarId der_of;         /* for x: der(x); NONE */
    VarId int_of;         /* for der(x): x; NONE */
    Expr binding;         /* parameters and constants: value; eliminated variables: their value */
    Expr start, min, max, nominal; /* 0: not given */
    Expr own_start;     /* of this name, where `start` is that of an alias; 0: the same */
    Name unit, display; /* 0: none */
    Span span;          /* declaration */
    Expr meaning;       /* hidden variables: what they stand for, for messages; 0: not known */
    int in_state;       /* number + 1 of the state of a machine it is declared in; 0: none */
    VarId pre_var;      /* the variable that is pre(this) in the initial problem; NONE */
    VarId pre_of;       /* for that one: this; NONE */
    EqId follows;       /* differentiated, but not a state: constraint it follows from; NONE */
} DaeVar;
/* A new one. */
#define DAE_VAR(...)                                                                               \
    ((DaeVar){.alias = NONE,                                                                       \
              .alias_sign = 1,                                                                     \
              .der_of = NONE,                                                                      \
              .int_of = NONE,                                                                      \
              .pre_var = NONE,                                                                     \
              .pre_of = NONE,                                                                      \
              .follows = NONE,                                                                     \
              __VA_ARGS__})

/* ---- Equations ---- */

typedef enum {
    EQ_SCALAR,    /* lhs = rhs */
    EQ_CALL,      /* (output...) = call, one evaluation: noutputs unknowns at most. If `when` is
                     given the outputs keep pre() unless it is true */
    EQ_ALGORITHM, /* body: assigns `output` variables from others; statements of a model */
    EQ_ACTION,    /* at events: if `when` then body (reinit, assert, terminate); no unknown */
    EQ_ASSERT,    /* condition must hold at accepted points; no unknown */
} DaeEqKind;

typedef struct DaeEq {
    uint8_t kind;
    uint8_t ndiff;                       /* how often it was differentiated */
    bool initial;                        /* belongs to the initial problem only */
    bool from_connect, binding, removed; /* removed: eliminated by a pass */
    int form_of;     /* + 1: the algorithm that this one is at the start, without idle `when`s */
    bool flow_sum;   /* from_connect: flows sum up to zero */
    bool discrete;   /* its unknown changes at events only (Boolean, Integer, when ...) */
    bool continuous; /* and yet its sides vary in time: right on a clock only */
    bool drifts;     /* a call or algorithm that changes what is not a Real between events */
    bool decides;    /* it is the condition of an immediate transition */
    Expr clock;      /* of the `when` around it, until the pass `clocks`; 0 */
    Expr vanished;   /* factors of 0 that were left out, until the pass `clocks`; 0: none */
    int in_state;    /* number + 1 of the state of a machine it is in: holds while that is
                        active; 0: none */
    Expr lhs, rhs;   /* EQ_SCALAR; EQ_CALL: rhs the call; EQ_ASSERT: rhs the condition */
    Expr when;       /* EQ_CALL, EQ_ACTION: 0 always */
    Expr message, level; /* EQ_ASSERT */
    int noutputs;
    VarId *output; /* EQ_CALL, EQ_ALGORITHM: variables; NONE for an unwanted one */
    Func *body;    /* EQ_ALGORITHM, EQ_ACTION */
    Span span;
    uint32_t owner;  /* number of a name path for messages (Dae.owner), 0: the model */
    EqId source;     /* equation it is the derivative of; NONE */
    EqId derivative; /* its derivative; NONE: not differentiated */
    Expr written_lhs, written_rhs; /* EQ_SCALAR: before aliases were replaced, for messages; 0: the
                                      same */
    bool of_set;                   /* says what is integrated for a StateSet */
    int set;                       /* of_set: its number */
} DaeEq;
#define DAE_EQ(...) ((DaeEq){.derivative = NONE, .source = NONE, __VA_ARGS__})

/* semiLinear(x, a, b), which is if x >= 0 then a*x else b*x. */
typedef struct SemiLinear {
    Expr x, a, b;
} SemiLinear;

/* ---- State machines ---- */

/* A block that is a state of a machine (specification, chapter 17); variables on its clock. */
typedef struct MachineState {
    VarId active; /* at this tick */
    VarId reset;  /* and its variables have their start values before it */
    Name name;    /* of `active` in results */
} MachineState;

/* ---- Sets of states ---- */

/* Constraints between variables of which so many follow from the others as there are constraints;
 * which ones is right depends on where the model is (DS-14, DS-17). Integrated are variables of
 * our own, state[i] = sum of pick[i * n + k] * x[ngiven + k]; the run time sets each row of `pick`
 * to a single 1. Where the choice is decided the set is only watched. */
typedef struct StateSet {
    int m, ngiven, n; /* constraints; variables that follow from them in any case; the others */
    int *eq;          /* [m] the constraints, differentiated so often that they are linear in x' */
    VarId *x;         /* [ngiven + n]; of the last n the first nstates are taken before the run */
    bool decided;     /* the last n are states: there are no variables of our own */
    bool chosen_at_start; /* the run time decides which start values are initial conditions */
    Expr *entry;          /* [m * (ngiven + n)] by rows: coefficients of x'; 0: zero */
    int nstates;
    VarId *state; /* [nstates] */
    VarId *pick;  /* [nstates * n] */
    VarId *taken; /* [n] whether a candidate is integrated: `state(x)` in the results */
} StateSet;

/* ---- Structure ---- */

typedef enum {
    BLOCK_EXPLICIT, /* one equation solved for one variable, or an object (call, algorithm) */
    BLOCK_LINEAR,
    BLOCK_NONLINEAR,
    BLOCK_MIXED,    /* with discrete unknowns or relations that depend on the unknowns */
    BLOCK_DISCRETE, /* explicit, evaluated at events only */
    BLOCK_ALGORITHM,
} BlockKind;

/* SOLVE_RELAX: torn unknowns less their residuals are the next ones, until nothing changes. */
typedef enum {
    SOLVE_ASSIGN,
    SOLVE_SYMBOLIC,
    SOLVE_LU,
    SOLVE_KLU,
    SOLVE_NEWTON,
    SOLVE_RELAX
} SolveKind;

/* In which order a linear block was eliminated (linear_solve.c). */
typedef enum {
    PIVOTS_CHOSEN,     /* one by one, with all coefficients in view; or not at all */
    PIVOTS_SPARSE,     /* least fill first, by numbers and coefficients of parameters */
    PIVOTS_RECURSIVE,  /* along the unknowns that follow from a few: relaxing */
    PIVOTS_CONDENSING, /* the sparse ones that make no more entries */
    PIVOTS_GIVEN,      /* in the order that relax() gives */
} PivotKind;

/* v := value; the equation it came from. */
typedef struct Assign {
    VarId var;         /* NONE: an object equation (call, algorithm) assigns its outputs */
    Expr value;        /* 0: object equation */
    int eq;            /* number of the equation; -1: none (auxiliary value, initial condition) */
    bool pre;          /* initial problem: pre(var) := value (m->pre instead of m->v) */
    uint32_t start_of; /* initial problem: number + 1 of the variable whose start attribute is
                          taken (m->start, so that it can be set); `value` is its expression. 0:
                          none */
} Assign;

/* A block on the diagonal of a relaxed form (relaxed.h) or inside of a nonlinear system
 * (torn_nested.c), and what is torn in it. */
typedef struct DiagonalBlock {
    int n, ntorn;
    VarId *var;  /* [n] */
    VarId *torn; /* [ntorn] */
} DiagonalBlock;

/* What a block of simultaneous equations has besides its assignments. */
typedef struct BlockCore {
    /* Iterated unknowns and residuals (Real expressions; 0 for a residual that is an output of an
     * object equation: then residual_var - its computed value). */
    int ntorn;
    VarId *torn;
    Expr *residual;
    int *residual_eq;
    /* Jacobian of the residuals with respect to the torn variables when there are no inner
     * assignments between them: entries by column; row index; NULL: through the inner ones. */
    int nnz;
    int *colptr, *rowidx;
    Expr *entry;
    /* Linear: torn variables and residuals part[k] .. part[k + 1] can be solved by themselves, one
     * part after the other; nparts 0: all at once. */
    int nparts, *part;
    /* Sparse: so many torn variables are best eliminated first, in their order, each by its
     * residual. */
    int nfirst;
    /* Mixed: assignments of discrete unknowns, evaluated after each solution. A block whose only
     * modes are relations has none. The continuous part is linear if solved is not SOLVE_NEWTON;
     * ntorn may be 0. */
    int nmodes;
    Assign *mode;
    /* Mixed: relations that depend on the unknowns (numbers in Dae.relation; after events.c), then,
     * from nplain on, those inside of algorithms. */
    int nrelations, nplain;
    int *relation;
    /* Mixed: those that depend on none of them. */
    int ngiven;
    int *given;
    /* All equations as they are, every unknown torn, with a Jacobian. The run time solves them
     * where an elimination loses digits, or where iterating the torn unknowns fails. NULL: it
     * cannot. */
    struct Block *whole;
    bool spare; /* nonlinear: `whole` is for where the torn equations have no solution */
    /* Nonlinear, of an inlined step: variables that are arguments of exponentials, and the points
     * at which these may be replaced by their tangents (exponents.c). */
    int nbent;
    VarId *bent_arg, *bent_at;
    Expr *size; /* [ntorn] of such a block: sum of the magnitudes of the terms of a residual */
    /* Relaxed: what was divided by though it may vanish, a variable, and the unknown that is
     * computed by it; one pair after the other. */
    int npivots;
    VarId *pivot;
    bool steady;  /* ... and had one sign and about one size in all trials */
    int nrelaxed; /* ... and the unknowns that relax() marks in these equations */
    VarId *relaxed;
    int ndiagonal; /* ... and the blocks of several equations in the relaxed form */
    DiagonalBlock *diagonal;
    int nnested; /* Nonlinear: linear systems that were eliminated in it, and what is torn in them
                  */
    DiagonalBlock *nested;
} BlockCore;

typedef struct Block {
    uint8_t kind;                  /* BlockKind */
    uint8_t solved;                /* SolveKind */
    bool discrete;                 /* evaluated at events only */
    bool needed_rhs, needed_cross; /* for derivatives; for relations */
    bool constant;                 /* linear with a matrix that never changes */
    bool sparse;                   /* factored by KLU, not LU (linear_policy.h) */
    uint8_t pivots;                /* PivotKind: of what was eliminated */
    int n;                         /* equations = unknowns (scalars) */
    int neq, nassign;
    int *eq;    /* [neq] equation numbers; -1: a condition of the initial problem */
    VarId *var; /* [n] unknowns */
    /* Explicit and symbolic blocks: assignments in order. Torn blocks: the inner assignments from
     * the torn variables. Mixed blocks: the continuous part. */
    Assign *assign;
    BlockCore *core; /* of blocks that only assign: Dae.no_core, which stays empty */
} Block;

/* What a system of equations is for, which says what is known in it. Another role is one more line
 * here and a function that fills its Problem. */
typedef enum {
    SYSTEM_HIGHEST,    /* index reduction: the highest derivatives from all below them */
    SYSTEM_SIMULATION, /* derivatives, algebraic and discrete variables from the states */
    SYSTEM_INITIAL,    /* everything at the start, from start values and initial equations */
    SYSTEM_STEP,       /* a step of an inlined integration method: states too (inline.c) */
    SYSTEM_STAGES,     /* the same with several stages at once (stages.c) */
} SystemRole;

/* Equations solved for their unknowns. Whether a variable is known or unknown is a question to a
 * system, not to the variable. */
typedef struct System {
    uint8_t role; /* SystemRole */
    int index;    /* among those of one role */
    int nunknowns;
    VarId *unknown; /* [nunknowns] each once */
    int nblocks;
    Block **block;           /* in order of evaluation */
    struct Problem *problem; /* what it is made from, while that is done (problem.h); else NULL */
} System;

/* A relation that generates events (in order of first use). */
typedef struct Relation {
    Expr e;          /* LT, LE, GT, GE, EQ, NE with Real operands */
    bool time_event; /* time >= e(parameters, discrete): computed, not searched. One side is `time`
                        itself; the value at the instant e is the new one: time >= e, time < e */
    bool initial;    /* in the initial problem only (these come last): not searched */
    int eq;          /* an equation it appears in, for messages; -1: none */
} Relation;

/* A divisor whose sign may change between events. */
typedef struct Divisor {
    Expr e;
    int eq;       /* where it divides; -1: in what is ours */
    bool out;     /* known when everything has been evaluated, not only derivatives and relations */
    bool written; /* the model divides by it; else a solution does. These come last */
} Divisor;

/* An equation as it is written, for sheets only (sheet.h): its variables in order, and both sides
 * as trees of VAR and SPELLED leaves that nothing has simplified (0: not of scalars alone). */
typedef struct WrittenOrder {
    int eq, n;
    VarId *var;
    Expr side[2];
} WrittenOrder;

typedef enum { HINT_RESIDUE, HINT_LINRES } HintKind;
/* NOT_NEEDED: the equation was eliminated, because it says only that two variables are equal. */
typedef enum { HINT_USED, HINT_NOT_NEEDED, HINT_MISPLACED } HintFate;

/* residue(x) in an equation: x is a tearing variable, the equation its residual (BG-1). */
typedef struct Hint {
    VarId symbol;   /* sheets: the variable that stands for residue(x), zero; else NONE */
    VarId of;       /* x */
    int eq;         /* the equation; -1 while it is being made */
    Expr condition; /* under which it is given; 0: always */
    uint8_t kind;   /* HintKind */
    uint8_t fate;   /* HintFate, after dae_blocks */
} Hint;

/* relax(x) in an equation: x is regarded as known there when equations are sorted (relaxed.h). */
typedef struct RelaxMark {
    VarId of;
    int eq; /* -1 while it is being made, or where it does not stand in an equation */
} RelaxMark;
typedef enum {
    RELAX_ON,      /* the order of the elimination */
    RELAX_ITERATE, /* what is iterated */
    RELAX_OFF,     /* relax(x) is x */
} RelaxUse;

/* How the passes decide for a listing (sheet.h): as things are written and as the user says, not by
 * cost. The wishes are in the variables: StateSelect always and never, kind DV_INPUT. */
typedef struct Policy {
    bool only_wished; /* no other states than those marked `always` */
    bool torn_stay;   /* what residue() names is not eliminated */
    SolveRules rules; /* by which an equation is solved for a variable */
} Policy;

/* A step of an inlined integration method: x = h*der(x) + old(x). */
typedef struct InlineStep {
    int stages;              /* 0: none is asked for */
    VarId h, *old;           /* [nstates] what the integrator gives */
    VarId stages_h, time[2]; /* the same of all stages at once: h, times of all but the last */
    int ntriples;            /* variables that are states in the stages, derivatives, torn ... */
    VarId *triple;           /* ... [3 * ntriples] in each of them (stages.c) */
    VarId first_copy, end_copies; /* variables of the first stages */
    VarId bent;                   /* exponentials are tangents (exponents.c); 0: there are none */
} InlineStep;

struct FlatModel;

typedef VEC(DaeVar) DaeVarVec;

/* An external function that the program calls. */
typedef struct DaeExternal {
    const char *name, *types; /* for the linker; emit/c_external.c */
    const struct Func *func;
    void (*address)(void);
} DaeExternal;

/* How a large linear system is solved, for other systems of the same equations and unknowns: the
 * initial problem has those of the simulation again. */
typedef struct SolvedOrder {
    int n;
    int *eq;    /* [n] in the order in which rows and columns are numbered here */
    VarId *var; /* [n] */
    int nfirst; /* factored: so many, each equation for its unknown, leave least of the others */
    struct EchelonPivot
        *pivot;        /* [n] eliminated along the unknowns that follow from others; or NULL */
    int *pair, *place; /* [n] the same (LinearSystem) */
} SolvedOrder;

typedef struct Dae {
    Context *ctx;
    Arena *arena;
    ExprStore *store;
    Name name;
    DaeVarVec var;    /* by number */
    DaeVarVec *draft; /* variables of a block that is being solved (blocks.h), with the numbers
                         after those in var; NULL: none */
    uint32_t nflat;   /* variables of the flat model: the rest is ours */
    VEC(DaeEq) eq;
    VEC(Name) owner;          /* instance paths of equations; [0] empty */
    VEC(uint32_t) owner_part; /* the same as parts of the flat model */
    int neq_flat; /* number of scalar equations before any elimination (counts for messages) */
    int nunknowns_flat; /* the same for unknowns, a state and its derivative being one */
    int8_t *balance; /* [parts] -1: models that have fewer equations than they need, 1: more; NULL:
                        not known */
    int naliases;    /* how many of them alias.c eliminated */
    VEC(System *) system; /* in the order in which they were solved */
    VEC(SolvedOrder) solved_order;
    BlockCore no_core;
    VEC(Relation) relation;
    VEC(Expr) sample; /* EX_SAMPLE */
    VEC(Divisor) divisor;
    VEC(Expr) kept;            /* event-generating functions (floor, div, ...) */
    bool for_sheet;            /* written order and symbols of hints are kept */
    bool late;                 /* calls are to be written out later (late.c) */
    bool outputs_move;         /* outputs are needed with their derivatives, as der(x) are */
    const Policy *policy;      /* NULL: the passes decide by themselves */
    uint32_t nscalar;          /* variables after the pass `scalar` */
    VEC(WrittenOrder) written; /* by equation, ascending */
    VEC(Hint) hint;
    VEC(RelaxMark) relax_mark; /* by equation, ascending, once they are placed */
    uint8_t relax;             /* RelaxUse: what they are used for */
    VEC(SemiLinear) semilinear;
    Map semilinear_at; /* its value -> place in semilinear + 1 */
    bool clocked;      /* the model has clocks */
    int ntransports;   /* operators spatialDistribution so far */
    VEC(MachineState) machine_state;
    bool classic;       /* the model is written in the classic language */
    bool of_library;    /* the model was found on the path: the user did not name its file or give
                           its text */
    bool states_chosen; /* by states.c */
    uint32_t nindex;    /* variables before constraints were differentiated */
    VEC(StateSet) set;
    int nstates;
    VarId *state; /* numbers of the states, ascending */
    InlineStep step;
    const struct FlatModel *flat; /* what it was made from: names, places, descriptions; NULL in
                                     tests */
    double start, stop, tolerance, interval; /* experiment annotation; NaN: not given */
    int naming; /* depth of hidden variables in the name being printed; -1: $1, $2 (--dump) */
    VEC(DaeExternal) external; /* by the numbers that code uses */
    void *usertab;             /* a function of that name in the C of libraries; NULL */
    struct DaeWalk *walk;      /* scratch of rewrite.c */
    double *value;             /* [nvalues] dae_parameter_values */
    int nvalues, value_room;
} Dae;

/* Name of a variable for messages and listings: the user's; der(x); never an internal one. */
void dae_var_name(Dae *d, VarId number, Buf *out);
/* Texts for messages, on the model's arena: a variable, an equation as the user wrote it; or what
 * was made in a buffer, which is freed. */
const char *dae_var_text(Dae *d, VarId number);
const char *dae_written_text(Dae *d, int eq);
/* The value of a parameter as it is written, `0.1E-6`; NULL if that is no literal. */
const char *dae_spelled_value(Dae *d, VarId v);
const char *dae_text(Dae *d, Buf *text);
Name dae_description(const Dae *d, VarId number); /* of its declaration; 0: none */
/* The set a variable is a candidate of, or that integrates it; NULL: none. */
const StateSet *dae_set_of(const Dae *d, VarId number);
VarId *dae_candidates(Dae *d, const StateSet *set);               /* [n] in order of declaration */
void dae_print_candidates(Dae *d, const StateSet *set, Buf *out); /* {x, y} */
/* How little a variable is wished as a state: the factor of its pivots. */
double set_weight(const DaeVar *x);
double set_wish(const DaeVar *x);
/* The first mark relax(x) of an equation, or where it would stand. */
int dae_first_relaxed(const Dae *d, int eq);
/* Follows aliases: the representative, *sign (may be NULL) multiplied. */
VarId dae_root(const Dae *d, VarId number, int *sign);
/* The derivative variable of x, made if necessary. */
VarId dae_derivative(Dae *d, VarId x);
VarId dae_new_var(Dae *d, Type type, DaeVarKind kind);
/* The start value of a variable; where none is given 0, false, "" or the first literal. */
Expr dae_start(const Dae *d, VarId v);
/* A variable of ours that is not shown, not added to anything. */
DaeVar dae_hidden_var(Type type, DaeVarKind kind);
/* The first system of a role; NULL: it has not been made. */
System *dae_system(const Dae *d, SystemRole role);
/* A new one, without unknowns and blocks. */
System *dae_add_system(Dae *d, SystemRole role);
/* Names for expr_print. */
ExprNames dae_names(Dae *d);
void dae_print_eq(Dae *d, int eq, Buf *out); /* "lhs = rhs" */
void dae_print(Dae *d, Buf *out);            /* everything, for --dump */

/* Variables by number, those of a block that is being solved included. */
static inline int dae_nvars(const Dae *d)
{
    return d->var.n + (d->draft ? d->draft->n : 0);
}

static inline const DaeVar *dae_var(const Dae *d, VarId number)
{
    uint32_t n = (uint32_t)d->var.n;
    return number < n ? &d->var.v[number] : &d->draft->v[number - n];
}

/* The h of inlined steps. */
static inline bool is_length_var(const Dae *d, VarId number)
{
    return d->step.old && (number == d->step.h || (d->step.stages_h && number == d->step.stages_h));
}

/* Whether a variable is an unknown of the simulation at a point (not a parameter, state, input). */
static inline bool dae_is_unknown(const DaeVar *v)
{
    return v->alias == NONE &&
           (v->kind == DV_DERIVATIVE || v->kind == DV_ALGEBRAIC || v->kind == DV_DISCRETE);
}

/* Whether a variable is known to change at events only. */
static inline bool is_mode_var(const DaeVar *v)
{
    return v->kind == DV_DISCRETE || v->type != T_REAL;
}

/* ---- Passes: false after errors in ctx->diags ---- */
bool dae_fold(Dae *d);
bool dae_clocks(Dae *d);
/* Parameters in e, and those their values come from, become part of the translation. */
void dae_decide_by(Dae *d, Expr e);
bool dae_semilinear(Dae *d);
bool dae_alias(Dae *d);
bool dae_exact(Dae *d);
bool dae_index(Dae *d);
bool dae_states(Dae *d);
void dae_late(Dae *d);                  /* its end: calls written out */
bool has_late(Dae *d, const DaeEq *eq); /* whether one has such calls */
bool dae_calls(Dae *d);
bool dae_match(Dae *d);
bool dae_blocks(Dae *d);
bool dae_hoist(Dae *d);
bool dae_inline(Dae *d);
bool dae_inline_late(Dae *d, int stages); /* the same after all other passes */
/* Whether derivatives need a nonlinear system: what rt/request.c chooses an implicit method by. */
bool dae_iterates(const Dae *d);
bool block_is_of_set(const Dae *d, const Block *b); /* a constraint of a set of states is in it */
bool dae_stages(Dae *d);
bool dae_initial(Dae *d);
bool dae_events(Dae *d);
/* Whether it is an algorithm with relations inside, which are found by running it. */
bool has_inner_events(const Dae *d, const Assign *a);
/* The first thing the passes promise that does not hold; NULL: none (check.c). */
const char *dae_fault(Dae *d);
/* The same as an internal fault. */
void dae_check(Dae *d, const char *pass);
/* The rows of the simulation in order, with what they are matched to; after dae_match. */
void dae_print_matching(Dae *d, Buf *out);

#endif
