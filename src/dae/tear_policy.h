/* tear_policy.h - which unknowns of nonlinear blocks are iterated: the constants that decide it. */
#ifndef KRON_DAE_TEAR_POLICY_H
#define KRON_DAE_TEAR_POLICY_H

enum {
    /* Larger blocks must be torn to a quarter, and to so many unknowns; else all are iterated, with
     * a sparse matrix. A dense Jacobian of more costs more than the sparse one of all. */
    TEAR_LIMIT = 100,
    /* The same at the start, where a block is solved once, but from guesses: what is not iterated
     * need not be guessed, and that counts for more than the matrix. */
    INITIAL_TEAR_LIMIT = 1500,
    /* The same in a step of an inlined method, which factors more often than it is solved at
     * events: a chain of 50 links costs the same either way, one of 100 half as much with the
     * sparse matrix. */
    STEP_TEAR_LIMIT = 50,
    TEAR_QUARTER = 4,
    /* Sums that are substituted into each other before an unknown is torn all the same: a chain of
     * them is a shooting method, whose error grows with every link. Nonlinear functions count
     * NONLINEAR_STEP sums. */
    NONLINEAR_DEPTH = 20,
    NONLINEAR_STEP = 3,
    /* Derivatives of inner variables up to which the Jacobian is written down, or so many for each
     * of them; beyond, it is found by directional derivatives with coloured columns. */
    THROUGH_LIMIT = 1000,
    THROUGH_EACH = 8,
    /* Equations up to which all of them are kept beside what is torn, to be solved for all unknowns
     * where the iteration fails. */
    MOST_SPARE = 60,
};

#endif
