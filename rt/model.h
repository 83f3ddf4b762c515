/* model.h - what the run time knows about a model besides its code: constant tables, made by the
 * compiler in memory or emitted with an exported model. Nothing here changes during a run. */
#ifndef KRON_RT_MODEL_H
#define KRON_RT_MODEL_H

#include "rt/abi_array.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum { K_REAL, K_INTEGER, K_BOOLEAN, K_ENUM, K_STRING } KType;

typedef enum {
    K_CONSTANT,  /* never changes */
    K_PARAMETER, /* fixed after params / init */
    K_STATE,
    K_DERIVATIVE, /* der(x) of a state */
    K_ALGEBRAIC,  /* continuous */
    K_DISCRETE,   /* changes at events only */
    K_INPUT,      /* of the top model: known */
} KKind;

/* Operators of relations. */
enum { K_LT, K_LE, K_GT, K_GE, K_EQ, K_NE };

/* A named quantity of the model as the user knows it. Several may share one place in m->v
 * (aliases). */
/* None is given for this name; where iterations begin; a possible initial condition; a number,
 * which that of another of the variable's names has overruled (own_start). */
typedef enum { K_START_NONE, K_START_GUESS, K_START_CONDITION, K_START_OTHER } KStart;

typedef struct KVariable {
    const char *name;
    const char *description, *unit, *display; /* "" if none; display: the unit to show it in */
    uint8_t type, kind;                       /* KType, KKind */
    bool is_protected, negated;               /* value is -v[index] (for Boolean: not) */
    bool is_output;                           /* of the model */
    bool is_alias;                            /* another one is the variable of the equations */
    bool settable;                            /* --set may change it without a new translation */
    bool sought;                              /* a parameter that the initial problem determines */
    bool known;                               /* has its value after params, whatever kind it is */
    int start;                                /* KStart: what its start value is for */
    int index;                                /* in m->v; for strings in m->s */
    double own_start;                         /* K_START_OTHER */
} KVariable;

/* A set of states whose candidates are unknowns of a block, or are computed from these if it is
 * nonlinear. */
typedef struct KBlockSet {
    int set;
    const int *row; /* [nstates] residuals state[i] - sum of picked candidates */
    const int *col; /* [n] candidates among the unknowns; -1: it is none */
} KBlockSet;

/* Static part of an algebraic block. */
typedef struct KBlock {
    int n;          /* unknowns that are iterated (or factored) */
    const int *var; /* [n] their numbers */
    bool linear;    /* residuals are linear in the unknowns */
    bool sparse;    /* factored by KLU, else by LU: the compiler decides */
    bool iterated;  /* unknowns less residuals are the next unknowns (relax.c): no Jacobian */
    bool constant;  /* linear with a matrix that changes neither during a run nor with events */
    bool recursive; /* linear, eliminated along steady pivots (dae/linear_recursion.c,
                       dae/relaxed_solve.c) */
    bool mixed;     /* has modes */
    bool of_run;    /* of the simulation, not of the initial problem or a whole one */
    int of_step; /* stages of the step of an inlined method it is of, 0: none; constant: but for h
                  */
    int nfollow; /* of a step, nonlinear: the states, in any stage, ... */
    const int *follow; /* [nfollow] ... that are computed from its unknowns, otherwise than
                          h*der(x) + old(x) from der(x) */
    int nbent;         /* of a step, nonlinear: exponentials of unknowns, whose arguments are ... */
    const int *bent_arg, *bent_at; /* [nbent] ... these, and points of tangents (tangents.c) */
    bool needed_rhs;               /* derivatives depend on it */
    bool of_set;                   /* has constraints of a set of states */
    int nnz;                    /* entries of the sparse Jacobian; 0: dense n*n, column by column */
    const int *colptr, *rowidx; /* compressed columns when nnz > 0 */
    const int *rel;             /* [nrel] relations evaluated by `modes` */
    int nrel;
    const int *discrete; /* [ndiscrete] discrete unknowns assigned by `modes` */
    int ndiscrete;
    int nsets;
    const KBlockSet *set;
    int nparts; /* the Jacobian is lower block triangular, with this many parts; 0: not known */
    const int *part; /* [nparts + 1] where they begin */
    int nfirst;      /* sparse: so many unknowns are best eliminated first, each by its residual */
    int whole;       /* number of the block that has all equations of this one (whole.c); 0: none */
    bool spare;      /* ... only for where this one has no solution */
    int npivots;     /* what the code divides by though it may vanish (E-3) ... */
    const int *pivot; /* [2 * npivots] ... a variable with the value, and the unknown */
} KBlock;

/* Constraints of which the run time decides what they determine (dae/dae.h, StateSet). The matrix
 * is m by ngiven + n, by rows. */
typedef struct KStateSet {
    int m, ngiven, n, nstates; /* nstates 0: the choice is decided, and watched */
    const int *x;              /* [ngiven + n] variables; the last n are candidates */
    const int *state;          /* [nstates] = sum of pick[i * n + k] * x[ngiven + k] */
    const int *pick;           /* [nstates * n] */
    const int *taken;          /* [n] 1: the candidate is integrated */
    const double *weight;      /* [ngiven + n] factor of the columns */
    const double *wish;        /* [ngiven + n] the same for start values: 0 fixed, 1 none is given;
                                  NULL: the code says which ones are conditions */
    bool positions;            /* the candidates are not derivatives themselves */
    const int
        *rate; /* [ngiven + n] number of the derivative + 1, negative: of its negative; 0: none */
    int nnz;
    const int *at; /* [nnz] place of each entry that KCode.sets gives */
} KStateSet;

