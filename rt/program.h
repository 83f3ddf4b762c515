/* program.h - models written as programs of their own (`kron translate --to c`). */
#ifndef KRON_RT_PROGRAM_H
#define KRON_RT_PROGRAM_H

#include "rt/model.h"
#include "rt/texts.h"

/* The main function of such a program: reads the options of `kron simulate` that make sense here
 * (--help lists them), runs the model, and returns the exit status: 0 good, 2 usage, 3 the run
 * failed numerically (the result up to there is kept). */
int k_main(int argc, char **argv, const KModel *model, void (*entry)(KCode *code));

#endif
