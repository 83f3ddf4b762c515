/* lang.h - a sheet (dae/sheet.h) as a program in another simulation language.
 *
 * One table of languages; each writer is one file lang_NAME.c. What they share (names, order of the
 * statements, expressions in a dialect) is in lang.c. */
#ifndef KRON_EMIT_LANG_H
#define KRON_EMIT_LANG_H

#include "dae/sheet.h"

typedef struct LangOptions {
    bool dae;  /* residuals instead of derivatives, where the language knows them (dsblock) */
    bool full; /* names joined by `_`, none cut short, where it can tell them apart (acsl; FM-85) */
    double start, stop; /* NaN: 0 and 1 */
    double interval;    /* of outputs; NaN: (stop - start)/500 */
    double tolerance;   /* NaN: 1e-4 */
} LangOptions;

/* NULL-terminated: "acsl", "desire", "dsblock", "octave", "simnon", "simulink". */
extern const char *const lang_names[];
/* Chooses the form "ode", "dae" or "full"; false: the language has no such form. */
bool lang_form(const char *language, const char *form, LangOptions *o);
extern const char *const lang_forms[]; /* NULL-terminated */
/* Whether it solves nonlinear equations itself; one that does not is given the formulas of the
 * listing: x = sqrt(u). */
bool lang_iterates(const char *language);
/* Whether it solves linear systems itself; one that does not is given formulas, by tearing. */
bool lang_solves(const char *language);
/* The program. False after errors in the diagnostics: the sheet is singular, or has what the
 * language cannot express (events, algorithms, nonlinear systems in ACSL ...), named. `name` is
 * what the program (function, system) is called: usually the model's name. */
bool lang_write(Sheet *s, const char *language, const char *name, const LangOptions *o, Buf *out);

#endif
