/* texts.h - texts for messages, as tables. The compiler fills them when they are asked for, a
 * written program carries them with it. */
#ifndef KRON_RT_TEXTS_H
#define KRON_RT_TEXTS_H

#include "rt/model.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

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

/* Conditions that make no event: near or not; only close ones; these, or a root at the end of its
 * domain. */
typedef enum { K_JUMPS_ALL, K_JUMPS_CLOSE, K_JUMPS_OR_ENDS } KJumps;

/* Equations are named by their place in `equation`; -1: none. */
typedef struct KTexts {
    struct KTexts *(*instead)(struct KTexts *t); /* those to be asked, or NULL; NULL: these */
    void (*fill)(struct KTexts *t);              /* unless that is done; NULL: it is */
    const char *const *name;                     /* [nv] */
    int nequations;
    const KEquation *equation;
    const int *relation; /* [nrel] their texts, as equations */
    const int *sample;   /* [nsamples] the same */
    const int *kept;     /* [nkept] the same */
    const int *defining; /* [nv] the equation that gives a variable */
    const int *first;    /* [nblocks + 1] where the equations of a block begin in `residual` */
    const int *residual;
    const int *set;     /* [nsets] a constraint of each */
    const int *divisor; /* [ndivisors] their texts, as equations */
    int npositions;
    const KPosition *position; /* ascending */
    /* What only the compiler can say; NULL: it is not there. The place of any position; the values
     * of the variables in the condition of an assertion; the equation or binding that gives a value
     * that is not finite, at the values in m, with place and reason; block: one whose residuals are
     * not finite where its iteration began, -1: none; starts: at the start of a run. NULL: not
     * known. */
    const char *(*place)(struct KTexts *t, int position);
    const char *(*assert_values)(struct KTexts *t, const KInst *m, int position);
    const char *(*locate)(struct KTexts *t, KInst *m, int block, bool starts);
    /* Where the value of a variable comes from, as a further line. */
    const char *(*source)(struct KTexts *t, const KInst *m, int var);
    /* The calls that lead to a position inside of a function, or to the function of this name, as
     * further lines; a condition that makes no event near the values in m. */
    const char *(*callers)(struct KTexts *t, const KInst *m, int position, const char *function);
    const char *(*jumps)(struct KTexts *t, const KInst *m, KJumps which);
    /* The variable that another, of a state the derivative, follows most at the values in m; -1:
     * none. */
    int (*driver)(struct KTexts *t, const KInst *m, int var);
    /* What a block of the initial problem had to do with, known before it, as further lines. */
    const char *(*known)(struct KTexts *t, const KInst *m, int block);
    /* A division by 0, or its logarithm, at the values in m, whose result is infinite and leaves
     * all others finite. */
    const char *(*infinite)(struct KTexts *t, const KInst *m);
    /* A divisor in the equations as written that is 0 to within rounding, though they are solved
     * without division. */
    const char *(*divided)(struct KTexts *t, const KInst *m);
    /* The parameter of 0 by which something has no effect on a state that stood still. */
    const char *(*cut)(struct KTexts *t, const KInst *m, int state);
    /* The parameters given as numbers from which alone a variable follows, itself if it is one: how
     * many, up to `most`; 0: it depends on more. */
    int (*roots)(struct KTexts *t, const KInst *m, int var, int *root, int most);
    /* One of these gets another value, and so does what is computed from it by itself. */
    void (*vary)(struct KTexts *t, KInst *m, int var, double to);
} KTexts;

/* The tables; NULL: the model has none. */
KTexts *k_texts(const KModel *model);
/* Equation i of one of the lists; NULL: none. */
const KEquation *k_equation(const KTexts *t, const int *list, int i);
/* Variables of equations, each once. */
enum { SEEN_MOST = 40 };
typedef struct KSeen {
    int n, var[SEEN_MOST];
} KSeen;
void k_see(KSeen *s, const KEquation *e); /* e may be NULL */
/* Marks in met[nv] what follows from the variables that are marked, by the equations that give
 * others; through_states: and from the states that these move. Linear in the equations, through
 * states for each that is one more integration away. False: no memory. */
bool k_follow(const KTexts *t, const KModel *model, unsigned char *met, bool through_states);
/* The place of a position; "" if it is not known. */
const char *k_place(const KModel *model, int position);

/* Every error and warning has a code, K and five letters, made from its words (a format); the same
 * as that of messages about models (base/diag.c). It goes to the end of the first line of a text
 * that has none yet; what then is too long for `size` is cut off from the lines after it. */
void k_code(const char *form, char out[7]);
void k_add_code(char *text, size_t size, const char *form);

/* What messages say of memory. */
extern const char k_no_memory[];
/* Terminals obey control characters: those of a text (line ends and tabs stay), and characters that
 * turn the direction of writing, become question marks. */
void k_printable(char *text);
/* Prints what may contain names and texts of models. */
void k_say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void k_vsay(FILE *out, const char *format, va_list args);

#endif
