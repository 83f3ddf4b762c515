/* foreign.h - FMUs as components of a model. What runs them (src/fmi/component.c) is no part of the
 * run time: a program that has it says so in k_foreign. In FMUs and written programs there is none.
 */
#ifndef KRON_RT_FOREIGN_H
#define KRON_RT_FOREIGN_H

#include <stddef.h>

/* What a wrapper says when it makes one (src/fmi/wrapper.c). */
typedef struct KForeignSetup {
    const char *path, *instance;
    /* Variables, one a line, in the order of the values: "p NAME" parameter, "s NAME" String
     * parameter, "i NAME" input, "o NAME" output, "t NAME" and "w NAME" String input and output.
     * Arrays stand for all their elements. An input may be a clock: it ticks when it becomes 1.
     * Before them "c NAME=VALUE": structural parameters that have other values than the FMU's own.
     */
    const char *variables;
    size_t nvalues, ntexts;
    const double *value;
    const char *const *text;
    double tolerance; /* 0: the FMU's */
} KForeignSetup;

enum { K_FOREIGN_WHY = 600 }; /* room for a message */

typedef struct KForeignPoint {
    double time;
    size_t nin, ntexts, nout;
    const double *in;        /* [nin] */
    const char *const *text; /* [ntexts] String inputs */
    double *out;             /* [nout] */
} KForeignPoint;

/* Functions give 0, or say in `why` what went wrong; 1 after a step: the FMU wants the run to end.
 * Messages of the FMU go through k_message. */
typedef struct KForeign {
    void *(*open)(const KForeignSetup *s, char *why);
    /* At the start, as often as inputs are tried; after a step: a new run begins. */
    int (*start)(void *unit, const KForeignPoint *p, char *why);
    /* To that time with inputs as they were since the last one. The same time again: the same
     * outputs. */
    int (*step)(void *unit, const KForeignPoint *p, char *why);
    /* A String output at the last point; NULL: there is none. */
    const char *(*text)(void *unit, int number);
    void (*close)(void *unit);
} KForeign;
extern const KForeign *k_foreign;

#endif
