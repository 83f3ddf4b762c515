/* sets.h - sets of states that are chosen during the run. */
#ifndef KRON_RT_SETS_H
#define KRON_RT_SETS_H

#include "rt/run_internal.h"

/* The determinant of the choice at the last two accepted points, and the size of the best one; 0:
 * not known. */
typedef struct KWatched {
    double t[2], value[2], size[2];
    double most;  /* the largest size ever */
    double pivot; /* the largest of the smallest pivots of the best choice ever */
    bool curved;  /* value[1] did not lie on the line through the two before it */
} KWatched;

typedef struct KSets {
    KInst *m;
    double *entry; /* of all sets, as the code gives them */
    double *whole, *work, *square;
    int *col, *best, *old;
    KWatched *watched; /* [nsets] */
    int turned, found; /* by sets_singular */
    double room; /* by sets_singular, of sets chosen during the run: the smallest pivot of the best
                    choice, or the size of its determinant against the largest ever */
} KSets;

/* The number among the candidates of a set of the one that is integrated as its state number
 * `state`. */
int sets_picked(const KInst *m, const KStateSet *set, int state);
/* The derivative that an element of KStateSet.rate stands for; 0: none. */
double sets_rate(const double *v, int rate);
/* That of a variable which is a candidate; 0: it is none. */
int sets_rate_of(const KModel *model, int var);

bool sets_open(KSets *s, KInst *m);
void sets_close(KSets *s);
/* Initialization: takes the candidates whose start values are the best conditions at the present
 * values. Whether the choice has changed. After the first time it is kept as long as it is
 * good, and positions stay where they are. */
bool sets_begin(KSets *s, bool first);
/* After it: start values of positions that are a little off the constraints move the states towards
 * the nearest point that is not. Whether they do. */
bool sets_project(KSets *s);
/* Moves candidates for which no start value is given, the n-th time: where all of them are 0,
 * constraints may say nothing. Later those with a guess, too, which may lead nowhere. */
void sets_disturb(KSets *s, int n);
/* nearest.c: moves the unknowns of blocks with constraints of positions, but for fixed ones, to a
 * place where these hold; those with start values move as freely as `given` says (1: like others).
 * Whether it has found one. */
bool nearest_positions(KInst *m, double given);
/* The same where all candidates are fixed, as if they were not. */
bool nearest_released(KInst *m);
/* Whether those constraints hold, and there are some. */
bool nearest_met(KInst *m);
/* Whether start values are given for all positions of set i. */
bool sets_given(const KSets *s, int i);
/* After it: whether all fixed start values are met. */
bool sets_met(const KSets *s);
/* After it: one warning for the start values that are given, but were not met; false, with the
 * failure, if one of them is fixed. */
bool sets_check(KSets *s);
/* The states of all sets begin with the values of their candidates, those that are marked as taken.
 */
void sets_restore(KInst *m);
/* After rhs: takes better candidates where the present ones have become poor. How many sets have
 * changed; then the integrator must take their states over and rhs is to be evaluated. */
int sets_choose(KSets *s);
/* The best ones in any case; the same. */
void sets_choose_best(KSets *s);
/* After rhs: how much better than the present choice another one would be, at worst; 0: not so much
 * that it would be taken. */
double sets_ratio(KSets *s);
/* If var is a candidate of a set it is integrated from now on, beginning with `value` (reinit). */
void sets_take(KInst *m, int var, double value);
/* After rhs: whether a decided choice, or the best one, is singular - a pivot less than `limit`,
 * where 1 is the largest entry of a row, or of the best one the largest that pivot has been -, or a
 * decided one has passed a singular point since the last call; then it is the failure, of set
 * s->found. s->turned: a set chosen during the run may have passed one; -1: none. */
bool sets_singular(KSets *s, double limit);
/* After rhs: the smallest pivot of the best choice for set i, where 1 is the largest entry of a
 * row. */
double sets_pivot(KSets *s, int i);
/* When the best determinant of set i vanishes, by the line through its sizes at the last two points
 * looked at; INFINITY: it does not fall. */
double sets_vanish_of(const KSets *s, int i);
/* The points at which sets were looked at are forgotten. */
void sets_forget(KSets *s);
/* Of set i at the present values: the determinant of the present choice; *volume: the size of that
 * of the best one. */
double sets_determinant(KSets *s, int i, double *volume);
/* Makes it the failure that set i is singular. */
void sets_fail(const KSets *s, int i);

#endif
