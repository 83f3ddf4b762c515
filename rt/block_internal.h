/* block_internal.h - work space of algebraic blocks, shared by block.c, newton.c, modes.c. */
#ifndef KRON_RT_BLOCK_INTERNAL_H
#define KRON_RT_BLOCK_INTERNAL_H

#include "rt/jacobian.h"
#include "rt/linear.h"
#include "rt/run_internal.h"

#include <stdint.h>

struct KBlockWork {
    KLinear *lin;
    /* What is solved for: all unknowns of the block, or those that the states of sets leave. */
    int n;
    const int *var;              /* [n] */
    const int *row;              /* [n] residuals of the block that are used; NULL: all */
    int nnz;                     /* as in KBlock; 0 with sets */
    const int *colptr, *rowidx;  /* as in KBlock */
    int *column, *active, *used; /* with sets: [n] places among the block's unknowns; var, row */
    double *all;                 /* with sets: residuals or entries of the whole block */
    int nmoves, *from, *to;      /* with sets: entries of it that are used, and where in `entry` */
    /* All [n]: */
    double *unit;   /* nominal values of the unknowns */
    double *x;      /* the present iterate */
    double *x_next; /* a trial */
    double *guess;  /* unknowns at entry */
    double *r;      /* residuals */
    double *d;      /* correction: x - d is the next iterate */
    double *d_next; /* correction at the trial with the same matrix */
    double *noise;  /* what rounding makes of the residuals (block_noise) */
    double *last;   /* the last solution (newton.c) */
    double *spare;
    double *begin;  /* where the search for another solution begins (newton.c) */
    double *rows;   /* of residuals: 1 / their change with an error that is tolerated (step.c) */
    double *entry;  /* [nnz] or [n*n] of the Jacobian */
    KColors colors; /* of its columns, where it is made by directions */
    bool factored;  /* lin holds factors of some point of this run */
    bool fresh;     /* ... of the present values */
    bool has_last;
    bool warned; /* that it is singular */
    bool near;   /* only solutions that Newton's iteration leads to (newton.c) */
    bool open;   /* initial problem: its equations depend on each other */
    double last_damping;
    double step_h;    /* of an inlined step: h the matrix is made for */
    double gain;      /* ... corrections by it were up to so many times r * rows; 0: not known */
    int most_sweeps;  /* of a block that is iterated (relax.c); last_damping is their rate */
    double *relation; /* [3 * nrel] of a mixed block (modes.c) */
    /* [3 * equations] of a block with a whole one (whole.c): residuals, sizes, what is rounding. */
    double *check;
    struct Curve
        *curve;      /* of a nonlinear block (branch.c); NULL: nothing was looked for along one */
    bool on_whole;   /* the present solution is that of the whole block */
    int distrusted;  /* so many more solutions are of the whole block */
    int unchecked;   /* so many more are not checked: the matrix is constant */
    int floors;      /* so many more know what is rounding ... */
    double t_floors; /* ... which was found then: at an event nothing else counts ... */
    uint64_t floor_modes; /* ... with these modes */
    int known_for;        /* so many more need not be as good: the whole block was not better */
    unsigned char *modes; /* three mode vectors of mode_size bytes */
    size_t mode_size;
};

/* Work space of block k, made for the initial problem or when a run begins (block_open); NULL if
 * memory is short. */
KBlockWork *block_work(KInst *m, int k);
/* Residuals r at unknowns x. Positive also if one is not finite. */
int block_residual(KInst *m, int k, const double *x, double *r);
/* Jacobian at the values of the last residual call, and its factors. known_dr: dr for dz = 0 when
 * called amid a directional derivative, else NULL. */
int block_factor(KInst *m, int k, KBlockWork *w, const double *known_dr);
/* Counts so many matrices of the block, made and factored. */
void block_factored(KInst *m, KBlockWork *w, int times);
/* The entries of the Jacobian into w->entry, at the values of the last residual call (w->r). */
int block_jacobian(KInst *m, int k, KBlockWork *w);
/* Into w->noise: what rounding makes of the residuals at w->x, which are in w->r. Uses w->x_next
 * and w->d_next; leaves the variables at w->x. */
int block_noise(KInst *m, int k, KBlockWork *w);
/* The sum of the terms of each equation of a linear block, at w->x. */
void block_terms(const KBlockWork *w, double *terms);
/* Notes that block k has no unique solution; returns 1. */
int block_is_singular(KInst *m, int k, const KBlockWork *w);

/* Solves for the unknowns with the modes as they are. */
int block_solve_frozen(KInst *m, int k, KBlockWork *w);
/* The same from w->x, by what the block itself has: linear equations directly, others by Newton. */
int block_solve_plain(KInst *m, int k, KBlockWork *w);
/* At events the same equations must give the same digits in every pass, whatever the unknowns were
 * before. */
bool begins_at_zero(const KInst *m);

/* relax.c: a block that is iterated by substitution, and the same of its derivative along a
 * direction (m->dv). */
int relax_solve(KInst *m, int k, KBlockWork *w);
int relax_solve_dir(KInst *m, int k, KBlockWork *w);

/* whole.c: the equations of a block that has a whole one, from w->x. */
int whole_solve(KInst *m, int k, KBlockWork *w);
/* The same of a nonlinear block whose whole one is for where it has no solution. */
int spare_solve(KInst *m, int k, KBlockWork *w);

/* step.c: a nonlinear block of an inlined step, from w->x. */
int step_block(KInst *m, int k, KBlockWork *w);

/* newton.c: solves the nonlinear equations of block k from w->x. */
int newton_solve(KInst *m, int k, KBlockWork *w);
/* Whether all residuals at w->x are noise: then there is nothing to improve, however large the
 * correction. Asked only when the iteration fails. */
bool newton_is_noise(KInst *m, int k, KBlockWork *w, double factor);
/* The iteration has failed at w->x with the correction w->d: what is wrong there is recorded; 1. */
int newton_report(KInst *m, int k, KBlockWork *w);

/* guess.c: w->x := start values, with those that are not given where the equations hold best,
 * another way each time. Positive: there are none, or only such, or the block is too large;
 * negative: no memory. */
int guess_rest(KInst *m, int k, KBlockWork *w, int time);
/* How far w->x is from start values that are given, against their size; -1: none are. */
double guess_distance(const KInst *m, const KBlockWork *w);

/* branch.c: the point where a curve from x0, in one of its two directions, meets another solution,
 * into w->x. Positive: it does not. */
int branch_follow(KInst *m, int k, KBlockWork *w, const double *x0, double sign);
void branch_close(KBlockWork *w);

/* modes.c: solves a block together with its modes, `solve` being the solution for frozen ones. */
int modes_solve(KInst *m, int k, KBlockWork *w, int (*solve)(KInst *, int, KBlockWork *));
size_t modes_size(const KBlock *b);

#endif
