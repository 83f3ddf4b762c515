/* texts.h - texts for messages as tables. The compiler fills them when they are asked for, a
 * written program carries them with it. The functions are those of KModel; arg is a KTexts. */
#ifndef KRON_RT_TEXTS_H
#define KRON_RT_TEXTS_H

#include "rt/model.h"

/* An equation as written, its place and the variables in it. */
typedef struct KEquation {
    const char *text, *place;
    int nvars;
    const int *var;
} KEquation;

/* A position that generated code names. */
typedef struct KPosition {
    int number;
    const char *place;
} KPosition;

/* Equations are named by their place in `equation`; -1: none. */
typedef struct KTexts {
    void (*fill)(struct KTexts *t); /* NULL: done */
    const char *const *name;        /* [nv] */
    int nequations;
    const KEquation *equation;
    const int *relation; /* [nrel] their texts, as equations */
    const int *defining; /* [nv] the equation that gives a variable */
    const int *first;    /* [nblocks + 1] where the equations of a block begin in `residual` */
    const int *residual;
    const int *set; /* [nsets] a constraint of each */
    int npositions;
    const KPosition *position; /* ascending */
} KTexts;

const char *k_table_relation_text(void *texts, int relation);
const char *k_table_relation_place(void *texts, int relation);
const char *k_table_defining(void *texts, int number, const char **place);
int k_table_equation_variables(void *texts, int block, int residual, int room, int *var);
const char *k_table_block_equation(void *texts, int block, int residual, const char **place);
const char *k_table_variable_name(void *texts, int number);
const char *k_table_set_equation(void *texts, int set, const char **place);
const char *k_table_assert_place(void *texts, int number);

#endif
