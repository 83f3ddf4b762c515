/* linear_policy.h - the constants that decide how linear equations are solved. */
#ifndef KRON_DAE_LINEAR_POLICY_H
#define KRON_DAE_LINEAR_POLICY_H

enum {
    SAMPLES = 16,        /* numbers that stand for a value during translation */
    MANY_EQUATIONS = 60, /* eliminations of larger systems are tried in fewer ways */
};

#endif
