/* machines_internal.h - shared by the files that make state machines. */
#ifndef KRON_DAE_MACHINES_INTERNAL_H
#define KRON_DAE_MACHINES_INTERNAL_H

#include "dae/machines.h"
#include "dae/walk.h"

typedef VEC(int) IntList;

typedef struct State {
    FlatPlace place;
    Span span;   /* where it was met first */
    int up;      /* union-find: states that transitions couple */
    int machine; /* -1: not known yet */
    int number;  /* in its machine, from 1: the initial one */
    int parent;  /* the state it is in; -1: none */
    bool left;   /* a transition leaves it */
    VarId again; /* it is to be reset when it becomes active */
    VarId active, reset;
} State;

typedef struct Step {
    const MachineStatement *by;
    int from, to; /* states */
    Expr fires;
} Step;

typedef struct Machine {
    int parent, initial; /* states; parent -1: none */
    Span span;
    IntList state, step; /* steps: smallest priority first */
    Expr active, reset;  /* of the state it is in; active 0: always */
    VarId current, next, fired;
    VarId final;        /* its active state has no exit; NONE: not asked for */
    Expr entered;       /* its active state has become active, or again, at this tick */
    VarId ticks, since; /* NONE: not asked for */
} Machine;

typedef struct Machines {
    Dae *d;
    const FlatModel *f;
    Arena *a;
    Map state_at; /* place -> number + 1 */
    VEC(State) state;
    VEC(Step) step;
    VEC(Machine) machine;
    Map copy; /* state, variable -> what the state determines instead of it + 1 */
    int64_t *own;
    bool failed;
} Machines;

void machines_report(Machines *m, Span at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The innermost state around a place, itself included; -1: none. */
int state_around(const Machines *m, FlatPlace p);
FlatPlace place_around(const Machines *m, FlatPlace p); /* of the component around */
uint64_t elements_of(const FlatPart *p);
FlatPlace place_of_scalar(const Machines *m, VarId v);
const char *state_text(Machines *m, int state);

/* A variable of ours with a start value, and its equation. */
VarId machine_variable(Machines *m, Type type, Expr start, Span at);
DaeEq *machine_equation(Machines *m, VarId v, Expr value, Span at);
static inline Expr value_of(Dae *d, VarId v)
{
    return expr_var(d->store, d->var.v[v].type, v);
}
static inline Expr previous_of(Dae *d, VarId v)
{
    Expr x = value_of(d, v);
    return expr_make(d->store, EX_PREVIOUS, d->var.v[v].type, 0, 0, 1, &x);
}
/* previous(v): the start value where the state that v is declared in is reset. */
Expr value_before(Machines *m, VarId v);

/* ---- Variables that several states determine (machines_merge.c) ---- */

/* Copies of outer outputs for the states that determine them, and what they are merged to. */
void merge_outer(Machines *m);
/* Outputs of states that are connected with each other. */
void merge_connected(Machines *m);
/* The copy of a variable in a state; NONE. */
VarId copy_in_state(const Machines *m, int state, VarId v);

#endif
