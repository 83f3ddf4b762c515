/* structure_internal.h - shared by the passes from the scalar model to solved blocks.
 *
 * A Problem is what is matched and sorted to make a System: rows, and columns for the unknowns;
 * every variable without a column is known. A row is a scalar equation, or one output of an
 * equation object (call, algorithm), which is computed from all its inputs. */
#ifndef KRON_DAE_STRUCTURE_INTERNAL_H
#define KRON_DAE_STRUCTURE_INTERNAL_H

#include "dae/dae.h"
#include "dae/incidence.h"

/* ---- Walks and replacement (rewrite.c) ---- */

/* Calls `node` once for every distinct node from which e's value depends on the present: what is
 * below pre, delay and sample is left out. Users before operands; false from `node`: not further
 * down. */
typedef bool NodeVisit(void *arg, Expr e);
void dae_walk(Dae *d, Expr e, NodeVisit *node, void *arg);
/* The same for the variables (elements of ARRVAR included), each once. */
typedef void VarVisit(void *arg, uint32_t var);
void dae_visible_vars(Dae *d, Expr e, VarVisit *visit, void *arg);

/* e rebuilt, operands before users: rule(arg, old, now) says what stands for the node `old`, which
 * is `now` with its operands replaced. */
typedef Expr NodeRule(void *arg, Expr old, Expr now);
Expr dae_rewrite(Dae *d, Expr e, NodeRule *rule, void *arg);

/* Every expression of a statement list. Targets are those of assignments and calls. */
typedef enum { SLOT_VALUE, SLOT_TARGET, SLOT_REINIT } SlotRole;
typedef void SlotVisit(void *arg, Stmt *stmt, Expr *slot, SlotRole role);
void body_slots(Func *body, SlotVisit *visit, void *arg);
/* A copy with statements of its own. */
Func *body_copy(Arena *a, const Func *body);
/* Variables an algorithm reads (subscripts of targets included), once or more. */
void body_reads(Dae *d, Func *body, VarVisit *visit, void *arg);

static inline uint32_t var_number(const ExprStore *s, Expr e)
{
    return (uint32_t)expr_node(s, e)->payload;
}

/* A relation of Reals outside noEvent. */
bool is_event_relation(const ExprStore *s, Expr e);
/* floor, div, ... of Reals outside noEvent. */
bool is_event_function(const ExprStore *s, Expr e);

/* Relations in algorithms get numbers of their places (algorithms.c). */
void dae_number_places(Dae *d);

/* ---- Problems ---- */

typedef enum {
    ROW_EQUATION, /* scalar: lhs = rhs */
    ROW_OBJECT,   /* output of equation eq */
    ROW_START,    /* initial: a start value as a condition (lhs a variable, rhs its start) */
} RowKind;

typedef struct Row {
    uint8_t kind;
    int eq;            /* -1: none */
    int output;        /* ROW_OBJECT: index in DaeEq.output */
    Expr lhs, rhs;     /* ROW_EQUATION, ROW_START, in the form of this problem */
    uint32_t start_of; /* ROW_START: variable whose start it is + 1 */
    int from;          /* initial: row + 1 of the simulation it is the initial form of; 0: none */
} Row;

enum { SAMPLES = 16 }; /* numbers that stand for a value during translation (linear_sample.c) */

typedef struct Problem {
    Dae *d;
    Arena *a; /* lives as long as the problem */
    SystemRole role;
    VEC(Row) row;
    VEC(uint32_t) col; /* variable of a column */
    int *var_col;      /* [nvars] column of a variable, -1: known */
    uint32_t nvars;
    Pattern p; /* kinds of incidence.h */
    int *row_col, *col_row;
    int *local;               /* [ncols] position in the block at hand, or one of the below */
    int *row_local;           /* [nrows] scratch of row_components, -1 */
    Map kind_of;              /* coefficient -> CoefKind + 1 */
    Map worst_of;             /* the same in any mode (linear_solve.c) */
    Map branches_of;          /* expression -> the same with its conditions outside */
    bool open_calls;          /* calls may be solved for their inputs */
    bool restart;             /* an object was taken apart: everything is to be done again */
    Map hoisted;              /* expression -> variable that has its value (hoist.c) */
    bool *mine;               /* [nvars] scratch of hoist.c, false */
    struct GivenPairs *given; /* tearing given in the model; NULL: not asked for yet */
    double *sample[SAMPLES];  /* [nsampled] values of variables (linear_sample.c) */
    int nsampled, sample_room;
} Problem;

enum { LOCAL_NONE = -1, LOCAL_MODE = -2 };

static inline int problem_col(const Problem *p, uint32_t var)
{
    return var < p->nvars ? p->var_col[var] : -1;
}

/* What the equations are solved for between events, by how far the passes have come. */
static inline SystemRole simulation_role(const Dae *d)
{
    return d->states_chosen ? SYSTEM_SIMULATION : SYSTEM_HIGHEST;
}

void problem_init(Problem *p, Dae *d, Arena *a, SystemRole role);
/* Rows, columns and incidence of that. */
void problem_of_simulation(Problem *p, Dae *d, Arena *a);
void problem_add_col(Problem *p, uint32_t var);
/* Incidence of the rows and columns that were added, and an empty matching. */
void problem_incidence(Problem *p);
/* The entries by which rows can be solved. */
Pattern problem_solvable(const Problem *p);
/* Whether the rows of the simulation match if calls may be solved for their inputs; the outputs
 * concerned are then equations of their own, and everything is to be done again. */
bool problem_open_calls(const Problem *sim);
/* Matches with preference for safe coefficients, keeping the pairs there are: rows 0 .. nrows.
 * Returns the number of matched rows. */
