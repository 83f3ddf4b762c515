/* diagnose.h - messages about systems that cannot be matched, and what they are made from. */
#ifndef KRON_DAE_DIAGNOSE_H
#define KRON_DAE_DIAGNOSE_H

#include "dae/problem.h"

typedef VEC(VarId) VarVec;

/* Whether the simulation matches if every state and its derivatives are one unknown. */
bool is_high_index(Problem *p);
/* The simulation problem could not be matched completely. */
void diagnose_simulation(Problem *p);
/* The first nrows rows of the initial problem could not be matched. */
void diagnose_too_many(Problem *p, int nrows);
void diagnose_too_few(Problem *p);
/* `a`, `b`, `c` and 4 more: at most `most` names. */
const char *names_text(Dae *d, const VarId *var, int n, int most);
/* "`k` = 1, `m` = 2": the first parameters of a list. */
const char *values_text(Dae *d, const VarVec *parameters);
/* Equations eliminated by aliases that connect the variables of an equation, for messages. */
void explain_by_aliases(Dae *d, int eq);
void note_valueless(Dae *d, int eq); /* a parameter in it that is 0 because it has no value */
/* The connector that is not connected, for which what is in an equation is known; NULL: none. */
const char *unconnected_behind(Dae *d, Arena *a, int eq);

/* ---- Where things come from (origin.c) ---- */

typedef enum { ROLE_NONE, ROLE_POTENTIAL, ROLE_FLOW } ConnectorRole;

/* What a variable is in its connector; signals (inputs and outputs) have no role. */
ConnectorRole connector_role(const Dae *d, VarId var);
/* Whether a potential is in a connector that is connected to nothing. */
bool is_unconnected(const Dae *d, VarId var);
/* ", or leave it out by r(useHeatPort = false)", of the connector of a variable that exists by a
 * Boolean; "". */
const char *or_left_out(const Dae *d, VarId v);
/* That a connector without connection is the cause of the last message; more: what else is to be
 * said. Nothing of a connector of the model itself. */
void lead_open(Dae *d, VarId flow, const char *more);
/* The unknown that an equation gives as it is written, alone on one side of it; NONE: none. */
VarId given_by_eq(const Dae *d, int k);
/* Whether an expression has a variable, by any of its names. */
bool has_alias_of(Dae *d, Expr e, VarId v);
/* Whether the value of a variable was written by the user, not by a library as its default. */
bool is_users_value(const Dae *d, uint32_t var);
/* Whether it is an input that is neither connected nor has a value. */
bool is_open_input(const Dae *d, VarId var);
/* One that is not connected either, but exists by a condition and has a value in its declaration:
 * it names the variable that the input gives its value to. */
bool is_lent_input(const Dae *d, VarId var);
bool is_input_of(const Dae *d, VarId var,
                 const char *component); /* and not of a component inside of it */
bool is_stream(const Dae *d, VarId var);
bool is_of_lacking(const Dae *d, VarId var); /* of a model that has too few equations */
/* A signal in an expandable connector. */
bool is_bus_signal(const Dae *d, VarId var);
/* The component whose equations are to determine a variable: the one it is part of, for inputs the
 * one around that. Empty: the model. */
const char *determined_in(const Dae *d, VarId var);
/* The place a user looks at: where it is written if that is in the file of the model, else the
 * declaration there of the component it is part of. */
Span users_place_of_var(Dae *d, VarId var);
Span users_place_of_eq(const Dae *d, int eq);
Span users_place_of_start(Dae *d, VarId var); /* of the start value */
Span component_of_var(Dae *d, VarId var);     /* always the component */
/* "a(b(k = ...))" of "a.b.k": how it is given where the first of them is declared. */
const char *as_modifier(Arena *a, const char *name);
const char *eq_owner(const Dae *d, int eq); /* instance path, empty: the model */
/* The variables of an equation as the user wrote it; of both sides. */
void written_vars(Dae *d, int eq, VarVisit *visit, void *arg);
/* The same as a list, without parameters that have no value; of calls and algorithms none. */
VarVec vars_of_eq(Dae *d, Arena *a, int eq);
/* Its sides, of Reals, as they are written: their difference as factors of variables, and a rest.
 */
LinearForm written_sum(Dae *d, Arena *a, Sides sides);
/* The one that stands for all variables of its set; alone: itself. */
VarId same_of(VarId *same, VarId var);
/* The flow an equation sets to 0 because its connector is connected to nothing; NONE: it is
 * another equation. */
VarId unconnected_flow(const Dae *d, int eq);

bool is_in_users_file(const Dae *d, Span at);

/* ---- Linear dependency (dependent.c) ---- */

typedef enum { REST_UNKNOWN, REST_ZERO, REST_CONTRADICTION } RestKind;

typedef struct Dependent {
    int n;          /* equations, the one asked for first; 0: none found */
    int *eq;        /* [n] */
    uint8_t *order; /* [n] how often it is to be differentiated */
    uint8_t rest;   /* RestKind: whether the known parts cancel too */
} Dependent;

