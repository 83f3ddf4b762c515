/* machines.h - state machines (specification, chapter 17), while the scalar model is made. */
#ifndef KRON_DAE_MACHINES_H
#define KRON_DAE_MACHINES_H

#include "dae/dae.h"
#include "model/flat.h"

/* A component: its part, and which of all elements on the way from the root it is. */
typedef struct FlatPlace {
    uint32_t part; /* 0: none */
    uint64_t at;
} FlatPlace;

/* transition(from, to, ...), or initialState(from): then to is 0. */
typedef struct MachineStatement {
    Span span;
    FlatPlace place; /* the component whose class has it */
    Expr from, to;   /* ACTIVESTATE */
    VarId condition;
    bool immediate, reset, synchronize;
    int64_t priority;
} MachineStatement;

/* The equations from number `first` on are of this place. */
typedef struct EqPlace {
    int first;
    FlatPlace place;
} EqPlace;

/* What is gathered while equations are made scalar. */
typedef struct MachineNotes {
    VEC(MachineStatement) statement;
    VEC(EqPlace) place;
} MachineNotes;

/* The place of a part where iterators have these values. */
FlatPlace flat_place(const FlatModel *f, uint32_t part, const IterValue *iters);
/* Equations for the machines; those of states get their state (DaeEq.in_state), variables that
 * several states determine are merged. own: by part, scalar equations of models themselves. False
 * after errors. */
bool machines_complete(Dae *d, const MachineNotes *notes, int64_t *own);

#endif