/* What KModel.begin says of a variable that is differentiated and in no set chosen during the run.
 */
enum {
    K_BEGIN_STATE = 1,
    K_BEGIN_GIVEN = 2,
    K_BEGIN_OWN = 4,
    K_BEGIN_FIXED = 8,
    K_BEGIN_RATE = 16
};

/* In DAE form blocks with a whole one of at most so many equations are solved, larger ones are part
 * of the DAE: all that comes out of a solved block depends on all that goes in. */
enum { K_SOLVED_INSIDE = 40 };

/* Where a package's resources are: modelica://package/... */
typedef struct KResource {
    const char *package, *folder;
} KResource;

/* What a relation of the user's model is for KModel.rel_when: part of the condition of a `when`;
 * one on `time` anywhere; the same with `pre`. K_WHEN_STARTS: the `when` acts at the start, too;
 * _ENDS: one that ends the run has it. _PART: others have to hold, too. */
enum {
    K_WHEN_CONDITION = 1,
    K_WHEN_TIME,
    K_WHEN_TIME_PRE,
    K_WHEN_KIND = 7,
    K_WHEN_STARTS = 8,
    K_WHEN_ENDS = 16,
    K_WHEN_PART = 32
};

typedef struct KModel {
    const char *name;
    int nv; /* length of v, pre, dv, start */
    int ns; /* strings */
    int nstates;
    const int *state, *der;             /* [nstates] numbers of x and der(x) */
    int step_h;                         /* inlined method: number of h ... */
    const int *step_old;                /* ... and of old(x), [nstates]; NULL: none is */
    int step_bent;                      /* 1 in it: exponentials are tangents; 0: there are none */
    int stages_h;                       /* three stages at once: h, ... */
    const int *stage_time;              /* ... [2] times of all but the last, ... */
    int ntriples;                       /* ... states, derivatives and further unknowns ... */
    const int *triple;                  /* ... [3 * ntriples] in each stage; NULL: none */
    int nrel, nsamples, ndelays, nkept; /* nkept: event-generating functions */
    const unsigned char *rel_op;        /* [nrel] K_LT .. K_NE */
    const unsigned char
        *rel_time; /* [nrel] 1: of the form time >= e, found by next_time; or NULL */
    /* [nrel] NULL: all are 0. rel_instant: the parameter that `time` is compared with in a
     * K_WHEN_TIME; -1: none */
    const unsigned char *rel_when;
    const int *rel_instant;
    const int *rel_next; /* [nrel] the next relation of a ring that a `when` needs all of; -1: it is
                            in none. NULL, as rel_when */
    int ndiscrete;
    const int *discrete; /* variables compared with pre in event iteration */
    int npre;
    const int *pre;          /* variables whose pre value is used: copied at events */
    const double *nominal;   /* [nv] > 0; 0: not given (k_nominal); NULL: none is */
    const double *min, *max; /* [nv], -inf/inf if none; NULL: nothing has any */
    int nblocks;
    const KBlock *block;
    int nsets;
    const KStateSet *set;
    /* Variables that are differentiated, and what is known of their start values: it is a state,
     * else it follows from states; the value is given, in the user's model; it is fixed; the
     * variable is a derivative itself. Then its group, ascending from 0, those that change with no
     * state without start value and given ones: groups have nothing to do with each other. Empty if
     * no value is given to one that follows. */
    int nbegin, ngroups; /* (without group 0) */
    const int *begin;    /* [3 * nbegin] */
    int ndivisors;       /* divisors whose sign may change between events (KCode.divisors) */
    int nwritten;        /* the last of them are divisors of quotients that the model writes */
    bool divisors_out;   /* some of them need KCode.out */
    int nvariables;
    const KVariable *variable; /* in order of declaration: columns of the result */
    /* d der(x) / d x by compressed columns, for Jacobians; jac_nnz = 0: take it as dense. In DAE
     * form the unknowns are the states, then the unknowns of all blocks in order; the equations
     * der(x), then residuals. */
    int jac_nnz;
    const int *jac_colptr, *jac_rowidx;
    int dae_nnz;
    const int *dae_colptr, *dae_rowidx;
    double start, stop, tolerance, interval; /* of the experiment annotation; NaN if not given */
    bool uses_homotopy;
    void (*const *external)(void); /* addresses of the external functions; NULL: none */
    /* Tables that C of a library gives by its name: kind (0 over time, 1, 2), sizes, whether it
     * goes by columns, its numbers; 0: good. NULL: there is no such function. */
    int (*usertab)(char *name, int kind, int *dim, int *by_columns, double **table);
    int nobjects;
    const int *object; /* variables that are external objects */
    int nresources;
    const KResource *resource;
    struct KTexts *texts; /* for messages (texts.h); NULL: none */
} KModel;

static inline bool k_nominal_given(const KModel *model, int var)
{
    return model->nominal && model->nominal[var] > 0;
}

static inline bool k_is_state(const KModel *model, int var)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == var)
            return true;
    return false;
}

/* Size of a variable: its nominal value, else 1. */
static inline double k_nominal(const KModel *model, int var)
{
    return k_nominal_given(model, var) ? model->nominal[var] : 1;
}

#endif