int problem_match(Problem *p, int nrows);
/* Strong components of some rows, those of one object being tied together; columns of other rows
 * count as known. order[n] gets the positions in row[], border[ncomponents + 1]. Returns their
 * number. */
int row_components(Problem *p, const int *row, int n, int *order, int *border);
/* Strong components and solved blocks. */
void problem_blocks(Problem *p);

/* ---- Blocks (torn.c, linear_solve.c) ---- */
/* The block of n rows with the columns they are matched to, solved. */
Block *block_make(Problem *p, const int *row, int n);
/* Assignments of functions that the block need not evaluate again and again; NULL: none (hoist.c).
 */
Block *block_hoist(Problem *p, Block *b);
/* The output of an object in row r is computed by an equation of its own from now on, which may be
 * solved for any unknown; sets p->restart. */
void split_output(Problem *p, int r);
/* The same for all calls that are matched to one of their inputs. */
void split_reversed_calls(Problem *p);

typedef VEC(Assign) AssignVec;

/* Eliminations of larger systems are tried in fewer ways, which would else take long. */
enum { MANY_EQUATIONS = 60 };

/* Equations of a block that are linear in some of its unknowns, to be eliminated (linear_solve.c).
 * Rows and columns are the local numbers of the block's part. */
typedef struct LinearSystem {
    Problem *p;
    int n;
    const uint32_t *var;             /* [n] */
    const int *eq;                   /* [n] */
    LinearForm *form;                /* [n] in the unknowns; rows that are left get new ones */
    const bool *row_stays;           /* [n] must be left */
    const bool *col_stays;           /* [n] must be left: nonlinear somewhere, iterated anyhow */
    bool nonlinear;                  /* what is left is not linear: it is not solved here */
    bool checked;                    /* the run time looks at the solution (rt/whole.c) */
    AssignVec before;                /* coefficients, and unknowns that need none of what is left */
    AssignVec after;                 /* unknowns that follow from those that are left */
    bool may_vanish;                 /* something was divided by that may be 0, or come near */
    double error;                    /* in numbers, against the terms of the equations */
    int nlost;                       /* of the trials, those in which digits were lost */
    int nleft, *row_left, *col_left; /* nonlinear: ascending; linear: part after part */
    int nparts, *part;               /* of what is left, [nparts + 1] where they begin */
} LinearSystem;
/* Eliminates as many unknowns as can be done safely and accurately. */
void linear_eliminate(LinearSystem *s);
/* Whether it has an `if` inside. */
bool has_condition(Dae *d, Expr e);
/* Forgets the variables of eliminations from number nvars on. */
void linear_forget(Problem *p, int nvars);
/* Whether a condition inside may make a coefficient zero. */
bool may_vanish_by_mode(Dae *d, Expr e);

/* Values of a coefficient with the parameters as they are and other variables at random, one for
 * each of SAMPLES (linear_sample.c). Never NaN. */
void coef_samples(Problem *p, Expr coef, double *x);
/* The same of variables that are assigned, from those of others. */
void sample_assigns(Problem *p, const AssignVec *list);
/* Whether e has a finite value that is known before the run: its parameters are given. */
bool has_known_value(Dae *d, Expr e);

/* Whether a variable is known to change at events only. */
static inline bool is_mode_var(const DaeVar *v)
{
    return v->kind == DV_DISCRETE || v->type != T_REAL;
}

/* Equations with one variable that is not known, handed to `take` with it; true: it is known from
 * now on (peel.c). */
typedef bool PeelTake(void *arg, int eq, uint32_t var);
void dae_peel(Dae *d, bool *known, PeelTake *take, void *arg);

/* Start values where none are given, by the equations (guess.c). */
void dae_guess_starts(Dae *d);

/* ---- Tearing that the model gives (given.c) ---- */
typedef struct GivenPairs GivenPairs;
/* Drops pairs under conditions that the parameters make false. */
void given_select(Dae *d);
/* The tearing variable (root of aliases) whose residual an equation is; NO_ALIAS: none. */
uint32_t given_residual(Problem *p, int eq, int *pair);
void given_use(Problem *p, int pair);
bool given_is_used(Problem *p, int pair);
/* Warns about pairs that were not used (E-13). */
void given_report(Problem *p);

/* ---- States (states.c) ---- */
/* After the highest derivatives have been matched with the last derivatives of the equations: which
 * variables are integrated, and which follow from constraints. */
void select_states(Problem *p);
/* The same by a policy: what is differentiated as written, or as the user wishes. */
void settle_listed(Dae *d, bool only_wished);
/* The variables a set integrates, with their equations (state_sets.c). */
void set_integrate(Dae *d, StateSet *set);

/* Replaces aliases in all expressions (alias.c). */
void dae_rewrite_aliases(Dae *d);

/* ---- The initial problem (initial.c) ---- */
/* After the simulation has been matched. False after errors. */
bool initial_structure(Dae *d, const Problem *sim, bool *restart);
/* A condition on values at the start, not a law of the model. */
bool is_initial_condition(const Dae *d, const Row *row);

/* ---- Messages (diagnose.c) ---- */
/* Whether the simulation matches if every state and its derivatives are one unknown. */
bool is_high_index(Problem *p);
/* The simulation problem could not be matched completely. */
void diagnose_simulation(Problem *p);
/* The first nrows rows of the initial problem could not be matched. */
void diagnose_too_many(Problem *p, int nrows);
void diagnose_too_few(Problem *p);
/* `a`, `b`, `c` and 4 more: at most `most` names. */
void list_names(Dae *d, const uint32_t *var, int n, int most, Buf *out);
/* Equations eliminated by aliases that connect the variables of an equation, for messages. */
void explain_by_aliases(Dae *d, int eq);

#endif
