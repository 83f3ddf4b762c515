/* foreign.c - the functions that models call for FMUs as components of theirs. */
#include "rt/foreign.h"
#include "rt/library.h"

const KForeign *k_foreign;

void *k_fmu_open(const char *path, const char *instance, const char *variables, const double *value,
                 size_t nvalues, const char *const *text, size_t ntexts, double tolerance)
{
    char why[K_FOREIGN_WHY] = "";
    if (!k_foreign)
        k_error("FMUs as components can be run by kron only, not by programs and FMUs that it writes");
    KForeignSetup s = {k_resource(path), instance, variables, nvalues, ntexts, value, text, tolerance};
    void *unit = k_foreign->open(&s, why);
    if (!unit)
        k_error("%s", why);
    return unit;
}

void k_fmu_close(void *unit)
{
    k_foreign->close(unit);
}

void k_fmu_start(void *unit, double time, const double *in, size_t nin, double *out, size_t nout)
{
    char why[K_FOREIGN_WHY] = "";
    if (k_foreign->start(unit, time, nin, in, nout, out, why))
        k_error("%s", why);
}

void k_fmu_step(void *unit, double time, const double *in, size_t nin, double *out, size_t nout)
{
    char why[K_FOREIGN_WHY] = "";
    int result = k_foreign->step(unit, time, nin, in, nout, out, why);
    if (result < 0)
        k_error("%s", why);
    if (result)
        k_end_run(why);
}
