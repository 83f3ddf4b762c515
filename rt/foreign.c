/* foreign.c - the functions that models call for FMUs as components of theirs. */
#include "rt/foreign.h"
#include "rt/library.h"

const KForeign *k_foreign;

void *k_fmu_open(const char *path, const char *instance, const char *variables, const double *value,
                 size_t nvalues, const char *const *text, size_t ntexts, double tolerance)
{
    char why[K_FOREIGN_WHY] = "";
    if (!k_foreign)
        k_error(
            "FMUs as components can be run by kron only, not by programs and FMUs that it writes");
    KForeignSetup s = {k_resource(path), instance, variables, nvalues,
                       ntexts,           value,    text,      tolerance};
    void *unit = k_foreign->open(&s, why);
    if (!unit)
        k_error("%s", why);
    return unit;
}

void k_fmu_close(void *unit)
{
    k_foreign->close(unit);
}

void k_fmu_start(void *unit, double time, const double *in, size_t nin, const char *const *text,
                 size_t ntexts, double *out, size_t nout)
{
    char why[K_FOREIGN_WHY] = "";
    KForeignPoint p = {time, nin, ntexts, nout, in, text, out};
    if (k_foreign->start(unit, &p, why))
        k_error("%s", why);
}

void k_fmu_step(void *unit, double time, const double *in, size_t nin, const char *const *text,
                size_t ntexts, double *out, size_t nout)
{
    char why[K_FOREIGN_WHY] = "";
    KForeignPoint p = {time, nin, ntexts, nout, in, text, out};
    int result = k_foreign->step(unit, &p, why);
    if (result < 0)
        k_error("%s", why);
    if (result)
        k_end_run(why);
}

const char *k_fmu_text(void *unit, double time, int number)
{
    (void)time; /* at another one it may be another */
    const char *text = k_foreign->text(unit, number);
    if (!text)
        k_error("the FMU has no such String");
    return text;
}
