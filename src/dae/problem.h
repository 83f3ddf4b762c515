/* problem.h - what is matched and sorted to make a system (problem.c).
 *
 * A Problem has rows, and columns for the unknowns; every variable without a column is known. A
 * row is a scalar equation, or one output of an equation object (call, algorithm), which is
 * computed from all its inputs. */
#ifndef KRON_DAE_PROBLEM_H
#define KRON_DAE_PROBLEM_H

#include "dae/incidence.h"
#include "dae/linear_policy.h"
#include "dae/walk.h"
#include "symbolic/residue.h"

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
    int stage;         /* SYSTEM_STAGES: which one + 1; 0: the last, or of none */
} Row;

typedef struct Problem {
    Dae *d;
    Arena *a; /* lives as long as the problem */
    SystemRole role;
    VEC(Row) row;
    VEC(VarId) col; /* variable of a column */
    int *var_col;   /* [nvars] column of a variable, -1: known */
    uint32_t nvars;
    Pattern p; /* kinds of incidence.h */
    int *row_col, *col_row;
    int ncomponents, *order, *border; /* after problem_sort: rows, component after component */
    int *group, nmatched;             /* initial: where groups of rows end; matched columns */
    int *local;                   /* [ncols] position in the block at hand, or one of the below */
    int *row_local;               /* [nrows] scratch of row_components, -1 */
    Map kind_of;                  /* coefficient -> CoefKind + 1 */
    Map worst_of;                 /* the same in any mode (linear_solve.c) */
    Map branches_of;              /* expression -> the same with its conditions outside */
    bool open_calls;              /* calls may be solved for their inputs */
    struct GivenPairs *given;     /* tearing given in the model; NULL: not asked for yet */
    struct RelaxedMarks *relaxed; /* what is relaxed (relaxed.c); NULL: not asked for yet */
    double *sample[SAMPLES];      /* [nsampled] values of variables (linear_sample.c) */
    Residue *residue;  /* [nsampled] the same in another field (symbolic/residue.h), ... */
    Residue *of_angle; /* [nsampled] ... with sines and cosines of angles */
    int nsampled, sample_room;
    uint32_t nstaged; /* SYSTEM_STAGES: variables of the model, ... */
    VarId *staged[2]; /* ... [nstaged] and what they are in the stages before the last */
    int nfollowed;    /* blocks whose variables have sampled values by their assignments */
} Problem;

/* Whether states are unknowns too. */
static inline bool is_step(const Problem *p)
{
    return p->role >= SYSTEM_STEP;
}

/* A variable of the model in the stage of a row; and the other way round. */
static inline VarId var_in_stage(const Problem *p, const Row *row, VarId x)
{
    return row->stage && x < p->nstaged ? p->staged[row->stage - 1][x] : x;
}
VarId var_of_stage(const Problem *p, VarId x);

enum { LOCAL_NONE = -1, LOCAL_MODE = -2 };

static inline int problem_col(const Problem *p, VarId var)
{
    return var < p->nvars ? p->var_col[var] : -1;
}

/* What the equations are solved for between events, by how far the passes have come. */
static inline SystemRole simulation_role(const Dae *d)
{
    return d->states_chosen ? SYSTEM_SIMULATION : SYSTEM_HIGHEST;
}

/* n times the same; and 0, 1, ... n - 1. */
int *ints_filled(Arena *a, int n, int value);
int *ints_counting(Arena *a, int n);
/* A pattern under construction, row after row. */
typedef struct PatternBuilder {
    Arena *a;
    Pattern p; /* with the rows so far */
    VEC(int) col;
    VEC(uint8_t) kind;
    int *stamp; /* [ncols] row + 1 that has the column already */
    int row;    /* at hand */
} PatternBuilder;
PatternBuilder pattern_begin(Arena *a, int nrows, int ncols);
/* An entry of the row at hand, unless it has one there; col < 0: none. */
void pattern_put(PatternBuilder *b, int col, int kind);
void pattern_next(PatternBuilder *b); /* the row is complete */

void problem_init(Problem *p, Dae *d, Arena *a, SystemRole role);
void problem_add_col(Problem *p, VarId var);
/* The rows of an equation with these sides: one, or one for each output of an object. */
void problem_add_rows(Problem *p, int eq, Sides sides);
/* Incidence of the rows and columns that were added, and an empty matching. */
void problem_incidence(Problem *p);
/* Rows, columns and incidence of what simulation_role says. */
void problem_of_simulation(Problem *p, Dae *d, Arena *a);

/* The problem of a system, with an arena of its own, from one pass to the next: opened empty, and
 * closed when its blocks are made. */
Problem *problem_open(Dae *d, SystemRole role);
void problems_close(Dae *d); /* all that are open */
/* The one of the simulation, matched; made if there is none. */
Problem *problem_matched(Dae *d);

/* The entries by which rows can be solved. */
Pattern solvable_part(Arena *a, const Pattern *p);
/* Matches with preference for safe coefficients, keeping the pairs there are: rows 0 .. nrows.
 * Returns the number of matched rows. */