/* The smallest set of equations as written that, with this one, has no unknowns left in a linear
 * combination (all but one of them are independent). Coefficients are those of the parameters as
 * they are. */
Dependent dependent_equations(Dae *d, Arena *a, int eq);
/* place[v] := the place of v among the unknowns of a block, from 1 on; 0 if not `on`. */
void block_places(const Block *b, int *place, bool on);
/* The same among the rows of a solved linear block, with the places of its unknowns among those of
 * all variables, which are 0 else; *literal: whatever the parameters are. */
Dependent dependent_in_block(Dae *d, Arena *a, const Block *b, const int *place, bool *literal);

/* ---- Potentials without reference (reference.c) ---- */

typedef struct Shift Shift;

/* For many questions about one model. */
Shift *shift_open(Dae *d, Arena *a);
/* The potentials that may be shifted together with `start` by the same amount without changing any
 * equation; false: something fixes it. */
bool shift_find(Shift *s, VarId start, VarVec *out);

/* A warning of a parameter that is 0 and so stops what has a derivative (still.c). */
void warn_still(Dae *d);
/* A variable that no `when` gives another value than it has at the start. */
void warn_unchanging(Dae *d);
/* Whether a parameter is given as 0, by itself or by the name of another, or not at all: what is
 * computed may be 0 for a reason. */
bool is_given_zero(Dae *d, VarId var);
void warn_held(Dae *d);

/* ---- Equations in messages (explain.c) ---- */

/* `lhs = rhs` in `owner`, as a note. */
void note_equation(Dae *d, int eq, const char *before, const char *after);
/* That a parameter of an equation is 0, if one is. */
bool note_zero(Dae *d, int eq);
VarId zero_factor(Dae *d,
                  int eq); /* the parameter that is 0 and multiplies something in it; NONE */
/* An equation in which a parameter that is 0 takes an unknown away, of those that `var`, or a
 * variable that has become constant, is in; false: there is none. */
bool note_zero_factor(Dae *d, VarId var);
void note_more(Dae *d, int more); /* and 5 more equations */
void note_dependent(Dae *d, const Dependent *dep);
/* The connector a variable is in: its name without the last part. */
const char *connector_text(Dae *d, VarId var);

/* Why two variables are equal: the equations the user wrote on the way. */
void explain_pair(Dae *d, VarId a, VarId b);

/* Ways over eliminated equations. */
typedef struct Chain {
    Dae *d;
    Arena *a;
    Uses uses;        /* removed equations */
    VEC(VarId) queue; /* variables reached */
    int *came;        /* [nvars] equation + 1 by which a variable was reached */
    VarId *from;      /* [nvars] the variable before it */
    VEC(int) found;   /* equations of the ways so far, each once */
} Chain;

void chain_open(Chain *c); /* with d and a set */
/* Adds to c->found the shortest way from a variable to another, or (goal NONE) to an equation
 * that has no other variable. */
bool chain_way(Chain *c, VarId start, VarId goal);

/* ---- Faults (faults.c) ---- */

/* Over-determined: equations, and the fewer unknowns they contain. Under-determined: unknowns, and
 * the fewer equations they are in. */
typedef struct Fault {
    int surplus; /* equations, or unknowns, that are too many */
    int nrows, nvars;
    int *row;
    VarId *var;
    VEC(int) node; /* rows or columns of the set, by distance */
    bool told;     /* with another */
} Fault;

typedef struct Diagnosis {
    Problem *p;
    Dae *d;
    Arena *a;
    Pattern pattern; /* what is matched */
    int *row_col, *col_row;
    bool chains; /* a state and its derivatives are one unknown */
    bool whole;  /* nothing is eliminated */
    VEC(Fault) over, under;
    int *first, *next; /* variables by what stands for them: first[root] + 1 */
    bool *used; /* [nvars] by what stands for them: in an equation; NULL: not asked for yet */
} Diagnosis;

VarId unknown_of(const Diagnosis *w, int col); /* the variable to name for a column */
/* The incidence with the columns of derivatives standing for their states too. */
Pattern merged_pattern(Problem *p);
void find_members(Diagnosis *w);
/* Over- and under-determined sets of the matching there is; find_faults chooses the pattern. */
void find_over(Diagnosis *w);
void find_under(Diagnosis *w);
void find_faults(Diagnosis *w);

/* ---- Messages (diagnose.c) ---- */

/* Equations of a component that has too many are among those that contradict each other: the cause
 * of the last message. */
void lead_surplus(Dae *d, const int *eq, int n);
/* As many unknowns of a fault as are left open, those that are most likely meant. */
int open_unknowns(const Diagnosis *w, const Fault *f, uint32_t *out);
/* It is one variable, which is in no equation. */
bool is_unused(Diagnosis *w, const Fault *f);
void report_under(Diagnosis *w, const Fault *f, const char *when);
/* Ways from the variables of the equations, as written, to what stands for them. */
void find_ways(Diagnosis *w, const Fault *f, Chain *chain);

