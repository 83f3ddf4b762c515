/* report.h - what the compiler made of a model, for `kron structure`. After dae_events. */
#ifndef KRON_DAE_REPORT_H
#define KRON_DAE_REPORT_H

#include "dae/dae.h"

/* Sizes, states, and the solved equations in order of evaluation. */
void report_text(Dae *d, Buf *out);
/* The object of `structure --json`; `more` is appended to its fields (", \"a\": 1"), NULL: nothing.
 */
void report_json(Dae *d, const char *more, Buf *out);
/* The incidence matrix before and after sorting. */
void report_svg(Dae *d, Buf *out);

/* ---- Shared by the reports ---- */
extern const char *const block_kind_name[]; /* by BlockKind */
extern const char *const block_solved_name[],
    *const block_pivots_name[]; /* by SolveKind, PivotKind */

/* Operations of one evaluation of the sorted equations: every assignment and residual counted
 * by itself, as it is printed; where a system is left, one factorisation of its matrix as a full
 * one and one solution with it (of a sparse one the least: each entry once). */
OpCount report_operations(Dae *d, const System *s);
OpCount report_block_operations(Dae *d, const Block *b);
/* The part of its incidence matrix that is not zero. */
double report_density(Dae *d, const Block *b);
/* The (structural) index: how often equations must be differentiated to find all derivatives of the
 * unknowns (DS-10); 0: ordinary differential equations only. */
int report_index(const Dae *d);
/* How often an equation was differentiated; 0 also for its derivatives. */
int report_times(const Dae *d, int eq);
/* The equation an unknown of a block comes from; initial conditions without one as "x = start". */
void report_equation(Dae *d, const Block *b, int k, Buf *out);

#endif
