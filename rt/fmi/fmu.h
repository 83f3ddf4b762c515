/* fmu.h - what a model compiled as an FMU brings to the functions of FMI. */
#ifndef KRON_RT_FMI_FMU_H
#define KRON_RT_FMI_FMU_H

#include "rt/model.h"
#include "rt/texts.h"

/* A declared array whose elements lie one after the other (FMI 3). */
typedef struct KArray {
    int first, n; /* value references of its elements */
} KArray;

typedef struct KFmu {
    const KModel *model;
    void (*entry)(KCode *code);
    const char *token; /* GUID, instantiation token */
    int narrays;
    const KArray *array;
    const char *method; /* of Co-Simulation: a name; "": what suits the model */
    int (*usertab)(char *name, int kind, int *dim, int *by_columns, double **table); /* or NULL */
} KFmu;
extern const KFmu k_fmu;

/* For code that libtcc has compiled (cold.c): solves a block; makes room on the stack. */
enum { K_COLD_ROOM = 65536 };
int k_solve(KInst *m, int block);
int k_solve_dir(KInst *m, int block);
void k_room(void);

#endif