/* There are more equations than unknowns, or fewer: which. */
void diagnose_balance(Dae *d);
/* Their numbers are equal, but not in every component: notes on where they are not. */
void diagnose_parts(Dae *d);

/* ---- The initial problem (diagnose_initial.c) ---- */

/* The variable whose start value it is, by the name under which it was fixed: v where der(s) = v.
 */
VarId fixed_name(const Dae *d, VarId v);
/* Row `row` of the first nrows is a condition that is left over: notes on what makes it so. */
/* A parameter of 0 that takes a derivative out of an equation is the cause of the last message, if
 * there is one. */
void lead_lost(Dae *d);
bool diagnose_condition(Problem *p, int nrows, int row); /* true: a parameter of 0 is the cause */

/* ---- Systems that match (singular.c) ---- */

/* Solved blocks and networks that are singular whatever the states are. */
void diagnose_blocks(Dae *d);
/* Equations that follow from others are a warning in models of libraries. */
static inline bool accepts_redundant(const Dae *d)
{
    return d->of_library && !d->classic && !d->policy;
}

/* Elements without effect, because connectors are not connected (unconnected.c). */
void warn_unconnected(Dae *d);
/* [nflat] variables in equations of other components than their own, without those from
 * connections. */
bool *used_outside(Dae *d, Arena *a);
/* Flows that come in at both connectors of an element (flows.c). */
void warn_flows(Dae *d);
/* Parts of a network that nothing can flow to, as they have no way back (returns.c). */
void warn_returns(Dae *d);
/* Elements that give out what they should take up (passive.c). */
void warn_active(Dae *d);
/* Two equations for one derivative (derivatives.c). */
void warn_derivatives(Dae *d);
/* Two equations for one variable, and none for another (twice.c): the unknown of the same
 * component, no state, that no equation gives, another element of its array, the only one, or that
 * of the nearest name; NONE. */
VarId not_given(Dae *d, Arena *a, VarId like);
/* Two equations of the fault that give one unknown from states, while another one is given by none:
 * the cause. False: there are none. */
bool lead_given_twice(Diagnosis *w, const Fault *f);
void warn_given_twice(Dae *d);   /* of elements of an array */
void lead_element_twice(Dae *d); /* the same as the cause of the last message */
/* Connections of a connector that are left out, as the other one does not exist. */
void note_absent(Dae *d, const char *connector);
/* Connections among equations that join two connectors of one component, as the cause of the last
 * message. */
bool lead_short(Dae *d, const int *eq, int n);
/* One that is written in the user's file is the cause of the last message; false: there is none. */
bool lead_users_absent(Dae *d);
/* The same as an error, for a connector whose flow contradicts others by that; false: there is
 * none. */
bool report_absent(Dae *d, VarId of, const char *so);
/* Classic cuts that are connected to nothing, and what is wrong because of that; false: there are
 * none. */
bool report_open_cuts(Diagnosis *w);
/* An element whose free connector cannot do what it is for (free_port.c); false: there is none. */
bool report_free_port(Diagnosis *w);
/* Start values that another name of the same variable overrules (overruled.c). condition[nvars]:
 * variables whose start values are conditions. */
void warn_overruled(Dae *d, const bool *condition);
void warn_of_order(Dae *d); /* entry.c: what algorithms read before they assign it */

/* ---- Remedies (remedy.c) ---- */

/* The equations behind a fault, with those by which its variables are equal. */
typedef struct Cause {
    VEC(int) eq;
    VEC(Name) owner;      /* elements whose equations are among them */
    bool by_model;        /* an equation of the model itself is */
    bool potential, flow; /* what occurs in them */
    VarId open;           /* a flow that is 0 for lack of a connection, NONE: none */
} Cause;

void add_cause(Diagnosis *w, Cause *c, int eq);
void cause_of_dependent(Diagnosis *w, const Dependent *dep, Cause *c);
/* Whether the facts allow an advice, and giving it. */
bool is_known_kind(const Cause *c);
/* A connection that closes a circle of components, as the cause of the last message (circles.c). */
void lead_circle(Diagnosis *w, const Cause *cause);
/* The connection that closes a circle with the component of a flow. */
void note_closing(Diagnosis *w, VarId flow);
/* Warns of elements that cannot move as connections make their two sides one (a gear that drives
 * itself). */
void warn_circles(Dae *d);
/* Warns of components that are connected with themselves (shorted.c). */
void warn_shorted(Dae *d);
void advise(Diagnosis *w, const Cause *c);
/* The unknowns that a cause leaves open: they are no fault of their own then. */
VarVec tell_under(Diagnosis *w, const Cause *c);
/* Reports potentials without reference among the unknowns that nothing determines. */
bool diagnose_floating(Diagnosis *w);
/* The same for a model without faults: networks that are too large for exact elimination. */
bool diagnose_references(Dae *d, Arena *a);

#endif