int problem_match(Problem *p, int nrows);
int problem_nmatched(const Problem *p);
/* Whether every row and every column is matched. */
bool problem_is_matched(const Problem *p);
/* Strong components of some rows, those of one object being tied together; columns of other rows
 * count as known. order[n] gets the positions in row[], border[ncomponents + 1]. Returns their
 * number. */
int row_components(Problem *p, const int *row, int n, int *order, int *border);
/* The same of all rows that are matched. */
void problem_sort(Problem *p);
/* Tells if there is a mode in which the equations cannot be solved (modal.c); false: it is an
 * error. */
bool problem_check_modes(Problem *p);
/* The row of an object's first output, which has its inputs, from that of any. */
int first_row_of_object(const Problem *p, int row);
/* Room for the tearing of n rows. */
Tearing tearing_room(Arena *a, int n);
/* Whether the row is computed at events only. */
bool is_mode_row(const Problem *p, int row);

/* ---- Calls and algorithms (calls.c): true if something was taken apart ---- */

/* Output number `output` of equation `eq` is computed by an equation of its own from now on, which
 * may be solved for any unknown. */
void call_split(Dae *d, int eq, int output);
/* The same of all outputs of all calls of pure functions, and algorithms of assignments as
 * equations: programs in other languages have neither. */
bool calls_apart(Dae *d);
/* The same rows and columns, where calls may be solved for their inputs; not matched. */
void problem_open_calls(Problem *open, const Problem *p);
/* If the rows match when calls may be solved for their inputs, the outputs concerned are split. */
bool calls_open(const Problem *p);
/* Algorithms that are assignments one after the other become equations. */
bool algorithms_open(const Problem *p);
/* Calls that are matched to one of their inputs are split. */
bool calls_split_reversed(const Problem *p);
/* Outputs that would have to be iterated, because objects alone form a loop, are split. */
bool calls_split_loops(Problem *p);

/* ---- Tearing that the model gives (given.c) ---- */

/* Drops pairs under conditions that the parameters make false. */
void given_select(Dae *d);
/* The tearing variable (root of aliases) whose residual an equation is; NONE: none. */
VarId given_residual(Problem *p, int eq, int *pair);
/* The pair that wants this variable torn and whose equation is eliminated; -1: none. */
int given_unknown(Problem *p, VarId var);
/* Pairs whose laws have been eliminated, of an equation that has variables which these were about:
 * what is left over for their unknowns may be this one. How many. */
int given_by_laws(Problem *p, int eq, int **pair);
/* A pair that a block of the model uses. */
void given_use(Problem *p, int pair);
bool given_is_used(Problem *p, int pair);
/* Whether a pair stands in the file of the model itself: who uses a library need not know of its
 * marks. */
bool given_by_user(const Dae *d, int pair);
/* Warns about pairs that were not used (E-13). */
void given_report(Problem *p);

/* ---- Index reduction and the choice of states ---- */

/* Equations with one variable that is not known, handed to `take` with it; true: it is known from
 * now on (peel.c). */
typedef bool PeelTake(void *arg, int eq, VarId var);
void dae_peel(Dae *d, bool *known, PeelTake *take, void *arg);

/* Pantelides' rounds: the problem of the highest derivatives is left matched (index.c). */
bool index_rounds(Dae *d);
/* Whether an equation can be differentiated; the variables whose derivatives that takes. */
bool index_differentiable(Dae *d, int eq, VarVisit *visit, void *arg);
/* The variables that should be states by the user's wish and can be, though nothing has their
 * derivative (wishes.c). */
VarList preferred_states(Problem *p);
/* Combinations of the equations of matched components that leave nothing of their unknowns become
 * equations (hidden.c): true if there are any, and the problem is to be matched again. */
bool index_hidden(Dae *d);

/* Start values where none are given, by the equations (guess.c). */
void dae_guess_starts(Dae *d);

/* The states by a policy: what is differentiated as written, or as the user wishes (states.c). */
void settle_listed(Dae *d, bool only_wished);
/* The variables a set integrates, with their equations (state_sets.c). */
void set_integrate(Dae *d, StateSet *set);

/* Replaces aliases in all expressions (alias.c). */
void dae_rewrite_aliases(Dae *d);
/* The start value of one of two names of a variable, and whether it is a condition, for both. */
void alias_start(Dae *d, uint32_t kept, uint32_t other);

/* Finds Dae.divisor, when it is known what is needed for what (divisors.c). */
void dae_divisors(Dae *d);

/* ---- The initial problem (initial.c) ---- */

/* Calls and algorithms that cannot stay whole at the start are split: true if there are any. */
bool initial_split_calls(const Problem *sim);
/* Variables that initial equations say are 0, put into the other rows[n] (initial_zeros.c); false:
 * there is nothing of the kind. */
bool initial_carry_zeros(Dae *d, Arena *a, Row *row, int n);
/* A condition on values at the start, not a law of the model. */
bool is_initial_condition(const Dae *d, const Row *row);

#endif
