/* fmu.h - models as Functional Mock-up Units.
 *
 * An FMU is a zip file: modelDescription.xml, binaries for platforms, sources if they are wanted,
 * files that the model reads, licences. The binary is the C of c_file.c, compiled, and the run time
 * with the functions of FMI (rt/fmi), which kron carries compiled (tools/fmu_runtime.sh). */
#ifndef KRON_EMIT_FMU_H
#define KRON_EMIT_FMU_H

#include "emit/emit.h"
#include "rt/run.h"

typedef struct FmuOptions {
    int version;        /* 2 or 3 */
    bool me, cs;        /* Model Exchange, Co-Simulation */
    bool source;        /* with its sources */
    const char *name;   /* of the file, which gives the identifier; NULL: that of the model */
    const char *tool;   /* "kron 0.1" */
    const char *method; /* of Co-Simulation; "": what suits the model */
} FmuOptions;

/* Writes the file `path`. NULL, or why that failed. */
const char *fmu_write(Dae *d, const FmuOptions *o, const Compiler *with, const char *path);

#endif
