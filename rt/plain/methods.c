/* methods.c - what stands for CVODE and IDA in FMUs that have no SUNDIALS: those for Windows. BDF
 * on the equations of a step that the program brings; without these the explicit method goes on,
 * with steps as short as stability asks for. */
#include "rt/integrator.h"

static KIntegrator *open_other(KInst *m, const KOptions *options)
{
    return (m->run->code.step ? &integrator_bdf : &integrator_rk45)->open(m, options);
}

/* What is opened has the type of the other method, so nothing else of these is called. */
const KIntegratorType integrator_cvode = {.name = "cvode", .open = open_other};
const KIntegratorType integrator_ida = {.name = "ida", .open = open_other};
